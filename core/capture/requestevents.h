// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHash>
#include <QList>
#include <QSet>

namespace Pullcord {

class Capture;
class RequestLog;

/// Finds the events of requests, and remembers them for requests that may get more: open ones, and those that get
/// events after their end. Each call searches only events that were not searched before. Plain class; capture and log
/// must outlive it.
class RequestEvents
{
public:
    /// Number of ended requests that are remembered.
    static constexpr qsizetype MostEnded = 1000;

    RequestEvents(const Capture &capture, const RequestLog &log);

    /// Returns the indices of all events of these rows, in order within each row.
    [[nodiscard]] QList<qsizetype> of(const QSet<qsizetype> &rows);

    /// Returns the number of events that were searched so far, with repetitions: the total cost.
    [[nodiscard]] qint64 looked() const { return m_looked; }

private:
    void readMore();
    void find(const QSet<qsizetype> &rows);
    void forgetEnded(const QSet<qsizetype> &rows);

    const Capture &m_capture;
    const RequestLog &m_log;
    qsizetype m_read = 0; ///< events before it were searched for all rows in m_events
    QHash<qsizetype, QList<qsizetype>> m_events;
    QSet<qsizetype> m_ended; ///< rows in m_events
    qint64 m_looked = 0;
};

} // namespace Pullcord
