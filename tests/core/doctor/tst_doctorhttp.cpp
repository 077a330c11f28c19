// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/doctor/doctor.h"
#include "core/doctor/doctorreport.h"
#include "core/scriptedserver.h"

#include <QFile>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslKey>
#include <QSslServer>
#include <QTest>

#include <functional>

using namespace Pullcord;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int Limit = 20'000;
using Verdict = DoctorStage::Verdict;
using Id = DoctorStage::Id;
using Request = ScriptedServer::Request;

QSslCertificate certificateIn(const QString &file)
{
    QFile in(file);
    return in.open(QIODevice::ReadOnly) ? QSslCertificate(&in) : QSslCertificate();
}

/// Script of a server of 2025-11-25 that has tools.
void serve(const Request &request)
{
    const QByteArray method = request.rpcMethod();
    if (request.head.method != "POST")
        request.write(ScriptedServer::response("405 Method Not Allowed", {}, {}));
    else if (request.rpcId().isEmpty())
        request.write(ScriptedServer::accepted());
    else if (method == "initialize")
        request.write(ScriptedServer::json(ScriptedServer::result(
            request,
            R"({"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}})")));
    else if (method == "tools/list")
        request.write(ScriptedServer::json(
            ScriptedServer::result(request, R"({"tools":[{"name":"t","inputSchema":{"type":"object"}}]})")));
    else if (method == "ping")
        request.write(ScriptedServer::json(ScriptedServer::result(request)));
    else
        request.write(ScriptedServer::json(
            R"({"jsonrpc":"2.0","id":ID,"error":{"code":-32601,"message":"Method not found"}})"_ba.replace(
                "ID", request.rpcId())));
}

} // namespace

/// The Connection Doctor on good and bad servers behind a URL.
class TestDoctorHttp : public QObject
{
    Q_OBJECT

private:
    QSslConfiguration m_trusting; ///< trusts the CA of the tests, process-wide

    [[nodiscard]] static QString textOf(const Doctor &doctor)
    {
        QString text;
        for (const DoctorStage &stage : doctor.stages())
            text += DoctorReport::text(stage);
        return text;
    }

    [[nodiscard]] static std::unique_ptr<Doctor> examined(const QUrl &url, const HttpHeaders &headers = {},
                                                          const QList<QByteArray> &trusted = {},
                                                          const HttpNetwork &network = {})
    {
        Doctor::Options options;
        options.target.http.url = url;
        options.target.http.headers = headers;
        options.target.http.exchange.trustedCertificates = trusted;
        options.target.http.network = network;
        options.clientName = u"tst"_s;
        options.clientVersion = u"1"_s;
        options.timeout = 5s;
        auto doctor = std::make_unique<Doctor>(options);
        QSignalSpy finished(doctor.get(), &Doctor::finished);
        doctor->start();
        [&finished] { QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, Limit); }();
        return doctor;
    }

    [[nodiscard]] static Verdict verdictOf(const Doctor &doctor, Id id)
    {
        for (const DoctorStage &stage : doctor.stages()) {
            if (stage.id == id)
                return stage.verdict;
        }
        return Verdict::Waiting;
    }

