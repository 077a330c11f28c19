// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/demoserver/demohttpserver.h"

#include "app/demoserver/tools.h"
#include "core/proxy/clientlistener.h"

#include <QUrlQuery>

#include <algorithm>
#include <utility>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

DemoOptions optionsFor(DemoConversation::Kind kind, DemoOptions options)
{
    // Other eras get a conversation of their own.
    if (kind == DemoConversation::Kind::HttpSse || kind == DemoConversation::Kind::Session)
        options.legacyOnly = true;
    return options;
}

DemoStream::Options streamOptions(DemoConversation::Kind kind, const DemoOptions &options, const QByteArray &id)
{
    using Kind = DemoConversation::Kind;
    const bool isHttpSse = kind == Kind::HttpSse;
    const bool isSession = kind == Kind::Session;
    return {.kind = isHttpSse ? DemoStream::Kind::HttpSse : DemoStream::Kind::Own,
            .modern = kind == Kind::Modern,
            .outside = kind == Kind::Alone,
            .json = options.httpJson,
            .polling = options.httpPolling && isSession,
            .leaveOpen = options.httpLeaveOpen && kind != Kind::Modern,
            .slowHeadMs = options.httpSlowHeadMs,
            .endpoint = "/messages?session=" + id};
}

} // namespace

DemoConversation::DemoConversation(Kind kind, const DemoOptions &options, DemoWorld &world, const QByteArray &id,
                                   QObject *parent)
    : QObject(parent)
    , m_kind(kind)
    , m_options(optionsFor(kind, options))
{
    auto transport = std::make_unique<DemoHttpTransport>(streamOptions(kind, options, id));
    m_transport = transport.get();
    m_server = std::make_unique<DemoServer>(m_options, world, std::move(transport), Dialect::mcpModernHttp());
    connect(m_server.get(), &DemoServer::speakerChanged, m_transport, &DemoHttpTransport::setSpeaker);
    connect(m_server.get(), &DemoServer::callBegun, m_transport, &DemoHttpTransport::beginCall);
    connect(m_server.get(), &DemoServer::callEnded, m_transport, &DemoHttpTransport::endCall);
    connect(m_server.get(), &DemoServer::readingWished, this, &DemoConversation::readingWished);
    connect(m_server.get(), &DemoServer::silencedAll, this, &DemoConversation::silencedAll);
    connect(m_transport, &DemoHttpTransport::drained, m_server.get(), &DemoServer::drained);
    if (kind == Kind::HttpSse)
        connect(&m_transport->own(), &DemoStream::gone, this, &DemoConversation::finished);
    if (kind == Kind::Modern || kind == Kind::Alone) {
        connect(m_transport, &DemoHttpTransport::streamGone, this, &DemoConversation::onStreamGone);
        connect(m_transport, &DemoHttpTransport::streamEnded, this, &DemoConversation::finished);
    }
    m_server->start();
}

DemoConversation::~DemoConversation() = default;

/// In 2026-07-28 a closed stream is a cancel. A server that does not read while it works does not notice it.
void DemoConversation::onStreamGone()
{
    if (m_kind == Kind::Modern && !m_options.singleThreaded)
        m_server->cancelCalls();
    if (!m_server->hasCalls())
        emit finished();
}

namespace {

void refuse(HttpServerExchange &exchange, const PostedMessage::Refusal &refusal)
{
    exchange.respond(refusal.status, {{"Content-Type"_ba, "application/json"_ba}}, refusal.body());
}

void refuse(HttpServerExchange &exchange, int status, const QByteArray &text, HttpHeaders headers = {})
{
    headers.set("Content-Type"_ba, "text/plain"_ba);
    exchange.respond(status, headers, text + '\n');
}

void refuseMethod(HttpServerExchange &exchange, const QByteArray &allowed)
{
    refuse(exchange, 405, "Method not allowed", {{"Allow"_ba, allowed}});
}

/// Returns the result of tools/list.
QByteArray toolList(const DemoOptions &options)
{
    QByteArrayList list;
    for (const DemoTool &tool : allTools(options.tools))
        list.append(tool.definition());
    return R"({"tools":[)" + list.join(',') + "]}";
}

} // namespace

