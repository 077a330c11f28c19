// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/requests/tasklog.h"
#include "core/rpc/requestrecord.h"

#include <QList>
#include <QString>

/// Texts for the state of a task, as reported by a server.
namespace Pullcord::TaskTexts {

/// Returns a timestamp in local time; an invalid one unchanged.
[[nodiscard]] QString localTime(const QString &iso);
/// Returns an empty text if the server gives none.
[[nodiscard]] QString pollInterval(const TaskInfo &task);
[[nodiscard]] QString keptFor(const TaskInfo &task);

/// A named fact about a task, as shown in Details.
struct Fact
{
    QString name;
    QString text;
};
/// Returns the state of the call (which ended when the task began), that of the task, and the other known facts.
[[nodiscard]] QList<Fact> facts(const RequestRecord &call, const TaskLog::Entry &task);

} // namespace Pullcord::TaskTexts
