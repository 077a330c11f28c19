// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QString>

namespace Pullcord {

/// A command of the command line, from start() to finished(). Owner: main().
class Command : public QObject
{
    Q_OBJECT

public:
    Command();
    ~Command() override;

    virtual void start() = 0;
    /// Ctrl+C: ends the command; finished() follows. A second Ctrl+C ends the process at once, unless canHurry().
    virtual void interrupt() = 0;
    /// True if a second Ctrl+C calls hurry().
    [[nodiscard]] virtual bool canHurry() const { return false; }
    /// The second Ctrl+C: finished() follows without waiting for anything. A third one ends the process at once.
    virtual void hurry() {}

    /// Returns e.g. "pullcord-cli 1.0", the name of the program in captures and reports.
    [[nodiscard]] static QString program();

signals:
    /// Emitted once; the process ends with this code.
    void finished(int exitCode);
};

} // namespace Pullcord
