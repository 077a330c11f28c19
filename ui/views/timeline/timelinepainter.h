// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/requestrecord.h"
#include "ui/models/requests/timelinescale.h"
#include "ui/views/style/theme.h"

#include <QPalette>
#include <QRect>

#include <vector>

class QPainter;

namespace Pullcord {

class RequestLog;

/// Geometry of a timeline: names at the left, bars beside them, the axis above. Positions are viewport pixels. A value.
struct TimelineFrame
{
    TimelineScale scale;
    QRect area;        ///< area of the bars
    double origin = 0; ///< position on the scale at the left edge, in ns
    double nsPerPixel = 1e6;
    int rowHeight = 16;

    [[nodiscard]] double x(qint64 time) const
    {
        return area.left() + (double(scale.toLine(time)) - origin) / nsPerPixel;
    }
    [[nodiscard]] qint64 timeAt(double x) const
    {
        constexpr double Latest = 9e18; // times in a capture can be arbitrary
        return scale.toTime(qint64(qBound(0.0, origin + (x - area.left()) * nsPerPixel, Latest)));
    }
    /// Shows the scale up to `end`, with a small margin.
    void fit(qint64 end)
    {
        origin = 0;
        nsPerPixel = qMax(1.0, double(end) * 1.04 / qMax(1, area.width()));
    }
};

/// Paints parts of a timeline: bars with progress, cancel and late messages, the axis, and folds. Lives for one paint
/// event.
class TimelinePainter
{
public:
    TimelinePainter(QPainter &painter, const TimelineFrame &frame, const QPalette &palette);

    /// Paints the duration of a whole call behind the bar of its first request.
    void paintWhole(qint64 from, qint64 to, QColor color, int top);
    void paintBar(const RequestRecord &record, QColor color, const std::vector<qint64> &progress, int top, qint64 now);
    /// Paints the parts folded under a request as strokes at the foot of its bar, at most one per pixel. `parts` is in
    /// the order of the log.
    void paintParts(const RequestLog &log, const std::vector<qsizetype> &parts, int top, qint64 now);
    /// Paints labels in `strip`, above the bars, and lines through the bars.
    void paintAxis(const QRect &strip);
    void paintFolds(int bottom);
    void paintRange(qint64 from, qint64 to);

private:
    void paintLength(const QRectF &fold, const QString &length);
    void paintOpenEnd(const QRectF &bar);
    void paintTail(const RequestRecord &record, const QRectF &bar);
    void paintCancel(const RequestRecord &record, const QRectF &bar);
    [[nodiscard]] QRectF between(double left, double right, int top) const;

    QPainter &m_painter;
    const TimelineFrame &m_frame;
    const QPalette &m_palette;
    const Theme &m_theme;
};

} // namespace Pullcord
