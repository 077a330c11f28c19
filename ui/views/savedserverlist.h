// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/serverlist.h"

#include <QListWidget>

namespace Pullcord {

/// The saved servers under the titles of their groups.
class SavedServerList final : public QListWidget
{
    Q_OBJECT

public:
    explicit SavedServerList(QWidget *parent = nullptr);
    ~SavedServerList() override;

    /// What was current stays so, if it is still there.
    void setServers(const ServerList &servers);
    [[nodiscard]] const ServerList &servers() const { return m_servers; }
    /// Null: none.
    [[nodiscard]] const ServerTarget *current() const;
    void setCurrent(const QString &name);

signals:
    /// A double click, or Return.
    void activatedServer(const Pullcord::ServerTarget &target);

private:
    void addTitle(const QString &group);

    ServerList m_servers;
};

} // namespace Pullcord
