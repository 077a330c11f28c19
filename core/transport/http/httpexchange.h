// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/http/httpparser.h"
#include "core/transport/transportfailure.h"

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

/// Request of a client: a value.
struct HttpRequest
{
    QByteArray method;
    QUrl url;
    HttpHeaders headers; ///< without Host, Content-Length and Connection, which HttpExchange adds
    QByteArray body;
};

/// One HTTP/1.1 request as a client, with its response, on a connection of its own that is closed afterwards.
///
/// Each request has its own connection, so that a hanging request never blocks another. (QNetworkAccessManager of Qt
/// 6.4 opens six per server, and the seventh request, the cancel, would wait.) Closing the connection is also a signal
/// that the peer sees at once.
///
/// Owner: the creator; destroying it closes the connection without a signal.
/// Order of signals: sent, responded, bodyArrived any number of times, ended exactly once. If a server responds before
/// it has read everything, sent comes just before responded. Errors: ended() carries the reason as text,
/// failure() the kind.
/// Specification: RFC 9112; MCP transports, Streamable HTTP.
class HttpExchange final : public QObject
{
    Q_OBJECT

public:
    struct Options
    {
        std::chrono::milliseconds connectTimeout{15'000}; ///< for connecting, including TLS; 0: no limit
        /// Longest silence of the server; 0: no limit. A comment in an event stream counts as activity (spec digest
        /// 6.3). The MCP request has a timeout of its own.
        std::chrono::milliseconds idleTimeout{0};
        QList<QByteArray> trustedCertificates;        ///< SHA-256 digests; trusted whatever their faults
        QNetworkProxy proxy = QNetworkProxy::NoProxy; ///< see proxyFor()
        std::optional<QSslConfiguration> tls;         ///< none: the system's configuration
        /// False: fails before anything is sent if the host turns out to be this machine. Not detected through a proxy.
        bool mayReachLoopback = true;
    };
    /// Times of the steps, as Event::time (ns); 0: has not happened.
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
        Complete, ///< the whole response has arrived
        Closed,   ///< by close()
        Broken,   ///< by the server, the network or a timeout
    };
    Q_ENUM(End)

    HttpExchange(HttpRequest request, const Options &options, QObject *parent = nullptr);
    ~HttpExchange() override;

    /// Returns the system's proxy for this address; none for this machine. May take some milliseconds.
    [[nodiscard]] static QNetworkProxy proxyFor(const QUrl &url);

    /// Puts the password into the proxy, to be sent at once, if the socket failed since the proxy closed the connection
    /// after it had required authentication (which Qt takes for the end). Returns false otherwise, and the second time.
    [[nodiscard]] static bool addPassword(QNetworkProxy &proxy, const QAbstractSocket &socket);

    void start();
    /// Closes the connection now; ended() follows through the event loop. Harmless after the end.
    void close(const QString &reason);
    /// Stops reading the response, so that the server has to wait, or resumes it. Bytes that the server sent before it
    /// closed the connection are read anyway. Time without reading does not count as silence.
    void setReading(bool reading);

    [[nodiscard]] const HttpRequest &request() const { return m_request; }
    /// Headers as sent, including those added by this class.
    [[nodiscard]] HttpHeaders sentHeaders() const;
    [[nodiscard]] const Times &times() const { return m_times; }
    [[nodiscard]] bool hasResponded() const { return m_times.responded != 0; }
    [[nodiscard]] const HttpHead &response() const { return m_parser.head(); }
    [[nodiscard]] const HttpHeaders &trailers() const { return m_parser.trailers(); }
    /// Received bytes that are not part of the response: bytes that are not HTTP, or that follow the end of the body.
    [[nodiscard]] const QByteArray &unread() const { return m_unread; }
    [[nodiscard]] qint64 bytesReceived() const { return m_received; } ///< of the body
    /// True if the server closed the connection without having sent a byte of a response. False if that was a proxy.
    [[nodiscard]] bool isHungUp() const { return m_hungUp; }
    [[nodiscard]] bool isProxied() const { return m_options.proxy.type() != QNetworkProxy::NoProxy; }
    /// True if one of our timeouts ended the exchange.
    [[nodiscard]] bool hasGivenUp() const { return m_gaveUp; }
    /// True if the host is this machine, by its name or by the address of the connection.
    [[nodiscard]] bool isLoopback() const { return m_isLoopback; }
    /// Kind of the failure; valid once ended is emitted. None after End::Complete and End::Closed.
    [[nodiscard]] TransportFailure::Kind failure() const { return m_failure; }
    /// SHA-256 digest of the certificate that was not trusted; empty if the failure has another reason.
    [[nodiscard]] QByteArray distrustedCertificate() const { return m_distrusted; }

signals:
    void sent();
    void responded();
    void bodyArrived(const QByteArray &part);
    void ended(Pullcord::HttpExchange::End end, const QString &reason);

private:
    using Failure = TransportFailure::Kind;

    void openSocket();
    void connectToServer();
    void onReady();
    void onWritten();
    void onReadable();
    void onDisconnected();
    void onSslErrors(const QList<QSslError> &errors);
    void markSent();
    void takeResponse(QByteArrayView bytes);
    void end(End end, const TransportFailure &failure);
    [[nodiscard]] TransportFailure socketFailure() const;
    [[nodiscard]] TransportFailure unreadFailure(Failure kind, const Error &error) const;
    [[nodiscard]] bool isEncrypted() const;
    [[nodiscard]] QString proxyName() const;
    [[nodiscard]] QByteArray head() const;

    HttpRequest m_request;
    Options m_options;
    std::unique_ptr<QTcpSocket> m_socket;
    HttpParser m_parser;
    QTimer m_timer; ///< limits connecting at first, then silence
    Times m_times;
    int m_interims = 0;
    QByteArray m_unread; ///< until the head is complete: its bytes so far
    qint64 m_received = 0;
    QByteArray m_proxyAuthorization; ///< for a proxy that gets the whole URL
    bool m_wholeTarget = false;
    bool m_isLoopback;
    QByteArray m_distrusted;
    TransportFailure m_tlsFailure;
    bool m_wantsCertificate = false; ///< the server requires a certificate of the client
    Failure m_failure = Failure::None;
    bool m_isReading = true;
    bool m_given = false; ///< the request has been given to the socket
    bool m_hungUp = false;
    bool m_gaveUp = false;
    bool m_ended = false;
};

} // namespace Pullcord
