// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/tables/columnlayout.h"

#include <QPersistentModelIndex>
#include <QTableView>

class QMenu;
class QPushButton;

namespace Pullcord {

class TableHeader;
class OrderedModel;

/// A dense table of arriving rows. It follows the tail while it is scrolled to the end. A table of finished data starts
/// at the top.
/// Columns can be resized, moved, and hidden from the context menu of the header.
/// If sortable, a click on a title sorts by it: ascending, descending, then in the order of arrival. Only the order of
/// arrival follows the tail; in any other, the rows in sight stay in place.
class GrowingTableView : public QTableView
{
    Q_OBJECT

public:
    explicit GrowingTableView(QWidget *parent = nullptr);
    ~GrowingTableView() override;

    void setModel(QAbstractItemModel *model) override;
    /// Sets the widths by column, and which columns are hidden until the user chooses. -1: the last one stretches.
    void setColumns(const QList<ColumnLayout::Width> &widths, int stretch = -1, const QList<int> &hidden = {});
    /// True if the user has resized a column.
    [[nodiscard]] bool hasChosenWidths() const { return m_columns->isChosen(); }
    /// True if the user has shown or hidden a column.
    [[nodiscard]] bool hasChosenColumns() const { return m_hasChosenColumns; }
    /// Shows or hides a column for the user.
    void showColumn(int column, bool shown);
    /// Restores the initial order, visibility and widths of the columns.
    void resetColumns();
    /// Returns the user's widths for restoreColumns(), as far as the header's saveState() lacks them. Empty if there
    /// are none.
    [[nodiscard]] QByteArray chosenWidths() const;
    /// Restores the order and the visibility of the columns from the header's saveState(). Widths chosen by the user
    /// are restored, scaled by `wider`; others are calculated. The sort order is not restored.
    void restoreColumns(const QByteArray &header, const QByteArray &widths, bool chosenColumns, double wider);
    /// Enables sorting; the model must be an OrderedModel. Initially in the order of arrival.
    void setSortable();
    /// Does the same as a click on the title.
    void sortOnBy(int column);
    void sortByArrival();
    [[nodiscard]] bool isSorted() const;
    /// Clears the sort indicator, since a restored layout has no sort.
    void forgetSort();
    /// Returns the header, which can keep rows in sight below the titles.
    [[nodiscard]] TableHeader &titles() const { return *m_header; }
    /// Makes this row the current and only selected one, whatever modifier keys are held.
    void selectOnly(int row, int column = 0);
    /// Returns the selected rows as lines, with tabs between the cells.
    [[nodiscard]] QString selectedText() const;
    /// Sets whether the next rows of an empty table are followed from the start, without scrolling to the end.
    void setFollowsFromStart(bool follows) { m_followsFromStart = follows; }
    /// True if this table leads the selection shown elsewhere. In other tables, the selection is paler.
    void setLeads(bool leads);
    /// Sets the text of an empty table.
    void setEmptyText(const QString &text);
    /// Sets the text of a button below it, which emits emptyPressed(); empty hides it.
    void setEmptyButton(const QString &text);
    [[nodiscard]] const QString &emptyText() const { return m_emptyText; }

signals:
    /// The user has pressed the button of the empty table.
    void emptyPressed();
    /// The user has moved, resized, shown or hidden a column.
    void columnsChosen();

public slots:
    void copySelection();

    /// Repaints only new rows if rows were merely appended.
    void doItemsLayout() override;

protected:
    void rowsInserted(const QModelIndex &parent, int start, int end) override;
    /// Clears the current row if it is removed; otherwise Qt would select another one.
    void rowsAboutToBeRemoved(const QModelIndex &parent, int start, int end) override;
    void dataChanged(const QModelIndex &topLeft, const QModelIndex &bottomRight, const QList<int> &roles = {}) override;
    void paintEvent(QPaintEvent *event) override;
    /// Home and End keep the column. Without a current row, the other keys start from the visible rows.
    QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override;
    /// A click beside the rows keeps the selection.
    void mousePressEvent(QMouseEvent *event) override;
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    /// Keeps the focus from selecting a row.
    void focusInEvent(QFocusEvent *event) override;
    /// Tab leaves the table; arrow keys move between cells.
    void keyPressEvent(QKeyEvent *event) override;
    /// Returns the width beside the number in the first column of a sortable table, in letters.
    [[nodiscard]] virtual int lettersBesideNumber() const { return 1; }
    /// While set, new rows do not scroll the table. Used while a row is unfolded.
    void setHoldsStill(bool holds) { m_holdsStill = holds; }

private:
    void paintSelection();
    void fitRows();
    /// Widens the first column for the number of the newest row.
    void fitNumbers();
    void placeEmptyButton();
    /// True if the table follows the tail.
    [[nodiscard]] bool isAtEnd() const;
    /// Returns the row for a key without a current row.
    [[nodiscard]] int firstRow(CursorAction action) const;
    template<typename Model>
    void keepCurrent(Model &model);
    void holdPlace();
    void takePlace();
    void addSorting(QMenu &menu, int column);
    void showColumnMenu(const QPoint &at);

    TableHeader *m_header;
    ColumnLayout *m_columns = nullptr;
    QList<int> m_hidden; ///< columns, until the user chooses
    bool m_hasChosenColumns = false;
    OrderedModel *m_ordered = nullptr; ///< null unless sortable
    QPersistentModelIndex m_top;       ///< first row in sight, while the order changes
    int m_topOffset = 0;
    QString m_emptyText;
    QPushButton *m_emptyButton = nullptr; ///< created on demand
    bool m_followsFromStart = true;
    bool m_holdsStill = false;
    bool m_takesFocus = false;
    bool m_leads = true;
    int m_appended = -1;         ///< first row appended since the last layout; -1: none
    bool m_isRearranged = false; ///< other changes since then
    qsizetype m_kept = -1;       ///< source of the current row while the model refilters
    int m_keptColumn = 0;        ///< column of the current cell while the model refilters
};

} // namespace Pullcord
