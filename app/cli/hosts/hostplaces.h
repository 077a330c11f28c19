// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/configplaces.h"
#include "core/result.h"

/// Hosts on the command line.
namespace Pullcord::HostPlaces {

/// Returns the name of a host to type: "claude-desktop".
[[nodiscard]] QString idOf(const ConfigPlace &place);
/// Finds the configuration of a host by its name, or any file. Errors of kind Usage: no such host or file, or several
/// files.
[[nodiscard]] Result<ConfigPlace> find(const QString &word);

} // namespace Pullcord::HostPlaces
