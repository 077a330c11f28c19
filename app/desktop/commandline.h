// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/servertarget.h"

#include <QStringList>

#include <optional>

namespace Pullcord {

/// What the program was asked for on its command line.
struct CommandLine
{
    QStringList files;
    bool demo = false;
    std::optional<Revision> revision;   ///< to speak with the server; none: find out
    std::optional<ServerTarget> server; ///< a URL, or what stands behind `--`
    QString settings;                   ///< file; empty: the usual one
    QString language;                   ///< code of one of Languages::all(); empty: as the settings say

    /// Ends the program itself for --help, --version and for what makes no sense.
    [[nodiscard]] static CommandLine parse(const QStringList &arguments);
};

} // namespace Pullcord
