// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>

/// Detects words of a command that only a shell would interpret; Pullcord uses none.
namespace Pullcord::ShellHint {

/// Returns the number of leading words of the form NAME=value.
[[nodiscard]] qsizetype leadingVariables(const QStringList &words);
/// Returns the first word that a shell would interpret (`|`, `&&`, `>`, `~/x`, `$X` …); empty if there is none.
[[nodiscard]] QString shellWord(const QStringList &words);

} // namespace Pullcord::ShellHint
