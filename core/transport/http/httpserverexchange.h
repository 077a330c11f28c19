// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/http/httpparser.h"

#include <QObject>

namespace Pullcord {

class HttpServerConnection;

/// One request of a client, whole, and the answer to it: at once with respond(), or piece by piece as a stream.
///
/// Owner: its connection. After it has ended (answered, given up, or the client gone) it is deleted through the event
/// loop: keep it in a QPointer. Destroying it unanswered closes the connection. All calls are harmless when it has ended.
/// Signals come through the event loop, never from inside a call: drained any number of times, gone at most once and last.
/// Specification: RFC 9110, RFC 9112; MCP transports, Streamable HTTP.
class HttpServerExchange final : public QObject
{
    Q_OBJECT

public:
    ~HttpServerExchange() override;

    [[nodiscard]] const HttpHead &head() const { return m_head; }
    [[nodiscard]] const QByteArray &method() const { return m_head.method; }
    [[nodiscard]] QByteArray path() const;                      ///< of the target, still encoded, without the query
    [[nodiscard]] QByteArray query() const;                     ///< still encoded; empty if there is none
    [[nodiscard]] QByteArray header(QByteArrayView name) const; ///< empty if it is not there
    [[nodiscard]] const QByteArray &body() const { return m_body; }

    /// Neither ended nor given up, and the client is there.
    [[nodiscard]] bool isOpen() const;
    /// The head of the answer has been written.
    [[nodiscard]] bool hasBegun() const { return m_begun; }

    /// For the answer, however it comes: beside its other headers.
    void addHeader(const QByteArray &name, const QByteArray &value) { m_headers.add(name, value); }
    /// The whole answer. Content-Length and Connection are added; the body of an answer to HEAD is left out.
    void respond(int status, const HttpHeaders &headers = {}, const QByteArray &body = {});
    /// The head of an answer whose body follows with write(), in chunks for clients that know them.
    void startStream(int status, const HttpHeaders &headers);
    /// The same for a stream of server-sent events, with the headers that such a stream needs beside these.
    void startEvents(HttpHeaders headers = {});
    /// Part of a stream, which leaves at once.
    void write(const QByteArray &bytes);
    /// The end of the stream.
    void finish();
    /// Closes the connection now, in the middle of everything.
    void abort();

    /// What was written and has not left.
    [[nodiscard]] qint64 pendingBytes() const;

    /// The usual words for a status.
    [[nodiscard]] static QByteArray reasonOf(int status);

signals:
    /// Everything that was written has left.
    void drained();
    /// The client has closed the connection (or one half of it: who does not listen any more can't be told apart from
    /// who has nothing more to say), or it broke, before the answer was complete.
    void gone();

private:
    friend class HttpServerConnection;
    HttpServerExchange(HttpServerConnection &connection, HttpHead head, QByteArray body, bool keepAlive);

    void onDrained();
    void onGone();
    void end();
    [[nodiscard]] QByteArray headOf(int status, const HttpHeaders &headers) const;

    HttpServerConnection *m_connection; ///< null once it has ended
    HttpHead m_head;
    QByteArray m_body;
    HttpHeaders m_headers; ///< of the answer
    bool m_keepAlive;
    bool m_begun = false;
    bool m_chunked = false;
};

} // namespace Pullcord
