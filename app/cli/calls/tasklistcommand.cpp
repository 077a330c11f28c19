// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/calls/tasklistcommand.h"

#include "app/cli/output.h"

#include <array>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

/// Returns the columns of a row: id, status, time of creation, message.
std::array<QString, 4> columnsOf(const TaskInfo &task)
{
    return {task.id, task.statusText, task.created, task.message};
}

} // namespace

void TaskListCommand::work()
{
    TaskList *tasks = conversation().tasks();
    connect(tasks, &TaskList::failed, this, [this](const Error &error) {
        Output::remark(u"pullcord-cli: %1"_s.arg(sentenceOf(error)));
        leave(exitCodeOf(error));
    });
    // Emitted after a failure, too, with the tasks so far; the first exit code counts.
    const auto show = [this] {
        print();
        leave(ExitOk);
    };
    connect(tasks, &TaskList::changed, this, show, Qt::SingleShotConnection);
    if (!tasks->refresh()) {
        Output::remark(u"The server does not declare a list of tasks, so it was not asked"_s);
        show();
    }
}

void TaskListCommand::print() const
{
    const QList<TaskList::Item> &items = conversation().tasks()->items();
    if (options().json) {
        QByteArrayList raw;
        for (const TaskList::Item &item : items)
            raw.append(item.raw);
        Output::resultBytes('[' + raw.join(",\n ") + ']');
        return;
    }
    std::array<qsizetype, 4> widths{};
    for (const TaskList::Item &item : items) {
        const auto columns = columnsOf(item.info);
        for (size_t i = 0; i + 1 < columns.size(); ++i)
            widths.at(i) = qMax(widths.at(i), columns.at(i).size());
    }
    for (const TaskList::Item &item : items) {
        const auto columns = columnsOf(item.info);
        QStringList cells;
        for (size_t i = 0; i < columns.size(); ++i)
            cells.append(columns.at(i).leftJustified(widths.at(i)));
        Output::result(Output::printable(cells.join(u"  "_s).trimmed()));
    }
}

} // namespace Pullcord
