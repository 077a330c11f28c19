// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/lab/labverdictdelegate.h"

#include "ui/models/lab/labverdictmodel.h"
#include "ui/views/style/theme.h"

namespace Pullcord {

RowDelegate::Look LabVerdictDelegate::look(const QModelIndex &index, const QPalette &palette) const
{
    using Verdict = LabVerdict::Verdict;
    const auto verdict = Verdict(index.data(LabVerdictModel::VerdictRole).toInt());
    const Theme &theme = Theme::of(palette);
    Look look;
    if (verdict == Verdict::NotExercised)
        look.text = theme.dim;
    if (index.column() != LabVerdictModel::Verdict || verdict == Verdict::NotExercised)
        return look;
    const auto worst = FindingSeverity(index.data(LabVerdictModel::SeverityRole).toInt());
    const StateLook found = verdict == Verdict::Held ? StateLook{"circle-check", theme.success} : lookOf(worst, theme);
    look.icon = found.icon;
    look.iconColor = look.text = found.color;
    return look;
}

} // namespace Pullcord
