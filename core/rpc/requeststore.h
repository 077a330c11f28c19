// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/packedrequests.h"
#include "core/rpc/requestindex.h"
#include "core/rpc/requestrecord.h"

#include <QHash>
#include <QList>

#include <deque>
#include <memory>
#include <set>
#include <variant>
#include <vector>

namespace Pullcord {

/// The requests of one connection, by serial, by id and by progress token.
///
/// Keeps every open request and the latest `keepEnded` ended ones. If it keeps all, those that ended long ago are
/// packed, and unpacked again when something arrives for them. It only stores; its owner, RequestTracker, decides what
/// happens to a request. A log may have 100,000 stores, so one with few requests must take little memory. A plain
/// class.
class RequestStore
{
public:
    using Key = RequestIndex::Key;
    struct Slot
    {
        RequestRecord record;
        quint64 olderSameId = RequestRecord::NoSerial;
        bool leaving = false; ///< see setLeaving()
        qint64 exchange = 0;  ///< number of the HTTP exchange that carried it; 0 on other transports
        quint64 servedWith = RequestRecord::NoSerial; ///< see mayBringQuestions()
        bool asksForLog = false;                      ///< see asksForLog()
    };

    static constexpr qsizetype KeepAll = std::numeric_limits<qsizetype>::max();

    RequestStore(qsizetype keepEnded, std::shared_ptr<PackedRequests> packed);
    Q_DISABLE_COPY_MOVE(RequestStore)

    /// Adds an open request: assigns its serial, and checks whether its id is in use.
    Slot &add(RequestRecord record);
    /// Ends a request. It may be forgotten from the next clearSurplus() on, and packed as others are added.
    void end(Slot &slot, RequestState state, qint64 time);
    /// Removes the surplus; slots of ended requests may be invalid afterwards.
    void clearSurplus();
    /// Packs ended requests, a limited number at a time, and releases unused memory. Called when the connection becomes
    /// idle. Does nothing unless all requests are kept.
    void packEnded();

    /// Null if the request never existed or is forgotten.
    [[nodiscard]] Slot *slot(quint64 serial);
    /// Null for a packed request, too.
    [[nodiscard]] const Slot *unpacked(quint64 serial) const;
    [[nodiscard]] std::optional<RequestRecord> record(quint64 serial) const;
    [[nodiscard]] Slot *byToken(const Key &key) { return slot(m_byToken.value(key, RequestRecord::NoSerial)); }
    /// Newest open request with that id; null if there is none.
    [[nodiscard]] Slot *newestOpen(const Key &key);
    /// Newest request with that id that is queued and not yet on the wire; null if there is none.
    [[nodiscard]] Slot *newestLeaving(const Key &key);
    void setLeaving(Slot &slot, bool leaving);
    /// Oldest open request that no response can name (see RequestId::canBeAnswered()); null if there is none.
    [[nodiscard]] Slot *oldestUnnameable(Direction direction);
    [[nodiscard]] Slot *newestOpenElseNewest(const Key &key);
    /// For an id in use several times: the oldest open request. With `duplicates` only among those that came while
    /// another was open. Null if there is none.
    [[nodiscard]] Slot *oldestOpen(const Key &key, bool duplicates);
    /// Notes the exchange that carries the request, its response, and all questions that serve it.
    void setExchange(Slot &slot, qint64 exchange);
    /// Notes that the receiver may ask questions first. `first` is the first leg of the call.
    void mayBringQuestions(Slot &slot, quint64 first);
    /// The open request carried by that exchange; null if there is none.
    [[nodiscard]] Slot *byExchange(qint64 exchange)
    {
        return slot(m_byExchange.value(exchange, RequestRecord::NoSerial));
    }
    /// First leg of the only open call that may bring questions; NoSerial if there is none or several.
    [[nodiscard]] quint64 onlyBringer() const
    {
        return m_bringers.size() == 1 ? m_bringers.constBegin().key() : RequestRecord::NoSerial;
    }
    /// Notes that the request asks for log messages while it is open.
    void asksForLog(Slot &slot);
    /// True if requested log messages may come: a request that asks for them is open, or was given up, so that they may
    /// have crossed the cancel.
    [[nodiscard]] bool mayBringLog() const { return m_logAskers > 0 || m_gaveUpLog; }
    [[nodiscard]] quint64 newestSerial(const Key &key) const
    {
        return m_newestById.value(key, RequestRecord::NoSerial);
    }

    [[nodiscard]] const std::set<quint64> &open() const { return m_open; } ///< serials, in order
    [[nodiscard]] quint64 nextSerial() const
    {
        return m_firstSerial +
               (m_blocks.empty() ? 0 : (m_blocks.size() - 1) * BlockSize + m_blocks.back().places.size());
    }

private:
    /// A null pointer stands for a forgotten request.
    using Place = std::variant<std::unique_ptr<Slot>, PackedRequests::Place>;
    static constexpr quint64 BlockSize = 1024;
    /// Places of successive requests. Only the last block grows, so that a million places never have to move at once.
    struct Block
    {
        std::vector<Place> places;
        quint64 forgotten = 0; ///< number of them
    };

    void forget(quint64 serial);
    void pack(quint64 serial);
    [[nodiscard]] Place *placeOf(quint64 serial);
    [[nodiscard]] const Place *placeOf(quint64 serial) const;
    [[nodiscard]] Slot *unpacked(quint64 serial);
    [[nodiscard]] bool hasKey(quint64 serial, const Key &key, RequestId RequestRecord::*id) const;

    qsizetype m_keepEnded;
    std::vector<Block> m_blocks; ///< by serial, starting at m_firstSerial; the first has at least one that is kept
    std::shared_ptr<PackedRequests> m_packed;
    quint64 m_firstSerial = 0;
    RequestIndex m_newestById;
    QHash<Key, QList<quint64>> m_leaving; ///< serials, newest last
    RequestIndex m_byToken;
    QHash<qint64, quint64> m_byExchange;      ///< open requests only
    QHash<quint64, qsizetype> m_bringers;     ///< number of open legs, by the first leg of the call
    qsizetype m_logAskers = 0;                ///< number of open requests that ask for log messages
    bool m_gaveUpLog = false;                 ///< at least one of them was given up
    QHash<Key, std::deque<quint64>> m_sameId; ///< for ids in use several times: serials, oldest first, like those below
    QHash<Direction, std::deque<quint64>> m_unnameable; ///< serials, oldest first, including some ended ones
    QList<quint64> m_ended;                             ///< in order of their ends; without packed ones
    qsizetype m_toPack = 0;                             ///< largest number of them to pack at the next clearSurplus()
    std::set<quint64> m_open;
};

} // namespace Pullcord
