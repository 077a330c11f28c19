// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace Pullcord {

/// How long to wait before a stream is asked for again: as long as the server wished at last, else as is usual with us; and
/// longer each time, as long as asking brings nothing. Whatever the server wished, it is not asked without a pause.
///
/// Plain class, one a stream.
/// Specification: WHATWG HTML, 9.2.3 "reconnection time"; MCP transports, "Resumability and Redelivery".
class ReconnectDelay
{
public:
    using Milliseconds = std::chrono::milliseconds;
    static constexpr Milliseconds Shortest{50};
    static constexpr Milliseconds LongestBetweenEmpty{5'000};   ///< unless the server wished for more
    static constexpr Milliseconds LongestBetweenFailed{30'000}; ///< likewise

    explicit ReconnectDelay(Milliseconds usual)
        : m_wish(usual)
    {}

    /// What the server wants from now on.
    void setWish(Milliseconds wish) { m_wish = wish; }
    void streamEnded(bool hasBroughtMessage)
    {
        m_failed = 0;
        m_empty = hasBroughtMessage ? 0 : m_empty + 1;
    }
    /// There was no stream to be had.
    void failed() { ++m_failed; }
    [[nodiscard]] int failures() const { return m_failed; } ///< in a row

    /// Before the next attempt. Fits a QTimer.
    [[nodiscard]] Milliseconds next() const;

private:
    Milliseconds m_wish;
    int m_failed = 0;
    int m_empty = 0; ///< streams in a row without a message
};

} // namespace Pullcord
