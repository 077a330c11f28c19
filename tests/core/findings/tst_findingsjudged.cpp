// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findingtable.h"

using namespace Pullcord;
using namespace Pullcord::FindingTable;
using namespace Qt::StringLiterals;

/// Verdicts that were once wrong, each paired with a similar case.
class TestFindingsJudged : public QObject
{
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }
    void finds_data();
    void finds() { compareRow(); }
    /// These scripts have their own handshake, so that no other round trip is known.
    void findsByTheTrip_data();
    void findsByTheTrip();
    void saysWhatProvesTheOrder();
    /// In an excerpt, or a recording that started late, the request may be missing.
    void blamesNoCancelForWhatBeganBefore();
    /// The text on Streamable HTTP allows errors that the schemas up to 2025-06-18 do not.
    void allowsErrorsWithoutIdOverHttp();
    /// Every finding is Info if directions were guessed.
    void accusesNobodyByAGuess();
    /// 42 and 42.0 are the same number, in a header and in the definition of a tool.
    void comparesNumbersByValue_data();
    void comparesNumbersByValue();
    void comparesDefinitionsByValue();
    /// Default reasons of known clients.
    void knowsReasons_data();
    void knowsReasons();
};

namespace {

const QByteArrayList Cancelled = Call + QByteArrayList{"20 > cancel 1"};

/// On an ordered stream, a message before the response to anything sent after the cancellation may have crossed it.
void addOrderRows()
{
    const QByteArrayList pinged = Cancelled + QByteArrayList{"21 > request 2 ping"};
    addRow("C06 before the pong", Legacy, pinged + QByteArrayList{"60 < progress 1 1", "71 < result 2"}, "C06:info~");
    addRow("C06 behind the pong", Legacy, pinged + QByteArrayList{"40 < result 2", "60 < progress 1 1"}, "C06:warning");
    addRow("C06 on both sides of the pong", Legacy,
           pinged + QByteArrayList{"30 < progress 1 1", "40 < result 2", "60 < progress 1 2"}, "C06:warning*2");
    addRow("C06 before the pong, again and again", Legacy,
           pinged + QByteArrayList{"30 < progress 1 1", "40 < progress 1 2", "50 < result 2"}, "C06:info*2~");
    addRow("C06 and no pong", Legacy, pinged + QByteArrayList{"60 < progress 1 1", "500 closed"}, "C06:warning");
    addRow("C06 before a pong that was asked for later", Legacy,
           Cancelled + QByteArrayList{"60 < progress 1 1", "61 > request 2 ping", "90 < result 2"}, "C06:warning");
    addRow("C06 before the pong of a ping before the cancel", Legacy,
           QByteArrayList{"9 > request 2 ping"} + Cancelled + QByteArrayList{"60 < progress 1 1", "71 < result 2"},
           "C06:warning");
    addRow("C01 before the response to a call", Legacy,
           Cancelled + QByteArrayList{"21 > request 2 tools/call", "24 < result 1", "60 < result 2"}, "C01:warning");
    addRow("C01 of 2026-07-28, before the response to a call", Modern,
           Cancelled + QByteArrayList{"21 > request 2 tools/call", "24 < result 1", "60 < result 2"}, "C01:info~");
    addRow("C01 of 2026-07-28, before the response to a call that is at work", Modern,
           Cancelled + QByteArrayList{"21 > request 2 tools/call", "60 < result 1", "1100 < result 2"}, "C01:error");
    addRow("C01 before an error", Legacy,
           Cancelled + QByteArrayList{"21 > request 2 ping", "26 < result 1", "60 < error 2 -32601 no"}, "C01:info~");
    addRow("C01 before a late pong", Legacy,
           Cancelled + QByteArrayList{"21 > request 2 ping", "22 > cancel 2", "26 < result 1", "60 < result 2"},
           "C01:info~ C01:warning");
    addRow("C05 before the pong", Legacy, pinged + QByteArrayList{"26 < error 1 7 Oops", "40 < result 2"}, "C05:info~");
    addRow("C02 before the pong, which names the cancel", Legacy,
           pinged + QByteArrayList{"26 < error 1 -32800 cancelled", "40 < result 2"}, "C02:warning");
    addRow("C01 of 2026-07-28", Modern,
           Cancelled + QByteArrayList{"21 > request 2 server/discover", "60 < result 1", "71 < result 2"}, "C01:info~");
    addRow("C01 of 2026-07-28, behind it", Modern,
           Cancelled + QByteArrayList{"21 > request 2 server/discover", "23 < result 2", "60 < result 1"}, "C01:error");
    addRow("C01 of the client", Legacy,
           {"10 < request 1 sampling/createMessage", "20 < cancel 1", "21 < request 2 ping", "60 > result 1",
            "71 > result 2"},
           "C01:info~");
    addRow("C06 of two", Legacy,
           {"10 > request 1 tools/call", "11 > request 2 tools/call", "20 > cancel 1", "21 > cancel 2",
            "22 > request 3 ping", "40 < progress 1 1", "41 < progress 2 1", "50 < result 3", "60 < progress 2 2"},
           "C06:info~ C06:warning*2");
    addRow("C06 over HTTP: no order", LegacyHttp,
           Cancelled + QByteArrayList{"21 > request 2 ping", "60 < progress 1 1", "71 < result 2"}, "C06:warning");
}

/// If no round trip was ever that short, not even a text about the cancellation proves that it was read.
void addTripRows()
{
    const auto row = [](const char *name, const QByteArray &trip, const QByteArrayList &lines,
                        const QByteArray &found) {
        QTest::newRow(name) << Legacy
                            << QByteArrayList{"0 > request 0 initialize {}",
                                              R"(900 < result 0 {"protocolVersion":"2025-11-25"})",
                                              "900 > notify notifications/initialized", "1000 > request 5 tools/list",
                                              trip + " < result 5 {\"tools\":[]}"} +
                                   lines
                            << found;
    };
    const QByteArray told = R"( < result 1 {"content":[{"type":"text","text":"Request cancelled"}],"isError":true})";
    const QByteArrayList cancelled{"3000 > request 1 tools/call", "3500 > cancel 1"};
    row("C04 before the cancel can have come", "1160", cancelled + QByteArrayList{"3502" + told}, "C04:info~");
    row("C04 when the cancel can have come", "1160", cancelled + QByteArrayList{"3665" + told}, "C04:warning");
    row("C04 at once where the way is short", "1002", cancelled + QByteArrayList{"3502" + told}, "C04:warning");
    row("C03 before the cancel can have come", "1160", cancelled + QByteArrayList{"3502 < error 1 0 Request cancelled"},
        "C03:info~");
    row("C02 before the cancel can have come", "1160", cancelled + QByteArrayList{"3502 < error 1 -32800 x"},
        "C02:info~");
    row("C01 before the cancel can have come", "1160", cancelled + QByteArrayList{"3502 < result 1"}, "C01:info~");
    row("C01 when the cancel can have come", "1160", cancelled + QByteArrayList{"3665 < result 1"}, "C01:warning");
    row("C04 where a shorter way shows later", "1160",
        cancelled + QByteArrayList{"3520" + told, "4000 > request 6 ping", "4001 < result 6"}, "C04:warning");
}

/// Over HTTP each message has its own exchange, so only a response to the cancellation's own exchange counts.
void addExchangeRows()
{
    const auto http = [](const QByteArray &ms, const QByteArray &exchange, const QByteArray &step) {
        return ms + R"( http {"exchange":)" + exchange + R"(,"step":")" + step + R"(","status":202})";
    };
    const QByteArrayList cancelled{"10 > exchange=4 request 1 tools/call", http("20", "5", "request"),
                                   "20 > exchange=5 cancel 1"};
    const QByteArrayList pinging{http("21", "6", "request"), "21 > exchange=6 request 2 ping"};
    const QByteArrayList both{http("20", "5", "request"), http("20", "6", "request"), "20 > exchange=5 cancel 1",
                              "21 > exchange=6 request 2 ping"};
    const QByteArrayList late{"100 < exchange=4 result 1"};
    const QByteArrayList accepted{http("200", "5", "response")};
    const QByteArrayList pong{"210 < exchange=6 result 2"};
    addRow("C01 while another POST is under way too", LegacyHttp, cancelled + pinging + late + accepted + pong,
           "C01:info~");
    addRow("C01 while another POST has begun before the cancel's message", LegacyHttp,
           cancelled.first(1) + both + late + accepted + pong, "C01:info~");
    addRow("C01 behind the response to the cancel, the ping under way", LegacyHttp,
           cancelled + pinging + QByteArrayList{http("30", "5", "response")} + late + pong, "C01:warning");
    addRow("C06 while another POST is under way too", LegacyHttp,
           cancelled + pinging + QByteArrayList{"100 < exchange=4 progress 1 1"} + accepted + pong, "C06:info~");
    addRow("C06 behind the response to the cancel", LegacyHttp,
           cancelled + pinging + QByteArrayList{http("30", "5", "response"), "100 < exchange=4 progress 1 1"} + pong,
           "C06:warning");
    addRow("C10 not over HTTP: a ping proves no order", LegacyHttp,
           cancelled + pinging + QByteArrayList{http("30", "5", "response")} + late +
               QByteArrayList{"101 < exchange=6 result 2"},
           "C01:warning");
    QByteArrayList many = cancelled;
    for (int exchange = 7; exchange < 60; ++exchange)
        many << http("22", QByteArray::number(exchange), "request");
    addRow("C01 while many POSTs are under way", LegacyHttp, many + late + accepted, "C01:info~");
}

/// The two pipes of a server are read in turn, so their relative order proves nothing.
void addClosingRows()
{
    const QByteArrayList bad =
        Call + QByteArrayList{"15 < result 1", "20 > cancel 77", "21 > request 2 ping", "22 < result 2", "23 closing"};
    const QByteArray trace = R"( stderr {"s":"KeyError: 77"})";
    addRow("C14 right behind closing", Legacy, bad + QByteArrayList{"23.025" + trace}, "C21:error C14:warning");
    addRow("C14 not long behind closing", Legacy, bad + QByteArrayList{"40" + trace}, "C21:error");
    addRow("C14 before closing", Legacy, bad.first(5) + QByteArrayList{"22.9" + trace, "23 closing"},
           "C21:error C14:warning");
}

/// Behavior that also occurs without a cancellation proves nothing about one.
void addBaseRateRows()
{
    const QByteArrayList asked{"8 < request 5 sampling/createMessage", "9 > result 5"};
    const QByteArrayList asks{"500 < request 6 sampling/createMessage", "510 > result 6"};
    addRow("C08", Legacy, Cancelled + asks, "C08:warning");
    addRow("C08 not where it had asked of its own accord", Legacy, asked + Cancelled + asks, "");
    addRow("C08 where it had asked something else of its own accord", Legacy,
           QByteArrayList{"8 < request 5 elicitation/create", "9 > result 5"} + Cancelled + asks, "C08:warning");
    addRow("C08 where it had asked for a call", Legacy,
           QByteArrayList{"7 > request 4 tools/call"} + asked + QByteArrayList{"9.5 < result 4"} + Cancelled + asks,
           "C08:warning");
    const QByteArrayList open = Call + QByteArrayList{"15 < request 6 sampling/createMessage", "20 > cancel 1"} + Later;
    addRow("C09", Legacy, open, "C16:info C09:warning");
    addRow("C09 not where it had asked of its own accord", Legacy, asked + open, "C16:info");
    const QByteArray ofTask =
        R"(15 < request 6 sampling/createMessage {"_meta":{"io.modelcontextprotocol/related-task":{"taskId":"t"}}})";
    addRow("C09 not for a question of a task", Legacy, Call + QByteArrayList{ofTask, "20 > cancel 1"} + Later,
           "C16:info");

    const auto stderrLine = [](const QByteArray &ms, const QByteArray &line) {
        return ms + R"( stderr {"s":")" + line + "\"}";
    };
    const QByteArrayList bad{"20 > cancel 77", stderrLine("21", "KeyError: 77")};
    addRow("C14", Legacy, bad, "C21:error C14:warning");
    addRow("C14 not where it broke so before", Legacy, QByteArrayList{stderrLine("9", "KeyError: 3")} + bad,
           "C21:error");
    addRow("C14 where it broke on something else before", Legacy,
           QByteArrayList{stderrLine("9", "ValueError: 3")} + bad, "C21:error C14:warning");

