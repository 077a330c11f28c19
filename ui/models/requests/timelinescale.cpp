// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/requests/timelinescale.h"

#include <algorithm>

namespace Pullcord {

namespace {

constexpr qint64 LeastFold = 20'000'000;
constexpr qint64 FoldsPerBusyTime = 40; ///< the time of all busy spans, in folds
constexpr qint64 FoldedFrom = 4;        ///< in folds; shorter gaps are not folded

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
    if (!std::ranges::is_sorted(busy, {}, &Span::begin)) // usually sorted already
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
        const qint64 saves = gap.end - gap.begin - scale.m_fold;
        scale.m_saved.push_back(scale.saved(scale.m_gaps.size()) + saves);
        scale.m_gaps.push_back(gap);
        scale.m_length -= saves;
    }
    return scale;
}

qint64 TimelineScale::toLine(qint64 time) const
{
    const auto next = std::ranges::lower_bound(m_gaps, time, {}, &Span::begin);
    const auto before = size_t(next - m_gaps.begin()); // number of gaps that begin before `time`
    if (before == 0)
        return time;
    const Span &gap = m_gaps[before - 1];
    if (time >= gap.end)
        return time - saved(before);
    return placeOf(before - 1) + qint64(double(time - gap.begin) * double(m_fold) / double(gap.end - gap.begin));
}

qint64 TimelineScale::toTime(qint64 place) const
{
    size_t low = 0;
    size_t high = m_gaps.size();
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (placeOf(middle) < place)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return place;
    const qint64 inGap = place - placeOf(low - 1);
    return inGap < m_fold ? along(inGap, m_gaps[low - 1], m_fold) : place + saved(low);
}

} // namespace Pullcord
