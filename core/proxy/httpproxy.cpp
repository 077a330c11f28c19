// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proxy/httpproxy.h"

#include "core/json/jsonchecker.h"
#include "core/rpc/envelope.h"
#include "core/transport/http/origin.h"
#include "core/transport/transportreason.h"

#include <algorithm>
#include <utility>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

QByteArray sessionKey(const QByteArray &session)
{
    return "session " + session;
}

QByteArray addressKey(const QUrl &url)
{
    return "address " + url.toEncoded(QUrl::RemoveScheme | QUrl::RemoveAuthority | QUrl::RemoveFragment);
}

QByteArray agentKey(const HttpServerExchange &exchange)
{
    return "agent " + exchange.header("User-Agent");
}

/// True for the metadata of authorization, which clients request at the root of a server. The path must be plain, so
/// that it leads nowhere else.
bool isMetadata(const HttpServerExchange &exchange)
{
    const QByteArray path = exchange.path();
    return exchange.method() == "GET" && path.startsWith("/.well-known/") && !path.contains("..") &&
           !path.contains('%') && !path.contains('\\') && !path.contains("//");
}

} // namespace

HttpProxy::HttpProxy(const HttpOptions &server, ClientListener::Options options, QObject *parent)
    : Proxy(parent)
    , m_upstream(server)
    , m_listener(std::move(options))
{
    connect(&m_listener, &ClientListener::requestArrived, this, &HttpProxy::onRequest);
    connect(&m_listener, &ClientListener::refused, this, [this](const Event &event) {
        if (!m_clients.empty())
            m_clients.begin()->second.link->post(event);
    });
}

HttpProxy::~HttpProxy() = default;

QUrl HttpProxy::url() const
{
    QUrl url = m_listener.url(m_upstream.url.path(QUrl::FullyEncoded));
    url.setQuery(m_upstream.url.query(QUrl::FullyEncoded));
    return url;
}

void HttpProxy::start()
{
    if (const Outcome listens = m_listener.listen(); listens) {
        addClient(); // the file shows the server before any client comes
        emit listening(url());
    } else {
        m_isClosed = true;
        failToStart(listens.error().detail);
    }
}

void HttpProxy::close(const QString &reason)
{
    if (std::exchange(m_isClosed, true))
        return;
    m_listener.close();
    while (!m_clients.empty())
        endClient(m_clients.begin()->second, reason);
    finish();
}

void HttpProxy::onRequest(HttpServerExchange *exchange)
{
    const std::optional<QUrl> target = targetOf(*exchange);
    if (!target)
        return m_listener.refuse(*exchange, 404,
                                 u"no such address: use the one that the proxy printed when it started"_s);
    const QByteArray address = addressKey(*target);
    if (m_closed.contains(address) || m_closed.contains(sessionKey(exchange->header("Mcp-Session-Id"))))
        return m_listener.refuse(*exchange, 404, u"a rule has closed this session: begin a new one"_s);
    Client &client = clientOf(*exchange, address);
    client.isUsed = true;
    if (withhold(client, *exchange))
        return;
    const QByteArray session = exchange->header("Mcp-Session-Id");
    const bool isDelete = !session.isEmpty() && exchange->method() == "DELETE";
    HttpRelay *relay = adopt(client, new HttpRelay(*client.link, *exchange, *target, m_keys.contains(address),
                                                   client.withheldFromClient, this));
    if (exchange->method() == "POST") {
        client.lastPost = relay->request();
        client.lastPost.body.clear();
    }
    // endClient() drops the relays of a client, so these are never called for one that has ended.
    connect(relay, &HttpRelay::responded, this, [this, &client](const HttpHead &head) { onResponded(client, head); });
    connect(relay, &HttpRelay::eventArrived, this,
            [this, &client, url = *target](const SseEvent &event) { onStreamEvent(client, url, event); });
    connect(relay, &HttpRelay::ended, this, [this, &client, relay, session, isDelete] {
        if (isDelete && relay->status() / 100 == 2)
            endClient(client, TranslatableText::of(TransportReason::ClientEndedSession));
        else if (relay->isSessionUnknown())
            onSessionLost(client, session);
    });
    if (rules())
        relay->setJudge(++m_lastRelay,
                        [this, &client, relay](const QByteArray &message) { judgeResponse(client, *relay, message); });
    if (!rules() || exchange->method() != "POST" || !judgePost(client, *relay))
        relay->start();
}

