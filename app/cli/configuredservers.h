// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/importedserver.h"
#include "core/result.h"

#include <QList>
#include <QString>

/// The servers in a configuration of another tool, read from its file (`--config`); nothing is saved.
namespace Pullcord::ConfiguredServers {

/// In the order of the file. Errors of kind Usage name the file and the fault.
[[nodiscard]] Result<QList<ImportedServer>> all(const QString &path);
/// The server of that name, as it may be started: placeholders have the values of the environment, or their defaults. Errors
/// of kind Usage: no such server, one that cannot be used, a placeholder without a value.
[[nodiscard]] Result<ServerTarget> ready(const QString &path, const QString &name);
/// Fills the placeholders of a server's address; the same errors.
[[nodiscard]] Outcome completeAddress(ServerTarget &target);

} // namespace Pullcord::ConfiguredServers
