// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/labtrial.h"

#include <QAbstractTableModel>

namespace Pullcord {

class CancellationLab;

/// Trials of the cancellation lab, one row each, in the order in which they run.
class LabTrialModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Number, Case, CancelledAt, Outcome, Gap, Rules, Note, ColumnCount };
    enum Role { OutcomeRole = Qt::UserRole + 1 }; ///< LabOutcome as an int; invalid while pending or running

    /// The lab must outlive it.
    explicit LabTrialModel(const CancellationLab &lab, QObject *parent = nullptr);
    ~LabTrialModel() override;

    /// Returns null for an invalid row.
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
