// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLatin1StringView>
#include <QPersistentModelIndex>
#include <QTableView>

class QMenu;
class QPushButton;

namespace Pullcord {

class TableHeader;
class OrderedModel;

/// A dense table of arriving rows. It follows the tail while the user is at the end. A table of finished data starts at
/// the top.
/// Columns can be resized, moved, and hidden from the context menu of the header.
/// If sortable, a click on a title sorts by it: ascending, descending, then in the order of arrival. Only the order of
/// arrival follows the tail; in any other, the rows in sight stay in place.
class GrowingTableView : public QTableView
{
    Q_OBJECT

public:
    static constexpr QLatin1StringView IconSample{"xxx"}; ///< text as wide as an icon with its margin

    explicit GrowingTableView(QWidget *parent = nullptr);
    ~GrowingTableView() override;

    void setModel(QAbstractItemModel *model) override;
    /// Sets each column to the width of its title or its usual text.
    void setColumnWidths(const QStringList &usual);
    /// Returns the widest of these texts, for the two functions below.
    [[nodiscard]] QString widest(const QStringList &texts) const;
    /// A column that gives way when there is less room than setColumnWidths() asked for. It needs the width of its
    /// title, of `narrowest`, and of its contents up to the usual width.
    struct Flexible
    {
        int column;
        QString narrowest;
        bool whileEmpty = false; ///< needs no more than its title while all its cells are empty
        bool grows = true;
        bool isSpare =
            false; ///< hidden while empty if other columns would be cut, otherwise if the table would have to scroll
    };
    /// Sets the columns that give way where the needs of all exceed the width. In this order, each is cut down to its
    /// `narrowest`. A column listed twice is cut again, to the second one; its other fields count in the first entry.
    /// Spare columns are hidden before the last entry is cut. Call after setColumnWidths(); the last column of the
    /// table must be listed.
    void setGrowingColumns(const QList<Flexible> &columns);
    /// Sets columns that are hidden, in this order, if others would have to give way, unless the user has chosen the
    /// columns. Those in `last` are hidden only if the others have given way and the table would still scroll. Call
    /// before setGrowingColumns().
    void setSpareColumns(const QList<int> &columns, const QList<int> &last = {});
    [[nodiscard]] bool hasChosenColumns() const { return m_chosenColumns; }
    void setChosenColumns(bool chosen);
    /// Returns the titles of columns hidden for lack of room; empty once the user has chosen the columns.
    [[nodiscard]] QStringList leftOut() const;
    /// Shows the hidden columns, even if the table must scroll.
    void showLeftOut();
    /// Widens a column for its texts, up to the width of `most`.
    void setFittedColumn(int column, const QString &most);
    /// True if the user has resized columns, which are then not resized automatically.
    [[nodiscard]] bool hasChosenWidths() const { return m_chosenWidths; }
    void setChosenWidths(bool chosen);
    /// Restores the order and the visibility of the columns from the header's saveState(). Widths chosen by the user
    /// are restored, scaled by `wider`; others are calculated. The sort order is not restored.
    void restoreColumns(const QByteArray &header, bool chosenWidths, bool chosenColumns, double wider);
    /// Enables sorting; the model must be an OrderedModel. Initially in the order of arrival.
    void setSortable();
    /// Does the same as a click on the title.
    void sortOnBy(int column);
    void sortByArrival();
    [[nodiscard]] bool isSorted() const;
    /// Clears the sort indicator, since a restored layout has no sort.
    void forgetSort();
    /// Widens the first column, with the numbers, for the last number.
    void fitNumbers();
    /// Returns the header, which can keep rows in sight below the titles.
    [[nodiscard]] TableHeader &titles() const { return *m_header; }
    /// Makes this row the current and only selected one, whatever modifier keys are held.
    void selectOnly(int row, int column = 0);
    /// Returns the selected rows as lines, with tabs between the cells.
    [[nodiscard]] QString selectedText() const;
    /// For the next rows of an empty table: follows the tail before the user has scrolled there.
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
    /// The automatically hidden columns have changed; not emitted together with columnsChosen().
    void leftOutChanged();

public slots:
    void copySelection();

