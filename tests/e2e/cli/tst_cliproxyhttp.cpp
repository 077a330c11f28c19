// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/conversation.h"
#include "core/scriptedserver.h"
#include "e2e/demohttp.h"
#include "e2e/proxyfixture.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace Pullcord;
using namespace Qt::StringLiterals;

namespace {

using Request = ScriptedServer::Request;

constexpr QByteArrayView Initialize = R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{}})";
constexpr QByteArrayView Call = R"({"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"t"}})";
constexpr QByteArrayView ModernCall = R"({"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"t",)"
                                      R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}})";
constexpr QByteArrayView Response = R"({"jsonrpc":"2.0","id":"a","result":{}})";
constexpr QByteArrayView OperatorError = R"({"jsonrpc":"2.0","id":"a","error":{"code":-5,"message":"enough"}})";

QByteArray asEvent(QByteArrayView message)
{
    return "data: " + message.toByteArray() + "\n\n";
}

} // namespace

/// `pullcord-cli proxy` between a client on stdio and a server behind a URL.
class TestCliProxyHttp : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    [[nodiscard]] QString path(const QString &name) const { return m_folder.filePath(name); }
    [[nodiscard]] static std::unique_ptr<Conversation> read(const QString &file)
    {
        auto conversation = Conversation::fromFile(file);
        return conversation ? *std::move(conversation) : nullptr;
    }
    [[nodiscard]] static QList<Event> eventsOf(const Conversation &conversation, EventKind kind)
    {
        QList<Event> events;
        for (qsizetype i = 0; i < conversation.capture().count(); ++i) {
            if (conversation.capture().entry(i).kind == kind)
                events << conversation.capture().eventAt(i);
        }
        return events;
    }

    /// Returns the options of a listening proxy with one rule, "x", given by its members.
    [[nodiscard]] QStringList byRules(const QByteArray &rule) const
    {
        QFile rules(path(u"rules.json"_s));
        if (!rules.open(QIODevice::WriteOnly) || rules.write("{\"rules\":[{\"name\":\"x\"," + rule + "}]}") < 0)
            qFatal("cannot write the rules");
        return {u"--listen"_s, u"0"_s, u"--rules"_s, rules.fileName()};
    }
    /// Returns the messages of the record in order, with what rules did to each: "c2s withheld:RULE {…}".
    [[nodiscard]] static QByteArrayList recordIn(const QString &file)
    {
        QByteArrayList all;
        const auto conversation = read(file);
        for (const Event &event : conversation ? eventsOf(*conversation, EventKind::Message) : QList<Event>())
            all << nameOf(event.direction).toByteArray() + ' ' +
                       (event.isWithheld()     ? "withheld"
                        : event.isByOperator() ? "injected"
                                               : "passed") +
                       (event.rule().isEmpty() ? "" : ':' + event.rule().toUtf8()) + ' ' + event.bytes;
        return all;
    }

