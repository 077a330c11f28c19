// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QRect>
#include <QString>

namespace Pullcord {

/// A scale over the cells of a column, whose labels stand in its title.
struct HeaderScale
{
    static constexpr int Inset = 3; ///< pixels, of the scale in a cell, at either end

    struct Tick
    {
        double at = 0; ///< part of the scale
        QString label;
    };
    QList<Tick> ticks;

    /// Where such a part is in a cell, or title, of those horizontal bounds.
    [[nodiscard]] static int position(const QRect &cell, double at)
    {
        return cell.left() + Inset + int(at * (cell.width() - 2 * Inset));
    }
};

} // namespace Pullcord
