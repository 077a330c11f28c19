// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rulecontext.h"

#include "core/capture/capture.h"
#include "core/capture/formatting.h"
#include "core/capture/requestlog.h"
#include "core/findings/findingrules.h"
#include "core/logging.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

/// True for findings about messages for a request after its cancel.
bool isAboutReceiver(const Finding &finding)
{
    return finding.code <= FindingCode::C08 || finding.code == FindingCode::C12;
}

TranslatableText crossed(const TranslatableText &sentence, qint64 gap, const ConversationFacts &facts)
{
    const qint64 roundTrip = facts.roundTrip().value_or(0);
    if (facts.tick() > std::max(roundTrip, ConversationFacts::LeastCrossing))
        return TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText",
                              "%1; the two may have crossed: the times of the file have a resolution of %2"),
            sentence, Formatting::duration(facts.tick()));
    if (gap <= roundTrip)
        return TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "%1; the two crossed on the wire (round trip: %2)"), sentence,
            Formatting::duration(roundTrip));
    return TranslatableText::of(
        QT_TRANSLATE_NOOP("TranslatableText", "%1; the two may have crossed: a program may wait %2 for the processor"),
        sentence, Formatting::duration(ConversationFacts::LeastCrossing));
}

/// True if only the message of the accused side is at fault, whatever came before it. A rule of a proxy cannot cause
/// that, since the messages that it sends are not judged.
bool isAboutOneMessage(FindingCode code)
{
    using enum FindingCode;
    static constexpr std::array Codes{C20, C24, C25, C26, C27, C28, C30, C33, C36, H01, H02, H03, H04, H05,
                                      H10, H13, H20, P01, P02, P03, P11, P13, P14, P17, P19, P21, P22};
    return std::ranges::find(Codes, code) != Codes.end();
}

/// True if the finding compares a message with what both sides agreed on.
bool dependsOnHandshake(FindingCode code)
{
    using enum FindingCode;
    return code == P08 || code == P09 || code == P10;
}

bool isCancel(const Event &event)
{
    return event.kind == EventKind::Cancel ||
           (event.isMessage() && event.envelope.hasMethod(event.bytes, "notifications/cancelled"));
}

/// True if the message may have crossed the cancel. A message that names the cancel follows it, unless the cancel
/// cannot have arrived by then (ByTrip).
bool isCrossing(qint64 gap, FindingList::Judged judgement, const ConversationFacts &facts)
{
    return judgement == FindingList::Judged::ByTrip
               ? gap + ConversationFacts::LeastCrossing < facts.roundTrip().value_or(0)
               : gap <= facts.crossing();
}

} // namespace

SharedContext::SharedContext(const Capture &its, const RequestLog &requests)
    : capture(its)
    , log(&requests)
    , doubts(its)
    , outputs(its, requests)
{}

RuleContext::RuleContext(SharedContext &context, quint32 number)
    : shared(context)
    , connection(number)
    , facts(context.doubts, context.capture)
    , rules(FindingRules::kinds().size())
{}

void RuleContext::noteSender(const Event *event)
{
    byHand = event && event->details.value(Event::Injected).toBool() ? event->direction : Direction::None;
    byOperator = event && event->isByOperator() ? event->direction : Direction::None;
}

void RuleContext::noteRule(const Event &event, const RequestRecord *record)
{
    const QString rule = event.rule();
    if (rule.isEmpty())
        return;
    if (event.isWithheld() || (event.isByOperator() && !isCancel(event)))
        changingRules.insert(rule);
    isEndedByRule = isEndedByRule || event.kind == EventKind::Closing;
    hasRuledHandshake =
        hasRuledHandshake || (record && (record->method == "initialize" || record->method == "server/discover"));
}

// ---- findings

