// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "e2e/clirun.h"
#include "e2e/demohttp.h"

#include "core/json/jsonvalue.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// `pullcord-cli lab` with the tools of the demo server.
class TestCliLab : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    CliRun lab(const QStringList &arguments, const QStringList &switches = {})
    {
        const StdioCommand demo = Peers::demoServer(switches);
        return CliRun::of(QStringList{u"lab"_s} + arguments + QStringList{u"--"_s, demo.program} + demo.arguments,
                          m_folder.path());
    }
    /// Returns one member of every object of an array.
    static QByteArrayList each(const QByteArray &json, QByteArrayView array, const QByteArray &member)
    {
        QByteArrayList all;
        for (int n = 0;; ++n) {
            const JsonValue item = JsonValue(json).pointer(array.toByteArray() + '/' + QByteArray::number(n));
            if (!item.isValid())
                return all;
            all << item.member(member).toUtf8();
        }
    }
    static QByteArray verdictOn(const QByteArray &code, const QByteArray &json)
    {
        const qsizetype place = each(json, "/rules", "code").indexOf(code);
        return each(json, "/rules", "verdict").value(place);
    }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void sweeps_data();
    void sweeps();

    void sendsInvalidCancellations_data();
    void sendsInvalidCancellations();
    void watchesStreams_data();
    void watchesStreams();

    void refusesToolsThatMayChange()
    {
        const QStringList dies{u"--tool"_s, u"die_on_cancel"_s, u"{\"ms\":200}"_s, u"--count"_s,
                               u"1"_s,      u"--no-ugly"_s,     u"--from"_s,       u"50%"_s};
        const CliRun refused = lab(dies + QStringList{u"--capture"_s, u"refused.pullcord"_s});
        QCOMPARE(refused.exitCode, 2);
        QCOMPARE(refused.out, ""_ba);
        QVERIFY2(refused.err.contains("die_on_cancel is not marked readOnlyHint: it may change something. It was not "
                                      "called; --yes calls it"),
                 refused.err.constData());
        QFile capture(m_folder.filePath(u"refused.pullcord"_s));
        QVERIFY(capture.open(QIODevice::ReadOnly));
        QVERIFY(!capture.readAll().contains("tools/call"));

        const CliRun died = lab(dies + QStringList{u"--yes"_s, u"--json"_s});
        QVERIFY2(died.err.contains("it may change something, but is called anyway"), died.err.constData());
        QCOMPARE(died.exitCode, 1);
        QCOMPARE(each(died.out, "/trials", "outcome"), QByteArrayList{"server-died"});
        QCOMPARE(verdictOn("C15", died.out), "broken");
        QVERIFY(JsonValue(died.out).member("failure").toUtf8().contains("exit code 1"));
    }

    /// Invalid arguments are not sent by default, but can be forced.
    void validatesTheArguments()
    {
        const QStringList misfit{u"--tool"_s, u"echo"_s,       u"{\"text\":5}"_s, u"--count"_s,   u"1"_s,
                                 u"--from"_s, u"10"_s,         u"--to"_s,         u"10"_s,        u"--no-ugly"_s,
                                 u"--json"_s, u"--patience"_s, u"100"_s,          u"--capture"_s, u"misfit.pullcord"_s};
        const CliRun refused = lab(misfit);
        QCOMPARE(refused.exitCode, 2);
        QCOMPARE(refused.out, ""_ba);
        QVERIFY2(refused.err.contains("The arguments violate the tool's input schema:\n/text "),
                 refused.err.constData());
        QVERIFY2(refused.err.contains("echo was not called; --no-check calls it"), refused.err.constData());
        QFile capture(m_folder.filePath(u"misfit.pullcord"_s));
        QVERIFY(capture.open(QIODevice::ReadOnly));
        QVERIFY(!capture.readAll().contains("tools/call"));
        capture.remove();
        const CliRun sent = lab(misfit + QStringList{u"--no-check"_s});
        QVERIFY2(sent.out.contains("trials"), sent.err.constData());
        QVERIFY(!sent.err.contains("violate"));
    }

    void sendsOnlyInvalidCancellations()
    {
        const CliRun run = lab({u"--tool"_s, u"slow"_s, u"{\"ms\":200,\"steps\":1}"_s, u"--count"_s, u"0"_s,
                                u"--json"_s, u"--patience"_s, u"100"_s, u"--revision"_s, u"2025-11-25"_s});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        const QByteArrayList cases = each(run.out, "/trials", "case");
        QCOMPARE(cases.size(), 10);
        QVERIFY2(!cases.contains("sweep"), cases.join(' ').constData());
    }

    /// The handshakes of the connections that the lab makes print nothing else.
    void reportsInitializeOnce()
    {
        const CliRun run = lab({u"--tool"_s, u"slow"_s, u"--args"_s, u"{\"ms\":100,\"steps\":1}"_s, u"--count"_s,
                                u"0"_s, u"--patience"_s, u"100"_s},
                               {u"--legacy-only"_s});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QCOMPARE(run.err.count("does not support server/discover"), 1);
        QVERIFY2(run.err.contains("10 of 10: Cancelling initialize: Ignored, as required (The handshake of a new "
                                  "connection was cancelled and finished anyway)"),
                 run.err.constData());
    }

    void reports()
    {
        const QStringList late{u"--tool"_s,     u"late"_s,   u"{\"ms\":300}"_s, u"--count"_s,   u"1"_s,
                               u"--no-ugly"_s,  u"--from"_s, u"100ms"_s,        u"--to"_s,      u"100ms"_s,
                               u"--patience"_s, u"500"_s,    u"--revision"_s,   u"2025-11-25"_s};
        const CliRun text = lab(late + QStringList{u"--markdown"_s, u"report.md"_s});
        QVERIFY2(text.exitCode == 0, text.err.constData());
        QVERIFY2(text.out.startsWith("Cancellation lab: late of pullcord-demo-server"), text.out.constData());
        QVERIFY2(text.out.contains("\nDuration: not measured; "), text.out.constData());
        QVERIFY2(text.err.contains("\n1 of 1: During the call: Late result, gap "), text.err.constData());
        QFile report(m_folder.filePath(u"report.md"_s));
        QVERIFY(report.open(QIODevice::ReadOnly));
        const QByteArray markdown = report.readAll();
        QVERIFY2(markdown.contains("| C01 | Result after cancellation | failed ×1 (warning) |"), markdown.constData());

        QCOMPARE(lab(late + QStringList{u"--fail-on"_s, u"warning"_s}).exitCode, 1);
        QCOMPARE(lab(late + QStringList{u"--markdown"_s, u"no/such/folder.md"_s}).exitCode, 6);
    }

    /// It takes 2 s to see that a question was left open.
    void watchesQuestions_data()
    {
        QTest::addColumn<QString>("patience");
        QTest::addColumn<QByteArray>("verdict");
        QTest::newRow("not for long enough") << u"300"_s << "not-exercised"_ba;
        QTest::newRow("long enough") << u"2300"_s << "broken"_ba;
    }
    void watchesQuestions()
    {
        QFETCH(const QString, patience);
        const CliRun run = lab({u"--tool"_s, u"orphan"_s, u"--yes"_s, u"--never-answer"_s, u"sampling"_s, u"--count"_s,
                                u"1"_s, u"--from"_s, u"300"_s, u"--to"_s, u"300"_s, u"--no-ugly"_s, u"--patience"_s,
                                patience, u"--revision"_s, u"2025-11-25"_s, u"--json"_s});
        QVERIFY2(!run.out.isEmpty(), run.err.constData());
        QTEST(verdictOn("C09", run.out), "verdict");
    }

    void reportsWhyItEndsEarly()
    {
        const CliRun unknown = lab({u"--tool"_s, u"none"_s, u"--yes"_s});
        QCOMPARE(unknown.exitCode, 1);
        QVERIFY2(unknown.out.contains("The lab ended before all trials were run: The call to none failed: "),
                 unknown.out.constData());
        const CliRun unreachable =
            CliRun::of({u"lab"_s, u"--tool"_s, u"slow"_s, u"--"_s, u"./no-such-server"_s}, m_folder.path());
        QCOMPARE(unreachable.exitCode, 3);
        QCOMPARE(unreachable.out, ""_ba);
    }

    void refusesInvalidArguments_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("why");
        QTest::newRow("no tool") << QStringList() << "lab: --tool is missing"_ba;
        const QStringList tool{u"--tool"_s, u"slow"_s};
        QTest::newRow("arguments") << tool + QStringList{u"[]"_s} << "lab: the arguments of --tool must be"_ba;
        QTest::newRow("count") << tool + QStringList{u"--count"_s, u"1001"_s}
                               << "--count expects a number between 0 and"_ba;
        QTest::newRow("nothing") << tool + QStringList{u"--count"_s, u"0"_s, u"--no-ugly"_s}
                                 << "nothing to run: --count 0 and --no-ugly"_ba;
        QTest::newRow("from beyond the end")
            << tool + QStringList{u"--from"_s, u"500%"_s} << "--from expects a share of the call (0% to 100%)"_ba;
        QTest::newRow("from") << tool + QStringList{u"--from"_s, u"x%"_s} << "--from expects a share of the call"_ba;
        QTest::newRow("to") << tool + QStringList{u"--to"_s, u"soon"_s} << "--to expects milliseconds"_ba;
        QTest::newRow("backwards") << tool + QStringList{u"--from"_s, u"90%"_s, u"--to"_s, u"10%"_s}
                                   << "--from (90 %) is later than --to (10 %)"_ba;
        QTest::newRow("backwards in time")
            << tool + QStringList{u"--from"_s, u"300"_s, u"--to"_s, u"100"_s} << "is later than --to"_ba;
        QTest::newRow("junit") << tool + QStringList{u"--junit"_s} << "--junit cannot be used with lab"_ba;
    }
    void refusesInvalidArguments()
    {
        QFETCH(const QStringList, arguments);
        QFETCH(const QByteArray, why);
        const CliRun refused = lab(arguments);
        QCOMPARE(refused.exitCode, 2);
        QVERIFY2(refused.err.contains(why), refused.err.constData());
    }
};

