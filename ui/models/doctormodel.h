// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/doctor/doctorstage.h"

#include <QAbstractItemModel>

namespace Pullcord {

class Doctor;

/// The stages of a Doctor, one row each; below a stage that is over, what was seen and what to do next, one row each.
class DoctorModel final : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum Role {
        VerdictRole = Qt::UserRole + 1, ///< DoctorStage::Verdict as an int, of a stage and of what is below it
        IsAdviceRole,                   ///< below a stage: a next step
    };

    explicit DoctorModel(QObject *parent = nullptr);
    ~DoctorModel() override;

    /// Shows its stages from now on, as they change. It may end before the model does.
    void setDoctor(const Doctor &doctor);

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex &index) const override;
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

private:
    void take(int row, const DoctorStage &stage);

    QList<DoctorStage> m_stages;
    QMetaObject::Connection m_following;
};

} // namespace Pullcord
