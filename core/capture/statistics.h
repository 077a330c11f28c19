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

/// Requests in figures, a group for each method and each tool, prompt or resource. Values, made of a log at one moment.
namespace Statistics {

/// How long answers took, counted in classes that grow by about √10: below 1 ms, 3 ms, 10 ms, … 30 s, and all above.
struct Histogram
{
    static constexpr std::array<qint64, 10> UpperEdges{1'000'000,      3'000'000,     10'000'000,    30'000'000,
                                                       100'000'000,    300'000'000,   1'000'000'000, 3'000'000'000,
                                                       10'000'000'000, 30'000'000'000}; ///< ns
    std::array<qint64, UpperEdges.size() + 1> counts = {};

    void add(qint64 duration);
    [[nodiscard]] qint64 most() const; ///< in one class
};

/// Of several durations, in ns: the one that so many in a hundred do not exceed (nearest rank).
struct Percentiles
{
    qint64 p50 = 0;
    qint64 p95 = 0;
    qint64 p99 = 0;

    /// None of none. Takes the durations apart.
    [[nodiscard]] static std::optional<Percentiles> of(std::vector<qint64> &durations);
};

struct Group
{
    Direction direction = Direction::None; ///< of the requests
    QByteArray method;
    QString target; ///< the tool, prompt or URI; empty where the method has none
    qint64 count = 0;
    qint64 open = 0;
    qint64 succeeded = 0;
    qint64 failed = 0;    ///< with an error, an `isError` result, or lost
    qint64 cancelled = 0; ///< also by a timeout
    qint64 late = 0;      ///< for which something came after their end
    qint64 bytesRequest = 0;
    qint64 bytesResponse = 0;
    std::optional<Percentiles> durations; ///< of those that were answered in time
    Histogram histogram;                  ///< of the same
    /// From a cancellation to the last that was heard of its request, ns: the median and the longest. None where nothing was.
    std::optional<qint64> afterCancelMedian;
    std::optional<qint64> afterCancelMost;
};

struct Summary
{
    QList<Group> groups; ///< in the order in which each first occurred
    Group all;           ///< all of them together, of no direction and no method
};

/// `accepts` says which rows of the log count; without it, all. Without times (CaptureImport::hasTimes()) nothing is measured.
[[nodiscard]] Summary summary(const RequestLog &log, const std::function<bool(qsizetype row)> &accepts = {},
                              bool hasTimes = true);
/// The groups alone.
[[nodiscard]] QList<Group> of(const RequestLog &log, const std::function<bool(qsizetype row)> &accepts = {},
                              bool hasTimes = true);

} // namespace Statistics

} // namespace Pullcord
