// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>

#include <functional>

namespace Pullcord {

/// Pinned rows of a log table, shown or hidden there. Columns and roles are those of the table.
class PinnedModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    using Data = std::function<QVariant(qsizetype source, int column, int role)>;

    PinnedModel(int columns, Data data, QObject *parent = nullptr);
    ~PinnedModel() override;

    /// Sets the pinned source rows in order; common rows stay.
    void setSources(const QList<qsizetype> &sources);
    [[nodiscard]] const QList<qsizetype> &sources() const { return m_sources; }
    /// Announces that the data of any row may have changed.
    void refresh();

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    int m_columns;
    Data m_data;
    QList<qsizetype> m_sources;
};

} // namespace Pullcord
