// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/orphanrule.h"

#include "core/capture/humantext.h"
#include "core/capture/requestlog.h"
#include "core/findings/findingcontext.h"

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
        // Over Streamable HTTP what stands in the stream of no request is for the sake of none.
        const bool isUnrelated = record.causeIsGuess && exchangeOf(step.event) != 0 &&
                                 facts().transport() == ConversationFacts::Transport::Http;
        if (kind == Kind::Created && record.cause != RequestRecord::NoSerial && !isUnrelated) {
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
        found.sentence = Words::of(
            question.causeIsGuess
                ? QT_TRANSLATE_NOOP("Words", "The request %1 was cancelled, and what the server had asked, perhaps for "
                                             "its sake (%2, id %3), was neither cancelled nor answered in the %4 after "
                                             "that")
                : QT_TRANSLATE_NOOP("Words", "The request %1 was cancelled, and what the server had asked for its sake "
                                             "(%2, id %3) was neither cancelled nor answered in the %4 after that"),
            record.id.display(), QString::fromUtf8(question.method), question.id.display(),
            HumanText::duration(Patience));
        for (const qint64 event : {record.requestEvent, question.requestEvent, record.cancellation->event})
            found.addEvent(event);
        m_waiting.add(found, step.event.time + Patience);
        wakeAt(step.event.time + Patience);
    }
}

void OrphanRule::onDue(qint64 time)
{
    for (Finding &found : m_waiting.takeDue(time)) {
        if (context().foreignQuestions.find(found.row))
            continue; // P10: who does not know it cannot answer it
        found.gap = time - found.time;
        found.time = time;
        settle(found.row); // the client owes nobody an answer any more
        raise(found);
    }
}

} // namespace Pullcord
