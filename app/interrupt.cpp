// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/interrupt.h"

#include <algorithm>
#include <array>
#include <csignal>

#include <fcntl.h>
#include <unistd.h>

namespace Pullcord {

namespace {

constexpr std::array<int, 3> Taken{SIGINT, SIGTERM, SIGHUP};

// The only data that the signal handler can use.
std::array<int, 2> wakeUp{-1, -1};
sig_atomic_t mostOfAKind = 1;
std::array<volatile sig_atomic_t, SIGTERM + 1> heard{};

int lastSignal = 0;

void onSignal(int signal)
{
    const sig_atomic_t count = heard[size_t(signal)] + 1;
    heard[size_t(signal)] = count;
    if (count >= mostOfAKind)
        std::signal(signal, SIG_DFL); // the next one has its default effect
    const char byte = char(count > 1 ? -signal : signal);
    (void)!write(wakeUp[1], &byte, 1);
}

} // namespace

void Interrupt::install()
{
    if (wakeUp[0] >= 0 || pipe2(wakeUp.data(), O_CLOEXEC | O_NONBLOCK) != 0)
        return;
    struct sigaction action = {};
    action.sa_handler = onSignal;
    for (const int signal : Taken) {
        struct sigaction before = {};
        if (sigaction(signal, nullptr, &before) == 0 &&
            before.sa_handler != SIG_IGN) // ignored under nohup, and in a background job
            sigaction(signal, &action, nullptr);
    }
}

bool Interrupt::hasCome()
{
    return std::any_of(Taken.begin(), Taken.end(), [](int signal) { return heard[size_t(signal)] > 0; });
}

Interrupt::Interrupt(Second second, QObject *parent)
    : QObject(parent)
{
    mostOfAKind = second == Second::Emits ? 2 : 1;
    install();
    if (wakeUp[0] < 0)
        return;
    m_notifier = std::make_unique<QSocketNotifier>(wakeUp[0], QSocketNotifier::Read);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, [this] {
        signed char byte = 0;
        if (read(wakeUp[0], &byte, 1) != 1)
            return;
        if (byte < 0) {
            emit again();
        } else {
            lastSignal = byte;
            emit requested();
        }
    });
}

Interrupt::~Interrupt() = default;

QString Interrupt::reason()
{
    const auto by = [](const char *signal) { return QStringLiteral("Interrupted by %1").arg(QLatin1String(signal)); };
    return lastSignal == SIGTERM  ? by("SIGTERM")
           : lastSignal == SIGHUP ? by("SIGHUP")
                                  : QStringLiteral("Interrupted by the user (Ctrl+C)");
}

} // namespace Pullcord
