// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/tables/growingtableview.h"

#include "ui/models/growingtablemodel.h"
#include "ui/models/orderedmodel.h"
#include "ui/models/requests/groupedrequestmodel.h"
#include "ui/views/style/contrast.h"
#include "ui/views/style/theme.h"
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
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header, &QWidget::customContextMenuRequested, this, &GrowingTableView::showColumnMenu);
    connect(header, &QHeaderView::sectionMoved, this, &GrowingTableView::columnsChosen);
    m_columns = new ColumnLayout(this, header);
    connect(m_columns, &ColumnLayout::chosen, this, &GrowingTableView::columnsChosen);
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

/// Remembers the first row in sight. At the top of the table it remembers none, so that new rows appear there.
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
    if (QAccessible::isActive() || !topLeft.isValid() || !bottomRight.isValid())
        return QTableView::dataChanged(topLeft, bottomRight, roles);
    const int top = rowViewportPosition(topLeft.row());
    const int bottom = rowViewportPosition(bottomRight.row()) + rowHeight(bottomRight.row());
    viewport()->update(0, top, viewport()->width(), bottom - top); // the base class would repaint all rows
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

void GrowingTableView::setColumns(const QList<ColumnLayout::Width> &widths, int stretch, const QList<int> &hidden)
{
    m_hidden = hidden;
    for (const int column : hidden)
        hideColumn(column);
    m_columns->setWidths(widths, stretch);
}

void GrowingTableView::restoreColumns(const QByteArray &header, const QByteArray &widths, bool chosenColumns,
                                      double wider)
{
    m_hasChosenColumns = chosenColumns;
    m_columns->restore(header, widths.isEmpty() ? std::nullopt : std::optional(widths.toInt()), wider);
    forgetSort();
    for (int column = 0; column < m_header->count() && !chosenColumns; ++column)
        setColumnHidden(column, m_hidden.contains(column));
    m_columns->update();
}

QByteArray GrowingTableView::chosenWidths() const
{
    return hasChosenWidths() ? QByteArray::number(m_columns->stretchLeast()) : QByteArray();
}

void GrowingTableView::showColumn(int column, bool shown)
{
    setColumnHidden(column, !shown);
    m_columns->update();
    m_hasChosenColumns = true;
    emit columnsChosen();
}

void GrowingTableView::resetColumns()
{
    for (int column = 0; column < m_header->count(); ++column) {
        m_header->moveSection(m_header->visualIndex(column), column);
        setColumnHidden(column, m_hidden.contains(column));
    }
    m_hasChosenColumns = false;
    m_columns->reset();
    emit columnsChosen();
}

void GrowingTableView::fitNumbers()
{
    if (!m_ordered)
        return;
    const int newest = isSorted() ? m_ordered->newestRow() : model()->rowCount() - 1;
    const qsizetype digits = newest >= 0 ? model()->index(newest, 0).data().toString().size() : 0;
    m_columns->widen(0, int(digits) + lettersBesideNumber());
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

/// Places the button below the centered text.
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
}

void GrowingTableView::setLeads(bool leads)
{
    if (std::exchange(m_leads, leads) != leads)
        paintSelection();
}

void GrowingTableView::paintSelection()
{
    constexpr double Share = 0.3; // share of the highlight color over the background
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
        connect(action, &QAction::toggled, this, [this, column](bool shown) { showColumn(column, shown); });
    }
    menu->addSeparator();
    connect(menu->addAction(tr("Reset Columns")), &QAction::triggered, this, &GrowingTableView::resetColumns);
    menu->addActions(horizontalHeader()->actions());
    if (m_ordered)
        addSorting(*menu, horizontalHeader()->logicalIndexAt(at));
    menu->popup(horizontalHeader()->viewport()->mapToGlobal(at));
}

} // namespace Pullcord
