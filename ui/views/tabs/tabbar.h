// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTabBar>

namespace Pullcord {

/// Tab bar with tabs of limited width, close buttons, middle-click to close, and a context menu.
class TabBar final : public QTabBar
{
    Q_OBJECT

public:
    explicit TabBar(QWidget *parent = nullptr);
    ~TabBar() override;

signals:
    /// The user wants the context menu of the tab under the mouse, or of the current one by keyboard.
    void menuWanted(int index, const QPoint &globalPosition);

protected:
    [[nodiscard]] QSize tabSizeHint(int index) const override;
    [[nodiscard]] QSize minimumTabSizeHint(int index) const override;
    void tabInserted(int index) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    int m_pressed = -1; ///< tab pressed with the middle button; -1: none
};

} // namespace Pullcord
