// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/mainwindow/conversationpage.h"
#include "ui/opentabs.h"

#include <QMainWindow>

#include <functional>

class QStackedWidget;

namespace Pullcord {

class ClosingCommand;
class DropHint;
class LayoutKeeper;
class TabStrip;

/// Main window: a tab per conversation page, and the frame around the page in view. There is always at least one page.
class MainWindow final : public QMainWindow
{
    Q_OBJECT

public:
    explicit MainWindow(const Services &services, QWidget *parent = nullptr);
    ~MainWindow() override;

    /// Returns the page in view; workspace() and actions() belong to it.
    [[nodiscard]] ConversationPage &page() const;
    [[nodiscard]] ConversationController &controller() const { return page().controller(); }
    [[nodiscard]] Actions &actions() const { return page().actions(); }
    [[nodiscard]] QList<ConversationPage *> pages() const; ///< in the order of the tabs
    [[nodiscard]] QList<ConversationPage *> othersThan(const ConversationPage *page) const;
    /// Returns the appearance of its tab. Pages of equal title get a number.
    [[nodiscard]] TabAppearance lookOf(const ConversationPage *page) const;
    void present(ConversationPage *page);

    /// Opens a capture in the page in view, or in a new tab if that page's conversation may not be replaced. If a tab
    /// shows the capture already, it comes into view.
    void openCapture(const QString &path);
    void connectTo(const ServerTarget &target);
    /// Opens the first file like openCapture(), the others in new tabs in the background.
    void openCaptures(const QStringList &paths);
    /// Opens a file in a new tab in the background; no tab if that fails.
    void openBehind(const QString &path);
    /// Opens each file in a new tab, with the last one in view. If a tab shows a file already, it comes into view.
    void openApart(const QStringList &paths);
    /// Brings an empty page into view; creates one if the current page is not empty.
    ConversationPage &emptyPage();

    /// Returns the tabs, to be restored later.
    [[nodiscard]] OpenWindow opened() const;
    /// Restores tabs beside the existing ones: shows captures and offers to reconnect servers.
    void reopen(const OpenWindow &window);
    /// True if the window is closing because the program quits.
    [[nodiscard]] bool isQuitting() const { return m_quits; }

signals:
    void newWindowRequested();
    /// The result of opened() may have changed.
    void tabsChanged();
    /// The window is closing, with the tabs in opened().
    void closing();

protected:
    bool event(QEvent *event) override;
    void changeEvent(QEvent *event) override;
    void moveEvent(QMoveEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void closeEvent(QCloseEvent *event) override;
    /// Enter presses a focused button, like Space.
    void keyPressEvent(QKeyEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dragLeaveEvent(QDragLeaveEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    static constexpr qsizetype MostClosed = 50; ///< number of closed tabs to remember
    struct ClosedTab
    {
        OpenTab tab;
        int index; ///< former position
    };

    void keepOnScreen();
    void connectStrip();
    /// Adds a page to the right of `left`, or at the end.
    ConversationPage &addPage(const ConversationPage *left = nullptr);
    ConversationPage *openBeside(const QString &path, const ConversationPage *left = nullptr);
    void connectPage(ConversationPage *page);
    void connectTabActions(ConversationPage *page);
    void presentBeside(const ConversationPage *page, int by);
    void duplicate(ConversationPage *page);
    void closePages(const QList<ConversationPage *> &pages);
    void removePage(ConversationPage *page);
    void noteClosed(const ConversationPage *page);
    void reopenClosed();
    void openMenu(ConversationPage *page, const QPoint &globalPosition);
    void takeCurrent();
    void showLook(ConversationPage *page);
    void updateTabActions(ConversationPage *page);
    static void quit(bool goesOn);

    const Services &m_services;
    TabStrip *m_strip;
    QStackedWidget *m_stack;
    DropHint *m_dropHint;
    ClosingCommand *m_closing;
    QList<ClosedTab> m_closed; ///< latest last
    LayoutKeeper *m_layout;
    std::function<void()> m_keepGeometry;
    QSize m_firstSize;     ///< initial size; empty once it was fitted to the screen
    bool m_agreed = false; ///< closing was confirmed
    bool m_quits = false;  ///< the program quits with this window
};

} // namespace Pullcord
