// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scriptedserver.h"

#include "core/json/jsonvalue.h"

#include <QTest>

#include <memory>

using namespace Qt::StringLiterals;

namespace Pullcord {

QByteArray ScriptedServer::Request::rpcMethod() const
{
    return JsonValue(body).member("method").toUtf8();
}

QByteArray ScriptedServer::Request::rpcId() const
{
    return JsonValue(body).member("id").raw().toByteArray();
}

void ScriptedServer::Request::write(const QByteArray &bytes) const
{
    if (clientHasGone())
        return;
    socket->write(bytes);
    socket->flush();
}

void ScriptedServer::Request::end() const
{
    if (socket)
        socket->disconnectFromHost();
}

void ScriptedServer::Request::abort() const
{
    if (socket)
        socket->abort();
}

ScriptedServer::ScriptedServer(QObject *parent)
    : QObject(parent)
{
    connect(&m_server, &QTcpServer::newConnection, this, &ScriptedServer::onConnection);
    if (!m_server.listen(QHostAddress::LocalHost))
        qFatal("no loopback port");
}

ScriptedServer::~ScriptedServer()
{
    for (const Request &request : std::as_const(m_requests)) {
        if (request.socket)
            request.socket->disconnect(this);
    }
}

QUrl ScriptedServer::url(const QString &path) const
{
    return QUrl(u"http://127.0.0.1:%1%2"_s.arg(m_server.serverPort()).arg(path));
}

QList<ScriptedServer::Request> ScriptedServer::requests(QByteArrayView method) const
{
    QList<Request> found;
    for (const Request &request : m_requests) {
        if (request.head.method == method)
            found.append(request);
    }
    return found;
}

void ScriptedServer::onConnection()
{
    QTcpSocket *socket = m_server.nextPendingConnection();
    const auto parser = std::make_shared<HttpParser>(HttpParser::Kind::Request);
    connect(socket, &QTcpSocket::readyRead, this, [this, socket, parser] {
        if (parser->isDone())
            return;
        QVERIFY(parser->feed(socket->readAll()));
        if (!parser->isDone())
            return;
        m_requests.append({parser->head(), parser->takeBody(), socket});
        if (m_script)
            m_script(Request(m_requests.last()));
    });
    connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
}

QByteArray ScriptedServer::response(const QByteArray &status, const QByteArray &contentType, const QByteArray &body,
                                    const QByteArray &moreHeaders)
{
    QByteArray text = "HTTP/1.1 " + status + "\r\n" + moreHeaders;
    if (!contentType.isEmpty())
        text += "Content-Type: " + contentType + "\r\n";
    return text + "Content-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body;
}

QByteArray ScriptedServer::json(const QByteArray &body, const QByteArray &moreHeaders)
{
    return response("200 OK", "application/json", body, moreHeaders);
}

QByteArray ScriptedServer::accepted()
{
    return response("202 Accepted", {}, {});
}

QByteArray ScriptedServer::streamHead(const QByteArray &moreHeaders)
{
    return "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n" + moreHeaders + "Connection: close\r\n\r\n";
}

QByteArray ScriptedServer::result(const Request &request, const QByteArray &result)
{
    return R"({"jsonrpc":"2.0","id":)" + request.rpcId() + R"(,"result":)" + result + '}';
}

} // namespace Pullcord
