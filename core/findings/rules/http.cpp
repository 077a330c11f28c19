// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/findingrules.h"

#include "core/capture/capture.h"
#include "core/capture/export/exportselection.h"
#include "core/capture/formatting.h"
#include "core/capture/requestlog.h"
#include "core/findings/facts/cancelwords.h"
#include "core/findings/facts/httpsteps.h"
#include "core/findings/facts/recentrows.h"
#include "core/findings/findingrule.h"
#include "core/findings/findingsbysort.h"
#include "core/findings/rulecontext.h"
#include "core/json/jsonvalue.h"
#include "core/rpc/errorcodes.h"
#include "core/transport/http/bodytext.h"
#include "core/transport/http/mcpheaders.h"

#include <QJsonArray>
#include <QRegularExpression>

#include <algorithm>
#include <utility>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

using Kind = Transition::Kind;

// ---- LegacyHttpRule

/// H01 to H04 and H10 to H13: exchanges of Streamable HTTP before 2026-07-28, by status, content type and headers.
///
/// An exchange is judged at its response, since its message is known by then; whatever depends on the body, at its end.
/// If the capture lacks the headers, or an export masked their names, nothing is raised about them.
/// Specification: transports "Sending Messages to the Server", "Listening for Messages from the Server", "Session
/// Management", "Protocol Version Header".
class LegacyHttpRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.events = bits(EventKind::Http, EventKind::Malformed)};

    void onEvent(const FindingStep &step) override;

private:
    /// Message in a POST.
    struct Posted
    {
        qint64 event = Finding::NoRow;
        QByteArray method;  ///< empty for responses and batches
        QList<qint64> rows; ///< its requests
        bool hasRequest = false;
        bool hasNotification = false;
        bool hasResponse = false;
        bool isBatch = false;
        bool isModern = false; ///< it names revision 2026-07-28 or later
        bool isByOperator = false;

        [[nodiscard]] TranslatableText name() const;
    };
    struct Exchange
    {
        QJsonObject request; ///< details of the request step
        QJsonObject response;
        qint64 event = 0; ///< index of the request step
        qint64 responseEvent = Finding::NoRow;
        bool isAgreed = false;          ///< it was sent after the response to `initialize`
        std::optional<Revision> agreed; ///< revision in that response
        bool isSeen = false;            ///< the client was judged
        bool isFaulty = false;          ///< the client was at fault
        bool isJudged = false;          ///< the response was judged

        [[nodiscard]] QString method() const;
        [[nodiscard]] int status() const;
    };

    [[nodiscard]] Posted posted(const Exchange &exchange, const FindingStep &step);
    void onResponse(Exchange &exchange, const FindingStep &step);
    void onExchangeEnd(Exchange &exchange, const FindingStep &step);
    void onBody(const FindingStep &step);

    [[nodiscard]] bool mayBeHttpSse(const Exchange &exchange);
    [[nodiscard]] bool mayHaveEvents(const Exchange &exchange, const FindingStep &step) const;

    bool judgeClient(Exchange &exchange, const Posted &posted, const FindingStep &step);
    bool judgeAccept(const Exchange &exchange, const FindingStep &step);
    bool judgeVersion(const Exchange &exchange, const FindingStep &step);
    bool judgeSession(const Exchange &exchange, const FindingStep &step);
    void judgeNotification(Exchange &exchange, const Posted &posted, const FindingStep &step);
    void judgeRequest(Exchange &exchange, const Posted &posted, const FindingStep &step);
    void judgeEmptyBody(const Exchange &exchange, const Posted &posted, const FindingStep &step);
    [[nodiscard]] bool areCancelled(const Posted &posted) const;
    void judgeBody(const Exchange &exchange, const Posted &posted, const FindingStep &step);
    void judgeGet(const Exchange &exchange, bool isClients, const FindingStep &step);
    void judgeRefusedGet(const Exchange &exchange, const FindingStep &step);
    void reportGet(const Exchange &exchange, const FindingStep &step);
    void takeSession(const Exchange &exchange, const Posted &posted, const FindingStep &step);
    void endSession(const FindingStep &step);

    void report(FindingCode code, FindingSeverity severity, const Exchange &exchange, const QList<qint64> &rows,
                const TranslatableText &sentence, const FindingStep &step);

    RecentRows<Exchange, 64> m_exchanges; ///< by number
    FindingsBySort<QByteArray> m_found;   ///< by code and sentence
    qint64 m_session =
        Finding::NoRow;   ///< event of the response that assigned the session id; NoRow while there is no session
    QString m_sessionUrl; ///< endpoint of that response
    qint64 m_sessionEnd = Finding::NoRow; ///< event in which the last session ended
    /// A GET in a session that got 404: a later POST in it shows whether the session was lost.
    std::optional<Exchange> m_refusedGet;
    bool m_isStreamable = false; ///< the transport is certainly Streamable HTTP
};

