// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/http/httpfetch.h"
#include "core/transport/http/reconnectdelay.h"

#include <QObject>
#include <QSet>
#include <QTimer>

namespace Pullcord {

/// One message on its way to the server, sent by the client or relayed by a proxy, and the messages in its response:
/// from the POST to the end of the last stream. In the legacy era it resumes a broken stream for which the server gave
/// an event id.
///
/// Owner: the HttpTransport or HttpRelay. It posts the Message event when the last byte has left, or an Unsent event if
/// the message never leaves. The content of the response follows, and last the end of the exchange, which may end
/// requests.
/// Order of signals: accepted or refusedAsOld, at most once; ended exactly once.
/// Specification: MCP transports, Streamable HTTP ("Sending Messages to the Server", "Resumability").
class HttpPost final : public QObject
{
    Q_OBJECT

public:
    HttpPost(HttpLink &link, QByteArray message, QJsonObject details, QObject *parent);
    ~HttpPost() override;

    [[nodiscard]] const QByteArray &message() const { return m_message; }
    [[nodiscard]] const QJsonObject &details() const { return m_details; }
    /// Decoded method of a single message; empty for a response or a batch.
    [[nodiscard]] const QByteArray &method() const { return m_method; }
    /// Id of the request that this notification cancels; none for any other message.
    [[nodiscard]] RequestId cancels() const;
    [[nodiscard]] bool awaits(const RequestId &id) const { return m_awaited.contains(id); }
    [[nodiscard]] bool isResponse() const { return m_envelope.isResponse(); }
    /// Session in which it was sent; for initialize, the session that it began.
    [[nodiscard]] const HttpSession &session() const { return m_session; }
    /// True for a message of 2026-07-28 or later.
    [[nodiscard]] bool isModern() const { return m_isModern; }
    [[nodiscard]] bool isAwaiting() const { return !m_awaited.isEmpty(); }
    /// Members of an Http "end" for the awaited requests. `ends` is empty while a response may still come.
    [[nodiscard]] QJsonObject ending(const QString &ends = {}) const;

    /// Sends the message, unless it must not be sent in this form (messages typed by hand are sent anyway). With
    /// `shared` the response comes in another stream (HTTP+SSE), so that the HTTP response ends nothing.
    void start(const QUrl &endpoint, bool shared);
    /// Follows `fetch`, the relayed request of another client, which is about to start. With `shared` the response
    /// comes in another stream.
    void relay(HttpFetch *fetch, const HttpSession &session, bool shared);
    /// Closes the response stream now, or stops resuming it.
    void closeStream(const QString &reason);
    /// Closes the response stream after the grace time of a cancel, unless it has ended by then.
    void closeAfterGrace();
    /// Closes because the whole connection is closing. The transport then ends the requests.
    void leave();
    /// Posts the end of whatever has not ended, and destroys itself, because the connection has ended. No more signals
    /// follow.
    void drop(const QString &reason);
    /// Posts the Unsent event of a message that never left.
    void postUnsent(const QString &reason);

signals:
    /// The server responded with success. The session id in its response, if any, has been adopted.
    void accepted();
    /// The server refused `initialize` as a server of HTTP+SSE would. No request has been ended; the receiver decides.
    void refusedAsOld(const QString &statusText);
    /// 404 for a message of the present session: the server has forgotten it.
    void sessionGone();
    /// The message did not leave, because the server could not be reached or its certificate was not trusted. `details`
    /// are those of a Failed event; they include the digest of such a certificate.
    void unreachable(const QString &reason, const QJsonObject &details);
    void ended();

private:
    void send(HttpRequest request);
    void follow(HttpFetch *fetch);
    void onSent();
    void onResponded();
    void onMessage(const Event &event);
    void onEnded(HttpExchange::End end, const QString &reason);
    void endUnanswered(HttpExchange::End end, const QString &reason);
    [[nodiscard]] bool expectsNoResponse() const
    {
        return m_envelope.kind == MessageKind::Notification || m_envelope.isResponse();
    }
    void endNotAccepted(HttpExchange::End end, const QString &reason);
    void takeSession(const QByteArray &id);
    [[nodiscard]] QString instead() const;
    [[nodiscard]] bool isMisplaced() const;
    [[nodiscard]] QJsonObject losing() const;
    [[nodiscard]] QString whyNoAnswer() const;
    [[nodiscard]] bool canResume() const;
    [[nodiscard]] bool mayBeResumed() const;
    void noteForDelay();
    void resume();
    void finish();
    [[nodiscard]] Event eventOfMessage() const;

    HttpLink &m_link;
    QByteArray m_message;
    QJsonObject m_details;
    Envelope m_envelope;
    QByteArray m_method;
    QSet<RequestId> m_awaited;
    bool m_isModern = false;
    bool m_isRelayed = false;
    bool m_shared = false;
    bool m_told = false; ///< its Message event was posted
    bool m_leaving = false;
    bool m_givenUp = false; ///< the client closed the stream, or stopped resuming it
    bool m_ended = false;
    HttpSession m_session;
    HttpFetch *m_fetch = nullptr;
    QByteArray m_lastEventId;
    bool m_isResumed = false;
    bool m_hasMessage = false;      ///< the response has carried a message
    RequestId m_mismatchedResponse; ///< id of a response that came here but matches no request of this POST
    ReconnectDelay m_delay;
    QTimer m_resumeTimer;
    QTimer m_graceTimer;
    qint64 m_graceBegan = 0; ///< as Event::time
};

} // namespace Pullcord
