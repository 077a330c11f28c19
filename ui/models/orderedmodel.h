// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>

#include <vector>

namespace Pullcord {

/// Table of arriving rows that can be sorted by a column. New rows are sorted in, and selections stay on their rows.
/// Unsorted, it is in the order of arrival.
class OrderedModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    explicit OrderedModel(QObject *parent = nullptr);
    ~OrderedModel() override;

    /// Column -1 restores the order of arrival.
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) final;
    [[nodiscard]] bool isSorted() const { return m_sortColumn >= 0; }
    [[nodiscard]] int sortColumn() const { return m_sortColumn; } ///< -1 if not sorted
    [[nodiscard]] Qt::SortOrder sortOrder() const { return m_sortOrder; }
    /// Returns the row that arrived last; -1 without rows.
    [[nodiscard]] virtual int newestRow() const;

protected:
    /// Establishes the order given by sortColumn() and sortOrder().
    virtual void applySort() = 0;
    /// Emits dataChanged() for these rows, in as few runs as possible. Negative rows are ignored.
    void announceRows(std::vector<int> rows, const QList<int> &roles = {});
    /// False for roles that views query for each cell but no cell provides, such as fonts and brushes. Delegates paint
    /// from custom roles.
    [[nodiscard]] static bool isRoleOfRows(int role);
    /// Title of a column for screen readers, with its sort order.
    [[nodiscard]] QString accessibleTitle(int column) const;

    /// Changes the order of rows and updates persistent indexes. `identity` returns the source of a row before
    /// `change`; `rowOf` returns its row afterwards.
    template<typename Identity, typename Change, typename RowOf>
    void rearrange(const Identity &identity, const Change &change, const RowOf &rowOf)
    {
        emit layoutAboutToBeChanged({}, VerticalSortHint);
        const QModelIndexList before = persistentIndexList();
        std::vector<qsizetype> what;
        what.reserve(size_t(before.size()));
        for (const QModelIndex &each : before)
            what.push_back(identity(each.row()));
        change();
        QModelIndexList after;
        after.reserve(before.size());
        for (qsizetype i = 0; i < before.size(); ++i)
            after.append(index(rowOf(what[size_t(i)]), before.at(i).column()));
        changePersistentIndexList(before, after);
        emit layoutChanged({}, VerticalSortHint);
    }

private:
    int m_sortColumn = -1;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
};

} // namespace Pullcord
