// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findingtable.h"

#include "core/mcp/catalog/pagereader.h"

using namespace Pullcord;
using namespace Pullcord::FindingTable;
using namespace Qt::StringLiterals;

/// Findings on messages and requests without a cancellation, each paired with a correct variant.
class TestFindingsProtocol : public QObject
{
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }

    void finds_data();
    void finds() { compareRow(); }

    /// An unreadable line in the file is not a fault of either side.
    void accusesNobodyOfTheFile()
    {
        const FindingScript script = FindingScript::named("2025-11-25 stdio");
        const auto capture = *Capture::fromText(script.capture({}) + "this is no event\n", u"script"_s);
        while (capture->readMore(1 << 20))
            ;
        RequestLog log(*capture);
        Findings findings(*capture, log);
        QCOMPARE(capture->eventAt(capture->count() - 1).kind, EventKind::Malformed);
        QCOMPARE(findings.count(), 0);
    }

    /// A legacy server may exit on the probe and be started again. The revision negotiated then is binding.
    void probeMayEndTheServer()
    {
        const QByteArrayList end{R"(20 exited {"exitCode":1})", R"(21 closed {"reason":"ended with exit code 1"})"};
        FindingScript script = FindingScript::named("2025-11-25 stdio");
        QCOMPARE(script.run(QByteArrayList{"10 > request 5 ping"} + end)->codes(), "P18:warning");
        script.m_hasHandshake = false;
        QCOMPARE(script.run(QByteArrayList{"10 > request 1 server/discover"} + end)->codes(), "");
        QCOMPARE(
            script.run(QByteArrayList{"10 > request 1 server/discover", "11 > request 2 initialize"} + end)->codes(),
            "");
        QCOMPARE(script.run(QByteArrayList{"10 > request 1 initialize"} + end)->codes(), "P18:warning");
        QCOMPARE(
            script.run(QByteArrayList{"10 > request 1 server/discover", "11 > request 2 tools/list"} + end)->codes(),
            "P18:warning");
    }

    void saysWhatIsNoJson()
    {
        const FindingScript script = FindingScript::named("2025-11-25 stdio");
        QCOMPARE(
            script.run({R"(20 malformed < {"reason":"expected a value","s":"x"})"})->first(FindingCode::P01).sentence,
            u"The data is not valid JSON: expected a value"_s);
        QCOMPARE(script.run({R"(20 malformed < {"s":"x"})"})->first(FindingCode::P01).sentence,
                 u"The data is not valid JSON"_s);
    }

    void saysWhatCameAfterWhat()
    {
        const auto said = [](const QByteArrayList &lines, FindingCode code) -> QString {
            return FindingScript::named(Legacy).run(Call + lines)->first(code).sentence;
        };
        QCOMPARE(said({"20 < progress 1 7.5", "30 < progress 1 7.50"}, FindingCode::P07),
                 u"Progress did not increase: 7.50 arrived after 7.5"_s);
        QCOMPARE(
            said({R"(20 < {"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":"x"}})"}, FindingCode::P03),
            u"A response has both a result and an error: it is unclear which one is meant"_s);
        QCOMPARE(said({R"(20 < {"jsonrpc":"2.0","id":1})"}, FindingCode::P03),
                 u"A message with an id has no result, no error and no method: it is not a response"_s);
        QCOMPARE(said({R"(20 < {"jsonrpc":"2.0"})"}, FindingCode::P03),
                 u"A message has neither an id nor a method: it is not a request, a notification or a response"_s);
    }

    /// One finding names everything that a message lacks.
    void namesAllThatIsMissing()
    {
        const auto said = [](const QByteArray &params) -> QString {
            return FindingScript::named("2026-07-28 stdio")
                .run({R"(20 > {"jsonrpc":"2.0","id":5,"method":"tools/list")" + params + '}', "30 < result 5"})
                ->first(FindingCode::P13)
                .sentence;
        };
        const QString both =
            u"neither io.modelcontextprotocol/protocolVersion nor io.modelcontextprotocol/clientCapabilities"_s;
        QCOMPARE(said({}), u"The request has no _meta, so it has "_s + both);
        QCOMPARE(said(R"(,"params":{"_meta":{}})"), u"The _meta of the request has "_s + both);
        QCOMPARE(said(R"(,"params":{"_meta":{"io.modelcontextprotocol/clientCapabilities":{}}})"),
                 u"The _meta of the request has no io.modelcontextprotocol/protocolVersion"_s);
    }

    void goesByHandshake()
    {
        FindingScript script = FindingScript::named("2025-11-25 stdio");
        script.m_hasHandshake = false;
        const QByteArray begin = "0 > request 0 initialize {}";
        const QByteArray agreed = R"(5 < result 0 {"protocolVersion":"2025-11-25"})";
        const QByteArray told = "6 > notify notifications/initialized";
        const QByteArray list = " > request 1 tools/list";
        const QByteArray roots = " < request 7 roots/list";
        QCOMPARE(script.run({begin, agreed, told, "7" + list, "7 < result 1", "8" + roots, "9 > result 7"})->codes(),
                 "");
        QCOMPARE(script.run({begin, "1" + list, agreed, told, "7 < result 1"})->codes(), "P08:warning");
        QCOMPARE(script.run({begin, "1 > request 1 ping", "2 < result 1", agreed, told})->codes(), "");
        QCOMPARE(script.run({begin, "2 < error 0 -32602 no", "3" + list, "4 < result 1"})->codes(), "P08:warning");
        QCOMPARE(script.run({begin, agreed, "5" + roots, told, "9 > result 7"})->codes(), "P08:warning");
        const QByteArrayList untold{begin, agreed, "7" + list, "7 < result 1"};
        const QByteArrayList again{"8 > request 2 prompts/list", "8 < result 2"};
        QCOMPARE(script.run(untold)->codes(), "P08:warning");
        QCOMPARE(script.run(untold + again)->codes(), "P08:warning*2");
        QCOMPARE(script.run(untold + QByteArrayList{told} + again)->codes(), "P08:warning");
        QCOMPARE(script.run({begin, agreed, "7 > request 1 ping", "7 < result 1", told})->codes(), "");
        QCOMPARE(script.run({"7" + list, "7 < result 1"})->codes(), ""); // the recording started late
    }
};

