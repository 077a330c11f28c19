// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/connection/rpcconnection.h"
#include "core/scriptedserver.h"
#include "core/transport/http/httptransport.h"
#include "support/eventrecorder.h"

#include <QCryptographicHash>
#include <QFile>
#include <QJsonDocument>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslKey>
#include <QSslServer>
#include <QSslSocket>
#include <QTest>

#include <memory>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// HTTPS to a server with an untrusted certificate.
class TestHttpTls : public QObject
{
    Q_OBJECT

private:
    static constexpr int Limit = 5000;

    QSslCertificate m_certificate;
    QSslServer m_server;
    QByteArray m_received; ///< bytes decrypted by the server
    QByteArray m_response;
    QSslCertificate m_peerCertificate; ///< certificate of the latest client
    std::unique_ptr<EventRecorder> m_recorder;

    [[nodiscard]] QUrl url() const { return QUrl(u"https://localhost:%1/mcp"_s.arg(m_server.serverPort())); }
    [[nodiscard]] std::unique_ptr<RpcConnection> sessionWith(const QList<QByteArray> &trusted)
    {
        return sessionWith(trusted, url());
    }
    [[nodiscard]] static QString data(const QString &name) { return QFINDTESTDATA(u"core/data/"_s + name); }
    [[nodiscard]] std::unique_ptr<RpcConnection> sessionWith(const QList<QByteArray> &trusted, const QUrl &address,
                                                             const HttpNetwork &network = {})
    {
        HttpOptions options;
        options.url = address;
        options.exchange.trustedCertificates = trusted;
        options.followRedirects = true;
        options.network = network;
        auto transport = std::make_unique<HttpTransport>(options);
        m_recorder = std::make_unique<EventRecorder>(*transport);
        auto rpc = std::make_unique<RpcConnection>(std::move(transport), RpcConnection::Role::Client);
        rpc->open();
        return rpc;
    }

