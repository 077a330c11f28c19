// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findingtable.h"

#include "core/findings/report/unappliedrules.h"

using namespace Pullcord;
using namespace Pullcord::FindingTable;
using namespace Qt::StringLiterals;

/// Captures imported from logs of other programs, without an end, times, or the name of a dialect.
class TestFindingsImports : public QObject
{
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }

    /// The end of a connection proves more than the end of a recording.
    void finds_data();
    void finds() { compareRow(); }

    void saysWhatHasEnded()
    {
        const auto said = [](const QByteArrayList &lines, FindingCode code) -> QString {
            return FindingScript::named(Legacy).run(Call + lines)->first(code).sentence;
        };
        const QByteArrayList silent{"20 > cancel 1", "1500 > request 2 ping", "1501 < result 2"};
        QCOMPARE(said(silent, FindingCode::C16),
                 u"Nothing more arrived for the request until the recording ended, 1.48 s after the cancellation"_s);
        QCOMPARE(said(silent + QByteArrayList{"1501 closed"}, FindingCode::C16),
                 u"Nothing more arrived for the request until the connection ended, 1.48 s after the cancellation"_s);
        const QByteArrayList open{"10010 > request 2 ping", "10010 < result 2"};
        QCOMPARE(said(open, FindingCode::P18),
                 u"The request 1 got no response in 10.0 s; but the recording ends there, and the response may have "
                 "arrived later"_s);
        QCOMPARE(said(open + QByteArrayList{"10010 closed"}, FindingCode::P18),
                 u"The request 1 got no response in 10.0 s"_s);
    }

    /// The order of two messages is known, but not the time between them.
    void goesByOrderWithoutTimes_data();
    void goesByOrderWithoutTimes()
    {
        FindingScript script = FindingScript::named(Legacy);
        script.m_hasTimes = false;
        script.m_hasHandshake = false;
        QFETCH(const QByteArrayList, lines);
        const auto run = script.run(lines);
        QTEST(run->codes(), "found");
        for (qsizetype i = 0; i < run->findings->count(); ++i)
            QCOMPARE(run->findings->at(i).gap, std::nullopt);
    }

    void saysThatThereAreNoTimes()
    {
        FindingScript script = FindingScript::named(Legacy);
        const QByteArrayList late{"0 > request 1 tools/call", "0 > cancel 1", "0 < progress 1 1", "0 < progress 1 2",
                                  "0 < result 1"};
        script.m_hasTimes = false;
        script.m_hasHandshake = false;
        const auto run = script.run(late);
        const QString doubt = u"; the two may have crossed: the file does not give their times"_s;
        QCOMPARE(run->codes(), "C06:info*2~ C01:info~");
        QCOMPARE(run->first(FindingCode::C06).sentence, u"Progress after cancellation"_s + doubt);
        QCOMPARE(run->first(FindingCode::C01).sentence, u"Result after cancellation"_s + doubt);
        const UnappliedRules unapplied = UnappliedRules::in(*run->capture);
        QVERIFY(unapplied.inPart.contains(FindingCode::C32));
        QVERIFY(unapplied.codes.contains(FindingCode::C16) && unapplied.asInfos.contains(FindingCode::C01));
        QVERIFY2(
            unapplied.words().startsWith(
                u"The file does not give the time of each message. Not checked, because they need times: C09, C10, "
                "C11, C16, "_s),
            qPrintable(unapplied.words()));
        script.m_hasTimes = true;
        const UnappliedRules all = UnappliedRules::in(*script.run(late)->capture);
        QVERIFY(all.isEmpty() && all.words().isEmpty());
    }

    /// Two events in consecutive seconds of a log may be only a moment apart.
    void goesNoFinerThanTheTimesOfTheFile()
    {
        FindingScript script = FindingScript::named(Legacy);
        const QByteArrayList late{"10000 > request 1 tools/call", "12000 > cancel 1", "13000 < result 1"};
        const QByteArrayList atOnce{"10000 > request 1 tools/call", "12000 > cancel 1", "12000 < result 1"};
        const QByteArrayList later{"10000 > request 1 tools/call", "12000 > cancel 1", "14000 < result 1"};
        QCOMPARE(script.run(late)->codes(), "C01:warning");
        script.m_tick = 1'000'000'000;
        const QString doubt = u"; the two may have crossed: the times of the file have a resolution of 1.00 s"_s;
        const auto run = script.run(late);
        QCOMPARE(run->codes(), "C01:info~");
        QVERIFY2(run->first(FindingCode::C01).sentence.endsWith(doubt),
                 qPrintable(run->first(FindingCode::C01).sentence));
        const auto same = script.run(atOnce);
        QCOMPARE(same->codes(), "C01:info~");
        QCOMPARE(same->first(FindingCode::C01).sentence, u"Result after cancellation"_s + doubt);
        QCOMPARE(script.run(later)->codes(), "C01:warning");
    }

    /// Messages before the excerpt may explain all messages in it.
    void blamesNobodyForWhatBeganBefore()
    {
        const QByteArrayList unasked{"10 < result 5", R"(20 < progress "zz" 1)"};
        FindingScript script = FindingScript::named(Legacy);
        const QByteArray told = script.run(unasked)->codes();
        QCOMPARE(told, "P04:error P07:warning");
        script.m_isExcerpt = true;
        QCOMPARE(script.run(unasked)->codes(), "");
        script.m_isExcerpt = false;
        script.m_hasHandshake = false;
        QCOMPARE(script.run(unasked)->codes(), "");
        QCOMPARE(script.run(QByteArrayList{R"(1 opening {"transport":"stdio"})"} + unasked)->codes(), told);
    }

    /// No event names the era, so the requests of the client determine it; tracking of requests uses it too.
    void takesTheEraFromTheMessages_data();
    void takesTheEraFromTheMessages()
    {
        QFETCH(const QByteArray, kind);
        FindingScript script = FindingScript::named(kind);
        script.m_hasHandshake = false;
        QFETCH(const QByteArrayList, lines);
        const auto run = script.run(lines);
        QTEST(run->codes(), "found");
        QCOMPARE(script.runLive(lines)->codes(), run->codes());
        QTEST(run->log->record(0).state, "state");
    }
};

