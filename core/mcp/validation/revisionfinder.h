// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/revision.h"

#include <QtGlobal>

#include <optional>
#include <unordered_map>
#include <vector>

namespace Pullcord {

class Capture;
class RequestLog;

/// The MCP revision of a message according to the capture. It is the one that the message or its request names, else
/// the one agreed in the handshake of its connection by then.
///
/// A handshake stands at the beginning of its connection, so only the first requests of each connection are examined,
/// and the result is remembered. Owner: the user of the class; capture and log must outlive it.
/// Specification: basic/lifecycle "Version Negotiation"; 2026-07-28 basic "_meta".
class RevisionFinder
{
public:
    RevisionFinder(const Capture &capture, const RequestLog &log);

    /// Revision of the message at `index` in the capture. None if unknown.
    [[nodiscard]] std::optional<Revision> at(qsizetype index);
    /// True if the answer for that connection cannot change any more. An unknown revision may still become known.
    [[nodiscard]] bool isFinal(quint32 connection);

private:
    static constexpr size_t MostRequests = 64; ///< largest number of requests examined

    /// Findings from one request of the handshake.
    struct Claim
    {
        qint64 requestEvent = 0;
        std::optional<Revision> agreed; ///< in the response to `initialize`
        /// Named by a successful request of the client, as every request in 2026-07-28 does.
        std::optional<Revision> named;
        bool isSettled = false; ///< nothing more can follow from the request
    };

    [[nodiscard]] const std::vector<Claim> &claimsIn(quint32 connection);
    [[nodiscard]] Claim claimOf(qsizetype row) const;

    const Capture &m_capture;
    const RequestLog &m_log;
    std::unordered_map<quint32, std::vector<Claim>> m_claims;
};

} // namespace Pullcord
