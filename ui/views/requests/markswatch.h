// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/marks.h"

#include <QIcon>

class QPainter;

/// Box in the colour of a mark, with a letter, so that colours are not distinguished by colour alone.
namespace Pullcord::MarkSwatch {

/// Paints with these colours, in the painter's font.
void paint(QPainter &painter, const QRect &box, MarkColor color, const QColor &back, const QColor &letter);
/// Returns an icon in the colours of the palette at the time of painting. For None: an empty, crossed-out box.
[[nodiscard]] QIcon icon(MarkColor color);

} // namespace Pullcord::MarkSwatch
