// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "e2e/peers.h"

#include <QProcess>
#include <QSignalSpy>

#include <functional>

namespace Pullcord {

/// A run of pullcord-cli, from its command line to its end.
struct CliRun
{
    static constexpr int Limit = 30'000;

    int exitCode = -1;
    QByteArray out;
    QByteArray err;

    /// Waits for the end of the process while the event loop runs.
    static CliRun finish(QProcess &process)
    {
        if (process.state() != QProcess::NotRunning)
            QSignalSpy(&process, &QProcess::finished).wait(Limit);
        return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
    }
    /// Returns the lines that are not empty.
    static QByteArrayList lines(const QByteArray &text)
    {
        QByteArrayList lines = text.split('\n');
        lines.removeAll(QByteArray());
        return lines;
    }
    /// Runs in `folder`; `prepare` is called in the child before the program starts.
    static CliRun of(const QStringList &arguments, const QString &folder = {},
                     const std::function<void()> &prepare = {})
    {
        QProcess process;
        process.setChildProcessModifier(prepare);
        process.setWorkingDirectory(folder);
        process.start(Peers::program(QStringLiteral("pullcord-cli")), arguments);
        return finish(process);
    }
};

} // namespace Pullcord
