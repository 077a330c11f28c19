// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
// What the rules found, as Findings keeps it; what they hear is in findings.cpp.
#include "core/capture/humantext.h"
#include "core/findings/findings.h"

#include <algorithm>
#include <utility>

namespace Pullcord {

quint64 Findings::raise(FindingContext &context, Finding finding, Judged judgement)
{
    FindingContext::Raised &known = context.raised[size_t(finding.code)];
    if (known.count >= MostOfAKind && raised(known.last)) {
        Finding last = *raised(known.last);
        last.count += finding.count;
        change(known.last, std::move(last));
        return known.last;
    }
    finding.connection = context.connection;
    if (const auto revision = context.facts.revision(); revision && finding.revision.isEmpty())
        finding.revision = nameOf(*revision);
    // Somebody wanted to see what comes of it.
    if (finding.accused != Direction::None && finding.accused == context.byHand)
        finding.severity = FindingSeverity::Info;
    finding = withoutTimes(std::move(finding));
    ++known.count;
    known.last = keyNow();
    Entry entry{known.last, std::move(finding)};
    if (judgement == Judged::ByGap) {
        entry.uncrossed = {entry.finding.severity, entry.finding.sentence};
        entry.finding = judged(std::move(entry.finding), *entry.uncrossed, context.facts);
    }
    const auto place = m_findings.insert(placeOf(known.last), std::move(entry));
    emit added(place - m_findings.begin());
    return known.last;
}

/// By the event, then whether it is looked at later, then as they come.
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
    finding = withoutTimes(std::move(finding));
    const qsizetype index = indexOf(key);
    if (index < 0 || at(index) == finding)
        return;
    m_findings[size_t(index)].finding = std::move(finding);
    emit changed(index);
}

void Findings::changeByGap(const FindingContext &context, quint64 key, Finding finding)
{
    const qsizetype index = indexOf(key);
    if (index < 0)
        return;
    finding = withoutTimes(std::move(finding));
    const Uncrossed uncrossed{finding.severity, finding.sentence};
    m_findings[size_t(index)].uncrossed = uncrossed;
    change(key, judged(std::move(finding), uncrossed, context.facts));
}

/// Where nobody knows when anything happened, or not as fine as that, no sentence says how long something took.
Finding Findings::withoutTimes(Finding finding) const
{
    if (!finding.gap || (m_hasTimes && *finding.gap >= m_tick))
        return finding;
    finding.gap.reset();
    finding.sentence = Words::of(finding.kind().title);
    return finding;
}

/// The round trip is another by now.
void Findings::judgeAgain(const FindingContext &context)
{
    for (qsizetype index = 0; index < count(); ++index) {
        const Entry &entry = m_findings[size_t(index)];
        if (entry.uncrossed && entry.finding.connection == context.connection)
            change(entry.key, judged(entry.finding, *entry.uncrossed, context.facts));
    }
}

Words Findings::crossed(const Words &sentence, qint64 gap, const ConversationFacts &facts)
{
    const qint64 roundTrip = facts.roundTrip().value_or(0);
    if (facts.tick() > std::max(roundTrip, ConversationFacts::LeastCrossing))
        return Words::of(
            QT_TRANSLATE_NOOP("Words", "%1; the two may have crossed: the times of the file are no finer than %2"),
            sentence, HumanText::duration(facts.tick()));
    if (gap <= roundTrip)
        return Words::of(
            QT_TRANSLATE_NOOP("Words", "%1; the two have crossed on the wire, where a round trip takes %2"), sentence,
            HumanText::duration(roundTrip));
    return Words::of(
        QT_TRANSLATE_NOOP("Words", "%1; the two may have crossed: a program may have to wait %2 for its turn"),
        sentence, HumanText::duration(ConversationFacts::LeastCrossing));
}

Finding Findings::judged(Finding finding, const Uncrossed &uncrossed, const ConversationFacts &facts)
{
    const qint64 gap = finding.gap.value_or(0);
    finding.raced = gap <= facts.crossing();
    finding.severity = finding.raced ? FindingSeverity::Info : uncrossed.severity;
    finding.sentence = uncrossed.sentence;
    if (!facts.hasTimes()) {
        finding.sentence =
            Words::of(QT_TRANSLATE_NOOP("Words", "%1; the two may have crossed: the file does not say when they came"),
                      uncrossed.sentence);
        return finding;
    }
    if (finding.raced)
        finding.sentence = crossed(uncrossed.sentence, gap, facts);
    return finding;
}

void Findings::withdraw(FindingContext &context, quint64 key)
{
    const qsizetype index = indexOf(key);
    if (index < 0)
        return;
    --context.raised[size_t(at(index).code)].count;
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
