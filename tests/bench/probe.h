// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <QString>
#include <QTimer>

#include <functional>

namespace Pullcord::Probe {

/// Prints a figure on standard output, for the driver: `name value`.
void report(const char *figure, double value);

/// Returns the path of one of our programs or benchmarks.
[[nodiscard]] QString program(const QString &name);

/// Returns the seconds until a program has ended, while draining its output.
[[nodiscard]] double drained(const QString &program, const QStringList &arguments);

/// Memory of a process, in bytes.
struct Memory
{
    qint64 proportional = 0; ///< PSS: includes its share of shared pages
    qint64 anonymous = 0;    ///< its anonymous part
};
[[nodiscard]] Memory memoryOf(qint64 pid);

/// Runs the event loop until `isSo`. Returns false after two minutes.
[[nodiscard]] bool waitUntil(const std::function<bool()> &isSo);

/// Longest time in which the event loop did not return, and thus nothing could be painted.
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