DemoHttpServer::DemoHttpServer(const DemoOptions &options, QObject *parent)
    : QObject(parent)
    , m_options(options)
    , m_server({.port = options.httpPort})
{
    const QByteArray tools = toolList(options);
    m_headers.learn("tools/list", JsonValue(tools));
    connect(&m_server, &HttpServer::requestArrived, this, &DemoHttpServer::onRequest);
}

DemoHttpServer::~DemoHttpServer() = default;

Outcome DemoHttpServer::listen()
{
    return m_server.listen();
}

QUrl DemoHttpServer::url() const
{
    QUrl url = m_server.url();
    url.setPath(u"/mcp"_s);
    return url;
}

void DemoHttpServer::onRequest(HttpServerExchange *exchange)
{
    if (m_busy > 0) {
        m_unread.append(exchange);
        return;
    }
    const QByteArray path = exchange->path();
    if (exchange->isForeign())
        refuse(*exchange, 403, "Only this machine may access this server: check Host and Origin");
    else if (path == "/mcp")
        onMcp(*exchange);
    else if (path == "/sse")
        onSse(*exchange);
    else if (path == "/messages")
        onSseMessage(*exchange);
    else
        refuse(*exchange, 404, "Not found: try /mcp or /sse");
}

/// Resumes the requests that --single-threaded held back, once no tool works.
void DemoHttpServer::onReadingWished(bool reading)
{
    m_busy += reading ? -1 : 1;
    if (m_busy > 0)
        return;
    QMetaObject::invokeMethod(
        this,
        [this] {
            for (const QPointer<HttpServerExchange> &exchange : std::exchange(m_unread, {})) {
                if (exchange)
                    onRequest(exchange);
            }
        },
        Qt::QueuedConnection);
}

DemoConversation *DemoHttpServer::begin(Kind kind, const QByteArray &id)
{
    auto *conversation = new DemoConversation(kind, m_options, m_world, id, this);
    m_conversations.append(conversation);
    connect(conversation, &DemoConversation::readingWished, this, &DemoHttpServer::onReadingWished);
    connect(conversation, &DemoConversation::silencedAll, this, [this] {
        for (DemoConversation *other : QList(m_conversations))
            other->server().silence();
    });
    connect(conversation, &DemoConversation::finished, this, [this, conversation, id] {
        if (!m_conversations.removeOne(conversation))
            return;
        conversation->server().silence();
        m_sessions.remove(id);
        m_streams.remove(id);
        conversation->deleteLater();
    });
    return conversation;
}

void DemoHttpServer::deliver(HttpServerExchange &exchange, const PostedMessage &post, DemoConversation &conversation,
                             bool answersElsewhere)
{
    const bool isAnsweredHere = !post.requests.isEmpty() && !answersElsewhere;
    conversation.transport().receive(post.message, post.requests, isAnsweredHere ? &exchange : nullptr);
    if (!isAnsweredHere)
        exchange.respond(202);
}

// ---- Streamable HTTP

void DemoHttpServer::onMcp(HttpServerExchange &exchange)
{
    const QByteArray id = exchange.header("Mcp-Session-Id");
    const bool isGet = exchange.method() == "GET";
    if (exchange.method() == "POST")
        return onPost(exchange);
    if ((!isGet && exchange.method() != "DELETE") || id.isEmpty() || m_options.modernOnly)
        return refuseMethod(exchange, "POST");
    DemoConversation *session = m_sessions.value(id);
    if (!session)
        return refuse(exchange, 404, "Unknown session");
    if (const auto refusal = PostedMessage::checkLegacyVersion(exchange))
        return refuse(exchange, *refusal);
    if (isGet)
        return onGet(exchange, *session);
    exchange.respond(204);
    emit session->finished();
}

