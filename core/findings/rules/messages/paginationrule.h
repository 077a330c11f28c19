// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include "core/findings/recentrows.h"

#include <QList>
#include <QSet>

namespace Pullcord {

/// P15: a list whose pages repeat, or never end.
class PaginationRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{
        .transitions = bits(Transition::Kind::Created, Transition::Kind::Left, Transition::Kind::Answered)};
    [[nodiscard]] static bool begins(const FindingStep &step, const ConversationFacts &)
    {
        return step.record->method.endsWith("/list");
    }
    static constexpr qsizetype MostLists = 64; ///< lists read at a time

    void onTransition(const FindingStep &step) override;

private:
    /// A list that a client reads page by page. Several may be read at once, independently.
    struct Reading
    {
        QByteArray method;
        QSet<size_t> known;  ///< hashes of the cursors so far
        size_t last = 0;     ///< hash of the last cursor
        bool isTold = false; ///< reported, at most once per list
    };

    void onRequest(const FindingStep &step);

    QList<Reading> m_waiting;               ///< wait for a request for the next page, oldest first
    RecentRows<Reading, MostLists> m_asked; ///< by request for the next page
};

} // namespace Pullcord
