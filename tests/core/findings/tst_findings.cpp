// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findingtable.h"

using namespace Pullcord;
using namespace Pullcord::FindingTable;
using namespace Qt::StringLiterals;

/// Findings: live and from a file, growing, withdrawn, and judged by the round trip.
class TestFindings : public QObject
{
    Q_OBJECT

private:
    const FindingScript m_legacy = FindingScript::named("2025-11-25 stdio");
    const QByteArrayList m_late{
        "10 > request 1 tools/call", "20 > cancel 1",  "40 < progress 1 1",          "60 < progress 1 2",
        "90 < progress 1 3",         "200 < result 1", "300 > request 2 tools/call", "400 > cancel 2",
        "2500 > request 3 ping",     "2501 < result 3"};

private slots:
    void init() { failOnWarnings(); }

    /// The table is in the order of the codes, and complete.
    void knowsItsKinds()
    {
        for (qsizetype place = 0; place < FindingKind::all().size(); ++place) {
            const FindingKind &kind = FindingKind::all().at(place);
            QCOMPARE(qsizetype(kind.code), place);
            QCOMPARE(FindingKind::codeFromName(QString(kind.name)), kind.code);
            QVERIFY2(kind.title && *kind.title && !kind.rule.isEmpty(), kind.name.latin1());
        }
        QCOMPARE(FindingKind::codeFromName(u"C00"), std::nullopt);
        for (const auto severity : {FindingSeverity::Info, FindingSeverity::Warning, FindingSeverity::Error})
            QCOMPARE(findingSeverityFromName(QString(nameOf(severity))), severity);
        QCOMPARE(findingSeverityFromName(u"never"), std::nullopt);
    }

    void restsOnEvents()
    {
        const auto run = m_legacy.run(m_late);
        QCOMPARE(run->codes(), "C06:warning*3 C01:warning C16:info");
        const Finding progress = run->first(FindingCode::C06);
        QCOMPARE(progress.accused, Direction::ServerToClient);
        QCOMPARE(progress.row, 2);
        QCOMPARE(progress.events, (QList<qint64>{5, 6, 7, 8, 9})); // request, cancellation, late progress
        QCOMPARE(progress.gap, 70 * FindingScript::Millisecond);
        QCOMPARE(progress.revision, u"2025-11-25"_s);
        QVERIFY2(progress.sentence.contains(u"3 messages, the last 70.0 ms"_s), qPrintable(progress.sentence));
        QCOMPARE(progress.reference(), u"2025-11-25, basic/utilities/cancellation"_s);
        const Finding answer = run->first(FindingCode::C01);
        QCOMPARE(answer.events, (QList<qint64>{5, 6, 10}));
        QCOMPARE(answer.time, 200 * FindingScript::Millisecond);
        QCOMPARE(run->first(FindingCode::C16).row, 3);
    }

    void sameLiveAndReopened()
    {
        const auto file = m_legacy.run(m_late);
        const auto live = m_legacy.runLive(m_late);
        QCOMPARE(live->codes(), file->codes());
        QCOMPARE(live->signalled, file->signalled);
        for (qsizetype i = 0; i < file->findings->count(); ++i)
            QVERIFY2(live->findings->at(i) == file->findings->at(i), qPrintable(file->findings->at(i).sentence));
    }

    /// Findings created after some or all events give the same result.
    void sameWhenMadeLater()
    {
        const auto file = m_legacy.run(m_late);
        for (const qsizetype before : {qsizetype(7), qsizetype(10), file->capture->count()}) {
            const auto capture = *Capture::createTemporary(file->capture->header());
            RequestLog log(*capture);
            std::unique_ptr<Findings> findings;
            for (qsizetype index = 0; index < file->capture->count(); ++index) {
                if (index == before)
                    findings = std::make_unique<Findings>(*capture, log, Findings::Schemas::Ignored);
                Event event = file->capture->eventAt(index);
                log.feed(event, FindingScript::append(*capture, event));
            }
            if (!findings)
                findings = std::make_unique<Findings>(*capture, log, Findings::Schemas::Ignored);
            findings->finish();
            findings->continueChecking(Findings::AllAtOnce);
            QCOMPARE(findings->count(), file->findings->count());
            for (qsizetype i = 0; i < findings->count(); ++i)
                QVERIFY2(findings->at(i) == file->findings->at(i), qPrintable(file->findings->at(i).sentence));
        }
    }

