// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/requests/progresstimes.h"
#include "ui/models/requests/requestmodelroles.h"
#include "ui/models/requests/timelineextent.h"
#include "ui/views/timeline/timelinepainter.h"

#include <QAbstractScrollArea>
#include <QTimer>

#include <functional>
#include <optional>

namespace Pullcord {

class GroupedRequestModel;
class TimelinePainter;

/// Requests over time, a bar each: progress as ticks, the cancel as a mark, late messages as a hatched tail. Shows the
/// rows of a GroupedRequestModel in its order, and paints visible ones only.
///
/// Ctrl+wheel, + and − zoom. 0 shows everything, also as it grows. Shift+wheel, Left and Right pan. A drag chooses a
/// time range. Space, Enter and a click on the mark fold and unfold the parts of a request.
class TimelineView final : public QAbstractScrollArea
{
    Q_OBJECT

public:
    explicit TimelineView(QWidget *parent = nullptr);
    ~TimelineView() override;

    /// Model, capture and log must outlive the view, or be removed by a null log.
    void setSource(GroupedRequestModel *model, const Capture *capture, const RequestLog *log,
                   std::function<qint64()> now = {});

    [[nodiscard]] bool isFitted() const { return m_fitted; }
    [[nodiscard]] bool foldsGaps() const { return m_folds; }
    [[nodiscard]] const TimelineFrame &frame() const { return m_frame; }
    /// Returns the text shown without requests.
    [[nodiscard]] QString emptyText() const;
    [[nodiscard]] qsizetype currentLogRow() const { return m_current; }
    /// Returns the chosen time range, in ns since the start of the capture.
    [[nodiscard]] const std::optional<std::pair<qint64, qint64>> &range() const { return m_range; }

public slots:
    void zoomIn() { zoom(0.5); }
    void zoomOut() { zoom(2); }
    void fit();
    void setFoldsGaps(bool folds);
    /// Shows the request selected elsewhere; -1: none.
    void setCurrentLogRow(qsizetype logRow);
    /// Removes the chosen time range.
    void forgetRange();

signals:
    /// The user has selected another request.
    void currentChanged(qsizetype logRow);
    void rangeChosen(qint64 from, qint64 to); ///< in ns since the start of the capture
    void fittedChanged(bool fitted);
    /// `row` is a row of the model.
    void foldWanted(int row, bool folded);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void changeEvent(QEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool viewportEvent(QEvent *event) override;

private:
    void refresh();
    void layOut();
    [[nodiscard]] qint64 fittedEnd() const;
    void showPosition();
    /// Zooms around `x` in the viewport; by default around the visible part of the current bar, else the middle.
    void zoom(double factor, std::optional<double> x = {});
    [[nodiscard]] double zoomPlace() const;
    void pan(double pixels);
    /// Returns the extent of a bar in the viewport, with its late messages.
    [[nodiscard]] std::pair<double, double> barOf(qsizetype logRow) const;
    /// Pans to the current bar if it is out of sight.
    void showCurrentBar();
    void setFitted(bool fitted);
    void moveBy(int rows);
    void toggleFold(int row);
    [[nodiscard]] RequestTable::Fold foldOf(int row) const;
    /// True if the row belongs to the head above; isLastPart() for the last one of them.
    [[nodiscard]] bool isPart(int row) const;
    [[nodiscard]] bool isLastPart(int row) const;
    [[nodiscard]] int foldWidth() const;
    [[nodiscard]] qint64 now() const;
    [[nodiscard]] int axisHeight() const;
    [[nodiscard]] int rowAt(int y) const;
    [[nodiscard]] int topOf(int row) const;
    void paintName(QPainter &painter, int row, int top) const;
    [[nodiscard]] int paintFinding(QPainter &painter, int row, const QRect &line) const;
    void paintWhole(TimelinePainter &pieces, int row) const;
    void paintMark(QPainter &painter, int row, const QRect &line) const;
    [[nodiscard]] QString nameOf(int row) const;

    GroupedRequestModel *m_model = nullptr;
    const RequestLog *m_log = nullptr;
    bool m_hasTimes = true; ///< false if the capture has no timestamps; nothing is shown then
    std::function<qint64()> m_now;
    ProgressTimes m_progress;
    TimelineExtent m_extent;
    TimelineFrame m_frame;
    bool m_fitted = true;
    bool m_folds = false;
    bool m_placing = false; ///< true while the scroll bar is set from the frame
    qsizetype m_current = -1;
    std::optional<QPoint> m_pressed;
    std::optional<std::pair<qint64, qint64>> m_range; ///< while dragged, or as chosen
    bool m_dragging = false;
    QTimer m_going; ///< runs while a request is open
};

} // namespace Pullcord
