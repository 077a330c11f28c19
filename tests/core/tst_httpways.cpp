// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/httpfixture.h"

#include <QJsonDocument>
#include <QScopeGuard>
#include <QTcpServer>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Request = ScriptedServer::Request;

/// The ways to a server: redirects, proxies, and the patience with each.
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

    void redirectToAnotherOriginCarriesNoSecrets()
    {
        ScriptedServer other;
        other.setScript([](const Request &r) { r.write(ScriptedServer::json(ScriptedServer::result(r))); });
        server->setScript([&](const Request &r) {
            r.write(ScriptedServer::response("308 Permanent Redirect", {}, {},
                                             "Location: " + other.url().toEncoded() + "\r\n"));
        });
        openSession({.headers = {{"Authorization"_ba, "Bearer abc"_ba}, {"X-Team"_ba, "blue"_ba}}});
        const Call request = ask();
        finish(request);
        QCOMPARE(request.state(), RequestState::Succeeded);
        QCOMPARE(other.requests().size(), 1);
        QVERIFY(!other.requests().first().head.headers.contains("Authorization"));
        QVERIFY(!other.requests().first().head.headers.contains("X-Team"));
        QCOMPARE(other.requests().first().header("Mcp-Method"), "x");
    }

    void redirectsEnd()
    {
        server->setScript([](const Request &r) {
            r.write(ScriptedServer::response("307 Temporary Redirect", {}, {}, "Location: /mcp\r\n"));
        });
        openSession();
        const Call request = ask();
        finish(request);
        QCOMPARE(request.outcome().error().detail, u"HTTP 307 Temporary Redirect"_s);
        QCOMPARE(server->requests().size(), 6);
    }

    // ---- time and ways

    void connectTimeout()
    {
        // A server that takes the connection and never says a word of TLS.
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
        QCOMPARE(request.outcome().error().detail, u"nothing came for 50 ms"_s);
        QTRY_VERIFY_WITH_TIMEOUT(server->requests().first().clientHasGone(), Limit);
    }

    void proxyOfTheSystem()
    {
        // The scripted server is the proxy: it is given the whole address, and the password of the proxy alone.
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
};

QTEST_GUILESS_MAIN(TestHttpWays)
#include "tst_httpways.moc"
