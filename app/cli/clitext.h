// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/clitable.h"

/// What is made of the table of commands for people and for shells.
namespace Pullcord::CliText {

/// --help
[[nodiscard]] QString help();
/// --help behind a command
[[nodiscard]] QString help(const CliTable::CommandEntry &command);
/// The man page of a command, in roff.
[[nodiscard]] QString manual(const CliTable::CommandEntry &command);
/// What a shell reads to complete our command lines; empty for one that is not known.
[[nodiscard]] QString completion(const QString &shell);

} // namespace Pullcord::CliText
