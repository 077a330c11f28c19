// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// pullcord-guard: the process between Pullcord and a server, so that no process outlives Pullcord. See README.md.

#include "app/guard/processtree.h"
#include "core/transport/guardreport.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace Pullcord;

namespace {

/// Blocks all signals, so that none ends the guard, and none is lost.
void holdSignals()
{
    for (int signal = 1; signal < NSIG; ++signal)
        std::signal(signal, SIG_DFL); // ignored signals of the parent must not stay ignored in the server
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, nullptr);
}

/// Closes the server's stdin, stdout and stderr, so that their ends are seen, and everything else, and leaves its
/// directory. The lifeline becomes descriptor 0; the other one, if any, descriptor 1.
void keepOnly(int lifeline, int other = -1)
{
    dup2(lifeline, 0);
    if (other >= 0)
        dup2(other, 1);
    // A failure has no remedy.
    [[maybe_unused]] const int moved = chdir("/");
    const int first = other >= 0 ? 2 : 1;
    if (close_range(static_cast<unsigned>(first), ~0U, 0) == 0)
        return;
    const int limit = static_cast<int>(sysconf(_SC_OPEN_MAX)); // for kernels before 5.9
    for (int descriptor = first; descriptor < limit; ++descriptor)
        close(descriptor);
}

/// Waits until the root of the tree has ended or the lifeline is cut.
void watch(ProcessTree &tree)
{
    sigset_t watched;
    sigemptyset(&watched);
    for (const int signal : {SIGCHLD, SIGTERM, SIGINT, SIGHUP, SIGQUIT})
        sigaddset(&watched, signal);
    const int signals = signalfd(-1, &watched, SFD_CLOEXEC | SFD_NONBLOCK);
    pollfd waits[] = {{0, POLLIN, 0}, {signals, POLLIN, 0}};
    while (!tree.rootEnded()) {
        if (poll(waits, 2, -1) < 0 && errno != EINTR)
            return;
        if (waits[0].revents != 0)
            return;
        signalfd_siginfo info = {};
        while (read(signals, &info, sizeof info) == ssize_t(sizeof info)) {
            if (info.ssi_signo != SIGCHLD)
                tree.signalGroup(static_cast<int>(info.ssi_signo));
        }
        tree.reap();
    }
}

/// Returns the number of processes that the server left running. Those that end by themselves within 100 ms do not
/// count.
int leftBehind(ProcessTree &tree)
{
    constexpr int StepMs = 5;
    constexpr int Steps = 20;
    pollfd lifeline = {0, POLLIN, 0};
    int count = ProcessTree::children();
    for (int step = 0; step < Steps && count > 0 && poll(&lifeline, 1, StepMs) == 0; ++step) {
        tree.reap();
        count = ProcessTree::children();
    }
    return count;
}

/// Ends like the server, so that our parent gets its exit code or signal.
[[noreturn]] void endLike(int status)
{
    if (WIFSIGNALED(status)) {
        prctl(PR_SET_DUMPABLE,
              0); // the server may have left a core; this process needs none
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, nullptr);
        kill(getpid(), WTERMSIG(status));
    }
    _exit(WEXITSTATUS(status));
}

/// Guards the root of `tree`, kills what it leaves behind, and ends like it. The lifeline is descriptor 0. `count`
/// returns the number of processes that the root left running when it ended by itself.
template<typename Count>
[[noreturn]] void guard(ProcessTree &tree, Count count)
{
    watch(tree);
    const unsigned char left = tree.rootEnded() ? static_cast<unsigned char>(std::min<int>(count(), 255)) : 0;
    tree.kill();
    send(0, &left, 1, MSG_NOSIGNAL); // everything is done
    endLike(tree.rootStatus());
}

/// Forks. The calling process stays as the outer guard, whose lifeline Pullcord holds. The copy returns as the inner
/// guard with its own lifeline, which the outer one holds. If either is killed, the other ends the tree. Returns -1 if
/// there is no inner guard.
int guardTheGuard(int lifeline)
{
    int link[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, link) != 0)
        return -1;
    ProcessTree tree;
    const pid_t inner = tree.startCopy();
    close(link[inner > 0 ? 1 : 0]);
    if (inner <= 0)
        return inner == 0 ? link[1] : -1;
    keepOnly(lifeline, link[0]);
    // The inner guard has counted, unless it was killed.
    guard(tree, [] {
        unsigned char count = 0;
        return recv(1, &count, 1, MSG_DONTWAIT) == 1 ? count : 0;
    });
}

} // namespace

int main(int argc, char **argv)
{
    char *end = nullptr;
    const int lifeline = argc > 2 ? static_cast<int>(std::strtol(argv[1], &end, 10)) : -1;
    if (lifeline < 3 || *end != '\0') {
        std::fputs("usage: pullcord-guard LIFELINE PROGRAM [ARGUMENT...]\n"
                   "A part of Pullcord, which starts it by itself.\n",
                   stderr);
        return 2;
    }
    // `pkill pullcord` must not end the guard, which cleans up after Pullcord.
    prctl(PR_SET_NAME, "mcp-guard");
    setsid();
    holdSignals();
    fcntl(lifeline, F_SETFD, FD_CLOEXEC);
    const int inner = guardTheGuard(lifeline);

    ProcessTree tree;
    GuardReport report;
    report.error = tree.start(argv + 2);
    report.pid = tree.root();
    report.guard = getpid();
    send(lifeline, &report, sizeof report, MSG_NOSIGNAL);
    keepOnly(inner >= 0 ? inner : lifeline);
    guard(tree, [&tree] { return leftBehind(tree); });
}
