// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/http/httpfetch.h"

#include "core/json/jsonvalue.h"
#include "core/logging.h"
#include "core/rpc/errorcodes.h"
#include "core/secrets/secrets.h"
#include "core/transport/byteordermark.h"
#include "core/transport/http/bodytext.h"
#include "core/transport/http/challenge.h"
#include "core/transport/http/origin.h"
#include "core/transport/transportreason.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Pullcord {
namespace {

constexpr qsizetype MaxNameLength = 100; ///< bytes of an event's name in a reason

/// Bytes kept of a body that is not a message, e.g. the page of a proxy.
constexpr qsizetype OtherBodyLimit = qsizetype(1) << 20;

constexpr qsizetype MaxEventIdLength = 4096; ///< bytes; longer event ids are not sent back in a header

/// Reason why an event id cannot be the value of Last-Event-ID; empty if it can. UTF-8 is allowed, as in browsers;
/// spaces at either end would be lost. Specification: RFC 9110 section 5.5; WHATWG HTML 9.2.3.
QString problemOfEventId(QByteArrayView id)
{
    if (id.size() > MaxEventIdLength)
        return u"it has %1 bytes, more than the limit of %2"_s.arg(id.size()).arg(MaxEventIdLength);
    const QString text = QString::fromUtf8(id);
    const bool isText = text.toUtf8() == id && std::all_of(text.begin(), text.end(), [](QChar c) {
                            return c == u' ' || (c.isPrint() && !c.isSpace()) || c.isSurrogate();
                        });
    if (!isText || id.startsWith(' ') || id.endsWith(' '))
        return u"it has characters that no header can carry"_s;
    return {};
}

QString nameOf(HttpExchange::End end)
{
    return end == HttpExchange::End::Complete ? u"complete"_s
           : end == HttpExchange::End::Closed ? u"closed"_s
                                              : u"broken"_s;
}

} // namespace

HttpFetch::HttpFetch(HttpLink &link, HttpRequest request, HttpSession session, QObject *parent, Mode mode)
    : QObject(parent)
    , m_link(link)
    , m_mode(mode)
    , m_request(std::move(request))
    , m_session(std::move(session))
    , m_sse(link.options().json.maxSize)
{
    m_unfinishedTimer.setSingleShot(true);
    m_unfinishedTimer.setInterval(link.options().unfinishedWait);
    m_unfinishedTimer.callOnTimeout(this, &HttpFetch::lookAtUnfinished);
}

HttpFetch::~HttpFetch() = default;

void HttpFetch::start()
{
    begin(m_request.url);
}

void HttpFetch::begin(const QUrl &url)
{
    const HttpHeaders &users = m_link.options().headers;
    const Origin origin = Origin::of(url);
    HttpRequest request = m_request;
    request.url = url;
    if (origin == Origin::of(m_link.options().url)) {
        for (const HttpHeader &header : users)
            request.headers.remove(header.name);
        for (const HttpHeader &header : users)
            request.headers.add(header);
    }
    if (origin == m_session.origin && !m_session.id.isEmpty() && !request.headers.contains("Mcp-Session-Id"))
        request.headers.add("Mcp-Session-Id"_ba, m_session.id);
    m_number = m_link.nextExchange();
    m_endPosted = false;
    m_contentSize = 0;
    HttpExchange::Options options = m_link.exchangeOptions(request.url);
    const bool isLedByLoopback = m_exchange ? m_exchange->isLoopback() : m_link.isLoopback();
    options.mayReachLoopback = isLedByLoopback || origin == Origin::of(m_link.options().url);
    m_exchange = new HttpExchange(std::move(request), options, this);
    const HttpRequest &begun = m_exchange->request();
    qCDebug(Log::transport).noquote() << "HTTP exchange" << m_number << begun.method
                                      << Origin::of(begun.url).toString();
    Event event = Event::ofKind(EventKind::Http, {{u"exchange"_s, m_number},
                                                  {u"step"_s, u"request"_s},
                                                  {u"method"_s, QString::fromLatin1(begun.method)},
                                                  {u"url"_s, shown(begun.url)},
                                                  {u"headers"_s, m_exchange->sentHeaders().describe()},
                                                  {u"size"_s, begun.body.size()}});
    event.direction = Direction::ClientToServer;
    m_link.post(std::move(event));
    connect(m_exchange, &HttpExchange::sent, this, [this] {
        if (!std::exchange(m_sent, true))
            emit sent();
    });
    connect(m_exchange, &HttpExchange::responded, this, &HttpFetch::onResponded);
    connect(m_exchange, &HttpExchange::bodyArrived, this, &HttpFetch::onBody);
    connect(m_exchange, &HttpExchange::ended, this, &HttpFetch::onEnded);
    m_exchange->start();
}

