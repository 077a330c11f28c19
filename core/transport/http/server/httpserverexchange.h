// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/http/httpparser.h"

#include <QObject>

namespace Pullcord {

class HttpServerConnection;

/// One complete request of a client, and its response: at once with respond(), or piece by piece as a stream.
///
/// Owner: its connection. After the end (response complete, aborted, or client gone) it is deleted through the event
/// loop: keep it in a QPointer. Destroying it without a response closes the connection. All calls are harmless after
/// the end.
/// Signals come through the event loop, never from inside a call: drained any number of times, gone at most once and
/// last.
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
    [[nodiscard]] QByteArray header(QByteArrayView name) const; ///< empty if absent
    [[nodiscard]] const QByteArray &body() const { return m_body; }

    /// True for a request from elsewhere than this machine: by the name that it was sent to (Host), which a web page
    /// can make point here, or by the page that sent it (Origin).
    [[nodiscard]] bool isForeign() const;
    /// True while it has not ended or been aborted and the client is connected.
    [[nodiscard]] bool isOpen() const;
    /// True once the head of the response has been written.
    [[nodiscard]] bool hasBegun() const { return m_begun; }

    /// Adds a header to the response, whichever way that is sent.
    void addHeader(const QByteArray &name, const QByteArray &value) { m_headers.add(name, value); }
    /// Sends the complete response. Adds Content-Length and Connection; leaves out the body for HEAD.
    void respond(int status, const HttpHeaders &headers = {}, const QByteArray &body = {});
    /// Sends the head of a response whose body follows with write(): as many bytes as `headers` announce, or in chunks
    /// for HTTP/1.1 clients.
    void startStream(int status, const HttpHeaders &headers);
    /// Starts a stream of server-sent events, with the headers that it needs in addition to `headers`.
    void startEvents(HttpHeaders headers = {});
    /// Sends a part of the stream at once.
    void write(const QByteArray &bytes);
    /// Ends the stream.
    void finish();
    /// Closes the connection now, even in the middle of the response.
    void abort();

    /// Number of bytes not yet written to the network.
    [[nodiscard]] qint64 pendingBytes() const;

    /// Standard reason phrase of a status.
    [[nodiscard]] static QByteArray reasonOf(int status);

signals:
    /// All bytes have been written to the network.
    void drained();
    /// The client closed the connection, or it broke, before the response was complete. A client that closes only its
    /// sending half cannot be distinguished from one that has gone.
    void gone();

private:
    friend class HttpServerConnection;
    HttpServerExchange(HttpServerConnection &connection, HttpHead head, QByteArray body, bool keepAlive);

    void onDrained();
    void onGone();
    void end();
    [[nodiscard]] QByteArray headOf(int status, const HttpHeaders &headers) const;

    HttpServerConnection *m_connection; ///< null after the end
    HttpHead m_head;
    QByteArray m_body;
    HttpHeaders m_headers; ///< added to the response
    bool m_keepAlive;
    bool m_begun = false;
    bool m_chunked = false;
    bool m_isBodyless = false; ///< a response that never has a body
};

} // namespace Pullcord
