// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/http/httpheaderrule.h"

#include "core/capture/formatting.h"
#include "core/findings/cancelwords.h"
#include "core/findings/httpsteps.h"
#include "core/findings/seentools.h"
#include "core/json/schema/jsonnumber.h"

#include <QJsonObject>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

constexpr qsizetype LongestList = qsizetype(8) << 20; // bytes; longer pages of tools are not read

/// Returns the value of the header with that name in a list of headers.
std::optional<QString> valueOf(const QJsonArray &headers, QLatin1StringView name)
{
    return HttpSteps::header({{u"headers"_s, headers}}, name);
}

/// True for two spellings of one number, such as `42.0` and `42`.
bool isSameNumber(const QString &a, const QString &b)
{
    static const QRegularExpression form(uR"(\A-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?\z)"_s);
    return form.match(a).hasMatch() && form.match(b).hasMatch() && JsonNumber(a.toUtf8()) == JsonNumber(b.toUtf8());
}

} // namespace

void HttpHeaderRule::report(Sort sort, Direction accused, FindingSeverity severity, const FindingStep &step,
                            const TranslatableText &sentence)
{
    if (grow(m_found[sort], step))
        return;
    Finding found = finding(FindingCode::P14, accused, step);
    found.severity = severity;
    found.sentence = sentence;
    found.addEvent(step.index);
    m_found[sort] = raise(std::move(found));
}

void HttpHeaderRule::onEvent(const FindingStep &step)
{
    const QJsonObject &details = step.event.details;
    const QString what = details.value("step"_L1).toString();
    const QJsonArray headers = details.value("headers"_L1).toArray();
    if (what == "request"_L1) {
        const QString method = details.value("method"_L1).toString();
        if (method == "POST"_L1)
            m_exchanges.insert(details.value("exchange"_L1).toInteger(), {headers, step.index});
        else if (facts().isModernHttp() && !HttpSteps::isMasked(method))
            report(
                Method, Direction::ClientToServer, FindingSeverity::Warning, step,
                TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                       "The client used HTTP %1, but this revision allows only POST"),
                                     Formatting::visible(method.left(CancelWords::MostQuoted))));
    } else if (what == "response"_L1 && facts().isModernHttp() && valueOf(headers, HttpSteps::SessionHeader)) {
        report(ServerSession, Direction::ServerToClient, FindingSeverity::Info, step,
               TranslatableText::of(QT_TRANSLATE_NOOP(
                   "TranslatableText", "The server gave a session id, but this revision has no sessions")));
    }
}

void HttpHeaderRule::raiseAbout(Finding found, const QByteArray &header, const Exchange &exchange,
                                const FindingStep &step)
{
    const auto tool = seenTools().byName.constFind(step.record->target.toUtf8()); // its schema may name the header
    const bool isOfTool = header.startsWith("Mcp-Param-") && tool != seenTools().byName.constEnd();
    for (const qint64 event : {isOfTool ? tool->event : qint64(-1), exchange.event, step.index})
        found.addEvent(event);
    raise(std::move(found));
}

/// A null or absent argument must have no header. Returns true if a fault was found.
bool HttpHeaderRule::checkAbsent(const Exchange &exchange, const FindingStep &step)
{
    if (isMasked(step.event.bytes))
        return false;
    for (const QByteArray &header : m_headers.absentIn(step.event.bytes, step.message)) {
        const std::optional<QString> actual = valueOf(exchange.headers, QLatin1StringView(header));
        if (!actual)
            continue;
        Finding found = finding(FindingCode::P14, Direction::ClientToServer, step);
        const QString said = QString::fromUtf8(ParameterHeaders::decoded(actual->toUtf8()));
        found.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP(
                "TranslatableText",
                "The header %1 is \"%2\", but the message has no such argument, so the header must be omitted"),
            QString::fromLatin1(header), Formatting::visible(said.left(CancelWords::MostQuoted)));
        raiseAbout(std::move(found), header, exchange, step);
        return true;
    }
    return false;
}

/// The message names its revision, which may differ from the agreed one.
void HttpHeaderRule::onTransition(const FindingStep &step)
{
    if (m_exchanges.isEmpty())
        return;
    if (step.transition->kind == Transition::Kind::Answered) {
        const QByteArrayView result = step.event.part(step.message.result);
        if (step.record->method == "tools/list" && result.size() <= LongestList)
            m_headers.learn(step.record->method, JsonValue(result));
        return;
    }
    const Exchange *exchange = m_exchanges.find(step.event.details.value("exchange"_L1).toInteger());
    if (!exchange || step.record->direction != Direction::ClientToServer || !step.event.isMessage() ||
        McpHeaders::versionIn(step.event.bytes, step.message).isEmpty())
        return;
    const HttpHeaders expected = m_headers.forMessage(step.event.bytes, step.message);
    const QByteArrayList numbers = m_headers.numbersIn(step.event.bytes, step.message);
    for (const HttpHeader &header : expected) {
        const QString name = QString::fromLatin1(header.name);
        if ((!header.name.startsWith("Mcp-") && header.name != "MCP-Protocol-Version") || HttpSteps::isMasked(name))
            continue;
        const std::optional<QString> actual = valueOf(exchange->headers, QLatin1StringView(header.name));
        const QString wanted = QString::fromUtf8(ParameterHeaders::decoded(header.value));
        const QString said = QString::fromUtf8(ParameterHeaders::decoded(actual.value_or(QString()).toUtf8()));
        // A masked value proves nothing.
        const bool isSame = said == wanted || (numbers.contains(header.name) && isSameNumber(said, wanted));
        if (actual ? isSame || HttpSteps::isMasked(said) || HttpSteps::isMasked(wanted)
                   : !HttpSteps::hasAllHeaders({{u"headers"_s, exchange->headers}}))
            continue;
        Finding found = finding(FindingCode::P14, Direction::ClientToServer, step);
        const auto shown = [](const QString &text) { return Formatting::visible(text.left(CancelWords::MostQuoted)); };
        found.sentence =
            actual ? TranslatableText::of(
                         QT_TRANSLATE_NOOP("TranslatableText", "The header %1 is %2, but the message has %3"), name,
                         shown(said), shown(wanted))
                   : TranslatableText::of(
                         QT_TRANSLATE_NOOP("TranslatableText", "The header %1 is missing, but the message has %2"),
                         name, shown(wanted));
        raiseAbout(std::move(found), header.name, *exchange, step);
        return;
    }
    if (checkAbsent(*exchange, step))
        return;
    if (valueOf(exchange->headers, HttpSteps::SessionHeader))
        report(ClientSession, Direction::ClientToServer, FindingSeverity::Warning, step,
               TranslatableText::of(QT_TRANSLATE_NOOP(
                   "TranslatableText", "The client sent a session id, but this revision has no sessions")));
}

} // namespace Pullcord
