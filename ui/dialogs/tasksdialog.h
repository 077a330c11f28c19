// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/requests/tasklist.h"

#include <QAbstractTableModel>
#include <QDialog>
#include <QPointer>

class QPushButton;
class QTreeView;

namespace Pullcord {

class PeerLabel;

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

/// Tasks kept by a server, with their states and commands. Not modal.
class TasksDialog final : public QDialog
{
    Q_OBJECT

public:
    /// `server` is the name of the server. Requests the list at once.
    TasksDialog(TaskList &tasks, const QString &server, QWidget *parent = nullptr);
    ~TasksDialog() override;

signals:
    void resultWanted(const QString &taskId);
    void cancelWanted(const QString &taskId);

private:
    void makeTable();
    [[nodiscard]] QPushButton *makeButton(const QString &name, const QString &text, const QString &toolTip);
    [[nodiscard]] const TaskInfo *current() const;
    void showState();
    void updateButtons();

    QPointer<TaskList> m_tasks;
    TaskModel m_model;
    QString m_problem; ///< error of the last request
    QString m_chosen;  ///< id of the selected task
    PeerLabel *m_state;
    QTreeView *m_table;
    QPushButton *m_refresh;
    QPushButton *m_result;
    QPushButton *m_cancel;
};

} // namespace Pullcord
