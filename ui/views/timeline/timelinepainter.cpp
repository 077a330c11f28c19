// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/timeline/timelinepainter.h"

#include "core/capture/formatting.h"
#include "core/capture/requestlog.h"

#include <QLocale>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace Pullcord {

namespace {

constexpr double LeastWidth = 3; ///< width of a visible bar, in pixels
constexpr int TickDistance = 90; ///< minimum, in pixels

/// Returns the smallest 1, 2 or 5 times a power of ten that is not below `least`.
double niceStep(double least)
{
    const double power = std::pow(10, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= least)
            return factor * power;
    }
    return 10 * power;
}

} // namespace

TimelinePainter::TimelinePainter(QPainter &painter, const TimelineFrame &frame, const QPalette &palette)
    : m_painter(painter)
    , m_frame(frame)
    , m_palette(palette)
    , m_theme(Theme::of(palette))
{}

/// Clips to the area, since painters fail at coordinates far outside.
QRectF TimelinePainter::between(double left, double right, int top) const
{
    const QRectF area = m_frame.area;
    const double begin = qBound(area.left() - 4, left, area.right() + 4);
    const double end = qBound(begin, right, area.right() + 4);
    return QRectF(begin, top + 3, qMax(end - begin, LeastWidth), m_frame.rowHeight - 6);
}

void TimelinePainter::paintWhole(qint64 from, qint64 to, QColor color, int top)
{
    const double left = m_frame.x(from);
    const double right = m_frame.x(to);
    if (right < m_frame.area.left() || left > m_frame.area.right())
        return;
    m_painter.setPen(color);
    color.setAlpha(50);
    m_painter.setBrush(color);
    m_painter.drawRect(between(left, right, top));
}

void TimelinePainter::paintBar(const RequestRecord &record, QColor color, const std::vector<qint64> &progress, int top,
                               qint64 now)
{
    const qint64 end = record.isOpen() ? now : record.end;
    const double left = m_frame.x(record.start);
    const double right = m_frame.x(end);
    const bool isCut =
        right < m_frame.area.left() && (!record.late.any() || m_frame.x(record.late.lastTime) < m_frame.area.left());
    if (isCut || left > m_frame.area.right())
        return;
    const QRectF bar = between(left, right, top);
    paintTail(record, bar);
    m_painter.setPen(color);
    color.setAlpha(record.isOpen() || record.endUnknown ? 90 : 140);
    m_painter.setBrush(color);
    if (record.endUnknown)
        paintOpenEnd(bar);
    else
        m_painter.drawRect(bar);

    m_painter.setPen(m_palette.color(QPalette::Text));
    double last = -10;
    for (const qint64 time : progress) {
        const double x = m_frame.x(time);
        if (x < m_frame.area.left() || x > m_frame.area.right() || x - last < 2)
            continue;
        m_painter.drawLine(QPointF(x, bar.center().y() - 1), QPointF(x, bar.bottom()));
        last = x;
    }
    paintCancel(record, bar);
}

/// Paints a bar with an unknown end, as an arrow.
void TimelinePainter::paintOpenEnd(const QRectF &bar)
{
    const double tip = bar.height() / 2;
    m_painter.drawPolygon(QPolygonF{bar.topLeft(), bar.topRight(), QPointF(bar.right() + tip, bar.center().y()),
                                    bar.bottomRight(), bar.bottomLeft()});
}

/// Proceeds by pixels, not by parts, which may be very many.
void TimelinePainter::paintParts(const RequestLog &log, const std::vector<qsizetype> &parts, int top, qint64 now)
{
    constexpr double Height = 3;
    const auto after = [&](double x) {
        return std::ranges::upper_bound(parts, m_frame.timeAt(x), {},
                                        [&](qsizetype row) { return log.record(row).start; });
    };
    auto part = after(m_frame.area.left());
    if (part != parts.begin())
        --part; // it may extend into the area
    while (part != parts.end()) {
        const RequestRecord record = log.record(*part);
        const double left = qMax(m_frame.x(record.start), m_frame.area.left() - 4.0);
        if (left > m_frame.area.right())
            break;
        const double right = qMin(m_frame.x(record.isOpen() ? now : record.end), m_frame.area.right() + 4.0);
        const double width = qMax(right - left, 1.0);
        const bool hasAsked = record.asksFirst && record.state == RequestState::Succeeded; // another request follows
        const QColor color =
            hasAsked
                ? m_theme.active
                : lookOf(record.isRefused() ? RequestState::Cancelled : record.state, record.toolError, m_theme).color;
        m_painter.fillRect(QRectF(left, top + m_frame.rowHeight - Height, width, Height), color);
        part = qMax(part + 1, after(left + 1));
    }
}

