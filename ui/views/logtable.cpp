// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/logtable.h"

#include "ui/models/groupedrequestmodel.h"
#include "ui/models/logmodel.h"
#include "ui/models/markroles.h"
#include "ui/models/orderedmodel.h"
#include "ui/views/letterwidth.h"
#include "ui/views/logheader.h"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QSet>

#include <algorithm>
#include <functional>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

int rowShowing(const LogModel &model, qsizetype source)
{
    return model.rowOf(source);
}

int rowShowing(const GroupedRequestModel &model, qsizetype source)
{
    return model.rowShowing(source);
}

} // namespace

LogTable::LogTable(QWidget *parent)
    : QTableView(parent)
    , m_header(new LogHeader(this))
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
    connect(header, &QWidget::customContextMenuRequested, this, &LogTable::showColumnMenu);
    connect(header, &QHeaderView::sectionResized, this, [this] {
        if (QGuiApplication::mouseButtons() != Qt::LeftButton || !m_header->underMouse())
            return; // resized by the program, not by the user
        m_chosenWidths = true;
        emit columnsChosen();
    });
    connect(header, &QHeaderView::sectionMoved, this, &LogTable::columnsChosen);
    connect(header, &QHeaderView::sortIndicatorChanged, this, &LogTable::fitSorted);
    fitRows();
}

LogTable::~LogTable() = default;

void LogTable::setModel(QAbstractItemModel *model)
{
    QTableView::setModel(model);
    connect(model, &QAbstractItemModel::modelReset, this, &LogTable::placeEmptyButton);
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(model, signal, this, &LogTable::placeEmptyButton);
    const auto noteRearranged = [this] { m_isRearranged = true; };
    connect(model, &QAbstractItemModel::modelReset, this, noteRearranged);
    connect(model, &QAbstractItemModel::rowsRemoved, this, noteRearranged);
    connect(model, &QAbstractItemModel::layoutChanged, this, noteRearranged);
    if (auto *log = qobject_cast<LogModel *>(model))
        keepCurrent(*log);
    else if (auto *grouped = qobject_cast<GroupedRequestModel *>(model))
        keepCurrent(*grouped);
}

template<typename Model>
void LogTable::keepCurrent(Model &model)
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

void LogTable::setSortable()
{
    m_ordered = qobject_cast<OrderedModel *>(model());
    forgetSort();
    setSortingEnabled(true);
    connect(m_ordered, &QAbstractItemModel::layoutAboutToBeChanged, this, &LogTable::holdPlace);
    connect(m_ordered, &QAbstractItemModel::layoutChanged, this, &LogTable::takePlace);
}

void LogTable::forgetSort()
{
    if (!m_ordered)
        return;
    m_header->setSortIndicatorClearable(true);
    m_header->setSortIndicatorShown(true);
    m_header->setSortIndicator(-1, Qt::AscendingOrder);
}

void LogTable::sortByArrival()
{
    m_header->setSortIndicator(-1, Qt::AscendingOrder);
}

void LogTable::sortOnBy(int column)
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

bool LogTable::isSorted() const
{
    return m_ordered && m_ordered->isSorted();
}

/// Remembers the first row in sight. At the top of the table, new rows shall appear there instead.
void LogTable::holdPlace()
{
    m_top = verticalScrollBar()->value() > 0 ? model()->index(rowAt(0), 0) : QModelIndex();
    m_topOffset = m_top.isValid() ? rowViewportPosition(m_top.row()) : 0;
}

void LogTable::takePlace()
{
    fitNumbers();
    if (!m_top.isValid())
        return;
    updateGeometries();
    verticalScrollBar()->setValue(m_top.row() * rowHeight(m_top.row()) - m_topOffset);
    m_top = QModelIndex();
}

int LogTable::roomBesideNumbers() const
{
    return fontMetrics().height() + letterWidth(fontMetrics());
}

void LogTable::selectOnly(int row, int column)
{
    // Not setCurrentIndex(): it would extend the selection while Ctrl or Shift of a shortcut is held.
    selectionModel()->setCurrentIndex(model()->index(row, column),
                                      QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

QString LogTable::selectedText() const
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

QStringList LogTable::leftOut() const
{
    QStringList titles;
    for (int column = 0; column < horizontalHeader()->count() && !m_chosenColumns; ++column) {
        if (isColumnHidden(column))
            titles << model()->headerData(column, Qt::Horizontal).toString();
    }
    return titles;
}

void LogTable::showLeftOut()
{
    for (int column = 0; column < horizontalHeader()->count(); ++column)
        setColumnHidden(column, false);
    m_chosenColumns = true;
    growColumns();
    emit columnsChosen();
}

void LogTable::mousePressEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton && !indexAt(event->position().toPoint()).isValid())
        event->accept();
    else
        QTableView::mousePressEvent(event);
}

void LogTable::copySelection()
{
    QApplication::clipboard()->setText(selectedText());
}

bool LogTable::isAtEnd() const
{
    if (isSorted())
        return false;
    const QScrollBar *bar = verticalScrollBar();
    const bool fits = bar->maximum() == bar->minimum();
    return fits ? m_followsFromStart : bar->value() == bar->maximum();
}

void LogTable::reset()
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

void LogTable::doItemsLayout()
{
    const int first = std::exchange(m_appended, -1);
    if (std::exchange(m_isRearranged, false) || first < 0 || !verticalHeader()->updatesEnabled())
        return QTableView::doItemsLayout();
    updateGeometries();
    const int top = rowViewportPosition(first);
    viewport()->update(viewport()->rect().adjusted(0, qMax(0, top), 0, 0));
}

void LogTable::rowsInserted(const QModelIndex &parent, int start, int end)
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

void LogTable::rowsAboutToBeRemoved(const QModelIndex &parent, int start, int end)
{
    const int current = currentIndex().row();
    if (current >= start && current <= end)
        selectionModel()->clearCurrentIndex();
    QTableView::rowsAboutToBeRemoved(parent, start, end);
}

void LogTable::dataChanged(const QModelIndex &topLeft, const QModelIndex &bottomRight, const QList<int> &roles)
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

int LogTable::firstRow(CursorAction action) const
{
    const int last = model()->rowCount() - 1;
    if (action == MoveHome || action == MoveEnd)
        return action == MoveHome ? 0 : last;
    if (action != MoveUp && action != MovePageUp)
        return rowAt(0);
    const int lowest = rowAt(viewport()->height() - 1);
    return lowest < 0 ? last : lowest;
}

QModelIndex LogTable::moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers)
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

void LogTable::resizeEvent(QResizeEvent *event)
{
    const bool atEnd = isAtEnd(); // before the range of the scroll bar changes
    QTableView::resizeEvent(event);
    growColumns();
    placeEmptyButton();
    if (atEnd)
        scrollToBottom();
}

void LogTable::focusInEvent(QFocusEvent *event)
{
    const QScopedValueRollback takesFocus(m_takesFocus, true); // Qt would move to the first row, visible or not
    QTableView::focusInEvent(event);
}

void LogTable::keyPressEvent(QKeyEvent *event)
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

} // namespace Pullcord
