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

/// Options of a client for one server. A value.
struct ClientOptions
{
    std::optional<Revision> revision;             ///< fixed revision; none: found by probing
    std::chrono::milliseconds probeTimeout{3000}; ///< longest wait for server/discover; silence means a legacy server
    /// Silence after both the probe and initialize for this time means a server that the probe has disturbed; it is
    /// started once more.
    std::chrono::milliseconds silenceTimeout{7000};
    /// Timeout of initialize, or of server/discover if there is no alternative; 0: none, the user decides.
    std::chrono::milliseconds handshakeTimeout{0};
    std::chrono::milliseconds requestTimeout{0}; ///< default timeout of all other requests; 0: none
    std::chrono::milliseconds requestCap{0};     ///< the same, but not extended by progress; 0: none
    bool progressExtends = true;                 ///< progress restarts requestTimeout
    QString name;                                ///< clientInfo.name
    QString version;                             ///< clientInfo.version
    QJsonObject capabilities;                    ///< capabilities declared in initialize
    QJsonObject modernCapabilities;              ///< capabilities declared with each request of the modern era
    std::optional<LogLevel> logLevel;            ///< lowest level of wanted log messages; none: the server decides
    EraCache *eras = nullptr;                    ///< known eras of servers; must outlive the client

    /// `clientInfo` as raw JSON.
    [[nodiscard]] QByteArray clientInfo() const;
    /// Adds the members of `_meta` that every modern request carries to `params` (a raw JSON object, or empty). Keeps
    /// members that are already there.
    [[nodiscard]] QByteArray withMeta(const QByteArray &params, Revision inUse) const;
};

} // namespace Pullcord
