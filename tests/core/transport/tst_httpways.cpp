// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/httpfixture.h"

#include "core/transport/http/httpfetch.h"
#include "core/transport/http/origin.h"

#include <QJsonDocument>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Request = ScriptedServer::Request;

/// Ways to a server: redirects, proxies, and their timeouts.
class TestHttpWays : public HttpFixture
{
    Q_OBJECT

private slots:
    void redirectIsFollowed()
    {
        server->setScript([](const Request &r) {
            if (r.head.target == "/mcp")
                r.write(ScriptedServer::response("307 Temporary Redirect", {}, {}, "Location: /other\r\n"));
            else
                r.write(ScriptedServer::json(ScriptedServer::result(r)));
        });
        openSession({.headers = {{"Authorization"_ba, "Bearer abc"_ba}}});
        const Call request = ask();
        finish(request);
        QCOMPARE(request.state(), RequestState::Succeeded);
        QCOMPARE(server->requests().at(1).head.target, "/other");
        QCOMPARE(server->requests().at(1).header("Authorization"), "Bearer abc");
        QCOMPARE(recorder->messages(Direction::ClientToServer).size(), 1);
    }

    /// The reason names the URL that rejected if it is not the user's, with its query masked.
    void refusedBehindARedirect()
    {
        server->setScript([](const Request &r) {
            if (r.head.target == "/mcp")
                r.write(ScriptedServer::response("307 Temporary Redirect", {}, {}, "Location: /login?token=abc\r\n"));
            else
                r.write(ScriptedServer::response("404 Not Found", "text/plain", "nothing here"));
        });
        openSession();
        const Call request = ask();
        finish(request);
        QCOMPARE(request.outcome().error().detail,
                 u"HTTP 404 Not Found from %1?token=***: nothing here"_s.arg(server->url(u"/login"_s).toString()));
    }

    void redirectToAnotherOriginCarriesNoSecrets()
    {
        ScriptedServer other;
        other.setScript([](const Request &r) { r.write(ScriptedServer::json(ScriptedServer::result(r))); });
        server->setScript([&](const Request &r) {
            r.write(ScriptedServer::response("308 Permanent Redirect", {}, {},
                                             "Location: " + other.url().toEncoded() + "\r\n"));
        });
        openSession(
            {.headers = {{"Authorization"_ba, "Bearer abc"_ba}, {"X-Team"_ba, "blue"_ba}}, .followRedirects = true});
        const Call request = ask();
        finish(request);
        QCOMPARE(request.state(), RequestState::Succeeded);
        QVERIFY(recorder->of(EventKind::Note)
                    .details.value("text"_L1)
                    .toString()
                    .contains(Origin::of(other.url()).toString()));
        QCOMPARE(other.requests().size(), 1);
        QVERIFY(!other.requests().first().head.headers.contains("Authorization"));
        QVERIFY(!other.requests().first().head.headers.contains("X-Team"));
        QCOMPARE(other.requests().first().header("Mcp-Method"), "x");
    }

    void otherOriginNeedsConsent_data()
    {
        QTest::addColumn<QByteArray>("status");
        QTest::addColumn<QByteArray>("location"); // AT: host and port of the other server
        for (const char *status : {"307 Temporary Redirect", "308 Permanent Redirect"}) {
            QTest::addRow("%s, another port", status) << QByteArray(status) << "http://AT/mcp"_ba;
            QTest::addRow("%s, without a scheme", status) << QByteArray(status) << "//AT/mcp"_ba;
            QTest::addRow("%s, with a user", status) << QByteArray(status) << "http://me:pw@AT/mcp"_ba;
            QTest::addRow("%s, other spelling", status) << QByteArray(status) << "HTTP://AT"_ba;
        }
    }
    void otherOriginNeedsConsent()
    {
        QFETCH(const QByteArray, status);
        QFETCH(QByteArray, location);
        ScriptedServer other;
        location.replace("AT", other.url().authority().toLatin1());
        server->setScript([&](const Request &r) {
            r.write(ScriptedServer::response(status, {}, {}, "Location: " + location + "\r\n"));
        });
        openSession();
        const Call request = ask();
        finish(request);
        QCOMPARE(request.state(), RequestState::Failed);
        const QString origin = Origin::of(other.url()).toString();
        const QString reason = u", not followed: it leads to another server, "_s + origin;
        const QString detail = request.outcome().error().detail;
        QVERIFY2(detail.endsWith(reason), qPrintable(detail));
        QVERIFY2(!detail.contains(u"pw"_s), qPrintable(detail));
        QCOMPARE(steps("end"_L1).constLast().value("otherOrigin"_L1).toString(), origin);
        QVERIFY(other.requests().isEmpty());
    }

