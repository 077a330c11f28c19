// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/importedserver.h"
#include "core/result.h"

#include <QHash>
#include <QList>
#include <QString>

/// The servers in a configuration of another tool, read from its file (`--config`); nothing is saved.
namespace Pullcord::ConfiguredServers {

/// In the order of the file. Errors of kind Usage name the file and the fault.
[[nodiscard]] Result<QList<ImportedServer>> all(const QString &path);
/// The server of that name, its placeholders not filled yet. Errors of kind Usage: no such server, one that cannot be used.
[[nodiscard]] Result<ImportedServer> find(const QString &path, const QString &name);
/// Values of `${input:NAME}`, by name.
using Inputs = QHash<QString, QString>;
/// Fills the placeholders of a server that came from a configuration: with `inputs`, values of the environment, or their
/// defaults. Errors of kind Usage name a placeholder without a value.
[[nodiscard]] Outcome fill(ServerTarget &target, const Inputs &inputs);

} // namespace Pullcord::ConfiguredServers
