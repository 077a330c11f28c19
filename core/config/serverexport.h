// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/servertarget.h"

#include <QByteArray>
#include <QList>
#include <QStringList>

/// Writes servers as a configuration for other tools.
namespace Pullcord::ServerExport {

/// Layouts of the configuration.
enum class Format : quint8 {
    McpServers, ///< `{"mcpServers": {…}}`: Claude Desktop, Claude Code, Cursor, Windsurf
    VsCode,     ///< `{"inputs": […], "servers": {…}}`; asks for secrets when a server is started
};

/// Treatment of secrets.
enum class Secret : quint8 {
    Named,   ///< replaced by a name: `${NAME}`, or `${input:…}`
    Written, ///< written in full
};

/// The written configuration, and remarks on it.
struct Configuration
{
    QByteArray json;
    QStringList
        secrets; ///< names of the secrets whose values are known, whether they are replaced by a name or written out
    QStringList
        renamed; ///< references that the other tool does not support, each with its replacement: `${input:a} → ${A}`
    QStringList unknown; ///< names of secrets whose values are not known; always replaced by a name
};

/// Returns the configuration of the servers for another tool, in the order of the list. Secrets (by the rules of
/// Secrets) in variables, headers, arguments and URLs are written according to `secret`; everything else is unchanged.
/// A text that refers to its secret, such as `Bearer ${TOKEN}`, keeps the reference, or gets one that the tool
/// supports. Properties that other tools lack are omitted: groups, the revision, times, removed variables.
[[nodiscard]] Configuration of(const QList<ServerTarget> &servers, Format format = Format::McpServers,
                               Secret secret = Secret::Named);

} // namespace Pullcord::ServerExport
