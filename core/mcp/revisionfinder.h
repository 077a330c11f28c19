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

/// The revision of MCP that a message was written in, as the record tells it: what the message names itself, or the request
/// that it answers; else what the handshake of its connection had agreed upon by then.
///
/// A handshake stands at the beginning of its connection, so only the first requests of each are looked at, and what they
/// tell is remembered. Owner: whoever asks; capture and log must outlive it.
/// Specification: basic/lifecycle "Version Negotiation"; 2026-07-28 basic "_meta".
class RevisionFinder
{
public:
    RevisionFinder(const Capture &capture, const RequestLog &log);

    /// `index` is that of the message in the capture. None where nobody has told.
    [[nodiscard]] std::optional<Revision> at(qsizetype index);
    /// Whether that answer stays, whatever may come: where nobody has told, somebody still may.
    [[nodiscard]] bool isFinal(quint32 connection);

private:
    static constexpr size_t MostRequests = 64; ///< so many are looked at

    /// By one request of the handshake.
    struct Told
    {
        qint64 requestEvent = 0;
        std::optional<Revision> agreed; ///< in the answer to `initialize`
        std::optional<Revision> named;  ///< by a request of the client that succeeded, as in 2026-07-28 each does
        bool isSettled = false;         ///< it tells nothing more
    };

    [[nodiscard]] const std::vector<Told> &toldIn(quint32 connection);
    [[nodiscard]] Told tell(qsizetype row) const;

    const Capture &m_capture;
    const RequestLog &m_log;
    std::unordered_map<quint32, std::vector<Told>> m_told;
};

} // namespace Pullcord
