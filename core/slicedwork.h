// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QBasicTimer>
#include <QObject>

namespace Pullcord {

/// Work that is done in slices of some milliseconds, so that the event loop comes back meanwhile. Of all that have something
/// to do one works in a turn of the event loop, and each in its turn: if all did, nothing could be painted for as long as
/// they take together.
///
/// Whose work it is owns it, and does a slice of it at each slice(), until it calls stop(). For the main thread only.
class SlicedWork final : public QObject
{
    Q_OBJECT

public:
    explicit SlicedWork(QObject *parent = nullptr);
    ~SlicedWork() override;

    /// From the next turn on; behind those that wait already.
    void start();
    void stop();
    [[nodiscard]] bool isActive() const { return m_isActive; }

signals:
    /// A slice is to be done now. Start, stop and destruction are fine meanwhile.
    void slice();

protected:
    void timerEvent(QTimerEvent *event) override;

private:
    static void wakeFirst();

    QBasicTimer m_timer; ///< of the first in the queue
    bool m_isActive = false;
};

} // namespace Pullcord
