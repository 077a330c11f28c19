// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/hostlogs.h"
#include "core/config/importedserver.h"
#include "core/result.h"

#include <QString>
#include <QStringList>

/// Texts about imported servers, on which the user decides whether to run them.
namespace Pullcord::ServerTexts {

/// Returns the whole command line or URL, unmasked, with every character visible.
[[nodiscard]] QString address(const ServerTarget &target);
/// Returns facts, one per line: working directory, names of variables or headers, and withheld environment variables.
[[nodiscard]] QStringList circumstances(const ServerTarget &target);
[[nodiscard]] QString sentence(const ImportRemark &remark);
/// Returns the servers for a list, each after its saved name, if it has one.
[[nodiscard]] QStringList inList(const QList<ServerTarget> &servers);
/// Returns the tool tip of the command that opens this log of the server.
[[nodiscard]] QString openLog(const HostLog &log, const ServerTarget &server);
/// Explains why no server was found in a text.
[[nodiscard]] QString whyNothing(const Error &error);

} // namespace Pullcord::ServerTexts
