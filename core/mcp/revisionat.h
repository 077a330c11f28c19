// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/revision.h"

namespace Pullcord {

class Capture;
class RequestLog;

/// The revision of MCP that a message was written in, as the record tells it: what the message names itself, or the request
/// that it answers; else what the handshake of its connection had agreed upon by then. None where nobody has told.
/// `index` is that of the message in the capture.
[[nodiscard]] std::optional<Revision> revisionAt(const Capture &capture, const RequestLog &log, qsizetype index);

} // namespace Pullcord
