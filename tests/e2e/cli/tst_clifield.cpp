// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scriptedserver.h"
#include "e2e/checkfixture.h"

#include <QRegularExpression>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;
using Request = ScriptedServer::Request;

namespace {

/// A server on stdio. $1 and $2 are the members of its responses to initialize and tools/list. $3 replaces $1 for an
/// initialize with another version than 2025-11-25, if it differs.
constexpr auto Server = R"(while read -r line; do
id=$(printf %s "$line" | sed -n 's/.*"id":\([0-9]*\).*/\1/p')
[ -z "$id" ] && continue
case $line in
*'"initialize"'*2025-11-25*) r=$1;;
*'"initialize"'*) r=${3:-$1};;
*tools/list*) r=$2;;
*) r='"error":{"code":-32601,"message":"Method not found"}';;
esac
printf '{"jsonrpc":"2.0","id":%s,%s}\n' "$id" "$r"
done)"_L1;

const QByteArray Info = R"("serverInfo":{"name":"field","version":"1"})";
const QByteArray Tools = R"("capabilities":{"tools":{}})";
const QByteArray OneList = R"({"tools":[{"name":"echo","inputSchema":{"type":"object"}}]})";
const QByteArray OneTool = "\"result\":" + OneList;

QByteArray initialized(const QByteArray &members)
{
    return "\"result\":{" + members + '}';
}

} // namespace

/// Faults met with real servers, through the whole program: output while connecting, and findings.
class TestCliField : public QObject, private CheckFixture
{
    Q_OBJECT

private:
    static void addColumns()
    {
        QTest::addColumn<QByteArray>("says"); // part of standard error
        QTest::addColumn<QByteArray>("codes");
    }
    /// Runs check with `arguments` and compares.
    void compare(const QStringList &arguments)
    {
        QFETCH(const QByteArray, says);
        const CliRun run = this->run(QStringList{u"check"_s, u"--json"_s} + arguments);
        QVERIFY2(run.err.contains(says), (run.out + run.err).constData());
        QByteArrayList codes; // Example: "P22:warning P11:error".
        for (const QByteArray &line : CliRun::lines(run.out)) {
            const JsonValue finding(line);
            codes << finding.member("code").toUtf8() + ':' + finding.member("severity").toUtf8();
        }
        const QByteArray found = codes.join(' ');
        QTEST(found, "codes");
    }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void initialize_data()
    {
        QTest::addColumn<QByteArray>("response");
        QTest::addColumn<QByteArray>("again"); // response to the version that the first one names
        addColumns();
        const auto row = [](const char *name, const QByteArray &response, const QByteArray &says,
                            const QByteArray &codes, const QByteArray &again = {}) {
            QTest::newRow(name) << response << again << says << codes;
        };
        const auto version = [](const QByteArray &value) {
            return initialized("\"protocolVersion\":" + value + ',' + Tools + ',' + Info);
        };
        const QByteArray latest = R"("protocolVersion":"2025-11-25")";
        const auto capabilities = [&](const QByteArray &value) {
            return initialized(latest + ",\"capabilities\":" + value + ',' + Info);
        };
        row("good", version("\"2025-11-25\""), "Connected to field 1", "");
        row("version 1.0", version("\"1.0\""), "\"1.0\", which is not a known revision of MCP", "P22:warning");
        row("future version", version("\"2099-01-01\""), "\"2099-01-01\", which is not a known", "P22:warning");
        row("version of a draft", version("\"2024-10-07\""), "\"2024-10-07\", which is not a known", "P22:warning");
        row("version without initialize", version("\"2026-07-28\""), "a revision without initialize", "P22:warning");
        row("version that is a number", version("20250618"), "is 20250618, which is not a string", "P22:error");
        row("no version", initialized(Tools + ',' + Info), "has no protocolVersion", "P22:error");
        row("empty result", initialized({}), "has no protocolVersion", "P22:error P11:error");
        row("no serverInfo", initialized(latest + ',' + Tools), "Connected to a server without a name", "P11:error");
        row("name null", initialized(latest + ',' + Tools + R"(,"serverInfo":{"name":null})"),
            "Connected to a server without a name", "P11:error");
        row("no capabilities", initialized(latest + ',' + Info), "Connected to field 1", "P11:error");
        row("capabilities null", capabilities("null"), "Connected to field 1", "P11:error");
        row("capabilities in a list", capabilities(R"(["tools"])"), "Connected to field 1", "P11:error");
        row("capability true", capabilities(R"({"tools":true})"), "Connected to field 1", "P11:error");
        row("instructions that are a number", initialized(latest + ',' + Tools + ',' + Info + ",\"instructions\":7"),
            "Connected to field 1", "P11:error");
        row("result null", "\"result\":null", "the result is not an object, but null", "P11:error");
        row("result that is a text", "\"result\":\"ok\"", "the result is not an object, but \"ok\"", "P11:error");
        row("error null beside the result", version("\"2025-11-25\"") + ",\"error\":null", "Connected to field 1",
            "P03:error");
        row("an error beside the result", version("\"2025-11-25\"") + R"(,"error":{"code":0,"message":""})",
            "the server returned error 0", "P03:error");
        row("neither", "\"meta\":1", "The response to initialize has neither a result nor an error", "P03:error");
        row("error that is a text", "\"error\":\"boom\"", "malformed error, not an object: \"boom\"", "P11:error");
        row("code that is a text", R"("error":{"code":"ENOENT","message":"no"})", "without an integer code",
            "P11:error");
        row("error without a message", R"("error":{"code":-32603})", "malformed error, without a message", "P11:error");
        row("supported versions in the message",
            R"("error":{"code":-32602,"message":"Unsupported: 2025-11-25 - supported: 2025-06-18,2024-11-05"})",
            "(MCP 2025-06-18)", "", version("\"2025-06-18\""));
        row("supported versions in the data",
            R"("error":{"code":-32602,"message":"Unsupported","data":{"supported":["2024-11-05"]}})",
            "(MCP 2024-11-05)", "", version("\"2024-11-05\""));
    }

