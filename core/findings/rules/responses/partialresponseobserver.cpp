// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/responses/partialresponseobserver.h"

#include "core/capture/capture.h"
#include "core/capture/requestlog.h"
#include "core/findings/unreadmessages.h"

#include <algorithm>

namespace Pullcord {

bool PartialResponseObserver::isOpen(qint64 row) const
{
    const RequestRecord *record = row < 0 ? nullptr : log().recent(row);
    return record && record->isOpen();
}

void PartialResponseObserver::settleIfOpen(qint64 row)
{
    if (isOpen(row))
        settle(row);
}

void PartialResponseObserver::onTransition(const FindingStep &step)
{
    if (step.transition->kind == Transition::Kind::IgnoredCancel) {
        const RequestId id = RequestId::fromJson(step.params().member("requestId").raw());
        if (step.transition->problem == Transition::CancelProblem::Unknown)
            settleIfOpen(rowOf(opposite(step.event.direction), id));
    } else if (step.message.kind == MessageKind::Error && !step.message.requestId(step.event.bytes).canBeAnswered()) {
        onNameless(step);
    }
}

/// The error may be for any request that was sent right before or is invalid. If nothing else was sent, it may be for
/// the last open request. Over HTTP it is for the request of its exchange.
void PartialResponseObserver::onNameless(const FindingStep &step)
{
    const qint64 exchange = exchangeOf(step.event);
    const UnreadMessages unread(context(), log(), opposite(step.event.direction));
    bool hasOne = false; // a message that it may be for
    for (qint64 index = step.index - 1; index >= std::max<qint64>(step.index - MostLooked, 0); --index) {
        const CaptureEntry &entry = capture().entry(index);
        const bool isSent = entry.kind == EventKind::Message || entry.kind == EventKind::Malformed;
        const bool isAnswer = entry.message == MessageKind::Result || entry.message == MessageKind::Error;
        if (!isSent || isAnswer || entry.connection != step.event.connection ||
            entry.direction != opposite(step.event.direction) ||
            (exchange != 0 && exchangeOf(capture().eventAt(index)) != exchange))
            continue;
        const bool isEarly = step.event.time - entry.time > Patience;
        if (entry.message != MessageKind::Request || isSettled(entry.row)) {
            hasOne = hasOne || !isEarly;
        } else if (isOpen(entry.row) && (!hasOne || !isEarly || unread.isRefusable(index))) {
            settle(entry.row);
            hasOne = true;
        }
    }
}

void PartialResponseObserver::onEvent(const FindingStep &step)
{
    const bool isAnswer =
        step.message.kind == MessageKind::None || (step.message.problems & EnvelopeProblem::MethodInResponse);
    if (const RequestId id = step.message.requestId(step.event.bytes); isAnswer && id.canBeAnswered())
        settleIfOpen(rowOf(opposite(step.event.direction), id));
}

} // namespace Pullcord
