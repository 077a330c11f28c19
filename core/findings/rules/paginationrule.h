// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include "core/findings/recentrows.h"

#include <QList>
#include <QSet>

namespace Pullcord {

/// P15: pages of a list that begin again, or never end.
class PaginationRule final : public FindingRule
{
public:
    explicit PaginationRule(FindingContext &context);
    static constexpr qsizetype MostLists = 64; ///< that are read at a time

    void onTransition(const FindingStep &step) override;

private:
    /// A list that somebody reads, page after page; others may read it at the same time, each for itself.
    struct Reading
    {
        QByteArray method;
        QSet<size_t> known;  ///< hashes of the cursors that it was given
        size_t last = 0;     ///< of those
        bool isTold = false; ///< once for each
    };

    void onRequest(const FindingStep &step);

    QList<Reading> m_waiting;               ///< for the next page to be asked for, oldest first
    RecentRows<Reading, MostLists> m_asked; ///< by the request for the next page
};

} // namespace Pullcord