/// Address at the server; none if the request must not pass.
std::optional<QUrl> HttpProxy::targetOf(const HttpServerExchange &exchange) const
{
    const std::optional<QByteArray> behindSecret = m_listener.pathOf(exchange);
    const QByteArray path = behindSecret.value_or(exchange.path());
    QUrl target = m_upstream.url;
    target.setUserInfo({});
    target.setPath(QString::fromLatin1(path), QUrl::TolerantMode);
    target.setQuery(exchange.query().isEmpty() ? QString() : QString::fromLatin1(exchange.query()), QUrl::TolerantMode);
    const bool isValid = target.isValid() && (path.isEmpty() || path.startsWith('/'));
    const bool mayPass = behindSecret || isMetadata(exchange) || m_keys.contains(addressKey(target));
    return isValid && mayPass ? std::optional(target) : std::nullopt;
}

HttpProxy::Client &HttpProxy::clientOf(const HttpServerExchange &exchange, const QByteArray &address)
{
    const auto known = [this](const QByteArray &key) -> Client * {
        const auto connection = m_keys.constFind(key);
        const auto client = connection == m_keys.constEnd() ? m_clients.end() : m_clients.find(*connection);
        return client == m_clients.end() ? nullptr : &client->second;
    };
    const QByteArray session = exchange.header("Mcp-Session-Id");
    const QByteArray agent = agentKey(exchange);
    QByteArray key = session.isEmpty() ? agent : sessionKey(session);
    if (Client *client = known(address))
        return *client;
    if (Client *client = known(key); client && !session.isEmpty())
        return *client;
    const QByteArray &body = exchange.body();
    const Envelope message =
        exchange.method() == "POST" && !JsonChecker().check(body) ? Envelope::of(body) : Envelope();
    const RequestId id = message.kind == MessageKind::Request ? message.requestId(body) : RequestId();
    // Each initialize without a session is a new client: another one may have the same User-Agent.
    const bool isNew = message.hasMethod(body, "initialize");
    for (int number = 2; !isNew && known(key); ++number) {
        Client *client = known(key);
        if (!id.isLegal() || !client->awaiting(id))
            return *client;
        key = agent + " #" + QByteArray::number(number);
    }
    const auto renewing = std::find_if(m_clients.begin(), m_clients.end(), [&](const auto &each) {
        return each.second.mustBegin && each.second.agent == agent && session.isEmpty() && isNew;
    });
    const bool isFree = m_clients.size() == 1 && !m_clients.begin()->second.isUsed; // the one made at the start
    Client &client = renewing != m_clients.end() ? renewing->second : isFree ? m_clients.begin()->second : addClient();
    client.agent = agent;
    client.mustBegin = false;
    m_keys.insert(key, client.connection);
    if (session.isEmpty() && key != agent)
        client.link->post(Event::ofKind(
            EventKind::Note, {{u"text"_s, u"A request has the id of one in flight, so it is taken for that of another "
                                          "client with the same User-Agent"_s}}));
    return client;
}

HttpProxy::Client &HttpProxy::addClient()
{
    const quint32 connection = m_nextConnection++;
    Client &client = m_clients[connection];
    client.connection = connection;
    client.link = std::make_unique<HttpLink>(m_upstream);
    client.link->reset();
    connect(client.link.get(), &HttpLink::eventOccurred, this, [this, &client](Event event) {
        event.connection = client.connection;
        markWithheld(client, event);
        const QList<Event> then = takeJudged(client, event);
        report(std::move(event));
        for (const Event &next : then)
            report(next);
    });
    client.link->post(Event::ofKind(EventKind::Opening, description()));
    client.link->post(Event::ofKind(EventKind::Opened));
    if (const Outcome prepared = client.link->prepare(); !prepared)
        client.link->post(Event::ofKind(EventKind::Note, {{u"text"_s, QString(prepared.error().detail)}}));
    return client;
}

HttpRelay *HttpProxy::adopt(Client &client, HttpRelay *relay)
{
    client.relays.insert(relay);
    connect(relay, &HttpRelay::added, this,
            [&client, relay](const QByteArray &message, const QString &rule, bool isLast) {
                client.link->post(operatorMessage(message, Direction::ServerToClient, rule));
                if (isLast)
                    client.left.insert(relay->exchange(), {});
            });
    connect(relay, &HttpRelay::ended, this, [&client, relay] {
        client.relays.remove(relay);
        relay->deleteLater();
    });
    return relay;
}

// ---- the operator

HttpRelay *HttpProxy::Client::awaiting(const RequestId &id) const
{
    const auto found =
        std::find_if(relays.begin(), relays.end(), [&id](const HttpRelay *relay) { return relay->awaits(id); });
    return found == relays.end() ? nullptr : *found;
}

