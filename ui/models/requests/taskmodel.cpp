// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/requests/taskmodel.h"

#include "ui/models/requests/tasktexts.h"
#include "ui/models/texts.h"
#include "ui/models/untrustedtext.h"

#include <algorithm>

namespace Pullcord {
using namespace Qt::StringLiterals;

TaskModel::TaskModel(TaskList &tasks, QObject *parent)
    : QAbstractTableModel(parent)
    , m_tasks(&tasks)
    , m_shown(tasks.items())
{
    connect(&tasks, &TaskList::changed, this, &TaskModel::take);
}

TaskModel::~TaskModel() = default;

void TaskModel::take()
{
    const QList<TaskList::Item> &items = m_tasks->items();
    const bool isSame =
        std::equal(items.begin(), items.end(), m_shown.cbegin(), m_shown.cend(),
                   [](const TaskList::Item &a, const TaskList::Item &b) { return a.info.id == b.info.id; });
    if (!isSame) {
        beginResetModel();
        m_shown = items;
        endResetModel();
        return;
    }
    m_shown = items;
    if (!m_shown.isEmpty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

const TaskInfo *TaskModel::task(int row) const
{
    return row >= 0 && row < m_shown.size() ? &m_shown.at(row).info : nullptr;
}

int TaskModel::rowOf(const QString &id) const
{
    for (int row = 0; row < rowCount(); ++row) {
        if (m_shown.at(row).info.id == id)
            return row;
    }
    return -1;
}

int TaskModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_shown.size());
}

int TaskModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant TaskModel::data(const QModelIndex &index, int role) const
{
    const TaskInfo *found = task(index.row());
    if (!index.isValid() || !found)
        return {};
    if (role == Qt::DisplayRole)
        return Texts::head(text(*found, index.column()));
    if (role == Qt::ToolTipRole)
        return Texts::toolTip(text(*found, index.column())); // the column may be too narrow
    return {};
}

QString TaskModel::text(const TaskInfo &task, int column)
{
    switch (column) {
    case Id:
        return task.id;
    case State:
        return Texts::taskStatus(task);
    case Message:
        return task.message;
    case Created:
        return TaskTexts::localTime(task.created);
    case Updated:
        return TaskTexts::localTime(task.updated);
    case Poll:
        return TaskTexts::pollInterval(task);
    case Kept:
        return TaskTexts::keptFor(task);
    default:
        return {};
    }
}

QVariant TaskModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Id:
        return tr("Task");
    case State:
        return tr("State");
    case Message:
        return tr("Message");
    case Created:
        return tr("Created");
    case Updated:
        return tr("Updated");
    case Poll:
        return tr("Poll every");
    case Kept:
        return tr("Kept for");
    default:
        return {};
    }
}

} // namespace Pullcord
