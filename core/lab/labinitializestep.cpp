// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lab/labinitializestep.h"

#include "core/lab/labjudge.h"

namespace Pullcord {

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
