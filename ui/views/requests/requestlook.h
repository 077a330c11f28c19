// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/style/theme.h"

#include <QVariant>

#include <functional>

class QFontMetrics;
class QPainter;
class QPointF;

namespace Pullcord {

// Appearance of requests in the table and in the timeline.

/// Returns icon and colour of a request's state, from its roles in the table.
[[nodiscard]] StateLook lookOfRequest(const std::function<QVariant(int role)> &dataOf, const Theme &theme);
/// Paints the mark for folding and unfolding parts, centred at `middle`.
void paintFoldMark(QPainter &painter, const QPointF &middle, const QFontMetrics &metrics, const QColor &color,
                   bool isUnfolded);

} // namespace Pullcord
