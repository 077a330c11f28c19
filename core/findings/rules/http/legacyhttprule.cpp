// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/http/legacyhttprule.h"

#include "core/capture/capture.h"
#include "core/capture/formatting.h"
#include "core/capture/requestlog.h"
#include "core/findings/cancelwords.h"
#include "core/findings/httpsteps.h"
#include "core/transport/http/mcpheaders.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

constexpr int Accepted = 202;
constexpr int NoContent = 204;
constexpr qsizetype MostFaults = 64; // different sentences, each a finding with a count

/// Returns "application/json", or words for a missing type.
TranslatableText typeIn(const QJsonObject &response)
{
    const QString type = HttpSteps::contentType(response);
    return type.isEmpty() ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "no content type"))
                          : TranslatableText(Formatting::visible(type.left(CancelWords::MostQuoted)));
}

bool isEventStream(const QJsonObject &response)
{
    return HttpSteps::contentType(response) == "text/event-stream"_L1;
}

bool isJson(const QJsonObject &response)
{
    return HttpSteps::contentType(response) == "application/json"_L1;
}

/// Adds the hosts that are known to fail on that response to a notification.
TranslatableText withHosts(const TranslatableText &sentence, const QJsonObject &response)
{
    const int status = int(response.value("status"_L1).toInteger());
    if (status == NoContent)
        return TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "%1; ChatWise and the proxy of the official Inspector fail on it"),
            sentence);
    if (isJson(response))
        return TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "%1; Codex reads the body as a message and fails to connect"),
            sentence);
    if (HttpSteps::contentType(response).isEmpty())
        return TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "%1; older hosts on the Rust SDK, such as Codex, fail to connect"),
            sentence);
    if (!isEventStream(response))
        return TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "%1; hosts on the Java SDK fail on this content type"), sentence);
    return sentence;
}

} // namespace

TranslatableText LegacyHttpRule::Posted::name() const
{
    return !method.isEmpty()
               ? TranslatableText(Formatting::visible(QString::fromUtf8(method.left(CancelWords::MostQuoted))))
           : isBatch ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "a batch"))
                     : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "a response"));
}

QString LegacyHttpRule::Exchange::method() const
{
    return request.value("method"_L1).toString();
}

int LegacyHttpRule::Exchange::status() const
{
    return int(response.value("status"_L1).toInteger());
}

LegacyHttpRule::LegacyHttpRule(FindingContext &context)
    : FindingRule(context)
    , m_isImported(capture().header().others.contains("imported"_L1))
{}

/// Raises one finding per fault, with a count, whatever was posted.
void LegacyHttpRule::report(FindingCode code, FindingSeverity severity, const Exchange &exchange,
                            const QList<qint64> &rows, const TranslatableText &sentence, const FindingStep &step)
{
    const bool isClients = code >= FindingCode::H10;
    const QString what = isClients
                             ? QString(sentence)
                             : QString::number(exchange.status()) + u' ' + HttpSteps::contentType(exchange.response);
    const QByteArray fault = QByteArray::number(int(code)) + ' ' + what.toUtf8();
    const qint64 last = exchange.responseEvent >= 0 ? exchange.responseEvent : exchange.event;
    const FindingStep about{.event = step.event, .index = last, .message = step.message, .row = rows.value(0, -1)};
    if (grow(m_found.value(fault), about))
        return;
    Finding found = finding(code, isClients ? Direction::ClientToServer : Direction::ServerToClient, about);
    found.severity = severity;
    found.sentence = sentence;
    found.addEvent(exchange.event);
    found.addEvent(last);
    const quint64 key = raise(std::move(found));
    if (m_found.size() < MostFaults)
        m_found.insert(fault, key);
}

