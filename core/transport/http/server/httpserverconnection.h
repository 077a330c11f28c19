// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/http/httpparser.h"
#include "core/transport/http/server/httpserver.h"

#include <QObject>
#include <QTimer>

class QTcpSocket;

namespace Pullcord {

/// One client connection of an HttpServer: reads its requests one after the other, and carries the bytes of the open
/// exchange.
///
/// While an exchange is open the connection continues to read, since only that reveals that the client has gone. It
/// holds at most PipelineLimit bytes of pipelined requests.
/// Owner: the HttpServer; it destroys itself when the connection has ended.
class HttpServerConnection final : public QObject
{
    Q_OBJECT

public:
    static constexpr qint64 PipelineLimit = qint64(1) << 20; ///< bytes

    HttpServerConnection(QTcpSocket *socket, HttpServer::Options options, QObject *parent);
    ~HttpServerConnection() override;

    // Calls of the exchange. None of them emits a signal of the exchange before it returns.
    /// Writes as much as the system takes at once, and the rest later.
    void write(const QByteArray &bytes);
    [[nodiscard]] qint64 pendingBytes() const;
    /// Ends the response. The next request, or the end of the connection, follows through the event loop.
    void finish(bool keepAlive);
    [[nodiscard]] bool isConnected() const;
    /// Drops the exchange, which has ended by itself.
    void forget() { m_exchange = nullptr; }
    /// Closes now; unwritten bytes are lost.
    void abort();

signals:
    void requestArrived(Pullcord::HttpServerExchange *exchange);

private:
    void onReadable();
    void onWritten();
    void onGone();
    void parse();
    void invite();
    [[nodiscard]] int complaint() const;
    void handOut();
    void refuse(int status, const QString &reason = {});
    void closeGently(bool heardAll);

    HttpServer::Options m_options;
    QTcpSocket *m_socket;
    HttpParser m_parser{HttpParser::Kind::Request};
    QByteArray m_waiting; ///< read but not parsed
    QByteArray m_body;
    HttpServerExchange *m_exchange = nullptr; ///< the open one, or null
    QTimer m_lingerTimer;
    bool m_invited = false; ///< the client was invited to send the body (100 Continue)
    bool m_drainPosted = false;
    bool m_leaving = false; ///< bytes are read only to detect the end
    bool m_ended = false;
};

} // namespace Pullcord
