// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/responses/unansweredrule.h"

#include "core/capture/capture.h"
#include "core/capture/formatting.h"
#include "core/capture/requestlog.h"
#include "core/findings/httpsteps.h"
#include "core/findings/rules/http/closedstreamrule.h"
#include "core/findings/rules/messages/requestrule.h"

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

/// True for methods that wait for the user.
bool waitsForPerson(QByteArrayView method)
{
    return method == "elicitation/create" || method == "sampling/createMessage";
}

} // namespace

void UnansweredRule::onTransition(const FindingStep &step)
{
    if (step.transition->kind == Transition::Kind::Created)
        noteQuestion(step);
    else if (step.transition->kind == Transition::Kind::Lost)
        onLost(step);
    else if (!m_resumable.isEmpty()) // a response after all, in another stream
        m_resumable.remove(rowOf(opposite(step.event.direction), step.message.requestId(step.event.bytes)));
}

void UnansweredRule::onEvent(const FindingStep &step)
{
    if (!facts().isClosing())
        m_exited = step.index;
}

/// Returns why no response can come, by what the server did; empty if unknown, or if it did nothing.
TranslatableText UnansweredRule::whyUnanswered(const FindingStep &step) const
{
    const RequestRecord &record = *step.record;
    const QString how = step.event.details.value("how"_L1).toString();
    if (record.direction != Direction::ClientToServer || facts().isClosing() ||
        step.event.details.value("gaveUp"_L1).toBool()) // by the client
        return {};
    const QString id = record.id.display();
    const QString time = Formatting::duration(step.event.time - record.start);
    if (step.event.kind == EventKind::Http && step.event.details.contains("misplaced"_L1)) {
        const QString event = step.event.details.value("misplaced"_L1).toString();
        return event.isEmpty()
                   ? TranslatableText::of(
                         QT_TRANSLATE_NOOP(
                             "TranslatableText",
                             "The request %1 got no response: it was sent without the blank line that ends an event"),
                         id)
                   : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                            "The request %1 got no response: it was sent in an event "
                                                            "named %2, which MCP does not define"),
                                          id, Formatting::visible(event));
    }
    if (step.event.kind == EventKind::Http && how == "complete"_L1)
        return TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText",
                              "The request %1 got no response: the server ended its stream after %2"),
            id, time);
    if (step.event.kind == EventKind::Http && how != "closed"_L1)
        return TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "The request %1 got no response: its stream broke after %2"), id,
            time);
    if (step.event.kind == EventKind::Closed && m_exited >= 0)
        return TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "The request %1 got no response: the server process exited after %2"),
            id, time);
    if (step.event.kind == EventKind::Closed && !step.event.details.contains("unrecorded"_L1) &&
        facts().transport() == ConversationFacts::Transport::HttpSse) // one stream for all
        return TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "The request %1 got no response: its stream broke after %2"), id,
            time);
    return {};
}

/// H03 reports that the response was a body with the wrong content type.
bool UnansweredRule::isBodyOfOtherType(const FindingStep &step) const
{
    const QByteArrayView body = QByteArrayView(step.event.bytes).trimmed();
    return step.event.kind == EventKind::Http && facts().isLegacyHttp() &&
           (body.startsWith('{') || body.startsWith('[')) &&
           HttpSteps::contentType(httpStepBefore(step, "response"_L1)) == "text/event-stream"_L1;
}

void UnansweredRule::onLost(const FindingStep &step)
{
    const RequestRecord &record = *step.record;
    const TranslatableText why = whyUnanswered(step);
    const bool isProbe = facts().isProbing() && (record.method == "server/discover" || record.method == "initialize");
    const bool isAskersEnd =
        record.direction == Direction::ServerToClient && m_exited >= 0; // its sender has ended and waits for nothing
    if (record.neverSent || isAskersEnd || isProbe ||
        (why.isEmpty() && !RequestRule::isOverdue(record, step.event.time, facts())) ||
        record.method == "subscriptions/listen" || isBodyOfOtherType(step) || record.mismatched.count != 0 ||
        isSettled(step.row) || ClosedStreamRule::countsAsGivenUp(record, step.event.time, facts()))
        return;
    Finding found = finding(FindingCode::P18, opposite(record.direction), step);
    found.sentence =
        why.isEmpty()
            ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The request %1 got no response in %2"),
                                   record.id.display(), Formatting::duration(step.event.time - record.start))
            : why;
    if (record.direction == Direction::ServerToClient && facts().isClosing() && waitsForPerson(record.method))
        found.severity = FindingSeverity::Info; // closing shows that no user will answer
    for (const qint64 event :
         {record.requestEvent, step.event.kind == EventKind::Closed ? m_exited : Finding::NoRow, step.index})
        found.addEvent(event);
    const bool isHttp = step.event.kind == EventKind::Http;
    if (!isHttp || !facts().isLegacyHttp() || !facts().streams().isResumable(exchangeOf(step.event))) {
        raise(ifUnanswered(std::move(found), record));
        if (isHttp && !why.isEmpty())
            settleQuestions(record);
        return;
    }
    m_resumable.add(found, step.event.time + RequestRule::Patience);
    wakeAt(step.event.time + RequestRule::Patience);
}

void UnansweredRule::noteQuestion(const FindingStep &step)
{
    const qint64 exchange =
        step.record->direction == Direction::ServerToClient ? facts().streams().firstOf(exchangeOf(step.event)) : 0;
    if (exchange == 0)
        return;
    const QList<qint64> *known = m_questions.find(exchange);
    QList<qint64> rows = known ? *known : QList<qint64>();
    if (rows.size() < MostQuestions)
        rows.append(step.row);
    m_questions.insert(exchange, rows);
}

/// Settles the server requests in the stream of a request that is over.
void UnansweredRule::settleQuestions(const RequestRecord &record)
{
    const qint64 exchange =
        record.requestEvent < 0 ? 0 : facts().streams().firstOf(exchangeOf(capture().eventAt(record.requestEvent)));
    const QList<qint64> *known = exchange == 0 ? nullptr : m_questions.find(exchange);
    const QList<qint64> rows = known ? *known : QList<qint64>();
    for (const qint64 row : rows) {
        const RequestRecord *question = log().recent(row);
        if (question && question->isOpen())
            settle(row);
    }
}

void UnansweredRule::onDue(qint64 time)
{
    for (const Finding &found : m_resumable.takeDue(time)) {
        raise(found);
        settleQuestions(log().record(found.row));
    }
}

/// If the client ends before it can have resumed the stream, it did not wait for the response.
void UnansweredRule::onEnd(qint64 time)
{
    for (const Finding &found : m_resumable.takeAll()) {
        if (time - found.time >= Resumption)
            raise(found);
    }
}

} // namespace Pullcord
