// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findingtable.h"

using namespace Pullcord;
using namespace Pullcord::FindingTable;
using namespace Qt::StringLiterals;

/// Pairs of similar conversations, of which only one has a finding. They differ in the stream, the end, or the declared
/// capabilities.
class TestFindingsRelatives : public QObject
{
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }

    void finds_data();
    void finds() { compareRow(); }

    void missesNothingInAnExcerpt();
    void holdsNoUnknownResultAgainstTheSchema();
    void checksTheResultOfATask();
    void quotesThePanic();
    void saysWhyNoAnswerCame();
};

namespace {

const QByteArrayList CallInStream{"10 > exchange=7 request 1 tools/call"};

QByteArray httpEnd(const QByteArray &at, const QByteArray &exchange, const QByteArray &more)
{
    return at + R"( http {"step":"end","exchange":)" + exchange + ',' + more + '}';
}

void addQuestionRelatives()
{
    const auto asked = [](const QByteArray &exchange, const QByteArray &method) {
        return CallInStream +
               QByteArrayList{"15 < exchange=" + exchange + " request 5 " + method, "20 > exchange=8 cancel 1"} + Later;
    };
    addRow("C09 in the stream of the request", LegacyHttp, asked("7", "elicitation/create"), "C16:info C09:warning");
    addRow("C09 not in a stream of no request", LegacyHttp, asked("3", "elicitation/create"), "C16:info");
    const QByteArrayList unknown{"10 > request 1 tools/call", "15 < request 5 elicitation/create", "20 > cancel 1"};
    addRow("C09 not where it is P10", "2025-03-26 stdio", unknown + Later, "P10:warning C16:info");
    addRow("C09 of what there is", "2025-06-18 stdio", unknown + Later, "C16:info C09:warning");
}

void addRefusalRelatives()
{
    const auto refused = [](const QByteArray &exchange, const QByteArray &status) {
        return QByteArrayList{"30 http < {\"step\":\"response\",\"exchange\":" + exchange + ",\"status\":" + status +
                                  '}',
                              httpEnd("31", exchange,
                                      R"("how":"complete","notAccepted":"notifications/cancelled","cancels":"1",)"
                                      R"("reason":"HTTP )" +
                                          status + '"')};
    };
    const QByteArrayList cancelled = CallInStream + QByteArrayList{"20 > exchange=8 cancel 1"};
    const QByteArrayList again{"200 > exchange=9 cancel 1"};
    const QByteArrayList later{"2500 > exchange=11 request 99 ping", "2501 < exchange=11 result 99"};
    addRow("C13 for want of a token", LegacyHttp, cancelled + refused("8", "401") + later, "C13:warning");
    addRow("C13 not where it is sent again with one", LegacyHttp, cancelled + refused("8", "401") + again + later,
           "C16:info");
    addRow("C13 where it is sent again for another reason", LegacyHttp, cancelled + refused("8", "400") + again + later,
           "C13:warning C16:info");
    addRow("C23 where nobody refused the first", LegacyHttp, cancelled + again + later, "C23:warning C16:info");
    const QByteArrayList late{"300 < exchange=7 result 1"};
    addRow("C01 of a cancel that is sent again", LegacyHttp, cancelled + refused("8", "401") + again + late,
           "C01:warning");
    const QByteArray closed = httpEnd("6000", "7", R"("how":"closed","requests":["1"])");
    addRow("C11 and no C13", LegacyHttp, cancelled + QByteArrayList{closed}, "C16:info C11:warning");
    addRow("C13 and no C11", LegacyHttp, cancelled + refused("8", "400") + QByteArrayList{closed}, "C13:warning");
}

