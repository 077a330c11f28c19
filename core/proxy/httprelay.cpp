// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proxy/httprelay.h"

#include "core/proxy/postedmessage.h"
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

void HttpRelay::setJudge(quint64 number, Judge judge)
{
    m_number = number;
    m_judge = std::move(judge);
}

void HttpRelay::setMessage(const QByteArray &message, const Envelope &envelope)
{
    m_request.body = message;
    m_isModern = !McpHeaders::versionIn(message, envelope).isEmpty();
    m_asked.clear();
    const bool isBatch = envelope.kind == MessageKind::Batch;
    for (const Envelope &item : isBatch ? Envelope::batchItems(message) : QList<Envelope>{envelope}) {
        if (item.kind == MessageKind::Request)
            m_asked.insert(item.requestId(message));
    }
}

void HttpRelay::start(const QJsonObject &details)
{
    m_details = details;
    start();
}

/// The headers that repeat parts of the message fit the new one.
void HttpRelay::start(const QByteArray &message, const QJsonObject &details)
{
    const Envelope envelope = Envelope::of(message);
    setMessage(message, envelope);
    for (const HttpHeader &header : m_link.headers().forMessage(message, envelope)) {
        if (header.name.startsWith("Mcp-") && m_request.headers.contains(header.name))
            m_request.headers.set(header);
    }
    m_owed.clear();
    start(details);
}

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
    const bool isCoded = head.headers.value("Content-Encoding").value_or("identity"_ba).toLower() != "identity";
    m_isWhole = m_judge && m_client && m_isPost && !isCoded && head.headers.contentType() == "application/json";
    if (m_client && !m_isWhole)
        m_client->startStream(head.status, headers);
    emit responded(head);
}

void HttpRelay::onBody(const QByteArray &part)
{
    if (!m_client)
        return;
    if (m_isWhole)
        return takeWhole(part);
    if ((withholds() || m_judge) && m_fetch->isEventStream())
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
    const bool isWhole = std::exchange(m_isWhole, false);
    if (m_client && isWhole && end == HttpExchange::End::Complete)
        judgeWhole();
    if (m_client && (m_cancelled.isLegal() || !m_owed.isEmpty()))
        return; // it does not know of the cancel, or of the response
    if (m_client && isWhole && !m_client->hasBegun())
        m_client->startStream(m_fetch->status(), passing(m_fetch->response().headers));
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
    if (m_cancelled.isLegal()) // the server gets no second cancel
        postCancel(m_cancelled);
    m_owed.remove(m_cancelled);
    if (m_isModern) {
        for (const RequestId &id : std::exchange(m_owed, {}))
            postCancel(id);
    }
    if (m_hasEnded || !m_fetch)
        return emit ended();
    const QString reason = TranslatableText::of(TransportReason::ClientClosed);
    if (m_post)
        m_post->closeStream(reason);
    else if (m_fetch)
        m_fetch->close(reason);
}

/// Reports a cancel of the client that reaches no server.
void HttpRelay::postCancel(const RequestId &id)
{
    Event event = Event::ofKind(EventKind::Cancel, {{u"id"_s, QString::fromUtf8(id.toJson())}});
    event.direction = Direction::ClientToServer;
    m_link.post(std::move(event));
}

// ---- rules

void HttpRelay::keepBack()
{
    if (!m_asked.isEmpty() && !m_isEndpoint) {
        m_owed = m_asked;
        return;
    }
    m_client->disconnect(this);
    m_client->respond(202);
    m_client.clear();
}

void HttpRelay::passOn()
{
    if (m_fetch->isEventStream())
        m_client->write(m_raw);
    else
        m_messages << m_raw;
    m_present.id.reset();
    m_present.retry.reset();
}

