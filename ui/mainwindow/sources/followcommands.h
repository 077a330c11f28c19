// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/stdiocommand.h"

#include <QObject>

class QWidget;

namespace Pullcord {

class Actions;
class MessageBar;
class ConversationController;

/// File > Follow Command: asks for the command, and shows a message while its output is awaited.
class FollowCommands final : public QObject
{
    Q_OBJECT

public:
    FollowCommands(ConversationController &controller, const Actions &actions, MessageBar &bar, QWidget *window);
    ~FollowCommands() override;

signals:
    /// The user wants to start this command.
    void agreed(const Pullcord::StdioCommand &command);

private:
    void ask();
    void onFollowing();

    ConversationController &m_controller;
    MessageBar &m_bar;
    QWidget *m_window;
    QString m_line; ///< text typed last
    QString m_said;
};

} // namespace Pullcord
