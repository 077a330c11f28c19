// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/histogramdelegate.h"

#include "ui/models/statisticsmodel.h"
#include "ui/views/theme.h"

#include <QPainter>

#include <algorithm>

namespace Pullcord {

void HistogramDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const auto counts = index.data(StatisticsModel::CountsRole).value<QList<qint64>>();
    if (counts.isEmpty())
        return RowDelegate::paint(painter, option, index);
    paintBackground(painter, option);
    const qint64 most = *std::max_element(counts.cbegin(), counts.cend());
    if (most == 0)
        return;
    const QRect area = option.rect.adjusted(3, 3, -3, -2);
    const double step = double(area.width()) / double(counts.size());
    painter->save();
    for (qsizetype i = 0; i < counts.size(); ++i) {
        const int left = area.left() + int(double(i) * step);
        const int width = qMax(1, area.left() + int(double(i + 1) * step) - left - 1);
        // What is there at all can be seen beside what is there a thousand times.
        const int height = counts.at(i) == 0 ? 1 : qMax(2, int(counts.at(i) * area.height() / most));
        const QColor color = counts.at(i) == 0 ? Theme::of(option.palette).line : textColor(option);
        painter->fillRect(left, area.bottom() + 1 - height, width, height, color);
    }
    painter->restore();
}

RowDelegate::Look HistogramDelegate::look(const QModelIndex &index, const QPalette &palette) const
{
    if (index.column() != StatisticsModel::Method)
        return {};
    const StateLook direction =
        lookOf(Direction(index.data(StatisticsModel::DirectionRole).toInt()), Theme::of(palette));
    return {.icon = direction.icon, .iconColor = direction.color};
}

} // namespace Pullcord
