// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/facts/recentrows.h"
#include "core/findings/finding.h"

#include <limits>
#include <optional>

namespace Pullcord {

/// Findings that are dropped if something arrives in time: one per request, by its row.
class PostponedFindings
{
public:
    /// `due` must not be before that of earlier ones.
    void add(const Finding &finding, qint64 due)
    {
        Q_ASSERT_X(finding.kind().time != FindingTime::Unneeded, finding.kind().name.data(),
                   "waits, so its row in findingkind.cpp has a FindingTime");
        m_waiting.insert(finding.row, {finding, due});
    }
    /// Drops the finding: the awaited event has come.
    void remove(qint64 row)
    {
        if (!m_waiting.isEmpty())
            m_waiting.remove(row);
    }
    /// Removes and returns the finding, to be raised now; none if there is none.
    [[nodiscard]] std::optional<Finding> take(qint64 row)
    {
        const Waiting *waiting = m_waiting.isEmpty() ? nullptr : m_waiting.find(row);
        const std::optional<Finding> found = waiting ? std::optional(waiting->finding) : std::nullopt;
        remove(row);
        return found;
    }
    [[nodiscard]] bool isEmpty() const { return m_waiting.isEmpty(); }
    /// Removes and returns the findings that are due by `time`, oldest first.
    [[nodiscard]] QList<Finding> takeDue(qint64 time)
    {
        QList<Finding> due;
        while (!m_waiting.isEmpty()) {
            const qint64 row = m_waiting.rows().front();
            if (m_waiting.find(row)->due > time)
                break;
            due.append(m_waiting.find(row)->finding);
            m_waiting.remove(row);
        }
        return due;
    }
    [[nodiscard]] QList<Finding> takeAll() { return takeDue(std::numeric_limits<qint64>::max()); }

private:
    struct Waiting
    {
        Finding finding;
        qint64 due = 0;
    };
    RecentRows<Waiting> m_waiting;
};

} // namespace Pullcord
