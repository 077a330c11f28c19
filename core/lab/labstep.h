// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/labplan.h"
#include "core/lab/labtrial.h"
#include "core/mcp/conversation.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <set>

namespace Pullcord {

class Findings;

/// Data shared by the steps of the cancellation lab: the conversation, the plan, and the measurements.
///
/// A plain class, owned by the lab; the conversation and the findings must outlive it.
class LabBench
{
public:
    LabBench(Conversation &conversation, Findings &findings);
    Q_DISABLE_COPY_MOVE(LabBench)

    Conversation &conversation;
    Findings &findings;
    LabPlan plan;
    std::optional<std::chrono::nanoseconds> duration; ///< duration of a call that ended by itself
    bool endsByItself = true;                         ///< false if one did not, within LabPlan::limit
    qint64 measuredRow = -1;                          ///< row of that call

    std::set<qint64> rows = {}; ///< rows of call() and probe()

    [[nodiscard]] const Dialect &dialect() const { return conversation.rpc()->tracker().dialect(); }
    /// Calls the tool. It is given up after `timeout`, regardless of progress (negative: never).
    [[nodiscard]] OutgoingRequest *call(std::chrono::milliseconds timeout);
    /// Sends a request that takes no work, to see whether the server still responds.
    [[nodiscard]] OutgoingRequest *probe(std::chrono::milliseconds timeout);
    /// Method of that request.
    [[nodiscard]] QByteArray probeMethod() const;
    /// Row of a request that has left.
    [[nodiscard]] qint64 rowOf(const OutgoingRequest &request) const;
    /// Bytes of a cancel of that id, to be sent by hand; a request with the id `asRequest`, if given.
    [[nodiscard]] QByteArray cancelOf(const QByteArray &rawId, const RequestId &asRequest = {}) const;

    /// Longest wait for the response to a request that takes no work.
    [[nodiscard]] std::chrono::milliseconds probeLimit() const;
    /// Time for watching a cancelled call that had worked for `worked`.
    [[nodiscard]] std::chrono::milliseconds watchAfter(std::chrono::nanoseconds worked) const;
    /// Longest duration of an uncancelled call beside that many others.
    [[nodiscard]] std::chrono::milliseconds longest(int others = 0) const;
    /// Reason why a case cannot be tried here; empty if it can.
    [[nodiscard]] TranslatableText reasonAgainst(LabCase testCase) const;

private:
    OutgoingRequest *noted(OutgoingRequest *request);

    QObject m_context; ///< context of the connections to requests, which may outlive the bench
};

/// One trial of the cancellation lab, from its beginning to its end. It ends by itself.
///
/// Owner: the lab. Signals: ended, once, through the event loop or from within the call that ended it.
class LabStep : public QObject
{
    Q_OBJECT

public:
    LabStep(LabBench &bench, const LabTrial &trial, QObject *parent);
    ~LabStep() override;

    [[nodiscard]] const LabTrial &trial() const { return m_trial; }
    void start();
    /// Abandons the trial: cancels its requests in flight; ended() does not come.
    void abandon();
    /// True if the step replaces the connection, so that the end of the present one is not a failure.
    [[nodiscard]] virtual bool makesConnections() const { return false; }

signals:
    void ended();

protected:
    virtual void begin() = 0;
    /// Sets the outcome, as far as it is known.
    virtual void judge() = 0;
    /// Called when the trial is abandoned: restores the connection if the trial has replaced it.
    virtual void restore() {}

    [[nodiscard]] LabBench &bench() const { return m_bench; }
    [[nodiscard]] RpcConnection &rpc() const { return *m_bench.conversation.rpc(); }
    [[nodiscard]] LabTrial &ownTrial() { return m_trial; }
    /// Ends the trial: judges it, and emits ended().
    void end();
    /// Sets the call of the trial and copies its row to the trial.
    void setCall(OutgoingRequest *call);
    [[nodiscard]] OutgoingRequest *calling() const { return m_call; }
    /// Called when that call is on the wire.
    virtual void onSent() {}
    /// Adds another request of the trial. Both are given up when the trial is abandoned.
    void own(OutgoingRequest *request) { m_asked.append(request); }

private:
    LabBench &m_bench;
    LabTrial m_trial;
    QPointer<OutgoingRequest> m_call;
    QList<QPointer<OutgoingRequest>> m_asked;
    bool m_isOver = false;
};

} // namespace Pullcord
