// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/httpfixture.h"

#include "core/transport/http/reconnectdelay.h"

#include <QElapsedTimer>
#include <QJsonDocument>
#include <QSignalSpy>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Request = ScriptedServer::Request;

/// Legacy HTTP: sessions, streams of the server, resumption, and HTTP+SSE.
class TestHttpLegacy : public HttpFixture
{
    Q_OBJECT

private slots:
    // ---- the legacy era: sessions, streams, resumption

    void sessionAndVersionAreKept()
    {
        server->setScript(legacy);
        openSession();
        shakeHands();
        finish(ask("{}"));
        session->close();
        QTRY_COMPARE_WITH_TIMEOUT(session->state(), Transport::State::Idle, Limit);
        const QList<Request> &all = server->requests();
        QCOMPARE(all.first().header("Mcp-Session-Id"), "");
        for (const Request &request : all.sliced(1)) {
            QCOMPARE(request.header("Mcp-Session-Id"), "secret-7");
            QCOMPARE(request.header("MCP-Protocol-Version"), "2025-11-25");
        }
        QCOMPARE(server->requests("GET").size(), 1); // 405 is a valid response
        QCOMPARE(server->requests("DELETE").size(), 1);
        QCOMPARE(all.last().head.method, "DELETE");
        for (const Event &event : events())
            QVERIFY(!QJsonDocument(event.details).toJson().contains("secret-7"));
    }

    /// Each message has its own connection, so the server must accept `initialized` before it gets the next one.
    void nothingOvertakesInitialized()
    {
        Request initialized;
        server->setScript([&](const Request &r) {
            if (r.rpcMethod() == "notifications/initialized")
                initialized = r;
            else
                legacy(r);
        });
        openSession();
        finish(Call(session->request("initialize")));
        session->notify("notifications/initialized");
        const Call request = ask("{}");
        QTRY_VERIFY_WITH_TIMEOUT(initialized.socket, Limit);
        QCOMPARE(server->requests().size(), 2);
        initialized.write(ScriptedServer::accepted());
        finish(request);
        QCOMPARE(request.state(), RequestState::Succeeded);
    }

