// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace Pullcord {

class ExportSource;

/// The server's description of itself in the last handshake of a capture (`initialize` or `server/discover`).
/// Unverified; empty members were not sent.
/// Specification: MCP lifecycle (legacy), versioning and server/discover (modern).
struct ServerSummary
{
    QString name;
    QString version;
    QString revision; ///< of the protocol

    [[nodiscard]] static ServerSummary of(const ExportSource &source);
};

} // namespace Pullcord
