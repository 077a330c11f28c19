// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/words.h"

namespace Pullcord {

struct StdioCommand;

/// Hints for a command whose program cannot be started.
namespace CommandHint {

/// The fault that the spelling of the program shows: words for a shell, a whole command line as one word, a variable, a
/// program of another system. Empty if there is none.
[[nodiscard]] Words of(const StdioCommand &command);
/// `reason` with that hint behind it, in brackets.
[[nodiscard]] Words appended(const Words &reason, const StdioCommand &command);

} // namespace CommandHint

} // namespace Pullcord
