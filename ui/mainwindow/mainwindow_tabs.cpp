// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/actions.h"
#include "ui/mainwindow/closingcommand.h"
#include "ui/mainwindow/layoutkeeper.h"
#include "ui/mainwindow/mainwindow.h"
#include "ui/mainwindow/returning.h"
#include "ui/views/tabstrip.h"

#include <QFileInfo>
#include <QMenu>
#include <QStackedWidget>

// Opening, closing and restoring of tabs; mainwindow.cpp has the frame.

namespace Pullcord {
using namespace Qt::StringLiterals;

void MainWindow::connectTabActions(ConversationPage *page)
{
    const Actions &a = page->actions();
    connect(a.newTab, &QAction::triggered, this, [this] { present(&addPage()); });
    connect(a.duplicateTab, &QAction::triggered, this, [this, page] { duplicate(page); });
    connect(a.closeTab, &QAction::triggered, this, [this, page] { closePages({page}); });
    connect(a.closeOtherTabs, &QAction::triggered, this, [this, page] { closePages(othersThan(page)); });
    connect(a.reopenTab, &QAction::triggered, this, &MainWindow::reopenClosed);
    connect(a.nextTab, &QAction::triggered, this, [this, page] { presentBeside(page, 1); });
    connect(a.previousTab, &QAction::triggered, this, [this, page] { presentBeside(page, -1); });
    connect(a.moveTabRight, &QAction::triggered, this, [this, page] { m_strip->move(page, 1); });
    connect(a.moveTabLeft, &QAction::triggered, this, [this, page] { m_strip->move(page, -1); });
}

void MainWindow::openMenu(ConversationPage *page, const QPoint &globalPosition)
{
    updateTabActions(page);
    const Actions &a = page->actions();
    auto *menu = new QMenu(this);
    menu->setObjectName(u"tabMenu"_s);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addActions({a.newTab, a.duplicateTab, a.copyCommand});
    menu->addSeparator();
    menu->addActions({a.disconnectServer, a.reconnect, a.restart});
    menu->addSeparator();
    menu->addActions({a.moveTabLeft, a.moveTabRight});
    menu->addSeparator();
    menu->addActions({a.closeTab, a.closeOtherTabs, a.reopenTab});
    menu->popup(globalPosition);
}

void MainWindow::duplicate(ConversationPage *page)
{
    const std::optional<ServerTarget> target = page->workspace().target();
    const Conversation *conversation = page->workspace().conversation();
    if (!target && (!conversation || conversation->isLive()))
        return;
    if (!target) {
        if (ConversationPage *added = openBeside(conversation->capture().path(), page))
            present(added);
        return;
    }
    ConversationPage &added = addPage(page);
    present(&added);
    added.connectTo(*target);
}

void MainWindow::closePages(const QList<ConversationPage *> &pages)
{
    QList<QPointer<ConversationPage>> guarded(pages.begin(), pages.end());
    const auto removeAll = [this, guarded] {
        for (const QPointer<ConversationPage> &page : guarded) {
            if (page)
                removePage(page);
        }
    };
    if (m_closing->mayClose(pages, removeAll))
        removeAll();
}

/// The last page is not removed: it becomes empty.
void MainWindow::removePage(ConversationPage *page)
{
    noteClosed(page);
    if (m_strip->count() == 1) {
        page->workspace().close();
        return updateTabActions(page);
    }
    page->layoutKeeper().flush();
    page->disconnect(this);
    m_strip->remove(page);
    m_stack->removeWidget(page);
    const QList<ConversationPage *> left = pages();
    for (ConversationPage *other : left)
        showLook(other);
    emit tabsChanged();
    page->workspace().close();
    page->deleteLater(); // the sender may be one of its actions
}

OpenWindow MainWindow::opened() const
{
    OpenWindow window;
    for (const ConversationPage *page : pages()) {
        const OpenTab tab = page->returning().tab();
        if (tab.isEmpty())
            continue;
        if (page == &this->page())
            window.current = int(window.tabs.size());
        window.tabs << tab;
    }
    return window;
}

void MainWindow::reopen(const OpenWindow &window)
{
    QList<ConversationPage *> reopened;
    for (const OpenTab &tab : window.tabs) {
        ConversationPage *page = reopened.isEmpty() && this->page().isEmpty() ? &this->page() : &addPage();
        page->returning().open(tab);
        showLook(page);
        reopened << page;
    }
    if (!reopened.isEmpty())
        present(reopened.at(qBound(0, window.current, int(reopened.size()) - 1)));
}

ConversationPage &MainWindow::emptyPage()
{
    if (!page().isEmpty())
        present(&addPage());
    return page();
}

void MainWindow::noteClosed(const ConversationPage *page)
{
    if (const OpenTab tab = page->returning().tab(); !tab.isEmpty())
        m_closed << ClosedTab{tab, m_strip->indexOf(page)};
    if (m_closed.size() > MostClosed)
        m_closed.removeFirst();
}

/// Reopens the tab in its former place. A tab without server whose file is gone is skipped.
void MainWindow::reopenClosed()
{
    while (!m_closed.isEmpty()) {
        const ClosedTab closed = m_closed.takeLast();
        if (!closed.tab.server && !QFileInfo::exists(closed.tab.capture))
            continue;
        ConversationPage &page = this->page().isEmpty() && m_strip->count() == 1 ? this->page() : addPage();
        m_strip->move(&page, qMin(closed.index, m_strip->count() - 1) - m_strip->indexOf(&page));
        page.returning().open(closed.tab);
        showLook(&page);
        present(&page);
        break;
    }
    updateTabActions(&page());
}

} // namespace Pullcord
