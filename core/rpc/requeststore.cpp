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
    const quint64 serial = nextSerial();
    const Key key{record.direction, record.id};
    record.serial = serial;
    record.method = shared(record.method);
    // Ended ones are never looked for through a newer one, so the chain of a much used id stays short.
    const Slot *older = newestOpen(key);
    if (const Slot *leaving = newestLeaving(key); leaving && (!older || leaving->record.serial > older->record.serial))
        older = leaving;
    record.duplicateId = older && older->record.isOpen();
    if (!record.id.canBeAnswered())
        m_unnameable[record.direction].push_back(serial);
    if (record.progressToken.kind() != RequestId::Kind::None)
        m_byToken.insert({record.direction, record.progressToken}, serial);

    if (record.duplicateId) {
        std::deque<quint64> &serials = m_sameId[key];
        if (!older->record.duplicateId)
            serials = {older->record.serial}; // what was there before has ended
        serials.push_back(serial);
    }
    const quint64 olderSerial = older ? older->record.serial : RequestRecord::NoSerial;
    Slot &slot = *m_slots.emplace_back(std::make_unique<Slot>());
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
    std::unique_ptr<Slot> &place = m_slots[size_t(m_ended.front() - m_firstSerial)];
    m_ended.pop_front();
    const RequestRecord &record = place->record;
    setLeaving(*place, false);
    m_newestById.remove({record.direction, record.id}, record.serial);
    if (!m_newestById.contains({record.direction, record.id}))
        m_sameId.remove({record.direction, record.id});
    m_byToken.remove({record.direction, record.progressToken}, record.serial);
    place.reset();
    while (!m_slots.empty() && !m_slots.front()) {
        m_slots.pop_front();
        ++m_firstSerial;
    }
}

/// A peer may make up any number of them; then each has its own.
QByteArray RequestStore::shared(const QByteArray &method)
{
    constexpr qsizetype Most = 200;
    if (const auto known = m_methods.constFind(method); known != m_methods.constEnd())
        return *known;
    if (m_methods.size() < Most)
        m_methods.insert(method);
    return method;
}

RequestStore::Slot *RequestStore::slot(quint64 serial)
{
    return const_cast<Slot *>(std::as_const(*this).slot(serial));
}

const RequestStore::Slot *RequestStore::slot(quint64 serial) const
{
    const bool isIn = serial >= m_firstSerial && serial < nextSerial();
    return isIn ? m_slots[size_t(serial - m_firstSerial)].get() : nullptr;
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

RequestStore::Slot *RequestStore::oldestOpen(const Key &key, bool duplicates)
{
    const auto known = m_sameId.find(key);
    if (known == m_sameId.end())
        return nullptr;
    std::deque<quint64> &serials = *known;
    const auto openAt = [&](size_t place) {
        while (place < serials.size()) {
            Slot *candidate = slot(serials[place]);
            if (candidate && candidate->record.isOpen())
                return candidate;
            serials.erase(serials.begin() + qptrdiff(place)); // near the front
        }
        return static_cast<Slot *>(nullptr);
    };
    Slot *const oldest = openAt(0);
    if (!oldest)
        m_sameId.erase(known);
    // Only the oldest of them can have come while no other was open.
    return oldest && duplicates && !oldest->record.duplicateId ? openAt(1) : oldest;
}

RequestStore::Slot *RequestStore::newestOpenElseNewest(const Key &key)
{
    Slot *open = newestOpen(key);
    return open ? open : slot(newestSerial(key));
}

RequestStore::Slot *RequestStore::newestOpen(const Key &key)
{
    Slot *found = slot(newestSerial(key));
    while (found && !found->record.isOpen())
        found = slot(found->olderSameId);
    return found;
}

RequestStore::Slot *RequestStore::newestLeaving(const Key &key)
{
    const auto known = m_leaving.constFind(key);
    return known == m_leaving.constEnd() ? nullptr : slot(known->constLast());
}

void RequestStore::setLeaving(Slot &slot, bool leaving)
{
    if (slot.leaving == leaving)
        return;
    slot.leaving = leaving;
    const Key key{slot.record.direction, slot.record.id};
    if (leaving) {
        m_leaving[key].append(slot.record.serial);
        return;
    }
    const auto known = m_leaving.find(key);
    known->removeOne(slot.record.serial);
    if (known->isEmpty())
        m_leaving.erase(known);
}

} // namespace Pullcord
