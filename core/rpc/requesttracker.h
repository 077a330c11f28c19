// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/dialect.h"
#include "core/rpc/dialectdetector.h"
#include "core/rpc/requeststore.h"

#include <QHash>
#include <QList>
#include <QVarLengthArray>

#include <limits>

namespace Pullcord {

/// Effect of one event on one request, or a message that matches no request. A value.
struct Transition
{
    enum class Kind : quint8 {
        Created,  ///< a request: the record is Queued or InFlight
        Left,     ///< a queued request left: Queued → InFlight
        Answered, ///< → Succeeded or Failed (also of a Cancelling request)
        Progressed,
        CancelRequested, ///< → Cancelled, or → Cancelling if a response is owed
        /// The signal of a known cancellation crossed the wire, or did so again after CancelRefused.
        CancelSignalled,
        /// The server did not accept that signal (HTTP). The request stays cancelled.
        CancelRefused,
        TimedOut,
        Lost,
        /// The record has changed, its state has not: a Note states a fact that no message shows, or the sender of a
        /// request that the operator of a proxy cancelled waits no longer.
        Remarked,
        Confirmed,    ///< the result that may follow when the receiver has ended a request (Dialect::endMethod)
        StreamClosed, ///< the client closed the stream of a cancelled request; not the cancel in this dialect
        StreamEnded,  ///< the stream of a cancelled request ended or broke without a response
        Refused,      ///< → Failed: an HTTP server refused the request, or the response was too long to keep
        Forbidden,    ///< → Failed: a request of a server that must not send any; it gets no response
        LateResponse, ///< a result or error for a request that ended as Cancelled or TimedOut
        LateProgress,
        SecondResponse, ///< a response to a request that already had one
        /// A response with an id unknown in that direction, or without an id; see RequestRecord::MismatchedResponses.
        UnknownResponse,
        UnknownProgress, ///< progress for an unknown token
        UnaskedLog,      ///< a log message from the server while no request asks for any
        IgnoredCancel,   ///< a cancel without effect; see CancelProblem
    };
    enum class CancelProblem : quint8 {
        None,
        Unknown,        ///< no request of that direction has this id
        OtherType,      ///< a request has this id, but with another JSON type (`"1"` for `1`)
        Finished,       ///< the request already had a response (or was lost)
        Twice,          ///< the request was already cancelled
        NotCancellable, ///< `initialize`
        Malformed,      ///< the id is missing, or is neither a string nor an integer
        HasId,          ///< the cancel was sent as a request
    };
    static constexpr quint64 NoRecord = RequestRecord::NoSerial;

    Kind kind = Kind::Created;
    quint64 serial = NoRecord; ///< the record concerned, if any
    CancelProblem problem = CancelProblem::None;
    Envelope message; ///< the message that caused it: the event's, or one of its batch; of kind None for other events

    /// True if something arrived for a request that had ended.
    [[nodiscard]] bool isLate() const
    {
        return kind == Kind::LateResponse || kind == Kind::LateProgress || kind == Kind::SecondResponse;
    }
};

/// The one state machine for requests: events of one connection in, transitions out.
///
/// An RpcConnection uses it to correlate, a RequestLog to build the table. Both see the same requests, since all state
/// is derived from the events. It keeps every open request and the latest `keepEnded` ended ones, so that late messages
/// are recognized while memory stays bounded. A plain class, owned by its user.
/// Specification: MCP utilities "Cancellation" and "Progress"; JSON-RPC 2.0 sections 4 to 6.
class RequestTracker
{
public:
    using Transitions = QVarLengthArray<Transition, 2>;
    static constexpr qsizetype KeepAll = RequestStore::KeepAll;

    /// Trackers of one log share `packed`.
    explicit RequestTracker(const Dialect &dialect = Dialect::mcpLegacy(), qsizetype keepEnded = KeepAll,
                            std::shared_ptr<PackedRequests> packed = std::make_shared<PackedRequests>());

    [[nodiscard]] const Dialect &dialect() const { return *m_dialect; }

    /// Processes the next event of the connection. `index` is its position in the capture (or RequestRecord::NoEvent).
    /// Returns the transitions in order.
    Transitions feed(const Event &event, qint64 index);