    void obstacles_data()
    {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<bool>("follow");
        QTest::addColumn<QString>("reason"); // reason of its end; empty: none
        const auto row = [](const char *name, const char *from, const char *to, bool follow, const char *reason) {
            QTest::newRow(name) << QString::fromUtf8(from) << QString::fromUtf8(to) << follow
                                << QString::fromUtf8(reason);
        };
        constexpr auto Consent = "it leads to another server, ";
        constexpr auto Clear = "which is not encrypted";
        row("same origin", "https://h/", "https://H:443/other", false, "");
        row("the user's own", "https://other/", "https://h/", false, "");
        row("another host", "https://h/", "https://other/", false, Consent);
        row("another host, allowed", "https://h/", "https://other/", true, "");
        row("a subdomain", "https://h/", "https://a.h/", false, Consent);
        row("another port", "https://h/", "https://h:8443/", false, Consent);
        row("to encryption", "http://o/", "https://o/", false, Consent);
        row("to encryption, allowed", "http://o/", "https://o/", true, "");
        row("to clear", "https://h/", "http://h/", false, Clear);
        row("to clear, allowed", "https://h/", "http://h/", true, Clear);
        row("to clear, same port", "https://h:80/", "http://h:80/", true, Clear);
        row("out of HTTP", "https://h/", "ftp://h/", true, "it is neither http nor https");
        for (const char *host :
             {"localhost", "LOCALHOST", "localhost.", "a.localhost", "127.0.0.1", "127.1.2.3", "127.1", "2130706433",
              "0x7f.1", "0.0.0.0", "0", "[::1]", "[::]", "[::ffff:127.0.0.1]"}) {
            const QString to = u"http://%1:8080/"_s.arg(QLatin1StringView(host));
            QTest::addRow("to loopback: %s", host)
                << u"http://h/"_s << to << true << u"to this machine, "_s + Origin::of(QUrl(to)).toString();
            QTest::addRow("from loopback: %s", host) << to << u"http://h2/"_s << true << QString();
        }
        row("between ports of loopback", "http://localhost:1/", "http://127.0.0.1:2/", true, "");
        row("a name that is no loopback", "http://h/", "http://localhost.example/", true, "");
        row("an address that is no loopback", "http://h/", "http://128.0.0.1/", true, "");
    }
    void obstacles()
    {
        QFETCH(const QString, from);
        QFETCH(const QString, to);
        QFETCH(const bool, follow);
        QFETCH(const QString, reason);
        const HttpLink link({.url = QUrl(u"https://h/mcp"_s), .followRedirects = follow});
        const HttpLink::Obstacle found = link.obstacle(QUrl(from), false, QUrl(to));
        const bool isConsent = reason.startsWith(u"it leads to another server"_s);
        QVERIFY2(isConsent          ? found.reason == reason + Origin::of(QUrl(to)).toString()
                 : reason.isEmpty() ? found.reason.isEmpty()
                                    : found.reason.endsWith(reason),
                 qPrintable(found.reason));
        QCOMPARE(found.needsConsent, isConsent);
    }