    const auto failed = [](const QByteArray &ms, const QByteArray &id, const QByteArray &text) {
        return ms + " < result " + id + R"( {"isError":true,"content":[{"type":"text","text":")" + text + "\"}]}";
    };
    const QByteArray call = R"( tools/call {"name":"a"})";
    const QByteArrayList before{"7 > request 3" + call, failed("8", "3", "Request cancelled")};
    const QByteArrayList victim{"10 > request 1" + call, "11 > request 2" + call, "20 > cancel 1",
                                failed("30", "2", "Request cancelled")};
    addRow("C17", Legacy, victim, "C17:warning");
    addRow("C17 not where the tool failed so before", Legacy, before + victim, "");
    addRow("C17 where the tool failed otherwise before", Legacy,
           QByteArrayList{"7 > request 3" + call, failed("8", "3", "Disk is full")} + victim, "C17:warning");
    addRow("C17 where another tool failed so before", Legacy,
           QByteArrayList{R"(7 > request 3 tools/call {"name":"b"})", failed("8", "3", "Request cancelled")} + victim,
           "C17:warning");
}

/// A tool that was silent before, without a cancellation nearby, is silent by itself.
void addSilentRows()
{
    const QByteArray call = R"( tools/call {"name":"a"})";
    const QByteArrayList answered{"7 > request 3" + call, "8 < result 3"};
    const QByteArrayList victim{"10 > request 1" + call, "11 > request 2" + call, "20 > cancel 1",
                                R"(3000 timeout > {"id":"2"})", "3001 > cancel 2"};
    addRow("C17 silent", Legacy, answered + victim, "C16:info C17:warning");
    addRow("C17 not where it was silent before", Legacy,
           QByteArrayList{"1 > request 4" + call, R"(6 timeout > {"id":"4"})", "6 > cancel 4"} + answered + victim,
           "C16:info C16:info");
}

