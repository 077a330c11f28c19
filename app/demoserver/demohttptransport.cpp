// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/demoserver/demohttptransport.h"

#include "core/json/jsonvalue.h"
#include "core/proxy/postedmessage.h"
#include "core/rpc/errorcodes.h"
#include "core/transport/http/sseparser.h"

#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <utility>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

/// Time in ms after which a client may resume a closed stream.
constexpr int Retry = 50;

} // namespace

DemoStream::DemoStream(const Options &options, const QList<RequestId> &requests, QObject *parent)
    : QObject(parent)
    , m_options(options)
    , m_requests(requests)
    , m_owed(requests)
    , m_headDue(options.slowHeadMs == 0)
{
    if (!m_headDue)
        QTimer::singleShot(options.slowHeadMs, this, [this] {
            m_headDue = true;
            settle();
        });
}

DemoStream::~DemoStream()
{
    if (!hasClient())
        return;
    m_exchange->disconnect(this);
    if (m_exchange->hasBegun())
        m_exchange->finish();
    else
        m_exchange->abort();
}

// ---- the client

void DemoStream::attach(HttpServerExchange *exchange)
{
    if (hasClient()) { // the newest exchange replaces the previous one
        m_exchange->disconnect(this);
        m_exchange->finish();
    }
    m_exchange = exchange;
    connect(exchange, &HttpServerExchange::drained, this, &DemoStream::drained);
    connect(exchange, &HttpServerExchange::gone, this, &DemoStream::gone);
    if (m_options.kind != Kind::Answer)
        beginEvents();
}

void DemoStream::resume(HttpServerExchange *exchange, qsizetype after)
{
    m_written = std::clamp<qsizetype>(after, 0, m_messages.size());
    m_resumed = true;
    attach(exchange);
    if (m_options.kind == Kind::Answer)
        beginEvents();
}

bool DemoStream::carriesAll() const
{
    return m_options.kind != Kind::Answer || !(m_options.json || m_ended);
}

QByteArray DemoStream::idOf(qsizetype index) const
{
    return QByteArray::number(m_options.number) + '-' + QByteArray::number(index);
}

void DemoStream::beginEvents()
{
    m_exchange->startEvents();
    if (m_options.kind == Kind::HttpSse)
        m_exchange->write(SseEvent{.type = "endpoint", .data = m_options.endpoint}.toBytes());
    if (m_options.polling && !m_resumed) {
        m_exchange->write(SseEvent{.hasData = true, .id = idOf(0), .retry = Retry}.toBytes());
        if (m_options.kind == Kind::Answer) { // the client must come back for the rest
            m_exchange->disconnect(this);
            m_exchange->finish();
            m_exchange.clear();
        }
    }
    flush();
}

void DemoStream::writeEvent(qsizetype index)
{
    SseEvent event{.type = "message", .data = m_messages.at(index), .hasData = true};
    if (m_options.polling)
        event.id = idOf(index + 1);
    m_exchange->write(event.toBytes());
}

void DemoStream::flush()
{
    if (!hasClient() || !m_exchange->hasBegun())
        return;
    while (m_written < m_messages.size())
        writeEvent(m_written++);
    if (!m_options.polling) { // the stream cannot be resumed
        m_messages.clear();
        m_written = 0;
    }
    if (m_ended)
        m_exchange->finish();
}

// ---- messages

void DemoStream::begin()
{
    m_wantsEvents = true;
    settle();
}

void DemoStream::send(const QByteArray &message, const Envelope &envelope)
{
    if (envelope.isResponse())
        m_owed.removeOne(envelope.requestId(message));
    const bool waitsForClient = m_options.polling || m_options.kind != Kind::Answer;
    if (!hasClient() && !waitsForClient)
        lose(message);
    else
        m_messages.append(message);
    settle();
}

