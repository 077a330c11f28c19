// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/http/httpfetch.h"
#include "core/transport/http/httppost.h"
#include "core/transport/http/server/httpserverexchange.h"

#include <QByteArrayList>
#include <QObject>
#include <QPointer>
#include <QSet>

#include <functional>
#include <optional>

namespace Pullcord {

/// One HTTP request of a client, relayed to the server, and its response, relayed back.
///
/// Method, headers and body pass as they came, except what an intermediary has to change: Host, the headers of a single
/// connection, and Accept-Encoding, since a compressed body could not be read. Each part of the response leaves for the
/// client in the turn in which it came, before it is read. A client that does not read makes the server wait: about
/// MostWaiting bytes are kept. A stream that one side closes is closed on the other side in the same turn. A server that
/// cannot be reached becomes 502. An address for messages (HTTP+SSE) that names the server's origin gets the proxy's.
///
/// The operator of the proxy may add messages between two events of a stream, and keep responses back. Whole events pass
/// then. After an error of the operator, the client has its response, and the rest of the server's has no receiver.
///
/// With rules, a judge decides about each message. A POST waits for start(); a JSON response and each event of a stream
/// pass when they are whole, and what is no message, or longer than a message may be, passes as it came. A client whose
/// request or response does not pass waits on, also when the server has ended the response. What a rule sends to it
/// becomes an event of the stream, or its JSON response; JSON with a copy becomes a stream.
///
/// Owner: the HttpProxy. Order of signals: responded, at most once; ended exactly once, and last.
/// Specification: RFC 9110, section 7.6; MCP transports, Streamable HTTP and HTTP+SSE.
class HttpRelay final : public QObject
{
    Q_OBJECT

public:
    static constexpr qint64 MostWaiting = qint64(1) << 20; ///< bytes

    /// `isEndpoint`: the request goes to an address of HTTP+SSE, so that the response comes in another stream.
    /// `withheld`: ids whose responses do not pass in a stream that is no response to a POST.
    HttpRelay(HttpLink &link, HttpServerExchange &client, const QUrl &target, bool isEndpoint,
              const QSet<RequestId> &withheld, QObject *parent);
    /// A message of the operator: `details` are those of its event. No client gets the response.
    HttpRelay(HttpLink &link, HttpRequest request, QJsonObject details, bool isEndpoint, QObject *parent);
    ~HttpRelay() override;

    /// Gives each message of the server to `judge`, which calls passOn(), withhold() or deliver(). `number` is the way of
    /// what it says: see Proxy::judge().
    using Judge = std::function<void(const QByteArray &message)>;
    void setJudge(quint64 number, Judge judge);
    [[nodiscard]] quint64 number() const { return m_number; }
    /// Sets the message of a POST, for rules.
    void setMessage(const QByteArray &message, const Envelope &envelope);

    void start();
    /// Starts with `details` for the event of the message.
    void start(const QJsonObject &details);
    /// Starts with another message.
    void start(const QByteArray &message, const QJsonObject &details);
    /// True until start().
    [[nodiscard]] bool isWaiting() const { return !m_fetch; }
    /// The POST does not pass, at least not now. If its client waits for no response here, it is accepted.
    void keepBack();
    [[nodiscard]] bool hasClient() const { return m_client; }
    /// Ends a POST that will never pass.
    void forgo() { emit ended(); }
    /// Passes the present message of the server on as it came.
    void passOn();
    /// The present message of the server does not pass.
    void withhold(const Envelope &message);
    /// Sends a message of a rule to the client: in place of the present one or after it, if there is one. Returns false
    /// if that is not possible here.
    [[nodiscard]] bool deliver(const QByteArray &message);
    /// The request as it goes to the server.
    [[nodiscard]] const HttpRequest &request() const { return m_request; }
    [[nodiscard]] int exchange() const { return m_fetch ? m_fetch->exchange() : 0; }
    /// True if the client waits here for the response to that request.
    [[nodiscard]] bool awaits(const RequestId &id) const;
    /// True for a request of 2026-07-28, which a closed stream cancels.
    [[nodiscard]] bool isModern() const { return m_post ? m_post->isModern() : m_isModern; }
    /// True while the client reads an event stream here.
    [[nodiscard]] bool isStream() const { return m_client && m_client->hasBegun() && m_fetch->isEventStream(); }
    /// True if that stream is no response to a POST.
    [[nodiscard]] bool isListening() const { return isStream() && !m_isPost; }

