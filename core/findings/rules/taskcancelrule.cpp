// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/taskcancelrule.h"

#include "core/capture/capture.h"
#include "core/mcp/taskinfo.h"
#include "core/rpc/errorcodes.h"

namespace Pullcord {

TaskCancelRule::TaskCancelRule(FindingContext &context)
    : FindingRule(context, {.transitions = bits(Transition::Kind::Answered)})
{}

void TaskCancelRule::onTransition(const FindingStep &step)
{
    const RequestRecord &record = *step.record;
    if (!record.method.startsWith("tasks/"))
        return;
    const auto ended = m_ended.constFind(record.target);
    // It had ended before it was asked for its cancel, not between.
    const bool hadEnded = ended != m_ended.constEnd() && *ended < record.requestEvent;
    if (record.method != "tasks/cancel" || !hadEnded) {
        learn(step);
        return;
    }
    Finding found = finding(FindingCode::C34, opposite(record.direction), step);
    for (const qint64 event : {*ended, record.requestEvent, step.index})
        found.addEvent(event);
    const bool isRefused = record.state == RequestState::Failed;
    if (facts().isModern() && isRefused)
        found.sentence = Words::of(QT_TRANSLATE_NOOP(
            "Words",
            "tasks/cancel of a task that has ended was answered with an error: here it is acknowledged all the same"));
    else if (!facts().isModern() && (!isRefused || record.errorCode != ErrorCode::InvalidParams))
        found.sentence = Words::of(
            QT_TRANSLATE_NOOP("Words", "tasks/cancel of a task that has ended was not answered with error -32602"));
    else
        return;
    raise(std::move(found));
}

void TaskCancelRule::learn(const FindingStep &step)
{
    const auto info = TaskInfo::fromJson(JsonValue(step.event.part(step.message.result)));
    if (!info || !info->isFinal() || m_ended.contains(info->id))
        return;
    m_ended.insert(info->id, step.index);
    m_order.push_back(info->id);
    if (m_order.size() > MostTasks) {
        m_ended.remove(m_order.front());
        m_order.pop_front();
    }
}

} // namespace Pullcord
