// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/program/windows.h"

#include "ui/mainwindow/mainwindow.h"
#include "ui/mainwindow/returning.h"
#include "ui/mainwindow/servercommands.h"
#include "ui/program/sessionstore.h"
#include "ui/sessionoffer.h"
#include "ui/settings.h"

#include <QApplication>

namespace Pullcord {

namespace {

/// The dialog that keeps the window from being used; null without one.
QWidget *blockerOf(const MainWindow *window)
{
    QWidget *modal = QApplication::activeModalWidget();
    const QWidget *owner = modal;
    while (owner && owner != window)
        owner = owner->parentWidget();
    return owner ? modal : nullptr;
}

/// To the front, from wherever it is. A desktop that lets nobody push in lets it call for attention at least.
void raise(MainWindow *window, const QByteArray &activation)
{
    if (!activation.isEmpty())
        qputenv("XDG_ACTIVATION_TOKEN", activation); // Qt hands it to the compositor, and forgets it
    if (window->isMinimized())
        window->setWindowState(window->windowState() & ~Qt::WindowMinimized);
    window->show();
    window->raise();
    QWidget *blocker = blockerOf(window); // above it, and whoever types means the dialog
    if (blocker)
        blocker->raise();
    (blocker ? blocker : window)->activateWindow();
    QApplication::alert(window);
}

} // namespace

Windows::Windows(const Services &services, SessionStore &store, QObject *parent)
    : QObject(parent)
    , m_services(services)
    , m_store(store)
    , m_keeper(store)
{
    connect(m_services.offer, &SessionOffer::accepted, this, &Windows::reopen);
    connect(qApp, &QApplication::focusChanged, this, [this](const QWidget *, QWidget *now) {
        auto *window = now ? qobject_cast<MainWindow *>(now->window()) : nullptr;
        if (m_windows.removeOne(window))
            m_windows << window;
    });
    connect(qApp, &QCoreApplication::aboutToQuit, this, &Windows::finish);
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
    window->page().returning().tellOfCrash(); // now that the page shows what it shows
}

void Windows::take(const Opening &opening)
{
    MainWindow *window = opening.newWindow || m_windows.isEmpty() ? open() : current();
    openIn(window, opening);
    raise(window, opening.activation);
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

// ---- what was open when the program ended last

/// After a crash it is asked for in any case: what was open may have been the reason.
void Windows::offerLeft()
{
    const OpenSession left = m_store.left();
    const auto wanted = Settings::AtStart(m_services.settings.value(Settings::AtStartIs));
    if (left.isEmpty() || (left.hasEnded && wanted == Settings::AtStart::Nothing))
        return;
    m_services.offer->setSession(left);
    if (left.hasEnded && wanted == Settings::AtStart::Reopen)
        m_services.offer->accept();
}

void Windows::reopen(const OpenSession &session)
{
    MainWindow *first = current() ? current() : open();
    first->reopen(session.windows.constFirst());
    for (const OpenWindow &one : session.windows.sliced(1))
        open()->reopen(one);
    if (m_keeper.save()) // there is no other copy until then
        m_store.forgetLeft();
}

} // namespace Pullcord
