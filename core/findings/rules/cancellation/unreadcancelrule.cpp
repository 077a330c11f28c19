// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/cancellation/unreadcancelrule.h"

#include "core/capture/formatting.h"
#include "core/findings/cancelwords.h"

#include <algorithm>
#include <utility>

namespace Pullcord {

void UnreadCancelRule::onTransition(const FindingStep &step)
{
    const RequestRecord &record = *step.record;
    if (record.direction != Direction::ClientToServer || facts().isOverHttp())
        return;
    switch (step.transition->kind) {
    case Transition::Kind::CancelRequested:
    case Transition::Kind::CancelSignalled:
        if (record.cancellation && record.cancellation->signalTime != 0)
            m_last = {.row = step.row, .event = record.cancellation->event};
        return;
    case Transition::Kind::Created:
    case Transition::Kind::Left:
        if (m_last.row >= 0 && m_last.ping < 0 && record.method == "ping" && step.event.isMessage()) {
            m_last.ping = step.row;
            m_last.pingTime = step.event.time;
            m_last.pingEvent = step.index;
        }
        return;
    case Transition::Kind::Progressed:
    case Transition::Kind::LateProgress:
        onSign(step.event.time);
        return;
    default:
        onAnswer(step);
        return;
    }
}

void UnreadCancelRule::onAnswer(const FindingStep &step)
{
    if (step.row == m_reported.ping) {
        const Reported reported = std::exchange(m_reported, {});
        if (reported.gap <= 2 * (step.event.time - reported.time))
            withdraw(reported.key); // a ping without work takes as long
        return;
    }
    if (m_last.row < 0)
        return;
    if (step.row == m_last.row)
        judge(step);
    else if (step.row == m_last.ping || step.record->requestEvent > m_last.event)
        wasRead();
    else
        onSign(step.event.time);
}

void UnreadCancelRule::wasRead()
{
    m_last = {};
    m_readsAtWork = true;
}

/// Handles any message other than a response to a request behind the cancel.
void UnreadCancelRule::onSign(qint64 time)
{
    if (m_last.ping < 0 || time - m_last.pingTime <= usualWait())
        return;
    m_last.firstSign = m_last.firstSign == 0 ? time : m_last.firstSign;
    m_last.lastSign = time;
}

/// A ping takes a round trip itself, or longer if this peer is slow.
qint64 UnreadCancelRule::usualWait() const
{
    return std::max(2 * facts().crossing(), facts().idleResponseTime() + ConversationFacts::LeastCrossing);
}

void UnreadCancelRule::judge(const FindingStep &step)
{
    const Watched last = std::exchange(m_last, {});
    const RequestRecord &record = *step.record;
    const bool isRefused = record.cancellation && !record.cancellation->refusal.isEmpty(); // C13
    if (last.ping < 0 || isRefused || CancelWords::isResponseToCancel(step))
        return; // nothing is known, or the cancel was read and got a response
    const qint64 gap = step.event.time - last.pingTime;
    const bool wroteOn = last.lastSign - last.firstSign > ConversationFacts::LeastCrossing;
    const qint64 turn = m_readsAtWork ? LongestTurnOfReader : LongestTurn;
    if (gap <= usualWait() || (gap <= turn && !wroteOn))
        return; // too short to tell
    Finding found = finding(FindingCode::C10, Direction::ServerToClient, step);
    found.sentence = TranslatableText::of(
        QT_TRANSLATE_NOOP("TranslatableText", "The cancellation was read only after the work had ended: a "
                                              "ping sent after it waited %1, until the result came"),
        Formatting::duration(gap));
    for (const qint64 event : {record.requestEvent, last.event, last.pingEvent, step.index})
        found.addEvent(event);
    m_reported = {.key = raiseWithGap(std::move(found), gap), .ping = last.ping, .gap = gap, .time = step.event.time};
}

} // namespace Pullcord