constexpr int Accepted = 202;
constexpr int NoContent = 204;

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

/// Raises one finding per fault, with a count, independent of the message.
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
    if (m_found.extend(context(), fault, about))
        return;
    Finding found = finding(code, isClients ? Direction::ClientToServer : Direction::ServerToClient, about);
    found.severity = severity;
    found.sentence = sentence;
    found.addEvent(exchange.event);
    found.addEvent(last);
    m_found.report(context(), fault, std::move(found));
}

/// Returns the message after the request step and before the response.
LegacyHttpRule::Posted LegacyHttpRule::posted(const Exchange &exchange, const FindingStep &step)
{
    Posted found;
    const qint64 number = exchange.request.value("exchange"_L1).toInteger();
    found.event = context().postedIn(number, step, exchange.event + 1, step.index);
    if (found.event < 0)
        return found;
    const Event event = capture().eventAt(found.event);
    found.isByOperator = event.isByOperator();
    const auto take = [&](const Envelope &message) {
        found.hasRequest = found.hasRequest || message.kind == MessageKind::Request;
        found.hasNotification = found.hasNotification || message.kind == MessageKind::Notification;
        found.hasResponse = found.hasResponse || message.isResponse();
        found.isModern = found.isModern || !McpHeaders::versionIn(event.bytes, message).isEmpty();
        if (message.kind == MessageKind::Request)
            found.rows.append(context().rowOf(Direction::ClientToServer, message.requestId(event.bytes)));
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
    if (message.hasRequest) {
        judgeEmptyBody(exchange, message, step);
        judgeBody(exchange, message, step);
    }
}

/// True if the exchange may belong to HTTP+SSE, where a 202 for each POST is correct. An imported file may lack the
/// event stream that such a client opens first.
bool LegacyHttpRule::mayBeHttpSse(const Exchange &exchange)
{
    m_isStreamable = m_isStreamable || !context().shared.doubts.isImported ||
                     facts().handshake() >= ConversationFacts::Handshake::Agreed || isJson(exchange.response) ||
                     isEventStream(exchange.response);
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
        context().settle(row);
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
    if (std::exchange(exchange.isSeen, true) || posted.isByOperator)
        return false;
    if (posted.isBatch && posted.hasResponse && (posted.hasRequest || posted.hasNotification) &&
        facts().revision() == Revision::R2025_03_26)
        report(FindingCode::H13, FindingSeverity::Error, exchange, posted.rows,
               TranslatableText::of(QT_TRANSLATE_NOOP(
                   "TranslatableText",
                   "A batch mixes responses with requests or notifications, but these must be posted separately")),
               step);
    exchange.isFaulty = exchange.method() != "DELETE"_L1 && judgeAccept(exchange, step);
    if (posted.method == "initialize")
        return exchange.isFaulty;
    const bool isOutside = judgeSession(exchange, step);
    const bool isOfOther = judgeVersion(exchange, step);
    exchange.isFaulty = exchange.isFaulty || isOutside || isOfOther;
    return exchange.isFaulty;
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
    const QString quoted = Formatting::visible(accept.value_or(QString()).left(CancelWords::MostQuoted));
    const TranslatableText sentence =
        accept ? TranslatableText::of(
                     QT_TRANSLATE_NOOP("TranslatableText", "The client sent Accept: %1 with a %2, which must list %3"),
                     quoted, exchange.method(), wanted)
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
    const std::optional<QString> sent = HttpSteps::header(exchange.request, HttpSteps::VersionHeader);
    if (sent && (*sent == nameOf(*revision) || HttpSteps::isMasked(*sent)))
        return false;
    if (!sent)
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
                                    Formatting::visible(sent->left(CancelWords::MostQuoted)), nameOf(*revision)),
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
                                                  "assigned: servers refuse that with 400"),
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