/// Rows on the way in which the server ended, and on the beginning of the recording.
void addOutsideRows()
{
    const auto dies = [](const QByteArray &details) {
        return Cancelled + QByteArrayList{"100 exited " + details, "101 closed"};
    };
    addRow("C15", Legacy, dies(R"({"signal":"SIGSEGV"})"), "C15:error");
    addRow("C15 by SIGKILL", Legacy, dies(R"({"signal":"SIGKILL"})"), "C15:info");
    addRow("C15 by exit code 137", Legacy, dies(R"({"exitCode":137})"), "C15:info");
    addRow("C14 by SIGKILL", Legacy, {"20 > cancel 77", R"(100 exited {"signal":"SIGKILL"})", "101 closed"},
           "C21:error C14:info");
    addRow("C14 by its own fault", Legacy, {"20 > cancel 77", R"(100 exited {"exitCode":1})", "101 closed"},
           "C21:error C14:warning");
}

/// Rules of the revisions on ids, cancellations with an id, and resumed streams.
void addSenderRows()
{
    addRow("P05 in the session", Legacy, Call + QByteArrayList{"20 < result 1", "30 > request 1 ping", "31 < result 1"},
           "P05:error");
    addRow("P05 in 2026-07-28 not behind the response", Modern,
           Call +
               QByteArrayList{"20 < result 1", "30 > request 1 tools/list", "31 < result 1 {\"tools\":[],\"ttlMs\":0}"},
           "");
    addRow("P05 in 2026-07-28 before any response", Modern,
           Cancelled + QByteArrayList{"30 > request 1 tools/call", "31 < result 1"}, "P05:error");
    addRow("P05 in 2026-07-28 not behind a late response", Modern,
           Cancelled + QByteArrayList{"21 < result 1", "30 > request 1 tools/call", "31 < result 1"}, "C01:info~");
    addRow("P05 not in a new session", Legacy,
           {"30 > request 0 initialize {\"protocolVersion\":\"2025-11-25\"}",
            "31 < result 0 {\"protocolVersion\":\"2025-11-25\"}", "32 > notify notifications/initialized",
            "40 > request \"first\" tools/list", "41 < result \"first\" {\"tools\":[]}"},
           "");
    addRow("P05 not of another type", Legacy,
           Call + QByteArrayList{"20 < result 1", "30 > request \"1\" ping", "31 < result \"1\""}, "");
    addRow("P05 not of the other side", Legacy,
           Call + QByteArrayList{"12 < request 1 ping", "13 > result 1", "20 < result 1"}, "");
    addRow("P05 of a string, spelled otherwise", Legacy,
           {"10 > request \"a\" ping", "11 < result \"a\"", "20 > request \"\\u0061\" ping", "21 < result \"\\u0061\""},
           "P05:error");
    addRow("P05 of the server", Legacy,
           {"10 < request 5 ping", "11 > result 5", "20 < request 5 ping", "21 > result 5"}, "P05:error");

    const QByteArray asRequest =
        R"(20 > {"jsonrpc":"2.0","id":9,"method":"notifications/cancelled","params":{"requestId":1,"reason":"x"}})";
    addRow("C26 and no P18", Legacy,
           Call +
               QByteArrayList{asRequest, "30 < result 1", "12000 > request 3 ping", "12001 < result 3", "12002 closed"},
           "C26:error");
    addRow("C26, and P18 of another", Legacy,
           Call + QByteArrayList{asRequest, "30 > request 2 tools/call", "31 < result 1", "12000 > request 3 ping",
                                 "12001 < result 3", "12002 closed"},
           "C26:error P18:warning");

    const QByteArray end = R"( http {"exchange":4,"step":"end","how":"closed","requests":["1"]})";
    const QByteArray resumed =
        R"( http {"exchange":6,"step":"request","method":"GET","headers":[{"name":"Last-Event-ID","value":"e1"}]})";
    const QByteArrayList streaming{"10 > exchange=4 request 1 tools/call",
                                   R"(15 stream {"exchange":4,"type":"event","id":"e1"})", "20" + end};
    addRow("C31", LegacyHttp, streaming + Later, "C31:warning");
    addRow("C31 not where the stream is taken up again", LegacyHttp,
           streaming + QByteArrayList{"300" + resumed, "400 < exchange=6 result 1"} + Later, "");
    addRow("C31 not where it is taken up again later", LegacyHttp,
           streaming + QByteArrayList{"2000" + resumed, "2100 < exchange=6 result 1"} + Later, "");
    addRow("C31 not of a stream that may be left", LegacyHttp,
           {R"(10 > exchange=4 request 1 tasks/result {"taskId":"t"})", "20" + end, "2500 > request 99 ping",
            "2501 < result 99"},
           "");

    const QByteArray ended =
        R"(20 < notify notifications/tasks/status {"taskId":"t","status":"completed","createdAt":"x","lastUpdatedAt":"x","ttl":null})";
    const QByteArray cancels = R"(30 > request 2 tasks/cancel {"taskId":"t"})";
    addRow("C34 where a notification alone told the end", Legacy,
           {ended, cancels, R"(31 < result 2 {"taskId":"t","status":"completed"})"}, "C34:warning");
    addRow("C34 refused with another error", Legacy, {ended, cancels, "31 < error 2 -32603 no"}, "C34:warning");
    addRow("C34 refused as it should be", Legacy, {ended, cancels, "31 < error 2 -32602 no"}, "");
}

} // namespace

