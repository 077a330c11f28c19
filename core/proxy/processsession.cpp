// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proxy/processsession.h"

#include "core/json/jsonchecker.h"
#include "core/json/jsonvalue.h"
#include "core/proxy/clientlistener.h"
#include "core/proxy/proxy.h"
#include "core/rpc/messagetext.h"
#include "core/transport/transportreason.h"

#include <QTimer>

#include <algorithm>
#include <utility>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

constexpr QByteArrayView SubscriptionId = "/_meta/io.modelcontextprotocol~1subscriptionId";

/// A value in a message, and another id to write instead.
struct Replacement
{
    QByteArrayView value; ///< part of the message; empty: nothing to replace
    RequestId id;
};

QByteArray replaced(const QByteArray &message, QList<Replacement> replacements)
{
    std::sort(replacements.begin(), replacements.end(),
              [](const Replacement &a, const Replacement &b) { return a.value.data() > b.value.data(); });
    QByteArray text = message;
    for (const Replacement &next : std::as_const(replacements)) {
        if (!next.value.isEmpty())
            text.replace(next.value.data() - message.constData(), next.value.size(), next.id.toJson());
    }
    return text;
}

/// Returns `wanted`, or an id that is not among the keys of `taken`.
template<typename Hash>
RequestId freeId(const RequestId &wanted, const Hash &taken, quint64 number)
{
    RequestId id = wanted;
    for (; taken.contains(id); ++number)
        id = RequestId::fromString(u"pullcord-%1"_s.arg(number));
    return id;
}

void addTo(Event &event, const QJsonObject &details)
{
    for (auto it = details.begin(); it != details.end(); ++it)
        event.details.insert(it.key(), it.value());
}

QString shown(const RequestId &id)
{
    return QString::fromUtf8(id.toJson());
}

} // namespace

ProcessSession::ProcessSession(Kind kind, const StdioCommand &command, QObject *parent)
    : QObject(parent)
    , m_kind(kind)
    , m_server(command)
{
    connect(&m_server, &Transport::eventOccurred, this, &ProcessSession::onEvent);
    connect(&m_server, &Transport::stateChanged, this, [this](Transport::State state) {
        if (state == Transport::State::Idle)
            end();
    });
}

ProcessSession::~ProcessSession() = default;

bool ProcessSession::isOpen() const
{
    return m_server.state() == Transport::State::Opening || m_server.state() == Transport::State::Open;
}

void ProcessSession::close(const QString &reason)
{
    if (!m_reason.isEmpty())
        return;
    m_reason = reason;
    m_server.close();
}

// ---- from clients

MessageStream *ProcessSession::makeStream(HttpServerExchange &exchange, MessageStream::Kind kind, qsizetype awaited)
{
    auto *stream = new MessageStream(exchange, kind, awaited, this);
    connect(stream, &MessageStream::drained, this, [this, stream] { onRead(stream); });
    connect(stream, &MessageStream::gone, this, [this, stream] { onStreamGone(stream); });
    connect(stream, &QObject::destroyed, this, [this, stream] { onRead(stream); });
    return stream;
}

void ProcessSession::listen(HttpServerExchange &exchange, const QByteArray &endpoint)
{
    if (m_listening) // a client that has lost its stream takes a new one
        m_listening->end();
    m_listening = makeStream(exchange, MessageStream::Kind::Listening);
    if (m_kind == Kind::HttpSse)
        m_listening->write("endpoint"_ba, endpoint);
    if (m_dropped > 0)
        note(u"%1 messages reached no client: they did not fit while no stream was open"_s.arg(
            std::exchange(m_dropped, 0)));
    m_keptSize = 0;
    for (const QByteArray &message : std::exchange(m_kept, {}))
        deliver(m_listening, message);
}

