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
/// The server of that name, with the values that are not stored taken from our environment, and those of `${input:NAME}` from
/// `inputs`. Errors of kind Usage: no such server, a missing value, an imported command that was not confirmed yet.
[[nodiscard]] Result<ServerTarget> ready(const QString &settingsPath, const QString &name,
                                         const QHash<QString, QString> &inputs);

} // namespace Pullcord::SavedServers
