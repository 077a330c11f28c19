// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proxy/httpstdioproxy.h"

#include "core/mcp/revision.h"
#include "core/transport/commandhint.h"
#include "core/transport/transportreason.h"

#include <QUrlQuery>

#include <utility>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

constexpr QByteArrayView Path = "/mcp";

bool isModernVersion(const QByteArray &version)
{
    const std::optional<Revision> revision = revisionFromName(QString::fromLatin1(version));
    return revision && eraOf(*revision) == Era::Modern;
}

} // namespace

HttpStdioProxy::HttpStdioProxy(const StdioCommand &server, ClientListener::Options options, QObject *parent)
    : Proxy(parent)
    , m_command(server)
    , m_listener(std::move(options))
{
    connect(&m_listener, &ClientListener::requestArrived, this, &HttpStdioProxy::onRequest);
    connect(&m_listener, &ClientListener::refused, this, [this](const Event &event) { report(event); });
}

HttpStdioProxy::~HttpStdioProxy() = default;

/// The servers start later, but a command that cannot work is reported now.
void HttpStdioProxy::start()
{
    QString reason;
    if (const Result<QString> program = m_command.executable(); !program)
        reason = CommandHint::appended(program.error().detail, m_command);
    else if (const Outcome listens = m_listener.listen(); !listens)
        reason = listens.error().detail;
    if (reason.isEmpty())
        return emit listening(m_listener.url(QString::fromLatin1(Path)));
    m_isClosed = true;
    failToStart(reason);
}

void HttpStdioProxy::close(const QString &reason)
{
    if (std::exchange(m_isClosed, true))
        return;
    m_listener.close();
    if (m_processes.isEmpty())
        return finish();
    const QList<ProcessSession *> sessions = m_processes.values(); // closing one may change the map
    for (ProcessSession *session : sessions)
        session->close(reason);
}

void HttpStdioProxy::hurry()
{
    const QList<ProcessSession *> sessions = m_processes.values();
    for (ProcessSession *session : sessions)
        session->kill();
}

Outcome HttpStdioProxy::sendCancel(const RequestRecord &request, const QString &reason)
{
    return m_processes.value(request.connection)->cancel(request.direction, request.id, reason, cancellingRule());
}

Outcome HttpStdioProxy::sendResponse(const RequestRecord &request, const QByteArray &response)
{
    return m_processes.value(request.connection)->respond(request.direction, request.id, response);
}

void HttpStdioProxy::onBegun(const RequestRecord &request)
{
    if (ProcessSession *session = m_processes.value(request.connection))
        session->passAgain(request.direction, request.id);
}

void HttpStdioProxy::passOn(const Event &message, const QByteArray &, const QJsonObject &details)
{
    m_processes.value(message.connection)->passOn(message, details);
}

void HttpStdioProxy::reportWithheld(const Event &message, const QByteArray &, const QJsonObject &details)
{
    m_processes.value(message.connection)->withhold(message, details);
}

void HttpStdioProxy::sendByRule(const HeldMessage &message)
{
    ProcessSession *session = m_processes.value(message.connection);
    if (session && (message.direction == Direction::ServerToClient || session->isOpen()))
        session->sendByRule(message.message, message.direction, message.rule);
    else
        Proxy::sendByRule(message);
}

void HttpStdioProxy::breakOff(quint32 connection, const QString &reason, bool kills)
{
    if (ProcessSession *session = m_processes.value(connection))
        session->breakOff(reason, kills);
}

void HttpStdioProxy::onRequest(HttpServerExchange *exchange)
{
    if (m_listener.pathOf(*exchange).value_or(QByteArray()) != Path)
        return m_listener.refuse(*exchange, 404,
                                 u"no such address: use the one that the proxy printed when it started"_s);
    if (const QByteArray origin = exchange->header("Origin"); !origin.isEmpty()) { // a page of this machine
        exchange->addHeader("Access-Control-Allow-Origin"_ba, origin);
        exchange->addHeader("Access-Control-Expose-Headers"_ba, "Mcp-Session-Id"_ba);
        exchange->addHeader("Vary"_ba, "Origin"_ba);
    }
    const QByteArray &method = exchange->method();
    if (method == "POST")
        onPost(*exchange);
    else if (method == "GET")
        onGet(*exchange);
    else if (method == "DELETE")
        onDelete(*exchange);
    else if (method == "OPTIONS")
        exchange->respond(204,
                          {{"Access-Control-Allow-Methods"_ba, "GET, POST, DELETE"_ba},
                           {"Access-Control-Allow-Headers"_ba, exchange->header("Access-Control-Request-Headers")}});
    else
        refuseMethod(*exchange);
}

void HttpStdioProxy::refuseMethod(HttpServerExchange &exchange)
{
    exchange.addHeader("Allow"_ba, "GET, POST, DELETE"_ba);
    m_listener.refuse(exchange, 405, u"this method is not offered here"_s);
}