/// Handles the end of a session, which justifies a 404 for its GET.
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
    const bool isInSession = HttpSteps::header(exchange.request, HttpSteps::SessionHeader).has_value();
    if (posted.method == "notifications/initialized" && status >= 400 && !HttpSteps::isByOthers(status) &&
        !exchange.isFaulty && !posted.isByOperator && !(status == 404 && isInSession))
        report(FindingCode::H01, FindingSeverity::Warning, exchange, {},
               TranslatableText::of(
                   QT_TRANSLATE_NOOP("TranslatableText",
                                     "The POST of %1 got HTTP %2: the server responded to initialize, but refuses the "
                                     "end of the handshake; hosts on the TypeScript SDK give up the connection"),
                   posted.name(), status),
               step);
    if ((!posted.hasNotification && !posted.hasResponse) || !HttpSteps::isSuccess(status) ||
        std::exchange(exchange.isJudged, true))
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
    if (areCancelled(posted))
        return;
    for (const qint64 row : posted.rows)
        context().settle(row);
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

/// True if the client has cancelled all of them, so that there is nothing to respond.
bool LegacyHttpRule::areCancelled(const Posted &posted) const
{
    return std::all_of(posted.rows.begin(), posted.rows.end(), [this](qint64 row) {
        const auto cancellation = row < 0 ? std::nullopt : log().record(row).cancellation;
        return cancellation && cancellation->signalTime != 0;
    });
}

void LegacyHttpRule::judgeEmptyBody(const Exchange &exchange, const Posted &posted, const FindingStep &step)
{
    const QJsonObject &end = step.event.details;
    const bool isEmpty = end.value("how"_L1) == "complete"_L1 && end.value("received"_L1) == 0;
    if (!isEmpty || end.value("requests"_L1).toArray().isEmpty() || !HttpSteps::isSuccess(exchange.status()) ||
        !isJson(exchange.response) || areCancelled(posted))
        return;
    report(
        FindingCode::H02, FindingSeverity::Error, exchange, posted.rows,
        TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                               "The POST of %1 got HTTP %2 and %3, but an empty body; a request must "
                                               "get a response"),
                             posted.name(), exchange.status(), typeIn(exchange.response)),
        step);
}

/// Judges a body without messages.
void LegacyHttpRule::judgeBody(const Exchange &exchange, const Posted &posted, const FindingStep &step)
{
    const HttpSteps::BodyFault fault = context().bodyFault(step);
    if (fault == HttpSteps::BodyFault::None || mayHaveEvents(exchange, step))
        return;
    const auto reportBody = [&](FindingCode code, FindingSeverity severity, const TranslatableText &sentence) {
        report(code, severity, exchange, posted.rows, sentence, step);
    };
    const QString field = BodyText::miscasedField(step.event.bytes);
    switch (fault) {
    case HttpSteps::BodyFault::Encoded:
        reportBody(FindingCode::H03, FindingSeverity::Warning,
                   TranslatableText::of(
                       QT_TRANSLATE_NOOP("TranslatableText",
                                         "The response to the POST of %1 is sent with Content-Encoding %2, which the "
                                         "request did not name in Accept-Encoding: clients may be unable to read it"),
                       posted.name(),
                       Formatting::visible(HttpSteps::header(exchange.response, "Content-Encoding"_L1)
                                               .value_or(QString())
                                               .left(CancelWords::MostQuoted))));
        break;
    case HttpSteps::BodyFault::Json:
        reportBody(FindingCode::H03, FindingSeverity::Error,
                   TranslatableText::of(
                       QT_TRANSLATE_NOOP("TranslatableText",
                                         "The response to the POST of %1 (HTTP %2) is sent as text/event-stream, but "
                                         "its body is JSON and contains no event"),
                       posted.name(), exchange.status()));
        break;
    case HttpSteps::BodyFault::Fields:
        reportBody(FindingCode::H03, FindingSeverity::Error,
                   TranslatableText::of(
                       QT_TRANSLATE_NOOP("TranslatableText",
                                         "The response to the POST of %1 is an event stream with the field %2, but the "
                                         "names of fields are case-sensitive: readers ignore it"),
                       posted.name(), field));
        break;
    case HttpSteps::BodyFault::NoEvent:
        reportBody(FindingCode::H03, FindingSeverity::Error,
                   TranslatableText::of(
                       QT_TRANSLATE_NOOP("TranslatableText",
                                         "The response to the POST of %1 is sent as text/event-stream, but its body "
                                         "contains no event: it begins with %2"),
                       posted.name(), BodyText::beginning(step.event.bytes)));
        break;
    case HttpSteps::BodyFault::None:
        break;
    }
}

