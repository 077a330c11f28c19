// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/commands/labcommands.h"

#include "ui/actions.h"
#include "ui/dialogs/labform.h"
#include "ui/dialogs/labwindow.h"
#include "ui/mainwindow/conversationcontroller.h"
#include "ui/mainwindow/conversationview.h"
#include "ui/panels/callpanel.h"
#include "ui/panels/serverpanel.h"

namespace Pullcord {

LabCommands::LabCommands(const Services &services, ConversationController &controller, Actions &actions,
                         ConversationView &bench, QWidget *window)
    : QObject(window)
    , m_services(services)
    , m_controller(controller)
    , m_actions(actions)
    , m_bench(bench)
    , m_window(window)
{
    connect(actions.lab, &QAction::triggered, this, [this] { open(Fill::IfNew); });
    connect(actions.labWithArguments, &QAction::triggered, this, [this] { open(Fill::Always); });
    connect(bench.server()->callPanel(), &CallPanel::changed, this, &LabCommands::updateActions);
    connect(&controller, &ConversationController::stateChanged, this, &LabCommands::updateActions);
    connect(&controller, &ConversationController::changed, this, &LabCommands::updateActions);
    // The next conversation has another server.
    connect(&controller, &ConversationController::aboutToChange, this, [this] { delete m_lab; });
    updateActions();
}

LabCommands::~LabCommands() = default;

/// Existing results stay available without a connection.
void LabCommands::updateActions()
{
    m_actions.lab->setEnabled(m_lab || m_controller.clientState() == Client::State::Ready);
    m_actions.labWithArguments->setEnabled(m_controller.clientState() == Client::State::Ready &&
                                           !m_bench.server()->callPanel()->toolName().isEmpty());
    if (m_lab)
        m_lab->refresh();
}

void LabCommands::open(Fill fill)
{
    if (!m_lab) {
        m_lab = new LabWindow(*m_controller.conversation(), *m_controller.findings(), m_services.dialogs,
                              m_services.program, m_window);
        m_lab->addAction(m_actions.quit); // shortcuts belong to a window
        connect(m_lab, &LabWindow::requestWanted, &m_bench, &ConversationView::showRequest);
    }
    const CallPanel *panel = m_bench.server()->callPanel();
    const bool isWanted = fill == Fill::Always || !m_lab->isVisible();
    if (isWanted && m_lab->form()->isEnabled() && !panel->toolName().isEmpty())
        m_lab->form()->setTool(panel->toolName(), panel->arguments());
    m_lab->show();
    m_lab->raise();
    m_lab->activateWindow();
    m_lab->form()->first()->setFocus(Qt::OtherFocusReason);
}

} // namespace Pullcord
