// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/http/httptransport.h"

#include "core/transport/http/httplistener.h"
#include "core/transport/http/httppost.h"
#include "core/transport/transportreason.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace Pullcord {

HttpTransport::HttpTransport(const HttpOptions &options, QObject *parent)
    : Transport(parent)
    , m_link(options)
{
    connect(&m_link, &HttpLink::eventOccurred, this, &HttpTransport::onEvent);
    m_leaveTimer.setSingleShot(true);
    m_leaveTimer.callOnTimeout(this, [this] { conclude({}); });
}

HttpTransport::~HttpTransport() = default;

QString HttpTransport::origin() const
{
    return Origin::of(m_link.options().url).toString();
}

// ---- opening and sending

void HttpTransport::open()
{
    if (state() != State::Idle)
        return;
    m_link.reset();
    m_concluding = false;
    m_isRenewing = false;
    m_unsolicitedStream = UnsolicitedStream::Pending;
    m_unsolicitedStreamRefusal.clear();
    m_isHttpSse = m_link.options().kind == HttpOptions::Kind::HttpSse;
    m_endpoint = m_isHttpSse ? QUrl() : m_link.options().url;
    if (!enter(State::Opening, Event::ofKind(EventKind::Opening, description())))
        return;
    const QUrl &url = m_link.options().url;
    if (!url.isValid() || url.host().isEmpty() || (url.scheme() != "http"_L1 && url.scheme() != "https"_L1))
        fail(TranslatableText::of(TransportReason::NoUrl, m_link.options().shown(url.toString())));
    else if (const Outcome prepared = m_link.prepare(); !prepared)
        fail(prepared.error().detail);
    else if (m_isHttpSse)
        listenAsHttpSse();
    else
        m_link.post(Event::ofKind(EventKind::Opened));
}

void HttpTransport::onEvent(const Event &event)
{
    const QPointer<HttpTransport> alive(this);
    if (event.kind == EventKind::Opened) {
        if (state() == State::Opening && enter(State::Open, event))
            dispatchHeld();
    } else if (event.kind == EventKind::Closed) {
        [[maybe_unused]] const bool idle = enter(State::Idle, event);
    } else {
        emit eventOccurred(event);
        if (alive && event.kind == EventKind::Note && event.details.contains(Event::SessionEnded))
            announceSessionEnd();
    }
}

/// Without another initialize, messages are sent outside a session.
void HttpTransport::announceSessionEnd()
{
    const QPointer<HttpTransport> alive(this);
    emit sessionEnded();
    if (alive && !m_initialize)
        endRenewal();
}

void HttpTransport::endRenewal()
{
    m_isRenewing = false;
    dispatchHeld();
}

void HttpTransport::send(const QByteArray &message, const QJsonObject &details)
{
    auto *post = new HttpPost(m_link, message, details, this);
    const RequestId cancelled = post->cancels();
    if (m_concluding || state() == State::Idle || state() == State::Closing) {
        post->postUnsent(m_concluding || state() == State::Closing
                             ? TranslatableText::of(TransportReason::Closing)
                             : TranslatableText::of(TransportReason::NotConnected));
        delete post;
    } else if (isOfLostSession(*post)) {
        post->postUnsent(TranslatableText::of(TransportReason::SessionLost));
        delete post;
        closeAfterGrace(cancelled);
    } else if (state() == State::Opening || m_endpoint.isEmpty() || m_initialized || mustWait(*post)) {
        m_held.push_back(post);
    } else {
        dispatch(post);
    }
}

bool HttpTransport::mustWait(const HttpPost &post) const
{
    return m_isRenewing && post.method() != "initialize" && post.method() != "notifications/initialized";
}

/// True for a response to a request of the server in a session that it has forgotten, or the cancel of our request there.
bool HttpTransport::isOfLostSession(const HttpPost &post)
{
    if (post.isResponse())
        return m_isRenewing;
    const RequestId cancelled = post.cancels();
    return cancelled.isLegal() && std::any_of(m_posts.begin(), m_posts.end(), [&](const HttpPost *other) {
               return other->awaits(cancelled) && !other->session().id.isEmpty() &&
                      other->session() != m_link.headers().session();
           });
}

void HttpTransport::dispatch(HttpPost *post)
{
    m_posts.append(post);
    connect(post, &HttpPost::accepted, this, [this, post] { onAccepted(post); });
    connect(post, &HttpPost::ended, this, [this, post] { onEnded(post); });
    connect(post, &HttpPost::unreachable, this, &HttpTransport::onUnreachable);
    connect(post, &HttpPost::refusedAsOld, this, [this, post](const QString &text) { onRefusedAsOld(post, text); });
    connect(post, &HttpPost::sessionGone, this, &HttpTransport::endSession);
    if (post->method() == "initialize")
        m_initialize = post;
    else if (post->method() == "notifications/initialized")
        m_initialized = post;
    const RequestId cancelled = post->cancels();
    post->start(m_endpoint, m_isHttpSse);
    closeAfterGrace(cancelled);
}

