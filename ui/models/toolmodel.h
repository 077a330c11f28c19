// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/catalogitem.h"

#include <QAbstractListModel>
#include <QHash>

namespace Pullcord {

/// The tools of a server. A refreshed list is merged by name, so that the selection stays where it
/// was.
class ToolModel final : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role {
        NameRole = Qt::UserRole + 1,
        DescriptionRole,
        ReadOnlyRole,    ///< bool: the server claims that it changes nothing
        DestructiveRole, ///< bool: the server says, or does not deny, that it may destroy
        SearchRole,      ///< name, title and description in one text
    };

    explicit ToolModel(QObject *parent = nullptr);
    ~ToolModel() override;

    /// Those that may be called, and behind them those that may not, disabled.
    void setTools(const QList<Tool> &tools, const QList<ExcludedTool> &excluded = {});
    [[nodiscard]] bool isExcluded(int row) const { return m_reasons.contains(m_tools.at(row).name); }
    [[nodiscard]] const Tool &tool(int row) const { return m_tools.at(row); }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

private:
    void merge(const QList<Tool> &tools);
    void removeMissing(const QList<Tool> &tools);

    QList<Tool> m_tools;
    QHash<QString, QString> m_reasons; ///< why those of these names are excluded
};

} // namespace Pullcord
