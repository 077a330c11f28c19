// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/http/httplink.h"
#include "core/transport/http/sseparser.h"

#include <QObject>
#include <QTimer>

#include <optional>

namespace Pullcord {

/// One HTTP request and its result as events: the steps of the exchange, and the messages in the body, either JSON or
/// an event stream.
///
/// As a client it follows redirects that keep the method; in Mode::Relay it follows none. The user's headers go only to
/// the origin that they are meant for, the session id only to the origin that issued it.
///
/// Owner: the creator, which also posts its Http "end" event, since that event names the consequences for requests: see
/// postEnd() and drop(). Order of signals: as in HttpExchange; messages come between responded and ended.
/// Specification: MCP transports, Streamable HTTP and HTTP+SSE; RFC 9110, section 15.4.
class HttpFetch final : public QObject
{
    Q_OBJECT

public:
    enum class Mode : quint8 {
        Client,
        Relay, ///< for another client, which gets the response as it is, redirects included
    };
    static constexpr int MaxRedirects = 5; ///< that are followed
    /// True if the URLs differ only in scheme, port and a slash at the end of the path: `/mcp` and `/mcp/`.
    [[nodiscard]] static bool leadsToSameEndpoint(const QUrl &from, const QUrl &to);
    /// Largest number of comments recorded per stream.
    static constexpr qint64 MaxComments = 1000;

    /// `session` is the session of the request; empty in the modern era.
    HttpFetch(HttpLink &link, HttpRequest request, HttpSession session, QObject *parent, Mode mode = Mode::Client);
    ~HttpFetch() override;

    void start();
    /// Closes the stream now; ended() follows.
    void close(const QString &reason);
    /// Stops reading the response, or resumes it: see HttpExchange.
    void setReading(bool reading) { m_exchange->setReading(reading); }
    /// Closes the stream and posts its end event, unless that has been posted. No more signals follow.
    void drop(const QString &reason);

    [[nodiscard]] const QUrl &url() const { return m_exchange->request().url; } ///< after redirects
    [[nodiscard]] int exchange() const { return m_number; } ///< of the latest exchange, after redirects
    [[nodiscard]] int status() const;                       ///< 0: no response
    [[nodiscard]] bool isSuccess() const { return status() / 100 == 2; }
    [[nodiscard]] bool isEventStream() const { return m_body == Body::Events; }
    /// State of that stream after the parts read so far.
    [[nodiscard]] const SseParser &stream() const { return m_sse; }
    [[nodiscard]] const HttpHead &response() const { return m_exchange->response(); } ///< valid once responded
    [[nodiscard]] std::optional<QByteArray> responseHeader(QByteArrayView name) const;
    /// Status for display: "HTTP 404 Not Found", with the address if it is not the one that the user entered. For an
    /// error response it includes the reason given, and why a redirect was not followed.
    [[nodiscard]] QString statusText() const;
    /// Message of a JSON-RPC error, or of a body that is not JSON-RPC; empty if there is none.
    [[nodiscard]] QString bodyMessage() const;
    /// A message in the stream, in a form that clients do not read.
    struct Misplaced
    {
        RequestId answers; ///< id of the request, if the message is a response
        QString eventName; ///< name of its event; empty if the blank line that ends the event is missing
        /// Description: "without the blank line that ends an event".
        [[nodiscard]] QString where() const;
    };
    /// The latest such message.
    [[nodiscard]] const std::optional<Misplaced> &misplaced() const { return m_misplaced; }
    /// Fault of a body without a message, as the end of a sentence: "its body is JSON, not an event stream". Empty if
    /// there is none. Valid once ended is emitted.
    [[nodiscard]] const QString &bodyProblem() const { return m_bodyProblem; }
    /// Members of a Failed event after this exchange: failure; certificate if it was not trusted.
    [[nodiscard]] QJsonObject failureDetails() const;
    [[nodiscard]] QByteArray distrustedCertificate() const;
    /// Returns the obstacle to an address that the response names, in a redirect or in its stream.
    [[nodiscard]] HttpLink::Obstacle obstacleTo(const QUrl &target) const;
    /// True if the server rejected the session of this request as unknown (404). With the error -32601 the status means
    /// an unknown method.
    [[nodiscard]] bool isSessionUnknown() const;
    /// True if the id consists of visible ASCII, as session ids do.
    [[nodiscard]] static bool isSessionId(QByteArrayView id);
    /// True if isSessionUnknown(), and the session is the present one.
    [[nodiscard]] bool isSessionGone() const;

    /// Last event id set by the server, fit to be sent back. Empty if the server set an empty id or one that no header
    /// can carry. None if it set no id.
    [[nodiscard]] const std::optional<QByteArray> &lastEventId() const { return m_lastEventId; }
    [[nodiscard]] std::optional<qint64> retry() const { return m_retry; } ///< ms

    /// Posts the end event of the exchange. `consequences` are the members that state the effects: requests, ends,
    /// notAccepted, cancels.
    void postEnd(HttpExchange::End end, const QString &reason, const QJsonObject &consequences = {});

signals:
    void sent();
    void responded();
    /// A part of the body as it came, before it is read.
    void bodyArrived(const QByteArray &part);
    /// A message; its event was posted before.
    void messageArrived(const Pullcord::Event &event);
    /// A server-sent event that is not a message.
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
    void noteRedirect(const QUrl &target) const;
    [[nodiscard]] QUrl redirectTarget() const;

    HttpLink &m_link;
    Mode m_mode;
    HttpRequest m_request; ///< without headers that depend on the origin
    HttpSession m_session;
    HttpExchange *m_exchange = nullptr;
    int m_number = 0;
    int m_redirects = 0;
    bool m_sent = false;
    bool m_endPosted = false; ///< the end event of the latest exchange was posted
    bool m_cutShort = false;  ///< the server cut the body short, but it is complete JSON
    Body m_body = Body::None;
    QByteArray m_content; ///< content of a body that is not a stream; for a stream, the lines that are not fields
    qint64 m_contentSize = 0;
    QTimer m_unfinishedTimer; ///< runs while an event lacks its end
    std::optional<Misplaced> m_misplaced;
    bool m_hasEvents = false; ///< the stream has carried a real event
    QString m_bodyProblem;
    QString m_errorMessage;
    bool m_isMethodUnknown = false;
    SseParser m_sse;
    qint64 m_comments = 0; ///< number of comments in the stream
    std::optional<QByteArray> m_lastEventId;
    bool m_isCutNoted = false; ///< a Note about a line that was cut was posted
    bool m_isIdNoted = false;  ///< a Note about an unusable event id was posted
    std::optional<qint64> m_retry;
};

} // namespace Pullcord
