// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/processusage.h"

#include <QList>

#include <optional>

namespace Pullcord {

class Capture;

/// How hard the processes of a server worked after a moment, such as a cancel, as the Process events tell that follow it.
///
/// A value. It tells of all that the server does, not of one request: evidence, no proof.
struct ProcessLoad
{
    /// ns: what was looked at later was so for the sake of another cancel.
    static constexpr qint64 Span = 3'500'000'000;

    struct Sample
    {
        qint64 time = 0;   ///< ns since the start of the capture
        qint64 event = -1; ///< index in the capture
        ProcessUsage usage;
        friend bool operator==(const Sample &, const Sample &) = default;
    };

    qint64 from = 0;       ///< ns: the moment
    QList<Sample> samples; ///< in order

    /// Takes in what was looked at within Span.
    void add(const Sample &sample);
    /// Of the time from the first to the last: 1 is one processor kept busy. None as long as there are not two of them that
    /// can be compared, and where the server itself runs elsewhere (ProcessUsage::runner).
    [[nodiscard]] std::optional<double> share() const { return shareOf(0, samples.size() - 1); }
    /// Of the time between two of them.
    [[nodiscard]] std::optional<double> shareOf(qsizetype first, qsizetype last) const;
    /// ns from the moment to the last look.
    [[nodiscard]] qint64 length() const { return samples.isEmpty() ? 0 : samples.last().time - from; }

    /// What a capture holds of it: `event` stands before all that counts. Looks at the index of each event within Span.
    [[nodiscard]] static ProcessLoad after(const Capture &capture, qint64 event, qint64 time, quint32 connection);

    friend bool operator==(const ProcessLoad &, const ProcessLoad &) = default;
};

} // namespace Pullcord
