// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

#include <vector>

namespace Pullcord {

/// The time of a capture as a line, in which stretches without anything going on may be folded to a short piece. Times
/// and places on the line count in ns. A value.
class TimelineScale
{
public:
    struct Span
    {
        qint64 begin = 0;
        qint64 end = 0;
    };

    /// No time at all.
    TimelineScale() = default;
    /// From 0 to `end`, as it is.
    explicit TimelineScale(qint64 end);
    /// The same with long gaps between the busy spans folded; these come in any order, and may overlap.
    [[nodiscard]] static TimelineScale folded(std::vector<Span> busy, qint64 end);

    [[nodiscard]] qint64 length() const { return m_length; }
    /// Times beyond the ends go on as they are.
    [[nodiscard]] qint64 toLine(qint64 time) const;
    [[nodiscard]] qint64 toTime(qint64 place) const;
    /// In time, in order.
    [[nodiscard]] const std::vector<Span> &gaps() const { return m_gaps; }

private:
    /// What the first so many gaps save, and where on the line a gap begins.
    [[nodiscard]] qint64 saved(size_t gaps) const { return gaps == 0 ? 0 : m_saved[gaps - 1]; }
    [[nodiscard]] qint64 placeOf(size_t gap) const { return m_gaps[gap].begin - saved(gap); }

    std::vector<Span> m_gaps;
    std::vector<qint64> m_saved; ///< by each gap and those before it
    qint64 m_fold = 0;           ///< what is left of a gap
    qint64 m_length = 0;
};

} // namespace Pullcord
