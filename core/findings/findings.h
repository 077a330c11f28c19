// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/finding.h"
#include "core/findings/findingcontext.h"
#include "core/findings/findingrule.h"
#include "core/findings/seentools.h"
#include "core/json/jsonchecker.h"
#include "core/mcp/outputchecker.h"

#include <QObject>

#include <chrono>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <vector>

namespace Pullcord {

/// What the two sides of the conversations in a capture did against the rules, as it goes on.
///
/// It listens to a RequestLog; both must outlive it. What that has taken in before is read once more from the capture, at
/// once, so it is better made early; not after RequestLog::endRecording(). All is derived from the events and their times,
/// so a live conversation and its file, read later, give the same findings in the same order. What needs time to pass (nothing more was heard of a request) goes by the times of the events that follow;
/// while nothing comes, advance() says that it passes. The owner of a file calls finish() once when it has been read and
/// nobody writes it any more. Signals are immediate; an index is that of the moment.
///
/// Whether each message is what the schemas say (P11, P12) takes longer than it may take to come: that is looked at later,
/// in the order of the capture, by checkOn() while nothing else is to be done. The list is in the
/// order of the events that made them findings, not of when they were found: what is found later stands where it
/// would have been found at once, behind the others of its event.
class Findings : public QObject
{
    Q_OBJECT

public:
    /// Of one sort, on one connection; more are counted in the last of them.
    static constexpr int MostOfAKind = 1000;
    /// Messages of a connection that wait for its revision; more are taken as they are.
    static constexpr size_t MostWaiting = 64;

    /// Whether messages are held against the schemas.
    enum class Schemas : quint8 { Checked, Ignored };

    Findings(Capture &capture, const RequestLog &log, QObject *parent = nullptr)
        : Findings(capture, log, Schemas::Checked, parent)
    {}
    Findings(Capture &capture, const RequestLog &log, Schemas schemas, QObject *parent = nullptr);
    ~Findings() override;

    [[nodiscard]] qsizetype count() const { return qsizetype(m_findings.size()); }
    [[nodiscard]] const Finding &at(qsizetype index) const { return m_findings[size_t(index)].finding; }

    /// CaptureImport::hasTimes() of the capture: else nobody knows when what they rest on happened.
    [[nodiscard]] bool hasTimes() const { return m_hasTimes; }

    /// It is `now`, in the capture's time, and all that has happened by then has been fed. For a live conversation, from a
    /// timer; half a second is often enough.
    void advance(qint64 now);
    /// Something is looked for that depends on time: advance() may find it.
    [[nodiscard]] bool isWaiting() const { return !m_due.empty(); }
    /// Looks at more messages, for about that long; true while there are still more.
    bool checkOn(std::chrono::nanoseconds budget);
    static constexpr std::chrono::nanoseconds AllAtOnce = std::chrono::nanoseconds::max();
    /// How many events have come that are still to be looked at.
    [[nodiscard]] qsizetype toCheck() const { return m_heard - m_checked; }
    /// So many events of the capture, from its begin, have been looked at.
    [[nodiscard]] qsizetype checked() const { return m_checked; }
    /// What was not held against the schemas of all that was looked at. What waits until a revision is agreed upon is not
    /// among them.
    [[nodiscard]] UncheckedMessages unchecked() const;
    /// Nothing more comes, on any connection; checkOn() goes on.
    void finish();

signals:
    /// Mostly, but not always, the last.
    void added(qsizetype index);
    /// It has grown, or is judged otherwise by what came.
    void changed(qsizetype index);
    /// What came has shown that it was none. Those behind it have moved up.
    void withdrawn(qsizetype index);
    /// More messages were looked at; after what was found in them.
    void checkedOn();

private:
    friend class FindingRule;
    struct Connection
    {
        explicit Connection(FindingContext context);
        FindingContext context;
        std::vector<std::unique_ptr<FindingRule>> rules; ///< none after its end
        std::vector<std::unique_ptr<FindingRule>> laterRules;
        std::vector<qsizetype> waiting; ///< messages, for a revision: the first MostWaiting
        bool hasEnded = false;
    };
    enum class Judged : quint8 {
        AsItIs,
        ByGap,  ///< no longer than the way of a message: the two may have crossed
        ByTrip, ///< shorter than any round trip: it cannot be about the cancel that it seems to name
    };
    /// A finding that has a gap, as it is where the two have not crossed.
    struct Uncrossed
    {
        FindingSeverity severity;
        Words sentence;
        qsizetype place; ///< of the last event that it rests on
        Judged judgement;
    };
    struct Entry
    {
        quint64 key; ///< see keyNow(): they stand in its order
        Finding finding;
        std::optional<Uncrossed> uncrossed = {}; ///< of one that is judged by its gap
    };
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
    void replay(Capture &capture);
    void listenTo(const RequestLog &log);
    using RuleNumbers = std::vector<quint8>;

