// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/notifications/unsolicitedlogrule.h"

#include "core/capture/formatting.h"
#include "core/capture/requestlog.h"
#include "core/secrets/secrets.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

using Kind = Transition::Kind;

/// Returns the level from which a request wants log messages. An invalid level (P11), or one that may be masked, counts
/// as the least.
std::optional<LogLevel> levelAskedIn(const JsonValue &params)
{
    const JsonValue level = params.member("_meta").member("io.modelcontextprotocol/logLevel");
    return level.isValid() ? std::optional(logLevelFromName(level.toString()).value_or(LogLevel::Debug)) : std::nullopt;
}

} // namespace

/// A request in no exchange that asks for no log messages is not remembered.
bool UnsolicitedLogRule::begins(const FindingStep &step, const ConversationFacts &facts)
{
    if (!step.transition)
        return facts.isModern();
    const Kind kind = step.transition->kind;
    const QByteArrayView params = step.event.part(step.message.params);
    return (kind == Kind::Created || kind == Kind::Left) &&
           (exchangeOf(step.event) != 0 || step.params().member("_meta").isValid() ||
            params.contains(QByteArrayView(Secrets::Mask.data(), Secrets::Mask.size())));
}

void UnsolicitedLogRule::onTransition(const FindingStep &step)
{
    const RequestRecord &record = *step.record;
    if (record.direction != Direction::ClientToServer)
        return;
    const Kind kind = step.transition->kind;
    if (kind == Kind::Created || kind == Kind::Left) {
        if (step.event.isMessage()) // otherwise it is queued
            onRequest(step);
        return;
    }
    if (kind == Kind::CancelRequested || kind == Kind::CancelSignalled) {
        const auto asking = m_asking.constFind(step.row);
        if (asking == m_asking.constEnd() || !record.cancellation || record.cancellation->signalTime == 0)
            return; // a server that got no cancel continues in good faith
        if (!record.cancellation->byPeer)
            m_cancelled.insert(step.row, *asking);
    }
    if (Stream *stream = m_streams.find(step.event.details.value("exchange"_L1).toInteger()))
        stream->isAnswered = stream->isAnswered || kind == Kind::Answered;
    forget(step.row);
}

void UnsolicitedLogRule::onRequest(const FindingStep &step)
{
    Asked asked = levelAskedIn(step.params());
    if (!asked && isMasked(step.event.part(step.message.params)))
        asked = LogLevel::Debug;
    const bool isSubscription = step.record->method == "subscriptions/listen";
    if (const qint64 exchange = step.event.details.value("exchange"_L1).toInteger(); exchange != 0)
        m_streams.insert(exchange, {.row = step.row, .asked = asked, .isSubscription = isSubscription});
    if (!asked || isSubscription || m_asking.contains(step.row))
        return;
    m_isFull = m_isFull || m_asking.size() == MostAsking;
    if (m_isFull)
        return;
    m_asking.insert(step.row, *asked);
    ++m_askedFor[size_t(*asked)];
}

void UnsolicitedLogRule::forget(qint64 row)
{
    const auto asking = m_asking.constFind(row);
    if (asking == m_asking.constEnd())
        return;
    --m_askedFor[size_t(*asking)];
    m_asking.erase(asking);
}

/// Returns the least level of all open requests.
UnsolicitedLogRule::Asked UnsolicitedLogRule::leastAsked() const
{
    const auto *const least = std::find_if(m_askedFor.begin(), m_askedFor.end(), [](int count) { return count > 0; });
    return least == m_askedFor.end() ? std::nullopt : std::optional(LogLevel(least - m_askedFor.begin()));
}

void UnsolicitedLogRule::onEvent(const FindingStep &step)
{
    if (!facts().isModern() || step.event.direction != Direction::ServerToClient ||
        !step.message.hasMethod(step.event.bytes, "notifications/message"))
        return;
    // For an invalid level (P11), only checks whether any log messages are wanted.
    const LogLevel level =
        logLevelFromName(step.params().member("level").toString()).value_or(allLogLevels().constLast());
    if (step.event.details.value("exchange"_L1).toInteger() != 0)
        judgeInStream(step, level);
    else if (!m_isFull)
        judge(step, level);
}

