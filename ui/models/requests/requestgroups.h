// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/requests/requestgroup.h"

#include <QHash>

#include <optional>

namespace Pullcord {

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