void DemoHttpServer::onGet(HttpServerExchange &exchange, DemoConversation &session)
{
    if (!PostedMessage::accepts(exchange, "text/event-stream"))
        return refuse(exchange, 406, "Accept must list text/event-stream");
    const QByteArray lastId = exchange.header("Last-Event-ID");
    if (lastId.isEmpty())
        return session.transport().own().attach(&exchange);
    const QByteArrayList parts = lastId.split('-');
    DemoStream *stream = session.transport().streamOf(parts.constFirst().toInt());
    if (!stream || !stream->options().polling)
        return refuse(exchange, 400, "Unknown event");
    stream->resume(&exchange, parts.constLast().toInt());
}

void DemoHttpServer::onPost(HttpServerExchange &exchange)
{
    if (const auto refusal = PostedMessage::checkTypes(exchange))
        return refuse(exchange, *refusal);
    PostedMessage post;
    if (const auto refusal = PostedMessage::read(exchange, post))
        return refuse(exchange, *refusal);
    if (post.modern && !m_options.legacyOnly)
        onModernPost(exchange, post);
    else
        onLegacyPost(exchange, post);
}

void DemoHttpServer::onModernPost(HttpServerExchange &exchange, const PostedMessage &post)
{
    if (const auto refusal = post.checkMirrored(exchange, m_headers))
        return refuse(exchange, *refusal);
    if (post.requests.isEmpty())
        exchange.respond(202); // it cannot belong to anything, so it is dropped
    else
        deliver(exchange, post, *begin(Kind::Modern));
}

void DemoHttpServer::onLegacyPost(HttpServerExchange &exchange, const PostedMessage &post)
{
    if (!post.modern) {
        if (const auto refusal = PostedMessage::checkLegacyVersion(exchange))
            return refuse(exchange, *refusal);
    }
    const QByteArray id = exchange.header("Mcp-Session-Id");
    if (!id.isEmpty() && post.method != "initialize") {
        if (DemoConversation *session = m_sessions.value(id))
            return deliver(exchange, post, *session);
        return refuse(exchange, 404, "Unknown session");
    }
    if (post.method == "initialize" && !m_options.modernOnly && !m_options.httpNoSession) {
        const QByteArray newSession = ClientListener::makeSecret();
        DemoConversation *session = begin(Kind::Session, newSession);
        m_sessions.insert(newSession, session);
        exchange.addHeader("Mcp-Session-Id"_ba, newSession);
        return deliver(exchange, post, *session);
    }
    if (post.requests.isEmpty())
        return exchange.respond(m_options.httpNoSession ? 202 : 400);
    DemoConversation *alone = begin(Kind::Alone);
    if (m_options.httpNoSession && !m_options.modernOnly)
        alone->server().presumeInitialized();
    deliver(exchange, post, *alone);
}

// ---- HTTP+SSE

void DemoHttpServer::onSse(HttpServerExchange &exchange)
{
    if (exchange.method() != "GET" || m_options.modernOnly)
        return refuseMethod(exchange, "GET");
    const QByteArray id = ClientListener::makeSecret();
    DemoConversation *conversation = begin(Kind::HttpSse, id);
    m_streams.insert(id, conversation);
    conversation->transport().own().attach(&exchange);
}

void DemoHttpServer::onSseMessage(HttpServerExchange &exchange)
{
    if (exchange.method() != "POST")
        return refuseMethod(exchange, "POST");
    const QUrlQuery query(QString::fromLatin1(exchange.query()));
    DemoConversation *conversation = m_streams.value(query.queryItemValue(u"session"_s).toLatin1());
    if (!conversation)
        return refuse(exchange, 404, "Unknown stream");
    PostedMessage post;
    if (const auto refusal = PostedMessage::read(exchange, post))
        return refuse(exchange, *refusal);
    deliver(exchange, post, *conversation, true);
}

} // namespace Pullcord
