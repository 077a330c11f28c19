// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/listdelegate.h"

namespace Pullcord {

/// A row of the command palette: what can be done, the letters that were typed in bold; dimmed where it stands, or why it cannot be
/// done now; at the right its shortcut.
class PaletteDelegate final : public ListDelegate
{
    Q_OBJECT

public:
    using ListDelegate::ListDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

} // namespace Pullcord
