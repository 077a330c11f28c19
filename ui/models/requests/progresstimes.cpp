// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/requests/progresstimes.h"

#include "core/capture/capture.h"
#include "core/capture/requestlog.h"

namespace Pullcord {

void ProgressTimes::setSource(const Capture *capture, const RequestLog *log)
{
    m_capture = capture;
    m_log = log;
    m_read = 0;
    m_times.clear();
}

const std::vector<qint64> &ProgressTimes::of(qsizetype logRow)
{
    static const std::vector<qint64> none;
    readMore();
    const auto found = m_times.constFind(logRow);
    return found == m_times.cend() ? none : *found;
}

// Among the notifications that belong to a request, those from its receiver are progress; those from its sender are
// cancels.
void ProgressTimes::readMore()
{
    for (; m_capture && m_read < m_capture->count(); ++m_read) {
        const CaptureEntry &entry = m_capture->entry(m_read);
        if (entry.message != MessageKind::Notification || entry.row == CaptureEntry::NoRow ||
            entry.direction == m_log->record(entry.row).direction)
            continue;
        std::vector<qint64> &times = m_times[entry.row];
        if (times.size() < Most)
            times.push_back(entry.time);
    }
}

} // namespace Pullcord