void ProcessSession::post(HttpServerExchange &exchange, const PostedMessage &posted)
{
    if (m_server.pendingBytes() > MostQueued) {
        if (m_notes < MostNotes)
            emit eventOccurred(ClientListener::refusedMessage(exchange, 503));
        noteLost(u"The proxy refused a POST request with HTTP 503: the server does not read its input"_s);
        return exchange.respond(503, {{"Content-Type"_ba, "text/plain"_ba}}, "The server does not read its input\n");
    }
    // a line holds a message, and line breaks between its tokens end lines
    QByteArray message = posted.message;
    message.replace('\r', ' ').replace('\n', ' ');
    if (m_kind == Kind::HttpSse || posted.requests.isEmpty()) {
        if (posted.method == "notifications/cancelled")
            passCancel(message, posted.envelope);
        else if (!isWithheld(message, posted.envelope))
            sendToServer(message);
        if (posted.envelope.isResponse())
            m_asked.remove(posted.envelope.requestId(message));
        return exchange.respond(202);
    }
    const bool isModern = m_kind == Kind::Shared;
    MessageStream *stream = makeStream(exchange, isModern ? MessageStream::Kind::Modern : MessageStream::Kind::Legacy,
                                       posted.requests.size());
    if (isModern)
        return passRequest(message, posted.envelope, stream);
    if (posted.envelope.kind == MessageKind::Batch) {
        for (const Envelope &item : Envelope::batchItems(message)) {
            if (item.kind == MessageKind::Request)
                addRequest(message, item, stream);
        }
    } else {
        addRequest(message, posted.envelope, stream);
    }
    sendToServer(message);
}

void ProcessSession::sendToServer(const QByteArray &message, const QJsonObject &details)
{
    if (!m_judge)
        return m_server.send(message, details);
    JsonChecker checker;
    Event event = Event::ofBytes(message, Direction::ClientToServer, checker);
    event.details = details;
    m_judge(event);
}

void ProcessSession::addRequest(const QByteArray &message, const Envelope &envelope, MessageStream *stream)
{
    const RequestId id = envelope.requestId(message);
    const RequestId token =
        RequestId::fromJson(JsonValue(envelope.params.in(message)).pointer("/_meta/progressToken").raw());
    m_requests.insert(id, {.id = id,
                           .token = token,
                           .serverToken = token,
                           .method = envelope.methodName(message),
                           .stream = stream,
                           .serial = ++m_lastSerial});
    if (token.isLegal())
        m_tokens.insert(token, id);
}

/// Passes a request of one of many clients.
void ProcessSession::passRequest(const QByteArray &message, const Envelope &envelope, MessageStream *stream)
{
    const JsonValue params(envelope.params.in(message));
    const JsonValue token = params.pointer("/_meta/progressToken");
    Request request{.id = envelope.requestId(message),
                    .token = RequestId::fromJson(token.raw()),
                    .method = envelope.methodName(message),
                    .stream = stream,
                    .serial = ++m_lastSerial,
                    .asksForLog = params.pointer("/_meta/io.modelcontextprotocol~1logLevel").isValid()};
    const RequestId id = freeId(request.id, m_requests, request.serial);
    request.serverToken = freeId(request.token, m_tokens, request.serial);
    QJsonObject details;
    QList<Replacement> replacements;
    if (id != request.id) {
        details.insert(Proxy::ClientId, shown(request.id));
        replacements.append({envelope.id.in(message), id});
    }
    if (request.serverToken != request.token) {
        details.insert(u"clientToken"_s, shown(request.token));
        replacements.append({token.raw(), request.serverToken});
    }
    if (request.token.isLegal())
        m_tokens.insert(request.serverToken, id);
    m_requests.insert(id, request);
    sendToServer(replaced(message, replacements), details);
}

/// Passes a cancel that a client has posted.
void ProcessSession::passCancel(const QByteArray &message, const Envelope &envelope)
{
    const JsonValue named = JsonValue(envelope.params.in(message)).member("requestId");
    const RequestId id = RequestId::fromJson(named.raw());
    if (m_kind != Kind::Shared) {
        sendToServer(message);
        if (const auto request = m_requests.find(id); request != m_requests.end() && !request->isCancelled)
            cancel(request);
        return;
    }
    auto meant = m_requests.end();
    int count = 0;
    for (auto request = m_requests.begin(); request != m_requests.end(); ++request) {
        if (request->id != id || request->isCancelled)
            continue;
        meant = request;
        ++count;
    }
    if (count != 1)
        return note(u"A client posted a cancel that names %1 requests, so it was not passed on: %2"_s.arg(
                        QString::number(count), QString::fromUtf8(message)),
                    id);
    const bool isRenamed = meant.key() != id;
    sendToServer(isRenamed ? replaced(message, {{named.raw(), meant.key()}}) : message,
                 isRenamed ? QJsonObject{{Proxy::ClientId, shown(id)}} : QJsonObject());
    cancel(meant);
}