/// Returns the message behind the request step and before the response.
LegacyHttpRule::Posted LegacyHttpRule::posted(const Exchange &exchange, const FindingStep &step)
{
    Posted found;
    const qint64 number = exchange.request.value("exchange"_L1).toInteger();
    found.event = postedIn(number, step, exchange.event + 1, step.index);
    if (found.event < 0)
        return found;
    const Event event = capture().eventAt(found.event);
    const auto take = [&](const Envelope &message) {
        found.hasRequest = found.hasRequest || message.kind == MessageKind::Request;
        found.hasNotification = found.hasNotification || message.kind == MessageKind::Notification;
        found.hasResponse = found.hasResponse || message.isResponse();
        found.isModern = found.isModern || !McpHeaders::versionIn(event.bytes, message).isEmpty();
        if (message.kind == MessageKind::Request)
            found.rows.append(rowOf(Direction::ClientToServer, message.requestId(event.bytes)));
    };
    found.isBatch = event.envelope.kind == MessageKind::Batch;
    if (found.isBatch) {
        for (const Envelope &item : Envelope::batchItems(event.bytes))
            take(item);
    } else {
        take(event.envelope);
        found.method = event.method();
    }
    return found;
}

void LegacyHttpRule::onEvent(const FindingStep &step)
{
    if (!facts().isLegacyHttp() || !facts().isMcp())
        return;
    if (step.event.kind == EventKind::Malformed) {
        onBody(step);
        return;
    }
    const qint64 number = exchangeOf(step.event);
    const QString what = step.event.details.value("step"_L1).toString();
    if (what == "request"_L1) {
        const bool isAgreed = facts().handshake() >= ConversationFacts::Handshake::Agreed;
        m_exchanges.insert(number, {.request = step.event.details,
                                    .event = step.index,
                                    .isAgreed = isAgreed,
                                    .agreed = isAgreed ? facts().revision() : std::nullopt});
        return;
    }
    Exchange *exchange = m_exchanges.find(number);
    if (!exchange)
        return;
    if (what == "response"_L1) {
        exchange->response = step.event.details;
        exchange->responseEvent = step.index;
        onResponse(*exchange, step);
    } else {
        onExchangeEnd(*exchange, step);
        m_exchanges.remove(number);
    }
}

void LegacyHttpRule::onResponse(Exchange &exchange, const FindingStep &step)
{
    if (exchange.method() == "GET"_L1) {
        const bool isClients = judgeClient(exchange, {}, step);
        judgeGet(exchange, isClients, step);
        return;
    }
    if (exchange.method() == "DELETE"_L1) {
        judgeClient(exchange, {}, step);
        if (HttpSteps::isSuccess(exchange.status()))
            endSession(step);
        return;
    }
    const Posted message = posted(exchange, step);
    if (exchange.method() != "POST"_L1 || message.event < 0 || message.isModern || mayBeHttpSse(exchange))
        return;
    judgeClient(exchange, message, step);
    takeSession(exchange, message, step);
    judgeRefusedGet(exchange, step);
    if (message.hasRequest)
        judgeRequest(exchange, message, step);
    else if (isEventStream(exchange.response))
        judgeNotification(exchange, message, step); // the stream may never end
}

void LegacyHttpRule::onExchangeEnd(Exchange &exchange, const FindingStep &step)
{
    if (exchange.method() == "GET"_L1 || exchange.method() == "DELETE"_L1) {
        judgeClient(exchange, {}, step);
        return;
    }
    const Posted message = posted(exchange, step);
    if (exchange.method() != "POST"_L1 || message.event < 0 || message.isModern || mayBeHttpSse(exchange))
        return;
    judgeClient(exchange, message, step);
    if (!message.hasRequest && exchange.responseEvent >= 0)
        judgeNotification(exchange, message, step);
    const QByteArrayView body = QByteArrayView(step.event.bytes).trimmed();
    const bool isMessage = body.startsWith('{') || body.startsWith('[');
    if (message.hasRequest && isMessage && HttpSteps::isSuccess(exchange.status()) &&
        isEventStream(exchange.response) && !mayHaveEvents(exchange, step))
        report(FindingCode::H03, FindingSeverity::Error, exchange, message.rows,
               TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                      "The response to the POST of %1 (HTTP %2) is sent as "
                                                      "text/event-stream, but its body is JSON and contains no event"),
                                    message.name(), exchange.status()),
               step);
}