    void reset() override;

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
    /// Returns the width needed beside the number: an icon.
    [[nodiscard]] virtual int roomBesideNumbers() const;
    /// While set, new rows do not scroll the table: the user is unfolding a row.
    void setHoldsStill(bool holds) { m_holdsStill = holds; }

private:
    static constexpr int MostMeasured = 100; ///< rows per update
    static constexpr int OnAScreen = 30;     ///< rows, if only their marks have changed
    static constexpr int FewAtOnce = 10;     ///< rows of new ones, which may be thousands per second
    void paintSelection();
    void fitRows();
    /// Recalculates all text widths for a new font.
    void fitFont();
    void measureUsual();
    void measureGrowing();
    void measureSpare();
    void placeEmptyButton();
    void fitSorted(int column);
    /// True if the table follows the tail.
    [[nodiscard]] bool isAtEnd() const;
    /// Returns the row for a key without a current row.
    [[nodiscard]] int firstRow(CursorAction action) const;
    template<typename Model>
    void keepCurrent(Model &model);
    void growColumns();
    void leaveOutSpare();
    /// Measures the last rows of this range, and resizes the columns if they need more.
    void noteNeeds(int first, int last, int most);
    bool measureNeeds(int first, int last, int mostRows);
    void leaveOutFlexible(int room);
    void shareOut(int room);
    /// Notes columns that are no longer empty, given these rows.
    void noteFilled(int first, int last, int most = 25);
    /// Widens the fitted columns for these rows.
    void fitTexts(int first, int last);
    [[nodiscard]] int widthFor(const QString &text) const;
    void holdPlace();
    void takePlace();
    void addSorting(QMenu &menu, int column);
    void showColumnMenu(const QPoint &at);

    struct Growing
    {
        int column;
        int usual;     ///< width before it grows
        int narrowest; ///< usual width in a narrow table
        bool grows;
        bool whileEmpty;
        bool isSpare;
        int needed;    ///< for its title and its measured contents, up to the usual width
        int whole = 0; ///< for its measured contents, even if longer
        bool isFilled = false;
        int sorted = 0; ///< for its title with the sort arrow; 0 unless sorted by it
        int width = 0;  ///< current width

        [[nodiscard]] int least() const { return qMax(needed, sorted); }
        [[nodiscard]] bool isEmpty() const { return whileEmpty && !isFilled; }
    };

    TableHeader *m_header;
    OrderedModel *m_ordered = nullptr;       ///< null unless sortable
    QList<std::pair<int, QString>> m_fitted; ///< columns, with the text that limits their width
    QPersistentModelIndex m_top;             ///< first row in sight, while the order changes
    int m_topOffset = 0;
    QStringList m_usualTexts; ///< as given to setColumnWidths(); the next three also as given
    QList<Flexible> m_flexible;
    QList<int> m_spareColumns;
    QList<int> m_lastSpareColumns;
    double m_letter = 0; ///< letter width in the font of the present widths
    QList<Growing> m_growing;
    QList<std::pair<qsizetype, int>> m_givingWay; ///< indices in m_growing, and their widths when cut
    QList<int> m_usual;                           ///< widths, by column
    QList<std::pair<int, int>> m_spare;           ///< columns and their widths
    bool m_chosenColumns = false;
    bool m_chosenWidths = false;
    QString m_emptyText;
    QPushButton *m_emptyButton = nullptr; ///< created on demand
    bool m_followsFromStart = true;
    bool m_holdsStill = false;
    bool m_takesFocus = false;
    bool m_leads = true;
    int m_appended = -1;          ///< first row appended since the last layout; -1: none
    bool m_isRearranged = false;  ///< other changes since then
    qsizetype m_kept = -1;        ///< source of the current row while the model refilters
    int m_keptColumn = 0;         ///< column of the current cell, likewise
    qsizetype m_fittedDigits = 0; ///< number of digits that fit in the first column
};

} // namespace Pullcord
