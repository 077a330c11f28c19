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
        report(step,
               Words::of(QT_TRANSLATE_NOOP("Words", "Progress: %1"), ProgressNotice::of(step.params()).unknownToken()));
        return;
    case Kind::LateProgress:
        // After a cancel it is C06; who was not told of the end goes on in good faith.
        if (step.record->state == RequestState::Succeeded || step.record->state == RequestState::Failed)
            report(step, Words::of(QT_TRANSLATE_NOOP("Words", "Progress came after the answer")));
        return;
    default:
        break;
    }
    const double *last = m_last.find(step.row);
    const std::optional<double> value = step.params().member("progress").toDouble();
    if (!value || (last && *value <= *last)) {
        const ProgressNotice notice = ProgressNotice::of(step.params());
        report(step, Words::of(QT_TRANSLATE_NOOP("Words", "Progress: %1"),
                               notice.complaint(last ? std::optional(*last) : std::nullopt)));
    }
    if (value)
        m_last.insert(step.row, *value);
}

void ProgressRule::report(const FindingStep &step, const Words &sentence)
{
    const quint64 *key = m_found.find(step.row);
    if (key && grow(*key, step))
        return;
    Finding found = finding(FindingCode::P07, step.event.direction, step);
    found.sentence = sentence;
    found.addEvent(step.record ? step.record->requestEvent : Finding::NoRow);
    found.addEvent(step.index);
    m_found.insert(step.row, raise(std::move(found)));
}

} // namespace Pullcord
