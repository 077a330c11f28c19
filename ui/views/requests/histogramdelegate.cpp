// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/requests/histogramdelegate.h"

#include "core/capture/statistics.h"
#include "ui/models/statisticsmodel.h"
#include "ui/views/style/theme.h"

#include <QLocale>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

/// Returns the position of a class, 0 to 1.
double partOf(qsizetype number, qsizetype all)
{
    return double(number) / double(all);
}

} // namespace

HeaderScale HistogramDelegate::scale()
{
    constexpr qint64 NsPerMs = 1'000'000;
    constexpr auto &Edges = Statistics::Histogram::UpperEdges;
    HeaderScale scale;
    for (const auto &[ns, label] : {std::pair{NsPerMs, u"1 ms"_s},
                                    {10 * NsPerMs, u"10 ms"_s},
                                    {100 * NsPerMs, u"100 ms"_s},
                                    {1000 * NsPerMs, u"1 s"_s},
                                    {10'000 * NsPerMs, u"10 s"_s}}) {
        const auto number = std::ranges::find(Edges, ns) - Edges.begin() + 1;
        scale.ticks.append({partOf(number, qsizetype(Edges.size()) + 1), label});
    }
    return scale;
}

QString HistogramDelegate::countText(qint64 count, int room, const QFontMetrics &metrics)
{
    const QLocale locale;
    QStringList texts{locale.toString(count)};
    if (count >= 1'000'000)
        texts << locale.toString(count / 1'000'000) + u'M';
    else if (count >= 1000)
        texts << locale.toString(count / 1000) + u'k';
    const auto fits = [&](const QString &text) { return metrics.horizontalAdvance(text) <= room; };
    return count == 0 ? QString() : *std::ranges::find_if(texts << QString(), fits);
}

void HistogramDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const auto counts = index.data(StatisticsModel::CountsRole).value<QList<qint64>>();
    if (counts.isEmpty()) {
        RowDelegate::paint(painter, option, index);
    } else {
        QStyleOptionViewItem item = option;
        initStyleOption(&item, index);
        paintBackground(painter, item);
        paintBars(painter, item, counts);
    }
    if (!index.data(StatisticsModel::IsTotalRole).toBool())
        return;
    const QRect below(option.rect.left(), option.rect.bottom(), option.rect.width(), 1);
    painter->fillRect(below, Theme::of(option.palette).dim);
}

void HistogramDelegate::paintBars(QPainter *painter, const QStyleOptionViewItem &option, const QList<qint64> &counts)
{
    const qint64 most = *std::max_element(counts.cbegin(), counts.cend());
    if (most == 0)
        return;
    constexpr float Faint = 0.3F; // a count must be readable on it
    const QColor line = Theme::of(option.palette).line;
    const QColor text = textColor(option);
    QColor bar = text;
    bar.setAlphaF(Faint);
    const int bottom = option.rect.bottom() - 1;
    const int whole = option.rect.height() - 5;
    painter->save();
    painter->setFont(option.font);
    painter->setPen(text);
    for (const HeaderScale::Tick &tick : scale().ticks)
        painter->fillRect(HeaderScale::position(option.rect, tick.at) - 1, option.rect.top(), 1, option.rect.height(),
                          line);
    for (qsizetype i = 0; i < counts.size(); ++i) {
        const int left = HeaderScale::position(option.rect, partOf(i, counts.size()));
        const int width = qMax(1, HeaderScale::position(option.rect, partOf(i + 1, counts.size())) - left - 1);
        // Any count but 0 is visible.
        const int height = counts.at(i) == 0 ? 1 : qMax(2, int(counts.at(i) * whole / most));
        painter->fillRect(left, bottom + 1 - height, width, height, counts.at(i) == 0 ? line : bar);
        painter->drawText(QRect(left, option.rect.top(), width, option.rect.height()), Qt::AlignCenter,
                          countText(counts.at(i), width, option.fontMetrics));
    }
    painter->restore();
}

void HistogramDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    RowDelegate::initStyleOption(option, index);
    makeTotalBold(option, index);
}

QSize HistogramDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QStyleOptionViewItem item = option;
    makeTotalBold(&item, index);
    return RowDelegate::sizeHint(item, index);
}

void HistogramDelegate::makeTotalBold(QStyleOptionViewItem *option, const QModelIndex &index)
{
    if (!index.data(StatisticsModel::IsTotalRole).toBool())
        return;
    option->font.setBold(true);
    option->fontMetrics = QFontMetrics(option->font);
}

RowDelegate::Look HistogramDelegate::look(const QModelIndex &index, const QPalette &palette) const
{
    if (index.column() != StatisticsModel::Method || index.data(StatisticsModel::IsTotalRole).toBool())
        return {};
    const StateLook direction =
        lookOf(Direction(index.data(StatisticsModel::DirectionRole).toInt()), Theme::of(palette));
    return {.icon = direction.icon, .iconColor = direction.color};
}

} // namespace Pullcord
