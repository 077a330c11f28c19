// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/headerscale.h"
#include "ui/views/rowdelegate.h"

namespace Pullcord {

/// Paints the classes of a StatisticsModel's histogram as bars with their counts, where there is room for them; every other cell
/// as a row of a log, and that of all together bold, with a line below.
class HistogramDelegate final : public RowDelegate
{
    Q_OBJECT

public:
    using RowDelegate::RowDelegate;

    /// Where among the classes a millisecond, ten of them, … are.
    [[nodiscard]] static HeaderScale scale();
    /// A count, in as few characters as it takes to fit; nothing if that is not enough.
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
