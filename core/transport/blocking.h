// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fcntl.h>

/// Whether reads and writes wait. It belongs not to a descriptor, but to all that lead to the same: a shell and its terminal
/// expect it as it was.
namespace Pullcord::Blocking {

/// True if it was not so before.
inline bool switchOff(int descriptor)
{
    const int flags = fcntl(descriptor, F_GETFL);
    fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
    return (flags & O_NONBLOCK) == 0;
}

inline void switchOn(int descriptor)
{
    fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK);
}

} // namespace Pullcord::Blocking
