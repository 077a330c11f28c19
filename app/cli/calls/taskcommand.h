// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/servers/servercommand.h"
#include "core/mcp/requests/task.h"

namespace Pullcord {

/// `tasks get|result|cancel ID`: acts on any task of the server. Ctrl+C stops waiting, and cancels nothing.
class TaskCommand final : public ServerCommand
{
    Q_OBJECT

public:
    using ServerCommand::ServerCommand;

protected:
    void work() override;

private:
    void ask(const QByteArray &method, const std::function<void(const QByteArray &)> &then);
    void askForState();
    void onState(const QByteArray &state);
    void follow(const TaskInfo &info);
    void giveUp(const Error &error);
    void print(const QByteArray &state, const TaskInfo &info) const;

    Task *m_task = nullptr;
};

} // namespace Pullcord
