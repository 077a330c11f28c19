// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace Pullcord {

/// The user's time limits for a request. A value.
struct Timeouts
{
    std::chrono::seconds limit{0}; ///< 0: no limit
    bool progressExtends = true;   ///< progress restarts `limit`
    std::chrono::seconds cap{0};   ///< total, in spite of progress; 0: none

    friend bool operator==(const Timeouts &, const Timeouts &) = default;
};

} // namespace Pullcord
