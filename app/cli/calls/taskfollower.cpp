// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/calls/taskfollower.h"

#include "app/cli/output.h"
#include "app/cli/servers/servercommand.h"
#include "core/capture/formatting.h"
#include "core/json/jsontext.h"

using namespace Qt::StringLiterals;

namespace Pullcord {

TaskFollower::TaskFollower(LogicalCall &call, QObject *parent)
    : QObject(parent)
    , m_call(&call)
{
    connect(&call, &LogicalCall::taskBegan, this, &TaskFollower::onBegan);
    m_clock.start();
}

void TaskFollower::onBegan(Task *task)
{
    m_info = task->info();
    Output::remark(u"The call continues as the task %1"_s.arg(Output::printable(m_info->id)));
    tell();
    connect(task, &Task::changed, this, [this, task] {
        m_info = task->info();
        tell();
    });
}

void TaskFollower::tell()
{
    const QString message = m_info->message.isEmpty() ? QString() : u": "_s + m_info->message;
    Output::remark(Output::printable(u"task %1%2"_s.arg(m_info->statusText, message)));
}

QString TaskFollower::endText(const Error &error) const
{
    const QString after = Formatting::duration(m_clock.nsecsElapsed());
    const QString id = Output::printable(m_info->id);
    if (error.kind == ErrorKind::Timeout)
        return u"The task %1 timed out after %2, and was asked to stop with tasks/cancel"_s.arg(id, after);
    if (error.kind != ErrorKind::Cancelled)
        return u"The task %1 ended after %2: %3"_s.arg(id, after, sentenceOf(error));
    const QString reason = error.detail.isEmpty() ? u"no reason given"_s : Output::printable(error.detail);
    return u"The task %1 was cancelled after %2: %3"_s.arg(id, after, reason);
}

QByteArray TaskFollower::json() const
{
    QByteArray json = JsonText::withMember({}, "taskId", JsonText::quoted(m_info->id));
    json = JsonText::withMember(json, "status", JsonText::quoted(m_info->statusText));
    if (!m_info->message.isNull())
        json = JsonText::withMember(json, "statusMessage", JsonText::quoted(m_info->message));
    return JsonText::withMember(json, "ms", QByteArray::number(m_clock.elapsed()));
}

} // namespace Pullcord