    /// Packs the ended requests of a connection that is no longer used. They are unpacked when something arrives for
    /// them.
    void rest()
    {
        m_store.packEnded();
        if (m_statuses.isEmpty())
            m_statuses = {}; // an empty hash keeps its memory
    }

    /// Live record of a request that is open or among the latest ended ones; null otherwise.
    [[nodiscard]] const RequestRecord *record(quint64 serial) const;
    /// Live record of the newest request with that id in that direction, open or ended; null if there is none.
    [[nodiscard]] const RequestRecord *find(Direction direction, const RequestId &id) const;
    /// Serial of that request, however long ago it ended; NoRecord if there is none.
    [[nodiscard]] quint64 newestSerial(Direction direction, const RequestId &id) const
    {
        return m_store.newestSerial({direction, id});
    }
    /// Copy of the record, however long ago the request ended; none if it never existed or is forgotten.
    [[nodiscard]] std::optional<RequestRecord> recordOf(quint64 serial) const { return m_store.record(serial); }
    /// Serials of the open requests, in order.
    [[nodiscard]] QList<quint64> open() const { return {m_store.open().begin(), m_store.open().end()}; }
    /// Serials of the requests that the operator of a proxy cancelled while their sender waits, in order of the cancels.
    /// Those that ended long ago may be forgotten.
    [[nodiscard]] const QList<quint64> &awaited() const { return m_awaited; }
    /// Applies a response to a record, which may be a copy. Returns the kind of the transition.
    static Transition::Kind take(RequestRecord &record, const Event &event, const Envelope &envelope, qint64 index,
                                 const Dialect &dialect);
    [[nodiscard]] qsizetype openCount() const { return qsizetype(m_store.open().size()); }
    [[nodiscard]] quint64 nextSerial() const { return m_store.nextSerial(); }

private:
    using Key = RequestStore::Key;
    using Slot = RequestStore::Slot;

    void feedMessage(const Event &event, const Envelope &envelope, qint64 index);
    void onQueued(const Event &event);
    void onUnsent(const Event &event);
    void onRequest(const Event &event, const Envelope &envelope, qint64 index);
    void forbid(Slot &slot, const Event &event);
    void onAnswer(const Event &event, const Envelope &envelope, qint64 index);
    void onUnknownResponse(const Key &key, const Event &event, qint64 index);
    void onProgress(const Event &event, const Envelope &envelope);
    void onCancelSignal(const Event &event, const Envelope &envelope, qint64 index);
    [[nodiscard]] bool onEndedByPeer(const Event &event, const Envelope &envelope, qint64 index);
    void onLocalCancel(const Event &event, qint64 index);
    void onTimeout(const Event &event);
    void onMalformed(const Event &event);
    void onHttp(const Event &event, qint64 index);
    void onCancelRefused(const Event &event);
    void onOperatorResponse(Slot &slot, const Event &event, qint64 index);
    void setCancellation(RequestRecord &record, RequestRecord::Cancellation cancellation);
    void endWait(RequestRecord &record, RequestRecord::Cancellation::WaitEnd how, qint64 time);
    void onClosed(const Event &event);
    void onNote(const Event &event);

    void joinLegs(Slot &slot, quint64 earlier);
    void findCause(const Event &event, Slot &slot);
    Slot &create(const Event &event, const Envelope &envelope, RequestState state);
    void takeCancelSignal(Slot &slot, const Event &event, const QString &reason, qint64 index);
    static Transition::Kind takeLate(RequestRecord &record, const Event &event, const Envelope &envelope, qint64 index,
                                     const Dialect &dialect);
    [[nodiscard]] Slot *alikeTo(const Key &key);
    void report(Transition::Kind kind, quint64 serial = Transition::NoRecord,
                Transition::CancelProblem problem = Transition::CancelProblem::None);

    [[nodiscard]] Slot *answeredBy(const Key &key, const Event &event, const Envelope &envelope);
    [[nodiscard]] Transition notFound(const Key &key);

    const Dialect *m_dialect;
    DialectDetector m_dialectDetector;
    RequestStore m_store;
    QList<quint64> m_awaited;         ///< see awaited()
    QHash<qint64, qint64> m_statuses; ///< HTTP status by exchange, from the response to the end of the exchange
    Envelope m_message;               ///< the message being processed
    Transitions m_transitions;        ///< transitions of the event being processed
};

} // namespace Pullcord
