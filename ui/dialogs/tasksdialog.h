// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/requests/taskmodel.h"

#include <QDialog>

class QPushButton;
class QTreeView;

namespace Pullcord {

class PeerLabel;

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
