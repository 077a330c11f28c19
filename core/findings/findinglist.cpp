// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/findinglist.h"

#include <algorithm>
#include <utility>

namespace Pullcord {

void FindingList::setPlace(qsizetype index, bool isLater)
{
    m_place = index;
    m_isLater = isLater;
}

/// Sorts by event, then by immediate or later check, then by order of arrival.
quint64 FindingList::nextKey()
{
    constexpr int CountBits = 27;
    constexpr quint64 CountMask = (quint64(1) << CountBits) - 1;
    return (quint64(m_place) + 1) << (CountBits + 1) | quint64(m_isLater) << CountBits | (++m_nextKey & CountMask);
}

std::deque<FindingList::Entry>::const_iterator FindingList::placeOf(quint64 key) const
{
    return std::lower_bound(m_entries.begin(), m_entries.end(), key,
                            [](const Entry &entry, quint64 wanted) { return entry.key < wanted; });
}

qsizetype FindingList::indexOf(quint64 key) const
{
    const auto place = placeOf(key);
    return place != m_entries.end() && place->key == key ? place - m_entries.begin() : -1;
}

const FindingList::Entry *FindingList::find(quint64 key) const
{
    const qsizetype index = indexOf(key);
    return index < 0 ? nullptr : &at(index);
}

void FindingList::add(Entry entry)
{
    if (m_aside) {
        m_aside->append(std::move(entry.finding));
        return;
    }
    entry.occurrences = {m_place};
    const auto place = m_entries.insert(placeOf(entry.key), std::move(entry));
    emit added(place - m_entries.begin());
}

void FindingList::replace(quint64 key, Finding finding)
{
    const qsizetype index = indexOf(key);
    if (index < 0 || at(index).finding == finding)
        return;
    if (m_aside) {
        m_aside->append(std::move(finding));
        return;
    }
    Entry &entry = m_entries[size_t(index)];
    if (finding.count > entry.finding.count && entry.occurrences.back() != m_place)
        entry.occurrences.push_back(m_place);
    entry.finding = std::move(finding);
    emit changed(index);
}

void FindingList::setUncrossed(quint64 key, const Uncrossed &uncrossed)
{
    if (const qsizetype index = indexOf(key); index >= 0)
        m_entries[size_t(index)].uncrossed = uncrossed;
}

void FindingList::remove(quint64 key)
{
    const qsizetype index = indexOf(key);
    if (index < 0)
        return;
    m_entries.erase(m_entries.begin() + index);
    emit removed(index);
}

} // namespace Pullcord