/// Paints the time from the end of a request to its last late message.
void TimelinePainter::paintTail(const RequestRecord &record, const QRectF &bar)
{
    if (!record.late.any())
        return;
    const QRectF tail = between(m_frame.x(record.end), m_frame.x(record.late.lastTime), int(bar.top()) - 3);
    m_painter.setPen(QPen(m_theme.warning, 1, Qt::DotLine));
    m_painter.setBrush(QBrush(m_theme.warning, Qt::BDiagPattern));
    m_painter.drawRect(tail);
    if (record.late.answered()) {
        const double x = m_frame.x(record.late.responseTime);
        m_painter.fillRect(QRectF(x - 1, tail.top(), 2, tail.height()), m_theme.warning);
    }
}

void TimelinePainter::paintCancel(const RequestRecord &record, const QRectF &bar)
{
    if (!record.cancellation)
        return;
    const double x = m_frame.x(record.cancellation->time);
    if (x < m_frame.area.left() || x > m_frame.area.right())
        return;
    // A pulled cord: a line through the row with a knob.
    m_painter.setPen(QPen(m_theme.warning, 2));
    m_painter.drawLine(QPointF(x, bar.top() - 3), QPointF(x, bar.bottom() + 2));
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(m_theme.warning);
    m_painter.drawEllipse(QPointF(x, bar.bottom()), 3, 3);
}

/// Paints ticks at round times, with a minimum distance in pixels.
void TimelinePainter::paintAxis(const QRect &strip)
{
    const double step = niceStep(TickDistance * m_frame.nsPerPixel);
    const int decimals = qBound(0, int(std::ceil(9 - std::log10(step))), 9);
    double free = strip.left() - 1.0; // leftmost position for the next label
    while (free < strip.right()) {
        const qint64 time = qint64((std::floor(double(m_frame.timeAt(free)) / step) + 1) * step);
        const double x = m_frame.x(m_frame.timeAt(free) == 0 ? 0 : time);
        if (x > strip.right())
            break;
        const QString title = QLocale().toString(double(m_frame.timeAt(x)) / 1e9, 'f', decimals) + QStringLiteral(" s");
        m_painter.setPen(m_theme.line);
        m_painter.drawLine(QPointF(x, strip.top()), QPointF(x, m_frame.area.bottom()));
        m_painter.setPen(m_theme.dim);
        const QRectF room(x + 3, strip.top(), strip.width(), strip.height());
        m_painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, title);
        free = qMax(x, free) + TickDistance - 1;
    }
}

void TimelinePainter::paintFolds(int bottom)
{
    for (const TimelineScale::Span &gap : m_frame.scale.gaps()) {
        const double left = qMax(m_frame.x(gap.begin), double(m_frame.area.left()));
        const double right = qMin(m_frame.x(gap.end), double(m_frame.area.right()));
        if (right <= left)
            continue;
        const QRectF fold(left, m_frame.area.top(), right - left, bottom - m_frame.area.top());
        m_painter.fillRect(fold, QBrush(m_theme.line, Qt::Dense6Pattern));
        paintLength(fold, Formatting::duration(gap.end - gap.begin));
    }
}

/// Paints the length of a fold upright, if it fits.
void TimelinePainter::paintLength(const QRectF &fold, const QString &length)
{
    const QFontMetricsF letters(m_painter.font());
    if (fold.width() < letters.ascent() || fold.height() < letters.horizontalAdvance(length) + 2 * letters.descent())
        return;
    m_painter.save();
    m_painter.translate(fold.center().x(), fold.bottom() - letters.descent());
    m_painter.rotate(-90);
    m_painter.setPen(m_theme.dim);
    m_painter.drawText(QRectF(0, -letters.height() / 2, fold.height(), letters.height()),
                       Qt::AlignLeft | Qt::AlignVCenter, length);
    m_painter.restore();
}

void TimelinePainter::paintRange(qint64 from, qint64 to)
{
    QColor color = m_palette.color(QPalette::Highlight);
    const double left = qMax(m_frame.x(qMin(from, to)), double(m_frame.area.left()));
    const double right = qMin(m_frame.x(qMax(from, to)), double(m_frame.area.right()));
    const QRectF range(left, m_frame.area.top(), right - left, m_frame.area.height());
    m_painter.setPen(color);
    color.setAlpha(50);
    m_painter.setBrush(color);
    m_painter.drawRect(range);
}

} // namespace Pullcord
