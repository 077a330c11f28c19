// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findingtable.h"

using namespace Pullcord;
using namespace Pullcord::FindingTable;
using namespace Qt::StringLiterals;

/// Findings on responses with a wrong id or none, each paired with a correct variant.
class TestFindingsAnswers : public QObject
{
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }

    void finds_data();
    void finds() { compareRow(); }

    /// The events are request, cancellation and response; the row is that of the request.
    void restsOnAllThree()
    {
        const auto run = FindingScript::named("2025-11-25 stdio")
                             .run({"10 > request 1 tools/call", "20 > cancel 1", "120 < result \"1\""});
        for (const FindingCode code : {FindingCode::C37, FindingCode::C01})
            QCOMPARE(run->first(code).row, 2);
        QCOMPARE(run->first(FindingCode::C01).events, (QList<qint64>{5, 6, 7}));
        QCOMPARE(run->first(FindingCode::C01).gap, 100 * FindingScript::Millisecond);
        QCOMPARE(run->first(FindingCode::C37).events, (QList<qint64>{5, 7}));
    }

    /// Both responses, whichever had the right id.
    void showsBothAnswers()
    {
        const FindingScript script = FindingScript::named("2025-11-25 stdio");
        for (const auto &[first, second] :
             {std::pair{"1", "\"1\""}, std::pair{"\"1\"", "1"}, std::pair{"\"1\"", "\"1\""}}) {
            const auto run =
                script.run({"10 > request 1 tools/call", "20 < result "_ba + first, "90 < result "_ba + second});
            QCOMPARE(run->first(FindingCode::C19).events, (QList<qint64>{5, 6, 7}));
        }
    }

    void saysHowItIsSpelled()
    {
        const auto said = [](const QByteArray &id) -> QString {
            return FindingScript::named("2025-11-25 stdio")
                .run({"10 > request 1 tools/call", "20 < result " + id})
                ->first(FindingCode::C37)
                .sentence;
        };
        QVERIFY2(said("1.0").contains(u"id 1.0, the request 1: the same number"_s), qPrintable(said("1.0")));
        QVERIFY2(said("\"1\"").contains(u"id \"1\", the request 1: the types differ"_s), qPrintable(said("\"1\"")));
        QVERIFY2(said("\"1.0\"").contains(u"id \"1.0\", the request 1: the types differ"_s),
                 qPrintable(said("\"1.0\"")));
        const QString text = FindingScript::named("2025-11-25 stdio")
                                 .run({"10 > request \"1\" tools/call", "20 < result \"1.0\""})
                                 ->first(FindingCode::C37)
                                 .sentence;
        QVERIFY2(text.contains(u"id \"1.0\", the request \"1\": the strings differ"_s), qPrintable(text));
    }

    /// A finding is possible even for a request that ended long ago and is stored packed.
    void knowsWhatEndedLongAgo()
    {
        QByteArrayList lines{"10 > request 1 tools/call", "11 < result 1"};
        for (int id = 100; id < 3100; ++id) {
            const QByteArray number = QByteArray::number(id);
            lines << "12 > request " + number + " tools/call"
                  << "13 < result " + number;
        }
        const FindingScript script = FindingScript::named("2025-11-25 stdio");
        QCOMPARE(script.run(lines + QByteArrayList{"20 < result \"1\""})->codes(), "C37:warning C19:error");
        QCOMPARE(script.run(lines + QByteArrayList{"20 > cancel \"1\""})->codes(), "C24:error");
    }

    /// The result is validated by the schema of its request in spite of the wrong id.
    void isHeldAgainstItsSchema()
    {
        FindingScript script = FindingScript::named("2025-11-25 stdio");
        script.m_schemas = Findings::Schemas::Checked;
        const auto codes = [&](const QByteArray &result) {
            return script
                .run({R"(10 > request 1 tools/call {"name":"a"})", R"(20 < result "1" )" + result,
                      R"(30 > request 2 ping)", "31 < result 2"})
                ->codes();
        };
        QCOMPARE(codes(R"({"content":[]})"), "C37:warning");
        QCOMPARE(codes(R"({"content":7})"), "C37:warning P11:error");
    }

    /// The result is validated by the output schema of its tool, even if the list of tools had a wrong id too.
    void isHeldAgainstItsTool()
    {
        FindingScript script = FindingScript::named("2025-11-25 stdio");
        script.m_schemas = Findings::Schemas::Checked;
        const QByteArray tools =
            R"( {"tools":[{"name":"a","inputSchema":{"type":"object"},"outputSchema":{"type":"object","required":["n"]}}]})";
        const auto codes = [&](const QByteArray &list, const QByteArray &id, const QByteArray &content) {
            return script
                .run({"8 > request 1 tools/list", "9 < result " + list + tools,
                      R"(10 > request 2 tools/call {"name":"a"})",
                      "20 < result " + id + R"( {"content":[],"structuredContent":)" + content + '}'})
                ->codes();
        };
        QCOMPARE(codes("1", "2", R"({"n":1})"), "");
        QCOMPARE(codes("1", "2", "{}"), "P12:error");
        QCOMPARE(codes("1", "\"2\"", R"({"n":1})"), "C37:warning");
        QCOMPARE(codes("1", "\"2\"", "{}"), "C37:warning P12:error");
        QCOMPARE(codes("\"1\"", "\"2\"", "{}"), "C37:warning C37:warning P12:error");
    }
};

