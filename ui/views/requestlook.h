// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/theme.h"

#include <QVariant>

#include <functional>

class QFontMetrics;
class QPainter;
class QPointF;

namespace Pullcord {

// What requests look like, in the table and in the timeline.

/// How it stands with a request, by what it has for the roles of the table.
[[nodiscard]] StateLook lookOfRequest(const std::function<QVariant(int role)> &dataOf, const Theme &theme);
/// The mark that folds and unfolds what belongs to a request, around its middle.
void paintFoldMark(QPainter &painter, const QPointF &middle, const QFontMetrics &metrics, const QColor &color,
                   bool isUnfolded);

} // namespace Pullcord