/// The server is not expected to respond any more. If it does within the grace time, the client still gets it.
void ProcessSession::cancel(Requests::iterator request)
{
    forget(request);
    if (MessageStream *stream = request->stream)
        QTimer::singleShot(CancelGrace, stream, [this, stream, id = request.key(), serial = request->serial] {
            const auto late = m_requests.find(id);
            if (late == m_requests.end() || late->serial != serial)
                return;
            late->stream.clear(); // the stream no longer awaits the response, and must not count a late one
            stream->forgo();
        });
}

/// Keeps a request that its client no longer waits for, so that a late response is recognized.
void ProcessSession::forget(Requests::iterator request)
{
    request->isCancelled = true;
    m_cancelled.push_back(request.key());
    if (qsizetype(m_cancelled.size()) <= MostCancelled)
        return;
    const auto oldest = m_requests.find(m_cancelled.front());
    m_cancelled.pop_front();
    if (oldest != m_requests.end() && oldest->isCancelled) {
        m_tokens.remove(oldest->serverToken);
        m_requests.erase(oldest);
    }
}

/// For a client of 2026-07-28 this is the cancel. One before that may lose its connection without a cancel.
void ProcessSession::onStreamGone(const MessageStream *stream)
{
    if (m_kind == Kind::HttpSse) // its last message may have come on another connection, and not have been read
        QTimer::singleShot(LastPost, this,
                           [this] { close(TranslatableText::of(TransportReason::ClientClosedStream)); });
    if (m_kind != Kind::Shared)
        return;
    for (auto request = m_requests.begin(); request != m_requests.end(); ++request) {
        if (request->stream != stream || request->isCancelled)
            continue;
        const RequestId id = request.key();
        note(
            u"The client closed the stream of its request %1, which cancels it: the server gets the notification"_s.arg(
                shown(request->id)),
            id);
        sendToServer(Proxy::cancelNotification(id));
        return cancel(request);
    }
}

// ---- from the operator

/// The cancel of stdio, which the client does not see: its stream stays open.
Outcome ProcessSession::cancel(Direction direction, const RequestId &request, const QString &reason,
                               const QString &rule)
{
    const QByteArray notification = Proxy::cancelNotification(request, reason);
    if (!isOpen())
        return Proxy::refusal(OperatorCancel::NotPossible, u"the connection is closing"_s);
    if (direction == Direction::ClientToServer) {
        m_server.send(notification, Proxy::operatorDetails(rule));
        return std::monostate();
    }
    MessageStream *stream = m_kind == Kind::HttpSse ? m_listening : m_asked.value(request);
    if (!stream || !stream->carriesAll())
        stream = streamForUnnamed(false);
    if (!stream)
        return Proxy::refusal(OperatorCancel::NotPossible, u"the client has no stream open that could carry it"_s);
    deliver(stream, notification);
    emit eventOccurred(Proxy::operatorMessage(notification, Direction::ServerToClient, rule));
    return std::monostate();
}

