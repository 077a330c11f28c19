// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lab/labcancelstep.h"

#include "core/lab/labjudge.h"
#include "core/transport/corked.h"

#include <optional>

namespace Pullcord {

LabCancelStep::LabCancelStep(LabBench &bench, const LabTrial &trial, QObject *parent)
    : LabStep(bench, trial, parent)
{
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    m_timer.callOnTimeout(this, &LabCancelStep::onWatched);
}

void LabCancelStep::begin()
{
    std::optional<Corked> together;
    if (isTogether())
        together.emplace(rpc().transport());
    OutgoingRequest *call = bench().call(std::chrono::milliseconds(-1));
    setCall(call);
    connect(call, &OutgoingRequest::finished, this, [this, call] { onFinished(call); });
    if (isTogether()) {
        ownTrial().message = bench().cancelOf(call->id().toJson());
        rpc().sendRaw(trial().message);
    }
}

/// True if the cancel is sent in one write with the request, where messages share a stream. Otherwise it is sent as
/// soon as possible.
bool LabCancelStep::isTogether() const
{
    return trial().testCase == LabCase::AtOnce && !rpc().transport().hasStreams();
}

void LabCancelStep::onSent()
{
    if (isTogether())
        return;
    if (trial().testCase == LabCase::AtOnce)
        ownTrial().note = TranslatableText::of(QT_TRANSLATE_NOOP(
            "TranslatableText", "Over HTTP, a request and its cancellation cannot be sent in one write"));
    const std::chrono::nanoseconds delay(trial().planned.value_or(0));
    if (delay.count() > 0)
        m_timer.start(std::chrono::round<std::chrono::milliseconds>(delay));
    else
        onWatched();
}

/// Cancels, or stops watching.
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
    if (call->state() != RequestState::Cancelled || rpc().state() != Transport::State::Open) {
        end();
        return;
    }
    m_isWatching = true;
    connect(call, &OutgoingRequest::lateResponse, this, [this] {
        m_hasWatched = true;
        // The log and the findings receive it in the same turn of the event loop.
        QTimer::singleShot(0, this, &LabCancelStep::endIfDone);
    });
    if (trial().testCase == LabCase::Twice) {
        ownTrial().message = bench().cancelOf(call->id().toJson());
        rpc().sendRaw(trial().message);
    }
    if (bench().dialect().signal == Dialect::Signal::Notification)
        askBehind();
    m_timer.start(bench().watchAfter(std::chrono::nanoseconds(trial().planned.value_or(0))));
}

/// Sends a probe after the cancel. A server that reads while it works responds at once.
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
