// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/tabrestorer.h"

#include "ui/actions.h"
#include "ui/mainwindow/conversationcontroller.h"
#include "ui/mainwindow/sources/servercommands.h"
#include "ui/models/untrustedtext.h"
#include "ui/reopenoffer.h"
#include "ui/views/widgets/messagebar.h"

#include <QFileInfo>

namespace Pullcord {
using namespace Qt::StringLiterals;

TabRestorer::TabRestorer(const Services &services, ConversationController &controller, ServerCommands &servers,
                         const Actions &actions, MessageBar &bar, QObject *parent)
    : QObject(parent)
    , m_services(services)
    , m_controller(controller)
    , m_servers(servers)
    , m_actions(actions)
    , m_bar(bar)
{
    connect(&controller, &ConversationController::changed, this, [this] { m_former = {}; });
    connect(actions.reconnect, &QAction::triggered, this, &TabRestorer::connectAgain);
    if (m_services.offer) {
        connect(m_services.offer, &ReopenOffer::changed, this, &TabRestorer::updateAction);
        connect(actions.reopenSession, &QAction::triggered, m_services.offer, &ReopenOffer::accept);
    }
    updateAction();
}

TabRestorer::~TabRestorer() = default;

void TabRestorer::updateAction()
{
    const QStringList titles = m_services.offer ? m_services.offer->openTabs().titles() : QStringList();
    m_actions.reopenSession->setData(titles); // for the start page
    m_actions.reopenSession->setEnabled(!titles.isEmpty());
}

OpenTab TabRestorer::tab() const
{
    const Conversation *conversation = m_controller.conversation();
    if (!conversation)
        return m_former;
    const QString path = conversation->capture().path();
    OpenTab tab{.capture = path.isEmpty() ? QString() : QFileInfo(path).absoluteFilePath(),
                .title = m_former.title.isEmpty() ? m_controller.name() : m_former.title,
                .server = server()};
    if (tab.server)
        tab.server->forgetEntered();
    return tab;
}

const std::optional<ServerTarget> &TabRestorer::server() const
{
    return m_controller.target() ? m_controller.target() : m_former.server;
}

void TabRestorer::open(const OpenTab &tab)
{
    if (!tab.capture.isEmpty())
        m_controller.openFile(tab.capture);
    m_former = tab;
    // If the file could not be opened, keep that message.
    if (tab.server && (m_controller.conversation() || tab.capture.isEmpty()))
        offerServer();
    emit opened();
}

void TabRestorer::offerAgain()
{
    if (m_former.server)
        offerServer();
}

/// Connects to the server of a restored record. ConversationController reconnects live conversations.
void TabRestorer::connectAgain()
{
    if (!m_former.server)
        return;
    m_bar.clear();
    m_servers.wish(ServerTarget(*m_former.server)); // a copy, since this releases m_former
}

void TabRestorer::offerServer()
{
    const QString name = Texts::head(m_former.title.isEmpty() ? m_former.server->title() : m_former.title);
    const QString text = m_former.capture.isEmpty()
                             ? tr("The conversation with %1 was not saved.").arg(name)
                             : tr("This is the recorded conversation with %1. Its server is not connected.").arg(name);
    m_bar.show(MessageBar::Kind::Info, text, tr("Connect Again"), this, [this] { connectAgain(); });
}

void TabRestorer::reportCrash()
{
    if (!m_services.offer || m_services.offer->openTabs().isEmpty() || m_services.offer->openTabs().hasEnded)
        return;
    const auto count = int(m_services.offer->openTabs().titles().size());
    m_bar.show(MessageBar::Kind::Warning,
               tr("Pullcord ended unexpectedly while %Ln tabs were open. Reopening them does not start any server.",
                  nullptr, count),
               tr("Reopen"), m_services.offer, [this] {
                   m_bar.clear();
                   m_services.offer->accept();
               });
}

} // namespace Pullcord
