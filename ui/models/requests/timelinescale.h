// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

#include <vector>

namespace Pullcord {

/// Map from the time of a capture to a line on which long idle stretches can be folded. Times and positions are in ns.
/// A value.
class TimelineScale
{
public:
    struct Span
    {
        qint64 begin = 0;
        qint64 end = 0;
    };

    /// An empty scale.
    TimelineScale() = default;
    /// A linear scale from 0 to `end`.
    explicit TimelineScale(qint64 end);
    /// Returns a scale with the long gaps between busy spans folded. The spans may be in any order and may overlap.
    [[nodiscard]] static TimelineScale folded(std::vector<Span> busy, qint64 end);

    [[nodiscard]] qint64 length() const { return m_length; }
    /// Positions beyond the ends map linearly.
    [[nodiscard]] qint64 toLine(qint64 time) const;
    [[nodiscard]] qint64 toTime(qint64 place) const;
    /// Returns the folded gaps in order, as spans of time.
    [[nodiscard]] const std::vector<Span> &gaps() const { return m_gaps; }

private:
    /// Length saved by the first `gaps` gaps.
    [[nodiscard]] qint64 saved(size_t gaps) const { return gaps == 0 ? 0 : m_saved[gaps - 1]; }
    [[nodiscard]] qint64 placeOf(size_t gap) const { return m_gaps[gap].begin - saved(gap); }

    std::vector<Span> m_gaps;
    std::vector<qint64> m_saved; ///< cumulative, by gap
    qint64 m_fold = 0;           ///< length of a folded gap
    qint64 m_length = 0;
};

} // namespace Pullcord
