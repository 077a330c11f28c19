// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonchecker.h"
#include "core/rpc/event.h"
#include "core/transport/http/httpoptions.h"
#include "core/transport/http/mcpheaders.h"
#include "core/transport/http/origin.h"

#include <QObject>

#include <deque>

namespace Pullcord {

/// State shared by the parts of an HTTP connection: the options, the negotiated version and session, exchange numbers,
/// and one ordered queue of events.
///
/// Owner: the HttpTransport or HttpProxy. Events are emitted through the event loop, never from inside a call, so that
/// no part is interrupted by a receiver in the middle of its work. They keep the order in which they were posted, and
/// get the time of their emission.
class HttpLink final : public QObject
{
    Q_OBJECT

public:
    explicit HttpLink(const HttpOptions &options, QObject *parent = nullptr);

    [[nodiscard]] const HttpOptions &options() const { return m_options; }
    /// Reads the files named in the options; call it before the first exchange. The error is that of HttpNetwork.
    [[nodiscard]] Outcome prepare();
    /// Trusts a certificate (SHA-256 digest) in future exchanges.
    void trust(const QByteArray &certificate) { m_options.exchange.trustedCertificates.append(certificate); }
    [[nodiscard]] McpHeaders &headers() { return m_headers; }
    [[nodiscard]] JsonChecker &checker() { return m_checker; }
    /// Returns the options for an exchange with this address. Asks the system for its proxy once per origin.
    [[nodiscard]] HttpExchange::Options exchangeOptions(const QUrl &url);
    [[nodiscard]] int nextExchange() { return ++m_lastExchange; }
    /// True once the server has responded with anything.
    [[nodiscard]] bool hasHeard() const { return m_heard; }
    void markHeard() { m_heard = true; }
    /// True if the server that the user entered is this machine.
    [[nodiscard]] bool isLoopback() const { return m_isLoopback; }
    void markLoopback() { m_isLoopback = true; }

    /// Obstacle on the way to an address named by a server.
    struct Obstacle
    {
        QString reason;            ///< names both addresses; empty if there is no obstacle
        bool needsConsent = false; ///< HttpOptions::followRedirects would remove the obstacle
    };
    /// Returns the obstacle between two addresses. `isFromLoopback`: `from` is a server on this machine.
    [[nodiscard]] Obstacle obstacle(const QUrl &from, bool isFromLoopback, const QUrl &to) const;
    /// True for the first redirect that leads to this origin.
    [[nodiscard]] bool isNewRedirect(const Origin &target);
    /// Resets the state for a new connection.
    void reset();

    void post(Event event);
    /// Posts the last event of this connection; events posted later are dropped.
    void postLast(Event event);
    /// Emits all posted events now.
    void flush() { deliver(); }

signals:
    void eventOccurred(const Pullcord::Event &event);

private:
    void deliver();

    HttpOptions m_options;
    McpHeaders m_headers;
    JsonChecker m_checker;
    std::optional<QSslConfiguration> m_tls;
    std::optional<QNetworkProxy> m_proxy;    ///< for every origin; none: use the system's proxy
    QHash<QString, QNetworkProxy> m_proxies; ///< the system's proxies, by origin
    QList<Origin> m_redirects;               ///< targets of redirects so far
    int m_lastExchange = 0;
    bool m_heard = false;
    bool m_isLoopback = false;
    bool m_over = false; ///< the last event has been posted
    std::deque<Event> m_events;
};

} // namespace Pullcord