/// Judges the response to a GET. Before the handshake it is a probe for HTTP+SSE. 400 and 406 are correct for a faulty
/// request, or one that names an event that the server no longer has.
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

/// Reports a GET that got 404 when a later POST shows that its session still exists.
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

// ---- SessionRule

/// H05, H06, S1 and S2: sessions of Streamable HTTP before 2026-07-28, their ids and their end.
///
/// Session ids are masked in a capture. The transport, which sees them, records whether the id of a response is
/// "invalid" or "changed" (member `session` of the response step).
/// Specification: transports "Session Management".
class SessionRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions = bits(Kind::Created, Kind::Left), .events = bits(EventKind::Http)};
    [[nodiscard]] static bool begins(const FindingStep &step, const ConversationFacts &facts);
    static constexpr qint64 Patience = 5'000'000'000; ///< ns from a 404 to the initialize that must follow

    void onTransition(const FindingStep &step) override;
    void onEvent(const FindingStep &step) override;
    void onDue(qint64 time) override;

private:
    struct Exchange
    {
        QString method;
        qint64 event = 0;
        qint64 time = 0;
        int status = 0;
        qint64 responseEvent = Finding::NoRow;
        bool isInSession = false; ///< its request named a session
        bool isInitialize = false;
        bool isByOthers = false; ///< a gateway refused it
    };

    void onResponse(Exchange &exchange, const FindingStep &step);
    void onExchangeEnd(const Exchange &exchange, const FindingStep &step);
    void onLost(const Exchange &exchange, const FindingStep &step);
    void judgeId(const Exchange &exchange, const FindingStep &step);
    [[nodiscard]] QString refusalIn(const Exchange &exchange, const FindingStep &step) const;
    void reportUnknown(const Exchange &exchange, const FindingStep &step, const TranslatableText &sentence);
    void reportStaying(const FindingStep &step);
    [[nodiscard]] QByteArray methodIn(const Exchange &exchange, const FindingStep &step) const;

    RecentRows<Exchange, 64> m_exchanges; ///< by number
    std::optional<Exchange> m_lost;       ///< first exchange in the session with status 404
    qint64 m_begun = Finding::NoRow;      ///< event of the last initialize
    bool m_hasGoneOn = false;             ///< the client continued to use the lost session
    /// Event of the response with which the server accepted the end of the session.
    qint64 m_ended = Finding::NoRow;
    quint64 m_staying = 0; ///< keys of findings: S1
    quint64 m_unknown = 0; ///< S2
    quint64 m_invalid = 0; ///< H05
    quint64 m_changed = 0; ///< H06
};

constexpr int NotFound = 404;
constexpr int InternalError = 500; // status of an uncaught exception

/// True if the text of a refusal states that the session is unknown or has ended. False for a missing id, a different
/// fault.
bool reportsUnknownSession(const QString &text)
{
    static const QRegularExpression form(
        uR"(\b(no (valid|active|such|matching)|not a valid|invalid|unknown|expired|inactive|unrecogni[sz]ed) (mcp[- ]?)?session)"
        uR"(|\bsession([- ]?id)?\b.{0,60}\b(not found|unknown|invalid|expired|(not|n't) (exist|active|valid)|no longer)"
        uR"(|terminated|closed|gone|unrecogni[sz]ed))"_s,
        QRegularExpression::CaseInsensitiveOption);
    return form.match(text).hasMatch();
}

