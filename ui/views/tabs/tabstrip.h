// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/tabs/tabappearance.h"

#include <QHash>
#include <QWidget>

namespace Pullcord {

class TabBar;

/// Tab bar with a tab per page, and a button for a new one. It does not hold the pages; signals report commands of the
/// user. With a single page, the bar is hidden.
class TabStrip final : public QWidget
{
    Q_OBJECT

public:
    explicit TabStrip(QWidget *parent = nullptr);
    ~TabStrip() override;

    /// Inserts a tab at `index`, or at the end if `index` is invalid. The first tab becomes current.
    void add(QWidget *page, int index = -1);
    void remove(QWidget *page);
    void setCurrent(QWidget *page);
    /// Moves a tab by a number of places; negative: to the left.
    void move(QWidget *page, int by);
    void setLook(const QWidget *page, const TabAppearance &look);
    [[nodiscard]] TabAppearance look(const QWidget *page) const { return m_looks.value(page); }

    [[nodiscard]] int count() const;
    [[nodiscard]] int indexOf(const QWidget *page) const;
    [[nodiscard]] QWidget *at(int index) const;
    [[nodiscard]] QWidget *current() const;
    [[nodiscard]] TabBar *bar() const { return m_bar; }

signals:
    void currentChanged(QWidget *page);
    void moved();
    void newWanted();
    void closeWanted(QWidget *page);
    void menuWanted(QWidget *page, const QPoint &globalPosition);

protected:
    void changeEvent(QEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void paint(int index, const TabAppearance &look);

    TabBar *m_bar;
    QHash<const QWidget *, TabAppearance> m_looks; ///< by page
};

} // namespace Pullcord
