// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/opentabs.h"

#include <QList>
#include <QObject>
#include <QTimer>

#include <chrono>

namespace Pullcord {

class MainWindow;
class TabStore;

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

} // namespace Pullcord
