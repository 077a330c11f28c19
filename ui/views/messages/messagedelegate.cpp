// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/messages/messagedelegate.h"

#include "ui/models/messages/messagemodelroles.h"
#include "ui/models/texts.h"
#include "ui/views/style/theme.h"

namespace Pullcord {

using namespace MessageTable;

namespace {

QColor kindColor(EventKind event, MessageKind message, const Theme &theme)
{
    switch (event) {
    case EventKind::Message:
        return message == MessageKind::Error || message == MessageKind::None ? theme.failure : QColor();
    case EventKind::Malformed:
    case EventKind::Failed:
    case EventKind::Unsent:
        return theme.failure;
    case EventKind::Cancel:
    case EventKind::Timeout:
        return theme.warning;
    default:
        return theme.dim;
    }
}

} // namespace

RowDelegate::Look MessageDelegate::look(const QModelIndex &index, const QPalette &palette) const
{
    const Theme &theme = Theme::of(palette);
    const auto event = EventKind(index.data(EventKindRole).toInt());
    const bool late = index.data(LateRole).toBool();
    const bool wire = Texts::hasTravelled(event);
    Look look;
    if (late || !wire)
        look.text = theme.dim;
    switch (index.column()) {
    case MessageTable::Direction:
        if (wire) {
            const StateLook arrow = lookOf(Pullcord::Direction(index.data(DirectionRole).toInt()), theme);
            look.icon = arrow.icon;
            look.iconColor = late ? theme.dim : arrow.color;
        }
        break;
    case Kind:
        if (!late)
            look.text = kindColor(event, MessageKind(index.data(MessageKindRole).toInt()), theme);
        if (index.data(FlawedRole).toBool()) {
            look.icon = "triangle-alert";
            look.iconColor = theme.warning;
        }
        break;
    case Id:
        look.elide = Qt::ElideMiddle;
        break;
    case Method:
        if (index.data(BorrowedMethodRole).toBool())
            look.text = theme.dim;
        look.struck = late;
        break;
    case Content:
        look.monospace = wire;
        look.struck = late;
        break;
    default:
        break;
    }
    return look;
}

} // namespace Pullcord
