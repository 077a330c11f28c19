// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/linetransport.h"
#include "core/transport/processsampler.h"
#include "core/transport/stdiocommand.h"

#include <QProcess>
#include <QTimer>

#include <chrono>
#include <memory>

namespace Pullcord {

class GuardedProcess;

/// A server that is our child process: a message a line on its stdin and stdout, its stderr as
/// lines of their own.
///
/// Stop ladder of close(): close stdin, wait, SIGTERM, wait, SIGKILL, by timers. No child outlives
/// us, however we end: see GuardedProcess. Failed events name the program as typed and say what is
/// wrong: not found, not executable, ended before its first message (with the tail of its stderr);
/// the last one comes between Exited and Closed. A server that closes its stdin keeps its
/// connection; what is sent from then on is Unsent. One that closes its stdout can say nothing any more: unless it ends
/// within AwaitExit, that is told as Failed, and the stop ladder begins. Specification: MCP transports, stdio, of every
/// revision.
class StdioTransport final : public LineTransport
{
    Q_OBJECT

public:
    struct Options
    {
        JsonLimits json;
        std::chrono::milliseconds closeWait{2000};     ///< from closing stdin to SIGTERM
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
    void watchUsage() override;

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
    void readErrors();
    void tellUsage(const ProcessUsage &usage);
    void emitStderr(const LineFramer::Line &line);
    void fail(const QString &reason);
    void conclude(const QString &reason);
    [[nodiscard]] QString endOf(int exitCode, QProcess::ExitStatus status) const;

    StdioCommand m_command;
    Options m_options;
    std::unique_ptr<GuardedProcess> m_process;
    std::shared_ptr<Errors> m_errors; ///< shared with the loop that may outlive us
    QString m_reason;                 ///< why we leave; empty if we were asked to
    bool m_launched = false;
    Rung m_rung = Rung::CloseInput;
    QTimer m_stopTimer;
    ProcessSampler m_sampler;
};

} // namespace Pullcord
