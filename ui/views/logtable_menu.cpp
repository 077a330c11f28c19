// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/orderedmodel.h"
#include "ui/views/logheader.h"
#include "ui/views/logtable.h"

#include <QMenu>

// Context menu of the header.

namespace Pullcord {

void LogTable::addSorting(QMenu &menu, int column)
{
    menu.addSeparator();
    const QString name = model()->headerData(column, Qt::Horizontal).toString();
    const auto add = [&](const QString &text, int by, Qt::SortOrder order) {
        QAction *action = menu.addAction(text);
        action->setCheckable(true);
        action->setChecked(m_ordered->sortColumn() == by && (by < 0 || m_ordered->sortOrder() == order));
        connect(action, &QAction::triggered, this, [this, by, order] { m_header->setSortIndicator(by, order); });
    };
    if (column >= 0) {
        add(tr("Sort by “%1”, Ascending", "title of a column").arg(name), column, Qt::AscendingOrder);
        add(tr("Sort by “%1”, Descending", "title of a column").arg(name), column, Qt::DescendingOrder);
    }
    add(tr("Order of Arrival"), -1, Qt::AscendingOrder);
}

void LogTable::showColumnMenu(const QPoint &at)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (int column = 0; column < horizontalHeader()->count(); ++column) {
        const QString name = model()->headerData(column, Qt::Horizontal).toString();
        if (name.isEmpty())
            continue;
        QAction *action = menu->addAction(name);
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(column));
        // The first column stays, so that the header can be clicked.
        action->setEnabled(column > 0);
        connect(action, &QAction::toggled, this, [this, column](bool shown) {
            setColumnHidden(column, !shown);
            fitTexts(0, model()->rowCount() - 1);
            m_chosenColumns = true;
            emit columnsChosen();
        });
    }
    menu->addSeparator();
    menu->addActions(horizontalHeader()->actions());
    if (m_ordered)
        addSorting(*menu, horizontalHeader()->logicalIndexAt(at));
    menu->popup(horizontalHeader()->viewport()->mapToGlobal(at));
}

} // namespace Pullcord
