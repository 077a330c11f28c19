// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/lab/labplot.h"

#include "core/capture/formatting.h"
#include "ui/models/lab/labtexts.h"
#include "ui/models/untrustedtext.h"
#include "ui/views/style/theme.h"
#include "ui/views/tables/letterwidth.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLocale>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

struct Shape
{
    int corners;   ///< 0: a circle
    double turned; ///< in turns; at 0, a corner is at the top
    double inner;  ///< distance of the edge from the center, between corners; 1: straight edges
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

namespace {

constexpr int MostTicks = 5;
constexpr qint64 LeastSweep = 1'000'000; // in ns

/// Returns the smallest 1, 2 or 5 times a power of ten that needs at most MostTicks ticks.
qint64 stepFor(qint64 span)
{
    constexpr int Ten = 10;
    qint64 power = 1;
    while (power * Ten * MostTicks < span)
        power *= Ten;
    for (const qint64 factor : {1, 2, 5}) {
        if (power * factor * MostTicks >= span)
            return power * factor;
    }
    return power * Ten;
}

/// Rounds up to the next tick.
qint64 rounded(qint64 span)
{
    const qint64 step = stepFor(std::max(span, LeastSweep));
    return (std::max(span, LeastSweep) + step - 1) / step * step;
}

QString tickText(qint64 ns)
{
    return ns == 0 ? u"0"_s : Formatting::duration(ns);
}

QString textOf(const LabTrial &trial, qsizetype number)
{
    const QString place = QLocale().toString(number);
    if (!trial.cancelled)
        return LabPlot::tr("%1: to be cancelled after %2, %3", "a trial, when, its outcome")
            .arg(place, Formatting::duration(*trial.planned), Texts::outcome(trial));
    const QString where =
        *trial.cancelled < LabTrial::AtOnce
            ? LabPlot::tr("%1: cancelled at once", "a trial").arg(place)
            : LabPlot::tr("%1: cancelled after %2", "a trial").arg(place, Formatting::duration(*trial.cancelled));
    const QString gap =
        trial.gap ? LabPlot::tr("gap %1").arg(Formatting::duration(*trial.gap)) : LabPlot::tr("nothing received");
    return QStringList{where, Texts::outcome(trial), gap}.join(u", "_s);
}

} // namespace

LabPlot::LabPlot(QWidget *parent)
    : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Gap by cancellation time"));
}

LabPlot::~LabPlot() = default;

void LabPlot::setTrials(const QList<LabTrial> &trials)
{
    const qsizetype before = current();
    m_points.clear();
    m_longest = m_widest = 0;
    m_hasGaps = false;
    for (qsizetype n = 0; n < trials.size(); ++n) {
        const LabTrial &trial = trials.at(n);
        // A call answered before its cancel is shown at the planned time.
        const bool isAnswered = trial.outcome == LabOutcome::AnsweredBefore && trial.planned;
        if ((!trial.cancelled && !isAnswered) || Texts::outcome(trial).isEmpty())
            continue;
        const qint64 at = trial.cancelled.value_or(trial.planned.value_or(0));
        m_points.append({n, at, trial.gap.value_or(0), trial.outcome, textOf(trial, n + 1)});
        m_longest = std::max(m_longest, at);
        m_hasGaps = m_hasGaps || trial.gap.value_or(0) > 0;
        m_widest = std::max(m_widest, trial.gap.value_or(0));
    }
    std::stable_sort(m_points.begin(), m_points.end(), [](const Point &a, const Point &b) { return a.at < b.at; });
    m_longest = rounded(m_longest);
    m_widest = rounded(m_widest);
    const auto kept = std::find_if(m_points.cbegin(), m_points.cend(),
                                   [before](const Point &point) { return point.trial == before; });
    setCurrent(kept == m_points.cend() ? -1 : kept - m_points.cbegin());
}

qsizetype LabPlot::current() const
{
    return m_current < 0 ? -1 : m_points.at(m_current).trial;
}

