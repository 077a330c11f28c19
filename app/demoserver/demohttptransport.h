// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/demoserver/demostream.h"
#include "core/rpc/event.h"
#include "core/transport/transport.h"

#include <QHash>

#include <deque>

namespace Pullcord {

/// The server's end of one conversation over HTTP: takes messages as they come in POSTs, and finds the stream for each of
/// its own: a response goes where its request came from, progress where its token came from, what a tool says to the
/// stream of its call; all else to the stream that the client asked for with GET, where it is kept until there is one.
///
/// Owner: the Session that uses it. A newline ends a message, as on stdio.
/// Specification: MCP transports, Streamable HTTP ("Sending Messages to the Server") and HTTP+SSE.
class DemoHttpTransport final : public Transport
{
    Q_OBJECT

public:
    /// `own` tells the kind of the stream for what belongs to no request, and what holds for the streams of answers too.
    DemoHttpTransport(const DemoStream::Options &own, QObject *parent = nullptr);

    [[nodiscard]] QString name() const override { return QStringLiteral("HTTP"); }
    [[nodiscard]] QJsonObject description() const override;
    void open() override;
    void close() override;
    void send(const QByteArray &message, const QJsonObject &details = {}) override;

    /// A message of the client's has come. Requests in it are answered in `exchange`, if there is one.
    void receive(const QByteArray &message, const QList<RequestId> &requests = {},
                 HttpServerExchange *exchange = nullptr);
    /// The stream that belongs to no request.
    [[nodiscard]] DemoStream &own() const { return *m_own; }
    /// The stream that a client wants to take up again; null if there is none of that number.
    [[nodiscard]] DemoStream *streamOf(int number) const;

    /// What is sent from here on belongs to that request; to none if it is none.
    void setSpeaker(const RequestId &request) { m_speaker = request; }
    void beginCall(const RequestId &request);
    void endCall(const RequestId &request);

signals:
    void drained(const Pullcord::RequestId &request);
    /// The client has closed a stream that was to answer requests, before its end.
    void streamGone();
    /// All that is to be said in the stream of an answer has been said.
    void streamEnded();

private:
    /// What happens, in order, through the event loop.
    struct Step
    {
        Event event;
        QPointer<DemoStream> stream; ///< of the answer to a message that has come
    };

    void post(Event event, DemoStream *stream = nullptr);
    void deliver();
    void route(const QByteArray &message);
    [[nodiscard]] DemoStream *streamFor(const QByteArray &message, const Envelope &envelope) const;
    [[nodiscard]] DemoStream *answering(const RequestId &request) const;
    DemoStream *makeStream(const QList<RequestId> &requests);

    DemoStream *m_own;
    QList<DemoStream *> m_streams; ///< of answers
    int m_lastStream = 0;
    RequestId m_speaker;
    QHash<RequestId, QPointer<DemoStream>> m_tokens; ///< of progress
    QHash<RequestId, QPointer<DemoStream>> m_asked;  ///< requests of our own
    JsonChecker m_checker;
    std::deque<Step> m_steps;
};

} // namespace Pullcord