void HttpStdioProxy::onPost(HttpServerExchange &exchange)
{
    PostedMessage message;
    if (const auto refusal = PostedMessage::read(exchange, message))
        return m_listener.refuse(exchange, *refusal);
    if (const QByteArray id = QUrlQuery(QString::fromLatin1(exchange.query())).queryItemValue(u"session"_s).toLatin1();
        !id.isEmpty()) { // of HTTP+SSE
        if (ProcessSession *session = sessionOf(exchange, id))
            session->post(exchange, message);
        return;
    }
    if (const auto refusal = PostedMessage::checkTypes(exchange))
        return m_listener.refuse(exchange, *refusal);
    const bool isLater = message.requests.isEmpty() && isModernVersion(exchange.header("MCP-Protocol-Version"));
    if (message.modern || isLater)
        onModernPost(exchange, message);
    else
        onLegacyPost(exchange, message);
}

void HttpStdioProxy::onModernPost(HttpServerExchange &exchange, const PostedMessage &message)
{
    const McpHeaders unlearned;
    if (const auto refusal = message.checkMirrored(exchange, m_shared ? m_shared->headers() : unlearned);
        refusal && message.modern)
        return m_listener.refuse(exchange, *refusal);
    if (!m_shared || !m_shared->isOpen())
        m_shared = begin(exchange, ProcessSession::Kind::Shared);
    if (m_shared)
        m_shared->post(exchange, message);
}

void HttpStdioProxy::onLegacyPost(HttpServerExchange &exchange, const PostedMessage &message)
{
    if (const auto refusal = PostedMessage::checkLegacyVersion(exchange))
        return m_listener.refuse(exchange, *refusal);
    if (const QByteArray id = exchange.header("Mcp-Session-Id"); !id.isEmpty()) {
        if (ProcessSession *session = sessionOf(exchange, id))
            session->post(exchange, message);
        return;
    }
    if (message.method != "initialize")
        return m_listener.refuse(exchange, 400, u"a session begins with initialize: Mcp-Session-Id is missing"_s);
    const QByteArray id = ClientListener::makeSecret();
    exchange.addHeader("Mcp-Session-Id"_ba, id);
    if (ProcessSession *session = begin(exchange, ProcessSession::Kind::Streamable, id))
        session->post(exchange, message);
}

void HttpStdioProxy::onGet(HttpServerExchange &exchange)
{
    if (isModernVersion(exchange.header("MCP-Protocol-Version")))
        return refuseMethod(exchange);
    if (!PostedMessage::accepts(exchange, "text/event-stream"))
        return m_listener.refuse(exchange, 406, u"Accept must list text/event-stream"_s);
    if (const QByteArray id = exchange.header("Mcp-Session-Id"); !id.isEmpty()) {
        if (ProcessSession *session = sessionOf(exchange, id))
            session->listen(exchange);
        return;
    }
    const QByteArray id = ClientListener::makeSecret();
    if (ProcessSession *session = begin(exchange, ProcessSession::Kind::HttpSse, id))
        session->listen(exchange, exchange.path() + "?session=" + id);
}

void HttpStdioProxy::onDelete(HttpServerExchange &exchange)
{
    const QByteArray id = exchange.header("Mcp-Session-Id");
    if (id.isEmpty())
        return refuseMethod(exchange);
    ProcessSession *session = sessionOf(exchange, id);
    if (!session)
        return;
    exchange.respond(204);
    m_sessions.remove(id);
    session->close(TranslatableText::of(TransportReason::ClientEndedSession));
}

/// Returns the session with that id; null, and the request is refused, if there is none.
ProcessSession *HttpStdioProxy::sessionOf(HttpServerExchange &exchange, const QByteArray &id)
{
    ProcessSession *session = m_sessions.value(id);
    if (session && session->isOpen())
        return session;
    m_listener.refuse(exchange, 404, u"the session is unknown, or its server has ended: begin a new one"_s);
    return nullptr;
}

/// Starts a server; null, and the request is refused, if there are too many.
ProcessSession *HttpStdioProxy::begin(HttpServerExchange &exchange, ProcessSession::Kind kind, const QByteArray &id)
{
    if (m_processes.size() >= MostProcesses) {
        m_listener.refuse(exchange, 503, u"%1 servers are already running: end a session first"_s.arg(MostProcesses));
        return nullptr;
    }
    const quint32 connection = m_nextConnection++;
    auto *session = new ProcessSession(kind, m_command, this);
    m_processes.insert(connection, session);
    if (!id.isEmpty())
        m_sessions.insert(id, session);
    connect(session, &ProcessSession::eventOccurred, this, [this, connection](Event event) {
        event.connection = connection;
        report(std::move(event));
    });
    connect(session, &ProcessSession::ended, this, [this, connection, id] { onEnded(connection, id); });
    if (rules())
        session->setJudge([this, connection](Event message) {
            message.connection = connection;
            judge(message, message.bytes);
        });
    session->open();
    return session;
}

void HttpStdioProxy::onEnded(quint32 connection, const QByteArray &id)
{
    ProcessSession *session = m_processes.take(connection);
    m_sessions.remove(id);
    if (m_shared == session)
        m_shared = nullptr;
    session->deleteLater();
    if (m_isClosed && m_processes.isEmpty())
        finish();
}

} // namespace Pullcord
