// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/finding.h"
#include "core/findings/rulecontext.h"

#include <QObject>

#include <chrono>
#include <map>
#include <memory>
#include <vector>

namespace Pullcord {

/// Findings of a capture: a list that grows, and changes, with its events.
///
/// Listens to a RequestLog; both must outlive it. Reads earlier events once more from the capture, in the constructor,
/// so create it early, and not after RequestLog::endRecording(). The findings depend only on the events and their
/// times, so a live conversation and its file, read later, give the same findings in the same order.
///
/// Rules that wait for time to pass use the times of the events that follow. While no event comes, the owner calls
/// advance(). The owner of a file calls finish() once, when it has been read and no process writes it. Signals are
/// immediate; an index is valid at that moment.
///
/// Checking a message against the schemas (P11, P12) may take longer than receiving it. The owner therefore calls
/// continueChecking() when there is nothing else to do; it checks in the order of the capture. The list is in the order
/// of the events that completed the findings, not of their discovery. A finding of a later check follows the
/// others of its event. Messages that the user looks at may be judged ahead of that order: see judgeFirst().
class Findings : public QObject
{
    Q_OBJECT

public:
    /// Messages of a connection that wait until a revision is agreed; further ones are checked without.
    static constexpr size_t MostWaiting = 64;
    /// Messages this near to their turn are not judged ahead of it, so that a live conversation judges each once.
    static constexpr qsizetype NearEnough = 256;
    /// Messages that wait to be judged ahead of their turn; the oldest are dropped.
    static constexpr qsizetype MostAhead = 256;

    /// Selects whether messages are checked against the schemas.
    enum class Schemas : quint8 { Checked, Ignored };

    Findings(Capture &capture, const RequestLog &log, QObject *parent = nullptr)
        : Findings(capture, log, Schemas::Checked, parent)
    {}
    Findings(Capture &capture, const RequestLog &log, Schemas schemas, QObject *parent = nullptr);
    ~Findings() override;

    [[nodiscard]] qsizetype count() const { return m_shared.list.count(); }
    [[nodiscard]] const Finding &at(qsizetype index) const { return m_shared.list.at(index).finding; }
    /// Returns the events that completed the finding and each of its repetitions: FindingList::Entry.
    [[nodiscard]] const std::vector<qint64> &occurrencesOf(qsizetype index) const
    {
        return m_shared.list.at(index).occurrences;
    }

    /// Capture::hasTimes() of the capture. If false, the times of its events are unknown.
    [[nodiscard]] bool hasTimes() const { return m_shared.doubts.hasTimes; }

    /// Sets the current time of the capture; all events up to it must have been fed. For a live conversation, call it
    /// from a timer, e.g. every half second.
    void advance(qint64 now);
    /// True if a rule waits for time to pass, so that advance() may find something.
    [[nodiscard]] bool isWaiting() const { return !m_shared.due.empty(); }
    /// Checks more messages, for about `budget`. Returns true if there are more.
    bool continueChecking(std::chrono::nanoseconds budget);
    static constexpr std::chrono::nanoseconds AllAtOnce = std::chrono::nanoseconds::max();
    /// Returns the number of events that are still to be checked.
    [[nodiscard]] qsizetype toCheck() const { return m_received - m_checked; }
    /// Returns the number of events, from the beginning of the capture, that have been checked.
    [[nodiscard]] qsizetype checked() const { return m_checked; }
    /// Returns the row of the request that an event of the capture belongs to; Finding::NoRow if there is none.
    [[nodiscard]] qint64 rowOf(qint64 captureIndex) const;
    /// Judges a message that is in view before others, in the next continueChecking(). Its turn still comes.
    void judgeFirst(qsizetype captureIndex);
    /// Returns the findings about messages that were judged ahead of their turn, by index in the capture. They are not
    /// in the list yet; the rules raise them again in their turn, when they are no longer here.
    [[nodiscard]] const std::map<qsizetype, QList<Finding>> &ahead() const { return m_ahead; }
    /// Counts the checked messages that could not be validated. Messages that wait for a revision are not included.
    [[nodiscard]] UncheckedMessages unchecked() const;
    /// Ends all connections: no more events come. continueChecking() may still be called.
    void finish();

signals:
    /// A finding was added, usually but not always at the end.
    void added(qsizetype index);
    /// A finding has grown, or is judged differently.
    void changed(qsizetype index);
    /// A finding was removed, as a later event disproved it. Those after it have moved up.
    void withdrawn(qsizetype index);
    /// More messages were checked; emitted after the findings of that check.
    void checkedOn();
    /// A message was judged ahead of its turn, and something was found: see ahead().
    void judgedAhead(qsizetype captureIndex);

private:
    struct Connection
    {
        Connection(SharedContext &shared, quint32 number)
            : context(shared, number)
        {}
        RuleContext context;
        std::vector<std::unique_ptr<FindingRule>> laterRules; ///< made for the first message that is checked
        std::vector<qsizetype> waiting; ///< messages that wait for a revision: the first MostWaiting
        bool hasEnded = false;
    };
    void replay(Capture &capture);
    void listenTo(const RequestLog &log);
    using RuleNumbers = std::vector<quint8>;

    void updateFacts(RuleContext &context, qsizetype eventIndex, const auto &feed);
    void onTransition(qsizetype eventIndex, qsizetype row, const Transition &transition, const Event &event);
    void notify(Connection &connection, const FindingStep &step);
    void updateOrder(RuleContext &context, const FindingStep &step);
    void notifyMismatched(Connection &connection, const FindingStep &step);
    void onEvent(qsizetype eventIndex, const Event &event);
    void onMessage(Connection &connection, const FindingStep &step);
    static void dispatch(Connection &connection, const RuleNumbers &rules, const FindingStep &step);
    static void dispatch(Connection &connection, quint8 rule, const FindingStep &step);
    void passTo(qint64 time);
    void end(Connection &connection, qint64 time);
    void check(qsizetype index);
    void checkAhead(qsizetype index);
    void checkWaiting();
    void checkWaiting(Connection &connection, std::optional<Revision> revision);
    void checkMessage(Connection &connection, qsizetype index, std::optional<Revision> revision);
    void checkOne(Connection &connection, const FindingStep &step);
    [[nodiscard]] Connection &connectionOf(const Event &event);
    void sortRules();

    SharedContext m_shared;
    std::map<quint32, Connection> m_connections;
    Connection *m_current = nullptr; ///< connection of the last event
    qsizetype m_received = 0;        ///< number of events received
    qsizetype m_checked = 0;         ///< number of events checked
    QList<qsizetype> m_first;        ///< messages to judge ahead of their turn
    std::map<qsizetype, QList<Finding>> m_ahead;
    const Schemas m_schemas;
    bool m_hasFinished = false;

    /// Numbers of the rules, in FindingRules::kinds(), that want each kind of step.
    std::vector<RuleNumbers> m_byTransition;
    std::vector<RuleNumbers> m_byEvent;
    RuleNumbers m_byCancel;
    RuleNumbers m_byNotification; ///< including those that may await one
    RuleNumbers m_byBatch;
    RuleNumbers m_byFlaw;
};

} // namespace Pullcord
