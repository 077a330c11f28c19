// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QPointer>

namespace Pullcord {

class Actions;
class RequestCommands;
class TasksDialog;
class ConversationController;

/// Commands for the server's tasks: list, get a result, cancel.
class TaskCommands final : public QObject
{
    Q_OBJECT

public:
    TaskCommands(ConversationController &controller, Actions &actions, RequestCommands &requests, QWidget *window);
    ~TaskCommands() override;

private:
    void updateActions();
    void showTasks();
    void getResult(const QString &taskId);
    void cancel(const QString &taskId);
    [[nodiscard]] bool isReady() const;

    ConversationController &m_controller;
    Actions &m_actions;
    RequestCommands &m_requests;
    QWidget *m_window;
    QPointer<TasksDialog> m_dialog;
};

} // namespace Pullcord
