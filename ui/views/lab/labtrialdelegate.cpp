// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/lab/labtrialdelegate.h"

#include "ui/models/lab/labtrialmodel.h"
#include "ui/views/lab/labmark.h"
#include "ui/views/style/theme.h"

namespace Pullcord {

namespace {

const char *iconOf(LabOutcomeKind::Grade grade)
{
    switch (grade) {
    case LabOutcomeKind::Grade::Good:
        return "circle-check";
    case LabOutcomeKind::Grade::Neutral:
        return "info";
    case LabOutcomeKind::Grade::Bad:
        return "triangle-alert";
    case LabOutcomeKind::Grade::Open:
        break;
    }
    return nullptr;
}

} // namespace

RowDelegate::Look LabTrialDelegate::look(const QModelIndex &index, const QPalette &palette) const
{
    const QVariant known = index.data(LabTrialModel::OutcomeRole);
    const Theme &theme = Theme::of(palette);
    Look look;
    if (!known.isValid())
        return look; // pending or running
    const auto outcome = LabOutcome(known.toInt());
    const LabOutcomeKind::Grade grade = LabOutcomeKind::of(outcome).grade;
    if (grade == LabOutcomeKind::Grade::Open)
        look.text = theme.dim;
    if (index.column() != LabTrialModel::Outcome)
        return look;
    look.icon = iconOf(grade);
    look.iconColor = look.text = LabMark::colorOf(outcome, theme);
    return look;
}

} // namespace Pullcord
