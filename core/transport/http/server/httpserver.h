// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"
#include "core/transport/http/server/httpserverexchange.h"

#include <QHostAddress>
#include <QObject>
#include <QTcpServer>
#include <QUrl>

#include <chrono>

namespace Pullcord {

/// Listens for HTTP/1.1 requests, by default on this machine alone, and hands them out one by one as exchanges.
///
/// A connection is kept alive and may be pipelined: its next request is handed out when the exchange before it has
/// ended. Bytes that are not HTTP get 400, a body over the limit 413, and the connection is closed.
/// Owner: the creator; destroying it closes every connection without a signal. Receivers of its signals may destroy it.
/// Errors: listen() returns the reason as text. Specification: RFC 9112.
class HttpServer final : public QObject
{
    Q_OBJECT

public:
    struct Options
    {
        QHostAddress address = QHostAddress::LocalHost;
        quint16 port = 0;                   ///< 0: any free port
        qint64 maxBody = qint64(256) << 20; ///< bytes, decoded
        /// Time for a client to read a response that came before its request was complete.
        std::chrono::milliseconds lingerTime{1000};
    };

    explicit HttpServer(Options options, QObject *parent = nullptr);
    ~HttpServer() override;

    [[nodiscard]] Outcome listen();
    [[nodiscard]] const Options &options() const { return m_options; }
    /// Address of the server, without a path; valid once listen() has succeeded.
    [[nodiscard]] QUrl url() const;

signals:
    /// A complete request awaits its response, now or later. The exchange belongs to its connection and is deleted,
    /// through the event loop, after it has ended.
    void requestArrived(Pullcord::HttpServerExchange *exchange);

private:
    void onConnections();

    Options m_options;
    QTcpServer m_server;
};

} // namespace Pullcord
