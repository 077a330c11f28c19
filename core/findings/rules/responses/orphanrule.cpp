// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/responses/orphanrule.h"

#include "core/capture/capture.h"
#include "core/capture/formatting.h"
#include "core/capture/requestlog.h"
#include "core/findings/findingcontext.h"

namespace Pullcord {

/// Over Streamable HTTP a server request outside the stream of a request belongs to none, unless the stream resumes
/// one. A request of a task belongs to the task. Methods that the server sends on its own initiative belong to none.
OrphanRule::Cause OrphanRule::causeOf(const FindingStep &step)
{
    const RequestRecord &record = *step.record;
    if (step.params().pointer("/_meta/io.modelcontextprotocol~1related-task").isObject() ||
        (record.causeIsGuess && facts().isAskedUnprompted(record.method)))
        return {};
    const qint64 exchange = exchangeOf(step.event);
    const bool isHttp = exchange != 0 && facts().transport() == ConversationFacts::Transport::Http;
    if (!isHttp || (record.cause != RequestRecord::NoSerial && !record.causeIsGuess))
        return {record.cause, record.causeIsGuess};
    const qint64 first = facts().streams().firstOf(exchange);
    const qint64 *row = first == exchange ? nullptr : m_exchanges.find(first);
    const RequestRecord *asked = row ? log().recent(*row) : nullptr;
    if (!asked || !asked->isOpen())
        return {};
    return {asked->leg.number > 0 ? asked->leg.first : asked->serial, false};
}

void OrphanRule::onTransition(const FindingStep &step)
{
    using Kind = Transition::Kind;
    const RequestRecord &record = *step.record;
    const Kind kind = step.transition->kind;
    if (record.direction == Direction::ServerToClient) {
        // If our side drops it with its parent, the server must still cancel it.
        const bool isDropped = kind == Kind::CancelRequested && record.cancellation && record.cancellation->local;
        if (kind == Kind::Created) {
            if (const Cause cause = causeOf(step); cause.serial != RequestRecord::NoSerial)
                m_questions.insert(step.row, cause);
        } else if (!isDropped) {
            m_questions.remove(step.row);
            m_waiting.remove(step.row);
        }
        return;
    }
    if (const qint64 exchange = kind == Kind::Created ? exchangeOf(step.event) : 0; exchange != 0)
        m_exchanges.insert(exchange, step.row);
    const bool isTold = record.cancellation && record.cancellation->signalTime != 0;
    if (kind == Kind::Created || kind == Kind::Answered || !isTold || m_questions.isEmpty())
        return;
    const quint64 cause = record.leg.number > 0 ? record.leg.first : record.serial;
    for (const qint64 row : m_questions.rows()) {
        const Cause &known = *m_questions.find(row);
        if (known.serial != cause)
            continue;
        const RequestRecord question = log().record(row);
        Finding found = finding(FindingCode::C09, Direction::ServerToClient, step);
        found.row = row;
        found.sentence = TranslatableText::of(
            known.isGuess
                ? QT_TRANSLATE_NOOP("TranslatableText",
                                    "The request %1 was cancelled, but the question that the server asked, perhaps for "
                                    "it (%2, id %3), was neither cancelled nor answered in the %4 after that")
                : QT_TRANSLATE_NOOP("TranslatableText",
                                    "The request %1 was cancelled, but the question that the server asked for "
                                    "it (%2, id %3) was neither cancelled nor answered in the %4 after that"),
            record.id.display(), QString::fromUtf8(question.method), question.id.display(),
            Formatting::duration(Patience));
        for (const qint64 event : {record.requestEvent, question.requestEvent, record.cancellation->event})
            found.addEvent(event);
        settle(row); // the client need not respond any more
        m_waiting.add(found, step.event.time + Patience);
        wakeAt(step.event.time + Patience);
    }
}

void OrphanRule::onDue(qint64 time)
{
    for (Finding &found : m_waiting.takeDue(time)) {
        if (context().foreignQuestions.find(found.row))
            continue; // P10: the client does not know the method and cannot respond
        found.gap = time - found.time;
        found.time = time;
        raise(found);
    }
}

} // namespace Pullcord