void LabPlot::setCurrent(qsizetype point)
{
    m_current = point;
    setAccessibleDescription(point >= 0           ? m_points.at(point).text
                             : m_points.isEmpty() ? tr("No call has been cancelled yet. Press Start.")
                                                  : tr("The arrow keys go from mark to mark."));
    QAccessibleEvent said(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&said);
    update();
}

QSize LabPlot::sizeHint() const
{
    return {letterWidth(fontMetrics()) * 60, fontMetrics().height() * 18};
}

QSize LabPlot::minimumSizeHint() const
{
    return {letterWidth(fontMetrics()) * 24, fontMetrics().height() * 8};
}

// ---- geometry

double LabPlot::markSize() const
{
    return fontMetrics().height() * 0.7;
}

QList<LabOutcome> LabPlot::legend() const
{
    QList<LabOutcome> outcomes;
    for (const Point &point : m_points) {
        if (!outcomes.contains(point.outcome))
            outcomes << point.outcome;
    }
    std::sort(outcomes.begin(), outcomes.end());
    return outcomes;
}

/// Returns the entries from left to right, with line breaks.
QList<QRect> LabPlot::legendPlaces() const
{
    const int line = fontMetrics().height();
    QPoint next(line / 2, 0);
    QList<QRect> places;
    const QList<LabOutcome> outcomes = legend();
    for (const LabOutcome outcome : outcomes) {
        const int wide = 2 * line + fontMetrics().horizontalAdvance(Texts::title(outcome));
        if (next.x() + wide > width() && !places.isEmpty())
            next = {line / 2, next.y() + line};
        places.append({next, QSize(wide, line)});
        next.rx() += wide;
    }
    return places;
}

int LabPlot::legendLines() const
{
    const QList<QRect> places = legendPlaces();
    return places.isEmpty() ? 0 : places.constLast().bottom() + 1;
}

/// Returns the plot area. Above it are the current mark and the title of one axis, below the other axis and the legend.
QRect LabPlot::area() const
{
    const int line = fontMetrics().height();
    const int left = fontMetrics().horizontalAdvance(u"0000 ms "_s) + line / 2;
    return rect().adjusted(left, 3 * line, -2 * line, -2 * line - line / 2 - legendLines() - line / 2);
}

QPointF LabPlot::placeOf(const Point &point) const
{
    const QRect inner = area();
    return {inner.left() + double(point.at) / double(m_longest) * inner.width(),
            inner.bottom() - double(point.gap) / double(m_widest) * inner.height()};
}

qsizetype LabPlot::pointAt(const QPoint &position) const
{
    qsizetype nearest = -1;
    double least = markSize();
    for (qsizetype n = 0; n < m_points.size(); ++n) {
        const QPointF away = placeOf(m_points.at(n)) - position;
        if (const double distance = std::hypot(away.x(), away.y()); distance < least) {
            least = distance;
            nearest = n;
        }
    }
    return nearest;
}

// ---- input

bool LabPlot::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const qsizetype point = pointAt(help->pos());
    if (point < 0)
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), Texts::toolTip(m_points.at(point).text), this);
    return true;
}

void LabPlot::keyPressEvent(QKeyEvent *event)
{
    const qsizetype last = m_points.size() - 1;
    const int key = event->key();
    if (m_points.isEmpty())
        return QWidget::keyPressEvent(event);
    if (key == Qt::Key_Right || key == Qt::Key_Down)
        setCurrent(std::min(m_current + 1, last));
    else if (key == Qt::Key_Left || key == Qt::Key_Up)
        setCurrent(m_current < 0 ? last : std::max<qsizetype>(m_current - 1, 0));
    else if (key == Qt::Key_Home)
        setCurrent(0);
    else if (key == Qt::Key_End)
        setCurrent(last);
    else if ((key == Qt::Key_Return || key == Qt::Key_Enter) && m_current >= 0)
        emit chosen(current());
    else
        QWidget::keyPressEvent(event);
}

void LabPlot::mousePressEvent(QMouseEvent *event)
{
    setCurrent(pointAt(event->pos()));
}

