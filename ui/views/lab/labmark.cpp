// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/lab/labmark.h"

#include "ui/views/style/theme.h"

#include <QPainter>

#include <array>
#include <cmath>
#include <numbers>

namespace Pullcord {

namespace {

struct Shape
{
    int corners;   ///< 0: a circle
    double turned; ///< in turns; at 0, a corner is at the top
    double inner;  ///< distance of the edge from the centre, between corners; 1: straight edges
    bool isHollow;
};

/// Indexed by LabOutcome.
constexpr std::array Shapes{
    Shape{0, 0, 1, false},       // Silent
    Shape{0, 0, 1, true},        // Ignored
    Shape{4, 0.125, 1, true},    // AnsweredBefore
    Shape{4, 0, 1, false},       // Raced
    Shape{5, 0, 0.45, false},    // Obeyed
    Shape{3, 0, 1, true},        // ProgressAfter
    Shape{3, 0, 1, false},       // Late
    Shape{3, 0.5, 1, false},     // LateError
    Shape{3, 0.5, 1, true},      // CancelError
    Shape{4, 0, 0.25, false},    // Trouble
    Shape{5, 0, 0.45, true},     // BystanderHurt
    Shape{4, 0.125, 1, false},   // Unanswered
    Shape{4, 0.125, 0.2, false}, // ServerDied
    Shape{6, 0, 1, true},        // NotApplicable
    Shape{4, 0, 1, true},        // NotTried
    Shape{6, 0, 0.6, true},      // NotFinished
};

const Shape &of(LabOutcome outcome)
{
    return Shapes.at(size_t(outcome));
}

} // namespace

QPainterPath LabMark::shapeOf(LabOutcome outcome)
{
    constexpr double Radius = 0.5;
    const Shape &shape = of(outcome);
    QPainterPath path;
    if (shape.corners == 0) {
        path.addEllipse(QPointF(), Radius, Radius);
        return path;
    }
    QPolygonF polygon;
    for (int n = 0; n < 2 * shape.corners; ++n) {
        const bool isCorner = n % 2 == 0;
        if (!isCorner && shape.inner == 1)
            continue;
        const double angle = 2 * std::numbers::pi * (shape.turned + n / (2.0 * shape.corners));
        const double radius = isCorner ? Radius : Radius * shape.inner;
        polygon << QPointF(radius * std::sin(angle), -radius * std::cos(angle));
    }
    path.addPolygon(polygon);
    path.closeSubpath();
    return path;
}

QColor LabMark::colorOf(LabOutcome outcome, const Theme &theme)
{
    switch (LabOutcomeKind::of(outcome).grade) {
    case LabOutcomeKind::Grade::Good:
        return theme.success;
    case LabOutcomeKind::Grade::Neutral:
        return theme.active;
    case LabOutcomeKind::Grade::Bad:
        return outcome >= LabOutcome::BystanderHurt ? theme.failure : theme.warning;
    case LabOutcomeKind::Grade::Open:
        break;
    }
    return theme.dim;
}

void LabMark::paint(QPainter &painter, const QPointF &centre, double size, LabOutcome outcome, const Theme &theme)
{
    const QColor color = colorOf(outcome, theme);
    QPen pen(color, 1.5);
    pen.setCosmetic(true);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(centre);
    painter.scale(size, size);
    painter.setPen(pen);
    painter.setBrush(of(outcome).isHollow ? QBrush(Qt::NoBrush) : QBrush(color));
    painter.drawPath(shapeOf(outcome));
    painter.restore();
}

} // namespace Pullcord
