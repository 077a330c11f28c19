// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/clitable.h"

/// Texts generated from the table of commands: help, man pages, and completion scripts for shells.
namespace Pullcord::CliText {

/// Returns the text of --help.
[[nodiscard]] QString help();
/// Returns the text of COMMAND --help.
[[nodiscard]] QString help(const CliTable::CommandEntry &command);
/// Returns the sections of the man page of pullcord-cli that list its commands, options and exit codes, in roff.
[[nodiscard]] QString manual();
/// Returns the man page of a command, in roff.
[[nodiscard]] QString manual(const CliTable::CommandEntry &command);
/// Returns the completion script for a shell; empty if the shell is unknown.
[[nodiscard]] QString completion(const QString &shell);

} // namespace Pullcord::CliText
