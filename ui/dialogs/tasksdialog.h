// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/taskmodel.h"

#include <QDialog>

class QPushButton;
class QTreeView;

namespace Pullcord {

class PeerLabel;

/// The tasks that a server keeps: how they are, and what can be done with one. Not modal: the conversation goes on beside it.
class TasksDialog final : public QDialog
{
    Q_OBJECT

public:
    /// `server` is who keeps them, for people. Asks for the list at once.
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
    QString m_problem; ///< of the last round
    QString m_chosen;  ///< id
    PeerLabel *m_state;
    QTreeView *m_table;
    QPushButton *m_refresh;
    QPushButton *m_result;
    QPushButton *m_cancel;
};

} // namespace Pullcord
