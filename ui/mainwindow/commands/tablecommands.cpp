// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/commands/tablecommands.h"

#include "ui/actions.h"
#include "ui/mainwindow/commands/markcommands.h"
#include "ui/mainwindow/conversationview.h"
#include "ui/panels/messagespanel.h"
#include "ui/panels/requestspanel.h"
#include "ui/views/requests/requesttable.h"

#include <QHeaderView>

namespace Pullcord {

TableCommands::TableCommands(ConversationController &controller, const Actions &actions, ConversationView &bench,
                             MessageBar &bar, Settings &settings, QWidget *window)
    : QObject(window)
    , m_actions(actions)
    , m_bench(bench)
{
    connect(&bench, &ConversationView::selectionChanged, this, &TableCommands::updateActions);
    for (const GrowingTableView *table : bench.sortableTables())
        connect(table->horizontalHeader(), &QHeaderView::sortIndicatorChanged, this, &TableCommands::updateActions);
    connect(actions.sortByColumn, &QAction::triggered, this, [this] {
        GrowingTableView *table = m_bench.sortableTable();
        table->sortOnBy(table->currentIndex().column());
    });
    connect(actions.arrivalOrder, &QAction::triggered, this, [this] { m_bench.sortableTable()->sortByArrival(); });
    updateActions();
    new MarkCommands(controller, actions, bench, bar, settings, window);
}

TableCommands::~TableCommands() = default;

void TableCommands::updateActions()
{
    const GrowingTableView *table = m_bench.sortableTable();
    m_actions.sortByColumn->setEnabled(table && table->currentIndex().isValid());
    m_actions.arrivalOrder->setEnabled(table && table->isSorted());
}

} // namespace Pullcord
