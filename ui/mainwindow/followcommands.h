// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/stdiocommand.h"

#include <QObject>

class QWidget;

namespace Pullcord {

class Actions;
class MessageBar;
class Workspace;

/// File > Follow Command: asks for the command, and reports in the message bar that its output is waited for.
class FollowCommands final : public QObject
{
    Q_OBJECT

public:
    FollowCommands(Workspace &workspace, const Actions &actions, MessageBar &bar, QWidget *window);
    ~FollowCommands() override;

signals:
    /// The user wants this command started.
    void agreed(const Pullcord::StdioCommand &command);

private:
    void ask();
    void onFollowing();

    Workspace &m_workspace;
    MessageBar &m_bar;
    QWidget *m_window;
    QString m_line; ///< what was typed last
    QString m_said;
};

} // namespace Pullcord
