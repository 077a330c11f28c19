// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/outgoingrequest.h"

#include "core/session/session.h"

#include <QPointer>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Pullcord {

OutgoingRequest::OutgoingRequest(Session &session, RequestId id, QByteArray method, const RequestOptions &options)
    : QObject(&session)
    , m_session(&session)
    , m_id(std::move(id))
    , m_method(std::move(method))
    , m_follows(options.follows)
    , m_timeout(options.timeout)
    , m_cap(options.cap)
    , m_progressExtends(options.progressExtends)
{
    for (QTimer *timer : {&m_timeoutTimer, &m_capTimer}) {
        timer->setSingleShot(true);
        timer->setTimerType(Qt::PreciseTimer);
    }
    m_timeoutTimer.callOnTimeout(this, [this] { onDeadline(false); });
    m_capTimer.callOnTimeout(this, [this] { onDeadline(true); });
    if (m_timeout.count() > 0)
        m_timeoutTimer.start(m_timeout);
    if (m_cap.count() > 0)
        m_capTimer.start(m_cap);

    const auto cancelWith = [this](const QString &reason) { cancel(reason); };
    if (options.token)
        connect(options.token, &CancellationToken::requested, this, cancelWith);
    if (options.parent && !options.parent->isFinished())
        connect(&options.parent->token(), &CancellationToken::requested, this, cancelWith);
}

OutgoingRequest::~OutgoingRequest()
{
    if (!m_finished && m_session)
        cancel(u"The caller is gone"_s);
    // What cannot be cancelled ends all the same, for its caller.
    finish(RequestState::Cancelled,
           Error{ErrorKind::Cancelled, Words::of(QT_TRANSLATE_NOOP("Words", "The caller is gone"))});
    announceEnd(); // should a receiver of stateChanged be who destroys us
    if (m_session)
        m_session->unlist(this);
}

const Result<QByteArray> &OutgoingRequest::outcome() const
{
    Q_ASSERT_X(m_outcome, "OutgoingRequest::outcome", "asked before finished()");
    return *m_outcome;
}

OutgoingRequest::CancelResult OutgoingRequest::cancel(const QString &reason)
{
    return m_finished || !m_session ? CancelResult::AlreadyEnded : m_session->cancel(this, reason);
}

void OutgoingRequest::detach()
{
    if (m_finished)
        return;
    m_detached = true;
    const QString reason = u"Its answer is not awaited any more"_s;
    if (m_session)
        m_session->stop(this, {.reason = reason, .detached = true});
    else
        finish(RequestState::Cancelled, Error{ErrorKind::Cancelled, reason});
}

void OutgoingRequest::pauseDeadlines()
{
    if (m_pauses++ > 0)
        return;
    const auto stopped = [](QTimer &timer) {
        const auto left = timer.isActive() ? std::max(timer.remainingTimeAsDuration(), 1ms) : 0ms;
        timer.stop();
        return left;
    };
    m_timeoutLeft = stopped(m_timeoutTimer);
    m_capLeft = stopped(m_capTimer);
}

void OutgoingRequest::resumeDeadlines()
{
    if (--m_pauses > 0)
        return;
    const auto goOn = [this](QTimer &timer, std::chrono::milliseconds &left) {
        if (left.count() > 0 && !m_finished)
            timer.start(left);
        left = 0ms;
    };
    goOn(m_timeoutTimer, m_timeoutLeft);
    goOn(m_capTimer, m_capLeft);
}

void OutgoingRequest::onDeadline(bool hard)
{
    if (!m_session)
        return;
    const std::chrono::milliseconds limit = hard ? m_cap : m_timeout;
    m_session->stop(this, {.state = RequestState::TimedOut,
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
    if (m_progressExtends && m_timeoutTimer.isActive())
        m_timeoutTimer.start(m_timeout);
    else if (m_progressExtends && m_timeoutLeft.count() > 0)
        m_timeoutLeft = m_timeout;
    emit progressed(progress);
}

void OutgoingRequest::finish(RequestState state, Result<QByteArray> outcome)
{
    if (m_finished)
        return;
    m_finished = true;
    m_state = state;
    m_outcome = std::move(outcome);
    m_timeoutTimer.stop();
    m_capTimer.stop();
    if (m_session)
        m_session->retire(this);
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
