// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/doctormodel.h"

#include "core/capture/formatting.h"
#include "core/doctor/doctor.h"
#include "ui/models/texts.h"

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

QString wordFor(DoctorStage::Verdict verdict)
{
    switch (verdict) {
    case DoctorStage::Verdict::Waiting:
        return DoctorModel::tr("waiting");
    case DoctorStage::Verdict::Running:
        return DoctorModel::tr("running");
    case DoctorStage::Verdict::Ok:
        return DoctorModel::tr("ok");
    case DoctorStage::Verdict::Skipped:
        return DoctorModel::tr("skipped");
    case DoctorStage::Verdict::Warning:
        return DoctorModel::tr("warning");
    case DoctorStage::Verdict::Failed:
        break;
    }
    return DoctorModel::tr("failed");
}

QString lineOf(const DoctorStage &stage)
{
    const QString title = Texts::translated(stage.title());
    const QString verdict = wordFor(stage.verdict);
    return stage.duration ? DoctorModel::tr("%1: %2 (%3)").arg(title, verdict, Formatting::duration(*stage.duration))
                          : DoctorModel::tr("%1: %2").arg(title, verdict);
}

int linesBelow(const DoctorStage &stage)
{
    return int(stage.seen.size() + stage.advice.size());
}

} // namespace

DoctorModel::DoctorModel(QObject *parent)
    : QAbstractItemModel(parent)
{}

DoctorModel::~DoctorModel() = default;

void DoctorModel::setDoctor(const Doctor &doctor)
{
    beginResetModel();
    disconnect(m_following);
    m_stages = doctor.stages();
    m_following = connect(&doctor, &Doctor::stageChanged, this,
                          [this, &doctor](qsizetype row) { take(int(row), doctor.stages().at(row)); });
    endResetModel();
}

void DoctorModel::take(int row, const DoctorStage &stage)
{
    const QModelIndex changed = index(row, 0);
    DoctorStage &shown = m_stages[row];
    if (const int removed = linesBelow(shown); removed > 0) {
        beginRemoveRows(changed, 0, removed - 1);
        shown.seen.clear();
        shown.advice.clear();
        endRemoveRows();
    }
    const int added = linesBelow(stage);
    if (added > 0)
        beginInsertRows(changed, 0, added - 1);
    shown = stage;
    if (added > 0)
        endInsertRows();
    emit dataChanged(changed, changed);
}

/// The internal id is 0 for a stage; for a child, the row of its stage, counted from 1.
QModelIndex DoctorModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, parent.isValid() ? quintptr(parent.row() + 1) : quintptr(0));
}

QModelIndex DoctorModel::parent(const QModelIndex &index) const
{
    return index.isValid() && index.internalId() > 0 ? createIndex(int(index.internalId()) - 1, 0, quintptr(0))
                                                     : QModelIndex();
}

int DoctorModel::rowCount(const QModelIndex &parent) const
{
    if (!parent.isValid())
        return int(m_stages.size());
    return parent.internalId() > 0 ? 0 : linesBelow(m_stages.at(parent.row()));
}

int DoctorModel::columnCount(const QModelIndex & /*parent*/) const
{
    return 1;
}

QVariant DoctorModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const bool isStage = index.internalId() == 0;
    const DoctorStage &stage = m_stages.at(isStage ? index.row() : int(index.internalId()) - 1);
    const bool isAdvice = !isStage && index.row() >= stage.seen.size();
    switch (role) {
    case Qt::DisplayRole:
        if (isStage)
            return lineOf(stage);
        if (!isAdvice)
            return Texts::translated(stage.seen.at(index.row()));
        return u"→ "_s +
               Texts::translated(stage.advice.at(index.row() - stage.seen.size()).on(DoctorStage::Surface::Window));
    case VerdictRole:
        return int(stage.verdict);
    case IsAdviceRole:
        return isAdvice;
    default:
        return {};
    }
}

} // namespace Pullcord
