// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findingtable.h"

using namespace Pullcord;
using namespace Pullcord::FindingTable;
using namespace Qt::StringLiterals;

/// Messages without a request for them in 2026-07-28: log messages, change notifications, tasks and input requests.
/// Each is paired with a correct variant.
class TestFindingsUnasked : public QObject
{
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }

    void finds_data();
    void finds() { compareRow(); }

    void restsOnRequestCancelAndMessage();
    void saysWhichLevels();
    void saysWhichResult();
    void namesTheSubscription();
    void accusesNobodyOfMasks();
};

namespace {

/// A call that requests log messages from `level` on, or none if empty.
QByteArray call(const QByteArray &start, const QByteArray &id, const QByteArray &level)
{
    const QByteArray asks = level.isEmpty() ? "" : R"("io.modelcontextprotocol/logLevel":")" + level + R"(",)";
    return start + " request " + id + R"( tools/call {"name":"a","_meta":{)" + asks +
           R"("io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}})";
}

QByteArray logged(const QByteArray &start, const QByteArray &level = "warning")
{
    return start + R"( notify notifications/message {"level":")" + level + R"(","data":"x"})";
}

/// On stdio nothing relates a log message to a request.
void addLogRows()
{
    const QByteArray asks = call("10 >", "1", "info");
    addRow("P09 log, nobody asks", Modern, {logged("20 <"), logged("21 <")}, "P09:error*2");
    addRow("P09 log, the open one does not ask", Modern, {call("10 >", "1", {}), logged("20 <"), "30 < result 1"},
           "P09:error");
    addRow("P09 log, asked for", Modern, {asks, logged("20 <"), "30 < result 1"}, "");
    addRow("P09 log, asked for by one of two", Modern,
           {asks, call("11 >", "2", {}), "15 < result 2", logged("20 <"), "30 < result 1"}, "");
    addRow("P09 log, the other one is open", Modern,
           {asks, call("11 >", "2", {}), "15 < result 1", logged("20 <"), "30 < result 2"}, "P09:error");
    addRow("P09 log, behind the answer", Modern, {asks, "15 < result 1", logged("20 <")}, "P09:error");
    addRow("P09 log, below the level", Modern, {asks, logged("20 <", "debug"), "30 < result 1"}, "P09:error");
    addRow("P09 log, of that level", Modern, {asks, logged("20 <", "info"), "30 < result 1"}, "");
    addRow("P09 log, below the level of one of two", Modern,
           {asks, call("11 >", "2", "debug"), logged("20 <", "debug"), "30 < result 1", "31 < result 2"}, "");
    addRow("P09 log, each in its own way", Modern,
           {logged("9 <"), asks, logged("20 <", "debug"), logged("21 <", "debug"), "30 < result 1", logged("40 <")},
           "P09:error*2 P09:error*2");
    addRow("P09 log, a level that is none asked for", Modern,
           {call("10 >", "1", "loud"), logged("20 <", "debug"), "30 < result 1"}, "");
    addRow("P09 log, given up without a word", Modern,
           {asks, R"(15 timeout > {"id":"1"})", logged("20 <"), "30 < result 1", logged("40 <"), "50 closed"},
           "P09:error C32:warning");
    addRow("P09 log of the older era", "2025-11-25 stdio", {logged("20 <")}, "");
    addRow("P09 log of the client", Modern, {logged("20 >")}, "");
    const QByteArray whole = call("21 >", "1", "info").mid(5);
    addRow(
        "P09 log before the request has left", Modern,
        {R"(10 queued > {"m":{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","_meta":{"io.modelcontextprotocol/logLevel":"info","io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}})",
         logged("15 <"), "21 > " + whole, logged("25 <"), "30 < result 1"},
        "P09:error");

    const QByteArrayList cancelled{asks, "20 > cancel 1"};
    const QByteArrayList later{"2500 > request 99 ping", "2501 < error 99 -32601 no"};
    addRow("C07 log", Modern, cancelled + QByteArrayList{logged("100 <"), logged("200 <")}, "C07:error*2");
    addRow("C07 log, and no silence", Modern, cancelled + QByteArrayList{logged("100 <")} + later,
           "C07:error P10:warning");
    addRow("C07 log, crossed", Modern, cancelled + QByteArrayList{logged("21 <")}, "C07:info~");
    addRow("C07 log before", Modern, {asks, logged("15 <"), "20 > cancel 1"}, "");
    addRow("C07 log, another one asks", Modern,
           cancelled + QByteArrayList{call("30 >", "2", "info"), logged("100 <"), "110 < result 2"}, "");
    addRow("C07 log, another one does not ask", Modern,
           cancelled + QByteArrayList{call("30 >", "2", {}), logged("100 <"), "110 < result 2"}, "C07:error");
    addRow("C07 log, another one asks for less", Modern,
           cancelled + QByteArrayList{call("30 >", "2", "error"), logged("100 <"), "110 < result 2"}, "C07:error");
    addRow("P09 log after the cancel, below the level", Modern, cancelled + QByteArrayList{logged("100 <", "debug")},
           "P09:error");
    addRow("P09 log after the cancel of one that did not ask", Modern,
           {call("10 >", "1", {}), "20 > cancel 1", logged("100 <")}, "P09:error");
    addRow("C07 log of the last of two", Modern,
           {asks, call("11 >", "2", "info"), "20 > cancel 1", "99 > cancel 2", logged("100 <")}, "C07:info~");
    addRow("C07 log, the cancel not sent", Modern,
           {asks, R"(20 cancel > {"id":"1","detached":true})", logged("100 <"), "110 < result 1"}, "C32:warning");
}

/// Over HTTP a log message comes in the stream of its request.
void addStreamRows()
{
    const QByteArray asks = call("10 > exchange=2", "1", "info");
    const QByteArray silent = call("11 > exchange=3", "2", {});
    const QByteArrayList ends{"50 < exchange=2 result 1", "51 < exchange=3 result 2"};
    addRow("P09 log in its stream", ModernHttp, QByteArrayList{asks, silent, logged("20 < exchange=2")} + ends, "");
    addRow("P09 log in another stream", ModernHttp, QByteArrayList{asks, silent, logged("20 < exchange=3")} + ends,
           "P09:error");
    addRow("P09 log in its stream, below the level", ModernHttp,
           QByteArrayList{asks, silent, logged("20 < exchange=2", "debug")} + ends, "P09:error");
    addRow("P09 log in its stream, behind the answer", ModernHttp,
           QByteArrayList{asks, silent} + ends + QByteArrayList{logged("60 < exchange=2")}, "P09:error");
    const QByteArray closed = R"(20 http > {"exchange":2,"step":"end","how":"closed","requests":["1"]})";
    addRow("C07 log in its stream", ModernHttp, {asks, closed, logged("100 < exchange=2")}, "C07:error");
    const QByteArray listens =
        R"(10 > exchange=2 request 1 subscriptions/listen {"notifications":{},"_meta":{"io.modelcontextprotocol/logLevel":"debug","io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}})";
    addRow("P09 log in a subscription", ModernHttp, {listens, logged("20 < exchange=2")}, "P09:error");
}

