// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/requests/timelinescale.h"

#include <QtGlobal>

#include <vector>

namespace Pullcord {

class RequestLog;

/// Extent of the requests of a log in time, and the idle gaps between them. It reads a request when it arrives, while
/// it is open, and when it ends; it never reads all again. A subscription counts as busy only at its start and end.
class TimelineExtent
{
public:
    /// Shorter gaps are never folded and count as busy, in ns.
    static constexpr qint64 LeastGap = 80'000'000;

    /// Null removes the log, which must outlive this object otherwise.
    void setLog(const RequestLog *log);
    /// Call when a late message came for an ended request.
    void touch(qsizetype row);
    /// Returns the scale from 0 to the last end, or to `now` while a request is open; with folded idle times if
    /// `folds`.
    [[nodiscard]] TimelineScale scale(qint64 now, bool folds);
    /// Returns the last end of a request other than a subscription, as of the last scale(). Returns `now` while one is
    /// open, 0 if there is none.
    [[nodiscard]] qint64 endOfWork(qint64 now) const;

private:
    void update();
    void settle(qsizetype row);
    void addBusy(TimelineScale::Span span);

    const RequestLog *m_log = nullptr;
    qsizetype m_seen = 0;                    ///< rows read
    std::vector<qsizetype> m_open;           ///< open rows among them
    std::vector<TimelineScale::Span> m_busy; ///< spans of ended requests; in order, disjoint
    qint64 m_end = 1'000'000;                ///< last end of a request
    qint64 m_endOfWork = 0;                  ///< the same without subscriptions
};

} // namespace Pullcord
