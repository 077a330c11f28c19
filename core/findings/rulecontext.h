// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/facts/cancelorder.h"
#include "core/findings/facts/conversationfacts.h"
#include "core/findings/facts/doubts.h"
#include "core/findings/facts/httpsteps.h"
#include "core/findings/facts/recentrows.h"
#include "core/findings/finding.h"
#include "core/findings/findinglist.h"
#include "core/findings/findingrule.h"
#include "core/findings/uncheckedmessages.h"
#include "core/json/jsonchecker.h"
#include "core/mcp/validation/outputcheck.h"

#include <QByteArray>
#include <QByteArrayList>
#include <QHash>
#include <QSet>
#include <QString>

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace Pullcord {

class Capture;
class RequestLog;

/// Tools that a server has listed so far in a capture, on any connection: the last definition of each, and the order of
/// the last complete list. Bounded: ignores further tools when full.
struct SeenTools
{
    static constexpr qsizetype Most = 10'000;

    struct Tool
    {
        qint64 event = -1;  ///< response with its last definition
        size_t hash = 0;    ///< hash of the bytes of the definition
        bool isBad = false; ///< HTTP clients must ignore it (P17)
    };
    QHash<QByteArray, Tool> byName;
    QByteArrayList order;
    qint64 orderEvent = -1; ///< last response of that list
};

/// The last case in a capture in which a client closed a connection right after a late response, without an event in
/// between. Times are those of the events.
struct CloseAfterLateResponse
{
    qint64 row = Finding::NoRow; ///< request with the late response; NoRow: none
    qint64 lateEvent = Finding::NoRow;
    qint64 leaveEvent = Finding::NoRow;
    qint64 leaveTime = 0;
    qint64 gap = 0; ///< ns from the response to the end
};

/// State that the rules of all connections of a capture share. Owned by Findings.
struct SharedContext
{
    /// A call of FindingRule::onDue() that a rule has asked for.
    struct Due
    {
        qint64 time;
        quint64 order;
        quint32 connection;
        FindingRule *rule;
        friend bool operator<(const Due &a, const Due &b)
        {
            return a.time != b.time ? a.time < b.time : a.order < b.order;
        }
    };

    SharedContext(const Capture &its, const RequestLog &requests);

    const Capture &capture;
    const RequestLog *log; ///< the log whose transitions the rules get
    const Doubts doubts;
    FindingList list;
    SeenTools seenTools;
    CloseAfterLateResponse lateDeparture;
    JsonChecker checker;
    OutputChecker outputs;
    std::set<Due> due;
    quint64 nextOrder = 0; ///< of Due
};

/// State that the rules of one connection share, and the one way to raise, extend and take back a finding.
///
/// Owner: Findings. A capture may have 100,000 open connections, so an empty member must take little memory. Buffers
/// and caches are in SharedContext.
struct RuleContext
{
    RuleContext(SharedContext &context, quint32 number);
    Q_DISABLE_COPY_MOVE(RuleContext)

    // ---- findings

    /// Adds the finding and returns its key. If there are too many of its code, only counts it in the last one.
    quint64 report(Finding finding) { return report(std::move(finding), FindingList::Judged::AsItIs); }
    /// Adds a finding with a gap. If the gap is within the time of a message on its way, the two have crossed and the
    /// finding becomes Info. It is judged again when a later measurement changes the round trip.
    quint64 reportByGap(Finding finding, qint64 gap);
    /// Adds a finding whose message names the cancel, so that the cancel was read; Info only if the gap is shorter than
    /// any round trip.
    quint64 reportByTrip(Finding finding, qint64 gap);
    /// Returns the current finding; null if it was withdrawn.
    [[nodiscard]] const Finding *reported(quint64 key) const;
    /// Replace the finding; do nothing if it was withdrawn. `gap` is the time since the cancel, in ns.
    void update(quint64 key, Finding finding);
    void updateByGap(quint64 key, Finding finding, qint64 gap);
    /// Counts another occurrence and adds the event. Returns false if there is no such finding yet.
    [[nodiscard]] bool extend(quint64 key, const FindingStep &step);
    void withdraw(quint64 key);
    /// Withdraws the findings about messages after the cancel of that request that the server may have sent before it
    /// read the cancel: see downgradedIfUndelivered().
    void withdrawUnread(qint64 row);
    /// Judges the findings with a gap again: the round trip has changed.
    void judgeAgain();
    /// The same for one request: the latest time at which the peer read its cancel is known now.
    void judgeAgain(qint64 row);

    // ---- doubts about a finding

    /// If the server may not have known of the cancel, returns the finding as Info with the reason; otherwise none.
    /// Only for Streamable HTTP before 2026-07-28: the POST of the cancel has no response yet, or the server may have
    /// kept the message since before the cancel.
    [[nodiscard]] std::optional<Finding> downgradedIfUndelivered(const Finding &finding, const RequestRecord &record,
                                                                 const FindingStep &step) const;
    /// Returns a finding about a missing response. If the recording ended before the response, it is an Info with that
    /// remark.
    [[nodiscard]] static Finding ifUnanswered(Finding finding, const RequestRecord &record);
    /// Adds the load of the server's processes after the cancel to the finding, if it was sampled.
    [[nodiscard]] Finding withLoad(Finding finding, qint64 cancelTime) const;
    [[nodiscard]] bool isMasked(QByteArrayView json) const { return shared.doubts.isMasked(json); }

    // ---- requests

    /// Suppresses reports that this request has no response, for both sides: it got one in some form, or is reported
    /// already.
    void settle(qint64 row) { settled.insert(row, true); }
    [[nodiscard]] bool isSettled(qint64 row) const { return settled.contains(row); }
    /// Calls FindingRule::onSignOf() of all rules.
    void reportActivityOf(qint64 row) const;
    /// Returns the newest request with that direction and id; NoRow if there is none.
    [[nodiscard]] qint64 rowOf(Direction direction, const RequestId &id) const;
    /// Returns the row of the cancelled request that went out with this exchange, or with the exchange whose stream it
    /// resumes. NoRow if there is none, or it was long ago.
    [[nodiscard]] qint64 rowCancelledIn(qint64 exchange);
    /// Returns the event of a cancel with the same bytes that was refused as unauthorized; both are then one cancel.
    /// NoRow if there is none, or it was long ago.
    [[nodiscard]] qint64 refusedBefore(const Event &cancel) const;
    /// Returns the details of the Http event with that `step` name ("request", "response") in the exchange of `step`.
    /// Empty if there is none, or it was long ago.
    [[nodiscard]] QJsonObject httpStepBefore(const FindingStep &step, QLatin1StringView name) const;
    /// Returns the fault of a body that came instead of messages, in Streamable HTTP before 2026-07-28. `end` is the end
    /// of its exchange.
    [[nodiscard]] HttpSteps::BodyFault bodyFault(const FindingStep &end) const;
    /// Returns the index of the message that the client sent in this exchange, on the connection of `step`, among the
    /// events from `first` to before `end`, at most FindingRule::MostLooked of them. NoRow if there is none.
    [[nodiscard]] qint64 postedIn(qint64 exchange, const FindingStep &step, qint64 first, qint64 end) const;

    SharedContext &shared;
    const quint32 connection;
    ConversationFacts facts;
    /// Number of findings of one code, and the key of the last.
    struct Raised
    {
        int count = 0;
        quint64 last = 0;
    };
    std::map<FindingCode, Raised> raised = {};
    CancelOrder order = {};
    /// Keys of the findings with a gap about the receiver of a cancel, by request.
    RecentRows<QList<quint64>> byGap = {};
    qint64 lastTime = 0;                ///< time of the newest event
    Direction byHand = Direction::None; ///< direction of the current message if the user typed it
    /// Direction of the current message if the operator of a proxy sent it: its findings do not accuse that side.
    Direction byOperator = Direction::None;
    /// Each change of the revision: the event, and the revision from there on.
    std::vector<std::pair<qint64, std::optional<Revision>>> revisions = {};
    std::vector<qsizetype> toolLists = {}; ///< rows of tools/list with a response, in order
    std::optional<Revision> agreed = {};   ///< revision for the message that is checked later
    UncheckedMessages unchecked = {};
    /// Responses under an id of another type (RequestRecord::MismatchedResponses): their events and the rows of the
    /// requests, in order. At most MostAmiss.
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
    /// Requests without a response that must not be reported: see settle().
    RecentRows<bool> settled = {};

    /// The rules, in the order of FindingRules::kinds(). A rule is null before the first step that concerns it. Empty
    /// after the end of the connection.
    std::vector<std::unique_ptr<FindingRule>> rules;

    /// Names of the rules of a proxy that changed what a side got. A cancel by a rule is judged like any other.
    QSet<QString> changingRules;
    bool hasRuledHandshake = false; ///< a rule changed what one side got of the handshake
    bool isEndedByRule = false;     ///< a rule ended the connection

    /// Notes if the user or the operator of a proxy sent the current message; null: there is no message.
    void noteSender(const Event *event);
    /// Notes the rule of a proxy that was applied, if any. `record` is the request of the event, or null.
    void noteRule(const Event &event, const RequestRecord *record);
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

private:
    using Uncrossed = FindingList::Uncrossed;
    using Judged = FindingList::Judged;
    /// True if a rule of a proxy may have caused what the finding is about.
    [[nodiscard]] bool isDueToRule(const Finding &finding) const;
    quint64 report(Finding finding, Judged judgement);
    [[nodiscard]] Finding judged(Finding finding, const Uncrossed &uncrossed);
};

} // namespace Pullcord
