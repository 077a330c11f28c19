// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/catalog/catalogmodel.h"

#include <QSortFilterProxyModel>

namespace Pullcord {

/// Filters a catalog by items that contain all words of a search, in any order. Exact names come first. Sections stay,
/// and show the number of matches.
class CatalogFilter final : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    explicit CatalogFilter(CatalogModel &model, QObject *parent = nullptr);
    ~CatalogFilter() override;

    void setText(const QString &text);
    [[nodiscard]] bool isSearching() const { return !m_words.isEmpty(); }

    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex &parent) const override;
    [[nodiscard]] bool lessThan(const QModelIndex &left, const QModelIndex &right) const override;

private:
    const CatalogModel &m_model;
    QStringList m_words;
};

} // namespace Pullcord
