// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proxy/httprelay.h"

#include "core/rpc/envelope.h"
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

HttpRelay::HttpRelay(HttpLink &link, HttpRequest request, QJsonObject details, bool isEndpoint, QObject *parent)
    : QObject(parent)
    , m_link(link)
    , m_request(std::move(request))
    , m_details(std::move(details))
    , m_isEndpoint(isEndpoint)
    , m_isPost(m_request.method == "POST")
{}

HttpRelay::HttpRelay(HttpLink &link, HttpServerExchange &client, const QUrl &target, bool isEndpoint,
                     const QSet<RequestId> &withheld, QObject *parent)
    : HttpRelay(
          link,
          {.method = client.method(), .url = target, .headers = passing(client.head().headers), .body = client.body()},
          {}, isEndpoint, parent)
{
    m_client = &client;
    m_withheld = &withheld;
    for (const QByteArrayView name : {"Host", "Content-Length", "Accept-Encoding", "Expect"})
        m_request.headers.remove(name);
    connect(m_client, &HttpServerExchange::gone, this, &HttpRelay::onClientGone);
    connect(m_client, &HttpServerExchange::drained, this, [this] {
        if (m_fetch)
            m_fetch->setReading(true);
    });
}

HttpRelay::~HttpRelay() = default;

void HttpRelay::start()
{
    const HttpSession session{m_request.headers.value("Mcp-Session-Id").value_or(QByteArray()),
                              Origin::of(m_request.url)};
    m_fetch = new HttpFetch(m_link, m_request, session, this, HttpFetch::Mode::Relay);
    if (m_isPost) {
        m_post = new HttpPost(m_link, m_request.body, m_details, this);
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
    HttpHeaders headers = passing(head.headers);
    if (m_fetch->isEventStream())
        headers.remove("Content-Length"); // the stream may get another length
    if (m_client)
        m_client->startStream(head.status, headers);
    emit responded(head);
}

void HttpRelay::onBody(const QByteArray &part)
{
    if (!m_client)
        return;
    if (withholds() && m_fetch->isEventStream())
        passWholeEvents();
    const QByteArray bytes = m_mayNameAddress ? withOwnAddress(part) : part;
    if (m_events)
        passEvents(bytes);
    else
        m_client->write(bytes);
    if (!m_added.isEmpty()) // after the events of these bytes
        QMetaObject::invokeMethod(this, &HttpRelay::flush, Qt::QueuedConnection);
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
    event.replace(Origin::of(m_request.url).toString().toUtf8() + '/', "http://" + m_client->header("Host") + '/');
    return event + begin.sliced(end);
}

void HttpRelay::onEnded(HttpExchange::End end, const QString &reason)
{
    if (!m_isPost)
        m_fetch->postEnd(end, reason);
    m_hasEnded = true;
    if (m_client && m_cancelled.isLegal())
        return; // it does not know of the cancel
    if (m_client)
        m_client->write(m_begin + m_held);
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
    if (m_cancelled.isLegal()) { // the server gets no second cancel
        Event event = Event::ofKind(EventKind::Cancel, {{u"id"_s, QString::fromUtf8(m_cancelled.toJson())}});
        event.direction = Direction::ClientToServer;
        m_link.post(std::move(event));
    }
    if (m_hasEnded)
        return emit ended();
    const QString reason = TranslatableText::of(TransportReason::ClientClosed);
    if (m_post)
        m_post->closeStream(reason);
    else if (m_fetch)
        m_fetch->close(reason);
}

// ---- the operator

bool HttpRelay::awaits(const RequestId &id) const
{
    return m_cancelled == id || (m_post && !m_isEndpoint && m_post->awaits(id));
}

void HttpRelay::cancel(const RequestId &id)
{
    m_cancelled = id;
    m_isCut = m_fetch->stream().isWithinEvent();
    m_post->closeStream(TranslatableText::of(TransportReason::RequestCancelled));
}

void HttpRelay::add(const QByteArray &message, const std::function<bool()> &isWanted)
{
    add({message, isWanted});
}

bool HttpRelay::respond(const QByteArray &response, const std::function<bool()> &isWanted)
{
    const bool isBatch = m_request.body.trimmed().startsWith('[');
    if (!m_client || isBatch || (m_client->hasBegun() && !m_fetch->isEventStream()))
        return false;
    if (m_isCut) {
        m_client->abort();
        leaveClient();
        return false;
    }
    if (m_client->hasBegun()) {
        add({response, isWanted, true});
    } else {
        m_client->respond(200, {{"Content-Type"_ba, "application/json"_ba}}, response);
        emit added(response, true);
        leaveClient();
    }
    return true;
}

void HttpRelay::add(const Added &added)
{
    passWholeEvents();
    m_added.append(added);
    flush();
}

/// From now on, whole events pass. The rest of the present event passes as it comes.
void HttpRelay::passWholeEvents()
{
    if (m_events)
        return;
    m_events = m_fetch->stream();
    m_isInEvent = m_events->isWithinEvent();
}

void HttpRelay::passEvents(QByteArrayView bytes)
{
    QByteArray passed;
    while (!bytes.isEmpty()) {
        const auto end = std::find_if(bytes.begin(), bytes.end(), [](char c) { return c == '\n' || c == '\r'; });
        const QByteArrayView part = bytes.first(std::min(qsizetype(end - bytes.begin()) + 1, bytes.size()));
        bytes = bytes.sliced(part.size());
        bool isKept = false;
        m_events->feed(part, [&](const SseEvent &event) { isKept = isKept || isWithheld(event); });
        m_held += part;
        const bool isWithin = m_events->isWithinEvent();
        if (isWithin && !m_isInEvent && m_held.size() <= m_link.options().json.maxSize)
            continue;
        const QByteArray held = std::exchange(m_held, {});
        if (!isKept || m_isInEvent)
            passed += held;
        m_isInEvent = isWithin;
    }
    m_client->write(passed);
    release();
}

bool HttpRelay::isWithheld(const SseEvent &event)
{
    const bool isMessage = event.type.isEmpty() || event.type == "message";
    if (!withholds() || event.kind != SseEvent::Kind::Event || !isMessage || m_link.checker().check(event.data))
        return false;
    const Envelope envelope = Envelope::of(event.data);
    return envelope.isResponse() && m_withheld->contains(envelope.requestId(event.data));
}

void HttpRelay::flush()
{
    while (!m_added.isEmpty() && !m_isInEvent && m_client) {
        const Added next = m_added.takeFirst();
        if (!next.isWanted())
            continue;
        m_client->write(SseEvent{.type = "message"_ba, .data = next.message, .hasData = true}.toBytes());
        if (next.isLast)
            m_client->finish();
        emit added(next.message, next.isLast);
        if (next.isLast)
            return leaveClient();
    }
    release();
}

/// Passes the beginning of an event that no longer has to wait for its end.
void HttpRelay::release()
{
    if (!m_added.isEmpty() || withholds())
        return;
    if (m_client)
        m_client->write(std::exchange(m_held, {}));
    m_events.reset();
}

/// The client has its response. The server still has time to respond, for the record.
void HttpRelay::leaveClient()
{
    m_client->disconnect(this);
    m_client.clear();
    m_added.clear();
    m_fetch->setReading(true);
    if (m_post)
        m_post->closeAfterGrace();
    if (m_hasEnded)
        emit ended();
}

void HttpRelay::drop(const QString &reason)
{
    disconnect();
    m_withheld = nullptr;
    m_added.clear();
    if (m_client)
        m_client->abort();
    m_client.clear();
    if (m_post)
        m_post->drop(reason);
    else if (m_fetch)
        m_fetch->drop(reason);
}

} // namespace Pullcord