    void forgottenSession()
    {
        server->setScript(legacy);
        openSession();
        shakeHands();
        finish(ask("{}"));
        server->setScript([](const Request &r) { r.write(ScriptedServer::response("404 Not Found", {}, {})); });
        QSignalSpy ended(&session->transport(), &Transport::sessionEnded);
        const Call one = ask("{}");
        const Call two = ask("{}");
        finish(one);
        finish(two);
        QCOMPARE(one.state(), RequestState::Failed);
        QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, Limit);
        server->setScript(legacy);
        finish(Call(session->request("initialize")));
        QCOMPARE(server->requests().last().header("Mcp-Session-Id"), "");
        QCOMPARE(ended.count(), 1);
    }

    void serverSendsOnItsOwnStream()
    {
        server->setScript([](const Request &r) {
            if (r.head.method == "GET")
                r.write(ScriptedServer::streamHead() +
                        "data: {\"jsonrpc\":\"2.0\",\"id\":\"s1\",\"method\":\"ping\"}\n\n");
            else
                legacy(r);
        });
        openSession();
        shakeHands();
        const auto answered = [this] {
            const QList<Request> posts = server->requests("POST");
            return std::any_of(posts.begin(), posts.end(), [](const Request &r) { return r.rpcId() == "\"s1\""; });
        };
        QTRY_VERIFY_WITH_TIMEOUT(answered(), Limit);
    }

    void listeningStreamIsRequestedAgain()
    {
        server->setScript([this](const Request &r) {
            if (r.head.method != "GET")
                return legacy(r);
            const bool first = server->requests("GET").size() == 1;
            r.write(ScriptedServer::streamHead() + (first ? "id: e9\nretry: 20\ndata:\n\n" : ""));
            if (first)
                r.end();
        });
        openSession();
        shakeHands();
        QTRY_COMPARE_WITH_TIMEOUT(server->requests("GET").size(), 2, Limit);
        QCOMPARE(server->requests("GET").at(0).header("Last-Event-ID"), "");
        QCOMPARE(server->requests("GET").at(1).header("Last-Event-ID"), "e9");
    }

    void lastEventId_data()
    {
        QTest::addColumn<QByteArray>("lines");
        QTest::addColumn<QByteArray>("sent"); // value sent back; empty: no header
        QTest::addColumn<QString>("note");
        const QString unused = u"The id of an event is not used as Last-Event-ID: "_s;
        const QString illegal = unused + u"it has characters that no header can carry"_s;
        QTest::newRow("plain") << "id: e9\ndata:\n\n"_ba
                               << "e9"_ba << QString();
        QTest::newRow("a space within") << "id: e 9\ndata:\n\n"_ba
                                        << "e 9"_ba << QString();
        QTest::newRow("UTF-8") << "id: \xc3\xa9\ndata:\n\n"_ba
                               << "\xc3\xa9"_ba << QString();
        QTest::newRow("the limit") << "id: " + QByteArray(4096, 'x') + "\ndata:\n\n"
                                   << QByteArray(4096, 'x') << QString();
        QTest::newRow("too long") << "id: " + QByteArray(4097, 'x') + "\ndata:\n\n"
                                  << QByteArray() << unused + u"it has 4097 bytes, more than the limit of 4096"_s;
        QTest::newRow("NUL") << "id: e9\ndata:\n\nid: e"_ba + '\0' + "9\ndata:\n\n"
                             << "e9"_ba << unused + u"it contains NUL"_s;
        QTest::newRow("a control character") << "id: e\x1b[9\ndata:\n\n"_ba << QByteArray() << illegal;
        QTest::newRow("a tab") << "id: e\t9\ndata:\n\n"_ba << QByteArray() << illegal;
        QTest::newRow("a space at the end") << "id: e9 \ndata:\n\n"_ba << QByteArray() << illegal;
        QTest::newRow("no UTF-8") << "id: \xe9\ndata:\n\n"_ba << QByteArray() << illegal;
        QTest::newRow("no older one instead") << "id: e9\ndata:\n\nid: e\t9\ndata:\n\n"_ba << QByteArray() << illegal;
        QTest::newRow("a newer one") << "id: e\t9\ndata:\n\nid: e9\ndata:\n\n"_ba
                                     << "e9"_ba << illegal;
    }

    /// Only an id that fits into a header is sent back. Any other is noted, and no older id is used instead.
    void lastEventId()
    {
        QFETCH(const QByteArray, lines);
        QFETCH(const QByteArray, sent);
        QFETCH(const QString, note);
        server->setScript([&](const Request &r) {
            if (r.head.method != "GET")
                return legacy(r);
            const bool first = server->requests("GET").size() == 1;
            r.write(ScriptedServer::streamHead() + (first ? "retry: 20\n\n" + lines : QByteArray()));
            if (first)
                r.end();
        });
        openSession();
        QStringList notes;
        connect(session.get(), &RpcConnection::eventOccurred, this, [&notes](const Event &event) {
            if (event.kind == EventKind::Note)
                notes.append(event.details.value("text"_L1).toString());
        });
        shakeHands();
        QTRY_COMPARE_WITH_TIMEOUT(server->requests("GET").size(), 2, Limit);
        QCOMPARE(server->requests("GET").at(1).header("Last-Event-ID"), sent);
        QCOMPARE(notes, note.isEmpty() ? QStringList() : QStringList(note));
    }

    /// 2025-11-25: the server closes the stream before its response, and the client resumes after the time that it
    /// asked for.
    void brokenResponseIsResumed()
    {
        QElapsedTimer sinceEnd;
        qint64 waited = 0;
        QByteArray id;
        server->setScript([&](const Request &r) {
            if (r.head.method == "GET") {
                waited = sinceEnd.elapsed();
                r.write(ScriptedServer::streamHead() + R"(data: {"jsonrpc":"2.0","id":)" + id + ",\"result\":{}}\n\n");
                r.end();
            } else if (r.rpcMethod() == "x") {
                id = r.rpcId();
                r.write(ScriptedServer::streamHead() + "id: p1\nretry: 150\ndata:\n\n");
                r.end();
                sinceEnd.start();
            } else {
                legacy(r);
            }
        });
        openSession();
        const Call request = ask("{}");
        finish(request);
        QCOMPARE(request.state(), RequestState::Succeeded);
        QCOMPARE(server->requests().last().header("Last-Event-ID"), "p1");
        QVERIFY(waited >= 150);
    }

    /// However short the requested delay, reconnects have a minimum pause.
    void hastyServerIsPolledWithPauses()
    {
        QElapsedTimer sinceFirst;
        qint64 waited = 0;
        server->setScript([&](const Request &r) {
            if (r.head.method != "GET")
                return legacy(r);
            const qsizetype count = server->requests("GET").size();
            if (count == 1)
                sinceFirst.start();
            else if (count == 4)
                waited = sinceFirst.elapsed();
            r.write(ScriptedServer::streamHead() + (count == 1 ? "retry: 0\n\n" : ""));
            r.end();
        });
        openSession({.reconnectDelay = 1h});
        shakeHands();
        QTRY_VERIFY_WITH_TIMEOUT(server->requests("GET").size() >= 4, Limit);
        QVERIFY2(waited >= 4 * ReconnectDelay::Shortest.count(), qPrintable(QString::number(waited))); // 1 + 1 + 2
    }

    /// A requested delay stays valid until the next one, and an id until the server clears it.
    void retryOfAStreamIsRespected()
    {
        server->setScript([&](const Request &r) {
            const qsizetype count = server->requests("GET").size();
            if (r.head.method != "GET")
                legacy(r);
            else if (count == 1)
                r.write(ScriptedServer::streamHead() + "id: e1\nretry: 50\ndata:\n\n");
            else if (count == 2)
                r.write(ScriptedServer::response("503 Service Unavailable", {}, {}));
            else
                r.write(ScriptedServer::streamHead() + (count == 3 ? "id\ndata:\n\n" : ""));
            if (r.head.method == "GET" && count < 4)
                r.end();
        });
        openSession({.reconnectDelay = 1h});
        shakeHands();
        QTRY_COMPARE_WITH_TIMEOUT(server->requests("GET").size(), 4, Limit);
        QCOMPARE(server->requests("GET").at(2).header("Last-Event-ID"), "e1");
        QVERIFY(!server->requests("GET").at(3).head.headers.contains("Last-Event-ID"));
    }

    void brokenResponseFailsInTheEnd()
    {
        server->setScript([](const Request &r) {
            if (r.head.method == "GET")
                r.write(ScriptedServer::response("405 Method Not Allowed", {}, {}));
            else
                r.write(ScriptedServer::streamHead() + "id: p1\nretry: 1\ndata:\n\n");
            r.end();
        });
        openSession();
        const Call request = ask("{}");
        finish(request);
        QCOMPARE(request.state(), RequestState::Failed);
        QCOMPARE(request.outcome().error().detail, u"the stream could not be resumed: HTTP 405 Method Not Allowed"_s);
        // 2026-07-28 has no resumption.
        const Call modern = ask();
        finish(modern);
        QCOMPARE(modern.state(), RequestState::Lost);
        QCOMPARE(server->requests("GET").size(), 1);
    }

    // ---- HTTP+SSE

    void httpSse()
    {
        Request stream;
        server->setScript([&](const Request &r) {
            if (r.head.method == "GET") {
                stream = r;
                r.write(ScriptedServer::streamHead() + "event: endpoint\ndata: /messages?s=1\n\n");
            } else {
                r.write(ScriptedServer::accepted());
                stream.write("event: message\ndata: " + ScriptedServer::result(r) + "\n\n");
            }
        });
        openSession({.kind = HttpOptions::Kind::HttpSse});
        const Call request = ask("{}");
        finish(request);
        QCOMPARE(request.state(), RequestState::Succeeded);
        QCOMPARE(server->requests("POST").first().head.target, "/messages?s=1");
        // The end of the stream ends all requests.
        server->setScript([](const Request &r) { r.write(ScriptedServer::accepted()); });
        const Call lost = ask("{}");
        QTRY_COMPARE_WITH_TIMEOUT(server->requests("POST").size(), 2, Limit);
        stream.end();
        finish(lost);
        QCOMPARE(lost.state(), RequestState::Lost);
        QTRY_COMPARE_WITH_TIMEOUT(session->state(), Transport::State::Idle, Limit);
    }

    void httpSseMustKeepTheOrigin_data()
    {
        QTest::addColumn<QByteArray>("endpoint");
        QTest::addColumn<QString>("reason");
        QTest::addColumn<QString>("otherOrigin");
        const QString another = u"it leads to another server, %1"_s;
        const auto elsewhere = [&](const char *name, const QByteArray &endpoint, const QString &origin) {
            QTest::newRow(name) << endpoint << another.arg(origin) << origin;
        };
        elsewhere("another host", "http://elsewhere.example/", u"http://elsewhere.example"_s);
        elsewhere("without a scheme", "//elsewhere.example/m", u"http://elsewhere.example"_s);
        elsewhere("with a user", "http://me:pw@elsewhere.example/", u"http://elsewhere.example"_s);
        elsewhere("another port", "http://127.0.0.1:1/", u"http://127.0.0.1:1"_s);
        QTest::newRow("out of HTTP") << "file:///etc/passwd"_ba << u"it is neither http nor https"_s << QString();
    }
    void httpSseMustKeepTheOrigin()
    {
        QFETCH(const QByteArray, endpoint);
        QFETCH(QString, reason);
        server->setScript([&](const Request &r) {
            r.write(ScriptedServer::streamHead() + "event: endpoint\ndata: " + endpoint + "\n\n");
        });
        openSession({.kind = HttpOptions::Kind::HttpSse});
        QTRY_COMPARE_WITH_TIMEOUT(session->state(), Transport::State::Idle, Limit);
        const QJsonObject failed = recorder->of(EventKind::Failed).details;
        QCOMPARE(failed.value("reason"_L1).toString(),
                 u"the address for messages that the server named was not used: "_s +
                     reason.replace(u"URL"_s, Origin::of(server->url()).toString()));
        QTEST(failed.value("otherOrigin"_L1).toString(), "otherOrigin");
        QVERIFY(server->requests("POST").isEmpty());
    }

    /// The endpoint is not the URL of the user, so a rejection names it.
    void refusedAtTheEndpoint()
    {
        server->setScript([](const Request &r) {
            r.write(r.head.method == "GET" ? ScriptedServer::streamHead() + "event: endpoint\ndata: /m?sessionId=7\n\n"
                                           : ScriptedServer::response("403 Forbidden", "text/plain", "no session"));
        });
        openSession({.kind = HttpOptions::Kind::HttpSse});
        const Call request = ask("{}");
        finish(request);
        QCOMPARE(request.outcome().error().detail,
                 u"HTTP 403 Forbidden from %1?sessionId=***: no session"_s.arg(server->url(u"/m"_s).toString()));
    }

    /// With the user's consent, messages go to another origin, but without headers and credentials.
    void httpSseMayChangeTheOrigin()
    {
        Request stream;
        ScriptedServer other;
        other.setScript([&](const Request &r) {
            r.write(ScriptedServer::accepted());
            stream.write("data: " + ScriptedServer::result(r) + "\n\n");
        });
        server->setScript([&](const Request &r) {
            stream = r;
            r.write(ScriptedServer::streamHead() + "event: endpoint\ndata: //me:pw@" +
                    other.url().authority().toLatin1() + "/m\n\n");
        });
        openSession({.kind = HttpOptions::Kind::HttpSse,
                     .headers = {{"Authorization"_ba, "Bearer abc"_ba}},
                     .followRedirects = true});
        const Call request = ask("{}");
        finish(request);
        QCOMPARE(request.state(), RequestState::Succeeded);
        QCOMPARE(other.requests().constFirst().head.target, "/m");
        QVERIFY(!other.requests().constFirst().head.headers.contains("Authorization"));
    }

    void fallsBackToHttpSse()
    {
        Request stream;
        server->setScript([&](const Request &r) {
            if (r.head.method == "GET") {
                stream = r;
                r.write(ScriptedServer::streamHead() + "event: endpoint\ndata: /messages\n\n");
            } else if (r.head.target == "/mcp") {
                r.write(ScriptedServer::response("405 Method Not Allowed", {}, {}));
            } else {
                r.write(ScriptedServer::accepted());
                stream.write("event: message\ndata: " + ScriptedServer::result(r) + "\n\n");
            }
        });
        openSession();
        const Call request(session->request("initialize"));
        finish(request);
        QCOMPARE(request.state(), RequestState::Succeeded);
        QCOMPARE(session->tracker().nextSerial(), 1U); // one request, sent twice
        QVERIFY(recorder->of(EventKind::Note).details.value("text"_L1).toString().contains(u"405"_s));
        const Call next = ask("{}");
        finish(next);
        QCOMPARE(next.state(), RequestState::Succeeded);
    }

    /// The end of the connection reports the streams and messages that it cuts off.
    void httpSseEndsInTheMiddle()
    {
        Request stream;
        server->setScript([&](const Request &r) {
            if (r.head.method != "GET")
                return;
            stream = r;
            r.write(ScriptedServer::streamHead() + "event: endpoint\ndata: /messages\n\n");
        });
        openSession({.kind = HttpOptions::Kind::HttpSse});
        const Call request = ask("{}");
        QTRY_COMPARE_WITH_TIMEOUT(server->requests("POST").size(), 1, Limit);
        stream.end();
        finish(request);
        QTRY_COMPARE_WITH_TIMEOUT(session->state(), Transport::State::Idle, Limit);
        QCOMPARE(recorder->untold(), QStringList());
        QCOMPARE(steps("end"_L1).size(), 2);
    }

    void fallbackMayFailToo()
    {
        server->setScript([](const Request &r) { r.write(ScriptedServer::response("404 Not Found", {}, {})); });
        openSession();
        const Call request(session->request("initialize"));
        finish(request);
        QCOMPARE(request.state(), RequestState::Failed);
        QVERIFY(request.outcome().error().detail.startsWith(u"HTTP 404 Not Found; HTTP+SSE: HTTP 404"_s));
        QCOMPARE(server->requests("GET").size(), 1);
        QCOMPARE(session->tracker().nextSerial(), 1U);
    }

    /// The peer rejects both transports slowly, after the time at which a message counts as queued.
    void fallbackMayFailSlowly()
    {
        server->setScript([](const Request &r) {
            const int delay = r.head.method == "GET" ? 3 * Transport::QueuedAfterMs : 0;
            QTimer::singleShot(delay, r.socket, [r] { r.write(ScriptedServer::response("404 Not Found", {}, {})); });
        });
        openSession();
        const Call request(session->request("initialize"));
        finish(request);
        QCOMPARE(request.state(), RequestState::Failed);
        QCOMPARE(session->tracker().nextSerial(), 1U);
        QCOMPARE(session->tracker().openCount(), 0);
    }

    void secondRefusalIsReported()
    {
        Request stream;
        server->setScript([&](const Request &r) {
            if (r.head.method == "GET")
                r.write(ScriptedServer::streamHead() + "event: endpoint\ndata: /messages\n\n");
            else
                r.write(ScriptedServer::response("400 Bad Request", {}, {}));
        });
        openSession();
        const Call request(session->request("initialize"));
        finish(request);
        QCOMPARE(request.state(), RequestState::Failed);
        QCOMPARE(request.outcome().error().detail,
                 u"HTTP 400 Bad Request from "_s + server->url(u"/messages"_s).toString());
        QCOMPARE(server->requests("GET").size(), 1);
        QCOMPARE(server->requests("POST").size(), 2);
    }

    void unaddressed_data()
    {
        QTest::addColumn<HttpOptions::Kind>("kind");
        QTest::addColumn<QString>("says");
        QTest::newRow("HTTP+SSE")
            << HttpOptions::Kind::HttpSse
            << u"initialize was not sent, since no address for messages (HTTP+SSE) arrived within 300 ms"_s;
        QTest::newRow("automatic")
            << HttpOptions::Kind::Automatic
            << u"initialize was refused over Streamable HTTP, and no address for messages (HTTP+SSE) arrived within 300 ms"_s;
    }

    /// A timeout before the endpoint arrives gives that as its reason.
    void unaddressed()
    {
        QFETCH(const HttpOptions::Kind, kind);
        QFETCH(const QString, says);
        server->setScript([](const Request &r) {
            r.write(r.head.method == "GET" ? ScriptedServer::streamHead()
                                           : ScriptedServer::response("404 Not Found", {}, {}));
        });
        openSession({.kind = kind});
        const Call request(session->request("initialize", {}, {.timeout = 300ms}));
        finish(request);
        QCOMPARE(request.state(), RequestState::TimedOut);
        QCOMPARE(request.outcome().error().detail, says);
    }

    void noEndpoint_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<QString>("reason");
        const QString late = u"no address for messages arrived within 200 ms"_s;
        const QString other = u"its first event names no address for messages"_s;
        const QByteArray head = ScriptedServer::streamHead();
        QTest::newRow("no answer") << QByteArray() << late;
        QTest::newRow("silence") << head << late;
        QTest::newRow("comments") << head + ": hello\n\nid: 1\nretry: 5\n\n" << late;
        QTest::newRow("a message") << head + "data: {\"jsonrpc\":\"2.0\",\"method\":\"m\"}\n\n" << other;
        QTest::newRow("another event") << head + "event: hello\ndata: x\n\nevent: endpoint\ndata: /m\n\n" << other;
    }

    /// A stream whose first event is not `endpoint` is not HTTP+SSE.
    void noEndpoint()
    {
        QFETCH(const QByteArray, answer);
        QFETCH(const QString, reason);
        server->setScript([&](const Request &r) {
            r.write(r.head.method == "GET" ? answer : ScriptedServer::response("404 Not Found", {}, {}));
        });
        HttpOptions options;
        options.exchange.connectTimeout = 200ms;
        openSession(options);
        const Call request(session->request("initialize"));
        finish(request);
        QCOMPARE(request.state(), RequestState::Failed);
        QCOMPARE(request.outcome().error().detail, u"HTTP 404 Not Found; HTTP+SSE: "_s + reason);
        QTRY_VERIFY_WITH_TIMEOUT(server->requests("GET").first().clientHasGone(), Limit);
        // If HTTP+SSE was chosen explicitly, connecting fails.
        options.kind = HttpOptions::Kind::HttpSse;
        closeSession();
        openSession(options);
        QTRY_COMPARE_WITH_TIMEOUT(session->state(), Transport::State::Idle, Limit);
        QCOMPARE(recorder->of(EventKind::Failed).details.value("reason"_L1).toString(), reason);
    }
};

QTEST_GUILESS_MAIN(TestHttpLegacy)
#include "tst_httplegacy.moc"
