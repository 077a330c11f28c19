// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTabBar>

namespace Pullcord {

/// Tabs of a bounded width that a middle click closes, each with a button for it, and that have a menu.
class TabBar final : public QTabBar
{
    Q_OBJECT

public:
    explicit TabBar(QWidget *parent = nullptr);
    ~TabBar() override;

signals:
    /// By the mouse at a tab, or by the keyboard for the current one.
    void menuWanted(int index, const QPoint &globalPosition);

protected:
    [[nodiscard]] QSize tabSizeHint(int index) const override;
    [[nodiscard]] QSize minimumTabSizeHint(int index) const override;
    void tabInserted(int index) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    int m_pressed = -1; ///< with the middle button
};

} // namespace Pullcord
