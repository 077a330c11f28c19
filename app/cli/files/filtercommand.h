// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/files/filecommand.h"

namespace Pullcord {

/// `filter FILE [FILTER]`: prints the requests or messages of a capture that pass, one per line, in slices. Its output
/// is never held in memory.
class FilterCommand final : public FileCommand
{
    Q_OBJECT

public:
    using FileCommand::FileCommand;

protected:
    void work() override;

private:
    void printRequests();
    void printMessages();
    void reportCount();

    std::vector<qsizetype> m_found; ///< rows of requests, or indices of events
};

} // namespace Pullcord
