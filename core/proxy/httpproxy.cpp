// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proxy/httpproxy.h"

#include "core/json/jsonchecker.h"
#include "core/rpc/envelope.h"
#include "core/transport/http/origin.h"
#include "core/transport/transportreason.h"

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

bool isInitialize(const HttpServerExchange &exchange)
{
    JsonChecker checker;
    return exchange.method() == "POST" && !checker.check(exchange.body()) &&
           Envelope::of(exchange.body()).hasMethod(exchange.body(), "initialize");
}

} // namespace

HttpProxy::HttpProxy(const HttpOptions &server, ClientListener::Options options, QObject *parent)
    : Proxy(parent)
    , m_upstream(server)
    , m_listener(std::move(options))
{
    connect(&m_listener, &ClientListener::requestArrived, this, &HttpProxy::onRequest);
    connect(&m_listener, &ClientListener::refused, this, [this](const QString &text) {
        if (!m_clients.empty())
            m_clients.begin()->second.link->post(Event::ofKind(EventKind::Note, {{u"text"_s, text}}));
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
    Client &client = clientOf(*exchange, address);
    client.isUsed = true;
    const bool hasSession = !exchange->header("Mcp-Session-Id").isEmpty();
    const bool isDelete = hasSession && exchange->method() == "DELETE";
    const bool isPost = hasSession && exchange->method() == "POST"; // 404 for GET may mean that there is no stream
    auto *relay = new HttpRelay(*client.link, *exchange, *target, m_keys.contains(address), this);
    client.relays.insert(relay);
    // endClient() drops the relays of a client, so these are never called for one that has ended.
    connect(relay, &HttpRelay::responded, this, [this, &client](const HttpHead &head) { onResponded(client, head); });
    connect(relay, &HttpRelay::eventArrived, this,
            [this, &client, url = *target](const SseEvent &event) { onStreamEvent(client, url, event); });
    connect(relay, &HttpRelay::ended, this, [this, &client, relay, isDelete, isPost] {
        client.relays.remove(relay);
        relay->deleteLater();
        if (isDelete && relay->status() / 100 == 2)
            endClient(client, TranslatableText::of(TransportReason::ClientEndedSession));
        else if (isPost && relay->status() == 404)
            endClient(client, TranslatableText::of(TransportReason::SessionUnknown));
    });
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
    const QByteArray key = session.isEmpty() ? agentKey(exchange) : sessionKey(session);
    if (Client *client = known(address))
        return *client;
    // Each initialize without a session is a new client: another one may have the same User-Agent.
    if (Client *client = known(key); client && (!session.isEmpty() || !isInitialize(exchange)))
        return *client;
    const bool isFree = m_clients.size() == 1 && !m_clients.begin()->second.isUsed; // the one made at the start
    Client &client = isFree ? m_clients.begin()->second : addClient();
    m_keys.insert(key, client.connection);
    return client;
}

HttpProxy::Client &HttpProxy::addClient()
{
    const quint32 connection = m_nextConnection++;
    Client &client = m_clients[connection];
    client.connection = connection;
    client.link = std::make_unique<HttpLink>(m_upstream);
    client.link->reset();
    connect(client.link.get(), &HttpLink::eventOccurred, this, [this, connection](Event event) {
        event.connection = connection;
        report(std::move(event));
    });
    client.link->post(Event::ofKind(EventKind::Opening, description()));
    client.link->post(Event::ofKind(EventKind::Opened));
    if (const Outcome prepared = client.link->prepare(); !prepared)
        client.link->post(Event::ofKind(EventKind::Note, {{u"text"_s, QString(prepared.error().detail)}}));
    return client;
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
