// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/packedrequests.h"
#include "core/rpc/requestindex.h"
#include "core/rpc/requestrecord.h"

#include <QHash>
#include <QList>
#include <QSet>

#include <deque>
#include <memory>
#include <set>
#include <variant>

namespace Pullcord {

/// The requests of one connection, found by serial, by id and by progress token.
///
/// It keeps every open request and, of the ended ones, the latest `keepEnded`. Where it is to keep all, those that ended long
/// ago are packed, and taken out again when something comes for them after all. It stores; what happens to a request is for
/// RequestTracker, its owner, to say. Plain class.
class RequestStore
{
public:
    using Key = RequestIndex::Key;
    struct Slot
    {
        RequestRecord record;
        quint64 olderSameId = RequestRecord::NoSerial;
        bool leaving = false;                         ///< see setLeaving()
        qint64 exchange = 0;                          ///< that it went out with, if it went over HTTP
        quint64 servedWith = RequestRecord::NoSerial; ///< see mayBringQuestions()
        bool asksForLog = false;                      ///< see asksForLog()
    };

    static constexpr qsizetype KeepAll = std::numeric_limits<qsizetype>::max();

    explicit RequestStore(qsizetype keepEnded);
    Q_DISABLE_COPY_MOVE(RequestStore)

    /// Takes in an open request: gives it its serial, and sees whether its id is in use.
    Slot &add(RequestRecord record);
    /// The request has ended; it may be forgotten from the next clearSurplus() on, and packed as others are added.
    void end(Slot &slot, RequestState state, qint64 time);
    /// Slots that have ended may be gone afterwards.
    void clearSurplus();

    /// Null if it never existed or was forgotten.
    [[nodiscard]] Slot *slot(quint64 serial);
    /// The same, and null if it is packed, too.
    [[nodiscard]] const Slot *unpacked(quint64 serial) const;
    [[nodiscard]] std::optional<RequestRecord> record(quint64 serial) const;
    [[nodiscard]] Slot *byToken(const Key &key) { return slot(m_byToken.value(key, RequestRecord::NoSerial)); }
    /// The newest of that id that is open; null if there is none.
    [[nodiscard]] Slot *newestOpen(const Key &key);
    /// The newest of that id that is queued, and not on the wire yet; null if there is none.
    [[nodiscard]] Slot *newestLeaving(const Key &key);
    void setLeaving(Slot &slot, bool leaving);
    /// The oldest open one of those that no answer can name (see RequestId::canBeAnswered()); null if there is none.
    [[nodiscard]] Slot *oldestUnnameable(Direction direction);
    [[nodiscard]] Slot *newestOpenElseNewest(const Key &key);
    /// Of an id that is in use several times: the open one that came first; of `duplicates` alone, those that came while
    /// another was open. Null if there is none.
    [[nodiscard]] Slot *oldestOpen(const Key &key, bool duplicates);
    /// It has gone out with that exchange, in which its answer comes, and whatever is asked for the sake of it.
    void setExchange(Slot &slot, qint64 exchange);
    /// Who serves it may ask something first. `first` is the first of the requests that it is one thing with.
    void mayBringQuestions(Slot &slot, quint64 first);
    /// Open, and out with that exchange; null if none is.
    [[nodiscard]] Slot *byExchange(qint64 exchange)
    {
        return slot(m_byExchange.value(exchange, RequestRecord::NoSerial));
    }
    /// The first of the open requests that may bring questions, if all are one thing; else NoSerial.
    [[nodiscard]] quint64 onlyBringer() const
    {
        return m_bringers.size() == 1 ? m_bringers.constBegin().key() : RequestRecord::NoSerial;
    }
    /// It asks for log messages for as long as it is open.
    void asksForLog(Slot &slot);
    /// Whether log messages may come that were asked for: by a request that is open, or by one that its sender has given up,
    /// which they may have crossed.
    [[nodiscard]] bool mayBringLog() const { return m_logAskers > 0 || m_gaveUpLog; }
    [[nodiscard]] quint64 newestSerial(const Key &key) const
    {
        return m_newestById.value(key, RequestRecord::NoSerial);
    }

    [[nodiscard]] const std::set<quint64> &open() const { return m_open; } ///< serials, in order
    [[nodiscard]] quint64 nextSerial() const { return m_firstSerial + m_slots.size(); }

private:
    /// Null where it was forgotten.
    using Place = std::variant<std::unique_ptr<Slot>, PackedRequests::Place>;

    void forget(quint64 serial);
    void pack(quint64 serial);
    [[nodiscard]] const Place *placeOf(quint64 serial) const;
    [[nodiscard]] Slot *unpacked(quint64 serial);
    [[nodiscard]] bool hasKey(quint64 serial, const Key &key, RequestId RequestRecord::*id) const;
    [[nodiscard]] QByteArray shared(const QByteArray &method);

    qsizetype m_keepEnded;
    std::deque<Place> m_slots; ///< by serial, from m_firstSerial
    PackedRequests m_packed;
    quint64 m_firstSerial = 0;
    QSet<QByteArray> m_methods; ///< the few that there are, so that not every record has its own copy
    RequestIndex m_newestById;
    QHash<Key, QList<quint64>> m_leaving; ///< serials, newest last
    RequestIndex m_byToken;
    QHash<qint64, quint64> m_byExchange;      ///< of open ones
    QHash<quint64, qsizetype> m_bringers;     ///< by the first of what is one thing: how many of it are open
    qsizetype m_logAskers = 0;                ///< open ones that ask for log messages
    bool m_gaveUpLog = false;                 ///< one of them was given up
    QHash<Key, std::deque<quint64>> m_sameId; ///< of ids in use several times: serials, oldest first, as below
    QHash<Direction, std::deque<quint64>> m_unnameable; ///< serials, oldest first, also of some that have ended
    QList<quint64> m_ended;                             ///< in the order of their ends; of those that are not packed
    qsizetype m_toPack = 0;                             ///< so many of them at most, at the next clearSurplus()
    std::set<quint64> m_open;
};

} // namespace Pullcord
