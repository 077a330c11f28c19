// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/innercommand.h"
#include "core/transport/linetransport.h"
#include "core/transport/processsampler.h"
#include "core/transport/stdiocommand.h"

#include <QProcess>
#include <QTimer>

#include <chrono>
#include <memory>
#include <optional>

namespace Pullcord {

class GuardedProcess;

/// A server that is our child process: a message a line on its stdin and stdout, its stderr as
/// lines of their own.
///
/// Stop ladder of close(): close stdin when what was sent has left, wait, SIGTERM, wait, SIGKILL, by timers. No child outlives
/// us, however we end: see GuardedProcess. Failed events name the program as typed and say what is
/// wrong: not found, not executable, ended before its first message (with the tail of its stderr);
/// the last one comes between Exited and Closed. A server that closes its stdin keeps its
/// connection; what is sent from then on is Unsent. One that closes its stdout can say nothing any more: unless it ends
/// within AwaitExit, that is told as Failed, and the stop ladder begins. Specification: MCP transports, stdio, of every
/// revision.
///
/// A server in a container is no child of the command that runs it, and may go on when that is killed: before the last rung,
/// `docker kill` (or podman's, nerdctl's) is started for a container with a name or an id file of its own, and a Note says so;
/// for others a Note says what would help.
class StdioTransport final : public LineTransport
{
    Q_OBJECT

public:
    struct Options
    {
        JsonLimits json;
        std::chrono::milliseconds closeWait{2000};     ///< from closing stdin to SIGTERM, or while it takes nothing
        std::chrono::milliseconds terminateWait{2000}; ///< from SIGTERM to SIGKILL
    };

    /// From the end of the server's stdout, which every end of a process brings about, to the stop ladder.
    static constexpr std::chrono::milliseconds AwaitExit{500};

    explicit StdioTransport(StdioCommand command, QObject *parent = nullptr);
    StdioTransport(StdioCommand command, const Options &options, QObject *parent = nullptr);
    /// Kills what still runs, without waiting.
    ~StdioTransport() override;

    [[nodiscard]] QString name() const override { return QStringLiteral("stdio"); }
    [[nodiscard]] QJsonObject description() const override;
    void open() override;
    void close() override;
    /// The same without waiting for the server: what of it runs is killed now, also where close() came before.
    void kill();
    void watchUsage() override;
    [[nodiscard]] QString origin() const override;
    [[nodiscard]] bool startsServer() const override { return true; }
    [[nodiscard]] bool hasTakenInput() const override;

    /// Stops to read the server's stdout, or its stderr, so that the server is the one that waits, or goes on. What it has
    /// written when it ends is read all the same.
    void setReading(bool reading);
    void setReadingErrors(bool reading);
    /// What was sent and has not left.
    [[nodiscard]] qsizetype pendingBytes() const;
    /// How the last server ended, as a shell says it: its exit code, or 128 and the number of the signal; none as long as it
    /// has not.
    [[nodiscard]] std::optional<int> exitStatus() const { return m_exitStatus; }

signals:
    /// These bytes have come on the server's stderr, as they are; before the events of the lines that they complete.
    void errorsReceived(const QByteArray &bytes);
    /// Some of what was sent has left just now, perhaps from within send().
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
    void leave(const QString &reason);
    void waitForExit();
    void onErrors(const QByteArray &bytes);
    void drainErrors();
    void onLeft(qint64 count);
    void tellUsage(ProcessUsage usage);
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
    std::shared_ptr<Errors> m_errors; ///< shared with the loop that may outlive us
    QString m_reason;                 ///< why we leave; empty if we were asked to
    bool m_launched = false;
    bool m_hasTakenInput = false; ///< the last process, which is gone
    bool m_reading = true;
    bool m_readingErrors = true;
    bool m_isTellingErrors = false; ///< some of them are being told right now
    std::optional<int> m_exitStatus;
    Rung m_rung = Rung::CloseInput;
    qint64 m_inputClosed =
        0; ///< when we closed the server's input; Exited says how long ago, if that alone did not end it
    QTimer m_stopTimer;
    ProcessSampler m_sampler;
};

} // namespace Pullcord
