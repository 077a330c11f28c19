// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/demoserver/demohttptransport.h"

#include "core/json/jsonvalue.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Pullcord {

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
