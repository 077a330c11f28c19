// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/tables/growingtableview.h"

#include "ui/models/growingtablemodel.h"
#include "ui/models/orderedmodel.h"
#include "ui/models/requests/groupedrequestmodel.h"
#include "ui/models/requests/markroles.h"
#include "ui/views/style/contrast.h"
#include "ui/views/style/theme.h"
#include "ui/views/tables/letterwidth.h"
#include "ui/views/tables/listdelegate.h"
#include "ui/views/tables/tableheader.h"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QSet>

#include <algorithm>
#include <functional>
#include <utility>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

int rowShowing(const GrowingTableModel &model, qsizetype source)
{
    return model.rowOf(source);
}

int rowShowing(const GroupedRequestModel &model, qsizetype source)
{
    return model.rowShowing(source);
}

constexpr int OnlyReserve = -1; ///< so narrow that nothing is cut yet

} // namespace

GrowingTableView::GrowingTableView(QWidget *parent)
    : QTableView(parent)
    , m_header(new TableHeader(this))
{
    setShowGrid(false);
    setAlternatingRowColors(true);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setEditTriggers(NoEditTriggers);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollMode(ScrollPerPixel);
    setCornerButtonEnabled(false);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    setHorizontalHeader(m_header);
    QHeaderView *header = m_header;
    header->setHighlightSections(false);
    header->setSectionsMovable(true);
    header->setStretchLastSection(true);
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header, &QWidget::customContextMenuRequested, this, &GrowingTableView::showColumnMenu);
    connect(header, &QHeaderView::sectionResized, this, [this] {
        if (QGuiApplication::mouseButtons() != Qt::LeftButton || !m_header->underMouse())
            return; // resized by the program, not by the user
        m_chosenWidths = true;
        emit columnsChosen();
    });
    connect(header, &QHeaderView::sectionMoved, this, &GrowingTableView::columnsChosen);
    connect(header, &QHeaderView::sortIndicatorChanged, this, &GrowingTableView::fitSorted);
    fitRows();
}

GrowingTableView::~GrowingTableView() = default;

void GrowingTableView::setModel(QAbstractItemModel *model)
{
    QTableView::setModel(model);
    connect(model, &QAbstractItemModel::modelReset, this, &GrowingTableView::placeEmptyButton);
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(model, signal, this, &GrowingTableView::placeEmptyButton);
    const auto noteRearranged = [this] { m_isRearranged = true; };
    connect(model, &QAbstractItemModel::modelReset, this, noteRearranged);
    connect(model, &QAbstractItemModel::rowsRemoved, this, noteRearranged);
    connect(model, &QAbstractItemModel::layoutChanged, this, noteRearranged);
    if (auto *log = qobject_cast<GrowingTableModel *>(model))
        keepCurrent(*log);
    else if (auto *grouped = qobject_cast<GroupedRequestModel *>(model))
        keepCurrent(*grouped);
}

template<typename Model>
void GrowingTableView::keepCurrent(Model &model)
{
    connect(&model, &Model::aboutToRefilter, this, [this, &model] {
        m_kept = currentIndex().isValid() ? model.sourceOf(currentIndex().row()) : -1;
        m_keptColumn = qMax(0, currentIndex().column());
    });
    connect(&model, &Model::refiltered, this, [this, &model] {
        if (const int row = m_kept < 0 ? -1 : rowShowing(model, m_kept); row >= 0)
            selectOnly(row, m_keptColumn);
    });
}

void GrowingTableView::setSortable()
{
    m_ordered = qobject_cast<OrderedModel *>(model());
    forgetSort();
    setSortingEnabled(true);
    connect(m_ordered, &QAbstractItemModel::layoutAboutToBeChanged, this, &GrowingTableView::holdPlace);
    connect(m_ordered, &QAbstractItemModel::layoutChanged, this, &GrowingTableView::takePlace);
}

