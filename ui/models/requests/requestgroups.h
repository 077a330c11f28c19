// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHash>
#include <QString>

#include <optional>
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

/// Groups of requests by head, and their folding: by choice of the user, otherwise by size. Plain class.
class RequestGroups
{
public:
    static constexpr qsizetype MostUnfolded = 3; ///< size up to which a group stays unfolded by default

    struct Group
    {
        RequestGroup content;
        bool folded = false;
    };
    /// Growth of a group.
    struct Growth
    {
        qsizetype head;
        qsizetype had;          ///< number of parts before
        bool isNew;             ///< the head is among the new rows
        qsizetype between = -1; ///< the only new part, if it belongs between others; else -1
    };

    /// Removes the groups, but keeps the user's choices.
    void clear() { m_groups.clear(); }
    /// Removes everything, for another log.
    void forget();
    /// Exempts the group of this row from automatic folding, since the user is looking at the row. -1: none.
    void hold(qsizetype logRow) { m_held = logRow; }

    [[nodiscard]] bool contains(qsizetype head) const { return m_groups.contains(head); }
    /// Returns null if there is no group. Counts of a group are computed on demand.
    [[nodiscard]] Group *find(qsizetype head) const;
    [[nodiscard]] Group *foldedAt(qsizetype head) const;
    /// Returns the parts folded under a row, in the order of the log; empty if there are none.
    [[nodiscard]] const std::vector<qsizetype> &foldedUnder(qsizetype logRow) const;

    /// Adds a part to its group. Parts from `firstNew` on arrive together: only the first one per group returns a
    /// Growth.
    [[nodiscard]] std::optional<Growth> add(const RequestLog &log, qsizetype head, qsizetype part, qsizetype firstNew);
    void remove(const RequestLog &log, qsizetype head, qsizetype part);
    /// Folds or unfolds by choice of the user. Returns false if nothing changes.
    bool choose(qsizetype head, bool folded);
    /// True if the group should be folded at its present size.
    [[nodiscard]] bool isToBeFolded(qsizetype head) const;

private:
    mutable QHash<qsizetype, Group> m_groups; ///< mutable for counts computed on demand
    QHash<qsizetype, bool> m_chosen;
    qsizetype m_held = -1;
};

} // namespace Pullcord
