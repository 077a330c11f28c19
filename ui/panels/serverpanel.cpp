// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/serverpanel.h"

#include "ui/actions.h"
#include "ui/models/catalogtexts.h"
#include "ui/models/peertexts.h"
#include "ui/panels/callpanel.h"
#include "ui/panels/catalogpanel.h"
#include "ui/panels/factspanel.h"
#include "ui/panels/itempanel.h"
#include "ui/views/elidedlabel.h"
#include "ui/views/panelbutton.h"

#include <QHBoxLayout>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace Pullcord {
using namespace Qt::StringLiterals;

ServerPanel::ServerPanel(Actions &actions, QWidget *parent)
    : QWidget(parent)
    , m_name(new ElidedLabel(this))
    , m_state(new ElidedLabel(this))
    , m_catalog(new CatalogPanel(actions, this))
    , m_pages(new QStackedWidget(this))
    , m_call(new CallPanel(actions, this))
    , m_item(new ItemPanel(actions, this))
    , m_facts(new FactsPanel(this))
    , m_splitter(new QSplitter(Qt::Vertical, this))
{
    setObjectName(u"serverPanel"_s);
    m_pages->addWidget(m_call);
    m_pages->addWidget(m_item);
    m_pages->addWidget(m_facts);
    m_splitter->setObjectName(u"serverSplitter"_s);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(m_catalog);
    m_splitter->addWidget(m_pages);
    m_splitter->setStretchFactor(0, 2);
    m_splitter->setStretchFactor(1, 3);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeHeader(actions));
    layout->addWidget(m_splitter, 1);
    connect(m_catalog, &CatalogPanel::currentChanged, this, &ServerPanel::showCurrent);
    connect(m_catalog, &CatalogPanel::activated, this, [&actions](CatalogList::Kind kind) {
        (kind == CatalogList::Kind::Tools ? actions.callTool : actions.fetch)->trigger();
    });
}

ServerPanel::~ServerPanel() = default;

QWidget *ServerPanel::makeHeader(Actions &actions)
{
    auto *header = new QWidget(this);
    QFont bold = font();
    bold.setBold(true);
    m_name->setFont(bold);
    m_name->setObjectName(u"serverName"_s);
    m_name->setTextFormat(Qt::PlainText);
    m_state->setObjectName(u"serverState"_s);
    m_state->setTextFormat(Qt::PlainText);
    auto *words = new QVBoxLayout;
    words->setSpacing(0);
    words->addWidget(m_name);
    words->addWidget(m_state);
    auto *layout = new QHBoxLayout(header);
    layout->setContentsMargins(6, 4, 2, 4);
    layout->addLayout(words, 1);
    layout->addWidget(makePanelButton(actions.disconnectServer, header));
    layout->addWidget(makePanelButton(actions.reconnect, header));
    return header;
}

void ServerPanel::setConversation(Conversation *conversation)
{
    m_item->setConversation(conversation); // first: what it asks for goes with the client
    m_catalog->setConversation(conversation);
    showCurrent();
}

void ServerPanel::setServer(const QString &name, const QString &state)
{
    m_name->setText(Texts::head(name));
    m_state->setText(Texts::head(state));
}

void ServerPanel::showCurrent()
{
    const QModelIndex current = m_catalog->current();
    const CatalogItem *item = m_catalog->model().item(current);
    using Kind = CatalogList::Kind;
    const Kind kind = current.isValid() ? m_catalog->model().kindOf(current) : Kind::Tools;
    const bool isTool = item && kind == Kind::Tools;
    if (item && !isTool)
        m_item->setItem(kind, *item);
    else
        m_item->clear();
    showTool(isTool ? current : QModelIndex());
    if (current.isValid() && !item)
        m_facts->setFacts(CatalogTexts::name(kind), m_catalog->describe(kind));
    m_pages->setCurrentWidget(!current.isValid() || isTool ? static_cast<QWidget *>(m_call)
                              : item                       ? static_cast<QWidget *>(m_item)
                                                           : m_facts);
}

void ServerPanel::showTool(const QModelIndex &index)
{
    const CatalogItem *item = m_catalog->model().item(index);
    const bool canBeCalled = item && (index.flags() & Qt::ItemIsEnabled) != 0;
    const QByteArray shown = std::exchange(m_shownTool, canBeCalled ? item->raw : QByteArray());
    if (m_shownTool == shown)
        return;
    if (canBeCalled)
        m_call->setTool(Tool::from(*item));
    else
        m_call->clear();
}

} // namespace Pullcord