    void growsAndSaysSo()
    {
        const auto run = m_legacy.run(m_late);
        QCOMPARE(run->signalled, (QByteArrayList{"added 0", "changed 0", "changed 0", "added 1", "added 2"}));
    }

    /// advance() reports the time, so that silence is found without further events.
    void silenceTakesTime()
    {
        const auto run = m_legacy.run({"10 > request 1 tools/call", "20 > cancel 1"}, true);
        QCOMPARE(run->codes(), "");
        run->findings->advance(2020 * FindingScript::Millisecond);
        QCOMPARE(run->codes(), "");
        run->findings->advance(2021 * FindingScript::Millisecond);
        QCOMPARE(run->codes(), "C16:info");
        QCOMPARE(run->findings->at(0).gap, 2000 * FindingScript::Millisecond);
        run->findings->finish();
        run->findings->continueChecking(Findings::AllAtOnce);
        QCOMPARE(run->codes(), "C16:info");
    }

    void silenceIsWithdrawn()
    {
        const auto run = m_legacy.run({"10 > request 1 tools/call", "20 > cancel 1", "2500 > request 2 ping",
                                       "2501 < result 2", "3000 < result 1"});
        QCOMPARE(run->codes(), "C01:warning");
        QCOMPARE(run->signalled, (QByteArrayList{"added 0", "added 1", "withdrawn 0"}));
    }

    /// In the order of the capture, however they were added; a long list keeps the first and the last.
    void restsOnEventsInOrder()
    {
        Finding finding;
        for (const qint64 event : {5, 9, 7, 5, -1, 3})
            finding.addEvent(event);
        QCOMPARE(finding.events, (QList<qint64>{3, 5, 7, 9}));
        for (qint64 event = 10; event < 100; ++event)
            finding.addEvent(event);
        finding.addEvent(50);
        QCOMPARE(finding.events.size(), Finding::MostEvents);
        QCOMPARE(finding.events.first(), 3);
        QCOMPARE(finding.events.last(), 99);
    }

    void silentToTheEnd()
    {
        const auto run = m_legacy.run({"10 > request 1 tools/call", "20 > cancel 1", "1500 closed"});
        QCOMPARE(run->codes(), "C16:info");
        QCOMPARE(run->findings->at(0).gap, 1480 * FindingScript::Millisecond);
        QVERIFY(run->findings->at(0).sentence.contains(u"until the connection ended"_s));
    }

    /// A response within one round trip left before the cancellation can have been read.
    void racedIsNotLate()
    {
        const auto raced = m_legacy.run({"10 > request 1 tools/call", "20 > cancel 1", "21 < result 1"});
        QCOMPARE(raced->codes(), "C01:info~");
        const QString sentence = raced->findings->at(0).sentence;
        QVERIFY2(sentence.endsWith(u"crossed on the wire (round trip: 1.00 ms)"_s), qPrintable(sentence));
        const auto late = m_legacy.run({"10 > request 1 tools/call", "20 > cancel 1", "23.1 < result 1"});
        QCOMPARE(late->codes(), "C01:warning");
    }

    /// The shortest round trip does not bound how long a program waits for the CPU. A ping after the cancellation does.
    void shorterThanATurnIsNotLate()
    {
        const auto beyondTheTrip = m_legacy.run({"10 > request 1 tools/call", "20 > cancel 1", "23 < result 1"});
        QCOMPARE(beyondTheTrip->codes(), "C01:info~");
        QVERIFY(beyondTheTrip->findings->at(0).sentence.contains(u"may have crossed"_s));
        const auto pinged = [this](const QByteArray &at) {
            return m_legacy.run({"10 > request 1 tools/call", "20 > cancel 1", "20 > request 2 ping",
                                 at + " < result 1", "240 < result 2"});
        };
        QCOMPARE(pinged("23")->codes(), "C01:info~");
        QCOMPARE(pinged("220")->codes(), "C01:info~");
        QCOMPARE(pinged("220.1")->codes(), "C01:info~ C10:warning");
    }

