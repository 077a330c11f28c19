// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/cancelorder.h"
#include "core/findings/conversationfacts.h"
#include "core/findings/finding.h"
#include "core/findings/latedeparture.h"
#include "core/findings/recentrows.h"
#include "core/findings/uncheckedmessages.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace Pullcord {

class Findings;
class JsonChecker;
class OutputChecker;
struct SeenTools;

/// Shared state of the rules of one connection: the facts, and how often each code was raised.
///
/// A capture may have 100,000 connections, all of them open: a member takes little memory while it is empty, and buffers and
/// caches are references to those of Findings, shared by all connections.
struct FindingContext
{
    Findings &findings;
    const Capture &capture;
    SeenTools &seenTools;         ///< of all connections
    LateDeparture &lateDeparture; ///< likewise
    JsonChecker &checker;         ///< likewise
    OutputChecker &outputs;       ///< likewise
    quint32 connection = 0;
    ConversationFacts facts;
    /// The number of findings of a code, and the key of the last.
    struct Raised
    {
        int count = 0;
        quint64 last = 0;
    };
    std::map<FindingCode, Raised> raised = {};
    CancelOrder order = {};
    RecentRows<QList<quint64>> byGap = {}; ///< by request: keys of findings about its cancel's receiver that have a gap
    qint64 lastTime = 0;                   ///< of its newest event
    Direction byHand = Direction::None;    ///< the way of the message that is looked at, if somebody typed it
    /// What revision() of the facts was from an event on; where it has changed.
    std::vector<std::pair<qint64, std::optional<Revision>>> revisions = {};
    std::vector<qsizetype> toolLists = {}; ///< rows of tools/list that were answered, in order
    std::optional<Revision> agreed = {};   ///< which one holds for the message that is looked at later
    UncheckedMessages unchecked = {};
    /// Answers under an id of another type (RequestRecord::Amiss): their events and the rows of the requests, in order, for
    /// the first MostAmiss.
    std::vector<std::pair<qint64, qsizetype>> amiss = {};
    static constexpr size_t MostAmiss = 1000;
    /// The requests of the client that were cancelled lately: the exchanges that they went out with, over HTTP.
    RecentRows<qint64, 64> cancelledIn = {};
    qint64 refusedIn = 0;   ///< the last exchange in which a cancel was refused by an error, which is told (C13)
    quint64 refusedKey = 0; ///< of that finding
    /// Cancels that were refused for want of authorization, and not sent again so far: their events, and the keys of C13.
    RecentRows<quint64, 64> unauthorizedCancels = {};
    RecentRows<bool, 64> foreignQuestions = {}; ///< that the server has asked by a method that there is not (P10)
    qsizetype openTasks = 0; ///< that requests have become, and that have not ended: each may ask at any time
    /// Requests without an answer of which that is nobody's fault any more, or told already: see FindingRule::settle().
    RecentRows<bool> settled = {};

    /// After the event of that index.
    void noteRevision(qint64 index)
    {
        const std::optional<Revision> now = facts.revision();
        if (now != (revisions.empty() ? std::nullopt : revisions.back().second))
            revisions.emplace_back(index, now);
    }
    /// Of the request that the message of that event would answer if its id were of the right type; NoRow if none.
    [[nodiscard]] qint64 amissRow(qint64 index) const
    {
        const auto place = std::lower_bound(amiss.begin(), amiss.end(), std::pair(index, qsizetype(0)));
        return place != amiss.end() && place->first == index ? place->second : Finding::NoRow;
    }
    [[nodiscard]] std::optional<Revision> revisionAt(qint64 index) const
    {
        const auto behind = std::upper_bound(revisions.begin(), revisions.end(), index,
                                             [](qint64 wanted, const auto &each) { return wanted < each.first; });
        return behind == revisions.begin() ? std::nullopt : std::prev(behind)->second;
    }
};

} // namespace Pullcord
