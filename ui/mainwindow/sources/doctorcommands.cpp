// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/sources/doctorcommands.h"

#include "ui/actions.h"
#include "ui/dialogs/doctorwindow.h"
#include "ui/mainwindow/conversationcontroller.h"
#include "ui/services.h"

namespace Pullcord {

DoctorCommands::DoctorCommands(const Services &services, ConversationController &controller, Actions &actions,
                               QWidget *window)
    : QObject(window)
    , m_services(services)
    , m_controller(controller)
    , m_actions(actions)
    , m_window(window)
{
    connect(actions.checkConnection, &QAction::triggered, this, &DoctorCommands::open);
    const auto update = [this] { m_actions.checkConnection->setEnabled(m_controller.target().has_value()); };
    connect(&controller, &ConversationController::changed, this, update);
    connect(&controller, &ConversationController::aboutToChange, this, [this] { delete m_doctor; });
    update();
}

DoctorCommands::~DoctorCommands() = default;

void DoctorCommands::open()
{
    if (!m_controller.target())
        return;
    if (!m_doctor) {
        m_doctor = new DoctorWindow(m_controller.target()->filled(), m_services.program, m_services.version, m_window);
        m_doctor->addAction(m_actions.quit); // shortcuts belong to a window
        connect(m_doctor, &DoctorWindow::logChosen, this, &DoctorCommands::logChosen);
    } else if (!m_doctor->doctor().isRunning()) {
        m_doctor->run();
    }
    m_doctor->show();
    m_doctor->raise();
    m_doctor->activateWindow();
}

} // namespace Pullcord
