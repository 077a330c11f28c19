// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/servercommand.h"

namespace Pullcord {

/// `list tools|prompts|resources|templates`: all pages, as a table or as a JSON array of the items as the server described
/// them.
class ListCommand final : public ServerCommand
{
    Q_OBJECT

public:
    using ServerCommand::ServerCommand;

protected:
    void work() override;

private:
    [[nodiscard]] QList<CatalogItem> items() const;
    void print() const;
};

} // namespace Pullcord
