// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/requestindex.h"

#include <utility>

namespace Pullcord {

RequestIndex::RequestIndex(HasKey hasKey)
    : m_hasKey(std::move(hasKey))
{}

void RequestIndex::insert(const Key &key, quint64 serial)
{
    Q_ASSERT(serial < Entry::None);
    Place place = placeOf(key);
    if (m_tables.size() == 1 && m_tables.front().used == MostInOne) {
        split();
        place = placeOf(key);
    }
    Table &table = m_tables[place.table];
    if (!table.entries.empty() && table.entries[place.entry].serial != Entry::None) {
        table.entries[place.entry].serial = quint32(serial);
        return;
    }
    if (4 * (table.used + 1) > 3 * table.entries.size())
        grow(table);
    put(table, {place.hash, quint32(serial)});
    ++table.used;
}

void RequestIndex::remove(const Key &key, quint64 serial)
{
    const Place place = placeOf(key);
    Table &table = m_tables[place.table];
    if (table.entries.empty() || table.entries[place.entry].serial != serial)
        return;
    table.entries[place.entry] = {};
    --table.used;
    // Later entries may have been displaced by this one.
    const size_t mask = table.entries.size() - 1;
    for (size_t next = (place.entry + 1) & mask; table.entries[next].serial != Entry::None; next = (next + 1) & mask)
        put(table, std::exchange(table.entries[next], {}));
}

bool RequestIndex::contains(const Key &key) const
{
    return entryOf(key) != nullptr;
}

quint64 RequestIndex::value(const Key &key, quint64 otherwise) const
{
    const Entry *entry = entryOf(key);
    return entry ? entry->serial : otherwise;
}

const RequestIndex::Entry *RequestIndex::entryOf(const Key &key) const
{
    const Place place = placeOf(key);
    const Table &table = m_tables[place.table];
    const bool isIn = !table.entries.empty() && table.entries[place.entry].serial != Entry::None;
    return isIn ? &table.entries[place.entry] : nullptr;
}

RequestIndex::Place RequestIndex::placeOf(const Key &key) const
{
    // Ids are usually counters. Ids that differ only in the last digit are neighbors in the table, so that a run of
    // requests stays in few cache lines.
    constexpr quint32 SideBySide = 15;
    const bool isCounted = key.id.kind() == RequestId::Kind::Number;
    const QByteArrayView id = key.id.toJson();
    const quint64 whole = isCounted ? qHashMulti(0, int(key.direction), id.chopped(1)) : qHash(key);
    auto hash = quint32(whole >> 8 ^ whole >> 40);
    if (isCounted)
        hash = (hash & ~SideBySide) | (quint8(id.back()) & SideBySide);
    const size_t number = tableOf(hash);
    const std::vector<Entry> &entries = m_tables[number].entries;
    if (entries.empty())
        return {number, hash, 0};
    const size_t mask = entries.size() - 1;
    size_t at = hash & mask;
    while (entries[at].serial != Entry::None && (entries[at].hash != hash || !m_hasKey(entries[at].serial, key)))
        at = (at + 1) & mask;
    return {number, hash, at};
}

size_t RequestIndex::tableOf(quint32 hash) const
{
    return m_tables.size() == 1 ? 0 : hash >> (32 - TableBits);
}

void RequestIndex::split()
{
    const Table only = std::move(m_tables.front());
    m_tables = std::vector<Table>(size_t(1) << TableBits);
    for (const Entry &entry : only.entries) {
        if (entry.serial == Entry::None)
            continue;
        Table &table = m_tables[tableOf(entry.hash)];
        if (4 * (table.used + 1) > 3 * table.entries.size())
            grow(table);
        put(table, entry);
        ++table.used;
    }
}

void RequestIndex::grow(Table &table)
{
    const std::vector<Entry> former = std::exchange(table.entries, {});
    table.entries.resize(former.empty() ? 4 : 2 * former.size());
    for (const Entry &entry : former) {
        if (entry.serial != Entry::None)
            put(table, entry);
    }
}

void RequestIndex::put(Table &table, Entry entry)
{
    const size_t mask = table.entries.size() - 1;
    size_t at = entry.hash & mask;
    while (table.entries[at].serial != Entry::None)
        at = (at + 1) & mask;
    table.entries[at] = entry;
}

} // namespace Pullcord
