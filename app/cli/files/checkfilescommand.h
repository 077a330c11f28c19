// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/files/filecommand.h"
#include "core/findings/findings.h"

#include <optional>

namespace Pullcord {

/// `check FILE…`: prints the findings in captures. `check --list`: prints the list of rules.
class CheckFilesCommand final : public FileCommand
{
    Q_OBJECT

public:
    using FileCommand::FileCommand;

protected:
    void prepare(size_t number) override;
    [[nodiscard]] bool canSkip(const Error &error) override;
    void work() override;

private:
    void list() const;

    std::vector<std::unique_ptr<Findings>> m_findings; ///< by index of the file
    std::optional<Error> m_unreadable;                 ///< the last file that could not be read, reported at the end
};

} // namespace Pullcord
