// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/timeline/timelineview.h"

#include "core/capture/capture.h"
#include "core/capture/describe.h"
#include "core/capture/formatting.h"
#include "core/capture/requestlog.h"
#include "ui/models/findings/findingmarks.h"
#include "ui/models/requests/groupedrequestmodel.h"
#include "ui/models/texts.h"
#include "ui/models/untrustedtext.h"
#include "ui/views/requests/requestdelegate.h"
#include "ui/views/style/icons.h"
#include "ui/views/style/theme.h"
#include "ui/views/tables/letterwidth.h"
#include "ui/views/timeline/timelinepainter.h"

#include <QElapsedTimer>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace Pullcord {

namespace {

constexpr int ScrollSteps = 1'000'000; ///< range of the horizontal scroll bar at any zoom
constexpr double LeastNsPerPixel = 1000;

} // namespace

TimelineView::TimelineView(QWidget *parent)
    : QAbstractScrollArea(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
    viewport()->setBackgroundRole(QPalette::Base);
    setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    connect(&m_going, &QTimer::timeout, this, &TimelineView::refresh);
}

TimelineView::~TimelineView() = default;

void TimelineView::setSource(GroupedRequestModel *model, const Capture *capture, const RequestLog *log,
                             std::function<qint64()> now)
{
    if (m_model)
        m_model->disconnect(this);
    if (m_log)
        m_log->disconnect(this);
    m_hasTimes = !capture || capture->hasTimes();
    m_model = log && m_hasTimes ? model : nullptr;
    m_log = m_hasTimes ? log : nullptr;
    m_now = std::move(now);
    m_progress.setSource(m_log ? capture : nullptr, m_log);
    m_extent.setLog(m_log);
    m_current = -1;
    forgetRange();
    if (m_model) {
        connect(m_model, &QAbstractItemModel::modelReset, this, &TimelineView::refresh);
        connect(m_model, &QAbstractItemModel::layoutChanged, this, &TimelineView::refresh);
        connect(m_model, &QAbstractItemModel::rowsInserted, this, &TimelineView::refresh);
        connect(m_model, &QAbstractItemModel::rowsRemoved, this, &TimelineView::refresh);
        connect(m_model, &QAbstractItemModel::dataChanged, this, &TimelineView::refresh);
        connect(m_log, &RequestLog::rowChanged, this, [this](qsizetype row) { m_extent.touch(row); });
    }
    setFitted(true);
    refresh();
}

qint64 TimelineView::now() const
{
    return m_now ? m_now() : 0;
}

int TimelineView::axisHeight() const
{
    return fontMetrics().height() + 6;
}

void TimelineView::refresh()
{
    if (!isVisible())
        return m_going.stop();
    QElapsedTimer work;
    work.start();
    layOut();
    m_going.setInterval(int(qMax<qint64>(100, 10 * work.elapsed())));
    const bool isRunning = m_log && m_log->openCount() > 0;
    if (isRunning && !m_going.isActive())
        m_going.start();
    else if (!isRunning)
        m_going.stop();
    viewport()->update();
}

void TimelineView::layOut()
{
    const int names = qMin(letterWidth(fontMetrics()) * 30, viewport()->width() / 3);
    m_frame.area = QRect(names, axisHeight(), viewport()->width() - names, viewport()->height() - axisHeight());
    m_frame.rowHeight = fontMetrics().height() + 4;
    m_frame.scale = m_extent.scale(now(), m_folds);
    if (m_fitted)
        m_frame.fit(fittedEnd());
    const int rows = m_model ? m_model->rowCount() : 0;
    verticalScrollBar()->setPageStep(m_frame.area.height());
    verticalScrollBar()->setSingleStep(m_frame.rowHeight);
    const bool atEnd = verticalScrollBar()->value() == verticalScrollBar()->maximum();
    verticalScrollBar()->setRange(0, qMax(0, rows * m_frame.rowHeight - m_frame.area.height()));
    if (atEnd)
        verticalScrollBar()->setValue(verticalScrollBar()->maximum());
    showPosition();
}

/// Returns the end of the fitted range. Excludes subscriptions open for minutes, which would leave no room for calls.
qint64 TimelineView::fittedEnd() const
{
    const qint64 work = m_folds ? 0 : m_extent.endOfWork(now());
    return work > 0 ? qMin(work, m_frame.scale.length()) : m_frame.scale.length();
}