namespace {

/// JSON on standard output that is not a message is one finding, whatever its type.
void addLoggedRows()
{
    const QByteArray pino = R"( < {"level":30,"time":1760000000000,"pid":7,"msg":"listening"})";
    addRow("P01 of a logger", Legacy, {"20" + pino, "21" + pino}, "P01:error*2");
    const QByteArray access = R"( < {"level":"info","id":"req-1","method":"GET","path":"/"})";
    addRow("P01 of an access log", Legacy, {"20" + access, "21" + access}, "P01:error*2");
    addRow("P02 not P01, of a request without the version", Legacy,
           {R"(20 < {"id":"req-1","method":"roots/list"})", R"(21 > result "req-1" {"roots":[]})"}, "P02:error");
    addRow("P01 of a logger, and whatever else", Legacy,
           {"20" + pino, R"(21 < ["a","b"])", R"(22 < "started")", "23 < 42", "24 < true", "25 < null", "26 < {}",
            "27 < []"},
           "P01:error*8");
    addRow("P01 of a logger with an id", Legacy, {R"(20 < {"level":30,"id":"request-7","msg":"done"})"}, "P01:error");
    addRow("P02 not of what may be a response", Legacy,
           Call + QByteArrayList{R"(20 < {"id":1,"tools":[]})", "30 < result 1"}, "P02:error P03:error");
    addRow("P19 of a batch with a message", Legacy, {R"(20 < [{"jsonrpc":"2.0","method":"notifications/message"}])"},
           "P19:error");
}

QByteArray line(const QByteArray &at, const QByteArray &text)
{
    return at + R"( malformed < {"reason":"expected a value","s":")" + QByteArray(text).replace('"', "\\\"") + "\"}";
}

