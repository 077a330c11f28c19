// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/sources/followcommands.h"

#include "core/capture/file/followedcommand.h"
#include "ui/actions.h"
#include "ui/dialogs/followdialog.h"
#include "ui/mainwindow/conversationcontroller.h"
#include "ui/views/widgets/messagebar.h"

#include <utility>

namespace Pullcord {

FollowCommands::FollowCommands(ConversationController &controller, const Actions &actions, MessageBar &bar,
                               QWidget *window)
    : QObject(window)
    , m_controller(controller)
    , m_bar(bar)
    , m_window(window)
{
    connect(actions.followCommand, &QAction::triggered, this, &FollowCommands::ask);
    connect(&controller, &ConversationController::followingChanged, this, &FollowCommands::onFollowing);
}

FollowCommands::~FollowCommands() = default;

void FollowCommands::ask()
{
    auto *dialog = new FollowDialog(m_line, m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        m_line = dialog->line();
        emit agreed(dialog->command());
    });
    dialog->open();
}

/// Until the first line comes, nothing else is visible.
void FollowCommands::onFollowing()
{
    const FollowedCommand *command = m_controller.followed();
    if (command && command->isRunning() && !command->hasBegun()) {
        m_bar.show(MessageBar::Kind::Info,
                   tr("Waiting for the output of “%1”…").arg(ConversationController::shortLine(command->command())),
                   tr("Stop"), &m_controller, [this] { m_controller.stopFollowing(); });
        m_said = m_bar.text();
    } else if (const QString said = std::exchange(m_said, {}); !said.isEmpty() && m_bar.text() == said) {
        m_bar.clear();
    }
}

} // namespace Pullcord
