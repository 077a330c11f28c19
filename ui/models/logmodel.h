// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/filter/filteredrows.h"

#include <QAbstractTableModel>
#include <QSet>
#include <QTimer>

#include <chrono>

namespace Pullcord {

/// A table over a list in core that only grows: an index of the source rows that it shows, flushed once a tick.
///
/// Arrivals and changes cost nothing per row: they move two numbers and start a timer. At the tick everything new is
/// announced by one insert and everything changed by one dataChanged over the range that was touched. A test that takes
/// long (a search for text) goes on in slices.
/// Subclasses say what the source holds; they call sourceGrew() and touch().
class LogModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds Tick{50};
    static constexpr std::chrono::milliseconds Aging{250}; ///< between looks at what time alone may change
    static constexpr std::chrono::milliseconds Slice{8};   ///< of work in one turn of the event loop

    explicit LogModel(QObject *parent = nullptr);
    ~LogModel() override;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const final;

    /// The place in the source of what a row shows.
    [[nodiscard]] qsizetype sourceOf(int row) const;
    /// The row that shows it; -1 if none does.
    [[nodiscard]] int rowOf(qsizetype source) const;
    /// The first row that shows this source row or a later one; rowCount() if there is none.
    [[nodiscard]] int rowAtOrAfter(qsizetype source) const;
    /// Source rows that have not been looked at yet are left: a search goes on.
    [[nodiscard]] bool isSearching() const;

    /// Announces at once what waits for the tick, however long that takes.
    void flush();

signals:
    /// So many rows have come and gone that the model is reset, and its first slice read again. The sources are the same.
    void aboutToRefilter();
    void refiltered();

protected:
    [[nodiscard]] virtual qsizetype sourceCount() const = 0;
    [[nodiscard]] virtual bool accepts(qsizetype source) const;
    /// Whether what accepts() says of a row can change.
    [[nodiscard]] virtual bool acceptanceChanges() const;

    /// The source has more rows.
    void sourceGrew();
    /// A source row that may be shown already has changed.
    void touch(qsizetype source);
    /// Shows what passes accepts() now, from the start.
    void refilter();

private:
    void tick();
    void takeArrivals(std::chrono::milliseconds budget);
    void announceChanges();
    void acceptAgain();
    [[nodiscard]] FilteredRows makeRows();

    FilteredRows m_rows;
    int m_shown = 0; ///< of m_rows: those that views know of
    qsizetype m_firstTouched = -1;
    qsizetype m_lastTouched = -1;
    QSet<qsizetype> m_doubtful; ///< touched rows that may come or go
    QTimer m_tick;
};

} // namespace Pullcord