/// All lines of one framing fault are one finding.
void addFramingRows()
{
    const QByteArrayList split{line("20", "{"),
                               line("20", R"(  "jsonrpc": "2.0",)"),
                               line("20", R"(  "id": 1,)"),
                               line("20", R"(  "result": {)"),
                               line("20", R"(    "required": [)"),
                               R"(20 < "a } text")",
                               line("20", "    ]"),
                               line("20", "  }"),
                               line("20", "}")};
    addRow("P01 of a message over several lines", Legacy, split, "P01:error");
    addRow("P01 of two of them", Legacy, split + split, "P01:error*2");
    addRow("P01 of one that does not end", Legacy,
           split.first(4) + QByteArrayList{"5000 > request 99 ping", "5001 < result 99"}, "P01:error*4");
    addRow("P01 of one that the end cuts off", Legacy, split.first(4), "P01:error*4");
    addRow("P01 of lines that are no message together", Legacy, {line("20", "[ {"), line("20", "  bad }")},
           "P01:error*2");
    addRow("P01 not deferred", Legacy, {line("20", R"({"jsonrpc":)"), "21 < notify notifications/tools/list_changed"},
           "P01:error");
    const QByteArrayList framed{line("20", "Content-Length: 36"), line("20", ""),
                                line("20", R"({"jsonrpc":"2.0","id":1,"result":{}}Content-Length: 36)"),
                                line("20", "")};
    addRow("P01 of Content-Length", Legacy, framed, "P01:error*4");
    addRow("P01 of Content-Length, with a last body", Legacy,
           framed + QByteArrayList{R"(30 message < {"eol":"","m":{"jsonrpc":"2.0","id":5,"result":{}}})",
                                   R"(31 exited {"exitCode":0})", "32 closed"},
           "P01:error*4 P04:error");
    const QByteArray message = R"({"jsonrpc":"2.0","id":5,"result":{}})";
    const QByteArray events = line("20", "data: " + message);
    addRow("P01 of several messages in a line", Legacy,
           {line("20", message + message), line("21", message + R"( {"jsonrpc":"2.0","method":"x"})")}, "P01:error*2");
    addRow("P01 of server-sent events", Legacy,
           {line("20", "event: message"), events, line("20", ""), events, line("20", "")}, "P01:error*3");
    addRow("P01 of prefixes", Legacy, {line("20", "INFO: " + message), line("21", "12:01 " + message)}, "P01:error*2");
    const QByteArray call = R"({"jsonrpc": "2.0", "id": 1, "method": "tools/call"})"; // as another writer prints it
    addRow(
        "P01 of an echo", Legacy,
        QByteArrayList{
            "20 > request 1 tools/call", line("21", "<- " + call),
            R"(22 malformed < {"reason":"expected a value","b":"6SB7Impzb25ycGMiOiAiMi4wIiwgImlkIjogMSwgIm1ldGhvZCI6ICJ0b29scy9jYWxsIn0="})",
            "23 < result 1", line("24", R"(-> {"jsonrpc":"2.0","id":1,"result":{}})")},
        "P01:error*3");
    addRow("P01 of an echo, and of what is none", Legacy,
           QByteArrayList{"20 > request 1 tools/call", line("21", "<- " + call),
                          line("22", R"(-> {"jsonrpc":"2.0","id":1,"result":{}})"),
                          line("23", R"(<- {"jsonrpc":"2.0","id":2,"method":"tools/call"})"), "24 < result 1"},
           "P01:error P01:error*2");
    addRow("P01 of UTF-16", Legacy,
           {R"(20 malformed < {"reason":"x","b":"ewAiAGEAIgA6ADEAfQANAA=="})",
            R"(21 malformed < {"reason":"y","b":"AHsAIgBhACIAOgAxAH0ADQA="})"},
           "P01:error*2");
    addRow("P01 of a client that prefixes", Legacy, {line("20", "INFO: " + message).replace(" < ", " > ")},
           "P01:error");
    addRow("P01 of text with braces is another", Legacy,
           {line("20", "data: none"), line("21", "INFO: {a}"), line("22", "{\"a\":1} {b")}, "P01:error*3");
    addRow("P01 of an empty line alone", Legacy, {line("20", "")}, "P01:warning");
}