    void initialize()
    {
        QFETCH(const QByteArray, response);
        QFETCH(const QByteArray, again);
        compare({u"--"_s, u"sh"_s, u"-c"_s, Server, u"field"_s, QString::fromUtf8(response), QString::fromUtf8(OneTool),
                 QString::fromUtf8(again)});
    }

    void listensToNoChanges()
    {
        const QByteArray first = initialized(R"("protocolVersion":"2025-11-25",)" + Tools + ',' + Info);
        const CliRun run = this->run({u"listen"_s, u"--tools"_s, u"--"_s, u"sh"_s, u"-c"_s, Server, u"field"_s,
                                      QString::fromUtf8(first), QString::fromUtf8(OneTool)});
        QVERIFY2(run.err.contains("The server reports no changes"), run.err.constData());
        QCOMPARE(run.exitCode, 3);
    }

    void toolNames_data()
    {
        QTest::addColumn<QByteArray>("names");
        addColumns();
        const auto row = [](const char *name, const QByteArray &names, const QByteArray &codes) {
            QTest::newRow(name) << names << "Connected to field 1"_ba << codes;
        };
        row("all that may stand there", "\"a.b\",\"UPPER\",\"a_b-c\"", "");
        row("128 characters", '"' + QByteArray(128, 'x') + '"', "P21:info"); // a limit of model providers
        row("other characters", R"("a/b","a b","日本語","a,b","a\tb\u202e")",
            "P21:warning P21:warning P21:warning P21:warning P21:warning");
        row("200 characters", '"' + QByteArray(200, 'x') + '"', "P21:warning");
        row("empty", "\"\"", "P21:warning");
        row("twice", "\"dup\",\"dup\"", "P21:warning");
        row("a number", "7", "P11:error");
    }

    void toolNames()
    {
        QFETCH(const QByteArray, names);
        QByteArrayList tools;
        const QByteArray all = '[' + names + ']';
        const JsonValue list(all);
        for (const JsonMember &name : list)
            tools << "{\"name\":" + name.value.raw().toByteArray() + R"(,"inputSchema":{"type":"object"}})";
        const QByteArray first = initialized(R"("protocolVersion":"2025-11-25",)" + Tools + ',' + Info);
        compare({u"--"_s, u"sh"_s, u"-c"_s, Server, u"field"_s, QString::fromUtf8(first),
                 QString::fromUtf8("\"result\":{\"tools\":[" + tools.join(',') + "]}")});
    }