namespace {

const QByteArrayList Cancelled = Call + QByteArrayList{"20 > cancel 1"};

/// The response ends its request, or is late, as under the right id.
void addAmissRows()
{
    const auto row = [](const char *name, const QByteArrayList &lines, const QByteArray &found) {
        QTest::newRow(name) << Legacy << lines << found;
    };
    row("C37", Call + QByteArrayList{"20 < result \"1\""}, "C37:warning");
    row("P04", Call + QByteArrayList{"20 < result 5", "30 < result 1"}, "P04:error");
    row("P04 after a cancel", Cancelled + QByteArrayList{"900 < result 9"} + Later, "P04:error C16:info");
    row("C37 spelled otherwise", Call + QByteArrayList{"20 < result 1.0"}, "C37:info");
    row("C37 another text", {"10 > request \"1\" tools/call", "20 < result \"1.0\""}, "C37:warning");
    row("C37 beyond what a double tells apart",
        {"10 > request 9007199254740993 tools/call", "20 < result 9007199254740993.0"}, "C37:info");
    row("P04 beyond what a double tells apart",
        {"10 > request 9007199254740992 tools/call", "20 < result 9007199254740993.0", "30 < result 9007199254740992"},
        "P04:error");
    row("P04 a dot in it",
        {"10 > request \"a.b\" tools/call", "20 < result \"a.c\"", "21 < result 1.5", "30 < result \"a.b\""},
        "P04:error P04:error");
    row("P04 another number", Call + QByteArrayList{"20 < result 1.5"}, "P04:error");
    row("C37 of the client", {"10 < request 5 roots/list", "20 > result \"5\""}, "C37:warning");

    row("C37 and C01", Cancelled + QByteArrayList{"900 < result \"1\""} + Later, "C37:warning C01:warning");
    row("C37 and C01 spelled otherwise", Cancelled + QByteArrayList{"900 < result 1.0"}, "C37:info C01:warning");
    row("C37 and C01 after the silence", Cancelled + QByteArrayList{"2900 < result \"1\""}, "C37:warning C01:warning");
    row("C37 and C01 crossed", Cancelled + QByteArrayList{"21 < result \"1\""}, "C37:warning C01:info~");
    row("C37 and C02", Cancelled + QByteArrayList{"100 < error \"1\" -32800 no"}, "C37:warning C02:warning");
    row("C37 and C03", Cancelled + QByteArrayList{"100 < error \"1\" 0 cancelled"}, "C37:warning C03:warning");
    row("C37 and C04",
        Cancelled + QByteArrayList{R"(100 < result "1" {"content":[{"text":"cancelled"}],"isError":true})"},
        "C37:warning C04:warning");
    row("C37 and C05", Cancelled + QByteArrayList{"100 < error \"1\" 7 Oops"}, "C37:warning C05:warning");
    row("C37 and C10", Cancelled + QByteArrayList{"21 > request 2 ping", "500 < result \"1\"", "501 < result \"2\""},
        "C37:warning C01:info~ C10:warning C37:warning");
    row("C37 and no C10", Cancelled + QByteArrayList{"21 > request 2 ping", "23 < result \"2\"", "500 < result \"1\""},
        "C37:warning C37:warning C01:warning");
    row("C37 and C17",
        {"10 > request 1 tools/call", "11 > request 2 tools/call", "20 > cancel 1", "30 < error \"2\" -32800 stopped"},
        "C37:warning C17:warning");
    row("C37 and C35",
        QByteArrayList{"9 > request 2 tools/call"} + Cancelled +
            QByteArrayList{"100 < result \"1\"", "110 closing", "120 closed"},
        "C37:warning C01:warning C35:warning");
    QTest::newRow("C37 and C01 modern") << Modern << Cancelled + QByteArrayList{"100 < result \"1\""}
                                        << "C37:warning C01:error"_ba;

    row("C37 and C19 behind the answer", Call + QByteArrayList{"20 < result 1", "30 < result \"1\""},
        "C37:warning C19:error");
    row("C37 and C19 before the answer", Call + QByteArrayList{"20 < result \"1\"", "30 < result 1"},
        "C37:warning C19:error");
    row("C37 and C19 twice the same", Call + QByteArrayList{"20 < result \"1\"", "30 < result \"1\""},
        "C37:warning C37:warning C19:error");
    row("C37 and C19 after a cancel", Cancelled + QByteArrayList{"100 < result \"1\"", "110 < result 1"},
        "C37:warning C01:warning C19:error");
    row("C37 and C01 of the second", Call + QByteArrayList{"15 < result \"1\"", "20 > cancel 1", "110 < result 1"},
        "C37:warning C22:info C01:warning C19:error");

    row("C37 and C22", Call + QByteArrayList{"20 < result \"1\"", "500 > cancel 1"} + Later, "C37:warning C22:info");
    row("C37 and C22 crossed", Call + QByteArrayList{"20 < result \"1\"", "21 > cancel 1"}, "C37:warning C22:info~");
    row("C37 and P07", Call + QByteArrayList{"20 < result \"1\"", "30 < progress 1 1"}, "C37:warning P07:warning");
    row("C37 and progress before", Call + QByteArrayList{"15 < progress 1 1", "20 < result \"1\""}, "C37:warning");
}

/// After an invalid response the request stays open, as the protocol requires. That is not another fault.
void addAfterAmissRows()
{
    const auto row = [](const char *name, const QByteArrayList &lines, const QByteArray &found) {
        QTest::newRow(name) << Legacy << lines << found;
    };
    const QByteArrayList mismatched = Call + QByteArrayList{"20 < result \"1\""};
    const QByteArrayList leaves{"12000 closing", "12001 closed"};
    row("C37 left open", mismatched + leaves, "C37:warning");
    row("C37 given up", mismatched + QByteArrayList{R"(900 timeout > {"id":"1"})"} + Later, "C37:warning");
    row("C37 beside what was not answered", QByteArrayList{"9 > request 2 tools/call"} + mismatched + leaves,
        "C37:warning P18:warning");
    row("C37 after it was given up",
        Call + QByteArrayList{R"(900 timeout > {"id":"1"})", "1000 < result \"1\""} + Later, "C37:warning C32:warning");
    const QByteArrayList again{"30 > request 1 tools/call", "40 < result 1"};
    row("C37 and its id once more", mismatched + again + leaves, "C37:warning P05:error");
    row("P05 and its id once more", Call + again + leaves, "P05:error P18:warning");
    const QByteArrayList stale{"8 > request 1 tools/call", "9 < result 1", "9.5 > cancel 1"};
    const QByteArrayList givenUp{R"(900 timeout > {"id":"1"})", "901 > cancel 1"};
    row("C37 and no C18", stale + mismatched + givenUp, "C22:info~ P05:error C37:warning C22:info");
    row("C18", stale + Call + givenUp, "C22:info~ P05:error C18:warning");
    const QByteArrayList two{"10 > request 1 tools/call", "11 > request 2 tools/call", "12 < progress 2 1",
                             "14 < progress 2 2", "20 > cancel 1"};
    const QByteArrayList gone{R"(3000 timeout > {"id":"2"})", "3001 > cancel 2"};
    row("C37 and no C17", two + QByteArrayList{"30 < result \"2\""} + gone, "C37:warning C16:info C22:info");
    row("C17", two + gone, "C16:info C17:warning");
    const QByteArray closed = R"( http {"exchange":2,"step":"end","how":"closed","requests":["1"]})";
    QTest::newRow("C37 and no C31") << LegacyHttp << mismatched + QByteArrayList{"30" + closed} + Later
                                    << "C37:warning"_ba;
    QTest::newRow("C31") << LegacyHttp << Call + QByteArrayList{"30" + closed} + Later << "C31:warning"_ba;
}

/// A response without an id may belong to any message that could not be read.
void addNamelessRows()
{
    const QByteArray refusal = R"( < {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no"}})";
    const auto row = [](const char *name, const QByteArrayList &lines, const QByteArray &found) {
        QTest::newRow(name) << Legacy << lines << found;
    };
    const QByteArrayList refused = Cancelled + QByteArrayList{"30" + refusal};
    row("C13", refused, "C13:warning");
    row("C13 in time", Cancelled + QByteArrayList{"1020" + refusal}, "C13:warning C16:info");
    row("C13 long after", Cancelled + QByteArrayList{"1020.1" + refusal}, "C16:info");
    row("C13 no error", Cancelled + QByteArrayList{R"(30 < {"jsonrpc":"2.0","id":null,"result":{}})"}, "");
    row("C13 of two",
        {"10 > request 1 tools/call", "10 > request 2 tools/call", "20 > cancel 1", "20 > cancel 2", "30" + refusal,
         "31" + refusal},
        "C13:warning C13:warning");
    row("C13 where a call came since",
        Cancelled + QByteArrayList{"25 > request 2 tools/call", "30" + refusal, "31 < result 2"}, "");
    row("C13 where a ping came since",
        Cancelled + QByteArrayList{"25 > request 2 ping", "30" + refusal, "31 < result 2"}, "C13:warning");
    row("C13 not where a call came before a ping since",
        Cancelled + QByteArrayList{"24 > request 2 tools/call", "25 > request 3 ping", "30" + refusal, "31 < result 3",
                                   "32 < result 2"},
        "");
    row("C13 where a question was answered since",
        QByteArrayList{"9 < request 5 roots/list"} + Cancelled + QByteArrayList{"25 > result 5", "30" + refusal},
        "C13:warning");
    row("C13 where another notification came since",
        Cancelled + QByteArrayList{"25 > notify notifications/roots/list_changed", "30" + refusal}, "P06:warning");

    const auto naming = [](const QByteArray &time, const QByteArray &method) {
        return time + R"( < {"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found: )" + method + "\"}}";
    };
    const QByteArray change = "notifications/roots/list_changed";
    row("C13 named, where another notification came since",
        Cancelled + QByteArrayList{"25 > notify " + change, naming("30", "notifications/cancelled")}, "C13:warning");
    row("C13 not where the other is named", Cancelled + QByteArrayList{"25 > notify " + change, naming("30", change)},
        "P06:warning");
    row("C13 named, of two",
        Call + QByteArrayList{"11 > request 2 tools/call", "20 > cancel 1", "21 > cancel 2",
                              naming("30", "notifications/cancelled"), naming("31", "notifications/cancelled")},
        "C13:warning C13:warning");
    row("C13 named, where none was sent", Call + QByteArrayList{naming("30", "notifications/cancelled")}, "");

    const QByteArray noJson = R"( malformed > {"s":"{bad"})";
    for (const auto &[what, line, code] : std::initializer_list<std::tuple<const char *, QByteArray, QByteArray>>{
             {"no JSON", noJson, "P01:error"},
             {"JSON that is no message", R"( > "hello")", "P02:error"},
             {"a message without a method", R"( > {"jsonrpc":"2.0","id":9})", "P03:error"},
             {"a message of no version", R"( > {"method":"notifications/x"})", "P02:error"},
             {"a batch", R"( > [{"jsonrpc":"2.0","method":"notifications/x"}])", "P19:error"},
             {"a call without an id", R"( > {"jsonrpc":"2.0","method":"tools/call"})", ""}}) {
        const QByteArray separator = code.isEmpty() ? "" : " ";
        QTest::addRow("C13 not behind %s", what) << Legacy << QByteArrayList{"15" + line} + refused << code;
        QTest::addRow("C13 not before %s", what)
            << Legacy << Cancelled + QByteArrayList{"25" + line, "30" + refusal} << code;
        QTest::addRow("C13 behind %s that was refused", what)
            << Legacy << QByteArrayList{"15" + line, "16" + refusal} + refused << code + separator + "C13:warning";
        QTest::addRow("C13 behind %s that was read", what)
            << Legacy << QByteArrayList{"8" + line, "8.5 > request 9 tools/call", "9 < result 9"} + refused
            << code + separator + "C13:warning";
    }
    row("C13 not behind two of them, one refused",
        QByteArrayList{"14" + noJson, "15" + noJson, "16" + refusal} + refused, "P01:error*2");
    row("C13 behind what is not read in order",
        QByteArrayList{"8 > request 9 tools/call", "8.5" + noJson, "9 < result 9"} + refused, "P01:error");
    row("C13 behind what the server wrote", QByteArrayList{R"(15 malformed < {"s":"{bad"})"} + refused,
        "P01:error C13:warning");
    QTest::newRow("C13 behind a batch where there are")
        << "2025-03-26 stdio"_ba << QByteArrayList{R"(15 > [{"jsonrpc":"2.0","method":"notifications/x"}])"} + refused
        << "C13:warning"_ba;
}

void addNotificationRows()
{
    const QByteArray notice = "20 > notify notifications/roots/list_changed";
    const QByteArray refusal = R"( < {"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"a"}})";
    const auto row = [](const char *name, const QByteArrayList &lines, const QByteArray &found) {
        QTest::newRow(name) << Legacy << lines << found;
    };
    row("P06", {notice, "25" + refusal}, "P06:warning");
    row("P06 a result", {notice, R"(25 < {"jsonrpc":"2.0","id":null,"result":{}})"}, "P06:warning");
    row("P06 log messages between", {notice, "21 < notify notifications/message", "25" + refusal}, "P06:warning");
    row("P06 elsewhere",
        {notice, R"(25 < connection=1 {"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"a"}})"}, "");
    row("P06 of a request", {notice, "21 > request 1 tools/call", "25" + refusal, "30 < result 1"}, "");
    row("P06 of what is no JSON", {notice, R"(21 malformed > {"reason":"x","limit":true,"s":"["})", "25" + refusal},
        "");
    row("P06 behind what is no JSON", {R"(15 malformed > {"s":"["})", notice, "25" + refusal}, "P01:error");
    row("P06 long after", {notice, "2021" + refusal}, "");
}

} // namespace

void TestFindingsAnswers::finds_data()
{
    addColumns();
    addAmissRows();
    addAfterAmissRows();
    addNamelessRows();
    addNotificationRows();
}

QTEST_GUILESS_MAIN(TestFindingsAnswers)
#include "tst_findingsanswers.moc"
