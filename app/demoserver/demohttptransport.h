// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/demoserver/demostream.h"
#include "core/rpc/event.h"
#include "core/transport/transport.h"

#include <QHash>

#include <deque>

namespace Pullcord {

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
