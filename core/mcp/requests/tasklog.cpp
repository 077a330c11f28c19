// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/requests/tasklog.h"

#include "core/capture/requestlog.h"

#include <utility>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

constexpr QByteArrayView TaskMethods = "tasks/";

/// Quick test before parsing: almost no message concerns a task, and some are many or very long.
bool mayBeAboutTask(const Event &event, const RequestRecord *request)
{
    const Envelope &message = event.envelope;
    switch (message.kind) {
    case MessageKind::Notification:
        return message.hasMethod(event.bytes, "notifications/tasks") ||
               message.hasMethod(event.bytes, "notifications/tasks/status");
    case MessageKind::Request:
        return message.hasMethod(event.bytes, "tasks/cancel");
    case MessageKind::Result:
        return request && (request->mayBeTask || request->method.startsWith(TaskMethods));
    default:
        return false;
    }
}

} // namespace

QList<qint64> TaskLog::feed(const Event &event, qint64 index, qint64 row, const RequestLog &log)
{
    if (event.kind == EventKind::Closed)
        return onClosed(event, log);
    const qint64 changed = event.kind == EventKind::Note ? takeReason(event) : feedMessage(event, index, row, log);
    return changed == NoRow ? QList<qint64>() : QList{changed};
}

/// Marks the unfinished tasks of the connection as lost: whether they continue is unknown, even if the server lives.
QList<qint64> TaskLog::onClosed(const Event &closed, const RequestLog &log)
{
    QList<qint64> rows;
    for (auto entry = m_byRow.begin(); entry != m_byRow.end(); ++entry) {
        if (entry->isLost || entry->info.isFinal() || log.record(entry.key()).connection != closed.connection)
            continue;
        entry->isLost = true;
        entry->lostReason = closed.details.value("reason"_L1).toString();
        rows.append(entry.key());
    }
    return rows;
}

QList<qint64> TaskLog::endRecording()
{
    QList<qint64> rows;
    for (auto entry = m_byRow.begin(); entry != m_byRow.end(); ++entry) {
        if (!entry->info.isFinal() && !std::exchange(entry->isLost, true))
            rows.append(entry.key());
    }
    return rows;
}

qint64 TaskLog::feedMessage(const Event &event, qint64 index, qint64 row, const RequestLog &log)
{
    const Envelope &message = event.envelope;
    const bool isResult = event.isMessage() && message.kind == MessageKind::Result && row >= 0;
    const RequestRecord *request = isResult ? log.recent(row) : nullptr;
    if (!event.isMessage() || !mayBeAboutTask(event, request))
        return NoRow;
    if (event.direction == Direction::ClientToServer) {
        if (message.kind != MessageKind::Request)
            return NoRow;
        const QString id = JsonValue(event.part(message.params)).member("taskId").toString();
        const auto known = m_rows.constFind(id);
        if (known == m_rows.constEnd())
            return NoRow;
        Entry &entry = m_byRow[*known];
        if (!std::exchange(entry.cancelRequested, true))
            entry.cancelTime = event.time;
        return *known;
    }
    if (message.kind == MessageKind::Notification)
        return update(JsonValue(event.part(message.params)), index);
    if (message.kind != MessageKind::Result)
        return NoRow;
    const JsonValue result(event.part(message.result));
    if (request->method.startsWith(TaskMethods))
        return update(result, index);
    for (const bool modern : {true, false}) {
        if (const auto info = TaskInfo::createdBy(result, modern); info) {
            m_rows.insert(info->id, row);
            m_byRow.insert(row, {*info});
            return row;
        }
    }
    return NoRow;
}

QString TaskLog::Entry::reason() const
{
    if (!cancelReason.isEmpty() || isLost)
        return cancelReason.isEmpty() ? lostReason : cancelReason;
    const bool isOver = info.status == TaskStatus::Failed || info.status == TaskStatus::Cancelled;
    return isOver ? info.message : QString();
}

QString TaskLog::reasonAt(qint64 row) const
{
    const Entry *task = at(row);
    return task ? task->reason() : QString();
}

qint64 TaskLog::takeReason(const Event &note)
{
    const auto known = m_rows.constFind(note.details.value(CancelsTask).toString());
    if (known == m_rows.constEnd())
        return NoRow;
    m_byRow[*known].cancelReason = note.details.value(Reason).toString();
    return *known;
}

qint64 TaskLog::update(const JsonValue &state, qint64 index)
{
    const auto info = TaskInfo::fromJson(state);
    const auto known = info ? m_rows.constFind(info->id) : m_rows.constEnd();
    if (known == m_rows.constEnd())
        return NoRow;
    Entry &entry = m_byRow[*known];
    entry.info = *info;
    entry.isLost = false;
    const bool hasEnd = info->isFinal() && (state.member("result").isObject() || state.member("error").isObject());
    if (hasEnd && entry.endEvent == RequestRecord::NoEvent)
        entry.endEvent = index;
    return *known;
}

const TaskLog::Entry *TaskLog::at(qint64 row) const
{
    const auto found = m_byRow.constFind(row);
    return found == m_byRow.constEnd() ? nullptr : &*found;
}

} // namespace Pullcord
