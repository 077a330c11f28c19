// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/mainwindow.h"

#include "ui/actions.h"
#include "ui/mainwindow/commands/closingcommand.h"
#include "ui/mainwindow/layoutkeeper.h"
#include "ui/mainwindow/sources/servercommands.h"
#include "ui/mainwindow/tabrestorer.h"
#include "ui/models/untrustedtext.h"
#include "ui/settings.h"
#include "ui/views/style/screenroom.h"
#include "ui/views/tabs/tabstrip.h"
#include "ui/views/widgets/drophint.h"

#include <QAbstractButton>
#include <QApplication>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileInfo>
#include <QKeyEvent>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QPushButton>
#include <QScreen>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWindow>

#include <algorithm>
#include <utility>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

QStringList filesIn(const QDropEvent &event)
{
    QStringList files;
    const QList<QUrl> urls = event.mimeData()->urls();
    for (const QUrl &url : urls) {
        if (url.isLocalFile())
            files << url.toLocalFile();
    }
    return files;
}

} // namespace

constexpr QLatin1StringView FillsScreen("mainWindowFillsScreen"); ///< layout key; not empty if the window was maximized

MainWindow::MainWindow(const Services &services, QWidget *parent)
    : QMainWindow(parent)
    , m_services(services)
    , m_strip(new TabStrip(this))
    , m_stack(new QStackedWidget(this))
    , m_dropHint(new DropHint(this))
    , m_closing(new ClosingCommand(*m_strip, this))
    , m_layout(new LayoutKeeper(services.settings, this))
    , m_keepGeometry(m_layout->add([this](Settings &settings) {
        settings.setLayout(objectName(), saveGeometry());
        settings.setLayout(FillsScreen, isMaximized() ? "maximized"_ba : ""_ba);
    }))
{
    setObjectName(u"mainWindow"_s);
    setAcceptDrops(true);
    qApp->installEventFilter(this);
    auto *whole = new QWidget(this);
    auto *layout = new QVBoxLayout(whole);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_strip);
    layout->addWidget(m_stack, 1);
    setCentralWidget(whole);
    connectStrip();
    addPage();
    resize(ScreenRoom::bounded(*this, QSize(1440, 860)));
    // Qt restores nothing, not even the maximized state, for a screen of very different width.
    if (!restoreGeometry(m_services.settings.layout(objectName())) &&
        !m_services.settings.layout(FillsScreen).isEmpty())
        setWindowState(Qt::WindowMaximized);
    m_firstSize = size();
}

/// Deletes the pages first, including those being closed, while their surroundings exist.
MainWindow::~MainWindow()
{
    const QList<ConversationPage *> all = findChildren<ConversationPage *>();
    for (ConversationPage *page : all) {
        page->disconnect(this);
        delete page;
    }
}

bool MainWindow::event(QEvent *event)
{
    const bool isDone = QMainWindow::event(event);
    if (event->type() == QEvent::WindowActivate) // the window manager has added its frame now
        keepOnScreen();
    return isDone;
}

void MainWindow::changeEvent(QEvent *event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::WindowStateChange && isVisible())
        m_keepGeometry();
}

void MainWindow::moveEvent(QMoveEvent *event)
{
    QMainWindow::moveEvent(event);
    if (isVisible())
        m_keepGeometry();
}

void MainWindow::resizeEvent(QResizeEvent *event)
{
    QMainWindow::resizeEvent(event);
    if (isVisible())
        m_keepGeometry();
}

/// Fits the initial size to the screen, including the frame.
void MainWindow::keepOnScreen()
{
    const bool isOurs = size() == std::exchange(m_firstSize, {}) && !isMaximized() && !isFullScreen();
    const QRect available = screen()->availableGeometry();
    const QMargins frame = windowHandle()->frameMargins();
    if (!isOurs || available.contains(geometry().marginsAdded(frame)))
        return;
    const QSize around(frame.left() + frame.right(), frame.top() + frame.bottom());
    resize(size().boundedTo(available.size() - around));
    const QSize whole = size() + around;
    move(qBound(available.left(), pos().x(), available.right() + 1 - whole.width()),
         qBound(available.top(), pos().y(), available.bottom() + 1 - whole.height()));
}

ConversationPage &MainWindow::page() const
{
    return *static_cast<ConversationPage *>(m_strip->current());
}

QList<ConversationPage *> MainWindow::pages() const
{
    QList<ConversationPage *> all;
    for (int index = 0; index < m_strip->count(); ++index)
        all << static_cast<ConversationPage *>(m_strip->at(index));
    return all;
}

QList<ConversationPage *> MainWindow::othersThan(const ConversationPage *page) const
{
    QList<ConversationPage *> others = pages();
    others.removeOne(page);
    return others;
}

