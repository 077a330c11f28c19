// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/finding.h"

namespace Pullcord {

/// The last case in a capture in which a client closed a connection right after a late response, without an event in
/// between. Times are those of the events.
struct CloseAfterLateResponse
{
    qint64 row = Finding::NoRow; ///< request with the late response; NoRow: none
    qint64 lateEvent = Finding::NoRow;
    qint64 leaveEvent = Finding::NoRow;
    qint64 leaveTime = 0;
    qint64 gap = 0; ///< ns from the response to the end
};

} // namespace Pullcord
