// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/requests/pinnedview.h"

#include "ui/views/tables/growingtableview.h"
#include "ui/views/tables/listdelegate.h"
#include "ui/views/tables/tableheader.h"

#include <QEvent>
#include <QHeaderView>
#include <QMenu>
#include <QMouseEvent>
#include <QScrollBar>
#include <QSet>

namespace Pullcord {

PinnedModel::PinnedModel(int columns, Data data, QObject *parent)
    : QAbstractTableModel(parent)
    , m_columns(columns)
    , m_data(std::move(data))
{}

PinnedModel::~PinnedModel() = default;

void PinnedModel::setSources(const QList<qsizetype> &sources)
{
    const QSet<qsizetype> wanted(sources.begin(), sources.end());
    for (qsizetype end = m_sources.size(); end > 0;) { // in runs
        qsizetype first = end;
        while (first > 0 && !wanted.contains(m_sources.at(first - 1)))
            --first;
        if (first < end) {
            beginRemoveRows({}, int(first), int(end) - 1);
            m_sources.remove(first, end - first);
            endRemoveRows();
        }
        end = first - 1; // row `first - 1` stays
    }
    const QSet<qsizetype> had(m_sources.begin(), m_sources.end());
    for (qsizetype first = 0; first < sources.size();) {
        qsizetype end = first;
        while (end < sources.size() && !had.contains(sources.at(end)))
            ++end;
        if (first < end) {
            beginInsertRows({}, int(first), int(end) - 1);
            m_sources = m_sources.first(first) + sources.mid(first, end - first) + m_sources.mid(first);
            endInsertRows();
        }
        first = end + 1; // row `end` stays
    }
}

void PinnedModel::refresh()
{
    if (!m_sources.isEmpty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, m_columns - 1));
}

int PinnedModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_sources.size());
}

int PinnedModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_columns;
}

QVariant PinnedModel::data(const QModelIndex &index, int role) const
{
    return checkIndex(index, CheckIndexOption::IndexIsValid) ? m_data(m_sources.at(index.row()), index.column(), role)
                                                             : QVariant();
}

PinnedView::PinnedView(GrowingTableView &table, PinnedModel::Data read, std::optional<int> openRole)
    : QTableView(&table.titles())
    , m_table(table)
    , m_model(table.model()->columnCount(), std::move(read))
    , m_openRole(openRole)
{
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setSelectionBehavior(SelectRows);
    setSelectionMode(SingleSelection);
    setEditTriggers(NoEditTriggers);
    setHorizontalScrollMode(ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setCornerButtonEnabled(false);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setMinimumSectionSize(1);
    horizontalHeader()->hide();
    horizontalHeader()->setMinimumSectionSize(1);
    setModel(&m_model);
    setItemDelegate(table.itemDelegate());
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(&m_model, signal, this, &PinnedView::fit);
    const QHeaderView *header = table.horizontalHeader();
    connect(header, &QHeaderView::sectionResized, this, &PinnedView::followColumns);
    connect(header, &QHeaderView::sectionMoved, this, &PinnedView::followColumns);
    connect(header, &QHeaderView::geometriesChanged, this, &PinnedView::followColumns);
    const QScrollBar *bar = table.horizontalScrollBar();
    connect(bar, &QScrollBar::rangeChanged, horizontalScrollBar(), &QScrollBar::setRange);
    connect(bar, &QScrollBar::valueChanged, horizontalScrollBar(), &QScrollBar::setValue);
    constexpr std::chrono::milliseconds Tick{250};
    m_clock.setInterval(Tick);
    connect(&m_clock, &QTimer::timeout, this, &PinnedView::refresh);
    table.titles().setRowsBelow(this);
    fit();
}

PinnedView::~PinnedView() = default;

void PinnedView::followColumns()
{
    QHeaderView *own = horizontalHeader();
    const QHeaderView *header = m_table.horizontalHeader();
    for (int visual = 0; visual < header->count(); ++visual) {
        const int column = header->logicalIndex(visual);
        own->setSectionHidden(column, header->isSectionHidden(column));
        if (!header->isSectionHidden(column))
            own->resizeSection(column, header->sectionSize(column));
        if (own->visualIndex(column) != visual)
            own->moveSection(own->visualIndex(column), visual);
    }
    horizontalScrollBar()->setValue(m_table.horizontalScrollBar()->value());
}

void PinnedView::fit()
{
    const int height = ListDelegate::rowHeight(fontMetrics());
    verticalHeader()->setDefaultSectionSize(height);
    setFixedHeight(qBound(1, m_model.rowCount(), MostRows) * height);
    setVisible(m_model.rowCount() > 0);
    m_table.titles().fitRowsBelow();
    startClock();
    followColumns();
}

void PinnedView::refresh()
{
    m_model.refresh();
    startClock();
}

void PinnedView::startClock()
{
    bool isRunning = false;
    if (const int first = rowAt(0); m_openRole && first >= 0 && isVisible()) {
        const int end = qMin(m_model.rowCount(), first + MostRows + 1);
        for (int row = first; row < end; ++row)
            isRunning = isRunning || m_model.index(row, 0).data(*m_openRole).toBool();
    }
    if (!isRunning)
        m_clock.stop();
    else if (!m_clock.isActive())
        m_clock.start();
}

void PinnedView::showEvent(QShowEvent *event)
{
    QTableView::showEvent(event);
    startClock();
}

void PinnedView::hideEvent(QHideEvent *event)
{
    QTableView::hideEvent(event);
    startClock();
}

void PinnedView::scrollContentsBy(int dx, int dy)
{
    QTableView::scrollContentsBy(dx, dy);
    startClock();
}

void PinnedView::changeEvent(QEvent *event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        fit();
}

void PinnedView::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    QTableView::currentChanged(current, previous);
    if (current.isValid() && hasFocus())
        emit chosen(m_model.sources().at(current.row()));
}

qsizetype PinnedView::focused() const
{
    return hasFocus() && currentIndex().isValid() ? m_model.sources().at(currentIndex().row()) : -1;
}

void PinnedView::showCurrent(qsizetype source)
{
    const auto row = m_model.sources().indexOf(source);
    if (row < 0 && hasFocus())
        return; // the other view follows this one
    if (row < 0)
        setCurrentIndex({});
    else if (currentIndex().row() != row)
        setCurrentIndex(m_model.index(int(row), 0));
}

void PinnedView::contextMenuEvent(QContextMenuEvent *event)
{
    const QModelIndex index = event->reason() == QContextMenuEvent::Keyboard ? currentIndex() : indexAt(event->pos());
    if (!index.isValid())
        return;
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const qsizetype source = m_model.sources().at(index.row());
    connect(menu->addAction(tr("Unpin")), &QAction::triggered, this, [this, source] { emit unpinRequested(source); });
    menu->popup(event->globalPos());
}

void PinnedView::mousePressEvent(QMouseEvent *event)
{
    const QModelIndex before = currentIndex();
    QTableView::mousePressEvent(event);
    const QModelIndex pressed = indexAt(event->position().toPoint());
    if (pressed.isValid() && pressed.row() == before.row()) // a click on the current row counts, too
        emit chosen(m_model.sources().at(pressed.row()));
}

} // namespace Pullcord
