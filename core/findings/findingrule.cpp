// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/findingrule.h"

#include "core/capture/capture.h"
#include "core/capture/export/redaction/redactioncounts.h"
#include "core/capture/formatting.h"
#include "core/capture/requestlog.h"
#include "core/findings/findingcontext.h"
#include "core/findings/findings.h"
#include "core/secrets/secrets.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Pullcord {

FindingRule::FindingRule(FindingContext &context)
    : m_context(context)
{}

FindingRule::~FindingRule() = default;

void FindingRule::onTransition(const FindingStep &step)
{
    Q_UNUSED(step)
}

void FindingRule::onEvent(const FindingStep &step)
{
    Q_UNUSED(step)
}

void FindingRule::onDue(qint64 time)
{
    Q_UNUSED(time)
}

void FindingRule::onSignOf(qint64 row)
{
    Q_UNUSED(row)
}

void FindingRule::onEnd(qint64 time)
{
    Q_UNUSED(time)
}

const ConversationFacts &FindingRule::facts() const
{
    return m_context.facts;
}

const Capture &FindingRule::capture() const
{
    return m_context.capture;
}

const RequestLog &FindingRule::log() const
{
    return *m_context.findings.m_log;
}

SeenTools &FindingRule::seenTools()
{
    return m_context.seenTools;
}

qint64 FindingRule::exchangeOf(const Event &event)
{
    return event.details.value("exchange"_L1).toInteger();
}

QJsonObject FindingRule::httpStepBefore(const FindingStep &step, QLatin1StringView name) const
{
    const qint64 exchange = exchangeOf(step.event);
    const qint64 first = std::max<qint64>(step.index - MostLooked, 0);
    for (qint64 index = step.index - 1; exchange != 0 && index >= first; --index) {
        const CaptureEntry &entry = capture().entry(index);
        if (entry.kind != EventKind::Http || entry.connection != step.event.connection)
            continue;
        const Event event = capture().eventAt(index);
        if (event.details.value("step"_L1) == name && exchangeOf(event) == exchange)
            return event.details;
    }
    return {};
}

qint64 FindingRule::postedIn(qint64 exchange, const FindingStep &step, qint64 first, qint64 end) const
{
    for (qint64 index = first; index < std::min(end, first + MostLooked); ++index) {
        const CaptureEntry &entry = capture().entry(index);
        if (entry.kind == EventKind::Message && entry.direction == Direction::ClientToServer &&
            entry.connection == step.event.connection && exchangeOf(capture().eventAt(index)) == exchange)
            return index;
    }
    return Finding::NoRow;
}

qint64 FindingRule::rowCancelledIn(qint64 exchange)
{
    if (exchange == 0)
        return Finding::NoRow;
    const qint64 first = facts().streams().firstOf(exchange);
    for (const qint64 row : m_context.cancelledIn.rows()) {
        if (*m_context.cancelledIn.find(row) == first)
            return row;
    }
    return Finding::NoRow;
}

qint64 FindingRule::refusedBefore(const Event &cancel) const
{
    if (cancel.direction != Direction::ClientToServer)
        return Finding::NoRow;
    for (const qint64 event : m_context.unauthorizedCancels.rows()) {
        if (capture().eventAt(event).bytes == cancel.bytes)
            return event;
    }
    return Finding::NoRow;
}

qint64 FindingRule::rowOf(Direction direction, const RequestId &id) const
{
    return log().newestOf(m_context.connection, direction, id);
}

bool FindingRule::isMasked(QByteArrayView json) const
{
    return RedactionCounts::isNotedIn(capture().header()) &&
           json.contains(QByteArrayView(Secrets::Mask.data(), Secrets::Mask.size()));
}

Finding FindingRule::finding(FindingCode code, Direction accused, const FindingStep &step)
{
    Finding finding;
    finding.code = code;
    finding.severity = FindingKind::of(code).severity;
    finding.accused = accused;
    finding.row = step.row;
    finding.time = step.event.time;
    return finding;
}