    void http_data()
    {
        QTest::addColumn<QByteArray>("what"); // method of the request; "lost session": tools/list of the first session
        QTest::addColumn<QByteArray>("status");
        QTest::addColumn<QByteArray>("type");
        QTest::addColumn<QByteArray>("body"); // RESULT: the body of a correct server
        addColumns();
        const auto row = [](const QByteArray &name, const QByteArray &what, const QByteArray &status,
                            const QByteArray &type, const QByteArray &body, const QByteArray &says,
                            const QByteArray &codes) {
            QTest::newRow(name.constData()) << what << status << type << body << says << codes;
        };
        const QByteArray connected = "Connected to field 1";
        const QByteArray notice = "notifications/initialized";
        const QByteArray json = "application/json";
        const QByteArray events = "text/event-stream";
        row("good", {}, {}, {}, {}, connected, "");
        row("initialized gets null", notice, "200 OK", json, "null", connected, "H01:error");
        row("initialized gets an object", notice, "200 OK", json, "{}", connected, "H01:error");
        row("initialized gets 204", notice, "204 No Content", {}, {}, connected, "H01:error");
        row("initialized gets an event stream", notice, "200 OK", events, {}, connected, "H01:error");
        row("initialized gets 405", notice, "405 Method Not Allowed", json, {}, connected, "H01:warning");
        row("initialized gets 503", notice, "503 Service Unavailable", json, {}, connected, "");
        row("JSON without a body", "initialize", "200 OK", json, {}, "HTTP 200 OK without a response", "H02:error");
        row("fields in upper case", "initialize", "200 OK", events, "Data: RESULT\n\n",
            "names of fields are case-sensitive", "H03:error");
        row("JSON sent as an event stream", "initialize", "200 OK", events, "RESULT",
            "its body is JSON, not an event stream", "H03:error");
        const QByteArray unknown =
            R"({"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"No valid session"}})";
        for (const char *status : {"400 Bad Request", "410 Gone", "500 Internal Server Error", "200 OK"})
            row("unknown session gets "_ba + status, "tools/list", status, json, unknown, connected, "S2:warning");
        row("lost session gets 404", "lost session", "404 Not Found", json, unknown, "no longer knows the session", "");
    }

    void http()
    {
        QFETCH(const QByteArray, what);
        QFETCH(const QByteArray, status);
        QFETCH(const QByteArray, type);
        QFETCH(const QByteArray, body);
        using S = ScriptedServer;
        S server;
        int sessions = 0;
        server.setScript([&](const Request &r) {
            const QByteArray method = r.rpcMethod();
            const bool isInitialize = method == "initialize";
            const QByteArray result =
                S::result(r, isInitialize ? R"({"protocolVersion":"2025-11-25",)" + Tools + ',' + Info + '}' : OneList);
            const QByteArray session =
                isInitialize ? "Mcp-Session-Id: s" + QByteArray::number(++sessions) + "\r\n" : QByteArray();
            const bool isLost = what == "lost session" && method == "tools/list" && r.header("Mcp-Session-Id") == "s1";
            if (r.head.method != "POST")
                r.write(S::response("405 Method Not Allowed", {}, {}));
            else if (isLost || method == what)
                r.write(S::response(status, type, QByteArray(body).replace("RESULT", result)));
            else if (method == "server/discover")
                r.write(
                    S::json(R"({"jsonrpc":"2.0","id":)" + r.rpcId() + R"(,"error":{"code":-32601,"message":"no"}})"));
            else
                r.write(r.rpcId().isEmpty() ? S::accepted() : S::json(result, session));
        });
        compare({u"--url"_s, server.url().toString()});
    }

    void timeouts_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<int>("exitCode");
        addColumns();
        QTest::newRow("fixed, although progress comes")
            << QStringList{u"--timeout-fixed"_s} << 5 << "timed out after"_ba
            << "T1:warning"_ba;
        QTest::newRow("moved by progress") << QStringList() << 0 << ""_ba
                                           << ""_ba;
    }

    void timeouts()
    {
        QFETCH(const QStringList, options);
        const StdioCommand demo = Peers::demoServer({u"--legacy-only"_s});
        const QString file = path(QString::fromUtf8(QTest::currentDataTag()) + u".pullcord"_s);
        const CliRun call = run(QStringList{u"call"_s, u"slow"_s, u"{\"ms\":4000,\"steps\":40}"_s, u"--capture"_s, file,
                                            u"--timeout"_s, u"3000"_s} +
                                options + QStringList{u"--"_s, demo.program} + demo.arguments);
        QTEST(call.exitCode, "exitCode");
        QFETCH(const QByteArray, says);
        QVERIFY2(call.err.contains(says) || call.out.contains(says), (call.out + call.err).constData());
        const QByteArray found = run({u"check"_s, file}).out;
        QFETCH(const QByteArray, codes);
        QCOMPARE(found.count("T1"), codes.isEmpty() ? 0 : 1);
    }
};

QTEST_GUILESS_MAIN(TestCliField)
#include "tst_clifield.moc"
