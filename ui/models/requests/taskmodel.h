// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/requests/tasklist.h"

#include <QAbstractTableModel>
#include <QPointer>

namespace Pullcord {

/// Tasks kept by a server, one row each, in its order.
class TaskModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Id, State, Message, Created, Updated, Poll, Kept, ColumnCount };

    explicit TaskModel(TaskList &tasks, QObject *parent = nullptr);
    ~TaskModel() override;

    /// Returns null for an invalid row.
    [[nodiscard]] const TaskInfo *task(int row) const;
    /// Returns -1 for an unknown task.
    [[nodiscard]] int rowOf(const QString &id) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void take();
    [[nodiscard]] static QString text(const TaskInfo &task, int column);

    QPointer<TaskList> m_tasks;
    QList<TaskList::Item> m_shown;
};

} // namespace Pullcord
