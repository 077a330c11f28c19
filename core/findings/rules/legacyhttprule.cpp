// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/legacyhttprule.h"

#include "core/capture/capture.h"
#include "core/capture/humantext.h"
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
constexpr qsizetype MostFaults = 64; // different sentences, each a finding that grows

/// "application/json", or what stands for none.
Words typeIn(const QJsonObject &response)
{
    const QString type = HttpSteps::contentType(response);
    return type.isEmpty() ? Words::of(QT_TRANSLATE_NOOP("Words", "no content type"))
                          : Words(HumanText::visible(type.left(CancelWords::MostQuoted)));
}

bool isEventStream(const QJsonObject &response)
{
    return HttpSteps::contentType(response) == "text/event-stream"_L1;
}

bool isJson(const QJsonObject &response)
{
    return HttpSteps::contentType(response) == "application/json"_L1;
}

/// A refusal by something before the server, or for want of authorization, says nothing about the endpoint.
bool isByOthers(int status)
{
    static constexpr int Statuses[] = {401, 403, 407, 408, 429, 502, 503, 504};
    return status / 100 == 3 || std::find(std::begin(Statuses), std::end(Statuses), status) != std::end(Statuses);
}

/// The hosts that are known to break on that response to a notification.
Words withHosts(const Words &sentence, const QJsonObject &response)
{
    const int status = int(response.value("status"_L1).toInteger());
    if (status == NoContent)
        return Words::of(QT_TRANSLATE_NOOP("Words", "%1; ChatWise and the proxy of the official Inspector fail on it"),
                         sentence);
    if (isJson(response))
        return Words::of(QT_TRANSLATE_NOOP("Words", "%1; Codex reads the body as a message and fails to connect"),
                         sentence);
    if (HttpSteps::contentType(response).isEmpty())
        return Words::of(QT_TRANSLATE_NOOP("Words", "%1; older hosts on the Rust SDK, such as Codex, fail to connect"),
                         sentence);
    if (!isEventStream(response))
        return Words::of(QT_TRANSLATE_NOOP("Words", "%1; hosts on the Java SDK fail on this content type"), sentence);
    return sentence;
}

} // namespace

