// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/widgets/messagebar.h"

#include <QObject>
#include <QTimer>

class QAction;

namespace Pullcord {

class ServerCommands;
class ConversationController;

/// Messages in the bar about failed, lost, untrusted or silent connections, with a button for the next step.
class ConnectionMessages final : public QObject
{
    Q_OBJECT

public:
    ConnectionMessages(ConversationController &controller, ServerCommands &servers, QAction &checkConnection,
                       MessageBar &bar, QObject *parent);
    ~ConnectionMessages() override;

signals:
    /// The user wants to see this log that a host keeps of the server.
    void logChosen(const QString &path);

private:
    /// Shows a message about the connection, with the ways to find out more after `choices`. `said` keeps its text for
    /// takeBack().
    void offer(QString &said, MessageBar::Kind kind, const QString &sentence, QList<MessageBar::Choice> choices);
    [[nodiscard]] MessageBar::Choice change();
    [[nodiscard]] MessageBar::Choice follow();
    [[nodiscard]] QString cause() const;
    void sayFailed(const QString &sentence);
    void sayLost(const QString &sentence);
    void saySilent();
    void askForTrust(const QString &reason, const QByteArray &certificate);
    void sayStopped(const QString &reason);
    void onState();
    void followAbsence();
    void takeBack(QString &said);

    ConversationController &m_controller;
    ServerCommands &m_servers;
    QAction &m_checkConnection;
    MessageBar &m_bar;
    QString m_saidOfLast; ///< text about the previous connection; outdated by the next one
    QString m_saidOfWait; ///< text about a handshake without a response
    QString m_saidOfAway; ///< text about an unreachable server
    QString m_saidOfEnd;  ///< text about a subscription ended by the server
    bool m_wasConnected = false;
    QTimer m_patience{this}; ///< runs from the beginning of an attempt to connect
};

} // namespace Pullcord
