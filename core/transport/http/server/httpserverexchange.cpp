// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/http/server/httpserverexchange.h"

#include "core/transport/http/origin.h"
#include "core/transport/http/server/httpserverconnection.h"

#include <boost/beast/http/status.hpp>

#include <utility>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

/// RFC 9110, section 6.4.1.
bool neverHasBody(int status)
{
    return status / 100 == 1 || status == 204 || status == 304;
}

} // namespace

HttpServerExchange::HttpServerExchange(HttpServerConnection &connection, HttpHead head, QByteArray body, bool keepAlive)
    : QObject(&connection)
    , m_connection(&connection)
    , m_head(std::move(head))
    , m_body(std::move(body))
    , m_keepAlive(keepAlive)
{}

HttpServerExchange::~HttpServerExchange()
{
    if (m_connection) {
        HttpServerConnection *connection = std::exchange(m_connection, nullptr);
        connection->forget();
        connection->abort();
    }
}

QByteArray HttpServerExchange::path() const
{
    return m_head.target.first(m_head.target.indexOf('?') < 0 ? m_head.target.size() : m_head.target.indexOf('?'));
}

QByteArray HttpServerExchange::query() const
{
    const qsizetype mark = m_head.target.indexOf('?');
    return mark < 0 ? QByteArray() : m_head.target.sliced(mark + 1);
}

QByteArray HttpServerExchange::header(QByteArrayView name) const
{
    return m_head.headers.value(name).value_or(QByteArray());
}

bool HttpServerExchange::isForeign() const
{
    const auto isOurs = [](const QByteArray &url) { return Origin::of(QUrl::fromEncoded(url)).isLoopback(); };
    const std::optional<QByteArray> origin = m_head.headers.value("Origin");
    return !isOurs("http://" + header("Host")) || (origin && !isOurs(*origin));
}

bool HttpServerExchange::isOpen() const
{
    return m_connection && m_connection->isConnected();
}

QByteArray HttpServerExchange::reasonOf(int status)
{
    const auto text = boost::beast::http::obsolete_reason(boost::beast::http::int_to_status(unsigned(status)));
    return {text.data(), qsizetype(text.size())};
}

QByteArray HttpServerExchange::headOf(int status, const HttpHeaders &headers) const
{
    QByteArray text = "HTTP/1.1 " + QByteArray::number(status) + ' ' + reasonOf(status) + "\r\n";
    for (const HttpHeader &header : m_headers)
        text += header.name + ": " + header.value + "\r\n";
    for (const HttpHeader &header : headers)
        text += header.name + ": " + header.value + "\r\n";
    // HTTP/1.0 closes by default, HTTP/1.1 keeps the connection open.
    text += m_keepAlive ? "Connection: keep-alive\r\n" : "Connection: close\r\n";
    return text + "\r\n";
}

void HttpServerExchange::respond(int status, const HttpHeaders &headers, const QByteArray &body)
{
    Q_ASSERT(!m_begun);
    if (!m_connection)
        return;
    m_begun = true;
    HttpHeaders whole = headers;
    const bool isBodyless = neverHasBody(status);
    if (!isBodyless)
        whole.set("Content-Length"_ba, QByteArray::number(body.size()));
    QByteArray bytes = headOf(status, whole);
    if (!isBodyless && method() != "HEAD")
        bytes += body;
    m_connection->write(bytes);
    end();
}

void HttpServerExchange::startStream(int status, const HttpHeaders &headers)
{
    Q_ASSERT(!m_begun);
    if (!m_connection)
        return;
    m_begun = true;
    const bool isAnnounced = headers.contains("Content-Length");
    m_isBodyless = neverHasBody(status) || method() == "HEAD";
    m_chunked = m_head.version >= 11 && !isAnnounced && !m_isBodyless;
    // Otherwise the end of the connection ends the stream.
    m_keepAlive = m_keepAlive && (m_chunked || isAnnounced || m_isBodyless);
    HttpHeaders whole = headers;
    if (m_chunked)
        whole.set("Transfer-Encoding"_ba, "chunked"_ba);
    m_connection->write(headOf(status, whole));
}

void HttpServerExchange::startEvents(HttpHeaders headers)
{
    headers.set("Content-Type"_ba, "text/event-stream"_ba);
    headers.set("Cache-Control"_ba, "no-cache"_ba);
    headers.set("X-Accel-Buffering"_ba, "no"_ba);
    startStream(200, headers);
}

void HttpServerExchange::write(const QByteArray &bytes)
{
    if (!m_connection || bytes.isEmpty() || m_isBodyless)
        return;
    Q_ASSERT(m_begun);
    m_connection->write(m_chunked ? QByteArray::number(bytes.size(), 16) + "\r\n" + bytes + "\r\n" : bytes);
}

void HttpServerExchange::finish()
{
    if (!m_connection)
        return;
    Q_ASSERT(m_begun);
    if (m_chunked)
        m_connection->write("0\r\n\r\n");
    end();
}

void HttpServerExchange::abort()
{
    if (HttpServerConnection *connection = std::exchange(m_connection, nullptr)) {
        connection->forget();
        connection->abort();
        deleteLater();
    }
}

qint64 HttpServerExchange::pendingBytes() const
{
    return m_connection ? m_connection->pendingBytes() : 0;
}

void HttpServerExchange::end()
{
    std::exchange(m_connection, nullptr)->finish(m_keepAlive);
    deleteLater();
}

void HttpServerExchange::onDrained()
{
    emit drained();
}

void HttpServerExchange::onGone()
{
    m_connection = nullptr;
    deleteLater();
    emit gone();
}

} // namespace Pullcord