Words LegacyHttpRule::Posted::name() const
{
    return !method.isEmpty() ? Words(HumanText::visible(QString::fromUtf8(method.left(CancelWords::MostQuoted))))
           : isBatch         ? Words::of(QT_TRANSLATE_NOOP("Words", "a batch"))
                             : Words::of(QT_TRANSLATE_NOOP("Words", "a response"));
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
    : FindingRule(context, {.events = bits(EventKind::Http, EventKind::Malformed)})
{}

/// One finding per fault, which grows, whatever was posted.
void LegacyHttpRule::report(FindingCode code, FindingSeverity severity, const Exchange &exchange,
                            const QList<qint64> &rows, const Words &sentence, const FindingStep &step)
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

/// It stands right behind the request step, at least before the response.
LegacyHttpRule::Posted LegacyHttpRule::posted(const Exchange &exchange, const FindingStep &step)
{
    Posted found;
    const qint64 number = exchange.request.value("exchange"_L1).toInteger();
    const qint64 end = std::min(step.index, exchange.event + MostLooked);
    for (qint64 index = exchange.event + 1; index < end && found.event < 0; ++index) {
        const CaptureEntry &entry = capture().entry(index);
        if (entry.kind != EventKind::Message || entry.direction != Direction::ClientToServer ||
            entry.connection != step.event.connection)
            continue;
        const Event event = capture().eventAt(index);
        if (exchangeOf(event) != number)
            continue;
        found.event = index;
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
        m_exchanges.insert(number, {.request = step.event.details, .event = step.index});
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
        exchange.isSeen = true;
        judgeAccept(exchange, step);
        judgeGet(exchange, step);
        return;
    }
    if (exchange.method() == "DELETE"_L1) {
        if (HttpSteps::isSuccess(exchange.status()))
            m_session = Finding::NoRow;
        return;
    }
    const Posted message = posted(exchange, step);
    if (exchange.method() != "POST"_L1 || message.event < 0 || message.isModern)
        return;
    judgeClient(exchange, message, step);
    takeSession(exchange, message, step);
    if (m_refusedGet && HttpSteps::isSuccess(exchange.status()) && exchange.event > m_refusedGet->responseEvent)
        reportGet(*std::exchange(m_refusedGet, {}), step); // the session lives
    if (message.hasRequest)
        judgeRequest(exchange, message, step);
    else if (isEventStream(exchange.response))
        judgeNotification(exchange, message, step); // it may never end
}

void LegacyHttpRule::onExchangeEnd(Exchange &exchange, const FindingStep &step)
{
    if (exchange.method() == "GET"_L1 && !exchange.isSeen)
        judgeAccept(exchange, step);
    if (exchange.method() != "POST"_L1)
        return;
    const Posted message = posted(exchange, step);
    if (message.event < 0 || message.isModern)
        return;
    judgeClient(exchange, message, step);
    if (!message.hasRequest && exchange.responseEvent >= 0)
        judgeNotification(exchange, message, step);
    const QByteArrayView body = QByteArrayView(step.event.bytes).trimmed();
    const bool isMessage = body.startsWith('{') || body.startsWith('[');
    if (message.hasRequest && isMessage && HttpSteps::isSuccess(exchange.status()) && isEventStream(exchange.response))
        report(FindingCode::H03, FindingSeverity::Error, exchange, message.rows,
               Words::of(QT_TRANSLATE_NOOP("Words", "The response to the POST of %1 (HTTP %2) is sent as "
                                                    "text/event-stream, but its body is JSON: no event is in it"),
                         message.name(), exchange.status()),
               step);
}

/// A body that is no JSON was sent as JSON.
void LegacyHttpRule::onBody(const FindingStep &step)
{
    Exchange *exchange = m_exchanges.find(exchangeOf(step.event));
    if (!exchange || step.event.direction != Direction::ServerToClient || !HttpSteps::isEventStream(step.event.bytes))
        return;
    const Posted message = posted(*exchange, step);
    for (const qint64 row : message.rows)
        settle(row);
    report(FindingCode::H03, FindingSeverity::Error, *exchange, message.rows,
           Words::of(QT_TRANSLATE_NOOP("Words", "The response to the POST of %1 (HTTP %2) is sent as application/json, "
                                                "but its body is a stream of events"),
                     message.name(), exchange->status()),
           step);
}

// ---- the client

void LegacyHttpRule::judgeClient(Exchange &exchange, const Posted &posted, const FindingStep &step)
{
    if (std::exchange(exchange.isSeen, true))
        return;
    if (posted.isBatch && posted.hasResponse && (posted.hasRequest || posted.hasNotification) &&
        facts().revision() == Revision::R2025_03_26)
        report(FindingCode::H13, FindingSeverity::Error, exchange, posted.rows,
               Words::of(QT_TRANSLATE_NOOP(
                   "Words", "A batch mixes responses with requests or notifications, which must be posted separately")),
               step);
    judgeAccept(exchange, step);
    if (posted.method == "initialize")
        return;
    judgeSession(exchange, step);
    judgeVersion(exchange, step);
}

void LegacyHttpRule::judgeAccept(const Exchange &exchange, const FindingStep &step)
{
    if (!HttpSteps::hasAllHeaders(exchange.request))
        return;
    const std::optional<QString> accept = HttpSteps::header(exchange.request, "Accept"_L1);
    const QString types = accept.value_or(QString()).toLower();
    if (HttpSteps::isMasked(types))
        return;
    const bool isGet = exchange.method() == "GET"_L1;
    const bool takesEvents = types.contains("text/event-stream"_L1);
    if (takesEvents && (isGet || types.contains("application/json"_L1)))
        return;
    const QString wanted = isGet ? u"text/event-stream"_s : u"application/json, text/event-stream"_s;
    const QString said = HumanText::visible(accept.value_or(QString()).left(CancelWords::MostQuoted));
    const Words sentence =
        accept
            ? Words::of(QT_TRANSLATE_NOOP("Words", "The client sent Accept: %1 with a %2, which must list %3"), said,
                        exchange.method(), wanted)
            : Words::of(QT_TRANSLATE_NOOP("Words", "The client sent a %1 without an Accept header, which must list %2"),
                        exchange.method(), wanted);
    report(FindingCode::H10, FindingSeverity::Error, exchange, {},
           Words::of(
               QT_TRANSLATE_NOOP("Words", "%1; servers on the TypeScript and Python SDKs refuse such a POST with 406"),
               sentence),
           step);
}

void LegacyHttpRule::judgeVersion(const Exchange &exchange, const FindingStep &step)
{
    const std::optional<Revision> revision = facts().revision();
    const bool isAgreed = facts().handshake() >= ConversationFacts::Handshake::Agreed;
    if (!isAgreed || !revision || *revision < Revision::R2025_06_18 || !HttpSteps::hasAllHeaders(exchange.request))
        return;
    const std::optional<QString> said = HttpSteps::header(exchange.request, HttpSteps::VersionHeader);
    if (!said)
        report(FindingCode::H12, FindingSeverity::Error, exchange, {},
               Words::of(QT_TRANSLATE_NOOP("Words", "The client sent a %1 without the header MCP-Protocol-Version: the "
                                                    "server may take it for 2025-03-26 instead of %2"),
                         exchange.method(), nameOf(*revision)),
               step);
    else if (*said != nameOf(*revision) && !HttpSteps::isMasked(*said))
        report(FindingCode::H12, FindingSeverity::Warning, exchange, {},
               Words::of(QT_TRANSLATE_NOOP("Words", "The client sent MCP-Protocol-Version: %1, although both sides "
                                                    "agreed on %2"),
                         HumanText::visible(said->left(CancelWords::MostQuoted)), nameOf(*revision)),
               step);
}

/// Another address is no part of the session.
void LegacyHttpRule::judgeSession(const Exchange &exchange, const FindingStep &step)
{
    const bool isInSession =
        m_session >= 0 && exchange.event > m_session && exchange.request.value("url"_L1).toString() == m_sessionUrl;
    if (isInSession && HttpSteps::hasAllHeaders(exchange.request) &&
        !HttpSteps::header(exchange.request, HttpSteps::SessionHeader))
        report(FindingCode::H11, FindingSeverity::Error, exchange, {},
               Words::of(QT_TRANSLATE_NOOP("Words", "The client sent a %1 without the Mcp-Session-Id that the server "
                                                    "gave it: servers refuse that with 400"),
                         exchange.method()),
               step);
}

// ---- the server

void LegacyHttpRule::takeSession(const Exchange &exchange, const Posted &posted, const FindingStep &step)
{
    const bool isLost =
        exchange.status() == 404 && HttpSteps::header(exchange.request, HttpSteps::SessionHeader).has_value();
    if (posted.method == "initialize" || isLost)
        m_session = Finding::NoRow;
    if (posted.method != "initialize" || !HttpSteps::isSuccess(exchange.status()) ||
        !HttpSteps::header(exchange.response, HttpSteps::SessionHeader) ||
        step.event.details.value("session"_L1) == "invalid"_L1)
        return;
    m_session = step.index;
    m_sessionUrl = exchange.request.value("url"_L1).toString();
}

void LegacyHttpRule::judgeNotification(Exchange &exchange, const Posted &posted, const FindingStep &step)
{
    const int status = exchange.status();
    const qint64 received = step.event.details.value("received"_L1).toInteger();
    if (!HttpSteps::isSuccess(status) || std::exchange(exchange.isTold, true))
        return;
    if (status != Accepted && HttpSteps::hasAllHeaders(exchange.response))
        report(FindingCode::H01, FindingSeverity::Error, exchange, {},
               withHosts(Words::of(QT_TRANSLATE_NOOP("Words", "The POST of %1 was answered with HTTP %2 and %3; "
                                                              "notifications and responses get 202 without a body"),
                                   posted.name(), status, typeIn(exchange.response)),
                         exchange.response),
               step);
    else if (status == Accepted && received > 0)
        report(FindingCode::H01, FindingSeverity::Error, exchange, {},
               Words::of(
                   QT_TRANSLATE_NOOP(
                       "Words", "The POST of %1 was answered with HTTP 202 and a body of %2 (%3); there must be none"),
                   posted.name(), HumanText::byteCount(received), typeIn(exchange.response)),
               step);
}

void LegacyHttpRule::judgeRequest(Exchange &exchange, const Posted &posted, const FindingStep &step)
{
    const int status = exchange.status();
    if (!HttpSteps::isSuccess(status) || isJson(exchange.response) || isEventStream(exchange.response) ||
        !HttpSteps::hasAllHeaders(exchange.response))
        return;
    for (const qint64 row : posted.rows)
        settle(row);
    const Words what = Words::of(QT_TRANSLATE_NOOP("Words", "The POST of %1 was answered with HTTP %2 and %3; a "
                                                            "request gets application/json or text/event-stream"),
                                 posted.name(), status, typeIn(exchange.response));
    report(FindingCode::H02, FindingSeverity::Error, exchange, posted.rows,
           status == Accepted ? Words::of(QT_TRANSLATE_NOOP("Words", "%1; hosts on the TypeScript SDK wait until they "
                                                                     "time out"),
                                          what)
                              : Words::of(QT_TRANSLATE_NOOP("Words", "%1; hosts on the TypeScript SDK report an "
                                                                     "unexpected content type"),
                                          what),
           step);
}

/// Before the handshake a GET asks whether the server speaks HTTP+SSE.
void LegacyHttpRule::judgeGet(const Exchange &exchange, const FindingStep &step)
{
    const int status = exchange.status();
    const bool isStream = HttpSteps::isSuccess(status) && isEventStream(exchange.response);
    if (isStream || status == 405 || isByOthers(status) || !HttpSteps::hasAllHeaders(exchange.response) ||
        facts().handshake() < ConversationFacts::Handshake::Agreed)
        return;
    if (status == 404 && HttpSteps::header(exchange.request, HttpSteps::SessionHeader))
        m_refusedGet = exchange;
    else
        reportGet(exchange, step);
}

void LegacyHttpRule::reportGet(const Exchange &exchange, const FindingStep &step)
{
    report(FindingCode::H04, FindingSeverity::Error, exchange, {},
           Words::of(QT_TRANSLATE_NOOP("Words", "The GET for a server stream was answered with HTTP %1 "
                                                "and %2 instead of text/event-stream or HTTP 405; hosts on the "
                                                "TypeScript SDK, such as Cursor and Gemini CLI, report a broken "
                                                "connection"),
                     exchange.status(), typeIn(exchange.response)),
           step);
}

} // namespace Pullcord
