// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/httpfixture.h"

#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using namespace Pullcord;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Request = ScriptedServer::Request;

/// Legacy sessions: when one ends, and which server receives its id.
class TestHttpSessions : public HttpFixture
{
    Q_OBJECT

private:
    /// Like legacy(), but each initialize creates another session: s1, s2, …
    void legacyCounting(const Request &r)
    {
        if (r.rpcMethod() == "initialize")
            r.write(ScriptedServer::json(ScriptedServer::result(r, R"({"protocolVersion":"2025-11-25"})"),
                                         "Mcp-Session-Id: s" + QByteArray::number(++m_sessions) + "\r\n"));
        else
            legacy(r);
    }
    /// Ends our session and starts another one.
    void beginAnotherSession(const QSignalSpy &ended)
    {
        finish(Call(session->request("forgotten")));
        QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, Limit);
        shakeHands();
    }
    [[nodiscard]] static QByteArray redirectTo(const QUrl &url)
    {
        return ScriptedServer::response("307 Temporary Redirect", {}, {}, "Location: " + url.toEncoded() + "\r\n");
    }

    int m_sessions = 0;

private slots:
    /// A late response refers to the session of its request.
    void lateRefusalOfAnOldSession()
    {
        m_sessions = 0;
        Request slow;
        server->setScript([&](const Request &r) {
            if (r.rpcMethod() == "x")
                slow = r;
            else if (r.rpcMethod() == "forgotten")
                r.write(ScriptedServer::response("404 Not Found", {}, {}));
            else
                legacyCounting(r);
        });
        openSession();
        const QSignalSpy ended(&session->transport(), &Transport::sessionEnded);
        shakeHands();
        const Call old = ask("{}");
        QTRY_VERIFY_WITH_TIMEOUT(slow.socket, Limit);
        beginAnotherSession(ended);
        slow.write(ScriptedServer::response("404 Not Found", {}, {}));
        finish(old);
        QCOMPARE(old.state(), RequestState::Failed);
        finish(Call(session->request("y")));
        QCOMPARE(server->requests("POST").last().header("Mcp-Session-Id"), "s2");
        QCOMPARE(ended.count(), 1);
    }

    /// A stream of the old session is not resumed in the new one.
    void streamOfAnOldSession()
    {
        m_sessions = 0;
        Request slow;
        server->setScript([&](const Request &r) {
            if (r.rpcMethod() == "x") {
                slow = r;
                r.write(ScriptedServer::streamHead() + "id: p1\nretry: 1\ndata:\n\n");
            } else if (r.rpcMethod() == "forgotten") {
                r.write(ScriptedServer::response("404 Not Found", {}, {}));
            } else {
                legacyCounting(r);
            }
        });
        openSession();
        const QSignalSpy ended(&session->transport(), &Transport::sessionEnded);
        shakeHands();
        const Call old = ask("{}");
        QTRY_VERIFY_WITH_TIMEOUT(slow.socket, Limit);
        beginAnotherSession(ended);
        slow.end();
        finish(old);
        QCOMPARE(old.state(), RequestState::Lost);
        const QList<Request> gets = server->requests("GET");
        for (const Request &get : gets)
            QVERIFY(!get.head.headers.contains("Last-Event-ID"));
    }

    /// The pause before resumption has already begun: the stream is resumed in its own session.
    void pauseThatOutlivesTheSession()
    {
        m_sessions = 0;
        server->setScript([&](const Request &r) {
            if (r.rpcMethod() == "x") {
                r.write(ScriptedServer::streamHead() + "id: p1\nretry: 500\ndata:\n\n");
                r.end();
            } else if (r.rpcMethod() == "forgotten" || r.head.headers.contains("Last-Event-ID")) {
                r.write(ScriptedServer::response("404 Not Found", {}, {}));
            } else {
                legacyCounting(r);
            }
        });
        openSession();
        const QSignalSpy ended(&session->transport(), &Transport::sessionEnded);
        shakeHands();
        const Call old = ask("{}");
        QTRY_VERIFY_WITH_TIMEOUT(steps("end"_L1).last().contains("requests"_L1), Limit);
        beginAnotherSession(ended);
        finish(old);
        QCOMPARE(old.state(), RequestState::Failed);
        QVERIFY(old.outcome().error().detail.startsWith(u"the stream could not be resumed: HTTP 404"_s));
        QVERIFY(!old.outcome().error().sessionEnded); // it had been read
        QCOMPARE(server->requests("GET").last().header("Last-Event-ID"), "p1");
        QCOMPARE(server->requests("GET").last().header("Mcp-Session-Id"), "s1");
        finish(Call(session->request("y")));
        QCOMPARE(server->requests("POST").last().header("Mcp-Session-Id"), "s2");
        QCOMPARE(ended.count(), 1);
    }

    void streamOfTheServerReportsTheEnd_data()
    {
        QTest::addColumn<bool>("wasOpen");
        QTest::newRow("it was open before") << true;
        QTest::newRow("there is none") << false;
    }

    void streamOfTheServerReportsTheEnd()
    {
        QFETCH(const bool, wasOpen);
        server->setScript([&](const Request &r) {
            if (r.head.method != "GET")
                return legacy(r);
            if (wasOpen && server->requests("GET").size() == 1)
                r.write(ScriptedServer::streamHead() + "retry: 1\n\n");
            else
                r.write(ScriptedServer::response("404 Not Found", {}, {}));
            r.end();
        });
        openSession();
        const QSignalSpy ended(&session->transport(), &Transport::sessionEnded);
        shakeHands();
        const auto hasEnded = [this] {
            const QList<QJsonObject> responses = steps("response"_L1);
            return std::any_of(responses.begin(), responses.end(),
                               [](const QJsonObject &r) { return r.value("status"_L1) == 404; }) &&
                   steps("end"_L1).size() == steps("request"_L1).size();
        };
        QTRY_VERIFY_WITH_TIMEOUT(hasEnded(), Limit);
        finish(Call(session->request("y")));
        QCOMPARE(ended.count(), wasOpen ? 1 : 0);
        QCOMPARE(server->requests("POST").last().head.headers.contains("Mcp-Session-Id"), !wasOpen);
    }

    /// From the loss of the session until the next one is agreed on, nothing is sent outside a session.
    void messagesWaitForTheNextSession()
    {
        m_sessions = 0;
        Request second;
        server->setScript([&](const Request &r) {
            if (r.rpcMethod() == "initialize" && m_sessions == 1)
                second = r;
            else if (r.rpcMethod() == "forgotten")
                r.write(ScriptedServer::response("404 Not Found", {}, {}));
            else if (r.rpcMethod() != "x")
                legacyCounting(r);
        });
        openSession();
        shakeHands();
        const Call old = ask("{}");
        QTRY_COMPARE_WITH_TIMEOUT(server->requests("POST").last().rpcMethod(), "x", Limit);
        connect(&session->transport(), &Transport::sessionEnded, this, [this] {
            OutgoingRequest *again = session->request("initialize");
            connect(again, &OutgoingRequest::finished, this, [this] { session->notify("notifications/initialized"); });
        });
        finish(Call(session->request("forgotten")));
        QTRY_VERIFY_WITH_TIMEOUT(second.socket, Limit);
        const qsizetype before = server->requests("POST").size();
        const Call held(session->request("held"));
        old.cancel(u"enough"_s);
        session->sendRaw(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}})");
        QTRY_COMPARE_WITH_TIMEOUT(recorder->count(EventKind::Unsent), 1, Limit);
        QCOMPARE(recorder->of(EventKind::Unsent).details.value("reason"_L1).toString(),
                 u"the server has forgotten the session that it belongs to"_s);
        QVERIFY(recorder->of(EventKind::Unsent).bytes.contains("enough"));
        QCOMPARE(server->requests("POST").size(), before);
        legacyCounting(second);
        finish(held);
        const QList<Request> posts = server->requests("POST").sliced(before);
        QByteArrayList methods;
        for (const Request &post : posts) {
            methods << post.rpcMethod();
            QCOMPARE(post.header("Mcp-Session-Id"), "s2");
            QCOMPARE(post.header("MCP-Protocol-Version"), "2025-11-25");
        }
        std::sort(methods.begin(), methods.end());
        QCOMPARE(methods.join(' '), "held notifications/cancelled notifications/initialized");
    }

    void idThatIsNotVisibleAscii_data()
    {
        QTest::addColumn<QByteArray>("id");
        QTest::newRow("Latin-1") << "caf\xe9"_ba;
        QTest::newRow("a blank") << "a b"_ba;
    }
    void idThatIsNotVisibleAscii()
    {
        QFETCH(const QByteArray, id);
        server->setScript([&](const Request &r) {
            if (r.rpcMethod() == "initialize")
                r.write(ScriptedServer::json(ScriptedServer::result(r, R"({"protocolVersion":"2025-11-25"})"),
                                             "Mcp-Session-Id: " + id + "\r\n"));
            else
                legacy(r);
        });
        openSession();
        shakeHands();
        finish(ask("{}"));
        for (const Request &request : server->requests())
            QVERIFY(!request.head.headers.contains("Mcp-Session-Id"));
        QVERIFY(
            recorder->of(EventKind::Note).details.value("text"_L1).toString().contains(u"other than visible ASCII"_s));
    }

    // ---- origin of the session

    /// A server that redirects does not learn the session id of the target.
    void redirectingServerLearnsNoSession()
    {
        ScriptedServer other;
        other.setScript(legacy);
        server->setScript([&](const Request &r) { r.write(redirectTo(other.url())); });
        openSession({.followRedirects = true});
        shakeHands();
        finish(ask("{}"));
        closeSession();
        QVERIFY(other.requests().size() >= 4);
        QCOMPARE(other.requests().last().head.method, "DELETE");
        for (const Request &request : server->requests())
            QVERIFY(!request.head.headers.contains("Mcp-Session-Id"));
        for (const Request &request : other.requests().sliced(1))
            QCOMPARE(request.header("Mcp-Session-Id"), "secret-7");
    }

    void sessionIsNotSentElsewhere()
    {
        ScriptedServer other;
        other.setScript(legacy);
        server->setScript([&](const Request &r) {
            if (r.rpcMethod() == "x")
                r.write(redirectTo(other.url()));
            else
                legacy(r);
        });
        openSession({.followRedirects = true});
        shakeHands();
        finish(ask("{}"));
        QCOMPARE(other.requests().size(), 1);
        QVERIFY(!other.requests().first().head.headers.contains("Mcp-Session-Id"));
        QCOMPARE(server->requests().last().header("Mcp-Session-Id"), "secret-7");
    }
};

QTEST_GUILESS_MAIN(TestHttpSessions)
#include "tst_httpsessions.moc"
