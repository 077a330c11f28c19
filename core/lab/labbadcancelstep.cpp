// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lab/labbadcancelstep.h"

#include "core/capture/formatting.h"
#include "core/lab/labjudge.h"
#include "core/rpc/messagetext.h"

#include <algorithm>

namespace Pullcord {

LabBadCancelStep::LabBadCancelStep(LabBench &bench, const LabTrial &trial, QObject *parent)
    : LabStep(bench, trial, parent)
{
    m_timer.setSingleShot(true);
}

/// True if a call is in flight that must continue.
bool LabBadCancelStep::resemblesCall() const
{
    return trial().testCase == LabCase::OtherType || trial().testCase == LabCase::WithId;
}

void LabBadCancelStep::begin()
{
    if (trial().testCase == LabCase::AfterEnd && bench().measuredRow >= 0) {
        ownTrial().row = bench().measuredRow;
        send();
    } else if (trial().testCase == LabCase::AfterEnd || resemblesCall()) {
        OutgoingRequest *call = bench().call(bench().longest());
        setCall(call);
        connect(call, &OutgoingRequest::finished, this, [this, call] {
            m_callState = call->state();
            onCallEnded();
        });
    } else {
        send();
    }
}

void LabBadCancelStep::onSent()
{
    if (!resemblesCall())
        return;
    m_timer.callOnTimeout(this, &LabBadCancelStep::send);
    const LabPlan &plan = bench().plan;
    m_timer.start(std::chrono::round<std::chrono::milliseconds>(
        bench().duration ? *bench().duration / 2 : plan.from.absolute.value_or(plan.patience)));
}

void LabBadCancelStep::onCallEnded()
{
    if (rpc().state() != Transport::State::Open)
        end();
    else if (trial().testCase == LabCase::AfterEnd)
        send();
    else if (trial().message.isEmpty())
        end(); // it had ended before
    else if (m_hasSettled)
        ask();
}

QByteArray LabBadCancelStep::message()
{
    const LabBench &lab = bench();
    switch (trial().testCase) {
    case LabCase::OtherType:
        return lab.cancelOf(calling()->id().asOtherType().toJson());
    case LabCase::WithId:
        return lab.cancelOf(calling()->id().toJson(), rpc().freshId());
    case LabCase::AfterEnd:
        return lab.cancelOf(lab.conversation.log().record(trial().row).id.toJson());
    case LabCase::NullId:
        return lab.cancelOf("null");
    case LabCase::ObjectId:
        return lab.cancelOf("{}");
    case LabCase::UnknownId:
        m_id = rpc().freshId();
        return lab.cancelOf(m_id.toJson());
    default:
        return lab.cancelOf({});
    }
}

void LabBadCancelStep::send()
{
    m_timer.disconnect(this);
    ownTrial().message = message();
    m_sent = bench().conversation.now();
    rpc().sendRaw(trial().message);
    if (trial().testCase == LabCase::WithId)
        m_cancelRequest = rpc().outgoing().constLast(); // the request just sent
    if (m_cancelRequest)
        own(m_cancelRequest);
    m_timer.callOnTimeout(this, &LabBadCancelStep::onSettled);
    m_timer.start(bench().plan.patience);
}

void LabBadCancelStep::onSettled()
{
    m_hasSettled = true;
    if (!resemblesCall() || m_callState)
        ask();
}

void LabBadCancelStep::ask()
{
    if (m_cancelRequest)
        m_cancelRequest->cancel(bench().plan.reason); // it needs no response
    if (trial().testCase == LabCase::UnknownId) {
        askWithItsId();
        return;
    }
    m_asked = bench().probe(bench().probeLimit());
    own(m_asked);
    connect(m_asked, &OutgoingRequest::finished, this, &LabBadCancelStep::onAsked);
}

/// Sends a request with the cancelled id. A server that has remembered the cancel ignores it.
void LabBadCancelStep::askWithItsId()
{
    const Client &client = *bench().conversation.client();
    const QByteArray params = client.isModern() ? client.options().withMeta({}, client.revision()) : QByteArray();
    rpc().sendRaw(MessageText::request(m_id, bench().probeMethod(), params));
    m_asked = rpc().outgoing().constLast();
    own(m_asked);
    connect(m_asked, &OutgoingRequest::finished, this, &LabBadCancelStep::onAsked);
    m_timer.disconnect(this);
    m_timer.callOnTimeout(this, [this] {
        if (m_asked)
            m_asked->cancel(bench().plan.reason);
    });
    m_timer.start(bench().probeLimit());
}

void LabBadCancelStep::onAsked()
{
    m_timer.stop();
    const RequestState state = m_asked->state();
    m_isUnanswered = state == RequestState::TimedOut || state == RequestState::Cancelled;
    end();
}

/// Takes the times of the call that the cancel resembles; not those of the cancel with which the lab ends that call.
void LabBadCancelStep::takeTimes()
{
    LabTrial &trial = ownTrial();
    if (!resemblesCall() || trial.row < 0 || trial.message.isEmpty())
        return;
    const RequestRecord record = bench().conversation.log().record(trial.row);
    trial.cancelled = m_sent - record.start;
    const qint64 answered = record.responseEvent == RequestRecord::NoEvent ? 0 : record.end;
    const qint64 last = std::max(answered, record.late.lastTime);
    if (last > m_sent && record.state != RequestState::Succeeded)
        trial.gap = last - m_sent;
}

void LabBadCancelStep::judge()
{
    LabTrial &trial = ownTrial();
    LabJudge::judgeBad(trial, bench().findings);
    takeTimes();
    if (trial.message.isEmpty()) {
        trial.outcome = LabOutcome::AnsweredBefore;
        trial.note = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "The call had ended before the cancellation was sent"));
    } else if (resemblesCall() && m_callState && *m_callState != RequestState::Succeeded) {
        LabJudge::worsen(trial, LabOutcome::Obeyed);
        const QString limit = Formatting::duration(std::chrono::nanoseconds(bench().longest()).count());
        trial.note =
            *m_callState == RequestState::TimedOut
                ? TranslatableText::of(
                      QT_TRANSLATE_NOOP("TranslatableText", "The call did not get its result within %1"), limit)
                : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The call did not get its result"));
    }
    if (m_isUnanswered) {
        LabJudge::worsen(trial, LabOutcome::Unanswered);
        trial.note =
            trial.testCase == LabCase::UnknownId
                ? TranslatableText::of(
                      QT_TRANSLATE_NOOP("TranslatableText", "The next request with that id got no response"))
                : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The next request got no response"));
    }
    if (rpc().state() != Transport::State::Open)
        trial.outcome = LabOutcome::ServerDied;
}

} // namespace Pullcord
