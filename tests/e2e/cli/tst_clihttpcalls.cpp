// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/jsonvalue.h"
#include "core/scriptedserver.h"
#include "e2e/clirun.h"

#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;
using Request = ScriptedServer::Request;

/// Reports of the command line on failing calls over HTTP.
class TestCliHttpCalls : public QObject
{
    Q_OBJECT

private:
    static constexpr auto Tools = R"({"tools":[{"name":"x","inputSchema":{"type":"object"}}]})";

    static QStringList callOn(const ScriptedServer &server, const QStringList &options = {})
    {
        return QStringList{u"call"_s, u"x"_s, u"--url"_s, server.url().toString()} + options;
    }
    /// Script of a legacy server with sessions s1, s2, ….
    void legacy(const Request &r)
    {
        if (r.rpcMethod() == "initialize")
            r.write(ScriptedServer::json(
                ScriptedServer::result(r, R"({"protocolVersion":"2025-11-25","capabilities":{"tools":{}}})"),
                "Mcp-Session-Id: s" + QByteArray::number(++m_sessions) + "\r\n"));
        else if (r.rpcMethod() == "tools/list")
            r.write(ScriptedServer::json(ScriptedServer::result(r, Tools)));
        else if (r.rpcMethod() == "tools/call")
            r.write(ScriptedServer::json(ScriptedServer::result(r, R"({"content":[{"type":"text","text":"done"}]})")));
        else if (r.head.method == "POST" && r.rpcId().isEmpty())
            r.write(ScriptedServer::accepted());
        else
            r.write(ScriptedServer::response("405 Method Not Allowed", {}, {}));
    }
    static void modern(const Request &r)
    {
        if (r.rpcMethod() == "server/discover")
            r.write(ScriptedServer::json(
                ScriptedServer::result(r, R"({"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}}})")));
    }
    static QByteArray event(const QByteArray &message) { return "data: " + message + "\n\n"; }

    int m_sessions = 0;