    /// The delay of a ping is excused up to the duration of the handshake.
    void waitsNoLongerThanTheHandshake()
    {
        FindingScript script = m_legacy;
        script.m_hasHandshake = false;
        const auto pinged = [&](const QByteArray &handshake) {
            return script
                .run({"0 > request 0 initialize {}", handshake + " < result 0 {\"protocolVersion\":\"2025-11-25\"}",
                      handshake + " > notify notifications/initialized", "2000 > request 1 tools/call",
                      "2100 > cancel 1", "2101 > request 2 ping", "2390 < result 1", "2401 < result 2"})
                ->codes();
        };
        QCOMPARE(pinged("290"), "C01:info~");
        QCOMPARE(pinged("285"), "C01:info~ C10:warning");
    }

    /// A fast response bounds the round trip; a slow one does not.
    void shortestAnswerCounts_data();
    void shortestAnswerCounts()
    {
        QFETCH(const QByteArrayList, before);
        FindingScript script = m_legacy;
        script.m_hasHandshake = false;
        const QByteArrayList late{"3000 > request 1 tools/call", "4000 > cancel 1", "4500 < result 1"};
        QTEST(script.run(before + late)->codes(), "found");
    }

    /// Progress that starts within the round trip and continues is not raced.
    void racesOnlyAtFirst()
    {
        const auto run =
            m_legacy.run({"10 > request 1 tools/call", "20 > cancel 1", "20.5 < progress 1 1", "50 < progress 1 2"});
        QCOMPARE(run->codes(), "C06:warning*2");
    }

    /// A handshake includes the start of the process, so it does not measure the round trip.
    void handshakeMeasuresNothing()
    {
        FindingScript script = m_legacy;
        script.m_hasHandshake = false;
        const auto run =
            script.run({"0 > request 0 initialize {}", "900 < result 0 {\"protocolVersion\":\"2025-11-25\"}",
                        "900 > notify notifications/initialized", "910 > request 1 tools/call", "920 > cancel 1",
                        "923.1 < result 1"});
        QCOMPARE(run->codes(), "C01:warning");
    }

    /// The duration of a tool call is work, not the round trip.
    void workMeasuresNothing_data();
    void workMeasuresNothing()
    {
        QFETCH(const QByteArray, kind);
        QFETCH(const QByteArrayList, before);
        FindingScript script = FindingScript::named(kind);
        script.m_hasHandshake = false;
        const QByteArrayList handshake{"0 > request 0 initialize {}",
                                       "900 < result 0 {\"protocolVersion\":\"2025-11-25\"}",
                                       "900 > notify notifications/initialized"};
        const QByteArrayList late{"20010 > request 1 tools/call", "20020 > cancel 1", "20520 < result 1"};
        QTEST(script.run(handshake + before + late)->codes(), "found");
    }

    /// The shortest round trip of the conversation counts, whenever it was measured, live and from a file.
    void laterMeasureCounts_data();
    void laterMeasureCounts()
    {
        QFETCH(const QByteArrayList, lines);
        FindingScript script = m_legacy;
        script.m_hasHandshake = false;
        const QByteArrayList all =
            QByteArrayList{"0 > request 0 initialize {}", "900 < result 0 {\"protocolVersion\":\"2025-11-25\"}",
                           "900 > notify notifications/initialized"} +
            lines;
        const auto file = script.run(all);
        const auto live = script.runLive(all);
        QTEST(file->codes(), "found");
        QCOMPARE(live->codes(), file->codes());
        QCOMPARE(live->signalled, file->signalled);
    }

    /// A message sent by hand is not a fault of its sender, but the reaction of the peer may be one.
    void byHandIsNoFault()
    {
        const auto run = m_legacy.run({"10 > request 1 tools/call", "20 > byhand cancel 1", "90 < result 1"});
        QCOMPARE(run->codes(), "C01:warning");
    }

    void connectionsAreApart()
    {
        FindingScript script = m_legacy;
        script.m_hasHandshake = false;
        const auto run =
            script.run({R"(0 > request 1 tools/call)", R"(5 > cancel 1)", "1050 closed", R"(1060 closed {"c":1})"});
        QCOMPARE(run->codes(), "C16:info");
        QCOMPARE(run->findings->at(0).connection, 0U);
    }

