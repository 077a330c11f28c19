// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/demoserver/demostream.h"

#include "core/json/jsonvalue.h"
#include "core/proxy/postedmessage.h"
#include "core/rpc/errorcodes.h"
#include "core/transport/http/sseparser.h"

#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <utility>

using namespace Qt::StringLiterals;

namespace Pullcord {
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

} // namespace Pullcord
