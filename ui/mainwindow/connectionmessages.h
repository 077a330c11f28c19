// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

class QAction;

namespace Pullcord {

class MessageBar;
class ServerCommands;
class Workspace;

/// What the message bar says of a connection that fails, is lost or cannot be trusted, and the way out that it offers.
class ConnectionMessages final : public QObject
{
    Q_OBJECT

public:
    ConnectionMessages(Workspace &workspace, ServerCommands &servers, QAction &checkConnection, MessageBar &bar,
                       QObject *parent);
    ~ConnectionMessages() override;

private:
    void sayFailed(const QString &sentence);
    void sayLost(const QString &sentence);
    void askForTrust(const QString &reason, const QByteArray &certificate);
    void onState();
    void takeBack(QString &said);

    Workspace &m_workspace;
    ServerCommands &m_servers;
    QAction &m_checkConnection;
    MessageBar &m_bar;
    QString m_saidOfLast; ///< of the connection before this: nothing of it holds when there is another
    QString m_saidOfAway; ///< that the server cannot be reached
    QString m_saidOfEnd;  ///< that it has ended the subscription
    bool m_wasConnected = false;
};

} // namespace Pullcord
