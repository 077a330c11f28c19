// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>

#include <vector>

namespace Pullcord {

/// A table of what arrives that can be sorted by a column: what comes is sorted in, and the views' selections stay on what
/// they were on. Without a sort it is in the order of arrival.
class OrderedModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    explicit OrderedModel(QObject *parent = nullptr);
    ~OrderedModel() override;

    /// By no column (-1): in the order of arrival.
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) final;
    [[nodiscard]] bool isSorted() const { return m_sortColumn >= 0; }
    [[nodiscard]] int sortColumn() const { return m_sortColumn; } ///< -1: none
    [[nodiscard]] Qt::SortOrder sortOrder() const { return m_sortOrder; }
    /// The row that shows what has arrived last of all that is shown; -1 without rows.
    [[nodiscard]] virtual int newestRow() const;

protected:
    /// Puts everything into the order that is wanted now.
    virtual void applySort() = 0;
    /// Announces changes of these rows, in as few runs as they make; rows below 0 are none.
    void announceRows(std::vector<int> rows, const QList<int> &roles = {});
    /// False for what views ask of each cell and no cell has: delegates paint from roles of our own.
    [[nodiscard]] static bool isRoleOfRows(int role);
    /// The title of a column for those who hear it: how it is sorted too.
    [[nodiscard]] QString accessibleTitle(int column) const;

    /// Changes the order of rows. `identities` says what each row is, before; `rowOf` where such a one is afterwards.
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
