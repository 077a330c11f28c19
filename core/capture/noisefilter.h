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

/// Classifies frequent and rarely interesting rows: pings, progress, log messages. Never failures, late messages,
/// violations of a rule, or rows that the user marked or typed. Plain class; capture and log must outlive it.
class NoiseFilter
{
public:
    enum Kind : quint8 { Ping = 1, Progress = 2, Log = 4 };
    static constexpr int AllKinds = Ping | Progress | Log;

    /// `kinds` selects what counts as noise: bits of Kind.
    NoiseFilter(const Capture &capture, const RequestLog &log, int kinds);

    /// True if a request, or an event, is noise.
    [[nodiscard]] bool isRequest(qsizetype row) const;
    /// Ask in ascending order the first time, since valid progress depends on earlier progress.
    [[nodiscard]] bool isEvent(qsizetype index);
    /// True if isRequest() of the record, and isEvent() of its messages, may change with its state.
    [[nodiscard]] bool changesWith(const RequestRecord &record) const;

private:
    [[nodiscard]] bool isProgress(const CaptureEntry &entry, const Event &event, qsizetype index);

    const Capture *m_capture;
    const RequestLog *m_log;
    int m_kinds;
    QHash<qint32, double> m_latest; ///< last progress of each request
    QSet<qsizetype> m_broken;       ///< progress that violates a rule
    qsizetype m_next = 0;           ///< progress before it has been processed
};

} // namespace Pullcord
