// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/messagespanel.h"

#include "core/mcp/conversation.h"
#include "ui/actions.h"
#include "ui/views/filterbar.h"
#include "ui/views/filterline.h"
#include "ui/views/logtable.h"

#include <QMenu>
#include <QVBoxLayout>

#include <algorithm>

namespace Pullcord {
using namespace Qt::StringLiterals;

MessagesPanel::MessagesPanel(Actions &actions, QWidget *parent)
    : QWidget(parent)
    , m_table(new LogTable(this))
    , m_filter(new FilterBar(FilterBar::For::Messages, this))
{
    setObjectName(u"messagesPanel"_s);
    m_table->setObjectName(u"messageTable"_s);
    m_table->setAccessibleName(tr("Messages"));
    m_table->setModel(&m_model);
    m_table->setSortable();
    m_table->setItemDelegate(&m_delegate);
    m_table->setEmptyText(tr("Nothing has crossed the wire yet."));
    m_table->setColumnWidths({u"00000"_s, u"0000.000"_s, u"xxx"_s + tr("from server"), u"late notification"_s,
                              u"00000"_s, u"notifications/cancelled"_s, u"00.00 kB"_s});
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table, &QWidget::customContextMenuRequested, this, [this, &actions](const QPoint &at) {
        auto *menu = new QMenu(m_table);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        menu->addActions({actions.resend, actions.editAndResend, actions.showRequest});
        menu->addSeparator();
        menu->addActions({actions.copyRows, actions.copyJson, actions.compare, actions.exportSelection});
        menu->popup(m_table->viewport()->mapToGlobal(at));
    });
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_table);
    connect(m_filter, &FilterBar::changed, this, &MessagesPanel::applyFilter);
    m_filter->line()->setKnown([this](FilterField::Id field) {
        return m_conversation ? FilterCompletion::valuesIn(m_conversation->log(), field) : QStringList();
    });
    m_model.setShowsHttp(m_filter->showsHttp());
    const QItemSelectionModel *selection = m_table->selectionModel();
    connect(selection, &QItemSelectionModel::selectionChanged, this, &MessagesPanel::selectionChanged);
    connect(selection, &QItemSelectionModel::currentRowChanged, this, &MessagesPanel::selectionChanged);
    connect(m_table, &QAbstractItemView::clicked, this,
            &MessagesPanel::selectionChanged); // on what was selected already
}

MessagesPanel::~MessagesPanel() = default;

void MessagesPanel::setConversation(Conversation *conversation)
{
    m_table->setFollowsFromStart(conversation && conversation->isGrowing());
    m_conversation = conversation;
    if (conversation)
        m_model.setSource(&conversation->capture(), &conversation->log());
    else
        m_model.setSource(nullptr, nullptr);
    applyFilter();
    refresh();
}

void MessagesPanel::refresh()
{
    m_filter->setHttpCount(m_model.httpCount());
}

void MessagesPanel::applyFilter()
{
    if (!m_conversation)
        return;
    m_model.setShowsHttp(m_filter->showsHttp());
    const qsizetype current = currentIndex();
    const Filter filter = m_filter->filter();
    if (filter.isEmpty())
        m_model.setFilter({});
    else
        m_model.setFilter(FilterTest(filter, m_conversation->capture(), m_conversation->log(),
                                     [conversation = m_conversation] { return conversation->now(); }));
    m_table->setEmptyText(filter.isEmpty() ? tr("Nothing has crossed the wire yet.")
                                           : tr("No message passes the filter."));
    if (m_model.rowOf(current) >= 0)
        select(current);
}

qsizetype MessagesPanel::currentIndex() const
{
    const QModelIndex current = m_table->selectionModel()->currentIndex();
    return current.isValid() ? m_model.sourceOf(current.row()) : -1;
}

std::vector<qsizetype> MessagesPanel::selectedIndices() const
{
    std::vector<qsizetype> indices;
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    for (const QModelIndex &row : rows)
        indices.push_back(m_model.sourceOf(row.row()));
    std::sort(indices.begin(), indices.end());
    return indices;
}

void MessagesPanel::select(qsizetype captureIndex)
{
    m_model.flush();
    if (m_model.rowOf(captureIndex) < 0) {
        m_filter->showOnly({}); // it hides what somebody wants to see
        m_model.flush();
    }
    if (const int row = m_model.rowOf(captureIndex); row >= 0)
        m_table->selectOnly(row);
}

} // namespace Pullcord
