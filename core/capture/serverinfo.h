// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

namespace Pullcord {

class JsonValue;

/// A server's description of itself in a handshake. A value, unverified and for display only; empty members were not
/// sent.
/// Specification: MCP lifecycle (legacy), server/discover (modern).
struct ServerInfo
{
    QString name;
    QString title;
    QString version;
    QString instructions;
    QByteArray capabilities; ///< raw JSON object

    /// Reads a result of `initialize`.
    [[nodiscard]] static ServerInfo fromInitialize(const JsonValue &result);
    /// Reads a result of `server/discover`.
    [[nodiscard]] static ServerInfo fromDiscover(const JsonValue &result);
};

} // namespace Pullcord