void GrowingTableView::forgetSort()
{
    if (!m_ordered)
        return;
    m_header->setSortIndicatorClearable(true);
    m_header->setSortIndicatorShown(true);
    m_header->setSortIndicator(-1, Qt::AscendingOrder);
}

void GrowingTableView::sortByArrival()
{
    m_header->setSortIndicator(-1, Qt::AscendingOrder);
}

void GrowingTableView::sortOnBy(int column)
{
    if (!m_ordered)
        return;
    if (m_ordered->sortColumn() != column)
        m_header->setSortIndicator(column, Qt::AscendingOrder);
    else if (m_ordered->sortOrder() == Qt::AscendingOrder)
        m_header->setSortIndicator(column, Qt::DescendingOrder);
    else
        sortByArrival();
}

bool GrowingTableView::isSorted() const
{
    return m_ordered && m_ordered->isSorted();
}

/// Remembers the first row in sight. At the top of the table, new rows shall appear there instead.
void GrowingTableView::holdPlace()
{
    m_top = verticalScrollBar()->value() > 0 ? model()->index(rowAt(0), 0) : QModelIndex();
    m_topOffset = m_top.isValid() ? rowViewportPosition(m_top.row()) : 0;
}

void GrowingTableView::takePlace()
{
    fitNumbers();
    if (!m_top.isValid())
        return;
    updateGeometries();
    verticalScrollBar()->setValue(m_top.row() * rowHeight(m_top.row()) - m_topOffset);
    m_top = QModelIndex();
}

int GrowingTableView::roomBesideNumbers() const
{
    return fontMetrics().height() + letterWidth(fontMetrics());
}

void GrowingTableView::selectOnly(int row, int column)
{
    // Not setCurrentIndex(): it would extend the selection while Ctrl or Shift of a shortcut is held.
    selectionModel()->setCurrentIndex(model()->index(row, column),
                                      QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

QString GrowingTableView::selectedText() const
{
    QModelIndexList rows = selectionModel() ? selectionModel()->selectedRows() : QModelIndexList();
    std::sort(rows.begin(), rows.end());
    QStringList lines;
    for (const QModelIndex &row : std::as_const(rows)) {
        QStringList cells;
        for (int visual = 0; visual < horizontalHeader()->count(); ++visual) {
            const int column = horizontalHeader()->logicalIndex(visual);
            if (!isColumnHidden(column))
                cells << row.siblingAtColumn(column).data(Qt::DisplayRole).toString();
        }
        lines << cells.join(u'\t');
    }
    return lines.join(u'\n');
}

QStringList GrowingTableView::leftOut() const
{
    QStringList titles;
    for (int column = 0; column < horizontalHeader()->count() && !m_chosenColumns; ++column) {
        if (isColumnHidden(column))
            titles << model()->headerData(column, Qt::Horizontal).toString();
    }
    return titles;
}

void GrowingTableView::showLeftOut()
{
    for (int column = 0; column < horizontalHeader()->count(); ++column)
        setColumnHidden(column, false);
    m_chosenColumns = true;
    growColumns();
    emit columnsChosen();
}

void GrowingTableView::mousePressEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton && !indexAt(event->position().toPoint()).isValid())
        event->accept();
    else
        QTableView::mousePressEvent(event);
}

void GrowingTableView::copySelection()
{
    QApplication::clipboard()->setText(selectedText());
}

bool GrowingTableView::isAtEnd() const
{
    if (isSorted())
        return false;
    const QScrollBar *bar = verticalScrollBar();
    const bool fits = bar->maximum() == bar->minimum();
    return fits ? m_followsFromStart : bar->value() == bar->maximum();
}

void GrowingTableView::reset()
{
    QTableView::reset();
    constexpr int MostRead = 2000;
    const int rows = model() ? model()->rowCount() : 0;
    if (rows == 0 && std::any_of(m_growing.begin(), m_growing.end(), std::mem_fn(&Growing::isFilled))) {
        measureGrowing();
    }
    if (rows > 0) {
        fitTexts(0, rows - 1);
        noteFilled(0, rows - 1, MostRead);
        noteNeeds(0, rows - 1, MostMeasured);
    }
}

