// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/mainwindow/conversationpage.h"
#include "ui/opensession.h"

#include <QMainWindow>

#include <functional>

class QStackedWidget;

namespace Pullcord {

class ClosingCommand;
class DropHint;
class LayoutKeeper;
class TabStrip;

/// A window on conversations, a page in a tab for each: the frame around the page that is shown. There is always one.
class MainWindow final : public QMainWindow
{
    Q_OBJECT

public:
    explicit MainWindow(const Services &services, QWidget *parent = nullptr);
    ~MainWindow() override;

    /// The one that is shown; workspace() and actions() are its.
    [[nodiscard]] ConversationPage &page() const;
    [[nodiscard]] Workspace &workspace() const { return page().workspace(); }
    [[nodiscard]] Actions &actions() const { return page().actions(); }
    [[nodiscard]] QList<ConversationPage *> pages() const; ///< in the order of their tabs
    [[nodiscard]] QList<ConversationPage *> othersThan(const ConversationPage *page) const;
    /// As its tab shows it: of those with one name, the later ones have a number.
    [[nodiscard]] TabLook lookOf(const ConversationPage *page) const;
    void present(ConversationPage *page);

    /// In the page that is shown, or, if that may not let its conversation go, in a tab of its own. A capture that a tab
    /// shows already is only looked at.
    void openCapture(const QString &path);
    void connectTo(const ServerTarget &target);
    /// The first one as above, and each of the others in a tab of its own, which is not shown.
    void openCaptures(const QStringList &paths);
    /// In a tab of its own, which is not shown, unless it cannot be opened.
    void openBehind(const QString &path);
    /// Each in a tab of its own, the last one shown: what is open stays. One that a tab shows already is only looked at.
    void openApart(const QStringList &paths);
    /// One without anything in it, shown; made if the present one is not.
    ConversationPage &emptyPage();

    /// What would have to be opened to have it all again.
    [[nodiscard]] OpenWindow opened() const;
    /// In tabs of their own beside what is there. Captures are shown, servers are offered.
    void reopen(const OpenWindow &window);
    /// It is closed because the program is to end.
    [[nodiscard]] bool isQuitting() const { return m_quits; }

signals:
    void newWindowRequested();
    /// What opened() says may be another.
    void tabsChanged();
    /// It closes now, with all that opened() says.
    void closing();

protected:
    bool event(QEvent *event) override;
    void changeEvent(QEvent *event) override;
    void moveEvent(QMoveEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void closeEvent(QCloseEvent *event) override;
    /// Enter presses a button that has the focus, as a blank does.
    void keyPressEvent(QKeyEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dragLeaveEvent(QDragLeaveEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    static constexpr qsizetype MostClosed = 50; ///< that are remembered
    struct ClosedTab
    {
        OpenTab tab;
        int index; ///< where it was
    };

    void keepOnScreen();
    void connectStrip();
    /// Right of that one, or behind the last.
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
    QList<ClosedTab> m_closed; ///< the last one last
    LayoutKeeper *m_layout;
    std::function<void()> m_keepGeometry;
    QSize m_firstSize;     ///< which nobody has chosen here; empty from when its frame has been reckoned with
    bool m_agreed = false; ///< to be closed, whatever is lost
    bool m_quits = false;  ///< the program is to end with this window
};

} // namespace Pullcord