    /// Sends one request; returns the reason of its failure, or an empty text.
    QString askedWith(const HttpNetwork &network, const QUrl &address)
    {
        const std::unique_ptr<RpcConnection> rpc = sessionWith({}, address, network);
        QSignalSpy failed(rpc.get(), &RpcConnection::failed);
        OutgoingRequest *request = rpc->request("x");
        std::optional<QString> result;
        connect(request, &OutgoingRequest::finished, this, [&] {
            result =
                request->state() == RequestState::Succeeded ? QString() : QString(request->outcome().error().detail);
        });
        if (!QTest::qWaitFor([&] { return result.has_value(); }, Limit))
            return u"nothing came"_s;
        return failed.isEmpty() ? *result : failed.first().first().toString();
    }
    /// Makes the server require a client certificate, which must be its own.
    void wantClientCertificate(bool wants)
    {
        QSslConfiguration configuration = m_server.sslConfiguration();
        configuration.setPeerVerifyMode(wants ? QSslSocket::VerifyPeer : QSslSocket::VerifyNone);
        configuration.setCaCertificates({m_certificate});
        m_server.setSslConfiguration(configuration);
    }

private slots:
    void initTestCase()
    {
        QFile certificate(QFINDTESTDATA("core/data/loopback.crt"));
        QFile key(QFINDTESTDATA("core/data/loopback.key"));
        QVERIFY(certificate.open(QIODevice::ReadOnly) && key.open(QIODevice::ReadOnly));
        m_certificate = QSslCertificate(&certificate);
        QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
        configuration.setLocalCertificate(m_certificate);
        configuration.setPrivateKey(QSslKey(&key, QSsl::Ec));
        configuration.setPeerVerifyMode(QSslSocket::VerifyNone);
        m_server.setSslConfiguration(configuration);
        QVERIFY(m_server.listen(QHostAddress::LocalHost));
        connect(&m_server, &QTcpServer::pendingConnectionAvailable, this, [this] {
            QTcpSocket *socket = m_server.nextPendingConnection();
            connect(socket, &QTcpSocket::readyRead, this, [this, socket] {
                m_received += socket->readAll();
                m_peerCertificate = qobject_cast<QSslSocket *>(socket)->peerCertificate();
                socket->write(m_response);
            });
            connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
        });
    }

    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".?"_s));
        m_received.clear();
        m_response = ScriptedServer::json(R"({"jsonrpc":"2.0","id":1,"result":{}})");
    }

    void distrusted()
    {
        const std::unique_ptr<RpcConnection> rpc = sessionWith({});
        QSignalSpy failed(rpc.get(), &RpcConnection::failed);
        rpc->request("x");
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, Limit);
        const QString reason = failed.first().first().toString();
        QVERIFY2(reason.contains(u"not trusted"_s) && reason.contains(u"self-signed"_s), qPrintable(reason));
        QCOMPARE(m_recorder->of(EventKind::Failed).details.value("certificate"_L1).toString(),
                 QString::fromLatin1(m_certificate.digest(QCryptographicHash::Sha256).toHex()));
        QTRY_COMPARE_WITH_TIMEOUT(rpc->state(), Transport::State::Idle, Limit);
        QVERIFY(m_received.isEmpty()); // no byte went to an untrusted server
    }

    void anotherCertificateIsTrusted()
    {
        const std::unique_ptr<RpcConnection> rpc = sessionWith({QByteArray(32, 'x')});
        QSignalSpy failed(rpc.get(), &RpcConnection::failed);
        rpc->request("x");
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, Limit);
        QVERIFY(failed.first().first().toString().contains(u"its digest differs"_s));
    }

    void serverWithoutTls()
    {
        QTcpServer plain;
        QVERIFY(plain.listen(QHostAddress::LocalHost));
        connect(&plain, &QTcpServer::newConnection, this, [&plain] {
            QTcpSocket *socket = plain.nextPendingConnection();
            connect(socket, &QTcpSocket::readyRead, socket,
                    [socket] { socket->write(ScriptedServer::response("400 Bad Request", {}, {})); });
        });
        const QUrl address(u"https://127.0.0.1:%1/mcp"_s.arg(plain.serverPort()));
        const std::unique_ptr<RpcConnection> rpc = sessionWith({}, address);
        QSignalSpy failed(rpc.get(), &RpcConnection::failed);
        rpc->request("x");
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, Limit);
        const QString reason = failed.first().first().toString();
        QVERIFY2(reason.startsWith(u"the TLS handshake failed ("_s), qPrintable(reason));
    }

    /// The certificate of the target of a redirect can be trusted too.
    void distrustedBehindARedirect()
    {
        ScriptedServer plain;
        plain.setScript([this](const ScriptedServer::Request &r) {
            r.write(
                ScriptedServer::response("307 Temporary Redirect", {}, {}, "Location: " + url().toEncoded() + "\r\n"));
        });
        const std::unique_ptr<RpcConnection> rpc = sessionWith({}, plain.url());
        QSignalSpy failed(rpc.get(), &RpcConnection::failed);
        rpc->request("x");
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, Limit);
        QCOMPARE(m_recorder->of(EventKind::Failed).details.value("certificate"_L1).toString(),
                 QString::fromLatin1(m_certificate.digest(QCryptographicHash::Sha256).toHex()));
        QTRY_COMPARE_WITH_TIMEOUT(rpc->state(), Transport::State::Idle, Limit);
        QVERIFY(m_received.isEmpty());
    }

    void trustedByItsAuthority()
    {
        QCOMPARE(askedWith({.caFile = data(u"loopback.crt"_s)}, url()), QString());
        const QString missing = askedWith({.caFile = u"/missing/ca.pem"_s}, url());
        QVERIFY2(missing.startsWith(u"/missing/ca.pem cannot be read"_s), qPrintable(missing));
        QCOMPARE(m_recorder->of(EventKind::Opening).details.value("ca"_L1).toString(), u"/missing/ca.pem"_s);
    }

    void clientCertificate()
    {
        wantClientCertificate(true);
        const auto reset = qScopeGuard([this] { wantClientCertificate(false); });
        const QString ca = data(u"loopback.crt"_s);
        QCOMPARE(askedWith({.caFile = ca, .certificateFile = ca, .keyFile = data(u"loopback.key"_s)}, url()),
                 QString());
        QCOMPARE(m_peerCertificate, m_certificate);
        QCOMPARE(
            askedWith(
                {.caFile = ca, .certificateFile = ca, .keyFile = data(u"encrypted.key"_s), .passphrase = u"secret"_s},
                url()),
            QString());
        for (const Event &event : m_recorder->events())
            QVERIFY(!QJsonDocument(event.details).toJson().contains("secret"));
        const QString without = askedWith({.caFile = ca}, url());
        QVERIFY(!without.isEmpty()); // QSslServer gives no reason
        const QString other = askedWith({.caFile = ca, .certificateFile = ca, .keyFile = data(u"other.key"_s)}, url());
        QVERIFY2(other.startsWith(u"the key does not belong to the client certificate"_s), qPrintable(other));
    }

    /// The client certificate is only for the server that the user named.
    void clientCertificateIsNotSentElsewhere()
    {
        ScriptedServer plain;
        plain.setScript([this](const ScriptedServer::Request &r) {
            r.write(
                ScriptedServer::response("307 Temporary Redirect", {}, {}, "Location: " + url().toEncoded() + "\r\n"));
        });
        m_peerCertificate = QSslCertificate();
        const QString ca = data(u"loopback.crt"_s);
        QCOMPARE(askedWith({.caFile = ca, .certificateFile = ca, .keyFile = data(u"loopback.key"_s)}, plain.url()),
                 QString());
        QVERIFY(m_peerCertificate.isNull());
    }

    void trustedForOnce()
    {
        const std::unique_ptr<RpcConnection> rpc = sessionWith({m_certificate.digest(QCryptographicHash::Sha256)});
        OutgoingRequest *request = rpc->request("x");
        QSignalSpy finished(request, &OutgoingRequest::finished);
        RequestState state = RequestState::Queued;
        connect(request, &OutgoingRequest::finished, this, [&] { state = request->state(); });
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, Limit);
        QCOMPARE(state, RequestState::Succeeded);
        QVERIFY(m_received.startsWith("POST /mcp HTTP/1.1\r\n"));
        for (const Event &event : m_recorder->events()) {
            if (event.kind == EventKind::Http && event.details.value("step"_L1) == "response"_L1)
                QVERIFY(event.details.value("tls"_L1).toInteger() > event.details.value("connect"_L1).toInteger());
        }
    }

    /// Consent to redirects does not include sending arguments unencrypted.
    void neverFromTlsToClear()
    {
        ScriptedServer plain;
        m_response =
            ScriptedServer::response("307 Temporary Redirect", {}, {}, "Location: " + plain.url().toEncoded() + "\r\n");
        const std::unique_ptr<RpcConnection> rpc = sessionWith({m_certificate.digest(QCryptographicHash::Sha256)});
        OutgoingRequest *request = rpc->request("x");
        QString detail;
        connect(request, &OutgoingRequest::finished, this, [&] { detail = request->outcome().error().detail; });
        QTRY_VERIFY_WITH_TIMEOUT(!detail.isEmpty(), Limit);
        QVERIFY2(detail.endsWith(
                     u"it leads from https://localhost:%1 to %2, which is not encrypted"_s.arg(m_server.serverPort())
                         .arg(plain.url({}).toString())),
                 qPrintable(detail));
        QVERIFY(plain.requests().isEmpty());
    }

    void trustIsPerCertificate()
    {
        const std::unique_ptr<RpcConnection> rpc = sessionWith({QByteArray(32, 'x')});
        QSignalSpy failed(rpc.get(), &RpcConnection::failed);
        rpc->request("x");
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, Limit);
        QVERIFY(m_received.isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestHttpTls)
#include "tst_httptls.moc"
