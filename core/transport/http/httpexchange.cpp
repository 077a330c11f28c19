// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/http/httpexchange.h"

#include "core/rpc/event.h"
#include "core/transport/http/bodytext.h"
#include "core/transport/http/origin.h"
#include "core/transport/http/sockettext.h"
#include "core/transport/transportreason.h"

#include <QCryptographicHash>
#include <QHostAddress>
#include <QPointer>
#include <QSslCertificate>
#include <QSslSocket>

#include <utility>

using namespace Qt::StringLiterals;

namespace Pullcord {
namespace {

/// Limit of bytes read ahead. The system holds back the rest, so the peer slows down and no turn of the event loop
/// takes long.
constexpr qint64 ReadBuffer = qint64(256) << 10;

/// Largest number of interim responses (1xx). Each is parsed by itself, and no server needs so many.
constexpr int MaxInterims = 100;

quint16 portOf(const QUrl &url)
{
    return quint16(url.port(url.scheme() == "https"_L1 ? 443 : 80));
}

HttpParser::Kind responseKind(const HttpRequest &request)
{
    return request.method == "HEAD" ? HttpParser::Kind::HeadResponse : HttpParser::Kind::Response;
}

QByteArray authorizationFor(const QNetworkProxy &proxy)
{
    return "Basic " + (proxy.user() + u':' + proxy.password()).toUtf8().toBase64();
}

bool speaksHttp(const QNetworkProxy &proxy)
{
    return proxy.type() == QNetworkProxy::HttpProxy || proxy.type() == QNetworkProxy::HttpCachingProxy;
}

QByteArray digestOf(const QSslCertificate &certificate)
{
    return certificate.digest(QCryptographicHash::Sha256);
}

} // namespace

HttpExchange::HttpExchange(HttpRequest request, const Options &options, QObject *parent)
    : QObject(parent)
    , m_request(std::move(request))
    , m_options(options)
    , m_parser(responseKind(m_request))
    , m_isLoopback(Origin::of(m_request.url).isLoopback())
{
    m_timer.setSingleShot(true);
    m_timer.callOnTimeout(this, [this] {
        m_gaveUp = true;
        end(End::Broken, {Failure::TimedOut, TranslatableText::of(m_times.sent ? TransportReason::Silence
                                                                               : TransportReason::ConnectTimeout,
                                                                  m_timer.interval())});
    });
}

HttpExchange::~HttpExchange()
{
    if (!m_socket)
        return;
    m_socket->disconnect(this);
    // We may be inside a signal of the socket, which must not be destroyed then.
    m_socket->abort();
    m_socket.release()->deleteLater();
}

bool HttpExchange::isEncrypted() const
{
    return m_request.url.scheme() == "https"_L1;
}

void HttpExchange::start()
{
    m_times.started = monotonicNow();
    if (m_options.connectTimeout.count() > 0)
        m_timer.start(m_options.connectTimeout);
    openSocket();
}

void HttpExchange::openSocket()
{
    const auto noteConnection = [this] {
        m_times.connected = monotonicNow();
        if (m_options.proxy.type() == QNetworkProxy::NoProxy)
            m_isLoopback = m_isLoopback || m_socket->peerAddress().isLoopback();
    };
    if (isEncrypted()) {
        auto socket = std::make_unique<QSslSocket>();
        connect(socket.get(), &QTcpSocket::connected, this, noteConnection);
        connect(socket.get(), &QSslSocket::sslErrors, this, &HttpExchange::onSslErrors);
        connect(socket.get(), &QSslSocket::encrypted, this, [this] {
            m_times.encrypted = monotonicNow();
            onReady();
        });
        connect(socket.get(), &QSslSocket::encryptedBytesWritten, this, &HttpExchange::onWritten);
        connect(socket.get(), &QSslSocket::alertReceived, this, [this](QSsl::AlertLevel, QSsl::AlertType type) {
            m_wantsCertificate = m_wantsCertificate || type == QSsl::AlertType::CertificateRequired;
        });
        if (m_options.tls)
            socket->setSslConfiguration(*m_options.tls);
        m_socket = std::move(socket);
    } else {
        m_socket = std::make_unique<QTcpSocket>();
        connect(m_socket.get(), &QTcpSocket::connected, this, noteConnection);
        connect(m_socket.get(), &QTcpSocket::connected, this, &HttpExchange::onReady);
        connect(m_socket.get(), &QTcpSocket::bytesWritten, this, &HttpExchange::onWritten);
    }
    connect(m_socket.get(), &QTcpSocket::readyRead, this, &HttpExchange::onReadable);
    connect(m_socket.get(), &QTcpSocket::errorOccurred, this, &HttpExchange::onDisconnected);
    connect(m_socket.get(), &QTcpSocket::disconnected, this, &HttpExchange::onDisconnected);
    m_socket->setReadBufferSize(ReadBuffer);
    connectToServer();
}

/// Plain HTTP is sent to an HTTP proxy with the whole URL. Everything else uses a tunnel, which the socket makes.
void HttpExchange::connectToServer()
{
    const QNetworkProxy &proxy = m_options.proxy;
    m_wholeTarget = speaksHttp(proxy) && !isEncrypted();
    m_socket->setProxy(m_wholeTarget ? QNetworkProxy(QNetworkProxy::NoProxy) : proxy);
    if (m_wholeTarget) {
        if (!proxy.user().isEmpty())
            m_proxyAuthorization = authorizationFor(proxy);
        m_socket->connectToHost(proxy.hostName(), proxy.port());
        return;
    }
    const QString host = m_request.url.host(QUrl::FullyDecoded);
    if (auto *encrypted = qobject_cast<QSslSocket *>(m_socket.get()))
        encrypted->connectToHostEncrypted(host, portOf(m_request.url));
    else
        m_socket->connectToHost(host, portOf(m_request.url));
}

QNetworkProxy HttpExchange::proxyFor(const QUrl &url)
{
    if (Origin::of(url).isLoopback())
        return QNetworkProxy::NoProxy;
    return QNetworkProxyFactory::systemProxyForQuery(QNetworkProxyQuery(url)).value(0, QNetworkProxy::NoProxy);
}

bool HttpExchange::addPassword(QNetworkProxy &proxy, const QAbstractSocket &socket)
{
    const QByteArray name = "Proxy-Authorization"_ba;
    if (socket.error() != QAbstractSocket::ProxyConnectionClosedError || !speaksHttp(proxy) || proxy.user().isEmpty() ||
        proxy.hasRawHeader(name))
        return false;
    proxy.setRawHeader(name, authorizationFor(proxy));
    return true;
}

HttpHeaders HttpExchange::sentHeaders() const
{
    HttpHeaders headers;
    const QUrl server = m_request.url.adjusted(QUrl::RemoveUserInfo);
    headers.add("Host"_ba, server.authority(QUrl::FullyEncoded).toLatin1());
    for (const HttpHeader &header : m_request.headers)
        headers.add(header);
    if (!m_request.body.isEmpty() || m_request.method == "POST")
        headers.add("Content-Length"_ba, QByteArray::number(m_request.body.size()));
    if (!m_proxyAuthorization.isEmpty())
        headers.add("Proxy-Authorization"_ba, m_proxyAuthorization);
    headers.add("Connection"_ba, "close"_ba);
    return headers;
}

QByteArray HttpExchange::head() const
{
    QUrl url = m_request.url.adjusted(QUrl::RemoveFragment | QUrl::RemoveUserInfo);
    if (url.path().isEmpty())
        url.setPath(u"/"_s);
    const QByteArray target =
        url.toEncoded(m_wholeTarget ? QUrl::FullyEncoded : QUrl::RemoveScheme | QUrl::RemoveAuthority);
    QByteArray text = m_request.method + ' ' + target + " HTTP/1.1\r\n";
    for (const HttpHeader &header : sentHeaders())
        text += header.name + ": " + header.value + "\r\n";
    return text + "\r\n";
}

void HttpExchange::onReady()
{
    m_timer.stop();
    if (m_isLoopback && !m_options.mayReachLoopback)
        return end(End::Broken, {Failure::Other, TranslatableText::of(TransportReason::IsLoopback, m_request.url.host(),
                                                                      m_socket->peerAddress().toString())});
    m_given = true;
    const QByteArray bytes = head() + m_request.body;
    m_socket->write(bytes);
    m_socket->flush();
}

void HttpExchange::onWritten()
{
    const auto *encrypted = qobject_cast<QSslSocket *>(m_socket.get());
    // The TLS handshake emits the signal too.
    if (m_given && m_socket->bytesToWrite() == 0 && (!encrypted || encrypted->encryptedBytesToWrite() == 0))
        markSent();
}

void HttpExchange::markSent()
{
    if (m_times.sent || m_ended)
        return;
    m_times.sent = monotonicNow();
    if (m_options.idleTimeout.count() > 0)
        m_timer.start(m_options.idleTimeout);
    emit sent();
}

void HttpExchange::setReading(bool reading)
{
    if (m_ended || std::exchange(m_isReading, reading) == reading)
        return;
    if (!reading)
        return m_timer.stop();
    if (m_options.idleTimeout.count() > 0)
        m_timer.start(m_options.idleTimeout);
    QMetaObject::invokeMethod(this, &HttpExchange::onReadable, Qt::QueuedConnection);
}

void HttpExchange::onReadable()
{
    if (m_ended || !m_isReading || m_socket->bytesAvailable() == 0)
        return;
    if (m_timer.isActive())
        m_timer.start();
    takeResponse(m_socket->readAll());
}

void HttpExchange::takeResponse(QByteArrayView bytes)
{
    if (!m_parser.hasHead())
        m_unread += bytes;
    Outcome outcome = m_parser.feed(bytes);
    const QPointer<HttpExchange> alive(this);
    while (m_parser.hasHead() && m_parser.head().status / 100 == 1) { // an interim response; the final one follows
        if (!m_parser.isDone())
            return;
        if (++m_interims > MaxInterims)
            return end(End::Broken, {Failure::NotHttp, TranslatableText::of(TransportReason::Interims, MaxInterims)});
        const QByteArray rest = m_parser.takeRest();
        m_parser = HttpParser(responseKind(m_request));
        m_unread = rest;
        outcome = m_parser.feed(rest);
    }
    if (m_parser.hasHead())
        m_unread.clear();
    if (m_parser.hasHead() && !m_times.responded) {
        markSent();
        if (!alive || m_ended)
            return;
        m_times.responded = monotonicNow();
        emit responded();
    }
    if (!alive || m_ended)
        return;
    const QByteArray part = m_parser.takeBody();
    if (!part.isEmpty()) {
        m_received += part.size();
        emit bodyArrived(part);
    }
    if (!alive || m_ended)
        return;
    if (outcome && !m_parser.isDone())
        return;
    if (m_parser.hasHead())
        m_unread = m_parser.takeRest();
    if (!outcome)
        end(End::Broken, unreadFailure(Failure::NotHttp, outcome.error()));
    else
        end(End::Complete, {});
}

/// Failure by bytes that are not a response. `kind` applies to `error`.
TransportFailure HttpExchange::unreadFailure(Failure kind, const Error &error) const
{
    if (m_unread.startsWith("\x15\x03")) // a TLS alert
        return {Failure::TlsExpected, TranslatableText::of(TransportReason::ExpectsTls)};
    if (!m_parser.hasHead() && !m_unread.isEmpty() && !m_unread.startsWith("HTTP/"))
        return {Failure::NotHttp, TranslatableText::of(TransportReason::NotHttp, BodyText::beginning(m_unread))};
    return {kind, error.data.isEmpty()
                      ? error.detail
                      : TranslatableText::of(TransportReason::AtBytes, error.detail, BodyText::beginning(error.data))};
}

void HttpExchange::onSslErrors(const QList<QSslError> &errors)
{
    auto *socket = qobject_cast<QSslSocket *>(m_socket.get());
    const QByteArray digest = digestOf(socket->peerCertificate());
    if (m_options.trustedCertificates.contains(digest)) {
        socket->ignoreSslErrors();
        return;
    }
    QStringList texts;
    for (const QSslError &error : errors)
        texts += error.errorString();
    texts.removeDuplicates();
    m_distrusted = digest;
    m_tlsFailure = {TransportFailure::kindOf(errors),
                    TranslatableText::of(m_options.trustedCertificates.isEmpty() ? TransportReason::Untrusted
                                                                                 : TransportReason::OtherCertificate,
                                         texts.join(u"; "_s))};
}

/// The connection ended, with or without an error. A response delimited by its end is complete now.
void HttpExchange::onDisconnected()
{
    if (m_ended)
        return;
    if (addPassword(m_options.proxy, *m_socket)) {
        m_socket->disconnect(this);
        m_socket.release()->deleteLater(); // we are inside one of its signals
        return openSocket();
    }
    const bool isError = m_socket->error() != QAbstractSocket::RemoteHostClosedError &&
                         m_socket->error() != QAbstractSocket::UnknownSocketError;
    const TransportFailure failure = socketFailure();
    const QPointer<HttpExchange> alive(this);
    m_isReading = true;
    while (alive && !m_ended && m_socket->bytesAvailable() > 0)
        onReadable();
    if (!alive || m_ended)
        return;
    m_hungUp = !isError && !m_times.responded && m_unread.isEmpty() && !m_wholeTarget;
    if (!m_times.responded) {
        const TransportFailure silence =
            m_unread.isEmpty()
                ? TransportFailure{Failure::Ended,
                                   m_wholeTarget ? TranslatableText::of(TransportReason::ProxyNoResponse, proxyName())
                                                 : TranslatableText::of(TransportReason::NoResponse)}
                : unreadFailure(Failure::Ended, {.detail = TranslatableText::of(TransportReason::CutHead)});
        return end(End::Broken, isError ? failure : silence);
    }
    const Outcome outcome = m_parser.finish();
    m_unread = m_parser.takeRest();
    if (!isError && outcome)
        end(End::Complete, {});
    else
        end(End::Broken,
            isError ? failure
                    : unreadFailure(Failure::Ended,
                                    {.detail = TranslatableText::of(TransportReason::CutBody), .data = m_unread}));
}

TransportFailure HttpExchange::socketFailure() const
{
    const QString text = errorTextOf(*m_socket);
    if (m_tlsFailure.kind != Failure::None)
        return m_tlsFailure;
    if (m_wantsCertificate)
        return {Failure::ClientCertificate, TranslatableText::of(TransportReason::NoClientCertificate, text)};
    const Failure kind = TransportFailure::kindOf(m_socket->error());
    if (kind == Failure::ClientKey)
        return {kind, TranslatableText::of(TransportReason::KeyMismatch, text)};
    if (kind == Failure::TlsRefused)
        return {kind, TranslatableText::of(TransportReason::NoTls, text)};
    const QNetworkProxy &proxy = m_options.proxy;
    if (proxy.type() == QNetworkProxy::NoProxy || m_times.connected)
        return {kind, text};
    return {kind == Failure::ProxyAuthentication ? kind : Failure::ProxyRefused,
            TranslatableText::of(TransportReason::ThroughProxy, proxyName(), text)};
}

QString HttpExchange::proxyName() const
{
    return u"%1:%2"_s.arg(m_options.proxy.hostName()).arg(m_options.proxy.port());
}

void HttpExchange::close(const QString &reason)
{
    if (m_ended)
        return;
    m_timer.stop();
    if (m_socket) {
        m_socket->disconnect(this);
        m_socket->abort();
    }
    m_times.ended = monotonicNow();
    m_ended = true;
    QMetaObject::invokeMethod(
        this, [this, reason] { emit ended(End::Closed, reason); }, Qt::QueuedConnection);
}

void HttpExchange::end(End end, const TransportFailure &failure)
{
    m_failure = failure.kind;
    m_timer.stop();
    m_socket->disconnect(this);
    m_socket->abort();
    m_times.ended = monotonicNow();
    m_ended = true;
    emit ended(end, failure.reason);
}

} // namespace Pullcord
