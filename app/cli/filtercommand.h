// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/filecommand.h"

namespace Pullcord {

/// `filter FILE [FILTER]`: the requests, or the messages, of a capture that pass: a line each, written in slices. What it
/// writes is never kept, however much it is.
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
    void tellCount();

    std::vector<qsizetype> m_found; ///< rows of requests, or indexes of events
};

} // namespace Pullcord