void TestFindingsJudged::finds_data()
{
    addColumns();
    addOrderRows();
    addExchangeRows();
    addClosingRows();
    addBaseRateRows();
    addSilentRows();
    addOutsideRows();
    addSenderRows();
}

void TestFindingsJudged::findsByTheTrip_data()
{
    addColumns();
    addTripRows();
}

void TestFindingsJudged::findsByTheTrip()
{
    compareRow([](const QByteArray &kind) {
        FindingScript script = FindingScript::named(kind);
        script.m_hasHandshake = false;
        return script;
    });
}

void TestFindingsJudged::saysWhatProvesTheOrder()
{
    const auto run = FindingScript::named(Legacy).run(
        Cancelled + QByteArrayList{"21 > request 2 ping", "60 < progress 1 1", "71 < result 2"});
    const Finding found = run->first(FindingCode::C06);
    QCOMPARE(found.sentence,
             u"Progress arrived 40.0 ms after the cancellation; the two may have crossed: ping, sent after the "
             "cancellation, got its response only after that"_s);
    QCOMPARE(found.events.last(), run->capture->count() - 1);
}

void TestFindingsJudged::blamesNoCancelForWhatBeganBefore()
{
    FindingScript script = FindingScript::named(Legacy);
    const QByteArrayList lines{"10 > cancel 77"};
    QCOMPARE(script.run(lines)->codes(), "C21:error");
    script.m_isExcerpt = true;
    QCOMPARE(script.run(lines)->codes(), "");
    script.m_isExcerpt = false;
    script.m_hasHandshake = false;
    QCOMPARE(script.run(lines)->codes(), "");
    QCOMPARE(script.run(QByteArrayList{R"(1 opening {"transport":"stdio"})"} + lines)->codes(), "C21:error");
}

