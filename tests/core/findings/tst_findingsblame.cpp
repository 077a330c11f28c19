// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findingtable.h"

using namespace Pullcord;
using namespace Pullcord::FindingTable;
using namespace Qt::StringLiterals;

/// Cases with another possible cause, which must not be blamed on a cancellation or its sender. Each is paired with a
/// case that has a finding.
class TestFindingsBlame : public QObject
{
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }

    void finds_data();
    void finds() { compareRow(); }

    /// The sentence names the fault of the cancellation, whatever the server did.
    void saysWhatTheCancelWas()
    {
        const auto said = [](const QByteArrayList &lines) -> QString {
            return FindingScript::named("2025-11-25 stdio").run(lines)->first(FindingCode::C14).sentence;
        };
        const QByteArray trace = R"( stderr {"s":"KeyError: 7"})";
        const QByteArray bare = R"(20 > {"jsonrpc":"2.0","method":"notifications/cancelled","params":)";
        const QByteArrayList answered{"10 > request 1 tools/call", "12 < result 1"};
        const QByteArrayList twice{"10 > request 1 tools/call", "1500 > cancel 1", "3020 > cancel 1"};
        QCOMPARE(
            said({"20 > cancel 77", "30" + trace}),
            u"The server failed 10.0 ms after a cancellation of an unknown id, which it should ignore: KeyError: 7"_s);
        QVERIFY(said({bare + "{}}", "30" + trace}).contains(u"after a malformed cancellation, which"_s));
        QVERIFY(said({bare + R"({"requestId":1.5}})"_ba, "30" + trace})
                    .contains(u"after a malformed cancellation, which"_s));
        QVERIFY(said(answered + QByteArrayList{"20 > cancel 1", "30" + trace})
                    .contains(u"after a cancellation of a request that had ended, which"_s));
        QVERIFY(said(twice + QByteArrayList{"3030" + trace})
                    .contains(u"after a second cancellation of a request, which"_s));
        const QByteArray dies = R"(30 exited {"exitCode":1})";
        QCOMPARE(said({"20 > cancel 77", dies}), u"The server ended 10.0 ms after a cancellation of an unknown id"_s);
        QCOMPARE(said({bare + "{}}", dies}), u"The server ended 10.0 ms after a malformed cancellation"_s);
    }

    /// The cause that the server names replaces a doubtful one.
    void takesBackWhatWasUnsure()
    {
        const QByteArrayList failed{"10 > request 1 tools/call", "18 < error 1 -32603 no", "20 > cancel 77",
                                    R"(30 stderr {"s":"Traceback (most recent call last):"})"};
        const FindingScript script = FindingScript::named("2025-11-25 stdio");
        const Finding unsure = script.run(failed)->first(FindingCode::C14);
        QCOMPARE(unsure.severity, FindingSeverity::Info);
        QVERIFY2(unsure.sentence.endsWith(u"; or because of the request 1, which had failed just before"_s),
                 qPrintable(unsure.sentence));
        QCOMPARE(unsure.events, (QList<qint64>{6, 7, 8}));
        const auto sure = script.run(failed + QByteArrayList{R"(31 stderr {"s":"KeyError: 'cancelled 77'"})"});
        QCOMPARE(sure->first(FindingCode::C14).severity, FindingSeverity::Warning);
        QVERIFY(!sure->first(FindingCode::C14).sentence.contains(u"; or on"_s));
    }

    /// A rule that changed the handshake changed what both sides believe to be agreed.
    void handshakeByARule()
    {
        FindingScript script = FindingScript::named("2025-11-25 stdio");
        script.m_hasHandshake = false;
        const auto codes = [&script](const QByteArrayList &begins) {
            return script
                .run(
                    begins +
                    QByteArrayList{R"(5 < result 0 {"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{}})",
                                   "5 > notify notifications/initialized", "20 < request 5 sampling/createMessage",
                                   "21 > error 5 -32601 no"})
                ->codes();
        };
        const QByteArray request =
            R"(request 0 initialize {"protocolVersion":"2025-11-25","clientInfo":{},"capabilities":)";
        QCOMPARE(codes({"0 > " + request + "{}}"}), "P09:error");
        QCOMPARE(codes({"0 > withheld=x " + request + "{}}", "0 > injected=x " + request + R"({"sampling":{}}})"}), "");
    }

    /// An error without an id belongs to the request in whose stream it came.
    void standsAtTheRequest()
    {
        const auto run =
            FindingScript::named("2025-11-25 http")
                .run({"10 > exchange=7 request 1 tools/call", "20 > exchange=8 cancel 1",
                      R"(100 < exchange=7 {"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"no"}})"});
        const Finding found = run->first(FindingCode::C05);
        QCOMPARE(found.row, 2);
        QCOMPARE(found.gap, 80 * FindingScript::Millisecond);
        QCOMPARE(found.events, (QList<qint64>{6, 7, 8}));
        QCOMPARE(
            found.sentence,
            u"Error -32603 (no) arrived 80.0 ms after the cancellation; it names no id, but arrived in the stream of "
            "that request"_s);
    }
};

