// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/http/reconnectdelay.h"

#include <algorithm>
#include <limits>

namespace Pullcord {

ReconnectDelay::Milliseconds ReconnectDelay::next() const
{
    constexpr Milliseconds MostOfATimer{std::numeric_limits<int>::max()};
    Milliseconds delay = std::clamp(m_wish, Shortest, MostOfATimer);
    const Milliseconds most = std::max(delay, m_failed > 0 ? LongestBetweenFailed : LongestBetweenEmpty);
    // The first empty stream is normal polling; back off from the second.
    int doublings = m_failed > 0 ? m_failed : m_empty - 1;
    for (; doublings > 0 && delay < most; --doublings)
        delay = std::min(delay * 2, most);
    return delay;
}

} // namespace Pullcord
