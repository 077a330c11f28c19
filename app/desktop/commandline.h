// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/program/opening.h"

#include <QString>

namespace Pullcord {

/// What the program was asked for on its command line.
struct CommandLine
{
    Opening opening;
    bool ownProcess = false; ///< whatever else runs; found by later ones if it is the first
    QString settings;        ///< file; empty: the usual one
    QString language;        ///< code of one of Languages::all(); empty: as the settings say

    /// Ends the program itself for --help, --version and for what makes no sense.
    [[nodiscard]] static CommandLine parse(const QStringList &arguments);
};

} // namespace Pullcord
