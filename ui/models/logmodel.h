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

/// A table over a list in core that only grows: an index of the source rows that it shows, flushed once a tick.
///
/// Arrivals and changes cost next to nothing per row: they are noted and request a tick (PacedTimer). At the tick everything new is
/// announced by one insert, and what has changed row by row, or, where that is much, by one dataChanged over the range. A test that takes
/// long (a search for text) goes on in slices.
/// Sorted by a column, what has come is sorted by itself at the tick and merged into what is there; what a row is sorted by
/// does not change. Subclasses say what the source holds; they call sourceGrew() and touch().
class LogModel : public OrderedModel
{
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds Aging{250}; ///< between looks at what time alone may change
    static constexpr std::chrono::milliseconds Slice{8};   ///< of work in one turn of the event loop

    explicit LogModel(QObject *parent = nullptr);
    ~LogModel() override;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const final;

    /// The place in the source of what a row shows.
    [[nodiscard]] qsizetype sourceOf(int row) const;
    /// The row that shows it; -1 if none does.
    [[nodiscard]] int rowOf(qsizetype source) const;
    [[nodiscard]] int newestRow() const final;
    /// Source rows that have not been looked at yet are left: a search goes on.
    [[nodiscard]] bool isSearching() const;

    /// Announces at once what waits for the tick, however long that takes.
    void flush();
    /// Announces in the next turn what waits for the tick: the user has done something to it.
    void hurry();
    /// From now on changed() says exactly what has changed.
    void setTellsChanges(bool tells) { m_tellsChanges = tells; }

signals:
    /// Rows of the source have been looked at, whether they are shown or not.
    void looked();
    /// Shown rows of the source, at a tick; only after setTellsChanges().
    void changed(const QSet<qsizetype> &sources);
    /// So many rows have come and gone that the model is reset, and its first slice read again. The sources are the same.
    void aboutToRefilter();
    void refiltered();

protected:
    [[nodiscard]] virtual qsizetype sourceCount() const = 0;
    [[nodiscard]] virtual bool accepts(qsizetype source) const;
    /// Whether what accepts() says of a row can change, as it has now.
    [[nodiscard]] virtual bool acceptanceChanges(qsizetype source) const;
    /// What a source row is sorted by.
    [[nodiscard]] virtual SortKey keyOf(qsizetype source, int column) const;
    void applySort() override;

    /// Views read these roles again: of all rows, or of those that show a source row.
    void repaint(const QList<int> &roles);
    void repaint(const QSet<qsizetype> &sources, const QList<int> &roles);
    /// The source has more rows.
    void sourceGrew();
    /// A source row that may be shown already has changed.
    void touch(qsizetype source);
    /// Shows what passes accepts() now, from the start.
    void refilter();

private:
    void onTick();
    void work();
    void begin(std::chrono::milliseconds budget);
    void takeArrivals(std::chrono::milliseconds budget);
    [[nodiscard]] int rowAtOrAfter(qsizetype source) const; ///< in the order of arrival
    void showArrived(qsizetype count);
    void sortIn(qsizetype from);
    void tellTouched();
    void announceChanges();
    void acceptAgain();
    void insertOne(const FilteredRows::Change &change);
    void removeOne(const FilteredRows::Change &change);
    [[nodiscard]] FilteredRows makeRows();

    FilteredRows m_rows;
    int m_shown = 0; ///< of m_rows: those that views know of
    qsizetype m_firstTouched = -1;
    qsizetype m_lastTouched = -1;
    QSet<qsizetype> m_doubtful; ///< touched rows that may come or go
    QSet<qsizetype>
        m_changed; ///< touched rows; all of them while they are told, else no more than are announced one by one
    std::optional<SortKeys> m_keys;   ///< while it is sorted
    std::vector<qsizetype> m_inOrder; ///< the sources of the rows, while it is sorted
    bool m_tellsChanges = false;
    PacedTimer m_tick; ///< until there is something to do
    SlicedWork m_work; ///< while there is
};

} // namespace Pullcord
