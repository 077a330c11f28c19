// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/program/tabkeeper.h"

#include "ui/mainwindow/mainwindow.h"
#include "ui/program/tabstore.h"

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

} // namespace Pullcord