/// True for methods whose errors may be about a session of the tool itself.
bool isOfTool(const QByteArray &method)
{
    return method == "tools/call" || method == "resources/read" || method == "prompts/get";
}

bool SessionRule::begins(const FindingStep &step, const ConversationFacts &facts)
{
    return !step.transition ||
           (facts.transport() != ConversationFacts::Transport::Stdio && step.record->method == "initialize");
}

/// Handles initialize, which begins a new session.
void SessionRule::onTransition(const FindingStep &step)
{
    if (step.record->method != "initialize" || step.record->direction != Direction::ClientToServer)
        return;
    if (Exchange *exchange = m_exchanges.find(exchangeOf(step.event)))
        exchange->isInitialize = true;
    if (m_staying != 0 && (!m_hasGoneOn || step.event.time - m_lost->time <= Patience))
        context().withdraw(m_staying);
    else if (const Finding *staying = context().reported(m_staying)) {
        Finding found = *staying;
        found.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "The server responded to a POST with HTTP 404: its session is over, "
                                                  "but the client used it again before it sent a new initialize"));
        found.addEvent(step.index);
        context().update(m_staying, std::move(found));
    }
    m_staying = 0;
    m_hasGoneOn = false;
    m_lost.reset();
    m_begun = step.index;
    m_ended = Finding::NoRow;
}

void SessionRule::onEvent(const FindingStep &step)
{
    if (!facts().isLegacyHttp() || !facts().isMcp())
        return;
    const qint64 number = exchangeOf(step.event);
    const QString what = step.event.details.value("step"_L1).toString();
    if (what == "request"_L1) {
        const bool isInSession = HttpSteps::header(step.event.details, HttpSteps::SessionHeader).has_value();
        m_exchanges.insert(number, {.method = step.event.details.value("method"_L1).toString(),
                                    .event = step.index,
                                    .time = step.event.time,
                                    .isInSession = isInSession});
        return;
    }
    Exchange *exchange = m_exchanges.find(number);
    if (!exchange)
        return;
    if (what == "response"_L1) {
        exchange->status = int(step.event.details.value("status"_L1).toInteger());
        exchange->responseEvent = step.index;
        exchange->isByOthers = HttpSteps::isByOthers(exchange->status) ||
                               HttpSteps::header(step.event.details, "WWW-Authenticate"_L1).has_value();
        onResponse(*exchange, step);
    } else {
        if (exchange->isInSession && exchange->responseEvent >= 0)
            onExchangeEnd(*exchange, step);
        m_exchanges.remove(number);
    }
}

void SessionRule::onResponse(Exchange &exchange, const FindingStep &step)
{
    judgeId(exchange, step);
    if (!exchange.isInSession || exchange.isInitialize)
        return;
    const bool isSuccess = HttpSteps::isSuccess(exchange.status);
    if (exchange.method == "DELETE"_L1) {
        if (isSuccess)
            m_ended = step.index;
        return;
    }
    if (m_ended >= 0 && exchange.event > m_ended && exchange.status != NotFound &&
        (isSuccess || exchange.status == 400 || exchange.status == 410))
        reportUnknown(
            exchange, step,
            TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                   "The client ended the session by DELETE, but the server "
                                                   "responded to a later %1 in it with HTTP %2 instead of 404"),
                                 exchange.method, exchange.status));
    if (!isSuccess || !m_lost || exchange.event < m_lost->responseEvent)
        return;
    if (m_staying != 0) // the session is alive
        context().withdraw(std::exchange(m_staying, 0));
    m_hasGoneOn = false;
    m_lost.reset();
}

