// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace Pullcord {

class ExportSource;

/// What a capture tells of its server, from the last handshake in it (`initialize` or `server/discover`). Unverified:
/// the server's own words. Empty where it told nothing.
/// Specification: MCP lifecycle (legacy), versioning and server/discover (modern).
struct ServerSummary
{
    QString name;
    QString version;
    QString revision; ///< of the protocol

    [[nodiscard]] static ServerSummary of(const ExportSource &source);
};

} // namespace Pullcord
