// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHash>
#include <QSet>

#include <optional>

namespace Pullcord {

class Capture;
class RequestLog;
struct CaptureEntry;
struct Event;
struct RequestRecord;

/// What there is much of and people seldom look for: pings, progress, log messages. Never what went wrong: a failure, what
/// came late, what breaks a rule; and never what somebody has marked or typed. Plain class; capture and log must outlive it.
class Noise
{
public:
    enum Kind : quint8 { Ping = 1, Progress = 2, Log = 4 };
    static constexpr int AllKinds = Ping | Progress | Log;

    /// `kinds` of it.
    Noise(const Capture &capture, const RequestLog &log, int kinds);

    [[nodiscard]] bool isRequest(qsizetype row) const;
    /// Events are asked about in order the first time, since what progress may say depends on what came before it.
    [[nodiscard]] bool isEvent(qsizetype index);
    /// What isRequest() says of it, and isEvent() of its messages, may change with it.
    [[nodiscard]] bool changesWith(const RequestRecord &record) const;

private:
    [[nodiscard]] bool isProgress(const CaptureEntry &entry, const Event &event, qsizetype index);

    const Capture *m_capture;
    const RequestLog *m_log;
    int m_kinds;
    QHash<qint32, double> m_latest; ///< progress of each request, so far
    QSet<qsizetype> m_broken;       ///< progress that breaks a rule
    qsizetype m_next = 0;           ///< progress before it has been looked at
};

} // namespace Pullcord
