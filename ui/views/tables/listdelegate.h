// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/tables/visibletextdelegate.h"

namespace Pullcord {

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
