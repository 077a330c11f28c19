// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/proxy/postedmessage.h"
#include "core/rpc/event.h"
#include "core/transport/http/server/httpserver.h"

#include <QObject>

namespace Pullcord {

/// The clients of a proxy over HTTP: the port at which they connect, and the random path without which no other program
/// and no web page can use it.
///
/// A request from elsewhere than this machine is refused, and every request after close(). A refusal that the proxy
/// decides on goes through refuse(), so that the record has it.
///
/// Owner: the proxy. Errors: listen() returns the reason. Specification: MCP transports, Streamable HTTP, "Security
/// Warning".
class ClientListener final : public QObject
{
    Q_OBJECT

public:
    struct Options
    {
        quint16 port = 0;  ///< 0: any free port
        QByteArray secret; ///< first part of the path; empty: none
    };
    static constexpr int MostRefusals = 100;                        ///< reported
    static constexpr qsizetype MostRecorded = qsizetype(256) << 10; ///< bytes of a refused message

    explicit ClientListener(Options options, QObject *parent = nullptr);

    /// Returns the event for the body of a POST that is refused with that status.
    [[nodiscard]] static Event refusedMessage(const HttpServerExchange &exchange, int status);
    /// Returns 32 random hexadecimal digits.
    [[nodiscard]] static QByteArray makeSecret();

    [[nodiscard]] Outcome listen();
    void close() { m_isClosed = true; }
    /// Address for clients: the random path is put before this one, which is encoded.
    [[nodiscard]] QUrl url(const QString &path) const;
    /// Encoded path of a request behind the random path; none if it does not begin with that.
    [[nodiscard]] std::optional<QByteArray> pathOf(const HttpServerExchange &exchange) const;

    void refuse(HttpServerExchange &exchange, int status, const QString &reason);
    void refuse(HttpServerExchange &exchange, const PostedMessage::Refusal &refusal);

signals:
    /// A request of this machine.
    void requestArrived(Pullcord::HttpServerExchange *exchange);
    /// A message that was refused, or a note about a refusal, for the first MostRefusals of them.
    void refused(const Pullcord::Event &event);

private:
    void onRequest(HttpServerExchange *exchange);
    void respond(HttpServerExchange &exchange, int status, const QByteArray &type, const QByteArray &body,
                 const QString &reason);

    Options m_options;
    HttpServer m_server;
    int m_refusals = 0;
    bool m_isClosed = false;
};

} // namespace Pullcord
