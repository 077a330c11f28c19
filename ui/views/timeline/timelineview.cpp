// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/timeline/timelineview.h"

#include "core/capture/capture.h"
#include "core/capture/requestlog.h"
#include "ui/models/peertexts.h"
#include "ui/models/requestmodel.h"
#include "ui/models/texts.h"
#include "ui/views/timeline/timelinepainter.h"

#include <QElapsedTimer>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <cmath>

namespace Pullcord {

namespace {

constexpr int ScrollSteps = 1'000'000; ///< of the horizontal bar, whatever the zoom
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

void TimelineView::setSource(RequestModel *model, const Capture *capture, const RequestLog *log,
                             std::function<qint64()> now)
{
    if (m_model)
        m_model->disconnect(this);
    m_model = log ? model : nullptr;
    m_log = log;
    m_now = std::move(now);
    m_progress.setSource(log ? capture : nullptr, log);
    m_current = -1;
    if (m_model) {
        connect(m_model, &QAbstractItemModel::modelReset, this, &TimelineView::refresh);
        connect(m_model, &QAbstractItemModel::rowsInserted, this, &TimelineView::refresh);
        connect(m_model, &QAbstractItemModel::rowsRemoved, this, &TimelineView::refresh);
        connect(m_model, &QAbstractItemModel::dataChanged, this, &TimelineView::refresh);
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

TimelineScale TimelineView::scale() const
{
    const qint64 present = now();
    std::vector<TimelineScale::Span> busy;
    qint64 end = 1'000'000;
    const qsizetype rows = m_log ? m_log->count() : 0;
    for (qsizetype row = 0; row < rows; ++row) {
        const RequestRecord &record = m_log->record(row);
        const qint64 last = qMax(record.isOpen() ? present : record.end, record.late.lastTime);
        end = qMax(end, last);
        if (m_folds)
            busy.push_back({record.start, last});
    }
    return m_folds ? TimelineScale::folded(std::move(busy), end) : TimelineScale(end);
}

void TimelineView::refresh()
{
    if (!isVisible())
        return m_going.stop();
    QElapsedTimer work;
    work.start();
    layOut();
    m_going.setInterval(int(qMax<qint64>(100, 10 * work.elapsed())));
    const bool goesOn = m_log && m_log->openCount() > 0;
    if (goesOn && !m_going.isActive())
        m_going.start();
    else if (!goesOn)
        m_going.stop();
    viewport()->update();
}

void TimelineView::layOut()
{
    const int names = qMin(fontMetrics().averageCharWidth() * 30, viewport()->width() / 3);
    m_frame.area = QRect(names, axisHeight(), viewport()->width() - names, viewport()->height() - axisHeight());
    m_frame.rowHeight = fontMetrics().height() + 4;
    m_frame.scale = scale();
    if (m_fitted)
        m_frame.fit();
    const int rows = m_model ? m_model->rowCount() : 0;
    verticalScrollBar()->setPageStep(m_frame.area.height());
    verticalScrollBar()->setSingleStep(m_frame.rowHeight);
    const bool atEnd = verticalScrollBar()->value() == verticalScrollBar()->maximum();
    verticalScrollBar()->setRange(0, qMax(0, rows * m_frame.rowHeight - m_frame.area.height()));
    if (atEnd)
        verticalScrollBar()->setValue(verticalScrollBar()->maximum());
    showPosition();
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
    const double place = x.value_or(m_frame.area.center().x()) - m_frame.area.left();
    const double fixed = m_frame.origin + place * m_frame.nsPerPixel;
    const double widest = double(m_frame.scale.length()) * 1.04 / qMax(1, m_frame.area.width());
    const double wanted = qMax(LeastNsPerPixel, m_frame.nsPerPixel * factor);
    setFitted(wanted >= widest);
    m_frame.nsPerPixel = qMin(wanted, qMax(widest, LeastNsPerPixel));
    m_frame.origin = fixed - place * m_frame.nsPerPixel;
    showPosition();
    viewport()->update();
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
    pieces.paintFolds(m_frame.area.bottom());
    for (int row = qMax(0, rowAt(m_frame.area.top())); row < rows && topOf(row) < viewport()->height(); ++row) {
        const qsizetype logRow = m_model->sourceOf(row);
        paintName(painter, row, topOf(row));
        painter.save();
        painter.setClipRect(m_frame.area, Qt::IntersectClip);
        pieces.paintBar(m_log->record(logRow), m_progress.of(logRow), topOf(row), present);
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
        painter.drawText(viewport()->rect(), Qt::AlignCenter, tr("No request to show. Each gets a bar here."));
    }
}

void TimelineView::paintName(QPainter &painter, int row, int top) const
{
    const RequestRecord &record = m_log->record(m_model->sourceOf(row));
    const bool isCurrent = m_model->sourceOf(row) == m_current;
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
    painter.drawText(line.adjusted(4, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, arrow);
    painter.setPen(palette().color(isCurrent ? QPalette::HighlightedText : QPalette::Text));
    const QString name = record.target.isEmpty() ? QString::fromUtf8(record.method) : record.target;
    const int left = 8 + fontMetrics().horizontalAdvance(arrow);
    const QString text = fontMetrics().elidedText(name, Qt::ElideRight, line.width() - left - 4);
    painter.drawText(line.adjusted(left, 0, -4, 0), Qt::AlignLeft | Qt::AlignVCenter, text);
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
    if (const int row = rowAt(m_pressed->y()); row >= 0) {
        setCurrentLogRow(m_model->sourceOf(row));
        emit currentChanged(m_current);
    }
}

void TimelineView::mouseMoveEvent(QMouseEvent *event)
{
    constexpr int DragDistance = 6;
    if (!m_pressed || m_pressed->x() < m_frame.area.left())
        return;
    if (!m_range && qAbs(event->position().x() - m_pressed->x()) < DragDistance)
        return;
    m_range = {m_frame.timeAt(m_pressed->x()), m_frame.timeAt(event->position().x())};
    viewport()->update();
}

void TimelineView::mouseReleaseEvent(QMouseEvent *)
{
    m_pressed.reset();
    if (const auto range = std::exchange(m_range, std::nullopt)) {
        emit rangeChosen(qMax(qint64(0), qMin(range->first, range->second)), qMax(range->first, range->second));
        viewport()->update();
    }
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

void TimelineView::moveBy(int rows)
{
    const int count = m_model ? m_model->rowCount() : 0;
    if (count == 0)
        return;
    const int present = m_model->rowOf(m_current);
    const int next = present < 0 ? 0 : int(qBound(qint64(0), qint64(present) + rows, qint64(count) - 1));
    setCurrentLogRow(m_model->sourceOf(next));
    emit currentChanged(m_current);
}

void TimelineView::setCurrentLogRow(qsizetype logRow)
{
    m_current = logRow;
    const int row = m_model ? m_model->rowOf(logRow) : -1;
    if (row >= 0) {
        const int top = row * m_frame.rowHeight;
        QScrollBar *bar = verticalScrollBar();
        bar->setValue(qMin(top, qMax(bar->value(), top + m_frame.rowHeight - m_frame.area.height())));
        const RequestRecord &record = m_log->record(logRow);
        setAccessibleDescription(
            tr("%1 %2: %3").arg(QString::fromUtf8(record.method), record.target, Texts::outcome(record)));
    }
    viewport()->update();
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
    const RequestRecord &record = m_log->record(m_model->sourceOf(row));
    QToolTip::showText(
        help->globalPos(),
        Texts::toolTip(tr("%1 %2\nat %3 s, %4\n%5")
                           .arg(QString::fromUtf8(record.method), record.target, Texts::clock(record.start),
                                Texts::shortDuration(record.duration(now())), Texts::outcome(record))),
        viewport());
    return true;
}

} // namespace Pullcord
