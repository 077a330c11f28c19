// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <vector>

namespace Pullcord {

class RequestLog;

/// Parts of a group: the requests caused by its head. These are later legs of the call, further pages of the list,
/// requests about its task, and requests of the server on its behalf. Rows of the log. A value.
class RequestGroup
{
public:
    /// Appends a row that is later in the log than the others.
    void add(const RequestLog &log, qsizetype row);
    /// Inserts a row anywhere, in time linear to the size.
    void insert(const RequestLog &log, qsizetype row);
    void remove(const RequestLog &log, qsizetype row);

    [[nodiscard]] const std::vector<qsizetype> &parts() const { return m_parts; }
    /// Returns the newest leg of the call, without requests about tasks; -1 if the head is the only leg.
    [[nodiscard]] qsizetype lastLeg() const { return m_lastLeg; }
    /// True if the group has more than requests of the server: legs, pages, or requests about a task.
    [[nodiscard]] bool isOfCall() const { return m_legs + m_pages + m_polls + m_ofTask > 0; }
    /// Returns the parts in flight. An ended part is examined only once.
    [[nodiscard]] const std::vector<qsizetype> &open(const RequestLog &log);
    /// Returns counts: "2 not successful, 165 polls, 1 more".
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
    qsizetype m_ofTask = 0; ///< other requests about the task
    qsizetype m_asked = 0;
    qsizetype m_failed = 0;
};

} // namespace Pullcord
