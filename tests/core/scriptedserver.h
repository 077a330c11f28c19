// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/http/httpparser.h"

#include <QObject>
#include <QPointer>
#include <QTcpServer>
#include <QTcpSocket>
#include <QUrl>

#include <functional>

namespace Pullcord {

/// An HTTP server on loopback. The test controls each byte that it sends, including invalid responses.
class ScriptedServer final : public QObject
{
    Q_OBJECT

public:
    struct Request
    {
        HttpHead head;
        QByteArray body;
        QPointer<QTcpSocket> socket;

        [[nodiscard]] QByteArray header(QByteArrayView name) const
        {
            return head.headers.value(name).value_or(QByteArray());
        }
        /// Returns the method of the JSON-RPC message in the body.
        [[nodiscard]] QByteArray rpcMethod() const;
        /// Returns the id of the JSON-RPC message in the body, as JSON.
        [[nodiscard]] QByteArray rpcId() const;
        void write(const QByteArray &bytes) const;
        void end() const;   ///< closes the connection in good order
        void abort() const; ///< resets the connection
        [[nodiscard]] bool clientHasGone() const { return !socket || socket->state() != QTcpSocket::ConnectedState; }
    };
    using Script = std::function<void(const Request &)>;

    explicit ScriptedServer(QObject *parent = nullptr);
    ~ScriptedServer() override;

    /// Called with each complete request. Without a script the server does not respond.
    void setScript(Script script) { m_script = std::move(script); }
    [[nodiscard]] QUrl url(const QString &path = QStringLiteral("/mcp")) const;
    [[nodiscard]] const QList<Request> &requests() const { return m_requests; }
    [[nodiscard]] QList<Request> requests(QByteArrayView method) const;
    void stopListening() { m_server.close(); }

    /// Returns a complete response.
    [[nodiscard]] static QByteArray response(const QByteArray &status, const QByteArray &contentType,
                                             const QByteArray &body, const QByteArray &moreHeaders = {});
    [[nodiscard]] static QByteArray json(const QByteArray &body, const QByteArray &moreHeaders = {});
    [[nodiscard]] static QByteArray accepted(); ///< 202
    /// Returns the head of an event stream that lasts until the connection ends.
    [[nodiscard]] static QByteArray streamHead(const QByteArray &moreHeaders = {});
    /// Returns a JSON-RPC result for the request.
    [[nodiscard]] static QByteArray result(const Request &request, const QByteArray &result = "{}");

private:
    void onConnection();

    QTcpServer m_server;
    Script m_script;
    QList<Request> m_requests;
};

} // namespace Pullcord
