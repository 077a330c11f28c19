// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/http/httpparser.h"

#include <QNetworkProxy>
#include <QObject>
#include <QSslConfiguration>
#include <QSslError>
#include <QTimer>
#include <QUrl>

#include <chrono>
#include <memory>
#include <optional>

class QTcpSocket;

namespace Pullcord {

struct HttpRequest
{
    QByteArray method;
    QUrl url;
    HttpHeaders headers; ///< those beside Host, Content-Length and Connection
    QByteArray body;
};

/// One HTTP/1.1 request of ours and its response, on a connection of its own, which is closed behind it.
///
/// A connection each, so that a request that hangs never stands in the way of another (QNetworkAccessManager of Qt 6.4
/// opens six to a server, and the seventh request, the cancel, would wait), and so that closing the connection is the
/// signal that the peer sees, at once.
/// Owner: whoever made it; destroying it closes the connection in silence.
/// Order of signals: sent, responded, bodyArrived any number of times, ended exactly once. A server may answer before
/// it has read everything: then sent comes just before responded. Errors: ended() says in words what was wrong.
/// Specification: RFC 9112; MCP transports, Streamable HTTP.
class HttpExchange final : public QObject
{
    Q_OBJECT

public:
    struct Options
    {
        std::chrono::milliseconds connectTimeout{15'000}; ///< until the connection stands, with TLS; 0: never
        /// Without a byte from the server for so long; 0: never. A comment in an event stream counts: that is what servers
        /// send it for (spec digest 6.3), and whether the request behind it still lives is for its own timeout to say.
        std::chrono::milliseconds idleTimeout{0};
        QList<QByteArray> trustedCertificates;        ///< SHA-256 digests; trusted whatever is wrong with them
        QNetworkProxy proxy = QNetworkProxy::NoProxy; ///< see proxyFor()
        std::optional<QSslConfiguration> tls;         ///< none: that of the system
        /// False: breaks before anything is sent, if the host turns out to be this machine. Not seen through a proxy.
        bool mayReachLoopback = true;
    };
    /// On the clock of Event::time; 0: has not happened.
    struct Times
    {
        qint64 started = 0;
        qint64 connected = 0;
        qint64 encrypted = 0;
        qint64 sent = 0;
        qint64 responded = 0;
        qint64 ended = 0;
    };
    enum class End : quint8 {
        Complete, ///< the response has come, whole
        Closed,   ///< by close()
        Broken,   ///< by the other side, the network or a timeout
    };
    Q_ENUM(End)

    HttpExchange(HttpRequest request, const Options &options, QObject *parent = nullptr);
    ~HttpExchange() override;

    /// The system's proxy for this address; none for this machine itself. May take some milliseconds.
    [[nodiscard]] static QNetworkProxy proxyFor(const QUrl &url);

    void start();
    /// Closes the connection now; ended() follows through the event loop. Harmless when it has ended.
    void close(const QString &reason);

    [[nodiscard]] const HttpRequest &request() const { return m_request; }
    /// What stands before the body, as it goes over the wire.
    [[nodiscard]] HttpHeaders sentHeaders() const;
    [[nodiscard]] const Times &times() const { return m_times; }
    [[nodiscard]] bool hasResponded() const { return m_times.responded != 0; }
    [[nodiscard]] const HttpHead &response() const { return m_parser.head(); }
    [[nodiscard]] const HttpHeaders &trailers() const { return m_parser.trailers(); }
    /// Bytes that were not read as part of a response: what is not HTTP, and what follows the end of the body.
    [[nodiscard]] const QByteArray &unread() const { return m_unread; }
    [[nodiscard]] qint64 bytesReceived() const { return m_received; } ///< of the body
    /// The other side closed the connection before it had said anything that can be understood.
    [[nodiscard]] bool isHungUp() const { return m_hungUp; }
    /// It is broken since we have waited for as long as we would.
    [[nodiscard]] bool hasGivenUp() const { return m_gaveUp; }
    /// The host is this machine, by its name or by the address that was connected to.
    [[nodiscard]] bool isLoopback() const { return m_isLoopback; }
    /// The SHA-256 digest of the certificate that was not trusted; empty if that is not what went wrong.
    [[nodiscard]] QByteArray distrustedCertificate() const { return m_distrusted; }

signals:
    void sent();
    void responded();
    void bodyArrived(const QByteArray &part);
    void ended(Pullcord::HttpExchange::End end, const QString &reason);

private:
    void connectToServer();
    void onReady();
    void onWritten();
    void onReadable();
    void onDisconnected();
    void onSslErrors(const QList<QSslError> &errors);
    void markSent();
    void takeResponse(QByteArrayView bytes);
    void end(End end, const QString &reason);
    [[nodiscard]] QString problemText() const;
    [[nodiscard]] QString unreadText(const Error &error) const;
    [[nodiscard]] bool isEncrypted() const;
    [[nodiscard]] QByteArray head() const;

    HttpRequest m_request;
    Options m_options;
    std::unique_ptr<QTcpSocket> m_socket;
    HttpParser m_parser{HttpParser::Kind::Response};
    QTimer m_timer; ///< first for the connection, then for silence
    Times m_times;
    int m_interims = 0;
    QByteArray m_unread; ///< meanwhile: the head so far
    qint64 m_received = 0;
    QByteArray m_proxyAuthorization; ///< for a proxy that is given the whole URL
    bool m_wholeTarget = false;
    bool m_isLoopback;
    QByteArray m_distrusted;
    QString m_tlsProblem;
    bool m_given = false; ///< to the socket
    bool m_hungUp = false;
    bool m_gaveUp = false;
    bool m_ended = false;
};

} // namespace Pullcord
