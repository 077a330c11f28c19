// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

namespace Pullcord {

/// A program and everything that it starts. This process is its subreaper: what loses its parent
/// becomes our child.
class ProcessTree
{
public:
    /// Starts `argv[0]` in a process group of its own, with default signals and what this process
    /// has as stdin, stdout and stderr. Returns 0, or the errno of what went wrong.
    int start(char **argv);
    /// The same with a copy of this process, which goes on behind this call: returns 0 there, here its process id, or -1.
    pid_t startCopy();

    [[nodiscard]] pid_t root() const { return m_root; }
    [[nodiscard]] bool rootEnded() const { return m_rootEnded; }
    /// As from waitpid(). Only when rootEnded().
    [[nodiscard]] int rootStatus() const { return m_rootStatus; }

    /// Collects what has ended.
    void reap();
    /// Number of processes below this one that have neither ended nor a living parent in between; 0 if the kernel does not
    /// list them.
    [[nodiscard]] static int children();
    /// Passes a signal on to the root's process group.
    void signalGroup(int signal) const;
    /// Kills everything and waits until it is gone.
    void kill();

private:
    bool reapOne(int options);

    pid_t m_root = 0;
    bool m_rootEnded = true; ///< nothing has been started
    int m_rootStatus = 0;
};

} // namespace Pullcord
