// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/importedserver.h"
#include "core/result.h"

#include <QByteArray>
#include <QList>
#include <QString>

/// The servers in the configurations of other tools, in JSON, JSON with comments, TOML or YAML: Claude Desktop, Claude Code
/// (.mcp.json and ~/.claude.json with its projects), Cursor, Windsurf, Gemini CLI, Copilot CLI, Continue and their like
/// (`mcpServers`); VS Code (`servers`, also in its settings and in a devcontainer.json); opencode (`mcp`); Codex
/// (`mcp_servers`); Zed (`context_servers`); goose (`extensions`); and pieces of them as people print them, `"name": {…}` or
/// `{"command": …}`. Nothing is expanded, read from elsewhere, or run.
namespace Pullcord::ServerImport {

/// In the order of the text, also those that cannot be imported, whose remarks say why. An error of kind Json is that of
/// ConfigText::toJson(); one of kind Protocol: there are no servers in it.
[[nodiscard]] Result<QList<ImportedServer>> fromConfiguration(QByteArrayView text);

/// The same; or one server from a command line or a URL, which counts as typed, not as imported. Errors of kind Usage are
/// those of a line.
[[nodiscard]] Result<QList<ImportedServer>> fromText(const QString &text);

/// True if fromText() reads it as a configuration.
[[nodiscard]] bool isConfiguration(const QString &text);

} // namespace Pullcord::ServerImport
