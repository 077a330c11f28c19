// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/requests/progressdelegate.h"

#include "ui/models/requests/progressmodel.h"
#include "ui/views/style/theme.h"

namespace Pullcord {

RowDelegate::Look ProgressDelegate::look(const QModelIndex &index, const QPalette &palette) const
{
    const Theme &theme = Theme::of(palette);
    Look look;
    if (index.column() == ProgressModel::Message && index.data(ProgressModel::WrongRole).toBool()) {
        look.icon = "triangle-alert";
        look.iconColor = look.text = theme.warning;
    }
    return look;
}

} // namespace Pullcord
