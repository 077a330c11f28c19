// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/requestevents.h"

#include "core/capture/capture.h"
#include "core/capture/requestlog.h"

#include <algorithm>

namespace Pullcord {

RequestEvents::RequestEvents(const Capture &capture, const RequestLog &log)
    : m_capture(capture)
    , m_log(log)
{}

QList<qsizetype> RequestEvents::of(const QSet<qsizetype> &rows)
{
    readMore();
    find(rows);
    QList<qsizetype> events;
    for (const qsizetype row : rows)
        events += m_events.value(row);
    forgetEnded(rows);
    return events;
}

void RequestEvents::readMore()
{
    const qsizetype count = m_capture.count();
    if (m_events.isEmpty())
        m_read = count;
    for (; m_read < count; ++m_read, ++m_looked) {
        if (const auto known = m_events.find(m_capture.entry(m_read).row); known != m_events.end())
            known->append(m_read);
    }
}

void RequestEvents::find(const QSet<qsizetype> &rows)
{
    qsizetype first = m_read;
    QSet<qsizetype> missing;
    for (const qsizetype row : rows) {
        if (m_events.contains(row))
            continue;
        missing.insert(row);
        m_events.insert(row, {});
        first = std::min<qsizetype>(first, std::max<qint64>(0, m_log.record(row).requestEvent));
    }
    if (missing.isEmpty())
        return;
    for (qsizetype index = first; index < m_read; ++index, ++m_looked) {
        const qsizetype row = m_capture.entry(index).row;
        if (row != CaptureEntry::NoRow && missing.contains(row))
            m_events[row].append(index);
    }
}

/// Forgets the ended ones of `rows`. Those with late messages are kept, at most MostEnded of them, since each late
/// event may lead to another call of of().
void RequestEvents::forgetEnded(const QSet<qsizetype> &rows)
{
    for (const qsizetype row : rows) {
        const RequestRecord record = m_log.record(row);
        if (record.isOpen())
            continue;
        if (record.late.any() && m_ended.size() < MostEnded) {
            m_ended.insert(row);
        } else if (!m_ended.contains(row)) {
            m_events.remove(row);
        }
    }
    if (m_ended.size() >= MostEnded) {
        for (const qsizetype row : std::as_const(m_ended))
            m_events.remove(row);
        m_ended.clear();
    }
}

} // namespace Pullcord
