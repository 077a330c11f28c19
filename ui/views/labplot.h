// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/labtrial.h"

#include <QWidget>

namespace Pullcord {

struct Theme;

/// The gap of each cancelled call of the lab against when it was cancelled, with a mark for its outcome. Where nothing came after
/// the cancel, the mark stands on the ground. The arrow keys go from mark to mark, Enter chooses one.
class LabPlot final : public QWidget
{
    Q_OBJECT

public:
    explicit LabPlot(QWidget *parent = nullptr);
    ~LabPlot() override;

    void setTrials(const QList<LabTrial> &trials);
    /// Which of the trials is current: its place among them, -1 for none.
    [[nodiscard]] qsizetype current() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    /// Somebody wants to see it: Enter or a double click.
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
        qint64 at; ///< since the call was sent, in ns
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
    [[nodiscard]] qsizetype pointAt(const QPoint &position) const; ///< -1 for none
    [[nodiscard]] double markSize() const;
    void paintAxes(QPainter &painter, const Theme &theme) const;
    void paintLegend(QPainter &painter, const Theme &theme) const;
    void paintPoints(QPainter &painter, const Theme &theme) const;

    QList<Point> m_points; ///< in the order of time
    qint64 m_longest = 1;  ///< of the axes
    qint64 m_widest = 1;
    bool m_hasGaps = false;
    qsizetype m_current = -1; ///< of the points
};

} // namespace Pullcord
