// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scriptedserver.h"

#include "core/mcp/requests/logicalcall.h"
#include "core/transport/http/httptransport.h"

#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <optional>
#include <utility>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// A client with servers behind a URL that reject it, or end its session soon.
class TestHttpClient : public QObject
{
    Q_OBJECT

private:
    static constexpr int Limit = 5000;
    using Request = ScriptedServer::Request;

    std::unique_ptr<ScriptedServer> m_server;
    std::unique_ptr<RpcConnection> m_session;
    std::unique_ptr<Client> m_client;

    void begin(HttpOptions::Kind kind = HttpOptions::Kind::Streamable,
               std::optional<Revision> revision = Revision::R2025_11_25)
    {
        m_session = std::make_unique<RpcConnection>(
            std::make_unique<HttpTransport>(HttpOptions{.url = m_server->url(), .kind = kind}),
            RpcConnection::Role::Client);
        m_client = std::make_unique<Client>(*m_session, ClientOptions{.revision = revision});
        m_client->connectToServer();
    }
    /// Returns the response to initialize in a new session.
    static QByteArray initialized(const Request &r, const QByteArray &session)
    {
        const QByteArray body = ScriptedServer::result(r, R"({"protocolVersion":"2025-11-25","capabilities":{}})");
        return ScriptedServer::json(body, "Mcp-Session-Id: " + session + "\r\n");
    }
    [[nodiscard]] qsizetype countOf(const QByteArray &method) const
    {
        const QList<Request> posts = m_server->requests("POST");
        return std::count_if(posts.begin(), posts.end(),
                             [&](const Request &post) { return post.rpcMethod() == method; });
    }

private slots:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".?"_s));
        m_server = std::make_unique<ScriptedServer>();
    }
    void cleanup()
    {
        m_client.reset();
        m_session.reset();
    }

    void refusedInitializeClosesTheConnection_data()
    {
        QTest::addColumn<QByteArray>("status");
        for (const char *status : {"401 Unauthorized", "403 Forbidden", "500 Internal Server Error"})
            QTest::newRow(status) << QByteArray(status);
    }
    void refusedInitializeClosesTheConnection()
    {
        QFETCH(const QByteArray, status);
        m_server->setScript([status](const Request &r) { r.write(ScriptedServer::response(status, {}, {})); });
        begin();
        QSignalSpy failed(m_client.get(), &Client::failed);
        QTRY_COMPARE_WITH_TIMEOUT(m_client->state(), Client::State::Failed, Limit);
        QTRY_COMPARE_WITH_TIMEOUT(m_session->state(), Transport::State::Idle, Limit);
        QCOMPARE(failed.count(), 1);
        QVERIFY(failed.constFirst().constFirst().value<Error>().detail.contains(QString::fromLatin1(status)));
        QCOMPARE(m_client->state(), Client::State::Failed);
    }

    /// A cancellation of 2026-07-28 cannot be sent on HTTP+SSE, so the client does not probe for it.
    void oldTransportSupportsTheLegacyEraOnly()
    {
        m_server->setScript([](const Request &r) {
            r.write(r.head.method == "GET" ? ScriptedServer::streamHead() + "event: endpoint\ndata: /messages\n\n"
                                           : ScriptedServer::accepted());
        });
        begin(HttpOptions::Kind::HttpSse, std::nullopt);
        QTRY_VERIFY_WITH_TIMEOUT(!m_server->requests("POST").isEmpty(), Limit);
        QCOMPARE(m_server->requests("POST").constFirst().rpcMethod(), "initialize");
        cleanup();
        m_server = std::make_unique<ScriptedServer>();
        m_server->setScript(
            [](const Request &r) { r.write(ScriptedServer::streamHead() + "event: endpoint\ndata: /messages\n\n"); });
        begin(HttpOptions::Kind::HttpSse, Revision::R2026_07_28);
        QSignalSpy failed(m_client.get(), &Client::failed);
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, Limit);
        QVERIFY(failed.constFirst().constFirst().value<Error>().detail.contains(u"HTTP+SSE"_s));
        QVERIFY(m_server->requests("POST").isEmpty());
    }

    /// Closing the stream cancels the probe, so disconnecting waits for nothing.
    void probeIsNotCancelledByAMessage()
    {
        begin(HttpOptions::Kind::Streamable, std::nullopt);
        QTRY_COMPARE_WITH_TIMEOUT(countOf("server/discover"), 1, Limit);
        m_client->disconnectFromServer();
        QTRY_COMPARE_WITH_TIMEOUT(m_session->state(), Transport::State::Idle, Limit);
        QCOMPARE(m_server->requests().size(), 1);
    }

    void requestIsRepeatedInANewSession_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("an error for nobody")
            << R"({"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"?"}})"_ba;
        QTest::newRow("an error for the request")
            << R"({"jsonrpc":"2.0","id":ID,"error":{"code":-32001,"message":"?"}})"_ba;
    }
    /// Two requests were sent in the old session, and the 404 for one comes late.
    void requestIsRepeatedInANewSession()
    {
        QFETCH(const QByteArray, body);
        QList<Request> refused;
        const auto refuse = [&body](const Request &r) {
            r.write(ScriptedServer::response("404 Not Found", "application/json",
                                             QByteArray(body).replace("ID", r.rpcId())));
        };
        m_server->setScript([&, sessions = 0](const Request &r) mutable {
            if (r.rpcMethod() == "initialize") {
                r.write(initialized(r, "session-" + QByteArray::number(++sessions)));
            } else if (r.rpcId().isEmpty()) {
                r.write(ScriptedServer::accepted());
            } else if (r.header("Mcp-Session-Id") == "session-2") {
                r.write(ScriptedServer::json(ScriptedServer::result(r, R"({"in":2})")));
            } else {
                refused.append(r);
                if (refused.size() == 2)
                    refuse(refused.constFirst());
            }
        });
        begin();
        QSignalSpy ready(m_client.get(), &Client::ready);
        QTRY_COMPARE_WITH_TIMEOUT(ready.count(), 1, Limit);
        QList<QByteArray> results;
        std::vector<std::unique_ptr<LogicalCall>> calls;
        for (int i = 0; i < 2; ++i) {
            calls.push_back(std::make_unique<LogicalCall>(*m_client, nullptr, "x", QByteArray()));
            connect(calls.back().get(), &LogicalCall::finished, this,
                    [&](const Result<QByteArray> &outcome) { results += outcome ? *outcome : "refused"_ba; });
            calls.back()->start();
        }
        QTRY_COMPARE_WITH_TIMEOUT(results, QList{R"({"in":2})"_ba}, Limit);
        QCOMPARE(ready.count(), 2);
        refuse(refused.constLast());
        QTRY_COMPARE_WITH_TIMEOUT(results, (QList{R"({"in":2})"_ba, R"({"in":2})"_ba}), Limit);
        QCOMPARE(countOf("x"), 4);
        QCOMPARE(countOf("initialize"), 2);
    }

    /// A request whose stream cannot be resumed was read and may have been executed, so it is not repeated.
    void processedRequestIsNotRepeated()
    {
        m_server->setScript([](const Request &r) {
            if (r.rpcMethod() == "initialize") {
                r.write(initialized(r, "session"));
            } else if (r.rpcMethod() == "x") {
                r.write(ScriptedServer::streamHead() + "id: 1\nretry: 1\ndata:\n\n");
                r.end();
            } else if (r.header("Last-Event-ID").isEmpty() && r.head.method == "GET") {
                r.write(ScriptedServer::response("405 Method Not Allowed", {}, {}));
            } else {
                r.write(r.head.method == "GET" ? ScriptedServer::response("404 Not Found", {}, {})
                                               : ScriptedServer::accepted());
            }
        });
        begin();
        QSignalSpy ready(m_client.get(), &Client::ready);
        QTRY_COMPARE_WITH_TIMEOUT(ready.count(), 1, Limit);
        LogicalCall call(*m_client, nullptr, "x", {});
        QSignalSpy finished(&call, &LogicalCall::finished);
        call.start();
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, Limit);
        QTRY_COMPARE_WITH_TIMEOUT(ready.count(), 2, Limit);
        QCOMPARE(countOf("x"), 1);
    }

    void sessionsThatAreForgottenAtOnce()
    {
        m_server->setScript([sessions = 0](const Request &r) mutable {
            if (r.rpcMethod() == "initialize")
                r.write(initialized(r, "session-" + QByteArray::number(++sessions)));
            else
                r.write(ScriptedServer::response("404 Not Found", {}, {}));
        });
        begin();
        QTRY_COMPARE_WITH_TIMEOUT(m_client->state(), Client::State::Failed, Limit);
        QTRY_COMPARE_WITH_TIMEOUT(m_session->state(), Transport::State::Idle, Limit);
        QCOMPARE(countOf("initialize"), Client::MaxVainSessions);
    }

    void sessionsThatAreForgottenAfterUse()
    {
        // Each session serves one request.
        m_server->setScript([sessions = 0, served = false](const Request &r) mutable {
            if (r.rpcMethod() == "initialize") {
                served = false;
                r.write(initialized(r, "session-" + QByteArray::number(++sessions)));
            } else if (r.rpcId().isEmpty()) {
                r.write(ScriptedServer::accepted());
            } else if (!std::exchange(served, true)) {
                r.write(ScriptedServer::json(ScriptedServer::result(r, "{}")));
            } else {
                r.write(ScriptedServer::response("404 Not Found", {}, {}));
            }
        });
        begin();
        QSignalSpy ready(m_client.get(), &Client::ready);
        for (int session = 1; session <= 2 * Client::MaxVainSessions; ++session) {
            QTRY_COMPARE_WITH_TIMEOUT(ready.count(), session, Limit);
            for (const RequestState expected : {RequestState::Succeeded, RequestState::Failed}) {
                OutgoingRequest *request = m_client->request("tools/list");
                std::optional<RequestState> state;
                connect(request, &OutgoingRequest::finished, this, [&, request] { state = request->state(); });
                QTRY_VERIFY_WITH_TIMEOUT(state, Limit);
                QCOMPARE(*state, expected);
            }
        }
        QTRY_COMPARE_WITH_TIMEOUT(ready.count(), 2 * Client::MaxVainSessions + 1, Limit);
    }
};

QTEST_GUILESS_MAIN(TestHttpClient)
#include "tst_httpclient.moc"
