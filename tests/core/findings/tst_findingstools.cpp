// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findingtable.h"

using namespace Pullcord;
using namespace Pullcord::FindingTable;
using namespace Qt::StringLiterals;

/// Findings on lists of tools, and on the headers that messages and tools require, each paired with a correct variant.
class TestFindingsTools : public QObject
{
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }

    void finds_data();
    void finds() { compareRow(); }

    void toolsWithoutNamesAreNotCompared()
    {
        FindingScript script = FindingScript::named("2026-07-28 stdio");
        const QByteArray last = R"({"name":"***","title":"b"},{"name":"***","title":"c"}]})";
        const QByteArrayList lines{"10 > request 1 tools/list",
                                   R"(11 < result 1 {"tools":[{"name":"***","title":"a"},)" + last,
                                   "20 > request 2 tools/list", R"(21 < result 2 {"tools":[)" + last};
        QVERIFY(script.run(lines)->codes().contains("P20:info"));
        script.m_isRedacted = true;
        QCOMPARE(script.run(lines)->codes(), "");
    }
};

namespace {

QByteArray toolsOf(const QByteArray &at, const QByteArray &id, const QByteArray &tools, const QByteArray &more = {})
{
    return at + " < result " + id + R"( {"tools":[)" + tools + ']' + more + '}';
}

void addToolRows()
{
    const QByteArray a = R"({"name":"a"})";
    const QByteArray b = R"({"name":"b"})";
    const QByteArray c = R"({"name":"c"})";
    const auto lists = [](const QByteArray &first, const QByteArray &second) {
        return QByteArrayList{"10 > request 1 tools/list", toolsOf("11", "1", first), "20 > request 2 tools/list",
                              toolsOf("21", "2", second)};
    };
    QTest::newRow("P16") << Modern << lists(a + ',' + b, b + ',' + a) << "P16:warning"_ba;
    QTest::newRow("P16 older revision") << Legacy << lists(a + ',' + b, b + ',' + a) << ""_ba;
    QTest::newRow("P16 some come and go") << Modern << lists(a + ',' + b, c + ',' + b) << ""_ba;
    const QByteArrayList pages{"10 > request 1 tools/list", toolsOf("11", "1", a, R"(,"nextCursor":"x")"),
                               R"(12 > request 2 tools/list {"cursor":"x"})", toolsOf("13", "2", b + ',' + c)};
    QTest::newRow("P16 in pages") << Modern
                                  << pages + QByteArrayList{"20 > request 3 tools/list",
                                                            toolsOf("21", "3", a + ',' + b + ',' + c)}
                                  << ""_ba;
    QTest::newRow("P16 in pages, otherwise")
        << Modern << pages + QByteArrayList{"20 > request 3 tools/list", toolsOf("21", "3", a + ',' + c + ',' + b)}
        << "P16:warning"_ba;

    const auto mirrored = [](const QByteArray &type) {
        return QByteArrayList{"10 > request 1 tools/list",
                              toolsOf("11", "1",
                                      R"({"name":"a","inputSchema":{"type":"object","properties":{"p":{"type":")" +
                                          type + R"(","x-mcp-header":"P"}}}})")};
    };
    QTest::newRow("P17") << "2026-07-28 http"_ba << mirrored("number") << "P17:error"_ba;
    QTest::newRow("P17 again") << "2026-07-28 http"_ba
                               << mirrored("number") +
                                      QByteArrayList{"20 > request 2 tools/list", mirrored("number").last().replace(
                                                                                      "11 < result 1", "21 < result 2")}
                               << "P17:error"_ba;
    const auto named = [](const QByteArray &second) {
        const QByteArray properties =
            R"("p":{"type":"string","x-mcp-header":"P"},"q":{"type":"string","x-mcp-header":")" + second + "\"}";
        return QByteArrayList{
            "10 > request 1 tools/list",
            toolsOf("11", "1", R"({"name":"a","inputSchema":{"type":"object","properties":{)" + properties + "}}}")};
    };
    QTest::newRow("P17 one name twice") << "2026-07-28 http"_ba << named("p") << "P17:error"_ba;
    QTest::newRow("P17 two names") << "2026-07-28 http"_ba << named("Q") << ""_ba;
    QTest::newRow("P17 no token") << "2026-07-28 http"_ba << named("a b") << "P17:error"_ba;
    QTest::newRow("P17 valid") << "2026-07-28 http"_ba << mirrored("integer") << ""_ba;
    QTest::newRow("P17 stdio") << Modern << mirrored("number") << ""_ba;

    const QByteArray old = R"({"name":"a","description":"x","title":"t"})";
    const QByteArray changed = R"({"name":"a","description":"y","title":"t"})";
    QTest::newRow("P20") << Legacy << lists(old, changed) << "P20:info"_ba;
    QTest::newRow("P20 the same") << Legacy << lists(old, old) << ""_ba;
    QTest::newRow("P20 written otherwise")
        << Legacy << lists(old, R"({ "title":"t","name":"a","description":"x" })") << ""_ba;
    QTest::newRow("P20 another tool") << Legacy << lists(old, R"({"name":"b","description":"y"})") << ""_ba;
    const auto named21 = [](const QByteArrayList &names) {
        QByteArrayList tools;
        for (const QByteArray &name : names)
            tools << R"({"name":")" + name + "\"}";
        return QByteArrayList{"10 > request 1 tools/list", toolsOf("11", "1", tools.join(','))};
    };
    const auto addresses = [](const QByteArray &method, const QByteArray &member, const QByteArray &entries) {
        return QByteArrayList{"10 > request 1 " + method, "11 < result 1 {\"" + member + "\":[" + entries + "]}"};
    };
    QTest::newRow("P11 of addresses without a scheme")
        << Legacy << addresses("resources/list", "resources", R"({"uri":"plain"},{"uri":"file:///a"},{"uri":"plain"})")
        << "P11:error"_ba;
    QTest::newRow("P11 of a broken template")
        << Legacy << addresses("resources/templates/list", "resourceTemplates", R"({"uriTemplate":"x://{a"})")
        << "P11:error"_ba;
    QTest::newRow("P11 not of good addresses") << Legacy
                                               << addresses("resources/templates/list", "resourceTemplates",
                                                            R"({"uriTemplate":"x://{a}"},{"uriTemplate":"{+base}/a"})")
                                               << ""_ba;
    QTest::newRow("P21 with a slash") << Legacy << named21({"a/b"}) << "P21:warning"_ba;
    QTest::newRow("P21 with spaces and commas") << Legacy << named21({"a b", "a,b"}) << "P21:warning P21:warning"_ba;
    QTest::newRow("P21 of other letters") << Legacy << named21({"\u65e5\u672c"}) << "P21:warning"_ba;
    QTest::newRow("P21 of an empty name") << Legacy << named21({""}) << "P21:warning"_ba;
    QTest::newRow("P21 of one twice") << Legacy << named21({"a", "b", "a", "a"}) << "P21:warning"_ba;
    QTest::newRow("P21 with a newline at its end") << Legacy << named21({R"(foo\n)"}) << "P21:warning"_ba;
    const auto pageOf = [](const QByteArray &at, const QByteArray &id, const QByteArray &cursor) {
        return at + " > request " + id + " tools/list" + (cursor.isEmpty() ? "" : R"( {"cursor":")" + cursor + "\"}");
    };
    const QByteArray x = R"(,"nextCursor":"x")";
    QTest::newRow("P21 of two in pages") << Legacy
                                         << QByteArrayList{pageOf("10", "1", ""), toolsOf("11", "1", a + ',' + b, x),
                                                           pageOf("12", "2", "x"), toolsOf("13", "2", c + ',' + a)}
                                         << "P21:warning"_ba;
    QTest::newRow("P21 not of two lists that are read at once")
        << Legacy << QByteArrayList{pageOf("10", "1", ""),    pageOf("10", "2", ""),  toolsOf("11", "1", a, x),
                                    toolsOf("11", "2", a, x), pageOf("12", "3", "x"), pageOf("12", "4", "x"),
                                    toolsOf("13", "3", b),    toolsOf("13", "4", b)}
        << ""_ba;
    QTest::newRow("P21 not of a page that is read twice")
        << Legacy << QByteArrayList{pageOf("10", "1", ""),  toolsOf("11", "1", a, x),
                                    pageOf("12", "2", "x"), toolsOf("13", "2", b, R"(,"nextCursor":"y")"),
                                    pageOf("14", "3", "x"), toolsOf("15", "3", b, R"(,"nextCursor":"y")"),
                                    pageOf("16", "4", "y"), toolsOf("17", "4", c)}
        << ""_ba;
    QTest::newRow("P21 too long") << Legacy << named21({QByteArray(129, 'x')}) << "P21:warning"_ba;
    QTest::newRow("P21 too long for providers") << Legacy << named21({QByteArray(65, 'x')}) << "P21:info"_ba;
    QTest::newRow("P21 not at their limit") << Legacy << named21({QByteArray(64, 'x')}) << ""_ba;
    QTest::newRow("P21 not of what is allowed")
        << Legacy << named21({"getUser", "DATA_EXPORT_v2", "admin.tools-list"}) << ""_ba;
    QTest::newRow("P21 not before 2025-11-25") << "2025-06-18 stdio"_ba << named21({"a/b", ""}) << ""_ba;
    QTest::newRow("P21 of providers before 2025-11-25")
        << "2025-06-18 stdio"_ba << named21({QByteArray(200, 'x')}) << "P21:info"_ba;
    QTest::newRow("P21 once, of a list that comes again")
        << Legacy
        << named21({"a/b"}) + QByteArrayList{"20 > request 2 tools/list", toolsOf("21", "2", R"({"name":"a/b"})")}
        << "P21:warning"_ba;
    QTest::newRow("P21 in 2026-07-28") << Modern << named21({"a/b"}) << "P21:warning"_ba;

    QTest::newRow("P20 after a reconnect")
        << Legacy
        << QByteArrayList{"10 > request 1 tools/list", toolsOf("11", "1", old), "12 closed",
                          "20 > connection=1 request 1 tools/list",
                          toolsOf("21", "1", changed).replace("< ", "< connection=1 ")}
        << "P20:info"_ba;
}

QByteArray header(const QByteArray &name, const QByteArray &value)
{
    return R"({"name":")" + name + R"(","value":")" + value + R"("})";
}

/// Returns the request of exchange 2.
QByteArray asked(const QByteArray &at, const QByteArray &method, const QByteArrayList &headers)
{
    return at + R"( http > {"exchange":2,"step":"request","method":")" + method + R"(","headers":[)" +
           headers.join(',') + "]}";
}

void addHeaderRows()
{
    const QByteArray modernHttp = "2026-07-28 http";
    const QByteArray legacyHttp = "2025-11-25 http";
    const QByteArray session = header("Mcp-Session-Id", "***");
    const QByteArray version = header("MCP-Protocol-Version", "2026-07-28");
    const auto post = [&](const QByteArrayList &headers) {
        return QByteArrayList{asked("10", "POST", QByteArrayList{version} + headers),
                              R"(10 > exchange=2 request 1 tools/call {"name":"echo"})", "20 < exchange=2 result 1"};
    };
    const QByteArray call = header("mcp-method", "tools/call");
    const QByteArray echo = header("Mcp-Name", "echo");
    QTest::newRow("P14") << modernHttp << post({call, header("Mcp-Name", "other")}) << "P14:error"_ba;
    QTest::newRow("P14 in order") << modernHttp << post({call, echo}) << ""_ba;
    QTest::newRow("P14 masked") << modernHttp << post({call, header("Mcp-Name", "***")}) << ""_ba;
    QTest::newRow("P14 masked in part") << modernHttp << post({call, header("Mcp-Name", "e***")}) << ""_ba;
    QTest::newRow("P14 masked in the message")
        << modernHttp
        << QByteArrayList{asked("10", "POST", {version, call, echo}),
                          R"(10 > exchange=2 request 1 tools/call {"name":"***"})", "20 < exchange=2 result 1"}
        << ""_ba;
    QTest::newRow("P14 names masked") << modernHttp << post({header("m***-m***", "***"), echo}) << ""_ba;
    QTest::newRow("P14 names masked, another")
        << modernHttp << post({call, header("m***", "x"), header("Mcp-Name", "x")}) << "P14:error"_ba;
    QTest::newRow("P14 encoded") << modernHttp << post({call, header("Mcp-Name", "=?base64?ZWNobw==?=")}) << ""_ba;
    QTest::newRow("P14 method") << modernHttp << post({header("Mcp-Method", "tools/list"), echo}) << "P14:error"_ba;
    QTest::newRow("P14 missing") << modernHttp << post({call}) << "P14:error"_ba;
    const auto mirrored = [&](const QByteArrayList &headers) {
        return QByteArrayList{asked("8", "POST", {version, header("Mcp-Method", "tools/list")}),
                              "8 > exchange=2 request 9 tools/list",
                              R"(9 < exchange=2 result 9 {"tools":[{"name":"echo","inputSchema":{"type":"object",)"
                              R"("properties":{"r":{"type":"string","x-mcp-header":"Region"}}}}]})",
                              asked("10", "POST", QByteArrayList{version, call, echo} + headers),
                              R"(10 > exchange=2 request 1 tools/call {"name":"echo","arguments":{"r":"eu"}})",
                              "20 < exchange=2 result 1"};
    };
    QTest::newRow("P14 argument") << modernHttp << mirrored({header("Mcp-Param-Region", "us")}) << "P14:error"_ba;
    QTest::newRow("P14 argument in order") << modernHttp << mirrored({header("Mcp-Param-Region", "eu")}) << ""_ba;
    QTest::newRow("P14 argument missing") << modernHttp << mirrored({}) << "P14:error"_ba;
    QByteArrayList unnamed = mirrored({});
    unnamed[2].replace("Region", "***");
    QTest::newRow("P14 name of an argument masked") << modernHttp << unnamed << ""_ba;
    QTest::newRow("P14 session") << modernHttp << post({call, echo, session}) << "P14:warning"_ba;
    const QByteArray given = R"(15 http < {"exchange":2,"step":"response","status":200,"headers":[)" + session + "]}";
    QTest::newRow("P14 session given") << modernHttp << QByteArrayList{given, given} << "P14:info*2"_ba;
    QTest::newRow("P14 session given in its revision") << legacyHttp << QByteArrayList{given} << ""_ba;
    QTest::newRow("P14 GET") << modernHttp << QByteArrayList{asked("20", "GET", {})} << "P14:warning"_ba;
    QTest::newRow("P14 DELETE") << modernHttp << QByteArrayList{asked("20", "DELETE", {})} << "P14:warning"_ba;
    const auto versioned = [&](const QByteArray &value) {
        return QByteArrayList{asked("10", "POST", {header("MCP-Protocol-Version", value), call, echo}),
                              R"(10 > exchange=2 request 1 tools/call {"name":"echo"})", "20 < exchange=2 result 1"};
    };
    QTest::newRow("P14 revision") << modernHttp << versioned("2025-11-25") << "P14:error"_ba;
    QTest::newRow("P14 revision in order") << modernHttp << versioned("2026-07-28") << ""_ba;
    QTest::newRow("P14 method masked") << modernHttp << QByteArrayList{asked("20", "***", {})} << ""_ba;
    QTest::newRow("P14 GET in its revision") << legacyHttp << QByteArrayList{asked("20", "GET", {})} << ""_ba;
}

} // namespace

void TestFindingsTools::finds_data()
{
    addColumns();
    addToolRows();
    addHeaderRows();
}

QTEST_GUILESS_MAIN(TestFindingsTools)
#include "tst_findingstools.moc"
