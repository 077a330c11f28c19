// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/servertarget.h"

#include <QByteArray>
#include <QStringList>

#include <optional>

namespace Pullcord {

/// What one start of the program asks to open. A value.
///
/// It can be handed to a program that runs already, in all but a command: that belongs to the folder and the environment
/// in which it was typed.
struct Opening
{
    QStringList files;                  ///< captures, and configurations of other tools
    bool demo = false;                  ///< the demo server
    QString saved;                      ///< the name of a saved server; empty: none
    std::optional<ServerTarget> server; ///< a URL or a command
    std::optional<Revision> revision;   ///< to speak with the demo server; none: find out
    bool newWindow = false;
    QByteArray activation; ///< what the desktop gave this start, so that it may bring a window to the front

    [[nodiscard]] bool hasCommand() const { return server && !server->isHttp(); }
    /// With relative paths seen from this folder.
    [[nodiscard]] QByteArray toJson(const QString &folder) const;
    /// None if it makes no sense, or has a command.
    [[nodiscard]] static std::optional<Opening> fromJson(const QByteArray &json);
};

} // namespace Pullcord
