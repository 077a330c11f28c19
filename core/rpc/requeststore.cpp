// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/requeststore.h"

#include <utility>

namespace Pullcord {
namespace {

/// Late responses usually arrive shortly after the end, so the newest ended requests stay unpacked.
constexpr qsizetype EndedUnpacked = 1000;

/// Packed for each request that is added. Spreads the work, so that thousands of requests that end at once cause no
/// pause.
constexpr qsizetype PackedPerRequest = 2;

} // namespace

RequestStore::RequestStore(qsizetype keepEnded, std::shared_ptr<PackedRequests> packed)
    : m_keepEnded(keepEnded)
    , m_packed(std::move(packed))
    , m_newestById([this](quint64 serial, const Key &key) { return hasKey(serial, key, &RequestRecord::id); })
    , m_byToken([this](quint64 serial, const Key &key) { return hasKey(serial, key, &RequestRecord::progressToken); })
{}

RequestStore::Slot &RequestStore::add(RequestRecord record)
{
    const quint64 serial = nextSerial();
    const Key key{record.direction, record.id};
    record.serial = serial;
    record.method = m_packed->shared(record.method);
    // An ended request is never searched through a newer one, so the chain of a frequent id stays short.
    const Slot *older = newestOpen(key);
    if (const Slot *leaving = newestLeaving(key); leaving && (!older || leaving->record.serial > older->record.serial))
        older = leaving;
    record.duplicateId = older && older->record.isOpen() && older->record.mismatched.count == 0;
    if (!record.id.canBeAnswered())
        m_unnameable[record.direction].push_back(serial);

    if (record.duplicateId) {
        std::deque<quint64> &serials = m_sameId[key];
        if (!older->record.duplicateId)
            serials = {older->record.serial}; // earlier requests with this id have ended
        serials.push_back(serial);
    }
    const quint64 olderSerial = older ? older->record.serial : RequestRecord::NoSerial;
    if (m_blocks.empty() || m_blocks.back().places.size() == BlockSize)
        m_blocks.emplace_back();
    Slot &slot = *std::get<0>(m_blocks.back().places.emplace_back(std::make_unique<Slot>()));
    slot.record = std::move(record);
    slot.olderSameId = olderSerial;
    m_newestById.insert(key, serial);
    if (slot.record.progressToken.kind() != RequestId::Kind::None)
        m_byToken.insert({key.direction, slot.record.progressToken}, serial);
    m_open.insert(serial);
    m_toPack += PackedPerRequest;
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
    if (std::exchange(slot.asksForLog, false)) {
        --m_logAskers;
        const bool isGivenUp = state == RequestState::Cancelled || state == RequestState::TimedOut;
        m_gaveUpLog = m_gaveUpLog || (isGivenUp && !slot.record.cancelledByServer());
    }
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

void RequestStore::asksForLog(Slot &slot)
{
    slot.asksForLog = true;
    ++m_logAskers;
}

void RequestStore::clearSurplus()
{
    if (m_keepEnded != KeepAll) {
        while (m_ended.size() > m_keepEnded)
            forget(m_ended.takeFirst());
        return;
    }
    for (; m_toPack > 0 && m_ended.size() > EndedUnpacked; --m_toPack)
        pack(m_ended.takeFirst());
    m_toPack = 0;
}

void RequestStore::forget(quint64 serial)
{
    Slot &slot = *unpacked(serial);
    const RequestRecord &record = slot.record;
    setLeaving(slot, false);
    m_newestById.remove({record.direction, record.id}, record.serial);
    if (!m_newestById.contains({record.direction, record.id}))
        m_sameId.remove({record.direction, record.id});
    m_byToken.remove({record.direction, record.progressToken}, record.serial);
    *placeOf(serial) = {};
    ++m_blocks[(serial - m_firstSerial) / BlockSize].forgotten;
    while (!m_blocks.empty() && m_blocks.front().forgotten == BlockSize) {
        m_blocks.erase(m_blocks.begin());
        m_firstSerial += BlockSize;
    }
}

void RequestStore::packEnded()
{
    if (m_keepEnded != KeepAll)
        return;
    for (qsizetype left = EndedUnpacked; left > 0 && !m_ended.isEmpty(); --left)
        pack(m_ended.takeFirst());
    // An empty container keeps its memory, a hash about 1 KB.
    const auto release = [](auto &...containers) { ((containers.isEmpty() ? void(containers = {}) : void()), ...); };
    release(m_ended, m_leaving, m_byExchange, m_bringers, m_sameId);
}

/// Packs a request, unless it is one of several with its id: others are found through it.
void RequestStore::pack(quint64 serial)
{
    const Slot &slot = *unpacked(serial);
    if (slot.olderSameId == RequestRecord::NoSerial && !slot.leaving)
        *placeOf(serial) = m_packed->add(slot.record);
}

RequestStore::Place *RequestStore::placeOf(quint64 serial)
{
    return const_cast<Place *>(std::as_const(*this).placeOf(serial));
}

const RequestStore::Place *RequestStore::placeOf(quint64 serial) const
{
    if (serial < m_firstSerial || serial >= nextSerial())
        return nullptr;
    const quint64 number = serial - m_firstSerial;
    return &m_blocks[number / BlockSize].places[number % BlockSize];
}

RequestStore::Slot *RequestStore::slot(quint64 serial)
{
    Place *place = placeOf(serial);
    if (place && place->index() == 1) {
        auto slot = std::make_unique<Slot>();
        slot->record = m_packed->at(std::get<1>(*place), serial);
        *place = std::move(slot);
        m_ended.push_back(serial);
        ++m_toPack;
    }
    return unpacked(serial);
}

RequestStore::Slot *RequestStore::unpacked(quint64 serial)
{
    return const_cast<Slot *>(std::as_const(*this).unpacked(serial));
}

const RequestStore::Slot *RequestStore::unpacked(quint64 serial) const
{
    const Place *place = placeOf(serial);
    return place && place->index() == 0 ? std::get<0>(*place).get() : nullptr;
}

std::optional<RequestRecord> RequestStore::record(quint64 serial) const
{
    if (const Slot *slot = unpacked(serial))
        return slot->record;
    const Place *place = placeOf(serial);
    return place && place->index() == 1 ? std::optional(m_packed->at(std::get<1>(*place), serial)) : std::nullopt;
}

bool RequestStore::hasKey(quint64 serial, const Key &key, RequestId RequestRecord::*id) const
{
    const auto isOf = [&](const RequestRecord &record) {
        return record.direction == key.direction && record.*id == key.id;
    };
    if (const Slot *slot = unpacked(serial))
        return isOf(slot->record);
    const std::optional<RequestRecord> packed = record(serial);
    return packed && isOf(*packed);
}

RequestStore::Slot *RequestStore::oldestUnnameable(Direction direction)
{
    std::deque<quint64> &serials = m_unnameable[direction];
    while (!serials.empty()) {
        Slot *oldest = unpacked(serials.front());
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
            Slot *candidate = unpacked(serials[place]);
            if (candidate && candidate->record.isOpen())
                return candidate;
            serials.erase(serials.begin() + qptrdiff(place)); // near the front of the deque
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
    Slot *found = unpacked(newestSerial(key)); // a packed request has ended, and hides no open one
    while (found && !found->record.isOpen())
        found = unpacked(found->olderSameId);
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
