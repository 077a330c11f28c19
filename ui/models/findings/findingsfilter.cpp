// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/findings/findingsfilter.h"

#include "ui/models/findings/findingsmodel.h"

namespace Pullcord {

FindingsFilter::FindingsFilter(QObject *parent)
    : QSortFilterProxyModel(parent)
{
    setSortRole(FindingsModel::SortRole);
    setSortCaseSensitivity(Qt::CaseInsensitive);
}

FindingsFilter::~FindingsFilter() = default;

void FindingsFilter::setFilter(FindingSeverity least, const QString &text)
{
    m_least = least;
    m_text = text;
    invalidateFilter();
}

void FindingsFilter::setSilenced(const QSet<FindingCode> &codes)
{
    m_silenced = codes;
    invalidateFilter();
}

bool FindingsFilter::filterAcceptsRow(int sourceRow, const QModelIndex &sourceParent) const
{
    const QModelIndex row = sourceModel()->index(sourceRow, 0, sourceParent);
    return row.data(FindingsModel::SeverityRole).toInt() >= int(m_least) &&
           !m_silenced.contains(FindingCode(row.data(FindingsModel::CodeRole).toInt())) &&
           (m_text.isEmpty() || row.data(FindingsModel::SearchRole).toString().contains(m_text, Qt::CaseInsensitive));
}

} // namespace Pullcord
