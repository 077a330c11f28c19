// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/servercommand.h"

namespace Pullcord {

/// `list tools|prompts|resources|templates`: all pages, as a table or as a JSON array of the items as the server described
/// them. What is wrong with one stands beside it, and in the exit code.
class ListCommand final : public ServerCommand
{
    Q_OBJECT

public:
    using ServerCommand::ServerCommand;

protected:
    void work() override;

private:
    /// An entry, and why it is not as it must be; empty where it is.
    struct Entry
    {
        CatalogItem item;
        QString problem;
    };

    [[nodiscard]] QString schemaProblem(const QByteArray &entry) const;
    [[nodiscard]] QList<Entry> entries() const;
    /// The exit code.
    [[nodiscard]] int print() const;
    static void printJson(const QList<Entry> &entries);
    void printTable(const QList<Entry> &entries) const;
};

} // namespace Pullcord
