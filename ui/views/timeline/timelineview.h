// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/progresstimes.h"
#include "ui/models/requestmodelroles.h"
#include "ui/models/timelineextent.h"
#include "ui/views/timeline/timelineframe.h"

#include <QAbstractScrollArea>
#include <QTimer>

#include <functional>
#include <optional>

namespace Pullcord {

class GroupedRequestModel;
class TimelinePainter;

/// Requests over time, a bar each: progress as ticks, the cancel as a mark, what came late as a hatched tail. It shows the
/// rows of a GroupedRequestModel, in their order, what belongs to a request under it, and paints those in sight alone.
///
/// Ctrl+wheel, + and − zoom, 0 shows everything and goes with it as it grows; Shift+wheel, Left and Right pan; a drag chooses
/// a range of time. Space, Enter and a click on the mark ask to fold what belongs to a request.
class TimelineView final : public QAbstractScrollArea
{
    Q_OBJECT

public:
    explicit TimelineView(QWidget *parent = nullptr);
    ~TimelineView() override;

    /// All must outlive it, or be taken away by a null log.
    void setSource(GroupedRequestModel *model, const Capture *capture, const RequestLog *log,
                   std::function<qint64()> now = {});

    [[nodiscard]] bool isFitted() const { return m_fitted; }
    [[nodiscard]] bool foldsGaps() const { return m_folds; }
    [[nodiscard]] const TimelineFrame &frame() const { return m_frame; }
    /// What stands there where no request does.
    [[nodiscard]] QString emptyText() const;
    [[nodiscard]] qsizetype currentLogRow() const { return m_current; }
    /// That is shown as being asked for, ns since the start of the capture.
    [[nodiscard]] const std::optional<std::pair<qint64, qint64>> &range() const { return m_range; }

public slots:
    void zoomIn() { zoom(0.5); }
    void zoomOut() { zoom(2); }
    void fit();
    void setFoldsGaps(bool folds);
    /// The one that is selected elsewhere; -1 for none.
    void setCurrentLogRow(qsizetype logRow);
    /// The range that was chosen is asked for no more; until then it is shown.
    void forgetRange();

signals:
    /// Somebody has chosen another.
    void currentChanged(qsizetype logRow);
    void rangeChosen(qint64 from, qint64 to); ///< ns since the start of the capture
    void fittedChanged(bool fitted);
    /// A row of the model.
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
    /// Around this place of the viewport, else what is in sight of the current one's bar, else the middle.
    void zoom(double factor, std::optional<double> x = {});
    [[nodiscard]] double zoomPlace() const;
    void pan(double pixels);
    /// Places of its bar in the viewport, with what came late.
    [[nodiscard]] std::pair<double, double> barOf(qsizetype logRow) const;
    /// Pans to the bar of the current one, if none of it is in sight.
    void showCurrentBar();
    void setFitted(bool fitted);
    void moveBy(int rows);
    void toggleFold(int row);
    [[nodiscard]] RequestTable::Fold foldOf(int row) const;
    /// Whether it belongs to the one above it, and is the last of those.
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
    bool m_hasTimes = true; ///< false: nobody has written down when anything happened, and nothing is shown
    std::function<qint64()> m_now;
    ProgressTimes m_progress;
    TimelineExtent m_extent;
    TimelineFrame m_frame;
    bool m_fitted = true;
    bool m_folds = false;
    bool m_placing = false; ///< the scroll bar follows the frame, not the other way round
    qsizetype m_current = -1;
    std::optional<QPoint> m_pressed;
    std::optional<std::pair<qint64, qint64>> m_range; ///< that is dragged, or was chosen
    bool m_dragging = false;
    QTimer m_going; ///< while something is open
};

} // namespace Pullcord
