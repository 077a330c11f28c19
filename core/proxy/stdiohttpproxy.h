// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/proxy/clientpipes.h"
#include "core/proxy/proxy.h"
#include "core/rpc/lineframer.h"
#include "core/transport/http/httptransport.h"

#include <QHash>
#include <QSet>

#include <optional>

namespace Pullcord {

/// Proxy from stdio to HTTP: a client has started us instead of a command, and the server is behind a URL.
///
/// Each line of the client is sent as it is in a POST of its own, with the headers that MCP requires, and each message
/// of the server becomes a line. Line breaks between the tokens of a message become spaces, since a line cannot hold
/// them.
///
/// The cancel is translated by the revision of the request. Before 2026-07-28 it stays the notification, in a POST of
/// its own. Since 2026-07-28 HTTP has no such message: the stream of the response is closed, and the Cancel event
/// contains the notification.
///
/// A request that ends without a response (an HTTP error, a stream that ends early) gets an error response, since the
/// client would wait for ever. A Note contains it.
///
/// It ends when the client closes its end, when it stops reading, when the server cannot be reached, or when the server
/// has forgotten the session: only the client can begin a new one, and a new start makes it do so.
///
/// Owner: the creator, which passes the client's ends of stdio; the proxy closes them. Specification: MCP transports,
/// stdio and Streamable HTTP, of every revision; utilities "Cancellation".
class StdioHttpProxy final : public Proxy
{
    Q_OBJECT

public:
    /// `input` is the pipe that the client writes to, `output` the one it reads; the proxy takes ownership of both.
    StdioHttpProxy(const HttpOptions &options, int input, int output, QObject *parent = nullptr);
    ~StdioHttpProxy() override;

    void start() override;
    void close(const QString &reason) override;
    void hurry() override;

    [[nodiscard]] qint64 undelivered() const override { return m_client.undelivered(); }

protected:
    [[nodiscard]] QJsonObject serverDescription() const override { return m_server.description(); }
    [[nodiscard]] Outcome sendCancel(const RequestRecord &request, const QString &reason) override;
    [[nodiscard]] Outcome sendResponse(const RequestRecord &request, const QByteArray &response) override;
    void onBegun(const RequestRecord &request) override;
    void passOn(const Event &message, const QByteArray &line, const QJsonObject &details) override;
    void reportWithheld(const Event &message, const QByteArray &line, const QJsonObject &details) override;
    void sendByRule(const HeldMessage &message) override;

private:
    [[nodiscard]] QSet<RequestId> &keptOf(Direction direction)
    {
        return direction == Direction::ClientToServer ? m_keptFromClient : m_keptFromServer;
    }
    void addToClient(const QByteArray &line);
    [[nodiscard]] bool keepFromServer(const QByteArray &line, const Envelope &envelope);
    void onLine(const LineFramer::Line &line);
    [[nodiscard]] bool translateCancel(const QByteArray &line, const Envelope &envelope, QJsonObject details);
    void sendToServer(const QByteArray &message, const Envelope &envelope, const QJsonObject &details);
    void sendToClient(const QByteArray &message, const Envelope &envelope);
    void refuse(const QByteArray &head, qsizetype length);
    void note(QByteArrayView message, const Envelope &envelope);
    void onEvent(Event event);
    void onMessage(Event &event);
    void onLeft(const RequestId &id);
    void onState(Transport::State state);
    void endRequests(const Event &event);
    void endRequest(const RequestId &id, const QString &reason);

    /// Decision of the rules about the present message of the server.
    struct Judged
    {
        QJsonObject details; ///< to be added to its event
        QList<Event> then;   ///< events to be reported after it
    };

    HttpTransport m_server;
    ClientPipes m_client;
    LineFramer m_lines;
    JsonChecker m_checker;
    QHash<RequestId, bool> m_inFlight; ///< requests of the client; true: of 2026-07-28 or later
    /// Modern requests that have not left yet, with the cancel that the client has sent meanwhile.
    QHash<RequestId, std::optional<Event>> m_leaving;
    QSet<RequestId> m_closed;         ///< modern requests whose stream the operator has closed
    QSet<RequestId> m_keptFromClient; ///< requests of the client whose responses are withheld
    QSet<RequestId> m_keptFromServer; ///< the same for requests of the server
    Judged m_judged;
    bool m_isJudging = false; ///< rules decide about a message of the server
    QString m_reason;         ///< reason for closing
};

} // namespace Pullcord
