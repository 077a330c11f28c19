// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/http/server/httpserver.h"

#include "core/transport/http/server/httpserverconnection.h"

#include <QNetworkProxy>
#include <QTcpSocket>

#include <utility>

using namespace Qt::StringLiterals;

namespace Pullcord {

HttpServer::HttpServer(Options options, QObject *parent)
    : QObject(parent)
    , m_options(std::move(options))
{
    connect(&m_server, &QTcpServer::newConnection, this, &HttpServer::onConnections);
}

HttpServer::~HttpServer() = default;

Outcome HttpServer::listen()
{
    m_server.setProxy(QNetworkProxy::NoProxy);
    if (m_server.listen(m_options.address, m_options.port))
        return std::monostate();
    return Error{ErrorKind::Transport,
                 TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "cannot listen on %1, port %2: %3"),
                                      m_options.address.toString(), QString::number(m_options.port),
                                      m_server.errorString())};
}

QUrl HttpServer::url() const
{
    QUrl url;
    url.setScheme(u"http"_s);
    url.setHost(m_server.serverAddress().toString());
    url.setPort(m_server.serverPort());
    return url;
}

void HttpServer::onConnections()
{
    while (QTcpSocket *socket = m_server.nextPendingConnection()) {
        auto *connection = new HttpServerConnection(socket, m_options, this);
        connect(connection, &HttpServerConnection::requestArrived, this, &HttpServer::requestArrived);
    }
}

} // namespace Pullcord
