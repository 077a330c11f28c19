// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/innercommand.h"
#include "core/transport/linetransport.h"
#include "core/transport/processusage.h"
#include "core/transport/stdiocommand.h"

#include <QProcess>
#include <QTimer>

#include <chrono>
#include <memory>
#include <optional>

namespace Pullcord {

class GuardedProcess;

/// A server as our child process: one message per line on its stdin and stdout, its stderr as lines of their own.
///
/// Stop ladder of close(): close stdin when everything sent is written, wait, SIGTERM, wait, SIGKILL; by timers. No
/// child outlives this process, however it ends: see GuardedProcess.
///
/// Failed events name the program as typed and the fault: not found, not executable, or ended before its first message
/// (with the tail of its stderr). The last one comes between Exited and Closed. A server that closes its stdin keeps
/// its connection; messages sent from then on are Unsent. A server that closes its stdout can report nothing more:
/// unless it ends within AwaitExit, a Failed event follows, and the stop ladder begins.
/// Specification: MCP transports, stdio, of every revision.
///
/// A server in a container is not a child of the command that runs it, and may survive when the command is killed. So
/// before the last rung it starts `docker kill` (or podman's, nerdctl's) for a container with a name or an id file, and
/// records a Note. For other containers it records a Note with advice.
class StdioTransport final : public LineTransport
{
    Q_OBJECT

public:
    struct Options
    {
        JsonLimits json;
        std::chrono::milliseconds closeWait{2000};     ///< to SIGTERM, from closing stdin or from the last bytes taken
        std::chrono::milliseconds terminateWait{2000}; ///< from SIGTERM to SIGKILL
    };

    /// Time from the end of the server's stdout to the stop ladder. A process that ends also closes its stdout.
    static constexpr std::chrono::milliseconds AwaitExit{500};

    explicit StdioTransport(StdioCommand command, QObject *parent = nullptr);
    StdioTransport(StdioCommand command, const Options &options, QObject *parent = nullptr);
    /// Kills every process that still runs, without waiting.
    ~StdioTransport() override;

    [[nodiscard]] QString name() const override { return QStringLiteral("stdio"); }
    [[nodiscard]] QJsonObject description() const override;
    void open() override;
    void close() override;
    /// Closes without waiting for the server: kills its processes now, also after close(). Its input stays open until
    /// then, so that the server does not end by itself.
    void kill();
    void watchUsage() override;
    [[nodiscard]] QString origin() const override;
    [[nodiscard]] bool startsServer() const override { return true; }
    [[nodiscard]] bool hasTakenInput() const override;

    /// Stops reading the server's stdout or stderr, so that the server has to wait, or resumes it. Bytes written before
    /// the server ends are read anyway.
    void setReading(bool reading);
    void setReadingErrors(bool reading);
    /// Number of bytes sent but not yet written.
    [[nodiscard]] qsizetype pendingBytes() const;
    /// Exit status of the last server, as shells report it: its exit code, or 128 plus the number of the signal. None
    /// while it runs.
    [[nodiscard]] std::optional<int> exitStatus() const { return m_exitStatus; }

signals:
    /// Bytes as they arrived on the server's stderr. Emitted before the events of the lines that they complete.
    void errorsReceived(const QByteArray &bytes);
    /// Some sent bytes have just been written, perhaps from within send().
    void left();

protected:
    void write(const QByteArray &bytes) override;

private:
    struct Errors;
    enum class Rung : quint8 { AwaitExit, CloseInput, Terminate, Kill };

    void start();
    void onLaunched();
    void onFinished(int exitCode, QProcess::ExitStatus status);
    void onStopTimer();
    void onOutputEnded();
    void leave(const QString &reason, Rung first = Rung::CloseInput);
    void waitForExit();
    void onErrors(const QByteArray &bytes);
    void drainErrors();
    void onLeft(qint64 count);
    void reportUsage(ProcessUsage usage);
    void emitStderr(const LineFramer::Line &line);
    void fail(const QString &reason);
    [[nodiscard]] bool startContainerKill() const;
    void endContainer();
    void conclude(const QString &reason);
    [[nodiscard]] QString endOf(int exitCode, QProcess::ExitStatus status) const;

    StdioCommand m_command;
    std::optional<InnerCommand> m_inner;
    Options m_options;
    std::unique_ptr<GuardedProcess> m_process;
    std::shared_ptr<Errors> m_errors; ///< shared with a loop that may outlive this object
    QString m_reason;                 ///< reason for leaving; empty if the caller asked for it
    bool m_launched = false;
    bool m_hasTakenInput = false; ///< result of hasTakenInput() for the last process, once it is gone
    bool m_reading = true;
    bool m_readingErrors = true;
    bool m_isReportingErrors = false; ///< true while events of stderr lines are being emitted
    std::optional<int> m_exitStatus;
    Rung m_rung = Rung::CloseInput;
    qint64 m_inputClosed =
        0; ///< time at which the server's input was closed; Exited reports the time since, if that did not end it
    QTimer m_stopTimer;
    ProcessSampler m_sampler;
};

} // namespace Pullcord
