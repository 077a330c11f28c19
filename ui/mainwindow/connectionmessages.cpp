// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/connectionmessages.h"

#include "ui/mainwindow/servercommands.h"
#include "ui/mainwindow/workspace.h"
#include "ui/views/messagebar.h"

namespace Pullcord {

ConnectionMessages::ConnectionMessages(Workspace &workspace, ServerCommands &servers, MessageBar &bar, QObject *parent)
    : QObject(parent)
    , m_workspace(workspace)
    , m_servers(servers)
    , m_bar(bar)
{
    connect(&workspace, &Workspace::failed, this, &ConnectionMessages::sayFailed);
    connect(&workspace, &Workspace::lost, this, &ConnectionMessages::sayLost);
    connect(&workspace, &Workspace::distrusted, this, &ConnectionMessages::askForTrust);
    connect(&workspace, &Workspace::noted, this,
            [this](const QString &sentence) { m_bar.show(MessageBar::Kind::Info, sentence); });
}

ConnectionMessages::~ConnectionMessages() = default;

void ConnectionMessages::sayFailed(const QString &sentence)
{
    const Conversation *conversation = m_workspace.conversation();
    const RequestLog *log = conversation && conversation->isLive() ? &conversation->log() : nullptr;
    const bool isHttp = m_workspace.target() && m_workspace.target()->isHttp();
    if (log && (log->count() == 0 || log->record(0).neverSent)) // nothing has come of it yet
        m_bar.show(MessageBar::Kind::Failure, sentence, isHttp ? tr("Change Server…") : tr("Change Command…"), this,
                   [this] { m_servers.showConnectDialog(); });
    else
        m_bar.show(MessageBar::Kind::Failure, sentence);
}

void ConnectionMessages::sayLost(const QString &sentence)
{
    m_bar.show(MessageBar::Kind::Failure, sentence, tr("Reconnect"), &m_workspace, [this] { m_workspace.reconnect(); });
}

void ConnectionMessages::askForTrust(const QString &reason, const QByteArray &certificate)
{
    const QString fingerprint = QString::fromLatin1(certificate.toHex(':')).toUpper();
    m_bar.show(MessageBar::Kind::Failure,
               tr("No connection: %1. Somebody else may be answering in the server's place. The certificate's SHA-256 "
                  "fingerprint is %2.")
                   .arg(reason, fingerprint),
               this, {tr("Stop"), {}},
               {tr("Trust This Server for This Session"), [this, certificate] { m_workspace.trust(certificate); }});
}

} // namespace Pullcord
