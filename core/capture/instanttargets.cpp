// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/instanttargets.h"

#include <algorithm>
#include <utility>

namespace Pullcord {

namespace {

qint64 countBefore(const QList<qsizetype> &indices, qsizetype index)
{
    return std::lower_bound(indices.begin(), indices.end(), index) - indices.begin();
}

} // namespace

InstantTargets::InstantTargets(Read read)
    : m_read(std::move(read))
{}

void InstantTargets::select(qsizetype first, qsizetype end)
{
    if (m_first != first || end < m_end) {
        m_connections.clear();
        m_first = first;
        m_end = first;
    }
    for (; m_end < end; ++m_end) {
        const Event event = m_read(m_end);
        if (event.kind == Kind::Mark)
            continue;
        Connection &connection = m_connections[event.connection];
        connection.events.append(m_end);
        if (event.kind == Kind::Batch)
            connection.batches.append(m_end);
        else if (event.kind == Kind::Request)
            connection.requests[event.id].append(m_end);
    }
}

qint64 InstantTargets::numberOf(quint32 connection, const QByteArray &id, qsizetype index) const
{
    const auto found = m_connections.constFind(connection);
    if (found == m_connections.constEnd())
        return 0;
    if (id.isEmpty())
        return countBefore(found->events, index);
    const auto requests = found->requests.constFind(id);
    return countBefore(found->batches, index) +
           (requests == found->requests.constEnd() ? 0 : countBefore(*requests, index));
}

qsizetype InstantTargets::at(quint32 connection, const QByteArray &id, qint64 number) const
{
    qsizetype low = m_first;
    qsizetype high = m_end;
    while (low < high) {
        const qsizetype middle = low + (high - low) / 2;
        if (numberOf(connection, id, middle + 1) <= number)
            low = middle + 1;
        else
            high = middle;
    }
    return low < m_end ? low : -1;
}

} // namespace Pullcord
