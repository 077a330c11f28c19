// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/processsampler.h"

#include <algorithm>

namespace Pullcord {

using std::chrono::ceil;
using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

ProcessSampler::ProcessSampler(QObject *parent)
    : QObject(parent)
{
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &ProcessSampler::sample);
}

ProcessSampler::~ProcessSampler() = default;

void ProcessSampler::watch(qint64 parent)
{
    const Clock::time_point now = Clock::now();
    m_parent = parent;
    m_end = now + Duration;
    m_timer.start(std::max(milliseconds(0), ceil<milliseconds>(m_last + Closest - now)));
}

void ProcessSampler::stop()
{
    m_timer.stop();
}

void ProcessSampler::sample()
{
    constexpr int LeastRest = 20; // pause between samples, as a multiple of the time that a sample takes
    m_last = Clock::now();
    const std::optional<ProcessUsage> usage = ProcessUsage::below(m_parent);
    if (!usage)
        return;
    const Clock::time_point now = Clock::now();
    const milliseconds rest = std::max(Interval, ceil<milliseconds>((now - m_last) * LeastRest));
    if (now < m_end)
        m_timer.start(std::min(rest, ceil<milliseconds>(m_end - now)));
    emit sampled(*usage);
}

} // namespace Pullcord
