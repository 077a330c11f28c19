// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/servers/servercommand.h"

namespace Pullcord {

/// `list tasks`: prints the tasks of the server as a table, or as a JSON array of the tasks as the server sent them.
class TaskListCommand final : public ServerCommand
{
    Q_OBJECT

public:
    using ServerCommand::ServerCommand;

protected:
    void work() override;

private:
    void print() const;
};

} // namespace Pullcord