void addStreamRelatives()
{
    const QByteArrayList cancelled =
        CallInStream + QByteArrayList{"20 > exchange=8 cancel 1", httpEnd("21", "8", R"("how":"complete")")};
    const QByteArray closed = httpEnd("9001", "7", R"("how":"closed","requests":["1"])");
    addRow("C11 open until the client leaves", LegacyHttp, cancelled + QByteArrayList{"9000 closing", closed},
           "C16:info C11:warning");
    addRow("C11 not where it leaves soon", LegacyHttp, cancelled + QByteArrayList{"900 closing", "901 closed"}, "");
    addRow("C11 not where its own stream had ended before", LegacyHttp,
           CallInStream + QByteArrayList{httpEnd("15", "7", R"("how":"complete","requests":["1"])"),
                                         "20 > exchange=8 cancel 1", "9000 closing", "9001 closed"},
           "C16:info");
    addRow("C11 open at the end of the file", LegacyHttp,
           cancelled + QByteArrayList{"9000 > exchange=9 request 2 ping", "9001 < exchange=9 result 2"},
           "C16:info C11:warning");
    addRow("C11 not where it had ended", LegacyHttp,
           cancelled +
               QByteArrayList{httpEnd("30", "7", R"("how":"complete","requests":["1"],"ends":"lost")"), "9000 closing"},
           "C16:info");
    addRow("C11 not where the server may take it up again", LegacyHttp,
           cancelled + QByteArrayList{httpEnd("30", "7", R"("how":"complete","requests":["1"])"), "9000 closing"},
           "C16:info");
    addRow("C11 not where no end is recorded", LegacyHttp,
           CallInStream + QByteArrayList{"20 > exchange=8 cancel 1", "9000 closing"}, "C16:info");
    const QByteArrayList answered = CallInStream + QByteArrayList{"20 < exchange=7 result 1"};
    addRow("P07 in another stream, at once", LegacyHttp, answered + QByteArrayList{"22 < exchange=3 progress 1 1"}, "");
    addRow("P07 in another stream", LegacyHttp, answered + QByteArrayList{"40 < exchange=3 progress 1 1"},
           "P07:warning");
    addRow("P07 in its stream, at once", LegacyHttp, answered + QByteArrayList{"22 < exchange=7 progress 1 1"},
           "P07:warning");
    const QByteArrayList told{"10 > exchange=4 notify notifications/roots/list_changed"};
    const QByteArray status = R"(11 http < {"exchange":4,"step":"response","status":)";
    const QByteArray answer = R"(12 < exchange=4 {"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"no"}})";
    addRow("P06 in its exchange", LegacyHttp, told + QByteArrayList{status + "200}", answer}, "P06:error");
    addRow("P06 not where it was refused", LegacyHttp, told + QByteArrayList{status + "400}", answer}, "");
}

