// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/envelope.h"
#include "core/rpc/event.h"
#include "core/transport/http/server/httpserverexchange.h"
#include "core/transport/transport.h"

#include <QHash>
#include <QList>
#include <QObject>
#include <QPointer>

#include <deque>

namespace Pullcord {

/// A stream of messages from the server to a client over HTTP: in one exchange, or in several if the client comes back
/// for the rest.
///
/// A response stream begins with its first message or with begin(). It ends when all its requests have a response and
/// no tool works on them any more. If a single response is all there is by then, it is sent as JSON. Streams of other
/// kinds never end by themselves, and keep their messages while no client is connected.
///
/// Owner: the DemoHttpTransport. Signals are emitted within calls; receivers must not destroy anything immediately.
/// Specification: MCP transports, Streamable HTTP and HTTP+SSE.
class DemoStream final : public QObject
{
    Q_OBJECT

public:
    enum class Kind : quint8 {
        Answer,  ///< for the requests of a POST
        Own,     ///< for a GET: messages without a request
        HttpSse, ///< of 2024-11-05: all messages
    };
    struct Options
    {
        Kind kind = Kind::Answer;
        int number = 0;         ///< part of the ids of its events
        bool modern = false;    ///< 2026-07-28
        bool outside = false;   ///< legacy without a session: an error gets a matching status
        bool json = false;      ///< never an event stream
        bool polling = false;   ///< events have ids, and the client must come back
        bool leaveOpen = false; ///< stays open when a call ends without a response
        int slowHeadMs = 0;
        QByteArray endpoint; ///< for HTTP+SSE: URL for messages
    };

    DemoStream(const Options &options, const QList<RequestId> &requests, QObject *parent);
    ~DemoStream() override;

    [[nodiscard]] const Options &options() const { return m_options; }
    /// Writes to this exchange from now on, instead of another.
    void attach(HttpServerExchange *exchange);
    /// The same, and repeats all events after that number.
    void resume(HttpServerExchange *exchange, qsizetype after);
    [[nodiscard]] bool hasClient() const { return m_exchange && m_exchange->isOpen(); }
    [[nodiscard]] bool answers(const RequestId &request) const { return m_requests.contains(request); }
    /// True if other messages than responses can be sent in this stream, now or later.
    [[nodiscard]] bool carriesAll() const;

    /// Allows the head to be written, so that the client sees that there will be a stream.
    void begin();
    void send(const QByteArray &message, const Envelope &envelope);
    void callBegun(const RequestId &request) { m_working.append(request); }
    void callEnded(const RequestId &request);

signals:
    /// Everything was written, or never will be.
    void drained();
    /// The client has closed the exchange before its end.
    void gone();
    /// The stream is complete; the client may still have to fetch the rest.
    void ended();

private:
    void beginEvents();
    void writeEvent(qsizetype index);
    void flush();
    void settle();
    void respondAtOnce();
    void lose(const QByteArray &message);
    [[nodiscard]] int statusOf(const QByteArray &message) const;
    [[nodiscard]] QByteArray idOf(qsizetype index) const;

    Options m_options;
    QList<RequestId> m_requests;
    QList<RequestId> m_owed;    ///< without a response so far
    QList<RequestId> m_working; ///< a tool works on them
    QPointer<HttpServerExchange> m_exchange;
    QByteArrayList m_messages;
    qsizetype m_written = 0; ///< number of messages written to the current exchange
    bool m_headDue;          ///< the head may be written
    bool m_wantsEvents = false;
    bool m_resumed = false;
    bool m_drainPosted = false;
    bool m_ended = false;
};

/// The server's end of one conversation over HTTP. Receives messages from POSTs, and finds the stream for each outgoing
/// message:
/// - a response goes to the stream of its request
/// - progress goes to the stream of its token
/// - a message of a tool goes to the stream of its call
/// - everything else goes to the stream of a GET, and is kept until there is one
///
/// Owner: the RpcConnection that uses it. A newline ends a message, as on stdio.
/// Specification: MCP transports, Streamable HTTP ("Sending Messages to the Server") and HTTP+SSE.
class DemoHttpTransport final : public Transport
{
    Q_OBJECT

public:
    /// `own` describes the stream for messages without a request; some of its options also apply to response streams.
    DemoHttpTransport(const DemoStream::Options &own, QObject *parent = nullptr);

    [[nodiscard]] QString name() const override { return QStringLiteral("HTTP"); }
    [[nodiscard]] QJsonObject description() const override;
    void open() override;
    void close() override;
    void send(const QByteArray &message, const QJsonObject &details = {}) override;

    /// Receives a message of the client. `exchange`, if there is one, carries the responses to its requests.
    void receive(const QByteArray &message, const QList<RequestId> &requests = {},
                 HttpServerExchange *exchange = nullptr);
    /// Returns the stream for messages without a request.
    [[nodiscard]] DemoStream &own() const { return *m_own; }
    /// Returns the stream that a client wants to resume; null if the number is unknown.
    [[nodiscard]] DemoStream *streamOf(int number) const;

    /// Assigns all further messages to that request; to none if it is empty.
    void setSpeaker(const RequestId &request) { m_speaker = request; }
    void beginCall(const RequestId &request);
    void endCall(const RequestId &request);

signals:
    void drained(const Pullcord::RequestId &request);
    /// The client has closed a response stream before its end.
    void streamGone();
    /// A response stream is complete.
    void streamEnded();

private:
    /// Events in order, delivered through the event loop.
    struct Step
    {
        Event event;
        QPointer<DemoStream> stream; ///< stream for the responses to a received message
    };

    void post(Event event, DemoStream *stream = nullptr);
    void deliver();
    void route(const QByteArray &message);
    [[nodiscard]] DemoStream *streamFor(const QByteArray &message, const Envelope &envelope) const;
    [[nodiscard]] DemoStream *answering(const RequestId &request) const;
    DemoStream *makeStream(const QList<RequestId> &requests);

    DemoStream *m_own;
    QList<DemoStream *> m_streams; ///< for responses
    int m_lastStream = 0;
    RequestId m_speaker;
    QHash<RequestId, QPointer<DemoStream>> m_tokens; ///< by progress token
    QHash<RequestId, QPointer<DemoStream>> m_asked;  ///< by server request
    JsonChecker m_checker;
    std::deque<Step> m_steps;
};

} // namespace Pullcord
