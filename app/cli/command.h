// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QString>

namespace Pullcord {

/// One command of the command line, from start() to finished().
class Command : public QObject
{
    Q_OBJECT

public:
    Command();
    ~Command() override;

    virtual void start() = 0;
    /// Ctrl+C: wind up; finished() follows. A second one ends the process at once, unless the command can hurry.
    virtual void interrupt() = 0;
    /// Whether a second one is for hurry().
    [[nodiscard]] virtual bool canHurry() const { return false; }
    /// The second one: finished() follows, and nobody is waited for. A third ends the process at once.
    virtual void hurry() {}

    /// "pullcord-cli 1.0", as captures and reports name the program that wrote them.
    [[nodiscard]] static QString program();

signals:
    /// Once; the process ends with this code.
    void finished(int exitCode);
};

} // namespace Pullcord