private slots:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".?"_s));
        m_sessions = 0;
    }

    /// Invalid entries are listed with their reason.
    void invalidEntries()
    {
        ScriptedServer server;
        server.setScript([this](const Request &r) {
            if (r.rpcMethod() != "tools/list")
                return legacy(r);
            r.write(ScriptedServer::json(ScriptedServer::result(
                r,
                "{\"tools\":[{\"name\":\"x\",\"inputSchema\":{\"type\":\"object\"}},{\"name\":\"y\"},{\"name\":\"z\","
                "\"inputSchema\":\"s\"},7,{\"name\":\"x\",\"inputSchema\":{\"type\":\"object\"}}]}")));
        });
        const QStringList arguments{u"list"_s, u"tools"_s, u"--url"_s, server.url().toString()};
        const CliRun plain = CliRun::of(arguments);
        QCOMPARE(plain.exitCode, 7);
        QVERIFY2(plain.err.contains("MCP does not allow 4 of 5 entries"), plain.err.constData());
        QCOMPARE(plain.out.count('\n'), 5);
        for (const char *line :
             {"y                 [invalid: it has no inputSchema]", "[invalid: its inputSchema is not an object]",
              "[invalid: it is not an object]", "[invalid: an earlier entry has the same name]"})
            QVERIFY2(plain.out.contains(line), plain.out.constData());
        const CliRun json = CliRun::of(arguments + QStringList{u"--json"_s});
        QCOMPARE(json.exitCode, 7);
        const JsonValue list(json.out);
        QCOMPARE(list.pointer("/0").raw(), "{\"name\":\"x\",\"inputSchema\":{\"type\":\"object\"}}");
        QCOMPARE(list.pointer("/1/_problem").toString(), u"it has no inputSchema"_s);
        QCOMPARE(list.pointer("/3/_entry").toInteger(), 7);
    }

    void entriesAgainstTheSchema_data()
    {
        QTest::addColumn<QString>("list");
        QTest::addColumn<QByteArray>("method");
        QTest::addColumn<QByteArray>("member");
        QTest::addColumn<QByteArray>("right"); // an entry
        QTest::addColumn<QByteArray>("wrong"); // an entry that only the schema of the revision forbids
        QTest::addColumn<QString>("place");
        QTest::newRow("tools")
            << u"tools"_s << "tools/list"_ba
            << "tools"_ba
            << R"({"name":"a","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}})"_ba
            << R"({"name":"b","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":"yes"}})"_ba
            << u"/annotations/readOnlyHint must be true or false"_s;
        QTest::newRow("prompts") << u"prompts"_s << "prompts/list"_ba
                                 << "prompts"_ba
                                 << R"({"name":"a","arguments":[{"name":"x"}]})"_ba
                                 << R"({"name":"b","arguments":[{"title":"x"}]})"_ba
                                 << u"/arguments/0/name is required"_s;
        QTest::newRow("resources") << u"resources"_s << "resources/list"_ba
                                   << "resources"_ba
                                   << R"({"name":"a","uri":"x:a","annotations":{"priority":1}})"_ba
                                   << R"({"name":"b","uri":"x:b","annotations":{"priority":7}})"_ba
                                   << u"/annotations/priority "_s;
        QTest::newRow("templates") << u"templates"_s << "resources/templates/list"_ba
                                   << "resourceTemplates"_ba
                                   << R"({"name":"a","uriTemplate":"x:{a}","icons":[{"src":"data:,"}]})"_ba
                                   << R"({"name":"b","uriTemplate":"x:{b}","icons":[{"sizes":[]}]})"_ba
                                   << u"/icons/0/src is required"_s;
    }

    /// A schema violation (P11) marks its own entry only.
    void entriesAgainstTheSchema()
    {
        QFETCH(const QString, list);
        QFETCH(const QByteArray, method);
        QFETCH(const QByteArray, member);
        QFETCH(const QByteArray, right);
        QFETCH(const QByteArray, wrong);
        QFETCH(const QString, place);
        ScriptedServer server;
        server.setScript([&](const Request &r) {
            if (r.rpcMethod() == "initialize")
                r.write(ScriptedServer::json(ScriptedServer::result(
                    r, R"({"protocolVersion":"2025-11-25","capabilities":{"tools":{},"prompts":{},"resources":{}}})")));
            else if (r.rpcMethod() == method)
                r.write(ScriptedServer::json(
                    ScriptedServer::result(r, "{\"" + member + "\":[" + right + ',' + wrong + "]}")));
            else
                legacy(r);
        });
        const QStringList arguments{u"list"_s, list, u"--url"_s, server.url().toString(), u"--json"_s};
        const CliRun run = CliRun::of(arguments);
        QCOMPARE(run.exitCode, 7);
        QVERIFY2(run.err.contains("MCP does not allow 1 of 2 entries"), run.err.constData());
        const JsonValue printed(run.out);
        QCOMPARE(printed.pointer("/0").raw(), right);
        const QString problem = printed.pointer("/1/_problem").toString();
        QVERIFY2(problem.startsWith(place), qPrintable(problem));
    }

    void forgottenSession_data()
    {
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<QByteArray>("out");
        QTest::newRow("call") << QStringList{u"call"_s, u"x"_s} << "done\n"_ba;
        QTest::newRow("list") << QStringList{u"list"_s, u"tools"_s} << "x  \n"_ba;
    }
    void forgottenSession()
    {
        QFETCH(const QStringList, command);
        QFETCH(const QByteArray, out);
        ScriptedServer server;
        server.setScript([this](const Request &r) {
            if (r.header("Mcp-Session-Id") == "s1" && r.rpcMethod().startsWith("tools/"))
                r.write(ScriptedServer::response("404 Not Found", {}, {}));
            else
                legacy(r);
        });
        const CliRun run = CliRun::of(command + QStringList{u"--url"_s, server.url().toString()});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QCOMPARE(run.out, out);
        QVERIFY2(run.err.contains("no longer knows the session"), run.err.constData());
        QCOMPARE(run.err.count("Connected to"), 1);
        QCOMPARE(m_sessions, 2);
    }

    void sessionForgottenTwice()
    {
        ScriptedServer server;
        server.setScript([this](const Request &r) {
            if (r.rpcMethod() == "tools/call")
                r.write(ScriptedServer::response("404 Not Found", {}, {}));
            else
                legacy(r);
        });
        const CliRun run = CliRun::of(callOn(server));
        QCOMPARE(run.exitCode, 3);
        QVERIFY2(run.err.contains("x failed after"), run.err.constData());
        QCOMPARE(m_sessions, 2);
    }

    void rejectedMessagesAreReported_data()
    {
        QTest::addColumn<QByteArray>("method");
        QTest::addColumn<QByteArray>("response");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("initialized") << "notifications/initialized"_ba
                                     << ScriptedServer::response("500 Internal Server Error", {}, "no")
                                     << "did not accept notifications/initialized: HTTP 500 Internal Server Error"_ba;
        QTest::newRow("a cancel") << "notifications/cancelled"_ba
                                  << ScriptedServer::response(
                                         "400 Bad Request", "application/json",
                                         R"({"jsonrpc":"2.0","error":{"code":-32600,"message":"no cancels here"}})")
                                  << "did not accept notifications/cancelled: HTTP 400 Bad Request: no cancels here"_ba;
        QTest::newRow("none") << "notifications/cancelled"_ba << ScriptedServer::accepted() << QByteArray();
    }
    void rejectedMessagesAreReported()
    {
        QFETCH(const QByteArray, method);
        QFETCH(const QByteArray, response);
        QFETCH(const QByteArray, says);
        ScriptedServer server;
        server.setScript([&](const Request &r) {
            if (r.rpcMethod() == method)
                r.write(response);
            else if (r.rpcMethod() != "tools/call")
                legacy(r);
        });
        const CliRun run =
            CliRun::of(callOn(server, {u"--cancel-after"_s, u"50"_s, u"--linger"_s, u"200"_s, u"--json"_s}));
        QVERIFY2(run.exitCode == 4, run.err.constData());
        QCOMPARE(run.err.count("did not accept"), says.isEmpty() ? 0 : 1);
        QVERIFY2(run.err.contains(says), run.err.constData());
        const JsonValue refusal = JsonValue(run.out).pointer("/cancelled/refusal");
        QCOMPARE(refusal.isString(), says.contains("cancelled"));
    }

    void cancellationsOfAModernServerAreReported_data()
    {
        QTest::addColumn<QByteArray>("id");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("of our request") << QByteArray() << "a request of this client, which it must not cancel"_ba;
        QTest::newRow("of none") << R"("phantom")"_ba
                                 << "\"phantom\", a request that it never sent"_ba;
    }
    void cancellationsOfAModernServerAreReported()
    {
        QFETCH(const QByteArray, id);
        QFETCH(const QByteArray, says);
        ScriptedServer server;
        server.setScript([&](const Request &r) {
            modern(r);
            if (r.rpcMethod() != "tools/call")
                return;
            const QByteArray cancelled = id.isEmpty() ? r.rpcId() : id;
            r.write(ScriptedServer::streamHead() +
                    event(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)" + cancelled +
                          "}}") +
                    event(ScriptedServer::result(r, R"({"content":[]})")));
            r.end();
        });
        const CliRun run = CliRun::of(callOn(server));
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QCOMPARE(run.err.count("The server cancelled "), 1);
        QVERIFY2(run.err.contains(says), run.err.constData());
    }

    // ---- outcome of a cancellation

    void silence_data()
    {
        QTest::addColumn<QString>("does");
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QString>("stream");
        QTest::addColumn<QByteArray>("says");
        const QStringList linger{u"--linger"_s, u"400"_s};
        QTest::newRow("the stream stays open")
            << QString() << linger << QString() << "no response and no progress of this request in "_ba;
        QTest::newRow("the grace time passes") << QString() << linger + QStringList{u"--cancel-grace"_s, u"100"_s}
                                               << u"closed by Pullcord"_s << "ms: the client closed its stream +1"_ba;
        QTest::newRow("the server ends it")
            << u"end"_s << linger << u"ended by the server"_s << "ms: the server ended its stream +"_ba;
        QTest::newRow("the server dies of it")
            << u"abort"_s << linger << u"broken"_s << "ms: its stream broke off +"_ba;
    }
    void silence()
    {
        QFETCH(const QString, does);
        QFETCH(const QStringList, options);
        QFETCH(const QString, stream);
        QFETCH(const QByteArray, says);
        // With chunks, an end in good order differs from an abort.
        const QByteArray chunked = does == "abort"_L1 ? "Transfer-Encoding: chunked\r\n"_ba : QByteArray();
        ScriptedServer server;
        Request call;
        server.setScript([&](const Request &r) {
            if (r.rpcMethod() == "tools/call") {
                call = r;
                r.write(ScriptedServer::streamHead(chunked));
            } else {
                legacy(r);
            }
            if (r.rpcMethod() == "notifications/cancelled" && does == "end"_L1)
                call.end();
            else if (r.rpcMethod() == "notifications/cancelled" && does == "abort"_L1)
                call.abort();
        });
        const CliRun run = CliRun::of(callOn(server, QStringList{u"--cancel-after"_s, u"50"_s, u"--json"_s} + options));
        QVERIFY2(run.exitCode == 4, run.err.constData());
        QVERIFY2(run.err.contains("no response") && run.err.contains(says), run.err.constData());
        const JsonValue cancelled = JsonValue(run.out).member("cancelled");
        QCOMPARE(cancelled.member("stream").toString(), stream);
        QVERIFY(cancelled.member("watchedMs").toDouble().value_or(0) > 0);
    }

    void closingIsTheCancel()
    {
        ScriptedServer server;
        server.setScript(modern);
        const CliRun run =
            CliRun::of(callOn(server, {u"--cancel-after"_s, u"50"_s, u"--reason"_s, u"enough"_s, u"--json"_s}));
        QVERIFY2(run.exitCode == 4, run.err.constData());
        QVERIFY2(run.err.contains("no reason was sent"), run.err.constData());
        QVERIFY2(!run.err.contains("no response"), run.err.constData());
        QCOMPARE(JsonValue(run.out).pointer("/cancelled/stream").toString(), u"closed to cancel"_s);
        QVERIFY(!JsonValue(run.out).pointer("/cancelled/watchedMs").isValid());
    }
};

QTEST_GUILESS_MAIN(TestCliHttpCalls)
#include "tst_clihttpcalls.moc"