    void learn(FindingContext &context, qsizetype eventIndex, const auto &feed);
    void onTransition(qsizetype eventIndex, qsizetype row, const Transition &transition, const Event &event);
    void hear(Connection &connection, const FindingStep &step);
    void learnOrder(FindingContext &context, const FindingStep &step);
    void hearAmiss(Connection &connection, const FindingStep &step);
    void onEvent(qsizetype eventIndex, const Event &event);
    void onMessage(Connection &connection, const FindingStep &step);
    void tell(Connection &connection, const RuleNumbers &rules, const FindingStep &step);
    void passTo(qint64 time);
    void end(Connection &connection, qint64 time);
    void check(qsizetype index);
    void checkWaiting();
    void checkWaiting(Connection &connection, std::optional<Revision> revision);
    void checkMessage(Connection &connection, qsizetype index, std::optional<Revision> revision);
    void checkOne(Connection &connection, const FindingStep &step);
    [[nodiscard]] Connection &connectionOf(const Event &event);
    void sortRules(const Connection &connection);

    quint64 raise(FindingContext &context, Finding finding, Judged judged = Judged::AsItIs);
    [[nodiscard]] const Finding *raised(quint64 key) const;
    void change(quint64 key, Finding finding);
    void changeByGap(FindingContext &context, quint64 key, Finding finding);
    void judgeAgain(FindingContext &context);
    void judgeAgain(FindingContext &context, qint64 row);
    [[nodiscard]] Finding withoutTimes(Finding finding) const;
    [[nodiscard]] Finding withDoubt(Finding finding) const;
    [[nodiscard]] static Words crossed(const Words &sentence, qint64 gap, const ConversationFacts &facts);
    [[nodiscard]] static bool isCrossing(qint64 gap, Judged judgement, const ConversationFacts &facts);
    [[nodiscard]] static Finding judged(Finding finding, const Uncrossed &uncrossed, FindingContext &context);
    void withdraw(FindingContext &context, quint64 key);
    void withdrawUnread(FindingContext &context, qint64 row);
    void wakeAt(qint64 time, quint32 connection, FindingRule *rule);
    [[nodiscard]] quint64 keyNow();
    [[nodiscard]] std::deque<Entry>::const_iterator placeOf(quint64 key) const;
    [[nodiscard]] qsizetype indexOf(quint64 key) const;

    const Capture &m_capture;
    SeenTools m_seenTools;
    LateDeparture m_lateDeparture;
    JsonChecker m_checker;
    OutputChecker m_outputs;
    const RequestLog *m_log; ///< the one that is listened to
    std::map<quint32, Connection> m_connections;
    Connection *m_current = nullptr; ///< the one of the last event
    std::deque<Entry> m_findings;
    quint64 m_nextKey = 0;
    qsizetype m_place = 0;   ///< in the capture, of the event that findings are made of now
    bool m_isLater = false;  ///< it is looked at once more
    qsizetype m_heard = 0;   ///< so many events of the capture
    qsizetype m_checked = 0; ///< and looked at so many of them
    const Schemas m_schemas;
    const bool m_hasTimes;       ///< ConversationFacts::hasTimes()
    const bool m_hasGuessedWays; ///< CaptureImport::hasGuessedWays() of the capture
    const qint64 m_tick;         ///< ConversationFacts::tick()
    bool m_hasFinished = false;
    std::set<Due> m_due;
    quint64 m_nextOrder = 0;

    /// Which rules want to hear of what, by their places in Connection::rules: the same for each connection.
    std::vector<RuleNumbers> m_byTransition;
    std::vector<RuleNumbers> m_byEvent;
    RuleNumbers m_byCancel;
    RuleNumbers m_byNotification;
    RuleNumbers m_byBatch;
    RuleNumbers m_byFlaw;
};

} // namespace Pullcord