Outcome ProcessSession::respond(Direction direction, const RequestId &request, const QByteArray &response)
{
    if (!isOpen())
        return Proxy::refusal(OperatorCancel::NotPossible, u"the connection is closing"_s);
    if (direction == Direction::ServerToClient) {
        withheldOf(direction).insert(request);
        m_server.send(response, Proxy::operatorDetails());
        return std::monostate();
    }
    const auto waiting = m_requests.find(request);
    MessageStream *stream = m_kind == Kind::HttpSse       ? m_listening
                            : waiting != m_requests.end() ? waiting->stream
                                                          : nullptr;
    if (!stream || !stream->isOpen())
        return Proxy::refusal(OperatorCancel::NotPossible, u"the client has closed the stream of the response"_s);
    withheldOf(direction).insert(request);
    Event event = Proxy::operatorMessage(response, Direction::ServerToClient);
    if (waiting == m_requests.end()) {
        deliver(stream, response);
    } else {
        if (waiting->id != request)
            event.details.insert(Proxy::ClientId, shown(waiting->id));
        waiting->stream.clear();
        const QByteArray message = replaced(event.bytes, {{event.part(event.envelope.id), waiting->id}});
        forget(waiting);
        deliver(stream, message, 1);
    }
    emit eventOccurred(event);
    return std::monostate();
}

/// Returns true for a response of the client that is withheld from the server.
bool ProcessSession::isWithheld(const QByteArray &message, const Envelope &envelope)
{
    if (!envelope.isResponse() || !m_withheldFromServer.remove(envelope.requestId(message)))
        return false;
    JsonChecker checker;
    Event event = Event::ofBytes(message, Direction::ClientToServer, checker);
    event.details.insert(Event::Withheld, true);
    emit eventOccurred(event);
    return true;
}

/// A response that the client does not get, since the operator has ended its request.
void ProcessSession::onWithheld(Event &event)
{
    event.details.insert(Event::Withheld, true);
    if (const auto request = m_requests.find(event.requestId()); request != m_requests.end()) {
        if (request->id != request.key())
            event.details.insert(Proxy::ClientId, shown(request->id));
        static_cast<void>(take(request, event, event.envelope));
    }
}

// ---- from rules

void ProcessSession::passOn(Event message, const QJsonObject &details)
{
    addTo(message, details);
    if (message.direction == Direction::ClientToServer)
        return m_server.send(message.bytes, message.details);
    onMessage(message);
    m_judged = message.details;
}

void ProcessSession::withhold(Event message, const QJsonObject &details)
{
    addTo(message, details);
    if (message.direction == Direction::ClientToServer)
        emit eventOccurred(message);
    else
        m_judged = message.details;
}

void ProcessSession::sendByRule(const QByteArray &message, Direction direction, const QString &rule)
{
    if (direction == Direction::ClientToServer)
        return m_server.send(message, Proxy::operatorDetails(rule));
    Event event = Proxy::operatorMessage(message, direction, rule);
    onMessage(event);
    if (m_isJudging)
        m_then << event; // after the event of the present message
    else
        emit eventOccurred(event);
}

void ProcessSession::breakOff(const QString &reason, bool kills)
{
    m_requests.clear();
    const QList<MessageStream *> streams = findChildren<MessageStream *>();
    for (MessageStream *stream : streams)
        stream->abort();
    m_reason = reason;
    kills ? m_server.kill() : m_server.close();
}

// ---- from the server

void ProcessSession::onEvent(Event event)
{
    const QString reason = event.details.value("reason"_L1).toString();
    if (event.kind == EventKind::Opening)
        event.details.insert(u"proxied"_s, true);
    else if (event.kind == EventKind::Closing && reason.isEmpty())
        event.details.insert(u"reason"_s, m_reason);
    else if ((event.kind == EventKind::Failed || event.kind == EventKind::Closed) && !reason.isEmpty())
        m_end = reason;
    if (event.isMessage() && event.direction == Direction::ServerToClient)
        onServerMessage(event);
    emit eventOccurred(event);
    for (const Event &next : std::exchange(m_then, {}))
        emit eventOccurred(next);
    if (event.kind == EventKind::Unsent && event.envelope.kind == MessageKind::Request) {
        if (const auto request = m_requests.find(event.requestId()); request != m_requests.end()) {
            const Request unsent = *request;
            m_requests.erase(request);
            fail(unsent, reason);
        }
    }
}

void ProcessSession::onServerMessage(Event &event)
{
    if (!m_judge || (event.envelope.isResponse() && m_withheldFromClient.contains(event.requestId())))
        return onMessage(event);
    m_isJudging = true;
    m_judge(event);
    m_isJudging = false;
    event.details = std::exchange(m_judged, {});
}