/// An imported file may lack the event stream that an HTTP+SSE client opens first. There, a 202 for each POST is
/// correct.
bool LegacyHttpRule::mayBeHttpSse(const Exchange &exchange)
{
    m_isStreamable = m_isStreamable || !m_isImported || facts().handshake() >= ConversationFacts::Handshake::Agreed ||
                     isJson(exchange.response) || isEventStream(exchange.response);
    return !m_isStreamable && (exchange.status() == Accepted || exchange.responseEvent < 0);
}

/// True if an event came in the stream of the exchange, or if the exchange is too long ago.
bool LegacyHttpRule::mayHaveEvents(const Exchange &exchange, const FindingStep &step) const
{
    if (step.index - exchange.responseEvent > MostLooked)
        return true;
    for (qint64 index = exchange.responseEvent + 1; index < step.index; ++index) {
        const CaptureEntry &entry = capture().entry(index);
        const bool isFromServer = entry.direction == Direction::ServerToClient;
        const bool isOfStream =
            entry.kind == EventKind::Message || entry.kind == EventKind::Malformed || entry.kind == EventKind::Stream;
        if (!isFromServer || !isOfStream || entry.connection != step.event.connection)
            continue;
        const Event event = capture().eventAt(index);
        const QString what = event.details.value("what"_L1).toString();
        if (exchangeOf(event) == exchangeOf(step.event) && (what.isEmpty() || what == "event"_L1))
            return true;
    }
    return false;
}

/// Handles an event stream that was sent as JSON.
void LegacyHttpRule::onBody(const FindingStep &step)
{
    Exchange *exchange = m_exchanges.find(exchangeOf(step.event));
    if (!exchange || step.event.direction != Direction::ServerToClient || !isJson(exchange->response) ||
        !HttpSteps::isEventStream(step.event.bytes))
        return;
    const Posted message = posted(*exchange, step);
    if (message.event < 0)
        return;
    for (const qint64 row : message.rows)
        settle(row);
    report(
        FindingCode::H03, FindingSeverity::Error, *exchange, message.rows,
        TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                               "The response to the POST of %1 (HTTP %2) is sent as application/json, "
                                               "but its body is a stream of events"),
                             message.name(), exchange->status()),
        step);
}

// ---- the client

/// True if the request has a fault, so that the server may refuse it.
bool LegacyHttpRule::judgeClient(Exchange &exchange, const Posted &posted, const FindingStep &step)
{
    if (std::exchange(exchange.isSeen, true))
        return false;
    if (posted.isBatch && posted.hasResponse && (posted.hasRequest || posted.hasNotification) &&
        facts().revision() == Revision::R2025_03_26)
        report(FindingCode::H13, FindingSeverity::Error, exchange, posted.rows,
               TranslatableText::of(QT_TRANSLATE_NOOP(
                   "TranslatableText",
                   "A batch mixes responses with requests or notifications, which must be posted separately")),
               step);
    const bool isWrong = exchange.method() != "DELETE"_L1 && judgeAccept(exchange, step);
    if (posted.method == "initialize")
        return isWrong;
    const bool isOutside = judgeSession(exchange, step);
    const bool isOfOther = judgeVersion(exchange, step);
    return isWrong || isOutside || isOfOther;
}

bool LegacyHttpRule::judgeAccept(const Exchange &exchange, const FindingStep &step)
{
    if (!HttpSteps::hasAllHeaders(exchange.request))
        return false;
    const std::optional<QString> accept = HttpSteps::header(exchange.request, "Accept"_L1);
    const QString types = accept.value_or(QString()).toLower();
    if (HttpSteps::isMasked(types))
        return false;
    const bool isGet = exchange.method() == "GET"_L1;
    const bool takesEvents = types.contains("text/event-stream"_L1);
    if (takesEvents && (isGet || types.contains("application/json"_L1)))
        return false;
    const QString wanted = isGet ? u"text/event-stream"_s : u"application/json, text/event-stream"_s;
    const QString said = Formatting::visible(accept.value_or(QString()).left(CancelWords::MostQuoted));
    const TranslatableText sentence =
        accept ? TranslatableText::of(
                     QT_TRANSLATE_NOOP("TranslatableText", "The client sent Accept: %1 with a %2, which must list %3"),
                     said, exchange.method(), wanted)
               : TranslatableText::of(
                     QT_TRANSLATE_NOOP("TranslatableText",
                                       "The client sent a %1 without an Accept header, which must list %2"),
                     exchange.method(), wanted);
    report(FindingCode::H10, FindingSeverity::Error, exchange, {},
           TranslatableText::of(
               QT_TRANSLATE_NOOP("TranslatableText",
                                 "%1; servers on the TypeScript and Python SDKs refuse such a %2 with 406"),
               sentence, exchange.method()),
           step);
    return true;
}