void TestCliLab::sweeps_data()
{
    QTest::addColumn<QStringList>("tool");
    QTest::addColumn<QByteArray>("outcome");
    QTest::addColumn<QByteArray>("code");
    const QStringList ms{u"{\"ms\":500}"_s};
    // One step: progress would cross a cancellation that is sent at the same time.
    QTest::newRow("honours") << QStringList{u"slow"_s, u"{\"ms\":500,\"steps\":1}"_s} << "silent"_ba
                             << ""_ba;
    QTest::newRow("late") << QStringList{u"late"_s} + ms << "late"_ba
                          << "C01"_ba;
    QTest::newRow("-32800") << QStringList{u"answers_32800"_s} + ms << "cancel-error"_ba
                            << "C02"_ba;
    QTest::newRow("code 0") << QStringList{u"answers_code_0"_s} + ms << "late-error"_ba
                            << "C03"_ba;
    QTest::newRow("isError") << QStringList{u"is_error_after_cancel"_s} + ms << "late-error"_ba
                             << "C04"_ba;
    QTest::newRow("progress") << QStringList{u"progress_after_cancel"_s, u"{\"ms\":500,\"interval\":50}"_s}
                              << "progress-after"_ba
                              << "C06"_ba;
    QTest::newRow("bystander") << QStringList{u"cancel_all"_s} + ms + QStringList{u"--yes"_s, u"--bystanders"_s, u"1"_s}
                               << "bystander-hurt"_ba
                               << "C17"_ba;
}