namespace {

const QByteArray Nameless = R"( < {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no"}})";
const QByteArray Garbage = R"( malformed > {"s":"{bad"})";
const QByteArray Notice = " > notify notifications/roots/list_changed";
const QByteArray Trace = R"( stderr {"s":"Traceback (most recent call last):"})";

void row(const char *name, const QByteArrayList &lines, const QByteArray &found, const QByteArray &kind = Legacy)
{
    QTest::newRow(name) << kind << lines << found;
}

QByteArrayList stderrLines(const QByteArray &time, const QByteArrayList &lines)
{
    QByteArrayList all;
    for (const QByteArray &line : lines)
        all << time + R"( stderr {"s":")" + line + R"("})";
    return all;
}

void addBreakRows()
{
    const QByteArray bad = "20 > cancel 77";
    const QByteArrayList frames{R"(  File \"x.py\", line 3, in run)", R"(    raise KeyError(7))", "KeyError: 7"};
    const QByteArrayList header{"Traceback (most recent call last):"};
    row("C14", QByteArrayList{bad} + stderrLines("30", header + frames), "C21:error C14:warning");
    row("C14 not where it began before", stderrLines("19", header) + QByteArrayList{bad} + stderrLines("30", frames),
        "C21:error");
    row("C14 not where the message was still to come",
        stderrLines("19", header + frames.first(2)) + QByteArrayList{bad} + stderrLines("21", {"KeyError: 'cancel'"}),
        "C21:error");
    row("C14 not where its cause came before",
        stderrLines("19", header + frames) + QByteArrayList{bad} +
            stderrLines("21",
                        QByteArrayList{"", "During handling of the above exception, another exception occurred:", ""} +
                            header + frames),
        "C21:error");
    row("C14 not where the same came before",
        stderrLines("19", header + frames) + QByteArrayList{bad} + stderrLines("30", header + frames), "C21:error");
    row("C14 where one that has no end came long before",
        stderrLines("8", header) + QByteArrayList{"1020 > cancel 77"} + stderrLines("1030", {"KeyError: 7"}),
        "C21:error C14:warning");

    row("C14 not behind what is no JSON", {"19" + Garbage, bad, "30" + Trace}, "P01:error C21:error");
    row("C14 not behind another notification", {"19" + Notice, bad, "30" + Trace}, "C21:error");
    row("C14 behind another notification that was read",
        {"15" + Notice, "16 > request 2 ping", "17 < result 2", bad, "30" + Trace}, "C21:error C14:warning");
    row("C14 behind what is no JSON, and was refused", {"18" + Garbage, "19" + Nameless, bad, "30" + Trace},
        "P01:error C21:error C14:warning");
    row("C14 behind another notification, long before", {"9" + Notice, "1020 > cancel 77", "1030" + Trace},
        "C21:error C14:warning");
    row("C14 behind another notification, but it names the cancel",
        {"19" + Notice, bad, R"(30 stderr {"s":"KeyError: 'cancel of 77'"})"}, "C21:error C14:warning");
    row("C14 not behind a cancel in order", {"10 > request 1 tools/call", "19 > cancel 1", bad, "30" + Trace},
        "C21:error");
    row("C14 of a second cancel, behind the first",
        {"10 > request 1 tools/call", "19 > cancel 1", "20 > cancel 1", "30" + Trace}, "C23:warning C14:warning");
    row("C14 behind another such", {"19 > cancel 76", bad, "30" + Trace}, "C21:error C21:error C14:warning");
    const QByteArray both =
        R"(20 > [{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":77,"reason":"a"}},%])";
    for (const auto &[what, item, found] : std::initializer_list<std::tuple<const char *, QByteArray, QByteArray>>{
             {"another notification", R"({"jsonrpc":"2.0","method":"notifications/x"})", "C21:error"},
             {"what is no message", "7", "C21:error P02:error"},
             {"a call", R"({"jsonrpc":"2.0","id":5,"method":"tools/call"})", "C21:error"}}) {
        QTest::addRow("C14 not in a batch with %s", what)
            << "2025-03-26 stdio"_ba << QByteArrayList{QByteArray(both).replace('%', item), "30" + Trace} << found;
    }
    row("C14 alone in a batch", {QByteArray(both).replace(",%", ""), "30" + Trace}, "C21:error C14:warning",
        "2025-03-26 stdio");

    const QByteArray call = "10 > request 1 tools/call";
    row("C14 perhaps, where a call failed before", {call, "19 < error 1 -32603 no", bad, "30" + Trace},
        "C21:error C14:info");
    row("C14 perhaps, where a tool failed before",
        {call, R"(19 < result 1 {"isError":true,"content":[]})", bad, "30" + Trace}, "C21:error C14:info");
    row("C14 perhaps, where a call failed between", {call, bad, "25 < error 1 -32603 no", "30" + Trace},
        "C21:error C14:info");
    row("C14 perhaps, of the call that failed", {call, "19 < error 1 -32603 no", "20 > cancel 1", "30" + Trace},
        "C22:info~ C14:info");
    row("C14 where a call was answered before", {call, "19 < result 1", bad, "30" + Trace}, "C21:error C14:warning");
    row("C14 where a call failed long before", {call, "19 < error 1 -32603 no", "1010 > cancel 77", "1020" + Trace},
        "C21:error C14:warning");
}