void UnsolicitedLogRule::judgeInStream(const FindingStep &step, LogLevel level)
{
    const Stream *stream = m_streams.find(step.event.details.value("exchange"_L1).toInteger());
    if (!stream)
        return; // long ago
    if (!stream->isSubscription && !stream->isAnswered && stream->asked && level >= *stream->asked)
        return;
    const RequestRecord record = log().record(stream->row);
    const QString id = record.id.display();
    if (record.cancellation && record.cancellation->signalTime != 0)
        return; // AfterCancelRule
    if (stream->isSubscription)
        report(stream->row, step,
               TranslatableText::of(
                   QT_TRANSLATE_NOOP("TranslatableText",
                                     "A log message came in the stream of the subscription %1, which carries none"),
                   id));
    else if (!stream->asked)
        report(stream->row, step,
               TranslatableText::of(
                   QT_TRANSLATE_NOOP("TranslatableText",
                                     "A log message came in the stream of the request %1, which asks for none"),
                   id));
    else if (stream->isAnswered)
        report(
            stream->row, step,
            TranslatableText::of(
                QT_TRANSLATE_NOOP("TranslatableText", "A log message came after the response to the request %1"), id));
    else
        report(
            stream->row, step,
            TranslatableText::of(
                QT_TRANSLATE_NOOP("TranslatableText",
                                  "A log message of the level %1 came for the request %2, which asks for %3 and above"),
                nameOf(level), id, nameOf(*stream->asked)));
}

void UnsolicitedLogRule::judge(const FindingStep &step, LogLevel level)
{
    const Asked least = leastAsked();
    if (least && level >= *least)
        return;
    const auto &rows = m_cancelled.rows();
    const auto last =
        std::find_if(rows.rbegin(), rows.rend(), [&](qint64 row) { return level >= *m_cancelled.find(row); });
    if (last != rows.rend())
        reportLate(*last, step);
    else if (least)
        report(Finding::NoRow, step,
               TranslatableText::of(
                   QT_TRANSLATE_NOOP("TranslatableText",
                                     "A log message of the level %1 came, but the open requests ask for %2 and above"),
                   nameOf(level), nameOf(*least)));
    else
        report(Finding::NoRow, step,
               TranslatableText::of(
                   QT_TRANSLATE_NOOP("TranslatableText", "A log message came, but no open request asks for any")));
}

/// Reports at the last cancelled request that can explain it, which gives the smallest gap.
void UnsolicitedLogRule::reportLate(qint64 row, const FindingStep &step)
{
    reportActivityOf(row);
    const RequestRecord record = log().record(row);
    const qint64 gap = step.event.time - record.cancellation->signalTime;
    const QString shown = Formatting::duration(gap);
    const quint64 *key = m_late.find(row);
    const Finding *known = key ? raised(*key) : nullptr;
    Finding found = known ? *known : finding(FindingCode::C07, step.event.direction, step);
    found.row = row;
    found.count = known ? known->count + 1 : 1;
    found.severity = FindingSeverity::Error;
    found.sentence =
        found.count == 1
            ? TranslatableText::of(
                  QT_TRANSLATE_NOOP(
                      "TranslatableText",
                      "A log message came %1 after the cancellation of the request, but no open request asks for it"),
                  shown)
            : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                     "After the cancellation of the request, %1 log messages came that "
                                                     "no open request asks for, the last %2 after it"),
                                   found.count, shown);
    for (const qint64 event : {record.requestEvent, record.cancellation->event, step.index})
        found.addEvent(event);
    if (known)
        changeWithGap(*key, std::move(found), gap);
    else
        m_late.insert(row, raiseWithGap(std::move(found), gap));
}

void UnsolicitedLogRule::report(qint64 row, const FindingStep &step, const TranslatableText &sentence)
{
    if (grow(m_found.value(sentence), step))
        return;
    Finding found = finding(FindingCode::P09, step.event.direction, step);
    found.row = row;
    found.sentence = sentence;
    if (row >= 0)
        found.addEvent(log().record(row).requestEvent);
    found.addEvent(step.index);
    const quint64 key = raise(std::move(found));
    if (m_found.size() < MostSorts)
        m_found.insert(sentence, key);
}

} // namespace Pullcord
