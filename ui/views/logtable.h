// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPersistentModelIndex>
#include <QTableView>

class QMenu;
class QPushButton;

namespace Pullcord {

class LogHeader;
class OrderedModel;

/// A dense table of things that keep coming: it follows the tail while the user is there, and only then. What is there
/// already, and is only being read, it begins at the top.
/// The columns can be resized, moved and hidden (from the header's context menu).
/// Where it can be sorted, a click on a title sorts by it, ascending, then descending, then in the order of arrival again;
/// only in that it follows the tail, in any other what somebody is reading stays where it is.
class LogTable : public QTableView
{
    Q_OBJECT

public:
    explicit LogTable(QWidget *parent = nullptr);
    ~LogTable() override;

    void setModel(QAbstractItemModel *model) override;
    /// Makes each column wide enough for its header and for a text that is usual there.
    void setColumnWidths(const QStringList &usual);
    /// The widest of those, for the two below.
    [[nodiscard]] QString widest(const QStringList &texts) const;
    /// A column that gives way where there is less room than setColumnWidths() gave, until it has just enough for its title, that
    /// text and what stands in it; most take what room there is beyond.
    struct Flexible
    {
        int column;
        QString narrowest;
        bool whileEmpty = false; ///< before all others, and for the last one, until something stands in a row of it
        bool grows = true;
        bool isSpare =
            false; ///< left out where others would be cut for it while it is empty, and where it would have to scroll
    };
    /// They give way one after the other, as far as nothing is cut; where there is no room for what stands in all of them, they
    /// cut it in that order. One that is among them twice is cut a little, and more where that is not enough; what is said of it
    /// stands at the first; the last of these is cut only where what may be left out is. Call it after setColumnWidths(), and
    /// with the last column among them.
    void setGrowingColumns(const QList<Flexible> &columns);
    /// They are left out, one after the other, where others would have to give way for them, unless somebody has chosen which
    /// columns there are; the `last` ones only where those have given way, and one would still have to scroll. Call it before
    /// setGrowingColumns().
    void setSpareColumns(const QList<int> &columns, const QList<int> &last = {});
    [[nodiscard]] bool hasChosenColumns() const { return m_chosenColumns; }
    void setChosenColumns(bool chosen);
    /// The titles of the columns that there is no room for, while nobody has chosen which there are.
    [[nodiscard]] QStringList leftOut() const;
    /// Somebody wants to see those as well, and rather scrolls.
    void showLeftOut();
    /// Widens a column for the texts in it, as far as for `most`, which is as wide as any of those should be.
    void setFittedColumn(int column, const QString &most);
    /// Somebody has chosen widths: they are left alone from now on.
    [[nodiscard]] bool hasChosenWidths() const { return m_chosenWidths; }
    void setChosenWidths(bool chosen);
    /// Takes the columns as they were left, by what saveState() of the header gave: their order, and which there are. Widths that
    /// somebody has chosen come along, by so much wider; others are made anew. A sort is not brought back.
    void restoreColumns(const QByteArray &header, bool chosenWidths, bool chosenColumns, double wider);
    /// From now on it can be sorted; its model is an OrderedModel. It begins in the order of arrival.
    void setSortable();
    /// As a click on the title of that column does.
    void sortOnBy(int column);
    void sortByArrival();
    [[nodiscard]] bool isSorted() const;
    /// A layout that was restored brings no sort with it.
    void forgetSort();
    /// Makes the first column, that of the numbers, wide enough for the last of them.
    void fitNumbers();
    /// Where rows can stay in sight, below the titles.
    [[nodiscard]] LogHeader &titles() const { return *m_header; }
    /// Makes this row the current one and the only one that is selected, whatever keys are held down.
    void selectOnly(int row, int column = 0);
    /// Everything selected, a line a row, cells between tabs.
    [[nodiscard]] QString selectedText() const;
    /// For what comes next into the empty table: whether it follows the tail before the user has gone there.
    void setFollowsFromStart(bool follows) { m_followsFromStart = follows; }
    /// Whether its selection is the one that is shown elsewhere; that of another table is painted paler.
    void setLeads(bool leads);
    /// What an empty table says.
    void setEmptyText(const QString &text);
    /// A button below that, which asks for emptyPressed(); none without a text.
    void setEmptyButton(const QString &text);
    [[nodiscard]] const QString &emptyText() const { return m_emptyText; }

signals:
    /// Somebody wants to see what is not shown.
    void emptyPressed();
    /// Somebody has moved, resized, shown or left out a column.
    void columnsChosen();
    /// There is room for more columns, or for fewer; not with columnsChosen().
    void leftOutChanged();

public slots:
    void copySelection();

    void reset() override;

