// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/connection/incomingrequest.h"

#include "core/connection/outgoingrequest.h"
#include "core/connection/rpcconnection.h"
#include "core/rpc/errorcodes.h"
#include "core/rpc/messagetext.h"

#include <QPointer>

using namespace Qt::StringLiterals;

namespace Pullcord {

IncomingRequest::IncomingRequest(RpcConnection &rpc, const RequestRecord &record, QByteArray params)
    : QObject(&rpc)
    , m_rpc(&rpc)
    , m_id(record.id)
    , m_method(record.method)
    , m_params(std::move(params))
    , m_progressToken(record.progressToken)
    , m_serial(record.serial)
{}

IncomingRequest::~IncomingRequest()
{
    fail(ErrorCode::InternalError, u"The handler of the request did not respond"_s);
}

bool IncomingRequest::respond(const QByteArray &result)
{
    if (m_finished || !m_rpc)
        return false;
    m_rpc->answer(this, MessageText::result(m_id, result));
    finish();
    return true;
}

bool IncomingRequest::fail(qint64 code, const QString &message, const QByteArray &data)
{
    if (m_finished || !m_rpc)
        return false;
    m_rpc->answer(this, MessageText::error(m_id, code, message, data));
    finish();
    return true;
}

OutgoingRequest *IncomingRequest::cause() const
{
    return m_cause;
}

void IncomingRequest::giveUpWith(const RequestId &parent, const QString &reason)
{
    if (!m_finished && m_rpc)
        m_rpc->abandon(*this, parent, reason);
}

void IncomingRequest::progress(double value, std::optional<double> total, const QString &message)
{
    if (m_finished || !m_rpc || m_progressToken.kind() == RequestId::Kind::None)
        return;
    const Dialect &dialect = m_rpc->tracker().dialect();
    m_rpc->notify(dialect.progressMethod, MessageText::progressParams(dialect, m_progressToken, value, total, message));
}

void IncomingRequest::cancelledByPeer(const QString &reason, bool responseOwed)
{
    const QPointer<IncomingRequest> guard(this);
    m_token.request(reason);
    if (guard && !responseOwed)
        finish();
}

void IncomingRequest::finish()
{
    if (m_finished)
        return;
    m_finished = true;
    m_token.release();
    if (m_rpc)
        m_rpc->m_incoming.remove(m_serial);
    const QPointer<IncomingRequest> guard(this);
    emit finished(QPrivateSignal());
    if (guard)
        deleteLater();
}

} // namespace Pullcord
