// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QSocketNotifier>

#include <memory>

namespace Pullcord {

/// Delivers SIGINT, SIGTERM and SIGHUP through the event loop. Create one per process. The second signal of a kind ends
/// the process at once, unless Second::Emits. Signals are collected from install() on; those before the construction
/// are delivered after it.
class Interrupt : public QObject
{
    Q_OBJECT

public:
    /// Effect of the second signal of a kind.
    enum class Second : quint8 {
        EndsProcess, ///< default effect of the signal
        Emits,       ///< emits again(); the third one ends the process
    };

    /// Installs the signal handlers. Call it first in main(): earlier signals end the process.
    static void install();
    /// True if a signal has arrived.
    [[nodiscard]] static bool hasCome();

    explicit Interrupt(Second second = Second::EndsProcess, QObject *parent = nullptr);
    ~Interrupt() override;

    /// Returns a text with the source of the request to end: the user (Ctrl+C), or the name of the signal.
    [[nodiscard]] static QString reason();

signals:
    /// The first signal of a kind.
    void requested();
    /// The second signal of a kind, with Second::Emits: stop without waiting.
    void again();

private:
    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace Pullcord
