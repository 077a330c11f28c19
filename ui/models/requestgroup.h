// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <vector>

namespace Pullcord {

class RequestLog;

/// The requests that a first one, the head, has brought about: the later legs of its call, the further pages of its list, what
/// asks about its task, and what the server asked for its sake. Rows of the log. A value.
class RequestGroup
{
public:
    /// What comes is later in the log than what is there.
    void add(const RequestLog &log, qsizetype row);
    /// Wherever it belongs. Costs as much as there is.
    void insert(const RequestLog &log, qsizetype row);
    void remove(const RequestLog &log, qsizetype row);

    [[nodiscard]] const std::vector<qsizetype> &parts() const { return m_parts; }
    /// The newest leg of the call that is none of a task's; -1 where the head is the only one.
    [[nodiscard]] qsizetype lastLeg() const { return m_lastLeg; }
    /// There is more than what the server asked: legs of the call, or requests about its task.
    [[nodiscard]] bool isOfCall() const { return m_legs + m_pages + m_polls + m_ofTask > 0; }
    /// Those that wait for their end. What has ended is looked at once.
    [[nodiscard]] const std::vector<qsizetype> &open(const RequestLog &log);
    /// "2 not successful, 165 polls, 1 more".
    [[nodiscard]] QString summary(const RequestLog &log);

private:
    void settle(const RequestLog &log);
    void remake(const RequestLog &log, const std::vector<qsizetype> &parts);

    std::vector<qsizetype> m_parts;
    std::vector<qsizetype> m_open;
    qsizetype m_lastLeg = -1;
    qsizetype m_legs = 0;
    qsizetype m_pages = 0;
    qsizetype m_polls = 0;
    qsizetype m_ofTask = 0; ///< other requests about it
    qsizetype m_asked = 0;
    qsizetype m_failed = 0;
};

} // namespace Pullcord
