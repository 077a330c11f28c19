// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include "core/findings/recentrows.h"

#include <QHash>

#include <array>

namespace Pullcord {

/// P07: progress that does not increase, comes after the response or the end of the task, or has an unknown token.
class ProgressRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions = bits(Transition::Kind::Progressed, Transition::Kind::UnknownProgress,
                                                      Transition::Kind::LateProgress, Transition::Kind::Answered),
                                  .messages = AwaitedNotifications};
    [[nodiscard]] static bool begins(const FindingStep &step, const ConversationFacts &)
    {
        return !step.transition || step.transition->kind != Transition::Kind::Answered || step.record->becameTask ||
               step.record->method.startsWith("tasks/");
    }
    static constexpr qsizetype MostTokens = 256;
    static constexpr qsizetype MostTasks = 1024; ///< open tasks whose end is awaited

    void onTransition(const FindingStep &step) override;
    void onEvent(const FindingStep &step) override;

private:
    /// Faults in the progress of one request.
    enum Fault : quint8 { NotIncreasing, NoNumber, AfterAnswer, AfterTask, Faults };
    struct TaskEnd
    {
        qint64 time = 0;
        qint64 event = Finding::NoRow;
    };

    [[nodiscard]] bool mayHaveCrossed(const FindingStep &step) const;
    void onAnswer(const FindingStep &step);
    void onTaskState(Direction requestor, const JsonValue &state, const FindingStep &step);
    void endTask(const QString &key, const FindingStep &step);
    void onProgress(const FindingStep &step);
    void onUnknownToken(const FindingStep &step);
    void onFault(Fault fault, const FindingStep &step, const TranslatableText &sentence, const TaskEnd *end = nullptr);
    void report(quint64 &key, const FindingStep &step, const TranslatableText &sentence, const TaskEnd *end = nullptr);

    RecentRows<double> m_last;                       ///< last value, by open request
    RecentRows<std::array<quint64, Faults>> m_found; ///< keys of findings
    QHash<QByteArray, quint64> m_unknown;            ///< the same by token, for the first MostTokens
    QHash<QString, qint64> m_tasks;                  ///< rows of the requests, by requestor and id of the open task
    RecentRows<TaskEnd> m_ended;                     ///< end of the task that the request became
};

} // namespace Pullcord
