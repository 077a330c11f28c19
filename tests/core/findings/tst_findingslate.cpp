// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findingtable.h"

using namespace Pullcord;
using namespace Pullcord::FindingTable;
using namespace Qt::StringLiterals;

/// Findings on a peer that continues to work on a cancelled request, each paired with a correct variant.
class TestFindingsLate : public QObject
{
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }

    void finds_data();
    void finds() { compareRow(); }

    void saysHowHardItWorked_data();
    void saysHowHardItWorked();
    /// A subscription is always open and does not count as work.
    void countsNoSubscriptionAsWork()
    {
        const auto run = FindingScript::named("2026-07-28 stdio")
                             .run({"9 > request 7 subscriptions/listen", "10 > request 1 tools/call", "20 > cancel 1",
                                   R"(21 process {"cpu":0})", R"(2010 process {"cpu":1000})", "3000 < progress 7 1"});
        const QString sentence = run->first(FindingCode::C16).sentence;
        QVERIFY2(sentence.endsWith(u" of a core in the 1.99 s after it"_s), qPrintable(sentence));
    }
    void says()
    {
        const auto run = FindingScript::named("2025-11-25 stdio")
                             .run({"10 > request 1 tools/call", "20 > cancel 1", "120 < error 1 7 No \\u202E"});
        QCOMPARE(run->findings->at(0).sentence, u"Error 7 (No ⟨U+202E⟩) arrived 100 ms after the cancellation"_s);
        const auto said = [](const QByteArray &result) -> QString {
            return FindingScript::named("2025-11-25 stdio")
                .run({"10 > request 1 tools/call", "20 > cancel 1", "120 < result 1 " + result})
                ->first(FindingCode::C04)
                .sentence;
        };
        QCOMPARE(
            said(R"({"content":[{"text":"Request was cancelled"}],"isError":true})"),
            u"A result that reports the cancellation as an error arrived 100 ms after it; MCP expects no response"_s);
        QCOMPARE(
            said(R"({"content":[{"text":"Jobs run: 3, and the job cancelled: 4"}],"isError":true})"),
            u"An error result that may report the cancellation (Jobs run: 3, and the job cancelled: 4) arrived 100 "
            "ms after it"_s);
        QCOMPARE(said(R"({"isError":true,"structuredContent":{"state":"aborted"}})"),
                 u"An error result that may report the cancellation "
                 "({\"isError\":true,\"structuredContent\":{\"state\":\"aborted\"}}) arrived 100 ms after it"_s);
        QCOMPARE(
            said(
                R"({"isError":true,"content":[{"text":"Flights cancelled: 2"},{"text":"Then the run was cancelled"}]})"),
            u"An error result that may report the cancellation (Then the run was cancelled) arrived 100 ms after it"_s);
        const QString distant =
            said(R"({"isError":true,"content":[{"text":")" + QByteArray(300, 'x') + R"( run aborted"}]})");
        QVERIFY2(distant.contains(u"(…xx"_s) && distant.contains(u"x run aborted) arrived"_s), qPrintable(distant));
        QCOMPARE(run->findings->at(0).reference(), u"2025-11-25, basic/utilities/cancellation"_s);
    }
};

