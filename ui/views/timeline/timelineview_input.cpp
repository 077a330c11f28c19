// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/humantext.h"
#include "core/capture/requestlog.h"
#include "ui/models/groupedrequestmodel.h"
#include "ui/models/peertexts.h"
#include "ui/models/texts.h"
#include "ui/views/timeline/timelineview.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

// Keyboard and mouse input.

namespace Pullcord {

void TimelineView::wheelEvent(QWheelEvent *event)
{
    const double steps = event->angleDelta().y() / 120.0;
    if (event->modifiers() & Qt::ControlModifier)
        zoom(std::pow(0.8, steps), event->position().x());
    else if (event->modifiers() & Qt::ShiftModifier)
        pan(-80 * steps);
    else
        QAbstractScrollArea::wheelEvent(event);
}

void TimelineView::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_pressed = event->position().toPoint();
    const int row = rowAt(m_pressed->y());
    if (row >= 0 && m_pressed->x() < foldWidth() + 4 && foldOf(row) != RequestTable::Fold::None) {
        m_pressed.reset();
        return toggleFold(row);
    }
    if (row >= 0) {
        setCurrentLogRow(m_model->sourceOf(row));
        if (m_pressed->x() < m_frame.area.left()) // a click on the name
            showCurrentBar();
        emit currentChanged(m_current);
    }
}

void TimelineView::mouseMoveEvent(QMouseEvent *event)
{
    constexpr int DragDistance = 6;
    if (!m_pressed || m_pressed->x() < m_frame.area.left())
        return;
    if (!m_dragging && qAbs(event->position().x() - m_pressed->x()) < DragDistance)
        return;
    m_dragging = true;
    m_range = {m_frame.timeAt(m_pressed->x()), m_frame.timeAt(event->position().x())};
    viewport()->update();
}

void TimelineView::mouseReleaseEvent(QMouseEvent *)
{
    m_pressed.reset();
    if (!std::exchange(m_dragging, false) || !m_range)
        return;
    const auto [from, to] = std::minmax(m_range->first, m_range->second);
    const std::pair chosen{qMax(qint64(0), from), to};
    emit rangeChosen(chosen.first, chosen.second);
    m_range = chosen; // after the receiver has dropped the previous range
    viewport()->update();
}

void TimelineView::forgetRange()
{
    m_range.reset();
    m_dragging = false;
    viewport()->update();
}

void TimelineView::keyPressEvent(QKeyEvent *event)
{
    const int page = qMax(1, m_frame.area.height() / m_frame.rowHeight - 1);
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoomIn();
    case Qt::Key_Minus:
        return zoomOut();
    case Qt::Key_0:
        return fit();
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter:
        return toggleFold(m_model ? m_model->rowShowing(m_current) : -1);
    case Qt::Key_Left:
        return pan(-80);
    case Qt::Key_Right:
        return pan(80);
    case Qt::Key_Up:
        return moveBy(-1);
    case Qt::Key_Down:
        return moveBy(1);
    case Qt::Key_PageUp:
        return moveBy(-page);
    case Qt::Key_PageDown:
        return moveBy(page);
    case Qt::Key_Home:
        return moveBy(-(1 << 30));
    case Qt::Key_End:
        return moveBy(1 << 30);
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

void TimelineView::toggleFold(int row)
{
    if (row >= 0 && foldOf(row) != RequestTable::Fold::None)
        emit foldWanted(row, foldOf(row) == RequestTable::Fold::Unfolded);
}

void TimelineView::moveBy(int rows)
{
    const int count = m_model ? m_model->rowCount() : 0;
    if (count == 0)
        return;
    const int present = m_model->rowShowing(m_current);
    const int next = present < 0 ? 0 : int(qBound(qint64(0), qint64(present) + rows, qint64(count) - 1));
    setCurrentLogRow(m_model->sourceOf(next));
    showCurrentBar();
    emit currentChanged(m_current);
}

bool TimelineView::viewportEvent(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QAbstractScrollArea::viewportEvent(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const int row = rowAt(help->pos().y());
    if (row < 0) {
        QToolTip::hideText();
        return true;
    }
    const qsizetype logRow = m_model->sourceOf(row);
    const RequestRecord record = m_log->record(logRow);
    const QString lasted = foldOf(row) == RequestTable::Fold::None
                               ? HumanText::lasted(record, Texts::shortDuration(record.duration(now())))
                               : m_model->index(row, RequestTable::Time).data().toString();
    const QString tip = tr("%1 %2\nat %3 s, %4\n%5")
                            .arg(QString::fromUtf8(record.method), record.target, Texts::clock(record.start), lasted,
                                 Texts::outcome(record));
    QToolTip::showText(help->globalPos(), Texts::toolTip(FindingMarks::withMark(tip, m_model->findingsOn(logRow))),
                       viewport());
    return true;
}

} // namespace Pullcord
