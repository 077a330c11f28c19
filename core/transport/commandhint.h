// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/words.h"

namespace Pullcord {

struct StdioCommand;

/// Faults in the spelling of a command that keep its program from being started.
namespace CommandHint {

enum class Fault : quint8 {
    None,
    Assignment, ///< `NAME=value` where the program should be
    Home,       ///< `~`, which a shell would expand
    Variable,   ///< `$NAME` or `${NAME}`, likewise
    WholeLine,  ///< command and arguments in one word
    OfWindows,  ///< a program that only Windows has
};

[[nodiscard]] Fault faultOf(const StdioCommand &command);
/// True for `~` and `~/…`.
[[nodiscard]] bool isHome(const QString &word);
/// The fault for people; empty if there is none.
[[nodiscard]] Words of(const StdioCommand &command);
/// `reason` with that hint behind it, in brackets.
[[nodiscard]] Words appended(const Words &reason, const StdioCommand &command);

} // namespace CommandHint

} // namespace Pullcord
