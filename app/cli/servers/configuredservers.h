// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/importedserver.h"
#include "core/result.h"

#include <QHash>
#include <QList>
#include <QString>

/// Servers in a configuration of another tool, read from its file (`--config`); nothing is saved.
namespace Pullcord::ConfiguredServers {

/// Returns all servers in the order of the file. Errors of kind Usage name the file and the fault.
[[nodiscard]] Result<QList<ImportedServer>> all(const QString &path);
/// Returns the server with that name, with its placeholders. Errors of kind Usage: no such server, unusable server.
[[nodiscard]] Result<ImportedServer> find(const QString &path, const QString &name);
/// Values of `${input:NAME}`, by name.
using Inputs = QHash<QString, QString>;
/// Replaces the placeholders of the server by `inputs`, environment variables, or their defaults. Errors of kind Usage
/// name a placeholder without a value.
[[nodiscard]] Outcome fill(ServerTarget &target, const Inputs &inputs);

} // namespace Pullcord::ConfiguredServers
