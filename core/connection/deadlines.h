// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTimer>

#include <chrono>
#include <functional>

namespace Pullcord {

/// The two time limits of a pending request: `timeout`, which progress restarts, and `cap`, which nothing extends.
///
/// A plain class, owned by the waiting object; `expired` may destroy it. Specification: lifecycle "Timeouts"; spec
/// digest 9.
class Deadlines
{
public:
    struct Limits
    {
        std::chrono::milliseconds timeout{0}; ///< zero or negative: none
        std::chrono::milliseconds cap{0};     ///< zero or negative: none
        bool progressExtends = true;          ///< progress() restarts `timeout`
    };
    /// Called with the limit that expired (`hard`: the cap) and its length.
    using Expired = std::function<void(bool hard, std::chrono::milliseconds limit)>;

    /// Starts both limits now.
    Deadlines(const Limits &limits, Expired expired);
    Q_DISABLE_COPY_MOVE(Deadlines)

    [[nodiscard]] const Limits &limits() const { return m_limits; }
    /// Restarts `timeout` if Limits::progressExtends is set.
    void progress();
    /// Pauses both limits. Calls nest: the limits continue after as many calls of resume().
    void pause();
    void resume();
    /// Stops both limits for good.
    void stop();

private:
    Limits m_limits;
    QTimer m_timeoutTimer;
    QTimer m_capTimer;
    std::chrono::milliseconds m_timeoutLeft{0}; ///< remaining time while paused; 0: no limit
    std::chrono::milliseconds m_capLeft{0};
    int m_pauses = 0;
};

} // namespace Pullcord
