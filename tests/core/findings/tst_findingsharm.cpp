// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findingtable.h"

using namespace Pullcord;
using namespace Pullcord::FindingTable;
using namespace Qt::StringLiterals;

/// Harm done by a cancellation other than late responses, each paired with a correct variant.
class TestFindingsHarm : public QObject
{
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }

    void saysWhatIsGuessed_data();
    void saysWhatIsGuessed();
    void finds_data();
    void finds() { compareRow(); }

    /// The gap is the time between the cancellation and its effect.
    void measuresTheComplaint()
    {
        const auto run = FindingScript::named("2025-11-25 stdio")
                             .run({"20 > cancel 77", R"(30 stderr {"s":"Traceback (most recent call last):"})"});
        QCOMPARE(run->first(FindingCode::C14).gap, 10 * FindingScript::Millisecond);
        const auto refused = FindingScript::named("2025-11-25 stdio")
                                 .run({"10 > request 1 tools/call", "20 > cancel 1", "25 > cancel 1",
                                       R"(32 < {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no"}})"});
        QCOMPARE(refused->first(FindingCode::C23).gap, 5 * FindingScript::Millisecond);
        QCOMPARE(refused->first(FindingCode::C13).gap, 7 * FindingScript::Millisecond);
    }

    /// A crash after the traceback extends the same finding.
    void tellsThatItBrokeAndEnded()
    {
        const auto run = FindingScript::named("2025-11-25 stdio")
                             .run({"20 > cancel 77", R"(30 stderr {"s":"Traceback (most recent call last):"})",
                                   R"(40 exited {"exitCode":1})", "41 closed"});
        const Finding found = run->first(FindingCode::C14);
        QVERIFY2(QString(found.sentence).endsWith(u" (then it ended)"_s), qPrintable(found.sentence));
        QCOMPARE(found.events, (QList<qint64>{5, 6, 7}));
        QCOMPARE(run->codes(), "C21:error C14:warning");
    }

    /// Singular and plural.
    void countsNotifications()
    {
        const QByteArray note = R"( < exchange=7 notify notifications/message {"level":"info","data":"x"})";
        const auto said = [](const QByteArrayList &notes) -> QString {
            return FindingScript::named("2025-11-25 http")
                .run(QByteArrayList{"10 > exchange=7 request 1 tools/call", "20 > cancel 1"} + notes)
                ->first(FindingCode::C07)
                .sentence;
        };
        QCOMPARE(said({"100" + note}),
                 u"A notification for the request, notifications/message, arrived 80.0 ms after its cancellation"_s);
        QCOMPARE(said({"100" + note, "120" + note}),
                 u"After the cancellation of the request, 2 notifications for it arrived, the last "
                 "(notifications/message) 100 ms after the cancellation"_s);
    }

    /// An orphaned question: the events are the call, the question and the cancellation, and the row is that of the
    /// question.
    void showsTheOrphan()
    {
        const auto run = FindingScript::named("2025-11-25 stdio")
                             .run({"10 > request 1 tools/call", "15 < request 5 sampling/createMessage",
                                   "20 > cancel 1", "2500 > request 2 ping", "2501 < result 2"});
        const Finding found = run->first(FindingCode::C09);
        QCOMPARE(found.row, 3);
        QCOMPARE(found.events, (QList<qint64>{5, 6, 7}));
        QCOMPARE(found.gap, 2000 * FindingScript::Millisecond);
        QCOMPARE(found.accused, Direction::ServerToClient);
    }
};

