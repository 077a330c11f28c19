// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/requests/requesttable.h"

#include "ui/models/requests/groupedrequestmodel.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QMouseEvent>

#include <chrono>

namespace Pullcord {
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

RequestTableView::RequestTableView(QWidget *parent)
    : GrowingTableView(parent)
{
    setMouseTracking(true);
    setItemDelegate(&m_delegate);
    m_clock.setInterval(100ms);
    connect(&m_clock, &QTimer::timeout, this, &RequestTableView::advanceTimes);
}

RequestTableView::~RequestTableView() = default;

void RequestTableView::setModel(QAbstractItemModel *model)
{
    GrowingTableView::setModel(model);
    m_grouped = qobject_cast<GroupedRequestModel *>(model);
    QList<ColumnLayout::Width> widths(RequestTable::ColumnCount);
    widths[RequestTable::Number] = {BesideNumber + 1, BesideNumber + 1};
    widths[RequestTable::Id] = {4, 3};
    widths[RequestTable::Method] = {21, 15};
    widths[RequestTable::Name] = {18, 9};
    widths[RequestTable::State] = {ColumnLayout::Icon + 17, ColumnLayout::Icon + 11};
    widths[RequestTable::Cancel] = {17, 11};
    widths[RequestTable::Time] = {7, 7};
    widths[RequestTable::Progress] = {8, 7};
    widths[RequestTable::RequestSize] = {8, 7};
    widths[RequestTable::ResponseSize] = {8, 7};
    widths[RequestTable::Reason] = {9, 7};
    setColumns(widths, RequestTable::Reason, {RequestTable::RequestSize, RequestTable::ResponseSize});
}

void RequestTableView::reset()
{
    GrowingTableView::reset();
    startClock();
}

void RequestTableView::rowsInserted(const QModelIndex &parent, int start, int end)
{
    GrowingTableView::rowsInserted(parent, start, end);
    startClock();
}

void RequestTableView::scrollContentsBy(int dx, int dy)
{
    GrowingTableView::scrollContentsBy(dx, dy);
    startClock();
}

void RequestTableView::showEvent(QShowEvent *event)
{
    GrowingTableView::showEvent(event);
    startClock();
}

QModelIndex RequestTableView::buttonAt(const QPoint &position) const
{
    const QModelIndex index = indexAt(position);
    if (RequestDelegate::buttonOf(index) == RequestDelegate::Button::None)
        return {};
    QStyleOptionViewItem option;
    initViewItemOption(&option);
    option.rect = visualRect(index);
    return RequestDelegate::buttonRect(option).contains(position) ? index : QModelIndex();
}

int RequestTableView::foldAt(const QPoint &position) const
{
    const QModelIndex index = indexAt(position);
    if (index.column() != RequestTable::Number || foldOf(index.row()) == RequestTable::Fold::None)
        return -1;
    QStyleOptionViewItem option;
    initViewItemOption(&option);
    option.rect = visualRect(index);
    return RequestDelegate::foldRect(option).contains(position) ? index.row() : -1;
}

bool RequestTableView::isOnButton(const QPoint &position) const
{
    return foldAt(position) >= 0 || buttonAt(position).isValid();
}

RequestTable::Fold RequestTableView::foldOf(int row) const
{
    return RequestTable::Fold(model()->index(row, 0).data(RequestTable::FoldRole).toInt());
}

void RequestTableView::setFolded(int row, bool folded)
{
    const qsizetype current = currentIndex().isValid() ? m_grouped->sourceOf(currentIndex().row()) : -1;
    setHoldsStill(true);
    m_grouped->setFolded(row, folded);
    setHoldsStill(false);
    if (current >= 0 && m_grouped->rowOf(current) < 0)
        selectOnly(row);
}

void RequestTableView::keyPressEvent(QKeyEvent *event)
{
    const QModelIndex current = currentIndex();
    const auto fold = current.isValid() ? foldOf(current.row()) : RequestTable::Fold::None;
    const bool hasNoModifier = (event->modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
    if (hasNoModifier && event->key() == Qt::Key_Right && fold == RequestTable::Fold::Folded)
        setFolded(current.row(), false);
    else if (hasNoModifier && event->key() == Qt::Key_Left && fold == RequestTable::Fold::Unfolded)
        setFolded(current.row(), true);
    else
        GrowingTableView::keyPressEvent(event);
}

void RequestTableView::mousePressEvent(QMouseEvent *event)
{
    if (const int row = foldAt(event->position().toPoint()); event->button() == Qt::LeftButton && row >= 0) {
        setFolded(row, foldOf(row) == RequestTable::Fold::Unfolded);
        return;
    }
    const QModelIndex index = buttonAt(event->position().toPoint());
    if (event->button() == Qt::LeftButton && index.isValid()) {
        m_pressed = index;
        setHot(index, true);
        return;
    }
    GrowingTableView::mousePressEvent(event);
}

void RequestTableView::mouseMoveEvent(QMouseEvent *event)
{
    const QModelIndex index = buttonAt(event->position().toPoint());
    setHot(index, m_pressed.isValid() && index == m_pressed);
    if (!m_pressed.isValid())
        GrowingTableView::mouseMoveEvent(event);
}

/// Treats a double click on a button as a single press.
void RequestTableView::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (isOnButton(event->position().toPoint()))
        mousePressEvent(event);
    else
        GrowingTableView::mouseDoubleClickEvent(event);
}

void RequestTableView::mouseReleaseEvent(QMouseEvent *event)
{
    if (!m_pressed.isValid()) {
        GrowingTableView::mouseReleaseEvent(event);
        return;
    }
    const QModelIndex index = buttonAt(event->position().toPoint());
    const bool hit = index.isValid() && index == m_pressed;
    m_pressed = QModelIndex();
    setHot(index, false);
    if (!hit)
        return;
    if (RequestDelegate::buttonOf(index) == RequestDelegate::Button::Cancel)
        emit cancelPressed(index);
    else
        emit answerPressed(index);
}

void RequestTableView::leaveEvent(QEvent *event)
{
    setHot({}, false);
    GrowingTableView::leaveEvent(event);
}

void RequestTableView::setHot(const QModelIndex &index, bool pressed)
{
    if (m_hot.isValid())
        update(m_hot);
    m_hot = index;
    m_delegate.setHot(index, pressed);
    viewport()->setCursor(index.isValid() ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (index.isValid())
        update(index);
}

void RequestTableView::startClock()
{
    if (!m_clock.isActive())
        m_clock.start();
}

void RequestTableView::advanceTimes()
{
    const int first = model() && isVisible() ? rowAt(0) : -1;
    const int bottom = rowAt(viewport()->height() - 1);
    const int last = first < 0 ? -1 : bottom < 0 ? model()->rowCount() - 1 : bottom;
    bool anyGrows = false;
    const auto advance = [&](int row, int column, int role) {
        const QModelIndex cell = model()->index(row, column);
        if (!cell.data(role).toBool())
            return;
        anyGrows = true;
        update(cell);
    };
    for (int row = first; row <= last && first >= 0; ++row) {
        advance(row, RequestTable::Time, RequestTable::OpenRole);
        advance(row, RequestTable::Cancel, RequestTable::AwaitedRole);
    }
    if (!anyGrows)
        m_clock.stop();
}

} // namespace Pullcord
