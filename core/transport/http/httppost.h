// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/http/httpfetch.h"
#include "core/transport/http/reconnectdelay.h"

#include <QObject>
#include <QSet>
#include <QTimer>

namespace Pullcord {

/// A message of ours on its way to the server, and the answers that come back in the response to it: from the POST until
/// nothing more can come. In the legacy era it takes up a broken stream again, where the server gave it an event id.
///
/// Owner: the HttpTransport. It posts the Message event when the last byte has left, or an Unsent event if that never
/// happens; then what the response brings; last the end of the exchange, which may end requests.
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
    /// The decoded method of a single message; empty for a response or a batch.
    [[nodiscard]] const QByteArray &method() const { return m_method; }
    /// A notification that cancels a request: its id; else none.
    [[nodiscard]] RequestId cancels() const;
    [[nodiscard]] bool awaits(const RequestId &id) const { return m_awaited.contains(id); }
    [[nodiscard]] bool isAwaiting() const { return !m_awaited.isEmpty(); }
    /// The members of an Http "end" that concerns the awaited requests: `ends` is empty where an answer might come yet.
    [[nodiscard]] QJsonObject ending(const QString &ends = {}) const;

    /// Sends it, unless it may not be sent as it is (what was typed by hand goes all the same). With `shared` the answer comes in another stream (HTTP+SSE), so that the response ends nothing.
    void start(const QUrl &endpoint, bool shared);
    /// Closes the stream of the answer now, or does not take it up again.
    void closeStream(const QString &reason);
    /// The same when the grace time after a cancel has passed, if it has not ended by then.
    void closeAfterGrace();
    /// The whole connection is being left: closes, and leaves it to that to end the requests.
    void leave();
    /// The connection has ended: tells the end of what has not ended, and destroys itself. No signal comes any more.
    void drop(const QString &reason);
    /// The message never left.
    void postUnsent(const QString &reason);

signals:
    /// The response says yes. Its session id, if it gave one, has been taken over.
    void accepted();
    /// The response to an `initialize` says no in a way that an old server would; no request has been ended. Whoever
    /// listens goes on with it.
    void refusedAsOld(const QString &statusText);
    /// 404 to a message of the session that holds: the server has forgotten it.
    void sessionGone();
    /// It has not left, because the server could not be reached; or the certificate of a server was not trusted, and this
    /// is it.
    void unreachable(const QString &reason, const QByteArray &certificate);
    void ended();

private:
    void follow(HttpRequest request);
    void onSent();
    void onResponded();
    void onMessage(const Event &event);
    void onEnded(HttpExchange::End end, const QString &reason);
    void endUnanswered(HttpExchange::End end, const QString &reason);
    [[nodiscard]] bool isMerelySaid() const
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
    bool m_shared = false;
    bool m_told = false; ///< its Message event has been posted
    bool m_leaving = false;
    bool m_givenUp = false; ///< we have closed it, or will not take it up again
    bool m_ended = false;
    HttpSession m_session; ///< in which it was sent; an initialize: that it began
    HttpFetch *m_fetch = nullptr;
    QByteArray m_lastEventId;
    bool m_isResumed = false;
    bool m_hasMessage = false; ///< the response has brought one
    RequestId m_otherAnswer;   ///< the id of an answer that came here, to nothing that was asked here
    ReconnectDelay m_delay;
    QTimer m_resumeTimer;
    QTimer m_graceTimer;
    qint64 m_graceBegan = 0; ///< as Event::time
};

} // namespace Pullcord