void HttpTransport::closeAfterGrace(const RequestId &cancelled)
{
    for (HttpPost *post : QList(m_posts)) { // a POST that waits to resume ends at once
        if (cancelled.isLegal() && post->awaits(cancelled))
            post->closeAfterGrace();
    }
}

void HttpTransport::dispatchHeld()
{
    while (!m_held.empty() && state() == State::Open && !m_endpoint.isEmpty() && !m_initialized && !m_isRenewing) {
        HttpPost *post = m_held.front();
        m_held.pop_front();
        dispatch(post);
    }
}

void HttpTransport::onAccepted(HttpPost *post)
{
    if (post != m_initialized)
        return;
    m_initialized.clear();
    m_isRenewing = false;
    if (!m_isHttpSse && state() == State::Open) {
        dropListener(u"another stream replaces it"_s);
        m_listener = new HttpListener(m_link, HttpListener::Mode::Streamable, this);
        connect(m_listener, &HttpListener::sessionGone, this, &HttpTransport::endSession);
        connect(m_listener, &HttpListener::opened, this, [this] { setOwnStream(UnsolicitedStream::Open); });
        connect(m_listener, &HttpListener::refused, this,
                [this](const QString &why) { setOwnStream(UnsolicitedStream::Refused, why); });
        connect(m_listener, &HttpListener::failed, this, [this](const QString &why) {
            m_unsolicitedStreamRefusal = why;
            emit ownStreamChanged();
        });
        m_listener->start();
    }
    dispatchHeld();
}

void HttpTransport::setOwnStream(UnsolicitedStream state, const QString &refusal)
{
    m_unsolicitedStreamRefusal = refusal;
    if (std::exchange(m_unsolicitedStream, state) != state)
        emit ownStreamChanged();
}

void HttpTransport::onEnded(HttpPost *post)
{
    m_posts.removeOne(post);
    const QPointer<HttpTransport> alive(this);
    if (post == m_initialize) {
        m_initialize.clear();
        // Queued behind its response, to which the receiver responds with notifications/initialized.
        QMetaObject::invokeMethod(
            this,
            [this] {
                if (!m_initialize && !m_initialized)
                    endRenewal();
            },
            Qt::QueuedConnection);
    } else if (post == m_initialized) {
        m_initialized.clear();
        m_isRenewing = false;
        if (state() == State::Open)
            setOwnStream(UnsolicitedStream::Refused, u"notifications/initialized was not accepted"_s);
        if (alive)
            dispatchHeld();
    }
    if (!alive)
        return;
    if (state() == State::Closing)
        endSession();
}

void HttpTransport::closeStream(const RequestId &request)
{
    const auto held = std::find_if(m_held.begin(), m_held.end(), [&](const HttpPost *p) { return p->awaits(request); });
    if (held != m_held.end()) {
        (*held)->postUnsent(TranslatableText::of(TransportReason::RequestCancelled));
        (*held)->deleteLater();
        m_held.erase(held);
        return;
    }
    for (HttpPost *post : QList(m_posts)) {
        if (post->awaits(request))
            post->closeStream(TranslatableText::of(TransportReason::RequestCancelled));
    }
}

// ---- HTTP+SSE

/// Tries HTTP+SSE, as the specification describes for a refused initialize.
void HttpTransport::onRefusedAsOld(HttpPost *post, const QString &refusal)
{
    m_link.post(Event::ofKind(
        EventKind::Note, {{u"text"_s, u"initialize was refused (%1): trying HTTP+SSE of 2024-11-05"_s.arg(refusal)}}));
    m_refused = {post->message(), post->details(), post->ending(u"refused"_s), refusal};
    m_endpoint.clear();
    listenAsHttpSse();
}

void HttpTransport::listenAsHttpSse()
{
    dropListener(u"HTTP+SSE replaces it"_s);
    m_listener = new HttpListener(m_link, HttpListener::Mode::HttpSse, this);
    connect(m_listener, &HttpListener::endpointNamed, this, &HttpTransport::onEndpoint);
    connect(m_listener, &HttpListener::ended, this, &HttpTransport::onSseEnded);
    m_listener->start();
}

void HttpTransport::dropListener(const QString &reason)
{
    if (HttpListener *listener = std::exchange(m_listener, nullptr)) {
        listener->drop(reason);
        listener->deleteLater();
    }
}

