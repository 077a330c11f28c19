// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/connection/outgoingrequest.h"

#include "core/connection/rpcconnection.h"

#include <QPointer>

using namespace Qt::StringLiterals;

namespace Pullcord {

OutgoingRequest::OutgoingRequest(RpcConnection &rpc, RequestId id, QByteArray method, const RequestOptions &options)
    : QObject(&rpc)
    , m_rpc(&rpc)
    , m_id(std::move(id))
    , m_method(std::move(method))
    , m_follows(options.follows)
    , m_deadlines({options.timeout, options.cap, options.progressExtends},
                  [this](bool hard, std::chrono::milliseconds limit) { onDeadline(hard, limit); })
{
    const auto cancelWith = [this](const QString &reason) { cancel(reason); };
    if (options.token)
        connect(options.token, &CancellationToken::requested, this, cancelWith);
    if (options.parent && !options.parent->isFinished())
        connect(&options.parent->token(), &CancellationToken::requested, this, cancelWith);
}

OutgoingRequest::~OutgoingRequest()
{
    if (!m_finished && m_rpc)
        cancel(u"The request is no longer needed"_s);
    // Even a request that the protocol forbids to cancel ends locally.
    finish(RequestState::Cancelled,
           Error{ErrorKind::Cancelled,
                 TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The request is no longer needed"))});
    announceEnd(); // a receiver of stateChanged may be destroying this object
    if (m_rpc)
        m_rpc->untrack(this);
}

const Result<QByteArray> &OutgoingRequest::outcome() const
{
    Q_ASSERT_X(m_outcome, "OutgoingRequest::outcome", "asked before finished()");
    return *m_outcome;
}

OutgoingRequest::CancelResult OutgoingRequest::cancel(const QString &reason)
{
    return m_finished || !m_rpc ? CancelResult::AlreadyEnded : m_rpc->cancel(this, reason);
}

void OutgoingRequest::detach()
{
    if (m_finished)
        return;
    m_detached = true;
    const QString reason = u"Its response is no longer awaited"_s;
    if (m_rpc)
        m_rpc->endRequest(this, {.reason = reason, .detached = true});
    else
        finish(RequestState::Cancelled, Error{ErrorKind::Cancelled, reason});
}

void OutgoingRequest::onDeadline(bool hard, std::chrono::milliseconds limit)
{
    if (!m_rpc)
        return;
    m_rpc->endRequest(this, {.state = RequestState::TimedOut,
                             .reason = u"Timed out after %1 ms"_s.arg(limit.count()),
                             .afterMs = limit.count(),
                             .hard = hard});
}

void OutgoingRequest::setState(RequestState state)
{
    if (m_finished || m_state == state)
        return;
    m_state = state;
    emit stateChanged(state);
}

void OutgoingRequest::onProgress(const RequestRecord::Progress &progress)
{
    m_deadlines.progress();
    emit progressed(progress);
}

void OutgoingRequest::finish(RequestState state, Result<QByteArray> outcome)
{
    if (m_finished)
        return;
    m_finished = true;
    m_state = state;
    m_outcome = std::move(outcome);
    m_deadlines.stop();
    if (m_rpc)
        m_rpc->release(this);
    const QPointer<OutgoingRequest> guard(this);
    emit stateChanged(state);
    if (guard)
        announceEnd();
}

void OutgoingRequest::announceEnd()
{
    if (std::exchange(m_announced, true))
        return;
    emit finished(QPrivateSignal());
}

} // namespace Pullcord
