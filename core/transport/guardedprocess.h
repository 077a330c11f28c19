// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/pipereader.h"
#include "core/transport/pipewriter.h"

#include <QProcess>
#include <QSocketNotifier>

#include <memory>

namespace Pullcord {

/// A child process that never outlives this program, however the program ends; neither does any process that it starts.
///
/// It runs under pullcord-guard (app/guard), a small program that holds one end of a socket pair, the lifeline. When
/// our end closes, by cutLifeline() or by our end, the guard kills the whole tree. The guard consists of two processes
/// that watch each other: if one is killed, the other kills the tree.
///
/// To QProcess the guard is the child. It passes SIGTERM on, and ends with the server's exit code or signal. Use
/// launch(), cutLifeline(), input(), output() and errors() instead of start(), kill(), write() and read().
class GuardedProcess final : public QProcess
{
    Q_OBJECT

public:
    explicit GuardedProcess(QObject *parent = nullptr);
    /// Kills every process that still runs, without waiting.
    ~GuardedProcess() override;

    /// Disposes of a process; safe to call from its own signals. Kills every process that still runs, without waiting.
    static void abandon(std::unique_ptr<GuardedProcess> process);

    /// Starts `program`, a path, with the environment and working directory of QProcess. Emits launched() or
    /// launchFailed(), perhaps from within this call.
    void launch(const QString &program, const QStringList &arguments);
    /// Writer of the server's stdin; null before launch().
    [[nodiscard]] PipeWriter *input() const { return m_input; }
    /// Readers of the server's stdout and stderr, not reading yet; null before launch().
    [[nodiscard]] PipeReader *output() const { return m_output; }
    [[nodiscard]] PipeReader *errors() const { return m_errors; }
    /// Process id of the server itself; 0 before launched() and after the end.
    [[nodiscard]] qint64 serverPid() const { return state() == NotRunning ? 0 : m_serverPid; }
    /// Process id of the inner guard: the parent of the server, and of processes whose parent has ended. 0 before
    /// launched() and after the end.
    [[nodiscard]] qint64 serverParent() const { return state() == NotRunning ? 0 : m_serverParent; }
    /// Number of processes that the server left running when it ended by itself, at most 255. Valid after finished().
    [[nodiscard]] int leftBehind() const { return m_leftBehind; }
    /// Kills the whole tree. finished() follows.
    void cutLifeline();

    /// Path of pullcord-guard: beside the program, or in the folder of the installation. Empty if it is missing.
    [[nodiscard]] static QString guardPath();
    /// Name of a signal: "SIGTERM", or "signal 77" for one without a name.
    [[nodiscard]] static QString signalName(int signal);

signals:
    /// The server's program is running.
    void launched();
    /// The server's program could not be started. `reason` is in English, and states the fault without the name of the
    /// program.
    void launchFailed(const QString &reason);

private:
    void readReport();
    void onGuardEnded();

    int m_lifeline = -1;
    PipeWriter *m_input = nullptr;               ///< owned by this object
    PipeReader *m_output = nullptr;              ///< owned by this object
    PipeReader *m_errors = nullptr;              ///< owned by this object
    QSocketNotifier *m_reportNotifier = nullptr; ///< owned by this object, until the guard has reported
    qint64 m_serverPid = 0;
    qint64 m_serverParent = 0;
    quint8 m_leftBehind = 0;
};

} // namespace Pullcord
