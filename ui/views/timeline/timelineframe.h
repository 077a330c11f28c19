// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/timelinescale.h"

#include <QRect>

namespace Pullcord {

/// Where everything of a timeline is at the moment: names at the left, bars beside them, the axis above. Places are pixels of the
/// viewport. A value.
struct TimelineFrame
{
    TimelineScale scale;
    QRect area;        ///< of the bars
    double origin = 0; ///< place on the line at the left edge, ns
    double nsPerPixel = 1e6;
    int rowHeight = 16;

    [[nodiscard]] double x(qint64 time) const
    {
        return area.left() + (double(scale.toLine(time)) - origin) / nsPerPixel;
    }
    [[nodiscard]] qint64 timeAt(double x) const
    {
        constexpr double Latest = 9e18; // a capture may say anything
        return scale.toTime(qint64(qBound(0.0, origin + (x - area.left()) * nsPerPixel, Latest)));
    }
    /// The line is in sight as far as there, with a little room behind it.
    void fit(qint64 end)
    {
        origin = 0;
        nsPerPixel = qMax(1.0, double(end) * 1.04 / qMax(1, area.width()));
    }
};

} // namespace Pullcord
