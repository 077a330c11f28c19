// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/loglevel.h"
#include "core/mcp/revision.h"

#include <QByteArray>
#include <QJsonObject>
#include <QString>

#include <chrono>
#include <optional>

namespace Pullcord {

class EraCache;

/// How to speak to a server.
struct ClientOptions
{
    std::optional<Revision> revision;             ///< fixed; none: find out by probing
    std::chrono::milliseconds probeTimeout{3000}; ///< silence on server/discover for so long means legacy
    /// Silence on initialize too, after that on the probe, for so long means a server that took the probe badly; it is
    /// started once more.
    std::chrono::milliseconds silenceTimeout{7000};
    std::chrono::milliseconds handshakeTimeout{0}; ///< for initialize, or server/discover where no other way is left;
                                                   ///< 0: wait as long as the user does
    std::chrono::milliseconds requestTimeout{0};   ///< for every other request that says nothing of its own; 0: never
    std::chrono::milliseconds requestCap{0};       ///< the same, and progress cannot move it; 0: never
    bool progressExtends = true;                   ///< whether progress starts requestTimeout anew
    QString name;                                  ///< clientInfo.name
    QString version;                               ///< clientInfo.version
    QJsonObject capabilities;                      ///< what we declare in initialize
    QJsonObject modernCapabilities;                ///< what we declare with each request of the modern era
    std::optional<LogLevel> logLevel;              ///< the least that we want to read; none: what the server thinks fit
    EraCache *eras = nullptr;                      ///< what is known of servers already; it outlives the client

    /// `clientInfo` as raw JSON.
    [[nodiscard]] QByteArray clientInfo() const;
    /// `params` (a raw JSON object, or empty) with the members of `_meta` that every modern request carries; those that
    /// are there already stay.
    [[nodiscard]] QByteArray withMeta(const QByteArray &params, Revision inUse) const;
};

} // namespace Pullcord
