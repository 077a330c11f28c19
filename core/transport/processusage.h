// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QJsonObject>
#include <QString>

#include <optional>

namespace Pullcord {

/// What all processes that a process has started have used, themselves and through what they have started: a value, the
/// details of a Process event.
///
/// Times and bytes count from the start of the processes and include those that have ended, so that the difference of two
/// tells of the time between them.
struct ProcessUsage
{
    static constexpr qsizetype MostProcesses = 512; ///< that are looked at; and as many threads, for their children

    qint64 cpu = 0; ///< ms of processor time, user and system; the system counts it in steps of some 10 ms
    qint64 processes = 0;
    qint64 threads = 0;
    std::optional<qint64> read; ///< bytes, from files, pipes and what else is read; none if one of them can't be asked
    std::optional<qint64> written;
    bool isPartial = false; ///< there are more: none of the figures can be compared
    /// The program that runs the server elsewhere ("docker", "ssh"), where these are its figures alone; empty otherwise.
    QString runner;

    /// Of all below `parent`, which does not count itself. None if there is none, or the system does not tell. What ends
    /// while it looks is left out. Blocks for some microseconds a process. `proc` is where the system tells (Linux, proc(5)).
    [[nodiscard]] static std::optional<ProcessUsage> below(qint64 parent,
                                                           const QString &proc = QStringLiteral("/proc"));

    [[nodiscard]] QJsonObject toDetails() const;
    /// None if they are no such details.
    [[nodiscard]] static std::optional<ProcessUsage> fromDetails(const QJsonObject &details);

    friend bool operator==(const ProcessUsage &, const ProcessUsage &) = default;
};

} // namespace Pullcord
