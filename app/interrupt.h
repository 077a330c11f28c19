// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QSocketNotifier>

#include <memory>

namespace Pullcord {

/// Brings SIGINT, SIGTERM and SIGHUP into the event loop. One per process; the second signal of a kind ends the process at
/// once, unless it is Told. Signals count from install() on, and those before the object exists come when it does.
class Interrupt : public QObject
{
    Q_OBJECT

public:
    /// What the second of a kind does.
    enum class Second : quint8 {
        EndsProcess, ///< as it would without us
        IsTold,      ///< by again(); the third ends the process
    };

    /// Takes the signals. For the first line of main(): until then they end the process.
    static void install();
    /// True if one has come by now.
    [[nodiscard]] static bool hasCome();

    explicit Interrupt(Second second = Second::EndsProcess, QObject *parent = nullptr);
    ~Interrupt() override;

    /// By whom it was asked for, or by which signal.
    [[nodiscard]] static QString reason();

signals:
    /// The first of a kind.
    void requested();
    /// The second of a kind, where that is told: whoever sends it waits no longer.
    void again();

private:
    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace Pullcord
