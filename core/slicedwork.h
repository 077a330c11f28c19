// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QBasicTimer>
#include <QObject>

namespace Pullcord {

/// Runs long work in slices of some milliseconds, so that the event loop runs in between. Active instances take turns,
/// one slice per turn of the event loop. The longest pause between two paint events is therefore one slice.
///
/// Owner: the object that has the work. It does one slice for each slice() signal until it calls stop(). For the main
/// thread only.
class SlicedWork final : public QObject
{
    Q_OBJECT

public:
    explicit SlicedWork(QObject *parent = nullptr);
    ~SlicedWork() override;

    /// Queues the work, from the next turn on, after instances that already wait.
    void start();
    void stop();
    [[nodiscard]] bool isActive() const { return m_isActive; }

signals:
    /// The next slice is due. Receivers may call start() or stop(), or destroy the object.
    void slice();

protected:
    void timerEvent(QTimerEvent *event) override;

private:
    static void wakeFirst();

    QBasicTimer m_timer; ///< runs for the first in the queue
    bool m_isActive = false;
};

} // namespace Pullcord