bool LegacyHttpRule::judgeVersion(const Exchange &exchange, const FindingStep &step)
{
    const std::optional<Revision> revision = exchange.agreed;
    if (!revision || *revision < Revision::R2025_06_18 || !HttpSteps::hasAllHeaders(exchange.request))
        return false;
    const std::optional<QString> said = HttpSteps::header(exchange.request, HttpSteps::VersionHeader);
    if (said && (*said == nameOf(*revision) || HttpSteps::isMasked(*said)))
        return false;
    if (!said)
        report(
            FindingCode::H12, FindingSeverity::Error, exchange, {},
            TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                   "The client sent a %1 without the header MCP-Protocol-Version: the "
                                                   "server may assume 2025-03-26 instead of %2"),
                                 exchange.method(), nameOf(*revision)),
            step);
    else
        report(FindingCode::H12, FindingSeverity::Warning, exchange, {},
               TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                      "The client sent MCP-Protocol-Version: %1, although both sides "
                                                      "agreed on %2"),
                                    Formatting::visible(said->left(CancelWords::MostQuoted)), nameOf(*revision)),
               step);
    return true;
}

/// A request to another URL is not part of the session.
bool LegacyHttpRule::judgeSession(const Exchange &exchange, const FindingStep &step)
{
    const bool isInSession =
        m_session >= 0 && exchange.event > m_session && exchange.request.value("url"_L1).toString() == m_sessionUrl;
    if (!isInSession || !HttpSteps::hasAllHeaders(exchange.request) ||
        HttpSteps::header(exchange.request, HttpSteps::SessionHeader))
        return false;
    report(FindingCode::H11, FindingSeverity::Error, exchange, {},
           TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                  "The client sent a %1 without the Mcp-Session-Id that the server "
                                                  "gave it: servers refuse that with 400"),
                                exchange.method()),
           step);
    return true;
}

// ---- the server

void LegacyHttpRule::takeSession(const Exchange &exchange, const Posted &posted, const FindingStep &step)
{
    const bool isLost = exchange.status() == 404 && exchange.event > m_sessionEnd &&
                        HttpSteps::header(exchange.request, HttpSteps::SessionHeader).has_value();
    if (posted.method == "initialize" || isLost)
        endSession(step);
    if (posted.method != "initialize" || !HttpSteps::isSuccess(exchange.status()) ||
        !HttpSteps::header(exchange.response, HttpSteps::SessionHeader) ||
        step.event.details.value("session"_L1) == "invalid"_L1)
        return;
    m_session = step.index;
    m_sessionUrl = exchange.request.value("url"_L1).toString();
}

/// The session ended, so the 404 for its GET was right.
void LegacyHttpRule::endSession(const FindingStep &step)
{
    m_session = Finding::NoRow;
    m_sessionEnd = step.index;
    m_refusedGet.reset();
}

