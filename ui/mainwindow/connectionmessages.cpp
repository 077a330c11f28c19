// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/connectionmessages.h"

#include "core/config/hostlogs.h"
#include "ui/mainwindow/servercommands.h"
#include "ui/mainwindow/workspace.h"
#include "ui/models/servertexts.h"

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
    const std::optional<ServerTarget> &target = m_workspace.target();
    const Conversation *conversation = m_workspace.conversation();
    const RequestLog *log = conversation && conversation->isLive() ? &conversation->log() : nullptr;
    const bool isUnheard = log && (log->count() == 0 || log->record(0).neverSent);
    constexpr int ProxyAuthenticationRequired = 407;
    if (!target) {
        m_bar.show(MessageBar::Kind::Failure, sentence);
    } else if (!target->isHttp()) {
        offer(sentence, isUnheard || m_workspace.clientState() == Client::State::Failed ? QList{change()}
                                                                                        : QList<MessageBar::Choice>());
    } else {
        const HttpNetwork &network = target->http.network;
        const bool isProxyLocked =
            !network.proxyUser().isEmpty() && (isUnheard || m_workspace.lastStatus() == ProxyAuthenticationRequired);
        const bool asks = isProxyLocked || (isUnheard && network.isKeyLocked());
        const MessageBar::Choice password{tr("Enter Password…"),
                                          [this] { m_servers.askForPasswords(*m_workspace.target()); }};
        offer(sentence, {asks ? password : change()});
    }
    if (target)
        m_bar.focusFirst();
    m_saidOfLast = m_bar.text();
}

/// A server that refuses may be another one than was meant.
MessageBar::Choice ConnectionMessages::change()
{
    return {m_workspace.target()->isHttp() ? tr("Change URL…") : tr("Change Command…"),
            [this] { m_servers.showConnectDialog(); }};
}

void ConnectionMessages::offer(const QString &sentence, QList<MessageBar::Choice> choices)
{
    choices << MessageBar::Choice{
        .text = tr("Check Connection…"), .action = [this] { m_checkConnection.trigger(); }, .keepsBar = true};
    const std::optional<HostLog> log = HostLog::newestOf(m_workspace.target()->filled());
    if (log && choices.size() < MessageBar::MostChoices) {
        choices << MessageBar::Choice{.text = tr("Open Host Log"),
                                      .action = [this, path = log->path] { emit logChosen(path); },
                                      .keepsBar = true,
                                      .toolTip = ServerTexts::openLog(*log, *m_workspace.target())};
    }
    m_bar.show(MessageBar::Kind::Failure, sentence, this, choices);
}

/// What is said of a connection goes with the next one, however that was asked for.
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
    const QString sentence = tr("The server has been unreachable since %1: %2.").arg(absence->since, absence->reason);
    offer(m_workspace.triesAgain() ? tr("%1 Pullcord retries by itself.", "after a sentence").arg(sentence) : sentence,
          {{tr("Reconnect"), [this] { m_workspace.restart(); }}});
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
    const MessageBar::Choice reconnect{tr("Reconnect"), [this] { m_workspace.reconnect(); }};
    if (m_workspace.target())
        offer(sentence, {reconnect});
    else
        m_bar.show(MessageBar::Kind::Failure, sentence, this, {reconnect});
    m_saidOfLast = m_bar.text();
}

void ConnectionMessages::askForTrust(const QString &reason, const QByteArray &certificate)
{
    offer(tr("Cannot connect: %1. Another machine may be impersonating the server.").arg(reason),
          {{tr("Stop")},
           {tr("Trust This Server for This Session"), [this, certificate] { m_workspace.trust(certificate); }}});
    m_bar.focusFirst();
    m_bar.setDetail(
        tr("SHA-256 fingerprint of the certificate: %1").arg(QString::fromLatin1(certificate.toHex(':')).toUpper()));
}

} // namespace Pullcord