void GrowingTableView::doItemsLayout()
{
    const int first = std::exchange(m_appended, -1);
    if (std::exchange(m_isRearranged, false) || first < 0 || !verticalHeader()->updatesEnabled())
        return QTableView::doItemsLayout();
    updateGeometries();
    const int top = rowViewportPosition(first);
    viewport()->update(viewport()->rect().adjusted(0, qMax(0, top), 0, 0));
}

void GrowingTableView::rowsInserted(const QModelIndex &parent, int start, int end)
{
    if (start == 0 || end != model()->rowCount() - 1)
        m_isRearranged = true; // the text of an empty table changes
    else if (m_appended < 0)
        m_appended = start;
    const bool atEnd = isAtEnd();
    const int place = verticalScrollBar()->value();
    QTableView::rowsInserted(parent, start, end);
    const bool isAbove = !atEnd && rowViewportPosition(start) < 0;
    if (m_holdsStill || atEnd || isAbove)
        updateGeometries(); // the range of the scroll bar is still the old one
    if (atEnd && !m_holdsStill)
        scrollToBottom();
    else if (isAbove) // keeps the visible rows in place
        verticalScrollBar()->setValue(place + (end - start + 1) * rowHeight(start));
    fitNumbers();
    fitTexts(start, end);
    noteFilled(start, end);
    noteNeeds(start, end, FewAtOnce);
}

void GrowingTableView::rowsAboutToBeRemoved(const QModelIndex &parent, int start, int end)
{
    const int current = currentIndex().row();
    if (current >= start && current <= end)
        selectionModel()->clearCurrentIndex();
    QTableView::rowsAboutToBeRemoved(parent, start, end);
}

void GrowingTableView::dataChanged(const QModelIndex &topLeft, const QModelIndex &bottomRight, const QList<int> &roles)
{
    if (QAccessible::isActive() || !topLeft.isValid() || !bottomRight.isValid()) {
        QTableView::dataChanged(topLeft, bottomRight, roles);
    } else { // the base class would repaint all rows
        const int top = rowViewportPosition(topLeft.row());
        const int bottom = rowViewportPosition(bottomRight.row()) + rowHeight(bottomRight.row());
        viewport()->update(0, top, viewport()->width(), bottom - top);
    }
    if (roles == QList<int>{RowMarks::ColorRole})
        return; // a colour never needs more width
    noteFilled(topLeft.row(), bottomRight.row(), MostMeasured);
    noteNeeds(topLeft.row(), bottomRight.row(), roles.isEmpty() ? MostMeasured : OnAScreen);
}

int GrowingTableView::firstRow(CursorAction action) const
{
    const int last = model()->rowCount() - 1;
    if (action == MoveHome || action == MoveEnd)
        return action == MoveHome ? 0 : last;
    if (action != MoveUp && action != MovePageUp)
        return rowAt(0);
    const int lowest = rowAt(viewport()->height() - 1);
    return lowest < 0 ? last : lowest;
}

QModelIndex GrowingTableView::moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers)
{
    if (m_takesFocus)
        return {};
    const QModelIndex current = currentIndex();
    if (!current.isValid())
        return model()->index(firstRow(action), horizontalHeader()->logicalIndexAt(0));
    if (action != MoveHome && action != MoveEnd)
        return QTableView::moveCursor(action, modifiers);
    return QTableView::moveCursor(action, modifiers | Qt::ControlModifier).siblingAtColumn(current.column());
}

void GrowingTableView::resizeEvent(QResizeEvent *event)
{
    const bool atEnd = isAtEnd(); // before the range of the scroll bar changes
    QTableView::resizeEvent(event);
    growColumns();
    placeEmptyButton();
    if (atEnd)
        scrollToBottom();
}

