// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/timelinescale.h"

#include <algorithm>

namespace Pullcord {

namespace {

constexpr qint64 LeastFold = 20'000'000;
constexpr qint64 FoldsPerBusyTime = 40; ///< so many folds are as long as everything that is busy
constexpr qint64 FoldedFrom = 4;        ///< folds; shorter gaps stay

qint64 along(qint64 place, const TimelineScale::Span &gap, qint64 fold)
{
    return gap.begin + qint64(double(place) * double(gap.end - gap.begin) / double(fold));
}

} // namespace

TimelineScale::TimelineScale(qint64 end)
    : m_length(end)
{}

TimelineScale TimelineScale::folded(std::vector<Span> busy, qint64 end)
{
    std::ranges::sort(busy, {}, &Span::begin);
    std::vector<Span> idle;
    qint64 reached = 0;
    qint64 idleTime = 0;
    const auto rest = [&](qint64 until) {
        if (until > reached) {
            idle.push_back({reached, until});
            idleTime += until - reached;
        }
    };
    for (const Span &span : busy) {
        rest(span.begin);
        reached = std::max(reached, span.end);
    }
    rest(end);

    TimelineScale scale(std::max(end, reached));
    scale.m_fold = std::max(LeastFold, (scale.m_length - idleTime) / FoldsPerBusyTime);
    for (const Span &gap : idle) {
        if (gap.end - gap.begin < FoldedFrom * scale.m_fold)
            continue;
        scale.m_gaps.push_back(gap);
        scale.m_length -= gap.end - gap.begin - scale.m_fold;
    }
    return scale;
}

qint64 TimelineScale::toLine(qint64 time) const
{
    qint64 saved = 0;
    for (const Span &gap : m_gaps) {
        if (time <= gap.begin)
            break;
        if (time < gap.end)
            return gap.begin - saved + qint64(double(time - gap.begin) * double(m_fold) / double(gap.end - gap.begin));
        saved += gap.end - gap.begin - m_fold;
    }
    return time - saved;
}

qint64 TimelineScale::toTime(qint64 place) const
{
    qint64 saved = 0;
    for (const Span &gap : m_gaps) {
        const qint64 inGap = place - (gap.begin - saved);
        if (inGap <= 0)
            break;
        if (inGap < m_fold)
            return along(inGap, gap, m_fold);
        saved += gap.end - gap.begin - m_fold;
    }
    return place + saved;
}

} // namespace Pullcord
