// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/orderedmodel.h"

#include <algorithm>

namespace Pullcord {

OrderedModel::OrderedModel(QObject *parent)
    : QAbstractTableModel(parent)
{}

OrderedModel::~OrderedModel() = default;

void OrderedModel::sort(int column, Qt::SortOrder order)
{
    if (column >= columnCount())
        column = -1;
    if (m_sortColumn == column && (m_sortOrder == order || column < 0))
        return;
    m_sortColumn = column;
    m_sortOrder = order;
    applySort();
    emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
}

int OrderedModel::newestRow() const
{
    return rowCount() - 1;
}

bool OrderedModel::isRoleOfRows(int role)
{
    return role >= Qt::UserRole || role == Qt::DisplayRole || role == Qt::ToolTipRole ||
           role == Qt::TextAlignmentRole || role == Qt::AccessibleTextRole;
}

QString OrderedModel::accessibleTitle(int column) const
{
    const QString title = headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    if (column != m_sortColumn)
        return title;
    return m_sortOrder == Qt::AscendingOrder ? tr("%1, sorted ascending").arg(title)
                                             : tr("%1, sorted descending").arg(title);
}

void OrderedModel::announceRows(std::vector<int> rows, const QList<int> &roles)
{
    std::ranges::sort(rows);
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    for (auto first = std::ranges::lower_bound(rows, 0); first != rows.end();) {
        auto last = first;
        while (last + 1 != rows.end() && *(last + 1) == *last + 1)
            ++last;
        emit dataChanged(index(*first, 0), index(*last, columnCount() - 1), roles);
        first = last + 1;
    }
}

} // namespace Pullcord
