// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTimer>

#include <chrono>

namespace Pullcord {

/// Single-shot timer that gathers what arrives: after a pause it fires at once, while more keeps coming once in each Interval.
///
/// While more keeps coming, all of these timers fire together, so that the window is painted once for all of them.
/// Owner: the object that it wakes.
class PacedTimer final : public QTimer
{
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds Interval{100};
    /// After a pause: a request and the response that follows it immediately are one change.
    static constexpr std::chrono::milliseconds Soon{10};

    explicit PacedTimer(QObject *parent = nullptr);

    /// Fires within Interval. Does nothing while it is active.
    void request();

private:
    qint64 m_fired = -Interval.count(); ///< ms, on a clock that all share
};

} // namespace Pullcord
