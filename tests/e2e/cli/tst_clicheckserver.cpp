// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "e2e/checkfixture.h"
#include "e2e/demohttp.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// `pullcord-cli check -- SERVER`: findings in the demo server, and their report.
class TestCliCheckServer : public QObject, private CheckFixture
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void finds_data();
    void finds();

    void reportsNothingForACorrectServer()
    {
        const CliRun good = check({u"--fail-on"_s, u"info"_s, u"--verbose"_s});
        QVERIFY2(good.exitCode == 0, (good.out + good.err).constData());
        QCOMPARE(good.out, ""_ba);
        QVERIFY2(good.err.endsWith("Errors: 0, warnings: 0, infos: 0\n"), good.err.constData());
    }

    void endsOfServers_data()
    {
        QTest::addColumn<QString>("script");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("in order") << u"exec \"$0\""_s << QByteArray();
        QTest::newRow("with a child that ends too")
            << u"cat >/dev/null 2>&1 </dev/null & exec \"$0\""_s << QByteArray();
        QTest::newRow("stays") << u"exec \"$0\" --ignore-eof"_s << "The server was still running 2.0"_ba;
        QTest::newRow("leaves a child behind") << u"sleep 1000 >/dev/null 2>&1 </dev/null & exec \"$0\""_s
                                               << "left processes running that it had started: 1. "_ba;
        QTest::newRow("leaves a child in a session of its own behind")
            << u"setsid sleep 1000 >/dev/null 2>&1 </dev/null & exec \"$0\""_s
            << "left processes running that it had started: 1. "_ba;
    }

    /// The end of a server (L1) is reported live and in the capture.
    void endsOfServers()
    {
        QFETCH(const QString, script);
        QFETCH(const QByteArray, says);
        QFile::remove(path(u"end.pullcord"_s));
        const CliRun live = run({u"check"_s, u"--capture"_s, u"end.pullcord"_s, u"--"_s, u"/bin/sh"_s, u"-c"_s, script,
                                 Peers::demoServer().program});
        QCOMPARE(live.out.count("L1"), says.isEmpty() ? 0 : 1);
        QVERIFY2(live.out.contains(says), (live.out + live.err).constData());
        QCOMPARE(run({u"check"_s, u"end.pullcord"_s}).out, live.out);
    }

    /// The first call runs to its end and gives the duration. The second is cancelled half way, followed by a ping.
    void callsTwice()
    {
        const CliRun twice = check({u"--tool"_s, u"slow"_s, u"{\"ms\":600,\"steps\":2}"_s, u"--linger"_s, u"1100"_s,
                                    u"--revision"_s, u"2025-11-25"_s, u"--capture"_s, u"twice.pullcord"_s});
        QVERIFY2(twice.exitCode == 0, (twice.out + twice.err).constData());
        QVERIFY2(twice.err.contains("slow took "), twice.err.constData());
        const QByteArrayList methods = sent(u"twice.pullcord"_s);
        const qsizetype first = methods.indexOf("tools/call");
        QVERIFY2(methods.indexOf("ping") > methods.indexOf("tools/list") && methods.indexOf("ping") < first,
                 methods.join(' ').constData());
        const QByteArrayList calls{"tools/call", "tools/call", "notifications/cancelled", "ping"};
        const QByteArrayList odd{"notifications/cancelled", "ping"};
        QCOMPARE(methods.mid(first), calls + odd);
        // Cancelled half way, it is silent for the rest of its normal duration.
        const CliRun later = run({u"check"_s, u"twice.pullcord"_s});
        QVERIFY2(later.out.contains("C16"), later.out.constData());
    }

    /// The capture has the same findings as the live run. The cancellation of an unknown id was intended.
    void findsTheSameInTheCapture()
    {
        const CliRun live =
            check({u"--tool"_s, u"late"_s, u"{\"ms\":300}"_s, u"--cancel-after"_s, u"50"_s, u"--linger"_s, u"500"_s,
                   u"--revision"_s, u"2025-11-25"_s, u"--capture"_s, u"same.pullcord"_s, u"--verbose"_s});
        const CliRun file = run({u"check"_s, u"same.pullcord"_s, u"--verbose"_s});
        QVERIFY2(live.out.contains("C01"), (live.out + live.err).constData());
        QCOMPARE(file.out, live.out);
    }

    /// The linger time must be as long as the rule watches; a shorter one is reported.
    void lingersForTheOrphan()
    {
        const QStringList orphan{u"--tool"_s,   u"orphan"_s,     u"--yes"_s,      u"--never-answer"_s,
                                 u"sampling"_s, u"--revision"_s, u"2025-11-25"_s, u"--cancel-after"_s,
                                 u"200"_s,      u"--linger"_s};
        const CliRun found = check(orphan + QStringList{u"2000"_s});
        QVERIFY2(found.out.contains("C09"), (found.out + found.err).constData());
        QVERIFY2(!found.err.contains("Not checked: C09"), found.err.constData());
        const CliRun tooShort = check(orphan + QStringList{u"500"_s});
        QVERIFY2(tooShort.err.contains(
                     "Not checked: C09, which takes 2.00 s after the cancellation; this run waits only 500 ms"),
                 tooShort.err.constData());
    }

    /// Over HTTP before 2026-07-28 the server has to end the stream. It gets the grace period for that, however short
    /// the linger time is.
    void waitsForTheStream_data();
    void waitsForTheStream();

    /// The invalid cancellation that check sends causes no finding, live or from the capture.
    void doesNotReportItsOwnCancellations()
    {
        QCOMPARE(check({u"--revision"_s, u"2025-11-25"_s, u"--capture"_s, u"odd.pullcord"_s, u"--fail-on"_s, u"info"_s})
                     .exitCode,
                 0);
        const CliRun later = run({u"check"_s, u"odd.pullcord"_s, u"--fail-on"_s, u"info"_s});
        QCOMPARE(later.exitCode, 0);
        QCOMPARE(later.out, ""_ba);
    }

    void reports()
    {
        const QStringList late{u"--tool"_s,   u"late"_s, u"{\"ms\":300}"_s, u"--cancel-after"_s, u"50"_s,
                               u"--linger"_s, u"500"_s,  u"--revision"_s,   u"2026-07-28"_s};
        const CliRun kept = check(late + QStringList{u"--sarif"_s, u"--capture"_s, u"kept.pullcord"_s});
        QCOMPARE(kept.exitCode, 1);
        const QByteArray place = "/runs/0/results/0/locations/0/physicalLocation/";
        QCOMPARE(JsonValue(kept.out).pointer("/runs/0/results/0/ruleId").toUtf8(), "C01");
        QCOMPARE(JsonValue(kept.out).pointer(place + "artifactLocation/uri").toUtf8(), "kept.pullcord");
        const CliRun sarif = check(late + QStringList{u"--sarif"_s});
        QCOMPARE(JsonValue(sarif.out).pointer("/runs/0/results/0/ruleId").toUtf8(), "C01");
        QVERIFY(!JsonValue(sarif.out).pointer("/runs/0/results/0/locations").isValid());

        const CliRun junit = check(late + QStringList{u"--junit"_s});
        QCOMPARE(junit.exitCode, 1);
        QVERIFY2(junit.out.contains("pullcord-demo-server\" tests=") && junit.out.count("<failure") == 1,
                 junit.out.constData());

        QCOMPARE(check(late + QStringList{u"--baseline"_s, u"known.json"_s, u"--write-baseline"_s}).exitCode, 0);
        const CliRun known = check(late + QStringList{u"--baseline"_s, u"known.json"_s});
        QCOMPARE(known.exitCode, 0);
        QVERIFY2(known.err.contains("accepted by the baseline: 1"), known.err.constData());
        QCOMPARE(check(late + QStringList{u"--baseline"_s, u"none.json"_s}).exitCode, 6);
    }
};

