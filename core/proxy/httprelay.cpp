// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proxy/httprelay.h"

#include "core/transport/http/origin.h"
#include "core/transport/transportreason.h"

#include <algorithm>
#include <utility>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

/// Returns the headers that pass an intermediary: not those of a single connection, nor those that it names. RFC 9110,
/// section 7.6.1.
HttpHeaders passing(const HttpHeaders &headers)
{
    HttpHeaders passed;
    const QByteArray named = headers.value("Connection").value_or(QByteArray());
    for (const HttpHeader &header : headers)
        passed.add(header);
    for (const QByteArray &name : named.split(','))
        passed.remove(name.trimmed());
    for (const QByteArrayView name : {"Connection", "Keep-Alive", "Proxy-Authenticate", "Proxy-Authorization",
                                      "Proxy-Connection", "TE", "Trailer", "Transfer-Encoding", "Upgrade"})
        passed.remove(name);
    return passed;
}

constexpr qsizetype MostAddress = 8192; ///< bytes of an event with an address for messages

/// Returns the size of the first event of a stream; negative until the empty line after it has arrived.
qsizetype sizeOfEvent(const QByteArray &stream)
{
    qsizetype size = -1;
    for (const QByteArrayView end : {"\n\n", "\r\n\r\n", "\r\r"}) {
        if (const qsizetype at = stream.indexOf(end); at >= 0 && (size < 0 || at < size))
            size = at;
    }
    return size;
}

} // namespace

HttpRelay::HttpRelay(HttpLink &link, HttpServerExchange &client, const QUrl &target, bool isEndpoint, QObject *parent)
    : QObject(parent)
    , m_link(link)
    , m_client(&client)
    , m_target(target)
    , m_isEndpoint(isEndpoint)
    , m_isPost(client.method() == "POST")
{
    connect(m_client, &HttpServerExchange::gone, this, &HttpRelay::onClientGone);
    connect(m_client, &HttpServerExchange::drained, this, [this] {
        if (m_fetch)
            m_fetch->setReading(true);
    });
}

HttpRelay::~HttpRelay() = default;

HttpRequest HttpRelay::request() const
{
    HttpRequest request{.method = m_client->method(),
                        .url = m_target,
                        .headers = passing(m_client->head().headers),
                        .body = m_client->body()};
    for (const QByteArrayView name : {"Host", "Content-Length", "Accept-Encoding", "Expect"})
        request.headers.remove(name);
    return request;
}

void HttpRelay::start()
{
    HttpRequest request = this->request();
    const HttpSession session{request.headers.value("Mcp-Session-Id").value_or(QByteArray()), Origin::of(m_target)};
    m_fetch = new HttpFetch(m_link, std::move(request), session, this, HttpFetch::Mode::Relay);
    if (m_isPost) {
        m_post = new HttpPost(m_link, m_client->body(), {}, this);
        m_post->relay(m_fetch, session, m_isEndpoint);
    }
    connect(m_fetch, &HttpFetch::responded, this, &HttpRelay::onResponded);
    connect(m_fetch, &HttpFetch::bodyArrived, this, &HttpRelay::onBody);
    connect(m_fetch, &HttpFetch::eventArrived, this, &HttpRelay::eventArrived);
    connect(m_fetch, &HttpFetch::ended, this, &HttpRelay::onEnded);
    m_fetch->start(); // it may end at once
}

void HttpRelay::onResponded()
{
    const HttpHead &head = m_fetch->response();
    m_mayNameAddress = !m_isPost && m_fetch->isSuccess() && head.headers.contentType() == "text/event-stream";
    if (m_client)
        m_client->startStream(head.status, passing(head.headers));
    emit responded(head);
}

void HttpRelay::onBody(const QByteArray &part)
{
    if (!m_client)
        return;
    m_client->write(m_mayNameAddress ? withOwnAddress(part) : part);
    if (m_client->pendingBytes() >= MostWaiting)
        m_fetch->setReading(false);
}

/// A client posts to no other origin than that of the stream, and would leave the proxy.
QByteArray HttpRelay::withOwnAddress(const QByteArray &part)
{
    m_begin += part;
    const auto mayBegin = [this](QByteArrayView field) {
        const qsizetype size = std::min(field.size(), m_begin.size());
        return field.first(size) == QByteArrayView(m_begin).first(size);
    };
    const bool isAddress = mayBegin("event: endpoint") || mayBegin("event:endpoint");
    const qsizetype size = sizeOfEvent(m_begin);
    if (isAddress && size < 0 && m_begin.size() < MostAddress)
        return {};
    m_mayNameAddress = false;
    const QByteArray begin = std::exchange(m_begin, {});
    if (!isAddress)
        return begin;
    const qsizetype end = size < 0 ? begin.size() : size; // later events pass unchanged
    QByteArray event = begin.first(end);
    event.replace(Origin::of(m_target).toString().toUtf8() + '/', "http://" + m_client->header("Host") + '/');
    return event + begin.sliced(end);
}

void HttpRelay::onEnded(HttpExchange::End end, const QString &reason)
{
    if (!m_isPost)
        m_fetch->postEnd(end, reason);
    if (m_client && !m_begin.isEmpty())
        m_client->write(m_begin);
    if (m_client && !m_client->hasBegun())
        m_client->respond(502, {{"Content-Type"_ba, "text/plain; charset=utf-8"_ba}},
                          u"The proxy has no response from the server: %1\n"_s.arg(reason).toUtf8());
    else if (m_client && end == HttpExchange::End::Complete)
        m_client->finish();
    else if (m_client)
        m_client->abort();
    m_client.clear();
    emit ended();
}

void HttpRelay::onClientGone()
{
    m_client.clear();
    const QString reason = TranslatableText::of(TransportReason::ClientClosed);
    if (m_post)
        m_post->closeStream(reason);
    else if (m_fetch)
        m_fetch->close(reason);
}

void HttpRelay::drop(const QString &reason)
{
    disconnect();
    if (m_client)
        m_client->abort();
    m_client.clear();
    if (m_post)
        m_post->drop(reason);
    else if (m_fetch)
        m_fetch->drop(reason);
}

} // namespace Pullcord