void addUnansweredRelatives()
{
    const QByteArray exits = R"(500 exited {"exitCode":3})";
    const QByteArray closed = R"(501 closed {"reason":"it ended"})";
    addRow("P18 of a server that died", Legacy, Call + QByteArrayList{exits, closed}, "P18:warning");
    addRow("P18 not of one that was stopped", Legacy, Call + QByteArrayList{"499 closing", exits, closed},
           "C32:warning");
    addRow("P18 not of what was cancelled", Legacy, Call + QByteArrayList{"20 > cancel 1", "20000 closing", exits},
           "C16:info");
    addRow("P18 not of what a server asked that died", Legacy,
           QByteArrayList{"10 < request 5 roots/list", exits, closed}, "");
    addRow("P18 not of what it had asked for long", Legacy,
           QByteArrayList{"10 < request 5 roots/list", R"(12000 exited {"signal":"SIGKILL"})", "12001 closed"}, "");
    addRow("P18 of what it had asked for long, as the client leaves", Legacy,
           QByteArrayList{"10 < request 5 roots/list", "12000 closing", "12001 closed"}, "P18:warning");
    addRow("P18 not beside C09", Legacy,
           Call + QByteArrayList{"15 < request 5 sampling/createMessage", "20 > cancel 1", "14000 closing",
                                 "14001 closed"},
           "C16:info C09:warning");
    const QByteArray sse = "2024-11-05 http+sse";
    addRow("P18 of the one stream", sse, CallInStream + QByteArrayList{R"(500 closed {"reason":"it broke"})"},
           "P18:warning");
    addRow("P18 not where the client left", sse, CallInStream + QByteArrayList{"499 closing", "500 closed"},
           "C32:warning");
    addRow("P18 not where the client gave up", LegacyHttp,
           CallInStream +
               QByteArrayList{httpEnd("500", "7", R"("how":"broken","gaveUp":true,"requests":["1"],"ends":"lost")")},
           "");
    const auto ended = [](const QByteArray &how) {
        return QByteArrayList{httpEnd("500", "7", "\"how\":\"" + how + R"(","requests":["1"],"ends":"lost")")};
    };
    for (const QByteArray &kind : {LegacyHttp, ModernHttp}) {
        for (const char *how : {"complete", "broken"})
            QTest::addRow("P18 of a stream, %s, %s", how, kind.constData())
                << kind << CallInStream + ended(how) << "P18:warning"_ba;
    }
    addRow("P18 not of a stream that goes on in another", LegacyHttp,
           CallInStream +
               QByteArrayList{httpEnd("500", "7", R"("how":"complete","requests":["1"])"), "900 < exchange=8 result 1"},
           "");
    const QByteArrayList withId =
        CallInStream + QByteArrayList{R"(20 stream < {"exchange":7,"what":"event","id":"e1"})"} + ended("complete");
    const QByteArrayList goesOn{"11000 > exchange=9 request 2 ping", "11001 < exchange=9 result 2"};
    addRow("P18 of a stream that nobody took up", LegacyHttp, withId + goesOn, "P18:warning");
    addRow("P18 of one until the end", LegacyHttp, withId + QByteArrayList{"3000 closing", "3001 closed"},
           "P18:warning");
    addRow("P18 not where nobody has had the time", LegacyHttp, withId + QByteArrayList{"600 closing", "601 closed"},
           "");
    addRow("P18 not of a stream that was taken up", LegacyHttp,
           withId + QByteArrayList{"900 < exchange=8 result 1"} + goesOn, "P04:error");
    const QByteArrayList otherType = Call + QByteArrayList{"20 > cancel \"1\"", "5000 closing", "5001 closed"};
    addRow("C24 and no C32", Legacy, otherType, "C24:error");
    addRow("C32 and no C24", Legacy, Call + QByteArrayList{"5000 closing", "5001 closed"}, "C32:warning");
}

void addToolRelatives()
{
    const auto listed = [](const QByteArray &at, const QByteArray &id, const QByteArray &header) {
        return QByteArrayList{at + " > exchange=" + id + " request " + id + " tools/list",
                              at + ".5 < exchange=" + id + " result " + id +
                                  R"( {"tools":[{"name":"t","inputSchema":{"type":"object","properties":)"
                                  R"({"r":{"type":"string","x-mcp-header":")" +
                                  header + R"("}}}}]})"};
    };
    addRow("P17 of a tool that became bad", ModernHttp, listed("10", "2", "A") + listed("20", "3", "a b"),
           "P20:info P17:error");
    addRow("P17 once", ModernHttp, listed("10", "2", "a b") + listed("20", "3", "a b") + listed("30", "4", "a c"),
           "P17:error P20:info");
    addRow("P17 not of one that became another", ModernHttp, listed("10", "2", "A") + listed("20", "3", "B"),
           "P20:info");
    const auto called = [&](const QByteArray &arguments, const QByteArray &header) {
        const QByteArray name = header.isEmpty() ? "" : R"(,{"name":"mcp-param-a","value":")" + header + "\"}";
        return QByteArrayList{R"(9 http > {"exchange":1,"step":"request","method":"POST","headers":[]})"} +
               listed("10", "2", "A") +
               QByteArrayList{
                   R"(20 http > {"exchange":5,"step":"request","method":"POST","headers":[{"name":"MCP-Protocol-Version",)"
                   R"("value":"2026-07-28"},{"name":"Mcp-Method","value":"tools/call"},{"name":"Mcp-Name","value":"t"})" +
                       name + "]}",
                   R"(20 > exchange=5 request 5 tools/call {"name":"t","arguments":)" + arguments + '}',
                   "21 < exchange=5 result 5"};
    };
    addRow("P14 of an argument that is not there", ModernHttp, called("{}", "eu"), "P14:error");
    addRow("P14 of null", ModernHttp, called(R"({"r":null})", "null"), "P14:error");
    addRow("P14 not without a header", ModernHttp, called("{}", ""), "");
    addRow("P14 not with the argument", ModernHttp, called(R"({"r":"eu"})", "eu"), "");
}

/// A call that became a task whose result has that content; `isModern` selects the extension.
QByteArrayList taskWith(const QByteArray &content, bool isModern)
{
    const QByteArray schema = R"({"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]})";
    const QByteArrayList listed{
        "10 > request 2 tools/list",
        R"(11 < result 2 {"tools":[{"name":"t","inputSchema":{"type":"object"},"outputSchema":)" + schema + "}]}"};
    if (!isModern)
        return listed + QByteArrayList{R"(20 > request 3 tools/call {"name":"t","task":{}})",
                                       R"(21 < result 3 {"task":{"taskId":"k","status":"working"}})",
                                       R"(30 > request 4 tasks/result {"taskId":"k"})",
                                       R"(31 < result 4 {"content":[],"structuredContent":)" + content + '}'};
    return listed +
           QByteArrayList{
               R"(20 > request 3 tools/call {"name":"t"})",
               R"(21 < result 3 {"resultType":"task","taskId":"k","status":"working"})",
               R"(30 > request 4 tasks/get {"taskId":"k"})",
               R"(31 < result 4 {"taskId":"k","status":"completed","result":{"content":[],"structuredContent":)" +
                   content + "}}"};
}