bool RuleContext::isDueToRule(const Finding &finding) const
{
    if (isAboutOneMessage(finding.code))
        return false;
    if (dependsOnHandshake(finding.code) ? hasRuledHandshake : isEndedByRule)
        return true;
    if (changingRules.isEmpty())
        return false;
    if (finding.row >= 0 && changingRules.contains(shared.log->record(finding.row).rule))
        return true;
    return std::ranges::any_of(finding.events, [this](qint64 index) {
        return index >= 0 && changingRules.contains(shared.capture.eventAt(index).rule());
    });
}

quint64 RuleContext::report(Finding finding, Judged judgement)
{
    qCDebug(Log::findings).noquote() << "finding" << FindingKind::of(finding.code).name << "in connection"
                                     << connection;
    if (finding.accused != Direction::None && finding.accused == byOperator)
        return 0; // no key of any finding
    if (isDueToRule(finding))
        return 0;
    Raised &known = raised[finding.code];
    if (!shared.list.isAside() && known.count >= FindingList::MostOfAKind && reported(known.last)) {
        Finding last = *reported(known.last);
        last.count += finding.count;
        update(known.last, std::move(last));
        return known.last;
    }
    finding.connection = connection;
    if (const auto revision = facts.revision(); revision && finding.revision.isEmpty())
        finding.revision = nameOf(*revision);
    // The user sent it by hand to test the server, so it is not a fault.
    if (finding.accused != Direction::None && finding.accused == byHand)
        finding.severity = FindingSeverity::Info;
    if (shared.list.isAside()) {
        shared.list.add({0, shared.doubts.ifGuessed(shared.doubts.withoutTimes(std::move(finding)))});
        return 0; // no key of any finding
    }
    ++known.count;
    known.last = shared.list.nextKey();
    FindingList::Entry entry{known.last, shared.doubts.withoutTimes(std::move(finding))};
    if (judgement != Judged::AsItIs) {
        Q_ASSERT_X(entry.finding.kind().time != FindingTime::Unneeded, entry.finding.kind().name.data(),
                   "is judged by a gap, so its row in findingkind.cpp has a FindingTime");
        entry.uncrossed = {entry.finding.severity, entry.finding.sentence, shared.list.place(), judgement};
        entry.finding = judged(std::move(entry.finding), *entry.uncrossed);
        if (isAboutReceiver(entry.finding) && entry.finding.row >= 0) {
            const QList<quint64> *others = byGap.find(entry.finding.row);
            QList<quint64> keys = others ? *others : QList<quint64>();
            keys.append(entry.key);
            byGap.insert(entry.finding.row, keys);
        }
    }
    entry.finding = shared.doubts.ifGuessed(std::move(entry.finding));
    shared.list.add(std::move(entry));
    return known.last;
}

quint64 RuleContext::reportByGap(Finding finding, qint64 gap)
{
    finding.gap = gap;
    return report(std::move(finding), Judged::ByGap);
}

quint64 RuleContext::reportByTrip(Finding finding, qint64 gap)
{
    finding.gap = gap;
    return report(std::move(finding), Judged::ByTrip);
}

const Finding *RuleContext::reported(quint64 key) const
{
    const FindingList::Entry *entry = shared.list.find(key);
    return entry ? &entry->finding : nullptr;
}

void RuleContext::update(quint64 key, Finding finding)
{
    shared.list.replace(key, shared.doubts.ifGuessed(shared.doubts.withoutTimes(std::move(finding))));
}

void RuleContext::updateByGap(quint64 key, Finding finding, qint64 gap)
{
    if (!reported(key))
        return;
    finding.gap = gap;
    finding = shared.doubts.withoutTimes(std::move(finding));
    const Uncrossed uncrossed{finding.severity, finding.sentence, shared.list.place(), Judged::ByGap};
    shared.list.setUncrossed(key, uncrossed);
    update(key, judged(std::move(finding), uncrossed));
}

bool RuleContext::extend(quint64 key, const FindingStep &step)
{
    const Finding *known = reported(key);
    if (!known)
        return false;
    Finding found = *known;
    ++found.count;
    found.addEvent(step.index);
    update(key, std::move(found));
    return true;
}

void RuleContext::withdraw(quint64 key)
{
    const Finding *finding = reported(key);
    if (!finding)
        return;
    --raised[finding->code].count;
    shared.list.remove(key);
}