void addDeathRows()
{
    const QByteArrayList cancelled{"10 > request 1 tools/call", "20 > cancel 1"};
    const QByteArrayList dies{R"(30 exited {"exitCode":1})", "31 closed"};
    const auto before = [&](const QByteArrayList &lines) {
        return cancelled.first(1) + lines + cancelled.last(1) + dies;
    };
    row("C15", cancelled + dies, "C15:error");
    row("C15 not with what is no JSON", before({"20" + Garbage}), "P01:error");
    row("C15 not with another notification", before({"20" + Notice}), "");
    row("C15 at the begin", before({"20 > notify notifications/initialized"}), "C15:error");
    row("C15 not with a call", before({"19 > request 2 tools/call"}), "P18:warning");
    row("C15 with a call that was answered", before({"19 > request 2 tools/call", "19.5 < result 2"}), "C15:error");
    const QByteArray echo = R"(tools/call {"name":"echo","arguments":{"a":%1}})";
    const auto beside = [&](const char *earlier, const QByteArray &response) {
        return QByteArrayList{"1 > request 7 " + QByteArray(echo).replace("%1", earlier), response,
                              "9 > request 2 " + QByteArray(echo).replace("%1", "1")} +
               cancelled + dies;
    };
    row("C15 with a call like one that succeeded", beside("1", "2 < result 7"), "C15:error");
    row("C15 not with a call with other arguments", beside("2", "2 < result 7"), "P18:warning");
    row("C15 not with a call like one that failed", beside("1", "2 < error 7 -32603 no"), "P18:warning");
    row("C15 with a ping", before({"19 > request 2 ping"}), "C15:error");
    row("C15 with a call that was at work", before({"15 > request 2 ping", "16 < result 2"}), "C15:error");
    row("C15 with a call of long before",
        QByteArrayList{"10 > request 2 tools/call", "10 > request 1 tools/call", "120 > cancel 1",
                       R"(130 exited {"exitCode":1})", "131 closed"},
        "C15:info P18:warning");
    row("C15 not where it broke before", before(stderrLines("19", {"KeyError: 7"})), "");
    row("C15 where it broke long before",
        QByteArrayList{"10 > request 1 tools/call"} + stderrLines("11", {"KeyError: 7"}) +
            QByteArrayList{"1020 > cancel 1", R"(1030 exited {"exitCode":1})", "1031 closed"},
        "C15:error");
    row("C14 died, not with what is no JSON", QByteArrayList{"20" + Garbage, "20 > cancel 77"} + dies,
        "P01:error C21:error");
    row("C14 died, not with a call", QByteArrayList{"19 > request 2 tools/call", "20 > cancel 77"} + dies,
        "C21:error P18:warning");
    row("C14 died of a cancel that is a request",
        QByteArrayList{
            R"(20 > {"jsonrpc":"2.0","id":9,"method":"notifications/cancelled","params":{"requestId":77,"reason":"a"}})"} +
            dies,
        "C26:error C14:warning");

    const QByteArrayList call{"10 > exchange=7 request 1 tools/call", "20 > exchange=8 cancel 1",
                              "21 > exchange=9 request 2 tools/call"};
    const QByteArrayList found{R"(40 http {"exchange":%,"step":"response","status":404})",
                               R"(41 note {"text":"x","sessionEnded":true})"};
    const auto foundBy = [&](const QByteArray &exchange) {
        return QByteArrayList{QByteArray(found[0]).replace('%', exchange), found[1]};
    };
    row("C15 session, as the next call finds", call + foundBy("9"), "C15:error", LegacyHttp);
    row("C15 session, not where a call was open that another finds",
        call + QByteArrayList{"22 > exchange=10 request 3 tools/call"} + foundBy("10"), "", LegacyHttp);
}

