// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/requests/logicalcall.h"

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>

namespace Pullcord {

/// Follows the task of `call --task`: prints changes of its state, and its end, on standard error.
class TaskFollower final : public QObject
{
    Q_OBJECT

public:
    /// `call` must not have been started.
    TaskFollower(LogicalCall &call, QObject *parent);

    /// True if the call became a task.
    [[nodiscard]] bool hasTask() const { return m_info.has_value(); }
    /// Returns a sentence about why there is no result.
    [[nodiscard]] QString endText(const Error &error) const;
    /// Returns the member for --json: taskId, status, statusMessage, ms.
    [[nodiscard]] QByteArray json() const;

private:
    void onBegan(Task *task);
    void tell();

    QPointer<LogicalCall> m_call;
    std::optional<TaskInfo> m_info; ///< latest state
    QElapsedTimer m_clock;
};

} // namespace Pullcord
