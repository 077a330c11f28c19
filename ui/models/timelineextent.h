// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/timelinescale.h"

#include <QtGlobal>

#include <vector>

namespace Pullcord {

class RequestLog;

/// How far the requests of a log reach, and when nothing went on: looks at each request when it comes, while it is open,
/// and when it ends, but never at all of them again. A subscription, which stays open by its nature, is something going on
/// only when it begins and ends.
class TimelineExtent
{
public:
    /// Shorter times without a request are never folded, and not told apart from busy ones.
    static constexpr qint64 LeastGap = 80'000'000;

    /// Null for none. The log must outlive it, or be taken away.
    void setLog(const RequestLog *log);
    /// Something has come for a request that has ended.
    void touch(qsizetype row);
    /// From 0 to the end of what ended last, or to `now` while something is open; with what is idle folded if it shall be.
    [[nodiscard]] TimelineScale scale(qint64 now, bool folds);
    /// When what is no subscription has ended, as of the last scale(); `now` while it goes on, 0 if there is nothing else.
    [[nodiscard]] qint64 endOfWork(qint64 now) const;

private:
    void update();
    void settle(qsizetype row);
    void addBusy(TimelineScale::Span span);

    const RequestLog *m_log = nullptr;
    qsizetype m_seen = 0;                    ///< rows
    std::vector<qsizetype> m_open;           ///< of those seen
    std::vector<TimelineScale::Span> m_busy; ///< of what has ended; in order, apart
    qint64 m_end = 1'000'000;                ///< of what has ended
    qint64 m_endOfWork = 0;                  ///< likewise, but for subscriptions
};

} // namespace Pullcord
