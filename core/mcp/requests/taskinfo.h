// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonvalue.h"

#include <QByteArray>
#include <QString>

#include <chrono>
#include <optional>

namespace Pullcord {

/// Status of a task, in both forms of the protocol.
enum class TaskStatus : quint8 {
    Working,
    InputRequired,
    Completed,
    Failed,
    Cancelled,
    Unknown, ///< a name unknown to the specification; the task continues
};

/// State of a task as reported by a server, in either form. A value.
/// Specification: 2025-11-25 "Tasks"; the extension io.modelcontextprotocol/tasks; spec digest 4.11 and 4.12.
struct TaskInfo
{
    /// Limits of the server's values; larger values are reduced to them, negative ones raised to 0.
    static constexpr std::chrono::milliseconds LongestPoll = std::chrono::hours(24);
    static constexpr std::chrono::milliseconds LongestTtl = std::chrono::years(100);

    QString id;
    TaskStatus status = TaskStatus::Unknown;
    QString statusText; ///< as written by the server: "input_required"
    QString message;    ///< text for display; null if absent
    QString created;    ///< as written by the server, in ISO 8601, like the next
    QString updated;
    std::optional<qint64> ttl; ///< ms from creation for which the task is kept; none: no limit
    std::optional<std::chrono::milliseconds> pollInterval;

    /// Reads an object with the members of a task (ttl and pollInterval, or ttlMs and pollIntervalMs). None without a
    /// taskId.
    [[nodiscard]] static std::optional<TaskInfo> fromJson(const JsonValue &task);
    /// Task that a call became according to this result. 2025-11-25: in `task`; the extension: the resultType "task".
    /// None if it is an ordinary result.
    [[nodiscard]] static std::optional<TaskInfo> createdBy(const JsonValue &result, bool modern);

    [[nodiscard]] bool isFinal() const
    {
        return status == TaskStatus::Completed || status == TaskStatus::Failed || status == TaskStatus::Cancelled;
    }
    friend bool operator==(const TaskInfo &, const TaskInfo &) = default;
};

/// Support of a tool for calls as a task: `execution.taskSupport` of 2025-11-25; absent means Forbidden.
enum class TaskSupport : quint8 { Forbidden, Optional, Required };
/// `tool` is the tool's whole definition.
[[nodiscard]] TaskSupport taskSupportOf(const JsonValue &tool);

/// Params of a call that asks for a task of 2025-11-25. `ttl` in ms; none: the server decides.
[[nodiscard]] QByteArray withTask(const QByteArray &params, std::optional<qint64> ttl = {});

/// Identifier of the extension, of 2026-07-28.
inline constexpr QLatin1StringView TasksExtension{"io.modelcontextprotocol/tasks"};

} // namespace Pullcord