    void neverTooMany()
    {
        QByteArrayList lines;
        for (int i = 0; i < FindingList::MostOfAKind + 5; ++i) {
            const QByteArray id = QByteArray::number(i + 10);
            lines << "10 > request " + id + " tools/call"
                  << "20 > cancel " + id << "90 < result " + id;
        }
        const auto run = m_legacy.run(lines);
        QCOMPARE(run->findings->count(), FindingList::MostOfAKind);
        QCOMPARE(run->findings->at(FindingList::MostOfAKind - 1).count, 6);
    }
};

void TestFindings::shortestAnswerCounts_data()
{
    QTest::addColumn<QByteArrayList>("before");
    QTest::addColumn<QByteArray>("found");

    const auto answered = [](const QByteArray &method, const QByteArray &from, const QByteArray &to) {
        return QByteArrayList{from + " > request " + from + ' ' + method,
                              to + " < result " + from + R"( {"protocolVersion":"2025-11-25","tools":[]})"};
    };
    const QByteArrayList told{"900 > notify notifications/initialized"};
    const QByteArrayList slowStart = answered("initialize", "0", "900") + told;
    const QByteArrayList slowList = answered("tools/list", "1000", "1600");
    QTest::newRow("slow list alone") << slowStart + slowList << "C01:info~"_ba;
    QTest::newRow("handshake") << answered("initialize", "0", "3") + told + slowList << "C01:warning"_ba;
    QTest::newRow("call") << slowStart + slowList + answered("tools/call", "2000", "2004") << "C01:warning"_ba;
    QTest::newRow("slow call") << slowStart + slowList + answered("tools/call", "2000", "2550") << "C01:info~"_ba;
    const QByteArrayList given{"2000 > request 8 tools/call", "2001 > cancel 8"};
    QTest::newRow("late call") << slowStart + slowList + given + QByteArrayList{"2004 < result 8"}
                               << "C01:info~ C01:warning"_ba;
    QTest::newRow("slow late call") << slowStart + slowList + given + QByteArrayList{"2550 < result 8"}
                                    << "C01:info~ C01:info~"_ba;
    QTest::newRow("late list measures nothing")
        << slowStart + QByteArrayList{"1000 > request 8 tools/list", "1001 > cancel 8", "1600 < result 8"}
        << "C01:warning C01:warning"_ba;
    const QByteArrayList slower =
        answered("initialize", "0", "1500") + QByteArrayList{"1500 > notify notifications/initialized"};
    QTest::newRow("slow way") << slower + answered("ping", "2000", "3600") << "C01:info~"_ba;
    QTest::newRow("slow handshake alone") << slower << "C01:warning"_ba;
    QTest::newRow("slow way, quick call")
        << slower + answered("ping", "2000", "3600") + answered("tools/call", "4000", "4004") << "C01:warning"_ba;
    QTest::newRow("call before") << slowStart + answered("tools/call", "910", "914") + slowList << "C01:warning"_ba;
}

