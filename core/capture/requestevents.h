// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHash>
#include <QList>
#include <QSet>

namespace Pullcord {

class Capture;
class RequestLog;

/// Which events of a capture belong to a request, for those that are asked about again and again: the open ones, and
/// those that still hear something after their end. What is known of them grows with the capture; only what has not been
/// asked about before is looked for, from its request on, in one pass for all. Plain class; capture and log must outlive it.
class RequestEvents
{
public:
    /// So many ended requests are remembered.
    static constexpr qsizetype MostEnded = 1000;

    RequestEvents(const Capture &capture, const RequestLog &log);

    /// Indices in the capture of all events of these rows of the log, those of a row in order.
    [[nodiscard]] QList<qsizetype> of(const QSet<qsizetype> &rows);

    /// Events that were looked at so far, each time that they were: what all this has cost.
    [[nodiscard]] qint64 looked() const { return m_looked; }

private:
    void readOn();
    void find(const QSet<qsizetype> &rows);
    void forgetEnded(const QSet<qsizetype> &rows);

    const Capture &m_capture;
    const RequestLog &m_log;
    qsizetype m_read = 0; ///< events below it are known of all rows in m_events
    QHash<qsizetype, QList<qsizetype>> m_events;
    QSet<qsizetype> m_ended; ///< rows in m_events
    qint64 m_looked = 0;
};

} // namespace Pullcord