QByteArray listening(const QByteArray &start, const QByteArray &filter)
{
    return start + R"( subscriptions/listen {"notifications":{)" + filter + "}}";
}

QByteArray told(const QByteArray &start, const QByteArray &what, const QByteArray &id)
{
    const QByteArray meta = id.isEmpty() ? "" : R"(,"_meta":{"io.modelcontextprotocol/subscriptionId":)" + id + '}';
    return start + " notify notifications/" + what + R"( {"uri":"a:b")" + meta + '}';
}

/// A subscription with its acknowledgment.
QByteArrayList listened(const QByteArray &start, const QByteArray &filter)
{
    const QByteArrayList words = start.split(' ');
    const QByteArray stream = words.at(2).startsWith("exchange=") ? ' ' + words.at(2) : QByteArray();
    return {listening(start, filter), told("12 <" + stream, "subscriptions/acknowledged", words.last())};
}

void addAcknowledgementRows()
{
    const QByteArray ack = "subscriptions/acknowledged";
    const QByteArray tools = "tools/list_changed";
    const QByteArray listens = listening("10 > request 1", R"("toolsListChanged":true)");
    const QByteArray change = told("20 <", tools, "1");
    addRow("P09 acknowledged", Modern, {listening("10 > request 1", {}), told("20 <", ack, "1")}, "");
    addRow("P13 acknowledged, not named", Modern, {listening("10 > request 1", {}), told("20 <", ack, {})},
           "P13:error");
    addRow("P09 acknowledged, nobody listens", Modern, {told("20 <", ack, "1")}, "P09:error");
    addRow("P09 change before the acknowledgement", Modern, {listens, change, told("21 <", ack, "1")}, "P09:error");
    addRow("P09 change without one", Modern, {listens, change, told("21 <", tools, "1")}, "P09:error*2");
    addRow("P09 change after the acknowledgement", Modern, {listens, told("15 <", ack, "1"), change}, "");
    addRow("P09 change after the acknowledgement of another", Modern,
           {listens, listening("11 > request 2", R"("toolsListChanged":true)"), told("15 <", ack, "2"), change},
           "P09:error");
    addRow("P09 change after an acknowledgement that names nothing", Modern, {listens, told("15 <", ack, {}), change},
           "P13:error");
    addRow("P09 change beyond what was acknowledged", Modern,
           {listens,
            R"(15 < notify notifications/subscriptions/acknowledged {"notifications":{},)"
            R"("_meta":{"io.modelcontextprotocol/subscriptionId":1}})",
            change},
           "");
}

