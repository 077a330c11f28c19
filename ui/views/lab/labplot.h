// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/labtrial.h"

#include <QPainterPath>
#include <QWidget>

class QPainter;

namespace Pullcord {

struct Theme;

/// Mark of an outcome of the cancellation lab: its own shape, and the color of its grade.
namespace LabMark {

/// Returns a shape of size 1 around the origin.
[[nodiscard]] QPainterPath shapeOf(LabOutcome outcome);
[[nodiscard]] QColor colorOf(LabOutcome outcome, const Theme &theme);
void paint(QPainter &painter, const QPointF &center, double size, LabOutcome outcome, const Theme &theme);

} // namespace LabMark

/// Plot of the gap of each cancelled call over the time of its cancel, with a mark for the outcome. Without a message
/// after the cancel, the mark is on the axis. Arrow keys move between marks; Enter chooses one.
class LabPlot final : public QWidget
{
    Q_OBJECT

public:
    explicit LabPlot(QWidget *parent = nullptr);
    ~LabPlot() override;

    void setTrials(const QList<LabTrial> &trials);
    /// Returns the index of the current trial; -1 if there is none.
    [[nodiscard]] qsizetype current() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    /// The user has chosen a trial with Enter or a double click.
    void chosen(qsizetype trial);

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    struct Point
    {
        qsizetype trial;
        qint64 at; ///< time since the call was sent, in ns
        qint64 gap;
        LabOutcome outcome;
        QString text;
    };
    void setCurrent(qsizetype point);
    [[nodiscard]] QList<LabOutcome> legend() const;
    [[nodiscard]] QRect area() const;
    [[nodiscard]] int legendLines() const;
    [[nodiscard]] QList<QRect> legendPlaces() const;
    [[nodiscard]] QPointF placeOf(const Point &point) const;
    [[nodiscard]] qsizetype pointAt(const QPoint &position) const; ///< -1 if there is none
    [[nodiscard]] double markSize() const;
    void paintAxes(QPainter &painter, const Theme &theme) const;
    void paintLegend(QPainter &painter, const Theme &theme) const;
    void paintPoints(QPainter &painter, const Theme &theme) const;

    QList<Point> m_points; ///< sorted by time
    qint64 m_longest = 1;  ///< upper limit of the time axis, in ns
    qint64 m_widest = 1;
    bool m_hasGaps = false;
    qsizetype m_current = -1; ///< index in m_points; -1: none
};

} // namespace Pullcord
