// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/orphanrule.h"

#include "core/capture/requestlog.h"

namespace Pullcord {

OrphanRule::OrphanRule(FindingContext &context)
    : FindingRule(context, {.transitions = bits(Transition::Kind::Created, Transition::Kind::CancelRequested,
                                                Transition::Kind::CancelSignalled, Transition::Kind::Answered)})
{}

void OrphanRule::onTransition(const FindingStep &step)
{
    using Kind = Transition::Kind;
    const RequestRecord &record = *step.record;
    const Kind kind = step.transition->kind;
    if (record.direction == Direction::ServerToClient) {
        // What our side drops with its parent is still the server's to cancel.
        const bool isDropped = kind == Kind::CancelRequested && record.cancellation && record.cancellation->local;
        if (kind == Kind::Created && record.cause != RequestRecord::NoSerial) {
            m_questions.insert(step.row, record.cause);
        } else if (kind != Kind::Created && !isDropped) {
            m_questions.remove(step.row);
            m_waiting.remove(step.row);
        }
        return;
    }
    const bool isTold = record.cancellation && record.cancellation->signalTime != 0;
    if (kind == Kind::Created || kind == Kind::Answered || !isTold || m_questions.isEmpty())
        return;
    const quint64 cause = record.leg.number > 0 ? record.leg.first : record.serial;
    for (const qint64 row : m_questions.rows()) {
        if (*m_questions.find(row) != cause)
            continue;
        const RequestRecord question = log().record(row);
        Finding found = finding(FindingCode::C09, Direction::ServerToClient, step);
        found.row = row;
        const bool isKnown = facts().transport() == ConversationFacts::Transport::Http; // by the stream that it came in
        found.sentence = Words::of(
            isKnown ? QT_TRANSLATE_NOOP("Words", "The request %1 was cancelled, and what the server had asked for its "
                                                 "sake (%2, id %3) is neither cancelled nor answered")
                    : QT_TRANSLATE_NOOP("Words", "The request %1 was cancelled, and what the server had asked, perhaps "
                                                 "for its sake (%2, id %3), is neither cancelled nor answered"),
            record.id.display(), QString::fromUtf8(question.method), question.id.display());
        for (const qint64 event : {record.requestEvent, question.requestEvent, record.cancellation->event})
            found.addEvent(event);
        m_waiting.add(found, step.event.time + Patience);
        wakeAt(step.event.time + Patience);
    }
}

void OrphanRule::onDue(qint64 time)
{
    for (Finding &found : m_waiting.takeDue(time)) {
        found.gap = time - found.time;
        found.time = time;
        raise(found);
    }
}

} // namespace Pullcord