void TestCliLab::sweeps()
{
    QFETCH(const QStringList, tool);
    QFETCH(const QByteArray, outcome);
    QFETCH(const QByteArray, code);
    const CliRun swept =
        lab(QStringList{u"--tool"_s} + tool +
            QStringList{u"--json"_s, u"--count"_s, u"2"_s, u"--from"_s, u"20%"_s, u"--to"_s, u"30%"_s, u"--no-ugly"_s,
                        u"--patience"_s, u"300"_s, u"--fail-on"_s, u"never"_s, u"--revision"_s, u"2025-11-25"_s});
    QVERIFY2(swept.exitCode == 0, swept.err.constData());
    // A response sent at once may cross the cancellation if the server was read late.
    const QByteArrayList outcomes = each(swept.out, "/trials", "outcome");
    QCOMPARE(outcomes.size(), 2);
    for (const QByteArray &each : outcomes)
        QVERIFY2(each == outcome || (outcome.endsWith("-error") && each == "raced"), swept.out.constData());
    QCOMPARE(verdictOn("C01", swept.out), code == "C01" ? "broken"_ba : "held"_ba);
    if (!code.isEmpty())
        QVERIFY(verdictOn(code, swept.out) == "broken" || verdictOn(code, swept.out) == "noted");
}

void TestCliLab::sendsInvalidCancellations_data()
{
    QTest::addColumn<QString>("revision");
    QTest::addColumn<bool>("isHttp");
    QTest::addColumn<int>("notApplicable");
    QTest::newRow("legacy stdio") << u"2025-11-25"_s << false << 0;
    QTest::newRow("modern stdio") << u"2026-07-28"_s << false << 1;
    QTest::newRow("legacy http") << u"2025-11-25"_s << true << 1;
    QTest::newRow("modern http") << u"2026-07-28"_s << true << 9;
}

