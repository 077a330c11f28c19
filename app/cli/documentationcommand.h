// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/clioptions.h"
#include "app/cli/command.h"

namespace Pullcord {

/// `completion SHELL` and `manual COMMAND`: prints texts made from the table of commands. `completion servers` prints
/// the names of saved servers for the shells.
class DocumentationCommand final : public Command
{
    Q_OBJECT

public:
    explicit DocumentationCommand(CliOptions options);

    void start() override;
    void interrupt() override {}

private:
    [[nodiscard]] QString text() const;

    CliOptions m_options;
};

} // namespace Pullcord