void GrowingTableView::focusInEvent(QFocusEvent *event)
{
    const QScopedValueRollback takesFocus(m_takesFocus, true); // Qt would move to the first row, visible or not
    QTableView::focusInEvent(event);
}

void GrowingTableView::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy)) {
        copySelection();
        return;
    }
    QTableView::keyPressEvent(event);
    static const QSet<int> toRows{Qt::Key_Home,   Qt::Key_End,      Qt::Key_Up,
                                  Qt::Key_PageUp, Qt::Key_PageDown, Qt::Key_Down};
    const QModelIndex current = currentIndex();
    const bool isAlone = (event->modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
    if (isAlone && toRows.contains(event->key()) && current.isValid() && !selectionModel()->isSelected(current)) {
        selectOnly(current.row(), current.column()); // it was the current row already
        scrollTo(current);
    }
}

void GrowingTableView::setColumnWidths(const QStringList &usual)
{
    m_usualTexts = usual;
    m_letter = letterWidth(QFontMetricsF(font()));
    measureUsual();
}

void GrowingTableView::measureUsual()
{
    m_usual.clear();
    for (int column = 0; column < m_usualTexts.size(); ++column) {
        const QString title = model()->headerData(column, Qt::Horizontal).toString();
        m_usual.append(qMax(m_header->widthFor(title), widthFor(m_usualTexts.at(column))));
        setColumnWidth(column, m_usual.constLast());
    }
}

/// Scales widths chosen by the user with the font.
void GrowingTableView::fitFont()
{
    const double letter = letterWidth(QFontMetricsF(font()));
    if (m_usualTexts.isEmpty() || !(m_letter > 0))
        return;
    const double wider = letter / std::exchange(m_letter, letter);
    QList<int> chosen;
    for (int column = 0; m_chosenWidths && column < horizontalHeader()->count(); ++column)
        chosen.append(qRound(columnWidth(column) * wider));
    measureUsual();
    measureSpare();
    measureGrowing();
    m_fittedDigits = 0;
    fitNumbers();
    fitTexts(0, model()->rowCount() - 1);
    fitSorted(m_header->sortIndicatorSection());
    noteFilled(0, model()->rowCount() - 1);
    for (int column = 0; column < chosen.size(); ++column) {
        if (!isColumnHidden(column))
            setColumnWidth(column, chosen.at(column));
    }
}

void GrowingTableView::restoreColumns(const QByteArray &header, bool chosenWidths, bool chosenColumns, double wider)
{
    m_chosenWidths = chosenWidths; // first, since the header may cause a resize
    m_chosenColumns = chosenColumns;
    m_header->restoreState(header);
    forgetSort();
    for (int column = 0; column < m_usual.size(); ++column)
        setColumnWidth(column, chosenWidths ? qRound(columnWidth(column) * wider) : m_usual.at(column));
    growColumns();
    emit leftOutChanged();
}

void GrowingTableView::setChosenColumns(bool chosen)
{
    if (std::exchange(m_chosenColumns, chosen) == chosen)
        return;
    if (!chosen)
        growColumns();
    emit columnsChosen();
}

void GrowingTableView::setChosenWidths(bool chosen)
{
    if (std::exchange(m_chosenWidths, chosen) != chosen)
        emit columnsChosen();
}

QString GrowingTableView::widest(const QStringList &texts) const
{
    return *std::max_element(texts.begin(), texts.end(), [this](const QString &one, const QString &other) {
        return fontMetrics().horizontalAdvance(one) < fontMetrics().horizontalAdvance(other);
    });
}

void GrowingTableView::setGrowingColumns(const QList<Flexible> &columns)
{
    m_flexible = columns;
    measureGrowing();
}

