// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/calls/callchecks.h"
#include "app/cli/servers/servercommand.h"
#include "core/findings/findings.h"
#include "core/lab/cancellationlab.h"

namespace Pullcord {

/// `lab`: runs a CancellationLab on the server, prints each trial when it ends, and then the verdicts. Does not send
/// arguments that the tool does not accept.
class LabCommand final : public ServerCommand
{
    Q_OBJECT

public:
    explicit LabCommand(CliOptions options);
    ~LabCommand() override;

    void interrupt() override;

protected:
    void prepare() override;
    void work() override;
    void onConnectionFailed(int exitCode) override;
    void onDisconnected(const QString &how) override;
    [[nodiscard]] bool connectsAgain() const override;

private:
    void begin();
    void tryOut();
    void printTrial(qsizetype index);
    void onFinished();
    [[nodiscard]] int exitCode() const;

    std::unique_ptr<Findings> m_findings;
    std::unique_ptr<CancellationLab> m_lab;
    bool m_hasRun = false;
    int m_code = ExitOk; ///< reason why the lab did not complete
};

} // namespace Pullcord
