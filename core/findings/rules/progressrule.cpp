// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/progressrule.h"

#include "core/rpc/progressnotice.h"

namespace Pullcord {

namespace {
using Kind = Transition::Kind;
}

ProgressRule::ProgressRule(FindingContext &context)
    : FindingRule(context,
                  {.transitions = bits(Kind::Progressed, Kind::UnknownProgress, Kind::LateProgress, Kind::Answered)})
{}

void ProgressRule::onTransition(const FindingStep &step)
{
    switch (step.transition->kind) {
    case Kind::Answered:
        m_last.remove(step.row);
        return;
    case Kind::UnknownProgress:
        onUnknownToken(step);
        return;
    case Kind::LateProgress:
        // After a cancel it is C06; who was not told of the end goes on in good faith.
        if (step.record->state == RequestState::Succeeded || step.record->state == RequestState::Failed)
            onFault(AfterAnswer, step, Words::of(QT_TRANSLATE_NOOP("Words", "Progress came after the answer")));
        return;
    default:
        break;
    }
    const double *last = m_last.find(step.row);
    const ProgressNotice notice = ProgressNotice::of(step.params());
    const bool isUnheard = !notice.value && !facts().revision(); // else P11 says it
    if (isUnheard || (notice.value && last && *notice.value <= *last))
        onFault(isUnheard ? NoNumber : NotIncreasing, step,
                Words::of(QT_TRANSLATE_NOOP("Words", "Progress: %1"),
                          notice.complaint(last ? std::optional(*last) : std::nullopt)));
    if (notice.value)
        m_last.insert(step.row, *notice.value);
}

/// What is no token at all is not valid by the schema: P11.
void ProgressRule::onUnknownToken(const FindingStep &step)
{
    const ProgressNotice notice = ProgressNotice::of(step.params());
    if (facts().revision() && !RequestId::fromJson(notice.token).canBeAnswered())
        return;
    quint64 unkept = 0;
    const bool isKept = m_unknown.size() < MostTokens || m_unknown.contains(notice.token);
    report(isKept ? m_unknown[notice.token] : unkept, step,
           Words::of(QT_TRANSLATE_NOOP("Words", "Progress: %1"), notice.unknownToken()));
}

void ProgressRule::onFault(Fault fault, const FindingStep &step, const Words &sentence)
{
    if (!m_found.find(step.row))
        m_found.insert(step.row, {});
    report((*m_found.find(step.row))[fault], step, sentence);
}

void ProgressRule::report(quint64 &key, const FindingStep &step, const Words &sentence)
{
    if (grow(key, step))
        return;
    Finding found = finding(FindingCode::P07, step.event.direction, step);
    found.sentence = sentence;
    found.addEvent(step.record ? step.record->requestEvent : Finding::NoRow);
    found.addEvent(step.index);
    key = raise(std::move(found));
}

} // namespace Pullcord
