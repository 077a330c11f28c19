// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/findings/findingdelegate.h"

#include "ui/models/findings/findingsmodel.h"
#include "ui/views/style/theme.h"

namespace Pullcord {

RowDelegate::Look FindingDelegate::look(const QModelIndex &index, const QPalette &palette) const
{
    const Theme &theme = Theme::of(palette);
    const auto severity = FindingSeverity(index.data(FindingsModel::SeverityRole).toInt());
    Look look;
    if (severity == FindingSeverity::Info)
        look.text = theme.dim;
    if (index.column() == FindingsModel::Severity) {
        const StateLook found = lookOf(severity, theme);
        look.icon = found.icon;
        look.iconColor = look.text = found.color;
    }
    if (index.column() == FindingsModel::Request)
        look.elide = Qt::ElideMiddle; // names and ids differ at their ends
    return look;
}

} // namespace Pullcord
