// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "e2e/clirun.h"
#include "e2e/demohttp.h"

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// subscribe, --log-level and call --task on the command line, with the demo server in both eras.
class TestCliChanges : public QObject
{
    Q_OBJECT

private:
    static CliRun onDemo(QStringList arguments)
    {
        const StdioCommand demo = Peers::demoServer();
        return CliRun::of(arguments << u"--"_s << demo.program);
    }
    static void addRevisions()
    {
        QTest::addColumn<QString>("revision");
        for (const char *revision : {"2025-11-25", "2026-07-28"})
            QTest::newRow(revision) << QString::fromLatin1(revision);
    }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void subscribes_data() { addRevisions(); }
    void subscribes()
    {
        QFETCH(const QString, revision);
        DemoHttp demo;
        const QStringList server{u"--revision"_s, revision, u"--url"_s, demo.url().toString()};
        QProcess process;
        process.start(Peers::program(u"pullcord-cli"_s),
                      QStringList{u"listen"_s, u"--tools"_s, u"--resource"_s, u"demo:///counter"_s} + server);
        QByteArray err;
        QVERIFY(QTest::qWaitFor(
            [&] {
                return (err += process.readAllStandardError()).contains("reports toolsListChanged, demo:///counter");
            },
            CliRun::Limit));
        QVERIFY2(err.count("The server reports") == 1, err.constData()); // no transient status on a pipe
        QCOMPARE(CliRun::of(QStringList{u"call"_s, u"change"_s} + server).exitCode, 0);
        QCOMPARE(CliRun::of(QStringList{u"call"_s, u"change"_s, uR"({"what":"tools"})"_s} + server).exitCode, 0);
        QByteArray out;
        QVERIFY(QTest::qWaitFor([&] { return (out += process.readAllStandardOutput()).contains("tools/"); },
                                CliRun::Limit));
        QCOMPARE(out, "resources/updated demo:///counter\ntools/list_changed\n");
        if (revision == u"2026-07-28"_s) {
            QCOMPARE(CliRun::of(QStringList{u"call"_s, u"end_subscriptions"_s} + server).exitCode, 0);
            const CliRun end = CliRun::finish(process);
            QCOMPARE(end.exitCode, 0);
            QVERIFY2(end.err.contains("The server has ended the subscription"), end.err.constData());
        } else {
            process.terminate();
            QCOMPARE(CliRun::finish(process).exitCode, 130);
        }
    }

    void listensAgain()
    {
        DemoHttp demo;
        QProcess process;
        process.start(Peers::program(u"pullcord-cli"_s),
                      {u"listen"_s, u"--tools"_s, u"--revision"_s, u"2026-07-28"_s, u"--url"_s, demo.url().toString()});
        QByteArray err;
        const auto says = [&](QByteArrayView text) {
            return QTest::qWaitFor([&] { return (err += process.readAllStandardError()).contains(text); },
                                   CliRun::Limit);
        };
        QVERIFY2(says("The server reports toolsListChanged\n"), err.constData());
        QVERIFY(demo.restart());
        QVERIFY2(says("Subscribing again. The server reports toolsListChanged\n"), err.constData());
        process.terminate();
        QCOMPARE(CliRun::finish(process).exitCode, 130);
    }

    void subscribesForSomeTime()
    {
        const CliRun run = onDemo({u"subscribe"_s, u"--for"_s, u"100"_s});
        QCOMPARE(run.exitCode, 0);
        QVERIFY2(run.err.contains("The server reports toolsListChanged, resourcesListChanged"), run.err.constData());
    }

    void printsLogMessages_data() { addRevisions(); }
    void printsLogMessages()
    {
        QFETCH(const QString, revision);
        const CliRun run = onDemo({u"call"_s, u"log"_s, u"--log-level"_s, u"alert"_s, u"--revision"_s, revision});
        QCOMPARE(run.exitCode, 0);
        QVERIFY2(run.err.contains("[alert] log: A message of level alert\n[emergency] log: "), run.err.constData());
        QVERIFY(!run.err.contains("[critical]"));
    }

    void followsATask_data() { addRevisions(); }
    void followsATask()
    {
        QFETCH(const QString, revision);
        const CliRun run =
            onDemo({u"call"_s, u"task_slow"_s, uR"({"ms":200})"_s, u"--task"_s, u"--revision"_s, revision});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QCOMPARE(run.out, "The task is done\n");
        QVERIFY2(run.err.contains("task working: Begun\ntask completed: Done\n"), run.err.constData());
    }

    void cancelsATask_data() { addRevisions(); }
    void cancelsATask()
    {
        QFETCH(const QString, revision);
        const CliRun run = onDemo({u"call"_s, u"task_slow"_s, uR"({"ms":600000})"_s, u"--task"_s, u"--cancel-after"_s,
                                   u"100"_s, u"--reason"_s, u"too slow"_s, u"--json"_s, u"--revision"_s, revision});
        QVERIFY2(run.exitCode == 4, run.err.constData());
        QVERIFY2(run.err.contains("was cancelled after"), run.err.constData());
        const JsonValue report(run.out);
        QCOMPARE(report.member("state").toUtf8(), "succeeded"); // state of the request
        QCOMPARE(report.pointer("/task/status").toUtf8(), "cancelled");
    }

    void usage_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("no such level") << QStringList{u"list"_s, u"tools"_s, u"--log-level"_s, u"loud"_s};
        QTest::newRow("a list elsewhere") << QStringList{u"list"_s, u"tools"_s, u"--tools"_s};
        QTest::newRow("for how long") << QStringList{u"subscribe"_s, u"--for"_s, u"ever"_s};
    }
    void usage()
    {
        QFETCH(const QStringList, arguments);
        QCOMPARE(onDemo(arguments).exitCode, 2);
    }
};

QTEST_GUILESS_MAIN(TestCliChanges)
#include "tst_clichanges.moc"