/// Prints a lost message, for users and for tests, since a client cannot see it.
void DemoStream::lose(const QByteArray &message)
{
    std::fprintf(stderr, "written after the client closed the stream: %s\n", message.constData());
    if (std::exchange(m_drainPosted, true))
        return;
    QMetaObject::invokeMethod(
        this,
        [this] {
            m_drainPosted = false;
            emit drained();
        },
        Qt::QueuedConnection);
}

void DemoStream::callEnded(const RequestId &request)
{
    m_working.removeOne(request);
    if (!m_owed.contains(request))
        return settle();
    if (m_options.leaveOpen)
        return;
    m_owed.removeOne(request);
    // A call that ends without a response may still send a withdrawal in this stream.
    QMetaObject::invokeMethod(this, &DemoStream::settle, Qt::QueuedConnection);
}

/// Writes everything that may be written now.
void DemoStream::settle()
{
    if (m_ended || (m_options.kind == Kind::Answer && !m_headDue))
        return;
    const bool isComplete = m_options.kind == Kind::Answer && m_owed.isEmpty() && m_working.isEmpty();
    const bool hasBegun = hasClient() && m_exchange->hasBegun();
    if (isComplete && hasClient() && !hasBegun)
        respondAtOnce();
    else if (m_wantsEvents && !m_options.json && hasClient() && !hasBegun)
        beginEvents();
    m_ended = isComplete;
    flush();
    if (m_ended)
        emit ended();
}

/// Responds in JSON, or with a status alone, since the work ended before anything was written.
void DemoStream::respondAtOnce()
{
    if (m_messages.size() == 1) {
        const QByteArray message = std::exchange(m_messages, {}).constFirst();
        m_exchange->respond(statusOf(message), {{"Content-Type"_ba, "application/json"_ba}}, message);
    } else if (m_options.json) {
        m_exchange->respond(202);
    } else {
        beginEvents();
    }
}

int DemoStream::statusOf(const QByteArray &message) const
{
    const int modern = PostedMessage::statusOf(message);
    if (m_options.modern || modern == 200 ||
        ErrorCode::isModern(JsonValue(message).pointer("/error/code").toInteger().value_or(0)))
        return modern;
    return m_options.outside ? 400 : 200;
}

DemoHttpTransport::DemoHttpTransport(const DemoStream::Options &own, QObject *parent)
    : Transport(parent)
    , m_own(new DemoStream(own, {}, this))
{
    connect(m_own, &DemoStream::drained, this, [this] { emit drained({}); });
}

QJsonObject DemoHttpTransport::description() const
{
    return {{u"transport"_s, u"demo-http"_s}};
}

void DemoHttpTransport::open()
{
    if (state() == State::Idle && enter(State::Opening, Event::ofKind(EventKind::Opening, description())))
        post(Event::ofKind(EventKind::Opened));
}

void DemoHttpTransport::close()
{
    if (state() == State::Idle || state() == State::Closing)
        return;
    if (enter(State::Closing, Event::ofKind(EventKind::Closing)))
        post(Event::ofKind(EventKind::Closed, {{u"reason"_s, QString()}}));
}

// ---- events

void DemoHttpTransport::post(Event event, DemoStream *stream)
{
    m_steps.push_back({std::move(event), stream});
    if (m_steps.size() == 1)
        QMetaObject::invokeMethod(this, &DemoHttpTransport::deliver, Qt::QueuedConnection);
}

void DemoHttpTransport::deliver()
{
    const QPointer<DemoHttpTransport> alive(this);
    while (alive && !m_steps.empty()) {
        const Step step = std::move(m_steps.front());
        m_steps.pop_front();
        if (step.event.kind == EventKind::Opened) {
            if (!enter(State::Open, step.event))
                return;
        } else if (step.event.kind == EventKind::Closed) {
            if (!enter(State::Idle, step.event))
                return;
        } else {
            emit eventOccurred(step.event);
        }
        if (alive && step.stream)
            step.stream->begin(); // a request without a response by now takes time
    }
}

// ---- incoming messages

