// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonvalue.h"

#include <QByteArray>
#include <QString>

#include <chrono>
#include <optional>

namespace Pullcord {

enum class TaskStatus : quint8 {
    Working,
    InputRequired,
    Completed,
    Failed,
    Cancelled,
    Unknown, ///< a name that no specification knows; the task goes on
};

/// What a server says of a task, in either form. A value.
/// Specification: 2025-11-25 "Tasks"; the extension io.modelcontextprotocol/tasks; spec digest 4.11 and 4.12.
struct TaskInfo
{
    /// What a server names beyond these is taken for them, and what is below 0 for 0.
    static constexpr std::chrono::milliseconds LongestPoll = std::chrono::hours(24);
    static constexpr std::chrono::milliseconds LongestTtl = std::chrono::years(100);

    QString id;
    TaskStatus status = TaskStatus::Unknown;
    QString statusText; ///< as the server wrote it: "input_required"
    QString message;    ///< for people; null if there is none
    QString created;    ///< as the server wrote them, in ISO 8601
    QString updated;
    std::optional<qint64> ttl; ///< ms from its creation for which it is kept; none: without a limit
    std::optional<std::chrono::milliseconds> pollInterval;

    /// From an object with the members of a task (ttl and pollInterval, or ttlMs and pollIntervalMs). None without a taskId.
    [[nodiscard]] static std::optional<TaskInfo> fromJson(const JsonValue &task);
    /// The task that a call became, if this result says so: 2025-11-25 in `task`, the extension with the resultType "task".
    [[nodiscard]] static std::optional<TaskInfo> createdBy(const JsonValue &result, bool modern);

    [[nodiscard]] bool isFinal() const
    {
        return status == TaskStatus::Completed || status == TaskStatus::Failed || status == TaskStatus::Cancelled;
    }
    friend bool operator==(const TaskInfo &, const TaskInfo &) = default;
};

/// Whether a tool can be called as a task: `execution.taskSupport` of 2025-11-25; absent is Forbidden.
enum class TaskSupport : quint8 { Forbidden, Optional, Required };
/// `tool` is its whole definition.
[[nodiscard]] TaskSupport taskSupportOf(const JsonValue &tool);

/// The params of a call that asks for a task, of 2025-11-25. `ttl` in ms; none: as the server thinks fit.
[[nodiscard]] QByteArray withTask(const QByteArray &params, std::optional<qint64> ttl = {});

/// The identifier of the extension, of 2026-07-28.
inline constexpr QLatin1StringView TasksExtension{"io.modelcontextprotocol/tasks"};

} // namespace Pullcord