/// The stream of a GET comes before those of POSTs, which belong to one request.
HttpRelay *HttpProxy::Client::stream() const
{
    HttpRelay *best = nullptr;
    for (HttpRelay *relay : relays) {
        if (relay->isStream() && (!best || std::pair(relay->isListening(), relay->exchange()) >
                                               std::pair(best->isListening(), best->exchange())))
            best = relay;
    }
    return best;
}

/// Returns the client of a request that is still awaited after everything that has passed.
Result<HttpProxy::Client *> HttpProxy::ready(const RequestRecord &request)
{
    const auto client = m_clients.find(request.connection);
    if (client == m_clients.end())
        return refusal(OperatorCancel::NotPossible, u"the connection is closing"_s);
    client->second.link->flush();
    if (!isAwaited(request))
        return refusal(OperatorCancel::HasEnded, u"the request %1 has ended"_s.arg(request.id.display()));
    return &client->second;
}

Outcome HttpProxy::sendCancel(const RequestRecord &request, const QString &reason)
{
    const Result<Client *> ready = this->ready(request);
    if (!ready)
        return ready.error();
    Client &client = **ready;
    const QByteArray notification = cancelNotification(request.id, reason);
    if (request.direction == Direction::ServerToClient) {
        HttpRelay *stream = client.stream();
        if (!stream)
            return refusal(OperatorCancel::NotPossible, u"the client has no stream open that could carry it"_s);
        stream->add(notification, cancellingRule(), [this, request] { return this->ready(request).has_value(); });
    } else if (HttpRelay *relay = client.awaiting(request.id); relay && relay->isModern()) {
        client.link->post(operatorClosing(request.id, reason, cancellingRule()));
        relay->cancel(request.id);
    } else {
        sendToServer(client, request.id, notification, cancellingRule());
    }
    client.link->flush();
    return std::monostate();
}

Outcome HttpProxy::sendResponse(const RequestRecord &request, const QByteArray &response)
{
    const Result<Client *> ready = this->ready(request);
    if (!ready)
        return ready.error();
    Client &client = **ready;
    const auto isWanted = [this, request] { return this->ready(request).has_value(); };
    if (request.direction == Direction::ServerToClient) {
        if (client.lastPost.method.isEmpty())
            return refusal(OperatorCancel::NotPossible,
                           u"the client has sent no message yet whose headers the proxy could use"_s);
        client.withheldFromServer.insert(request.id);
        sendToServer(client, {}, response, {}, request.id);
    } else if (HttpRelay *relay = client.awaiting(request.id)) {
        if (!relay->respond(response, isWanted))
            return refusal(OperatorCancel::NotPossible,
                           u"the client has a part of the response, or waits for a batch"_s);
    } else if (HttpRelay *stream = client.stream(); stream && stream->isListening()) {
        stream->add(response, {}, [isWanted, &client, id = request.id] {
            if (!isWanted())
                return false;
            client.withheldFromClient.insert(id);
            return true;
        });
    } else {
        return refusal(OperatorCancel::NotPossible, u"the client has no stream open that could carry it"_s);
    }
    client.link->flush();
    return std::monostate();
}

void HttpProxy::onBegun(const RequestRecord &request)
{
    const auto client = m_clients.find(request.connection);
    if (client == m_clients.end())
        return;
    const bool isClients = request.direction == Direction::ClientToServer;
    (isClients ? client->second.withheldFromClient : client->second.withheldFromServer).remove(request.id);
}

/// Sends a message of the operator with the headers of the client: those of its request, or of its last message.
/// `answered` is the request of the server to which `message` responds, if any.
HttpRelay *HttpProxy::sendToServer(Client &client, const RequestId &request, const QByteArray &message,
                                   const QString &rule, const RequestId &answered)
{
    const HttpRelay *relay = request.isLegal() ? client.awaiting(request) : nullptr;
    HttpRequest post = relay ? relay->request() : client.lastPost;
    post.body = message;
    const bool isEndpoint = m_keys.contains(addressKey(post.url));
    HttpRelay *sent =
        adopt(client, new HttpRelay(*client.link, std::move(post), operatorDetails(rule), isEndpoint, this));
    connect(sent, &HttpRelay::ended, this, [&client, sent, answered] {
        if (sent->status() / 100 != 2)
            client.withheldFromServer.remove(answered); // the client's own response may still arrive
    });
    sent->start();
    return sent;
}