Finding FindingRule::withLoad(Finding finding, qint64 cancelTime) const
{
    const ProcessLoad load =
        finding.accused == Direction::ServerToClient ? facts().loadAfter(cancelTime) : ProcessLoad();
    const std::optional<double> share = load.share();
    if (!share)
        return finding;
    finding.sentence = TranslatableText::of(
        facts().hasOpenRequest()
            ? QT_TRANSLATE_NOOP(
                  "TranslatableText",
                  "%1; the server's processes used %2 of a core in the %3 after it, perhaps for other open requests")
            : QT_TRANSLATE_NOOP("TranslatableText", "%1; the server's processes used %2 of a core in the %3 after it"),
        finding.sentence, Formatting::percent(*share), Formatting::duration(load.length()));
    finding.addEvent(load.samples.first().event);
    finding.addEvent(load.samples.last().event);
    return finding;
}

std::optional<Finding> FindingRule::downgradedIfUndelivered(const Finding &finding, const RequestRecord &record,
                                                            const FindingStep &step) const
{
    if (!facts().isLegacyHttp() || !record.cancellation || record.cancellation->event < 0)
        return std::nullopt;
    const qint64 cancelTime = record.cancellation->signalTime;
    const char *why = nullptr;
    if (facts().isUnderWay(exchangeOf(capture().eventAt(record.cancellation->event))))
        why = QT_TRANSLATE_NOOP(
            "TranslatableText",
            "%1; the POST of the cancellation had no response yet, so the server may not have read it");
    else if (facts().streams().mayBringOld(exchangeOf(step.event), cancelTime, step.event.time))
        why = QT_TRANSLATE_NOOP("TranslatableText",
                                "%1; the two may have crossed: the server may have kept it since before the "
                                "cancellation, until the client resumed its stream");
    if (!why)
        return std::nullopt;
    Finding found = finding;
    found.gap = step.event.time - cancelTime;
    found.raced = true;
    found.severity = FindingSeverity::Info;
    found.sentence = TranslatableText::of(why, finding.sentence);
    return found;
}

Finding FindingRule::ifUnanswered(Finding finding, const RequestRecord &record)
{
    if (!record.endUnknown)
        return finding;
    finding.severity = FindingSeverity::Info;
    finding.sentence = TranslatableText::of(
        QT_TRANSLATE_NOOP("TranslatableText", "%1; but the recording ends there, and the response may have come later"),
        finding.sentence);
    return finding;
}

quint64 FindingRule::raise(Finding finding)
{
    return m_context.findings.raise(m_context, std::move(finding));
}

quint64 FindingRule::raiseWithGap(Finding finding, qint64 gap)
{
    finding.gap = gap;
    return m_context.findings.raise(m_context, std::move(finding), Findings::Judged::ByGap);
}

quint64 FindingRule::raiseByTrip(Finding finding, qint64 gap)
{
    finding.gap = gap;
    return m_context.findings.raise(m_context, std::move(finding), Findings::Judged::ByTrip);
}

const Finding *FindingRule::raised(quint64 key) const
{
    return m_context.findings.raised(key);
}

void FindingRule::change(quint64 key, Finding finding)
{
    m_context.findings.change(key, std::move(finding));
}

void FindingRule::changeWithGap(quint64 key, Finding finding, qint64 gap)
{
    finding.gap = gap;
    m_context.findings.changeByGap(m_context, key, std::move(finding));
}

bool FindingRule::grow(quint64 key, const FindingStep &step)
{
    const Finding *known = raised(key);
    if (!known)
        return false;
    Finding found = *known;
    ++found.count;
    found.addEvent(step.index);
    change(key, std::move(found));
    return true;
}

void FindingRule::withdraw(quint64 key)
{
    m_context.findings.withdraw(m_context, key);
}

void FindingRule::withdrawUnread(qint64 row)
{
    m_context.findings.withdrawUnread(m_context, row);
}

void FindingRule::settle(qint64 row)
{
    m_context.settled.insert(row, true);
}

bool FindingRule::isSettled(qint64 row) const
{
    return m_context.settled.find(row) != nullptr;
}

void FindingRule::reportActivityOf(qint64 row)
{
    for (const auto &rule : m_context.findings.m_connections.at(m_context.connection).rules) {
        if (rule)
            rule->onSignOf(row);
    }
}

void FindingRule::wakeAt(qint64 time)
{
    m_context.findings.wakeAt(time, m_context.connection, this);
}

} // namespace Pullcord
