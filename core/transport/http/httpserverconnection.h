// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/http/httpparser.h"
#include "core/transport/http/httpserver.h"

#include <QObject>
#include <QTimer>

class QTcpSocket;

namespace Pullcord {

/// One connection of a client with an HttpServer: reads its requests one after the other, and carries the bytes of the
/// exchange that is open.
///
/// While an exchange is open the connection goes on reading, since that is how it learns that the client has gone; of what
/// was pipelined it takes no more than PipelineLimit.
/// Owner: the HttpServer; it destroys itself when the connection has ended.
class HttpServerConnection final : public QObject
{
    Q_OBJECT

public:
    static constexpr qint64 PipelineLimit = qint64(1) << 20; ///< bytes

    HttpServerConnection(QTcpSocket *socket, HttpServer::Options options, QObject *parent);
    ~HttpServerConnection() override;

    // For the exchange. None of these emits a signal of the exchange before it returns.
    /// Writes at once what the system takes, and the rest as it takes it.
    void write(const QByteArray &bytes);
    [[nodiscard]] qint64 pendingBytes() const;
    /// The answer is complete: the next request, or the end, through the event loop.
    void finish(bool keepAlive);
    [[nodiscard]] bool isConnected() const;
    /// The exchange has ended by itself.
    void forget() { m_exchange = nullptr; }
    /// Closes now, whatever has not left.
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
    QByteArray m_waiting; ///< read and not parsed
    QByteArray m_body;
    HttpServerExchange *m_exchange = nullptr; ///< the open one
    QTimer m_lingerTimer;
    bool m_invited = false; ///< the client has been told to send the body
    bool m_drainPosted = false;
    bool m_leaving = false; ///< nothing more is read but to see the end
    bool m_ended = false;
};

} // namespace Pullcord