void TestFindingsJudged::allowsErrorsWithoutIdOverHttp()
{
    const QByteArrayList refused{R"(10 < {"jsonrpc":"2.0","error":{"code":-32600,"message":"no"}})"};
    const auto codes = [&](const QByteArray &kind, const QByteArrayList &lines) {
        FindingScript script = FindingScript::named(kind);
        script.m_schemas = Findings::Schemas::Checked;
        return script.run(lines)->codes();
    };
    QVERIFY(!codes("2025-06-18 http", refused).contains("P11"));
    QVERIFY(codes("2025-06-18 stdio", refused).contains("P11"));
    const QByteArrayList wrong{R"(10 < {"jsonrpc":"2.0","error":{"code":"x","message":"no"}})"};
    QVERIFY(codes("2025-06-18 http", wrong).contains("P11"));
}

void TestFindingsJudged::accusesNobodyByAGuess()
{
    FindingScript script = FindingScript::named(Legacy);
    const QByteArrayList lines = Cancelled + QByteArrayList{"500 < result 1", "510 < result 1", "600 > cancel 77"};
    QCOMPARE(script.run(lines)->codes(), "C01:warning C19:error C21:error");
    script.m_hasGuessedWays = true;
    const auto run = script.run(lines);
    QCOMPARE(run->codes(), "C01:info C19:info C21:info");
    QVERIFY(run->first(FindingCode::C19)
                .sentence.endsWith(u"; but the file does not give the direction of these messages"_s));
}