void TimelineView::showPosition()
{
    const double length = double(m_frame.scale.length());
    const double seen = m_frame.area.width() * m_frame.nsPerPixel;
    m_frame.origin = qBound(0.0, m_frame.origin, qMax(0.0, length * 1.04 - seen));
    m_placing = true;
    horizontalScrollBar()->setRange(0, seen >= length ? 0 : ScrollSteps);
    horizontalScrollBar()->setPageStep(int(qMin(1.0, seen / length) * ScrollSteps));
    horizontalScrollBar()->setValue(int(m_frame.origin / qMax(1.0, length * 1.04 - seen) * ScrollSteps));
    m_placing = false;
}

void TimelineView::scrollContentsBy(int dx, int)
{
    if (dx != 0 && !m_placing) {
        setFitted(false);
        const double hidden = double(m_frame.scale.length()) * 1.04 - m_frame.area.width() * m_frame.nsPerPixel;
        m_frame.origin = qMax(0.0, hidden) * horizontalScrollBar()->value() / ScrollSteps;
    }
    viewport()->update();
}

void TimelineView::fit()
{
    setFitted(true);
    refresh();
}

void TimelineView::setFitted(bool fitted)
{
    if (m_fitted == fitted)
        return;
    m_fitted = fitted;
    emit fittedChanged(fitted);
}

void TimelineView::setFoldsGaps(bool folds)
{
    m_folds = folds;
    refresh();
}

void TimelineView::zoom(double factor, std::optional<double> x)
{
    const double place = x.value_or(zoomPlace()) - m_frame.area.left();
    const double fixed = m_frame.origin + place * m_frame.nsPerPixel;
    const double widest = double(fittedEnd()) * 1.04 / qMax(1, m_frame.area.width());
    const double wanted = qMax(LeastNsPerPixel, m_frame.nsPerPixel * factor);
    setFitted(wanted >= widest);
    m_frame.nsPerPixel = qMin(wanted, qMax(widest, LeastNsPerPixel));
    m_frame.origin = fixed - place * m_frame.nsPerPixel;
    showPosition();
    viewport()->update();
}

double TimelineView::zoomPlace() const
{
    const int row = m_model ? m_model->rowShowing(m_current) : -1;
    const auto [left, right] = row >= 0 ? barOf(m_model->sourceOf(row)) : std::pair(-1.0, -1.0);
    const double begin = qMax(left, double(m_frame.area.left()));
    const double end = qMin(right, double(m_frame.area.right()));
    const bool isSeen = begin <= end && topOf(row) < viewport()->height() && topOf(row + 1) > m_frame.area.top();
    return isSeen ? (begin + end) / 2 : m_frame.area.center().x();
}

std::pair<double, double> TimelineView::barOf(qsizetype logRow) const
{
    const RequestRecord record = m_log->record(logRow);
    return {m_frame.x(record.start),
            m_frame.x(qMax(record.start, record.isOpen() ? now() : qMax(record.end, record.late.lastTime)))};
}

void TimelineView::showCurrentBar()
{
    const int row = m_model ? m_model->rowShowing(m_current) : -1;
    if (row < 0 || m_fitted)
        return;
    const auto [left, right] = barOf(m_model->sourceOf(row));
    if (right >= m_frame.area.left() && left <= m_frame.area.right())
        return;
    const double room = qMax(m_frame.area.width() - (right - left), m_frame.area.width() / 2.0);
    pan(left - m_frame.area.left() - room / 2);
}

void TimelineView::pan(double pixels)
{
    setFitted(false);
    m_frame.origin += pixels * m_frame.nsPerPixel;
    showPosition();
    viewport()->update();
}

int TimelineView::topOf(int row) const
{
    return m_frame.area.top() + row * m_frame.rowHeight - verticalScrollBar()->value();
}

/// Paints the time of a whole call, to the end of its last leg or task, behind the bars of its requests.
void TimelineView::paintWhole(TimelinePainter &pieces, int row) const
{
    const RequestRecord record = m_log->record(m_model->sourceOf(row));
    const qint64 start = record.start;
    const qint64 lasted = m_model->index(row, RequestTable::Time).data(RequestTable::SortRole).toLongLong();
    const bool isRunning = !record.isOpen() && start + lasted > record.end; // it has asked for input, and waits
    if (foldOf(row) == RequestTable::Fold::None && !isRunning)
        return;
    const StateLook look =
        lookOfRequest([&](int role) { return m_model->index(row, 0).data(role); }, Theme::of(palette()));
    pieces.paintWhole(start, start + lasted, look.color, topOf(row));
}

int TimelineView::rowAt(int y) const
{
    if (!m_model || y < m_frame.area.top())
        return -1;
    const int row = (y - m_frame.area.top() + verticalScrollBar()->value()) / m_frame.rowHeight;
    return row < m_model->rowCount() ? row : -1;
}

