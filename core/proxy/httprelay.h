// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/http/httpfetch.h"
#include "core/transport/http/httppost.h"
#include "core/transport/http/server/httpserverexchange.h"

#include <QObject>
#include <QPointer>

namespace Pullcord {

/// One HTTP request of a client, relayed to the server, and its response, relayed back.
///
/// Method, headers and body pass as they came, except what an intermediary has to change: Host, the headers of a single
/// connection, and Accept-Encoding, since a compressed body could not be read. Each part of the response leaves for the
/// client in the turn in which it came, before it is read. A client that does not read makes the server wait: about
/// MostWaiting bytes are kept. A stream that one side closes is closed on the other side in the same turn. A server that
/// cannot be reached becomes 502. An address for messages (HTTP+SSE) that names the server's origin gets the proxy's.
///
/// Owner: the HttpProxy. Order of signals: responded, at most once; ended exactly once, and last.
/// Specification: RFC 9110, section 7.6; MCP transports, Streamable HTTP and HTTP+SSE.
class HttpRelay final : public QObject
{
    Q_OBJECT

public:
    static constexpr qint64 MostWaiting = qint64(1) << 20; ///< bytes

    /// `isEndpoint`: the request goes to an address of HTTP+SSE, so that the response comes in another stream.
    HttpRelay(HttpLink &link, HttpServerExchange &client, const QUrl &target, bool isEndpoint, QObject *parent);
    ~HttpRelay() override;

    void start();
    /// Status of the server's response; 0: none.
    [[nodiscard]] int status() const { return m_fetch ? m_fetch->status() : 0; }
    /// Closes both sides now, because the proxy ends.
    void drop(const QString &reason);

signals:
    void responded(const Pullcord::HttpHead &head);
    /// An event of a stream that is not a message.
    void eventArrived(const Pullcord::SseEvent &event);
    void ended();

private:
    [[nodiscard]] HttpRequest request() const;
    void onResponded();
    void onBody(const QByteArray &part);
    [[nodiscard]] QByteArray withOwnAddress(const QByteArray &part);
    void onEnded(HttpExchange::End end, const QString &reason);
    void onClientGone();

    HttpLink &m_link;
    QPointer<HttpServerExchange> m_client;
    QUrl m_target;
    bool m_isEndpoint;
    bool m_isPost;
    bool m_mayNameAddress = false; ///< the stream has not shown that its first event is no address for messages
    QByteArray m_begin;            ///< beginning of that event
    HttpFetch *m_fetch = nullptr;  ///< owned by this object
    QPointer<HttpPost> m_post;     ///< of a POST; it destroys itself
};

} // namespace Pullcord
