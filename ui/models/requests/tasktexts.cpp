// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/requests/tasktexts.h"

#include "core/capture/formatting.h"
#include "ui/models/texts.h"

#include <QCoreApplication>
#include <QDateTime>

#include <chrono>

namespace Pullcord::TaskTexts {
using namespace Qt::StringLiterals;

namespace {

struct TranslatableText
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
    const QString said = status(task.info);
    const bool isCancelling = task.cancelRequested && !task.info.isFinal();
    const QString known =
        isCancelling ? TranslatableText::tr("%1, cancel sent", "the state of a task").arg(said) : said;
    return task.isLost ? TranslatableText::tr("lost; last known: %1", "the state of a task").arg(known) : known;
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
    return task.ttl ? duration(std::chrono::milliseconds(*task.ttl)) : TranslatableText::tr("without limit");
}

QList<Fact> facts(const RequestRecord &call, const TaskLog::Entry &task)
{
    const TaskInfo &info = task.info;
    const QString ended = call.isOpen()
                              ? Texts::state(call)
                              : TranslatableText::tr("%1 after %2, when the task began", "the state of a request")
                                    .arg(Texts::state(call), Formatting::duration(call.duration(0)));
    QList<Fact> facts{{TranslatableText::tr("The request"), ended},
                      {TranslatableText::tr("The task"), state(task)},
                      {TranslatableText::tr("Cancel"), Texts::taskCancel(task, call)},
                      {TranslatableText::tr("Reason"), task.cancelReason},
                      {TranslatableText::tr("Task id"), info.id},
                      {TranslatableText::tr("Status message"), info.message},
                      {TranslatableText::tr("Created"), localTime(info.created)},
                      {TranslatableText::tr("Last updated"), localTime(info.updated)},
                      {TranslatableText::tr("Kept for"), keptFor(info)},
                      {TranslatableText::tr("Poll interval"), pollInterval(info)}};
    facts.removeIf([](const Fact &fact) { return fact.text.isEmpty(); });
    return facts;
}

} // namespace Pullcord::TaskTexts