void RuleContext::withdrawUnread(qint64 row)
{
    for (qsizetype index = shared.list.count() - 1; index >= 0; --index) {
        const FindingList::Entry &entry = shared.list.at(index);
        const bool isOfReceiver = entry.finding.code <= FindingCode::C12;
        if (isOfReceiver && entry.finding.raced && entry.finding.row == row)
            withdraw(entry.key);
    }
}

void RuleContext::judgeAgain()
{
    for (qsizetype index = 0; index < shared.list.count(); ++index) {
        const FindingList::Entry &entry = shared.list.at(index);
        if (entry.uncrossed && entry.finding.connection == connection)
            update(entry.key, judged(entry.finding, *entry.uncrossed));
    }
}

void RuleContext::judgeAgain(qint64 row)
{
    const QList<quint64> *known = byGap.find(row);
    const QList<quint64> keys = known ? *known : QList<quint64>();
    for (const quint64 key : keys) {
        if (const FindingList::Entry *entry = shared.list.find(key))
            update(key, judged(entry->finding, *entry->uncrossed));
    }
}

Finding RuleContext::judged(Finding finding, const Uncrossed &uncrossed)
{
    const qint64 gap = finding.gap.value_or(0);
    const CancelOrder::Response *behind = isAboutReceiver(finding) ? order.responseBehind(finding.row) : nullptr;
    const bool isByGap = uncrossed.judgement == Judged::ByGap;
    // Over stdio the call of a log message is a guess, and the other request may be that very call.
    const bool isExcused =
        isByGap && behind && behind->isExcuse && (behind->isQuick || finding.code != FindingCode::C07);
    const bool isBefore = isExcused && uncrossed.place > behind->request && uncrossed.place < behind->event;
    const bool isCrossed = isCrossing(gap, uncrossed.judgement, facts);
    finding.raced = isCrossed || isBefore;
    finding.severity = finding.raced ? FindingSeverity::Info : uncrossed.severity;
    finding.sentence = uncrossed.sentence;
    if (!facts.hasTimes()) {
        if (isByGap)
            finding.sentence = TranslatableText::of(
                QT_TRANSLATE_NOOP("TranslatableText",
                                  "%1; the two may have crossed: the file does not give their times"),
                uncrossed.sentence);
        return finding;
    }
    if (isCrossed) {
        finding.sentence = crossed(uncrossed.sentence, gap, facts);
    } else if (isBefore) {
        finding.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP(
                "TranslatableText",
                "%1; the two may have crossed: %2, sent after the cancellation, got its response only after that"),
            uncrossed.sentence, QString::fromUtf8(behind->method));
        finding.addEvent(behind->event);
    }
    return finding;
}

// ---- doubts about a finding

std::optional<Finding> RuleContext::downgradedIfUndelivered(const Finding &finding, const RequestRecord &record,
                                                            const FindingStep &step) const
{
    if (!facts.isLegacyHttp() || !record.cancellation || record.cancellation->event < 0)
        return std::nullopt;
    const qint64 cancelTime = record.cancellation->signalTime;
    const char *why = nullptr;
    if (facts.isUnderWay(FindingRule::exchangeOf(shared.capture.eventAt(record.cancellation->event))))
        why = QT_TRANSLATE_NOOP(
            "TranslatableText",
            "%1; the POST of the cancellation had no response yet, so the server may not have read it");
    else if (facts.streams().mayBringOld(FindingRule::exchangeOf(step.event), cancelTime, step.event.time))
        why =
            QT_TRANSLATE_NOOP("TranslatableText", "%1; the two may have crossed: the server may have sent it before "
                                                  "the cancellation and stored it until the client resumed the stream");
    if (!why)
        return std::nullopt;
    Finding found = finding;
    found.gap = step.event.time - cancelTime;
    found.raced = true;
    found.severity = FindingSeverity::Info;
    found.sentence = TranslatableText::of(why, finding.sentence);
    return found;
}

