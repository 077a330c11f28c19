// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QRect>
#include <QString>

namespace Pullcord {

/// Scale for the cells of a column, with labels in the column's title.
struct HeaderScale
{
    static constexpr int Inset = 3; ///< in pixels, at either end of a cell

    struct Tick
    {
        double at = 0; ///< position on the scale, 0 to 1
        QString label;
    };
    QList<Tick> ticks;

    /// Returns the x position of a value in a cell or title.
    [[nodiscard]] static int position(const QRect &cell, double at)
    {
        return cell.left() + Inset + int(at * (cell.width() - 2 * Inset));
    }
};

} // namespace Pullcord
