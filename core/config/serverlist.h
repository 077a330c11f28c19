// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/servertarget.h"

#include <QList>
#include <QString>
#include <QStringList>

namespace Pullcord {

/// The servers that were saved: each under a name that no other has, ordered by group and name, those without a group first.
class ServerList
{
public:
    /// Where the settings keep them, and the commands of imported ones that a person has agreed to (fingerprints).
    static constexpr const char *Key = "servers/saved";
    static constexpr const char *ConfirmedKey = "servers/confirmed";

    ServerList() = default;
    /// What makes no sense is skipped.
    [[nodiscard]] static ServerList fromSettings(const QStringList &texts);
    [[nodiscard]] QStringList toSettings() const;

    [[nodiscard]] const QList<ServerTarget> &servers() const { return m_servers; }
    [[nodiscard]] bool isEmpty() const { return m_servers.isEmpty(); }
    [[nodiscard]] const ServerTarget *find(const QString &name) const; ///< null: none; until the list changes
    /// The one with the same command or URL, run in the same way; null: none.
    [[nodiscard]] const ServerTarget *findSame(const ServerTarget &target) const;
    [[nodiscard]] QStringList groups() const;
    /// The name, or with a number behind it if another has it.
    [[nodiscard]] QString freeName(const QString &name) const;

    /// Adds it, in the place of `replaced` if there is such a one; gives its name, which is free then.
    QString put(ServerTarget target, const QString &replaced = {});
    void remove(const QString &name);

private:
    QList<ServerTarget> m_servers;
};

} // namespace Pullcord