void addSubscriptionRows()
{
    const QByteArray tools = "tools/list_changed";
    const QByteArrayList listens = listened("10 > request 1", R"("toolsListChanged":true)");
    addRow("P09 change, nobody listens", Modern, {told("20 <", tools, {}), told("21 <", tools, {})}, "P09:error*2");
    addRow("P09 change, asked for", Modern, listens + QByteArrayList{told("20 <", tools, "1")}, "");
    addRow("P13 change, asked for, not named", Modern,
           listens + QByteArrayList{told("20 <", tools, {}), told("21 <", tools, {})}, "P13:error*2");
    addRow("P13 change, asked for, named otherwise", Modern, listens + QByteArrayList{told("20 <", tools, R"("1")")},
           "P13:error");
    for (const QByteArray what : {"prompts/list_changed", "resources/list_changed", "resources/updated"}) {
        QTest::addRow("P09 change, %s not asked for", what.constData())
            << Modern << listens + QByteArrayList{told("20 <", what, "1")} << "P09:error"_ba;
        QTest::addRow("P09 change, %s not asked for, not named", what.constData())
            << Modern << listens + QByteArrayList{told("20 <", what, {})} << "P09:error"_ba;
    }
    addRow("P09 change, refused to itself", Modern,
           listened("10 > request 1", R"("toolsListChanged":false)") + QByteArrayList{told("20 <", tools, "1")},
           "P09:error");
    addRow("P09 update, asked for", Modern,
           listened("10 > request 1", R"("resourceSubscriptions":["a:b"])") +
               QByteArrayList{told("20 <", "resources/updated", "1")},
           "");
    addRow("P09 update, of none asked for", Modern,
           listened("10 > request 1", R"("resourceSubscriptions":[])") +
               QByteArrayList{told("20 <", "resources/updated", "1")},
           "P09:error");
    addRow("P09 change, asked for by the other", Modern,
           listens + listened("11 > request 2", R"("promptsListChanged":true)") +
               QByteArrayList{told("20 <", tools, "2")},
           "P09:error");
    const QByteArrayList ended =
        listens +
        QByteArrayList{"15 < result 1", R"(16 < notify notifications/cancelled {"requestId":1,"reason":"bye"})"};
    addRow("P09 change, after the end", Modern, ended + QByteArrayList{told("20 <", tools, "1")}, "P09:error");
    addRow("P09 change, after the end, not named", Modern, ended + QByteArrayList{told("20 <", tools, {})},
           "P09:error");
    const QByteArrayList cancelled = listens + QByteArrayList{"15 > cancel 1"};
    addRow("C07 change", Modern, cancelled + QByteArrayList{told("100 <", tools, "1")}, "C07:error");
    addRow("P13 change after the cancel, not named", Modern, cancelled + QByteArrayList{told("100 <", tools, {})},
           "P13:error");
    addRow("P09 change of the older era", "2025-11-25 stdio", {told("20 <", tools, {})}, "");

    const QByteArrayList both = listened("10 > exchange=2 request 1", R"("toolsListChanged":true)") +
                                QByteArrayList{call("13 > exchange=3", "2", {})};
    const QByteArray end = "50 < exchange=3 result 2";
    addRow("P09 change in its stream", ModernHttp, both + QByteArrayList{told("20 < exchange=2", tools, "1"), end}, "");
    addRow("P13 change in its stream, not named", ModernHttp,
           both + QByteArrayList{told("20 < exchange=2", tools, {}), end}, "P13:error");
    addRow("P09 change in another stream", ModernHttp, both + QByteArrayList{told("20 < exchange=3", tools, {}), end},
           "P09:error");
    addRow("P09 change in its stream, not asked for", ModernHttp,
           both + QByteArrayList{told("20 < exchange=2", "prompts/list_changed", {}), end}, "P09:error");
}

