// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/commands/catalogcommands.h"

#include "ui/actions.h"
#include "ui/mainwindow/commands/requestcommands.h"
#include "ui/mainwindow/conversationcontroller.h"
#include "ui/panels/callpanel.h"
#include "ui/panels/catalogpanel.h"
#include "ui/panels/itempanel.h"
#include "ui/panels/serverpanel.h"

namespace Pullcord {

CatalogCommands::CatalogCommands(ConversationController &controller, Actions &actions, ServerPanel &panel,
                                 RequestCommands &requests, QObject *parent)
    : QObject(parent)
    , m_controller(controller)
    , m_actions(actions)
    , m_panel(panel)
    , m_requests(requests)
{
    connect(actions.callTool, &QAction::triggered, this, &CatalogCommands::call);
    connect(actions.fetch, &QAction::triggered, this, &CatalogCommands::fetch);
    connect(actions.watchResource, &QAction::triggered, this, &CatalogCommands::watch);
    connect(actions.refreshCatalog, &QAction::triggered, this, [this] {
        m_controller.listenAgain();
        m_controller.conversation()->catalog()->refresh();
    });
    connect(actions.searchCatalog, &QAction::triggered, this, [this] {
        m_actions.viewServer->setChecked(true);
        m_panel.showList();
        m_panel.catalog()->focusSearch();
    });
    connect(panel.callPanel(), &CallPanel::changed, this, &CatalogCommands::updateActions);
    connect(panel.itemPanel(), &ItemPanel::changed, this, &CatalogCommands::updateActions);
}

CatalogCommands::~CatalogCommands() = default;

void CatalogCommands::call()
{
    const CallPanel *panel = m_panel.callPanel();
    if (panel->canCall())
        m_requests.call(*panel);
}

void CatalogCommands::fetch()
{
    const ItemPanel *item = m_panel.itemPanel();
    if (!item->canFetch() || m_controller.clientState() != Client::State::Ready)
        return;
    Conversation *conversation = m_controller.conversation();
    if (item->isPrompt()) {
        m_requests.start(*conversation->getPrompt(item->promptName(), item->arguments()));
    } else {
        m_panel.catalog()->takeNote(item->uri());
        m_requests.start(*conversation->readResource(item->uri()));
    }
}

void CatalogCommands::watch(bool wanted)
{
    const QString uri = m_panel.itemPanel()->uri();
    SubscriptionManager *subscriptionManager = m_controller.conversation()->subscriptionManager();
    if (wanted)
        subscriptionManager->watch(uri);
    else
        subscriptionManager->stop(uri);
}

void CatalogCommands::updateActions()
{
    const bool ready = m_controller.clientState() == Client::State::Ready;
    const Conversation *conversation = m_controller.conversation();
    const ItemPanel *item = m_panel.itemPanel();
    m_panel.callPanel()->setHasTasks(ready && conversation->client()->revision() == Revision::R2025_11_25);
    m_actions.refreshCatalog->setEnabled(ready);
    m_actions.searchCatalog->setEnabled(conversation && conversation->isLive());
    m_actions.callTool->setEnabled(ready && m_panel.callPanel()->canCall());
    m_actions.sayWhatIsFetched(item->isPrompt(), item->missing().isEmpty());
    m_actions.fetch->setEnabled(ready && item->canFetch());
    m_actions.watchResource->setVisible(!item->isPrompt());
    m_actions.watchResource->setEnabled(ready && !item->uri().isEmpty());
    m_actions.watchResource->setChecked(ready &&
                                        conversation->subscriptionManager()->wanted().uris.contains(item->uri()));
}

} // namespace Pullcord
