// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace Pullcord {

/// Delay before a stream is requested again: the last delay that the server asked for, else our default. It grows while
/// reconnecting brings nothing, and is never below Shortest.
///
/// A plain class, one per stream.
/// Specification: WHATWG HTML, 9.2.3 "reconnection time"; MCP transports, "Resumability and Redelivery".
class ReconnectDelay
{
public:
    using Milliseconds = std::chrono::milliseconds;
    static constexpr Milliseconds Shortest{50};
    static constexpr Milliseconds LongestBetweenEmpty{5'000};   ///< unless the server asked for more
    static constexpr Milliseconds LongestBetweenFailed{30'000}; ///< unless the server asked for more

    explicit ReconnectDelay(Milliseconds usual)
        : m_wish(usual)
    {}

    /// Sets the delay that the server asks for from now on.
    void setServerDelay(Milliseconds wish) { m_wish = wish; }
    void streamEnded(bool hasBroughtMessage)
    {
        m_failed = 0;
        m_empty = hasBroughtMessage ? 0 : m_empty + 1;
    }
    /// Notes that a request for the stream failed.
    void failed() { ++m_failed; }
    [[nodiscard]] int failures() const { return m_failed; } ///< consecutive failures

    /// Delay before the next attempt. Fits a QTimer.
    [[nodiscard]] Milliseconds next() const;

private:
    Milliseconds m_wish;
    int m_failed = 0;
    int m_empty = 0; ///< number of consecutive streams without a message
};

} // namespace Pullcord
