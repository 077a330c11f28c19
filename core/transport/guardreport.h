// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace Pullcord {

/// First report of pullcord-guard over the lifeline: the outcome of starting the server.
///
/// The second report is one byte, sent when the whole tree is gone and the guard is about to exit. It is the number of
/// processes, at most 255, that the server left running when it ended by itself. A guard that ends without it was
/// killed. Shared by the guard, which links no Qt, and by GuardedProcess.
struct GuardReport
{
    std::int32_t pid = 0;   ///< process id of the server
    std::int32_t error = 0; ///< errno of a failed start, or 0
    std::int32_t guard = 0; ///< process id of its parent, the inner guard, which adopts the server's orphans
};

} // namespace Pullcord