void TestFindingsLate::saysHowHardItWorked_data()
{
    QTest::addColumn<QByteArrayList>("lines");
    QTest::addColumn<QString>("sentence");
    QTest::addColumn<qsizetype>("events");

    const QByteArrayList cancelled{"10 > request 1 tools/call", "20 > cancel 1"};
    const QString silent =
        u"Nothing more arrived for the request in the 2.00 s after the cancellation; no evidence of further work"_s;
    const QString onTheWire =
        u"Nothing more arrived for the request on the wire in the 2.00 s after the cancellation"_s;
    const auto usage = [](const QByteArray &ms, const QByteArray &cpu) {
        return ms + R"( process {"cpu":)" + cpu + R"(,"processes":2,"threads":3})";
    };
    const QByteArrayList busy{usage("21", "500"), usage("1020", "1470"), usage("2010", "2430"), usage("3020", "3409")};
    QTest::newRow("nobody looked") << cancelled << silent << qsizetype(2);
    QTest::newRow("busy") << cancelled + busy
                          << onTheWire + u"; the server's processes used 97 % of a core in the 3.00 s after it"_s
                          << qsizetype(4);
    QTest::newRow("idle") << cancelled + QByteArrayList{usage("21", "500"), usage("3020", "500")}
                          << silent + u"; the server's processes used 0 % of a core in the 3.00 s after it"_s
                          << qsizetype(4);
    QTest::newRow("less than before") << cancelled + QByteArrayList{usage("21", "500"), usage("2010", "400")}
                                      << onTheWire +
                                             u"; the server's processes used 0 % of a core in the 1.99 s after it"_s
                                      << qsizetype(4);
    QTest::newRow("looked once") << cancelled + QByteArrayList{usage("21", "500")} << silent << qsizetype(2);
    QTest::newRow("looked before") << QByteArrayList{cancelled.first(), usage("11", "0"), cancelled.last(),
                                                     usage("1020", "500")}
                                   << silent << qsizetype(2);
    QTest::newRow("looked for another, later")
        << cancelled + QByteArrayList{usage("21", "0"), usage("1020", "10"), usage("9000", "9000")}
        << onTheWire + u"; the server's processes used 1.0 % of a core in the 1.00 s after it"_s << qsizetype(4);
    QTest::newRow("too many to count") << cancelled + QByteArrayList{usage("21", "0"),
                                                                     R"(1020 process {"cpu":500,"more":true})"}
                                       << silent << qsizetype(2);
    QTest::newRow("no figures") << cancelled + QByteArrayList{"21 process {}", R"(1020 process {"cpu":"a"})"} << silent
                                << qsizetype(2);
    QTest::newRow("another is open")
        << QByteArrayList{"9 > request 2 tools/call"} + cancelled + busy + QByteArrayList{"3100 < result 2"}
        << onTheWire +
               u"; the server's processes used 97 % of a core in the 3.00 s after it, perhaps for other open requests"_s
        << qsizetype(4);
    QTest::newRow("late result")
        << cancelled + busy + QByteArrayList{"4000 < result 1"}
        << u"A result arrived 3.98 s after the cancellation, when it was no longer expected; the server's processes "
           "used 97 % of a core in the 3.00 s after it"_s
        << qsizetype(5);
    QTest::newRow("late progress")
        << cancelled + busy.first(2) + QByteArrayList{"1100 < progress 1 1"}
        << u"Progress arrived 1.08 s after the cancellation; the server's processes used 97 % of a core in the 1.00 "
           "s after it"_s
        << qsizetype(5);
    QTest::newRow("the client's fault")
        << QByteArrayList{"10 < request 1 sampling/createMessage", "20 < cancel 1"} + busy +
               QByteArrayList{"4000 > result 1"}
        << u"A result arrived 3.98 s after the cancellation, when it was no longer expected"_s << qsizetype(3);
}

void TestFindingsLate::saysHowHardItWorked()
{
    QFETCH(QByteArrayList, lines);
    lines << R"(12000 note {"text":"time passes"})";
    const FindingScript script = FindingScript::named("2025-11-25 stdio");
    for (const auto &run : {script.run(lines), script.runLive(lines)}) {
        QCOMPARE(run->findings->count(), 1);
        QTEST(QString(run->findings->at(0).sentence), "sentence");
        QTEST(run->findings->at(0).events.size(), "events");
    }
}