void GrowingTableView::measureGrowing()
{
    m_growing.clear();
    m_givingWay.clear();
    for (const Flexible &each : std::as_const(m_flexible)) {
        const int title = qMax(m_header->minimumSectionSize(),
                               m_header->widthFor(model()->headerData(each.column, Qt::Horizontal).toString()));
        const auto known = std::find_if(m_growing.begin(), m_growing.end(),
                                        [&each](const Growing &other) { return other.column == each.column; });
        const int usual = known == m_growing.end() ? m_usual.at(each.column) : known->usual;
        const int narrowest = qMin(usual, qMax(title, widthFor(each.narrowest)));
        if (known != m_growing.end() && m_givingWay.size() == m_growing.size()) {
            for (qsizetype i = 0; i < m_growing.size(); ++i)
                m_givingWay.append({i, OnlyReserve});
        }
        m_givingWay.append({known - m_growing.begin(), narrowest});
        if (known != m_growing.end()) {
            if (each.column != horizontalHeader()->count() - 1)
                known->needed = title; // its contents may be cut
            continue;
        }
        m_growing.append({each.column, usual, narrowest, each.grows, each.whileEmpty, each.isSpare,
                          each.whileEmpty ? title : narrowest});
    }
    measureNeeds(0, model()->rowCount() - 1, MostMeasured);
    growColumns();
}

void GrowingTableView::setSpareColumns(const QList<int> &columns, const QList<int> &last)
{
    m_spareColumns = columns;
    m_lastSpareColumns = last;
    measureSpare();
}

void GrowingTableView::measureSpare()
{
    m_spare.clear();
    for (const int column : m_spareColumns + m_lastSpareColumns)
        m_spare.append({column, m_usual.at(column)});
}

/// Hides spare columns that would not fit if every column had contents, so that later rows move nothing. Hides the last
/// ones only if the others do not fit at their narrowest either.
void GrowingTableView::leaveOutSpare()
{
    if (m_chosenColumns || m_spare.isEmpty())
        return;
    int room = width() - 2 * frameWidth() - style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, this);
    for (int column = 0; column < horizontalHeader()->count(); ++column)
        room -= columnWidth(column);
    int less = 0;
    for (const Growing &growing : std::as_const(m_growing)) {
        room += isColumnHidden(growing.column) ? 0 : columnWidth(growing.column) - growing.usual;
        less += isColumnHidden(growing.column) ? 0 : growing.usual - growing.narrowest;
    }
    for (const auto &[column, width] : std::as_const(m_spare))
        room += columnWidth(column) - width; // 0 while it is hidden
    const QStringList before = leftOut();
    for (qsizetype i = 0; i < m_spare.size(); ++i) {
        const auto [column, width] = m_spare.at(i);
        const bool isLeftOut = room + (i < m_spareColumns.size() ? 0 : less) < 0;
        room += isLeftOut ? width : 0;
        if (isColumnHidden(column) != isLeftOut)
            setColumnHidden(column, isLeftOut);
    }
    for (qsizetype i = m_spareColumns.size() - 1; i >= 0; --i) { // shown again in the room of a last one
        const auto [column, width] = m_spare.at(i);
        if (!isColumnHidden(column) || room < width)
            continue;
        room -= width;
        setColumnHidden(column, false);
    }
    if (leftOut() != before)
        emit leftOutChanged();
}

/// Distributes the available width. Columns get what they need, then the width of their contents, the narrowest usual
/// width and the usual width, those that give way last first. If there is less than they need, they give way.
/// Additional width is shared among the growing ones.
void GrowingTableView::growColumns()
{
    if (m_chosenWidths || m_growing.isEmpty())
        return;
    leaveOutSpare();
    int room = viewport()->width();
    for (int column = 0; column < horizontalHeader()->count(); ++column)
        room -= columnWidth(column);
    for (const Growing &growing : std::as_const(m_growing))
        room += columnWidth(growing.column);
    leaveOutFlexible(room);
    shareOut(room);
    int beyond = room;
    int shares = 0;
    for (const Growing &growing : std::as_const(m_growing)) {
        beyond -= isColumnHidden(growing.column) ? 0 : qMax(growing.usual, growing.width);
        shares += growing.grows && !isColumnHidden(growing.column) ? 1 : 0;
    }
    const int more = shares > 0 ? qMax(0, beyond / shares) : 0;
    for (Growing &growing : m_growing) {
        growing.width += growing.grows && !growing.isEmpty() ? more : 0;
        if (!isColumnHidden(growing.column))
            setColumnWidth(growing.column, growing.width);
    }
}

