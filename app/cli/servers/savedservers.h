// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/serverlist.h"
#include "core/result.h"

#include <QString>

/// Servers saved in the window, read from its settings; nothing is written.
namespace Pullcord::SavedServers {

/// Checks that the file exists and is a settings file. Errors of kind Usage describe it.
[[nodiscard]] Outcome check(const QString &settingsPath);
/// Returns all servers in that settings file; empty: the usual one.
[[nodiscard]] ServerList all(const QString &settingsPath);
/// Returns the server with that name. Values that are not stored come from the environment, those of `${input:NAME}`
/// from `inputs`. Errors of kind Usage: no such server, a missing value, an imported command that was not confirmed.
[[nodiscard]] Result<ServerTarget> ready(const QString &settingsPath, const QString &name,
                                         const QHash<QString, QString> &inputs);

} // namespace Pullcord::SavedServers
