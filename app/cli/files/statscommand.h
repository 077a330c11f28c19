// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/files/filecommand.h"

namespace Pullcord {

/// `stats FILE`: prints figures about the requests of a capture, one line per method and tool, prompt or resource.
class StatsCommand final : public FileCommand
{
    Q_OBJECT

public:
    using FileCommand::FileCommand;

protected:
    void work() override;
};

} // namespace Pullcord
