// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proxy/clientlistener.h"

#include "core/json/jsonchecker.h"
#include "core/rpc/envelope.h"
#include "core/rpc/refusedmessage.h"

#include <QPointer>
#include <QRandomGenerator>

#include <array>
#include <utility>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype MostQuoted = 100; ///< bytes of a method or an id

/// Names the message in a request, which is not recorded elsewhere: " (tools/call, id 3)". Empty if there is none.
QString messageIn(const HttpServerExchange &exchange)
{
    JsonChecker checker;
    if (exchange.isForeign() || exchange.method() != "POST" || checker.check(exchange.body()))
        return {};
    const Envelope envelope = Envelope::of(exchange.body());
    const QByteArray method = envelope.methodName(exchange.body());
    const RequestId id = envelope.requestId(exchange.body());
    QStringList parts;
    if (!method.isEmpty())
        parts << QString::fromUtf8(method.left(MostQuoted));
    if (id.canBeAnswered())
        parts << u"id %1"_s.arg(QString::fromUtf8(id.toJson().left(MostQuoted)));
    return parts.isEmpty() ? QString() : u" (%1)"_s.arg(parts.join(u", "_s));
}

} // namespace

ClientListener::ClientListener(Options options, QObject *parent)
    : QObject(parent)
    , m_options(std::move(options))
    , m_server({.port = m_options.port})
{
    connect(&m_server, &HttpServer::requestArrived, this, &ClientListener::onRequest);
}

Event ClientListener::refusedMessage(const HttpServerExchange &exchange, int status)
{
    JsonChecker checker({.maxSize = MostRecorded});
    Event event = Event::ofBytes(exchange.body(), Direction::ClientToServer, checker);
    if (const qsizetype size = event.bytes.size(); size > MostRecorded) {
        event.details.insert(u"length"_s, size);
        event.bytes.truncate(MostRecorded);
    }
    event.details.insert(Event::Withheld, true);
    event.details.insert(RefusedMessage::Status, status);
    return event;
}

QByteArray ClientListener::makeSecret()
{
    std::array<quint32, 4> words{};
    QRandomGenerator::system()->fillRange(words.data(), words.size());
    return QByteArray(reinterpret_cast<const char *>(words.data()), sizeof words).toHex();
}

Outcome ClientListener::listen()
{
    return m_server.listen();
}

QUrl ClientListener::url(const QString &path) const
{
    QUrl url = m_server.url();
    url.setPath((m_options.secret.isEmpty() ? QString() : u'/' + QString::fromLatin1(m_options.secret)) + path,
                QUrl::TolerantMode);
    return url;
}

std::optional<QByteArray> ClientListener::pathOf(const HttpServerExchange &exchange) const
{
    const QByteArray path = exchange.path();
    const QByteArray begin = '/' + m_options.secret;
    if (m_options.secret.isEmpty())
        return path;
    return path == begin || path.startsWith(begin + '/') ? std::optional(path.sliced(begin.size())) : std::nullopt;
}

void ClientListener::onRequest(HttpServerExchange *exchange)
{
    if (m_isClosed)
        refuse(*exchange, 503, u"the proxy is closing"_s);
    else if (exchange->isForeign())
        refuse(*exchange, 403, u"only this machine may use this proxy: check Host and Origin"_s);
    else
        emit requestArrived(exchange);
}

void ClientListener::refuse(HttpServerExchange &exchange, int status, const QString &reason)
{
    respond(exchange, status, "text/plain; charset=utf-8"_ba, reason.toUtf8() + '\n', reason);
}

void ClientListener::refuse(HttpServerExchange &exchange, const PostedMessage::Refusal &refusal)
{
    respond(exchange, refusal.status, "application/json"_ba, refusal.body(), refusal.text);
}

void ClientListener::respond(HttpServerExchange &exchange, int status, const QByteArray &type, const QByteArray &body,
                             const QString &reason)
{
    exchange.respond(status, {{"Content-Type"_ba, type}}, body);
    if (m_refusals++ >= MostRefusals)
        return;
    const QString text = u"The proxy refused a %1 request%2 with HTTP %3: %4"_s.arg(
        QString::fromLatin1(exchange.method().left(20)), messageIn(exchange), QString::number(status), reason);
    const QPointer<ClientListener> guard(this);
    if (exchange.method() == "POST" && !exchange.body().isEmpty())
        emit refused(refusedMessage(exchange, status));
    if (guard)
        emit refused(Event::ofKind(EventKind::Note, {{u"text"_s, text}}));
}

} // namespace Pullcord
