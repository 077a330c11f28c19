// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
// The list of findings; findings.cpp passes the events to the rules.
#include "core/capture/capture.h"
#include "core/capture/humantext.h"
#include "core/findings/findings.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

/// True for findings about messages for a request after its cancel.
bool isAboutReceiver(const Finding &finding)
{
    return finding.code <= FindingCode::C08 || finding.code == FindingCode::C12;
}

} // namespace

quint64 Findings::raise(FindingContext &context, Finding finding, Judged judgement)
{
    FindingContext::Raised &known = context.raised[finding.code];
    if (known.count >= MostOfAKind && raised(known.last)) {
        Finding last = *raised(known.last);
        last.count += finding.count;
        change(known.last, std::move(last));
        return known.last;
    }
    finding.connection = context.connection;
    if (const auto revision = context.facts.revision(); revision && finding.revision.isEmpty())
        finding.revision = nameOf(*revision);
    // The user sent it by hand, to see what happens.
    if (finding.accused != Direction::None && finding.accused == context.byHand)
        finding.severity = FindingSeverity::Info;
    finding = withoutTimes(std::move(finding));
    ++known.count;
    known.last = keyNow();
    Entry entry{known.last, std::move(finding)};
    if (judgement != Judged::AsItIs) {
        Q_ASSERT_X(entry.finding.kind().time != FindingTime::Unneeded, entry.finding.kind().name.data(),
                   "is judged by a gap, so its row in findingkind.cpp has a FindingTime");
        entry.uncrossed = {entry.finding.severity, entry.finding.sentence, m_place, judgement};
        entry.finding = judged(std::move(entry.finding), *entry.uncrossed, context);
        if (isAboutReceiver(entry.finding) && entry.finding.row >= 0) {
            const QList<quint64> *others = context.byGap.find(entry.finding.row);
            QList<quint64> keys = others ? *others : QList<quint64>();
            keys.append(entry.key);
            context.byGap.insert(entry.finding.row, keys);
        }
    }
    entry.finding = withDoubt(std::move(entry.finding));
    const auto place = m_findings.insert(placeOf(known.last), std::move(entry));
    emit added(place - m_findings.begin());
    return known.last;
}

/// Sorts by event, then by immediate or later check, then by order of arrival.
quint64 Findings::keyNow()
{
    constexpr int CountBits = 27;
    constexpr quint64 CountMask = (quint64(1) << CountBits) - 1;
    return (quint64(m_place) + 1) << (CountBits + 1) | quint64(m_isLater) << CountBits | (++m_nextKey & CountMask);
}

std::deque<Findings::Entry>::const_iterator Findings::placeOf(quint64 key) const
{
    return std::lower_bound(m_findings.begin(), m_findings.end(), key,
                            [](const Entry &entry, quint64 wanted) { return entry.key < wanted; });
}

qsizetype Findings::indexOf(quint64 key) const
{
    const auto place = placeOf(key);
    return place != m_findings.end() && place->key == key ? place - m_findings.begin() : -1;
}

const Finding *Findings::raised(quint64 key) const
{
    const qsizetype index = indexOf(key);
    return index < 0 ? nullptr : &at(index);
}

void Findings::change(quint64 key, Finding finding)
{
    finding = withDoubt(withoutTimes(std::move(finding)));
    const qsizetype index = indexOf(key);
    if (index < 0 || at(index) == finding)
        return;
    m_findings[size_t(index)].finding = std::move(finding);
    emit changed(index);
}

void Findings::changeByGap(FindingContext &context, quint64 key, Finding finding)
{
    const qsizetype index = indexOf(key);
    if (index < 0)
        return;
    finding = withoutTimes(std::move(finding));
    const Uncrossed uncrossed{finding.severity, finding.sentence, m_place, Judged::ByGap};
    m_findings[size_t(index)].uncrossed = uncrossed;
    change(key, judged(std::move(finding), uncrossed, context));
}

/// If the times are unknown, or coarser than the gap, the sentence must not state a duration.
Finding Findings::withoutTimes(Finding finding) const
{
    if (!finding.gap || (m_hasTimes && *finding.gap >= m_tick))
        return finding;
    finding.gap.reset();
    finding.sentence = Words::of(finding.kind().title);
    return finding;
}

