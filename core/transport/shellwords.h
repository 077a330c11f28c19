// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <QStringView>

/// A line of words, quoted as in a POSIX shell, but with nothing expanded and nobody run: `$`, `~`, `*`, `|`, `>`, `;`,
/// `#` and their like are ordinary characters. Specification: POSIX.1-2017, Shell Command Language, 2.2 Quoting.
namespace Pullcord::ShellWords {

/// The words between blanks, tabs and newlines. In single quotes everything stands for itself; in double quotes a
/// backslash takes the meaning from `"`, `\`, `$`, `` ` `` and stands for itself before anything else; elsewhere it takes
/// the meaning from any character. A backslash before a newline joins lines. An error (Usage) names the position,
/// counted from 1, of the quote that is not closed or the backslash with nothing behind it.
[[nodiscard]] Result<QStringList> split(QStringView line);

/// One line that split() and any POSIX shell read as these words, with quotes only where they are needed.
[[nodiscard]] QString join(const QStringList &words);

/// The same word in single quotes, whatever it is, as one argument.
[[nodiscard]] QString quoted(QString word);
[[nodiscard]] QByteArray quoted(QByteArray word);

} // namespace Pullcord::ShellWords
