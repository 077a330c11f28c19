// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <QString>
#include <QTimer>

#include <functional>

namespace Pullcord::Probe {

/// Says a figure on standard output, for the driver: `name value`.
void tell(const char *figure, double value);

/// Our own programs, and those of the benchmarks beside them.
[[nodiscard]] QString program(const QString &name);

/// Seconds until a program has ended whose output is only drained.
[[nodiscard]] double drained(const QString &program, const QStringList &arguments);

/// Bytes of memory of a process.
struct Memory
{
    qint64 proportional = 0; ///< PSS: with its share of what others map too
    qint64 anonymous = 0;    ///< of that what is not a file
};
[[nodiscard]] Memory memoryOf(qint64 pid);

/// Runs the event loop until that is so. False after two minutes: nothing here takes so long.
[[nodiscard]] bool waitUntil(const std::function<bool()> &isSo);

/// The longest time in which the event loop did not come back, which is as long as nothing could be painted.
class Heartbeat
{
public:
    Heartbeat();
    [[nodiscard]] double longestGapMs() const { return double(m_longest) / 1e6; }

private:
    QTimer m_timer;
    QElapsedTimer m_clock;
    qint64 m_longest = 0;
};

} // namespace Pullcord::Probe
