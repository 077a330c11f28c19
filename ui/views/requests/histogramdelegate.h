// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/tables/headerscale.h"
#include "ui/views/tables/rowdelegate.h"

namespace Pullcord {

/// Paints the histogram of a StatisticsModel as bars, with counts where they fit. Other cells look like those of a log;
/// the total row is bold, with a line below.
class HistogramDelegate final : public RowDelegate
{
    Q_OBJECT

public:
    using RowDelegate::RowDelegate;

    /// Marks the classes at 1 ms, 10 ms and so on.
    [[nodiscard]] static HeaderScale scale();
    /// Shortens a count to the room in pixels; empty if nothing fits.
    [[nodiscard]] static QString countText(qint64 count, int room, const QFontMetrics &metrics);

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override;
    [[nodiscard]] Look look(const QModelIndex &index, const QPalette &palette) const override;

private:
    static void makeTotalBold(QStyleOptionViewItem *option, const QModelIndex &index);
    static void paintBars(QPainter *painter, const QStyleOptionViewItem &option, const QList<qint64> &counts);
};

} // namespace Pullcord
