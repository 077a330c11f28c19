// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/clioptions.h"
#include "app/cli/command.h"

namespace Pullcord {

/// Prints the saved servers; talks to none.
class ServerListCommand final : public Command
{
    Q_OBJECT

public:
    explicit ServerListCommand(CliOptions options);
    ~ServerListCommand() override;

    void start() override;
    void interrupt() override {}

private:
    CliOptions m_options;
};

} // namespace Pullcord