void addMessageRows()
{
    const QByteArray bad = R"(20 malformed < {"reason":"expected a value","s":"Listening"})";
    QTest::newRow("P01") << Legacy << QByteArrayList{bad, bad} << "P01:error*2"_ba;
    QByteArray letter = bad;
    letter.replace("expected a value", "expected a value, found 'L'");
    QTest::newRow("P01 another letter") << Legacy << QByteArrayList{letter, bad} << "P01:error*2"_ba;
    QByteArray otherwise = bad;
    otherwise.replace(R"("reason":")", R"("reason":"another, )");
    QTest::newRow("P01 each in its own way")
        << Legacy << QByteArrayList{bad, otherwise, bad, otherwise, bad} << "P01:error*3 P01:error*2"_ba;
    QByteArrayList many;
    constexpr int MostFaults = 16; // kinds of faults that are reported separately
    for (int n = 0; n < MostFaults + 2; ++n) {
        many << bad;
        many.last().replace(R"("reason":")", R"("reason":")" + QByteArray::number(n));
    }
    QTest::newRow("P01 in many ways") << Legacy << many
                                      << QByteArrayList(MostFaults, "P01:error").join(' ') + " P01:error*2";
    QTest::newRow("P01 limit of ours")
        << Legacy << QByteArrayList{R"(20 malformed < {"reason":"too deep","limit":true,"s":"[["})"} << ""_ba;
    QTest::newRow("P01 too long for us")
        << Legacy << QByteArrayList{R"(20 malformed < {"reason":"the line is too long","length":99999999})"} << ""_ba;
    const QByteArray half = R"(20 malformed < {"reason":"unexpected end","eol":"","s":"{\"jsonrpc\""})";
    const QByteArray whole =
        R"(20 message < {"eol":"","m":{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}})";
    const QByteArray crlf = QByteArray(whole).replace(R"("eol":"")", R"("eol":"\r\n")");
    const auto end = [](const QByteArray &line) {
        return QByteArrayList{line, R"(21 stderr < {"s":"bye"})", R"(22 exited {"exitCode":0})"};
    };
    addRow("P01 a last line that ends in the middle", Legacy, end(half), "P01:error");
    addRow("P01 not where we ended the server", Legacy, {"19 closing", half, R"(22 exited {"signal":"SIGKILL"})"}, "");
    addRow("P01 where it ended as we asked", Legacy, QByteArrayList{"19 closing"} + end(half), "P01:error");
    addRow("P01 a last message without a newline", Legacy, end(whole), "P01:warning");
    addRow("P01 such a one, as we asked", Legacy, QByteArrayList{"19 closing"} + end(whole), "P01:warning");
    addRow("P01 not of one that we cut off behind", Legacy, {"19 closing", whole, R"(22 exited {"signal":"SIGTERM"})"},
           "");
    addRow("P01 not of another newline", Legacy, end(crlf), "");
    addRow("P01 not as long as more may come", Legacy, {whole}, "");
    addRow("P01 an empty line", Legacy, {R"(20 malformed < {"reason":"the line is empty","s":""})"}, "P01:warning");
    addRow("P01 an empty line, and others", Legacy, {R"(20 malformed < {"s":" "})", bad}, "P01:warning P01:error");
    addRow("P01 nothing over HTTP", LegacyHttp, {R"(20 malformed < {"reason":"no JSON","s":""})"}, "P01:error");
    QTest::newRow("P02") << Legacy << Call + QByteArrayList{R"(20 < {"id":1,"result":{}})"} << "P02:error"_ba;
    QTest::newRow("P02 another version") << Legacy
                                         << Call + QByteArrayList{R"(20 < {"jsonrpc":"1.0","id":1,"result":{}})"}
                                         << "P02:error"_ba;
    QTest::newRow("P02 in order") << Legacy << Call + QByteArrayList{R"(20 < {"jsonrpc":"2.0","id":1,"result":{}})"}
                                  << ""_ba;
    for (const QByteArray scalar : {"42", "\"hello\"", "[]", "null", "true"})
        QTest::addRow("P02 %s", scalar.constData())
            << LegacyHttp << Call + QByteArrayList{"20 < " + scalar, "30 < result 1"} << "P02:error"_ba;
    QTest::newRow("P02 in the batch") << "2025-03-26 http"_ba << Call + QByteArrayList{"20 < [42]", "30 < result 1"}
                                      << "P02:error"_ba;
    addLoggedRows();
    addFramingRows();
    addRow("P02 of a member that stands twice", Legacy,
           Call + QByteArrayList{R"(20 < {"jsonrpc":"2.0","id":1,"id":1,"result":{}})"}, "P02:warning");
    QTest::newRow("P03 both")
        << Legacy
        << Call + QByteArrayList{R"(20 < {"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":"a"}})"}
        << "P03:error"_ba;
    QTest::newRow("P03 neither") << Legacy << Call + QByteArrayList{R"(20 < {"jsonrpc":"2.0","id":1})", "30 < result 1"}
                                 << "P03:error"_ba;
    QTest::newRow("P03 an error alone")
        << Legacy << Call + QByteArrayList{R"(20 < {"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"a"}})"}
        << ""_ba;
    QTest::newRow("P04 unread")
        << Legacy << QByteArrayList{R"(20 < {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"a"}})"}
        << ""_ba;
    const QByteArray batch = R"(20 > [{"jsonrpc":"2.0","id":8,"method":"ping"}])";
    QTest::newRow("P19") << Legacy << QByteArrayList{batch, "30 < result 8"} << "P19:error"_ba;
    QTest::newRow("P19 where there are") << "2025-03-26 stdio"_ba << QByteArrayList{batch, "30 < result 8"} << ""_ba;
    QTest::newRow("P19 before there were")
        << "2024-11-05 stdio"_ba << QByteArrayList{batch, "30 < result 8"} << "P19:error"_ba;
    QTest::newRow("P19 initialize") << "2025-03-26 stdio"_ba
                                    << QByteArrayList{R"(20 > [{"jsonrpc":"2.0","id":8,"method":"initialize"}])",
                                                      "30 < result 8"}
                                    << "P19:error"_ba;
    QTest::newRow("P02 in a batch") << "2025-03-26 stdio"_ba
                                    << QByteArrayList{R"(20 > [{"id":8,"method":"ping"}])", "30 < result 8"}
                                    << "P02:error"_ba;
}

