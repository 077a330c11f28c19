// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/clioptions.h"
#include "app/cli/command.h"
#include "core/proxy/control/runningproxies.h"
#include "core/transport/pipereader.h"

#include <memory>

namespace Pullcord {

/// `control`: describes a running proxy, cancels requests that pass it, or handles its rules and what they hold.
class ControlCommand final : public Command
{
    Q_OBJECT

public:
    explicit ControlCommand(CliOptions options);
    ~ControlCommand() override;

    void start() override;
    void interrupt() override { emit finished(ExitInterrupted); }

private:
    void readMessage();
    void call();
    void describe(const ProxyInfo &proxy) const;
    void print(const JsonValue &result) const;
    void onFinished(const Result<QByteArray> &result);
    void fail(const Error &error);

    CliOptions m_options;
    RunningProxies m_running;
    std::unique_ptr<PipeReader> m_input; ///< standard input, for --message -
    bool m_hasClients = false;           ///< the proxy listens, so that several clients may use it
};

} // namespace Pullcord
