// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/logtable.h"

#include "ui/models/groupedrequestmodel.h"
#include "ui/models/logmodel.h"
#include "ui/models/orderedmodel.h"
#include "ui/views/listdelegate.h"
#include "ui/views/logheader.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <array>

namespace Pullcord {

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
        // By hand, not by us.
        m_chosenWidths =
            m_chosenWidths || (QGuiApplication::mouseButtons() == Qt::LeftButton && m_header->underMouse());
    });
    fitRows();
}

LogTable::~LogTable() = default;

void LogTable::setModel(QAbstractItemModel *model)
{
    QTableView::setModel(model);
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

/// Who is at the top of a sorted table wants to see what comes in there.
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

void LogTable::setColumnWidths(const QStringList &usual)
{
    for (int column = 0; column < usual.size(); ++column) {
        const QString title = model()->headerData(column, Qt::Horizontal).toString();
        setColumnWidth(column, qMax(m_header->widthFor(title), widthFor(usual.at(column))));
    }
}

void LogTable::setGrowingColumns(const QList<Flexible> &columns)
{
    m_growing.clear();
    for (const Flexible &each : columns) {
        const QString title = model()->headerData(each.column, Qt::Horizontal).toString();
        const int narrowest = qMax(m_header->widthFor(title), widthFor(each.narrowest));
        const int least = columnWidth(each.column);
        m_growing.append({each.column, least, qMin(least, narrowest), each.grows});
    }
    growColumns();
}

/// The last one needs no width: it takes what is left anyway.
void LogTable::growColumns()
{
    if (m_chosenWidths || m_growing.isEmpty())
        return;
    int room = viewport()->width();
    int shares = 0;
    std::array<int, 2> spare{}; // of those that do not grow, which give way first; of the others
    for (int column = 0; column < horizontalHeader()->count(); ++column)
        room -= isColumnHidden(column) ? 0 : columnWidth(column);
    for (const Growing &growing : std::as_const(m_growing)) {
        if (isColumnHidden(growing.column))
            continue;
        room += columnWidth(growing.column) - growing.least;
        if (growing.column != horizontalHeader()->count() - 1)
            spare.at(growing.grows ? 1 : 0) += growing.least - growing.narrowest;
        shares += growing.grows ? 1 : 0;
    }
    const int more = shares > 0 ? qMax(0, room / shares) : 0;
    const int first = qBound(0, -room, spare.front());
    const std::array<int, 2> missing{first, qBound(0, -room - first, spare.back())};
    for (const Growing &growing : std::as_const(m_growing)) {
        if (growing.column == horizontalHeader()->count() - 1)
            continue;
        const size_t turn = growing.grows ? 1 : 0;
        const int all = qMax(1, spare.at(turn));
        const int less = (missing.at(turn) * (growing.least - growing.narrowest) + all - 1) / all;
        setColumnWidth(growing.column, growing.least + (growing.grows ? more : 0) - less);
    }
}

void LogTable::setFittedColumn(int column, const QString &most)
{
    m_fitted = column;
    m_fittedMost = widthFor(most);
}

void LogTable::fitTexts(int first, int last)
{
    constexpr int MostMeasured = 100;
    if (m_fitted < 0 || m_chosenWidths || columnWidth(m_fitted) >= m_fittedMost)
        return;
    int widest = columnWidth(m_fitted);
    for (int row = qMax(first, last - MostMeasured); row <= last; ++row)
        widest = qMax(widest, widthFor(model()->index(row, m_fitted).data().toString()));
    if (widest > columnWidth(m_fitted)) {
        setColumnWidth(m_fitted, qMin(widest, m_fittedMost));
        growColumns();
    }
}

int LogTable::widthFor(const QString &text) const
{
    // The delegates leave a little more than half a character at either side.
    return fontMetrics().horizontalAdvance(text) + fontMetrics().averageCharWidth() + 4;
}

void LogTable::fitNumbers()
{
    const int rows = model() ? model()->rowCount() : 0;
    const int newest = isSorted() ? m_ordered->newestRow() : rows - 1;
    const QString last = newest >= 0 ? model()->index(newest, 0).data().toString() : QString();
    if (last.size() <= m_fittedDigits)
        return;
    m_fittedDigits = last.size();
    setColumnWidth(0, qMax(columnWidth(0), widthFor(QString(last.size(), u'0')) + roomBesideNumbers()));
}

int LogTable::roomBesideNumbers() const
{
    return fontMetrics().height() + fontMetrics().averageCharWidth();
}

void LogTable::selectOnly(int row, int column)
{
    // Not setCurrentIndex(), which extends the selection while Ctrl or Shift is down, as it is in a shortcut.
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

void LogTable::setEmptyText(const QString &text)
{
    m_emptyText = text;
    viewport()->update();
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
    if (model())
        fitTexts(0, model()->rowCount() - 1);
}

void LogTable::rowsInserted(const QModelIndex &parent, int start, int end)
{
    const bool atEnd = isAtEnd();
    const int place = verticalScrollBar()->value();
    QTableView::rowsInserted(parent, start, end);
    const bool isAbove = !atEnd && rowViewportPosition(start) < 0;
    if (m_holdsStill || atEnd || isAbove)
        updateGeometries(); // the range of the scroll bar is of before the insert
    if (atEnd && !m_holdsStill)
        scrollToBottom();
    else if (isAbove) // what somebody is reading stays where it is
        verticalScrollBar()->setValue(place + (end - start + 1) * rowHeight(start));
    fitNumbers();
    fitTexts(start, end);
}

QModelIndex LogTable::moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers)
{
    if (action == MoveHome || action == MoveEnd)
        modifiers |= Qt::ControlModifier;
    return QTableView::moveCursor(action, modifiers);
}

void LogTable::paintEvent(QPaintEvent *event)
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

void LogTable::changeEvent(QEvent *event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        fitRows();
}

void LogTable::resizeEvent(QResizeEvent *event)
{
    const bool atEnd = isAtEnd(); // of before: the range of the scroll bar comes after
    QTableView::resizeEvent(event);
    growColumns();
    if (atEnd)
        scrollToBottom();
}

void LogTable::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy)) {
        copySelection();
        return;
    }
    QTableView::keyPressEvent(event);
}

void LogTable::fitRows()
{
    verticalHeader()->setMinimumSectionSize(1);
    verticalHeader()->setDefaultSectionSize(ListDelegate::rowHeight(fontMetrics()));
}

void LogTable::addSorting(QMenu &menu, int column)
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

void LogTable::showColumnMenu(const QPoint &at)
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
        // The first column stays, so that there is always a header to click on.
        action->setEnabled(column > 0);
        connect(action, &QAction::toggled, this, [this, column](bool shown) { setColumnHidden(column, !shown); });
    }
    menu->addSeparator();
    menu->addActions(horizontalHeader()->actions());
    if (m_ordered)
        addSorting(*menu, horizontalHeader()->logicalIndexAt(at));
    menu->popup(horizontalHeader()->viewport()->mapToGlobal(at));
}

} // namespace Pullcord
