// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/filecommand.h"
#include "core/findings/findings.h"

namespace Pullcord {

/// `check FILE…`: what the two sides did against the protocol, in captures. `check --list`: what is looked for.
class CheckFilesCommand final : public FileCommand
{
    Q_OBJECT

public:
    using FileCommand::FileCommand;

protected:
    void prepare(size_t number) override;
    void work() override;

private:
    static void list();

    std::vector<std::unique_ptr<Findings>> m_findings; ///< by the number of the file
};

} // namespace Pullcord
