// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/tasklog.h"
#include "core/rpc/requestrecord.h"

#include <QList>
#include <QString>

/// What a server says of a task, as people read it.
namespace Pullcord::TaskTexts {

/// As a clock on the wall here would show it; what is no time is shown as it came.
[[nodiscard]] QString localTime(const QString &iso);
/// Empty if the server names none.
[[nodiscard]] QString pollInterval(const TaskInfo &task);
[[nodiscard]] QString keptFor(const TaskInfo &task);

struct Fact
{
    QString name;
    QString text;
};
/// How the call is, which ended when the task began, how the task is, and all that is known of it.
[[nodiscard]] QList<Fact> facts(const RequestRecord &call, const TaskLog::Entry &task);

} // namespace Pullcord::TaskTexts
