// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/program/opening.h"

#include <QString>

namespace Pullcord {

/// The options of the program's command line. A value.
struct CommandLine
{
    Opening opening;
    /// Start a process of its own, even if another runs; later starts find it if it is the first.
    bool ownProcess = false;
    QString settings; ///< file of settings; empty: the usual one
    QString logRules; ///< of the log of Pullcord itself, for QLoggingCategory; empty: none
    QString language; ///< code of one of Languages::all(); empty: that of the settings

    /// Ends the program itself for --help, --version and an invalid command line.
    [[nodiscard]] static CommandLine parse(const QStringList &arguments);
};

} // namespace Pullcord
