// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/tables/listdelegate.h"

namespace Pullcord {

/// Paints a row of the command palette: text with the typed letters in bold, dimmed place or reason, and shortcut at
/// the right.
class PaletteDelegate final : public ListDelegate
{
    Q_OBJECT

public:
    using ListDelegate::ListDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

} // namespace Pullcord
