// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/servers/servercommand.h"

namespace Pullcord {

/// `list tools|prompts|resources|templates`: prints all pages as a table, or as a JSON array with the items as the
/// server sent them. Shows the fault of an invalid item, also by the exit code.
class ListCommand final : public ServerCommand
{
    Q_OBJECT

public:
    using ServerCommand::ServerCommand;

protected:
    void work() override;

private:
    /// An item, and its fault; empty if it is valid.
    struct Entry
    {
        CatalogItem item;
        QString problem;
    };

    [[nodiscard]] QList<Entry> entries() const;
    /// Returns the exit code.
    [[nodiscard]] int print() const;
    static void printJson(const QList<Entry> &entries);
    void printTable(const QList<Entry> &entries) const;
};

} // namespace Pullcord
