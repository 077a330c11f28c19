// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/labbench.h"
#include "core/lab/labtrial.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

namespace Pullcord {

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