void TestFindingsLate::finds_data()
{
    addColumns();

    const QByteArray legacy = "2025-11-25 stdio";
    const QByteArray legacyHttp = "2025-11-25 http";
    const QByteArray modern = "2026-07-28 stdio";
    const QByteArray modernHttp = "2026-07-28 http";
    const QByteArrayList cancelled{"10 > request 1 tools/call", "20 > cancel 1"};
    const QByteArrayList closed{
        "10 > request 1 tools/call",
        R"(20 http {"exchange":2,"step":"end","how":"closed","requests":["1"]})",
    };

    QTest::newRow("in time") << legacy << QByteArrayList{"10 > request 1 tools/call", "500 < result 1"} << ""_ba;
    QTest::newRow("silent") << legacy << cancelled + QByteArrayList{"1020 closed"} << "C16:info"_ba;
    QTest::newRow("silent, and hardly anybody looked") << legacy << cancelled + QByteArrayList{"1019 closed"} << ""_ba;
    QTest::newRow("silent, and the file ends") << legacy << cancelled << ""_ba;
    QTest::newRow("C01") << legacy << cancelled + QByteArrayList{"100 < result 1"} << "C01:warning"_ba;
    const QByteArrayList leaving{"20 > cancel 1", "30 closing", "60 < result 1"};
    QTest::newRow("C01 while we leave") << legacy << QByteArrayList{"10 > request 1 tools/call"} + leaving
                                        << "C01:warning"_ba;
    QTest::newRow("C01 of a ping while we leave") << legacy << QByteArrayList{"10 > request 1 ping"} + leaving << ""_ba;
    QTest::newRow("C01 modern") << modern << cancelled + QByteArrayList{"100 < result 1"} << "C01:error"_ba;
    QTest::newRow("C01 of the client") << legacy
                                       << QByteArrayList{"10 < request 1 sampling/createMessage", "20 < cancel 1",
                                                         "100 > result 1"}
                                       << "C01:warning"_ba;
    QTest::newRow("not told") << legacy
                              << QByteArrayList{"10 > request 1 tools/call",
                                                R"(20 cancel > {"id":"1","detached":true})", "100 < result 1"}
                              << "C32:warning"_ba;
    QTest::newRow("told later") << legacy
                                << QByteArrayList{"10 > request 1 tools/call", R"(20 cancel > {"id":"1"})",
                                                  "30 > cancel 1", "100 < result 1"}
                                << "C01:warning"_ba;
    QTest::newRow("timed out and told") << legacy
                                        << QByteArrayList{"10 > request 1 tools/call", R"(20 timeout > {"id":"1"})",
                                                          "21 > cancel 1", "100 < result 1"}
                                        << "C01:warning"_ba;
    QTest::newRow("answer owed")
        << legacy
        << QByteArrayList{"10 dialect {\"name\":\"lsp\"}", "10 > request 1 a/b",
                          R"(20 > {"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}})",
                          "90 < error 1 -32800 cancelled"}
        << ""_ba;

    const QByteArrayList refused = cancelled + QByteArrayList{"100 < error 1 -32800 Request cancelled"};
    QTest::newRow("C02") << legacy << refused << "C02:warning"_ba;
    QTest::newRow("C02 legacy HTTP") << legacyHttp << refused << "C02:info"_ba;
    QTest::newRow("C02 modern") << modern << refused << "C02:error"_ba;
    QTest::newRow("C02 not cancelled") << legacy
                                       << QByteArrayList{"10 > request 1 tools/call", "20 < error 1 -32800 no"}
                                       << ""_ba;
    QTest::newRow("C03") << legacy << cancelled + QByteArrayList{"100 < error 1 0 Request cancelled"}
                         << "C03:warning"_ba;
    QTest::newRow("C04")
        << legacy
        << cancelled +
               QByteArrayList{
                   R"(100 < result 1 {"content":[{"type":"text","text":"context canceled"}],"isError":true})"}
        << "C04:warning"_ba;
    QTest::newRow("C04 of something else")
        << legacy
        << cancelled +
               QByteArrayList{R"(100 < result 1 {"content":[{"type":"text","text":"no such file"}],"isError":true})"}
        << "C01:warning"_ba;
    QTest::newRow("C04 no error")
        << legacy << cancelled + QByteArrayList{R"(100 < result 1 {"content":[{"type":"text","text":"cancelled"}]})"}
        << "C01:warning"_ba;
    QTest::newRow("C03 of something else")
        << legacy << cancelled + QByteArrayList{"100 < error 1 0 The disk is full"} << "C05:warning"_ba;
    QTest::newRow("C05 about the cancel")
        << legacy << cancelled + QByteArrayList{"100 < error 1 -32603 Request cancelled"} << "C05:warning"_ba;
    QTest::newRow("C05 before the cancel")
        << legacy << QByteArrayList{"10 > request 1 tools/call", "15 < error 1 -32603 Oops", "20 > cancel 1"}
        << "C22:warning"_ba;
    QTest::newRow("C05") << legacy << cancelled + QByteArrayList{"100 < error 1 -32603 Oops"} << "C05:warning"_ba;

    QTest::newRow("C02 at once") << legacy << cancelled + QByteArrayList{"20.5 < error 1 -32800 stopped"}
                                 << "C02:warning"_ba;
    for (const QByteArray alone :
         {"A task was canceled.", "System.Threading.Tasks.TaskCanceledException: A task was canceled.",
          "CancelledError()", "asyncio.exceptions.CancelledError", "Error executing tool work: Request cancelled",
          "rpc error: code = Canceled desc = context canceled"})
        QTest::addRow("C03 at once: %s", alone.constData())
            << legacy << cancelled + QByteArrayList{"20.5 < error 1 0 " + alone} << "C03:warning"_ba;
    for (const QByteArray other :
         {"The order: a task was canceled", "CancelledError(7)", "Request cancelled: the order is kept"})
        QTest::addRow("C03 at once, perhaps: %s", other.constData())
            << legacy << cancelled + QByteArrayList{"20.5 < error 1 0 " + other} << "C03:info~"_ba;
    for (const QByteArray other : {"A booking was cancelled.", "Error executing tool work: order cancelled",
                                   "order cannot be cancelled", "rpc error: code = Internal desc = order canceled"})
        QTest::addRow("C05 at once: %s", other.constData())
            << legacy << cancelled + QByteArrayList{"20.5 < error 1 0 " + other} << "C05:info~"_ba;
    QTest::newRow("C03 at once") << legacy << cancelled + QByteArrayList{"20.5 < error 1 0 Request cancelled"}
                                 << "C03:warning"_ba;
    QTest::newRow("C04 at once")
        << legacy
        << cancelled + QByteArrayList{R"(20.5 < result 1 {"content":[{"text":"context canceled"}],"isError":true})"}
        << "C04:warning"_ba;
    const auto failed = [](const QByteArray &text) {
        return QByteArrayList{R"(100 < result 1 {"content":[{"text":")" + text + R"("}],"isError":true})"};
    };
    for (const QByteArray told :
         {"context canceled", "Request cancelled", "Tool call was cancelled", "aborted", "Aborted.",
          "Cancelled by user", "This operation was aborted", "The user aborted a request.",
          "signal is aborted without reason", "MCP error -32800: Request cancelled",
          "Error: tool \\\"slow\\\" was cancelled after 3 steps", "java.util.concurrent.CancellationException: null",
          "AbortError: This operation was aborted", "Two rows were read, then the query was canceled",
          "Cancelled after 2 of 5 steps", "Cancelled via cancel scope 7f10", "Error: cancelled (tired)",
          "Aborted: tired"})
        QTest::addRow("C04: %s", told.constData()) << legacy << cancelled + failed(told) << "C04:warning"_ba;
    for (const QByteArray other :
         {"Could not cancel the subscription: card declined", "Booking not cancelled: too late", "Flights cancelled: 3",
          "The order was cancelled last week", "Cancelled: 3 flights", "Cancelled the order",
          "No such cancellation policy", "The request cannot be cancelled", "The request was not cancelled in time",
          "Usage: cancel ID | abort ID"})
        QTest::addRow("C04 not: %s", other.constData()) << legacy << cancelled + failed(other) << "C01:warning"_ba;
    QTest::newRow("C04 at once, perhaps of something else")
        << legacy
        << cancelled +
               QByteArrayList{R"(20.5 < result 1 {"content":[{"text":"Print job cancelled: no ink"}],"isError":true})"}
        << "C04:info~"_ba;
    QTest::newRow("C05 at once") << legacy << cancelled + QByteArrayList{"20.5 < error 1 -32603 Oops"}
                                 << "C05:info~"_ba;

    QTest::newRow("C06") << legacy << cancelled + QByteArrayList{"100 < progress 1 1", "200 < progress 1 2"}
                         << "C06:warning*2"_ba;
    QTest::newRow("C06 modern") << modern << cancelled + QByteArrayList{"100 < progress 1 1"} << "C06:error"_ba;
    QTest::newRow("C06 before") << legacy
                                << QByteArrayList{"10 > request 1 tools/call", "15 < progress 1 1", "20 > cancel 1"}
                                << ""_ba;
    QTest::newRow("C06 of each") << legacy << QByteArrayList{"10 > request 1 tools/call",
                                                             "10 > request 2 tools/call",
                                                             "20 > cancel 1",
                                                             "20 > cancel 2",
                                                             "100 < progress 1 1",
                                                             "100 < progress 2 1",
                                                             "200 < progress 1 2"}
                                 << "C06:warning*2 C06:warning"_ba;

    QTest::newRow("C12") << modernHttp << closed + QByteArrayList{"100 < result 1"} << "C12:error"_ba;
    QTest::newRow("C12 progress") << modernHttp << closed + QByteArrayList{"100 < progress 1 1"} << "C12:error"_ba;
    QTest::newRow("C12 silent") << modernHttp << closed << "C16:info"_ba;
    QTest::newRow("C12 crossed") << modernHttp << closed + QByteArrayList{"21 < result 1"} << "C12:info~"_ba;

    QTest::newRow("C19") << legacy << QByteArrayList{"10 > request 1 tools/call", "20 < result 1", "90 < result 1"}
                         << "C19:error"_ba;
    const QByteArrayList forbidden{"10 < request 5 roots/list", "20 > error 5 -32601 no"};
    QTest::newRow("C19 where nobody may ask") << modern << forbidden << "P10:warning"_ba;
    QTest::newRow("C19 where nobody may ask, twice")
        << modern << forbidden + QByteArrayList{"30 > error 5 -32601 no"} << "P10:warning C19:error"_ba;
    QTest::newRow("C19 and again") << legacy
                                   << QByteArrayList{"10 > request 1 tools/call", "20 < result 1", "90 < result 1",
                                                     "91 < error 1 0 no"}
                                   << "C19:error*2"_ba;
    QTest::newRow("C19 id used again") << legacy
                                       << QByteArrayList{"10 > request 1 tools/call", "20 < result 1",
                                                         "30 > request 1 tools/call", "90 < result 1"}
                                       << "P05:error"_ba;
    QTest::newRow("C19 after a cancel") << legacy << cancelled + QByteArrayList{"100 < result 1", "110 < result 1"}
                                        << "C01:warning C19:error"_ba;
}

QTEST_GUILESS_MAIN(TestFindingsLate)
#include "tst_findingslate.moc"
