// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/requests/pinnedmodel.h"

#include <QSet>

namespace Pullcord {

PinnedModel::PinnedModel(int columns, Data data, QObject *parent)
    : QAbstractTableModel(parent)
    , m_columns(columns)
    , m_data(std::move(data))
{}

PinnedModel::~PinnedModel() = default;

void PinnedModel::setSources(const QList<qsizetype> &sources)
{
    const QSet<qsizetype> wanted(sources.begin(), sources.end());
    for (qsizetype end = m_sources.size(); end > 0;) { // in runs
        qsizetype first = end;
        while (first > 0 && !wanted.contains(m_sources.at(first - 1)))
            --first;
        if (first < end) {
            beginRemoveRows({}, int(first), int(end) - 1);
            m_sources.remove(first, end - first);
            endRemoveRows();
        }
        end = first - 1; // row `first - 1` stays
    }
    const QSet<qsizetype> had(m_sources.begin(), m_sources.end());
    for (qsizetype first = 0; first < sources.size();) {
        qsizetype end = first;
        while (end < sources.size() && !had.contains(sources.at(end)))
            ++end;
        if (first < end) {
            beginInsertRows({}, int(first), int(end) - 1);
            m_sources = m_sources.first(first) + sources.mid(first, end - first) + m_sources.mid(first);
            endInsertRows();
        }
        first = end + 1; // row `end` stays
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