void HttpRelay::withhold(const Envelope &message)
{
    const bool isBatch = message.kind == MessageKind::Batch;
    for (const Envelope &item : isBatch ? Envelope::batchItems(m_present.data) : QList<Envelope>{message}) {
        const RequestId id = item.isResponse() ? item.requestId(m_present.data) : RequestId();
        if (m_asked.contains(id))
            m_owed.insert(id);
    }
}

bool HttpRelay::deliver(const QByteArray &message)
{
    const Envelope envelope = Envelope::of(message);
    if (!m_client || m_isInEvent)
        return false;
    if (!m_client->hasBegun() && m_isJudging) {
        if (!m_messages.isEmpty() && !m_fetch->isSuccess())
            return false; // a stream has no status of an error
        m_messages << message;
    } else if (!m_client->hasBegun() && (m_hasEnded || !m_fetch) && envelope.isResponse()) {
        respondWith({message});
        finishClient();
        return true;
    } else if (isStream()) {
        m_client->write(SseEvent{.type = "message"_ba,
                                 .data = message,
                                 .hasData = true,
                                 .id = std::exchange(m_present.id, {}),
                                 .retry = std::exchange(m_present.retry, {})}
                            .toBytes());
    } else {
        return false;
    }
    if (envelope.isResponse())
        m_owed.remove(envelope.requestId(message));
    if (m_hasEnded && !m_isJudging && m_owed.isEmpty())
        finishClient();
    return true;
}

/// Takes a part of a JSON response, which waits for its end.
void HttpRelay::takeWhole(const QByteArray &part)
{
    m_held += part;
    if (m_held.size() <= m_link.options().json.maxSize)
        return;
    m_isWhole = false;
    m_client->startStream(m_fetch->status(), passing(m_fetch->response().headers));
    m_client->write(std::exchange(m_held, {}));
}

/// Gives the JSON response to the rules, if it is a message.
void HttpRelay::judgeWhole()
{
    if (m_link.checker().check(m_held))
        return;
    const Envelope envelope = Envelope::of(m_held);
    const bool isRpc = envelope.kind != MessageKind::None && !(envelope.problems & NoVersion);
    if (!isRpc && !m_fetch->isSuccess())
        return;
    m_raw = std::exchange(m_held, {});
    m_present = {};
    m_present.data = m_raw;
    m_isJudging = true;
    m_judge(m_raw);
    m_isJudging = false;
    if (!m_messages.isEmpty() || m_owed.isEmpty())
        respondWith(std::exchange(m_messages, {}));
}

void HttpRelay::judgeEvent(const SseEvent &event, const QByteArray &raw)
{
    m_present = event;
    m_raw = raw;
    m_isJudging = true;
    m_judge(event.data);
    m_isJudging = false;
    m_present = {};
    m_raw.clear();
}

/// Begins the response with its messages: more than one become a stream.
void HttpRelay::respondWith(const QByteArrayList &messages)
{
    m_owed.clear();
    const bool isServers = this->status() > 0;
    HttpHeaders headers =
        isServers ? passing(m_fetch->response().headers) : HttpHeaders{{"Content-Type"_ba, "application/json"_ba}};
    const int status = isServers ? this->status() : m_isModern ? PostedMessage::statusOf(messages.constFirst()) : 200;
    headers.remove("Content-Length");
    if (messages.size() < 2)
        headers.add("Content-Length"_ba, QByteArray::number(messages.value(0).size()));
    else
        headers.set("Content-Type"_ba, "text/event-stream"_ba);
    m_client->startStream(status, headers);
    for (const QByteArray &message : messages)
        m_client->write(
            messages.size() < 2 ? message : SseEvent{.type = "message"_ba, .data = message, .hasData = true}.toBytes());
}

/// The client has its response, and the server's has ended.
void HttpRelay::finishClient()
{
    m_client->disconnect(this);
    m_client->finish();
    m_client.clear();
    emit ended();
}

// ---- the operator

