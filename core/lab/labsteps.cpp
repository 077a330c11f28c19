// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lab/labsteps.h"

#include "core/capture/formatting.h"
#include "core/lab/labjudge.h"
#include "core/rpc/messagetext.h"
#include "core/transport/corked.h"

#include <algorithm>
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

namespace {

/// Long enough for a server to start first.
constexpr std::chrono::milliseconds HandshakeLimit{10'000};

} // namespace

LabInitializeStep::LabInitializeStep(LabBench &bench, const LabTrial &trial, QObject *parent)
    : LabStep(bench, trial, parent)
{
    m_timer.setSingleShot(true);
    m_timer.callOnTimeout(this, &LabInitializeStep::onRefused);
}

void LabInitializeStep::begin()
{
    Client &client = *bench().conversation.client();
    connect(&rpc(), &RpcConnection::stateChanged, this, [this](Transport::State state) {
        if (state == Transport::State::Idle) // after the other receivers
            QMetaObject::invokeMethod(this, &LabInitializeStep::onIdle, Qt::QueuedConnection);
    });
    connect(&client, &Client::ready, this, &LabInitializeStep::onReady);
    connect(&client, &Client::failed, this, &LabInitializeStep::onRefused);
    connect(&bench().conversation.log(), &RequestLog::transition, this,
            [this](qsizetype, qsizetype row, const Transition &transition) { onTransition(row, transition); });
    client.disconnectFromServer();
}

void LabInitializeStep::onIdle()
{
    if (++m_connections > 2) {
        end();
        return;
    }
    m_timer.start(std::min(HandshakeLimit, bench().plan.limit) + bench().plan.patience);
    bench().conversation.client()->connectToServer();
}

void LabInitializeStep::onTransition(qsizetype row, const Transition &transition)
{
    const bool isSent = transition.kind == Transition::Kind::Created || transition.kind == Transition::Kind::Left;
    if (!isSent || m_connections != 1 || trial().row >= 0)
        return;
    const RequestRecord record = bench().conversation.log().record(row);
    if (record.method != "initialize" || record.direction != Direction::ClientToServer)
        return;
    ownTrial().row = row;
    ownTrial().message = bench().cancelOf(record.id.toJson());
    // Queued, so that the connection processes the event first.
    QMetaObject::invokeMethod(
        this, [this] { rpc().sendRaw(trial().message); }, Qt::QueuedConnection);
}

void LabInitializeStep::onReady()
{
    m_timer.stop();
    if (trial().row >= 0 || m_connections > 1)
        end();
}

/// Called when the handshake fails, or does not end in time.
void LabInitializeStep::onRefused()
{
    m_timer.stop();
    m_isObeyed = m_isObeyed || m_connections == 1;
    bench().conversation.client()->disconnectFromServer();
}

/// Restores the connection with an ordinary handshake.
void LabInitializeStep::restore()
{
    Client &client = *bench().conversation.client();
    rpc().disconnect(this);
    client.disconnect(this);
    bench().conversation.log().disconnect(this);
    m_timer.stop();
    if (client.state() == Client::State::Ready && !client.isLeaving())
        return;
    if (rpc().state() == Transport::State::Idle) {
        client.connectToServer();
        return;
    }
    auto *once = new QObject(&client);
    connect(&rpc(), &RpcConnection::stateChanged, once, [once, &client](Transport::State state) {
        if (state != Transport::State::Idle)
            return;
        once->deleteLater();
        // after the other receivers
        QMetaObject::invokeMethod(
            &client, [&client] { client.connectToServer(); }, Qt::QueuedConnection);
    });
    if (!client.isLeaving())
        client.disconnectFromServer();
}

void LabInitializeStep::judge()
{
    LabJudge::judgeBad(ownTrial(), bench().findings);
    if (m_isObeyed) { // allowed, since the cancel itself is forbidden
        if (trial().outcome == LabOutcome::Ignored)
            ownTrial().outcome = LabOutcome::Obeyed;
        ownTrial().note = TranslatableText::of(QT_TRANSLATE_NOOP(
            "TranslatableText", "The handshake of a new connection was cancelled and did not finish"));
    } else if (trial().row >= 0) {
        ownTrial().note = TranslatableText::of(QT_TRANSLATE_NOOP(
            "TranslatableText", "The handshake of a new connection was cancelled and finished anyway"));
    }
    if (rpc().state() != Transport::State::Open)
        ownTrial().outcome = LabOutcome::ServerDied;
}

} // namespace Pullcord
