// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/logicalcall.h"

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>

namespace Pullcord {

/// What `call --task` adds to a call: its changes of state on standard error, and what became of it.
class TaskFollower final : public QObject
{
    Q_OBJECT

public:
    /// Beside a call that has not been started.
    TaskFollower(LogicalCall &call, QObject *parent);

    /// There is a task.
    [[nodiscard]] bool hasTask() const { return m_info.has_value(); }
    /// Why there is no result, as a sentence.
    [[nodiscard]] QString endText(const Error &error) const;
    /// For --json: taskId, status, statusMessage, ms.
    [[nodiscard]] QByteArray json() const;

private:
    void onBegan(Task *task);
    void tell();

    QPointer<LogicalCall> m_call;
    std::optional<TaskInfo> m_info; ///< the last
    QElapsedTimer m_clock;
};

} // namespace Pullcord
