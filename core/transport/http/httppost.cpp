// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/http/httppost.h"

#include "core/json/jsonvalue.h"
#include "core/transport/transport.h"
#include "core/transport/transportreason.h"

#include <QJsonArray>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace Pullcord {
namespace {

constexpr int MaxFailedResumes = 5;

} // namespace

HttpPost::HttpPost(HttpLink &link, QByteArray message, QJsonObject details, QObject *parent)
    : QObject(parent)
    , m_link(link)
    , m_message(std::move(message))
    , m_details(std::move(details))
    , m_delay(link.options().reconnectDelay)
{
    if (!m_link.checker().check(m_message))
        m_envelope = Envelope::of(m_message);
    const auto take = [this](const Envelope &envelope) {
        if (envelope.kind == MessageKind::Request)
            m_awaited.insert(envelope.requestId(m_message));
    };
    if (m_envelope.kind == MessageKind::Batch) {
        for (const Envelope &item : Envelope::batchItems(m_message))
            take(item);
    } else {
        take(m_envelope);
        m_method = m_envelope.methodName(m_message);
    }
    m_isModern = !McpHeaders::versionIn(m_message, m_envelope).isEmpty();
    m_resumeTimer.setSingleShot(true);
    m_resumeTimer.setTimerType(Qt::PreciseTimer); // never earlier than the server asked for
    m_resumeTimer.callOnTimeout(this, &HttpPost::resume);
    QTimer::singleShot(Transport::QueuedAfterMs, this, [this] {
        if (m_isReported)
            return;
        Event event = eventOfMessage();
        event.kind = EventKind::Queued;
        m_link.post(std::move(event));
    });
    m_graceTimer.setSingleShot(true);
    m_graceTimer.setTimerType(Qt::PreciseTimer); // users compare it with their setting
    m_graceTimer.callOnTimeout(this, [this] {
        closeStream(
            TranslatableText::of(TransportReason::RequestCancelledAgo, (monotonicNow() - m_graceBegan) / 1'000'000));
    });
}

HttpPost::~HttpPost() = default;

RequestId HttpPost::cancels() const
{
    if (m_method != "notifications/cancelled" || m_envelope.kind != MessageKind::Notification)
        return {};
    return RequestId::fromJson(JsonValue(m_envelope.params.in(m_message)).member("requestId").raw());
}

QJsonObject HttpPost::ending(const QString &ends) const
{
    QJsonArray ids;
    for (const RequestId &id : m_awaited)
        ids.append(QString::fromUtf8(id.toJson()));
    QJsonObject members{{u"requests"_s, ids}};
    if (!ends.isEmpty())
        members.insert(u"ends"_s, ends);
    return members;
}

void HttpPost::start(const QUrl &endpoint, bool shared)
{
    m_shared = shared;
    const McpHeaders &headers = m_link.headers();
    const bool isTyped = m_details.value("injected"_L1).toBool();
    const Outcome allowed = headers.check(m_message, m_envelope);
    if (!allowed && !isTyped) {
        postUnsent(allowed.error().detail);
        return finish();
    }
    if (!m_isModern)
        m_session = headers.session();
    HttpRequest request{.method = "POST"_ba,
                        .url = endpoint,
                        .headers = isTyped ? headers.forTyped(m_message, m_envelope)
                                           : headers.forMessage(m_message, m_envelope)};
    request.body = m_message;
    send(std::move(request));
}

void HttpPost::relay(HttpFetch *fetch, const HttpSession &session, bool shared)
{
    m_isRelayed = true;
    m_shared = shared;
    m_session = session;
    follow(fetch);
}

void HttpPost::send(HttpRequest request)
{
    if (m_fetch)
        m_fetch->deleteLater();
    m_hasMessage = false;
    follow(new HttpFetch(m_link, std::move(request), m_session, this));
    m_fetch->start();
}

void HttpPost::follow(HttpFetch *fetch)
{
    m_fetch = fetch;
    connect(m_fetch, &HttpFetch::sent, this, &HttpPost::onSent);
    connect(m_fetch, &HttpFetch::responded, this, &HttpPost::onResponded);
    connect(m_fetch, &HttpFetch::messageArrived, this, &HttpPost::onMessage);
    connect(m_fetch, &HttpFetch::ended, this, &HttpPost::onEnded);
}

void HttpPost::onSent()
{
    if (std::exchange(m_isReported, true))
        return;
    Event event = eventOfMessage();
    event.details.insert(u"exchange"_s, m_fetch->exchange());
    m_link.post(std::move(event));
}

Event HttpPost::eventOfMessage() const
{
    Event event = Event::ofBytes(m_message, Direction::ClientToServer, m_link.checker());
    for (auto it = m_details.begin(); it != m_details.end(); ++it)
        event.details.insert(it.key(), it.value());
    return event;
}

void HttpPost::postUnsent(const QString &reason)
{
    Event event = eventOfMessage();
    event.kind = EventKind::Unsent;
    event.details.insert(u"reason"_s, reason);
    m_link.post(std::move(event));
    m_isReported = true;
}

