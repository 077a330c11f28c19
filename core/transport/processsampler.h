// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/processusage.h"

#include <QObject>
#include <QTimer>

#include <chrono>

namespace Pullcord {

/// Samples for a while the resources used by a server's processes: at once, every Interval, and at the end.
///
/// Owner: the transport that started the processes. If a sample takes long, as on a system with very many processes, it
/// samples less often, so that the cost stays a small part of the time.
class ProcessSampler final : public QObject
{
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds Interval{250};
    static constexpr std::chrono::milliseconds Closest{50};    ///< least time between two samples
    static constexpr std::chrono::milliseconds Duration{3000}; ///< from the last watch() to the last sample

    explicit ProcessSampler(QObject *parent = nullptr);
    ~ProcessSampler() override;

    /// Starts watching the descendants of process `parent`. The first sample comes through the event loop.
    void watch(qint64 parent);
    void stop();
    [[nodiscard]] bool isWatching() const { return m_timer.isActive(); }

signals:
    /// One sample. None follows once no process runs there or nothing can be seen.
    void sampled(const Pullcord::ProcessUsage &usage);

private:
    void sample();

    qint64 m_parent = 0;
    std::chrono::steady_clock::time_point m_end;
    std::chrono::steady_clock::time_point m_last;
    QTimer m_timer;
};

} // namespace Pullcord
