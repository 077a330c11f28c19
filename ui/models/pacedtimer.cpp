// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/pacedtimer.h"

#include <QDeadlineTimer>

namespace Pullcord {

namespace {

/// Milliseconds on the monotonic clock.
qint64 now()
{
    return QDeadlineTimer::current(Qt::PreciseTimer).deadline();
}

} // namespace

PacedTimer::PacedTimer(QObject *parent)
    : QTimer(parent)
{
    setSingleShot(true);
    setTimerType(Qt::PreciseTimer); // a coarse one may fire early, and then once more
    connect(this, &QTimer::timeout, this, [this] { m_fired = now(); });
}

void PacedTimer::request()
{
    if (isActive())
        return;
    const qint64 time = now();
    const bool isAfterPause = time - m_fired >= Interval.count();
    start(isAfterPause ? Soon : std::chrono::milliseconds(Interval.count() - time % Interval.count()));
}

} // namespace Pullcord
