// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/demoserver/demohttptransport.h"
#include "app/demoserver/demooptions.h"
#include "app/demoserver/demoserver.h"
#include "core/proxy/postedmessage.h"
#include "core/transport/http/mcpheaders.h"
#include "core/transport/http/server/httpserver.h"

#include <QHash>
#include <QObject>
#include <QPointer>
#include <QUrl>

#include <memory>

namespace Pullcord {

/// One conversation of the demo server over HTTP: a DemoServer with its transport, and its end.
///
/// Owner: the DemoHttpServer. Signals are emitted within calls, so destroy it through the event loop.
class DemoConversation final : public QObject
{
    Q_OBJECT

public:
    enum class Kind : quint8 {
        Session, ///< legacy, Streamable HTTP: from initialize to DELETE
        Modern,  ///< 2026-07-28: one POST
        Alone,   ///< legacy, without a session: one POST
        HttpSse, ///< of 2024-11-05: one stream
    };

    /// `id` is in the URL for messages of HTTP+SSE.
    DemoConversation(Kind kind, const DemoOptions &options, DemoWorld &world, const QByteArray &id, QObject *parent);
    ~DemoConversation() override;

    [[nodiscard]] DemoHttpTransport &transport() const { return *m_transport; }
    [[nodiscard]] DemoServer &server() const { return *m_server; }

signals:
    void finished();
    void readingWished(bool reading);
    void silencedAll();

private:
    void onStreamGone();

    Kind m_kind;
    DemoOptions m_options;
    DemoHttpTransport *m_transport; ///< owned by the server
    std::unique_ptr<DemoServer> m_server;
};

/// The demo server over HTTP: Streamable HTTP in both eras at /mcp, HTTP+SSE of 2024-11-05 at /sse. Assigns each
/// request to a conversation, and refuses invalid ones.
/// Specification: MCP transports of each revision; spec digest section 6.
class DemoHttpServer final : public QObject
{
    Q_OBJECT

public:
    explicit DemoHttpServer(const DemoOptions &options, QObject *parent = nullptr);
    ~DemoHttpServer() override;

    [[nodiscard]] Outcome listen();
    /// URL of Streamable HTTP.
    [[nodiscard]] QUrl url() const;

private:
    using Kind = DemoConversation::Kind;

    void onRequest(HttpServerExchange *exchange);
    void onMcp(HttpServerExchange &exchange);
    void onPost(HttpServerExchange &exchange);
    void onModernPost(HttpServerExchange &exchange, const PostedMessage &post);
    void onLegacyPost(HttpServerExchange &exchange, const PostedMessage &post);
    void onGet(HttpServerExchange &exchange, DemoConversation &session);
    void onSse(HttpServerExchange &exchange);
    void onSseMessage(HttpServerExchange &exchange);
    [[nodiscard]] DemoConversation *begin(Kind kind, const QByteArray &id = {});
    void onReadingWished(bool reading);
    static void deliver(HttpServerExchange &exchange, const PostedMessage &post, DemoConversation &conversation,
                        bool answersElsewhere = false);

    DemoOptions m_options;
    DemoWorld m_world;
    HttpServer m_server;
    McpHeaders m_headers; ///< has learned our tools
    QList<DemoConversation *> m_conversations;
    QHash<QByteArray, DemoConversation *> m_sessions; ///< legacy
    QHash<QByteArray, DemoConversation *> m_streams;  ///< HTTP+SSE
    int m_busy = 0;                                   ///< number of conversations that block reading while they work
    QList<QPointer<HttpServerExchange>> m_unread;
};

} // namespace Pullcord
