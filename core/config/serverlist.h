// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/servertarget.h"

#include <QList>
#include <QString>
#include <QStringList>

namespace Pullcord {

/// The saved servers, each with a unique name, ordered by group and name; those without a group come first. A value.
class ServerList
{
public:
    /// Keys of the settings: the saved servers, and the fingerprints of imported commands that the user has confirmed.
    static constexpr const char *Key = "servers/saved";
    static constexpr const char *ConfirmedKey = "servers/confirmed";

    ServerList() = default;
    /// Ignores invalid entries.
    [[nodiscard]] static ServerList fromSettings(const QStringList &texts);
    [[nodiscard]] QStringList toSettings() const;

    [[nodiscard]] const QList<ServerTarget> &servers() const { return m_servers; }
    [[nodiscard]] bool isEmpty() const { return m_servers.isEmpty(); }
    /// Null if there is none; valid until the list changes.
    [[nodiscard]] const ServerTarget *find(const QString &name) const;
    /// Returns the server with the same command or URL and the same way to run it; null if there is none.
    [[nodiscard]] const ServerTarget *findSame(const ServerTarget &target) const;
    [[nodiscard]] QStringList groups() const;
    /// Returns the name, with a number appended if it is taken.
    [[nodiscard]] QString freeName(const QString &name) const;

    /// Adds the server, and replaces `replaced` if that exists. Returns its name, made unique.
    QString put(ServerTarget target, const QString &replaced = {});
    void remove(const QString &name);

private:
    QList<ServerTarget> m_servers;
};

} // namespace Pullcord