void addSubscriptionRelatives()
{
    const auto updated = [](const QByteArray &uri) {
        const QByteArray id = R"("_meta":{"io.modelcontextprotocol/subscriptionId":5}})";
        return QByteArrayList{
            R"(10 > request 5 subscriptions/listen {"notifications":{"resourceSubscriptions":["a:b/","x:y?q"]}})",
            R"(11 < notify notifications/subscriptions/acknowledged {"notifications":{},)" + id,
            R"(20 < notify notifications/resources/updated {"uri":")" + uri + R"(",)" + id};
    };
    addRow("P09 of another resource", Modern, updated("z:z"), "P09:error");
    addRow("P09 of one that only begins alike", Modern, updated("a:bc"), "P09:error");
    for (const char *uri : {"a:b/", "a:b/c", "x:y", "x:y/z"})
        QTest::addRow("P09 not of %s", uri) << Modern << updated(uri) << ""_ba;
}

/// A new connection, because the script already has a handshake.
QByteArrayList beginning(const QByteArray &connection, const QByteArrayList &lines)
{
    QByteArrayList all{R"(100 opening {"c":)" + connection + R"(,"transport":"stdio"})"};
    for (const QByteArray &line : lines)
        all << QByteArray(line).replace("%", "connection=" + connection);
    return all;
}

void addEarlyRelatives()
{
    const QByteArrayList handshake{R"(110 > % request 1 initialize {"protocolVersion":"2025-11-25"})",
                                   R"(111 < % result 1 {"protocolVersion":"2025-11-25"})",
                                   "112 > % notify notifications/initialized"};
    const auto early = [&](const QByteArray &method) {
        return beginning("1", QByteArrayList{"101 > % request 5 " + method, "102 < % result 5"} + handshake);
    };
    addRow("P08 before initialize", Legacy, early("tools/list"), "P08:warning");
    addRow("P08 not of a ping", Legacy, early("ping"), "");
    addRow("P08 not of server/discover", Legacy, early("server/discover"), "");
    // P13 needs no initialize, which the modern era does not have.
    addRow("P08 not of the newer era", Legacy,
           early(R"(tools/list {"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
                 R"("io.modelcontextprotocol/clientCapabilities":{}}})"),
           "P13:error");
    const QByteArrayList never = beginning("1", {"101 > % request 5 tools/list", "102 < % result 5"});
    addRow("P08 where no initialize comes", Legacy, never, "P08:warning");
    addRow("P08 not where another has told the era", Legacy,
           never + QByteArrayList{R"(103 dialect {"c":1,"name":"mcp-legacy"})"}, "");
    addRow("P08 not of a ping alone", Legacy, beginning("1", {"101 > % request 5 ping", "102 < % result 5"}), "");
    addRow("P08 of a person", Legacy, beginning("1", {"101 > % byhand request 5 tools/list", "102 < % result 5"}),
           "P08:info");
    const auto asked = [&](const QByteArray &method) {
        return beginning("1", QByteArrayList{"101 < % request 5 " + method, "102 > % result 5"} + handshake);
    };
    addRow("P08 of a server before initialize", Legacy, asked("roots/list"), "P08:warning");
    addRow("P08 not of its ping", Legacy, asked("ping"), "");
    addRow("P08 not of its log", Legacy,
           beginning("1",
                     QByteArrayList{R"(101 < % notify notifications/message {"level":"info","data":"x"})"} + handshake),
           "");
    QByteArrayList midway = early("tools/list");
    midway.removeFirst();
    addRow("P08 not where the beginning is not recorded", Legacy, midway, "");
}

void addExtensionRelatives()
{
    const auto answered = [](const QByteArray &clients, const QByteArray &servers) {
        const QByteArray meta = R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
                                R"("io.modelcontextprotocol/clientCapabilities":{"extensions":{)" +
                                clients + "}}}}";
        return QByteArrayList{
            "10 > request 1 server/discover",
            R"(11 < result 1 {"supportedVersions":["2026-07-28"],"capabilities":{"extensions":{)" + servers + "}}}",
            "20 > request 2 tools/call {" + meta, R"(21 < result 2 {"resultType":"com.example/foo"})"};
    };
    const QByteArray foo = R"("com.example/foo":{})";
    addRow("P13 not of an extension of both", Modern, answered(foo, foo), "");
    addRow("P13 of one of the client's alone", Modern, answered(foo, ""), "P13:error");
    addRow("P13 of one of the server's alone", Modern, answered("", foo), "P13:error");
    const QByteArray tasks = R"("io.modelcontextprotocol/tasks":{})";
    addRow("P13 where both have only what is known", Modern, answered(tasks, tasks), "P13:error");
}

} // namespace