Finding RuleContext::ifUnanswered(Finding finding, const RequestRecord &record)
{
    if (!record.endUnknown)
        return finding;
    finding.severity = FindingSeverity::Info;
    finding.sentence = TranslatableText::of(
        QT_TRANSLATE_NOOP("TranslatableText",
                          "%1; but the recording ends there, and the response may have arrived later"),
        finding.sentence);
    return finding;
}

Finding RuleContext::withLoad(Finding finding, qint64 cancelTime) const
{
    const ProcessLoad load = finding.accused == Direction::ServerToClient ? facts.loadAfter(cancelTime) : ProcessLoad();
    const std::optional<double> share = load.share();
    if (!share)
        return finding;
    finding.sentence = TranslatableText::of(
        facts.hasOpenRequest()
            ? QT_TRANSLATE_NOOP(
                  "TranslatableText",
                  "%1; the server's processes used %2 of a core in the %3 after it, perhaps for other open requests")
            : QT_TRANSLATE_NOOP("TranslatableText", "%1; the server's processes used %2 of a core in the %3 after it"),
        finding.sentence, Formatting::percent(*share), Formatting::duration(load.length()));
    finding.addEvent(load.samples.first().event);
    finding.addEvent(load.samples.last().event);
    return finding;
}

// ---- requests

void RuleContext::reportActivityOf(qint64 row) const
{
    for (const auto &rule : rules) {
        if (rule)
            rule->onSignOf(row);
    }
}

qint64 RuleContext::rowOf(Direction direction, const RequestId &id) const
{
    return shared.log->newestOf(connection, direction, id);
}

qint64 RuleContext::rowCancelledIn(qint64 exchange)
{
    if (exchange == 0)
        return Finding::NoRow;
    const qint64 first = facts.streams().firstOf(exchange);
    for (const qint64 row : cancelledIn.rows()) {
        if (*cancelledIn.find(row) == first)
            return row;
    }
    return Finding::NoRow;
}

qint64 RuleContext::refusedBefore(const Event &cancel) const
{
    if (cancel.direction != Direction::ClientToServer)
        return Finding::NoRow;
    for (const qint64 event : unauthorizedCancels.rows()) {
        if (shared.capture.eventAt(event).bytes == cancel.bytes)
            return event;
    }
    return Finding::NoRow;
}

QJsonObject RuleContext::httpStepBefore(const FindingStep &step, QLatin1StringView name) const
{
    const qint64 exchange = FindingRule::exchangeOf(step.event);
    const qint64 first = std::max<qint64>(step.index - FindingRule::MostLooked, 0);
    for (qint64 index = step.index - 1; exchange != 0 && index >= first; --index) {
        const CaptureEntry &entry = shared.capture.entry(index);
        if (entry.kind != EventKind::Http || entry.connection != step.event.connection)
            continue;
        const Event event = shared.capture.eventAt(index);
        if (event.details.value("step"_L1) == name && FindingRule::exchangeOf(event) == exchange)
            return event.details;
    }
    return {};
}

HttpSteps::BodyFault RuleContext::bodyFault(const FindingStep &end) const
{
    if (end.event.kind != EventKind::Http || end.event.bytes.isEmpty() || !facts.isLegacyHttp())
        return HttpSteps::BodyFault::None;
    return HttpSteps::bodyFault(httpStepBefore(end, "request"_L1), httpStepBefore(end, "response"_L1), end.event);
}

qint64 RuleContext::postedIn(qint64 exchange, const FindingStep &step, qint64 first, qint64 end) const
{
    for (qint64 index = first; index < std::min(end, first + FindingRule::MostLooked); ++index) {
        const CaptureEntry &entry = shared.capture.entry(index);
        if (entry.kind == EventKind::Message && entry.direction == Direction::ClientToServer &&
            entry.connection == step.event.connection &&
            FindingRule::exchangeOf(shared.capture.eventAt(index)) == exchange)
            return index;
    }
    return Finding::NoRow;
}

} // namespace Pullcord
