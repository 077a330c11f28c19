// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTimer>

#include <chrono>

namespace Pullcord {

/// Single-shot timer that combines updates. It fires Soon after the first request() of a burst, then at most once per
/// Interval.
///
/// During a burst, all instances fire at the same multiples of Interval, so that the window is painted once for all of
/// them. Owner: the object that it wakes.
class PacedTimer final : public QTimer
{
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds Interval{100};
    /// Delay at the beginning of a burst, so that a request and an immediate response are one update.
    static constexpr std::chrono::milliseconds Soon{10};

    explicit PacedTimer(QObject *parent = nullptr);

    /// Fires within Interval. Does nothing while it is active.
    void request();

private:
    qint64 m_fired = -Interval.count(); ///< time of the last timeout, in ms on the monotonic clock
};

} // namespace Pullcord
