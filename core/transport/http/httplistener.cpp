// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/http/httplistener.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Pullcord {
namespace {

constexpr int MaxFailures = 10;
constexpr qint64 LongestDelay = 30'000; ///< ms

} // namespace

HttpListener::HttpListener(HttpLink &link, Mode mode, QObject *parent)
    : QObject(parent)
    , m_link(link)
    , m_mode(mode)
{
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer); // never before the server wants it
    m_timer.callOnTimeout(this, &HttpListener::open);
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
    m_fetch = new HttpFetch(m_link, std::move(request), this);
    connect(m_fetch, &HttpFetch::eventArrived, this, &HttpListener::onEvent);
    connect(m_fetch, &HttpFetch::responded, this, [this] {
        // An answer that is no stream of events may never end by itself.
        if (m_mode == Mode::HttpSse && m_fetch->isSuccess() && !m_fetch->isEventStream())
            m_fetch->close(u"its answer is no stream of events"_s);
    });
    connect(m_fetch, &HttpFetch::ended, this, &HttpListener::onEnded);
    m_fetch->start();
}

void HttpListener::onEvent(const SseEvent &event)
{
    if (m_mode == Mode::HttpSse && event.type == "endpoint")
        emit endpointNamed(m_link.options().url.resolved(QUrl::fromEncoded(event.data)));
}

void HttpListener::postEnd(HttpExchange::End end, const QString &reason, const QStringList &requests)
{
    m_fetch->postEnd(end, reason, requests, requests.isEmpty() ? QString() : u"refused"_s);
}

void HttpListener::onEnded(HttpExchange::End end, const QString &reason)
{
    if (m_mode == Mode::HttpSse) {
        const bool said = m_fetch->isSuccess() || m_fetch->status() == 0;
        emit ended(end, said ? reason : m_fetch->statusText());
        return;
    }
    m_fetch->postEnd(end, reason);
    const bool wasStream = m_fetch->isSuccess() && m_fetch->isEventStream();
    const bool mayComeBack = wasStream || m_fetch->status() == 0 || m_fetch->status() >= 500;
    m_failures = wasStream ? 0 : m_failures + 1;
    if (m_leaving || !mayComeBack || m_failures > MaxFailures)
        return;
    if (!m_fetch->lastEventId().isEmpty())
        m_lastEventId = m_fetch->lastEventId();
    const qint64 base = m_fetch->retry().value_or(m_link.options().reconnectDelay.count());
    m_timer.start(std::chrono::milliseconds(std::min(base << m_failures, std::max(base, LongestDelay))));
}

void HttpListener::leave()
{
    m_leaving = true;
    m_timer.stop();
    if (m_fetch)
        m_fetch->close(u"the connection is closing"_s);
}

} // namespace Pullcord
