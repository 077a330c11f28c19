// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/filter/filteredrows.h"
#include "core/capture/sortkeys.h"
#include "core/slicedwork.h"
#include "ui/models/orderedmodel.h"
#include "ui/models/pacedtimer.h"

#include <QSet>
#include <QTimer>

#include <chrono>
#include <optional>

namespace Pullcord {

/// Table over a growing list in core. It keeps an index of the shown source rows, and updates it once per tick.
///
/// Arrivals and changes cost next to nothing per row: they are recorded and start a timer. At the tick, one insert
/// announces all new rows. Changed rows are announced one by one, or by one dataChanged over their range if there are
/// many. Slow filters, such as text search, run in slices.
///
/// Sorted by a column, new rows are sorted separately at the tick and merged. The sort value of a row must not change.
/// Subclasses define the source, and call sourceGrew() and touch().
class GrowingTableModel : public OrderedModel
{
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds Aging{250}; ///< interval for tests of rows that change with time alone
    static constexpr std::chrono::milliseconds Slice{8};   ///< work in one turn of the event loop

    explicit GrowingTableModel(QObject *parent = nullptr);
    ~GrowingTableModel() override;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const final;

    /// Returns the source row shown by a row.
    [[nodiscard]] qsizetype sourceOf(int row) const;
    /// Returns the row that shows a source row; -1 if there is none.
    [[nodiscard]] int rowOf(qsizetype source) const;
    [[nodiscard]] int newestRow() const final;
    /// True while source rows remain to be filtered.
    [[nodiscard]] bool isSearching() const;

    /// Announces pending rows at once, however long that takes.
    void flush();
    /// Announces pending rows in the next turn of the event loop, not at the tick. For a response to a user action.
    void hurry();
    /// Enables changed().
    void setEmitsChanges(bool on) { m_emitsChanges = on; }

signals:
    /// Emitted when more source rows have been filtered, shown or not.
    void looked();
    /// Emitted at a tick with the source rows that have changed; only after setEmitsChanges(true).
    void changed(const QSet<qsizetype> &sources);
    /// The model is reset between the two signals, and its first slice is filtered. The sources are the same.
    void aboutToRefilter();
    void refiltered();

protected:
    [[nodiscard]] virtual qsizetype sourceCount() const = 0;
    [[nodiscard]] virtual bool accepts(qsizetype source) const;
    /// True if the result of accepts() for this row can still change.
    [[nodiscard]] virtual bool acceptanceChanges(qsizetype source) const;
    /// Returns the sort value of a source row.
    [[nodiscard]] virtual SortKey keyOf(qsizetype source, int column) const;
    void applySort() override;

    /// Makes views read these roles again: of all rows, or of the rows that show `sources`.
    void repaint(const QList<int> &roles);
    void repaint(const QSet<qsizetype> &sources, const QList<int> &roles);
    /// Call when the source has more rows.
    void sourceGrew();
    /// Call when a source row has changed.
    void touch(qsizetype source);
    /// Filters again from the start.
    void refilter();

private:
    void onTick();
    void work();
    void begin(std::chrono::milliseconds budget);
    void takeArrivals(std::chrono::milliseconds budget);
    [[nodiscard]] int rowAtOrAfter(qsizetype source) const; ///< in the current order
    void showArrived(qsizetype count);
    void sortIn(qsizetype from);
    void announceTouched();
    void announceChanges();
    void acceptAgain();
    void insertOne(const FilteredRows::Change &change);
    void removeOne(const FilteredRows::Change &change);
    [[nodiscard]] FilteredRows makeRows();

    FilteredRows m_rows;
    int m_shown = 0; ///< number of rows of m_rows that were announced to views
    qsizetype m_firstTouched = -1;
    qsizetype m_lastTouched = -1;
    QSet<qsizetype> m_doubtful; ///< touched rows that may appear or disappear
    QSet<qsizetype>
        m_changed; ///< touched rows; all of them if m_emitsChanges, else at most one more than are announced one by one
    std::optional<SortKeys> m_keys;   ///< while sorted
    std::vector<qsizetype> m_inOrder; ///< source rows in order, while sorted
    bool m_emitsChanges = false;
    PacedTimer m_tick; ///< runs from the first arrival or change to the update
    SlicedWork m_work; ///< runs while rows remain to be filtered
};

} // namespace Pullcord
