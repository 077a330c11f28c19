// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/tables/listdelegate.h"

#include "ui/models/untrustedtext.h"

namespace Pullcord {

QString VisibleTextDelegate::displayText(const QVariant &value, const QLocale &locale) const
{
    return value.userType() == QMetaType::QString ? Texts::inOneLine(value.toString())
                                                  : QStyledItemDelegate::displayText(value, locale);
}

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
