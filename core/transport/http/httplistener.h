// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/http/httpfetch.h"
#include "core/transport/http/reconnectdelay.h"

#include <QObject>
#include <QTimer>
#include <QUrl>

namespace Pullcord {

/// Stream for unsolicited messages from the server, requested with GET.
///
/// Streamable HTTP in the legacy era (Mode::Streamable): the stream may not exist (405 is normal). When it ends it is
/// requested again with Last-Event-ID, after the time that the server asked for. The intervals grow while the streams
/// carry no message.
///
/// HTTP+SSE (Mode::HttpSse): its first event names the address for our messages and must come within the connect
/// timeout. The end of the stream ends the connection.
///
/// Owner: the HttpTransport. Specification: MCP transports, "Listening for Messages from the Server"; HTTP+SSE.
class HttpListener final : public QObject
{
    Q_OBJECT

public:
    enum class Mode : quint8 { Streamable, HttpSse };
    static constexpr int MaxFailures = 10; ///< consecutive failures after which the stream is requested again

    HttpListener(HttpLink &link, Mode mode, QObject *parent);
    ~HttpListener() override;

    void start();
    void leave();
    /// Closes the stream and posts its end event. No more signals follow.
    void drop(const QString &reason);
    [[nodiscard]] const HttpFetch &fetch() const { return *m_fetch; }
    /// Posts the end event of the exchange; `consequences` name the requests that end with it. HTTP+SSE only.
    void postEnd(HttpExchange::End end, const QString &reason, const QJsonObject &consequences);

signals:
    /// Streamable HTTP only: the server granted the stream. Emitted again after each interruption.
    void opened();
    /// Streamable HTTP only: the server does not grant the stream, which is not requested again. `why` is for display.
    void refused(const QString &why);
    /// Streamable HTTP only: an attempt failed, and the next one follows. `why` is for display.
    void failed(const QString &why);
    void endpointNamed(const QUrl &endpoint);
    /// HTTP+SSE only: the stream has ended for good, or could not be had.
    void ended(Pullcord::HttpExchange::End end, const QString &reason);
    /// The server granted the stream before, but now rejects the session as unknown.
    void sessionGone();

private:
    void open();
    void onEvent(const SseEvent &event);
    void refuseIfFirst();
    void onEnded(HttpExchange::End end, const QString &reason);

    HttpLink &m_link;
    Mode m_mode;
    HttpFetch *m_fetch = nullptr;
    QByteArray m_lastEventId;
    ReconnectDelay m_delay;
    /// Runs until the next attempt; for HTTP+SSE, until the first event.
    QTimer m_timer;
    bool m_hasMessage = false; ///< the present or last stream has carried a message
    bool m_hasBegun = false;   ///< HTTP+SSE: the first event has come
    bool m_wasOpen = false;    ///< at least once
    bool m_leaving = false;
};

} // namespace Pullcord
