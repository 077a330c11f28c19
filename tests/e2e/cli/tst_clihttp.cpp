// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scriptedserver.h"
#include "e2e/clirun.h"

#include <QCryptographicHash>
#include <QFile>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslKey>
#include <QSslServer>
#include <QTemporaryDir>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// The command line with scripted servers behind a URL.
class TestCliHttp : public QObject
{
    Q_OBJECT

private:
    static QStringList listOn(const QUrl &url, const QStringList &options = {})
    {
        return QStringList{u"list"_s, u"tools"_s, u"--url"_s, url.toString()} + options;
    }
    /// Returns the response of a legacy server without tools.
    static QByteArray legacyResponse(const ScriptedServer::Request &r)
    {
        if (r.rpcMethod() == "initialize")
            return ScriptedServer::json(ScriptedServer::result(
                r,
                R"({"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"scripted","version":"1"}})"));
        if (r.rpcMethod() == "tools/list")
            return ScriptedServer::json(ScriptedServer::result(r, R"({"tools":[]})"));
        return r.rpcId().isEmpty() ? ScriptedServer::accepted()
                                   : ScriptedServer::response("400 Bad Request", "text/plain", "what?");
    }
    /// Returns the response of one that may report changes of its tools.
    static QByteArray changingResponse(const ScriptedServer::Request &r)
    {
        return r.rpcMethod() == "initialize"
                   ? ScriptedServer::json(ScriptedServer::result(
                         r, R"({"protocolVersion":"2025-11-25","capabilities":{"tools":{"listChanged":true}}})"))
                   : legacyResponse(r);
    }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void reportsTheDetectedTransport()
    {
        ScriptedServer server;
        server.setScript([](const ScriptedServer::Request &r) { r.write(legacyResponse(r)); });
        const CliRun run = CliRun::of(listOn(server.url()));
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QVERIFY2(run.err.contains("HTTP 400 Bad Request: what?): trying initialize"), run.err.constData());
        QVERIFY2(run.err.contains("Connected to scripted 1 (MCP 2025-11-25)"), run.err.constData());
    }

    void urlMayFollowTheDashes()
    {
        ScriptedServer server;
        server.setScript([](const ScriptedServer::Request &r) { r.write(legacyResponse(r)); });
        const CliRun run =
            CliRun::of({u"list"_s, u"tools"_s, u"--revision"_s, u"2025-11-25"_s, u"--"_s, server.url().toString()});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QCOMPARE(server.requests("POST").first().rpcMethod(), "initialize");
    }

    void refusals_data()
    {
        QTest::addColumn<QByteArray>("response");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("404") << ScriptedServer::response("404 Not Found", "text/html", "<p>no</p>")
                             << "HTTP 404 Not Found"_ba;
        QTest::newRow("401") << ScriptedServer::response("401 Unauthorized", {}, {})
                             << "HTTP 401 Unauthorized: needs authorization"_ba;
        QTest::newRow("401 with Basic") << ScriptedServer::response("401 No", {}, {}, "WWW-Authenticate: Basic\r\n")
                                        << "requires a user name and a password (HTTP 401)"_ba;
        QTest::newRow("500") << ScriptedServer::response("500 Internal Server Error", {}, {}) << "HTTP 500"_ba;
        QTest::newRow("a page") << ScriptedServer::response("200 OK", "text/html", "<p>Welcome</p>") << "text/html"_ba;
    }
    void refusals()
    {
        QFETCH(const QByteArray, response);
        QFETCH(const QByteArray, says);
        ScriptedServer server;
        server.setScript([&](const ScriptedServer::Request &r) { r.write(response); });
        const CliRun run = CliRun::of(listOn(server.url()));
        QCOMPARE(run.exitCode, 3);
        QVERIFY2(run.err.contains(says), run.err.constData());
        QCOMPARE(run.err.count("--header 'Authorization: Bearer $NAME'"), says.contains("needs authorization") ? 1 : 0);
    }

    void checkOfListsThatAreRefused_data()
    {
        QTest::addColumn<QByteArray>("method");
        QTest::addColumn<QByteArray>("response");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("500")
            << "tools/list"_ba << ScriptedServer::response("500 Oops", {}, {})
            << "A list could not be loaded: tools/list: HTTP 500 Oops; the connection itself is open"_ba;
        QTest::newRow("401") << "tools/list"_ba << ScriptedServer::response("401 Unauthorized", {}, {})
                             << "A list could not be loaded: tools/list: HTTP 401 Unauthorized: needs authorization"_ba;
        QTest::newRow("404 for each session") << "tools/list"_ba << ScriptedServer::response("404 Not Found", {}, {})
                                              << "A list could not be loaded: tools/list: HTTP 404 Not Found"_ba;
        QTest::newRow("ping") << "ping"_ba << ScriptedServer::response("500 Oops", {}, {})
                              << "ping failed: HTTP 500 Oops"_ba;
    }
    /// A list or a ping that the server refuses over HTTP, while the connection stands, is reported and fails the check.
    void checkOfListsThatAreRefused()
    {
        QFETCH(const QByteArray, method);
        QFETCH(const QByteArray, response);
        QFETCH(const QByteArray, says);
        ScriptedServer server;
        server.setScript([&](const ScriptedServer::Request &r) {
            if (r.head.method == "GET" || r.head.method == "DELETE")
                r.write(ScriptedServer::response("405 Method Not Allowed", {}, {}));
            else if (r.rpcMethod() == method)
                r.write(response);
            else if (r.rpcMethod() == "initialize")
                r.write(ScriptedServer::json(
                    ScriptedServer::result(r, R"({"protocolVersion":"2025-11-25","capabilities":{"tools":{}},)"
                                              R"("serverInfo":{"name":"scripted","version":"1"}})"),
                    "Mcp-Session-Id: s\r\n"));
            else if (r.rpcMethod() == "ping")
                r.write(ScriptedServer::json(ScriptedServer::result(r)));
            else
                r.write(legacyResponse(r));
        });
        for (const QStringList &tool : {QStringList(), QStringList{u"--tool"_s, u"echo"_s}}) {
            const CliRun run = CliRun::of(QStringList{u"check"_s} + tool +
                                          QStringList{u"--url"_s, server.url().toString(), u"--revision"_s,
                                                      u"2025-11-25"_s, u"--timeout"_s, u"3s"_s});
            const bool isListed = method == "ping";
            QVERIFY2(run.exitCode != 0, run.err.constData());
            QVERIFY2(run.err.contains(says), run.err.constData());
            QCOMPARE(run.err.contains("does not list a tool"), isListed && !tool.isEmpty());
            QCOMPARE(run.err.contains("echo was not called, because the list of tools could not be loaded"),
                     !isListed && !tool.isEmpty());
        }
    }

    /// A server that declares changes but offers no stream for them cannot report any.
    void listensWithoutAStream_data()
    {
        QTest::addColumn<QByteArray>("response");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("404") << ScriptedServer::response("404 Not Found", "text/plain", "no") << "HTTP 404 for GET"_ba;
        QTest::newRow("405") << ScriptedServer::response("405 Method Not Allowed", {}, {}) << "HTTP 405 for GET"_ba;
        QTest::newRow("401") << ScriptedServer::response("401 Unauthorized", {}, {}) << "HTTP 401 for GET"_ba;
        QTest::newRow("JSON") << ScriptedServer::json("{}") << "the response to GET is not an event stream"_ba;
        QTest::newRow("a stream") << ScriptedServer::streamHead() << QByteArray();
    }
    void listensWithoutAStream()
    {
        QFETCH(const QByteArray, response);
        QFETCH(const QByteArray, says);
        ScriptedServer server;
        server.setScript([&](const ScriptedServer::Request &r) {
            if (r.head.method == "GET")
                r.write(response);
            else
                r.write(changingResponse(r));
        });
        const QStringList line{u"listen"_s,     u"--tools"_s,   u"--url"_s, server.url().toString(),
                               u"--revision"_s, u"2025-11-25"_s};
        const CliRun timed = CliRun::of(line + QStringList{u"--for"_s, u"300"_s});
        QVERIFY2(timed.exitCode == 0, timed.err.constData());
        QCOMPARE(timed.err.contains("The server reports toolsListChanged"), says.isEmpty());
        QVERIFY2(timed.err.count("no stream of its own (" + says) == (says.isEmpty() ? 0 : 1), timed.err.constData());
        if (says.isEmpty())
            return;
        const CliRun run = CliRun::of(line);
        QCOMPARE(run.exitCode, 3);
        QVERIFY2(run.err.contains("The server offers no stream of its own (" + says + "): it cannot report changes\n"),
                 run.err.constData());
    }

    void streamThatCannotBeOpened_data()
    {
        QTest::addColumn<QByteArray>("response");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("500") << ScriptedServer::response("500 Internal Server Error", {}, {}) << "HTTP 500 for GET"_ba;
        QTest::newRow("503") << ScriptedServer::response("503 Service Unavailable", {}, {}) << "HTTP 503 for GET"_ba;
        QTest::newRow("dropped") << QByteArray() << "the server closed the connection without a response"_ba;
    }
    /// A stream for changes that could not be opened is reported, and requested again: the server may offer it later.
    void streamThatCannotBeOpened()
    {
        QFETCH(const QByteArray, response);
        QFETCH(const QByteArray, says);
        ScriptedServer server;
        server.setScript([&](const ScriptedServer::Request &r) {
            if (r.head.method == "GET" && server.requests("GET").size() > 1)
                r.write(ScriptedServer::response("405 Method Not Allowed", {}, {}));
            else if (r.head.method == "GET" && response.isEmpty())
                r.end();
            else if (r.head.method == "GET")
                r.write(response);
            else
                r.write(changingResponse(r));
        });
        const CliRun run = CliRun::of(
            {u"listen"_s, u"--tools"_s, u"--url"_s, server.url().toString(), u"--revision"_s, u"2025-11-25"_s});
        QVERIFY2(run.exitCode == 3, run.err.constData());
        QCOMPARE(run.err.count("could not be opened (" + says + "). It is requested again, at most 10 times"), 1);
        QVERIFY2(run.err.contains("no stream of its own (HTTP 405 for GET)"), run.err.constData());
    }

    void silentConnectionIsClosed()
    {
        ScriptedServer server; // without a script it never responds
        const CliRun run =
            CliRun::of(listOn(server.url(), {u"--idle-timeout"_s, u"50"_s, u"--revision"_s, u"2025-11-25"_s}));
        QCOMPARE(run.exitCode, 3);
        QVERIFY2(run.err.contains("50 ms"), run.err.constData());
        QCOMPARE(CliRun::of(listOn(server.url(), {u"--connect-timeout"_s, u"soon"_s})).exitCode, 2);
        QCOMPARE(CliRun::of({u"list"_s, u"tools"_s, u"--idle-timeout"_s, u"50"_s, u"--"_s, u"true"_s}).exitCode, 2);
    }

    void headersAreSentAndNotRecorded()
    {
        const QTemporaryDir folder;
        ScriptedServer server;
        server.setScript([](const ScriptedServer::Request &r) { r.write(legacyResponse(r)); });
        QUrl url = server.url();
        url.setQuery(u"api_key=swordfish"_s);
        const QString capture = folder.filePath(u"x.pullcord"_s);
        const CliRun run = CliRun::of(listOn(url, {u"--header"_s, u"X-Team: hunter2"_s, u"--header"_s,
                                                   u"Authorization:Bearer abc123"_s, u"--capture"_s, capture}));
        QVERIFY2(run.exitCode == 0, run.err.constData());
        for (const ScriptedServer::Request &request : server.requests()) {
            QCOMPARE(request.header("X-Team"), "hunter2");
            QCOMPARE(request.header("Authorization"), "Bearer abc123");
        }
        QFile file(capture);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray recorded = file.readAll();
        QVERIFY(recorded.contains("X-Team"));
        for (const QByteArray &secret : {"hunter2"_ba, "abc123"_ba, "swordfish"_ba})
            QVERIFY2(!recorded.contains(secret), recorded.constData());
    }

    void readsAfterAByteOrderMark()
    {
        ScriptedServer server;
        server.setScript([](const ScriptedServer::Request &r) {
            QByteArray answer = legacyResponse(r);
            const qsizetype head = answer.indexOf("\r\n\r\n") + 4;
            if (r.rpcMethod() != "initialize")
                return r.write(answer);
            const QByteArray body = "\xef\xbb\xbf" + answer.sliced(head);
            r.write(ScriptedServer::json(body));
        });
        const CliRun run = CliRun::of(listOn(server.url(), {u"--revision"_s, u"2025-11-25"_s}));
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QVERIFY2(run.err.contains("a byte order mark; the message after it is read without it"), run.err.constData());
    }

    /// Secrets in headers must not appear in the list of processes.
    void headersComeFromFilesAndVariables()
    {
        const QTemporaryDir folder;
        ScriptedServer server;
        server.setScript([](const ScriptedServer::Request &r) { r.write(legacyResponse(r)); });
        QFile file(folder.filePath(u"headers"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("# of the team\n\nX-Team: a $PULLCORD_TOKEN b\r\nX-Other:c");
        file.close();
        qputenv("PULLCORD_TOKEN", "hunter2");
        const QString capture = folder.filePath(u"x.pullcord"_s);
        const CliRun run =
            CliRun::of(listOn(server.url(), {u"--header"_s, u"Authorization: Bearer $PULLCORD_TOKEN"_s, u"--header"_s,
                                             u"X-Braces: ${PULLCORD_TOKEN}s cost 5$ or $$PULLCORD_TOKEN"_s,
                                             u"--header-file"_s, file.fileName(), u"--capture"_s, capture}));
        QVERIFY2(run.exitCode == 0, run.err.constData());
        const ScriptedServer::Request request = server.requests().constFirst();
        QCOMPARE(request.header("Authorization"), "Bearer hunter2");
        QCOMPARE(request.header("X-Braces"), "hunter2s cost 5$ or $PULLCORD_TOKEN");
        QCOMPARE(request.header("X-Team"), "a $PULLCORD_TOKEN b"); // a file is used verbatim
        QCOMPARE(request.header("X-Other"), "c");
        QFile recorded(capture);
        QVERIFY(recorded.open(QIODevice::ReadOnly));
        QVERIFY(!recorded.readAll().contains("hunter2"));
    }

    void invalidHeaders_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("no such variable") << QStringList{u"--header"_s, u"A: $PULLCORD_NO_SUCH"_s}
                                          << "the environment variable PULLCORD_NO_SUCH is not set"_ba;
        QTest::newRow("nor in braces") << QStringList{u"--header"_s, u"A: ${PULLCORD_NO_SUCH}"_s}
                                       << "the environment variable PULLCORD_NO_SUCH is not set"_ba;
        QTest::newRow("no name") << QStringList{u"--header"_s, u"A: ${}"_s} << "starts the name of a variable"_ba;
        QTest::newRow("no end") << QStringList{u"--header"_s, u"A: ${HOME"_s} << "starts the name of a variable"_ba;
        QTest::newRow("no such file") << QStringList{u"--header-file"_s, u"no-such-file"_s}
                                      << "--header-file: cannot read no-such-file"_ba;
        QTest::newRow("a folder") << QStringList{u"--header-file"_s, u"/"_s} << "--header-file: cannot read /"_ba;
        QTest::newRow("no header") << QStringList{u"--header-file"_s, u"wrong"_s}
                                   << "--header-file: wrong, line 2: not a valid header"_ba;
        QTest::newRow("with a command") << QStringList{u"--header-file"_s, u"wrong"_s, u"--"_s, u"true"_s}
                                        << "--header-file requires a URL"_ba;
        QTest::newRow("inherit with a URL")
            << QStringList{u"--inherit"_s, u"PATH"_s} << "--inherit requires a command"_ba;
    }
    void invalidHeaders()
    {
        QFETCH(const QStringList, options);
        QFETCH(const QByteArray, says);
        const QTemporaryDir folder;
        QFile file(folder.filePath(u"wrong"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("A: b\nsecret\n");
        file.close();
        QStringList line{u"list"_s, u"tools"_s};
        if (!options.contains(u"--"_s))
            line << u"--url"_s << u"http://127.0.0.1:9/"_s;
        const CliRun run = CliRun::of(line + options, folder.path());
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(run.err.contains(says), run.err.constData());
        QVERIFY(!run.err.contains("secret"));
    }

    void transportCanBeFixed()
    {
        ScriptedServer server;
        server.setScript([](const ScriptedServer::Request &r) {
            r.write(r.head.method == "GET" ? ScriptedServer::response("404 Not Found", {}, {}) : legacyResponse(r));
        });
        const CliRun run = CliRun::of(listOn(server.url(), {u"--transport"_s, u"http+sse"_s}));
        QCOMPARE(run.exitCode, 3);
        QCOMPARE(server.requests("POST").size(), 0);
    }

    /// The message names --follow-redirects; with it the request follows.
    void otherOrigin()
    {
        ScriptedServer other;
        other.setScript([](const ScriptedServer::Request &r) { r.write(legacyResponse(r)); });
        ScriptedServer server;
        server.setScript([&](const ScriptedServer::Request &r) {
            r.write(ScriptedServer::response("308 Permanent Redirect", {}, {},
                                             "Location: " + other.url().toEncoded() + "\r\n"));
        });
        const CliRun refused = CliRun::of(listOn(server.url()));
        QCOMPARE(refused.exitCode, 3);
        const QByteArray origin = other.url({}).toEncoded();
        QVERIFY2(refused.err.contains("it leads to another server, " + origin), refused.err.constData());
        QCOMPARE(refused.err.count("To follow this server to " + origin + ": --follow-redirects"), 1);
        QVERIFY(other.requests().isEmpty());
        const CliRun followed = CliRun::of(listOn(server.url(), {u"--follow-redirects"_s}));
        QVERIFY2(followed.exitCode == 0, followed.err.constData());
        QVERIFY(followed.err.contains("Connected to scripted"));
    }

    void invalidNetwork_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QByteArray>("fault");
        const QString certificate = QFINDTESTDATA("core/data/loopback.crt");
        QTest::newRow("CA") << QStringList{u"--ca"_s, u"/missing"_s} << "/missing cannot be read"_ba;
        QTest::newRow("certificate") << QStringList{u"--cert"_s, u"/dev/null"_s} << "/dev/null is not a file"_ba;
        QTest::newRow("key")
            << QStringList{u"--cert"_s, certificate, u"--key"_s, QFINDTESTDATA("core/data/encrypted.key")}
            << "encrypted.key needs a passphrase: set the environment variable PULLCORD_KEY_PASSPHRASE"_ba;
        QTest::newRow("key alone") << QStringList{u"--key"_s, certificate} << "has no certificate"_ba;
        QTest::newRow("proxy") << QStringList{u"--proxy"_s, u"ftp://h"_s} << "\"ftp://h\" is not a proxy"_ba;
    }
    void invalidNetwork()
    {
        QFETCH(const QStringList, options);
        QFETCH(const QByteArray, fault);
        const CliRun run = CliRun::of(listOn(QUrl(u"https://localhost:1/"_s), options));
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(run.err.contains(fault), run.err.constData());
        QCOMPARE(CliRun::of(QStringList{u"list"_s, u"tools"_s} + options + QStringList{u"--"_s, u"true"_s}).exitCode,
                 2);
    }

    void untrustedCertificate()
    {
        QFile certificateFile(QFINDTESTDATA("core/data/loopback.crt"));
        QFile keyFile(QFINDTESTDATA("core/data/loopback.key"));
        QVERIFY(certificateFile.open(QIODevice::ReadOnly) && keyFile.open(QIODevice::ReadOnly));
        const QSslCertificate certificate(&certificateFile);
        QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
        configuration.setLocalCertificate(certificate);
        configuration.setPrivateKey(QSslKey(&keyFile, QSsl::Ec));
        configuration.setPeerVerifyMode(QSslSocket::VerifyNone);
        QSslServer server;
        server.setSslConfiguration(configuration);
        QVERIFY(server.listen(QHostAddress::LocalHost));
        connect(&server, &QTcpServer::pendingConnectionAvailable, this, [&server] {
            QTcpSocket *socket = server.nextPendingConnection();
            connect(socket, &QTcpSocket::readyRead, socket,
                    [socket] { socket->write(ScriptedServer::response("418 I'm a teapot", {}, {})); });
        });
        const QUrl url(u"https://localhost:%1/mcp"_s.arg(server.serverPort()));
        const CliRun stranger = CliRun::of(listOn(url));
        QCOMPARE(stranger.exitCode, 3);
        QVERIFY2(stranger.err.contains("certificate is not trusted"), stranger.err.constData());
        const QByteArray option = "--trust-certificate " + certificate.digest(QCryptographicHash::Sha256).toHex();
        QVERIFY2(stranger.err.contains(option), stranger.err.constData());
        const CliRun trusted = CliRun::of(listOn(url, QString::fromLatin1(option).split(u' ')));
        QVERIFY2(trusted.err.contains("418"), trusted.err.constData());
        const CliRun vouched = CliRun::of(listOn(url, {u"--ca"_s, certificateFile.fileName()}));
        QVERIFY2(vouched.err.contains("418"), vouched.err.constData());
    }
};

QTEST_GUILESS_MAIN(TestCliHttp)
#include "tst_clihttp.moc"
