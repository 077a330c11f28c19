// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// Tools that can or must be called as tasks. DemoTask does their work.

#include "app/demoserver/toolcall.h"
#include "app/demoserver/tools.h"

using namespace Qt::StringLiterals;

namespace Pullcord {
namespace {

/// Runs without a task.
void workAlone(ToolCall &call)
{
    call.after(call.integer("ms"), [&call] { call.answer(u"Done, without a task"_s); });
}

DemoTool taskTool(const QByteArray &name, QByteArrayView description, DemoTask::Kind kind, QByteArrayView support,
                  QByteArrayView ms)
{
    return {.name = name,
            .description = description,
            .parameters = {{"ms", JsonType::Number, ms, "Duration, in milliseconds"}},
            .run = workAlone,
            .taskSupport = support,
            .task = kind};
}

DemoTool countsFromCancel(DemoTool tool)
{
    tool.parameters.append({"from_cancel", JsonType::Bool, "false", "Count from the cancellation, not from the call"});
    return tool;
}

} // namespace

QList<DemoTool> taskTools()
{
    using Kind = DemoTask::Kind;
    return {
        taskTool("task_slow",
                 "Can be a task: completes after its time, or stops on tasks/cancel. Called without a task, it ends "
                 "after its time, and stops when it is cancelled.",
                 Kind::Slow, "optional", "2000"),
        countsFromCancel(taskTool("task_deaf", "Is a task: completes after its time, cancelled or not.", Kind::Deaf,
                                  "required", "2000")),
        taskTool("task_asks",
                 "Is a task: after its time it asks the user for a name, and completes after the same time.",
                 Kind::Asks, "required", "100"),
        taskTool("task_fails", "Is a task: fails after its time.", Kind::Fails, "required", "100"),
    };
}

} // namespace Pullcord