void HttpFetch::close(const QString &reason)
{
    m_exchange->close(reason);
}

void HttpFetch::drop(const QString &reason)
{
    disconnect();
    if (!m_exchange || m_endPosted)
        return;
    m_exchange->disconnect(this);
    m_exchange->close(reason);
    postEnd(HttpExchange::End::Closed, reason);
}

int HttpFetch::status() const
{
    return m_exchange && m_exchange->hasResponded() ? m_exchange->response().status : 0;
}

std::optional<QByteArray> HttpFetch::responseHeader(QByteArrayView name) const
{
    return m_exchange->response().headers.value(name);
}

QString HttpFetch::statusText() const
{
    QString text =
        u"HTTP %1 %2"_s.arg(status()).arg(BodyText::shown(QString::fromUtf8(m_exchange->response().reason))).trimmed();
    constexpr auto Unnamed = QUrl::RemoveUserInfo | QUrl::RemoveFragment;
    if (url().adjusted(Unnamed) != m_link.options().url.adjusted(Unnamed))
        text += u" from "_s + shown(url());
    if (isSuccess())
        return text;
    if (const QString obstacle = redirectObstacle().reason; !obstacle.isEmpty())
        return text + u" to %1, not followed: %2"_s.arg(shown(redirectTarget()), obstacle);
    const QString wanted = wantedAuthorization();
    const QString message = bodyMessage();
    QStringList reasons;
    if (!wanted.isEmpty())
        reasons << wanted;
    if (status() == 407 && !m_exchange->isProxied())
        reasons << u"it requires authentication as proxies do, but no proxy is used"_s;
    const bool repeatsStatus = text.endsWith(u' ' + message, Qt::CaseInsensitive);
    if (!message.isEmpty() && !repeatsStatus && !wanted.contains(message))
        reasons << message;
    if (const QByteArray after = responseHeader("Retry-After").value_or(QByteArray()).trimmed(); !after.isEmpty()) {
        bool isSeconds = false;
        const int seconds = after.toInt(&isSeconds);
        reasons << (isSeconds ? u"retry after %1 s"_s.arg(seconds)
                              : u"retry after %1"_s.arg(BodyText::shown(QString::fromUtf8(after))));
    }
    return reasons.isEmpty() ? text : text + u": "_s + reasons.join(u"; "_s);
}

QString HttpFetch::bodyMessage() const
{
    if (!m_errorMessage.isEmpty())
        return BodyText::shown(m_errorMessage);
    return m_body == Body::Events || !contentCoding().isEmpty() ? QString() : BodyText::messageIn(m_content);
}

/// Required authorization: "needs a Bearer token (invalid_token)"; empty if the response does not ask for it.
QString HttpFetch::wantedAuthorization() const
{
    const QString challenge = QString::fromUtf8(responseHeader("WWW-Authenticate").value_or(QByteArray())).trimmed();
    if (challenge.isEmpty())
        return status() == 401 ? u"needs authorization"_s : QString();
    const QString scheme = BodyText::shown(Challenge::scheme(challenge));
    QString text = scheme.compare("Bearer"_L1, Qt::CaseInsensitive) == 0 ? u"needs a Bearer token"_s
                                                                         : u"needs %1 credentials"_s.arg(scheme);
    QStringList why;
    for (const QString &name : {u"error"_s, u"error_description"_s}) {
        if (const QString value = BodyText::shown(Challenge::parameter(challenge, name)); !value.isEmpty())
            why << value;
    }
    return why.isEmpty() ? text : text + u" (%1)"_s.arg(why.join(u": "_s));
}