void ProcessSession::onMessage(Event &event)
{
    if (event.envelope.isResponse() && m_withheldFromClient.remove(event.requestId()))
        onWithheld(event);
    else if (m_kind == Kind::HttpSse)
        deliver(m_listening, event.bytes);
    else if (event.envelope.kind == MessageKind::Batch)
        onBatch(event);
    else if (event.envelope.isResponse() && m_requests.contains(event.requestId()))
        onResponse(event);
    else
        onOther(event);
}

void ProcessSession::onResponse(Event &event)
{
    const RequestId id = event.requestId();
    const auto request = m_requests.find(id);
    const RequestId clientId = request->id;
    const bool isRefusal = request->method == "initialize" && event.envelope.kind == MessageKind::Error;
    QByteArray message = event.bytes;
    if (clientId != id) {
        event.details.insert(Proxy::ClientId, shown(clientId));
        const JsonValue subscription = JsonValue(event.part(event.envelope.result)).pointer(SubscriptionId);
        const bool isSame = RequestId::fromJson(subscription.raw()) == id;
        message = replaced(event.bytes, {{event.part(event.envelope.id), clientId},
                                         {isSame ? subscription.raw() : QByteArrayView(), clientId}});
    }
    const bool isCancelled = request->isCancelled;
    MessageStream *stream = take(request, event, event.envelope);
    if (stream && stream->isOpen())
        deliver(stream, message, 1);
    else if (!isCancelled)
        noteLost(u"The response to %1 reached no client: it had closed the stream"_s.arg(shown(clientId)));
    if (isRefusal)
        close(TranslatableText::of(TransportReason::HandshakeRefused));
}

/// A batch answers a batch of 2025-03-26.
void ProcessSession::onBatch(const Event &event)
{
    MessageStream *stream = nullptr;
    qsizetype responses = 0;
    for (const Envelope &item : Envelope::batchItems(event.bytes)) {
        const auto request = item.isResponse() ? m_requests.find(item.requestId(event.bytes)) : m_requests.end();
        if (request == m_requests.end())
            continue;
        ++responses;
        stream = take(request, event, item);
    }
    if (stream && stream->isOpen())
        deliver(stream, event.bytes, responses);
    else if (MessageStream *other = streamForUnnamed(false))
        deliver(other, event.bytes);
    else
        keep(event.bytes);
}

/// Removes a request that has its response. Returns its stream.
MessageStream *ProcessSession::take(Requests::iterator request, const Event &event, const Envelope &response)
{
    if (response.kind == MessageKind::Result)
        m_headers.learn(request->method, JsonValue(event.part(response.result)));
    MessageStream *stream = request->stream;
    m_tokens.remove(request->serverToken);
    m_requests.erase(request);
    return stream;
}

/// Passes anything but a response to a known request.
void ProcessSession::onOther(Event &event)
{
    const QByteArray method = event.method();
    const JsonValue params(event.part(event.envelope.params));
    const bool isProgress = method == "notifications/progress";
    const JsonValue token = isProgress ? params.member("progressToken") : JsonValue();
    JsonValue named = params.pointer(SubscriptionId);
    if (!named.isValid() && method == "notifications/cancelled")
        named = params.member("requestId");
    const bool isWithdrawal = method == "notifications/cancelled" && m_kind != Kind::Shared;
    const auto request = isProgress     ? m_requests.find(m_tokens.value(RequestId::fromJson(token.raw())))
                         : isWithdrawal ? m_requests.end()
                                        : m_requests.find(RequestId::fromJson(named.raw()));
    QByteArray message = event.bytes;
    MessageStream *stream = nullptr;
    if (request != m_requests.end()) {
        stream = request->stream;
        if (m_withheldFromClient.contains(request.key()))
            event.details.insert(Event::Withheld, true);
        if (event.isWithheld() || (m_kind == Kind::Shared && request->isCancelled))
            return; // late
        if (isProgress && request->token != request->serverToken) {
            event.details.insert(u"clientToken"_s, shown(request->token));
            message = replaced(event.bytes, {{token.raw(), request->token}});
        } else if (!isProgress && request->id != request.key()) {
            event.details.insert(Proxy::ClientId, shown(request->id));
            message = replaced(event.bytes, {{named.raw(), request->id}});
        }
    } else if (isWithdrawal) {
        stream = m_asked.value(RequestId::fromJson(named.raw()));
    }
    if (!stream || !stream->carriesAll())
        stream = streamForUnnamed(method == "notifications/message");
    if (event.envelope.kind == MessageKind::Request && stream)
        m_asked.insert(event.requestId(), stream);
    if (stream)
        deliver(stream, message);
    else if (m_kind == Kind::Shared)
        noteLost(u"A message of the server reached no client, since it belongs to no request in flight"_s);
    else
        keep(message);
}

