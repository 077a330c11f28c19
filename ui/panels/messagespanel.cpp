// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/messagespanel.h"

#include "core/mcp/conversation.h"
#include "ui/views/filterbar.h"
#include "ui/views/logtable.h"

#include <QVBoxLayout>

namespace Pullcord {
using namespace Qt::StringLiterals;

MessagesPanel::MessagesPanel(QWidget *parent)
    : QWidget(parent)
    , m_table(new LogTable(this))
    , m_filter(new FilterBar(FilterBar::For::Messages, this))
{
    setObjectName(u"messagesPanel"_s);
    m_table->setObjectName(u"messageTable"_s);
    m_table->setAccessibleName(tr("Messages"));
    m_table->setModel(&m_model);
    m_table->setItemDelegate(&m_delegate);
    m_table->setEmptyText(tr("Nothing has crossed the wire yet."));
    m_table->setColumnWidths({u"00000"_s, u"0000.000"_s, u"xxx"_s + tr("from server"), u"late notification"_s,
                              u"00000"_s, u"notifications/cancelled"_s, u"00.00 kB"_s});
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_table);
    connect(m_filter, &FilterBar::changed, this, &MessagesPanel::applyFilter);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &MessagesPanel::selectionChanged);
}

MessagesPanel::~MessagesPanel() = default;

void MessagesPanel::setConversation(Conversation *conversation)
{
    m_conversation = conversation;
    if (conversation)
        m_model.setSource(&conversation->capture(), &conversation->log());
    else
        m_model.setSource(nullptr, nullptr);
    applyFilter();
    m_table->scrollToBottom();
}

void MessagesPanel::applyFilter()
{
    if (!m_conversation)
        return;
    const qsizetype current = currentIndex();
    const Filter filter = m_filter->filter();
    if (filter.isEmpty())
        m_model.setFilter({});
    else
        m_model.setFilter(FilterTest(filter, m_conversation->capture(), m_conversation->log()));
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

void MessagesPanel::select(qsizetype captureIndex)
{
    m_model.flush();
    const int row = m_model.rowOf(captureIndex);
    if (row >= 0)
        m_table->setCurrentIndex(m_model.index(row, MessageTable::Number));
}

} // namespace Pullcord
