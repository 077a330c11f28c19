// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/connection/deadlines.h"
#include "core/result.h"
#include "core/rpc/requesttracker.h"

#include <QObject>

#include <chrono>
#include <optional>

namespace Pullcord {

class CancellationToken;
class IncomingRequest;
class RpcConnection;

/// Options for making a request. A value.
struct RequestOptions
{
    /// Longest wait for a response, then the request ends as TimedOut. 0: the client's default, if there is one;
    /// negative: none.
    std::chrono::milliseconds timeout{0};
    /// The same, but not extended by progress. The client's default does not apply if `timeout` is negative.
    std::chrono::milliseconds cap{0};
    bool progressExtends = true; ///< each progress notification restarts `timeout`
    bool wantProgress = false;   ///< adds a progress token (the request's id) to params._meta, unless there is one
    /// Cancels the request when it fires; if it has already fired, the request is never sent.
    CancellationToken *token = nullptr;
    IncomingRequest *parent = nullptr; ///< peer request that this one serves; cancelled together with it
    RequestId follows;                 ///< our earlier request that this one continues; recorded in its events
};

/// A request to the peer, from RpcConnection::request() to its end.
///
/// Owner: the RpcConnection, which deletes it (deleteLater) after finished(). A request that ended as Cancelled or
/// TimedOut stays until its late response has come, the connection has ended, or RpcConnection::MaxLate newer ones are
/// waiting too. Destroying it earlier cancels it, unless it was detached, and still emits finished(). It never ends
/// inside the call that made it.
///
/// Order of signals: stateChanged, then progressed any number of times; at the end stateChanged, then finished, once;
/// then lateResponse, at most once. First writer wins: a response and a cancel that race give exactly one outcome.
/// Specification: MCP utilities "Cancellation", "Progress", lifecycle "Timeouts".
class OutgoingRequest final : public QObject
{
    Q_OBJECT

public:
    enum class CancelResult : quint8 {
        Done,          ///< ended as Cancelled (or Cancelling, if a response is owed)
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
    /// Number of the HTTP exchange that carried it; 0 on other transports, and before it is sent.
    [[nodiscard]] qint64 exchange() const { return m_exchange; }
    /// Serial of its record in RpcConnection::tracker(); Transition::NoRecord until it has one.
    [[nodiscard]] quint64 serial() const { return m_serial; }

    /// Raw JSON result, or the error. Valid only after finished().
    [[nodiscard]] const Result<QByteArray> &outcome() const;

    /// Cancels the request: ends it locally at once. Signals the peer if the request is on the wire; the signal never
    /// overtakes the request. Allowed in any state. Never blocks, and never waits for the peer.
    CancelResult cancel(const QString &reason = {});
    /// Ends the request as Cancelled without a signal to the peer; its Cancel event has the detail `detached`. The peer
    /// may continue; its response is ignored.
    void detach();

    /// Pauses both deadlines. Calls nest: the deadlines continue after as many calls of resumeDeadlines(). Used while
    /// the user answers a question that this request raised. Spec digest 9.
    void pauseDeadlines() { m_deadlines.pause(); }
    void resumeDeadlines() { m_deadlines.resume(); }
    /// Limits of the request, including the client's defaults.
    [[nodiscard]] const Deadlines::Limits &limits() const { return m_deadlines.limits(); }

signals:
    void stateChanged(Pullcord::RequestState state);
    void progressed(const Pullcord::RequestRecord::Progress &progress);
    /// Emitted exactly once, after outcome() is set. Private: only this class ends a request.
    void finished(QPrivateSignal);
    /// Emitted at most once, when a result or error arrives after the request has ended. `raw` is its raw JSON.
    void lateResponse(const QByteArray &raw, bool isError);

private:
    friend class RpcConnection;
    OutgoingRequest(RpcConnection &rpc, RequestId id, QByteArray method, const RequestOptions &options);

    void setState(RequestState state);
    void onProgress(const RequestRecord::Progress &progress);
    void finish(RequestState state, Result<QByteArray> outcome);
    void announceEnd();
    void onDeadline(bool hard, std::chrono::milliseconds limit);

    RpcConnection *m_rpc; ///< null once the connection is destroyed
    RequestId m_id;
    QByteArray m_method;
    RequestId m_follows;
    qint64 m_exchange = 0;
    Deadlines m_deadlines;
    quint64 m_serial = Transition::NoRecord;
    quint64 m_made = 0; ///< number of requests that the connection had made before
    RequestState m_state = RequestState::Queued;
    std::optional<Result<QByteArray>> m_outcome;
    bool m_finished = false;
    bool m_announced = false; ///< finished() was emitted
    bool m_detached = false;
};

} // namespace Pullcord