/// A request rejected without an id does not count as unanswered.
void addRefusedRows()
{
    const QByteArrayList two{"10 > request 1 tools/call", "11 > request 2 tools/call"};
    const QByteArrayList told = two + QByteArrayList{"12 < progress 2 1", "14 < progress 2 2"};
    const QByteArrayList gone{R"(3000 timeout > {"id":"2"})", "3001 > cancel 2"};
    const QByteArrayList left{"12000 closing", "12001 closed"};
    row("C17", told + QByteArrayList{"20 > cancel 1"} + gone, "C16:info C17:warning");
    row("C17 not where it was refused", told + QByteArrayList{"16" + Nameless, "20 > cancel 1"} + gone, "C16:info");
    row("C17 where another was refused, long before",
        QByteArrayList{"8 > request 3 tools/call", "9" + Nameless} + told + QByteArrayList{"20 > cancel 1"} + gone,
        "C16:info C17:warning");
    const QByteArrayList one{R"(10 > {"jsonrpc":"2.0","id":2,"method":"tools/call","params":[1]})"};
    row("P18", one + left, "P18:warning");
    row("C32 and P18, not where it was refused", one + QByteArrayList{"12" + Nameless} + left, "");
    row("C32, not where it was refused", one + QByteArrayList{"12" + Nameless, R"(900 timeout > {"id":"2"})"} + Later,
        "");
    row("C32, not where it was refused long after", one + QByteArrayList{"5000" + Nameless} + left, "");
    const QByteArrayList good{"10 > request 2 tools/call"};
    row("C32, not where both were refused long after",
        good + QByteArrayList{"11 > request 3 tools/call", "5000" + Nameless, "8000" + Nameless} + left, "");
    row("P18, where one of two was refused long after",
        good + QByteArrayList{"11 > request 3 tools/call", "5000" + Nameless} + left, "P18:warning");
    row("P18, where another notification was refused long after",
        good + QByteArrayList{"4990" + Notice, "5000" + Nameless} + left, "P06:warning P18:warning");
    row("C32, not where another notification came long before it was refused",
        good + QByteArrayList{"1000" + Notice, "5000" + Nameless} + left, "");
    row("P18, where another call was refused long after",
        good + QByteArrayList{"4990 > request 3 tools/call", "5000" + Nameless} + left, "P18:warning");
    row("C32, not where it may have been refused long after",
        one + QByteArrayList{"4990 > request 3 tools/call", "5000" + Nameless} + left, "");
    row("P18, where another was refused in its stream",
        {"10 > exchange=7 request 2 tools/call", "11 > exchange=8 request 3 tools/call",
         "12 < exchange=8" + Nameless.mid(2), "12000 closing", "12001 closed"},
        "P18:warning", LegacyHttp);
    const QByteArrayList stale{"7.5 > request 2 tools/call", "8 < result 2", "9.5 > cancel 2"};
    row("C18", stale + one + left, "C22:info~ P05:error C18:warning");
    row("C18 not where it was refused", stale + one + QByteArrayList{"12" + Nameless} + left, "C22:info~ P05:error");

    const QByteArray empty = R"(12 < {"jsonrpc":"2.0","id":2})";
    row("C32 not after P03", one + QByteArrayList{empty} + left, "P03:error");
    row("P18 after P03 for another", one + QByteArrayList{R"(12 < {"jsonrpc":"2.0","id":3})"} + left,
        "P03:error P18:warning");
    row("C32 not after C28", QByteArrayList{"10 > request 2 tools/call", "12 < cancel 2"} + left, "C28:error", Modern);
    row("P18 after C28 for another", QByteArrayList{"10 > request 2 tools/call", "12 < cancel 3"} + left,
        "C28:error P18:warning", Modern);
    row("C32 not after C21 of the server", QByteArrayList{"10 > request 2 tools/call", "12 < cancel 2"} + left,
        "C21:error");
}