/// Returns true for a response of the client that is withheld from the server.
bool HttpProxy::withhold(Client &client, HttpServerExchange &exchange)
{
    if (client.withheldFromServer.isEmpty() || exchange.method() != "POST")
        return false;
    Event event = Event::ofBytes(exchange.body(), Direction::ClientToServer, client.link->checker());
    if (!event.envelope.isResponse() || !client.withheldFromServer.remove(event.requestId()))
        return false;
    event.details.insert(Event::Withheld, true);
    client.link->post(std::move(event));
    exchange.respond(202);
    return true;
}

/// Marks a message of the server that the client did not get.
void HttpProxy::markWithheld(Client &client, Event &event)
{
    if (!event.isMessage() || event.direction != Direction::ServerToClient || event.isByOperator())
        return;
    const auto left = client.left.constFind(int(event.details.value("exchange"_L1).toInteger()));
    const bool hasLeft = left != client.left.constEnd();
    if (hasLeft || (event.envelope.isResponse() && client.withheldFromClient.remove(event.requestId())))
        event.details.insert(Event::Withheld, true);
    if (hasLeft && !left->isEmpty())
        event.details.insert(Event::Rule, *left);
}

// ---- rules

/// Returns false if the body is no message: it passes as it came.
bool HttpProxy::judgePost(Client &client, HttpRelay &relay)
{
    Event event = Event::ofBytes(relay.request().body, Direction::ClientToServer, client.link->checker());
    if (!event.isMessage())
        return false;
    event.connection = client.connection;
    relay.setMessage(event.bytes, event.envelope);
    m_judging = &relay;
    judge(event, event.bytes, relay.number());
    m_judging = nullptr;
    if (relay.isWaiting() && !relay.hasClient() && !held().hasFrom(relay.number()))
        relay.forgo();
    return true;
}

void HttpProxy::judgeResponse(Client &client, HttpRelay &relay, const QByteArray &message)
{
    Event event = Event::ofBytes(message, Direction::ServerToClient, client.link->checker());
    event.connection = client.connection;
    event.details.insert(u"exchange"_s, relay.exchange());
    m_judging = &relay;
    judge(event, message, relay.number());
    m_judging = nullptr;
}

void HttpProxy::passOn(const Event &message, const QByteArray &, const QJsonObject &details)
{
    if (message.direction == Direction::ClientToServer)
        return m_judging->start(details);
    m_clients.at(message.connection).judged[m_judging->exchange()].append({message.bytes, details});
    m_judging->passOn();
}

void HttpProxy::reportWithheld(const Event &message, const QByteArray &, const QJsonObject &details)
{
    Client &client = m_clients.at(message.connection);
    if (message.direction == Direction::ServerToClient) {
        client.judged[m_judging->exchange()].append({message.bytes, details});
        return m_judging->withhold(message.envelope);
    }
    Event event = message;
    event.details = details;
    client.link->post(std::move(event));
    m_judging->keepBack();
}

void HttpProxy::sendByRule(const HeldMessage &message)
{
    const auto found = m_clients.find(message.connection);
    if (found == m_clients.end())
        return Proxy::sendByRule(message);
    Client &client = found->second;
    const auto its = std::find_if(client.relays.begin(), client.relays.end(),
                                  [&message](const HttpRelay *each) { return each->number() == message.way; });
    HttpRelay *relay = its == client.relays.end() ? nullptr : *its;
    if (message.direction == Direction::ClientToServer) {
        if (relay && relay->isWaiting())
            return relay->start(message.message, operatorDetails(message.rule));
        if ((!relay && message.number > 0) || client.lastPost.method.isEmpty())
            return reportUnsent(message, u"The client had left before this message of the rule \"%1\" could leave"_s);
        const HttpRelay *sent = sendToServer(client, {}, message.message, message.rule);
        client.left.insert(sent->exchange(), message.rule);
        return;
    }
    HttpRelay *stream = client.stream();
    const bool isSent = (relay && relay->deliver(message.message)) || (stream && stream->deliver(message.message));
    if (!isSent)
        return reportUnsent(message, u"The client has no stream open for this message of the rule \"%1\""_s);
    Event event = operatorMessage(message.message, message.direction, message.rule);
    event.connection = message.connection;
    const auto judged = m_judging ? client.judged.find(m_judging->exchange()) : client.judged.end();
    if (judged != client.judged.end())
        judged->last().then << event; // after the event of the present message
    else
        client.link->post(event);
}

