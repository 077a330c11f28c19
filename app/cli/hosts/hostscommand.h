// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/clioptions.h"
#include "app/cli/command.h"

namespace Pullcord {

/// `hosts`: lists hosts on this machine with their servers. Starts nothing.
class HostsCommand final : public Command
{
    Q_OBJECT

public:
    explicit HostsCommand(CliOptions options);
    ~HostsCommand() override;

    void start() override;
    void interrupt() override {}

private:
    CliOptions m_options;
};

} // namespace Pullcord
