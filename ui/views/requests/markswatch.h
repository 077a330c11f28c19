// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/marks.h"

#include <QIcon>

class QPainter;

/// Box in the color of a mark, with a letter, so that colors are not distinguished by color alone.
namespace Pullcord::MarkSwatch {

/// Paints with these colors, in the painter's font.
void paint(QPainter &painter, const QRect &box, MarkColor color, const QColor &back, const QColor &letter);
/// Returns an icon in the colors of the palette at the time of painting. For None: an empty, crossed-out box.
[[nodiscard]] QIcon icon(MarkColor color);

} // namespace Pullcord::MarkSwatch