/// Kinds of results, and the requests that may have them.
void addResultRows()
{
    const auto asked = [](const QByteArray &method, const QByteArray &capabilities, const QByteArray &result) {
        return QByteArrayList{
            "10 > request 1 " + method +
                R"( {"name":"a","uri":"a:b","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":)" +
                capabilities + "}}",
            "20 < result 1 " + result};
    };
    const QByteArray task = R"({"resultType":"task","taskId":"t","status":"working"})";
    const QByteArray tasks = R"({"extensions":{"io.modelcontextprotocol/tasks":{}}})";
    addRow("P09 task", Modern, asked("tools/call", tasks, task), "");
    addRow("P09 task, not declared", Modern, asked("tools/call", "{}", task), "P09:error");
    addRow("P09 task, another extension declared", Modern, asked("tools/call", R"({"extensions":{"a/b":{}}})", task),
           "P09:error");
    addRow("P09 task, as it was before", Modern, asked("tools/call", R"({"tasks":{}})", task), "P09:error");
    addRow("P13 task of a list", Modern, asked("tools/list", tasks, task), "P13:error");
    addRow("P13 task of a prompt", Modern, asked("prompts/get", tasks, task), "P13:error");
    addRow("P13 task of its state", Modern, asked("tasks/get", tasks, task), "");
    addRow("P09 only called a task", Modern, asked("tools/call", "{}", R"({"task":{"taskId":"t"}})"), "");

    const QByteArray input = R"({"resultType":"input_required","requestState":"s"})";
    for (const QByteArray method : {"tools/call", "prompts/get", "resources/read"})
        QTest::addRow("P13 input for %s", method.constData()) << Modern << asked(method, "{}", input) << ""_ba;
    for (const QByteArray method : {"tools/list", "prompts/list", "resources/list", "resources/templates/list",
                                    "completion/complete", "server/discover", "tasks/get", "acme/do"})
        QTest::addRow("P13 input for %s", method.constData()) << Modern << asked(method, "{}", input) << "P13:error"_ba;
    addRow("P13 input before", "2025-11-25 stdio", asked("tools/list", "{}", input), "");
    addRow("P13 late", Modern,
           {call("10 >", "1", {}), "20 > cancel 1", R"(100 < {"jsonrpc":"2.0","id":1,"result":{"content":[]}})"},
           "C01:error P13:error");
}

} // namespace

void TestFindingsUnasked::finds_data()
{
    addColumns();
    addLogRows();
    addStreamRows();
    addSubscriptionRows();
    addAcknowledgementRows();
    addResultRows();
}

void TestFindingsUnasked::restsOnRequestCancelAndMessage()
{
    const auto run = FindingScript::named(Modern).run(
        {call("10 >", "1", "info"), "20 > cancel 1", logged("100 <"), logged("220 <")});
    const Finding found = run->first(FindingCode::C07);
    QCOMPARE(found.accused, Direction::ServerToClient);
    QCOMPARE(found.row, 1);
    QCOMPARE(found.events, (QList<qint64>{3, 4, 5, 6}));
    QCOMPARE(found.gap, 200 * FindingScript::Millisecond);
    QCOMPARE(
        found.sentence,
        u"After the cancellation of the request, 2 log messages arrived that no open request asks for, the last 200 "
        "ms after it"_s);
    const auto one = FindingScript::named(Modern).run({call("10 >", "1", "info"), "20 > cancel 1", logged("100 <")});
    QCOMPARE(one->first(FindingCode::C07).sentence,
             u"A log message arrived 80.0 ms after the cancellation of the request, but no open request asks for it"_s);
}

