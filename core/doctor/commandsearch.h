// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/doctor/doctorenvironment.h"
#include "core/doctor/doctorstage.h"

/// Searches a server's command in several environments and compares the results. Reads the file system only.
namespace Pullcord::CommandSearch {

/// Returns the stage Command. `environments` are those to compare. `chosen` is the kind of the one in which the command
/// is to be started; it must be among them.
[[nodiscard]] DoctorStage examine(const StdioCommand &command, const QList<DoctorEnvironment> &environments,
                                  DoctorEnvironment::Kind chosen);

/// True if the command can be started in this environment, as far as the file system shows.
[[nodiscard]] bool isStartable(const StdioCommand &command, const DoctorEnvironment &environment);

/// Returns the tool that put programs into this folder, such as "nvm" or "Homebrew". Empty for the system's folders and
/// unknown ones.
[[nodiscard]] QString managerOf(const QString &folder);

} // namespace Pullcord::CommandSearch
