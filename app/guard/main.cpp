// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// pullcord-guard: stands between Pullcord and a server, so that no process outlives Pullcord. See
// README.md.

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

/// Every signal waits for us to look: none may end the guard, and none is lost.
void holdSignals()
{
    for (int signal = 1; signal < NSIG; ++signal)
        std::signal(signal, SIG_DFL); // what the parent ignored, the server shall not
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, nullptr);
}

/// Lets go of the server's stdin, stdout and stderr, so that their ends are seen, and of everything
/// else. The lifeline becomes descriptor 0.
void keepOnly(int lifeline)
{
    dup2(lifeline, 0);
    if (close_range(1, ~0U, 0) == 0)
        return;
    const int limit = static_cast<int>(sysconf(_SC_OPEN_MAX)); // a kernel before 5.9
    for (int descriptor = 1; descriptor < limit; ++descriptor)
        close(descriptor);
}

/// Until the server has ended or the lifeline is cut.
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

/// Number of processes that the server left running. What ends by itself within 100 ms does not count.
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

/// Ends as the server did, so that our parent sees the server's exit code or signal as ours.
[[noreturn]] void endLike(int status)
{
    if (WIFSIGNALED(status)) {
        prctl(PR_SET_DUMPABLE,
              0); // the server may have left a core; this process has nothing to tell
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, nullptr);
        kill(getpid(), WTERMSIG(status));
    }
    _exit(WEXITSTATUS(status));
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
    // Whoever does `pkill pullcord` means Pullcord; the guard must live on to clear up behind it.
    prctl(PR_SET_NAME, "mcp-guard");
    setsid();
    holdSignals();
    fcntl(lifeline, F_SETFD, FD_CLOEXEC);

    ProcessTree tree;
    GuardReport report;
    report.error = tree.start(argv + 2);
    report.pid = tree.root();
    keepOnly(lifeline);
    // The directory of the server is not ours to keep busy. There is nothing to do should it fail.
    [[maybe_unused]] const int moved = chdir("/");
    send(0, &report, sizeof report, MSG_NOSIGNAL);

    if (report.error == 0)
        watch(tree);
    const unsigned char left = tree.rootEnded() ? static_cast<unsigned char>(std::min(leftBehind(tree), 255)) : 0;
    tree.kill();
    send(0, &left, 1, MSG_NOSIGNAL); // all done
    endLike(tree.rootStatus());
}
