// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/tables/listdelegate.h"

namespace Pullcord {

int ListDelegate::rowHeight(const QFontMetrics &metrics)
{
    return metrics.height() + 4;
}

QSize ListDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const QSize usual = VisibleTextDelegate::sizeHint(option, index);
    return {usual.width(), qMax(usual.height(), rowHeight(option.fontMetrics))};
}

} // namespace Pullcord
