// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStyledItemDelegate>

namespace Pullcord {

/// Delegate that shows texts in one line, with every character visible.
class VisibleTextDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    [[nodiscard]] QString displayText(const QVariant &value, const QLocale &locale) const override;
};

/// Delegate for lists and trees, with rows as high as in log tables.
class ListDelegate : public VisibleTextDelegate
{
    Q_OBJECT

public:
    using VisibleTextDelegate::VisibleTextDelegate;

    [[nodiscard]] static int rowHeight(const QFontMetrics &metrics);

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

} // namespace Pullcord