/// Hides spare columns: empty ones if their title would take room from others, the rest to avoid scrolling.
void GrowingTableView::leaveOutFlexible(int room)
{
    if (m_chosenColumns)
        return;
    QList<int> least;
    for (const Growing &growing : std::as_const(m_growing))
        least << growing.least();
    const bool isTwice = m_givingWay.size() > m_growing.size();
    for (const auto &[which, narrowest] : isTwice ? m_givingWay.first(m_givingWay.size() - 1) : m_givingWay)
        least[which] = narrowest == OnlyReserve ? least.at(which)
                                                : qMin(least.at(which), qMax(narrowest, m_growing.at(which).sorted));
    int needed = 0;
    int missing = -room;
    for (qsizetype i = 0; i < m_growing.size(); ++i) {
        const Growing &growing = m_growing.at(i);
        const bool isThere = growing.isSpare || !isColumnHidden(growing.column);
        needed += isThere ? growing.least() : 0;
        missing += isThere ? least.at(i) : 0;
    }
    for (const bool isTurnOfEmpty : {true, false}) {
        for (qsizetype i = m_growing.size() - 1; i >= 0; --i) {
            const Growing &growing = m_growing.at(i);
            if (!growing.isSpare || growing.isEmpty() != isTurnOfEmpty)
                continue;
            const bool isLeftOut = isTurnOfEmpty ? needed > room : missing > 0;
            missing -= isLeftOut ? least.at(i) : 0;
            needed -= isLeftOut ? growing.least() : 0;
            setColumnHidden(growing.column, isLeftOut);
        }
    }
}

void GrowingTableView::shareOut(int room)
{
    for (Growing &growing : m_growing) {
        growing.width = isColumnHidden(growing.column) ? 0 : growing.least();
        room -= growing.width;
    }
    for (const auto &[which, narrowest] : std::as_const(m_givingWay)) {
        const int sorted = m_growing[which].sorted;
        const int least = narrowest == OnlyReserve ? m_growing[which].least() : qMax(narrowest, sorted);
        const int less = qBound(0, m_growing[which].width - least, qMax(0, -room));
        m_growing[which].width -= less;
        room += less;
    }
    for (const int Growing::*goal : {&Growing::whole, &Growing::narrowest, &Growing::usual}) {
        for (auto growing = m_growing.rbegin(); growing != m_growing.rend(); ++growing) {
            const bool wantsMore = !isColumnHidden(growing->column) && !growing->isEmpty();
            const int more = wantsMore ? qBound(0, (*growing).*goal - growing->width, qMax(0, room)) : 0;
            growing->width += more;
            room -= more;
        }
    }
}

void GrowingTableView::noteNeeds(int first, int last, int most)
{
    if (!m_chosenWidths && measureNeeds(first, last, most))
        growColumns();
}

bool GrowingTableView::measureNeeds(int first, int last, int mostRows)
{
    constexpr int TimesUsual = 3;
    QStyleOptionViewItem option;
    initViewItemOption(&option);
    bool anyMore = false;
    for (Growing &growing : m_growing) {
        const bool isLast = growing.column == horizontalHeader()->count() - 1; // its long contents are cut
        const int needed = isLast && !growing.whileEmpty ? growing.narrowest : growing.usual;
        const int most = isLast ? needed : TimesUsual * growing.usual;
        const int before = growing.whole;
        for (int row = qMax(first, last - mostRows); row <= last && growing.whole < most; ++row) {
            const QSize hint = itemDelegate()->sizeHint(option, model()->index(row, growing.column));
            growing.whole = qBound(growing.whole, hint.width(), most);
        }
        growing.needed = qMax(growing.needed, qMin(growing.whole, needed));
        anyMore = anyMore || growing.whole > before;
    }
    return anyMore;
}

