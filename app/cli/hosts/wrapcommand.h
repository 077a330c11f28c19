// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/clioptions.h"
#include "app/cli/command.h"
#include "core/config/wrapping/wrapstore.h"

class QSocketNotifier;

namespace Pullcord {

/// `wrap` and `unwrap`: prints the difference, asks on a terminal, and writes the configuration of a host.
class WrapCommand final : public Command
{
    Q_OBJECT

public:
    explicit WrapCommand(CliOptions options);
    ~WrapCommand() override;

    void start() override;
    void interrupt() override { emit finished(ExitInterrupted); }

private:
    [[nodiscard]] Result<WrapStore::Change> prepare();
    void ask();
    void takeAnswer();
    void write();
    void fail(const Error &error);

    CliOptions m_options;
    WrapStore m_store;
    WrapStore::Change m_change;
    qsizetype m_servers = 0; ///< number of those that are wanted
    QSocketNotifier *m_input = nullptr;
};

} // namespace Pullcord
