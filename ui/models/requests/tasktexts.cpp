// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/requests/tasktexts.h"

#include "core/capture/describe.h"
#include "core/capture/formatting.h"
#include "ui/models/texts.h"

#include <QCoreApplication>
#include <QDateTime>

#include <chrono>

namespace Pullcord::TaskTexts {
using namespace Qt::StringLiterals;

namespace {

struct TaskContext
{
    Q_DECLARE_TR_FUNCTIONS(Pullcord::TaskTexts)
};

QString duration(std::chrono::milliseconds time)
{
    return Formatting::duration(std::chrono::nanoseconds(time).count());
}

/// Appends the term of the specification if the shown word differs.
QString status(const TaskInfo &task)
{
    const QString text = Texts::taskStatus(task);
    return task.statusText.isEmpty() || text == task.statusText ? text : u"%1 (%2)"_s.arg(text, task.statusText);
}

QString state(const TaskLog::Entry &task)
{
    const QString shownStatus = status(task.info);
    const bool isCancelling = task.cancelRequested && !task.info.isFinal();
    const QString known =
        isCancelling ? TaskContext::tr("%1, cancel sent", "the state of a task").arg(shownStatus) : shownStatus;
    return task.isLost ? TaskContext::tr("lost; last known: %1", "the state of a task").arg(known) : known;
}

} // namespace

QString localTime(const QString &iso)
{
    const QDateTime time = QDateTime::fromString(iso, Qt::ISODateWithMs);
    return time.isValid() ? time.toLocalTime().toString(u"yyyy-MM-dd hh:mm:ss"_s) : iso;
}

QString pollInterval(const TaskInfo &task)
{
    return task.pollInterval ? duration(*task.pollInterval) : QString();
}

QString keptFor(const TaskInfo &task)
{
    return task.ttl ? duration(std::chrono::milliseconds(*task.ttl)) : TaskContext::tr("without limit");
}

QList<Fact> facts(const RequestRecord &call, const TaskLog::Entry &task)
{
    const TaskInfo &info = task.info;
    const QString ofCall = Texts::translated(Describe::state(call));
    const QString ended = call.isOpen() ? ofCall
                                        : TaskContext::tr("%1 after %2, when the task began", "the state of a request")
                                              .arg(ofCall, Formatting::duration(call.duration(0)));
    QList<Fact> facts{{TaskContext::tr("The request"), ended},
                      {TaskContext::tr("The task"), state(task)},
                      {TaskContext::tr("Cancel"), Texts::taskCancel(task, call)},
                      {TaskContext::tr("Reason"), task.cancelReason},
                      {TaskContext::tr("Task id"), info.id},
                      {TaskContext::tr("Status message"), info.message},
                      {TaskContext::tr("Created"), localTime(info.created)},
                      {TaskContext::tr("Last updated"), localTime(info.updated)},
                      {TaskContext::tr("Kept for"), keptFor(info)},
                      {TaskContext::tr("Poll interval"), pollInterval(info)}};
    facts.removeIf([](const Fact &fact) { return fact.text.isEmpty(); });
    return facts;
}

} // namespace Pullcord::TaskTexts
