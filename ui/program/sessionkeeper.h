// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/opensession.h"

#include <QList>
#include <QObject>
#include <QTimer>

#include <chrono>

namespace Pullcord {

class MainWindow;
class SessionStore;

/// Writes down what the windows have open, a moment after it has changed, so that a crash loses nothing; and at the end that
/// it was one in good order.
class SessionKeeper final : public QObject
{
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds Delay{300}; ///< what changes together is written together

    explicit SessionKeeper(SessionStore &store, QObject *parent = nullptr);
    ~SessionKeeper() override;

    void watch(MainWindow *window);
    /// At once; false if it cannot be written.
    bool save();
    /// The program ends: with what the windows have, and those that closed for it had. Nothing is written after that.
    void finish();

private:
    void onClosing(MainWindow *window);
    [[nodiscard]] OpenSession present() const;

    SessionStore &m_store;
    QList<MainWindow *> m_windows;
    QList<OpenWindow> m_gone; ///< the last one, and those that went as the program was told to end
    QTimer m_delay;
    bool m_hasFinished = false;
};

} // namespace Pullcord
