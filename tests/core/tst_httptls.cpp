// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scriptedserver.h"
#include "core/session/session.h"
#include "core/transport/http/httptransport.h"
#include "support/eventrecorder.h"

#include <QCryptographicHash>
#include <QFile>
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

/// HTTPS to a server whose certificate nobody vouches for.
class TestHttpTls : public QObject
{
    Q_OBJECT

private:
    static constexpr int Limit = 5000;

    QSslCertificate m_certificate;
    QSslServer m_server;
    QByteArray m_received; ///< decrypted, by the server
    QByteArray m_response;
    std::unique_ptr<EventRecorder> m_recorder;

    [[nodiscard]] QUrl url() const { return QUrl(u"https://localhost:%1/mcp"_s.arg(m_server.serverPort())); }
    [[nodiscard]] std::unique_ptr<Session> sessionWith(const QList<QByteArray> &trusted)
    {
        return sessionWith(trusted, url());
    }
    [[nodiscard]] std::unique_ptr<Session> sessionWith(const QList<QByteArray> &trusted, const QUrl &address)
    {
        HttpOptions options;
        options.url = address;
        options.exchange.trustedCertificates = trusted;
        options.followRedirects = true;
        auto transport = std::make_unique<HttpTransport>(options);
        m_recorder = std::make_unique<EventRecorder>(*transport);
        auto session = std::make_unique<Session>(std::move(transport), Session::Role::Client);
        session->open();
        return session;
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
        const std::unique_ptr<Session> session = sessionWith({});
        QSignalSpy failed(session.get(), &Session::failed);
        session->request("x");
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, Limit);
        const QString reason = failed.first().first().toString();
        QVERIFY2(reason.contains(u"not trusted"_s) && reason.contains(u"self-signed"_s), qPrintable(reason));
        QCOMPARE(m_recorder->of(EventKind::Failed).details.value("certificate"_L1).toString(),
                 QString::fromLatin1(m_certificate.digest(QCryptographicHash::Sha256).toHex()));
        QTRY_COMPARE_WITH_TIMEOUT(session->state(), Transport::State::Idle, Limit);
        QVERIFY(m_received.isEmpty()); // nothing was said to a stranger
    }

    void anotherIsTrusted()
    {
        const std::unique_ptr<Session> session = sessionWith({QByteArray(32, 'x')});
        QSignalSpy failed(session.get(), &Session::failed);
        session->request("x");
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, Limit);
        QVERIFY(failed.first().first().toString().contains(u"the digests do not match"_s));
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
        const std::unique_ptr<Session> session = sessionWith({}, address);
        QSignalSpy failed(session.get(), &Session::failed);
        session->request("x");
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, Limit);
        const QString reason = failed.first().first().toString();
        QVERIFY2(reason.startsWith(u"no TLS could be agreed on; if the server speaks none: http://"_s),
                 qPrintable(reason));
    }

    /// Trust is offered, too, where another server has led us.
    void distrustedBehindARedirect()
    {
        ScriptedServer plain;
        plain.setScript([this](const ScriptedServer::Request &r) {
            r.write(
                ScriptedServer::response("307 Temporary Redirect", {}, {}, "Location: " + url().toEncoded() + "\r\n"));
        });
        const std::unique_ptr<Session> session = sessionWith({}, plain.url());
        QSignalSpy failed(session.get(), &Session::failed);
        session->request("x");
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, Limit);
        QCOMPARE(m_recorder->of(EventKind::Failed).details.value("certificate"_L1).toString(),
                 QString::fromLatin1(m_certificate.digest(QCryptographicHash::Sha256).toHex()));
        QTRY_COMPARE_WITH_TIMEOUT(session->state(), Transport::State::Idle, Limit);
        QVERIFY(m_received.isEmpty());
    }

    void trustedForOnce()
    {
        const std::unique_ptr<Session> session = sessionWith({m_certificate.digest(QCryptographicHash::Sha256)});
        OutgoingRequest *request = session->request("x");
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

    /// Consent to redirects is no consent to send arguments in clear.
    void neverFromTlsToClear()
    {
        ScriptedServer plain;
        m_response =
            ScriptedServer::response("307 Temporary Redirect", {}, {}, "Location: " + plain.url().toEncoded() + "\r\n");
        const std::unique_ptr<Session> session = sessionWith({m_certificate.digest(QCryptographicHash::Sha256)});
        OutgoingRequest *request = session->request("x");
        QString detail;
        connect(request, &OutgoingRequest::finished, this, [&] { detail = request->outcome().error().detail; });
        QTRY_VERIFY_WITH_TIMEOUT(!detail.isEmpty(), Limit);
        QVERIFY2(detail.endsWith(
                     u"it leads from https://localhost:%1 to %2, which is not encrypted"_s.arg(m_server.serverPort())
                         .arg(plain.url({}).toString())),
                 qPrintable(detail));
        QVERIFY(plain.requests().isEmpty());
    }

    void trustInAnotherIsNoTrust()
    {
        const std::unique_ptr<Session> session = sessionWith({QByteArray(32, 'x')});
        QSignalSpy failed(session.get(), &Session::failed);
        session->request("x");
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, Limit);
        QVERIFY(m_received.isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestHttpTls)
#include "tst_httptls.moc"
