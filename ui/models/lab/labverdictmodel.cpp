// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/lab/labverdictmodel.h"

#include "core/lab/cancellationlab.h"
#include "ui/models/findings/findingtexts.h"
#include "ui/models/lab/labtexts.h"
#include "ui/models/untrustedtext.h"

#include <QLocale>

namespace Pullcord {

LabVerdictModel::LabVerdictModel(const CancellationLab &lab, QObject *parent)
    : QAbstractTableModel(parent)
{
    connect(&lab, &CancellationLab::started, this, [this] { show({}); });
    connect(&lab, &CancellationLab::finished, this, [this, &lab] { show(LabVerdict::of(lab)); });
}

LabVerdictModel::~LabVerdictModel() = default;

void LabVerdictModel::show(const QList<LabVerdict> &verdicts)
{
    beginResetModel();
    m_verdicts = verdicts;
    endResetModel();
}

int LabVerdictModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_verdicts.size());
}

int LabVerdictModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

namespace {

QString text(const LabVerdict &verdict, int column)
{
    const FindingKind &kind = FindingKind::of(verdict.code);
    switch (column) {
    case LabVerdictModel::Rule:
        return kind.name;
    case LabVerdictModel::About:
        return Texts::title(kind);
    case LabVerdictModel::Verdict:
        return Texts::title(verdict);
    case LabVerdictModel::Count:
        return verdict.count > 0 ? QLocale().toString(verdict.count) : QString();
    case LabVerdictModel::Severity:
        return verdict.count > 0 ? Texts::severity(verdict.worst) : QString();
    default:
        return Texts::translated(verdict.why);
    }
}

} // namespace

QVariant LabVerdictModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const QString cellText = text(m_verdicts.at(index.row()), index.column());
    switch (role) {
    case Qt::DisplayRole:
        return cellText;
    case Qt::ToolTipRole:
        return Texts::toolTip(cellText);
    case Qt::TextAlignmentRole:
        return int((index.column() == Count ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case VerdictRole:
        return int(m_verdicts.at(index.row()).verdict);
    case SeverityRole:
        return int(m_verdicts.at(index.row()).worst);
    default:
        return {};
    }
}

QVariant LabVerdictModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == Count ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Rule:
        return tr("Rule");
    case About:
        return tr("Description");
    case Verdict:
        return tr("Verdict");
    case Count:
        return tr("Found", "how often");
    case Severity:
        return tr("Severity");
    default:
        return tr("Reason");
    }
}

} // namespace Pullcord
