// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/requesttable.h"

#include "ui/models/requestmodelroles.h"

#include <QMouseEvent>

#include <chrono>

namespace Pullcord {
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

RequestTableView::RequestTableView(QWidget *parent)
    : LogTable(parent)
{
    setMouseTracking(true);
    setItemDelegate(&m_delegate);
    m_clock.setInterval(100ms);
    connect(&m_clock, &QTimer::timeout, this, &RequestTableView::advanceTimes);
}

RequestTableView::~RequestTableView() = default;

void RequestTableView::setModel(QAbstractItemModel *model)
{
    LogTable::setModel(model);
    const QString icon = u"xxx"_s; // as wide as one
    setColumnWidths({icon + u"000"_s, u"0000"_s, u"sampling/createMessage"_s, u"ask_sampling"_s,
                     icon + tr("Not supported"), tr("+300 ms after timeout"), u"00.0 ms"_s, tr("10 of 12"), u"000 kB"_s,
                     u"000 kB"_s, tr("too slow")});
    setGrowingColumns({RequestTable::Name, RequestTable::Cancel, RequestTable::Reason});
}

void RequestTableView::reset()
{
    LogTable::reset();
    startClock();
}

void RequestTableView::rowsInserted(const QModelIndex &parent, int start, int end)
{
    LogTable::rowsInserted(parent, start, end);
    startClock();
}

void RequestTableView::scrollContentsBy(int dx, int dy)
{
    LogTable::scrollContentsBy(dx, dy);
    startClock();
}

void RequestTableView::showEvent(QShowEvent *event)
{
    LogTable::showEvent(event);
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

void RequestTableView::mousePressEvent(QMouseEvent *event)
{
    const QModelIndex index = buttonAt(event->position().toPoint());
    if (event->button() == Qt::LeftButton && index.isValid()) {
        m_pressed = index;
        setHot(index, true);
        return;
    }
    LogTable::mousePressEvent(event);
}

void RequestTableView::mouseMoveEvent(QMouseEvent *event)
{
    const QModelIndex index = buttonAt(event->position().toPoint());
    setHot(index, m_pressed.isValid() && index == m_pressed);
    if (!m_pressed.isValid())
        LogTable::mouseMoveEvent(event);
}

void RequestTableView::mouseReleaseEvent(QMouseEvent *event)
{
    if (!m_pressed.isValid()) {
        LogTable::mouseReleaseEvent(event);
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
    LogTable::leaveEvent(event);
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
    bool anyOpen = false;
    for (int row = first; row <= last && first >= 0; ++row) {
        const QModelIndex time = model()->index(row, RequestTable::Time);
        if (!time.data(RequestTable::OpenRole).toBool())
            continue;
        anyOpen = true;
        update(time);
    }
    if (!anyOpen)
        m_clock.stop();
}

} // namespace Pullcord
