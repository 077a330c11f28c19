// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/interrupt.h"

#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace Pullcord {

namespace {

int wakeUpFd = -1; // a signal handler can reach nothing else
int lastSignal = 0;

void onSignal(int signal)
{
    const char byte = char(signal);
    (void)!write(wakeUpFd, &byte, 1);
}

} // namespace

Interrupt::Interrupt(QObject *parent)
    : QObject(parent)
{
    if (pipe2(m_pipe, O_CLOEXEC | O_NONBLOCK) != 0)
        return;
    wakeUpFd = m_pipe[1];
    m_notifier = std::make_unique<QSocketNotifier>(m_pipe[0], QSocketNotifier::Read);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, [this] {
        char byte = 0;
        if (read(m_pipe[0], &byte, 1) == 1)
            lastSignal = byte;
        emit requested();
    });
    struct sigaction action = {};
    action.sa_handler = onSignal;
    action.sa_flags = int(SA_RESETHAND); // the second one has its usual effect
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction before = {};
        if (sigaction(signal, nullptr, &before) == 0 &&
            before.sa_handler != SIG_IGN) // nohup, or a job in the background
            sigaction(signal, &action, nullptr);
    }
}

Interrupt::~Interrupt()
{
    m_notifier.reset();
    for (const int fd : m_pipe) {
        if (fd >= 0)
            close(fd);
    }
}

QString Interrupt::reason()
{
    const auto by = [](const char *signal) { return QStringLiteral("Interrupted by %1").arg(QLatin1String(signal)); };
    return lastSignal == SIGTERM  ? by("SIGTERM")
           : lastSignal == SIGHUP ? by("SIGHUP")
                                  : QStringLiteral("Interrupted by the user (Ctrl+C)");
}

} // namespace Pullcord
