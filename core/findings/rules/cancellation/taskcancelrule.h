// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include "core/mcp/requests/taskinfo.h"

#include <QHash>
#include <QList>

namespace Pullcord {

/// C34 and C38: responses to tasks/cancel for a task that has ended, and the fate of a task that had not. In the
/// extension of 2026-07-28 a cancel is a wish, so the task may end in any way.
/// Specification: 2025-11-25 utilities "Tasks".
class TaskCancelRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions = bits(Transition::Kind::Answered), .messages = Notifications};
    [[nodiscard]] static bool begins(const FindingStep &step, const ConversationFacts &)
    {
        return step.transition ? step.record->method.startsWith("tasks/")
                               : step.message.methodName(step.event.bytes).startsWith("notifications/tasks");
    }
    static constexpr qsizetype MostTasks = 512;

    void onTransition(const FindingStep &step) override;
    void onEvent(const FindingStep &step) override;

private:
    /// End of a task, as first reported by either side.
    struct End
    {
        qint64 event = Finding::NoRow;
        qint64 time = 0;
        bool isCancelled = false;
        quint64 found = 0; ///< key of the finding that it continued after the cancel
    };
    void reportEnded(const FindingStep &step, const End &end);
    void learn(const TaskInfo &info, const FindingStep &step);
    void reportGoingOn(End &end, const TaskInfo &info, const FindingStep &step);

    QHash<QString, End> m_ended; ///< by task id
    QList<QString> m_order;
};

} // namespace Pullcord
