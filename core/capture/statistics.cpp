// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/statistics.h"

#include "core/capture/requestlog.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace Pullcord::Statistics {

namespace {

using Key = std::tuple<Direction, QByteArray, QString>;

/// A group during the count.
struct Count
{
    Group group;
    std::vector<qint64> durations;
    std::vector<qint64> afterCancel;
};

void countEnd(Count &count, const RequestRecord &record, bool hasTimes)
{
    Group &group = count.group;
    switch (record.isRefused() ? RequestState::Cancelled : record.state) {
    case RequestState::Succeeded:
        ++(record.toolError ? group.failed : group.succeeded);
        break;
    case RequestState::Failed:
    case RequestState::Lost:
        ++group.failed;
        break;
    case RequestState::Cancelled:
    case RequestState::TimedOut:
        ++group.cancelled;
        break;
    default:
        ++group.open;
        break;
    }
    if (!hasTimes)
        return;
    if (record.responseEvent != RequestRecord::NoEvent && !record.isOpen()) {
        count.durations.push_back(record.end - record.start);
        group.histogram.add(record.end - record.start);
    }
    if (record.cancellation && record.late.any())
        count.afterCancel.push_back(record.late.lastTime - record.cancellation->time);
}

void countRequest(Count &count, const RequestRecord &record, bool hasTimes)
{
    Group &group = count.group;
    group.direction = record.direction;
    group.method = record.method;
    group.target = record.target;
    ++group.count;
    group.late += record.late.any() ? 1 : 0;
    group.bytesRequest += record.bytesRequest;
    group.bytesResponse += record.bytesResponse;
    countEnd(count, record, hasTimes);
}

/// Returns the value with that rank, with a partial sort.
qint64 ranked(std::vector<qint64> &values, qint64 percent)
{
    const size_t rank = (values.size() * size_t(percent) + 99) / 100;
    const auto place = values.begin() + qptrdiff(std::max(rank, size_t(1)) - 1);
    std::nth_element(values.begin(), place, values.end());
    return *place;
}

void merge(Count &all, const Count &part)
{
    for (const auto sum : {&Group::count, &Group::open, &Group::succeeded, &Group::failed, &Group::cancelled,
                           &Group::late, &Group::bytesRequest, &Group::bytesResponse})
        all.group.*sum += part.group.*sum;
    for (size_t i = 0; i < part.group.histogram.counts.size(); ++i)
        all.group.histogram.counts[i] += part.group.histogram.counts[i];
    all.durations.insert(all.durations.end(), part.durations.begin(), part.durations.end());
    all.afterCancel.insert(all.afterCancel.end(), part.afterCancel.begin(), part.afterCancel.end());
}

/// Completes a group after the count.
Group finished(Count &&count)
{
    count.group.durations = Percentiles::of(count.durations);
    if (!count.afterCancel.empty()) {
        count.group.afterCancelMedian = ranked(count.afterCancel, 50);
        count.group.afterCancelMost = *std::ranges::max_element(count.afterCancel);
    }
    return std::move(count.group);
}

} // namespace

void Histogram::add(qint64 duration)
{
    const auto edge = std::ranges::upper_bound(UpperEdges, duration);
    ++counts[size_t(edge - UpperEdges.begin())];
}

qint64 Histogram::most() const
{
    return *std::ranges::max_element(counts);
}

std::optional<Percentiles> Percentiles::of(std::vector<qint64> &durations)
{
    if (durations.empty())
        return {};
    return Percentiles{ranked(durations, 50), ranked(durations, 95), ranked(durations, 99)};
}

Summary summary(const RequestLog &log, const std::function<bool(qsizetype row)> &accepts, bool hasTimes)
{
    std::map<Key, size_t> places;
    std::vector<Count> counts;
    for (qsizetype row = 0; row < log.count(); ++row) {
        if (accepts && !accepts(row))
            continue;
        const RequestRecord record = log.record(row);
        Key key(record.direction, record.method, record.target);
        const auto [place, isNew] = places.try_emplace(std::move(key), counts.size());
        if (isNew)
            counts.emplace_back();
        countRequest(counts[place->second], record, hasTimes);
    }
    Summary result;
    Count all;
    result.groups.reserve(qsizetype(counts.size()));
    for (Count &count : counts) {
        merge(all, count);
        result.groups.append(finished(std::move(count)));
    }
    result.all = finished(std::move(all));
    return result;
}

QList<Group> of(const RequestLog &log, const std::function<bool(qsizetype row)> &accepts, bool hasTimes)
{
    return summary(log, accepts, hasTimes).groups;
}

} // namespace Pullcord::Statistics
