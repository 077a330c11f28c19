// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/revision.h"
#include "core/transport/stdiotransport.h"

#include <QMetaType>

#include <optional>

namespace Pullcord {

/// A server that a person wants to talk to, and how.
struct ServerTarget
{
    QString name; ///< how people call it; empty: the program's name
    StdioCommand command;
    std::optional<Revision> revision; ///< none: find out

    [[nodiscard]] QString title() const;
    /// The command with each path cut to its last name, for a list.
    [[nodiscard]] QString shortCommand() const;
    /// The same for a whole list, of different commands; at full length where short ones would be equal.
    [[nodiscard]] static QStringList distinctCommands(const QList<ServerTarget> &targets);
    /// For the settings. Values of environment variables are secrets and stay out; their names are kept.
    [[nodiscard]] QString toSetting() const;
    [[nodiscard]] static std::optional<ServerTarget> fromSetting(const QString &text);
    /// The same server, whatever the values in its environment.
    [[nodiscard]] bool isSameAs(const ServerTarget &other) const;
};

} // namespace Pullcord
