// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/tablook.h"

#include <QHash>
#include <QWidget>

namespace Pullcord {

class TabBar;

/// A tab for each page, in a bar with a button for a new one behind the last. It holds no page, and says what the person
/// asks for. One page alone needs no tab: then nothing is shown.
class TabStrip final : public QWidget
{
    Q_OBJECT

public:
    explicit TabStrip(QWidget *parent = nullptr);
    ~TabStrip() override;

    /// At that place, or behind the last if there is no such place. The first one becomes the current one.
    void add(QWidget *page, int index = -1);
    void remove(QWidget *page);
    void setCurrent(QWidget *page);
    /// By so many places to the right; to the left if negative.
    void move(QWidget *page, int by);
    void setLook(const QWidget *page, const TabLook &look);
    [[nodiscard]] TabLook look(const QWidget *page) const { return m_looks.value(page); }

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
    void paint(int index, const TabLook &look);

    TabBar *m_bar;
    QHash<const QWidget *, TabLook> m_looks; ///< of each page
};

} // namespace Pullcord