void addByHandRows()
{
    const QByteArray byHand = "10 > byhand request 1 tools/call";
    const QByteArray byClient = "10 > request 2 tools/call";
    const QByteArrayList leaves{"20 closing", "21 closed"};
    const QByteArrayList timesOut = QByteArrayList{R"(500 timeout > {"id":"1"})"} + Later;
    const QByteArray closed = R"( http {"exchange":2,"step":"end","how":"closed","requests":["1"]})";
    row("C31 by hand", QByteArrayList{byHand, "20" + closed} + Later, "C31:info", LegacyHttp);
    row("C32 by hand", QByteArrayList{byHand} + timesOut, "C32:info");
    row("C32", QByteArrayList{"10 > request 1 tools/call"} + timesOut, "C32:warning");
    row("C32 detached by hand", {byHand, R"(20 cancel > {"id":"1","detached":true})"}, "C32:info");
    row("C32 left by hand", QByteArrayList{byHand} + leaves, "C32:info");
    row("C32 left by hand and not", QByteArrayList{byHand, byClient, "11 > request 3 tools/call"} + leaves,
        "C32:info C32:warning*2");
}

void addNamelessRows()
{
    const QByteArrayList call{"10 > request 1 tools/call"};
    const QByteArrayList refused{"20 > cancel 1", "30" + Nameless};
    row("C13", call + refused, "C13:warning");
    row("C13 not behind another notification", call + QByteArrayList{"15" + Notice} + refused, "");
    row("C13 not behind params that are a list",
        call + QByteArrayList{"15 > notify notifications/roots/list_changed [1]"} + refused, "");
    row("C13 not behind params that are none",
        call + QByteArrayList{"15 > notify notifications/roots/list_changed 7"} + refused, "");
    row("C13 not behind a call of which params are a list",
        QByteArrayList{R"(9 > {"jsonrpc":"2.0","id":2,"method":"tools/call","params":[1]})"} + call + refused, "");
    row("C13 behind another notification that was read",
        call + QByteArrayList{"15" + Notice, "16 > request 2 ping", "17 < result 2"} + refused, "C13:warning");
    row("C13 behind another notification, long before",
        call + QByteArrayList{"11" + Notice, "1015 > cancel 1", "1020" + Nameless}, "C13:warning");
    row("C13 behind another notification that was refused",
        call + QByteArrayList{"15" + Notice, "16" + Nameless} + refused, "P06:warning C13:warning");
    row("P06 not behind params that are a list", {"15 > notify notifications/x [1]", "20" + Notice, "25" + Nameless},
        "");

    const QByteArrayList overHttp{"10 > exchange=7 request 1 tools/call", "15 > exchange=8" + Notice.mid(2),
                                  "20 > exchange=9 cancel 1"};
    row("C13 in its exchange", overHttp + QByteArrayList{"30 < exchange=9" + Nameless.mid(2)}, "C13:warning",
        LegacyHttp);
    row("C13 not in the exchange of another", overHttp + QByteArrayList{"30 < exchange=8" + Nameless.mid(2)},
        "P06:error", LegacyHttp);
    row("C13 once",
        overHttp + QByteArrayList{"30 < exchange=9" + Nameless.mid(2),
                                  R"(31 http {"exchange":9,"step":"end","how":"complete","notAccepted":)"
                                  R"("notifications/cancelled","cancels":"1","reason":"400"})"},
        "C13:warning", LegacyHttp);

    const auto inStream = [](const QByteArray &code, const QByteArray &text) {
        return QByteArrayList{R"(100 < exchange=7 {"jsonrpc":"2.0","id":null,"error":{"code":)" + code +
                              R"(,"message":")" + text + R"("}})"};
    };
    const QByteArrayList stopped{overHttp[0], overHttp[2]};
    row("C02 without an id", stopped + inStream("-32800", "a") + Later, "C02:info", LegacyHttp);
    row("C03 without an id", stopped + inStream("0", "Request cancelled") + Later, "C03:warning", LegacyHttp);
    row("C05 without an id", stopped + inStream("-32603", "Oops") + Later, "C05:warning", LegacyHttp);
    row("C05 without an id, twice", stopped + inStream("-32603", "a") + inStream("-32603", "a"), "C05:warning",
        LegacyHttp);
    row("C05 without an id, crossed",
        stopped + QByteArrayList{inStream("-32603", "a").first().replace(0, 3, "21")} + Later, "C05:info~", LegacyHttp);
    row("C05 not in another stream",
        stopped + QByteArrayList{inStream("-32603", "a").first().replace("=7", "=6")} + Later, "C16:info", LegacyHttp);
    row("C05 not of what is not cancelled", stopped.first(1) + inStream("-32603", "a"), "", LegacyHttp);
}

