// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>

/// What in the words of a command means something to a shell, and nothing to us, who use none.
namespace Pullcord::ShellHint {

/// How many words at the beginning are of the form NAME=value.
[[nodiscard]] qsizetype leadingVariables(const QStringList &words);
/// The first word that a shell would not hand on as it is (`|`, `&&`, `>`, `~/x`, `$X` and their like); empty without one.
[[nodiscard]] QString shellWord(const QStringList &words);

} // namespace Pullcord::ShellHint
