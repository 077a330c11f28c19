// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fcntl.h>

/// Blocking mode of a descriptor. It belongs to the open file description, so every descriptor of the same terminal or
/// pipe shares it. Other processes, such as the shell, expect to find it as it was.
namespace Pullcord::Blocking {

/// Makes reads and writes non-blocking. Returns true if they were blocking before.
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
