// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proxy/httpproxy.h"

#include "core/json/jsonchecker.h"

#include <QRandomGenerator>

#include <array>
#include <utility>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

constexpr QByteArrayView Metadata = "/.well-known/";

/// Key of an address in m_known. Addresses begin with a slash, which no session or User-Agent of ours does.
QByteArray addressIn(const QUrl &url)
{
    return url.toEncoded(QUrl::RemoveScheme | QUrl::RemoveAuthority | QUrl::RemoveFragment);
}

constexpr int MostRefusals = 100; ///< recorded

} // namespace

HttpProxy::HttpProxy(const HttpOptions &server, Options options, QObject *parent)
    : Proxy(parent)
    , m_upstream(server)
    , m_options(std::move(options))
    , m_server({.port = m_options.port})
{
    connect(&m_server, &HttpServer::requestArrived, this, &HttpProxy::onRequest);
}

HttpProxy::~HttpProxy() = default;

QByteArray HttpProxy::makeSecret()
{
    std::array<quint32, 4> words{};
    QRandomGenerator::system()->fillRange(words.data(), words.size());
    return QByteArray(reinterpret_cast<const char *>(words.data()), sizeof words).toHex();
}

QJsonObject HttpProxy::description() const
{
    return {{u"transport"_s, u"http"_s},
            {u"url"_s, m_upstream.shown(m_upstream.url.toString(QUrl::FullyEncoded))},
            {u"proxied"_s, true}};
}

QUrl HttpProxy::url() const
{
    QUrl url = m_server.url();
    url.setPath((m_options.secret.isEmpty() ? QString() : u'/' + QString::fromLatin1(m_options.secret)) +
                    m_upstream.url.path(QUrl::FullyEncoded),
                QUrl::TolerantMode);
    url.setQuery(m_upstream.url.query(QUrl::FullyEncoded));
    return url;
}

void HttpProxy::start()
{
    const Outcome listening = m_server.listen();
    if (listening) {
        addClient(); // the file shows the server before any client comes
        emit this->listening(url());
        return;
    }
    setFailure(listening.error().detail);
    post(0, Event::ofKind(EventKind::Opening, description()));
    post(0, Event::ofKind(EventKind::Failed, {{u"reason"_s, failure()}}));
    post(0, Event::ofKind(EventKind::Closed, {{u"reason"_s, failure()}}));
    finish();
}

std::optional<int> HttpProxy::exitStatus() const
{
    return failure().isEmpty() ? std::optional(0) : std::nullopt;
}

void HttpProxy::close(const QString &reason)
{
    if (std::exchange(m_isClosed, true) || !failure().isEmpty())
        return;
    while (!m_clients.empty())
        endClient(m_clients.begin()->second, reason);
    finish();
}

void HttpProxy::onRequest(HttpServerExchange *exchange)
{
    if (m_isClosed || exchange->isForeign())
        return refuse(*exchange, 403, u"only this machine may use this proxy: check Host and Origin"_s);
    const std::optional<QUrl> target = targetOf(*exchange);
    if (!target)
        return refuse(*exchange, 404, u"no such address: use the one that the proxy printed when it started"_s);
    Client &client = clientOf(*exchange);
    const QByteArray method = exchange->method();
    auto *relay = new HttpRelay(*client.link, *exchange, *target, m_known.contains(addressIn(*target)), this);
    client.relays.insert(relay);
    const quint32 connection = client.connection;
    connect(relay, &HttpRelay::responded, this, [this, connection, method](const HttpHead &head) {
        if (const auto found = m_clients.find(connection); found != m_clients.end())
            onResponded(found->second, method, head);
    });
    connect(relay, &HttpRelay::eventArrived, this, [this, connection, url = *target](const SseEvent &event) {
        if (const auto found = m_clients.find(connection); found != m_clients.end())
            onStreamEvent(found->second, url, event);
    });
    connect(relay, &HttpRelay::ended, this, [this, connection, relay] {
        if (const auto found = m_clients.find(connection); found != m_clients.end())
            found->second.relays.remove(relay);
        relay->deleteLater();
    });
    relay->start();
}

void HttpProxy::refuse(HttpServerExchange &exchange, int status, const QString &reason)
{
    exchange.respond(status, {{"Content-Type"_ba, "text/plain; charset=utf-8"_ba}}, reason.toUtf8() + '\n');
    if (!m_clients.empty() && m_refusals++ < MostRefusals)
        post(m_clients.begin()->first,
             Event::ofKind(EventKind::Note, {{u"text"_s, u"The proxy refused a %1 request with HTTP %2: %3"_s.arg(
                                                             QString::fromLatin1(exchange.method().left(20)),
                                                             QString::number(status), reason)}}));
}