void GrowingTableView::noteFilled(int first, int last, int most)
{
    bool anyNew = false;
    for (Growing &growing : m_growing) {
        if (!growing.whileEmpty || growing.isFilled)
            continue;
        for (int row = qMax(first, last - most); row <= last && !growing.isFilled; ++row)
            growing.isFilled = !model()->index(row, growing.column).data().toString().isEmpty();
        anyNew = anyNew || growing.isFilled;
    }
    if (anyNew)
        growColumns();
}

void GrowingTableView::setFittedColumn(int column, const QString &most)
{
    m_fitted.append({column, most});
}

void GrowingTableView::fitTexts(int first, int last)
{
    if (m_chosenWidths)
        return;
    bool anyWider = false;
    for (const auto &[column, widestText] : std::as_const(m_fitted)) {
        if (isColumnHidden(column))
            continue;
        const int most = widthFor(widestText);
        int widest = columnWidth(column);
        for (int row = qMax(first, last - MostMeasured); row <= last && widest < most; ++row)
            widest = qMax(widest, widthFor(model()->index(row, column).data().toString()));
        if (widest > columnWidth(column)) {
            setColumnWidth(column, qMin(widest, most));
            anyWider = true;
        }
    }
    if (anyWider)
        growColumns();
}

/// Widens the column for the sort arrow beside its title.
void GrowingTableView::fitSorted(int column)
{
    if (m_chosenWidths || column < 0 || column >= horizontalHeader()->count())
        return;
    const int needed =
        m_header->widthFor(model()->headerData(column, Qt::Horizontal).toString()) + m_header->markRoom();
    for (Growing &growing : m_growing)
        growing.sorted = growing.column == column ? needed : 0;
    if (columnWidth(column) >= needed)
        return;
    setColumnWidth(column, needed);
    growColumns();
}

int GrowingTableView::widthFor(const QString &text) const
{
    // Delegates leave slightly more than half a character at either side.
    return fontMetrics().horizontalAdvance(text) + letterWidth(fontMetrics()) + 4;
}

void GrowingTableView::fitNumbers()
{
    const int rows = model() ? model()->rowCount() : 0;
    const int newest = isSorted() ? m_ordered->newestRow() : rows - 1;
    const QString last = newest >= 0 ? model()->index(newest, 0).data().toString() : QString();
    if (last.size() <= m_fittedDigits)
        return;
    m_fittedDigits = last.size();
    setColumnWidth(0, qMax(columnWidth(0), widthFor(QString(last.size(), u'0')) + roomBesideNumbers()));
    growColumns();
}

void GrowingTableView::setEmptyText(const QString &text)
{
    if (std::exchange(m_emptyText, text) != text && (!model() || model()->rowCount() == 0))
        viewport()->update();
}

void GrowingTableView::setEmptyButton(const QString &text)
{
    if (!m_emptyButton && text.isEmpty())
        return;
    if (!m_emptyButton) {
        m_emptyButton = new QPushButton(viewport());
        m_emptyButton->setObjectName(objectName() + u"Clear"_s);
        m_emptyButton->setAutoDefault(false);
        connect(m_emptyButton, &QPushButton::clicked, this, &GrowingTableView::emptyPressed);
    }
    m_emptyButton->setText(text);
    placeEmptyButton();
}

