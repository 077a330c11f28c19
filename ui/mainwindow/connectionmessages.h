// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/messagebar.h"

#include <QObject>

class QAction;

namespace Pullcord {

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

signals:
    /// The user wants to see this log that a host keeps of the server.
    void logChosen(const QString &path);

private:
    /// A failure of the connection, with the ways to find out more below `first`.
    void offer(const QString &sentence, QList<MessageBar::Choice> choices);
    [[nodiscard]] MessageBar::Choice change();
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
