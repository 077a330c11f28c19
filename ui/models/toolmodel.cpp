// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/toolmodel.h"

#include <QSet>

namespace Pullcord {
using namespace Qt::StringLiterals;

ToolModel::ToolModel(QObject *parent)
    : QAbstractListModel(parent)
{}

ToolModel::~ToolModel() = default;

void ToolModel::setTools(const QList<Tool> &tools, const QList<ExcludedTool> &excluded)
{
    QList<Tool> all = tools;
    QHash<QString, QString> reasons;
    for (const ExcludedTool &each : excluded) {
        all.append(each.tool);
        reasons.insert(each.tool.name, each.reason);
    }
    const bool sameReasons = reasons == m_reasons;
    m_reasons = std::move(reasons);
    merge(all);
    if (!sameReasons && !m_tools.isEmpty())
        emit dataChanged(index(0), index(int(m_tools.size()) - 1));
}

void ToolModel::merge(const QList<Tool> &tools)
{
    removeMissing(tools);
    if (m_tools.isEmpty() && !tools.isEmpty()) {
        beginInsertRows({}, 0, int(tools.size()) - 1);
        m_tools = tools;
        endInsertRows();
        return;
    }
    QSet<QString> known;
    for (const Tool &tool : std::as_const(m_tools))
        known.insert(tool.name);
    // What is left and the new list are walked in step; a tool that moved is taken out and put in
    // again.
    for (int row = 0; row < tools.size(); ++row) {
        const Tool &tool = tools.at(row);
        if (row < m_tools.size() && m_tools.at(row).name == tool.name) {
            if (m_tools.at(row).raw != tool.raw) {
                m_tools[row] = tool;
                emit dataChanged(index(row), index(row));
            }
            continue;
        }
        int old = known.contains(tool.name) ? row : int(m_tools.size());
        while (old < m_tools.size() && m_tools.at(old).name != tool.name)
            ++old;
        if (old < m_tools.size()) {
            beginMoveRows({}, old, old, {}, row);
            m_tools.move(old, row);
            m_tools[row] = tool;
            endMoveRows();
            emit dataChanged(index(row), index(row));
        } else {
            beginInsertRows({}, row, row);
            m_tools.insert(row, tool);
            endInsertRows();
        }
    }
    if (m_tools.size() > tools.size()) { // names that stand twice
        beginRemoveRows({}, int(tools.size()), int(m_tools.size()) - 1);
        m_tools.resize(tools.size());
        endRemoveRows();
    }
}

void ToolModel::removeMissing(const QList<Tool> &tools)
{
    QSet<QString> names;
    for (const Tool &tool : tools)
        names.insert(tool.name);
    for (int row = int(m_tools.size()) - 1; row >= 0; --row) {
        if (names.contains(m_tools.at(row).name))
            continue;
        beginRemoveRows({}, row, row);
        m_tools.removeAt(row);
        endRemoveRows();
    }
}

int ToolModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_tools.size());
}

Qt::ItemFlags ToolModel::flags(const QModelIndex &index) const
{
    const bool excluded = index.isValid() && isExcluded(index.row());
    return excluded ? Qt::ItemFlags(Qt::ItemNeverHasChildren) : QAbstractListModel::flags(index);
}

QVariant ToolModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Tool &tool = m_tools.at(index.row());
    switch (role) {
    case Qt::DisplayRole:
    case NameRole:
        return tool.name;
    case Qt::ToolTipRole:
    case Qt::AccessibleDescriptionRole:
        if (isExcluded(index.row()))
            return tr("This tool cannot be called: %1").arg(m_reasons.value(tool.name));
        return tool.description;
    case DescriptionRole:
        return tool.description;
    case ReadOnlyRole:
        return tool.readOnlyHint;
    case DestructiveRole:
        return tool.destructiveHint && !tool.readOnlyHint;
    case SearchRole:
        return QString(tool.name + u'\n' + tool.title + u'\n' + tool.description);
    default:
        return {};
    }
}

} // namespace Pullcord
