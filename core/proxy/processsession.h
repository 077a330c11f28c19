// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/proxy/messagestream.h"
#include "core/proxy/postedmessage.h"
#include "core/transport/stdiotransport.h"

#include <QMultiHash>
#include <QSet>

#include <deque>
#include <functional>
#include <utility>

namespace Pullcord {

/// A server on stdio behind a proxy that listens: its process, and the HTTP requests of the clients that it serves.
///
/// Each message of the server goes to one stream:
/// - a response to that of its POST
/// - progress, and an event of a subscription, to that of the request
/// - a message that names no request to that of the only request in flight. If there are more or none, it goes to the
///   stream of the client's GET; without one to that of the newest request; without a request it waits for a GET, within
///   MostKept. The oldest messages that do not fit are dropped; a Note has their number.
///
/// A client of 2026-07-28 cancels by closing the stream of the response; the server gets `notifications/cancelled`, and
/// a Note says so. One before that posts the notification, and its stream ends CancelGrace later if no response comes.
///
/// Kind::Shared serves many clients, which may use the same ids and progress tokens at the same time. An id or token in
/// use is replaced on the way to the server, and restored on the way back, with its type. The event has the message of
/// the server's side, and the client's id and token in `clientId` and `clientToken`.
///
/// Its operator cancels a request with the id on the server's side: cancel() and respond() of it. The client does not see
/// the cancel. After an error by the operator, the response of the receiver is withheld.
///
/// With rules, a judge decides about each message in the form of the server's side, batches as a whole. A client whose
/// request does not pass waits on in its stream; a notification or response that does not pass is accepted.
///
/// A request without a response when the server ends gets an error, since its client would wait for ever. A client that
/// does not read makes the server wait.
///
/// Owner: the HttpStdioProxy. Order of signals: the events, then ended, once. Specification: MCP transports, stdio,
/// Streamable HTTP and HTTP+SSE, of every revision; utilities "Cancellation".
class ProcessSession final : public QObject
{
    Q_OBJECT

public:
    enum class Kind : quint8 {
        Streamable, ///< of one client, which has a session id
        HttpSse,    ///< of one client, with the stream in which it gets everything
        Shared,     ///< of all clients of 2026-07-28
    };
    static constexpr qsizetype MostKept = qsizetype(1) << 20; ///< bytes of messages that wait for a stream
    /// Bytes that wait for a client; the server is not read then.
    static constexpr qint64 MostWaiting = qint64(1) << 20;
    /// Bytes that wait for the server; messages of clients are refused then.
    static constexpr qsizetype MostQueued = qsizetype(64) << 20;
    static constexpr qsizetype MostCancelled = 1000; ///< cancelled requests whose late messages are recognized
    static constexpr int MostNotes = 100;            ///< about messages that reach no client
    static constexpr std::chrono::milliseconds CancelGrace{5000};
    /// From the end of the stream of HTTP+SSE to that of the server, for a message that was posted before.
    static constexpr std::chrono::milliseconds LastPost{250};

    ProcessSession(Kind kind, const StdioCommand &command, QObject *parent);
    ~ProcessSession() override;

    /// False when the server is leaving or gone.
    [[nodiscard]] bool isOpen() const;
    /// Knows the tools of the server, as far as they have been listed.
    [[nodiscard]] const McpHeaders &headers() const { return m_headers; }

    /// Gives each message to `judge`, which calls passOn() or withhold(). Call it before open().
    void setJudge(std::function<void(const Event &message)> judge) { m_judge = std::move(judge); }
    void open() { m_server.open(); }
    /// Ends the server gracefully; its clients still get what it sends.
    void close(const QString &reason);
    void kill() { m_server.kill(); }
    /// Breaks the streams of its clients off, and ends the server.
    void breakOff(const QString &reason, bool kills);