void TestFindingsImports::finds_data()
{
    addColumns();
    const QByteArrayList ended{"10 > request 1 subscriptions/listen", "20 < result 1"};
    addRow("C29 where the recording ends", Modern, ended, "");
    addRow("C29 where the connection ends", Modern, ended + QByteArrayList{"30 closed"}, "C29:error");
    addRow("C29 where the recording goes on", Modern,
           ended + QByteArrayList{"2500 > request 9 tools/list", R"(2501 < result 9 {"tools":[]})"}, "C29:error");

    const QByteArrayList givenUp = Call + QByteArrayList{R"(500 timeout > {"id":"1"})"};
    addRow("C32 where the recording ends", Legacy, givenUp, "");
    addRow("C32 where the connection ends", Legacy, givenUp + QByteArrayList{"600 closed"}, "C32:warning");

    const QByteArrayList open = Call + QByteArrayList{"10010 > request 2 ping", "10010 < result 2"};
    addRow("P18 where the recording ends", Legacy, open, "P18:info");
    addRow("P18 where the connection ends", Legacy, open + QByteArrayList{"10010 closed"}, "P18:warning");

    const QByteArrayList spoilt{"10 > request 1 tools/call", "20 < result 1",          "50 > cancel 1",
                                "60 > request 1 tools/call", "10060 > request 2 ping", "10060 < result 2"};
    addRow("C18 where the recording ends", Legacy, spoilt, "C22:warning P05:error C18:info");
    addRow("C18 where the connection ends", Legacy, spoilt + QByteArrayList{"10060 closed"},
           "C22:warning P05:error C18:warning");

    const QByteArrayList stopped{"10 > request 1 tools/call",
                                 "30 < result 1",
                                 "40 > request 2 prompts/get",
                                 "50 > request 3 tools/call",
                                 "100 > cancel 2",
                                 "6000 > request 4 ping",
                                 "6001 < result 4"};
    addRow("C17 where the recording ends", Legacy, stopped, "C16:info C17:info");
    addRow("C17 where the connection ends", Legacy, stopped + QByteArrayList{"6001 closed"}, "C16:info C17:warning");

    const QByteArrayList left{"10 > request 1 tools/call", "15 < request 5 sampling/createMessage", "20 > cancel 1"};
    addRow("C09 where the recording ends", Legacy, left, "");
    addRow("C09 where it goes on", Legacy, left + Later, "C16:info C09:warning");
}

