// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/hostlogs.h"
#include "core/config/importedserver.h"
#include "core/result.h"

#include <QString>
#include <QStringList>

/// Servers that somebody else has written down, as words for people who decide whether to run them.
namespace Pullcord::ServerTexts {

/// The whole command line or URL, with nothing left out or masked, and every character visible.
[[nodiscard]] QString address(const ServerTarget &target);
/// Where it runs, the names of its variables or headers, what of the environment it does not get: a line each.
[[nodiscard]] QStringList circumstances(const ServerTarget &target);
[[nodiscard]] QString sentence(const ImportRemark &remark);
/// For a list of different servers, each behind the name under which a person keeps it, if it has one.
[[nodiscard]] QStringList inList(const QList<ServerTarget> &servers);
/// Tool tip of the command that opens this log of the server.
[[nodiscard]] QString openLog(const HostLog &log, const ServerTarget &server);
/// Why nothing was found in a text.
[[nodiscard]] QString whyNothing(const Error &error);

} // namespace Pullcord::ServerTexts