void LabPlot::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (pointAt(event->pos()) >= 0)
        emit chosen(current());
}

void LabPlot::focusInEvent(QFocusEvent *event)
{
    QWidget::focusInEvent(event);
    if (m_current < 0 && !m_points.isEmpty() && event->reason() != Qt::MouseFocusReason)
        setCurrent(0);
}

// ---- painting

void LabPlot::paintEvent(QPaintEvent * /*event*/)
{
    const Theme &theme = Theme::of(palette());
    QPainter painter(this);
    painter.fillRect(rect(), palette().base());
    const int line = fontMetrics().height();
    const QRect top(line / 2, line / 4, width() - line, line);
    if (m_points.isEmpty()) {
        painter.setPen(theme.dim);
        painter.drawText(rect().adjusted(line, line, -line, -line), Qt::AlignCenter | Qt::TextWordWrap,
                         accessibleDescription());
        return;
    }
    painter.setPen(m_current < 0 ? theme.dim : palette().color(QPalette::Text));
    painter.drawText(top, Qt::AlignLeft | Qt::TextDontClip,
                     fontMetrics().elidedText(accessibleDescription(), Qt::ElideRight, top.width()));
    paintAxes(painter, theme);
    paintPoints(painter, theme);
    paintLegend(painter, theme);
}

void LabPlot::paintAxes(QPainter &painter, const Theme &theme) const
{
    const QRect inner = area();
    const int line = fontMetrics().height();
    const int letter = letterWidth(fontMetrics());
    // Without gaps, the axis has a single tick.
    for (qint64 tick = 0; tick <= (m_hasGaps ? m_widest : 0); tick += stepFor(m_widest)) {
        const int y = inner.bottom() - int(double(tick) / double(m_widest) * inner.height());
        painter.fillRect(inner.left(), y, inner.width(), 1, theme.line);
        painter.setPen(theme.dim);
        painter.drawText(QRect(0, y - line / 2, inner.left() - letter, line), Qt::AlignRight | Qt::AlignVCenter,
                         tickText(tick));
    }
    for (qint64 tick = 0; tick <= m_longest; tick += stepFor(m_longest)) {
        const int x = inner.left() + int(double(tick) / double(m_longest) * inner.width());
        painter.fillRect(x, inner.bottom(), 1, line / 4, theme.dim);
        painter.setPen(theme.dim);
        painter.drawText(QRect(x - 4 * line, inner.bottom() + line / 3, 8 * line, line), Qt::AlignHCenter,
                         tickText(tick));
    }
    painter.drawText(QRect(line / 2, inner.top() - line - line / 2, inner.right(), line), Qt::AlignLeft,
                     tr("Gap", "from the cancel to the last that came"));
    painter.drawText(QRect(inner.left(), inner.bottom() + line + line / 3, inner.width(), line), Qt::AlignRight,
                     tr("Cancelled after"));
}

void LabPlot::paintPoints(QPainter &painter, const Theme &theme) const
{
    for (const Point &point : m_points)
        LabMark::paint(painter, placeOf(point), markSize(), point.outcome, theme);
    if (m_current < 0)
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(palette().color(hasFocus() ? QPalette::Text : QPalette::Mid), 2));
    painter.drawEllipse(placeOf(m_points.at(m_current)), markSize(), markSize());
    painter.restore();
}

void LabPlot::paintLegend(QPainter &painter, const Theme &theme) const
{
    const QList<LabOutcome> outcomes = legend();
    const QList<QRect> places = legendPlaces();
    const int line = fontMetrics().height();
    const int top = height() - legendLines() - line / 4;
    for (qsizetype n = 0; n < outcomes.size(); ++n) {
        const QRect place = places.at(n).translated(0, top);
        LabMark::paint(painter, {place.left() + line / 2.0, place.center().y() + 0.5}, markSize(), outcomes.at(n),
                       theme);
        painter.setPen(palette().color(QPalette::Text));
        painter.drawText(place.adjusted(line + line / 4, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         Texts::title(outcomes.at(n)));
    }
}

} // namespace Pullcord
