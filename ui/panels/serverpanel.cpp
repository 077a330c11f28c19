// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/serverpanel.h"

#include "core/mcp/conversation.h"
#include "ui/actions.h"
#include "ui/panels/callpanel.h"
#include "ui/views/elidedlabel.h"
#include "ui/views/icons.h"
#include "ui/views/listdelegate.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

QToolButton *makeButton(QAction *action, QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setDefaultAction(action);
    button->setObjectName(action->objectName() + u"Button"_s);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    button->setAccessibleName(action->toolTip());
    // Unlike a menu, a button does not hide with its action by itself.
    QObject::connect(action, &QAction::visibleChanged, button,
                     [button, action] { button->setVisible(action->isVisible()); });
    return button;
}

} // namespace

ServerPanel::ServerPanel(Actions &actions, QWidget *parent)
    : QWidget(parent)
    , m_name(new ElidedLabel(this))
    , m_state(new ElidedLabel(this))
    , m_count(new QLabel(this))
    , m_search(new QLineEdit(this))
    , m_list(new QListView(this))
    , m_call(new CallPanel(actions, this))
    , m_splitter(new QSplitter(Qt::Vertical, this))
{
    setObjectName(u"serverPanel"_s);
    m_found.setSourceModel(&m_tools);
    m_found.setFilterRole(ToolModel::SearchRole);
    m_found.setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_splitter->setObjectName(u"serverSplitter"_s);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(makeTools(actions));
    m_splitter->addWidget(m_call);
    m_splitter->setStretchFactor(0, 2);
    m_splitter->setStretchFactor(1, 3);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeHeader(actions));
    layout->addWidget(m_splitter, 1);
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
    layout->addWidget(makeButton(actions.disconnectServer, header));
    layout->addWidget(makeButton(actions.reconnect, header));
    return header;
}

QWidget *ServerPanel::makeTools(Actions &actions)
{
    auto *tools = new QWidget(this);
    m_search->setObjectName(u"toolSearch"_s);
    m_search->setPlaceholderText(tr("Search tools"));
    m_search->setAccessibleName(tr("Search tools"));
    m_search->setClearButtonEnabled(true);
    m_search->addAction(Icons::icon("search"), QLineEdit::LeadingPosition);
    m_list->setObjectName(u"toolList"_s);
    m_list->setAccessibleName(tr("Tools"));
    m_list->setModel(&m_found);
    m_list->setItemDelegate(new ListDelegate(m_list));
    m_list->setUniformItemSizes(true);
    m_count->setObjectName(u"toolCount"_s);

    auto *top = new QHBoxLayout;
    top->addWidget(m_search, 1);
    top->addWidget(makeButton(actions.refreshTools, tools));
    auto *layout = new QVBoxLayout(tools);
    layout->setContentsMargins(4, 0, 4, 2);
    layout->setSpacing(2);
    layout->addLayout(top);
    layout->addWidget(m_list, 1);
    layout->addWidget(m_count);
    connect(m_search, &QLineEdit::textChanged, &m_found, &QSortFilterProxyModel::setFilterFixedString);
    connect(m_search, &QLineEdit::textChanged, this, &ServerPanel::showCount); // after the search
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, &ServerPanel::showCurrent);
    connect(m_list, &QAbstractItemView::activated, actions.callTool, &QAction::trigger);
    return tools;
}

void ServerPanel::setConversation(Conversation *conversation)
{
    if (m_conversation && m_conversation->tools())
        m_conversation->tools()->disconnect(this);
    m_conversation = conversation;
    if (m_conversation && m_conversation->tools()) {
        connect(m_conversation->tools(), &ToolList::changed, this, &ServerPanel::showTools);
        connect(m_conversation->tools(), &ToolList::failed, this, &ServerPanel::showTools);
        connect(m_conversation->tools(), &ToolList::loadingChanged, this, &ServerPanel::showTools);
    }
    showTools();
}

void ServerPanel::setServer(const QString &name, const QString &state)
{
    m_name->setText(name);
    m_state->setText(state);
}

void ServerPanel::showTools()
{
    const ToolList *catalog = m_conversation ? m_conversation->tools() : nullptr;
    m_tools.setTools(catalog ? catalog->tools() : QList<Tool>(), catalog ? catalog->excluded() : QList<ExcludedTool>());
    showCount();
    const QModelIndex first = m_found.index(0, 0);
    if (!m_list->currentIndex().isValid() && (first.flags() & Qt::ItemIsEnabled) != 0)
        m_list->setCurrentIndex(first);
    showCurrent();
}

void ServerPanel::showCount()
{
    const ToolList *catalog = m_conversation ? m_conversation->tools() : nullptr;
    const int count = m_tools.rowCount();
    const qsizetype excluded = catalog ? catalog->excluded().size() : 0;
    if (catalog && catalog->isLoading())
        m_count->setText(tr("Loading the tools…"));
    else if (count > 0 && !m_search->text().isEmpty())
        m_count->setText(tr("Tools: %1 of %2").arg(m_found.rowCount()).arg(count));
    else if (excluded > 0)
        m_count->setText(tr("Tools: %1, and %2 that cannot be called").arg(count - excluded).arg(excluded));
    else
        m_count->setText(count == 0 ? tr("No tools") : tr("Tools: %1").arg(count));
}

void ServerPanel::showCurrent()
{
    const QModelIndex current = m_found.mapToSource(m_list->currentIndex());
    if (!current.isValid() || m_tools.isExcluded(current.row())) {
        m_call->clear();
        return;
    }
    const Tool &tool = m_tools.tool(current.row());
    if (tool.name != m_call->toolName())
        m_call->setTool(tool);
}

} // namespace Pullcord
