// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/requestgroup.h"

#include <QHash>

#include <optional>

namespace Pullcord {

/// The groups that requests make, by their heads, and which of them are folded: those that somebody has folded, and those that
/// have become too long for nobody to have said anything. A plain class.
class RequestGroups
{
public:
    static constexpr qsizetype MostUnfolded = 3; ///< parts that stay unfolded until somebody folds them

    struct Group
    {
        RequestGroup content;
        bool folded = false;
    };
    /// A group that has got more.
    struct Growth
    {
        qsizetype head;
        qsizetype had;          ///< parts, before
        bool isNew;             ///< the head has come with them
        qsizetype between = -1; ///< the one that has come before others of them: it is all there is
    };

    /// Without their groups; what was chosen is remembered.
    void clear() { m_groups.clear(); }
    /// Of another log.
    void forget();
    /// A row of the log whose group does not fold by itself: somebody looks at it. -1: none.
    void hold(qsizetype logRow) { m_held = logRow; }

    [[nodiscard]] bool contains(qsizetype head) const { return m_groups.contains(head); }
    /// Null where there is none. What a group counts it counts when it is asked.
    [[nodiscard]] Group *find(qsizetype head) const;
    [[nodiscard]] Group *foldedAt(qsizetype head) const;
    /// What is folded under it, in the order of the log; none of a row that nothing is folded under.
    [[nodiscard]] const std::vector<qsizetype> &foldedUnder(qsizetype logRow) const;

    /// Puts a part into its group. What is at `firstNew` or later comes together, and is told of once: nothing for the others.
    [[nodiscard]] std::optional<Growth> add(const RequestLog &log, qsizetype head, qsizetype part, qsizetype firstNew);
    void remove(const RequestLog &log, qsizetype head, qsizetype part);
    /// Somebody wants it so. False where there is no group, or it is so already.
    bool choose(qsizetype head, bool folded);
    /// Whether it should, as it has grown.
    [[nodiscard]] bool isToBeFolded(qsizetype head) const;

private:
    mutable QHash<qsizetype, Group> m_groups; ///< mutable for their counts
    QHash<qsizetype, bool> m_chosen;
    qsizetype m_held = -1;
};

} // namespace Pullcord
