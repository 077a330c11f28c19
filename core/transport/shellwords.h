// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <QStringView>

/// A line of words, quoted as in a POSIX shell. Nothing is expanded or run: `$`, `~`, `*`, `|`, `>`, `;`, `#` and
/// similar are ordinary characters. Specification: POSIX.1-2017, Shell Command Language, 2.2 Quoting.
namespace Pullcord::ShellWords {

/// Splits a line into words at blanks, tabs and newlines.
/// - Single quotes make every character literal.
/// - In double quotes a backslash makes `"`, `\`, `$` and `` ` `` literal, and is literal before anything else.
/// - Elsewhere a backslash makes any character literal.
/// - A backslash before a newline joins lines.
///
/// The error (Usage) names the position, counted from 1, of an unclosed quote or of a backslash at the end.
[[nodiscard]] Result<QStringList> split(QStringView line);

/// Joins words to one line that split() and any POSIX shell read as these words. Quotes only where needed.
[[nodiscard]] QString join(const QStringList &words);

/// Returns the word in single quotes, as exactly one argument.
[[nodiscard]] QString quoted(QString word);
[[nodiscard]] QByteArray quoted(QByteArray word);

} // namespace Pullcord::ShellWords
