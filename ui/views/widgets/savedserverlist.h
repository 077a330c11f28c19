// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/serverlist.h"

#include <QListWidget>

namespace Pullcord {

/// List of saved servers, by group.
class SavedServerList final : public QListWidget
{
    Q_OBJECT

public:
    explicit SavedServerList(QWidget *parent = nullptr);
    ~SavedServerList() override;

    /// Keeps the current server if it is still there.
    void setServers(const ServerList &servers);
    [[nodiscard]] const ServerList &servers() const { return m_servers; }
    /// Null if there is none.
    [[nodiscard]] const ServerTarget *current() const;
    void setCurrent(const QString &name);

signals:
    /// Emitted for a double click or Return.
    void activatedServer(const Pullcord::ServerTarget &target);

private:
    void addTitle(const QString &group);

    ServerList m_servers;
};

} // namespace Pullcord
