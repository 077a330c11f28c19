// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/requests/requestmodelroles.h"
#include "ui/views/requests/requestdelegate.h"
#include "ui/views/tables/growingtableview.h"

#include <QTimer>

namespace Pullcord {

class GroupedRequestModel;

/// Table of requests, with buttons for the mouse and running times of open requests.
class RequestTableView final : public GrowingTableView
{
    Q_OBJECT

public:
    explicit RequestTableView(QWidget *parent = nullptr);
    ~RequestTableView() override;

    void setModel(QAbstractItemModel *model) override;
    /// Folds or unfolds a row without scrolling.
    void setFolded(int row, bool folded);
    void reset() override;

    /// True for a position on a button or fold mark.
    [[nodiscard]] bool isOnButton(const QPoint &position) const;

signals:
    void cancelPressed(const QModelIndex &index);
    void answerPressed(const QModelIndex &index);

protected:
    void rowsInserted(const QModelIndex &parent, int start, int end) override;
    void scrollContentsBy(int dx, int dy) override;
    void showEvent(QShowEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    [[nodiscard]] int lettersBesideNumber() const override { return BesideNumber; }
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;

private:
    static constexpr int BesideNumber = ColumnLayout::Icon + 2; ///< the arrow and the fold mark, in letters

    [[nodiscard]] QModelIndex buttonAt(const QPoint &position) const;
    /// Returns the row whose fold mark is at a position; -1 if there is none.
    [[nodiscard]] int foldAt(const QPoint &position) const;
    [[nodiscard]] RequestTable::Fold foldOf(int row) const;
    void setHot(const QModelIndex &index, bool pressed);
    /// Repaints the times of visible open rows; stops the clock if there are none.
    void advanceTimes();
    void startClock();

    RequestDelegate m_delegate;
    GroupedRequestModel *m_grouped = nullptr;
    QTimer m_clock;
    QPersistentModelIndex m_hot;
    QPersistentModelIndex m_pressed;
};

} // namespace Pullcord
