// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/requests/timelinescale.h"

#include <QRect>

namespace Pullcord {

/// Geometry of a timeline: names at the left, bars beside them, the axis above. Positions are viewport pixels. A value.
struct TimelineFrame
{
    TimelineScale scale;
    QRect area;        ///< area of the bars
    double origin = 0; ///< position on the scale at the left edge, in ns
    double nsPerPixel = 1e6;
    int rowHeight = 16;

    [[nodiscard]] double x(qint64 time) const
    {
        return area.left() + (double(scale.toLine(time)) - origin) / nsPerPixel;
    }
    [[nodiscard]] qint64 timeAt(double x) const
    {
        constexpr double Latest = 9e18; // times in a capture can be arbitrary
        return scale.toTime(qint64(qBound(0.0, origin + (x - area.left()) * nsPerPixel, Latest)));
    }
    /// Shows the scale up to `end`, with a small margin.
    void fit(qint64 end)
    {
        origin = 0;
        nsPerPixel = qMax(1.0, double(end) * 1.04 / qMax(1, area.width()));
    }
};

} // namespace Pullcord
