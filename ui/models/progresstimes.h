// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHash>

#include <vector>

namespace Pullcord {

class Capture;
class RequestLog;

/// When progress came for each request of a log. It looks at every event of the capture once, when it is asked after it came.
class ProgressTimes
{
public:
    /// Of one request; what comes then is not kept.
    static constexpr size_t Most = 1000;

    /// Both must outlive it, or be taken away.
    void setSource(const Capture *capture, const RequestLog *log);
    /// In order, ns since the start of the capture.
    [[nodiscard]] const std::vector<qint64> &of(qsizetype logRow);

private:
    void readOn();

    const Capture *m_capture = nullptr;
    const RequestLog *m_log = nullptr;
    qsizetype m_read = 0;
    QHash<qsizetype, std::vector<qint64>> m_times;
};

} // namespace Pullcord
