// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proxy/control/controlcall.h"

#include "core/json/jsonchecker.h"
#include "core/json/jsonvalue.h"
#include "core/privatefolder.h"
#include "core/rpc/messagetext.h"

#include <utility>

namespace Pullcord {
using namespace Qt::StringLiterals;

ControlCall::ControlCall(const QString &path, const QByteArray &method, const QByteArray &params, QObject *parent)
    : QObject(parent)
    , m_request(MessageText::request(RequestId(1), method, params) + '\n')
{
    m_patience.setSingleShot(true);
    m_patience.callOnTimeout(this, [this] { finish(Error{ErrorKind::Timeout, u"the proxy does not respond"_s}); });
    connect(&m_socket, &QLocalSocket::readyRead, this, &ControlCall::onReadable);
    connect(&m_socket, &QLocalSocket::connected, this, [this] {
        if (!PrivateFolder::isSameUser(m_socket.socketDescriptor()))
            return finish(Error{ErrorKind::Io, u"the socket belongs to another user"_s});
        m_socket.write(m_request);
    });
    connect(&m_socket, &QLocalSocket::errorOccurred, this, [this](QLocalSocket::LocalSocketError error) {
        if (error == QLocalSocket::ServerNotFoundError || error == QLocalSocket::ConnectionRefusedError)
            finish(Error{ErrorKind::Transport, u"the proxy does not run any more"_s});
        else
            finish(Error{ErrorKind::Io, m_socket.errorString()});
    });
    QMetaObject::invokeMethod(
        this,
        [this, path] {
            m_patience.start(Patience);
            m_socket.connectToServer(path);
        },
        Qt::QueuedConnection);
}

ControlCall::~ControlCall()
{
    m_socket.disconnect(this); // its end emits signals
}

void ControlCall::onReadable()
{
    constexpr qsizetype Longest = qsizetype(4) << 20;
    m_response += m_socket.readAll();
    const qsizetype end = m_response.indexOf('\n');
    if (end < 0 && m_response.size() <= Longest)
        return;
    m_response.truncate(end);
    JsonChecker checker;
    const JsonValue response = end < 0 || checker.check(m_response) ? JsonValue() : JsonValue(m_response);
    const JsonValue error = response.member("error");
    if (const JsonValue result = response.member("result"); result.isValid())
        finish(result.raw().toByteArray());
    else if (error.isObject())
        finish(Error{.kind = ErrorKind::Peer,
                     .detail = error.member("message").toString(),
                     .code = error.member("code").toInteger().value_or(0),
                     .data = error.member("data").raw().toByteArray()});
    else
        finish(Error{ErrorKind::Protocol, u"the proxy sent a response that cannot be read"_s});
}

void ControlCall::finish(const Result<QByteArray> &result)
{
    if (std::exchange(m_isOver, true))
        return;
    m_patience.stop();
    deleteLater();
    emit finished(result);
}

} // namespace Pullcord
