// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/timeline/timelineview.h"

#include "core/capture/requestlog.h"
#include "ui/models/groupedrequestmodel.h"
#include "ui/views/icons.h"
#include "ui/views/requestlook.h"
#include "ui/views/theme.h"

#include <QPainter>

// Names and marks of the rows, at the left.

namespace Pullcord {

void TimelineView::paintName(QPainter &painter, int row, int top) const
{
    const RequestRecord record = m_log->record(m_model->sourceOf(row));
    const bool isCurrent = m_model->rowShowing(m_current) == row;
    const QRect line(0, top, m_frame.area.left(), m_frame.rowHeight);
    if (isCurrent) {
        QColor color = palette().color(QPalette::Highlight);
        painter.fillRect(line, color);
        color.setAlpha(40); // the bar keeps its colours
        painter.fillRect(QRect(line.right() + 1, top, m_frame.area.width(), m_frame.rowHeight), color);
    }
    const StateLook look = lookOf(record.direction, Theme::of(palette()));
    const QString arrow = record.direction == Direction::ServerToClient ? QStringLiteral("↙") : QStringLiteral("↗");
    painter.setPen(isCurrent ? palette().color(QPalette::HighlightedText) : look.color);
    const int mark = foldWidth() + (isPart(row) ? foldWidth() / 2 : 0);
    painter.drawText(line.adjusted(mark + 4, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, arrow);
    painter.setPen(palette().color(isCurrent ? QPalette::HighlightedText : QPalette::Text));
    const int left = mark + 8 + fontMetrics().horizontalAdvance(arrow);
    const int right = 4 + paintFinding(painter, row, line);
    const QString text = fontMetrics().elidedText(nameOf(row), Qt::ElideRight, line.width() - left - right);
    painter.drawText(line.adjusted(left, 0, -right, 0), Qt::AlignLeft | Qt::AlignVCenter, text);
    painter.setPen(isCurrent ? palette().color(QPalette::HighlightedText) : Theme::of(palette()).dim);
    paintMark(painter, row, line);
}

/// Paints the mark for findings at the end of the name; returns its width.
int TimelineView::paintFinding(QPainter &painter, int row, const QRect &line) const
{
    const auto severity = m_model->findingsOn(m_model->sourceOf(row)).severity;
    if (severity == FindingSeverity::Info)
        return 0;
    const StateLook found = lookOf(severity, Theme::of(palette()));
    const int size = qMin(fontMetrics().height(), line.height() - 2);
    const bool isCurrent = m_model->rowShowing(m_current) == row;
    painter.drawPixmap(line.right() - size - 2, line.top() + (line.height() - size) / 2,
                       Icons::pixmap(found.icon, isCurrent ? palette().color(QPalette::HighlightedText) : found.color,
                                     size, devicePixelRatioF()));
    return size + 4;
}

/// Paints the fold mark of a head, or the bracket that leads to a part.
void TimelineView::paintMark(QPainter &painter, int row, const QRect &line) const
{
    using RequestTable::Fold;
    const Fold fold = foldOf(row);
    const double middle = line.left() + 4 + foldWidth() / 2.0;
    const double y = line.center().y() + 0.5;
    if (fold != Fold::None) {
        paintFoldMark(painter, {middle, y}, fontMetrics(), painter.pen().color(), fold == Fold::Unfolded);
    } else if (isPart(row)) {
        painter.drawLine(QPointF(middle, line.top()), QPointF(middle, isLastPart(row) ? y : line.bottom() + 1));
        painter.drawLine(QPointF(middle, y), QPointF(middle + foldWidth() / 2.0 + 2, y));
    }
}

/// Returns the name of a row; for a folded head, with the counts of its parts.
QString TimelineView::nameOf(int row) const
{
    const RequestRecord record = m_log->record(m_model->sourceOf(row));
    const QString name = record.target.isEmpty() ? QString::fromUtf8(record.method) : record.target;
    if (foldOf(row) != RequestTable::Fold::Folded)
        return name;
    QString whole = m_model->index(row, RequestTable::Method).data().toString(); // method · counts
    return whole.replace(0, QString::fromUtf8(record.method).size(), name);
}

int TimelineView::foldWidth() const
{
    return fontMetrics().height();
}

RequestTable::Fold TimelineView::foldOf(int row) const
{
    return RequestTable::Fold(m_model->index(row, 0).data(RequestTable::FoldRole).toInt());
}

bool TimelineView::isPart(int row) const
{
    return m_model->index(row, 0).data(RequestTable::PartRole).toBool();
}

bool TimelineView::isLastPart(int row) const
{
    return row + 1 >= m_model->rowCount() || !isPart(row + 1) ||
           m_log->headOf(m_model->sourceOf(row)) != m_log->headOf(m_model->sourceOf(row + 1));
}

} // namespace Pullcord