QJsonObject HttpFetch::failureDetails() const
{
    QJsonObject details;
    TransportFailure::addKind(details, m_exchange->failure());
    if (const QByteArray certificate = distrustedCertificate(); !certificate.isEmpty())
        details.insert(u"certificate"_s, QString::fromLatin1(certificate.toHex()));
    return details;
}

QByteArray HttpFetch::distrustedCertificate() const
{
    return m_exchange ? m_exchange->distrustedCertificate() : QByteArray();
}

bool HttpFetch::isSessionId(QByteArrayView id)
{
    return std::all_of(id.begin(), id.end(), [](char c) { return c > 0x20 && c < 0x7f; });
}

/// Adds the state of the session id. The id itself is masked in the record, which has only "invalid" or "changed".
void HttpFetch::describeSession(QJsonObject &details) const
{
    const QByteArray id = responseHeader("Mcp-Session-Id").value_or(QByteArray());
    if (!isSessionId(id))
        details.insert(u"session"_s, u"invalid"_s);
    else if (!id.isEmpty() && !m_session.id.isEmpty() && id != m_session.id)
        details.insert(u"session"_s, u"changed"_s);
}

bool HttpFetch::isSessionUnknown() const
{
    return status() == 404 && !m_isMethodUnknown && !m_session.id.isEmpty() &&
           m_exchange->request().headers.value("Mcp-Session-Id") == m_session.id;
}

bool HttpFetch::isSessionGone() const
{
    return isSessionUnknown() && m_session == m_link.headers().session();
}

/// True if the server has not processed the message because it rejected the session. False for a GET that resumes a
/// stream, whose request was processed before.
bool HttpFetch::isUnread() const
{
    return m_request.method == "POST" && isSessionUnknown();
}

/// Address for display. A query that the user did not enter comes from the server and may contain a session, so it is
/// masked.
QString HttpFetch::shown(const QUrl &url) const
{
    const QString text = url.toString(QUrl::FullyEncoded);
    const HttpOptions &options = m_link.options();
    return options.shown(url.query() == options.url.query() ? text : Secrets::maskedQuery(text));
}

void HttpFetch::onResponded()
{
    m_link.markHeard();
    if (m_exchange->isLoopback() && Origin::of(url()) == Origin::of(m_link.options().url))
        m_link.markLoopback();
    const HttpHead &head = m_exchange->response();
    qCDebug(Log::transport) << "HTTP exchange" << m_number << "status" << head.status;
    const HttpExchange::Times &times = m_exchange->times();
    QJsonObject details{{u"exchange"_s, m_number},
                        {u"step"_s, u"response"_s},
                        {u"status"_s, head.status},
                        {u"text"_s, QString::fromUtf8(head.reason)},
                        {u"version"_s, head.version == 10 ? u"HTTP/1.0"_s : u"HTTP/1.1"_s},
                        {u"headers"_s, head.headers.describe()}};
    describeSession(details);
    const auto addTime = [&](const QString &name, qint64 time) {
        if (time)
            details.insert(name, time - times.started);
    };
    addTime(u"connect"_s, times.connected);
    addTime(u"tls"_s, times.encrypted);
    addTime(u"sent"_s, times.sent);
    addTime(u"firstByte"_s, times.responded);
    Event event = Event::ofKind(EventKind::Http, details);
    event.direction = Direction::ServerToClient;
    m_link.post(std::move(event));
    const bool isCoded = !contentCoding().isEmpty();
    const QByteArray type = redirected() || isCoded ? QByteArray() : head.headers.contentType();
    m_body = type == "text/event-stream" ? Body::Events : type == "application/json" ? Body::Json : Body::Other;
    if (!redirected())
        emit responded();
}

/// Content-Encoding of the response, although none was requested; empty for "identity".
QString HttpFetch::contentCoding() const
{
    const QByteArray coding = responseHeader("Content-Encoding").value_or("identity"_ba).trimmed();
    return coding.compare("identity", Qt::CaseInsensitive) == 0 ? QString() : QString::fromLatin1(coding);
}