void SessionRule::judgeId(const Exchange &exchange, const FindingStep &step)
{
    const QString fault = step.event.details.value("session"_L1).toString();
    const bool isInvalid = fault == "invalid"_L1;
    if (!isInvalid && (fault != "changed"_L1 || exchange.isInitialize))
        return;
    quint64 &key = isInvalid ? m_invalid : m_changed;
    if (context().extend(key, step))
        return;
    Finding found = finding(isInvalid ? FindingCode::H05 : FindingCode::H06, Direction::ServerToClient, step);
    found.sentence =
        isInvalid
            ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                     "The response (HTTP %1) assigns a session id with characters "
                                                     "other than visible ASCII: clients cannot send it back"),
                                   exchange.status)
            : TranslatableText::of(
                  QT_TRANSLATE_NOOP("TranslatableText",
                                    "The response to a %1 (HTTP %2) has a different session id than the response to "
                                    "initialize: some clients accept it, others do not"),
                  exchange.method, exchange.status);
    found.addEvent(exchange.event);
    found.addEvent(step.index);
    key = context().report(std::move(found));
}

/// Returns the text of a refusal: a JSON-RPC error in the exchange, or the body.
QString SessionRule::refusalIn(const Exchange &exchange, const FindingStep &step) const
{
    for (qint64 index = exchange.responseEvent + 1; index < std::min(step.index, exchange.responseEvent + MostLooked);
         ++index) {
        const CaptureEntry &entry = capture().entry(index);
        if (entry.message != MessageKind::Error || entry.direction != Direction::ServerToClient ||
            entry.connection != step.event.connection)
            continue;
        const Event event = capture().eventAt(index);
        if (exchangeOf(event) == exchangeOf(step.event))
            return JsonValue(event.part(event.envelope.error)).member("message").toString();
    }
    const QByteArrayView body = step.event.bytes;
    return QString::fromUtf8(body.first(std::min(body.size(), CancelWords::MostRead)));
}

/// Returns the method of the posted request; empty if there is none.
QByteArray SessionRule::methodIn(const Exchange &exchange, const FindingStep &step) const
{
    if (exchange.method != "POST"_L1)
        return {};
    const qint64 posted = context().postedIn(exchangeOf(step.event), step, exchange.event + 1, exchange.responseEvent);
    const bool isRequest = posted >= 0 && capture().entry(posted).message == MessageKind::Request;
    return isRequest ? capture().eventAt(posted).method() : QByteArray();
}

void SessionRule::onExchangeEnd(const Exchange &exchange, const FindingStep &step)
{
    const int status = exchange.status;
    if (status == NotFound) {
        if (exchange.method == "POST"_L1)
            onLost(exchange, step);
        return;
    }
    const bool isRefusal = status / 100 == 4 || status == InternalError;
    if ((!isRefusal && !HttpSteps::isSuccess(status)) || exchange.isInitialize || exchange.isByOthers)
        return;
    if (!isRefusal) {
        const QByteArray method = methodIn(exchange, step);
        if (method.isEmpty() || isOfTool(method))
            return;
    }
    const QString refusal = refusalIn(exchange, step);
    if (reportsUnknownSession(refusal))
        reportUnknown(
            exchange, step,
            TranslatableText::of(
                QT_TRANSLATE_NOOP(
                    "TranslatableText",
                    "The server does not know the session (\"%1\"), but responded with HTTP %2 instead of 404"),
                Formatting::visible(refusal.simplified().left(CancelWords::MostQuoted)), status));
}

void SessionRule::reportUnknown(const Exchange &exchange, const FindingStep &step, const TranslatableText &sentence)
{
    if (context().extend(m_unknown, step))
        return;
    Finding found = finding(FindingCode::S2, Direction::ServerToClient, step);
    found.sentence = TranslatableText::of(
        QT_TRANSLATE_NOOP("TranslatableText",
                          "%1; clients such as Claude start a new session only on 404, and fail until then"),
        sentence);
    for (const qint64 event : {m_ended, exchange.event, exchange.responseEvent, step.index})
        found.addEvent(event);
    m_unknown = context().report(std::move(found));
}