    /// Where rows have only been added at the end, the others are not painted again.
    void doItemsLayout() override;

protected:
    void rowsInserted(const QModelIndex &parent, int start, int end) override;
    /// Whoever was at a row that goes is at none, and not at another that nobody has chosen.
    void rowsAboutToBeRemoved(const QModelIndex &parent, int start, int end) override;
    void dataChanged(const QModelIndex &topLeft, const QModelIndex &bottomRight, const QList<int> &roles = {}) override;
    void paintEvent(QPaintEvent *event) override;
    /// Home and End go to the first and last row, and not to another column. Where none is current, the other keys begin with
    /// what is in sight.
    QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override;
    /// Beside the rows nothing is chosen, and nothing given up.
    void mousePressEvent(QMouseEvent *event) override;
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    /// Who only comes here has chosen no row.
    void focusInEvent(QFocusEvent *event) override;
    /// Tab leaves the table: the cells are read with the arrow keys.
    void keyPressEvent(QKeyEvent *event) override;
    /// What the first column needs beside the number: an icon.
    [[nodiscard]] virtual int roomBesideNumbers() const;
    /// While somebody opens a row, it stays where it is, and what opens is no tail to follow.
    void setHoldsStill(bool holds) { m_holdsStill = holds; }

private:
    static constexpr int MostMeasured = 100; ///< rows at once
    static constexpr int OnAScreen = 30;     ///< rows, where nothing but a mark on them has changed
    static constexpr int FewAtOnce = 10;     ///< rows, of those that come later: there may be thousands a second
    void paintSelection();
    void fitRows();
    /// All that is as wide as some text, in another font.
    void fitFont();
    void measureUsual();
    void measureGrowing();
    void measureSpare();
    void placeEmptyButton();
    void fitSorted(int column);
    /// Whether it follows the tail.
    [[nodiscard]] bool isAtEnd() const;
    /// The row that a key goes to where none is current.
    [[nodiscard]] int firstRow(CursorAction action) const;
    template<typename Model>
    void keepCurrent(Model &model);
    void growColumns();
    void leaveOutSpare();
    /// How wide what stands in the last ones of those rows is.
    void noteNeeds(int first, int last, int most);
    bool measureNeeds(int first, int last, int mostRows);
    void leaveOutFlexible(int room);
    void shareOut(int room);
    /// Whether a column that gives way while it is empty no longer is, now that these rows are as they are.
    void noteFilled(int first, int last, int most = 25);
    /// Widens the fitted columns for those rows.
    void fitTexts(int first, int last);
    [[nodiscard]] int widthFor(const QString &text) const;
    void holdPlace();
    void takePlace();
    void addSorting(QMenu &menu, int column);
    void showColumnMenu(const QPoint &at);

    struct Growing
    {
        int column;
        int usual;     ///< before it grows
        int narrowest; ///< that is usual where there is little room
        bool grows;
        bool whileEmpty;
        bool isSpare;
        int needed; ///< for its title, and for what stands in it, as far as that was looked at, but no more than usual
        int whole = 0; ///< for what stands in it, be it longer
        bool isFilled = false;
        int sorted = 0; ///< for its title with the arrow, while it is sorted by
        int width = 0;  ///< for the room that there is

        [[nodiscard]] int least() const { return qMax(needed, sorted); }
        [[nodiscard]] bool isEmpty() const { return whileEmpty && !isFilled; }
    };

    LogHeader *m_header;
    OrderedModel *m_ordered = nullptr;       ///< null where it cannot be sorted
    QList<std::pair<int, QString>> m_fitted; ///< columns and as wide as which text they may get
    QPersistentModelIndex m_top;             ///< the row at the top, while others change their places
    int m_topOffset = 0;
    QStringList m_usualTexts; ///< as they were given, by column; likewise the next two
    QList<Flexible> m_flexible;
    QList<int> m_spareColumns;
    QList<int> m_lastSpareColumns;
    double m_letter = 0; ///< how wide one is, in the font that the columns are made for
    QList<Growing> m_growing;
    QList<std::pair<qsizetype, int>> m_givingWay; ///< which of those cut what stands in them, and how narrow they get
    QList<int> m_usual;                           ///< widths, by column
    QList<std::pair<int, int>> m_spare;           ///< columns and their widths
    bool m_chosenColumns = false;
    bool m_chosenWidths = false;
    QString m_emptyText;
    QPushButton *m_emptyButton = nullptr; ///< made when there is one
    bool m_followsFromStart = true;
    bool m_holdsStill = false;
    bool m_takesFocus = false;
    bool m_leads = true;
    int m_appended = -1;          ///< first of the rows that were added at the end since the last layout; -1: none
    bool m_isRearranged = false;  ///< more than that has changed since then
    qsizetype m_kept = -1;        ///< source of the current row, while the model reads its rows again
    int m_keptColumn = 0;         ///< of the current cell, likewise
    qsizetype m_fittedDigits = 0; ///< so many have room in the first column
};

} // namespace Pullcord
