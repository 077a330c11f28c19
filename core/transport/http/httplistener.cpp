// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/http/httplistener.h"

#include "core/transport/transportreason.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace Pullcord {
HttpListener::HttpListener(HttpLink &link, Mode mode, QObject *parent)
    : QObject(parent)
    , m_link(link)
    , m_mode(mode)
    , m_delay(link.options().reconnectDelay)
{
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer); // never earlier than the server asked for
    m_timer.callOnTimeout(this, [this] {
        if (m_mode == Mode::Streamable)
            open();
        else
            m_fetch->close(TranslatableText::of(TransportReason::AddressTimeout, m_timer.interval()));
    });
}

HttpListener::~HttpListener() = default;

void HttpListener::start()
{
    open();
}

void HttpListener::open()
{
    HttpRequest request{.method = "GET"_ba, .url = m_link.options().url, .headers = m_link.headers().forConnection()};
    request.headers.add("Accept"_ba, "text/event-stream"_ba);
    if (!m_lastEventId.isEmpty())
        request.headers.add("Last-Event-ID"_ba, m_lastEventId);
    if (m_fetch)
        m_fetch->deleteLater();
    m_fetch = new HttpFetch(m_link, std::move(request), m_link.headers().session(), this);
    m_hasMessage = false;
    connect(m_fetch, &HttpFetch::sent, this, [this] {
        if (m_mode == Mode::HttpSse)
            m_timer.start(m_link.options().exchange.connectTimeout);
    });
    connect(m_fetch, &HttpFetch::eventArrived, this, &HttpListener::onEvent);
    connect(m_fetch, &HttpFetch::messageArrived, this, [this] {
        m_hasMessage = true;
        refuseIfFirst();
    });
    connect(m_fetch, &HttpFetch::responded, this, [this] {
        // A response that is not an event stream may never end by itself.
        if (m_mode == Mode::HttpSse && m_fetch->isSuccess() && !m_fetch->isEventStream())
            m_fetch->close(TranslatableText::of(TransportReason::NotEvents));
        else if (m_mode == Mode::Streamable && m_fetch->isSuccess() && m_fetch->isEventStream())
            emit opened();
    });
    connect(m_fetch, &HttpFetch::ended, this, &HttpListener::onEnded);
    m_fetch->start();
}

void HttpListener::onEvent(const SseEvent &event)
{
    if (m_mode != Mode::HttpSse || m_hasBegun || !event.hasData)
        return;
    if (event.type != "endpoint")
        return refuseIfFirst();
    m_timer.stop();
    m_hasBegun = true;
    emit endpointNamed(m_fetch->url().resolved(QUrl::fromEncoded(event.data)));
}

/// Closes the stream if this first event does not name the endpoint, as it must.
void HttpListener::refuseIfFirst()
{
    if (m_mode == Mode::HttpSse && !std::exchange(m_hasBegun, true))
        m_fetch->close(TranslatableText::of(TransportReason::OtherFirstEvent));
}

void HttpListener::postEnd(HttpExchange::End end, const QString &reason, const QJsonObject &consequences)
{
    m_fetch->postEnd(end, reason, consequences);
}

void HttpListener::onEnded(HttpExchange::End end, const QString &reason)
{
    if (m_mode == Mode::HttpSse) {
        m_timer.stop();
        const bool isRefused = m_fetch->status() != 0 && !m_fetch->isSuccess();
        emit ended(end, isRefused ? m_fetch->statusText() : reason.isEmpty() ? m_fetch->bodyProblem() : reason);
        return;
    }
    m_fetch->postEnd(end, reason);
    const bool wasStream = m_fetch->isSuccess() && m_fetch->isEventStream();
    m_wasOpen = m_wasOpen || wasStream;
    if (m_wasOpen && !m_leaving && m_fetch->isSessionGone())
        return emit sessionGone(); // 404 without a previous stream only means that the server offers none
    const QString why = m_fetch->status() != 0 ? u"HTTP %1 for GET"_s.arg(m_fetch->status()) : reason;
    const bool mayReconnect = wasStream || m_fetch->status() == 0 || m_fetch->status() >= 500;
    if (const auto delay = m_fetch->retry())
        m_delay.setServerDelay(std::chrono::milliseconds(*delay));
    if (wasStream)
        m_delay.streamEnded(m_hasMessage);
    else
        m_delay.failed();
    if (m_leaving)
        return;
    if (!mayReconnect || m_delay.failures() > MaxFailures) {
        emit refused(m_fetch->isSuccess() ? u"the response to GET is not an event stream"_s : why);
        return;
    }
    m_lastEventId = m_fetch->lastEventId().value_or(m_lastEventId);
    m_timer.start(m_delay.next());
    if (!wasStream)
        emit failed(why);
}

void HttpListener::leave()
{
    m_leaving = true;
    m_timer.stop();
    if (m_fetch)
        m_fetch->close(TranslatableText::of(TransportReason::Closing));
}

void HttpListener::drop(const QString &reason)
{
    disconnect();
    m_leaving = true;
    m_timer.stop();
    m_fetch->drop(reason);
}

} // namespace Pullcord
