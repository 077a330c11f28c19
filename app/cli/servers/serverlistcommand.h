// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/clioptions.h"
#include "app/cli/command.h"
#include "core/config/importedserver.h"

namespace Pullcord {

/// Prints the saved servers, or those of a configuration (`--config`). Connects to no server.
class ServerListCommand final : public Command
{
    Q_OBJECT

public:
    explicit ServerListCommand(CliOptions options);
    ~ServerListCommand() override;

    void start() override;
    void interrupt() override {}

private:
    struct Row
    {
        ServerTarget server;
        QString group;
        QStringList remarks;
        bool isUsable = true;
    };

    void listSaved();
    void listConfigured(const QList<ImportedServer> &servers);
    void print(const QList<Row> &rows);

    CliOptions m_options;
};

} // namespace Pullcord