/// Target to which the same request is redirected; none if there is no redirect or it must not be followed.
std::optional<QUrl> HttpFetch::redirected() const
{
    const QUrl target = redirectTarget();
    return target.isEmpty() || !redirectObstacle().reason.isEmpty() ? std::nullopt : std::optional(target);
}

/// Posts a Note about a redirect to another origin, once per origin.
void HttpFetch::noteRedirect(const QUrl &target) const
{
    const Origin other = Origin::of(target);
    if (other == Origin::of(url()) || !m_link.isNewRedirect(other))
        return;
    const QString text =
        u"The server redirects to another origin, %1: the headers for this origin are not sent to it"_s;
    m_link.post(Event::ofKind(EventKind::Note, {{u"text"_s, text.arg(other.toString())}}));
}

/// Target of the redirect; empty if the response is not one.
QUrl HttpFetch::redirectTarget() const
{
    static constexpr int Codes[] = {301, 302, 303, 307, 308};
    const bool isRedirect = std::find(std::begin(Codes), std::end(Codes), status()) != std::end(Codes);
    const auto location = isRedirect ? responseHeader("Location") : std::nullopt;
    return location ? url().resolved(QUrl::fromEncoded(*location)) : QUrl();
}

bool HttpFetch::leadsToSameEndpoint(const QUrl &from, const QUrl &to)
{
    const auto endpoint = [](const QUrl &url) {
        constexpr auto Rest = QUrl::RemoveScheme | QUrl::RemoveUserInfo | QUrl::RemovePort | QUrl::RemoveFragment;
        return url.adjusted(Rest | QUrl::StripTrailingSlash);
    };
    return endpoint(from) == endpoint(to);
}

/// Reason for not following the redirect; empty if it is followed, or if there is none.
HttpLink::Obstacle HttpFetch::redirectObstacle() const
{
    const QUrl target = redirectTarget();
    if (target.isEmpty())
        return {};
    if (m_mode == Mode::Relay)
        return {u"the client gets the redirect"_s};
    const int code = status();
    if (code != 307 && code != 308 && m_request.method != "GET")
        return {u"a %1 redirect would turn the %2 into a GET%3"_s.arg(code).arg(
            QString::fromLatin1(m_request.method),
            leadsToSameEndpoint(url(), target) ? u"; use that address"_s : QString())};
    if (m_redirects >= MaxRedirects)
        return {u"it was already redirected %1 times"_s.arg(m_redirects)};
    return obstacleTo(target);
}

HttpLink::Obstacle HttpFetch::obstacleTo(const QUrl &target) const
{
    return m_link.obstacle(url(), m_exchange->isLoopback(), target);
}

void HttpFetch::onBody(const QByteArray &part)
{
    emit bodyArrived(part);
    switch (m_body) {
    case Body::None:
        return;
    case Body::Events:
        m_sse.feed(part, [this](const SseEvent &event) { onSseEvent(event); });
        if (!m_sse.isWithinEvent())
            m_unfinishedTimer.stop();
        else
            m_unfinishedTimer.start(); // restarted by each part
        return;
    case Body::Json:
    case Body::Other:
        keep(part, part.size(), m_body == Body::Json ? m_link.options().json.maxSize : OtherBodyLimit);
        return;
    }
}

void HttpFetch::keep(QByteArrayView part, qint64 size, qsizetype limit)
{
    m_content += part.first(std::clamp(limit - m_content.size(), qsizetype(0), part.size()));
    m_contentSize += size;
}

/// Called when no bytes have followed an unfinished event for a while. Ignores a large event that is still arriving,
/// which is not valid JSON yet.
void HttpFetch::lookAtUnfinished()
{
    if (m_sse.isWithinEvent())
        static_cast<void>(noteIfMisplaced(m_sse.unfinished()));
}

