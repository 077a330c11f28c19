// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/labstep.h"

#include <QObject>

#include <memory>
#include <vector>

namespace Pullcord {

/// Tries out how a server takes cancels: calls a tool to its end to see how long it takes, calls it again and again and cancels
/// each call at another moment, then sends the cancels that nobody should send.
///
/// What became of each is read from the log and the findings of the conversation, which hold all of it like anything else that
/// was asked; what is bad on purpose is sent by hand, so that no rule accuses us. Every wait has an end. When the connection
/// ends the lab does too, and says what it did not come to; the cancel of initialize, the last trial, makes a new one.
/// Owner: whoever made it; the conversation and the findings must outlive it. Who owns the conversation must let that
/// disconnect for that last trial, or leave it out of the plan.
/// Order of signals: started; measured, if the plan needs that; trialChanged of each trial; finished, once, last.
/// Specification: MCP "Cancellation" of each revision; spec digest 5.
class CancellationLab final : public QObject
{
    Q_OBJECT

public:
    CancellationLab(Conversation &conversation, Findings &findings, QObject *parent = nullptr);
    ~CancellationLab() override;

    /// Why a tool should not be called without asking somebody: it may change something, or nobody knows. Empty where the
    /// server says that it is read only.
    [[nodiscard]] static Words doubtOf(const QList<Tool> &tools, const QString &name);

    /// Begins, with a client that is Ready, unless it is running. An error of kind Usage for a plan that cannot be carried out.
    [[nodiscard]] Outcome start(const LabPlan &plan);
    /// Ends it now: what is in flight is cancelled, what was not tried stays so. finished() comes from within. A
    /// connection that is away for the cancel of initialize comes back by itself.
    void stop();

    [[nodiscard]] bool isRunning() const { return m_isRunning; }
    /// The connection comes and goes, for the cancel of initialize.
    [[nodiscard]] bool isReconnecting() const;
    [[nodiscard]] const LabPlan &plan() const { return m_bench.plan; }
    [[nodiscard]] const Conversation &conversation() const { return m_bench.conversation; }
    [[nodiscard]] const Findings &findings() const { return m_bench.findings; }
    /// What the tool took that was called to its end; none if it was not, or did not come to one.
    [[nodiscard]] std::optional<qint64> duration() const;
    /// False where it did not come to one within LabPlan::limit.
    [[nodiscard]] bool toolEnds() const { return m_bench.endsByItself; }
    /// In the order in which they are tried; from start() on.
    [[nodiscard]] const QList<LabTrial> &trials() const { return m_trials; }
    /// Those that are over, of all.
    [[nodiscard]] qsizetype triedCount() const { return m_tried; }
    /// Why it ended before all was tried; empty where it was.
    [[nodiscard]] const Words &failure() const { return m_failure; }
    /// In the capture's time: findings between these are of the lab.
    [[nodiscard]] qint64 began() const { return m_began; }
    [[nodiscard]] qint64 ended() const { return m_ended; }
    /// Whether the request at a row of the log is of the lab, or asked for the sake of one that is, as far as that can be
    /// told: somebody may work with the server meanwhile.
    [[nodiscard]] bool isOwn(qint64 row) const;
    /// Whether a call of ours that nobody was to cancel was in flight together with one that was, and can be judged: it was
    /// answered, or should have been, since the tool ends by itself.
    [[nodiscard]] bool hadBystanders() const { return m_hadBystanders; }

signals:
    void started();
    /// In ns; of a tool that does not end by itself, the limit of the plan.
    void measured(qint64 duration);
    void trialChanged(qsizetype index);
    void finished();

private:
    void makeTrials();
    void measureRoundTrip();
    void measure();
    void onMeasured(OutgoingRequest *call);
    void planMoments();
    void next();
    void beginGroup();
    void beginStep(qsizetype index);
    void beginBystander();
    void onBystanderEnded(OutgoingRequest *call);
    void onGroupEnded();
    void onState();
    void conclude(const Words &failure);
    void judgeAgain();

    LabBench m_bench;
    QList<LabTrial> m_trials;
    struct Running
    {
        qsizetype index;
        LabStep *step;
        bool hasEnded;
    };
    std::vector<Running> m_group;                  ///< what is in flight together
    QList<QPointer<OutgoingRequest>> m_bystanders; ///< of it
    Words m_hurt;                                  ///< what became of one of them; empty: they were all answered
    QPointer<OutgoingRequest> m_measuring;
    Words m_failure;
    qsizetype m_next = 0; ///< of the trials
    qsizetype m_tried = 0;
    qint64 m_began = 0;
    qint64 m_ended = 0;
    bool m_isRunning = false;
    bool m_isStopped = false; ///< by somebody
    bool m_hadBystanders = false;
    bool m_hasFallenSilent = false; ///< the server answers nothing any more
};

} // namespace Pullcord
