// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/guard/processtree.h"

#include <cerrno>
#include <csignal>
#include <cstdio>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace Pullcord {
namespace {

[[noreturn]] void becomeProgram(char **argv, int errorPipe)
{
    // If this guard is killed, the server dies at once; the other guard does the rest.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    execv(argv[0], argv);
    const int error = errno;
    [[maybe_unused]] const ssize_t written = write(errorPipe, &error, sizeof error);
    _exit(127);
}

/// Returns false if the kernel does not list children (CONFIG_PROC_CHILDREN).
bool killChildren()
{
    std::FILE *list = std::fopen("/proc/thread-self/children", "re");
    if (list == nullptr)
        return false;
    pid_t child = 0;
    while (std::fscanf(list, "%d", &child) == 1)
        ::kill(child, SIGKILL);
    std::fclose(list);
    return true;
}

} // namespace

int ProcessTree::children()
{
    std::FILE *list = std::fopen("/proc/thread-self/children", "re");
    if (list == nullptr)
        return 0;
    int count = 0;
    pid_t child = 0;
    while (std::fscanf(list, "%d", &child) == 1)
        ++count;
    std::fclose(list);
    return count;
}

pid_t ProcessTree::startCopy()
{
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    const pid_t pid = fork();
    m_root = pid > 0 ? pid : 0;
    m_rootEnded = pid < 0;
    if (pid >= 0)
        setpgid(m_root, m_root); // called in parent and child, so that neither must wait for the other
    return pid;
}

int ProcessTree::start(char **argv)
{
    int errorPipe[2];
    if (pipe2(errorPipe, O_CLOEXEC) != 0)
        return errno;
    const pid_t pid = startCopy();
    if (pid == 0)
        becomeProgram(argv, errorPipe[1]);
    int error = pid < 0 ? errno : 0;
    close(errorPipe[1]);
    if (pid > 0) {
        // The pipe closes when the program has replaced the child; only a failure writes to it.
        ssize_t got = 0;
        do {
            got = read(errorPipe[0], &error, sizeof error);
        } while (got < 0 && errno == EINTR);
    }
    close(errorPipe[0]);
    return error;
}

bool ProcessTree::reapOne(int options)
{
    int status = 0;
    const pid_t pid = waitpid(-1, &status, options | __WALL);
    if (pid <= 0)
        return false;
    if (pid == m_root) {
        m_rootEnded = true;
        m_rootStatus = status;
    }
    return true;
}

void ProcessTree::reap()
{
    while (reapOne(WNOHANG)) {
    }
}

void ProcessTree::signalGroup(int signal) const
{
    // After its leader was collected, the number of the group may be reused.
    if (!m_rootEnded)
        ::kill(-m_root, signal);
}

void ProcessTree::kill()
{
    signalGroup(SIGKILL);
    // The children of a killed process become children of this one, so repeat until there are none.
    while (killChildren() && reapOne(0))
        reap();
    if (!m_rootEnded && waitpid(m_root, &m_rootStatus, 0) == m_root)
        m_rootEnded = true;
}

} // namespace Pullcord