void HttpPost::onResponded()
{
    if (!m_fetch->isSuccess())
        return;
    if (const auto session = m_fetch->responseHeader("Mcp-Session-Id");
        session && m_method == "initialize" && !m_isRelayed)
        takeSession(*session);
    if (!m_isResumed) // a resumed stream was accepted before
        emit accepted();
}

void HttpPost::takeSession(const QByteArray &id)
{
    if (!HttpFetch::isSessionId(id)) {
        const QString text =
            u"The server gave a session id with characters other than visible ASCII: continuing without it"_s;
        m_link.post(Event::ofKind(EventKind::Note, {{u"text"_s, text}}));
        return;
    }
    m_session = {id, Origin::of(m_fetch->url())};
    m_link.headers().setSession(m_session);
}

void HttpPost::onMessage(const Event &event)
{
    const auto take = [&](const Envelope &answer) {
        if (!answer.isResponse())
            return;
        const RequestId id = answer.requestId(event.bytes);
        if (!m_awaited.remove(id)) {
            m_mismatchedResponse = id;
            return;
        }
        if (answer.kind != MessageKind::Result)
            return;
        m_link.headers().learn(m_method, JsonValue(event.part(answer.result)));
        if (m_isModern)
            m_link.headers().learnModern(McpHeaders::versionIn(m_message, m_envelope));
    };
    if (event.kind != EventKind::Message)
        return;
    m_hasMessage = true;
    if (event.envelope.kind != MessageKind::Batch)
        return take(event.envelope);
    for (const Envelope &item : Envelope::batchItems(event.bytes))
        take(item);
}

void HttpPost::onEnded(HttpExchange::End end, const QString &reason)
{
    m_lastEventId = m_fetch->lastEventId().value_or(m_lastEventId);
    const QJsonObject failure = m_fetch->failureDetails();
    const bool isUnreachable =
        end == HttpExchange::End::Broken && (!m_isReported || !m_fetch->distrustedCertificate().isEmpty());
    const bool isSessionGone = m_fetch->isSessionGone();
    if (!m_isReported) {
        postUnsent(reason);
        m_fetch->postEnd(end, reason);
        finish();
    } else if (end != HttpExchange::End::Closed && expectsNoResponse() && !m_fetch->isSuccess()) {
        endNotAccepted(end, reason);
        finish();
    } else if (m_awaited.isEmpty() || m_leaving) {
        m_fetch->postEnd(end, reason);
        finish();
    } else if (m_shared && m_fetch->isSuccess()) {
        m_fetch->postEnd(end, reason, ending()); // the response comes in the other stream
        finish();
    } else {
        endUnanswered(end, reason);
    }
    if (isSessionGone)
        emit sessionGone();
    if (isUnreachable)
        emit unreachable(reason, failure);
}

/// Ends the POST of a notification or response that the server did not accept. No request ends with it, but the sender
/// is informed.
void HttpPost::endNotAccepted(HttpExchange::End end, const QString &reason)
{
    const bool isAnswer = m_envelope.isResponse();
    QJsonObject members{{u"notAccepted"_s, isAnswer ? u"answer"_s : QString::fromUtf8(m_method)}};
    if (const RequestId id = cancels(); id.isLegal())
        members.insert(u"cancels"_s, QString::fromUtf8(id.toJson()));
    m_fetch->postEnd(end, m_fetch->status() == 0 ? reason : m_fetch->statusText(), members);
}

/// Ends the exchange although some requests have no response.
void HttpPost::endUnanswered(HttpExchange::End end, const QString &reason)
{
    const int status = m_fetch->status();
    if (end == HttpExchange::End::Closed) {
        m_fetch->postEnd(end, reason, ending());
        return finish();
    }
    noteForDelay();
    if (canResume()) {
        m_fetch->postEnd(end, reason, ending());
        m_resumeTimer.start(m_delay.next());
        return;
    }
    if (mayBeResumed()) {
        m_fetch->postEnd(end, reason, ending());
        return finish();
    }
    const bool mayBeOld = status >= 400 && status < 500 && status != 401 && status != 403 && status != 407 &&
                          m_method == "initialize" && m_link.options().kind == HttpOptions::Kind::Automatic &&
                          !m_shared && !m_isResumed && !m_isRelayed;
    if (mayBeOld) {
        const QString text = m_fetch->statusText();
        m_fetch->postEnd(end, text);
        finish();
        emit refusedAsOld(text);
        return;
    }
    if (status != 0 && !m_fetch->isSuccess())
        m_fetch->postEnd(end,
                         (m_isResumed ? u"the stream could not be resumed: "_s : QString()) + m_fetch->statusText(),
                         ending(u"refused"_s));
    else if (end == HttpExchange::End::Broken)
        m_fetch->postEnd(end, isMisplaced() ? u"%1: %2"_s.arg(reason, instead()) : reason, losing());
    else if (m_fetch->isEventStream() && m_fetch->bodyProblem().isEmpty())
        m_fetch->postEnd(
            end,
            (isMisplaced() ? u"the server ended the stream: %1"_s : u"the server ended the stream %1"_s).arg(instead()),
            losing());
    else
        m_fetch->postEnd(end, whyNoAnswer(), ending(u"refused"_s));
    finish();
}

