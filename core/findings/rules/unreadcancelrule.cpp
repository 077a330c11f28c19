// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/unreadcancelrule.h"

#include "core/capture/humantext.h"
#include "core/findings/cancelwords.h"

#include <algorithm>

namespace Pullcord {

UnreadCancelRule::UnreadCancelRule(FindingContext &context)
    : FindingRule(context, {.transitions = bits(Transition::Kind::Created, Transition::Kind::CancelRequested,
                                                Transition::Kind::CancelSignalled, Transition::Kind::Answered,
                                                Transition::Kind::LateAnswer)})
{}

void UnreadCancelRule::onTransition(const FindingStep &step)
{
    const RequestRecord &record = *step.record;
    if (record.direction != Direction::ClientToServer || facts().isOverHttp())
        return;
    switch (step.transition->kind) {
    case Transition::Kind::CancelRequested:
    case Transition::Kind::CancelSignalled:
        if (record.cancellation && record.cancellation->signalTime != 0)
            m_last = {.row = step.row, .time = record.cancellation->signalTime, .event = record.cancellation->event};
        return;
    case Transition::Kind::Created:
        if (m_last.row >= 0 && m_last.ping < 0 && record.method == "ping") {
            m_last.ping = step.row;
            m_last.pingTime = step.event.time;
            m_last.pingEvent = step.index;
        }
        return;
    case Transition::Kind::Answered:
        if (step.row == m_last.ping)
            m_last = {}; // it reads while it works
        return;
    default:
        break;
    }
    if (step.row != m_last.row || m_last.ping < 0)
        return;
    const bool isRefused = record.cancellation && !record.cancellation->refusal.isEmpty(); // C13
    if (isRefused || CancelWords::isAnswerToCancel(step)) {
        m_last = {}; // it was read, and answered at once
        return;
    }
    const qint64 gap = step.event.time - m_last.pingTime;
    // The answer to a ping takes a trip itself, and longer where pings do.
    if (gap <= std::max(2 * facts().crossing(), facts().idleAnswer() + ConversationFacts::LeastCrossing)) {
        m_last = {}; // that is no wait
        return;
    }
    Finding found = finding(FindingCode::C10, Direction::ServerToClient, step);
    found.sentence = Words::of(QT_TRANSLATE_NOOP("Words", "The cancel was not read before the work had ended: a ping "
                                                          "behind it waited %1, until the result was there"),
                               HumanText::duration(gap));
    for (const qint64 event : {record.requestEvent, m_last.event, m_last.pingEvent, step.index})
        found.addEvent(event);
    m_last = {};
    raiseWithGap(std::move(found), gap);
}

} // namespace Pullcord