void TestFindingsJudged::comparesNumbersByValue_data()
{
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<QByteArray>("argument");
    QTest::addColumn<QByteArray>("found");
    QTest::newRow("the same") << "42"_ba
                              << "42"_ba
                              << ""_ba;
    QTest::newRow("a fraction") << "42.0"_ba
                                << "42"_ba
                                << ""_ba;
    QTest::newRow("an exponent") << "4.2e1"_ba
                                 << "42"_ba
                                 << ""_ba;
    QTest::newRow("another") << "42.5"_ba
                             << "42"_ba
                             << "P14:error"_ba;
    QTest::newRow("no number") << "42x"_ba
                               << "42"_ba
                               << "P14:error"_ba;
    QTest::newRow("a string") << "42.0"_ba
                              << R"("42")"_ba
                              << "P14:error"_ba;
}

void TestFindingsJudged::comparesNumbersByValue()
{
    QFETCH(const QByteArray, header);
    QFETCH(const QByteArray, argument);
    const QByteArray type = argument.startsWith('"') ? "string" : "integer";
    const QByteArray tool = R"({"name":"a","inputSchema":{"type":"object","properties":{"n":{"type":")" + type +
                            R"(","x-mcp-header":"N"}}}})";
    const auto named = [](const QByteArray &name, const QByteArray &value) {
        return R"({"name":")" + name + R"(","value":")" + value + "\"}";
    };
    const QByteArray headers = named("MCP-Protocol-Version", "2026-07-28") + ',' + named("Mcp-Method", "tools/call") +
                               ',' + named("Mcp-Name", "a") + ',' + named("Mcp-Param-N", header);
    const QByteArray lists = named("MCP-Protocol-Version", "2026-07-28") + ',' + named("Mcp-Method", "tools/list");
    const auto post = [](const QByteArray &ms, const QByteArray &exchange, const QByteArray &with) {
        return ms + R"( http > {"exchange":)" + exchange + R"(,"step":"request","method":"POST","headers":[)" + with +
               "]}";
    };
    const auto run =
        FindingScript::named(ModernHttp)
            .run({post("10", "8", lists), "10 > exchange=8 request 1 tools/list",
                  "11 < exchange=8 result 1 {\"tools\":[" + tool + "],\"ttlMs\":0}", post("20", "9", headers),
                  R"(20 > exchange=9 request 2 tools/call {"name":"a","arguments":{"n":)" + argument + "}}",
                  "21 < exchange=9 result 2 {\"content\":[]}"});
    QTEST(run->codes(), "found");
}

