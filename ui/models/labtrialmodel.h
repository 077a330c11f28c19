// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/labtrial.h"

#include <QAbstractTableModel>

namespace Pullcord {

class CancellationLab;

/// What the cancellation lab tries, a row each, in the order in which that happens.
class LabTrialModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Number, Case, CancelledAt, Outcome, Gap, Rules, Note, ColumnCount };
    enum Role { OutcomeRole = Qt::UserRole + 1 }; ///< LabOutcome, as an int; invalid while it is still to come, or runs

    /// The lab must outlive it.
    explicit LabTrialModel(const CancellationLab &lab, QObject *parent = nullptr);
    ~LabTrialModel() override;

    /// Null for a row that is not there.
    [[nodiscard]] const LabTrial *trial(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void onStarted();
    void onTrialChanged(qsizetype index);

    const CancellationLab &m_lab;
    int m_count = 0;
};

} // namespace Pullcord