    /// Passes a message to the server. The exchange gets the responses, if it awaits any.
    void post(HttpServerExchange &exchange, const PostedMessage &message);
    /// The operator's cancel: `request` is the id on the server's side. An Error refuses (see OperatorCancel::Refusal).
    [[nodiscard]] Outcome cancel(Direction direction, const RequestId &request, const QString &reason,
                                 const QString &rule);
    /// The operator's error for the side that waits. The response that comes later is withheld until passAgain().
    [[nodiscard]] Outcome respond(Direction direction, const RequestId &request, const QByteArray &response);
    void passAgain(Direction direction, const RequestId &request) { withheldOf(direction).remove(request); }
    /// Passes a judged message on as it came, or only reports it; its event gets `details`.
    void passOn(Event message, const QJsonObject &details);
    void withhold(Event message, const QJsonObject &details);
    /// Sends a message of a rule, which has the ids of the server's side.
    void sendByRule(const QByteArray &message, Direction direction, const QString &rule);
    /// Opens the stream for messages without a request. With HTTP+SSE, clients post to `endpoint`.
    void listen(HttpServerExchange &exchange, const QByteArray &endpoint = {});

signals:
    void eventOccurred(const Pullcord::Event &event);
    void ended();

private:
    /// A request of a client, until its response.
    struct Request
    {
        RequestId id;               ///< on the client's side
        RequestId token;            ///< the same, of its progress; none: it asks for no progress
        RequestId serverToken = {}; ///< on the server's side
        QByteArray method;
        QPointer<MessageStream> stream;
        quint64 serial = 0;
        bool asksForLog = false;
        bool isCancelled = false;
    };
    using Requests = QMultiHash<RequestId, Request>; ///< by id on the server's side

    [[nodiscard]] MessageStream *makeStream(HttpServerExchange &exchange, MessageStream::Kind kind,
                                            qsizetype awaited = 0);
    void sendToServer(const QByteArray &message, const QJsonObject &details = {});
    void passRequest(const QByteArray &message, const Envelope &envelope, MessageStream *stream);
    void passCancel(const QByteArray &message, const Envelope &envelope);
    void addRequest(const QByteArray &message, const Envelope &envelope, MessageStream *stream);
    void cancel(Requests::iterator request);
    void forget(Requests::iterator request);
    [[nodiscard]] QSet<RequestId> &withheldOf(Direction direction)
    {
        return direction == Direction::ClientToServer ? m_withheldFromClient : m_withheldFromServer;
    }
    [[nodiscard]] bool isWithheld(const QByteArray &message, const Envelope &envelope);
    void onStreamGone(const MessageStream *stream);

    void onEvent(Event event);
    void onServerMessage(Event &event);
    void onMessage(Event &event);
    void onResponse(Event &event);
    void onWithheld(Event &event);
    void onBatch(const Event &event);
    void onOther(Event &event);
    [[nodiscard]] MessageStream *take(Requests::iterator request, const Event &event, const Envelope &response);
    [[nodiscard]] MessageStream *streamForUnnamed(bool isLog) const;
    void deliver(MessageStream *stream, const QByteArray &message, qsizetype responses = 0);
    void keep(const QByteArray &message);
    void onRead(MessageStream *stream);
    void end();
    void fail(const Request &request, const QString &reason);
    void note(const QString &text, const RequestId &id = {});
    void noteLost(const QString &text);

    Kind m_kind;
    StdioTransport m_server;
    std::function<void(const Event &message)> m_judge; ///< empty: messages pass
    bool m_isJudging = false;                          ///< about a message of the server
    QJsonObject m_judged;                              ///< details of that message
    QList<Event> m_then;                               ///< events to be reported after it
    McpHeaders m_headers;
    Requests m_requests;
    std::deque<RequestId> m_cancelled;                 ///< the oldest first, on the server's side
    QHash<RequestId, RequestId> m_tokens;              ///< id by progress token, both on the server's side
    QHash<RequestId, QPointer<MessageStream>> m_asked; ///< streams of the server's own requests, by id
    QSet<RequestId> m_withheldFromClient;              ///< requests of clients whose response is withheld
    QSet<RequestId> m_withheldFromServer;              ///< the same for requests of the server
    QPointer<MessageStream> m_listening;
    std::deque<QByteArray> m_kept; ///< messages that wait for m_listening
    qsizetype m_keptSize = 0;
    qint64 m_dropped = 0;         ///< number of messages that did not fit
    QSet<MessageStream *> m_slow; ///< streams whose clients do not read
    quint64 m_lastSerial = 0;
    int m_notes = 0;
    QString m_reason; ///< reason for closing
    QString m_end;    ///< reason for the server's end
};

} // namespace Pullcord
