// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/processusage.h"

#include <QList>

#include <optional>

namespace Pullcord {

class Capture;

/// Load of a server's processes after a moment, such as a cancel, from the Process events that follow.
///
/// A value. It includes all work of the server, so it suggests, but does not prove, that a request is still worked on.
struct ProcessLoad
{
    /// Length in ns. A later sample belongs to another cancel.
    static constexpr qint64 Span = 3'500'000'000;

    /// A sample from a Process event.
    struct Sample
    {
        qint64 time = 0;   ///< ns since the start of the capture
        qint64 event = -1; ///< index in the capture
        ProcessUsage usage;
        friend bool operator==(const Sample &, const Sample &) = default;
    };

    qint64 from = 0;       ///< ns; the moment
    QList<Sample> samples; ///< in order

    /// Adds the sample if it is within Span.
    void add(const Sample &sample);
    /// Returns the load between the first and the last sample; 1 is one busy processor. None without two comparable
    /// samples, or if the server runs elsewhere (ProcessUsage::runner).
    [[nodiscard]] std::optional<double> share() const { return shareOf(0, samples.size() - 1); }
    /// Returns the load between two samples.
    [[nodiscard]] std::optional<double> shareOf(qsizetype first, qsizetype last) const;
    /// Returns the time from the moment to the last sample, in ns.
    [[nodiscard]] qint64 length() const { return samples.isEmpty() ? 0 : samples.last().time - from; }

    /// Reads the load from a capture. `event` is an index before the first sample; reads the index of each event within
    /// Span.
    [[nodiscard]] static ProcessLoad after(const Capture &capture, qint64 event, qint64 time, quint32 connection);

    friend bool operator==(const ProcessLoad &, const ProcessLoad &) = default;
};

} // namespace Pullcord
