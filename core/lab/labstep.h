// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/labbench.h"
#include "core/lab/labtrial.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

namespace Pullcord {

/// One trial of the cancellation lab, from its begin to its end, which comes by itself.
///
/// Owner: the lab. Signals: ended, once, through the event loop or from within what ended it.
class LabStep : public QObject
{
    Q_OBJECT

public:
    LabStep(LabBench &bench, const LabTrial &trial, QObject *parent);
    ~LabStep() override;

    [[nodiscard]] const LabTrial &trial() const { return m_trial; }
    void start();
    /// Takes no more part in anything: whatever of it is in flight is cancelled, and ended() does not come.
    void abandon();
    /// The connection comes and goes with this step, and says nothing of the server.
    [[nodiscard]] virtual bool makesConnections() const { return false; }

signals:
    void ended();

protected:
    virtual void begin() = 0;
    /// What became of it, as far as it is known.
    virtual void judge() = 0;
    /// It is abandoned: what was away for its sake comes back.
    virtual void restore() {}

    [[nodiscard]] LabBench &bench() const { return m_bench; }
    [[nodiscard]] Session &session() const { return *m_bench.conversation.session(); }
    [[nodiscard]] LabTrial &ownTrial() { return m_trial; }
    /// It is over: judges, and tells.
    void end();
    /// The call that it is about: its row is that of the trial.
    void setCall(OutgoingRequest *call);
    [[nodiscard]] OutgoingRequest *calling() const { return m_call; }
    /// That call is on the wire.
    virtual void onSent() {}
    /// Something else that it asks: both are given up when it is abandoned.
    void own(OutgoingRequest *request) { m_asked.append(request); }

private:
    LabBench &m_bench;
    LabTrial m_trial;
    QPointer<OutgoingRequest> m_call;
    QList<QPointer<OutgoingRequest>> m_asked;
    bool m_isOver = false;
};

} // namespace Pullcord
