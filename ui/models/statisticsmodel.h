// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/statistics.h"

#include <QAbstractTableModel>

namespace Pullcord {

/// The groups of Statistics, a row each, and above them one of all together, where there is more than one.
class StatisticsModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column {
        Method,
        Target,
        Count,
        Failed,
        Cancelled,
        Late,
        Median,
        P95,
        P99,
        Latency,
        Sent,
        Received,
        AfterCancel,
        ColumnCount
    };
    enum Role {
        SortRole = Qt::UserRole + 1,
        CountsRole, ///< of Latency: the classes of the histogram, a QList<qint64>
        DirectionRole,
        FilterRole, ///< the filter that shows the requests of the group; empty for all together
        IsTotalRole,
    };

    explicit StatisticsModel(QObject *parent = nullptr);
    ~StatisticsModel() override;

    /// Rows that stay keep their place in views.
    void setSummary(const Statistics::Summary &summary);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] const Statistics::Group &group(int row) const;

    Statistics::Summary m_summary;
    int m_totals = 0; ///< rows of all together
};

} // namespace Pullcord
