// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTimer>

#include <chrono>
#include <functional>

namespace Pullcord {

/// The two limits of what we wait for: one that each sign of life starts anew, and one that nothing moves.
///
/// Plain class, owned by who waits; `expired` may destroy it. Specification: lifecycle "Timeouts"; spec digest 9.
class Deadlines
{
public:
    struct Limits
    {
        std::chrono::milliseconds timeout{0}; ///< zero, or less: none
        std::chrono::milliseconds cap{0};     ///< likewise
        bool progressExtends = true;          ///< progress() starts `timeout` anew
    };
    /// Which of the two it was (`hard`: the cap), and how long it is.
    using Expired = std::function<void(bool hard, std::chrono::milliseconds limit)>;

    /// They run from now on.
    Deadlines(const Limits &limits, Expired expired);
    Q_DISABLE_COPY_MOVE(Deadlines)

    [[nodiscard]] const Limits &limits() const { return m_limits; }
    /// A sign of life.
    void progress();
    /// Both stand still until as many calls of resume() have come.
    void pause();
    void resume();
    /// For good.
    void stop();

private:
    Limits m_limits;
    QTimer m_timeoutTimer;
    QTimer m_capTimer;
    std::chrono::milliseconds m_timeoutLeft{0}; ///< while they stand still; 0: there is none
    std::chrono::milliseconds m_capLeft{0};
    int m_pauses = 0;
};

} // namespace Pullcord