/// Handles a 404 in a session. With the error -32601 it means an unknown method, not a lost session.
void SessionRule::onLost(const Exchange &exchange, const FindingStep &step)
{
    if (exchange.event < m_begun)
        return; // of the previous session
    const qint64 end = std::min(step.index, exchange.responseEvent + MostLooked);
    for (qint64 index = exchange.responseEvent + 1; index < end; ++index) {
        const CaptureEntry &entry = capture().entry(index);
        if (entry.message != MessageKind::Error || entry.connection != step.event.connection)
            continue;
        const Event event = capture().eventAt(index);
        const JsonValue error(event.part(event.envelope.error));
        if (exchangeOf(event) == exchangeOf(step.event) &&
            error.member("code").toInteger() == ErrorCode::MethodNotFound)
            return;
    }
    if (!m_lost) {
        m_lost = exchange;
        m_lost->time = step.event.time;
        if (facts().hasTimes())
            wakeAt(step.event.time + Patience);
    } else if (exchange.event > m_lost->responseEvent && exchange.time - m_lost->time > facts().crossing()) {
        m_hasGoneOn = true;
        reportStaying(step);
    }
}

void SessionRule::reportStaying(const FindingStep &step)
{
    if (context().extend(m_staying, step))
        return;
    Finding found = finding(FindingCode::S1, Direction::ClientToServer, step);
    found.sentence = TranslatableText::of(QT_TRANSLATE_NOOP(
        "TranslatableText",
        "The server responded to a POST with HTTP 404: its session is over, but the client sent no new initialize"));
    if (context().shared.doubts.isExcerpt) // the initialize may have been removed
        found.severity = FindingSeverity::Info;
    for (const qint64 event : {m_lost->event, m_lost->responseEvent, step.index})
        found.addEvent(event);
    m_staying = context().report(std::move(found));
}

void SessionRule::onDue(qint64 time)
{
    if (!m_lost || m_staying != 0 || time < m_lost->time + Patience || facts().isClosing())
        return;
    const Event event = capture().eventAt(m_lost->responseEvent);
    reportStaying({.event = event, .index = m_lost->responseEvent, .message = event.envelope});
}

// ---- EventStreamRule

/// H07, H08 and H14: event streams before 2026-07-28: their ids, contents, and resumption.
///
/// Specification: transports "Listening for Messages from the Server", "Resumability and Redelivery".
class EventStreamRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions = bits(Kind::Answered, Kind::LateResponse),
                                  .events = bits(EventKind::Http)};
    [[nodiscard]] static bool begins(const FindingStep &step, const ConversationFacts &) { return !step.transition; }

    void onTransition(const FindingStep &step) override;
    void onEvent(const FindingStep &step) override;

private:
    void reportFaults(const FindingStep &step);

    RecentRows<qint64, 64> m_gets; ///< GETs that resume nothing, by exchange: the events of their request steps
    qsizetype m_reported = 0;      ///< number of ResumableStreams::faults() that were reported
    quint64 m_repeated = 0;        ///< keys of findings: H07
    quint64 m_response = 0;        ///< H08
    quint64 m_early = 0;           ///< H14
};

void EventStreamRule::onEvent(const FindingStep &step)
{
    if (!facts().isLegacyHttp() || !facts().isMcp())
        return;
    reportFaults(step);
    const QJsonObject &details = step.event.details;
    const bool isGet = details.value("step"_L1) == "request"_L1 && details.value("method"_L1) == "GET"_L1;
    if (isGet && HttpSteps::hasAllHeaders(details) && !HttpSteps::header(details, "Last-Event-ID"_L1))
        m_gets.insert(exchangeOf(step.event), step.index);
}

void EventStreamRule::onTransition(const FindingStep &step)
{
    if (m_gets.isEmpty() || step.record->direction != Direction::ClientToServer || !facts().isLegacyHttp())
        return;
    const qint64 *get = m_gets.find(exchangeOf(step.event));
    if (!get || context().isSettled(step.row) || context().extend(m_response, step))
        return;
    Finding found = finding(FindingCode::H08, Direction::ServerToClient, step);
    found.sentence = TranslatableText::of(
        QT_TRANSLATE_NOOP("TranslatableText",
                          "The response to %1 arrived in a stream that a GET opened and that resumes no other: it "
                          "belongs in the response to its POST, where hosts wait for it"),
        step.record->id.display());
    for (const qint64 event : {step.record->requestEvent, *get, step.index})
        found.addEvent(event);
    m_response = context().report(std::move(found));
}

