// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/requestmodelroles.h"
#include "ui/views/logtable.h"
#include "ui/views/requestdelegate.h"

#include <QTimer>

namespace Pullcord {

class GroupedRequestModel;

/// The table of requests: its buttons work with the mouse, and the time of what is open goes on.
class RequestTableView final : public LogTable
{
    Q_OBJECT

public:
    explicit RequestTableView(QWidget *parent = nullptr);
    ~RequestTableView() override;

    void setModel(QAbstractItemModel *model) override;
    /// What is under a row, the view staying where it is.
    void setFolded(int row, bool folded);
    void reset() override;

    /// On the button of a row, or the mark to fold and unfold it.
    [[nodiscard]] bool isOnButton(const QPoint &position) const;

signals:
    void cancelPressed(const QModelIndex &index);
    void answerPressed(const QModelIndex &index);

protected:
    void rowsInserted(const QModelIndex &parent, int start, int end) override;
    void scrollContentsBy(int dx, int dy) override;
    void showEvent(QShowEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    [[nodiscard]] int roomBesideNumbers() const override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;

private:
    [[nodiscard]] QModelIndex buttonAt(const QPoint &position) const;
    /// The row whose mark to fold and unfold it is there; -1 if none is.
    [[nodiscard]] int foldAt(const QPoint &position) const;
    [[nodiscard]] RequestTable::Fold foldOf(int row) const;
    void setHot(const QModelIndex &index, bool pressed);
    /// Paints the times of the open rows on the screen again, and stops when there are none.
    void advanceTimes();
    void startClock();

    RequestDelegate m_delegate;
    GroupedRequestModel *m_grouped = nullptr;
    QTimer m_clock;
    QPersistentModelIndex m_hot;
    QPersistentModelIndex m_pressed;
};

} // namespace Pullcord