void TestFindingsRelatives::finds_data()
{
    addColumns();
    addQuestionRelatives();
    addRefusalRelatives();
    addStreamRelatives();
    addUnansweredRelatives();
    addToolRelatives();
    addSubscriptionRelatives();
    addEarlyRelatives();
    addExtensionRelatives();
}

/// A message missing from an excerpt may have been in the original.
void TestFindingsRelatives::missesNothingInAnExcerpt()
{
    FindingScript script;
    script.m_hasHandshake = false;
    const QByteArrayList never{R"(0 opening {"transport":"stdio"})", "1 > request 5 tools/list", "2 < result 5",
                               "3 closed"};
    QCOMPARE(script.run(never)->codes(), "P08:warning");
    script.m_isExcerpt = true;
    QCOMPARE(script.run(never)->codes(), "");
}

void TestFindingsRelatives::holdsNoUnknownResultAgainstTheSchema()
{
    FindingScript script = FindingScript::named(Modern);
    script.m_schemas = Findings::Schemas::Checked;
    const auto lines = [](const QByteArray &declared) {
        return QByteArrayList{
            R"(20 > {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"t","_meta":{)"
            R"("io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":)"
            R"({"extensions":{)" +
                declared + "}}}}}",
            R"(21 < {"jsonrpc":"2.0","id":2,"result":{"resultType":"com.example/foo"}})"};
    };
    const auto unknown = script.run(lines(R"("com.example/foo":{})"));
    QVERIFY2(!unknown->codes().contains("P11") && !unknown->codes().contains("P13"), unknown->codes().constData());
    QCOMPARE(unknown->findings->unchecked().undecided, 1);
    const auto none = script.run(lines(""));
    QCOMPARE(none->codes(), "P13:error"); // no schema describes it
    QCOMPARE(none->findings->unchecked().undecided, 0);
}

void TestFindingsRelatives::checksTheResultOfATask()
{
    for (const QByteArray &kind : {Legacy, Modern}) {
        FindingScript script = FindingScript::named(kind);
        script.m_schemas = Findings::Schemas::Checked;
        const auto bad = script.run(taskWith(R"({"n":"x"})", kind == Modern));
        QVERIFY2(bad->codes().contains("P12:error"), bad->codes().constData());
        QCOMPARE(bad->first(FindingCode::P12).events.size(), 3);
        QVERIFY(QString(bad->first(FindingCode::P12).sentence).startsWith(u"The structured content of t does not"_s));
        const auto good = script.run(taskWith(R"({"n":1})", kind == Modern));
        QVERIFY2(!good->codes().contains("P12"), good->codes().constData());
    }
}

void TestFindingsRelatives::quotesThePanic()
{
    const auto said = [](const QByteArray &text) -> QString {
        return FindingScript::named(Legacy)
            .run({"20 > cancel 77", R"(30 stderr {"s":")" + text + "\"}"})
            ->first(FindingCode::C14)
            .sentence;
    };
    QVERIFY(said(R"(panic: no such id\n\ngoroutine 1 [running]:\nmain.main()\n)").endsWith(u": panic: no such id"_s));
    QVERIFY(said(R"(node:events:1\n\nTypeError: no such id\n    at f (/a.js:1:2)\n)")
                .endsWith(u": TypeError: no such id"_s));
    QVERIFY(said(R"(Traceback (most recent call last):\n  File \"a\", line 1\nKeyError: 77\n)")
                .endsWith(u": KeyError: 77"_s));
}

void TestFindingsRelatives::saysWhyNoAnswerCame()
{
    const auto said = [](const QByteArray &kind, const QByteArrayList &lines) -> QString {
        return FindingScript::named(kind).run(lines)->first(FindingCode::P18).sentence;
    };
    QCOMPARE(said(Legacy, Call + QByteArrayList{R"(510 exited {"exitCode":3})", "510 closed"}),
             u"The request 1 got no response: the server process exited after 500 ms"_s);
    const QByteArray more = R"(,"requests":["1"],"ends":"lost")";
    QCOMPARE(said(ModernHttp, CallInStream + QByteArrayList{httpEnd("510", "7", R"("how":"complete")" + more)}),
             u"The request 1 got no response: the server ended its stream after 500 ms"_s);
    QCOMPARE(said(ModernHttp, CallInStream + QByteArrayList{httpEnd("510", "7", R"("how":"broken")" + more)}),
             u"The request 1 got no response: its stream broke after 500 ms"_s);
}

QTEST_GUILESS_MAIN(TestFindingsRelatives)
#include "tst_findingsrelatives.moc"