/// Address at the server; none if the request must not pass.
std::optional<QUrl> HttpProxy::targetOf(const HttpServerExchange &exchange) const
{
    QByteArray path = exchange.head().target;
    const QByteArray begin = '/' + m_options.secret;
    const bool isNamed = m_known.contains(path) || (exchange.method() == "GET" && path.startsWith(Metadata));
    const bool isOurs = m_options.secret.isEmpty() || path == begin || path.startsWith(begin + '/');
    if (!path.startsWith('/') || (!isNamed && !isOurs))
        return {};
    if (!isNamed && !m_options.secret.isEmpty())
        path.remove(0, begin.size());
    QUrl target = m_upstream.url;
    target.setUserInfo({});
    const qsizetype query = path.indexOf('?');
    target.setPath(QString::fromLatin1(query < 0 ? path : path.first(query)), QUrl::TolerantMode);
    target.setQuery(query < 0 ? QString() : QString::fromLatin1(path.sliced(query + 1)), QUrl::TolerantMode);
    return target.isValid() ? std::optional(target) : std::nullopt;
}

HttpProxy::Client &HttpProxy::clientOf(const HttpServerExchange &exchange)
{
    const QByteArray session = exchange.header("Mcp-Session-Id");
    const QByteArray agent = "agent " + exchange.header("User-Agent");
    for (const QByteArray &key : {session, exchange.head().target, agent}) {
        const auto known = m_known.constFind(key);
        if (known == m_known.constEnd())
            continue;
        if (const auto client = m_clients.find(*known); client != m_clients.end())
            return client->second;
    }
    const bool isFirst = m_clients.size() == 1 && m_known.isEmpty(); // the one made at the start is still free
    Client &client = isFirst ? m_clients.begin()->second : addClient();
    m_known.insert(session.isEmpty() ? agent : session, client.connection);
    return client;
}

HttpProxy::Client &HttpProxy::addClient()
{
    const quint32 connection = m_nextConnection++;
    Client &client = m_clients[connection];
    client.connection = connection;
    client.link = std::make_unique<HttpLink>(m_upstream);
    client.link->reset();
    connect(client.link.get(), &HttpLink::eventOccurred, this,
            [this, connection](const Event &event) { post(connection, event); });
    post(connection, Event::ofKind(EventKind::Opening, description()));
    if (const Outcome prepared = client.link->prepare(); !prepared)
        setFailure(prepared.error().detail);
    post(connection, Event::ofKind(EventKind::Opened));
    return client;
}

/// The session that the server gives separates this client from others with the same User-Agent, and DELETE ends it.
void HttpProxy::onResponded(Client &client, const QByteArray &method, const HttpHead &head)
{
    if (const auto session = head.headers.value("Mcp-Session-Id"); session && !m_known.contains(*session)) {
        m_known.insert(*session, client.connection);
        for (auto known = m_known.begin(); known != m_known.end();)
            known = known.value() == client.connection && known.key().startsWith("agent ") ? m_known.erase(known)
                                                                                           : std::next(known);
    }
    if (head.status == 401 &&
        head.headers.value("WWW-Authenticate").value_or(QByteArray()).contains("resource_metadata"))
        client.link->post(Event::ofKind(
            EventKind::Note,
            {{u"text"_s, u"The server requires authorization for %1. A client that compares this address with the one "
                         "that it connects to, as it must, refuses the address of the proxy"_s.arg(
                             m_upstream.shown(m_upstream.url.toString(QUrl::FullyEncoded)))}}));
    if (method == "DELETE" && head.status / 100 == 2)
        QMetaObject::invokeMethod(
            this,
            [this, connection = client.connection] {
                if (const auto found = m_clients.find(connection); found != m_clients.end())
                    endClient(found->second, u"the client ended the session"_s);
            },
            Qt::QueuedConnection);
}

void HttpProxy::onStreamEvent(Client &client, const QUrl &stream, const SseEvent &event)
{
    if (event.type != "endpoint" || !event.hasData)
        return;
    const QUrl address = stream.resolved(QUrl::fromEncoded(event.data));
    const QByteArray own = addressIn(address);
    if (Origin::of(address) != Origin::of(stream) || !QUrl::fromEncoded(event.data).isRelative())
        client.link->post(Event::ofKind(
            EventKind::Note,
            {{u"text"_s,
              u"The server names a whole address for messages: those of the client do not pass the proxy"_s}}));
    else
        m_known.insert(own, client.connection);
}

void HttpProxy::endClient(Client &client, const QString &reason)
{
    const quint32 connection = client.connection;
    post(connection, Event::ofKind(EventKind::Closing, {{u"reason"_s, reason}}));
    for (HttpRelay *relay : std::exchange(client.relays, {})) {
        relay->drop(reason);
        relay->deleteLater();
    }
    client.link->flush();
    post(connection, Event::ofKind(EventKind::Closed, {{u"reason"_s, QString()}}));
    for (auto known = m_known.begin(); known != m_known.end();)
        known = known.value() == connection ? m_known.erase(known) : std::next(known);
    client.link.release()->deleteLater();
    m_clients.erase(connection);
}

void HttpProxy::post(quint32 connection, Event event)
{
    event.connection = connection;
    report(std::move(event));
}

} // namespace Pullcord
