// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/doctor/doctorstage.h"

#include <QAbstractItemModel>

namespace Pullcord {

class Doctor;

/// The stages of a Doctor, one row each. A finished stage has child rows for its observations and its advice.
class DoctorModel final : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum Role {
        VerdictRole = Qt::UserRole + 1, ///< DoctorStage::Verdict as an int, for a stage and its children
        IsAdviceRole,                   ///< bool, of a child: a next step
    };

    explicit DoctorModel(QObject *parent = nullptr);
    ~DoctorModel() override;

    /// Shows the stages of `doctor` and follows their changes. The doctor may be destroyed before the model.
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
