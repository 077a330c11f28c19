// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace Pullcord {

/// How long a person lets a request wait for its answer.
struct Timeouts
{
    std::chrono::seconds limit{0}; ///< 0: for ever
    bool progressExtends = true;   ///< progress starts `limit` anew
    std::chrono::seconds cap{0};   ///< in all, whatever progress comes; 0: none

    friend bool operator==(const Timeouts &, const Timeouts &) = default;
};

} // namespace Pullcord
