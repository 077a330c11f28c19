// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/proxy/clientlistener.h"
#include "core/proxy/httprelay.h"
#include "core/proxy/proxy.h"

#include <QHash>
#include <QSet>

#include <map>
#include <memory>

namespace Pullcord {

/// Proxy from HTTP to HTTP: it listens instead of the server, and forwards each request of a client to the server as it
/// came (see HttpRelay).
///
/// Many clients may use it, each as a connection of its own: the requests of one session, those of one stream of
/// HTTP+SSE, or otherwise those of one User-Agent. The address has a random path, so that other programs and web pages
/// cannot use it. Requests must come from this machine. Without that path are allowed: the metadata of authorization
/// (`/.well-known/`), and the addresses that the server named in its streams.
///
/// Clients without a session may have the same User-Agent. A request whose id is in flight is then taken for that of
/// another client.
///
/// The operator's cancel reaches the server as a POST of the proxy, with the headers of the client. Since 2026-07-28 the
/// stream of the response is closed.
///
/// With rules, each message is judged whole. A request that does not pass leaves its client waiting, a notification or
/// response is accepted. What a rule sends to the server is a POST with the headers of the client; no client gets the
/// response to a copy. A rule that closes a connection also ends its session: later requests get 404.
///
/// A client ends with the DELETE of its session. If the server forgets the session (404), the next initialize of that
/// User-Agent goes on with the connection. The proxy ends by close(). Owner: the creator. Errors:
/// failure() if it cannot listen. Specification: MCP transports, Streamable HTTP and HTTP+SSE, of every revision.
class HttpProxy final : public Proxy
{
    Q_OBJECT

public:
    HttpProxy(const HttpOptions &server, ClientListener::Options options, QObject *parent = nullptr);
    ~HttpProxy() override;

    void start() override;
    void close(const QString &reason) override;
    void hurry() override {}
    [[nodiscard]] qint64 undelivered() const override { return 0; }

protected:
    [[nodiscard]] QJsonObject serverDescription() const override { return m_upstream.description(); }
    [[nodiscard]] Outcome sendCancel(const RequestRecord &request, const QString &reason) override;
    [[nodiscard]] Outcome sendResponse(const RequestRecord &request, const QByteArray &response) override;
    void onBegun(const RequestRecord &request) override;
    void passOn(const Event &message, const QByteArray &line, const QJsonObject &details) override;
    void reportWithheld(const Event &message, const QByteArray &line, const QJsonObject &details) override;
    void sendByRule(const HeldMessage &message) override;
    void breakOff(quint32 connection, const QString &reason, bool kills) override;

private:
    /// Decision of the rules about a message of the server whose event has not come yet.
    struct Judged
    {
        QByteArray message;
        QJsonObject details;    ///< to be added to the event
        QList<Event> then = {}; ///< events to be reported after it
    };
    /// One client. The map keeps its address while it exists.
    struct Client
    {
        quint32 connection = 0;
        std::unique_ptr<HttpLink> link;
        QSet<HttpRelay *> relays;
        HttpRequest lastPost;               ///< without its body
        QSet<RequestId> withheldFromClient; ///< requests of the client whose responses are withheld from its streams
        QSet<RequestId> withheldFromServer; ///< the same for requests of the server
        /// Exchanges whose messages reach no client any more, with the rule that began them, if any.
        QHash<int, QString> left;
        QHash<int, QList<Judged>> judged; ///< by exchange, in order
        bool isUsed = false;
        QByteArray agent;       ///< key of its User-Agent
        QByteArray lostSession; ///< the latest one that the server has forgotten
        bool mustBegin = false; ///< the client has not sent initialize since then

        [[nodiscard]] HttpRelay *awaiting(const RequestId &id) const; ///< null: none
        [[nodiscard]] HttpRelay *stream() const;                      ///< for messages that name no request; null: none
    };

    [[nodiscard]] QUrl url() const;
    void onRequest(HttpServerExchange *exchange);
    [[nodiscard]] std::optional<QUrl> targetOf(const HttpServerExchange &exchange) const;
    [[nodiscard]] Client &clientOf(const HttpServerExchange &exchange, const QByteArray &address);
    Client &addClient();
    HttpRelay *adopt(Client &client, HttpRelay *relay);
    [[nodiscard]] Result<Client *> ready(const RequestRecord &request);
    HttpRelay *sendToServer(Client &client, const RequestId &request, const QByteArray &message,
                            const QString &rule = {}, const RequestId &answered = {});
    [[nodiscard]] bool judgePost(Client &client, HttpRelay &relay);
    void judgeResponse(Client &client, HttpRelay &relay, const QByteArray &message);
    [[nodiscard]] static QList<Event> takeJudged(Client &client, Event &event);
    [[nodiscard]] static bool withhold(Client &client, HttpServerExchange &exchange);
    static void markWithheld(Client &client, Event &event);
    void separate(Client &client, const QByteArray &key);
    void onResponded(Client &client, const HttpHead &head);
    void onSessionLost(Client &client, const QByteArray &session);
    void onStreamEvent(Client &client, const QUrl &stream, const SseEvent &event);
    void endClient(Client &client, const QString &reason);

    HttpOptions m_upstream;
    ClientListener m_listener;
    std::map<quint32, Client> m_clients; ///< by connection, those that have not ended
    QHash<QByteArray, quint32> m_keys;   ///< connections by "session …", "address …" or "agent …"
    QSet<QByteArray> m_closed;           ///< keys that a rule has closed
    HttpRelay *m_judging = nullptr;      ///< that of the present message, while rules decide
    quint64 m_lastRelay = 0;             ///< number
    quint32 m_nextConnection = 0;
    bool m_isClosed = false;
};

} // namespace Pullcord