void TestFindingsImports::goesByOrderWithoutTimes_data()
{
    QTest::addColumn<QByteArrayList>("lines");
    QTest::addColumn<QByteArray>("found");
    const QByteArrayList cancelled{"0 > request 1 tools/call", "0 > cancel 1"};
    QTest::newRow("late") << cancelled + QByteArrayList{"0 < result 1"} << "C01:info~"_ba;
    QTest::newRow("in order") << QByteArrayList{"0 > request 1 tools/call", "0 < result 1"} << ""_ba;
    QTest::newRow("says that it was cancelled")
        << cancelled + QByteArrayList{"0 < error 1 -32800 Request cancelled"} << "C02:warning"_ba;
    QTest::newRow("cancelled too late") << QByteArrayList{"0 > request 1 tools/call", "0 < result 1", "0 > cancel 1"}
                                        << "C22:info~"_ba;
    QTest::newRow("cancelled twice") << cancelled + QByteArrayList{"0 > cancel 1"} << "C23:warning"_ba;
    QTest::newRow("another that is answered as cancelled")
        << QByteArrayList{"0 > request 2 tools/call"} + cancelled + QByteArrayList{"0 < error 2 -32800 cancelled"}
        << ""_ba;
    const QByteArray nameless = R"(0 < {"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found)";
    QTest::newRow("refused, perhaps") << cancelled + QByteArrayList{nameless + "\"}}"} << ""_ba;
    QTest::newRow("refused") << cancelled + QByteArrayList{nameless + ": notifications/cancelled\"}}"}
                             << "C13:warning"_ba;
    QTest::newRow("twice answered") << QByteArrayList{"0 > request 1 tools/call", "0 < result 1", "0 < result 1"}
                                    << "C19:error"_ba;
}

void TestFindingsImports::takesTheEraFromTheMessages_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QByteArrayList>("lines");
    QTest::addColumn<QByteArray>("found");
    QTest::addColumn<RequestState>("state");
    const QByteArrayList revoked{"10 > request 1 tools/call", "20 < cancel 1", "30 < result 1"};
    QTest::newRow("modern") << Modern << revoked << "C28:error"_ba << RequestState::Succeeded;
    QTest::newRow("legacy") << Legacy << revoked << ""_ba << RequestState::Succeeded;
    const QByteArrayList asked{"10 < request 1 roots/list", "20 > result 1"};
    const QByteArrayList first{"5 > request 7 tools/list", R"(6 < result 7 {"tools":[]})"};
    QTest::newRow("legacy, asked") << Legacy << asked << ""_ba << RequestState::Succeeded;
    const QByteArrayList closed{"10 > exchange=2 request 1 tools/call",
                                R"(20 http {"exchange":2,"step":"end","how":"closed","requests":["1"]})",
                                "2000 > exchange=3 request 2 tools/list", R"(2001 < exchange=3 result 2 {"tools":[]})"};
    QTest::newRow("modern, stream closed") << ModernHttp << closed << "C16:info"_ba << RequestState::Cancelled;
    QTest::newRow("legacy, stream closed") << LegacyHttp << closed << "C31:warning"_ba << RequestState::Lost;
    const QByteArrayList back{"10 > request 1 tools/call",
                              "20 < error 1 -32601 what is _meta",
                              R"(30 > request 2 initialize {"protocolVersion":"2025-11-25"})",
                              R"(40 < result 2 {"protocolVersion":"2025-11-25"})",
                              "50 > notify notifications/initialized",
                              "60 < request 5 roots/list",
                              "70 > result 5"};
    QTest::newRow("modern, and then legacy") << Modern << back << ""_ba << RequestState::Failed;
    QTest::newRow("told otherwise") << Modern << QByteArrayList{R"(0 dialect {"name":"mcp-legacy"})"} + revoked
                                    << "C21:error"_ba << RequestState::Succeeded;
}

QTEST_GUILESS_MAIN(TestFindingsImports)
#include "tst_findingsimports.moc"