/// True if the response came in a form that clients do not read.
bool HttpPost::isMisplaced() const
{
    return m_fetch->misplaced() && m_awaited.contains(m_fetch->misplaced()->answers);
}

/// Members of an end event that loses the awaited requests.
QJsonObject HttpPost::losing() const
{
    QJsonObject members = ending(u"lost"_s);
    if (isMisplaced())
        members.insert(u"misplaced"_s, m_fetch->misplaced()->eventName);
    return members;
}

/// Text about the content that came instead of the response.
QString HttpPost::instead() const
{
    if (isMisplaced())
        return u"its response arrived, but %1"_s.arg(m_fetch->misplaced()->where());
    if (!m_mismatchedResponse.canBeAnswered())
        return u"without a response"_s;
    const QList<RequestId> alike = m_mismatchedResponse.alike();
    const auto meant =
        std::find_if(alike.begin(), alike.end(), [this](const RequestId &id) { return m_awaited.contains(id); });
    return (meant == alike.end() ? u"with a response to another id, %1"_s
            : meant->kind() == m_mismatchedResponse.kind()
                ? u"with a response whose id, %1, is spelled differently from that of the request"_s
                : u"with a response whose id, %1, has another JSON type than that of the request"_s)
        .arg(QString::fromUtf8(m_mismatchedResponse.toJson()));
}

/// Reason for a missing response although the status is a success.
QString HttpPost::whyNoAnswer() const
{
    if (!m_fetch->bodyProblem().isEmpty())
        return u"%1, but %2"_s.arg(m_fetch->statusText(), m_fetch->bodyProblem());
    const QByteArray type = m_fetch->responseHeader("Content-Type").value_or(QByteArray());
    const bool isMessage = type.isEmpty() || type.toLower().startsWith("application/json");
    const QString message = m_fetch->bodyMessage();
    const QString text = u"%1 %2"_s.arg(
        m_fetch->statusText(), isMessage ? instead() : u"with %1 instead of a response"_s.arg(QString::fromUtf8(type)));
    return message.isEmpty() ? text : u"%1: %2"_s.arg(text, message);
}

// ---- resuming a stream

bool HttpPost::canResume() const
{
    if (m_isModern || m_givenUp || m_shared || m_isRelayed || m_lastEventId.isEmpty() ||
        m_delay.failures() > MaxFailedResumes)
        return false;
    if (m_session != m_link.headers().session())
        return false; // its server has forgotten it
    // A stream that ended, or a failed attempt to resume one while the server was away.
    return m_fetch->isSuccess() ? m_fetch->isEventStream() : m_fetch->status() == 0 || m_fetch->status() >= 500;
}

/// True if the client of a proxy may resume the stream, as it decides itself.
bool HttpPost::mayBeResumed() const
{
    return m_isRelayed && !m_isModern && !m_shared && !m_lastEventId.isEmpty() && m_fetch->isSuccess() &&
           m_fetch->isEventStream();
}

void HttpPost::noteForDelay()
{
    if (const auto wish = m_fetch->retry())
        m_delay.setServerDelay(std::chrono::milliseconds(*wish));
    if (m_fetch->isSuccess())
        m_delay.streamEnded(m_hasMessage);
    else
        m_delay.failed();
}

void HttpPost::resume()
{
    m_isResumed = true;
    HttpRequest request{.method = "GET"_ba, .url = m_link.options().url, .headers = m_link.headers().forConnection()};
    request.headers.add("Accept"_ba, "text/event-stream"_ba);
    request.headers.add("Last-Event-ID"_ba, m_lastEventId);
    send(std::move(request));
}

// ---- ends

void HttpPost::closeStream(const QString &reason)
{
    m_givenUp = true;
    if (m_ended)
        return;
    if (m_resumeTimer.isActive()) // there is no stream at the moment, and none will follow
        finish();
    else if (m_fetch)
        m_fetch->close(reason);
}

void HttpPost::closeAfterGrace()
{
    m_givenUp = true;
    if (m_resumeTimer.isActive())
        return closeStream(TranslatableText::of(TransportReason::RequestCancelled));
    if (m_ended || m_shared)
        return;
    m_graceBegan = monotonicNow();
    m_graceTimer.start(m_link.options().cancelGrace);
}

void HttpPost::leave()
{
    m_leaving = true;
    closeStream(TranslatableText::of(TransportReason::Closing));
}

void HttpPost::drop(const QString &reason)
{
    disconnect();
    if (!m_isReported)
        postUnsent(reason);
    if (m_fetch)
        m_fetch->drop(reason);
    m_ended = true;
    m_graceTimer.stop();
    m_resumeTimer.stop();
    deleteLater();
}

void HttpPost::finish()
{
    m_ended = true;
    m_graceTimer.stop();
    m_resumeTimer.stop();
    deleteLater();
    emit ended();
}

} // namespace Pullcord
