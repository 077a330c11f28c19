// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/processusage.h"

#include <QObject>
#include <QTimer>

#include <chrono>

namespace Pullcord {

/// Looks for a while at what the processes of a server use: at once, every Interval, and at the end.
///
/// Owned by the transport that has started them; one for all that is to be watched. Where looking takes long, as on a
/// system with very many processes, it looks less often, so that it costs a small part of the time.
class ProcessSampler final : public QObject
{
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds Interval{250};
    static constexpr std::chrono::milliseconds Closest{50};    ///< between two looks, also where there is much to watch
    static constexpr std::chrono::milliseconds Duration{3000}; ///< from the last watch() to the last look

    explicit ProcessSampler(QObject *parent = nullptr);
    ~ProcessSampler() override;

    /// Watches what is below that process, from now on. The first look comes through the event loop.
    void watch(qint64 parent);
    void stop();
    [[nodiscard]] bool isWatching() const { return m_timer.isActive(); }

signals:
    /// One look. It comes no more when nothing runs there, or nothing can be seen.
    void sampled(const Pullcord::ProcessUsage &usage);

private:
    void sample();

    qint64 m_parent = 0;
    std::chrono::steady_clock::time_point m_end;
    std::chrono::steady_clock::time_point m_last;
    QTimer m_timer;
};

} // namespace Pullcord
