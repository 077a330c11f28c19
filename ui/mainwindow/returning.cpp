// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/returning.h"

#include "ui/actions.h"
#include "ui/mainwindow/servercommands.h"
#include "ui/mainwindow/workspace.h"
#include "ui/models/peertexts.h"
#include "ui/sessionoffer.h"
#include "ui/views/messagebar.h"

#include <QFileInfo>

namespace Pullcord {
using namespace Qt::StringLiterals;

Returning::Returning(const Services &services, Workspace &workspace, ServerCommands &servers, const Actions &actions,
                     MessageBar &bar, QObject *parent)
    : QObject(parent)
    , m_services(services)
    , m_workspace(workspace)
    , m_servers(servers)
    , m_actions(actions)
    , m_bar(bar)
{
    connect(&workspace, &Workspace::changed, this, [this] { m_former = {}; });
    connect(actions.reconnect, &QAction::triggered, this, &Returning::connectAgain);
    if (m_services.offer) {
        connect(m_services.offer, &SessionOffer::changed, this, &Returning::updateAction);
        connect(actions.reopenSession, &QAction::triggered, m_services.offer, &SessionOffer::accept);
    }
    updateAction();
}

Returning::~Returning() = default;

void Returning::updateAction()
{
    const QStringList titles = m_services.offer ? m_services.offer->session().titles() : QStringList();
    m_actions.reopenSession->setData(titles); // for the start page
    m_actions.reopenSession->setEnabled(!titles.isEmpty());
}

OpenTab Returning::tab() const
{
    const Conversation *conversation = m_workspace.conversation();
    if (!conversation)
        return m_former;
    const QString path = conversation->capture().path();
    OpenTab tab{.capture = path.isEmpty() ? QString() : QFileInfo(path).absoluteFilePath(),
                .title = m_former.title.isEmpty() ? m_workspace.name() : m_former.title,
                .server = server()};
    if (tab.server) { // what the user has entered for a connection ends with its tab
        HttpNetwork &network = tab.server->http.network;
        tab.server->values.clear();
        network.passphrase.clear();
        network.proxy = network.shownProxy();
    }
    return tab;
}

const std::optional<ServerTarget> &Returning::server() const
{
    return m_workspace.target() ? m_workspace.target() : m_former.server;
}

void Returning::open(const OpenTab &tab)
{
    if (!tab.capture.isEmpty())
        m_workspace.openFile(tab.capture);
    m_former = tab;
    // If the file could not be opened, keep that message.
    if (tab.server && (m_workspace.conversation() || tab.capture.isEmpty()))
        offerServer();
    emit opened();
}

void Returning::offerAgain()
{
    if (m_former.server)
        offerServer();
}

/// Connects to the server of a restored record. Workspace reconnects live conversations.
void Returning::connectAgain()
{
    if (!m_former.server)
        return;
    m_bar.clear();
    m_servers.wish(ServerTarget(*m_former.server)); // a copy, since this releases m_former
}

void Returning::offerServer()
{
    const QString name = Texts::head(m_former.title.isEmpty() ? m_former.server->title() : m_former.title);
    const QString text = m_former.capture.isEmpty()
                             ? tr("The conversation with %1 was not saved.").arg(name)
                             : tr("This is the recorded conversation with %1. Its server is not connected.").arg(name);
    m_bar.show(MessageBar::Kind::Info, text, tr("Connect Again"), this, [this] { connectAgain(); });
}

void Returning::tellOfCrash()
{
    if (!m_services.offer || m_services.offer->session().isEmpty() || m_services.offer->session().hasEnded)
        return;
    const auto count = int(m_services.offer->session().titles().size());
    m_bar.show(MessageBar::Kind::Warning,
               tr("Pullcord ended unexpectedly while %Ln tabs were open. Reopening them does not start any server.",
                  nullptr, count),
               tr("Reopen"), m_services.offer, [this] {
                   m_bar.clear();
                   m_services.offer->accept();
               });
}

} // namespace Pullcord