    /// Nothing is sent to a name that resolves to this machine.
    void nameOfThisMachine()
    {
        HttpRequest request{.method = "POST"_ba, .url = server->url()};
        request.url.setHost(u"localhost"_s);
        HttpExchange exchange(request, {.mayReachLoopback = false});
        QSignalSpy ended(&exchange, &HttpExchange::ended);
        exchange.start();
        QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, Limit);
        QCOMPARE(ended.constFirst().constFirst().value<HttpExchange::End>(), HttpExchange::End::Broken);
        QVERIFY(ended.constFirst().at(1).toString().startsWith(u"localhost is this machine (127.0.0.1)"_s));
        QVERIFY(server->requests().isEmpty());
    }

    void credentialsOfTheUrl_data()
    {
        QTest::addColumn<QString>("user");
        QTest::addColumn<HttpHeaders>("headers");
        QTest::addColumn<QByteArray>("sent");
        QTest::newRow("none") << QString() << HttpHeaders() << QByteArray();
        QTest::newRow("encoded") << u"us%C3%A9r:p%40ss"_s << HttpHeaders()
                                 << "Basic " + QByteArray("us\xc3\xa9r:p@ss").toBase64();
        QTest::newRow("a header stands above them")
            << u"user:p%40ss"_s << HttpHeaders{{"authorization"_ba, "Bearer abc"_ba}} << "Bearer abc"_ba;
    }
    void credentialsOfTheUrl()
    {
        QFETCH(const QString, user);
        QFETCH(const HttpHeaders, headers);
        QFETCH(const QByteArray, sent);
        server->setScript([](const Request &r) { r.write(ScriptedServer::json(ScriptedServer::result(r))); });
        QUrl url = server->url();
        url.setUserInfo(user, QUrl::StrictMode);
        openSession({.url = url, .headers = headers});
        finish(ask());
        QCOMPARE(server->requests().constFirst().header("Authorization"), sent);
        QCOMPARE(server->requests().constFirst().header("Host"), server->url().authority().toLatin1());
        for (const Event &event : events()) {
            const QByteArray told = QJsonDocument(event.details).toJson();
            QVERIFY2(!told.contains("p%40ss") && (sent.isEmpty() || !told.contains(sent)), told.constData());
        }
    }

    void redirectsEnd()
    {
        server->setScript([](const Request &r) {
            r.write(ScriptedServer::response("307 Temporary Redirect", {}, {}, "Location: /mcp\r\n"));
        });
        openSession();
        const Call request = ask();
        finish(request);
        const QString detail = request.outcome().error().detail;
        QVERIFY2(detail.endsWith(u"/mcp, not followed: it was already redirected 5 times"_s), qPrintable(detail));
        QCOMPARE(server->requests().size(), 6);
    }

    void origins_data()
    {
        QTest::addColumn<QString>("other");
        QTest::addColumn<bool>("same"); // same origin as https://h/
        QTest::newRow("path and query") << u"https://h/a?b#c"_s << true;
        QTest::newRow("usual port") << u"https://h:443/"_s << true;
        QTest::newRow("spelling") << u"HTTPS://H"_s << true;
        QTest::newRow("user") << u"https://me:pw@h/"_s << true;
        QTest::newRow("port") << u"https://h:444/"_s << false;
        QTest::newRow("scheme") << u"http://h:443/"_s << false;
        QTest::newRow("host") << u"https://h.h/"_s << false;
    }

    void origins()
    {
        QFETCH(const QString, other);
        QFETCH(const bool, same);
        const Origin origin = Origin::of(QUrl(u"https://h/"_s));
        QCOMPARE(Origin::of(QUrl(other)) == origin, same);
        QCOMPARE(origin.toString(), u"https://h"_s);
        QCOMPARE(Origin::of(QUrl(u"http://me@[::1]:7106/mcp"_s)).toString(), u"http://[::1]:7106"_s);
    }

    void hosts_data()
    {
        QTest::addColumn<QString>("url");
        QTest::addColumn<QByteArray>("host");
        QTest::newRow("name") << u"http://me:pw@h.example/x?y"_s << "h.example"_ba;
        QTest::newRow("port") << u"http://h.example:80/"_s << "h.example:80"_ba;
        QTest::newRow("IPv4") << u"http://127.0.0.1:7106/"_s << "127.0.0.1:7106"_ba;
        QTest::newRow("IPv6") << u"http://[::1]:7106/"_s << "[::1]:7106"_ba;
        QTest::newRow("IPv6 at the usual port") << u"https://[2001:db8::1]/"_s << "[2001:db8::1]"_ba;
        QTest::newRow("not ASCII") << u"http://bücher.example/"_s << "xn--bcher-kva.example"_ba;
    }

    void hosts()
    {
        QFETCH(const QString, url);
        const HttpExchange exchange({.method = "GET"_ba, .url = QUrl(url)}, {});
        QTEST(exchange.sentHeaders().value("Host").value_or(QByteArray()), "host");
    }

    /// The endpoint is relative to the URL after the redirect.
    void endpointBehindARedirect()
    {
        Request stream;
        server->setScript([&](const Request &r) {
            if (r.head.target == "/mcp") {
                r.write(ScriptedServer::response("301 Moved Permanently", {}, {}, "Location: /v1/sse\r\n"));
            } else if (r.head.method == "GET") {
                stream = r;
                r.write(ScriptedServer::streamHead() + "event: endpoint\ndata: messages\n\n");
            } else {
                r.write(ScriptedServer::accepted());
                stream.write("data: " + ScriptedServer::result(r) + "\n\n");
            }
        });
        openSession({.kind = HttpOptions::Kind::HttpSse});
        const Call request = ask("{}");
        finish(request);
        QCOMPARE(request.state(), RequestState::Succeeded);
        QCOMPARE(server->requests().last().head.target, "/v1/messages");
    }

    /// In HTTP+SSE the endpoint identifies the session, so it is masked.
    void endpointIsASecret()
    {
        Request stream;
        server->setScript([&](const Request &r) {
            if (r.head.method == "GET") {
                stream = r;
                r.write(ScriptedServer::streamHead() + "event: endpoint\ndata: /messages?s=15fa7&x\n\n");
            } else {
                r.write(ScriptedServer::accepted());
                stream.write("data: " + ScriptedServer::result(r) + "\n\n");
            }
        });
        openSession({.kind = HttpOptions::Kind::HttpSse});
        finish(ask("{}"));
        QCOMPARE(server->requests().last().head.target, "/messages?s=15fa7&x");
        QCOMPARE(recorder->of(EventKind::Stream).bytes, "/messages?s=***&***");
        QVERIFY(steps("request"_L1).last().value("url"_L1).toString().endsWith(u"/messages?s=***&***"_s));
        for (const Event &event : events())
            QVERIFY(!QJsonDocument(event.details).toJson().contains("15fa7") && !event.bytes.contains("15fa7"));
    }

    void repeatedHeadersAreSentAll()
    {
        server->setScript([](const Request &r) { r.write(ScriptedServer::json(ScriptedServer::result(r))); });
        openSession({.headers = {{"X-A"_ba, "1"_ba}, {"X-A"_ba, "2"_ba}, {"accept"_ba, "all"_ba}}});
        finish(ask());
        QByteArrayList values;
        for (const HttpHeader &header : server->requests().first().head.headers) {
            if (header.name.startsWith("X-A") || header.name.toLower() == "accept")
                values += header.value;
        }
        QCOMPARE(values, QByteArrayList({"1", "2", "all"}));
    }

    // ---- timeouts and ways

    void connectTimeout()
    {
        // A server that accepts the connection but does not start TLS.
        QTcpServer silent;
        QVERIFY(silent.listen(QHostAddress::LocalHost));
        HttpOptions options{.url = QUrl(u"https://127.0.0.1:%1/"_s.arg(silent.serverPort()))};
        options.exchange.connectTimeout = 50ms;
        openSession(options);
        const Call request = ask();
        finish(request);
        QCOMPARE(request.state(), RequestState::Lost);
        QCOMPARE(recorder->of(EventKind::Failed).details.value("reason"_L1).toString(),
                 u"no connection within 50 ms"_s);
        QTRY_COMPARE_WITH_TIMEOUT(session->state(), Transport::State::Idle, Limit);
    }

    void idleTimeout()
    {
        server->setScript([](const Request &r) { r.write(ScriptedServer::streamHead() + ": alive\n\n"); });
        HttpOptions options;
        options.exchange.idleTimeout = 50ms;
        openSession(options);
        const Call request = ask();
        finish(request);
        QCOMPARE(request.state(), RequestState::Lost);
        QCOMPARE(request.outcome().error().detail, u"no data was received for 50 ms"_s);
        QTRY_VERIFY_WITH_TIMEOUT(server->requests().first().clientHasGone(), Limit);
    }

    /// Comments keep a stream open, in any number.
    void endlessComments()
    {
        constexpr int Many = int(HttpFetch::MaxComments) + 500;
        server->setScript([](const Request &r) {
            r.write(ScriptedServer::streamHead() + QByteArray(": alive\n\n").repeated(Many) +
                    "data: " + ScriptedServer::result(r) + "\n\n");
        });
        openSession();
        const Call request = ask();
        finish(request);
        QCOMPARE(request.state(), RequestState::Succeeded);
        int comments = 0;
        int notes = 0;
        for (const Event &event : events()) {
            comments += event.details.value("what"_L1).toString() == "comment"_L1 ? 1 : 0;
            notes += event.details.value("text"_L1).toString().startsWith(u"More than 1000 comments"_s) ? 1 : 0;
        }
        QCOMPARE(comments, int(HttpFetch::MaxComments));
        QCOMPARE(notes, 1);
    }

    void proxyOfTheSystem()
    {
        // The scripted server is the proxy. It gets the whole URL, and only the password of the proxy.
        const QUrl proxy = server->url({});
        qputenv("http_proxy", u"http://me:secret@%1:%2"_s.arg(proxy.host()).arg(proxy.port()).toLatin1());
        const auto reset = qScopeGuard([] { qunsetenv("http_proxy"); });
        server->setScript([](const Request &r) { r.write(ScriptedServer::json(ScriptedServer::result(r))); });
        openSession({.url = QUrl(u"http://mcp.invalid:8080/x?y=1"_s)});
        const Call request = ask();
        finish(request);
        QCOMPARE(request.state(), RequestState::Succeeded);
        QCOMPARE(server->requests().first().head.target, "http://mcp.invalid:8080/x?y=1");
        QCOMPARE(server->requests().first().header("Host"), "mcp.invalid:8080");
        QCOMPARE(server->requests().first().header("Proxy-Authorization"), "Basic " + "me:secret"_ba.toBase64());
        for (const Event &event : events())
            QVERIFY(!QJsonDocument(event.details).toJson().contains("me:secret"_ba.toBase64()));
    }

    /// A proxy of the user is used for loopback too, and its password is recorded nowhere.
    void proxyOfTheUser()
    {
        ScriptedServer proxy;
        proxy.setScript([](const Request &r) { r.write(ScriptedServer::json(ScriptedServer::result(r))); });
        QUrl url = proxy.url({});
        url.setUserInfo(u"me:secret"_s);
        openSession({.network = {.proxy = url.toString()}});
        const Call request = ask();
        finish(request);
        QCOMPARE(request.state(), RequestState::Succeeded);
        QVERIFY(server->requests().isEmpty());
        QCOMPARE(proxy.requests().first().header("Proxy-Authorization"), "Basic " + "me:secret"_ba.toBase64());
        QCOMPARE(recorder->of(EventKind::Opening).details.value("proxy"_L1).toString(),
                 url.toString(QUrl::RemovePassword));
        for (const Event &event : events()) {
            const QByteArray text = QJsonDocument(event.details).toJson();
            QVERIFY(!text.contains("secret") && !text.contains("me:secret"_ba.toBase64()));
        }
    }

    /// A proxy may close the connection after it has required authentication, without saying so.
    void proxyClosesAfterItRequiresAuthentication()
    {
        ScriptedServer proxy;
        proxy.setScript([](const Request &r) {
            r.write(r.header("Proxy-Authorization").isEmpty()
                        ? ScriptedServer::response("407 Proxy Authentication Required", {}, {},
                                                   "Proxy-Authenticate: Basic realm=\"p\"\r\n")
                        : ScriptedServer::response("403 Forbidden", {}, {}));
            r.end();
        });
        QUrl url = proxy.url({});
        url.setUserInfo(u"me:secret"_s);
        openSession({.url = QUrl(u"https://server.example/mcp"_s), .network = {.proxy = url.toString()}});
        const Call call = ask();
        finish(call);
        QCOMPARE(proxy.requests().size(), 2);
        QCOMPARE(proxy.requests().last().head.target, "server.example:443");
        QCOMPARE(proxy.requests().last().header("Proxy-Authorization"), "Basic " + "me:secret"_ba.toBase64());
        QVERIFY2(!call.outcome().error().detail.contains(u"prematurely"_s), qPrintable(call.outcome().error().detail));
    }

    /// "none" overrides the proxy of the system.
    void noProxy()
    {
        qputenv("http_proxy", "http://127.0.0.1:1");
        const auto reset = qScopeGuard([] { qunsetenv("http_proxy"); });
        const QUrl url(u"http://mcp.invalid/"_s);
        for (const auto &[proxy, type] :
             {std::pair(u"none"_s, QNetworkProxy::NoProxy), {QString(), QNetworkProxy::HttpProxy}}) {
            HttpLink link({.url = url, .network = {.proxy = proxy}});
            QVERIFY(link.prepare());
            QCOMPARE(link.exchangeOptions(url).proxy.type(), type);
        }
    }

    /// The system may have a proxy per scheme, and a redirect may change the scheme.
    void proxyOfEachScheme()
    {
        ScriptedServer tunnels;
        qputenv("http_proxy", server->url({}).toEncoded());
        qputenv("https_proxy", tunnels.url({}).toEncoded());
        const auto reset = qScopeGuard([] {
            qunsetenv("http_proxy");
            qunsetenv("https_proxy");
        });
        server->setScript([](const Request &r) {
            r.write(ScriptedServer::response("307 Temporary Redirect", {}, {}, "Location: https://mcp.invalid/\r\n"));
        });
        tunnels.setScript([](const Request &r) { r.write(ScriptedServer::response("403 Forbidden", {}, {})); });
        openSession({.url = QUrl(u"http://mcp.invalid/"_s), .followRedirects = true});
        finish(ask());
        QCOMPARE(server->requests().size(), 1);
        QVERIFY(!tunnels.requests("CONNECT").isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestHttpWays)
#include "tst_httpways.moc"
