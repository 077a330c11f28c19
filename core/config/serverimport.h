// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/importedserver.h"
#include "core/result.h"

#include <QByteArray>
#include <QList>
#include <QString>

/// Finds the servers in configurations of other tools, in JSON, JSON with comments, TOML or YAML:
/// - `mcpServers`: Claude Desktop, Claude Code (.mcp.json, and ~/.claude.json with its projects), Cursor, Windsurf,
///   Gemini CLI, Copilot CLI, Continue and others
/// - `servers`: VS Code, also in its settings and in a devcontainer.json
/// - `mcp`: opencode; `mcp_servers`: Codex; `context_servers`: Zed; `extensions`: goose
/// - parts of them, as in documentation: `"name": {…}` or `{"command": …}`
///
/// It expands no placeholder, reads no file, and runs nothing.
namespace Pullcord::ServerImport {

/// Returns the servers in the order of the text, including those that cannot be imported, with their remarks. Errors:
/// kind Json from ConfigText::toJson(); kind Protocol if there are no servers.
[[nodiscard]] Result<QList<ImportedServer>> fromConfiguration(QByteArrayView text);

/// The same for a configuration. Also accepts a command line or a URL, which counts as typed, not as imported. Errors
/// of kind Usage are those of a command line.
[[nodiscard]] Result<QList<ImportedServer>> fromText(const QString &text);

/// True if fromText() reads the text as a configuration.
[[nodiscard]] bool isConfiguration(const QString &text);

} // namespace Pullcord::ServerImport
