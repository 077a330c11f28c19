// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/halfanswerrule.h"

#include "core/capture/capture.h"
#include "core/capture/requestlog.h"

#include <algorithm>

namespace Pullcord {

HalfAnswerRule::HalfAnswerRule(FindingContext &context)
    : FindingRule(context, {.transitions = bits(Transition::Kind::UnknownAnswer, Transition::Kind::IgnoredCancel),
                            .messages = Flawed})
{}

void HalfAnswerRule::settleIfOpen(qint64 row)
{
    const RequestRecord *record = row < 0 ? nullptr : log().recent(row);
    if (record && record->isOpen())
        settle(row);
}

void HalfAnswerRule::onTransition(const FindingStep &step)
{
    if (step.transition->kind == Transition::Kind::IgnoredCancel) {
        const RequestId id = RequestId::fromJson(step.params().member("requestId").raw());
        if (step.transition->problem == Transition::CancelProblem::Unknown)
            settleIfOpen(rowOf(opposite(step.event.direction), id));
    } else if (step.message.kind == MessageKind::Error && !step.message.requestId(step.event.bytes).canBeAnswered()) {
        onNameless(step);
    }
}

/// It may be for each that was sent right before; over HTTP for that which it came back to.
void HalfAnswerRule::onNameless(const FindingStep &step)
{
    const qint64 exchange = exchangeOf(step.event);
    for (qint64 index = step.index - 1; index >= std::max<qint64>(step.index - MostLooked, 0); --index) {
        const CaptureEntry &entry = capture().entry(index);
        if (step.event.time - entry.time > Patience)
            break;
        if (entry.message != MessageKind::Request || entry.row < 0 || entry.connection != step.event.connection ||
            entry.direction != opposite(step.event.direction))
            continue;
        if (exchange == 0 || exchangeOf(capture().eventAt(index)) == exchange)
            settleIfOpen(entry.row);
    }
}

void HalfAnswerRule::onEvent(const FindingStep &step)
{
    const bool isAnswer =
        step.message.kind == MessageKind::None || (step.message.problems & EnvelopeProblem::MethodInResponse);
    if (const RequestId id = step.message.requestId(step.event.bytes); isAnswer && id.canBeAnswered())
        settleIfOpen(rowOf(opposite(step.event.direction), id));
}

} // namespace Pullcord
