// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"
#include "core/transport/http/httpserverexchange.h"

#include <QHostAddress>
#include <QObject>
#include <QTcpServer>
#include <QUrl>

#include <chrono>

namespace Pullcord {

/// Listens for HTTP/1.1 requests, on this machine alone unless told otherwise, and hands them out one by one as exchanges.
///
/// A connection is kept alive and may be pipelined: its next request is handed out when the exchange before it has ended.
/// What is no HTTP is answered with 400, a body over the limit with 413, and the connection is closed.
/// Owner: whoever made it; destroying it closes every connection in silence. Receivers of its signals may destroy it.
/// Errors: listen() says in words why it could not. Specification: RFC 9112.
class HttpServer final : public QObject
{
    Q_OBJECT

public:
    struct Options
    {
        QHostAddress address = QHostAddress::LocalHost;
        quint16 port = 0;                           ///< 0: any free one
        qint64 maxBody = qint64(256) << 20;         ///< bytes, decoded
        std::chrono::milliseconds lingerTime{1000}; ///< for a client to read an answer that came before it had sent all
    };

    explicit HttpServer(Options options, QObject *parent = nullptr);
    ~HttpServer() override;

    [[nodiscard]] Outcome listen();
    [[nodiscard]] const Options &options() const { return m_options; }
    /// The address that it listens at, without a path; meaningful once listen() has succeeded.
    [[nodiscard]] QUrl url() const;

signals:
    /// A whole request is there and waits to be answered, now or later. The exchange belongs to its connection and is
    /// deleted, through the event loop, after it has ended.
    void requestArrived(Pullcord::HttpServerExchange *exchange);

private:
    void onConnections();

    Options m_options;
    QTcpServer m_server;
};

} // namespace Pullcord
