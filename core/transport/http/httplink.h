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

/// What the parts of an HTTP connection share: the options, what has been agreed on, numbers for the exchanges, and one
/// ordered way out for events.
///
/// Owner: the HttpTransport. Events come out through the event loop, never from inside a call, in the order in which they
/// were posted and with the time at which they come out; so no part ever meets a receiver that acts on it in the middle of
/// its work.
class HttpLink final : public QObject
{
    Q_OBJECT

public:
    explicit HttpLink(const HttpOptions &options, QObject *parent = nullptr);

    [[nodiscard]] const HttpOptions &options() const { return m_options; }
    /// Reads the files that the options name, before the first exchange.
    [[nodiscard]] Outcome prepare();
    /// For the exchanges to come; a SHA-256 digest.
    void trust(const QByteArray &certificate) { m_options.exchange.trustedCertificates.append(certificate); }
    [[nodiscard]] McpHeaders &headers() { return m_headers; }
    [[nodiscard]] JsonChecker &checker() { return m_checker; }
    /// How to make an exchange with this address. What is asked of the system about it is asked once.
    [[nodiscard]] HttpExchange::Options exchangeOptions(const QUrl &url);
    [[nodiscard]] int nextExchange() { return ++m_lastExchange; }
    /// The server has answered at least once, with whatever.
    [[nodiscard]] bool hasHeard() const { return m_heard; }
    void markHeard() { m_heard = true; }
    /// The server that the user named is this machine.
    [[nodiscard]] bool isLoopback() const { return m_isLoopback; }
    void markLoopback() { m_isLoopback = true; }

    /// The obstacle on the way to an address that a server has named.
    struct Obstacle
    {
        QString reason;            ///< names both addresses; empty: there is none
        bool needsConsent = false; ///< HttpOptions::followRedirects would remove it
    };
    /// `isFromLoopback`: `from` is a server on this machine.
    [[nodiscard]] Obstacle obstacle(const QUrl &from, bool isFromLoopback, const QUrl &to) const;
    /// The first redirect that leads there.
    [[nodiscard]] bool isNewRedirect(const Origin &target);
    /// A new connection begins.
    void reset();

    void post(Event event);
    /// Posts the last event of this connection: whatever is posted behind it is dropped.
    void postLast(Event event);

signals:
    void eventOccurred(const Pullcord::Event &event);

private:
    void deliver();

    HttpOptions m_options;
    McpHeaders m_headers;
    JsonChecker m_checker;
    std::optional<QSslConfiguration> m_tls;
    std::optional<QNetworkProxy> m_proxy;    ///< for every origin; none: the system says which
    QHash<QString, QNetworkProxy> m_proxies; ///< of the system, by origin
    QList<Origin> m_redirects;               ///< where some have led
    int m_lastExchange = 0;
    bool m_heard = false;
    bool m_isLoopback = false;
    bool m_over = false; ///< the last event has been posted
    std::deque<Event> m_events;
};

} // namespace Pullcord
