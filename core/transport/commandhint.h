// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/translatabletext.h"

namespace Pullcord {

struct StdioCommand;

/// Hints for commands that cannot be started because of the way they are written.
namespace CommandHint {

/// Kind of a mistake.
enum class Fault : quint8 {
    None,
    Assignment, ///< `NAME=value` instead of the program
    Home,       ///< `~`, which a shell would expand
    Variable,   ///< `$NAME` or `${NAME}`, which a shell would expand
    WholeLine,  ///< command and arguments in one word
    OfWindows,  ///< a program that exists only on Windows
    ForWindows, ///< a path or the name of a file as on Windows: `C:\\x`, `npx.cmd`
    Quoted,     ///< quotes as part of the name
    OfShell,    ///< a word that only a shell knows: `cd`, `source`, `export`
};

[[nodiscard]] Fault faultOf(const StdioCommand &command);
/// True for `~` and `~/…`.
[[nodiscard]] bool isHome(const QString &word);
/// Describes the mistake; empty if there is none.
[[nodiscard]] TranslatableText of(const StdioCommand &command);
/// Returns `reason` followed by the description in parentheses.
[[nodiscard]] TranslatableText appended(const TranslatableText &reason, const StdioCommand &command);

} // namespace CommandHint

} // namespace Pullcord
