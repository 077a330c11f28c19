// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/requeststore.h"

#include <utility>

namespace Pullcord {

RequestStore::RequestStore(qsizetype keepEnded)
    : m_keepEnded(keepEnded)
{}

RequestStore::Slot &RequestStore::add(RequestRecord record)
{
    const quint64 serial = m_nextSerial++;
    const Key key{record.direction, record.id};
    record.serial = serial;
    // Ended ones are never looked for through a newer one, so the chain of a much used id stays short.
    const Slot *older = newest(key, [](const Slot &slot) { return slot.record.isOpen() || slot.leaving; });
    record.duplicateId = older && older->record.isOpen();
    if (!record.id.canBeAnswered())
        m_unnameable[record.direction].push_back(serial);
    if (record.progressToken.kind() != RequestId::Kind::None)
        m_byToken.insert({record.direction, record.progressToken}, serial);

    const quint64 olderSerial = older ? older->record.serial : RequestRecord::NoSerial;
    Slot &slot = m_slots[serial];
    slot.record = std::move(record);
    slot.olderSameId = olderSerial;
    m_newestById.insert(key, serial);
    m_open.insert(serial);
    return slot;
}

void RequestStore::end(Slot &slot, RequestState state, qint64 time)
{
    slot.record.state = state;
    slot.record.end = time;
    m_open.erase(slot.record.serial);
    m_ended.push_back(slot.record.serial);
    if (const auto out = m_byExchange.constFind(slot.exchange);
        out != m_byExchange.constEnd() && *out == slot.record.serial)
        m_byExchange.erase(out);
    if (const auto bringer = m_bringers.find(std::exchange(slot.servedWith, RequestRecord::NoSerial));
        bringer != m_bringers.end() && --*bringer == 0)
        m_bringers.erase(bringer);
}

void RequestStore::setExchange(Slot &slot, qint64 exchange)
{
    if (exchange == 0 || !slot.record.isOpen())
        return;
    slot.exchange = exchange;
    m_byExchange.insert(exchange, slot.record.serial);
}

void RequestStore::mayBringQuestions(Slot &slot, quint64 first)
{
    slot.servedWith = first;
    ++m_bringers[first];
}

void RequestStore::forgetSurplus()
{
    while (qsizetype(m_ended.size()) > m_keepEnded)
        forgetOldest();
}

void RequestStore::forgetOldest()
{
    const auto found = m_slots.find(m_ended.front());
    m_ended.pop_front();
    const RequestRecord &record = found->second.record;
    const auto forgetIn = [&record](QHash<Key, quint64> &hash, const RequestId &id) {
        const auto entry = hash.constFind({record.direction, id});
        if (entry != hash.constEnd() && *entry == record.serial)
            hash.erase(entry);
    };
    forgetIn(m_newestById, record.id);
    forgetIn(m_byToken, record.progressToken);
    m_slots.erase(found);
}

RequestStore::Slot *RequestStore::slot(quint64 serial)
{
    const auto found = m_slots.find(serial);
    return found == m_slots.end() ? nullptr : &found->second;
}

const RequestStore::Slot *RequestStore::slot(quint64 serial) const
{
    const auto found = m_slots.find(serial);
    return found == m_slots.end() ? nullptr : &found->second;
}

RequestStore::Slot *RequestStore::oldestUnnameable(Direction direction)
{
    std::deque<quint64> &serials = m_unnameable[direction];
    while (!serials.empty()) {
        Slot *oldest = slot(serials.front());
        if (oldest && oldest->record.isOpen())
            return oldest;
        serials.pop_front();
    }
    return nullptr;
}

RequestStore::Slot *RequestStore::newestOpenElseNewest(const Key &key)
{
    if (Slot *open = newest(key, [](const Slot &slot) { return slot.record.isOpen(); }))
        return open;
    return slot(newestSerial(key));
}

} // namespace Pullcord