bool HttpRelay::awaits(const RequestId &id) const
{
    return m_withheld && (m_cancelled == id || m_owed.contains(id) || (m_post && !m_isEndpoint && m_post->awaits(id)));
}

void HttpRelay::cancel(const RequestId &id)
{
    m_cancelled = id;
    if (!m_post)
        return; // the server is not working on it
    const bool isJson = m_client && m_client->hasBegun() && !m_fetch->isEventStream();
    m_isCut = isJson || m_fetch->stream().isWithinEvent();
    m_post->closeStream(TranslatableText::of(TransportReason::RequestCancelled));
    if (isJson)
        cutClient();
}

void HttpRelay::add(const QByteArray &message, const QString &rule, const std::function<bool()> &isWanted)
{
    add({message, rule, isWanted});
}

bool HttpRelay::respond(const QByteArray &response, const std::function<bool()> &isWanted)
{
    const bool isBatch = m_request.body.trimmed().startsWith('[');
    if (!m_client || isBatch || (m_client->hasBegun() && !m_fetch->isEventStream()))
        return false;
    if (m_isCut) {
        cutClient();
        return false;
    }
    if (m_client->hasBegun()) {
        add({response, {}, isWanted, true});
    } else {
        m_client->respond(200, {{"Content-Type"_ba, "application/json"_ba}}, response);
        emit added(response, {}, true);
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
        std::optional<SseEvent> message;
        m_events->feed(part, [&](const SseEvent &event) {
            isKept = isKept || isWithheld(event);
            if (m_judge && isMessage(event) && event.dataSize == event.data.size())
                message = event;
        });
        m_held += part;
        const bool isWithin = m_events->isWithinEvent();
        if (isWithin && !m_isInEvent && m_held.size() <= m_link.options().json.maxSize)
            continue;
        const QByteArray held = std::exchange(m_held, {});
        const bool isPassing = std::exchange(m_isInEvent, isWithin);
        if (message && !isKept && !isPassing) {
            m_client->write(std::exchange(passed, {}));
            judgeEvent(*message, held);
        } else if (!isKept || isPassing) {
            passed += held;
        }
    }
    m_client->write(passed);
    release();
}

bool HttpRelay::isMessage(const SseEvent &event)
{
    return event.kind == SseEvent::Kind::Event && !event.data.isEmpty() &&
           (event.type.isEmpty() || event.type == "message");
}

bool HttpRelay::isWithheld(const SseEvent &event)
{
    if (!withholds() || !isMessage(event) || m_link.checker().check(event.data))
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
        emit added(next.message, next.rule, next.isLast);
        if (next.isLast)
            return leaveClient();
    }
    release();
}

/// Passes the beginning of an event that no longer has to wait for its end.
void HttpRelay::release()
{
    if (!m_added.isEmpty() || withholds() || m_judge)
        return;
    if (m_client)
        m_client->write(std::exchange(m_held, {}));
    m_events.reset();
}

/// Ends a response of which the client has a part, and whose rest will not come.
void HttpRelay::cutClient()
{
    Event note = Event::ofKind(EventKind::Note,
                               {{u"text"_s, u"The proxy closed the response that the client has in part: the operator "
                                            "cancelled the request"_s},
                                {u"became"_s, u"cut"_s},
                                {u"id"_s, QString::fromUtf8(m_cancelled.toJson())}});
    note.direction = Direction::ClientToServer;
    m_link.post(std::move(note));
    m_client->abort();
    leaveClient();
}

/// The client has its response. The server still has time to respond, for the record.
void HttpRelay::leaveClient()
{
    m_client->disconnect(this);
    m_client.clear();
    m_added.clear();
    m_held.clear();
    if (m_fetch)
        m_fetch->setReading(true);
    if (m_post)
        m_post->closeAfterGrace();
    if (m_hasEnded || !m_fetch)
        emit ended();
}

void HttpRelay::drop(const QString &reason)
{
    disconnect();
    m_judge = {};
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
