// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/connectionmessages.h"

#include "ui/mainwindow/servercommands.h"
#include "ui/mainwindow/workspace.h"
#include "ui/views/messagebar.h"

#include <QAction>

#include <utility>

namespace Pullcord {

ConnectionMessages::ConnectionMessages(Workspace &workspace, ServerCommands &servers, QAction &checkConnection,
                                       MessageBar &bar, QObject *parent)
    : QObject(parent)
    , m_workspace(workspace)
    , m_servers(servers)
    , m_checkConnection(checkConnection)
    , m_bar(bar)
{
    connect(&workspace, &Workspace::connectionFailed, this, &ConnectionMessages::sayFailed);
    connect(&workspace, &Workspace::failed, this, [this](const QString &sentence) {
        m_bar.show(MessageBar::Kind::Failure, sentence);
        m_saidOfLast = m_bar.text();
    });
    connect(&workspace, &Workspace::lost, this, &ConnectionMessages::sayLost);
    connect(&workspace, &Workspace::distrusted, this, &ConnectionMessages::askForTrust);
    connect(&workspace, &Workspace::unsubscribed, this, [this](const QString &sentence) {
        m_bar.show(MessageBar::Kind::Info, sentence, tr("Listen Again"), &m_workspace,
                   [this] { m_workspace.listenAgain(); });
        m_saidOfEnd = m_bar.text();
    });
    connect(&workspace, &Workspace::stateChanged, this, &ConnectionMessages::onState);
    connect(&workspace, &Workspace::noted, this,
            [this](const QString &sentence) { m_bar.show(MessageBar::Kind::Info, sentence); });
}

ConnectionMessages::~ConnectionMessages() = default;

void ConnectionMessages::sayFailed(const QString &sentence)
{
    const Conversation *conversation = m_workspace.conversation();
    const RequestLog *log = conversation && conversation->isLive() ? &conversation->log() : nullptr;
    const bool isHttp = m_workspace.target() && m_workspace.target()->isHttp();
    const bool isUnheard = log && (log->count() == 0 || log->record(0).neverSent);
    if (isHttp || isUnheard) // a server that refuses may be the wrong one
        m_bar.show(MessageBar::Kind::Failure, sentence, this,
                   {isHttp ? tr("Change URL…") : tr("Change Command…"), [this] { m_servers.showConnectDialog(); }},
                   {tr("Check Connection…"), [this] { m_checkConnection.trigger(); }});
    else if (m_workspace.target() && m_workspace.clientState() == Client::State::Failed)
        m_bar.show(MessageBar::Kind::Failure, sentence, tr("Check Connection…"), this,
                   [this] { m_checkConnection.trigger(); });
    else
        m_bar.show(MessageBar::Kind::Failure, sentence);
    m_saidOfLast = m_bar.text();
}

/// Removes messages about the previous connection when there is a new one.
void ConnectionMessages::onState()
{
    if (m_workspace.isConnected() && !std::exchange(m_wasConnected, true))
        takeBack(m_saidOfLast);
    m_wasConnected = m_workspace.isConnected();
    if (m_workspace.isSubscribed() || !m_wasConnected)
        takeBack(m_saidOfEnd);
    const auto &absence = m_workspace.absence();
    if (!absence) {
        takeBack(m_saidOfAway);
        return;
    }
    if (!m_saidOfAway.isEmpty()) // only once, since the user may have closed it
        return;
    const QString sentence = tr("The server cannot be reached since %1: %2.").arg(absence->since, absence->reason);
    m_bar.show(MessageBar::Kind::Failure,
               m_workspace.triesAgain() ? tr("%1 Pullcord tries again by itself.", "after a sentence").arg(sentence)
                                        : sentence,
               tr("Reconnect"), &m_workspace, [this] { m_workspace.restart(); });
    m_saidOfAway = m_bar.text();
}

void ConnectionMessages::takeBack(QString &said)
{
    const QString gone = std::exchange(said, {});
    if (!gone.isEmpty() && m_bar.text() == gone)
        m_bar.clear();
}

void ConnectionMessages::sayLost(const QString &sentence)
{
    m_bar.show(MessageBar::Kind::Failure, sentence, tr("Reconnect"), &m_workspace, [this] { m_workspace.reconnect(); });
    m_saidOfLast = m_bar.text();
}

void ConnectionMessages::askForTrust(const QString &reason, const QByteArray &certificate)
{
    const QString fingerprint = QString::fromLatin1(certificate.toHex(':')).toUpper();
    m_bar.show(MessageBar::Kind::Failure,
               tr("Cannot connect: %1. Another machine may be impersonating the server. The certificate's SHA-256 "
                  "fingerprint is %2.")
                   .arg(reason, fingerprint),
               this, {tr("Stop"), {}},
               {tr("Trust This Server for This Session"), [this, certificate] { m_workspace.trust(certificate); }});
}

} // namespace Pullcord
