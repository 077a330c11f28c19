// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/hostlogs.h"
#include "core/config/importedserver.h"
#include "core/result.h"

#include <QString>
#include <QStringList>

namespace Pullcord {
struct ProxyInfo;
}

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
/// Returns the title of the server of a proxy, and since when the proxy runs.
[[nodiscard]] QString ofProxy(const ProxyInfo &proxy);
/// Returns the address of that server, and the file in which the proxy records, one per line.
[[nodiscard]] QString placesOf(const ProxyInfo &proxy);
/// Explains why no server was found in a text.
[[nodiscard]] QString whyNothing(const Error &error);

} // namespace Pullcord::ServerTexts