/// Each fault gives one finding, with the most specific code.
void addOnceRows()
{
    const QByteArrayList cancelled{"10 > request 1 tools/call", "20 > cancel 1"};
    const QByteArrayList asks{"100 < request 5 sampling/createMessage", "110 > result 5"};
    row("C16", cancelled + Later, "C16:info");
    row("C16 not beside C08", cancelled + asks + Later, "C08:warning");
    row("C16 and no C08 of what is asked long after",
        cancelled + QByteArrayList{"2900 < request 5 sampling/createMessage", "2901 > result 5"}, "C16:info");
    row("C16 not beside C15", cancelled + QByteArrayList{R"(2900 exited {"exitCode":1})", "2901 closed"}, "C15:error");
    row("C16 not beside C15, before it was time",
        cancelled + QByteArrayList{R"(1900 exited {"exitCode":1})", "1901 closed"}, "C15:error");
    row("C16 of another beside C15",
        QByteArrayList{"9 > request 2 tools/call", "15 > cancel 2"} + cancelled +
            QByteArrayList{R"(2900 exited {"exitCode":1})", "2901 closed"},
        "C16:info C15:error");

    const QByteArrayList late{"10 > request 1 tools/call", R"(500 timeout > {"id":"1"})", "600 < result 1"};
    row("C22 after its time", late + QByteArrayList{"700 > cancel 1"} + Later, "C22:warning");
    row("C22 after its time, crossed", late + QByteArrayList{"601 > cancel 1"} + Later, "C22:info~");
    row("C22 not before the answer", {late[0], late[1], "550 > cancel 1", late[2]}, "C01:warning");
    row("C22 not where it was meant before the answer",
        {late[0], R"(500 cancel > {"id":"1"})", "550 < result 1", "600 > cancel 1"}, "");
    row("C18 after a cancel that came behind a late answer",
        late + QByteArrayList{"700 > cancel 1", "800 > request 1 tools/call", R"(1900 timeout > {"id":"1"})"} + Later,
        "C22:warning P05:error C18:warning");

    const QByteArrayList open{"10 > request 1 tools/call", "20 > cancel 1", "100 < result 1"};
    const QByteArrayList back{"152 > connection=1 request 1 initialize {}", "153 < connection=1 result 1"};
    row("C35", open + QByteArrayList{"102 closing", "103 closed"} + back, "C01:warning C35:warning");
    row("C35 closed without a word", open + QByteArrayList{"102 closed"} + back, "C01:warning C35:warning");
    row("C35 not closed by the other side", open + QByteArrayList{R"(102 closed {"reason":"gone"})"} + back,
        "C01:warning");
    row("C35 not closed without a word, and for good", open + QByteArrayList{"102 closed"}, "C01:warning");
}

} // namespace

