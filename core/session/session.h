// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/requesttracker.h"
#include "core/session/incomingrequest.h"
#include "core/session/notificationsource.h"
#include "core/session/outgoingrequest.h"
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

/// One end of a JSON-RPC conversation: makes requests, answers requests, cancels in both directions.
///
/// It owns its transport and all request objects. What it knows of requests it knows from a RequestTracker fed with the
/// same events that it publishes, so that it can never disagree with the log. Their times never go back.
/// Order: eventOccurred(e) first, for everything that happens; then the signals that follow from e.
/// Losing the transport ends every open request before stateChanged tells the new state: what never left with its Unsent
/// event, then the others in their order.
/// A request of the peer's with an id that MCP forbids is refused with -32600: a number that is no integer (also `1.0` and
/// `1e0`, since the schemas of all revisions say "integer" and not every peer would know its own id again as `1`) with that
/// id, anything else with the id null, as JSON-RPC 2.0 section 5 has it.
class Session : public QObject
{
    Q_OBJECT

public:
    /// Which end of the conversation we are.
    enum class Role : quint8 { Client, Server };
    using Handler = std::function<void(IncomingRequest *)>;

    /// Ended requests that are remembered, so that what comes late is recognised.
    static constexpr qsizetype Memory = 10'000;
    /// Request objects that wait for a late answer.
    static constexpr qsizetype MaxLate = 1'000;

    Session(std::unique_ptr<Transport> transport, Role role, QObject *parent = nullptr);
    ~Session() override;

    [[nodiscard]] Transport &transport() const { return *m_transport; }
    /// The transport's; Closing until everything has ended that the loss of a connection ends.
    [[nodiscard]] Transport::State state() const;
    [[nodiscard]] const RequestTracker &tracker() const { return *m_tracker; }
    [[nodiscard]] quint32 connection() const { return m_connection; }
    /// An id that no request of ours has: it is given to nobody else.
    [[nodiscard]] RequestId freshId();

    /// Connects, if Idle; each open() is a new connection number in the events (0, 1, …).
    void open();
    /// Leaves; takes back openAgain().
    void close();
    /// The present connection, which is ending, is followed by another at once: stateChanged goes from Closing (or Open) to
    /// Opening, and Idle is not announced. Only before Idle has been.
    void openAgain() { m_opensAgain = true; }

    /// From here on requests are cancelled this way; recorded as a Dialect event.
    void setDialect(const Dialect &dialect);

    /// Makes a request. Never null; owned by the session. `params` is raw JSON, empty for none. If it cannot be sent
    /// (not connected, params that are no JSON object or array, a token that has fired) it ends through the event loop.
    /// While the transport is opening it waits, Queued, and leaves right after stateChanged(Open).
    OutgoingRequest *request(const QByteArray &method, const QByteArray &params = {},
                             const RequestOptions &options = {});
    void notify(const QByteArray &method, const QByteArray &params = {});
    /// Sends bytes as they are, well-formed or not. A request among them becomes an OutgoingRequest like any other; a
    /// cancel among them counts as a cancel.
    void sendRaw(const QByteArray &bytes);
    /// Records that a request of ours, which was answered with questions, is given up at those. Nothing is sent.
    void giveUpAnswered(const RequestId &id, const QString &reason);
    /// Records a remark for people.
    void note(const QString &text, const QJsonObject &more = {});
    /// The same of a request, with what became of it that no message tells (EventKind::Note). Nothing if it is forgotten.
    void noteOf(quint64 serial, const QString &became, const QString &text, const QJsonObject &more = {});
    /// Why the last connection ended; empty when we asked for it.
    [[nodiscard]] const QString &endReason() const { return m_endReason; }

    /// The live object of a record; null if it has ended.
    [[nodiscard]] OutgoingRequest *outgoing(quint64 serial) const;
    [[nodiscard]] IncomingRequest *incoming(quint64 serial) const;
    [[nodiscard]] QList<OutgoingRequest *> outgoing() const; ///< those in flight, in order
    /// Cancels those of them that may be, or of these, each with a message of its own, which leave in one write where messages
    /// share a stream; returns how many. Pointers, as who hears of one end may destroy the others.
    qsizetype cancelAll(const QString &reason = {});
    qsizetype cancelAll(const QList<QPointer<OutgoingRequest>> &requests, const QString &reason);

