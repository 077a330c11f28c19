// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/finding.h"

namespace Pullcord {

/// That a client left a connection right behind a late answer, with nothing between: the last time that this happened in a
/// capture. Times are those of the events.
struct LateDeparture
{
    qint64 row = Finding::NoRow; ///< of the request that was answered late; NoRow: none
    qint64 lateEvent = Finding::NoRow;
    qint64 leaveEvent = Finding::NoRow;
    qint64 leaveTime = 0;
    qint64 gap = 0; ///< ns from the answer to when it left
};

} // namespace Pullcord
