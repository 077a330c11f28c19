// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/clioptions.h"
#include "app/cli/command.h"
#include "core/proxy/control/runningproxies.h"

namespace Pullcord {

/// `proxies`: lists the proxies of this user that run.
class ProxiesCommand final : public Command
{
    Q_OBJECT

public:
    explicit ProxiesCommand(const CliOptions &options);
    ~ProxiesCommand() override;

    void start() override;
    void interrupt() override { emit finished(ExitInterrupted); }

private:
    void print();

    bool m_isJson;
    RunningProxies m_running;
};

} // namespace Pullcord