/// A correct server has no bad outcome, and cases that do not apply state the reason.
void TestCliLab::sendsInvalidCancellations()
{
    QFETCH(const QString, revision);
    QFETCH(const bool, isHttp);
    const QStringList plan{u"--tool"_s,     u"slow"_s,       u"{\"ms\":300,\"steps\":1}"_s,
                           u"--count"_s,    u"1"_s,          u"--from"_s,
                           u"10%"_s,        u"--patience"_s, u"200"_s,
                           u"--json"_s,     u"--fail-on"_s,  u"warning"_s,
                           u"--revision"_s, revision};
    CliRun run;
    if (isHttp) {
        DemoHttp server;
        run = CliRun::of(QStringList{u"lab"_s} + plan + QStringList{u"--url"_s, server.url().toString()});
    } else {
        run = lab(plan);
    }
    QVERIFY2(run.exitCode == 0, (run.out + run.err).constData());
    const QByteArrayList outcomes = each(run.out, "/trials", "outcome");
    QCOMPARE(outcomes.size(), 11);
    qsizetype rightOnes = 0;
    QTEST(int(outcomes.count("not-applicable")), "notApplicable");
    // The response of a correct server may cross a cancellation on the wire, but never follows an invalid one.
    for (const QByteArray right : {"silent", "raced", "ignored", "not-applicable"})
        rightOnes += outcomes.count(right);
    QCOMPARE(rightOnes, 11);
    QVERIFY(!outcomes.sliced(3).contains("raced"));
    for (int n = 0; n < 11; ++n) {
        if (outcomes.at(n) == "not-applicable")
            QVERIFY(!each(run.out, "/trials", "remark").at(n).isEmpty());
    }
    QCOMPARE(verdictOn("C14", run.out), isHttp && revision == "2026-07-28"_L1 ? "not-exercised"_ba : "held"_ba);
    QVERIFY(!JsonValue(run.out).member("failure").isValid());
}

/// A stream left open is found when the client closes it, but not if the lab ends first.
void TestCliLab::watchesStreams_data()
{
    QTest::addColumn<QString>("grace");
    QTest::addColumn<QString>("patience");
    QTest::addColumn<QByteArray>("verdict");
    QTest::newRow("not for long enough") << u"60000"_s << u"200"_s << "not-exercised"_ba;
    QTest::newRow("until they are closed") << u"1100"_s << u"3000"_s << "broken"_ba;
}

void TestCliLab::watchesStreams()
{
    QFETCH(const QString, grace);
    QFETCH(const QString, patience);
    DemoHttp server;
    const CliRun run = CliRun::of(
        {u"lab"_s,       u"--tool"_s,         u"deaf"_s,       u"--yes"_s,     u"--count"_s, u"1"_s,
         u"--no-ugly"_s, u"--from"_s,         u"50ms"_s,       u"--to"_s,      u"50ms"_s,    u"--patience"_s,
         patience,       u"--cancel-grace"_s, grace,           u"--json"_s,    u"--url"_s,   server.url().toString(),
         u"--fail-on"_s, u"never"_s,          u"--revision"_s, u"2025-11-25"_s});
    QVERIFY2(run.exitCode == 0, (run.out + run.err).constData());
    QTEST(verdictOn("C11", run.out), "verdict");
}

QTEST_GUILESS_MAIN(TestCliLab)
#include "tst_clilab.moc"