/// Returns the stream for a message that names no request; null if there is none.
MessageStream *ProcessSession::streamForUnnamed(bool isLog) const
{
    const Request *newest = nullptr;
    bool isOnly = true;
    for (const Request &request : m_requests) {
        const bool cannotMean =
            m_kind == Kind::Shared && (request.method == "subscriptions/listen" || (isLog && !request.asksForLog));
        if (request.isCancelled || cannotMean || !request.stream || !request.stream->carriesAll())
            continue;
        isOnly = isOnly && (!newest || newest->stream == request.stream);
        if (!newest || newest->serial < request.serial)
            newest = &request;
    }
    if (newest && isOnly)
        return newest->stream;
    if (m_kind == Kind::Shared)
        return nullptr;
    if (m_listening && m_listening->isOpen())
        return m_listening;
    return newest ? newest->stream : nullptr;
}

void ProcessSession::deliver(MessageStream *stream, const QByteArray &message, qsizetype responses)
{
    if (!stream)
        return;
    if (responses > 0)
        stream->respond(message, responses);
    else
        stream->send(message);
    if (stream->waiting() < MostWaiting)
        return;
    m_slow.insert(stream);
    m_server.setReading(false);
}

void ProcessSession::keep(const QByteArray &message)
{
    m_kept.push_back(message);
    m_keptSize += message.size();
    while (m_keptSize > MostKept) {
        m_keptSize -= m_kept.front().size();
        m_kept.pop_front();
        if (m_dropped++ == 0)
            note(u"Messages for the client are dropped, the oldest first: it opens no stream for them"_s);
    }
}

/// The client has taken everything, or is gone.
void ProcessSession::onRead(MessageStream *stream)
{
    if (m_slow.remove(stream) && m_slow.isEmpty())
        m_server.setReading(true);
}

// ---- the end

void ProcessSession::end()
{
    const QString reason = m_end.isEmpty() ? m_reason : m_end;
    for (const Request &request : std::exchange(m_requests, {}))
        fail(request, reason);
    if (m_listening)
        m_listening->end();
    if (const qint64 unread = m_dropped + qint64(m_kept.size()); unread > 0)
        note(u"%1 messages reached no client: it opened no stream for them"_s.arg(unread));
    emit ended();
}

/// Ends the wait for a response that will not come.
void ProcessSession::fail(const Request &request, const QString &reason)
{
    if (!request.stream || !request.stream->isOpen())
        return;
    if (request.isCancelled)
        return request.stream->forgo();
    const QByteArray response = MessageText::error(request.id, Proxy::NoResponse, reason);
    emit eventOccurred(Proxy::noteOfNoResponse(request.id, response));
    if (request.stream->hasBegun())
        request.stream->respond(response);
    else
        request.stream->end(502, response);
}

void ProcessSession::note(const QString &text, const RequestId &id)
{
    QJsonObject details{{u"text"_s, text}};
    if (id.canBeAnswered())
        details.insert(u"id"_s, shown(id));
    emit eventOccurred(Event::ofKind(EventKind::Note, details));
}

void ProcessSession::noteLost(const QString &text)
{
    if (m_notes++ < MostNotes)
        note(text);
}

} // namespace Pullcord
