// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <QLoggingCategory>
#include <QString>
#include <QStringList>

/// Log of the program itself, for bug reports: one category for each room, "pullcord.ROOM", off by default. Switched on
/// by `--log RULES` or QT_LOGGING_RULES. A message names states, counts, codes and origins; never a header value, an
/// argument of a command, the path or query of a URL, or a word of a message.
namespace Pullcord::Log {

Q_DECLARE_LOGGING_CATEGORY(transport)
Q_DECLARE_LOGGING_CATEGORY(connection)
Q_DECLARE_LOGGING_CATEGORY(capture)
Q_DECLARE_LOGGING_CATEGORY(mcp)
Q_DECLARE_LOGGING_CATEGORY(findings)
Q_DECLARE_LOGGING_CATEGORY(config)
Q_DECLARE_LOGGING_CATEGORY(doctor)
Q_DECLARE_LOGGING_CATEGORY(ui)

/// Names of the categories, as rules name them.
[[nodiscard]] QStringList categories();

/// Reads the rules of `--log`, separated by commas or semicolons: "pullcord.mcp=true", or a bare "pullcord.*" for true.
/// Returns them as QLoggingCategory::setFilterRules() expects them. An error of kind Usage names the invalid rule.
[[nodiscard]] Result<QString> rulesFrom(const QString &text);

/// Number of lines that lastLines() keeps.
constexpr qsizetype MostLines = 200;

/// Writes every message with time and category to standard error from now on, and keeps the last lines. For programs;
/// the test framework has a handler of its own.
void install();

/// The last lines, oldest first: messages of our categories, and warnings of libraries.
[[nodiscard]] QStringList lastLines();

} // namespace Pullcord::Log
