// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/requestrecord.h"
#include "ui/views/style/theme.h"
#include "ui/views/timeline/timelineframe.h"

#include <QPalette>

#include <vector>

class QPainter;

namespace Pullcord {

class RequestLog;

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