void TestCliCheckServer::finds_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("revision");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QByteArrayList>("codes");
    const QString legacy = u"2025-11-25"_s;
    const QString modern = u"2026-07-28"_s;
    const auto row = [&](const char *name, const QStringList &tool, const QString &revision, int exitCode,
                         const QByteArrayList &codes) {
        QTest::newRow(name) << QStringList{u"--tool"_s} + tool +
                                   QStringList{u"--cancel-after"_s, u"50"_s, u"--linger"_s, u"1200"_s}
                            << revision << exitCode << codes;
    };
    const QStringList progress{u"progress_after_cancel"_s, u"{\"ms\":60000,\"count\":3,\"interval\":50}"_s};
    row("honours", {u"slow"_s, u"{\"ms\":60000}"_s}, legacy, 0, {"C16:info"});
    row("honours, modern", {u"slow"_s, u"{\"ms\":60000}"_s}, modern, 0, {"C16:info"});
    row("deaf", {u"deaf"_s}, legacy, 0, {"C16:info"});
    row("late", {u"late"_s, u"{\"ms\":300}"_s}, legacy, 0, {"C01:warning"});
    row("late, modern", {u"late"_s, u"{\"ms\":300}"_s}, modern, 1, {"C01:error"});
    row("isError", {u"is_error_after_cancel"_s}, legacy, 0, {"C04:"});
    row("progress", progress, legacy, 0, {"C06:warning"});
    row("progress, modern", progress, modern, 1, {"C06:error"});
    row("dies", {u"die_on_cancel"_s, u"--yes"_s}, legacy, 1, {"C15:error"});
}

void TestCliCheckServer::finds()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const QString, revision);
    QFETCH(const QByteArrayList, codes);
    const CliRun found = check(arguments + QStringList{u"--revision"_s, revision, u"--json"_s});
    QTEST(found.exitCode, "exitCode");
    QByteArrayList all;
    for (const QByteArray &line : CliRun::lines(found.out))
        all << JsonValue(line).member("code").toUtf8() + ':' + JsonValue(line).member("severity").toUtf8();
    QVERIFY2(all.size() == codes.size(), (all.join(' ') + found.err).constData());
    for (qsizetype i = 0; i < all.size(); ++i)
        QVERIFY2(all.at(i).startsWith(codes.at(i)), all.join(' ').constData());
}

void TestCliCheckServer::waitsForTheStream_data()
{
    QTest::addColumn<QStringList>("switches");
    QTest::addColumn<bool>("isFound");
    QTest::newRow("left open") << QStringList{u"--http-leave-open"_s} << true;
    QTest::newRow("ended") << QStringList() << false;
}

void TestCliCheckServer::waitsForTheStream()
{
    QFETCH(const QStringList, switches);
    QFETCH(const bool, isFound);
    DemoHttp demo(switches);
    const QStringList call{u"check"_s, u"--tool"_s, u"slow"_s, u"{\"ms\":60000}"_s, u"--cancel-after"_s, u"50"_s};
    const QStringList waits{u"--linger"_s, u"100"_s, u"--cancel-grace"_s, u"2000"_s};
    const CliRun found =
        run(call + waits + QStringList{u"--revision"_s, u"2025-11-25"_s, u"--url"_s, demo.url().toString()});
    QCOMPARE(found.exitCode, 0);
    QVERIFY2(found.out.contains("C11") == isFound, (found.out + found.err).constData());
}

QTEST_GUILESS_MAIN(TestCliCheckServer)
#include "tst_clicheckserver.moc"