private slots:
    void initTestCase() { QVERIFY(useOwnSession(m_folder.path())); }
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void cancelIsTranslated_data()
    {
        QTest::addColumn<QString>("revision");
        QTest::addColumn<QString>("path");
        QTest::addColumn<bool>("isMessage");
        QTest::newRow("2024-11-05 over HTTP+SSE") << u"2024-11-05"_s << u"/sse"_s << true;
        QTest::newRow("2025-11-25") << u"2025-11-25"_s << u"/mcp"_s << true;
        QTest::newRow("2026-07-28") << u"2026-07-28"_s << u"/mcp"_s << false;
    }
    /// The client is pullcord-cli. Its cancel becomes a message in the legacy era, and a closed stream in 2026-07-28.
    /// The server stops its work in both cases.
    void cancelIsTranslated()
    {
        QFETCH(const QString, revision);
        QFETCH(const QString, path);
        QFETCH(const bool, isMessage);
        DemoHttp server;
        const QString file = this->path(revision + u".pullcord"_s);
        const CliRun run =
            CliRun::of({u"call"_s, u"slow"_s, uR"({"ms":60000})"_s, u"--revision"_s, revision, u"--cancel-after"_s,
                        u"300"_s, u"--reason"_s, u"tired"_s, u"--"_s, Peers::program(u"pullcord-cli"_s), u"proxy"_s,
                        file, u"--url"_s, server.url(path).toString()});
        QVERIFY2(run.exitCode == 4, run.err.constData());
        const auto conversation = read(file);
        QVERIFY(conversation);
        const RequestLog &log = conversation->log();
        const RequestRecord record = log.record(log.count() - 1);
        QCOMPARE(record.target, u"slow"_s);
        QCOMPARE(record.state, RequestState::Cancelled);
        QVERIFY(record.cancellation);
        QCOMPARE(record.cancellation->reason, u"tired"_s);
        const QList<Event> cancels = eventsOf(*conversation, EventKind::Cancel);
        QCOMPARE(cancels.size(), isMessage ? 0 : 1);
        if (!isMessage) {
            QVERIFY(cancels.constFirst()
                        .details.value("notification"_L1)
                        .toString()
                        .contains(u"\"notifications/cancelled\""_s));
            QVERIFY(record.streamClosed > 0);
        }
        QCOMPARE(conversation->capture().eventAt(0).details.value("proxied"_L1), QJsonValue(true));
    }

    void rulesApply_data()
    {
        QTest::addColumn<QByteArray>("rule");
        QTest::addColumn<bool>("isStream");
        QTest::addColumn<QByteArray>("out"); ///< body that the client gets; empty: it waits on
        QTest::addColumn<QByteArrayList>("recorded");
        const QByteArray call = Call.toByteArray();
        const QByteArray response = Response.toByteArray();
        const QByteArray other = QByteArray(call).replace("\"t\"", "\"longer\"");
        const QByteArray edited = QByteArray(response).replace("{}", "{\"longer\":true}");
        const QByteArray note = R"({"jsonrpc":"2.0","method":"notifications/message"})";
        const QByteArray first = ": comment\nid: 1\ndata: " + note + "\n\n";
        const QByteArray last = "id: 2\ndata: " + response + "\n\n";
        const auto sent = [](QByteArrayView message) { return "event: message\n" + asEvent(message); };
        const auto rule = [](const QByteArray &match, const QByteArray &action) {
            return "\"match\":\"" + match + "\",\"action\":" + action;
        };
        const QByteArray requests = "dir:c2s method:tools/call";
        const QByteArray responses = "dir:s2c method:tools/call";
        const QByteArrayList asked{"c2s passed " + call};
        const QByteArrayList noted{"c2s passed " + call, "s2c passed " + note};
        const QByteArrayList changed{"c2s withheld:x " + call, "c2s injected:x " + other};
        const QByteArray edit = R"("edit","edits":[{"pointer":"/result/longer","value":true}])";
        const QByteArray editName = R"("edit","edits":[{"pointer":"/params/name","value":"longer"}])";

        QTest::newRow("JSON, nothing") << rule("method:none", "\"drop\"") << false << response
                                       << asked + QByteArrayList{"s2c passed " + response};
        QTest::newRow("stream, nothing") << rule("method:none", "\"drop\"") << true << first + last
                                         << noted + QByteArrayList{"s2c passed " + response};
        QTest::newRow("JSON, drop a request")
            << rule(requests, "\"drop\"") << false << ""_ba << QByteArrayList{"c2s withheld:x " + call};
        QTest::newRow("JSON, drop a response")
            << rule(responses, "\"drop\"") << false << ""_ba << asked + QByteArrayList{"s2c withheld:x " + response};
        QTest::newRow("stream, drop a response")
            << rule(responses, "\"drop\"") << true << ""_ba << noted + QByteArrayList{"s2c withheld:x " + response};
        QTest::newRow("JSON, edit a request")
            << rule(requests, editName) << false << response << changed + QByteArrayList{"s2c passed " + response};
        QTest::newRow("JSON, edit a response")
            << rule(responses, edit) << false << edited
            << asked + QByteArrayList{"s2c withheld:x " + response, "s2c injected:x " + edited};
        QTest::newRow("stream, edit a response")
            << rule(responses, edit) << true << first + "event: message\nid: 2\ndata: " + edited + "\n\n"
            << noted + QByteArrayList{"s2c withheld:x " + response, "s2c injected:x " + edited};
        QTest::newRow("JSON, delay a request")
            << rule(requests, R"("delay","ms":1)") << false << response
            << QByteArrayList{"c2s withheld:x " + call, "c2s injected:x " + call, "s2c passed " + response};
        QTest::newRow("JSON, delay a response")
            << rule(responses, R"("delay","ms":1)") << false << response
            << asked + QByteArrayList{"s2c withheld:x " + response, "s2c injected:x " + response};
        QTest::newRow("stream, delay a response")
            << rule(responses, R"("delay","ms":1)") << true << first + sent(response)
            << noted + QByteArrayList{"s2c withheld:x " + response, "s2c injected:x " + response};
        QTest::newRow("stream, reorder") << rule("method:notifications/message", "\"reorder\"") << true
                                         << ": comment\n" + last + sent(note)
                                         << asked + QByteArrayList{"s2c withheld:x " + note, "s2c passed " + response,
                                                                   "s2c injected:x " + note};
        QTest::newRow("JSON, duplicate a response")
            << rule(responses, "\"duplicate\"") << false << sent(response) + sent(response)
            << asked + QByteArrayList{"s2c passed:x " + response, "s2c injected:x " + response};
        QTest::newRow("stream, duplicate a response")
            << rule(responses, "\"duplicate\"") << true << first + last + sent(response)
            << noted + QByteArrayList{"s2c passed:x " + response, "s2c injected:x " + response};
        QTest::newRow("respond") << rule(requests, R"("respond","result":{"longer":true})") << false << edited
                                 << QByteArrayList{"c2s withheld:x " + call, "s2c injected:x " + edited};
    }
    /// One request of a client, with the response as JSON or in a stream.
    void rulesApply()
    {
        QFETCH(const QByteArray, rule);
        QFETCH(const bool, isStream);
        QFETCH(const QByteArray, out);
        QFETCH(const QByteArrayList, recorded);
        ScriptedServer server;
        server.setScript([isStream](const Request &request) {
            if (!isStream)
                return request.write(ScriptedServer::json(Response.toByteArray()));
            request.write(ScriptedServer::streamHead() +
                          ": comment\nid: 1\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}\n\n"
                          "id: 2\ndata: " +
                          Response.toByteArray() + "\n\n");
            request.end();
        });
        const QString file = path(QString::fromUtf8(QTest::currentDataTag()) + u".pullcord"_s);
        ProxyProcess proxy(file, server.url(), byRules(rule));
        RawClient client(proxy.address(), "POST", Call.toByteArray(), "Content-Type: application/json\r\n");
        if (!out.isEmpty()) {
            QVERIFY2(client.getsBody(out), client.received().constData());
            QVERIFY(client.received().startsWith("HTTP/1.1 200"));
        }
        QTRY_COMPARE_WITH_TIMEOUT(recordIn(file), recorded, CliRun::Limit);
        if (out.isEmpty())
            QVERIFY(client.gets(isStream ? "id: 1" : ""));
        QVERIFY(client.isOpen());
        QVERIFY2(!out.isEmpty() ||
                     (!client.received().contains(Response) && !client.received().endsWith("\r\n0\r\n\r\n")),
                 client.received().constData());
        QCOMPARE(proxy.interrupt(), 130);
    }

    /// The server gets a copy in a POST of its own, whose response reaches no client. A notification that does not pass
    /// is accepted.
    void rulesActOnPosts()
    {
        ScriptedServer server;
        server.setScript([](const Request &request) { request.write(ScriptedServer::json(Response.toByteArray())); });
        const QString file = path(u"copies.pullcord"_s);
        ProxyProcess proxy(file, server.url(),
                           byRules(R"("match":"dir:c2s method:tools/call","action":"duplicate"},)"
                                   R"({"name":"y","match":"method:lost","action":"drop")"));
        const QUrl address = proxy.address();
        RawClient lost(address, "POST", R"({"jsonrpc":"2.0","method":"lost"})", "X-Own: no\r\n");
        QVERIFY(lost.gets("HTTP/1.1 202"));
        RawClient client(address, "POST", Call.toByteArray(), "X-Own: yes\r\n");
        QVERIFY(client.getsBody(Response.toByteArray()));
        QTRY_COMPARE_WITH_TIMEOUT(recordIn(file).size(), 5, CliRun::Limit);
        QCOMPARE(proxy.interrupt(), 130);
        QCOMPARE(server.requests("POST").size(), 2);
        for (const Request &request : server.requests("POST")) {
            QCOMPARE(request.body, Call.toByteArray());
            QCOMPARE(request.header("X-Own"), "yes");
        }
        QByteArrayList recorded = recordIn(file);
        std::sort(recorded.begin(), recorded.end()); // the order of two connections varies
        QCOMPARE(recorded,
                 (QByteArrayList{"c2s injected:x " + Call.toByteArray(), "c2s passed:x " + Call.toByteArray(),
                                 "c2s withheld:y {\"jsonrpc\":\"2.0\",\"method\":\"lost\"}",
                                 "s2c passed " + Response.toByteArray(), "s2c withheld:x " + Response.toByteArray()}));
        const auto conversation = read(file);
        QVERIFY(conversation);
        QCOMPARE(conversation->log().count(), 1);
        QCOMPARE(conversation->log().record(0).state, RequestState::Succeeded);
    }

    /// The operator releases a held request and a held response; the client waits in the meantime.
    void rulesHold()
    {
        ScriptedServer server;
        server.setScript([](const Request &request) { request.write(ScriptedServer::json(Response.toByteArray())); });
        const QString file = path(u"held.pullcord"_s);
        ProxyProcess proxy(file, server.url(), byRules(R"("match":"method:tools/call","action":"hold")"));
        RawClient client(proxy.address(), "POST", Call.toByteArray());
        QTRY_VERIFY_WITH_TIMEOUT(proxy.control({u"held"_s}).out.contains("tools/call"), CliRun::Limit);
        QVERIFY(server.requests().isEmpty());
        QCOMPARE(proxy.control({u"release"_s, u"1"_s}).exitCode, 0);
        QTRY_COMPARE_WITH_TIMEOUT(server.requests().size(), 1, CliRun::Limit);
        QTRY_VERIFY_WITH_TIMEOUT(proxy.control({u"held"_s}).out.contains("server"), CliRun::Limit);
        QCOMPARE(client.received(), QByteArray());
        QCOMPARE(proxy.control({u"release"_s, u"2"_s}).exitCode, 0);
        QVERIFY(client.getsBody(Response.toByteArray()));
        QCOMPARE(proxy.interrupt(), 130);
        QCOMPARE(
            recordIn(file),
            (QByteArrayList{"c2s withheld:x " + Call.toByteArray(), "c2s injected:x " + Call.toByteArray(),
                            "s2c withheld:x " + Response.toByteArray(), "s2c injected:x " + Response.toByteArray()}));
    }

    void rulesBreakOff_data()
    {
        QTest::addColumn<QByteArray>("action");
        QTest::newRow("close") << "\"close\""_ba;
        QTest::newRow("kill") << "\"kill\""_ba;
    }
    /// The client loses its streams and its session; its next one is another connection.
    void rulesBreakOff()
    {
        QFETCH(const QByteArray, action);
        ScriptedServer server;
        server.setScript([](const Request &request) {
            if (request.head.method == "GET")
                return request.write(ScriptedServer::streamHead());
            request.write(ScriptedServer::json(ScriptedServer::result(request), "Mcp-Session-Id: s1\r\n"));
        });
        const QString file = path(QString::fromUtf8(QTest::currentDataTag()) + u"d.pullcord"_s);
        ProxyProcess proxy(file, server.url(), byRules(R"("match":"dir:s2c method:tools/call","action":)" + action));
        const QUrl address = proxy.address();
        RawClient first(address, "POST", Initialize.toByteArray());
        QVERIFY(first.gets("\"result\""));
        RawClient stream(address, "GET", {}, "Accept: text/event-stream\r\nMcp-Session-Id: s1\r\n");
        QVERIFY(stream.gets("text/event-stream"));
        RawClient client(address, "POST", Call.toByteArray(), "Mcp-Session-Id: s1\r\n");
        QVERIFY(client.isClosed());
        QVERIFY(stream.isClosed());
        RawClient again(address, "POST", Call.toByteArray(), "Mcp-Session-Id: s1\r\n");
        QVERIFY(again.gets("HTTP/1.1 404"));
        QCOMPARE(proxy.interrupt(), 130);
        const auto conversation = read(file);
        QVERIFY(conversation);
        const Event closing = eventsOf(*conversation, EventKind::Closing).constFirst();
        QCOMPARE(closing.rule(), u"x"_s);
        QVERIFY(closing.isByOperator());
        QCOMPARE(recordIn(file).constLast().first(14), "s2c withheld:x");
    }

    /// A rule cancels a call of each era as a client would. The headers that repeat the message fit an edited one. No
    /// side is accused of what rules did.
    void rulesActBetweenPeers_data()
    {
        QTest::addColumn<QString>("revision");
        QTest::addColumn<QByteArray>("rule");
        for (const QString &revision : {u"2025-11-25"_s, u"2026-07-28"_s}) {
            const auto row = [&](const char *name, const QByteArray &rule) {
                QTest::addRow("%s, %s", qPrintable(revision), name) << revision << rule;
            };
            row("none", R"("match":"method:none","action":"drop")");
            row("cancel", R"("match":"dir:c2s method:tools/call","action":"cancel","ms":50)");
            row("copied request", R"("match":"dir:c2s method:tools/call","action":"duplicate")");
            row("copied response", R"("match":"dir:s2c method:tools/call","action":"duplicate")");
            row("lost response", R"("match":"dir:s2c method:tools/call","action":"drop")");
            row("lost request", R"("match":"dir:c2s method:tools/call","action":"drop")");
            row("late response", R"("match":"dir:s2c method:tools/call","action":"delay","ms":600)");
            row("closed", R"("match":"dir:s2c method:tools/call","action":"close")");
            row("another tool", R"("match":"dir:c2s method:tools/call","action":"edit",)"
                                R"("edits":[{"pointer":"/params/name","value":"echo"},)"
                                R"({"pointer":"/params/arguments","value":{"text":"edited"}}])");
        }
    }
    void rulesActBetweenPeers()
    {
        QFETCH(const QString, revision);
        QFETCH(const QByteArray, rule);
        DemoHttp server;
        const QString file = path(QString::fromUtf8(QTest::currentDataTag()) + u".pullcord"_s);
        ProxyProcess proxy(file, server.url(u"/mcp"_s), byRules(rule));
        const bool isEdit = rule.contains("edits");
        const CliRun call = CliRun::of(
            {u"call"_s, u"slow"_s, rule.contains("cancel") ? uR"({"ms":900})"_s : uR"({"ms":50})"_s,
             u"--cancel-after"_s, u"300"_s, u"--revision"_s, revision, u"--url"_s, proxy.address().toString()});
        QCOMPARE(call.out.contains("edited"), isEdit);
        QCOMPARE(proxy.interrupt(), 130);
        for (const QByteArray &finding : CliRun::lines(CliRun::of({u"check"_s, file}).out))
            QVERIFY2(!finding.startsWith("error") ||
                         finding.contains(" P17 "), // a fault of the demo server, on purpose
                     finding.constData());
        const auto conversation = read(file);
        QVERIFY(conversation);
        const RequestLog &log = conversation->log();
        const bool isChanged = !rule.contains("none") && !rule.contains("cancel");
        for (qsizetype row = 0; row < log.count(); ++row)
            QVERIFY(!isChanged || log.record(row).method != "tools/call" || log.record(row).rule == "x"_L1);
    }

    void requestWithoutResponseEnds_data()
    {
        QTest::addColumn<QByteArray>("response");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("status") << ScriptedServer::response("500 Internal Server Error", "text/plain", "out of order")
                                << "HTTP 500 Internal Server Error: out of order"_ba;
        QTest::newRow("no message") << ScriptedServer::response("200 OK", "text/html", "<p>login</p>")
                                    << "text/html"_ba;
        QTest::newRow("stream that ends") << ScriptedServer::streamHead() << "the server ended the stream"_ba;
        QTest::newRow("connection that ends") << ""_ba
                                              << "closed the connection"_ba;
    }
    /// The client gets an error instead of waiting forever, and the next request still works.
    void requestWithoutResponseEnds()
    {
        QFETCH(const QByteArray, response);
        QFETCH(const QByteArray, says);
        ScriptedServer server;
        server.setScript([&response](const Request &request) {
            const bool fails = request.rpcMethod() == "tools/call";
            request.write(fails ? response : ScriptedServer::json(ScriptedServer::result(request)));
            if (fails)
                request.end();
        });
        const QString file = path(QString::fromUtf8(QTest::currentDataTag()) + u".pullcord"_s);
        ProxyProcess proxy(file, server.url());
        proxy.write(Initialize);
        QVERIFY(proxy.read().contains(R"("result")"));
        proxy.write(Call);
        const QByteArray error = proxy.read();
        QVERIFY2(error.startsWith(R"({"jsonrpc":"2.0","id":"a","error":{"code":-32000,)"), error.constData());
        QVERIFY2(error.contains(says), error.constData());
        proxy.write(R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
        QVERIFY(proxy.read().contains(R"("id":1,"result")"));
        QCOMPARE(proxy.end().exitCode, 0);
        const auto conversation = read(file);
        QVERIFY(conversation);
        const QList<Event> notes = eventsOf(*conversation, EventKind::Note);
        QVERIFY(!notes.isEmpty());
        QVERIFY(notes.constLast().details.value("text"_L1).toString().contains(QString::fromUtf8(error.trimmed())));
    }

    /// A line holds one message, so line breaks between its tokens become spaces; nothing else changes.
    void messageBecomesOneLine()
    {
        ScriptedServer server;
        server.setScript([](const Request &request) {
            request.write(
                ScriptedServer::json("{\r\n  \"jsonrpc\": \"2.0\",\n  \"id\": 0,\n  \"result\": { \"a\\n\": 1.0 }\n}"));
        });
        ProxyProcess proxy(path(u"lines.pullcord"_s), server.url());
        proxy.write(Initialize);
        QCOMPARE(proxy.read(), R"({    "jsonrpc": "2.0",   "id": 0,   "result": { "a\n": 1.0 } })"
                               "\n"_ba);
    }

    /// The server gets the bytes of the client unchanged, even if they are not JSON.
    void whatTheClientSendsArrives()
    {
        ScriptedServer server;
        server.setScript([](const Request &request) { request.write(ScriptedServer::accepted()); });
        ProxyProcess proxy(path(u"bytes.pullcord"_s), server.url());
        const QByteArrayList lines{R"( {"jsonrpc":"2.0", "method":"a","params":{"b":1.0}} )", "no JSON",
                                   R"({"id":1e0})"};
        for (const QByteArray &line : lines)
            proxy.write(line);
        QTRY_COMPARE_WITH_TIMEOUT(server.requests("POST").size(), lines.size(), CliRun::Limit);
        QByteArrayList bodies;
        for (const Request &request : server.requests("POST"))
            bodies << request.body;
        std::sort(bodies.begin(), bodies.end()); // each has its own connection
        QByteArrayList expected = lines;
        std::sort(expected.begin(), expected.end());
        QCOMPARE(bodies, expected);
    }

    /// The proxy ends with the session, because only the client can begin a new one.
    void endsWithTheSession()
    {
        ScriptedServer server;
        server.setScript([](const Request &request) {
            if (request.rpcMethod() == "initialize")
                request.write(ScriptedServer::json(ScriptedServer::result(request), "Mcp-Session-Id: s1\r\n"));
            else
                request.write(ScriptedServer::response("404 Not Found", "text/plain", "no such session"));
        });
        ProxyProcess proxy(path(u"session.pullcord"_s), server.url());
        proxy.write(Initialize);
        QVERIFY(proxy.read().contains(R"("result")"));
        proxy.write(Call);
        QVERIFY(proxy.read().contains(R"("error")"));
        QVERIFY(proxy.hasEnded());
        QCOMPARE(proxy.end().exitCode, 0);
    }

    void listensForClients_data()
    {
        QTest::addColumn<QString>("revision");
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("transport");
        QTest::newRow("2024-11-05 over HTTP+SSE") << u"2024-11-05"_s << u"/sse"_s << u"http+sse"_s;
        QTest::newRow("2025-11-25") << u"2025-11-25"_s << u"/mcp"_s << u"auto"_s;
        QTest::newRow("2026-07-28") << u"2026-07-28"_s << u"/mcp"_s << u"auto"_s;
    }
    /// Two clients, one after the other, on one proxy: each call and cancel looks as it does without the proxy.
    void listensForClients()
    {
        QFETCH(const QString, revision);
        QFETCH(const QString, path);
        QFETCH(const QString, transport);
        DemoHttp server;
        const QString file = this->path(u"listening-%1.pullcord"_s.arg(revision));
        ProxyProcess proxy(file, server.url(path), {u"--listen"_s, u"0"_s});
        const QUrl address = proxy.address();
        QVERIFY(address.isValid());
        QCOMPARE(address.path().size(), 1 + 32 + path.size());
        const auto call = [&](const QStringList &words, const QUrl &url) {
            return CliRun::of(
                QStringList{u"call"_s} + words +
                QStringList{u"--revision"_s, revision, u"--transport"_s, transport, u"--url"_s, url.toString()});
        };
        const QStringList echo{u"echo"_s, uR"({"text":"grüß dich"})"_s};
        const CliRun direct = call(echo, server.url(path));
        const CliRun proxied = call(echo, address);
        QCOMPARE(proxied.exitCode, 0);
        QCOMPARE(proxied.out, direct.out);
        const CliRun cancelled =
            call({u"slow"_s, uR"({"ms":60000})"_s, u"--cancel-after"_s, u"300"_s, u"--reason"_s, u"tired"_s}, address);
        QVERIFY2(cancelled.exitCode == 4, cancelled.err.constData());
        QCOMPARE(proxy.interrupt(), 130);

        const auto conversation = read(file);
        QVERIFY(conversation);
        const RequestLog &log = conversation->log();
        QList<RequestRecord> calls;
        for (qsizetype row = 0; row < log.count(); ++row) {
            if (log.record(row).method == "tools/call")
                calls << log.record(row);
        }
        QCOMPARE(calls.size(), 2);
        QCOMPARE(calls.constFirst().state, RequestState::Succeeded);
        QCOMPARE(calls.constLast().state, RequestState::Cancelled);
        QVERIFY(calls.constLast().cancellation);
        QCOMPARE(conversation->capture().eventAt(conversation->capture().count() - 1).kind, EventKind::Closed);
    }

    /// The proxy forwards each part at once: the first event is there before the stream ends. A closed stream is closed
    /// on the other side too.
    void streamsPassAtOnce()
    {
        ScriptedServer server;
        server.setScript([](const Request &request) {
            request.write(ScriptedServer::streamHead() +
                          "event: message\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"a\"}\n\n");
        });
        const QString file = path(u"streams.pullcord"_s);
        ProxyProcess proxy(file, server.url(), {u"--listen"_s, u"0"_s, u"--no-token"_s});
        const QUrl address = proxy.address();
        QCOMPARE(address.path(), u"/mcp"_s);
        RawClient client(address, "POST", Call.toByteArray(), "Content-Type: application/json\r\nX-Own: yes\r\n");
        QVERIFY(client.gets(R"("method":"a")"));
        QVERIFY(client.received().startsWith("HTTP/1.1 200"));
        QTRY_COMPARE_WITH_TIMEOUT(server.requests().size(), 1, CliRun::Limit);
        const Request request = server.requests().constFirst();
        QCOMPARE(request.body, Call.toByteArray());
        QCOMPARE(request.header("X-Own"), "yes");
        client.close();
        QTRY_VERIFY_WITH_TIMEOUT(request.clientHasGone(), CliRun::Limit);

        RawClient other(address, "GET", {}, "Accept: text/event-stream\r\n");
        QVERIFY(other.gets(R"("method":"a")"));
        server.requests().constLast().end();
        QVERIFY(other.gets("\r\n0\r\n\r\n")); // the end of the stream, in chunks
        QCOMPARE(proxy.interrupt(), 130);
        const auto conversation = read(file);
        QVERIFY(conversation);
        QCOMPARE(eventsOf(*conversation, EventKind::Message).size(), 3); // the call, and one of each stream
    }

    void slowClientHoldsTheServerBack_data()
    {
        QTest::addColumn<bool>("isStream");
        QTest::newRow("one response") << false;
        QTest::newRow("event stream") << true;
    }
    /// While the client does not read, the proxy takes no more of 64 MiB than buffers hold: after 300 exchanges, in
    /// each of which it could have taken more, the server still has most of it. Then everything passes.
    void slowClientHoldsTheServerBack()
    {
        QFETCH(const bool, isStream);
        constexpr qsizetype Size = qsizetype(64) << 20;
        constexpr qsizetype MostBuffered = Size / 2; // the proxy keeps 1 MiB; the system's four buffers grow to 10 MiB
        const QByteArray text(isStream ? qsizetype(1) << 16 : Size, 'x');
        const QByteArray content = "{\"t\":\"" + text + "\"}}";
        const QByteArray message = R"({"jsonrpc":"2.0","id":"a","result":)" + content;
        const QByteArray event = R"(data: {"jsonrpc":"2.0","method":"m","params":)" + content + "\n\n";
        ScriptedServer server;
        QPointer<QTcpSocket> large;
        server.setScript([&](const Request &request) {
            if (request.rpcMethod() == "ping")
                return request.write(ScriptedServer::json(ScriptedServer::result(request)));
            large = request.socket;
            request.write(isStream ? ScriptedServer::streamHead() + event.repeated(Size / text.size())
                                   : ScriptedServer::json(message));
        });
        ProxyProcess proxy(path(u"slow-%1.pullcord"_s.arg(isStream)), server.url(), {u"--listen"_s, u"0"_s});
        const QUrl address = proxy.address();
        RawClient slow(address, "POST", Call.toByteArray());
        slow.setReadBufferSize(4096);
        QTRY_VERIFY_WITH_TIMEOUT(large, CliRun::Limit);
        RawClient other(address, "POST", R"({"jsonrpc":"2.0","id":0,"method":"ping"})");
        QVERIFY(other.gets(R"("id":0,"result")"));
        for (int i = 1; i <= 300; ++i) {
            const QByteArray id = QByteArray::number(i);
            other.ask(address, "POST", R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"ping"})");
            QVERIFY(other.gets(R"("id":)" + id + R"(,"result")"));
        }
        QVERIFY2(large->bytesToWrite() > Size - MostBuffered, QByteArray::number(large->bytesToWrite()).constData());
        slow.setReadBufferSize(0);
        QVERIFY(slow.getsBytes(Size));
        QCOMPARE(proxy.interrupt(), 130);
    }

    /// The address for messages of HTTP+SSE is the proxy's, even if the server names a whole one, in pieces. The events
    /// after it pass unchanged.
    void messagesGoToTheProxy()
    {
        ScriptedServer server;
        const QByteArray origin = "http://127.0.0.1:" + QByteArray::number(server.url().port());
        server.setScript([&origin](const Request &request) {
            if (request.head.method != "GET")
                return request.write(ScriptedServer::accepted());
            request.write(ScriptedServer::streamHead() + "event: end");
            request.socket->flush();
            request.write("point\ndata: " + origin + "/messages?session=1\n\ndata: " + origin + "/other\n\n");
        });
        ProxyProcess proxy(path(u"address.pullcord"_s), server.url(u"/sse"_s), {u"--listen"_s, u"0"_s});
        const QUrl address = proxy.address();
        RawClient stream(address, "GET", {}, "Accept: text/event-stream\r\n");
        QVERIFY2(
            stream.gets("event: endpoint\ndata: http://" + address.authority().toUtf8() + "/messages?session=1\n\n"),
            stream.received().constData());
        QVERIFY2(stream.gets("data: " + origin + "/other\n\n"), stream.received().constData());
        RawClient client(address, "POST", Call.toByteArray(), {}, "/messages?session=1");
        QVERIFY(client.gets("HTTP/1.1 202"));
        QCOMPARE(server.requests().constLast().head.target, "/messages?session=1");
        QCOMPARE(proxy.interrupt(), 130);
    }

    /// A client that resumes the stream of a response gets it, and so does the record.
    void streamIsResumed()
    {
        ScriptedServer server;
        server.setScript([](const Request &request) {
            request.write(ScriptedServer::streamHead() +
                          (request.head.method == "POST"
                               ? "id: 1\ndata:\n\n"_ba
                               : "id: 2\ndata: {\"jsonrpc\":\"2.0\",\"id\":\"a\",\"result\":{}}\n\n"_ba));
            request.end();
        });
        const QString file = path(u"resumed.pullcord"_s);
        ProxyProcess proxy(file, server.url(), {u"--listen"_s, u"0"_s});
        const QUrl address = proxy.address();
        RawClient client(address, "POST", Call.toByteArray());
        QVERIFY(client.gets("\r\n0\r\n\r\n"));
        client.ask(address, "GET", {}, "Accept: text/event-stream\r\nLast-Event-ID: 1\r\n");
        QVERIFY(client.gets(R"("result")"));
        QCOMPARE(server.requests().constLast().header("Last-Event-ID"), "1");
        QCOMPARE(proxy.interrupt(), 130);
        const auto conversation = read(file);
        QVERIFY(conversation);
        const RequestRecord record = conversation->log().record(0);
        QCOMPARE(record.state, RequestState::Succeeded);
        QVERIFY(!record.late.answered());
    }

    void onlyThisMachineMayUseIt_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QByteArray>("headers");
        QTest::addColumn<QByteArray>("status");
        QTest::newRow("no random path") << u"/mcp"_s << ""_ba
                                        << "404"_ba;
        QTest::newRow("another path") << u"/0123456789abcdef0123456789abcdef/mcp"_s << ""_ba
                                      << "404"_ba;
        QTest::newRow("a page of another site") << QString() << "Origin: https://example.com\r\n"_ba
                                                << "403"_ba;
        QTest::newRow("another name") << QString() << "Host: example.com\r\n"_ba
                                      << "403"_ba;
        QTest::newRow("a page of this machine") << QString() << "Origin: http://localhost:6274\r\n"_ba
                                                << "200"_ba;
        QTest::newRow("metadata of authorization") << u"/.well-known/oauth-protected-resource/mcp"_s << ""_ba
                                                   << "200"_ba;
        QTest::newRow("a way out of the metadata") << u"/.well-known/../admin"_s << ""_ba
                                                   << "404"_ba;
        QTest::newRow("an encoded way out") << u"/.well-known/%2e%2e/admin"_s << ""_ba
                                            << "404"_ba;
    }
    void onlyThisMachineMayUseIt()
    {
        QFETCH(const QString, path);
        QFETCH(const QByteArray, headers);
        QFETCH(const QByteArray, status);
        ScriptedServer server;
        server.setScript([](const Request &request) { request.write(ScriptedServer::json("{}")); });
        const QString file = this->path(QString::fromUtf8(QTest::currentDataTag()) + u".pullcord"_s);
        ProxyProcess proxy(file, server.url(), {u"--listen"_s, u"0"_s});
        const QUrl address = proxy.address();
        RawClient client(address, "GET", {}, headers, path.toUtf8());
        QVERIFY(client.gets("HTTP/1.1 " + status));
        QCOMPARE(server.requests().isEmpty(), status != "200");
        QCOMPARE(proxy.interrupt(), 130);
        const auto conversation = read(file);
        QVERIFY(conversation);
        QCOMPARE(eventsOf(*conversation, EventKind::Note).size(), status == "200" ? 0 : 1);
    }

    /// A response ends as HTTP specifies, whatever its headers, and the connection to the client stays open.
    void responsesWithoutBody_data()
    {
        QTest::addColumn<QByteArray>("method");
        QTest::addColumn<QByteArray>("response");
        QTest::newRow("204") << "DELETE"_ba
                             << "HTTP/1.1 204 No Content\r\n\r\n"_ba;
        QTest::newRow("304") << "GET"_ba
                             << "HTTP/1.1 304 Not Modified\r\n\r\n"_ba;
        QTest::newRow("HEAD") << "HEAD"_ba
                              << "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"_ba;
    }
    void responsesWithoutBody()
    {
        QFETCH(const QByteArray, method);
        QFETCH(const QByteArray, response);
        ScriptedServer server;
        server.setScript([&response](const Request &request) { request.write(response); });
        ProxyProcess proxy(path(u"bodyless-%1.pullcord"_s.arg(QString::fromUtf8(QTest::currentDataTag()))),
                           server.url(), {u"--listen"_s, u"0"_s});
        const QUrl address = proxy.address();
        RawClient client(address, method);
        QVERIFY(client.gets("\r\n\r\n"));
        QTRY_COMPARE_WITH_TIMEOUT(server.requests().size(), 1, CliRun::Limit);
        client.ask(address, method); // on the same connection
        QTRY_COMPARE_WITH_TIMEOUT(server.requests().size(), 2, CliRun::Limit);
        QVERIFY(client.gets("\r\n\r\nHTTP/1.1 ")); // nothing between the two responses
        QVERIFY2(!client.received().contains("chunked"), client.received().constData());
        QCOMPARE(proxy.interrupt(), 130);
    }

    /// DELETE ends its client only after the whole response has passed, and ends no other client.
    void deleteEndsOneClient()
    {
        ScriptedServer server;
        int sessions = 0;
        QList<Request> waiting;
        server.setScript([&](const Request &request) {
            if (request.rpcMethod() == "initialize")
                request.write(ScriptedServer::json(ScriptedServer::result(request),
                                                   "Mcp-Session-Id: s" + QByteArray::number(++sessions) + "\r\n"));
            else if (request.head.method == "DELETE")
                request.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n");
            waiting << request;
        });
        ProxyProcess proxy(path(u"delete.pullcord"_s), server.url(), {u"--listen"_s, u"0"_s});
        const QUrl address = proxy.address();
        const QByteArray agent = "User-Agent: test\r\n";
        for (int i = 0; i < 2; ++i) {
            RawClient client(address, "POST", Initialize.toByteArray(), agent);
            QVERIFY(client.gets("Mcp-Session-Id"));
        }
        RawClient call(address, "POST", Call.toByteArray(), agent + "Mcp-Session-Id: s2\r\n");
        QTRY_COMPARE_WITH_TIMEOUT(waiting.size(), 3, CliRun::Limit);
        RawClient end(address, "DELETE", {}, agent + "Mcp-Session-Id: s1\r\n");
        QVERIFY(end.gets("\r\n\r\n"));
        waiting.constLast().write("ended");
        QVERIFY(end.gets("ended"));
        waiting.at(2).write(ScriptedServer::json(ScriptedServer::result(waiting.at(2))));
        QVERIFY(call.gets(R"("result")"));
        QCOMPARE(proxy.interrupt(), 130);
    }

    /// A connection that fails at once, within the call that opens it: TCP has no broadcast, so that nothing is sent.
    void networkThatCannotBeReached()
    {
        ProxyProcess proxy(path(u"nowhere.pullcord"_s), QUrl(u"http://255.255.255.255:9/mcp"_s),
                           {u"--listen"_s, u"0"_s});
        RawClient client(proxy.address(), "POST", Call.toByteArray());
        QVERIFY(client.gets("HTTP/1.1 502"));
        client.close();
        RawClient again(proxy.address(), "GET");
        QVERIFY(again.gets("HTTP/1.1 502"));
        QCOMPARE(proxy.interrupt(), 130);
    }

    /// Each session is a connection of its own, which ends with DELETE.
    void sessionsAreConnections()
    {
        ScriptedServer server;
        int sessions = 0;
        server.setScript([&sessions](const Request &request) {
            const QByteArray session = request.rpcMethod() == "initialize"
                                           ? "Mcp-Session-Id: s" + QByteArray::number(++sessions) + "\r\n"
                                           : ""_ba;
            request.write(ScriptedServer::json(ScriptedServer::result(request), session));
        });
        const QString file = path(u"sessions.pullcord"_s);
        ProxyProcess proxy(file, server.url(), {u"--listen"_s, u"0"_s});
        const QUrl address = proxy.address();
        const auto exchange = [&](const QByteArray &method, const QByteArray &body, const QByteArray &session) {
            RawClient client(address, method, body,
                             "User-Agent: test\r\n" +
                                 (session.isEmpty() ? ""_ba : "Mcp-Session-Id: " + session + "\r\n"));
            return client.gets("\r\n\r\n");
        };
        const QByteArray ping = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";
        QVERIFY(exchange("POST", Initialize.toByteArray(), {}));
        QVERIFY(exchange("POST", Initialize.toByteArray(), {}));
        QVERIFY(exchange("POST", ping, "s1"));
        QVERIFY(exchange("POST", ping, "s2"));
        QVERIFY(exchange("DELETE", {}, "s1"));
        QCOMPARE(proxy.interrupt(), 130);
        const auto conversation = read(file);
        QVERIFY(conversation);
        const RequestLog &log = conversation->log();
        QCOMPARE(log.count(), 4);
        QList<quint32> connections;
        for (qsizetype row = 0; row < log.count(); ++row) {
            QCOMPARE(log.record(row).state, RequestState::Succeeded);
            connections << log.record(row).connection;
        }
        QCOMPARE(connections, (QList<quint32>{0, 1, 0, 1}));
        QCOMPARE(eventsOf(*conversation, EventKind::Closed).size(), 2);
    }

    void operatorEndsAWait_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("rest");
        QTest::addColumn<QByteArray>("headers");
        QTest::addColumn<QByteArray>("received");
        const QByteArray progress = asEvent(R"({"jsonrpc":"2.0","method":"m"})");
        const QByteArray error = "event: message\n" + asEvent(OperatorError);
        const QByteArray head = ScriptedServer::streamHead();
        QTest::newRow("nothing begun") << QByteArray() << head << "application/json"_ba << OperatorError.toByteArray();
        QTest::newRow("between events") << head + progress << QByteArray() << "text/event-stream"_ba
                                        << progress + "|" + error;
        QTest::newRow("within an event") << head + progress.first(20) << progress.sliced(20) << "text/event-stream"_ba
                                         << progress.first(20) + "|" + progress.sliced(20) + "|" + error;
        QTest::newRow("after a comment") << head + ": here\n"
                                         << QByteArray() << "text/event-stream"_ba
                                         << ": here\n|" + error;
    }
    /// The server gets a POST with the headers of the client. The client gets the error in its response, which ends. The
    /// late response is in the record alone.
    void operatorEndsAWait()
    {
        QFETCH(const QByteArray, before);
        QFETCH(const QByteArray, rest);
        QFETCH(const QByteArray, headers);
        QFETCH(const QByteArray, received);
        ScriptedServer server;
        server.setScript([&before](const Request &request) {
            if (request.rpcMethod() == "tools/call")
                request.write(before);
            else
                request.write(ScriptedServer::accepted());
        });
        const QString file = path(u"wait-%1.pullcord"_s.arg(QString::fromUtf8(QTest::currentDataTag())));
        ProxyProcess proxy(file, server.url(), {u"--listen"_s, u"0"_s});
        RawClient client(proxy.address(), "POST", Call.toByteArray(),
                         "Mcp-Session-Id: s1\r\nMCP-Protocol-Version: 2025-11-25\r\nAuthorization: Bearer x\r\n");
        QTRY_COMPARE_WITH_TIMEOUT(server.requests().size(), 1, CliRun::Limit);
        if (!before.isEmpty())
            QVERIFY(client.gets("\r\n\r\n") && client.gets(before.last(5)));
        const CliRun run =
            proxy.control({u"cancel"_s, u"a"_s, u"--reason"_s, u"tired"_s, u"--waiting"_s, u"error:-5:enough"_s});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        const Request call = server.requests().constFirst();
        call.write(rest);
        QVERIFY2(client.gets("enough"), client.received().constData());
        if (headers == "text/event-stream")
            QVERIFY(client.gets("\r\n0\r\n\r\n")); // the end of the stream
        call.write(asEvent(Response));
        QTRY_COMPARE_WITH_TIMEOUT(server.requests().size(), 2, CliRun::Limit);
        const Request cancel = server.requests().constLast();
        QCOMPARE(cancel.body, R"({"jsonrpc":"2.0","method":"notifications/cancelled",)"
                              R"("params":{"requestId":"a","reason":"tired"}})");
        QCOMPARE(cancel.head.target, call.head.target);
        for (const char *name : {"Mcp-Session-Id", "MCP-Protocol-Version", "Authorization"})
            QCOMPARE(cancel.header(name), call.header(name));
        QVERIFY(client.received().contains(headers));
        QByteArray body = client.received().sliced(client.received().indexOf("\r\n\r\n") + 4);
        for (const QByteArray &part : received.split('|')) {
            QVERIFY2(body.contains(part), body.constData());
            body = body.sliced(body.indexOf(part) + part.size());
        }
        QVERIFY2(!client.received().contains("result"), client.received().constData());
        QTRY_VERIFY_WITH_TIMEOUT(read(file)->log().record(0).late.withheld, CliRun::Limit);
        QCOMPARE(read(file)->log().record(0).cancellation->waitEnd, RequestRecord::Cancellation::WaitEnd::Error);
        QCOMPARE(proxy.interrupt(), 130);
    }

    /// A response of which the client has a part is not replaced. Of several requests in one POST, none is ended.
    void operatorComesTooLate_data()
    {
        QTest::addColumn<QByteArray>("message");
        QTest::addColumn<QByteArray>("response");
        QTest::newRow("half of the response")
            << Call.toByteArray() << ScriptedServer::json(Response.toByteArray()).chopped(3);
        QTest::newRow("batch") << '[' + Call.toByteArray() + ']' << QByteArray();
    }
    void operatorComesTooLate()
    {
        QFETCH(const QByteArray, message);
        QFETCH(const QByteArray, response);
        ScriptedServer server;
        server.setScript([&response](const Request &request) {
            request.write(request.rpcMethod() == "notifications/cancelled" ? ScriptedServer::accepted() : response);
        });
        ProxyProcess proxy(path(u"too-late-%1.pullcord"_s.arg(QString::fromUtf8(QTest::currentDataTag()))),
                           server.url(), {u"--listen"_s, u"0"_s});
        RawClient client(proxy.address(), "POST", message);
        QTRY_COMPARE_WITH_TIMEOUT(server.requests().size(), 1, CliRun::Limit);
        QVERIFY(client.gets(response.isEmpty() ? ""_ba : "\"result\""_ba));
        const CliRun run = proxy.control({u"cancel"_s, u"a"_s, u"--waiting"_s, u"error"_s});
        QCOMPARE(run.exitCode, 1);
        QVERIFY2(run.err.contains("the cancellation was sent, but no error"), run.err.constData());
        server.requests().constFirst().write("{}}");
        QVERIFY(response.isEmpty() || client.gets(Response));
        QCOMPARE(proxy.interrupt(), 130);
    }

    /// 2026-07-28: the stream at the server is closed, and the client waits on, until the operator ends that.
    void operatorClosesAStream()
    {
        ScriptedServer server;
        server.setScript([](const Request &request) { request.write(ScriptedServer::streamHead() + asEvent("{}")); });
        const QString file = path(u"closes.pullcord"_s);
        ProxyProcess proxy(file, server.url(), {u"--listen"_s, u"0"_s});
        RawClient client(proxy.address(), "POST", ModernCall.toByteArray());
        QVERIFY(client.gets(asEvent("{}")));
        QCOMPARE(proxy.control({u"cancel"_s, u"a"_s}).exitCode, 0);
        QTRY_VERIFY_WITH_TIMEOUT(server.requests().constFirst().clientHasGone(), CliRun::Limit);
        const CliRun described = proxy.control({});
        QVERIFY2(described.out.contains("cancelled, but still awaited"), described.out.constData());
        QVERIFY(!client.received().contains("\r\n0\r\n\r\n"));
        QCOMPARE(proxy.control({u"cancel"_s, u"a"_s, u"--waiting"_s, u"error:-5:enough"_s}).exitCode, 0);
        QVERIFY(client.gets("event: message\n" + asEvent(OperatorError)));
        QVERIFY(client.gets("\r\n0\r\n\r\n"));
        QCOMPARE(server.requests().size(), 1);
        QCOMPARE(proxy.interrupt(), 130);
        const auto conversation = read(file);
        QVERIFY(conversation);
        const RequestRecord record = conversation->log().record(0);
        QVERIFY(record.cancelledByClosing());
        QVERIFY(record.cancellation->byOperator);
        QCOMPARE(record.cancellation->waitEnd, RequestRecord::Cancellation::WaitEnd::Error);
    }

    void operatorCutsAResponse_data()
    {
        QTest::addColumn<QByteArray>("response");
        QTest::addColumn<QStringList>("waiting");
        QTest::addColumn<int>("exitCode");
        const QByteArray json = ScriptedServer::json(Response.toByteArray()).chopped(3);
        const QByteArray event = ScriptedServer::streamHead() + asEvent(Response).chopped(5);
        QTest::newRow("JSON, client waits on") << json << QStringList() << 0;
        QTest::newRow("JSON, client gets an error") << json << QStringList{u"--waiting"_s, u"error"_s} << 1;
        QTest::newRow("event, client gets an error") << event << QStringList{u"--waiting"_s, u"error"_s} << 1;
    }
    /// 2026-07-28: the rest of a response that has begun will not come, so the client's connection ends, too.
    void operatorCutsAResponse()
    {
        QFETCH(const QByteArray, response);
        QFETCH(const QStringList, waiting);
        QFETCH(const int, exitCode);
        ScriptedServer server;
        server.setScript([&response](const Request &request) { request.write(response); });
        const QString file = path(QString::fromUtf8(QTest::currentDataTag()).replace(u' ', u'-') + u".pullcord"_s);
        ProxyProcess proxy(file, server.url(), {u"--listen"_s, u"0"_s});
        RawClient client(proxy.address(), "POST", ModernCall.toByteArray());
        QVERIFY(client.gets("\"result\""));
        const CliRun run = proxy.control(QStringList{u"cancel"_s, u"a"_s} + waiting);
        QCOMPARE(run.exitCode, exitCode);
        if (exitCode != 0)
            QVERIFY2(run.err.contains("the cancellation was sent, but no error"), run.err.constData());
        QVERIFY(client.isClosed());
        QTRY_VERIFY_WITH_TIMEOUT(server.requests().constFirst().clientHasGone(), CliRun::Limit);
        const CliRun described = proxy.control({});
        QVERIFY2(!described.out.contains("tools/call"), described.out.constData());
        QCOMPARE(proxy.interrupt(), 130);
        const auto conversation = read(file);
        QVERIFY(conversation);
        const RequestRecord record = conversation->log().record(0);
        QVERIFY(record.cancelledByClosing() && record.cancellation->byOperator);
        QCOMPARE(record.cancellation->waitEnd, RequestRecord::Cancellation::WaitEnd::Closed);
        const CliRun rows = CliRun::of({u"filter"_s, file, u"state:cancelled"_s});
        QVERIFY2(rows.out.contains("the connection closed while the client waited"), rows.out.constData());
        const CliRun json = CliRun::of({u"filter"_s, u"--json"_s, file, u"state:cancelled"_s});
        QVERIFY2(json.out.contains(R"("closed")"), json.out.constData());
    }

    void ruleCancelsSoon_data()
    {
        QTest::addColumn<QByteArray>("call");
        QTest::addColumn<bool>("isModern");
        QTest::newRow("2025-11-25") << Call.toByteArray() << false;
        QTest::newRow("2026-07-28") << ModernCall.toByteArray() << true;
    }
    /// The time of the rule is over before the request has left: the cancel follows the request anyway, once.
    void ruleCancelsSoon()
    {
        QFETCH(const QByteArray, call);
        QFETCH(const bool, isModern);
        QFile rules(path(u"rules.json"_s));
        QVERIFY(rules.open(QIODevice::WriteOnly));
        rules.write(R"({"rules":[{"name":"soon","match":"method:tools/call","action":"cancel","ms":0,"reason":"r"}]})");
        rules.close();
        ScriptedServer server;
        server.setScript([](const Request &request) {
            if (request.rpcMethod() == "notifications/cancelled")
                request.write(ScriptedServer::accepted());
        });
        const QString file = path(u"soon-%1.pullcord"_s.arg(QString::fromUtf8(QTest::currentDataTag())));
        ProxyProcess proxy(file, server.url(), {u"--rules"_s, rules.fileName()});
        proxy.write(call);
        if (isModern) {
            QTRY_COMPARE_WITH_TIMEOUT(server.requests().size(), 1, CliRun::Limit);
            QTRY_VERIFY_WITH_TIMEOUT(server.requests().constFirst().clientHasGone(), CliRun::Limit);
        } else {
            QTRY_COMPARE_WITH_TIMEOUT(server.requests().size(), 2, CliRun::Limit);
            QCOMPARE(server.requests().constLast().body, R"({"jsonrpc":"2.0","method":"notifications/cancelled",)"
                                                         R"("params":{"requestId":"a","reason":"r"}})");
        }
        QCOMPARE(server.requests().constFirst().rpcMethod(), "tools/call");
        QCOMPARE(proxy.end().exitCode, 0);
        const auto conversation = read(file);
        QVERIFY(conversation);
        QCOMPARE(conversation->log().count(), 1);
        const RequestRecord record = conversation->log().record(0);
        QVERIFY(record.cancellation && record.cancellation->byOperator);
        QCOMPARE(record.cancellation->reason, u"r"_s);
        QCOMPARE(record.cancelledByClosing(), isModern);
        QCOMPARE(record.cancellation->waitEnd, RequestRecord::Cancellation::WaitEnd::Closed);
    }

    /// HTTP+SSE: the error is an event of the one stream, from which the late response is left out, wherever it is cut.
    void operatorActsOnTheOneStream()
    {
        ScriptedServer server;
        server.setScript([](const Request &request) {
            if (request.head.method == "GET")
                request.write(ScriptedServer::streamHead() + "event: endpoint\ndata: /messages\n\n");
            else
                request.write(ScriptedServer::accepted());
        });
        const QString file = path(u"one-stream.pullcord"_s);
        ProxyProcess proxy(file, server.url(u"/sse"_s), {u"--listen"_s, u"0"_s});
        const QUrl address = proxy.address();
        RawClient stream(address, "GET", {}, "Accept: text/event-stream\r\n");
        QVERIFY(stream.gets("data: /messages\n\n"));
        RawClient client(address, "POST", Call.toByteArray(), {}, "/messages");
        QVERIFY(client.gets("HTTP/1.1 202"));
        QTRY_VERIFY_WITH_TIMEOUT(proxy.control({}).out.contains("tools/call"), CliRun::Limit);
        const Request down = server.requests().constFirst();
        const QByteArray other = asEvent(R"({"jsonrpc":"2.0","method":"other"})");
        down.write(other.first(9));
        QVERIFY(stream.gets(other.first(9)));
        const CliRun run = proxy.control({u"cancel"_s, u"a"_s, u"--waiting"_s, u"error:-5:enough"_s});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QTRY_COMPARE_WITH_TIMEOUT(server.requests().size(), 3, CliRun::Limit);
        QCOMPARE(server.requests().constLast().head.target, "/messages");
        QVERIFY(server.requests().constLast().body.contains("notifications/cancelled"));
        down.write(other.sliced(9));
        QVERIFY(stream.gets("event: message\n" + asEvent(OperatorError)));
        for (const char byte : asEvent(Response))
            down.write(QByteArray(1, byte));
        // At once: after the late response, bytes pass as they come, each part in a chunk of its own.
        down.write(asEvent(R"({"jsonrpc":"2.0","method":"last"})"));
        QVERIFY(stream.gets(asEvent(R"({"jsonrpc":"2.0","method":"last"})")));
        QVERIFY2(!stream.received().contains("result"), stream.received().constData());
        QVERIFY(stream.received().indexOf("other") < stream.received().indexOf("enough"));
        QCOMPARE(proxy.interrupt(), 130);
        const auto conversation = read(file);
        QVERIFY(conversation);
        QVERIFY(conversation->log().record(0).late.withheld);
    }

    /// A request of the server: the client gets the cancel in its stream, the server the error. The client's response is
    /// in the record alone.
    void operatorCancelsARequestOfTheServer()
    {
        const QByteArray question = R"({"jsonrpc":"2.0","id":7,"method":"roots/list"})";
        ScriptedServer server;
        server.setScript([&question](const Request &request) {
            request.write(request.head.method == "GET" ? ScriptedServer::streamHead() + asEvent(question)
                                                       : ScriptedServer::accepted());
        });
        const QString file = path(u"question.pullcord"_s);
        ProxyProcess proxy(file, server.url(), {u"--listen"_s, u"0"_s});
        const QUrl address = proxy.address();
        const QByteArray session = "Mcp-Session-Id: s1\r\n";
        RawClient client(address, "POST", R"({"jsonrpc":"2.0","method":"notifications/initialized"})", session);
        QVERIFY(client.gets("HTTP/1.1 202"));
        RawClient stream(address, "GET", {}, "Accept: text/event-stream\r\n" + session);
        QVERIFY(stream.gets(question));
        const CliRun run =
            proxy.control({u"cancel"_s, u"7"_s, u"--direction"_s, u"server"_s, u"--waiting"_s, u"error:-5:enough"_s});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QVERIFY(stream.gets(R"("method":"notifications/cancelled","params":{"requestId":7}})"));
        QTRY_COMPARE_WITH_TIMEOUT(server.requests().size(), 3, CliRun::Limit);
        QCOMPARE(server.requests().constLast().body,
                 R"({"jsonrpc":"2.0","id":7,"error":{"code":-5,"message":"enough"}})");
        QCOMPARE(server.requests().constLast().header("Mcp-Session-Id"), "s1");
        RawClient late(address, "POST", R"({"jsonrpc":"2.0","id":7,"result":{"roots":[]}})", session);
        QVERIFY(late.gets("HTTP/1.1 202"));
        QCOMPARE(server.requests().size(), 3);
        QCOMPARE(proxy.interrupt(), 130);
        const auto conversation = read(file);
        QVERIFY(conversation);
        const RequestRecord record = conversation->log().record(0);
        QVERIFY(record.cancellation->byOperator && record.late.withheld);
        QCOMPARE(record.cancellation->waitEnd, RequestRecord::Cancellation::WaitEnd::Error);
    }

    /// The server refuses the operator's error, so the client's response still passes.
    void operatorsErrorThatDoesNotArrive()
    {
        const QByteArray question = R"({"jsonrpc":"2.0","id":7,"method":"roots/list"})";
        ScriptedServer server;
        server.setScript([&question](const Request &request) {
            request.write(request.head.method == "GET"      ? ScriptedServer::streamHead() + asEvent(question)
                          : request.body.contains("enough") ? ScriptedServer::response("503 Later", {}, {})
                                                            : ScriptedServer::accepted());
        });
        const QString file = path(u"error.pullcord"_s);
        ProxyProcess proxy(file, server.url(), {u"--listen"_s, u"0"_s});
        const QUrl address = proxy.address();
        const QByteArray session = "Mcp-Session-Id: s1\r\n";
        RawClient stream(address, "GET", {}, "Accept: text/event-stream\r\n" + session);
        QVERIFY(stream.gets(question));
        const QStringList cancel{u"cancel"_s, u"7"_s,         u"--direction"_s,
                                 u"server"_s, u"--waiting"_s, u"error:-5:enough"_s};
        const CliRun early = proxy.control(cancel);
        QCOMPARE(early.exitCode, 1);
        QVERIFY2(early.err.contains("the client has sent no message yet"), early.err.constData());
        RawClient client(address, "POST", R"({"jsonrpc":"2.0","method":"notifications/initialized"})", session);
        QVERIFY(client.gets("HTTP/1.1 202"));
        const CliRun run = proxy.control(cancel);
        QVERIFY2(run.exitCode == 0, run.err.constData());
        const auto isRefused = [&file] {
            QFile capture(file);
            return capture.open(QIODevice::ReadOnly) && capture.readAll().contains("503");
        };
        QTRY_VERIFY_WITH_TIMEOUT(isRefused(), CliRun::Limit);
        RawClient late(address, "POST", R"({"jsonrpc":"2.0","id":7,"result":{"roots":[]}})", session);
        QVERIFY(late.gets("HTTP/1.1 202"));
        QVERIFY(server.requests().constLast().body.contains("roots"));
        QCOMPARE(proxy.interrupt(), 130);
    }

    /// Two clients with the same User-Agent and without sessions use the same id at the same time.
    void idsOfManyClientsNeverCollide()
    {
        ScriptedServer server;
        server.setScript([](const Request &) {});
        const QString file = path(u"same-ids.pullcord"_s);
        ProxyProcess proxy(file, server.url(), {u"--listen"_s, u"0"_s});
        const QUrl address = proxy.address();
        RawClient first(address, "POST", Call.toByteArray());
        QTRY_COMPARE_WITH_TIMEOUT(server.requests().size(), 1, CliRun::Limit);
        RawClient second(address, "POST", Call.toByteArray());
        QTRY_COMPARE_WITH_TIMEOUT(server.requests().size(), 2, CliRun::Limit);
        QTRY_VERIFY_WITH_TIMEOUT(proxy.control({}).out.contains("connection 1, request 0"), CliRun::Limit);
        const CliRun ambiguous = proxy.control({u"cancel"_s, u"a"_s});
        QCOMPARE(ambiguous.exitCode, 1);
        QVERIFY2(ambiguous.err.contains("connection 0, request 0") && ambiguous.err.contains("connection 1, request 0"),
                 ambiguous.err.constData());
        QCOMPARE(proxy.control({u"cancel"_s, u"a"_s, u"--connection"_s, u"1"_s, u"--waiting"_s, u"error"_s}).exitCode,
                 0);
        QVERIFY(second.gets(R"("id":"a","error")"));
        server.requests().constFirst().write(ScriptedServer::json(Response.toByteArray()));
        QVERIFY(first.gets(Response));
        QCOMPARE(proxy.interrupt(), 130);
        const auto conversation = read(file);
        QVERIFY(conversation);
        QCOMPARE(conversation->log().record(0).state, RequestState::Succeeded);
        QCOMPARE(conversation->log().record(1).state, RequestState::Cancelled);
    }

    /// The length that the server announces is not that of the stream with the address of the proxy.
    void lengthOfARewrittenStream()
    {
        ScriptedServer server;
        const QByteArray origin = "http://127.0.0.1:" + QByteArray::number(server.url().port());
        const QByteArray body = "event: endpoint\ndata: " + origin + "/messages\n\n" + asEvent("{}");
        server.setScript([&body](const Request &request) {
            request.write(ScriptedServer::response("200 OK", "text/event-stream", body));
        });
        ProxyProcess proxy(path(u"length.pullcord"_s), server.url(u"/sse"_s), {u"--listen"_s, u"0"_s});
        RawClient stream(proxy.address(), "GET", {}, "Accept: text/event-stream\r\n");
        QVERIFY(stream.gets("\r\n0\r\n\r\n"));
        QVERIFY2(!stream.received().contains("Content-Length"), stream.received().constData());
        QVERIFY(stream.received().contains(asEvent("{}")));
        QCOMPARE(proxy.interrupt(), 130);
    }

    void sessionThatTheServerForgets_data()
    {
        QTest::addColumn<QByteArray>("response");
        QTest::addColumn<int>("notes");
        QTest::newRow("forgotten") << ScriptedServer::response("404 Not Found", {}, {}) << 1;
        QTest::newRow("with an error")
            << ScriptedServer::response("404 Not Found", "application/json",
                                        R"({"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"No session"}})")
            << 1;
        QTest::newRow("not an unknown method")
            << ScriptedServer::response("404 Not Found", "application/json",
                                        R"({"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"No method"}})")
            << 0;
    }
    /// A client that goes on with its session, or begins another one, stays the same client.
    void sessionThatTheServerForgets()
    {
        QFETCH(const QByteArray, response);
        QFETCH(const int, notes);
        ScriptedServer server;
        int sessions = 0;
        server.setScript([&](const Request &request) {
            const bool begins = request.rpcMethod() == "initialize";
            if (request.rpcMethod() == "x")
                request.write(response);
            else
                request.write(ScriptedServer::json(
                    ScriptedServer::result(request),
                    begins ? "Mcp-Session-Id: s" + QByteArray::number(++sessions) + "\r\n" : ""_ba));
        });
        const QString file = path(u"forgets-%1.pullcord"_s.arg(QString::fromUtf8(QTest::currentDataTag())));
        ProxyProcess proxy(file, server.url(), {u"--listen"_s, u"0"_s});
        const QUrl address = proxy.address();
        const auto post = [&](const QByteArray &body, const QByteArray &session) {
            RawClient client(address, "POST", body,
                             "User-Agent: test\r\n" +
                                 (session.isEmpty() ? ""_ba : "Mcp-Session-Id: " + session + "\r\n"));
            return client.gets("\r\n\r\n");
        };
        QVERIFY(post(Initialize.toByteArray(), {}));
        for (int i = 1; i < 4; ++i)
            QVERIFY(post(R"({"jsonrpc":"2.0","id":1,"method":"x"})", "s1"));
        QVERIFY(post(Call.toByteArray(), "s1"));
        QVERIFY(post(Initialize.toByteArray(), {}));
        QVERIFY(post(Call.toByteArray(), "s2"));
        QCOMPARE(proxy.interrupt(), 130);
        const auto conversation = read(file);
        QVERIFY(conversation);
        const RequestLog &log = conversation->log();
        QCOMPARE(log.count(), 7);
        // Without a lost session, another initialize is another client.
        for (qsizetype row = 0; row < log.count(); ++row)
            QCOMPARE(log.record(row).connection, notes == 0 && row > 4 ? 1U : 0U);
        QCOMPARE(log.record(1).state, RequestState::Failed);
        QCOMPARE(log.record(6).state, RequestState::Succeeded);
        qsizetype said = 0;
        for (const Event &note : eventsOf(*conversation, EventKind::Note))
            said += note.details.contains(Event::SessionEnded) ? 1 : 0;
        QCOMPARE(said, qsizetype(notes));
        QVERIFY(!eventsOf(*conversation, EventKind::Closing)
                     .constFirst()
                     .details.value("reason"_L1)
                     .toString()
                     .contains(u"session"_s));
    }

    /// Standard output is free if clients do not use it.
    void capturesToStandardOutput()
    {
        ScriptedServer server;
        server.setScript(
            [](const Request &request) { request.write(ScriptedServer::json(ScriptedServer::result(request))); });
        const CliRun refused = CliRun::of({u"proxy"_s, u"-"_s, u"--url"_s, server.url().toString()});
        QCOMPARE(refused.exitCode, 2);
        QVERIFY2(refused.err.contains("- requires --listen"), refused.err.constData());
        ProxyProcess proxy(u"-"_s, server.url(), {u"--listen"_s, u"0"_s});
        RawClient client(proxy.address(), "POST", Call.toByteArray());
        QVERIFY(client.gets("\r\n\r\n"));
        QByteArrayList lines{proxy.read()};
        QVERIFY2(lines.constFirst().startsWith(R"({"pullcord":)"), lines.constFirst().constData());
        while (!lines.constLast().isEmpty() && !lines.constLast().contains(R"("step":"end")"))
            lines << proxy.read();
        QVERIFY(std::ranges::any_of(lines, [](const QByteArray &line) { return line.contains("tools/call"); }));
        QCOMPARE(proxy.interrupt(), 130);
    }

    /// A server behind a URL has no exit code that must pass.
    void captureThatIsLost()
    {
        ScriptedServer server;
        server.setScript(
            [](const Request &request) { request.write(ScriptedServer::json(ScriptedServer::result(request))); });
        for (const QStringList &options : {QStringList(), QStringList{u"--listen"_s, u"0"_s}}) {
            const QString file = path(u"lost.pullcord"_s);
            ProxyProcess proxy(file, server.url(), options);
            if (options.isEmpty()) {
                proxy.write(Initialize);
                QVERIFY(proxy.read().contains(R"("id":0)"));
            } else {
                QVERIFY(proxy.address().isValid());
            }
            QVERIFY(QFile::remove(file));
            QCOMPARE(options.isEmpty() ? proxy.end().exitCode : proxy.interrupt(), 6);
        }
    }

    void serverThatCannotBeReached()
    {
        ScriptedServer server;
        const QUrl url = server.url();
        server.stopListening();
        ProxyProcess proxy(path(u"away.pullcord"_s), url);
        proxy.write(Initialize);
        QVERIFY(proxy.read().contains(R"("id":0,"error")"));
        QVERIFY(proxy.hasEnded());
        const CliRun run = proxy.end();
        QCOMPARE(run.exitCode, 3);
        QVERIFY2(run.err.contains("refused"), run.err.constData());
    }
};

QTEST_GUILESS_MAIN(TestCliProxyHttp)
#include "tst_cliproxyhttp.moc"
