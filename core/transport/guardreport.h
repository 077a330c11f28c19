// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace Pullcord {

/// The first report of pullcord-guard over the lifeline: how starting the server went. The other is one byte, when the whole
/// tree is gone and the guard goes too: the number of processes, 255 at most, that the server left running when it ended by
/// itself. A guard that ends without it was killed. Shared by the guard, which links no Qt, and by GuardedProcess.
struct GuardReport
{
    std::int32_t pid = 0;   ///< of the server
    std::int32_t error = 0; ///< errno of a failed start, or 0
    std::int32_t guard = 0; ///< its parent, the inner guard, which adopts what the server leaves behind
};

} // namespace Pullcord
