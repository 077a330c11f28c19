// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/cancelorder.h"
#include "core/findings/closeafterlateresponse.h"
#include "core/findings/conversationfacts.h"
#include "core/findings/finding.h"
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

/// Shared state of the rules of one connection: the facts, and the number of findings per code.
///
/// Owner: Findings. A capture may have 100,000 open connections, so an empty member must take little memory. Buffers
/// and caches are references to those of Findings, shared by all connections.
struct FindingContext
{
    Findings &findings;
    const Capture &capture;
    SeenTools &seenTools;                  ///< shared by all connections
    CloseAfterLateResponse &lateDeparture; ///< likewise
    JsonChecker &checker;                  ///< likewise
    OutputChecker &outputs;                ///< likewise
    quint32 connection = 0;
    ConversationFacts facts;
    /// Number of findings of one code, and the key of the last.
    struct Raised
    {
        int count = 0;
        quint64 last = 0;
    };
    std::map<FindingCode, Raised> raised = {};
    CancelOrder order = {};
    /// By request: keys of the findings with a gap about the receiver of its cancel.
    RecentRows<QList<quint64>> byGap = {};
    qint64 lastTime = 0;                ///< time of the newest event
    Direction byHand = Direction::None; ///< direction of the current message if the user typed it
    /// Each change of the revision: the event, and the revision from there on.
    std::vector<std::pair<qint64, std::optional<Revision>>> revisions = {};
    std::vector<qsizetype> toolLists = {}; ///< rows of tools/list with a response, in order
    std::optional<Revision> agreed = {};   ///< revision for the message that is checked later
    UncheckedMessages unchecked = {};
    /// Responses under an id of another type (RequestRecord::MismatchedResponses): their events and the rows of the requests, in
    /// order. At most MostAmiss.
    std::vector<std::pair<qint64, qsizetype>> mismatched = {};
    static constexpr size_t MostAmiss = 1000;
    /// Requests of the client that were cancelled lately, and the exchanges that carried them (HTTP).
    RecentRows<qint64, 64> cancelledIn = {};
    qint64 refusedIn = 0;   ///< last exchange in which a cancel was refused by an error, reported as C13
    quint64 refusedKey = 0; ///< key of that finding
    /// Cancels that were refused as unauthorized and not sent again so far: their events, and the keys of C13.
    RecentRows<quint64, 64> unauthorizedCancels = {};
    RecentRows<bool, 64> foreignQuestions = {}; ///< requests of the server with an unknown method (P10)
    qsizetype openTasks = 0; ///< tasks that have not ended; the server may send requests for each at any time
    /// Requests without a response that must not be reported: see FindingRule::settle().
    RecentRows<bool> settled = {};

    /// Stores the revision after the event with that index.
    void noteRevision(qint64 index)
    {
        const std::optional<Revision> now = facts.revision();
        if (now != (revisions.empty() ? std::nullopt : revisions.back().second))
            revisions.emplace_back(index, now);
    }
    /// Returns the request that this message would answer if its id had the right type; NoRow if none.
    [[nodiscard]] qint64 amissRow(qint64 index) const
    {
        const auto place = std::lower_bound(mismatched.begin(), mismatched.end(), std::pair(index, qsizetype(0)));
        return place != mismatched.end() && place->first == index ? place->second : Finding::NoRow;
    }
    [[nodiscard]] std::optional<Revision> revisionAt(qint64 index) const
    {
        const auto behind = std::upper_bound(revisions.begin(), revisions.end(), index,
                                             [](qint64 wanted, const auto &each) { return wanted < each.first; });
        return behind == revisions.begin() ? std::nullopt : std::prev(behind)->second;
    }
};

} // namespace Pullcord
