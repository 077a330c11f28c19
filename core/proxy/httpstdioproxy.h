// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/proxy/clientlistener.h"
#include "core/proxy/processsession.h"
#include "core/proxy/proxy.h"

#include <QMap>

namespace Pullcord {

/// Proxy from HTTP to stdio: it listens for clients, and starts the server for them.
///
/// One address serves clients of every revision, which differ by their first request:
/// - `initialize` in a POST begins a session with a server of its own, until the client's DELETE or the proxy's end.
///   Streams that end do not end it. A server that ends makes the session unknown (404), so that the client begins
///   another one.
/// - A GET without a session begins one of HTTP+SSE of 2024-11-05, with a server of its own, which ends with the stream.
/// - A request with a revision in its `_meta` (2026-07-28) has no session. All of these share one server, which begins
///   with the first of them, and again with the next one after it has ended.
///
/// A rule that closes a connection ends the server with all its clients; a later request with its session gets 404.
///
/// Each server is a connection of its own in the record. The messages are those on the server's side; where the client
/// had other ids, or closed a stream instead, details and notes say so (see ProcessSession).
///
/// It ends by close(), not with a server. Owner: the creator. Errors: failure() if it cannot listen, or if there is no
/// such command. Specification: MCP transports of every revision; versioning.
class HttpStdioProxy final : public Proxy
{
    Q_OBJECT

public:
    static constexpr qsizetype MostProcesses = 256; ///< servers at the same time

    HttpStdioProxy(const StdioCommand &server, ClientListener::Options options, QObject *parent = nullptr);
    ~HttpStdioProxy() override;

    void start() override;
    void close(const QString &reason) override;
    /// Kills the servers.
    void hurry() override;
    [[nodiscard]] qint64 undelivered() const override { return 0; }

protected:
    [[nodiscard]] QJsonObject serverDescription() const override { return StdioTransport(m_command).description(); }
    [[nodiscard]] Outcome sendCancel(const RequestRecord &request, const QString &reason) override;
    [[nodiscard]] Outcome sendResponse(const RequestRecord &request, const QByteArray &response) override;
    void onBegun(const RequestRecord &request) override;
    void passOn(const Event &message, const QByteArray &line, const QJsonObject &details) override;
    void reportWithheld(const Event &message, const QByteArray &line, const QJsonObject &details) override;
    void sendByRule(const HeldMessage &message) override;
    void breakOff(quint32 connection, const QString &reason, bool kills) override;

private:
    void onRequest(HttpServerExchange *exchange);
    void onPost(HttpServerExchange &exchange);
    void onModernPost(HttpServerExchange &exchange, const PostedMessage &message);
    void onLegacyPost(HttpServerExchange &exchange, const PostedMessage &message);
    void onGet(HttpServerExchange &exchange);
    void onDelete(HttpServerExchange &exchange);
    void refuseMethod(HttpServerExchange &exchange);
    [[nodiscard]] ProcessSession *sessionOf(HttpServerExchange &exchange, const QByteArray &id);
    [[nodiscard]] ProcessSession *begin(HttpServerExchange &exchange, ProcessSession::Kind kind,
                                        const QByteArray &id = {});
    void onEnded(quint32 connection, const QByteArray &id);

    StdioCommand m_command;
    ClientListener m_listener;
    QMap<quint32, ProcessSession *> m_processes;    ///< by connection, those that have not ended
    QHash<QByteArray, ProcessSession *> m_sessions; ///< by id, those that are open
    ProcessSession *m_shared = nullptr;             ///< for 2026-07-28
    quint32 m_nextConnection = 0;
    bool m_isClosed = false;
};

} // namespace Pullcord
