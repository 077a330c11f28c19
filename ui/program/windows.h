// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/opentabs.h"
#include "ui/program/opening.h"
#include "ui/services.h"

#include <QList>
#include <QObject>
#include <QTimer>

#include <chrono>

namespace Pullcord {

class MainWindow;
class TabStore;
struct ProxyInfo;

/// Records the open tabs of all windows shortly after each change, so that a crash loses nothing. Marks the record as
/// complete at a regular end.
class TabKeeper final : public QObject
{
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds Delay{300}; ///< changes within this time are written together

    explicit TabKeeper(TabStore &store, QObject *parent = nullptr);
    ~TabKeeper() override;

    void watch(MainWindow *window);
    /// Writes at once; returns false if that fails.
    bool save();
    /// Records the windows at the end of the program, including those closed for it. Nothing is written afterwards.
    void finish();

private:
    void onClosing(MainWindow *window);
    [[nodiscard]] OpenTabs present() const;

    TabStore &m_store;
    QList<MainWindow *> m_windows;
    QList<OpenWindow> m_gone; ///< the last window, and those closed because the program quits
    QTimer m_delay;
    bool m_hasFinished = false;
};

/// Windows of the program: creates them, and opens requests in the right one. A window deletes itself when closed. The
/// open tabs are recorded and offered at the next start.
class Windows final : public QObject
{
    Q_OBJECT

public:
    /// Both must outlive it.
    Windows(const Services &services, TabStore &store, QObject *parent = nullptr);
    ~Windows() override;

    MainWindow *open();
    /// Opens the request of this start in the first window, and offers the tabs of the last run.
    void begin(const Opening &opening);
    /// Opens the request of a later start in new tabs, and brings the window to the front.
    void take(const Opening &opening);
    /// Records the open tabs at the end of the program. Called automatically when the event loop ends.
    void finish();
    /// Closes all windows without a question, as on a termination signal.
    void end();
    /// Returns the window activated last; null if there is none.
    [[nodiscard]] MainWindow *current() const;

private:
    void onProxy(const ProxyInfo &proxy);
    void openIn(MainWindow *window, const Opening &opening);
    void offerLeft();
    void reopen(const OpenTabs &openTabs);

    const Services &m_services;
    TabStore &m_store;
    TabKeeper m_keeper;
    QList<MainWindow *> m_windows; ///< the one activated last is at the end
};

} // namespace Pullcord