void TestFindingsJudged::comparesDefinitionsByValue()
{
    const auto listed = [](const QByteArray &most) {
        const auto list = [](const QByteArray &id, const QByteArray &number) {
            return QByteArrayList{"2" + id + " > request " + id + " tools/list",
                                  "2" + id + " < result " + id +
                                      R"( {"tools":[{"name":"a","inputSchema":{"type":"object","maxProperties":)" +
                                      number + "}}]}"};
        };
        return FindingScript::named(Legacy).run(list("1", "10") + list("2", most))->codes();
    };
    QCOMPARE(listed("10"), "");
    QCOMPARE(listed("1e1"), "");
    QCOMPARE(listed("10.0"), "");
    QCOMPARE(listed("11"), "P20:info");
    QCOMPARE(listed("\"10\""), "P20:info");
}

void TestFindingsJudged::knowsReasons_data()
{
    QTest::addColumn<QByteArray>("reason");
    QTest::addColumn<QString>("who");
    const auto row = [](const QByteArray &reason, const QString &who) {
        QTest::newRow(reason.constData()) << reason << who;
    };
    row("AbortError: remote-cancel", u"the ACP agent of a coding host (AbortError: remote-cancel)"_s);
    row("AbortError: This operation was aborted", u"a JavaScript AbortSignal, as in the TypeScript SDK (AbortError)"_s);
    row("caller cancelled", u"a cancelled Python scope, as in the Python SDK, version 2 (caller cancelled)"_s);
    row("timed out after 5.0s", u"a timeout in the Python SDK, version 2 (timed out after)"_s);
    row("Tool call cancelled by user", u"a user of the official MCP Inspector (Tool call cancelled by user)"_s);
    row("tired", {});
}

void TestFindingsJudged::knowsReasons()
{
    QFETCH(const QByteArray, reason);
    QFETCH(const QString, who);
    const auto run = FindingScript::named(Legacy).run(Call + QByteArrayList{"20 > cancel 1 " + reason});
    QCOMPARE(run->codes(), who.isEmpty() ? "" : "C36:info");
    if (!who.isEmpty())
        QCOMPARE(run->first(FindingCode::C36).sentence, u"Probably cancelled by "_s + who);
}

QTEST_GUILESS_MAIN(TestFindingsJudged)
#include "tst_findingsjudged.moc"
