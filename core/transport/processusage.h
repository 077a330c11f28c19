// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QJsonObject>
#include <QString>

#include <optional>

namespace Pullcord {

/// Resources used by all descendants of a process: a value, the details of a Process event.
///
/// Times and bytes count from the start of the processes, and include processes that have ended. The difference of two
/// samples therefore describes the time between them.
struct ProcessUsage
{
    /// Largest number of processes examined, and of threads examined for children.
    static constexpr qsizetype MostProcesses = 512;

    qint64 cpu = 0; ///< processor time in ms, user and system; the system counts it in steps of about 10 ms
    qint64 processes = 0;
    qint64 threads = 0;
    std::optional<qint64> read; ///< bytes read from files, pipes and others; none if one process cannot be examined
    std::optional<qint64> written;
    bool isPartial = false; ///< there are more processes than examined: no figure can be compared
    /// Program that runs the server elsewhere ("docker", "ssh"), if the figures are that program's alone; empty
    /// otherwise.
    QString runner;

    /// Examines all descendants of `parent`, without `parent` itself. Returns none if there are none or the system does
    /// not report them. Skips processes that end meanwhile. Blocks for some microseconds per process. `proc` is the
    /// folder of proc(5) (Linux).
    [[nodiscard]] static std::optional<ProcessUsage> below(qint64 parent,
                                                           const QString &proc = QStringLiteral("/proc"));

    [[nodiscard]] QJsonObject toDetails() const;
    /// Reads the details of a Process event; none if `details` are not such.
    [[nodiscard]] static std::optional<ProcessUsage> fromDetails(const QJsonObject &details);

    friend bool operator==(const ProcessUsage &, const ProcessUsage &) = default;
};

} // namespace Pullcord