    /// Closes the stream of the response for the operator, which cancels the request. The client waits on, unless it has
    /// a part of a JSON response: its end follows.
    void cancel(const RequestId &id);
    /// Adds a message to the stream, after the present event. `isWanted` is asked then.
    void add(const QByteArray &message, const QString &rule, const std::function<bool()> &isWanted);
    /// Responds to the client instead of the server. Returns false if the client has a part of another response.
    [[nodiscard]] bool respond(const QByteArray &response, const std::function<bool()> &isWanted);
    /// Status of the server's response; 0: none.
    [[nodiscard]] int status() const { return m_fetch ? m_fetch->status() : 0; }
    /// True if the server does not know the session of this POST. A 404 for a GET may only mean that there is no stream.
    [[nodiscard]] bool isSessionUnknown() const { return m_isPost && m_fetch && m_fetch->isSessionUnknown(); }
    /// Closes both sides now, because the proxy ends.
    void drop(const QString &reason);

signals:
    void responded(const Pullcord::HttpHead &head);
    /// An event of a stream that is not a message.
    void eventArrived(const Pullcord::SseEvent &event);
    /// A message of the operator has left for the client. `isLast`: it ended the response, so later messages reach no
    /// client.
    void added(const QByteArray &message, const QString &rule, bool isLast);
    void ended();

private:
    struct Added
    {
        QByteArray message;
        QString rule;
        std::function<bool()> isWanted;
        bool isLast = false;
    };

    void onResponded();
    void onBody(const QByteArray &part);
    void takeWhole(const QByteArray &part);
    void judgeWhole();
    void judgeEvent(const SseEvent &event, const QByteArray &raw);
    void respondWith(const QByteArrayList &messages);
    void finishClient();
    [[nodiscard]] QByteArray withOwnAddress(const QByteArray &part);
    [[nodiscard]] bool withholds() const { return !m_isPost && m_withheld && !m_withheld->isEmpty(); }
    [[nodiscard]] static bool isMessage(const SseEvent &event);
    [[nodiscard]] bool isWithheld(const SseEvent &event);
    void passWholeEvents();
    void passEvents(QByteArrayView bytes);
    void add(const Added &added);
    void flush();
    void release();
    void cutClient();
    void leaveClient();
    void onEnded(HttpExchange::End end, const QString &reason);
    void onClientGone();
    void postCancel(const RequestId &id);

    HttpLink &m_link;
    QPointer<HttpServerExchange> m_client;
    HttpRequest m_request;
    QJsonObject m_details; ///< of the event of the message
    const QSet<RequestId> *m_withheld = nullptr;
    bool m_isEndpoint;
    bool m_isPost;
    bool m_hasEnded = false;           ///< the server's response
    RequestId m_cancelled;             ///< request whose stream the operator has closed
    bool m_isCut = false;              ///< that left the client with a part of an event, or of a JSON response
    std::optional<SseParser> m_events; ///< state of the client's stream while whole events pass
    QByteArray m_held;                 ///< beginning of an event
    bool m_isInEvent = false;          ///< the rest of an event passes
    QList<Added> m_added;              ///< oldest first
    bool m_mayNameAddress = false;     ///< the stream has not shown that its first event is no address for messages
    QByteArray m_begin;                ///< beginning of that event
    HttpFetch *m_fetch = nullptr;      ///< owned by this object; null until start()
    QPointer<HttpPost> m_post;         ///< of a POST; it destroys itself
    // with rules
    quint64 m_number = 0;
    Judge m_judge;             ///< empty: everything passes
    QSet<RequestId> m_asked;   ///< requests in the POST
    bool m_isModern = false;   ///< it is of 2026-07-28
    bool m_isWhole = false;    ///< the response is JSON, and waits for its end
    bool m_isJudging = false;  ///< about `m_present`
    SseEvent m_present;        ///< without the id, once it has been written
    QByteArray m_raw;          ///< the same as it came
    QByteArrayList m_messages; ///< that leave instead of a JSON response
    QSet<RequestId> m_owed;    ///< requests whose responses did not pass
};

} // namespace Pullcord
