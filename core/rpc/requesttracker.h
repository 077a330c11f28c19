// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/dialect.h"
#include "core/rpc/requeststore.h"
#include "core/rpc/tolddialect.h"

#include <QList>
#include <QVarLengthArray>

#include <limits>

namespace Pullcord {

/// What one event did to one request, or that it fits none.
struct Transition
{
    enum class Kind : quint8 {
        Created,  ///< a request: the record is Queued or InFlight
        Left,     ///< a queued request left: Queued → InFlight
        Answered, ///< → Succeeded or Failed (also of a Cancelling request)
        Progressed,
        CancelRequested, ///< → Cancelled, or → Cancelling where an answer is owed
        CancelSignalled, ///< the signal of a cancellation that we already knew of crossed the wire; or once more, after CancelRefused
        CancelRefused, ///< the server did not accept that signal (HTTP), which changes nothing for us
        TimedOut,
        Lost,
        Remarked,     ///< what no message tells is known of it (a Note): its record has changed, and not its state
        Confirmed,    ///< the result that may follow when who was to answer has ended a request
        StreamClosed, ///< we closed the stream of a cancelled request, where that is not how one cancels
        StreamEnded,  ///< the stream of a cancelled request ended, or broke off, without an answer
        Refused,      ///< → Failed: instead of an answer came the refusal of an HTTP server, or one too long to keep
        Forbidden,    ///< → Failed: a request of the server's where servers may not ask, which nobody answers
        LateAnswer,   ///< a result or error for a request that had ended as Cancelled or TimedOut
        LateProgress,
        SecondAnswer, ///< an answer to a request that was answered already
        UnknownAnswer, ///< an answer to an id that is not known in that direction, or has no id; see RequestRecord::Amiss
        UnknownProgress, ///< progress for a token that is not known
        UnaskedLog,      ///< a log message of the server's where it has to be silent, as no request asks for any
        IgnoredCancel,   ///< a cancel that changes nothing; see CancelProblem
    };
    enum class CancelProblem : quint8 {
        None,
        Unknown,        ///< no request of that direction has this id
        OtherType,      ///< one has, but as another JSON type (`"1"` for `1`)
        Finished,       ///< it had been answered (or lost)
        Twice,          ///< it had been cancelled
        NotCancellable, ///< `initialize`
        Malformed,      ///< the id is missing or neither string nor integer
        HasId,          ///< the cancel came as a request
    };
    static constexpr quint64 NoRecord = RequestRecord::NoSerial;

    Kind kind = Kind::Created;
    quint64 serial = NoRecord; ///< the record it concerns, if any
    CancelProblem problem = CancelProblem::None;
    Envelope message; ///< the message that did it: the event's, or one of its batch; of kind None for other events

    /// Something came for a request that had ended.
    [[nodiscard]] bool isLate() const
    {
        return kind == Kind::LateAnswer || kind == Kind::LateProgress || kind == Kind::SecondAnswer;
    }
};

/// The one state machine for requests: events of one connection in, transitions out.
///
/// A Session uses it to correlate, a RequestLog to build the table; what neither can derive from the events
/// does not happen. It keeps every open request, and of the ended ones the latest `keepEnded`, so that what
/// comes late is recognised while memory stays bounded. Plain class, owned by its user.
/// Specification: MCP utilities "Cancellation" and "Progress"; JSON-RPC 2.0 sections 4 to 6.
class RequestTracker
{
public:
    using Transitions = QVarLengthArray<Transition, 2>;
    static constexpr qsizetype KeepAll = RequestStore::KeepAll;

    explicit RequestTracker(const Dialect &dialect = Dialect::mcpLegacy(), qsizetype keepEnded = KeepAll);

    [[nodiscard]] const Dialect &dialect() const { return *m_dialect; }

    /// Takes the next event of the connection; `index` is its place in the capture (or RequestRecord::NoEvent).
    Transitions feed(const Event &event, qint64 index);

    /// As it is now and as it changes, for as long as it is open or among the latest that have ended; null otherwise.
    [[nodiscard]] const RequestRecord *record(quint64 serial) const;
    /// The same of the newest with that id in that direction, open or ended.
    [[nodiscard]] const RequestRecord *find(Direction direction, const RequestId &id) const;
    /// As it is now, however long ago it has ended; nothing if it never existed or has been forgotten.
    [[nodiscard]] std::optional<RequestRecord> recordOf(quint64 serial) const { return m_store.record(serial); }
    /// Serials of the open requests, in order.
    [[nodiscard]] QList<quint64> open() const { return {m_store.open().begin(), m_store.open().end()}; }
    /// What an answer makes of a request, of which the record may be a copy: changes that, and says what it did.
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
    void onUnknownAnswer(const Key &key, const Event &event, qint64 index);
    void onProgress(const Event &event, const Envelope &envelope);
    void onCancelSignal(const Event &event, const Envelope &envelope, qint64 index);
    [[nodiscard]] bool onEndedByPeer(const Event &event, const Envelope &envelope, qint64 index);
    void onLocalCancel(const Event &event, qint64 index);
    void onTimeout(const Event &event);
    void onMalformed(const Event &event);
    void onHttp(const Event &event, qint64 index);
    void onCancelRefused(const Event &event);
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
    ToldDialect m_toldDialect;
    RequestStore m_store;
    Envelope m_message;        ///< being fed
    Transitions m_transitions; ///< of the event being fed
};

} // namespace Pullcord
