// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/envelope.h"
#include "core/transport/http/httpserverexchange.h"

#include <QList>
#include <QObject>
#include <QPointer>

namespace Pullcord {

/// The messages of a server that belong together, on their way to a client over HTTP: in one exchange, or over several
/// where the client comes back for the rest.
///
/// As the answer to requests it begins with its first message or with begin(), and ends when all of them are answered and
/// no tool works on them any more; if one answer is all there is by then, it goes as JSON. Of the other kinds a stream
/// never ends by itself, and keeps its messages while nobody listens.
/// Owner: the DemoHttpTransport. Signals come from inside calls; who receives them destroys nothing at once.
/// Specification: MCP transports, Streamable HTTP and HTTP+SSE.
class DemoStream final : public QObject
{
    Q_OBJECT

public:
    enum class Kind : quint8 {
        Answer,  ///< to the requests in a POST
        Own,     ///< that of a GET: what belongs to no request
        HttpSse, ///< of 2024-11-05: everything
    };
    struct Options
    {
        Kind kind = Kind::Answer;
        int number = 0;         ///< in the ids of its events
        bool modern = false;    ///< 2026-07-28
        bool outside = false;   ///< legacy, but in no session: an error has a status that says so
        bool json = false;      ///< never a stream of events
        bool polling = false;   ///< events have ids, and the client has to come back
        bool leaveOpen = false; ///< not ended when a call ends without an answer
        int slowHeadMs = 0;
        QByteArray endpoint; ///< of HTTP+SSE: where messages go
    };

    DemoStream(const Options &options, const QList<RequestId> &requests, QObject *parent);
    ~DemoStream() override;

    [[nodiscard]] const Options &options() const { return m_options; }
    /// This exchange carries it from here on, instead of another.
    void attach(HttpServerExchange *exchange);
    /// The same, with everything behind the event of that number once more.
    void resume(HttpServerExchange *exchange, qsizetype after);
    [[nodiscard]] bool hasClient() const { return m_exchange && m_exchange->isOpen(); }
    [[nodiscard]] bool answers(const RequestId &request) const { return m_requests.contains(request); }
    /// Other messages than answers can go this way, now or later.
    [[nodiscard]] bool carriesAll() const;

    /// The client need not wait any longer to see that there will be a stream.
    void begin();
    void send(const QByteArray &message, const Envelope &envelope);
    void callBegun(const RequestId &request) { m_working.append(request); }
    void callEnded(const RequestId &request);

signals:
    /// Everything that was sent has left, or never will.
    void drained();
    /// The client has closed the exchange before its end.
    void gone();
    /// It is complete; the client may still have to fetch the rest.
    void ended();

private:
    void beginEvents();
    void writeEvent(qsizetype index);
    void flush();
    void settle();
    void answerWhole();
    void lose(const QByteArray &message);
    [[nodiscard]] int statusOf(const QByteArray &message) const;
    [[nodiscard]] QByteArray idOf(qsizetype index) const;

    Options m_options;
    QList<RequestId> m_requests;
    QList<RequestId> m_owed;    ///< not answered
    QList<RequestId> m_working; ///< a tool works on them
    QPointer<HttpServerExchange> m_exchange;
    QByteArrayList m_messages;
    qsizetype m_written = 0; ///< of them, to the present exchange
    bool m_headDue;          ///< the head may be written
    bool m_wantsEvents = false;
    bool m_resumed = false;
    bool m_drainPosted = false;
    bool m_ended = false;
};

} // namespace Pullcord
