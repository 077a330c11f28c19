// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/hostlogs.h"

#include <QMenu>

namespace Pullcord {

/// Menu of MCP server logs kept by hosts on this machine; filled when the parent menu opens.
class HostLogMenu final : public QMenu
{
    Q_OBJECT

public:
    static constexpr qsizetype MostShown = 20;

    explicit HostLogMenu(QMenu &menu, HostLog::Folders folders = HostLog::Folders::ofUser());
    ~HostLogMenu() override;

signals:
    void logChosen(const QString &path);

private:
    void fill();

    HostLog::Folders m_folders;
};

} // namespace Pullcord