    /// Who answers a method, at once or later. Without a handler a request is answered -32601 (and ping with {}).
    void setHandler(const QByteArray &method, Handler handler);
    /// Who answers what has no handler of its own; null: -32601.
    void setFallbackHandler(Handler handler);
    /// Who tells of the notifications of one method, progress too, but not of cancels. Never null, and always the same.
    [[nodiscard]] NotificationSource *notifications(const QByteArray &method);

signals:
    /// Everything that happens, in order, before anything follows from it.
    void eventOccurred(const Pullcord::Event &event);
    void stateChanged(Pullcord::Transport::State state);
    /// Any notification that is neither a cancel nor progress, after its NotificationSource; `params` is raw JSON.
    void notificationReceived(const QByteArray &method, const QByteArray &params);
    /// The transport said that it failed; the text is that of its Failed event.
    void failed(const QString &reason);

private:
    friend class OutgoingRequest;
    friend class IncomingRequest;

    /// Why we stop waiting for a request of ours.
    struct Stop
    {
        RequestState state = RequestState::Cancelled; ///< or TimedOut
        QString reason;
        qint64 afterMs = 0; ///< of a timeout
        bool hard = false;
        bool detached = false; ///< the peer is not told
        bool recorded = false; ///< its Cancel or Timeout event has been published
    };
    /// A request that was handed to the transport and has not left.
    struct Departure
    {
        OutgoingRequest *request = nullptr; ///< null once it has finished
        std::optional<Stop> stop;           ///< asked for meanwhile: told to the peer behind the request itself
    };

    void publish(Event event);
    void follow(const Transition &transition, const Event &event);
    void adopt(const RequestId &id, const QByteArray &method);
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
    void stop(OutgoingRequest *request, Stop stop);
    [[nodiscard]] Event recordOf(const RequestId &id, const Stop &stop) const;
    void tell(const RequestRecord &record, const Stop &stop);
    void signalCancel(const RequestId &id, const QString &reason);
    void list(OutgoingRequest *request);
    void unlist(OutgoingRequest *request);
    void retire(OutgoingRequest *request);
    void answer(IncomingRequest *request, const QByteArray &message);
    void giveUp(const IncomingRequest &request, const RequestId &parent, const QString &reason);
    [[nodiscard]] OutgoingRequest *causeOf(const Event &event) const;
    [[nodiscard]] Direction own() const;

    std::unique_ptr<Transport> m_transport;
    Role m_role;
    quint32 m_connection = 0;
    QString m_endReason;
    qint64 m_lastTime = 0; ///< of the events: none is told behind a younger one
    bool m_openedBefore = false;
    bool m_opensAgain = false; ///< when the present connection has closed
    bool m_losing = false;     ///< the connection has closed, and what it ends is being ended
    bool m_dying = false;
    std::optional<RequestTracker> m_tracker; ///< of the connection; there always is one
    JsonChecker m_checker;
    qint64 m_lastId = 0;
    quint64 m_made = 0; ///< requests so far

    std::map<quint64, OutgoingRequest *> m_live; ///< unfinished ones, in the order in which they were made
    std::vector<std::pair<OutgoingRequest *, QByteArray>> m_waiting; ///< for the transport to open; with params
    QHash<RequestId, Departure> m_departing;
    QHash<quint64, OutgoingRequest *> m_outgoing; ///< by serial, also those that wait for a late answer
    std::deque<quint64> m_late;                   ///< serials of those, oldest first
    QHash<quint64, IncomingRequest *> m_incoming;
    QHash<QByteArray, NotificationSource *> m_sources; ///< children
    QHash<QByteArray, Handler> m_handlers;
    Handler m_fallback;
};

} // namespace Pullcord
