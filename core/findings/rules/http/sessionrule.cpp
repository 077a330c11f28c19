// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/http/sessionrule.h"

#include "core/capture/capture.h"
#include "core/capture/export/exportselection.h"
#include "core/capture/formatting.h"
#include "core/findings/cancelwords.h"
#include "core/findings/httpsteps.h"
#include "core/json/jsonvalue.h"
#include "core/rpc/errorcodes.h"

#include <QRegularExpression>

#include <utility>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

using Kind = Transition::Kind;

constexpr int NotFound = 404;
constexpr int InternalError = 500; // status of an uncaught exception

/// True if a refusal says that the session is unknown or over. A missing id is a different fault.
bool saysSessionIsUnknown(const QString &text)
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

} // namespace

bool SessionRule::begins(const FindingStep &step, const ConversationFacts &facts)
{
    return !step.transition ||
           (facts.transport() != ConversationFacts::Transport::Stdio && step.record->method == "initialize");
}

/// An initialize begins a new session.
void SessionRule::onTransition(const FindingStep &step)
{
    if (step.record->method != "initialize" || step.record->direction != Direction::ClientToServer)
        return;
    if (Exchange *exchange = m_exchanges.find(exchangeOf(step.event)))
        exchange->isInitialize = true;
    if (m_staying != 0 && (!m_hasGoneOn || step.event.time - m_lost->time <= Patience))
        withdraw(m_staying);
    else if (const Finding *staying = raised(m_staying)) {
        Finding found = *staying;
        found.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "The server responded to a POST with HTTP 404: its session is over, "
                                                  "but the client used it again before it sent a new initialize"));
        found.addEvent(step.index);
        change(m_staying, std::move(found));
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
        withdraw(std::exchange(m_staying, 0));
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
    if (grow(key, step))
        return;
    Finding found = finding(isInvalid ? FindingCode::H05 : FindingCode::H06, Direction::ServerToClient, step);
    found.sentence =
        isInvalid
            ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                     "The response (HTTP %1) gives a session id with characters "
                                                     "other than visible ASCII: clients cannot send it back"),
                                   exchange.status)
            : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                     "The response to a %1 (HTTP %2) gives another session id than the "
                                                     "response to initialize: some clients accept it, others do not"),
                                   exchange.method, exchange.status);
    found.addEvent(exchange.event);
    found.addEvent(step.index);
    key = raise(std::move(found));
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
    const qint64 posted = postedIn(exchangeOf(step.event), step, exchange.event + 1, exchange.responseEvent);
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
    if (saysSessionIsUnknown(refusal))
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
    if (grow(m_unknown, step))
        return;
    Finding found = finding(FindingCode::S2, Direction::ServerToClient, step);
    found.sentence = TranslatableText::of(
        QT_TRANSLATE_NOOP("TranslatableText",
                          "%1; clients such as Claude start a new session only on 404, and fail until then"),
        sentence);
    for (const qint64 event : {m_ended, exchange.event, exchange.responseEvent, step.index})
        found.addEvent(event);
    m_unknown = raise(std::move(found));
}

/// Over HTTP the error -32601 may come with 404: then the method is not found, and the session is not lost.
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
    if (grow(m_staying, step))
        return;
    Finding found = finding(FindingCode::S1, Direction::ClientToServer, step);
    found.sentence = TranslatableText::of(QT_TRANSLATE_NOOP(
        "TranslatableText",
        "The server responded to a POST with HTTP 404: its session is over, but the client sent no new initialize"));
    if (capture().header().isExcerpt()) // the initialize may have been removed
        found.severity = FindingSeverity::Info;
    for (const qint64 event : {m_lost->event, m_lost->responseEvent, step.index})
        found.addEvent(event);
    m_staying = raise(std::move(found));
}

void SessionRule::onDue(qint64 time)
{
    if (!m_lost || m_staying != 0 || time < m_lost->time + Patience || facts().isClosing())
        return;
    const Event event = capture().eventAt(m_lost->responseEvent);
    reportStaying({.event = event, .index = m_lost->responseEvent, .message = event.envelope});
}

} // namespace Pullcord
