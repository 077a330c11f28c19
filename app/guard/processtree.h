// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

namespace Pullcord {

/// A program and all processes that it starts. This process is their subreaper: a process that loses its parent becomes
/// our child. Plain class.
class ProcessTree
{
public:
    /// Starts `argv[0]` in a process group of its own, with default signals and our stdin, stdout and stderr. Returns
    /// 0, or the errno of the failure.
    int start(char **argv);
    /// Starts a copy of this process instead, which continues after this call. Returns 0 in the copy, and its process
    /// id here, or -1.
    pid_t startCopy();

    [[nodiscard]] pid_t root() const { return m_root; }
    [[nodiscard]] bool rootEnded() const { return m_rootEnded; }
    /// Status as from waitpid(). Only valid if rootEnded().
    [[nodiscard]] int rootStatus() const { return m_rootStatus; }

    /// Collects ended processes.
    void reap();
    /// Returns the number of processes whose parent is this one and that were not collected; 0 if the kernel does not
    /// list them.
    [[nodiscard]] static int children();
    /// Sends a signal to the root's process group.
    void signalGroup(int signal) const;
    /// Kills all processes and waits until they have ended.
    void kill();

private:
    bool reapOne(int options);

    pid_t m_root = 0;
    bool m_rootEnded = true; ///< true until something was started
    int m_rootStatus = 0;
};

} // namespace Pullcord
