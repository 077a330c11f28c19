// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/connection/deadlines.h"

#include <algorithm>
#include <utility>

using namespace std::chrono_literals;

namespace Pullcord {

Deadlines::Deadlines(const Limits &limits, Expired expired)
    : m_limits(limits)
{
    const auto begin = [&expired](QTimer &timer, std::chrono::milliseconds limit, bool hard) {
        timer.setSingleShot(true);
        timer.setTimerType(Qt::PreciseTimer);
        timer.callOnTimeout([expired, limit, hard] { expired(hard, limit); });
        if (limit.count() > 0)
            timer.start(limit);
    };
    begin(m_timeoutTimer, limits.timeout, false);
    begin(m_capTimer, limits.cap, true);
}

void Deadlines::progress()
{
    if (!m_limits.progressExtends)
        return;
    if (m_timeoutTimer.isActive())
        m_timeoutTimer.start(m_limits.timeout);
    else if (m_timeoutLeft.count() > 0)
        m_timeoutLeft = m_limits.timeout;
}

void Deadlines::pause()
{
    if (m_pauses++ > 0)
        return;
    const auto stopped = [](QTimer &timer) {
        const auto left = timer.isActive() ? std::max(timer.remainingTimeAsDuration(), 1ms) : 0ms;
        timer.stop();
        return left;
    };
    m_timeoutLeft = stopped(m_timeoutTimer);
    m_capLeft = stopped(m_capTimer);
}

void Deadlines::resume()
{
    if (m_pauses == 0 || --m_pauses > 0)
        return;
    const auto goOn = [](QTimer &timer, std::chrono::milliseconds &left) {
        if (const auto rest = std::exchange(left, 0ms); rest.count() > 0)
            timer.start(rest);
    };
    goOn(m_timeoutTimer, m_timeoutLeft);
    goOn(m_capTimer, m_capLeft);
}

void Deadlines::stop()
{
    m_timeoutTimer.stop();
    m_capTimer.stop();
    m_timeoutLeft = m_capLeft = 0ms;
}

} // namespace Pullcord
