// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/commands/taskcommands.h"

#include "core/json/jsontext.h"
#include "ui/actions.h"
#include "ui/dialogs/tasksdialog.h"
#include "ui/mainwindow/commands/requestcommands.h"
#include "ui/mainwindow/conversationcontroller.h"

namespace Pullcord {

namespace {

QByteArray paramsFor(const QString &taskId)
{
    return JsonText::withMember({}, "taskId", JsonText::quoted(taskId));
}

} // namespace

TaskCommands::TaskCommands(ConversationController &controller, Actions &actions, RequestCommands &requests,
                           QWidget *window)
    : QObject(window)
    , m_controller(controller)
    , m_actions(actions)
    , m_requests(requests)
    , m_window(window)
{
    connect(actions.tasks, &QAction::triggered, this, &TaskCommands::showTasks);
    connect(&controller, &ConversationController::stateChanged, this, &TaskCommands::updateActions);
    // The next conversation has another server.
    connect(&controller, &ConversationController::aboutToChange, this, [this] { delete m_dialog; });
    updateActions();
}

TaskCommands::~TaskCommands() = default;

bool TaskCommands::isReady() const
{
    return m_controller.clientState() == Client::State::Ready;
}

void TaskCommands::updateActions()
{
    m_actions.tasks->setEnabled(isReady() && m_controller.conversation()->tasks()->isDeclared());
}

void TaskCommands::showTasks()
{
    if (!m_dialog) {
        m_dialog = new TasksDialog(*m_controller.conversation()->tasks(), m_controller.title(), m_window);
        connect(m_dialog, &TasksDialog::resultWanted, this, &TaskCommands::getResult);
        connect(m_dialog, &TasksDialog::cancelWanted, this, &TaskCommands::cancel);
    }
    m_dialog->show();
    m_dialog->raise();
    m_dialog->activateWindow();
}

void TaskCommands::getResult(const QString &taskId)
{
    if (!isReady())
        return;
    // No timeout: the response comes when the task has ended.
    m_requests.start(*m_controller.conversation()->call("tasks/result", paramsFor(taskId),
                                                        {.timeout = std::chrono::milliseconds(-1)}));
}

void TaskCommands::cancel(const QString &taskId)
{
    if (!isReady())
        return;
    LogicalCall *call = m_controller.conversation()->call("tasks/cancel", paramsFor(taskId));
    connect(call, &LogicalCall::finished, m_controller.conversation()->tasks(), &TaskList::refresh);
    m_requests.start(*call);
}

} // namespace Pullcord
