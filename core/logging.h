// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <QLoggingCategory>
#include <QString>
#include <QStringList>

/// The program's own log, for bug reports: one category per room, "pullcord.ROOM", off by default. Enabled by `--log
/// RULES` or QT_LOGGING_RULES. Log lines name states, counts, codes and origins. They never contain header values,
/// command arguments, paths or queries of URLs, or the content of messages.
namespace Pullcord::Log {

Q_DECLARE_LOGGING_CATEGORY(transport)
Q_DECLARE_LOGGING_CATEGORY(connection)
Q_DECLARE_LOGGING_CATEGORY(capture)
Q_DECLARE_LOGGING_CATEGORY(mcp)
Q_DECLARE_LOGGING_CATEGORY(findings)
Q_DECLARE_LOGGING_CATEGORY(config)
Q_DECLARE_LOGGING_CATEGORY(doctor)
Q_DECLARE_LOGGING_CATEGORY(ui)

/// Names of all categories, such as "pullcord.mcp".
[[nodiscard]] QStringList categories();

/// Reads the rules of `--log`, separated by commas or semicolons: "pullcord.mcp=true", or a bare "pullcord.*" for true.
/// Returns them as QLoggingCategory::setFilterRules() expects them. An error of kind Usage names the invalid rule.
[[nodiscard]] Result<QString> rulesFrom(const QString &text);

/// Largest number of lines that lastLines() returns.
constexpr qsizetype MostLines = 200;

/// Installs a message handler that writes each message with time and category to standard error, and keeps the last
/// lines. Only programs call it; Qt Test installs its own handler.
void install();

/// The last lines, oldest first: messages of our categories, and warnings of libraries.
[[nodiscard]] QStringList lastLines();

} // namespace Pullcord::Log
