// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/pipereader.h"
#include "core/transport/pipewriter.h"

#include <QProcess>
#include <QSocketNotifier>

#include <memory>

namespace Pullcord {

/// A child process that cannot outlive us, nor can anything that it starts, however we end.
///
/// It runs under pullcord-guard (app/guard), a small program that holds one end of a socket pair,
/// the lifeline. When our end closes, because we cut it or because we are gone, the guard kills the
/// whole tree. It is guarded itself: two processes watch each other, and the one that is left ends the tree. To QProcess the guard is the child: it passes SIGTERM on, and ends with the server's
/// exit code or signal. Do not call start(), kill(), write() or
/// read(): launch(), cutLifeline(), input(), output() and errors() stand for them.
class GuardedProcess final : public QProcess
{
    Q_OBJECT

public:
    explicit GuardedProcess(QObject *parent = nullptr);
    /// Kills what still runs, without waiting.
    ~GuardedProcess() override;

    /// Gets rid of a process from anywhere, also from its own signals: kills what still runs,
    /// without waiting.
    static void abandon(std::unique_ptr<GuardedProcess> process);

    /// Starts `program`, a path. Environment and working directory are those of QProcess. Then
    /// comes launched() or launchFailed(), perhaps from within this call.
    void launch(const QString &program, const QStringList &arguments);
    /// The server's stdin; null before launch().
    [[nodiscard]] PipeWriter *input() const { return m_input; }
    /// Its stdout and its stderr, not reading yet; null before launch().
    [[nodiscard]] PipeReader *output() const { return m_output; }
    [[nodiscard]] PipeReader *errors() const { return m_errors; }
    /// The server's own process id; 0 before launched() and after the end.
    [[nodiscard]] qint64 serverPid() const { return state() == NotRunning ? 0 : m_serverPid; }
    /// The process whose children are the server and what the server has left behind; 0 as above.
    [[nodiscard]] qint64 serverParent() const { return state() == NotRunning ? 0 : m_serverParent; }
    /// Number of processes that the server left running when it ended by itself, at most 255. After finished().
    [[nodiscard]] int leftBehind() const { return m_leftBehind; }
    /// Kills the whole tree. finished() follows.
    void cutLifeline();

    /// Where pullcord-guard is: beside the program, or where the installation puts it. Empty if it
    /// is missing.
    [[nodiscard]] static QString guardPath();
    /// "SIGTERM", or "signal 77" for one without a name.
    [[nodiscard]] static QString signalName(int signal);

signals:
    /// The server's program runs.
    void launched();
    /// It does not; the untranslated reason names what is missing, not the program.
    void launchFailed(const QString &reason);

private:
    void readReport();
    void onGuardEnded();

    int m_lifeline = -1;
    PipeWriter *m_input = nullptr;               ///< our child
    PipeReader *m_output = nullptr;              ///< our child
    PipeReader *m_errors = nullptr;              ///< our child
    QSocketNotifier *m_reportNotifier = nullptr; ///< our child, until the guard has reported
    qint64 m_serverPid = 0;
    qint64 m_serverParent = 0;
    quint8 m_leftBehind = 0;
};

} // namespace Pullcord
