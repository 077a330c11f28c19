// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proxy/messagestream.h"

#include "core/proxy/postedmessage.h"
#include "core/transport/http/sseparser.h"

#include <QTimer>

namespace Pullcord {
using namespace Qt::StringLiterals;

MessageStream::MessageStream(HttpServerExchange &exchange, Kind kind, qsizetype awaited, QObject *parent)
    : QObject(parent)
    , m_exchange(&exchange)
    , m_kind(kind)
    , m_awaited(awaited)
    , m_acceptsEvents(PostedMessage::accepts(exchange, "text/event-stream"))
{
    connect(&exchange, &HttpServerExchange::drained, this, &MessageStream::drained);
    connect(&exchange, &HttpServerExchange::gone, this, [this] {
        m_exchange.clear();
        deleteLater();
        emit gone();
    });
    if (kind == Kind::Listening)
        begin();
    else
        QTimer::singleShot(StreamAfter, this, &MessageStream::begin);
}

void MessageStream::begin()
{
    if (carriesAll() && !m_exchange->hasBegun())
        m_exchange->startEvents();
}

void MessageStream::write(const QByteArray &type, const QByteArray &data)
{
    begin();
    if (hasBegun())
        m_exchange->write(SseEvent{.type = type, .data = data, .hasData = true}.toBytes());
}

/// A carriage return between two tokens would end a line of the event.
void MessageStream::send(const QByteArray &message)
{
    write("message"_ba, message.contains('\r') ? QByteArray(message).replace('\r', ' ') : message);
}

void MessageStream::respond(const QByteArray &message, qsizetype count)
{
    m_awaited -= count;
    if (!isOpen())
        return;
    if (m_awaited > 0 || m_exchange->hasBegun()) {
        send(message);
        if (m_awaited <= 0)
            end();
        return;
    }
    m_exchange->respond(m_kind == Kind::Modern ? PostedMessage::statusOf(message) : 200,
                        {{"Content-Type"_ba, "application/json"_ba}}, message);
    finish();
}

void MessageStream::forgo()
{
    if (--m_awaited <= 0)
        end();
}

void MessageStream::end(int status, const QByteArray &text)
{
    if (!m_exchange)
        return;
    if (m_exchange->hasBegun()) {
        m_exchange->finish();
    } else if (text.isEmpty() && m_acceptsEvents) {
        m_exchange->startEvents();
        m_exchange->finish();
    } else {
        m_exchange->respond(status, {{"Content-Type"_ba, "application/json"_ba}}, text);
    }
    finish();
}

void MessageStream::abort()
{
    if (!m_exchange)
        return;
    m_exchange->abort();
    finish();
}

void MessageStream::finish()
{
    m_exchange->disconnect(this);
    m_exchange.clear();
    deleteLater();
}

} // namespace Pullcord