void HttpTransport::onEndpoint(const QUrl &endpoint)
{
    if (!m_endpoint.isEmpty() || m_concluding)
        return;
    if (const HttpLink::Obstacle obstacle = m_listener->fetch().obstacleTo(endpoint); !obstacle.reason.isEmpty()) {
        const QString origin = Origin::of(endpoint).toString();
        fail(TranslatableText::of(TransportReason::AddressRefused, obstacle.reason),
             obstacle.needsConsent ? QJsonObject{{u"otherOrigin"_s, origin}} : QJsonObject());
        return;
    }
    m_endpoint = endpoint;
    m_isHttpSse = true;
    if (state() == State::Opening)
        m_link.post(Event::ofKind(EventKind::Opened));
    if (std::optional<Refused> refused = std::exchange(m_refused, {})) {
        refused->details.insert(u"again"_s, true);
        dispatch(new HttpPost(m_link, refused->message, refused->details, this));
    }
    dispatchHeld();
}

void HttpTransport::onSseEnded(HttpExchange::End end, const QString &reason)
{
    // HTTP+SSE failed, too
    if (const std::optional<Refused> refused = std::exchange(m_refused, {})) {
        m_listener->postEnd(end, u"%1; HTTP+SSE: %2"_s.arg(refused->refusal, reason), refused->ends);
        m_endpoint = m_link.options().url;
        dropListener({});
        dispatchHeld();
        return;
    }
    m_listener->postEnd(end, reason, {});
    if (state() == State::Closing)
        return;
    if (m_endpoint.isEmpty())
        fail(reason.isEmpty() ? QString(TranslatableText::of(TransportReason::NoAddress)) : reason,
             m_listener->fetch().failureDetails());
    else
        conclude(reason.isEmpty() ? QString(TranslatableText::of(TransportReason::EventsEnded)) : reason);
}

// ---- ends

void HttpTransport::onUnreachable(const QString &reason, const QJsonObject &details)
{
    // Trust can be offered at any time: a redirect may lead to a new server.
    if ((!m_link.hasHeard() || details.contains("certificate"_L1)) && state() != State::Closing)
        fail(reason, details);
}

/// Ends the session. If the server has dropped it, posts a Note once, and sends the next initialize without a session.
/// If the transport is closing, sends DELETE after all pending messages.
void HttpTransport::endSession()
{
    const HttpSession session = m_link.headers().session();
    if (state() != State::Closing) {
        if (session.id.isEmpty())
            return;
        m_link.headers().reset();
        m_isRenewing = true;
        dropListener(TranslatableText::of(TransportReason::SessionForgotten));
        setOwnStream(UnsolicitedStream::Pending);
        m_link.post(Event::ofKind(
            EventKind::Note, {{u"text"_s, u"The server no longer knows the session"_s}, {Event::SessionEnded, true}}));
        return;
    }
    if (!m_posts.isEmpty() || m_goodbye || m_concluding)
        return;
    if (session.id.isEmpty())
        return conclude({});
    HttpRequest request{
        .method = "DELETE"_ba, .url = m_link.options().url, .headers = m_link.headers().forConnection()};
    m_goodbye = new HttpFetch(m_link, std::move(request), session, this);
    connect(m_goodbye, &HttpFetch::ended, this, [this](HttpExchange::End end, const QString &reason) {
        m_goodbye->postEnd(end, reason);
        conclude({});
    });
    m_goodbye->start();
}

void HttpTransport::close()
{
    if (state() == State::Idle || state() == State::Closing || m_concluding)
        return;
    if (!enter(State::Closing, Event::ofKind(EventKind::Closing)))
        return;
    m_leaveTimer.start(m_link.options().closeWait);
    leaveStreams();
    endSession();
}

void HttpTransport::leaveStreams()
{
    for (HttpPost *post : std::exchange(m_held, {})) {
        post->postUnsent(TranslatableText::of(TransportReason::Closing));
        post->deleteLater();
    }
    // Messages that await no response (a cancel above all) may still be sent.
    for (HttpPost *post : QList(m_posts)) {
        if (post->isAwaiting())
            post->leave();
    }
    if (m_listener)
        m_listener->leave();
}

void HttpTransport::fail(const QString &reason, QJsonObject details)
{
    if (m_concluding)
        return;
    details.insert(u"reason"_s, reason);
    m_link.post(Event::ofKind(EventKind::Failed, details));
    conclude(reason);
}

void HttpTransport::conclude(const QString &reason)
{
    if (std::exchange(m_concluding, true))
        return;
    m_leaveTimer.stop();
    const QString why = reason.isEmpty() ? QString(TranslatableText::of(TransportReason::WasClosed)) : reason;
    for (HttpPost *post : std::exchange(m_held, {}))
        post->drop(why);
    for (HttpPost *post : std::exchange(m_posts, {}))
        post->drop(why);
    m_initialize.clear();
    m_initialized.clear();
    m_refused.reset();
    dropListener(why);
    if (HttpFetch *goodbye = std::exchange(m_goodbye, nullptr)) {
        goodbye->drop(why);
        goodbye->deleteLater();
    }
    m_link.postLast(Event::ofKind(EventKind::Closed, {{u"reason"_s, reason}}));
}

} // namespace Pullcord
