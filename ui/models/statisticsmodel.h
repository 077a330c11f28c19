// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/statistics.h"

#include <QAbstractTableModel>

namespace Pullcord {

/// Groups of Statistics, one row each; if there are several, with a total row above.
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
        CountsRole, ///< QList<qint64> of the column Latency: the histogram
        DirectionRole,
        FilterRole, ///< filter for the requests of the group; empty for the total
        IsTotalRole,
    };

    explicit StatisticsModel(QObject *parent = nullptr);
    ~StatisticsModel() override;

    /// Sets the groups. Rows whose group remains keep their identity in views.
    void setSummary(const Statistics::Summary &summary);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] const Statistics::Group &group(int row) const;

    Statistics::Summary m_summary;
    int m_totals = 0; ///< number of total rows
};

} // namespace Pullcord
