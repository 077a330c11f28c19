// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/http/httplink.h"
#include "core/transport/http/sseparser.h"

#include <QObject>
#include <QTimer>

#include <optional>

namespace Pullcord {

/// One HTTP request and what comes back, told as events: the steps of the exchange, and the messages in the body, be it
/// JSON or a stream of events. Follows redirects that keep the method. The user's headers go to the origin that they were
/// meant for, the session's id to the one that gave it, and neither to any other.
///
/// Owner: whoever made it. Its Http "end" event is posted by the owner, who knows what the end means for the requests: see
/// postEnd(), and drop(). Order of signals: as HttpExchange; messages come between responded and ended.
/// Specification: MCP transports, Streamable HTTP and HTTP+SSE; RFC 9110, section 15.4.
class HttpFetch final : public QObject
{
    Q_OBJECT

public:
    /// So many comments of a stream are recorded.
    static constexpr qint64 MaxComments = 1000;

    /// `session`: in which it is made; none in the modern era.
    HttpFetch(HttpLink &link, HttpRequest request, HttpSession session, QObject *parent);
    ~HttpFetch() override;

    void start();
    /// Closes the stream now; ended follows.
    void close(const QString &reason);
    /// Closes it and tells so, unless its end has been told; no signal comes any more.
    void drop(const QString &reason);

    [[nodiscard]] const QUrl &url() const { return m_exchange->request().url; } ///< after redirects
    [[nodiscard]] int exchange() const { return m_number; }                     ///< of the latest one, after redirects
    [[nodiscard]] int status() const;                                           ///< 0: no response
    [[nodiscard]] bool isSuccess() const { return status() / 100 == 2; }
    [[nodiscard]] bool isEventStream() const { return m_body == Body::Events; }
    [[nodiscard]] std::optional<QByteArray> responseHeader(QByteArrayView name) const;
    /// "HTTP 404 Not Found", with the address if it is not the one that the user named. Of a refusal also its reason, as far as
    /// the response gives one, and why a redirect was not followed.
    [[nodiscard]] QString statusText() const;
    /// The message of the error that came, or in a body that is no JSON-RPC; empty if there is none.
    [[nodiscard]] QString bodyMessage() const;
    /// A message that came in the stream in a form in which no client reads it.
    struct Misplaced
    {
        RequestId answers; ///< if it is a response
        QString eventName; ///< the name of its event; empty: the blank line that ends the event is missing
        [[nodiscard]] QString where() const; ///< "without the blank line that ends an event"
    };
    /// The latest one.
    [[nodiscard]] const std::optional<Misplaced> &misplaced() const { return m_misplaced; }
    /// The fault of a body that holds no message, as the end of a sentence: "its body is JSON, not an event stream".
    /// Empty if there is none. Known when ended is emitted.
    [[nodiscard]] const QString &bodyProblem() const { return m_bodyProblem; }
    [[nodiscard]] QByteArray distrustedCertificate() const;
    /// Judges an address that the response names, in its redirect or in its stream.
    [[nodiscard]] HttpLink::Obstacle obstacleTo(const QUrl &target) const;
    /// It was asked in a session that the server does not know (404).
    [[nodiscard]] bool isSessionUnknown() const;
    /// True if it is visible ASCII, as session ids are.
    [[nodiscard]] static bool isSessionId(QByteArrayView id);
    /// The same, and it is the session that holds now.
    [[nodiscard]] bool isSessionGone() const;

    /// The id that the server set last, as it can be sent back: empty if it set it to nothing or to what no header can carry.
    /// None if it set none.
    [[nodiscard]] const std::optional<QByteArray> &lastEventId() const { return m_lastEventId; }
    [[nodiscard]] std::optional<qint64> retry() const { return m_retry; } ///< ms

    /// Tells that the exchange has ended. `consequences` are the members of the event that say what follows: requests, ends,
    /// notAccepted, cancels.
    void postEnd(HttpExchange::End end, const QString &reason, const QJsonObject &consequences = {});

signals:
    void sent();
    void responded();
    /// A message; its event has been posted.
    void messageArrived(const Pullcord::Event &event);
    /// A server-sent event that is no message.
    void eventArrived(const Pullcord::SseEvent &event);
    void ended(Pullcord::HttpExchange::End end, const QString &reason);

private:
    enum class Body : quint8 { None, Json, Events, Other };

    void begin(const QUrl &url);
    void describeSession(QJsonObject &details) const;
    void onResponded();
    void onBody(const QByteArray &part);
    void onEnded(HttpExchange::End end, const QString &reason);
    void onSseEvent(const SseEvent &event);
    void takeEventId(const QByteArray &id);
    void noteUnusableId(const QString &problem);
    [[nodiscard]] bool recordsComment();
    void takeJson(HttpExchange::End end);
    void lookAtUnfinished();
    [[nodiscard]] bool noteIfMisplaced(const SseEvent &event);
    void keep(QByteArrayView part, qint64 size, qsizetype limit);
    [[nodiscard]] QString problemOfBody() const;
    void noteCutShort();
    [[nodiscard]] std::optional<qint64> announcedSize() const;
    [[nodiscard]] QString contentCoding() const;
    [[nodiscard]] QString wantedAuthorization() const;
    [[nodiscard]] bool isUnread() const;
    [[nodiscard]] QString shown(const QUrl &url) const;
    void postMessage(QByteArray bytes, const QJsonObject &details);
    [[nodiscard]] std::optional<QUrl> redirected() const;
    [[nodiscard]] HttpLink::Obstacle redirectObstacle() const;
    void tellOfRedirect(const QUrl &target) const;
    [[nodiscard]] QUrl redirectTarget() const;

    HttpLink &m_link;
    HttpRequest m_request; ///< without what depends on the origin
    HttpSession m_session;
    HttpExchange *m_exchange = nullptr;
    int m_number = 0;
    int m_redirects = 0;
    bool m_sent = false;
    bool m_endTold = false;  ///< of the latest exchange
    bool m_cutShort = false; ///< by the server, and taken as JSON anyway
    Body m_body = Body::None;
    QByteArray m_content; ///< of a body that is not a stream; of a stream the lines that are no fields
    qint64 m_contentSize = 0;
    QTimer m_unfinishedTimer; ///< while an event lacks its end
    std::optional<Misplaced> m_misplaced;
    bool m_hasEvents = false; ///< its stream has brought anything that is one
    QString m_bodyProblem;
    QString m_errorMessage;
    SseParser m_sse;
    qint64 m_comments = 0; ///< in its stream
    std::optional<QByteArray> m_lastEventId;
    bool m_isIdNoted = false; ///< the stream has an id that cannot be sent back
    std::optional<qint64> m_retry;
};

} // namespace Pullcord
