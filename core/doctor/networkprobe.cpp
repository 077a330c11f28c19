// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/doctor/networkprobe.h"

#include "core/rpc/event.h"
#include "core/transport/http/sockettext.h"

#include <QCryptographicHash>
#include <QHostInfo>
#include <QSslCipher>
#include <QSslConfiguration>
#include <QSslSocket>

using namespace Qt::StringLiterals;

namespace Pullcord {

NetworkProbe::NetworkProbe(const HttpOptions &options, QObject *parent)
    : QObject(parent)
    , m_options(options)
{
    const QUrl &url = m_options.url;
    m_facts.isEncrypted = url.scheme() == "https"_L1;
    m_facts.host = url.host(QUrl::FullyDecoded);
    m_facts.port = quint16(url.port(m_facts.isEncrypted ? 443 : 80));
    const auto proxy = m_options.network.networkProxy();
    m_facts.isOwnProxy = !proxy || *proxy;
    if (!proxy)
        m_facts.proxyFault = proxy.error().detail;
    else
        m_facts.proxy = *proxy ? **proxy : HttpExchange::proxyFor(url);
    m_facts.caFile = m_options.network.caFile;
    if (m_facts.isEncrypted) {
        if (const auto tls = m_options.network.tls(); !tls)
            m_facts.fileFault = tls.error().detail;
        else
            m_tls = *tls;
    }
    m_limit.setSingleShot(true);
    m_limit.callOnTimeout(this, [this] {
        QString &error = m_encrypting ? m_facts.tlsError : m_facts.tcpError;
        error = u"no connection within %1 ms"_s.arg(m_limit.interval());
        endStep();
    });
}

NetworkProbe::~NetworkProbe()
{
    close();
}

void NetworkProbe::close()
{
    m_limit.stop();
    if (!m_socket)
        return;
    m_socket->disconnect(this);
    m_socket->abort();
    m_socket.release()->deleteLater();
}

void NetworkProbe::lookUp()
{
    m_inStep = true;
    m_began = monotonicNow();
    QHostInfo::lookupHost(m_facts.host, this, [this](const QHostInfo &info) {
        m_facts.lookup = monotonicNow() - m_began;
        const QList<QHostAddress> addresses = info.addresses();
        for (const QHostAddress &address : addresses)
            m_facts.addresses << address.toString();
        if (info.error() != QHostInfo::NoError)
            m_facts.lookupError = info.errorString();
        endStep();
    });
}

/// Like HttpExchange: plain HTTP goes to an HTTP proxy directly, everything else through a tunnel.
void NetworkProbe::connectToHost()
{
    m_inStep = true;
    m_socket = std::make_unique<QSslSocket>();
    if (m_tls)
        m_socket->setSslConfiguration(*m_tls);
    connect(m_socket.get(), &QSslSocket::connected, this, [this] {
        m_facts.tcp = monotonicNow() - m_began;
        endStep();
    });
    connect(m_socket.get(), &QSslSocket::errorOccurred, this, &NetworkProbe::onError);
    connect(m_socket.get(), &QSslSocket::alertReceived, this, [this](QSsl::AlertLevel level) {
        m_facts.isTlsRefused = m_facts.isTlsRefused || level == QSsl::AlertLevel::Fatal;
    });
    connect(m_socket.get(), &QSslSocket::encrypted, this, [this] {
        m_facts.tls = monotonicNow() - m_began;
        m_facts.protocol = m_socket->sessionCipher().protocolString();
        m_facts.chain = m_socket->peerCertificateChain();
        endStep();
    });
    connect(m_socket.get(), &QSslSocket::sslErrors, this, [this](const QList<QSslError> &problems) {
        m_facts.problems = problems;
        m_facts.chain = m_socket->peerCertificateChain();
        m_facts.isPinned = m_options.exchange.trustedCertificates.contains(
            m_socket->peerCertificate().digest(QCryptographicHash::Sha256));
        if (m_facts.isPinned)
            m_socket->ignoreSslErrors();
    });
    if (m_options.exchange.connectTimeout.count() > 0)
        m_limit.start(m_options.exchange.connectTimeout);
    m_began = monotonicNow(); // a long file of authorities has been read by now
    const bool speaksHttp =
        m_facts.proxy.type() == QNetworkProxy::HttpProxy || m_facts.proxy.type() == QNetworkProxy::HttpCachingProxy;
    if (speaksHttp && !m_facts.isEncrypted) {
        m_facts.proxyTrouble = ProxyTrouble::Unreachable; // in case it fails
        m_socket->setProxy(QNetworkProxy::NoProxy);
        m_socket->connectToHost(m_facts.proxy.hostName(), m_facts.proxy.port());
        return;
    }
    m_socket->setProxy(m_facts.proxy);
    m_socket->setPeerVerifyName(m_facts.host);
    m_socket->connectToHost(m_facts.host, m_facts.port);
}

void NetworkProbe::encrypt()
{
    m_inStep = true;
    m_encrypting = true;
    m_began = monotonicNow();
    if (m_options.exchange.connectTimeout.count() > 0)
        m_limit.start(m_options.exchange.connectTimeout);
    if (m_socket->state() == QAbstractSocket::ConnectedState)
        m_socket->startClientEncryption();
    else
        onError();
}

void NetworkProbe::onError()
{
    if (!m_inStep)
        return;
    if (!m_encrypting && HttpExchange::addPassword(m_facts.proxy, *m_socket)) {
        close();
        return connectToHost();
    }
    if (m_encrypting) {
        m_facts.tlsError = errorTextOf(*m_socket);
        m_facts.isKeyRefused = m_socket->error() == QAbstractSocket::SslInvalidUserDataError;
    } else {
        m_facts.tcpError = m_socket->errorString();
        m_facts.isRefused = m_socket->error() == QAbstractSocket::ConnectionRefusedError;
        const TransportFailure::Kind kind = TransportFailure::kindOf(m_socket->error());
        if (kind == TransportFailure::Kind::ProxyAuthentication)
            m_facts.proxyTrouble = ProxyTrouble::Password;
        else if (m_facts.usesProxy() && m_socket->error() == QAbstractSocket::SocketAccessError)
            m_facts.proxyTrouble = ProxyTrouble::Forbidden;
        else if (m_socket->error() == QAbstractSocket::ProxyProtocolError)
            m_facts.proxyTrouble = ProxyTrouble::Protocol;
        else if (kind == TransportFailure::Kind::ProxyRefused)
            m_facts.proxyTrouble = ProxyTrouble::Unreachable;
    }
    endStep();
}

void NetworkProbe::endStep()
{
    m_limit.stop();
    if (!std::exchange(m_inStep, false))
        return;
    QMetaObject::invokeMethod(this, &NetworkProbe::stepEnded, Qt::QueuedConnection);
}

} // namespace Pullcord
