// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/servertarget.h"

#include <QByteArray>
#include <QList>
#include <QStringList>

namespace Pullcord::ServerExport {

enum class Format : quint8 {
    McpServers, ///< `{"mcpServers": {…}}`: Claude Desktop, Claude Code, Cursor, Windsurf
    VsCode,     ///< `{"inputs": […], "servers": {…}}`, which asks for secrets when a server is started
};

enum class Secret : quint8 {
    Named,   ///< its name stands in its place: `${NAME}`, or `${input:…}`
    Written, ///< in full
};

struct Configuration
{
    QByteArray json;
    QStringList
        secrets; ///< names of the values that are secrets, and known: in the place of which a name stands, or not
    QStringList
        renamed; ///< references that the tool does not know, with what stands there instead: `${input:a} → ${A}`
    QStringList unknown; ///< of those that nobody has given since the program began: a name stands there in any case
};

/// The servers as other tools read them, in the order of the list. What is a secret by the rules of Secrets, in variables,
/// headers, arguments and URLs, stands there as told; all else as it is. A text that names its secret by a reference, such as
/// `Bearer ${TOKEN}`, keeps it, or has one that the tool knows. What those tools have no word for is left out: groups,
/// the revision, times, removed variables.
[[nodiscard]] Configuration of(const QList<ServerTarget> &servers, Format format = Format::McpServers,
                               Secret secret = Secret::Named);

} // namespace Pullcord::ServerExport
