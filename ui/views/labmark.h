// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/laboutcome.h"

#include <QPainterPath>

class QPainter;

namespace Pullcord {

struct Theme;

/// How an outcome of the cancellation lab looks in a plot: a shape of its own, and the colour of its grade.
namespace LabMark {

/// Around the origin, one wide and high.
[[nodiscard]] QPainterPath shapeOf(LabOutcome outcome);
[[nodiscard]] QColor colorOf(LabOutcome outcome, const Theme &theme);
void paint(QPainter &painter, const QPointF &centre, double size, LabOutcome outcome, const Theme &theme);

} // namespace LabMark

} // namespace Pullcord