private slots:
    void initTestCase()
    {
        m_trusting = QSslConfiguration::defaultConfiguration();
        m_trusting.addCaCertificate(certificateIn(QFINDTESTDATA("core/data/doctor-ca.crt")));
        QSslConfiguration::setDefaultConfiguration(m_trusting);
        for (const char *name : {"http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY"})
            qunsetenv(name);
    }

    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void good()
    {
        ScriptedServer server;
        server.setScript(serve);
        const auto doctor = examined(server.url());
        QVERIFY2(doctor->verdict() == Verdict::Skipped && doctor->hasConnected(), qPrintable(textOf(*doctor)));
        QVERIFY2(textOf(*doctor).contains(u"s 1 uses MCP 2025-11-25"_s), qPrintable(textOf(*doctor)));
        QVERIFY2(textOf(*doctor).contains(u"tools: 1 in "_s), qPrintable(textOf(*doctor)));
        QVERIFY2(textOf(*doctor).contains(u"ping: response after"_s), qPrintable(textOf(*doctor)));
    }

    /// A server that works here, but that stricter hosts refuse.
    void tolerated_data()
    {
        QTest::addColumn<QByteArray>("method");
        QTest::addColumn<std::function<void(const Request &)>>("script");
        QTest::addColumn<Id>("stage");
        QTest::addColumn<QString>("says");
        const auto row = [](const char *tag, const QByteArray &method,
                            const std::function<void(const Request &)> &script, Id stage, const char *says) {
            QTest::newRow(tag) << method << script << stage << QString::fromUtf8(says);
        };
        for (const char *status : {"404 Not Found", "400 Bad Request"}) {
            row(
                status, "notifications/initialized",
                [status](const Request &request) {
                    request.write(ScriptedServer::response(status, "text/plain", "no"));
                },
                Id::Http, "H01: The POST of notifications/initialized got HTTP 40");
        }
        row(
            "null", "notifications/initialized",
            [](const Request &request) { request.write(ScriptedServer::json("null")); }, Id::Http,
            "H01: The POST of notifications/initialized got HTTP 200 and application/json");
        row(
            "no name", "initialize",
            [](const Request &request) {
                request.write(ScriptedServer::json(ScriptedServer::result(
                    request, R"({"protocolVersion":"2025-11-25","capabilities":{"tools":{}}})")));
            },
            Id::Handshake, "P11: ");
        row(
            "no version of JSON-RPC", "initialize",
            [](const Request &request) {
                request.write(ScriptedServer::json(
                    R"({"id":ID,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}})"_ba
                        .replace("ID", request.rpcId())));
            },
            Id::Handshake, "P02: A message lacks \"jsonrpc\": \"2.0\"");
    }

    void tolerated()
    {
        QFETCH(const QByteArray, method);
        QFETCH(const std::function<void(const Request &)>, script);
        QFETCH(const Id, stage);
        QFETCH(const QString, says);
        ScriptedServer server;
        server.setScript(
            [&](const Request &request) { request.rpcMethod() == method ? script(request) : serve(request); });
        const auto doctor = examined(server.url());
        QVERIFY2(doctor->hasConnected() && textOf(*doctor).contains(says), qPrintable(textOf(*doctor)));
        QVERIFY2(verdictOf(*doctor, stage) == Verdict::Warning, qPrintable(textOf(*doctor)));
        QVERIFY2(textOf(*doctor).contains(u"→ The connection works here, but stricter hosts may refuse it"_s),
                 qPrintable(textOf(*doctor)));
    }

    void proxyThatHangsUp()
    {
        ScriptedServer proxy;
        proxy.setScript([](const Request &request) { request.end(); });
        const auto doctor = examined(QUrl(u"http://mcp.example/mcp"_s), {}, {}, {.proxy = proxy.url({}).toString()});
        const QString name = u"127.0.0.1:%1"_s.arg(proxy.url().port());
        QVERIFY2(textOf(*doctor).contains(u"the proxy %1 closed the connection without a response"_s.arg(name)),
                 qPrintable(textOf(*doctor)));
        QVERIFY2(textOf(*doctor).contains(u"→ The proxy %1 accepted the connection but sent no"_s.arg(name)),
                 qPrintable(textOf(*doctor)));
        QVERIFY2(!textOf(*doctor).contains(u"https"_s), qPrintable(textOf(*doctor)));
    }

    void bad_data()
    {
        QTest::addColumn<std::function<void(const Request &)>>("script");
        QTest::addColumn<Id>("stage");
        QTest::addColumn<Verdict>("verdict");
        QTest::addColumn<QString>("says");
        const auto row = [](const char *tag, const std::function<void(const Request &)> &script, Id stage,
                            Verdict verdict, const char *says) {
            QTest::newRow(tag) << script << stage << verdict << QString::fromUtf8(says);
        };
        const auto always = [](const QByteArray &status, const QByteArray &type, const QByteArray &body,
                               const QByteArray &more = {}) {
            return [=](const Request &request) { request.write(ScriptedServer::response(status, type, body, more)); };
        };
        row("404", always("404 Not Found", "text/plain", "Cannot POST /mcp"), Id::Http, Verdict::Failed,
            "got HTTP 404 (text/plain): \"Cannot POST /mcp\"");
        row("HTML", always("200 OK", "text/html", "<html><title>Sign in</title></html>"), Id::Http, Verdict::Failed,
            "\"Sign in\" (2 times)\n    → The response is a web page, not MCP");
        row("500", always("500 Internal Server Error", "text/plain", "oops"), Id::Http, Verdict::Failed,
            "→ The server failed: check its log");
        row("503 of a gateway", always("503 Service Unavailable", "text/plain", ""), Id::Http, Verdict::Failed,
            "→ A gateway responds");
        row(
            "SSH",
            [](const Request &request) {
                request.write("SSH-2.0-OpenSSH_9.2\r\n");
                request.end();
            },
            Id::Http, Verdict::Failed, "→ SSH listens on this port");
        row(
            "401 with a challenge",
            [](const Request &request) {
                if (request.head.method == "GET" && request.head.target == "/.well-known/oauth-protected-resource/mcp")
                    request.write(ScriptedServer::json("{\"authorization_servers\":[\"https://login.example\"]}"));
                else
                    request.write(ScriptedServer::response("401 Unauthorized", {}, {},
                                                           "WWW-Authenticate: Bearer error=\"invalid_token\"\r\n"));
            },
            Id::Authorization, Verdict::Failed, "→ Log in at https://login.example");
        row("401 with Basic", always("401 Unauthorized", {}, {}, "WWW-Authenticate: Basic realm=\"corp\"\r\n"),
            Id::Authorization, Verdict::Failed,
            "HTTP 401: a user name and a password are required (Basic)\n        realm: corp\n    → Give the user name");
        row("401 without a challenge", always("401 Unauthorized", "text/plain", "no"), Id::Authorization,
            Verdict::Failed, "HTTP 401 without a WWW-Authenticate header");
        row("401 that names another origin",
            always("401 Unauthorized", {}, {},
                   "WWW-Authenticate: Bearer resource_metadata=\"https://elsewhere.example/x\"\r\n"),
            Id::Authorization, Verdict::Failed,
            "The issuer of tokens is unknown: https://elsewhere.example/x: it has a different origin");
    }

    void bad()
    {
        QFETCH(const std::function<void(const Request &)>, script);
        QFETCH(const Id, stage);
        QFETCH(const Verdict, verdict);
        QFETCH(const QString, says);
        ScriptedServer server;
        server.setScript(script);
        const auto doctor = examined(server.url());
        QVERIFY2(textOf(*doctor).contains(says), qPrintable(textOf(*doctor)));
        QVERIFY2(verdictOf(*doctor, stage) == verdict, qPrintable(textOf(*doctor)));
        QVERIFY(!doctor->hasConnected());
        QCOMPARE(verdictOf(*doctor, Id::Lists), Verdict::Skipped);
    }

    /// A server that serves one connection at a time reaches the next one when the probe has disconnected.
    void oneConnectionAtATime()
    {
        QTcpServer server;
        server.setMaxPendingConnections(1);
        QVERIFY(server.listen(QHostAddress::LocalHost));
        QPointer<QTcpSocket> served;
        const std::function<void()> serveNext = [&] {
            if (served || !server.hasPendingConnections())
                return;
            served = server.nextPendingConnection();
            connect(served, &QTcpSocket::readyRead, this, [&served] {
                served->readAll();
                served->write(ScriptedServer::response("404 Not Found", "text/plain", "not here"));
                served->disconnectFromHost();
            });
            connect(served, &QTcpSocket::disconnected, this, [&] {
                served->deleteLater();
                served.clear();
                serveNext();
            });
        };
        connect(&server, &QTcpServer::newConnection, this, serveNext);
        const auto doctor = examined(QUrl(u"http://127.0.0.1:%1/mcp"_s.arg(server.serverPort())));
        QVERIFY2(textOf(*doctor).contains(u"got HTTP 404 (text/plain): \"not here\""_s), qPrintable(textOf(*doctor)));
    }

    void unusableNetwork_data()
    {
        QTest::addColumn<HttpNetwork>("network");
        QTest::addColumn<Id>("stage");
        QTest::addColumn<QString>("says");
        QTest::newRow("CA file") << HttpNetwork{.caFile = u"/nowhere/ca.pem"_s} << Id::Tls
                                 << u"    /nowhere/ca.pem cannot be read: "_s;
        QTest::newRow("key file") << HttpNetwork{.keyFile = u"/nowhere/key.pem"_s} << Id::Tls
                                  << u"the key in /nowhere/key.pem has no certificate"_s;
        QTest::newRow("proxy") << HttpNetwork{.proxy = u"ftp://proxy"_s} << Id::Proxy
                               << u"\"ftp://proxy\" is not a proxy"_s;
    }

    /// Files that a saved server names may be missing now.
    void unusableNetwork()
    {
        QFETCH(const HttpNetwork, network);
        QFETCH(const Id, stage);
        QFETCH(const QString, says);
        QTcpServer server;
        QVERIFY(server.listen(QHostAddress::LocalHost));
        const auto doctor = examined(QUrl(u"https://127.0.0.1:%1/mcp"_s.arg(server.serverPort())), {}, {}, network);
        QVERIFY2(textOf(*doctor).contains(says), qPrintable(textOf(*doctor)));
        QVERIFY2(verdictOf(*doctor, stage) == Verdict::Failed, qPrintable(textOf(*doctor)));
        QVERIFY2(verdictOf(*doctor, Id::Http) == Verdict::Skipped, qPrintable(textOf(*doctor)));
    }

    void redirected()
    {
        ScriptedServer target;
        target.setScript(serve);
        ScriptedServer server;
        server.setScript([&target](const Request &request) {
            request.write(ScriptedServer::response("308 Permanent Redirect", {}, {},
                                                   "Location: " + target.url().toEncoded() + "\r\n"));
        });
        const auto doctor = examined(server.url());
        QVERIFY2(textOf(*doctor).contains(u"got HTTP 308, a redirect to "_s), qPrintable(textOf(*doctor)));
        QVERIFY2(textOf(*doctor).contains(u"→ Use the target of the redirect"_s), qPrintable(textOf(*doctor)));
        QVERIFY(verdictOf(*doctor, Id::Http) >= Verdict::Warning);
    }

    void refusedToken()
    {
        ScriptedServer server;
        server.setScript([](const Request &request) {
            request.write(ScriptedServer::response("401 Unauthorized", {}, {}, "WWW-Authenticate: Bearer\r\n"));
        });
        const auto doctor = examined(server.url(), {{"Authorization"_ba, "Bearer hunter2hunter2"_ba}});
        QVERIFY2(textOf(*doctor).contains(u"→ The Authorization header was refused"_s), qPrintable(textOf(*doctor)));
        QVERIFY2(!textOf(*doctor).contains(u"hunter2"_s), qPrintable(textOf(*doctor)));
        for (const Request &request : server.requests("GET"))
            QVERIFY(request.header("Authorization").isEmpty() || !request.head.target.startsWith("/.well-known"));
    }

    void refused()
    {
        ScriptedServer server;
        server.stopListening();
        const auto doctor = examined(QUrl(u"http://127.0.0.1:9/mcp"_s));
        QCOMPARE(verdictOf(*doctor, Id::Tcp), Verdict::Failed);
        QVERIFY2(textOf(*doctor).contains(u"→ Nothing listens on port 9 of 127.0.0.1"_s), qPrintable(textOf(*doctor)));
    }

    void unresolved()
    {
        NetworkProbe::Facts facts;
        facts.host = u"no-such-host.invalid"_s;
        facts.lookupError = u"Host not found"_s;
        const DoctorStage stage = NetworkStages::hostName(facts);
        QCOMPARE(stage.verdict, Verdict::Failed);
        QVERIFY(stage.advice.value(0).text.contains(u"Check the spelling of the host name"_s));
    }

    void proxyRefuses_data()
    {
        QTest::addColumn<bool>("listens");
        QTest::addColumn<QUrl>("url");
        QTest::addColumn<QString>("says");
        QTest::newRow("unreachable") << false << QUrl(u"http://mcp.example/mcp"_s) << u"cannot be reached: "_s;
        QTest::newRow("unreachable, with TLS")
            << false << QUrl(u"https://mcp.example/mcp"_s) << u"cannot be reached: "_s;
        QTest::newRow("wants a password") << true << QUrl(u"http://mcp.example/mcp"_s) << u"PULLCORD_PROXY_PASSWORD"_s;
        QTest::newRow("refuses the tunnel")
            << true << QUrl(u"https://mcp.example/mcp"_s) << u"refuses to connect to mcp.example on port 443"_s;
        QTest::newRow("wants a password for the tunnel")
            << true << QUrl(u"https://secret.example/mcp"_s) << u"PULLCORD_PROXY_PASSWORD"_s;
    }

    void proxyRefuses()
    {
        QFETCH(const bool, listens);
        QFETCH(const QUrl, url);
        QFETCH(const QString, says);
        ScriptedServer proxy;
        proxy.setScript([](const Request &request) {
            request.write(ScriptedServer::response(
                request.head.target.startsWith("mcp.example:") ? "403 Forbidden" : "407 Proxy Authentication Required",
                {}, {}, "Proxy-Authenticate: Basic realm=\"proxy\"\r\n"));
            request.end();
        });
        const QByteArray address = listens ? proxy.url({}).toEncoded() : "http://user:hunter2@127.0.0.1:9"_ba;
        qputenv(url.scheme() == "https"_L1 ? "https_proxy" : "http_proxy", address);
        const auto doctor = examined(url);
        qunsetenv("http_proxy");
        qunsetenv("https_proxy");
        QVERIFY2(textOf(*doctor).contains(u"Through the proxy 127.0.0.1:"_s), qPrintable(textOf(*doctor)));
        QVERIFY2(textOf(*doctor).contains(says), qPrintable(textOf(*doctor)));
        QVERIFY2(!textOf(*doctor).contains(u"hunter2"_s), qPrintable(textOf(*doctor)));
        QVERIFY(!doctor->hasConnected());
    }

    /// A proxy may close the connection after it has required authentication.
    void proxyClosesAfterItRequiresAuthentication()
    {
        ScriptedServer proxy;
        proxy.setScript([](const Request &request) {
            request.write(request.header("Proxy-Authorization").isEmpty()
                              ? ScriptedServer::response("407 Proxy Authentication Required", {}, {},
                                                         "Proxy-Authenticate: Basic realm=\"proxy\"\r\n")
                              : ScriptedServer::response("200 OK", {}, {}));
            request.end();
        });
        QUrl url = proxy.url({});
        url.setUserInfo(u"me:secret"_s);
        const auto doctor = examined(QUrl(u"https://mcp.example/mcp"_s), {}, {}, {.proxy = url.toString()});
        QVERIFY2(verdictOf(*doctor, Id::Tcp) == Verdict::Ok, qPrintable(textOf(*doctor)));
    }

    void tls_data()
    {
        QTest::addColumn<QString>("certificate");
        QTest::addColumn<bool>("isPinned");
        QTest::addColumn<Verdict>("verdict");
        QTest::addColumn<QString>("says");
        QTest::newRow("valid") << u"doctor-valid"_s << false << Verdict::Ok << u"issued by Pullcord test CA"_s;
        QTest::newRow("expired") << u"doctor-expired"_s << false << Verdict::Failed
                                 << u"→ The certificate expired on 2025-06-01"_s;
        QTest::newRow("wrong host") << u"doctor-other"_s << false << Verdict::Failed
                                    << u"→ The certificate is not for localhost but for other.example"_s;
        QTest::newRow("self-signed") << u"loopback"_s << false << Verdict::Failed
                                     << u"→ The certificate is self-signed"_s;
        QTest::newRow("trusted only by its digest")
            << u"loopback"_s << true << Verdict::Warning << u"The certificate is trusted only by its digest"_s;
    }

    void tls()
    {
        QFETCH(const QString, certificate);
        QFETCH(const bool, isPinned);
        QFETCH(const Verdict, verdict);
        QFETCH(const QString, says);
        QFile key(QFINDTESTDATA("core/data/loopback.key"));
        QVERIFY(key.open(QIODevice::ReadOnly));
        const QSslCertificate shown = certificateIn(QFINDTESTDATA(u"core/data/%1.crt"_s.arg(certificate)));
        QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
        configuration.setLocalCertificate(shown);
        configuration.setPrivateKey(QSslKey(&key, QSsl::Ec));
        configuration.setPeerVerifyMode(QSslSocket::VerifyNone);
        QSslServer server;
        server.setSslConfiguration(configuration);
        QVERIFY(server.listen(QHostAddress::LocalHost));
        QByteArray received;
        connect(&server, &QTcpServer::pendingConnectionAvailable, this, [&] {
            QTcpSocket *socket = server.nextPendingConnection();
            connect(socket, &QTcpSocket::readyRead, socket, [&received, socket] {
                received += socket->readAll();
                socket->write(ScriptedServer::response("404 Not Found", {}, {}));
                socket->disconnectFromHost();
            });
            connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
        });
        const QList<QByteArray> trusted =
            isPinned ? QList{shown.digest(QCryptographicHash::Sha256)} : QList<QByteArray>();
        const auto doctor = examined(QUrl(u"https://localhost:%1/mcp"_s.arg(server.serverPort())), {}, trusted);
        QVERIFY2(textOf(*doctor).contains(says), qPrintable(textOf(*doctor)));
        QVERIFY2(verdictOf(*doctor, Id::Tls) == verdict, qPrintable(textOf(*doctor)));
        QCOMPARE(received.isEmpty(), verdict == Verdict::Failed); // no byte goes to an untrusted server
    }

    void plainPort()
    {
        QTcpServer plain;
        QVERIFY(plain.listen(QHostAddress::LocalHost));
        connect(&plain, &QTcpServer::newConnection, this, [&plain] {
            QTcpSocket *socket = plain.nextPendingConnection();
            connect(socket, &QTcpSocket::readyRead, socket,
                    [socket] { socket->write(ScriptedServer::response("400 Bad Request", {}, {})); });
        });
        const auto doctor = examined(QUrl(u"https://127.0.0.1:%1/mcp"_s.arg(plain.serverPort())));
        QVERIFY2(textOf(*doctor).contains(u"→ The port may not use TLS"_s), qPrintable(textOf(*doctor)));
    }

    /// Stages not yet examined are skipped, and the end is reported once.
    void stopped()
    {
        ScriptedServer server; // never responds
        Doctor::Options options;
        options.target.http.url = server.url();
        Doctor doctor(options);
        QSignalSpy finished(&doctor, &Doctor::finished);
        doctor.start();
        QTRY_VERIFY_WITH_TIMEOUT(!server.requests().isEmpty(), Limit);
        doctor.stop();
        doctor.stop();
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, Limit);
        QVERIFY(!doctor.isRunning());
        QCOMPARE(verdictOf(doctor, Id::Http), Verdict::Skipped);
        QCOMPARE(verdictOf(doctor, Id::End), Verdict::Skipped);
    }
};

QTEST_GUILESS_MAIN(TestDoctorHttp)
#include "tst_doctorhttp.moc"
