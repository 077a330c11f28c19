// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/incomingrequest.h"

#include "core/rpc/errorcodes.h"
#include "core/rpc/messagetext.h"
#include "core/session/outgoingrequest.h"
#include "core/session/session.h"

#include <QPointer>

using namespace Qt::StringLiterals;

namespace Pullcord {

IncomingRequest::IncomingRequest(Session &session, const RequestRecord &record, QByteArray params)
    : QObject(&session)
    , m_session(&session)
    , m_id(record.id)
    , m_method(record.method)
    , m_params(std::move(params))
    , m_progressToken(record.progressToken)
    , m_serial(record.serial)
{}

IncomingRequest::~IncomingRequest()
{
    fail(ErrorCode::InternalError, u"The request was dropped without an answer"_s);
}

bool IncomingRequest::respond(const QByteArray &result)
{
    if (m_finished || !m_session)
        return false;
    m_session->answer(this, MessageText::result(m_id, result));
    finish();
    return true;
}

bool IncomingRequest::fail(qint64 code, const QString &message, const QByteArray &data)
{
    if (m_finished || !m_session)
        return false;
    m_session->answer(this, MessageText::error(m_id, code, message, data));
    finish();
    return true;
}

OutgoingRequest *IncomingRequest::cause() const
{
    return m_cause;
}

void IncomingRequest::giveUpWith(const RequestId &parent, const QString &reason)
{
    if (!m_finished && m_session)
        m_session->giveUp(*this, parent, reason);
}

void IncomingRequest::progress(double value, std::optional<double> total, const QString &message)
{
    if (m_finished || !m_session || m_progressToken.kind() == RequestId::Kind::None)
        return;
    const Dialect &dialect = m_session->tracker().dialect();
    m_session->notify(dialect.progressMethod,
                      MessageText::progressParams(dialect, m_progressToken, value, total, message));
}

void IncomingRequest::cancelledByPeer(const QString &reason, bool answerOwed)
{
    const QPointer<IncomingRequest> guard(this);
    m_token.request(reason);
    if (guard && !answerOwed)
        finish();
}

void IncomingRequest::finish()
{
    if (m_finished)
        return;
    m_finished = true;
    m_token.release();
    if (m_session)
        m_session->m_incoming.remove(m_serial);
    const QPointer<IncomingRequest> guard(this);
    emit finished(QPrivateSignal());
    if (guard)
        deleteLater();
}

} // namespace Pullcord
