// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/labstep.h"

#include <QObject>

#include <memory>
#include <vector>

namespace Pullcord {

/// Tests how a server handles cancels. It calls a tool to its end to measure its duration, calls it again and cancels
/// each call at another moment, and then sends invalid cancels.
///
/// Outcomes are read from the log and the findings of the conversation, which contain everything that the lab does.
/// Invalid messages are sent by hand, so that no rule accuses Pullcord. Every wait has a limit. The end of the
/// connection ends the lab, which names the trials it did not reach. The cancel of initialize, the last trial, makes a
/// new connection.
///
/// Owner: the creator; the conversation and the findings must outlive it. The owner of the conversation must tolerate
/// the disconnection for the last trial, or leave that out of the plan.
/// Order of signals: started; measured, if the plan needs it; trialChanged for each trial; finished, once, last.
/// Specification: MCP "Cancellation" of each revision; spec digest 5.
class CancellationLab final : public QObject
{
    Q_OBJECT

public:
    CancellationLab(Conversation &conversation, Findings &findings, QObject *parent = nullptr);
    ~CancellationLab() override;

    /// Returns the reason for which a tool needs confirmation before it is called: it may change something, or that is
    /// unknown. Empty if the server declares it read-only.
    [[nodiscard]] static TranslatableText doubtOf(const QList<Tool> &tools, const QString &name);

    /// Starts, unless it is running; the client must be Ready. The error (Usage) reports a plan that cannot be carried
    /// out.
    [[nodiscard]] Outcome start(const LabPlan &plan);
    /// Ends the lab now: cancels calls in flight, and leaves the other trials untried. finished() comes from within. A
    /// connection that is closed for the cancel of initialize is opened again automatically.
    void stop();

    [[nodiscard]] bool isRunning() const { return m_isRunning; }
    /// True while the connection is being replaced for the cancel of initialize.
    [[nodiscard]] bool isReconnecting() const;
    [[nodiscard]] const LabPlan &plan() const { return m_bench.plan; }
    [[nodiscard]] const Conversation &conversation() const { return m_bench.conversation; }
    [[nodiscard]] const Findings &findings() const { return m_bench.findings; }
    /// Duration of the tool's call to its end, in ns; none if it was not called, or did not end.
    [[nodiscard]] std::optional<qint64> duration() const;
    /// False if the tool did not end within LabPlan::limit.
    [[nodiscard]] bool toolEnds() const { return m_bench.endsByItself; }
    /// Trials in the order of execution; from start() on.
    [[nodiscard]] const QList<LabTrial> &trials() const { return m_trials; }
    /// Number of finished trials.
    [[nodiscard]] qsizetype triedCount() const { return m_tried; }
    /// Reason for an early end; empty if everything was tried.
    [[nodiscard]] const TranslatableText &failure() const { return m_failure; }
    /// Times in the capture; findings between them belong to the lab.
    [[nodiscard]] qint64 began() const { return m_began; }
    [[nodiscard]] qint64 ended() const { return m_ended; }
    /// True if the request at a row of the log belongs to the lab, or serves one that does, as far as known. The user
    /// may work with the server meanwhile.
    [[nodiscard]] bool isOwn(qint64 row) const;
    /// True if an uncancelled call was in flight together with a cancelled one and can be judged. That is, it has its
    /// response, or should have, since the tool ends by itself.
    [[nodiscard]] bool hadBystanders() const { return m_hadBystanders; }

signals:
    void started();
    /// In ns; the limit of the plan for a tool that does not end by itself.
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
    void conclude(const TranslatableText &failure);
    void judgeAgain();

    LabBench m_bench;
    QList<LabTrial> m_trials;
    struct Running
    {
        qsizetype index;
        LabStep *step;
        bool hasEnded;
    };
    std::vector<Running> m_group;                  ///< trials in flight together
    QList<QPointer<OutgoingRequest>> m_bystanders; ///< uncancelled calls of the group
    TranslatableText m_bystanderFailure;           ///< failure of one of them; empty if all got their responses
    QPointer<OutgoingRequest> m_measuring;
    TranslatableText m_failure;
    qsizetype m_next = 0; ///< index of the next trial
    qsizetype m_tried = 0;
    qint64 m_began = 0;
    qint64 m_ended = 0;
    bool m_isRunning = false;
    bool m_isStopped = false; ///< stopped by the user
    bool m_hadBystanders = false;
    bool m_hasFallenSilent = false; ///< the server no longer responds to anything
};

} // namespace Pullcord