void DemoHttpTransport::receive(const QByteArray &message, const QList<RequestId> &requests,
                                HttpServerExchange *exchange)
{
    DemoStream *stream = nullptr;
    if (exchange) {
        stream = makeStream(requests);
        stream->attach(exchange);
    }
    Event event = Event::ofBytes(message, Direction::ClientToServer, m_checker);
    if (stream && event.envelope.kind == MessageKind::Request) {
        const JsonValue token = JsonValue(event.part(event.envelope.params)).pointer("/_meta/progressToken");
        if (token.isValid())
            m_tokens.insert(RequestId::fromJson(token.raw()), stream);
    }
    post(std::move(event), stream);
}

DemoStream *DemoHttpTransport::makeStream(const QList<RequestId> &requests)
{
    DemoStream::Options options = m_own->options();
    options.kind = DemoStream::Kind::Answer;
    options.number = ++m_lastStream;
    auto *stream = new DemoStream(options, requests, this);
    m_streams.prepend(stream); // of two with the same id, the newer one counts
    connect(stream, &DemoStream::drained, this, [this, requests] {
        for (const RequestId &request : requests)
            emit drained(request);
    });
    connect(stream, &DemoStream::gone, this, &DemoHttpTransport::streamGone);
    connect(stream, &DemoStream::ended, this, [this, stream] {
        if (!stream->options().polling) { // otherwise a client may fetch its messages later
            m_streams.removeOne(stream);
            stream->deleteLater();
        }
        emit streamEnded();
    });
    return stream;
}

DemoStream *DemoHttpTransport::streamOf(int number) const
{
    if (number == m_own->options().number)
        return m_own;
    const auto found = std::find_if(m_streams.begin(), m_streams.end(),
                                    [number](const DemoStream *s) { return s->options().number == number; });
    return found == m_streams.end() ? nullptr : *found;
}

void DemoHttpTransport::beginCall(const RequestId &request)
{
    if (DemoStream *stream = answering(request))
        stream->callBegun(request);
}

void DemoHttpTransport::endCall(const RequestId &request)
{
    if (DemoStream *stream = answering(request))
        stream->callEnded(request);
}

// ---- outgoing messages

void DemoHttpTransport::send(const QByteArray &message, const QJsonObject & /*details*/)
{
    for (const QByteArray &line : message.split('\n'))
        route(line);
}

void DemoHttpTransport::route(const QByteArray &message)
{
    const Event event = Event::ofBytes(message, Direction::ServerToClient, m_checker);
    DemoStream *stream = streamFor(message, event.envelope);
    if (!stream || (!event.envelope.isResponse() && !stream->carriesAll()))
        stream = m_own;
    if (event.envelope.kind == MessageKind::Request)
        m_asked.insert(event.requestId(), stream);
    stream->send(message, event.envelope);
    post(event);
}

DemoStream *DemoHttpTransport::streamFor(const QByteArray &message, const Envelope &envelope) const
{
    if (m_own->options().kind == DemoStream::Kind::HttpSse)
        return m_own;
    if (envelope.isResponse()) {
        if (DemoStream *stream = answering(envelope.requestId(message)))
            return stream;
    }
    const auto named = [&](QByteArrayView member) {
        return RequestId::fromJson(JsonValue(envelope.params.in(message)).member(member).raw());
    };
    const QByteArray method = envelope.methodName(message);
    if (method == "notifications/progress") {
        if (DemoStream *stream = m_tokens.value(named("progressToken")))
            return stream;
    } else if (method == "notifications/cancelled") {
        if (DemoStream *stream = m_asked.value(named("requestId")))
            return stream;
    }
    return answering(m_speaker);
}

DemoStream *DemoHttpTransport::answering(const RequestId &request) const
{
    const auto found = std::find_if(m_streams.begin(), m_streams.end(),
                                    [&](const DemoStream *stream) { return stream->answers(request); });
    return found == m_streams.end() ? nullptr : *found;
}

} // namespace Pullcord
