// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/requests/timelineextent.h"

#include "core/capture/requestlog.h"
#include "core/rpc/dialect.h"

#include <algorithm>

namespace Pullcord {

namespace {

/// True for a request that stays open for future changes. It is busy only at its start and end.
bool isSubscription(const RequestRecord &record)
{
    return std::ranges::any_of(Dialect::all(),
                               [&](const Dialect *dialect) { return dialect->endedByPeer.contains(record.method); });
}

TimelineScale::Span whileOpen(const RequestRecord &record, qint64 now)
{
    return {record.start, isSubscription(record) ? record.start : now};
}

} // namespace

void TimelineExtent::setLog(const RequestLog *log)
{
    *this = {};
    m_log = log;
}

void TimelineExtent::settle(qsizetype row)
{
    const RequestRecord record = m_log->record(row);
    const qint64 end = std::max(record.start + record.duration(record.end), record.late.lastTime);
    m_end = std::max(m_end, end);
    if (isSubscription(record)) {
        addBusy({record.start, record.start});
        addBusy({end, end});
    } else {
        m_endOfWork = std::max(m_endOfWork, end);
        addBusy({record.start, end});
    }
}

/// Merges a span into m_busy. Usually it continues the last span.
void TimelineExtent::addBusy(TimelineScale::Span span)
{
    const auto first = std::ranges::lower_bound(m_busy, span.begin - LeastGap, {}, &TimelineScale::Span::end);
    auto last = first;
    for (; last != m_busy.end() && last->begin <= span.end + LeastGap; ++last)
        span = {std::min(span.begin, last->begin), std::max(span.end, last->end)};
    if (first == last) {
        m_busy.insert(first, span);
        return;
    }
    *first = span;
    m_busy.erase(first + 1, last);
}

void TimelineExtent::update()
{
    std::erase_if(m_open, [this](qsizetype row) {
        const bool hasEnded = !m_log->record(row).isOpen();
        if (hasEnded)
            settle(row);
        return hasEnded;
    });
    for (const qsizetype rows = m_log->count(); m_seen < rows; ++m_seen) {
        if (m_log->record(m_seen).isOpen())
            m_open.push_back(m_seen);
        else
            settle(m_seen);
    }
}

void TimelineExtent::touch(qsizetype row)
{
    if (m_log && row < m_seen && !m_log->record(row).isOpen() && m_log->record(row).late.any())
        settle(row);
}

qint64 TimelineExtent::endOfWork(qint64 now) const
{
    const bool isRunning =
        std::ranges::any_of(m_open, [this](qsizetype row) { return !isSubscription(m_log->record(row)); });
    return isRunning ? std::max(m_endOfWork, now) : m_endOfWork;
}

TimelineScale TimelineExtent::scale(qint64 now, bool folds)
{
    if (m_log)
        update();
    const qint64 end = m_open.empty() ? m_end : std::max(m_end, now);
    if (!folds)
        return TimelineScale(end);
    std::vector<TimelineScale::Span> busy = m_busy;
    for (const qsizetype row : m_open)
        busy.push_back(whileOpen(m_log->record(row), now));
    return TimelineScale::folded(std::move(busy), end);
}

} // namespace Pullcord