void TestFindingsUnasked::saysWhichLevels()
{
    const auto said = [](const QByteArray &kind, const QByteArrayList &lines) {
        const Finding found = FindingScript::named(kind).run(lines)->first(FindingCode::P09);
        return QString(found.sentence);
    };
    QCOMPARE(said(Modern, {call("10 >", "1", "info"), call("10 >", "2", "error"), logged("20 <", "debug")}),
             u"A log message of the level debug arrived, but the open requests ask for info and above"_s);
    QCOMPARE(said(Modern, {logged("20 <")}), u"A log message arrived, but no open request asks for any"_s);
    QCOMPARE(said(ModernHttp, {call("10 > exchange=2", "1", "info"), logged("20 < exchange=2", "debug")}),
             u"A log message of the level debug arrived for the request 1, which asks for info and above"_s);
}

void TestFindingsUnasked::saysWhichResult()
{
    const auto run = FindingScript::named(Modern).run(
        {"10 > request 1 tools/list", R"(20 < result 1 {"resultType":"input_required","requestState":"s"})",
         "30 > request 2 prompts/list", R"(40 < result 2 {"resultType":"input_required","requestState":"s"})"});
    QCOMPARE(run->codes(), "P13:error P13:error");
    QVERIFY2(run->findings->at(0).sentence.startsWith(u"The result of tools/list asks for input first"_s),
             qPrintable(run->findings->at(0).sentence));
    QVERIFY2(run->findings->at(1).sentence.startsWith(u"The result of prompts/list asks for input first"_s),
             qPrintable(run->findings->at(1).sentence));
}

void TestFindingsUnasked::namesTheSubscription()
{
    const auto run = FindingScript::named(Modern).run(
        {listening("10 > request 7", R"("toolsListChanged":true)"), told("20 <", "prompts/list_changed", "7")});
    const Finding found = run->first(FindingCode::P09);
    QCOMPARE(found.row, 1);
    QCOMPARE(found.events, (QList<qint64>{3, 4}));
    QCOMPARE(found.sentence,
             u"notifications/prompts/list_changed arrived for the subscription 7, which did not request it"_s);
    const auto said = [](const QByteArray &id) -> QString {
        return FindingScript::named(Modern)
            .run(listened("10 > request 7", R"("toolsListChanged":true)") +
                 QByteArrayList{told("20 <", "tools/list_changed", id)})
            ->first(FindingCode::P13)
            .sentence;
    };
    const QString member = u"io.modelcontextprotocol/subscriptionId"_s;
    QCOMPARE(said({}),
             u"notifications/tools/list_changed does not name its subscription in %1 of its _meta"_s.arg(member));
    QCOMPARE(said("\"7\""),
             u"notifications/tools/list_changed names its subscription as \"7\" in %1 of its _meta, but the id of "
             "subscriptions/listen is 7: another JSON type"_s.arg(member));
    QCOMPARE(
        said("8"),
        u"notifications/tools/list_changed names a subscription that does not exist, in %1 of its _meta"_s.arg(member));
}

/// The masked member may have been the missing one.
void TestFindingsUnasked::accusesNobodyOfMasks()
{
    FindingScript script = FindingScript::named(Modern);
    const QByteArrayList lines{
        R"(10 > {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"_meta":{"***":"info","io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}})",
        logged("20 <"),
        R"(21 > {"jsonrpc":"2.0","id":2,"method":"subscriptions/listen","params":{"notifications":{"***":true},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}})",
        told("25 <", "subscriptions/acknowledged", "2"),
        told("30 <", "tools/list_changed", "2"),
        told("31 <", "tools/list_changed", "\"***\""),
        R"(40 < result 1 {"resultType":"task","taskId":"t","status":"working"})",
        R"(41 > {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"***":{}}}}})",
        R"(42 < result 3 {"resultType":"task","taskId":"t","status":"working"})"};
    QCOMPARE(script.run(lines)->codes(), "P09:error P09:error P09:error P09:error P09:error");
    script.m_isRedacted = true;
    QCOMPARE(script.run(lines)->codes(), "P09:error"); // for the first result, whose request declares its capabilities
}

QTEST_GUILESS_MAIN(TestFindingsUnasked)
#include "tst_findingsunasked.moc"
