// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/cancellation/taskcancelrule.h"

#include "core/capture/capture.h"
#include "core/capture/formatting.h"
#include "core/findings/cancelwords.h"
#include "core/rpc/errorcodes.h"

#include <utility>

namespace Pullcord {

void TaskCancelRule::onTransition(const FindingStep &step)
{
    const RequestRecord &record = *step.record;
    if (!record.method.startsWith("tasks/"))
        return;
    const JsonValue result(step.event.part(step.message.result));
    const auto ended = m_ended.constFind(record.target);
    // The task had ended before tasks/cancel was sent, not in between.
    const bool hadEnded = ended != m_ended.constEnd() && ended->event < record.requestEvent;
    if (record.method == "tasks/cancel" && hadEnded) {
        reportEnded(step, *ended);
        return;
    }
    for (const JsonMember &task : result.member("tasks")) {
        if (const auto info = TaskInfo::fromJson(task.value))
            learn(*info, step);
    }
    const auto info = TaskInfo::fromJson(result);
    if (!info)
        return;
    const bool isLeft = info->status != TaskStatus::Cancelled && info->status != TaskStatus::Unknown;
    if (record.method == "tasks/cancel" && !facts().isModern() && isLeft) {
        End end{.event = record.requestEvent};
        reportGoingOn(end, *info, step);
    }
    learn(*info, step);
}

void TaskCancelRule::onEvent(const FindingStep &step)
{
    if (!step.message.hasMethod(step.event.bytes, "notifications/tasks/status") &&
        !step.message.hasMethod(step.event.bytes, "notifications/tasks"))
        return;
    if (const auto info = TaskInfo::fromJson(step.params()))
        learn(*info, step);
}

void TaskCancelRule::reportEnded(const FindingStep &step, const End &end)
{
    const RequestRecord &record = *step.record;
    Finding found = finding(FindingCode::C34, opposite(record.direction), step);
    for (const qint64 event : {end.event, record.requestEvent, step.index})
        found.addEvent(event);
    const bool isRefused = record.state == RequestState::Failed;
    if (facts().isModern() && isRefused)
        found.sentence = TranslatableText::of(QT_TRANSLATE_NOOP(
            "TranslatableText",
            "tasks/cancel for a task that had ended got an error: in this revision it must be acknowledged"));
    else if (!facts().isModern() && (!isRefused || record.errorCode != ErrorCode::InvalidParams))
        found.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "tasks/cancel for a task that had ended did not get error -32602"));
    else
        return;
    raise(std::move(found));
}

/// A status that was requested, or sent, before the task was known to be cancelled proves nothing.
void TaskCancelRule::learn(const TaskInfo &info, const FindingStep &step)
{
    if (const auto known = m_ended.find(info.id); known != m_ended.end()) {
        const bool isBehind =
            step.record ? step.record->requestEvent > known->event : step.event.time - known->time > facts().crossing();
        const bool goesOn = info.status != TaskStatus::Cancelled && info.status != TaskStatus::Unknown;
        if (known->isCancelled && goesOn && isBehind && !facts().isModern())
            reportGoingOn(*known, info, step);
        return;
    }
    if (!info.isFinal())
        return;
    m_ended.insert(info.id,
                   {.event = step.index, .time = step.event.time, .isCancelled = info.status == TaskStatus::Cancelled});
    m_order.push_back(info.id);
    if (m_order.size() > MostTasks) {
        m_ended.remove(m_order.front());
        m_order.pop_front();
    }
}

void TaskCancelRule::reportGoingOn(End &end, const TaskInfo &info, const FindingStep &step)
{
    if (grow(end.found, step))
        return;
    const Direction accused = step.record ? opposite(step.record->direction) : step.event.direction;
    Finding found = finding(FindingCode::C38, accused, step);
    const QString status = Formatting::visible(info.statusText.left(CancelWords::MostQuoted));
    found.sentence = TranslatableText::of(
        end.isCancelled
            ? QT_TRANSLATE_NOOP("TranslatableText",
                                "The task was cancelled, but is %1 now: a cancelled task must stay cancelled")
            : QT_TRANSLATE_NOOP("TranslatableText", "tasks/cancel was acknowledged, but the task is %1, not cancelled"),
        status);
    for (const qint64 event : {end.event, step.index})
        found.addEvent(event);
    end.found = raise(std::move(found));
}

} // namespace Pullcord
