// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/program/opening.h"
#include "ui/program/sessionkeeper.h"
#include "ui/services.h"

#include <QList>
#include <QObject>

namespace Pullcord {

class MainWindow;

/// The windows of the program: opens one when another asks for it, and what is asked for in the right one. A window deletes
/// itself when it is closed. What they have open is written down, and offered at the next start.
class Windows final : public QObject
{
    Q_OBJECT

public:
    /// Both must outlive it.
    Windows(const Services &services, SessionStore &store, QObject *parent = nullptr);
    ~Windows() override;

    MainWindow *open();
    /// What this start of the program was asked for, in the first window; and what was open when it ended last, if
    /// something was.
    void begin(const Opening &opening);
    /// What a later start was asked for, in tabs of their own; the window comes to the front.
    void take(const Opening &opening);
    /// The program ends: what was open is written down as that. By itself when the event loop ends.
    void finish();
    /// Closes them without a question, as when the program is told to end by a signal.
    void end();
    /// The one that was looked at last; null if there is none.
    [[nodiscard]] MainWindow *current() const;

private:
    void openIn(MainWindow *window, const Opening &opening);
    void offerLeft();
    void reopen(const OpenSession &session);

    const Services &m_services;
    SessionStore &m_store;
    SessionKeeper m_keeper;
    QList<MainWindow *> m_windows; ///< the one that was looked at last last
};

} // namespace Pullcord