/// The accused side follows from the direction of the messages; if that is a guess, the finding is Info.
Finding Findings::withDoubt(Finding finding) const
{
    const bool isGuess = m_hasGuessedWays && finding.severity > FindingSeverity::Info &&
                         std::any_of(finding.events.begin(), finding.events.end(), [this](qint64 index) {
                             return m_capture.eventAt(index).details.contains("way"_L1);
                         });
    if (!isGuess)
        return finding;
    finding.severity = FindingSeverity::Info;
    finding.sentence = Words::of(
        QT_TRANSLATE_NOOP("Words", "%1; but the file does not give the direction of these messages"), finding.sentence);
    return finding;
}

/// The round trip has changed.
void Findings::judgeAgain(FindingContext &context)
{
    for (qsizetype index = 0; index < count(); ++index) {
        const Entry &entry = m_findings[size_t(index)];
        if (entry.uncrossed && entry.finding.connection == context.connection)
            change(entry.key, judged(entry.finding, *entry.uncrossed, context));
    }
}

/// The latest time at which the peer read the cancel of that request is known now.
void Findings::judgeAgain(FindingContext &context, qint64 row)
{
    const QList<quint64> *known = context.byGap.find(row);
    const QList<quint64> keys = known ? *known : QList<quint64>();
    for (const quint64 key : keys) {
        if (const qsizetype index = indexOf(key); index >= 0) {
            const Entry &entry = m_findings[size_t(index)];
            change(key, judged(entry.finding, *entry.uncrossed, context));
        }
    }
}

Words Findings::crossed(const Words &sentence, qint64 gap, const ConversationFacts &facts)
{
    const qint64 roundTrip = facts.roundTrip().value_or(0);
    if (facts.tick() > std::max(roundTrip, ConversationFacts::LeastCrossing))
        return Words::of(
            QT_TRANSLATE_NOOP("Words", "%1; the two may have crossed: the times of the file have a resolution of %2"),
            sentence, HumanText::duration(facts.tick()));
    if (gap <= roundTrip)
        return Words::of(QT_TRANSLATE_NOOP("Words", "%1; the two crossed on the wire (round trip: %2)"), sentence,
                         HumanText::duration(roundTrip));
    return Words::of(
        QT_TRANSLATE_NOOP("Words", "%1; the two may have crossed: a program may have to wait %2 until it is scheduled"),
        sentence, HumanText::duration(ConversationFacts::LeastCrossing));
}

/// A peer that names the cancel has read it, unless the cancel cannot have arrived by then.
bool Findings::isCrossing(qint64 gap, Judged judgement, const ConversationFacts &facts)
{
    return judgement == Judged::ByTrip ? gap + ConversationFacts::LeastCrossing < facts.roundTrip().value_or(0)
                                       : gap <= facts.crossing();
}

Finding Findings::judged(Finding finding, const Uncrossed &uncrossed, FindingContext &context)
{
    const ConversationFacts &facts = context.facts;
    const qint64 gap = finding.gap.value_or(0);
    const CancelOrder::Response *behind =
        isAboutReceiver(finding) ? context.order.responseBehind(finding.row) : nullptr;
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
            finding.sentence = Words::of(
                QT_TRANSLATE_NOOP("Words", "%1; the two may have crossed: the file does not give their times"),
                uncrossed.sentence);
        return finding;
    }
    if (isCrossed) {
        finding.sentence = crossed(uncrossed.sentence, gap, facts);
    } else if (isBefore) {
        finding.sentence = Words::of(
            QT_TRANSLATE_NOOP(
                "Words",
                "%1; the two may have crossed: %2, sent after the cancellation, got its response only after that"),
            uncrossed.sentence, QString::fromUtf8(behind->method));
        finding.addEvent(behind->event);
    }
    return finding;
}

void Findings::withdraw(FindingContext &context, quint64 key)
{
    const qsizetype index = indexOf(key);
    if (index < 0)
        return;
    --context.raised[at(index).code].count;
    m_findings.erase(m_findings.begin() + index);
    emit withdrawn(index);
}

void Findings::withdrawUnread(FindingContext &context, qint64 row)
{
    for (qsizetype index = count() - 1; index >= 0; --index) {
        const Entry &entry = m_findings[size_t(index)];
        const bool isOfReceiver = entry.finding.code <= FindingCode::C12;
        if (isOfReceiver && entry.finding.raced && entry.finding.row == row)
            withdraw(context, entry.key);
    }
}

} // namespace Pullcord
