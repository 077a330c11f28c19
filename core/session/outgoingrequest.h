// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"
#include "core/rpc/requesttracker.h"
#include "core/session/deadlines.h"

#include <QObject>

#include <chrono>
#include <optional>

namespace Pullcord {

class CancellationToken;
class IncomingRequest;
class Session;

/// How a request is made.
struct RequestOptions
{
    std::chrono::milliseconds timeout{0}; ///< without an answer for so long it ends as TimedOut; 0: never, or whatever
                                          ///< the client's default is; negative: never
    std::chrono::milliseconds cap{0};     ///< the same, and progress cannot move it; the client has no default for what
                                          ///< has no timeout
    bool progressExtends = true;          ///< each progress notification starts `timeout` anew
    bool wantProgress = false; ///< puts a progress token (the request's id) into params._meta, if none is there
    CancellationToken *token = nullptr; ///< cancels the request when it fires; already fired: the request is never sent
    IncomingRequest *parent = nullptr;  ///< the peer's request that this one serves: its cancellation is ours
    RequestId follows; ///< an earlier request of ours, with whose purpose this one goes on; recorded with it
};

/// A request of ours, from the call to its end.
///
/// Owner: the Session, which deletes it (deleteLater) after finished(); one that ended as Cancelled or TimedOut stays
/// until its late answer has come, the connection has ended, or Session::MaxLate newer ones wait likewise. Destroying it
/// earlier cancels it, unless it was detached, and still emits finished(). It never ends inside the call that made it.
/// Order of signals: stateChanged, then progressed any number of times; at the end stateChanged, then finished, once;
/// then lateAnswer, at most once.
/// First writer wins: an answer and a cancellation that race give exactly one outcome.
/// Specification: MCP utilities "Cancellation", "Progress", lifecycle "Timeouts".
class OutgoingRequest final : public QObject
{
    Q_OBJECT

public:
    enum class CancelResult : quint8 {
        Done,          ///< it has ended as Cancelled (or is Cancelling, where an answer is owed)
        AlreadyEnded,  ///< nothing happened
        NotCancellable ///< the protocol forbids it (`initialize`); the alternative is to disconnect
    };
    Q_ENUM(CancelResult)

    ~OutgoingRequest() override;

    [[nodiscard]] const RequestId &id() const { return m_id; }
    [[nodiscard]] const QByteArray &method() const { return m_method; }
    [[nodiscard]] RequestState state() const { return m_state; }
    [[nodiscard]] bool isFinished() const { return m_finished; }
    [[nodiscard]] bool isDetached() const { return m_detached; }
    /// Of the HTTP exchange that it left in; 0 elsewhere, and before.
    [[nodiscard]] qint64 exchange() const { return m_exchange; }
    /// Of its record in Session::tracker(); Transition::NoRecord until it has one.
    [[nodiscard]] quint64 serial() const { return m_serial; }

    /// The raw JSON result, or why there is none. Only after finished().
    [[nodiscard]] const Result<QByteArray> &outcome() const;

    /// Gives the request up: ends it locally at once, and signals the peer if the request is on the wire (behind the
    /// request's own bytes, never before them). Never blocks, never waits for the peer, any state.
    CancelResult cancel(const QString &reason = {});
    /// Ends it as Cancelled without a signal (the log says so too): the peer may work on, its answer is ignored here.
    void detach();

    /// The time that a person of ours takes for a question that it has brought about is not the peer's: both deadlines stand
    /// still until as many calls of the other have come. Spec digest 9.
    void pauseDeadlines() { m_deadlines.pause(); }
    void resumeDeadlines() { m_deadlines.resume(); }
    /// Those that it was made with, and the client's where it named none.
    [[nodiscard]] const Deadlines::Limits &limits() const { return m_deadlines.limits(); }

signals:
    void stateChanged(Pullcord::RequestState state);
    void progressed(const Pullcord::RequestRecord::Progress &progress);
    /// Exactly once; after it, outcome() is set. Private: only this class ends a request.
    void finished(QPrivateSignal);
    /// A result or error came although the request had ended. The raw JSON of it.
    void lateAnswer(const QByteArray &raw, bool isError);

private:
    friend class Session;
    OutgoingRequest(Session &session, RequestId id, QByteArray method, const RequestOptions &options);

    void setState(RequestState state);
    void onProgress(const RequestRecord::Progress &progress);
    void finish(RequestState state, Result<QByteArray> outcome);
    void announceEnd();
    void onDeadline(bool hard, std::chrono::milliseconds limit);

    Session *m_session; ///< null once the session is gone
    RequestId m_id;
    QByteArray m_method;
    RequestId m_follows;
    qint64 m_exchange = 0;
    Deadlines m_deadlines;
    quint64 m_serial = Transition::NoRecord;
    quint64 m_made = 0; ///< how many the session had made before it
    RequestState m_state = RequestState::Queued;
    std::optional<Result<QByteArray>> m_outcome;
    bool m_finished = false;
    bool m_announced = false; ///< finished() has been emitted
    bool m_detached = false;
};

} // namespace Pullcord