void MainWindow::connectStrip()
{
    const auto pageOf = [](QWidget *widget) { return static_cast<ConversationPage *>(widget); };
    connect(m_strip, &TabStrip::currentChanged, this, &MainWindow::takeCurrent);
    connect(m_strip, &TabStrip::moved, this, [this] {
        updateTabActions(&page());
        emit tabsChanged();
    });
    connect(m_strip, &TabStrip::newWanted, this, [this] { present(&addPage()); });
    connect(m_strip, &TabStrip::closeWanted, this, [=, this](QWidget *tab) { closePages({pageOf(tab)}); });
    connect(m_strip, &TabStrip::menuWanted, this,
            [=, this](QWidget *tab, const QPoint &position) { openMenu(pageOf(tab), position); });
}

/// The new page starts with the layout of the others.
ConversationPage &MainWindow::addPage(const ConversationPage *left)
{
    for (const ConversationPage *page : pages())
        page->layoutKeeper().flush();
    auto *added = new ConversationPage(m_services, m_stack);
    m_stack->addWidget(added);
    connectPage(added);
    connectTabActions(added);
    m_strip->add(added, left ? m_strip->indexOf(left) + 1 : -1);
    showLook(added);
    updateTabActions(&page());
    return *added;
}

void MainWindow::connectPage(ConversationPage *page)
{
    const Actions &a = page->actions();
    connect(a.newWindow, &QAction::triggered, this, &MainWindow::newWindowRequested);
    connect(a.quit, &QAction::triggered, this, [] { quit(true); });
    connect(page, &ConversationPage::changed, this, [this, page] { showLook(page); });
    for (const auto signal :
         {&ConversationController::changed, &ConversationController::stateChanged}) // stateChanged can bring a name
        connect(&page->controller(), signal, this, &MainWindow::tabsChanged);
    connect(page, &ConversationPage::captureWanted, this, &MainWindow::openCapture);
    connect(page, &ConversationPage::openElsewhere, this, [this, page](const QString &path) {
        if (ConversationPage *added = openBeside(path, page))
            present(added);
    });
    connect(page, &ConversationPage::connectElsewhere, this, [this, page](const ServerTarget &target) {
        ConversationPage &added = addPage(page);
        present(&added);
        added.connectTo(target);
    });
    connect(page, &ConversationPage::followElsewhere, this, [this, page](const StdioCommand &command) {
        ConversationPage &added = addPage(page);
        present(&added);
        added.followCommand(command);
    });
}

void MainWindow::present(ConversationPage *page)
{
    m_strip->setCurrent(page);
}

/// Wraps around at both ends.
void MainWindow::presentBeside(const ConversationPage *page, int by)
{
    const QList<ConversationPage *> all = pages();
    present(all.at((m_strip->indexOf(page) + by + all.size()) % all.size()));
}

void MainWindow::takeCurrent()
{
    ConversationPage &current = page();
    m_stack->setCurrentWidget(&current);
    menuBar()->clear();
    const QList<QMenu *> menus = current.menus();
    for (QMenu *menu : menus)
        menuBar()->addMenu(menu);
    const QList<ConversationPage *> all = pages();
    for (ConversationPage *page : all)
        showLook(page);
    updateTabActions(&current);
    emit tabsChanged();
}

TabAppearance MainWindow::lookOf(const ConversationPage *page) const
{
    TabAppearance look = page->look();
    int before = 0;
    for (int index = 0; index < m_stack->indexOf(page); ++index)
        before += static_cast<ConversationPage *>(m_stack->widget(index))->look().text == look.text;
    if (before > 0 && look.icon) // an empty tab has no icon
        look.text = tr("%1 (%2)", "name, number").arg(look.text).arg(before + 1);
    return look;
}

void MainWindow::showLook(ConversationPage *page)
{
    const TabAppearance look = lookOf(page);
    const bool isRenamed = look.text != m_strip->look(page).text;
    m_strip->setLook(page, look);
    const QList<ConversationPage *> others = isRenamed ? othersThan(page) : QList<ConversationPage *>();
    for (const ConversationPage *other : others)
        m_strip->setLook(other, lookOf(other));
    if (page != &this->page())
        return;
    const QString name = controller().name().isEmpty() ? QString() : look.text; // includes the number of the tab
    const QString title = Texts::windowTitle(name);
    setWindowTitle(title.isEmpty() ? u"Pullcord"_s : tr("%1 — Pullcord").arg(title));
    updateTabActions(page);
}

void MainWindow::updateTabActions(ConversationPage *page)
{
    const Actions &a = page->actions();
    const int index = m_strip->indexOf(page);
    const int last = m_strip->count() - 1;
    a.closeTab->setEnabled(last > 0 || !page->isEmpty());
    a.reopenTab->setEnabled(!m_closed.isEmpty());
    for (QAction *action : {a.closeOtherTabs, a.nextTab, a.previousTab})
        action->setEnabled(last > 0);
    a.moveTabLeft->setEnabled(index > 0);
    a.moveTabRight->setEnabled(index < last);
}

