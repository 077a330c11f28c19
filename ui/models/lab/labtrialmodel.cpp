// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/lab/labtrialmodel.h"

#include "core/lab/cancellationlab.h"
#include "ui/models/lab/labtexts.h"
#include "ui/models/untrustedtext.h"

#include <QLocale>

namespace Pullcord {

LabTrialModel::LabTrialModel(const CancellationLab &lab, QObject *parent)
    : QAbstractTableModel(parent)
    , m_lab(lab)
    , m_count(int(lab.trials().size()))
{
    connect(&lab, &CancellationLab::started, this, &LabTrialModel::onStarted);
    connect(&lab, &CancellationLab::trialChanged, this, &LabTrialModel::onTrialChanged);
}

LabTrialModel::~LabTrialModel() = default;

void LabTrialModel::onStarted()
{
    beginResetModel();
    m_count = int(m_lab.trials().size());
    endResetModel();
}

void LabTrialModel::onTrialChanged(qsizetype trial)
{
    emit dataChanged(index(int(trial), 0), index(int(trial), ColumnCount - 1));
}

const LabTrial *LabTrialModel::trial(int row) const
{
    return row >= 0 && row < m_count ? &m_lab.trials().at(row) : nullptr;
}

int LabTrialModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_count;
}

int LabTrialModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

namespace {

bool isRight(int column)
{
    return column == LabTrialModel::Number || column == LabTrialModel::CancelledAt || column == LabTrialModel::Gap;
}

QString text(const LabTrial &trial, int column)
{
    switch (column) {
    case LabTrialModel::Case:
        return Texts::title(trial.testCase);
    case LabTrialModel::CancelledAt:
        return Texts::cancelTime(trial);
    case LabTrialModel::Outcome:
        return Texts::outcome(trial);
    case LabTrialModel::Gap:
        return Texts::gap(trial);
    case LabTrialModel::Rules:
        return Texts::rules(trial);
    case LabTrialModel::Note:
        return Texts::translated(trial.note);
    default:
        return {};
    }
}

} // namespace

QVariant LabTrialModel::data(const QModelIndex &index, int role) const
{
    const LabTrial *found = index.isValid() ? trial(index.row()) : nullptr;
    if (!found)
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return index.column() == Number ? QLocale().toString(index.row() + 1)
                                        : Texts::head(text(*found, index.column()));
    case Qt::ToolTipRole:
        return index.column() == Case    ? Texts::wanted(found->testCase)
               : index.column() == Rules ? Texts::toolTip(Texts::rulesAndTitles(*found))
                                         : Texts::toolTip(text(*found, index.column()));
    case Qt::TextAlignmentRole:
        return int((isRight(index.column()) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case OutcomeRole:
        return Texts::outcome(*found).isEmpty() ? QVariant() : int(found->outcome);
    default:
        return {};
    }
}

QVariant LabTrialModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((isRight(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Number:
        return tr("#");
    case Case:
        return tr("Trial");
    case CancelledAt:
        return tr("Cancelled at", "a time");
    case Outcome:
        return tr("Outcome");
    case Gap:
        return tr("Gap", "from the cancel to the last that came");
    case Rules:
        return tr("Findings");
    default:
        return tr("Remark");
    }
}

} // namespace Pullcord
