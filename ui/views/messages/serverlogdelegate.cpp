// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/messages/serverlogdelegate.h"

#include "ui/models/messages/serverlogmodel.h"
#include "ui/views/style/theme.h"

namespace Pullcord {

RowDelegate::Look ServerLogDelegate::look(const QModelIndex &index, const QPalette &palette) const
{
    const Theme &theme = Theme::of(palette);
    const int number = index.data(ServerLogModel::LevelRole).toInt();
    const auto level = number == ServerLogModel::NoLevel ? std::nullopt : std::optional(LogLevel(number));
    Look look;
    switch (index.column()) {
    case ServerLogModel::Level: {
        const StateLook state = lookOf(level, theme);
        look.icon = state.icon;
        look.iconColor = look.text = state.color;
        if (index.data(ServerLogModel::UnaskedRole).toBool()) {
            look.icon = "triangle-alert";
            look.iconColor = theme.warning;
        }
        break;
    }
    case ServerLogModel::Logger:
        look.text = theme.dim;
        look.elide = Qt::ElideMiddle;
        break;
    case ServerLogModel::Data:
        look.monospace = true;
        if (level == LogLevel::Debug)
            look.text = theme.dim;
        break;
    default:
        break;
    }
    return look;
}

} // namespace Pullcord