namespace {

const QByteArrayList CallInExchange{"10 > exchange=7 request 1 tools/call"};

void addStreamRows()
{
    const QByteArray note = R"(100 < exchange=7 notify notifications/message {"level":"info","data":"x"})";
    QTest::newRow("C07") << LegacyHttp << CallInExchange + QByteArrayList{"20 > cancel 1", note, note}
                         << "C07:warning*2"_ba;
    QTest::newRow("C07 of another") << LegacyHttp
                                    << CallInExchange +
                                           QByteArrayList{
                                               "20 > cancel 1",
                                               R"(100 < exchange=8 notify notifications/message {"level":"info"})"}
                                    << ""_ba;
    QTest::newRow("C07 before") << LegacyHttp
                                << CallInExchange +
                                       QByteArrayList{
                                           R"(15 < exchange=7 notify notifications/message {"level":"info"})",
                                           "20 > cancel 1"}
                                << ""_ba;
    const QByteArray change =
        R"(100 < notify notifications/tools/list_changed {"_meta":{"io.modelcontextprotocol/subscriptionId":1}})";
    const QByteArray acknowledged =
        R"(15 < notify notifications/subscriptions/acknowledged {"_meta":{"io.modelcontextprotocol/subscriptionId":1}})";
    QTest::newRow("C07 of a subscription")
        << Modern << QByteArrayList{"10 > request 1 subscriptions/listen", "20 > cancel 1", change} << "C07:error"_ba;
    QTest::newRow("C07 of another subscription")
        << Modern
        << QByteArrayList{R"(10 > request 1 subscriptions/listen {"notifications":{"toolsListChanged":true}})",
                          "11 > request 2 subscriptions/listen", acknowledged, "20 > cancel 2", change}
        << ""_ba;
    const QByteArray closed = R"( http {"exchange":7,"step":"end","how":"closed","requests":["1"]})";
    QTest::newRow("C11") << LegacyHttp << CallInExchange + QByteArrayList{"20 > cancel 1", "5020" + closed}
                         << "C16:info C11:warning"_ba;
    QTest::newRow("C11 at once") << LegacyHttp << CallInExchange + QByteArrayList{"20 > cancel 1", "500" + closed}
                                 << ""_ba;
    QTest::newRow("C11 we leave") << LegacyHttp
                                  << CallInExchange + QByteArrayList{"20 > cancel 1", "5000 closing", "5020" + closed}
                                  << "C16:info"_ba;
    const QByteArray refused =
        R"(30 http {"exchange":8,"step":"end","how":"complete","notAccepted":"%","cancels":"1","reason":"404"})";
    QTest::newRow("C13") << LegacyHttp
                         << CallInExchange + QByteArrayList{"20 > cancel 1",
                                                            QByteArray(refused).replace('%', "notifications/cancelled")}
                         << "C13:warning"_ba;
    QTest::newRow("C13 of another message")
        << LegacyHttp
        << CallInExchange +
               QByteArrayList{"20 > cancel 1", QByteArray(refused).replace('%', "notifications/initialized")}
        << ""_ba;
}

void addQuestionRows()
{
    QTest::newRow("C08") << Legacy
                         << Call + QByteArrayList{"20 > cancel 1", "100 < request 5 sampling/createMessage",
                                                  "110 > result 5"}
                         << "C08:warning"_ba;
    QTest::newRow("C08 for another") << Legacy
                                     << Call + QByteArrayList{"15 > request 2 tools/call", "20 > cancel 1",
                                                              "100 < request 5 sampling/createMessage",
                                                              "110 > result 5", "120 < result 2"}
                                     << ""_ba;
    QTest::newRow("C08 for nothing") << Legacy
                                     << Call + QByteArrayList{"20 > cancel 1", "100 < request 5 roots/list",
                                                              "110 > result 5"}
                                     << ""_ba;
    QTest::newRow("C08 in its exchange") << LegacyHttp
                                         << CallInExchange +
                                                QByteArrayList{"15 > exchange=9 request 2 tools/call", "20 > cancel 1",
                                                               "100 < exchange=7 request 5 elicitation/create",
                                                               "110 > result 5", "120 < result 2"}
                                         << "C08:warning"_ba;
    const QByteArrayList cancelled = CallInExchange + QByteArrayList{"20 > cancel 1"};
    QTest::newRow("C08 and no silence") << LegacyHttp
                                        << cancelled +
                                               QByteArrayList{"100 < exchange=7 request 5 elicitation/create",
                                                              "110 > result 5"} +
                                               Later
                                        << "C08:warning"_ba;
    // Anything in the stream of the request is a sign that the server still works on it.
    for (const auto &[sign, codes] :
         {std::pair{"notify notifications/acme", "C07:warning"}, std::pair{"progress \"other\" 1", "P07:warning"},
          std::pair{"result 9", "P04:error"}}) {
        QTest::addRow("C16 but %s", sign)
            << LegacyHttp << cancelled + QByteArrayList{"100 < exchange=7 "_ba + sign} + Later << QByteArray(codes);
        QTest::addRow("C16 and then %s", sign)
            << LegacyHttp << cancelled + QByteArrayList{"2900 < exchange=7 "_ba + sign} << QByteArray(codes);
    }
    QTest::newRow("C16 elsewhere") << LegacyHttp << cancelled + QByteArrayList{"100 < exchange=9 result 9"} + Later
                                   << "P04:error C16:info"_ba;
    QTest::newRow("C16 but a question")
        << LegacyHttp << cancelled + QByteArrayList{"100 < exchange=7 request 5 roots/list", "110 > result 5"} + Later
        << ""_ba;

    const QByteArrayList asked = Call + QByteArrayList{"15 < request 5 sampling/createMessage"};
    QTest::newRow("C09") << Legacy << asked + QByteArrayList{"20 > cancel 1"} + Later << "C16:info C09:warning"_ba;
    QTest::newRow("C09 cancelled") << Legacy << asked + QByteArrayList{"20 > cancel 1", "30 < cancel 5"} + Later
                                   << "C16:info C16:info"_ba;
    QTest::newRow("C09 answered") << Legacy << asked + QByteArrayList{"20 > cancel 1", "30 > result 5"} + Later
                                  << "C16:info"_ba;
    QTest::newRow("C09 dropped by us")
        << Legacy << asked + QByteArrayList{"20 > cancel 1", R"(21 cancel < {"id":"5","parent":"1"})"} + Later
        << "C16:info C09:warning"_ba;
    QTest::newRow("C09 not cancelled") << Legacy << asked + Later + QByteArrayList{"2600 > result 5", "2700 < result 1"}
                                       << ""_ba;

    const QByteArrayList pinged = Call + QByteArrayList{"20 > cancel 1", "21 > request 2 ping"};
    QTest::newRow("C10") << Legacy << pinged + QByteArrayList{"500 < result 1", "501 < result 2"}
                         << "C01:info~ C10:warning"_ba;
    const QByteArray gaveUp = R"(500 < result 1 {"content":[{"text":"context canceled"}],"isError":true})";
    QTest::newRow("C10 answered to the cancel")
        << Legacy << pinged + QByteArrayList{gaveUp, "501 < result 2"} << "C04:warning"_ba;
    QTest::newRow("C10 read meanwhile") << Legacy << pinged + QByteArrayList{"23 < result 2", "500 < result 1"}
                                        << "C01:warning"_ba;
    // On a busy machine, even a peer that reads while it works may be delayed.
    addRow("C10 not within a turn", Legacy, pinged + QByteArrayList{"220 < result 1", "221 < result 2"}, "C01:info~");
    addRow("C10 within a turn, where it wrote on", Legacy,
           pinged + QByteArrayList{"60 < progress 1 1", "100 < progress 1 2", "150 < result 1", "151 < result 2"},
           "C06:info*2~ C01:info~ C10:warning");
    addRow("C10 not where it wrote once", Legacy,
           pinged + QByteArrayList{"60 < progress 1 1", "62 < progress 1 2", "150 < result 1", "151 < result 2"},
           "C06:info*2~ C01:info~");
    addRow("C10 not where it wrote at once", Legacy,
           pinged + QByteArrayList{"22 < progress 1 1", "26 < progress 1 2", "150 < result 1", "151 < result 2"},
           "C06:info*2~ C01:info~");
    addRow("C10 not where a ping takes as long without work", Legacy,
           pinged + QByteArrayList{"500 < result 1", "740 < result 2"}, "C01:info~");
    addRow("C10 where the ping gets no response", Legacy, pinged + QByteArrayList{"500 < result 1", "600 closed"},
           "C01:warning C10:warning");
    addRow("C10 not where anything else was read meanwhile", Legacy,
           pinged + QByteArrayList{"30 > request 3 tools/list", "40 < result 3", "500 < result 1", "501 < result 2"},
           "C01:warning");
    addRow("C10 where something older was answered meanwhile", Legacy,
           QByteArrayList{"5 > request 3 tools/list"} + pinged +
               QByteArrayList{"40 < result 3", "500 < result 1", "501 < result 2"},
           "C01:info~ C10:warning");
    addRow("C10 from when the ping left", Legacy,
           Call + QByteArrayList{"20 > cancel 1", R"(21 queued > {"m":{"jsonrpc":"2.0","id":2,"method":"ping"}})",
                                 "400 > request 2 ping", "500 < result 1", "501 < result 2"},
           "C01:info~");
    const auto again = [&](const QByteArray &result) {
        return pinged + QByteArrayList{"23 < result 2",  "50 < result 1",        "600 > request 3 tools/call",
                                       "610 > cancel 3", "611 > request 4 ping", result + " < result 3",
                                       "1700 < result 4"};
    };
    addRow("C10 not of one that has read at work, within a long turn", Legacy, again("1600"), "C01:warning C01:info~");
    addRow("C10 of one that has read at work, beyond that", Legacy, again("1612"), "C01:warning C01:info~ C10:warning");
}

/// The server may have ended because of anything that the client sent after the cancellation.
void addDeathRows()
{
    const QByteArrayList cancelled = Call + QByteArrayList{"20 > cancel 1"};
    const QByteArrayList dies{R"(500 exited {"exitCode":1})", "501 closed"};
    const auto row = [&](const char *name, const QByteArrayList &between, const QByteArray &found) {
        QTest::newRow(name) << Legacy << cancelled + between + dies << found;
    };
    row("C15 not where a call came since", {"490 > request 2 tools/call"}, "P18:warning");
    row("C15 not where a call was answered since", {"30 > request 2 tools/call", "40 < result 2"}, "");
    row("C15 not where a notification came since", {"490 > notify notifications/roots/list_changed"}, "");
    row("C15 where the server sent one", {R"(490 < notify notifications/message {"level":"info"})"}, "C15:error");
    row("C15 where a ping came since", {"490 > request 2 ping"}, "C15:error");
    row("C15 where it says what it broke on",
        {"30 > request 2 tools/call", R"(40 stderr {"s":"asyncio.exceptions.CancelledError"})"}, "C15:error");
    row("C15 not where it broke on something else", {"30 > request 2 tools/call", R"(40 stderr {"s":"KeyError: 7"})"},
        "P18:warning");
    row("C15 not where a line that is no JSON came since", {R"(490 malformed > {"s":"{bad"})"}, "P01:error");
    row("C15 where the server wrote such a line", {R"(490 malformed < {"s":"{bad"})"}, "P01:error C15:error");
    row("C15 not where JSON that is no message came since", {R"(490 > "hello")"}, "P02:error");
    row("C15 not where a message without a method came since", {R"(490 > {"jsonrpc":"2.0","id":9})"}, "P03:error");
    row("C15 not where an answer to nothing came since", {R"(490 > result "zz")"}, "P04:error");
    row("C15 not where a batch came since", {R"(490 > [{"jsonrpc":"2.0","id":9,"method":"ping"}])"},
        "P19:error P18:warning");
    QTest::newRow("C15 of a cancel in a batch")
        << "2025-03-26 stdio"_ba
        << Call +
               QByteArrayList{
                   R"(20 > [{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"a"}}])"} +
               dies
        << "C15:error"_ba;
    QTest::newRow("C14 not where a line that is no JSON came since")
        << Legacy << QByteArrayList{"20 > cancel 77", R"(490 malformed > {"s":"{bad","injected":true})"} + dies
        << "C21:error P01:error"_ba;
    QTest::newRow("C14 of a cancel that is flawed itself")
        << Legacy << QByteArrayList{R"(20 > {"method":"notifications/cancelled","params":{"requestId":77}})"} + dies
        << "C21:error P02:error C14:warning"_ba;
    QTest::newRow("C15 not where an answer came since") << Legacy
                                                        << QByteArrayList{"9 < request 5 roots/list"} + cancelled +
                                                               QByteArrayList{R"(490 > result 5 {"roots":[]})"} + dies
                                                        << ""_ba;
    QTest::newRow("C14 not where a call came since")
        << Legacy
        << QByteArrayList{"20 > cancel 77", "25 > request 2 tools/call", R"(30 stderr {"s":"KeyError: 77"})"} + dies
        << "C21:error P18:warning"_ba;
    const QByteArray forgets = R"(500 note {"text":"x","sessionEnded":true})";
    QTest::newRow("C15 session, as a call finds")
        << LegacyHttp << cancelled + QByteArrayList{"490 > request 2 tools/call", forgets} << "C15:error"_ba;
    QTest::newRow("C15 session, not where a call was answered since")
        << LegacyHttp << cancelled + QByteArrayList{"30 > request 2 tools/call", "40 < result 2", forgets} << ""_ba;
}

void addHarmRows()
{
    const QByteArrayList bad{"20 > cancel 77"};
    const QByteArray trace = R"( stderr {"s":"Traceback (most recent call last):"})";
    QTest::newRow("C14") << Legacy << bad + QByteArrayList{"30" + trace, "31" + trace} << "C21:error C14:warning"_ba;
    QTest::newRow("C14 other talk") << Legacy << bad + QByteArrayList{R"(30 stderr {"s":"unknown id, ignored"})"}
                                    << "C21:error"_ba;
    for (const QByteArray broken :
         {"KeyError: 77", "asyncio.exceptions.InvalidStateError: invalid state", "java.lang.IllegalStateException",
          "System.InvalidOperationException: no request", "TypeError: Cannot read properties of undefined",
          "Uncaught TypeError: x", "thread 'main' panicked at src/main.rs:1", "panic: assignment to entry in nil map",
          "Unhandled exception. System.Exception: x", "[UnhandledPromiseRejection: This error",
          "fatal error: all asleep"})
        QTest::addRow("C14 %s", broken.constData())
            << Legacy << bad + QByteArrayList{R"(30 stderr {"s":")" + broken + R"("})"} << "C21:error C14:warning"_ba;
    for (const QByteArray talk :
         {"error: 0", "no error", "ERROR: Unknown request id 77 in cancel", "Error: x", "0 exceptions, 0 panics",
          "do not panic: it is ignored", "ParseError: 0", "error: could not open config.yaml", "no traceback"})
        QTest::addRow("C14 talk: %s", talk.constData())
            << Legacy << bad + QByteArrayList{R"(30 stderr {"s":")" + talk + R"("})"} << "C21:error"_ba;
    const QByteArrayList broken = QByteArrayList{"10 > request 1 tools/call"} + bad + QByteArrayList{"30" + trace};
    QTest::newRow("C14 perhaps, where a call failed right then")
        << Legacy << broken + QByteArrayList{R"(31 < result 1 {"isError":true,"content":[]})"}
        << "C21:error C14:info"_ba;
    QTest::newRow("C14 where a call was answered right then")
        << Legacy << broken + QByteArrayList{R"(31 < result 1 {"content":[]})"} << "C21:error C14:warning"_ba;
    QTest::newRow("C14 where a call failed long after")
        << Legacy << broken + QByteArrayList{"1031 < error 1 -32603 no"} << "C21:error C14:warning"_ba;
    QTest::newRow("C14 where it says what it broke on, and a call failed")
        << Legacy
        << broken + QByteArrayList{R"(30.5 stderr {"s":"ValueError: cancel of unknown 77"})",
                                   R"(31 < result 1 {"isError":true,"content":[]})"}
        << "C21:error C14:warning"_ba;
    QTest::newRow("C14 long after") << Legacy << bad + QByteArrayList{"1030" + trace} << "C21:error"_ba;
    QTest::newRow("C14 of a good one") << Legacy << Call + QByteArrayList{"20 > cancel 1", "30" + trace} << ""_ba;
    QTest::newRow("C14 died") << Legacy << bad + QByteArrayList{"30 exited {\"exitCode\":1}", "31 closed"}
                              << "C21:error C14:warning"_ba;
    const QByteArrayList both = Call + QByteArrayList{"20 > cancel 1", "2030 > cancel 77"};
    const QByteArrayList dies{"2041 exited {\"exitCode\":1}", "2042 closed"};
    QTest::newRow("C14 broke and died, not of the cancel before")
        << Legacy << both + QByteArrayList{"2031" + trace} + dies << "C16:info C21:error C14:warning"_ba;
    QTest::newRow("C14 died, not of the cancel before") << Legacy << both + dies << "C16:info C21:error C14:warning"_ba;
    const QByteArrayList begins{"10 > request 1 initialize {}", "20 > cancel 1"};
    QTest::newRow("C14 not where initialize was cancelled")
        << Legacy << begins + QByteArrayList{"30" + trace} << "C20:error"_ba;
    QTest::newRow("C14 not of what a cancelled initialize ended")
        << Legacy << begins + QByteArrayList{"30 exited {\"exitCode\":1}", "31 closed"} << "C20:error"_ba;
    QTest::newRow("C15") << Legacy << Call + QByteArrayList{"20 > cancel 1", "30 exited {\"exitCode\":1}", "31 closed"}
                         << "C15:error"_ba;
    QTest::newRow("C15 long after") << Legacy
                                    << Call + QByteArrayList{"20 > cancel 1", "5030 exited {\"exitCode\":1}",
                                                             "5031 closed"}
                                    << "C16:info"_ba;
    QTest::newRow("C15 we leave") << Legacy
                                  << Call + QByteArrayList{"20 > cancel 1", "25 closing", "30 exited {\"exitCode\":0}",
                                                           "31 closed"}
                                  << ""_ba;
    QTest::newRow("C15 session") << LegacyHttp
                                 << Call +
                                        QByteArrayList{"20 > cancel 1", R"(30 note {"text":"x","sessionEnded":true})"}
                                 << "C15:error"_ba;
    const QByteArray unknown = R"(25 http {"exchange":8,"step":"response","status":%})";
    const QByteArrayList forgotten{R"(30 note {"text":"x","sessionEnded":true})"};
    for (const auto &[status, found] : {std::pair{"404", ""}, std::pair{"202", "C15:error"}})
        QTest::addRow("C15 session, where the cancel was answered with %s", status)
            << LegacyHttp
            << Call + QByteArrayList{"20 > exchange=8 cancel 1", QByteArray(unknown).replace('%', status)} + forgotten
            << QByteArray(found);

    addDeathRows();
}

} // namespace

// On stdio only the order relates messages to each other; over HTTP the stream does.
void TestFindingsHarm::saysWhatIsGuessed_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QByteArrayList>("lines");
    QTest::addColumn<FindingCode>("code");
    QTest::addColumn<bool>("guessed");

    const QByteArrayList late{"20 > cancel 1", "100 < request 5 sampling/createMessage", "110 > result 5"};
    const QByteArrayList lateInExchange{"20 > cancel 1", "100 < exchange=7 request 5 sampling/createMessage",
                                        "110 > result 5"};
    QTest::newRow("C08") << Legacy << Call + late << FindingCode::C08 << true;
    QTest::newRow("C08 in its exchange") << LegacyHttp << CallInExchange + lateInExchange << FindingCode::C08 << false;
    const QByteArrayList left{"15 < request 5 sampling/createMessage", "20 > cancel 1"};
    const QByteArrayList leftInExchange{"15 < exchange=7 request 5 sampling/createMessage", "20 > cancel 1"};
    QTest::newRow("C09") << Legacy << Call + left + Later << FindingCode::C09 << true;
    QTest::newRow("C09 in its exchange") << LegacyHttp << CallInExchange + leftInExchange + Later << FindingCode::C09
                                         << false;
    const QByteArrayList stopped{"10 > request 1 tools/call", "11 > request 2 tools/call", "20 > cancel 1",
                                 "30 < error 2 -32800 stopped"};
    QTest::newRow("C17") << Legacy << stopped << FindingCode::C17 << true;
}

void TestFindingsHarm::saysWhatIsGuessed()
{
    QFETCH(const QByteArray, kind);
    QFETCH(const QByteArrayList, lines);
    QFETCH(const FindingCode, code);
    const QString sentence = FindingScript::named(kind).run(lines)->first(code).sentence;
    QTEST(sentence.contains(u"perhaps"_s), "guessed");
}

void TestFindingsHarm::finds_data()
{
    addColumns();
    addStreamRows();
    addQuestionRows();
    addHarmRows();
}

QTEST_GUILESS_MAIN(TestFindingsHarm)
#include "tst_findingsharm.moc"
