// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/program/windows.h"

#include "core/proxy/control/runningproxies.h"
#include "ui/mainwindow/mainwindow.h"
#include "ui/mainwindow/sources/servercommands.h"
#include "ui/mainwindow/tabrestorer.h"
#include "ui/program/tabstore.h"
#include "ui/reopenoffer.h"
#include "ui/settings.h"

#include <QApplication>

#include <algorithm>
#include <utility>

namespace Pullcord {

TabKeeper::TabKeeper(TabStore &store, QObject *parent)
    : QObject(parent)
    , m_store(store)
{
    m_delay.setSingleShot(true);
    m_delay.setInterval(Delay);
    connect(&m_delay, &QTimer::timeout, this, &TabKeeper::save);
}

TabKeeper::~TabKeeper() = default;

void TabKeeper::watch(MainWindow *window)
{
    m_windows << window;
    connect(window, &MainWindow::closing, this, [this, window] { onClosing(window); });
    connect(window, &QObject::destroyed, this, [this, window] { m_windows.removeOne(window); });
    connect(window, &MainWindow::tabsChanged, this, [this] {
        if (!m_delay.isActive())
            m_delay.start();
    });
}

void TabKeeper::onClosing(MainWindow *window)
{
    const OpenWindow closed = window->opened();
    window->disconnect(this);
    m_windows.removeOne(window);
    const bool forGood = !m_windows.isEmpty() && !window->isQuitting(); // the user has closed this window only
    if (!forGood && !closed.tabs.isEmpty())
        m_gone << closed;
    if (forGood)
        save();
}

OpenTabs TabKeeper::present() const
{
    OpenTabs openTabs;
    openTabs.windows = m_gone;
    for (const MainWindow *window : m_windows) {
        if (const OpenWindow open = window->opened(); !open.tabs.isEmpty())
            openTabs.windows << open;
    }
    return openTabs;
}

bool TabKeeper::save()
{
    if (m_hasFinished)
        return false;
    const bool anyQuits = std::any_of(m_windows.begin(), m_windows.end(), [](auto *w) { return w->isQuitting(); });
    if (!m_windows.isEmpty() && !anyQuits)
        m_gone.clear(); // the user has cancelled quitting
    return m_store.write(present());
}

void TabKeeper::finish()
{
    m_delay.stop();
    if (std::exchange(m_hasFinished, true))
        return;
    OpenTabs openTabs = present();
    openTabs.hasEnded = true;
    if (m_store.write(openTabs) && !openTabs.isEmpty())
        m_store.forgetLeft();
}

namespace {

/// Returns the modal dialog that blocks the window; null if there is none.
QWidget *blockerOf(const MainWindow *window)
{
    QWidget *modal = QApplication::activeModalWidget();
    const QWidget *owner = modal;
    while (owner && owner != window)
        owner = owner->parentWidget();
    return owner ? modal : nullptr;
}

/// Brings a window to the front. If the desktop prevents that, it demands attention.
void raise(MainWindow *window, const QByteArray &activation)
{
    if (!activation.isEmpty())
        qputenv("XDG_ACTIVATION_TOKEN", activation); // Qt passes it to the compositor and clears it
    if (window->isMinimized())
        window->setWindowState(window->windowState() & ~Qt::WindowMinimized);
    window->show();
    window->raise();
    QWidget *blocker = blockerOf(window); // above the window, and it receives the keyboard input
    if (blocker)
        blocker->raise();
    (blocker ? blocker : window)->activateWindow();
    QApplication::alert(window);
}

} // namespace

Windows::Windows(const Services &services, TabStore &store, QObject *parent)
    : QObject(parent)
    , m_services(services)
    , m_store(store)
    , m_keeper(store)
{
    connect(m_services.offer, &ReopenOffer::accepted, this, &Windows::reopen);
    connect(qApp, &QApplication::focusChanged, this, [this](const QWidget *, QWidget *now) {
        auto *window = now ? qobject_cast<MainWindow *>(now->window()) : nullptr;
        if (m_windows.removeOne(window))
            m_windows << window;
    });
    connect(qApp, &QCoreApplication::aboutToQuit, this, &Windows::finish);
    if (m_services.proxies)
        connect(m_services.proxies, &RunningProxies::appeared, this, &Windows::onProxy);
}

Windows::~Windows() = default;

void Windows::finish()
{
    m_keeper.finish();
}

void Windows::end()
{
    m_keeper.finish();
    const QList<MainWindow *> all = m_windows;
    qDeleteAll(all);
}

MainWindow *Windows::open()
{
    auto *window = new MainWindow(m_services);
    window->setAttribute(Qt::WA_DeleteOnClose);
    m_windows << window;
    connect(window, &MainWindow::newWindowRequested, this, &Windows::open);
    connect(window, &MainWindow::closing, this, [this, window] { m_windows.removeOne(window); });
    connect(window, &QObject::destroyed, this, [this, window] { m_windows.removeOne(window); });
    m_keeper.watch(window);
    window->show();
    return window;
}

MainWindow *Windows::current() const
{
    return m_windows.isEmpty() ? nullptr : m_windows.constLast();
}

void Windows::begin(const Opening &opening)
{
    MainWindow *window = open();
    offerLeft();
    if (!opening.files.isEmpty() && !opening.demo && !opening.server && opening.saved.isEmpty())
        window->openCaptures(opening.files); // the first is shown
    else
        openIn(window, opening);
    window->page().tabRestorer().reportCrash(); // after the page has its contents
}

void Windows::take(const Opening &opening)
{
    MainWindow *window = opening.newWindow || m_windows.isEmpty() ? open() : current();
    openIn(window, opening);
    raise(window, opening.activation);
}

void Windows::onProxy(const ProxyInfo &proxy)
{
    MainWindow *window = current();
    if (window && !proxy.capture.isEmpty() && m_services.settings.value(Settings::OpenProxies))
        window->openBehind(proxy.capture);
}

void Windows::openIn(MainWindow *window, const Opening &opening)
{
    window->openApart(opening.files);
    if (opening.demo) {
        ServerTarget demo = m_services.demoServer;
        demo.revision = opening.revision;
        window->emptyPage().connectTo(demo);
    }
    if (opening.server)
        window->emptyPage().connectTo(*opening.server);
    if (!opening.saved.isEmpty())
        window->emptyPage().servers().wishSaved(opening.saved);
}

// ---- tabs of the last run

/// Offers or restores the last tabs. After a crash it only offers them, since one of them may be the cause.
void Windows::offerLeft()
{
    const OpenTabs left = m_store.left();
    const auto wanted = Settings::AtStart(m_services.settings.value(Settings::AtStartIs));
    if (left.isEmpty() || (left.hasEnded && wanted == Settings::AtStart::Nothing))
        return;
    m_services.offer->setOpenTabs(left);
    if (left.hasEnded && wanted == Settings::AtStart::Reopen)
        m_services.offer->accept();
}

void Windows::reopen(const OpenTabs &openTabs)
{
    MainWindow *first = current() ? current() : open();
    first->reopen(openTabs.windows.constFirst());
    for (const OpenWindow &one : openTabs.windows.sliced(1))
        open()->reopen(one);
    if (m_keeper.save()) // the old record is the only copy until the new one is written
        m_store.forgetLeft();
}

} // namespace Pullcord
