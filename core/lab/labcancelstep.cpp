// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lab/labcancelstep.h"

#include "core/lab/labjudge.h"
#include "core/transport/linetransport.h"

namespace Pullcord {

LabCancelStep::LabCancelStep(const LabBench &bench, const LabTrial &trial, QObject *parent)
    : LabStep(bench, trial, parent)
{
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    m_timer.callOnTimeout(this, &LabCancelStep::onWatched);
}

void LabCancelStep::begin()
{
    if (trial().kase == LabCase::AtOnce) {
        beginAtOnce();
        return;
    }
    OutgoingRequest *call = bench().call(std::chrono::milliseconds(-1));
    setCall(call);
    connect(call, &OutgoingRequest::finished, this, [this, call] { onFinished(call); });
}

/// Where messages share a stream, both in one write; else the cancel is sent as soon as it can be.
void LabCancelStep::beginAtOnce()
{
    auto *line = qobject_cast<LineTransport *>(&session().transport());
    if (line)
        line->cork();
    OutgoingRequest *call = bench().call(std::chrono::milliseconds(-1));
    setCall(call);
    connect(call, &OutgoingRequest::finished, this, [this, call] { onFinished(call); });
    if (bench().dialect().signal != Dialect::Signal::Notification || session().transport().hasStreams()) {
        ownTrial().note = Words::of(QT_TRANSLATE_NOOP("Words", "Over HTTP the two cannot go in one write"));
        call->cancel(bench().plan.reason);
    } else {
        ownTrial().message = bench().cancelOf(call->id().toJson());
        session().sendRaw(trial().message);
    }
    if (line)
        line->uncork();
}

void LabCancelStep::onSent()
{
    if (trial().kase != LabCase::AtOnce)
        m_timer.start(std::chrono::round<std::chrono::milliseconds>(std::chrono::nanoseconds(*trial().planned)));
}

/// Time to cancel, or to stop watching.
void LabCancelStep::onWatched()
{
    if (m_isWatching) {
        m_hasWatched = true;
        endIfDone();
    } else if (calling()) {
        calling()->cancel(bench().plan.reason);
    }
}

void LabCancelStep::onFinished(OutgoingRequest *call)
{
    m_timer.stop();
    if (call->state() != RequestState::Cancelled || session().state() != Transport::State::Open) {
        end();
        return;
    }
    m_isWatching = true;
    connect(call, &OutgoingRequest::lateAnswer, this, [this] {
        m_hasWatched = true;
        // The log and the findings hear of it in the same turn.
        QTimer::singleShot(0, this, &LabCancelStep::endIfDone);
    });
    if (trial().kase == LabCase::Twice) {
        ownTrial().message = bench().cancelOf(call->id().toJson());
        session().sendRaw(trial().message);
    }
    if (!bench().dialect().pingMethod.isEmpty())
        askBehind();
    m_timer.start(bench().watchAfter(std::chrono::nanoseconds(trial().planned.value_or(0))));
}

/// A server that reads while it works answers at once.
void LabCancelStep::askBehind()
{
    m_isAsking = true;
    const auto limit = bench().watchAfter(std::chrono::nanoseconds(0)) + bench().probeLimit();
    OutgoingRequest *probe = bench().probe(limit);
    own(probe);
    connect(probe, &OutgoingRequest::finished, this, [this, probe] {
        m_isAsking = false;
        m_isUnanswered = probe->state() == RequestState::TimedOut;
        endIfDone();
    });
}

void LabCancelStep::endIfDone()
{
    if (m_hasWatched && !m_isAsking)
        end();
}

void LabCancelStep::judge()
{
    LabJudge::judgeCancelled(ownTrial(), bench().conversation.log(), bench().findings);
    if (m_isUnanswered)
        LabJudge::worsen(ownTrial(), LabOutcome::Unanswered);
}

} // namespace Pullcord
