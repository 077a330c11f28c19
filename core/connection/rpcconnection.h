// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/connection/incomingrequest.h"
#include "core/connection/outgoingrequest.h"
#include "core/rpc/requesttracker.h"
#include "core/transport/transport.h"

#include <QHash>
#include <QObject>
#include <QPointer>

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace Pullcord {

/// Source of the peer's notifications of one method. A flood of other notifications costs its receivers nothing. Owner:
/// the RpcConnection; see RpcConnection::notifications().
/// Specification: JSON-RPC 2.0 section 4.1; spec digest 1.
class NotificationSource final : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

signals:
    /// `params` is raw JSON, empty if absent.
    void received(const QByteArray &params);
};

/// One end of a JSON-RPC conversation: makes requests, responds to requests, and cancels in both directions.
///
/// It owns its transport and all request objects. A RequestTracker, fed with the events that it publishes, holds the
/// state of all requests, so it can never disagree with the log. The times of the events never go back.
///
/// Order: eventOccurred(e) first, for every event; then the signals that follow from e. The loss of the transport ends
/// every open request before stateChanged announces the new state. Requests that never left end first, with their
/// Unsent events, then the others in their order.
///
/// A peer request with an id that MCP forbids is refused with -32600. If the id is a number that is not an integer, the
/// refusal repeats it as it was written. That includes `1.0` and `1e0`: the schemas of all revisions require "integer",
/// and a peer might not recognize its own id as `1`. Any other forbidden id is refused with the id null (JSON-RPC 2.0
/// section 5).
class RpcConnection : public QObject
{
    Q_OBJECT

public:
    /// Our end of the conversation.
    enum class Role : quint8 { Client, Server };
    using Handler = std::function<void(IncomingRequest *)>;

    /// Number of ended requests that are remembered, to recognize late messages.
    static constexpr qsizetype Memory = 10'000;
    /// Largest number of request objects that wait for a late response.
    static constexpr qsizetype MaxLate = 1'000;

    RpcConnection(std::unique_ptr<Transport> transport, Role role, QObject *parent = nullptr);
    ~RpcConnection() override;

    [[nodiscard]] Transport &transport() const { return *m_transport; }
    /// State of the transport; Closing until every request that the loss of the connection ends has ended.
    [[nodiscard]] Transport::State state() const;
    [[nodiscard]] const RequestTracker &tracker() const { return *m_tracker; }
    [[nodiscard]] quint32 connection() const { return m_connection; }
    /// Returns an id that none of our requests has, and reserves it.
    [[nodiscard]] RequestId freshId();

    /// Connects, if Idle. Each open() has a new connection number in the events (0, 1, …).
    void open();
    /// Closes the connection; revokes openAgain().
    void close();
    /// Opens another connection as soon as the present one, which is ending, has closed. stateChanged goes from Closing
    /// (or Open) to Opening, without Idle. Call it before Idle has been announced.
    void openAgain() { m_opensAgain = true; }

    /// Sets the form of cancels from now on; recorded as a Dialect event.
    void setDialect(const Dialect &dialect);

    /// Makes a request. Never null; owned by this object. `params` is raw JSON, empty for none.
    ///
    /// A request that cannot be sent ends through the event loop: there is no connection, the params are not a JSON
    /// object or array, or the token has fired. While the transport is opening, a request waits as Queued, and leaves
    /// right after stateChanged(Open).
    OutgoingRequest *request(const QByteArray &method, const QByteArray &params = {},
                             const RequestOptions &options = {});
    /// Sends a notification. `params` is an object, an array, or empty. If it cannot be sent, an Unsent event follows.
    void notify(const QByteArray &method, const QByteArray &params = {});
    /// Sends bytes unchanged, well-formed or not. A request among them becomes an ordinary OutgoingRequest; a cancel
    /// among them counts as a cancel.
    void sendRaw(const QByteArray &bytes);
    /// Records that our request, whose response asked questions, is given up instead of answered. Sends nothing.
    void giveUpAnswered(const RequestId &id, const QString &reason);
    /// Records a note for display.
    void note(const QString &text, const QJsonObject &more = {});
    /// Records a note on a request: a fact about its end that no message shows (EventKind::Note). Does nothing if the
    /// request is forgotten.
    void noteOf(quint64 serial, const QString &became, const QString &text, const QJsonObject &more = {});
    /// Reason for the end of the last connection; empty after close().
    [[nodiscard]] const QString &endReason() const { return m_endReason; }

