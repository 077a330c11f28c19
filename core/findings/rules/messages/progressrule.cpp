// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/messages/progressrule.h"

#include "core/capture/capture.h"
#include "core/capture/formatting.h"
#include "core/findings/findingcontext.h"
#include "core/mcp/requests/taskinfo.h"
#include "core/rpc/progressnotice.h"

#include <QLocale>

namespace Pullcord {

namespace {

using Kind = Transition::Kind;

QString keyOf(Direction requestor, const QString &task)
{
    return QString::number(int(requestor)) + u' ' + task;
}

} // namespace

void ProgressRule::onTransition(const FindingStep &step)
{
    switch (step.transition->kind) {
    case Kind::Answered:
        onAnswer(step);
        return;
    case Kind::UnknownProgress:
        onUnknownToken(step);
        return;
    case Kind::LateProgress:
        // After a cancel it is C06; a peer that got no cancel continues in good faith.
        if ((step.record->state == RequestState::Succeeded || step.record->state == RequestState::Failed) &&
            !mayHaveCrossed(step))
            onFault(AfterAnswer, step,
                    TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Progress came after the response")));
        return;
    default:
        if (step.record->mismatched.count != 0 && !step.record->asksForTask)
            onFault(AfterAnswer, step,
                    TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Progress came after the response")));
        else
            onProgress(step);
    }
}

void ProgressRule::onEvent(const FindingStep &step)
{
    if (step.message.hasMethod(step.event.bytes, "notifications/tasks/status"))
        onTaskState(opposite(step.event.direction), step.params(), step);
}

/// Over HTTP progress and response may come in different streams, in any order.
bool ProgressRule::mayHaveCrossed(const FindingStep &step) const
{
    const RequestRecord &record = *step.record;
    return facts().transport() == ConversationFacts::Transport::Http && record.responseEvent >= 0 &&
           step.event.time - record.end <= facts().crossing() &&
           exchangeOf(capture().eventAt(record.responseEvent)) != exchangeOf(step.event);
}

/// A request that became a task keeps its token.
void ProgressRule::onAnswer(const FindingStep &step)
{
    const RequestRecord &record = *step.record;
    const JsonValue result(step.event.part(step.message.result));
    if (!record.becameTask)
        m_last.remove(step.row);
    if (record.method == "tasks/get" || record.method == "tasks/cancel") {
        onTaskState(record.direction, result, step);
        return;
    }
    if (record.method == "tasks/list") {
        for (const JsonMember &task : result.member("tasks"))
            onTaskState(record.direction, task.value, step);
        return;
    }
    // It comes after the end of the task. An error may be the result of the task, or of tasks/result itself.
    if (record.method == "tasks/result") {
        if (record.state == RequestState::Succeeded)
            endTask(keyOf(record.direction, record.target), step);
        return;
    }
    const auto task = record.becameTask ? TaskInfo::createdBy(result, false) : std::nullopt;
    if (!task || m_tasks.size() == MostTasks)
        return;
    m_tasks.insert(keyOf(record.direction, task->id), step.row);
    context().openTasks = m_tasks.size();
    listen(true);
    onTaskState(record.direction, result.member("task"), step);
}

void ProgressRule::onTaskState(Direction requestor, const JsonValue &state, const FindingStep &step)
{
    if (m_tasks.isEmpty())
        return;
    const auto info = TaskInfo::fromJson(state);
    if (!info)
        return;
    const QString key = keyOf(requestor, info->id);
    if (info->isFinal())
        endTask(key, step);
    else if (const auto task = m_tasks.constFind(key); task != m_tasks.constEnd())
        m_ended.remove(*task);
}

void ProgressRule::endTask(const QString &key, const FindingStep &step)
{
    const auto task = m_tasks.constFind(key);
    if (task == m_tasks.constEnd())
        return;
    m_ended.insert(*task, {step.event.time, step.index});
    m_tasks.erase(task);
    context().openTasks = m_tasks.size();
    listen(!m_tasks.isEmpty());
}

void ProgressRule::onProgress(const FindingStep &step)
{
    if (const TaskEnd *end = m_ended.find(step.row)) {
        // Over HTTP the two may come in different streams, in any order.
        if (facts().transport() == ConversationFacts::Transport::Stdio ||
            step.event.time - end->time > facts().crossing())
            onFault(
                AfterTask, step,
                TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Progress came after the task had ended")),
                end);
        return;
    }
    const double *last = m_last.find(step.row);
    const ProgressNotice notice = ProgressNotice::of(step.params());
    if (!notice.value && !facts().revision()) // else P11 says it
        onFault(NoNumber, step,
                TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Progress: %1"), notice.complaint({})));
    else if (notice.value && last && *notice.value <= *last)
        onFault(NotIncreasing, step,
                TranslatableText::of(
                    QT_TRANSLATE_NOOP("TranslatableText", "Progress did not increase: %1 came after %2"),
                    Formatting::visible(QString::fromUtf8(notice.progress.left(ProgressNotice::LongestToken))),
                    QString::number(*last, 'g', QLocale::FloatingPointShortest)));
    if (notice.value)
        m_last.insert(step.row, *notice.value);
}

/// An invalid token violates the schema: P11. If the beginning is not recorded, the token may be from there.
void ProgressRule::onUnknownToken(const FindingStep &step)
{
    if (!facts().isFromStart())
        return;
    const ProgressNotice notice = ProgressNotice::of(step.params());
    if (facts().revision() && !RequestId::fromJson(notice.token).canBeAnswered())
        return;
    quint64 unkept = 0;
    const bool isKept = m_unknown.size() < MostTokens || m_unknown.contains(notice.token);
    report(isKept ? m_unknown[notice.token] : unkept, step,
           TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Progress: %1"), notice.unknownToken()));
}

void ProgressRule::onFault(Fault fault, const FindingStep &step, const TranslatableText &sentence, const TaskEnd *end)
{
    if (!m_found.find(step.row))
        m_found.insert(step.row, {});
    report((*m_found.find(step.row))[fault], step, sentence, end);
}

void ProgressRule::report(quint64 &key, const FindingStep &step, const TranslatableText &sentence, const TaskEnd *end)
{
    if (grow(key, step))
        return;
    Finding found = finding(FindingCode::P07, step.event.direction, step);
    found.sentence = sentence;
    found.addEvent(step.record ? step.record->requestEvent : Finding::NoRow);
    found.addEvent(end ? end->event : Finding::NoRow);
    found.addEvent(step.index);
    key = raise(std::move(found));
}

} // namespace Pullcord