void addRequestRows()
{
    QTest::newRow("P05") << Legacy
                         << Call + QByteArrayList{"11 > request 1 tools/call", "20 < result 1", "21 < result 1"}
                         << "P05:error"_ba;
    QTest::newRow("P05 ended") << Legacy
                               << Call + QByteArrayList{"11 < result 1", "12 > request 1 tools/call", "20 < result 1"}
                               << "P05:error"_ba;
    QTest::newRow("P05 other side") << Legacy
                                    << Call + QByteArrayList{"11 < request 1 ping", "20 > result 1", "21 < result 1"}
                                    << ""_ba;
    QTest::newRow("P07") << Legacy
                         << Call + QByteArrayList{"20 < progress 1 1", "30 < progress 1 1", "40 < progress 1 0",
                                                  "50 < progress 1 \"x\"", "60 < result 1"}
                         << "P07:warning*2"_ba;
    QTest::newRow("P07 each in its own way")
        << Legacy
        << Call + QByteArrayList{"20 < progress 1 1",  "30 < progress 1 1", "40 < progress 77 1", "41 < progress 78 1",
                                 "42 < progress 77 2", "60 < result 1",     "70 < progress 1 2"}
        << "P07:warning P07:warning*2 P07:warning P07:warning"_ba;
    QTest::newRow("P07 increasing") << Legacy
                                    << Call + QByteArrayList{"20 < progress 1 0", "30 < progress 1 0.5",
                                                             "40 < progress 1 7", "60 < result 1"}
                                    << ""_ba;
    QTest::newRow("P07 unknown") << Legacy << QByteArrayList{"20 < progress 77 1"} << "P07:warning"_ba;
    QTest::newRow("P07 after the answer")
        << Legacy << Call + QByteArrayList{"20 < result 1", "30 < progress 1 1"} << "P07:warning"_ba;
    QTest::newRow("P18") << Legacy << Call + QByteArrayList{"10010 closed"} << "P18:warning"_ba;
    QTest::newRow("P18 not long") << Legacy << Call + QByteArrayList{"10009 closed"} << ""_ba;
    QTest::newRow("P18 cancelled") << Legacy << Call + QByteArrayList{"20 > cancel 1", "10010 closed"} << "C16:info"_ba;
    const QByteArrayList begins{"10 > request 1 initialize {}"};
    QTest::newRow("P18 of initialize") << Legacy << begins + QByteArrayList{"10010 closed"} << "P18:warning"_ba;
    QTest::newRow("P18 of initialize, cancelled")
        << Legacy << begins + QByteArrayList{"20 > cancel 1", "10010 closed"} << "C20:error"_ba;
    QTest::newRow("P18 cancelled by another type of id")
        << Legacy << Call + QByteArrayList{"20 > cancel \"1\"", "10010 closed"} << "C24:error"_ba;
    QTest::newRow("P18 cancelled by another id")
        << Legacy << Call + QByteArrayList{"20 > cancel 77", "10010 closed"} << "C21:error P18:warning"_ba;
    QTest::newRow("P18 of the client") << Legacy << QByteArrayList{"10 < request 5 roots/list", "10010 closed"}
                                       << "P18:warning"_ba;
    QTest::newRow("P18 a subscription") << Modern
                                        << QByteArrayList{"10 > request 1 subscriptions/listen", "10010 closed"}
                                        << ""_ba;
}