void MainWindow::openCapture(const QString &path)
{
    const QList<ConversationPage *> all = pages();
    const auto same = std::find_if(all.begin(), all.end(), [&](const auto *page) { return page->shows(path); });
    if (same != all.end())
        present(*same);
    else
        page().openCapture(path);
}

void MainWindow::openApart(const QStringList &paths)
{
    for (const QString &path : paths) {
        const QList<ConversationPage *> all = pages();
        const bool isShown = std::any_of(all.begin(), all.end(), [&](const auto *page) { return page->shows(path); });
        const bool needsPage = !isShown && !page().isEmpty() && !ServerCommands::isConfiguration(path);
        if (!needsPage)
            openCapture(path);
        else if (ConversationPage *added = openBeside(path))
            present(added);
    }
}

/// Returns null on failure: no tab remains, and the page in view shows the reason.
ConversationPage *MainWindow::openBeside(const QString &path, const ConversationPage *left)
{
    ConversationPage &seen = page();
    ConversationPage &added = addPage(left);
    const auto relay = connect(&added.controller(), &ConversationController::failed, &seen.controller(),
                               &ConversationController::failed);
    added.openCapture(path);
    disconnect(relay);
    if (added.controller().conversation())
        return &added;
    removePage(&added);
    return nullptr;
}

void MainWindow::connectTo(const ServerTarget &target)
{
    page().connectTo(target);
}

void MainWindow::openBehind(const QString &path)
{
    if (ServerCommands::isConfiguration(path))
        return page().openCapture(path); // needs no page
    openBeside(path);
}

void MainWindow::openCaptures(const QStringList &paths)
{
    if (paths.isEmpty())
        return;
    openCapture(paths.constFirst());
    for (const QString &path : paths.sliced(1))
        openBehind(path);
}

/// Each window asks its question, and continues with the next one if confirmed.
void MainWindow::quit(bool goesOn)
{
    const QWidgetList all = QApplication::topLevelWidgets();
    for (QWidget *widget : all) {
        if (auto *window = qobject_cast<MainWindow *>(widget))
            window->m_quits = goesOn;
    }
    if (goesOn)
        QApplication::closeAllWindows();
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    const auto agreed = [this] {
        m_agreed = true;
        if (m_quits)
            QApplication::closeAllWindows();
        else
            close();
    };
    const QList<ConversationPage *> all = pages();
    if (!m_agreed && !m_closing->mayClose(all, agreed, [] { quit(false); }))
        return event->ignore();
    m_agreed = false;
    emit closing();
    m_keepGeometry();
    m_layout->flush();
    for (ConversationPage *page : all) {
        page->layoutKeeper().flush();
        page->controller().close();
    }
    QMainWindow::closeEvent(event);
}

void MainWindow::keyPressEvent(QKeyEvent *event)
{
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    const bool isAlone = (event->modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
    auto *button = qobject_cast<QAbstractButton *>(focusWidget());
    const bool isPressed = qobject_cast<QPushButton *>(button) || qobject_cast<QToolButton *>(button);
    if (isEnter && isAlone && isPressed && !event->isAutoRepeat())
        button->click();
    else
        QMainWindow::keyPressEvent(event);
}

/// Prevents text fields from inserting the name of a dropped file.
bool MainWindow::eventFilter(QObject *watched, QEvent *event)
{
    const auto *widget = event->type() == QEvent::DragEnter ? qobject_cast<QWidget *>(watched) : nullptr;
    if (!widget || widget == this || widget->window() != this ||
        filesIn(*static_cast<QDragEnterEvent *>(event)).isEmpty())
        return QMainWindow::eventFilter(watched, event);
    event->ignore(); // passes the event on to the parent
    return true;
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event)
{
    if (filesIn(*event).isEmpty())
        return;
    event->acceptProposedAction();
    m_dropHint->offer(tr("Drop captures to open them, or a configuration of another tool to import its servers"));
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent *)
{
    m_dropHint->hide();
}

void MainWindow::dropEvent(QDropEvent *event)
{
    m_dropHint->hide();
    event->acceptProposedAction();
    openCaptures(filesIn(*event));
}

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
    const std::optional<ServerTarget> target = page->controller().target();
    const Conversation *conversation = page->controller().conversation();
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
        page->controller().close();
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
    page->controller().close();
    page->deleteLater(); // the sender may be one of its actions
}

OpenWindow MainWindow::opened() const
{
    OpenWindow window;
    for (const ConversationPage *page : pages()) {
        const OpenTab tab = page->tabRestorer().tab();
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
        page->tabRestorer().open(tab);
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
    if (const OpenTab tab = page->tabRestorer().tab(); !tab.isEmpty())
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
        page.tabRestorer().open(closed.tab);
        showLook(&page);
        present(&page);
        break;
    }
    updateTabActions(&page());
}

} // namespace Pullcord