void EventStreamRule::reportFaults(const FindingStep &step)
{
    const QList<ResumableStreams::Fault> &faults = facts().streams().faults();
    for (; m_reported < faults.size(); ++m_reported) {
        const ResumableStreams::Fault &fault = faults.at(m_reported);
        const bool isRepeated = fault.kind == ResumableStreams::Fault::Kind::RepeatedId;
        const bool isTooEarly = facts().hasTimes() && fault.gap + facts().crossing() < fault.retry &&
                                facts().revision() == Revision::R2025_11_25; // no rule before
        if (!isRepeated && !isTooEarly)
            continue;
        const FindingStep about{.event = step.event, .index = fault.event, .message = step.message};
        quint64 &key = isRepeated ? m_repeated : m_early;
        if (context().extend(key, about))
            continue;
        Finding found = finding(isRepeated ? FindingCode::H07 : FindingCode::H14,
                                isRepeated ? Direction::ServerToClient : Direction::ClientToServer, about);
        const QString id = Formatting::visible(fault.id.left(CancelWords::MostQuoted));
        found.sentence =
            isRepeated
                ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                         "Two streams of one session have an event with the id %1: a "
                                                         "client that resumes one may get the other"),
                                       id)
                : TranslatableText::of(
                      QT_TRANSLATE_NOOP(
                          "TranslatableText",
                          "The client resumed the stream after %1, although the server asked for %2 (retry)"),
                      Formatting::duration(fault.gap), Formatting::duration(fault.retry));
        if (!isRepeated)
            found.gap = fault.gap;
        found.addEvent(fault.before);
        found.addEvent(fault.event);
        key = context().report(std::move(found));
    }
}

// ---- CutResponseRule

/// H20: a response whose body ended before the announced length, and was accepted because it was complete JSON. A
/// response that is lost that way is P18.
class CutResponseRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.events = bits(EventKind::Http)};
    void onEvent(const FindingStep &step) override;

private:
    [[nodiscard]] qint64 messageBefore(const FindingStep &step) const;
};

/// Returns the message that came in the exchange; -1 if it is not near.
qint64 CutResponseRule::messageBefore(const FindingStep &step) const
{
    const qint64 first = std::max<qint64>(step.index - MostLooked, 0);
    for (qint64 index = step.index - 1; index >= first; --index) {
        const CaptureEntry &entry = capture().entry(index);
        if (entry.kind == EventKind::Message && entry.direction == Direction::ServerToClient &&
            entry.connection == step.event.connection && exchangeOf(capture().eventAt(index)) == exchangeOf(step.event))
            return index;
    }
    return -1;
}

void CutResponseRule::onEvent(const FindingStep &step)
{
    const QJsonObject &details = step.event.details;
    if (!details.value("cutShort"_L1).toBool())
        return;
    Finding found = finding(FindingCode::H20, Direction::ServerToClient, step);
    const qint64 received = details.value("received"_L1).toInteger();
    const qint64 announced = details.value("announced"_L1).toInteger(-1);
    found.sentence = announced >= 0
                         ? TranslatableText::of(
                               QT_TRANSLATE_NOOP("TranslatableText",
                                                 "The response ended after %1 of the %2 bytes that its Content-Length "
                                                 "announced; the part that arrived happens to be complete JSON"),
                               received, announced)
                         : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                                  "The response broke after %1 bytes, before its end; "
                                                                  "the part that arrived happens to be complete JSON"),
                                                received);
    const qint64 message = messageBefore(step);
    if (message >= 0)
        found.row = capture().entry(message).row;
    for (const qint64 event : {message, step.index})
        found.addEvent(event);
    context().report(std::move(found));
}

} // namespace

/// H01 to H20, S1 and S2: exchanges, sessions and streams of Streamable HTTP before 2026-07-28.
std::vector<FindingRules::Kind> FindingRules::http()
{
    return kindsOf<LegacyHttpRule, SessionRule, EventStreamRule, CutResponseRule>();
}

} // namespace Pullcord