/// Over HTTP each message has its own POST, so messages sent close together may overtake each other.
void addPostedRows()
{
    const auto row = [](const char *name, const QByteArray &kind, const QByteArray &found, const QByteArrayList &rest) {
        const QByteArrayList asked{"10 > request 5 initialize {}", R"(11 < result 5 {"protocolVersion":"2025-11-25"})",
                                   "12 > request 6 tools/list"};
        addRow(name, kind, asked + rest, found);
    };
    const QByteArray told = " > notify notifications/initialized";
    const QByteArray answer = " < result 6 {\"tools\":[]}";
    row("P08 posted together", LegacyHttp, "", {"13" + told, "20" + answer});
    row("P08 one behind the other", Legacy, "P08:warning", {"13" + told, "20" + answer});
    row("P08 answered before it was told", LegacyHttp, "P08:warning", {"20" + answer, "21" + told});
    row("P08 posted long before", LegacyHttp, "P08:warning", {"1013" + told, "1020" + answer});
    row("P08 never told", LegacyHttp, "P08:warning*2",
        {"20" + answer, "30 > request 7 tools/list", "31 < result 7 {\"tools\":[]}"});
}

void addRevisionRows()
{
    QTest::newRow("P10") << "2025-03-26 stdio"_ba
                         << QByteArrayList{"20 < request 5 elicitation/create", "30 > error 5 -32601 no"}
                         << "P10:warning"_ba;
    QTest::newRow("P10 in its revision") << "2025-06-18 stdio"_ba
                                         << QByteArrayList{"20 < request 5 elicitation/create", "30 > result 5"}
                                         << ""_ba;
    QTest::newRow("P10 ping") << Modern << QByteArrayList{"20 > request 5 ping", "30 < error 5 -32601 no"}
                              << "P10:warning"_ba;
    QTest::newRow("P10 of a server") << Modern << QByteArrayList{"20 < request 5 roots/list"} << "P10:warning"_ba;
    const QByteArray initialized = "20 > notify notifications/initialized";
    QTest::newRow("P10 initialized") << Modern << QByteArrayList{initialized, initialized} << "P10:warning*2"_ba;
    QTest::newRow("P10 initialized in its era") << Legacy << QByteArrayList{initialized} << ""_ba;
    QTest::newRow("P10 roots") << Modern << QByteArrayList{"20 > notify notifications/roots/list_changed"}
                               << "P10:warning"_ba;
    const QByteArray complete = R"(20 < notify notifications/elicitation/complete {"elicitationId":"x"})";
    QTest::newRow("P10 elicitation") << "2025-06-18 stdio"_ba << QByteArrayList{complete} << "P10:warning"_ba;
    QTest::newRow("P10 elicitation in its revision") << Legacy << QByteArrayList{complete} << ""_ba;
    QTest::newRow("P10 elicitation later") << Modern << QByteArrayList{complete} << "P10:warning"_ba;
    QTest::newRow("P10 subscriptions") << Legacy
                                       << QByteArrayList{"20 < notify notifications/subscriptions/acknowledged"}
                                       << "P10:warning"_ba;
    QTest::newRow("P10 their own notification") << Modern << QByteArrayList{"20 > notify notifications/acme"} << ""_ba;
    QTest::newRow("P10 their own") << Legacy << QByteArrayList{"20 > request 5 x/y", "30 < result 5"} << ""_ba;

    QTest::newRow("P13 request") << Modern
                                 << QByteArrayList{R"(20 > {"jsonrpc":"2.0","id":5,"method":"tools/list"})",
                                                   "30 < result 5"}
                                 << "P13:error"_ba;
    const auto asked = [](const QByteArray &params) {
        return QByteArrayList{R"(20 > {"jsonrpc":"2.0","id":5,"method":"tools/list","params":{)" + params + "}}",
                              "30 < result 5"};
    };
    const QByteArray capabilities = R"("io.modelcontextprotocol/clientCapabilities":{})";
    const QByteArray version = R"("io.modelcontextprotocol/protocolVersion":"2026-07-28")";
    const QByteArray bareVersion = R"("protocolVersion":"2026-07-28")";
    QTest::newRow("P13 in its place") << Modern << asked(R"("_meta":{)" + version + ',' + capabilities + '}') << ""_ba;
    QTest::newRow("P13 by another name") << Modern << asked(R"("_meta":{)" + bareVersion + ',' + capabilities + '}')
                                         << "P13:error"_ba;
    QTest::newRow("P13 beside its place")
        << Modern << asked(version + R"(,"_meta":{)" + capabilities + '}') << "P13:error"_ba;
    QTest::newRow("P13 too deep") << Modern << asked(R"("_meta":{"x":{)" + version + "}," + capabilities + '}')
                                  << "P13:error"_ba;
    const QByteArray plain = R"( < {"jsonrpc":"2.0","id":1,"result":{"content":[]}})";
    QTest::newRow("P13 result") << Modern << Call + QByteArrayList{"20" + plain} << "P13:error"_ba;
    QTest::newRow("P13 unknown type") << Modern << Call + QByteArrayList{"20 < result 1 {\"resultType\":\"x\"}"}
                                      << "P13:error"_ba;
    const QByteArray whole =
        R"({"jsonrpc":"2.0","id":5,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}})";
    QTest::newRow("P13 waited to be sent")
        << Modern << QByteArrayList{R"(20 queued > {"m":)" + whole + '}', "21 > " + whole, "30 < result 5"} << ""_ba;
    const QByteArray bare = R"({"jsonrpc":"2.0","id":5,"method":"tools/list"})";
    QTest::newRow("P13 waited, and lacks it")
        << Modern << QByteArrayList{R"(20 queued > {"m":)" + bare + '}', "21 > " + bare, "30 < result 5"}
        << "P13:error"_ba;
    const QByteArray alone =
        R"(22 > {"jsonrpc":"2.0","id":6,"method":"tools/list","params":{"_meta":{)" + version + "}}}";
    QTest::newRow("P13 each in its own way")
        << Modern
        << QByteArrayList{"20 > " + bare, "21 < result 5", alone, "23 < result 6", "24 > " + bare, "25 < result 5"}
        << "P13:error*2 P13:error"_ba;
    QTest::newRow("P13 of a cancel that is a request")
        << Modern
        << QByteArrayList{R"(20 > {"jsonrpc":"2.0","id":5,"method":"notifications/cancelled","params":{"requestId":1}})",
                          "30 < error 5 -32601 no"}
        << "C26:error"_ba;
    QTest::newRow("P13 of a cancel that is a request, where none is posted")
        << "2026-07-28 http"_ba
        << QByteArrayList{R"(20 > {"jsonrpc":"2.0","id":5,"method":"notifications/cancelled","params":{"requestId":1}})",
                          "30 < error 5 -32601 no"}
        << "P13:error"_ba;
    QTest::newRow("P13 before") << Legacy << Call + QByteArrayList{"20" + plain} << ""_ba;

    const QByteArrayList first{"20 > request 5 tools/list", R"(21 < result 5 {"tools":[],"nextCursor":"a"})",
                               R"(22 > request 6 tools/list {"cursor":"a"})"};
    QTest::newRow("P15") << Legacy << first + QByteArrayList{R"(23 < result 6 {"tools":[],"nextCursor":"a"})"}
                         << "P15:warning"_ba;
    const auto pages = [](int count) {
        QByteArrayList lines{"20 > request 1 tools/list"};
        for (int page = 1; page <= count; ++page) {
            const QByteArray number = QByteArray::number(page);
            const QByteArray next = QByteArray::number(page + 1);
            lines << "21 < result " + number + R"( {"tools":[],"nextCursor":")" + number + "\"}"
                  << "22 > request " + next + R"( tools/list {"cursor":")" + number + "\"}";
        }
        return lines + QByteArrayList{"23 < result " + QByteArray::number(count + 1) + R"( {"tools":[]})"};
    };
    QTest::newRow("P15 without an end") << Legacy << pages(PageReader::MaxPages) << "P15:warning"_ba;
    QTest::newRow("P15 at last") << Legacy << pages(PageReader::MaxPages - 1) << ""_ba;
    QTest::newRow("P15 goes on") << Legacy << first + QByteArrayList{R"(23 < result 6 {"tools":[],"nextCursor":""})"}
                                 << ""_ba;
    const QByteArrayList beside{"20 > request 15 tools/list", R"(21 < result 15 {"tools":[],"nextCursor":"a"})",
                                R"(22 > request 16 tools/list {"cursor":"a"})"};
    const QByteArrayList others{R"(23 < result 6 {"tools":[],"nextCursor":"b"})",
                                R"(23 < result 16 {"tools":[],"nextCursor":"b"})"};
    QTest::newRow("P15 two at once") << Legacy << first + beside + others << ""_ba;
    QTest::newRow("P15 two at once, one for ever")
        << Legacy
        << first + beside + others +
               QByteArrayList{R"(24 > request 17 tools/list {"cursor":"b"})",
                              R"(25 < result 17 {"tools":[],"nextCursor":"a"})"}
        << "P15:warning"_ba;
    QTest::newRow("P15 a page once more") << Legacy
                                          << first + QByteArrayList{R"(23 < result 6 {"tools":[],"nextCursor":"b"})",
                                                                    R"(24 > request 7 tools/list {"cursor":"a"})",
                                                                    R"(25 < result 7 {"tools":[],"nextCursor":"b"})"}
                                          << ""_ba;
    QTest::newRow("P15 anew") << Legacy
                              << first + QByteArrayList{"23 < result 6", "24 > request 7 tools/list",
                                                        R"(25 < result 7 {"tools":[],"nextCursor":"a"})"}
                              << ""_ba;
}

} // namespace

void TestFindingsProtocol::finds_data()
{
    addColumns();
    addMessageRows();
    addRequestRows();
    addPostedRows();
    addRevisionRows();
}

QTEST_GUILESS_MAIN(TestFindingsProtocol)
#include "tst_findingsprotocol.moc"
