// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/processload.h"

#include "core/capture/capture.h"

#include <algorithm>

namespace Pullcord {

void ProcessLoad::add(const Sample &sample)
{
    if (sample.time >= from && sample.time <= from + Span)
        samples.append(sample);
}

std::optional<double> ProcessLoad::shareOf(qsizetype first, qsizetype last) const
{
    constexpr double NsPerMs = 1e6;
    if (first < 0 || last <= first || last >= samples.size() || samples.at(first).time >= samples.at(last).time)
        return {};
    const Sample &before = samples.at(first);
    const Sample &after = samples.at(last);
    if (before.usage.isPartial || after.usage.isPartial || !after.usage.runner.isEmpty())
        return {};
    // The CPU time of a child whose parent does not wait for it is lost, so the sum may decrease.
    const qint64 used = std::max<qint64>(0, after.usage.cpu - before.usage.cpu);
    return double(used) * NsPerMs / double(after.time - before.time);
}

ProcessLoad ProcessLoad::after(const Capture &capture, qint64 event, qint64 time, quint32 connection)
{
    ProcessLoad load{.from = time, .samples = {}};
    for (qsizetype index = std::max<qint64>(0, event); index < capture.count(); ++index) {
        const CaptureEntry &entry = capture.entry(index);
        if (entry.time > time + Span)
            break;
        if (entry.kind != EventKind::Process || entry.connection != connection)
            continue;
        if (const auto usage = ProcessUsage::fromDetails(capture.eventAt(index).details))
            load.add({entry.time, index, *usage});
    }
    return load;
}

} // namespace Pullcord
