// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lab/labstep.h"

#include "core/findings/findings.h"

#include <utility>

namespace Pullcord {

LabStep::LabStep(LabBench &bench, const LabTrial &trial, QObject *parent)
    : QObject(parent)
    , m_bench(bench)
    , m_trial(trial)
{}

LabStep::~LabStep() = default;

void LabStep::start()
{
    m_trial.began = m_bench.conversation.now();
    m_trial.outcome = LabOutcome::Silent;
    begin();
}

void LabStep::setCall(OutgoingRequest *call)
{
    m_call = call;
    connect(call, &OutgoingRequest::stateChanged, this, [this](RequestState state) {
        if (m_call && m_call->serial() != Transition::NoRecord)
            m_trial.row = m_bench.rowOf(*m_call);
        if (state == RequestState::InFlight)
            onSent();
    });
}

void LabStep::end()
{
    if (std::exchange(m_isOver, true))
        return;
    m_bench.findings.advance(m_bench.conversation.now());
    m_trial.ended = m_bench.conversation.now();
    judge();
    if (bench().conversation.client()->isLeaving() && !makesConnections())
        m_trial.outcome = LabOutcome::NotFinished; // the client caused the end
    emit ended();
}

void LabStep::abandon()
{
    if (std::exchange(m_isOver, true))
        return;
    m_trial.ended = m_bench.conversation.now();
    for (const QPointer<OutgoingRequest> &request : m_asked + QList{m_call}) {
        if (!request || request->isFinished())
            continue;
        request->disconnect(this);
        request->cancel(m_bench.plan.reason);
    }
    if (m_trial.row >= 0)
        judge();
    restore();
}

} // namespace Pullcord
