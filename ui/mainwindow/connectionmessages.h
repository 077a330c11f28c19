// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

namespace Pullcord {

class MessageBar;
class ServerCommands;
class Workspace;

/// What the message bar says of a connection that fails, is lost or cannot be trusted, and the way out that it offers.
class ConnectionMessages final : public QObject
{
    Q_OBJECT

public:
    ConnectionMessages(Workspace &workspace, ServerCommands &servers, MessageBar &bar, QObject *parent);
    ~ConnectionMessages() override;

private:
    void sayFailed(const QString &sentence);
    void sayLost(const QString &sentence);
    void askForTrust(const QString &reason, const QByteArray &certificate);

    Workspace &m_workspace;
    ServerCommands &m_servers;
    MessageBar &m_bar;
};

} // namespace Pullcord
