// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/labverdict.h"

#include <QAbstractTableModel>

namespace Pullcord {

/// Verdicts of the cancellation lab, one row per rule; empty until the lab has ended.
class LabVerdictModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Rule, About, Verdict, Count, Severity, Why, ColumnCount };
    enum Role { VerdictRole = Qt::UserRole + 1, SeverityRole }; ///< LabVerdict::Verdict and FindingSeverity, as ints

    /// The lab must outlive it.
    explicit LabVerdictModel(const CancellationLab &lab, QObject *parent = nullptr);
    ~LabVerdictModel() override;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void show(const QList<LabVerdict> &verdicts);

    QList<LabVerdict> m_verdicts;
};

} // namespace Pullcord