void HttpProxy::breakOff(quint32 connection, const QString &reason, bool)
{
    const auto client = m_clients.find(connection);
    if (client == m_clients.end())
        return;
    for (auto key = m_keys.constBegin(); key != m_keys.constEnd(); ++key) {
        if (*key == connection && !key.key().startsWith("agent "))
            m_closed.insert(key.key());
    }
    endClient(client->second, reason);
}

/// Adds to the event of a message of the server what the rules have decided. Returns the events that follow it.
QList<Event> HttpProxy::takeJudged(Client &client, Event &event)
{
    const auto judged = client.judged.isEmpty() || !event.isMessage() || event.direction != Direction::ServerToClient ||
                                event.isByOperator()
                            ? client.judged.end()
                            : client.judged.find(int(event.details.value("exchange"_L1).toInteger()));
    if (judged == client.judged.end())
        return {};
    const auto its = std::find_if(judged->begin(), judged->end(),
                                  [&event](const Judged &each) { return each.message == event.bytes; });
    if (its == judged->end())
        return {};
    for (auto detail = its->details.begin(); detail != its->details.end(); ++detail)
        event.details.insert(detail.key(), detail.value());
    QList<Event> then;
    for (auto each = judged->begin(); each != its + 1; ++each)
        then += each->then;
    judged->erase(judged->begin(), its + 1);
    if (judged->isEmpty())
        client.judged.erase(judged);
    return then;
}

/// Gives the client a key of its own, which separates it from others with the same User-Agent.
void HttpProxy::separate(Client &client, const QByteArray &key)
{
    m_keys.removeIf([&client](const std::pair<const QByteArray &, quint32 &> &known) {
        return known.second == client.connection && known.first.startsWith("agent ");
    });
    m_keys.insert(key, client.connection);
}

void HttpProxy::onResponded(Client &client, const HttpHead &head)
{
    const auto note = [&client](const QString &text) {
        client.link->post(Event::ofKind(EventKind::Note, {{u"text"_s, text}}));
    };
    if (const QByteArray session = head.headers.value("Mcp-Session-Id").value_or(QByteArray());
        !session.isEmpty() && !m_keys.contains(sessionKey(session)))
        separate(client, sessionKey(session));
    if (head.status == 401 &&
        head.headers.value("WWW-Authenticate").value_or(QByteArray()).contains("resource_metadata"))
        note(u"The server requires authorization for %1. A client that compares this address with the one that it "
             "connects to, as it must, refuses the address of the proxy"_s.arg(
                 m_upstream.shown(m_upstream.url.toString(QUrl::FullyEncoded))));
    if (head.status / 100 == 3 && head.headers.contains("Location"))
        note(u"The server redirects the client: if the client follows the redirect, it bypasses the proxy"_s);
}

/// The connection goes on, as that of a client of our own does: the client must send another initialize.
void HttpProxy::onSessionLost(Client &client, const QByteArray &session)
{
    if (std::exchange(client.lostSession, session) == session)
        return;
    client.mustBegin = true;
    client.link->post(Event::ofKind(
        EventKind::Note, {{u"text"_s, u"The server no longer knows the session"_s}, {Event::SessionEnded, true}}));
}

void HttpProxy::onStreamEvent(Client &client, const QUrl &stream, const SseEvent &event)
{
    if (event.type != "endpoint" || !event.hasData)
        return;
    const QUrl named = QUrl::fromEncoded(event.data);
    const bool isOwn = named.isRelative() || Origin::of(named) == Origin::of(stream);
    if (isOwn)
        separate(client, addressKey(stream.resolved(named)));
    if (named.isRelative())
        return;
    const QString text =
        isOwn ? u"The server names an absolute address for messages: the client gets that of the proxy"_s
              : u"The server names an address at another origin for messages, so the messages of the client bypass the "
                "proxy"_s;
    client.link->post(Event::ofKind(EventKind::Note, {{u"text"_s, text}}));
}

void HttpProxy::endClient(Client &client, const QString &reason)
{
    client.link->post(Event::ofKind(EventKind::Closing, {{u"reason"_s, reason}}));
    for (HttpRelay *relay : std::exchange(client.relays, {})) {
        relay->drop(reason);
        relay->deleteLater();
    }
    client.link->postLast(Event::ofKind(EventKind::Closed, {{u"reason"_s, QString()}}));
    client.link->flush();
    m_keys.removeIf(
        [&client](const std::pair<const QByteArray &, quint32 &> &known) { return known.second == client.connection; });
    client.link.release()->deleteLater(); // its relays still refer to it
    m_clients.erase(client.connection);
}

} // namespace Pullcord
