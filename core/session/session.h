// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/requesttracker.h"
#include "core/session/incomingrequest.h"
#include "core/session/outgoingrequest.h"
#include "core/transport/transport.h"

#include <QHash>
#include <QObject>

#include <functional>
#include <memory>

namespace Pullcord {

/// One end of a JSON-RPC conversation: makes requests, answers requests, cancels in both directions.
///
/// It owns its transport and all request objects. What it knows of requests it knows from a RequestTracker fed with the
/// same events that it publishes, so that it can never disagree with the log.
/// Order: eventOccurred(e) first, for everything that happens; then the signals that follow from e.
/// Losing the transport ends every open request, in their order, before stateChanged tells the new state.
class Session : public QObject
{
    Q_OBJECT

public:
    /// Which end of the conversation we are.
    enum class Role : quint8 { Client, Server };
    using Handler = std::function<void(IncomingRequest *)>;

    /// Ended requests that are remembered, so that what comes late is recognised.
    static constexpr qsizetype DefaultMemory = 10'000;

    Session(std::unique_ptr<Transport> transport, Role role, QObject *parent = nullptr);
    ~Session() override;

    [[nodiscard]] Transport &transport() const { return *m_transport; }
    [[nodiscard]] Transport::State state() const;
    [[nodiscard]] const RequestTracker &tracker() const { return m_tracker; }
    [[nodiscard]] quint32 connection() const { return m_connection; }

    /// Connects; each open() is a new connection number in the events (0, 1, …).
    void open();
    void close();

    /// From here on requests are cancelled this way; recorded as a Dialect event.
    void setDialect(const Dialect &dialect);

    /// Makes a request. Never null; owned by the session. `params` is raw JSON, empty for none. If it cannot be sent it
    /// ends through the event loop. While the transport is opening it waits, Queued.
    OutgoingRequest *request(const QByteArray &method, const QByteArray &params = {}, const RequestOptions &options = {});
    void notify(const QByteArray &method, const QByteArray &params = {});
    /// Sends bytes as they are, well-formed or not. A request among them becomes an OutgoingRequest like any other; a
    /// cancel among them counts as a cancel.
    void sendRaw(const QByteArray &bytes);
    /// Records a remark for people.
    void note(const QString &text);

    /// The live object of a record; null if it has ended.
    [[nodiscard]] OutgoingRequest *outgoing(quint64 serial) const;
    [[nodiscard]] IncomingRequest *incoming(quint64 serial) const;
    [[nodiscard]] QList<OutgoingRequest *> outgoing() const; ///< those in flight, in order
    /// Cancels all of them that may be; returns how many.
    qsizetype cancelAll(const QString &reason = {});

    /// Who answers a method. Without a handler a request is answered -32601 (and ping with {}).
    void setHandler(const QByteArray &method, Handler handler);
    /// Who answers what has no handler of its own; null: -32601.
    void setFallbackHandler(Handler handler);

signals:
    /// Everything that happens, in order, before anything follows from it.
    void eventOccurred(const Pullcord::Event &event);
    void stateChanged(Pullcord::Transport::State state);
    void requestStarted(Pullcord::OutgoingRequest *request);
    void requestReceived(Pullcord::IncomingRequest *request);
    /// A notification that is neither a cancel nor progress of ours; `params` is raw JSON.
    void notificationReceived(const QByteArray &method, const QByteArray &params);
    /// The transport said that it failed; the text is that of its Failed event.
    void failed(const QString &reason);

private:
    std::unique_ptr<Transport> m_transport;
    Role m_role;
    quint32 m_connection = 0;
    RequestTracker m_tracker;
};

} // namespace Pullcord
