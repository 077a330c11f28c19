// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/capture.h"

namespace Pullcord {

/// Returns the index of the first event that is not before `time` (ns since the start of the capture); count() if there
/// is none. Binary search, since times ascend.
[[nodiscard]] inline qsizetype firstEventAt(const Capture &capture, qint64 time)
{
    qsizetype low = 0;
    qsizetype high = capture.count();
    while (low < high) {
        const qsizetype middle = low + (high - low) / 2;
        if (capture.entry(middle).time < time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

} // namespace Pullcord