void TestFindings::workMeasuresNothing_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QByteArrayList>("before");
    QTest::addColumn<QByteArray>("found");
    const auto asked = [](const QByteArray &method) {
        return QByteArrayList{"1000 > request 5 " + method, "2000 < result 5"};
    };
    for (const char *const method :
         {"tools/call", "prompts/get", "resources/read", "completion/complete", "tasks/result", "vendor/x"})
        QTest::newRow(method) << Legacy << asked(method) << "C01:warning"_ba;
    for (const char *const method : {"ping", "tools/list", "resources/templates/list", "tasks/get"})
        QTest::newRow(method) << Legacy << asked(method) << "C01:info~"_ba;
    QTest::newRow("tools/list, as if it were work")
        << Legacy << QByteArrayList{"1000 > request 5 tools/list", "2001 < result 5"} << "C01:warning"_ba;
    QTest::newRow("tools/list, again and again")
        << Legacy << QByteArrayList{"1000 > request 5 tools/list", "2001 < result 5",
                                    "3000 > request 6 tools/list", "4001 < result 6",
                                    "5000 > request 7 tools/list", "6001 < result 7"}
        << "C01:info~"_ba;
    const QByteArrayList pinged{"1000 > request 5 ping", "2001 < result 5"};
    const QByteArrayList asks{"990 > request 4 tools/call"};
    QTest::newRow("ping, over a slow way") << Legacy << pinged << "C01:info~"_ba;
    QTest::newRow("ping, while it may be at work")
        << Legacy << asks + pinged + QByteArrayList{"5000 < result 4"} << "C01:warning"_ba;
    QTest::newRow("ping, while it may be at work on what was cancelled")
        << Legacy << asks + QByteArrayList{"995 > cancel 4"} + pinged << "C16:info C01:warning"_ba;
    QTest::newRow("waits for other work")
        << Legacy
        << QByteArrayList{"1000 > request 5 tools/call", "1001 > request 6 ping", "6000 < result 5", "6001 < result 6"}
        << "C01:warning"_ba;
    const auto responded = [](const QByteArray &method, const QByteArray &status) {
        return QByteArrayList{"1000 > exchange=5 request 5 " + method,
                              R"(6000 http {"exchange":5,"step":"response","status":)" + status +
                                  R"(,"sent":0,"firstByte":1000000000})",
                              "6001 < exchange=5 result 5"};
    };
    QTest::newRow("HTTP, a call") << LegacyHttp << responded("tools/call", "200") << "C01:warning"_ba;
    QTest::newRow("HTTP, a list") << LegacyHttp << responded("tools/list", "200") << "C01:info~"_ba;
    QTest::newRow("HTTP, accepted")
        << LegacyHttp
        << QByteArrayList{R"(6000 http {"exchange":9,"step":"response","status":202,"sent":0,"firstByte":1000000000})"}
        << "C01:info~"_ba;
    const QByteArray acceptedLate =
        R"(6000 http {"exchange":9,"step":"response","status":202,"sent":0,"firstByte":1000000001})";
    QTest::newRow("HTTP, accepted late") << LegacyHttp << QByteArrayList{acceptedLate} << "C01:info~"_ba;
    QTest::newRow("HTTP, accepted late, while it may be at work")
        << LegacyHttp << QByteArrayList{"4000 > request 4 tools/call", acceptedLate, "6001 < result 4"}
        << "C01:warning"_ba;
}

void TestFindings::laterMeasureCounts_data()
{
    QTest::addColumn<QByteArrayList>("lines");
    QTest::addColumn<QByteArray>("found");

    const QByteArrayList late{"1010 > request 1 tools/call", "1020 > cancel 1", "1060 < result 1"};
    const auto ping = [](const QByteArray &from, const QByteArray &to) {
        return QByteArrayList{from + " > request 7 ping", to + " < result 7"};
    };
    QTest::newRow("none") << late << "C01:warning"_ba;
    QTest::newRow("short") << late + ping("1100", "1101") << "C01:warning"_ba;
    QTest::newRow("long") << late + ping("1100", "1150") << "C01:info~"_ba;
    const QByteArrayList pinged{"1010 > request 1 tools/call", "1020 > cancel 1", "1021 > request 7 ping"};
    QTest::newRow("behind the cancel") << pinged + QByteArrayList{"1060 < result 1", "1071 < result 7"}
                                       << "C01:info~"_ba;
    QTest::newRow("behind the cancel, waits for the work")
        << pinged + QByteArrayList{"1060 < result 1", "1063 < result 7"} << "C01:info~"_ba;
    QTest::newRow("behind the cancel, while it works")
        << pinged + QByteArrayList{"1060 < progress 1 1", "1071 < result 7"} << "C06:info~"_ba;
    QTest::newRow("long, then short") << ping("910", "960") + late +
                                             QByteArrayList{"1100 > request 8 ping", "1101 < result 8"}
                                      << "C01:warning"_ba;
    QTest::newRow("grows") << ping("910", "960") + QByteArrayList{"1010 > request 1 tools/call", "1020 > cancel 1",
                                                                  "1050 < progress 1 1",         "1060 < progress 1 2",
                                                                  "1100 > request 8 ping",       "1101 < result 8"}
                           << "C06:warning*2"_ba;
    QTest::newRow("sent by hand")
        << QByteArrayList{"910 > request 2 ping", "960 < result 2",         "1010 > request 1 tools/call",
                          "1020 < result 1",      "1040 > byhand cancel 1", "1100 > request 8 ping",
                          "1101 < result 8"}
        << "C22:info"_ba;
}

QTEST_GUILESS_MAIN(TestFindings)
#include "tst_findings.moc"
