// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/servertarget.h"

#include <QDateTime>
#include <QList>
#include <QString>

#include <optional>

namespace Pullcord {

/// A log of an MCP host about its servers on this machine. A value.
struct HostLog
{
    /// Base folders of configurations, caches, data and state.
    struct Folders
    {
        QString home;
        QString config; ///< $XDG_CONFIG_HOME, or ~/.config
        QString cache;  ///< $XDG_CACHE_HOME, or ~/.cache
        QString data;   ///< $XDG_DATA_HOME, or ~/.local/share
        QString state;  ///< $XDG_STATE_HOME, or ~/.local/state

        [[nodiscard]] static Folders ofUser();
        /// Returns the default folders.
        [[nodiscard]] static Folders in(const QString &home);
    };

    static constexpr qsizetype MostPerTool = 30;

    QString tool;      ///< name of the host, not translated
    QString server;    ///< server of the log; empty if it covers several, or does not name one
    QString path;      ///< absolute
    QDateTime changed; ///< time of the last write
    qint64 size = 0;   ///< in bytes

    /// True if the log has the name of the server in its configuration; otherwise it may belong to another server.
    [[nodiscard]] bool isNamedAfter(const ServerTarget &target) const;
    /// Returns existing logs, newest first, at most MostPerTool per host. Lists folders, but opens no file.
    [[nodiscard]] static QList<HostLog> existing(const Folders &folders);
    /// Returns the logs of one server, newest first. The name of its log matches the name of the server, program,
    /// script or package.
    [[nodiscard]] static QList<HostLog> of(const ServerTarget &server, const Folders &folders);
    /// The newest of those in the folders of the user; none without one.
    [[nodiscard]] static std::optional<HostLog> newestOf(const ServerTarget &server);
};

} // namespace Pullcord