void LegacyHttpRule::judgeNotification(Exchange &exchange, const Posted &posted, const FindingStep &step)
{
    const int status = exchange.status();
    const qint64 received = step.event.details.value("received"_L1).toInteger();
    if ((!posted.hasNotification && !posted.hasResponse) || !HttpSteps::isSuccess(status) ||
        std::exchange(exchange.isTold, true))
        return;
    if (status != Accepted && HttpSteps::hasAllHeaders(exchange.response))
        report(
            FindingCode::H01, FindingSeverity::Error, exchange, {},
            withHosts(
                TranslatableText::of(
                    QT_TRANSLATE_NOOP(
                        "TranslatableText",
                        "The POST of %1 got HTTP %2 and %3; notifications and responses must get 202 without a body"),
                    posted.name(), status, typeIn(exchange.response)),
                exchange.response),
            step);
    else if (status == Accepted && received > 0)
        report(FindingCode::H01, FindingSeverity::Error, exchange, {},
               TranslatableText::of(
                   QT_TRANSLATE_NOOP("TranslatableText",
                                     "The POST of %1 got HTTP 202 and a body of %2 (%3); there must be none"),
                   posted.name(), Formatting::byteCount(received), typeIn(exchange.response)),
               step);
}

void LegacyHttpRule::judgeRequest(Exchange &exchange, const Posted &posted, const FindingStep &step)
{
    const int status = exchange.status();
    if (!HttpSteps::isSuccess(status) || isJson(exchange.response) || isEventStream(exchange.response) ||
        !HttpSteps::hasAllHeaders(exchange.response))
        return;
    const auto isCancelled = [this](qint64 row) {
        const auto cancellation = row < 0 ? std::nullopt : log().record(row).cancellation;
        return cancellation && cancellation->signalTime != 0;
    };
    if (std::all_of(posted.rows.begin(), posted.rows.end(), isCancelled))
        return; // there is nothing to respond
    for (const qint64 row : posted.rows)
        settle(row);
    const TranslatableText what = TranslatableText::of(
        QT_TRANSLATE_NOOP(
            "TranslatableText",
            "The POST of %1 got HTTP %2 and %3; a request must get application/json or text/event-stream"),
        posted.name(), status, typeIn(exchange.response));
    report(FindingCode::H02, FindingSeverity::Error, exchange, posted.rows,
           status == Accepted
               ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                        "%1; hosts on the TypeScript SDK wait until they "
                                                        "time out"),
                                      what)
               : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1; hosts on the TypeScript SDK report an "
                                                                            "unexpected content type"),
                                      what),
           step);
}

/// A GET before the handshake probes for HTTP+SSE. 400 and 406 are correct if the request is wrong, or names an event
/// that the server no longer has.
void LegacyHttpRule::judgeGet(const Exchange &exchange, bool isClients, const FindingStep &step)
{
    const int status = exchange.status();
    const bool isStream = HttpSteps::isSuccess(status) && isEventStream(exchange.response);
    const bool isExcused = isClients || !HttpSteps::hasAllHeaders(exchange.request) ||
                           HttpSteps::header(exchange.request, "Last-Event-ID"_L1).has_value();
    if (isStream || status == 405 || HttpSteps::isByOthers(status) || !HttpSteps::hasAllHeaders(exchange.response) ||
        !exchange.isAgreed || (isExcused && (status == 400 || status == 406)))
        return;
    if (status != 404 || !HttpSteps::header(exchange.request, HttpSteps::SessionHeader))
        reportGet(exchange, step);
    else if (exchange.event > m_sessionEnd)
        m_refusedGet = exchange;
}

/// The session is alive, since a later POST in it succeeded.
void LegacyHttpRule::judgeRefusedGet(const Exchange &exchange, const FindingStep &step)
{
    if (m_refusedGet && HttpSteps::isSuccess(exchange.status()) && exchange.event > m_refusedGet->responseEvent &&
        HttpSteps::header(exchange.request, HttpSteps::SessionHeader))
        reportGet(*std::exchange(m_refusedGet, {}), step);
}

void LegacyHttpRule::reportGet(const Exchange &exchange, const FindingStep &step)
{
    report(FindingCode::H04, FindingSeverity::Error, exchange, {},
           TranslatableText::of(
               QT_TRANSLATE_NOOP(
                   "TranslatableText",
                   "The GET for a server stream got HTTP %1 and %2 instead of text/event-stream or HTTP 405; "
                   "hosts on the TypeScript SDK, such as Cursor and Gemini CLI, report a broken connection"),
               exchange.status(), typeIn(exchange.response)),
           step);
}

} // namespace Pullcord
