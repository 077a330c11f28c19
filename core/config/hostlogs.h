// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/servertarget.h"

#include <QDateTime>
#include <QList>
#include <QString>

#include <optional>

namespace Pullcord {

/// A log that a host keeps of its MCP servers on this machine.
struct HostLog
{
    /// The folders under which hosts keep things.
    struct Folders
    {
        QString home;
        QString config; ///< $XDG_CONFIG_HOME, or ~/.config
        QString cache;  ///< $XDG_CACHE_HOME, or ~/.cache
        QString data;   ///< $XDG_DATA_HOME, or ~/.local/share
        QString state;  ///< $XDG_STATE_HOME, or ~/.local/state

        [[nodiscard]] static Folders ofUser();
        /// All of them where they are by default.
        [[nodiscard]] static Folders in(const QString &home);
    };

    static constexpr qsizetype MostPerTool = 30;

    QString tool;      ///< the host's name, which is not translated
    QString server;    ///< the server that the log is of; empty if it is of several, or does not say
    QString path;      ///< absolute
    QDateTime changed; ///< last written to
    qint64 size = 0;   ///< bytes

    /// True if the log is called as the server is in its configuration; else it may be that of another server.
    [[nodiscard]] bool isNamedAfter(const ServerTarget &target) const;
    /// Logs that are there, the newest first, at most MostPerTool of each host. Folders are listed; no file is opened.
    [[nodiscard]] static QList<HostLog> existing(const Folders &folders);
    /// Those of one server, the newest first: its log is called as the server is, or as its program, script or package.
    [[nodiscard]] static QList<HostLog> of(const ServerTarget &server, const Folders &folders);
    /// The newest of those in the folders of the user; none without one.
    [[nodiscard]] static std::optional<HostLog> newestOf(const ServerTarget &server);
};

} // namespace Pullcord