/// True for a message that clients do not read, since its event has another name or no end. Posts a Note once.
bool HttpFetch::noteIfMisplaced(const SseEvent &event)
{
    const bool isNamed = !event.type.isEmpty() && event.type != "message";
    const bool isCandidate = isNamed ? event.kind == SseEvent::Kind::Event : event.kind == SseEvent::Kind::Unfinished;
    if (!isCandidate || !event.data.trimmed().endsWith('}') || m_link.checker().check(event.data))
        return false;
    const Envelope envelope = Envelope::of(event.data);
    if (envelope.kind == MessageKind::None || (envelope.problems & NoVersion))
        return false;
    Misplaced found{.eventName = QString::fromUtf8(isNamed ? event.type.left(MaxNameLength) : QByteArray())};
    if (envelope.isResponse())
        found.answers = envelope.requestId(event.data);
    if (m_misplaced && m_misplaced->answers == found.answers && m_misplaced->eventName == found.eventName)
        return true;
    const QString what =
        envelope.isResponse() ? u"The response to %1"_s.arg(QString::fromUtf8(found.answers.toJson())) : u"A message"_s;
    m_link.post(Event::ofKind(EventKind::Note, {{u"text"_s, u"%1 arrived, but %2"_s.arg(what, found.where())},
                                                {u"misplaced"_s, found.eventName},
                                                {u"exchange"_s, m_number}}));
    m_misplaced = std::move(found);
    return true;
}

QString HttpFetch::Misplaced::where() const
{
    return eventName.isEmpty() ? u"without the blank line that ends an event"_s
                               : u"in an event named %1, which MCP does not define"_s.arg(BodyText::shown(eventName));
}

void HttpFetch::onSseEvent(const SseEvent &event)
{
    const bool isCut = event.dataSize > event.data.size();
    if (isCut && !event.hasData && !std::exchange(m_isCutNoted, true))
        m_link.post(Event::ofKind(
            EventKind::Note,
            {{u"text"_s, u"A line of the event stream was %1 bytes long: only the first %2 are recorded"_s.arg(
                             QString::number(event.dataSize), QString::number(event.data.size()))},
             {u"exchange"_s, m_number}}));
    if (event.kind == SseEvent::Kind::NoField) {
        if (event.data.startsWith("id:"))
            noteUnusableId(isCut ? u"it is too long"_s : u"it contains NUL"_s);
        return keep(event.toBytes(), event.dataSize + 1, OtherBodyLimit);
    }
    m_hasEvents = true;
    if (event.id && event.kind == SseEvent::Kind::Event)
        takeEventId(*event.id);
    if (event.retry)
        m_retry = event.retry;
    if (event.kind == SseEvent::Kind::Comment && !recordsComment())
        return;
    QJsonObject details{{u"exchange"_s, m_number}};
    if (!event.type.isEmpty())
        details.insert(u"type"_s, QString::fromUtf8(event.type));
    if (event.id)
        details.insert(u"id"_s, QString::fromUtf8(*event.id));
    if (event.retry)
        details.insert(u"retry"_s, *event.retry);
    if (isCut)
        details.insert(u"length"_s, event.dataSize);
    const bool isMessage = event.kind == SseEvent::Kind::Event && !event.data.isEmpty() &&
                           (event.type.isEmpty() || event.type == "message");
    if (isMessage)
        return postMessage(event.data, details);
    if (noteIfMisplaced(event))
        details.insert(u"misplaced"_s, true);
    details.insert(u"what"_s, event.kind == SseEvent::Kind::Event     ? u"event"_s
                              : event.kind == SseEvent::Kind::Comment ? u"comment"_s
                                                                      : u"unfinished"_s);
    Event received = Event::ofKind(EventKind::Stream, details);
    received.direction = Direction::ServerToClient;
    // The address for messages contains the session, so it is masked.
    received.bytes =
        event.type == "endpoint" ? Secrets::maskedQuery(QString::fromUtf8(event.data)).toUtf8() : event.data;
    m_link.post(std::move(received));
    if (event.kind == SseEvent::Kind::Event)
        emit eventArrived(event);
}

/// Sets the position for resuming the stream. An id that cannot be sent back clears it, since an older id would repeat
/// messages.
void HttpFetch::takeEventId(const QByteArray &id)
{
    const QString problem = problemOfEventId(id);
    m_lastEventId = problem.isEmpty() ? id : QByteArray();
    if (!problem.isEmpty())
        noteUnusableId(problem);
}

