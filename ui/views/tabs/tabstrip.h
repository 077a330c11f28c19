// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHash>
#include <QString>
#include <QTabBar>
#include <QWidget>

namespace Pullcord {

/// Appearance of a tab; all texts are plain.
struct TabAppearance
{
    enum class Tone { Plain, Dim, Active, Success, Warning, Failure };

    QString text;
    const char *icon = nullptr; ///< a string literal, since looks are compared by pointer; null: none
    Tone tone = Tone::Plain;    ///< color of the icon, in addition to its shape
    QString where;              ///< for the tool tip
    QString state;              ///< in words, for the tool tip and screen readers
    bool calls = false;         ///< the page has news that the user has not seen

    [[nodiscard]] bool operator==(const TabAppearance &other) const = default;
};

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