namespace {

/// Faults caused by a rule of a proxy, which accuse no side, beside those that a side wrote itself.
void addRuleRows()
{
    const QByteArrayList call{"10 > request 1 tools/call"};
    const QByteArrayList left{"12000 closing", "12001 closed"};
    row("C01 of a cancel that passed", call + QByteArrayList{"20 > cancel 1", "1520 < result 1"}, "C01:warning");
    row("C01 of a cancel by a rule", call + QByteArrayList{"20 > injected=x cancel 1", "1520 < result 1"},
        "C01:warning");
    row("C01 not of a cancel that a rule dropped", call + QByteArrayList{"20 > withheld=x cancel 1", "1520 < result 1"},
        "");
    row("C01 not of a cancel that a rule delayed",
        call + QByteArrayList{"20 > withheld=x cancel 1", "1520 < result 1", "1530 > injected=x cancel 1"}, "");
    row("C01 not of a response that a rule delayed",
        call + QByteArrayList{"11 < withheld=x result 1", "20 > cancel 1", "1520 < injected=x result 1"}, "");
    row("C22 of a response that passed", call + QByteArrayList{"11 < result 1", "1500 > cancel 1"}, "C22:warning");
    row("C22 not of a response that a rule dropped",
        call + QByteArrayList{"11 < withheld=x result 1", "1500 > cancel 1"}, "");
    row("P18 of a request that passed", call + left, "P18:warning");
    row("P18 not of a request that a rule dropped", QByteArrayList{"10 > withheld=x request 1 tools/call"} + left, "");
    row("P18 not of a response that a rule dropped", call + QByteArrayList{"11 < withheld=x result 1"} + left, "");
    row("P18 of another request than that of the rule",
        call + QByteArrayList{"10 > request 2 tools/call", "11 < withheld=x result 1"} + left, "P18:warning");
    row("C19 of one request", call + QByteArrayList{"11 < result 1", "12 < result 1"}, "C19:error");
    row("C19 not of a request that a rule sent twice",
        call + QByteArrayList{"10 > injected=x request 1 tools/call", "11 < result 1", "12 < result 1"}, "");
    row("C19 not of a response that a rule sent twice",
        call + QByteArrayList{"11 < result 1", "11 < injected=x result 1"}, "");
    row("P04", QByteArrayList{"12 < result 99"}, "P04:error");
    row("P04 not of an id that a rule made",
        QByteArrayList{"10 > withheld=x request 1 tools/call", "10 > injected=x request 99 tools/call",
                       "12 < result 99"} +
            left,
        "");
    const QByteArray bare = R"({"id":1,"method":"ping"})";
    row("P02", {"10 > " + bare, "11 < result 1"}, "P02:error");
    row("P02 of what did not pass", {"10 > withheld=x " + bare}, "P02:error");
    row("P02 not of what a rule sent", {"10 > injected=x " + bare, "11 < result 1"}, "");
    row("C32 of a client that left", call + QByteArrayList{"100 closing", "101 closed"}, "C32:warning");
    row("C32 not where a rule ended the connection",
        call + QByteArrayList{R"(100 closing {"by":"operator","rule":"x"})", "101 closed"}, "");
}

} // namespace

void TestFindingsBlame::finds_data()
{
    addColumns();
    addBreakRows();
    addDeathRows();
    addRefusedRows();
    addByHandRows();
    addNamelessRows();
    addOnceRows();
    addRuleRows();
}

QTEST_GUILESS_MAIN(TestFindingsBlame)
#include "tst_findingsblame.moc"