void HttpFetch::noteUnusableId(const QString &problem)
{
    if (std::exchange(m_isIdNoted, true))
        return;
    m_link.post(Event::ofKind(EventKind::Note,
                              {{u"text"_s, u"The id of an event is not used as Last-Event-ID: %1"_s.arg(problem)},
                               {u"exchange"_s, m_number}}));
}

/// True if the comment is to be recorded: servers send comments without end, so only the first MaxComments are.
bool HttpFetch::recordsComment()
{
    if (++m_comments == MaxComments + 1) {
        m_link.post(Event::ofKind(
            EventKind::Note,
            {{u"text"_s, u"More than %1 comments in one stream: further ones are not recorded"_s.arg(MaxComments)},
             {u"exchange"_s, m_number}}));
    }
    return m_comments <= MaxComments;
}

void HttpFetch::postMessage(QByteArray bytes, const QJsonObject &details)
{
    Event event = Event::ofBytes(std::move(bytes), Direction::ServerToClient, m_link.checker());
    for (auto it = details.begin(); it != details.end(); ++it)
        event.details.insert(it.key(), it.value());
    if (details.contains("length"_L1)) {
        event.kind = EventKind::Malformed;
        event.details.insert(u"reason"_s, u"longer than the limit of %1 bytes"_s.arg(m_link.options().json.maxSize));
    }
    m_link.post(event);
    emit messageArrived(event);
}

/// Reads a JSON body as one message or a batch. In an error response it counts only if it is JSON-RPC. JSON that is cut
/// off by a broken connection is not reported as invalid JSON.
void HttpFetch::takeJson(HttpExchange::End end)
{
    if (m_body != Body::Json || m_content.isEmpty())
        return;
    if (ByteOrderMark::isBeforeJson(m_content, m_link.checker())) {
        Event mark = ByteOrderMark::event(Direction::ServerToClient);
        mark.details.insert(u"exchange"_s, m_number);
        m_link.post(std::move(mark));
        m_content.remove(0, ByteOrderMark::Bytes.size());
        m_contentSize -= ByteOrderMark::Bytes.size();
    }
    const bool isJson = !m_link.checker().check(m_content);
    if (!isJson && end != HttpExchange::End::Complete)
        return; // reported with the end of the exchange
    if (!isJson && m_contentSize == m_content.size())
        m_bodyProblem = problemOfBody();
    const Envelope envelope = isJson ? Envelope::of(m_content) : Envelope();
    const bool isRpc = envelope.kind != MessageKind::None && !(envelope.problems & NoVersion);
    if (!envelope.error.isEmpty()) {
        const JsonValue error(envelope.error.in(m_content));
        m_errorMessage = error.member("message").toString();
        m_isMethodUnknown = error.member("code").toInteger() == ErrorCode::MethodNotFound;
    }
    if (!isSuccess() && !isRpc)
        return; // reported with the end of the exchange
    QJsonObject details{{u"exchange"_s, m_number}};
    if (m_contentSize > m_content.size())
        details.insert(u"length"_s, m_contentSize);
    if (isUnread())
        details.insert(Event::SessionEnded, true);
    postMessage(std::exchange(m_content, {}), details);
    if (end == HttpExchange::End::Broken)
        noteCutShort();
}

/// Posts a Note about a body that is shorter than announced. Its message is used, since it is complete.
void HttpFetch::noteCutShort()
{
    m_cutShort = !m_exchange->hasGivenUp();
    const qint64 received = m_exchange->bytesReceived();
    const auto announced = announcedSize();
    const QString text = announced
                             ? u"The response was cut short: only %1 of the %2 announced bytes arrived, and they "
                               "happen to be complete JSON"_s.arg(received)
                                   .arg(*announced)
                             : u"The response was cut short: it broke after %1 bytes, which happen to be complete "
                               "JSON"_s.arg(received);
    m_link.post(Event::ofKind(EventKind::Note, {{u"text"_s, text}, {u"exchange"_s, m_number}}));
}

/// Content-Length of the response; none for chunks, or for a body delimited by the end of the connection.
std::optional<qint64> HttpFetch::announcedSize() const
{
    const auto length = responseHeader("Transfer-Encoding") ? std::nullopt : responseHeader("Content-Length");
    bool isNumber = false;
    const qint64 size = length ? length->toLongLong(&isNumber) : 0;
    return isNumber ? std::optional(size) : std::nullopt;
}

