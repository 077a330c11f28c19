// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/pinnedmodel.h"

namespace Pullcord {

PinnedModel::PinnedModel(int columns, Data data, QObject *parent)
    : QAbstractTableModel(parent)
    , m_columns(columns)
    , m_data(std::move(data))
{}

PinnedModel::~PinnedModel() = default;

void PinnedModel::setSources(const QList<qsizetype> &sources)
{
    for (int row = rowCount() - 1; row >= 0; --row) {
        if (sources.contains(m_sources.at(row)))
            continue;
        beginRemoveRows({}, row, row);
        m_sources.removeAt(row);
        endRemoveRows();
    }
    for (int row = 0; row < int(sources.size()); ++row) {
        if (row < rowCount() && m_sources.at(row) == sources.at(row))
            continue;
        beginInsertRows({}, row, row);
        m_sources.insert(row, sources.at(row));
        endInsertRows();
    }
}

void PinnedModel::refresh()
{
    if (!m_sources.isEmpty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, m_columns - 1));
}

int PinnedModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_sources.size());
}

int PinnedModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_columns;
}

QVariant PinnedModel::data(const QModelIndex &index, int role) const
{
    return checkIndex(index, CheckIndexOption::IndexIsValid) ? m_data(m_sources.at(index.row()), index.column(), role)
                                                             : QVariant();
}

} // namespace Pullcord
