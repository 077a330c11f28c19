// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/requests/taskinfo.h"

#include "core/json/jsontext.h"

#include <algorithm>

namespace Pullcord {

namespace {

struct Name
{
    const char *text;
    TaskStatus status;
};
constexpr Name StatusNames[] = {
    {"working", TaskStatus::Working},     {"input_required", TaskStatus::InputRequired},
    {"completed", TaskStatus::Completed}, {"failed", TaskStatus::Failed},
    {"cancelled", TaskStatus::Cancelled},
};

/// First of the members that is an integer, limited to 0 … `most`.
std::optional<qint64> firstTime(const JsonValue &task, std::initializer_list<const char *> members,
                                std::chrono::milliseconds most)
{
    for (const char *member : members) {
        if (const auto value = task.member(member).toInteger())
            return std::clamp<qint64>(*value, 0, most.count());
    }
    return {};
}

} // namespace

std::optional<TaskInfo> TaskInfo::fromJson(const JsonValue &task)
{
    if (!task.member("taskId").isString())
        return {};
    TaskInfo info;
    info.id = task.member("taskId").toString();
    info.statusText = task.member("status").toString();
    for (const Name &name : StatusNames) {
        if (info.statusText == QLatin1StringView(name.text))
            info.status = name.status;
    }
    info.message = task.member("statusMessage").toString();
    info.created = task.member("createdAt").toString();
    info.updated = task.member("lastUpdatedAt").toString();
    info.ttl = firstTime(task, {"ttl", "ttlMs"}, LongestTtl);
    if (const auto interval = firstTime(task, {"pollInterval", "pollIntervalMs"}, LongestPoll))
        info.pollInterval = std::chrono::milliseconds(*interval);
    return info;
}

std::optional<TaskInfo> TaskInfo::createdBy(const JsonValue &result, bool modern)
{
    if (!modern)
        return fromJson(result.member("task"));
    return result.member("resultType").toUtf8() == "task" ? fromJson(result) : std::nullopt;
}

TaskSupport taskSupportOf(const JsonValue &tool)
{
    const QByteArray support = tool.member("execution").member("taskSupport").toUtf8();
    return support == "required"   ? TaskSupport::Required
           : support == "optional" ? TaskSupport::Optional
                                   : TaskSupport::Forbidden;
}

QByteArray withTask(const QByteArray &params, std::optional<qint64> ttl)
{
    const QByteArray task = ttl ? JsonText::withMember({}, "ttl", QByteArray::number(*ttl)) : QByteArray("{}");
    return JsonText::withMember(params, "task", task);
}

} // namespace Pullcord
