// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/marks.h"

#include <QIcon>

class QPainter;

/// The colour of a mark as a small box with its letter, for those who cannot tell colours apart.
namespace Pullcord::MarkSwatch {

/// In those colours, with the painter's font.
void paint(QPainter &painter, const QRect &box, MarkColor color, const QColor &back, const QColor &letter);
/// In the colours of the palette in force when it is painted. Of None: an empty box, struck through.
[[nodiscard]] QIcon icon(MarkColor color);

} // namespace Pullcord::MarkSwatch