void TimelineView::paintEvent(QPaintEvent *)
{
    QPainter painter(viewport());
    TimelinePainter pieces(painter, m_frame, palette());
    const QRect axis(m_frame.area.left(), 0, m_frame.area.width(), axisHeight());
    pieces.paintAxis(axis);
    const int rows = m_model ? m_model->rowCount() : 0;
    const qint64 present = now();
    painter.setClipRect(viewport()->rect().adjusted(0, m_frame.area.top(), 0, 0));
    const Theme &theme = Theme::of(palette());
    pieces.paintFolds(m_frame.area.bottom());
    for (int row = qMax(0, rowAt(m_frame.area.top())); row < rows && topOf(row) < viewport()->height(); ++row) {
        const qsizetype logRow = m_model->sourceOf(row);
        const StateLook look = lookOfRequest([&](int role) { return m_model->dataOf(logRow, role); }, theme);
        paintName(painter, row, topOf(row));
        painter.save();
        painter.setClipRect(m_frame.area, Qt::IntersectClip);
        paintWhole(pieces, row);
        pieces.paintBar(m_log->record(logRow), look.color, m_progress.of(logRow), topOf(row), present);
        pieces.paintParts(*m_log, m_model->foldedUnder(logRow), topOf(row), present);
        painter.restore();
    }
    if (m_range)
        pieces.paintRange(m_range->first, m_range->second);
    painter.setClipping(false);
    painter.setPen(Theme::of(palette()).line);
    painter.drawLine(m_frame.area.topLeft() - QPoint(1, axisHeight()), m_frame.area.bottomLeft() - QPoint(1, 0));
    painter.drawLine(0, axisHeight() - 1, viewport()->width(), axisHeight() - 1);
    if (rows == 0) {
        painter.setPen(Theme::of(palette()).dim);
        painter.drawText(viewport()->rect(), Qt::AlignCenter | Qt::TextWordWrap, emptyText());
    }
}

QString TimelineView::emptyText() const
{
    return !m_hasTimes ? tr("No times: %1.").arg(Texts::translated(Describe::noTimes()))
           : m_log && m_log->count() > 0
               ? tr("No request matches the filter of the table of requests, or all are hidden as noise.")
               : tr("No requests to show. Each gets a bar here.");
}

void TimelineView::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    layOut();
}

void TimelineView::showEvent(QShowEvent *event)
{
    QAbstractScrollArea::showEvent(event);
    refresh();
}

void TimelineView::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange)
        refresh();
}

void TimelineView::setCurrentLogRow(qsizetype logRow)
{
    const bool isAnother = std::exchange(m_current, logRow) != logRow;
    const int row = m_model ? m_model->rowShowing(logRow) : -1;
    if (row >= 0) {
        const int top = row * m_frame.rowHeight;
        QScrollBar *bar = verticalScrollBar();
        bar->setValue(qMin(top, qMax(bar->value(), top + m_frame.rowHeight - m_frame.area.height())));
        const RequestRecord record = m_log->record(logRow);
        const QString text =
            tr("%1 %2: %3")
                .arg(QString::fromUtf8(record.method), record.target, Texts::translated(Describe::outcome(record)));
        // The accessible number of the row includes folding and grouping.
        const QString number = m_model->index(row, RequestTable::Number).data(Qt::AccessibleTextRole).toString();
        setAccessibleDescription(isPart(row) ? tr("%1, belongs to the one above: %2").arg(number, text)
                                             : tr("%1: %2", "row, text").arg(number, text));
        if (isAnother && !m_pressed) // not during a drag
            showCurrentBar();
    }
    viewport()->update();
}

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
                               ? Formatting::lasted(record, Describe::shortDuration(record.duration(now())))
                               : m_model->index(row, RequestTable::Time).data().toString();
    const QString tip = tr("%1 %2\nat %3 s, %4\n%5")
                            .arg(QString::fromUtf8(record.method), record.target, Texts::clock(record.start), lasted,
                                 Texts::translated(Describe::outcome(record)));
    QToolTip::showText(help->globalPos(), Texts::toolTip(FindingMarks::withMark(tip, m_model->findingsOn(logRow))),
                       viewport());
    return true;
}

void TimelineView::paintName(QPainter &painter, int row, int top) const
{
    const RequestRecord record = m_log->record(m_model->sourceOf(row));
    const bool isCurrent = m_model->rowShowing(m_current) == row;
    const QRect line(0, top, m_frame.area.left(), m_frame.rowHeight);
    if (isCurrent) {
        QColor color = palette().color(QPalette::Highlight);
        painter.fillRect(line, color);
        color.setAlpha(40); // the bar keeps its colors
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
