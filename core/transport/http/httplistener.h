// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/http/httpfetch.h"
#include "core/transport/http/reconnectdelay.h"

#include <QObject>
#include <QTimer>
#include <QUrl>

namespace Pullcord {

/// The stream in which a server speaks on its own account, asked for with GET.
///
/// Of Streamable HTTP in the legacy era (Mode::Streamable): it may not exist (405 is normal), and is asked for again when
/// it ends, after the time that the server wished, with Last-Event-ID; farther and farther apart while that brings nothing.
/// Of HTTP+SSE (Mode::HttpSse): its first event names the address for our messages, within the connect timeout, else it is
/// none; and its end is the end of all.
/// Owner: the HttpTransport. Specification: MCP transports, "Listening for Messages from the Server"; HTTP+SSE.
class HttpListener final : public QObject
{
    Q_OBJECT

public:
    enum class Mode : quint8 { Streamable, HttpSse };

    HttpListener(HttpLink &link, Mode mode, QObject *parent);
    ~HttpListener() override;

    void start();
    void leave();
    /// Closes it and tells so. No signal comes any more.
    void drop(const QString &reason);
    [[nodiscard]] const HttpFetch &fetch() const { return *m_fetch; }
    /// Tells the end of the exchange; HTTP+SSE only, where the transport knows which requests end with it.
    void postEnd(HttpExchange::End end, const QString &reason, const QJsonObject &consequences);

signals:
    /// Streamable HTTP only: the server gives a stream; again after each interruption.
    void opened();
    /// Streamable HTTP only: it gives none, and is not asked for one again. `why` is for people.
    void refused(const QString &why);
    void endpointNamed(const QUrl &endpoint);
    /// HTTP+SSE only: there will be no (more) stream.
    void ended(Pullcord::HttpExchange::End end, const QString &reason);
    /// The server, which gave a stream before, does not know the session any more.
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
    QTimer m_timer;            ///< until the next attempt; or of HTTP+SSE, for the first event
    bool m_hasMessage = false; ///< the stream that is or was open has brought one
    bool m_hasBegun = false;   ///< HTTP+SSE: its first event has come
    bool m_wasOpen = false;    ///< at least once
    bool m_leaving = false;
};

} // namespace Pullcord