    /// Returns the live object of a record by its serial; null if it has ended.
    [[nodiscard]] OutgoingRequest *outgoing(quint64 serial) const;
    [[nodiscard]] IncomingRequest *incoming(quint64 serial) const;
    [[nodiscard]] QList<OutgoingRequest *> outgoing() const; ///< unfinished requests, in order
    /// Cancels all requests in flight, or `requests`, as far as they can be cancelled. Returns the number of cancelled
    /// requests. Each cancel is a message of its own; on a shared stream they leave in one write. Takes guarded
    /// pointers, since the end of one request may destroy others.
    qsizetype cancelAll(const QString &reason = {});
    qsizetype cancelAll(const QList<QPointer<OutgoingRequest>> &requests, const QString &reason);

    /// Sets the function that responds to a method, at once or later. Requests without a handler get -32601 (ping gets
    /// {}).
    void setHandler(const QByteArray &method, Handler handler);
    /// Sets the function for all other methods; null: they get -32601.
    void setFallbackHandler(Handler handler);
    /// Source of the notifications of one method, including progress but not cancels. Never null; always the same
    /// object for a method.
    [[nodiscard]] NotificationSource *notifications(const QByteArray &method);

signals:
    /// Emitted for every event, in order, before anything that follows from it.
    void eventOccurred(const Pullcord::Event &event);
    void stateChanged(Pullcord::Transport::State state);
    /// Emitted for each notification that is neither a cancel nor progress, after its NotificationSource has emitted
    /// received(). `params` is raw JSON.
    void notificationReceived(const QByteArray &method, const QByteArray &params);
    /// The transport failed; `reason` is the text of its Failed event.
    void failed(const QString &reason);

private:
    friend class OutgoingRequest;
    friend class IncomingRequest;

    /// How one of our requests is given up.
    struct Stop
    {
        RequestState state = RequestState::Cancelled; ///< or TimedOut
        QString reason;
        qint64 afterMs = 0; ///< for a timeout
        bool hard = false;
        bool detached = false; ///< the peer gets no signal
        bool recorded = false; ///< its Cancel or Timeout event was published
    };
    /// A request that was given to the transport but has not left.
    struct Departure
    {
        OutgoingRequest *request = nullptr; ///< null once it has finished
        /// Cancel requested meanwhile; sent to the peer after the request itself.
        std::optional<Stop> stop;
    };

    void publish(Event event);
    void follow(const Transition &transition, const Event &event);
    void trackRaw(const RequestId &id, const QByteArray &method);
    void followOutgoing(const Transition &transition, const RequestRecord &record, const Event &event);
    void followIncoming(const Transition &transition, const RequestRecord &record, const Event &event);
    void onCreated(const RequestRecord &record, const Event &event);
    void onReceived(const RequestRecord &record, const Event &event, const Envelope &message);
    void onTransportState(Transport::State state);
    void beginConnection();
    void onLost(const Event &closed);
    void announceNotifications(const Event &event);

    void dispatch(OutgoingRequest *request, const QByteArray &params);
    void departed(const RequestId &id);
    OutgoingRequest::CancelResult cancel(OutgoingRequest *request, const QString &reason);
    void endRequest(OutgoingRequest *request, Stop stop);
    [[nodiscard]] Event makeCancelEvent(const RequestId &id, const Stop &stop) const;
    void notifyPeer(const RequestRecord &record, const Stop &stop);
    void signalCancel(const RequestId &id, const QString &reason);
    void track(OutgoingRequest *request);
    void untrack(OutgoingRequest *request);
    void release(OutgoingRequest *request);
    void answer(IncomingRequest *request, const QByteArray &message);
    void abandon(const IncomingRequest &request, const RequestId &parent, const QString &reason);
    [[nodiscard]] OutgoingRequest *causeOf(const Event &event) const;
    [[nodiscard]] Direction own() const;

    std::unique_ptr<Transport> m_transport;
    Role m_role;
    quint32 m_connection = 0;
    QString m_endReason;
    qint64 m_lastTime = 0; ///< time of the latest event; no event gets an earlier one
    bool m_openedBefore = false;
    bool m_opensAgain = false; ///< open again when the present connection has closed
    bool m_losing = false;     ///< the connection has closed, and its requests are being ended
    bool m_dying = false;
    std::optional<RequestTracker> m_tracker; ///< tracker of the present connection; always set
    JsonChecker m_checker;
    qint64 m_lastId = 0;
    quint64 m_made = 0; ///< number of requests made so far

    std::map<quint64, OutgoingRequest *> m_live; ///< unfinished requests, in the order in which they were made
    std::vector<std::pair<OutgoingRequest *, QByteArray>> m_waiting; ///< waiting for Open, with params
    QHash<RequestId, Departure> m_departing;
    QHash<quint64, OutgoingRequest *> m_outgoing; ///< by serial, including those that wait for a late response
    std::deque<quint64> m_late;                   ///< serials of those, oldest first
    QHash<quint64, IncomingRequest *> m_incoming;
    QHash<QByteArray, NotificationSource *> m_sources; ///< owned by this object
    QHash<QByteArray, Handler> m_handlers;
    Handler m_fallback;
};

} // namespace Pullcord
