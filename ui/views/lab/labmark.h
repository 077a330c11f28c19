// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/labtrial.h"

#include <QPainterPath>

class QPainter;

namespace Pullcord {

struct Theme;

/// Mark of an outcome of the cancellation lab: its own shape, and the colour of its grade.
namespace LabMark {

/// Returns a shape of size 1 around the origin.
[[nodiscard]] QPainterPath shapeOf(LabOutcome outcome);
[[nodiscard]] QColor colorOf(LabOutcome outcome, const Theme &theme);
void paint(QPainter &painter, const QPointF &centre, double size, LabOutcome outcome, const Theme &theme);

} // namespace LabMark

} // namespace Pullcord
