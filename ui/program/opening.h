// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/servertarget.h"

#include <QByteArray>
#include <QStringList>

#include <optional>

namespace Pullcord {

/// Request of one program start: what to open. A value.
///
/// It can be handed to a running program, unless it contains a command, which belongs to the folder and environment it
/// was typed in.
struct Opening
{
    QStringList files;                  ///< captures, or configurations of other tools
    bool demo = false;                  ///< open the demo server
    QString saved;                      ///< name of a saved server; empty: none
    std::optional<ServerTarget> server; ///< a URL or a command
    std::optional<Revision> revision;   ///< for the demo server; none: negotiate
    bool newWindow = false;
    QByteArray activation; ///< activation token of the desktop, which lets a window come to the front

    [[nodiscard]] bool hasCommand() const { return server && !server->isHttp(); }
    /// Relative paths are resolved in `folder`.
    [[nodiscard]] QByteArray toJson(const QString &folder) const;
    /// Returns none if `json` is invalid or has a command.
    [[nodiscard]] static std::optional<Opening> fromJson(const QByteArray &json);
};

} // namespace Pullcord
