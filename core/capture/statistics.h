// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/requestrecord.h"

#include <QList>

#include <array>
#include <functional>
#include <optional>

namespace Pullcord {

class RequestLog;

/// Figures about requests, in a group for each method and each tool, prompt or resource. Values, computed from a log at
/// one moment.
namespace Statistics {

/// Response times by class; the classes grow by about √10: below 1 ms, 3 ms, 10 ms, … 30 s, and above.
struct Histogram
{
    static constexpr std::array<qint64, 10> UpperEdges{1'000'000,      3'000'000,     10'000'000,    30'000'000,
                                                       100'000'000,    300'000'000,   1'000'000'000, 3'000'000'000,
                                                       10'000'000'000, 30'000'000'000}; ///< ns
    std::array<qint64, UpperEdges.size() + 1> counts = {};

    /// Counts a duration, in ns.
    void add(qint64 duration);
    [[nodiscard]] qint64 most() const; ///< largest count of a class
};

/// Percentiles of durations, in ns (nearest rank).
struct Percentiles
{
    qint64 p50 = 0;
    qint64 p95 = 0;
    qint64 p99 = 0;

    /// Returns none for an empty list. Reorders the list.
    [[nodiscard]] static std::optional<Percentiles> of(std::vector<qint64> &durations);
};

/// Figures about the requests of one group.
struct Group
{
    Direction direction = Direction::None; ///< of the requests
    QByteArray method;
    QString target; ///< tool, prompt or URI; empty if the method has none
    qint64 count = 0;
    qint64 open = 0;
    qint64 succeeded = 0;
    qint64 failed = 0;    ///< error, `isError` result, or lost
    qint64 cancelled = 0; ///< includes timeouts
    qint64 late = 0;      ///< something came after their end
    qint64 bytesRequest = 0;
    qint64 bytesResponse = 0;
    std::optional<Percentiles> durations; ///< of requests with a response in time
    Histogram histogram;                  ///< of the same requests
    /// Time in ns from a cancel to the last event of its request: median and maximum. None if nothing came.
    std::optional<qint64> afterCancelMedian;
    std::optional<qint64> afterCancelMost;
};

/// Figures about all requests of a log.
struct Summary
{
    QList<Group> groups; ///< in order of first appearance
    Group all;           ///< all requests, without direction and method
};

/// `accepts` selects the rows; without it, all. Without times (Capture::hasTimes()) there are no durations.
[[nodiscard]] Summary summary(const RequestLog &log, const std::function<bool(qsizetype row)> &accepts = {},
                              bool hasTimes = true);
/// Returns the groups only.
[[nodiscard]] QList<Group> of(const RequestLog &log, const std::function<bool(qsizetype row)> &accepts = {},
                              bool hasTimes = true);

} // namespace Statistics

} // namespace Pullcord