/// Places the button below the centred text.
void GrowingTableView::placeEmptyButton()
{
    if (!m_emptyButton)
        return;
    const int line = fontMetrics().lineSpacing();
    const QSize size = m_emptyButton->sizeHint();
    const int top = qMin(viewport()->height() / 2 + line, viewport()->height() - size.height());
    m_emptyButton->setGeometry((viewport()->width() - size.width()) / 2, top, size.width(), size.height());
    m_emptyButton->setVisible(!m_emptyButton->text().isEmpty() && (!model() || model()->rowCount() == 0));
}

void GrowingTableView::paintEvent(QPaintEvent *event)
{
    QTableView::paintEvent(event);
    if (m_emptyText.isEmpty() || (model() && model()->rowCount() > 0))
        return;
    QPainter painter(viewport());
    painter.setPen(palette().color(QPalette::PlaceholderText));
    const int margin = 2 * fontMetrics().height();
    painter.drawText(viewport()->rect().adjusted(margin, margin, -margin, -margin), Qt::AlignCenter | Qt::TextWordWrap,
                     m_emptyText);
}

void GrowingTableView::changeEvent(QEvent *event)
{
    m_isRearranged = true; // may change every row
    QTableView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange)
        paintSelection();
    if (event->type() != QEvent::FontChange && event->type() != QEvent::StyleChange)
        return;
    fitRows();
    fitFont();
}

void GrowingTableView::setLeads(bool leads)
{
    if (std::exchange(m_leads, leads) != leads)
        paintSelection();
}

void GrowingTableView::paintSelection()
{
    constexpr double Share = 0.3; // share of the highlight colour over the background
    QPalette colors = Theme::paletteFor(*this);
    if (!m_leads) {
        const QColor back = Contrast::over(colors.color(QPalette::Highlight), colors.color(QPalette::Base), Share);
        colors.setColor(QPalette::Highlight, back);
        colors.setColor(QPalette::HighlightedText, Contrast::readable(colors.color(QPalette::Text), {back}));
    }
    setPalette(colors);
}

void GrowingTableView::fitRows()
{
    verticalHeader()->setMinimumSectionSize(1);
    verticalHeader()->setDefaultSectionSize(ListDelegate::rowHeight(fontMetrics()));
}

void GrowingTableView::addSorting(QMenu &menu, int column)
{
    menu.addSeparator();
    const QString name = model()->headerData(column, Qt::Horizontal).toString();
    const auto add = [&](const QString &text, int by, Qt::SortOrder order) {
        QAction *action = menu.addAction(text);
        action->setCheckable(true);
        action->setChecked(m_ordered->sortColumn() == by && (by < 0 || m_ordered->sortOrder() == order));
        connect(action, &QAction::triggered, this, [this, by, order] { m_header->setSortIndicator(by, order); });
    };
    if (column >= 0) {
        add(tr("Sort by “%1”, Ascending", "title of a column").arg(name), column, Qt::AscendingOrder);
        add(tr("Sort by “%1”, Descending", "title of a column").arg(name), column, Qt::DescendingOrder);
    }
    add(tr("Order of Arrival"), -1, Qt::AscendingOrder);
}

void GrowingTableView::showColumnMenu(const QPoint &at)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (int column = 0; column < horizontalHeader()->count(); ++column) {
        const QString name = model()->headerData(column, Qt::Horizontal).toString();
        if (name.isEmpty())
            continue;
        QAction *action = menu->addAction(name);
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(column));
        // The first column stays, so that the header can be clicked.
        action->setEnabled(column > 0);
        connect(action, &QAction::toggled, this, [this, column](bool shown) {
            setColumnHidden(column, !shown);
            fitTexts(0, model()->rowCount() - 1);
            m_chosenColumns = true;
            emit columnsChosen();
        });
    }
    menu->addSeparator();
    menu->addActions(horizontalHeader()->actions());
    if (m_ordered)
        addSorting(*menu, horizontalHeader()->logicalIndexAt(at));
    menu->popup(horizontalHeader()->viewport()->mapToGlobal(at));
}

} // namespace Pullcord