void HttpFetch::onEnded(HttpExchange::End end, const QString &reason)
{
    qCDebug(Log::transport).verbosity(QDebug::MinimumVerbosity) << "HTTP exchange" << m_number << "ended" << end;
    if (end == HttpExchange::End::Complete) {
        if (const std::optional<QUrl> next = redirected()) {
            postEnd(end, {});
            ++m_redirects;
            noteRedirect(*next);
            m_exchange->deleteLater();
            begin(*next);
            return;
        }
    }
    m_unfinishedTimer.stop();
    if (m_body == Body::Events)
        m_sse.finish([this](const SseEvent &event) { onSseEvent(event); });
    if (m_body != Body::Json && end == HttpExchange::End::Complete)
        m_bodyProblem = problemOfBody();
    takeJson(end);
    const bool mayWantTls = m_exchange->isHungUp() && !m_link.hasHeard() && url().scheme() == "http"_L1;
    emit ended(end, mayWantTls ? QString(TranslatableText::of(TransportReason::MayExpectTls, reason)) : reason);
}

/// Compares a body with its headers. Returns its fault; empty if there is none.
QString HttpFetch::problemOfBody() const
{
    if (const QString coding = contentCoding(); !coding.isEmpty())
        return u"its body was sent with Content-Encoding %1, which was not requested"_s.arg(coding);
    const QString more = m_exchange->unread().isEmpty()
                             ? QString()
                             : (announcedSize() ? u"its body goes on for %1 bytes beyond its Content-Length"_s
                                                : u"%1 bytes follow the end of its body"_s)
                                   .arg(m_exchange->unread().size());
    if (m_content.trimmed().isEmpty() || (m_body == Body::Events && m_hasEvents))
        return more;
    // the JSON may be complete only with those bytes
    if (m_body == Body::Other || (m_body == Body::Json && !more.isEmpty()))
        return more;
    const QString wanted = m_body == Body::Events ? u"an event stream"_s : u"JSON"_s;
    if (const QString field = BodyText::miscasedField(m_content); m_body == Body::Events && !field.isEmpty())
        return u"its body has the field %1, but the names of fields are case-sensitive: %2"_s.arg(field,
                                                                                                  field.toLower());
    const QString nature = BodyText::nature(m_content);
    return nature.isEmpty() ? u"its body is not %1: it begins with %2"_s.arg(wanted, BodyText::beginning(m_content))
                            : u"its body is %1, not %2"_s.arg(nature, wanted);
}

void HttpFetch::postEnd(HttpExchange::End end, const QString &reason, const QJsonObject &consequences)
{
    m_endPosted = true;
    QJsonObject details = consequences;
    details.insert(u"exchange"_s, m_number);
    details.insert(u"step"_s, u"end"_s);
    details.insert(u"how"_s, nameOf(end));
    details.insert(u"reason"_s, reason);
    TransportFailure::addKind(details, m_exchange->failure());
    if (m_exchange->hasGivenUp())
        details.insert(u"gaveUp"_s, true);
    if (m_cutShort)
        details.insert(u"cutShort"_s, true);
    if (const auto announced = announcedSize(); m_cutShort && announced)
        details.insert(u"announced"_s, *announced);
    if (redirectObstacle().needsConsent)
        details.insert(u"otherOrigin"_s, Origin::of(redirectTarget()).toString());
    if (const HttpHeaders &trailers = m_exchange->trailers(); !trailers.isEmpty())
        details.insert(u"trailers"_s, trailers.describe());
    details.insert(u"received"_s, m_exchange->bytesReceived());
    details.insert(u"total"_s, m_exchange->times().ended - m_exchange->times().started);
    if (isUnread() && consequences.contains("requests"_L1))
        details.insert(Event::SessionEnded, true);
    if (m_contentSize > m_content.size() && !m_content.isEmpty())
        details.insert(u"length"_s, m_contentSize);
    Event event = Event::ofKind(EventKind::Http, details);
    event.bytes = std::exchange(m_content, {}) + m_exchange->unread();
    m_link.post(std::move(event));
}

} // namespace Pullcord
