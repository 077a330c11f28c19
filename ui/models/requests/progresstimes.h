// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHash>

#include <vector>

namespace Pullcord {

class Capture;
class RequestLog;

/// Times of progress notifications by request. Each event of the capture is read once, on the first of() after its
/// arrival.
class ProgressTimes
{
public:
    /// Maximum number of times kept per request.
    static constexpr size_t Most = 1000;

    /// Both must outlive it, or be removed with null.
    void setSource(const Capture *capture, const RequestLog *log);
    /// Returns the times in ascending order, in ns since the start of the capture.
    [[nodiscard]] const std::vector<qint64> &of(qsizetype logRow);

private:
    void readMore();

    const Capture *m_capture = nullptr;
    const RequestLog *m_log = nullptr;
    qsizetype m_read = 0;
    QHash<qsizetype, std::vector<qint64>> m_times;
};

} // namespace Pullcord
