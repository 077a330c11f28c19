// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/catalog/catalogfilter.h"

#include <algorithm>

namespace Pullcord {

CatalogFilter::CatalogFilter(CatalogModel &model, QObject *parent)
    : QSortFilterProxyModel(parent)
    , m_model(model)
{
    setSourceModel(&model);
}

CatalogFilter::~CatalogFilter() = default;

void CatalogFilter::setText(const QString &text)
{
    const QStringList words = text.simplified().split(u' ', Qt::SkipEmptyParts);
    if (words == m_words)
        return;
    m_words = words;
    invalidateFilter();
    sort(-1); // back to the source order, since exact matches depend on the words
    if (isSearching())
        sort(0);
    emit dataChanged(index(0, 0), index(rowCount() - 1, 0));
}

QVariant CatalogFilter::data(const QModelIndex &index, int role) const
{
    const bool isSection = index.isValid() && !index.parent().isValid();
    if (isSection && role == CatalogModel::DetailRole && isSearching() && m_model.rowCount(mapToSource(index)) > 0)
        return m_model.detail(m_model.kindOf(mapToSource(index)), rowCount(index));
    return QSortFilterProxyModel::data(index, role);
}

bool CatalogFilter::filterAcceptsRow(int row, const QModelIndex &parent) const
{
    const CatalogItem *item = m_model.item(m_model.index(row, 0, parent));
    if (!item || m_words.isEmpty())
        return true;
    return std::all_of(m_words.begin(), m_words.end(), [item](const QString &word) {
        const auto has = [&word](const QString &text) { return text.contains(word, Qt::CaseInsensitive); };
        return has(item->name) || has(item->title) || has(item->uri) || has(item->description);
    });
}

bool CatalogFilter::lessThan(const QModelIndex &left, const QModelIndex &right) const
{
    const QString name = m_words.join(u' ');
    const auto isExact = [this, &name](const QModelIndex &index) {
        const CatalogItem *item = m_model.item(index);
        return item && (item->name.compare(name, Qt::CaseInsensitive) == 0 ||
                        item->title.compare(name, Qt::CaseInsensitive) == 0);
    };
    const bool isLeftExact = isExact(left);
    return isLeftExact != isExact(right) ? isLeftExact : left.row() < right.row();
}

} // namespace Pullcord
