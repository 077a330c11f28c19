// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>
#include <QTableView>
#include <QTimer>

#include <functional>
#include <optional>

namespace Pullcord {

class GrowingTableView;

/// Pinned rows of a log table, shown or hidden there. Columns and roles are those of the table.
class PinnedModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    using Data = std::function<QVariant(qsizetype source, int column, int role)>;

    PinnedModel(int columns, Data data, QObject *parent = nullptr);
    ~PinnedModel() override;

    /// Sets the pinned source rows in order; common rows stay.
    void setSources(const QList<qsizetype> &sources);
    [[nodiscard]] const QList<qsizetype> &sources() const { return m_sources; }
    /// Announces that the data of any row may have changed.
    void refresh();

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    int m_columns;
    Data m_data;
    QList<qsizetype> m_sources;
};

/// Pinned rows of a table, always in sight below its titles, with the same columns and row height. At most MostRows at
/// once; hidden while empty.
class PinnedView final : public QTableView
{
    Q_OBJECT

public:
    static constexpr int MostRows = 5; ///< rows in sight at once

    /// `table` must have its columns and its delegate. `openRole` is true for rows whose time increases.
    PinnedView(GrowingTableView &table, PinnedModel::Data read, std::optional<int> openRole);
    ~PinnedView() override;

    /// Sets the pinned rows in order.
    void setSources(const QList<qsizetype> &sources) { m_model.setSources(sources); }
    void refresh();

    /// Returns the source of the focused row; -1 without focus.
    [[nodiscard]] qsizetype focused() const;
    /// Makes the row of `source`, which is current elsewhere, the current one; -1: none.
    void showCurrent(qsizetype source);

signals:
    void unpinRequested(qsizetype source);
    /// The user has selected a pinned row.
    void chosen(qsizetype source);

protected:
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;
    void mousePressEvent(QMouseEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    void followColumns();
    void fit();
    void startClock();

    GrowingTableView &m_table;
    PinnedModel m_model;
    std::optional<int> m_openRole;
    QTimer m_clock; ///< runs while a visible row has an increasing time
};

} // namespace Pullcord
