// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/statisticsorder.h"

#include "ui/models/statisticsmodel.h"

namespace Pullcord {

StatisticsOrder::StatisticsOrder(QObject *parent)
    : QSortFilterProxyModel(parent)
{
    setSortRole(StatisticsModel::SortRole);
    setSortCaseSensitivity(Qt::CaseInsensitive);
}

StatisticsOrder::~StatisticsOrder() = default;

bool StatisticsOrder::lessThan(const QModelIndex &left, const QModelIndex &right) const
{
    if (left.data(StatisticsModel::IsTotalRole).toBool())
        return sortOrder() == Qt::AscendingOrder;
    if (right.data(StatisticsModel::IsTotalRole).toBool())
        return sortOrder() == Qt::DescendingOrder;
    return QSortFilterProxyModel::lessThan(left, right);
}

} // namespace Pullcord
