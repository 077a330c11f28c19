// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/filecommand.h"

namespace Pullcord {

/// `filter FILE [FILTER]`: the requests, or the messages, of a capture that pass: a line each.
class FilterCommand final : public FileCommand
{
    Q_OBJECT

public:
    using FileCommand::FileCommand;

protected:
    void work() override;

private:
    void printRequests(const std::vector<qsizetype> &rows) const;
    void printMessages(const std::vector<qsizetype> &indexes) const;
};

} // namespace Pullcord
