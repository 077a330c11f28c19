// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/serverlist.h"
#include "core/result.h"

#include <QString>

/// The servers that were saved in the window, read from its settings; nothing is written.
namespace Pullcord::SavedServers {

/// Whether somebody can have meant that settings file: it is there, and one. An error of kind Usage says what it is.
[[nodiscard]] Outcome check(const QString &settingsPath);
/// From that settings file; empty: the usual one.
[[nodiscard]] ServerList all(const QString &settingsPath);
/// As it may be started: values that are not stored are those of our own environment. An error of kind Usage: there is none
/// of that name, a value is missing, or it was imported and nobody has confirmed its command.
[[nodiscard]] Result<ServerTarget> ready(const QString &settingsPath, const QString &name);

} // namespace Pullcord::SavedServers
