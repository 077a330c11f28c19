// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/clioptions.h"
#include "app/cli/command.h"

namespace Pullcord {

/// Prints the logs of hosts about their servers on this machine. Connects to no server.
class LogListCommand final : public Command
{
    Q_OBJECT

public:
    explicit LogListCommand(CliOptions options);
    ~LogListCommand() override;

    void start() override;
    void interrupt() override {}

private:
    CliOptions m_options;
};

} // namespace Pullcord
