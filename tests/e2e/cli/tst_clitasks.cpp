// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/jsonvalue.h"
#include "e2e/clirun.h"
#include "e2e/demohttp.h"

#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// `list tasks` on a server that keeps the tasks of an earlier run.
class TestCliTasks : public QObject
{
    Q_OBJECT

private:
    [[nodiscard]] static CliRun run(DemoHttp &server, const QStringList &arguments,
                                    Revision revision = Revision::R2025_11_25)
    {
        return CliRun::of(arguments +
                          QStringList{u"--revision"_s, nameOf(revision), u"--url"_s, server.url().toString()});
    }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void tasksOfAnEarlierRun()
    {
        DemoHttp server;
        QCOMPARE(run(server, {u"list"_s, u"tasks"_s, u"--json"_s}).out.simplified(), "[]");
        QCOMPARE(run(server, {u"call"_s, u"task_slow"_s, uR"({"ms":10})"_s, u"--task"_s}).exitCode, 0);
        QVERIFY(run(server, {u"call"_s, u"task_fails"_s, u"--task"_s}).exitCode != 0);
        const CliRun json = run(server, {u"list"_s, u"tasks"_s, u"--json"_s});
        QCOMPARE(json.exitCode, 0);
        const JsonValue tasks(json.out);
        QCOMPARE(tasks.element(0).member("taskId").toUtf8(), "task-1");
        QCOMPARE(tasks.element(0).member("status").toUtf8(), "completed");
        QCOMPARE(tasks.element(1).member("status").toUtf8(), "failed");
        const QByteArrayList lines = run(server, {u"list"_s, u"tasks"_s}).out.trimmed().split('\n');
        QCOMPARE(lines.size(), 2);
        QVERIFY2(lines.at(0).startsWith("task-1  completed  20"), lines.at(0).constData());
        QVERIFY2(lines.at(0).endsWith("Done"), lines.at(0).constData());
    }

    /// If a server would respond only with a task, the message names the option.
    void refusedWithout()
    {
        DemoHttp server;
        const CliRun wants = run(server, {u"call"_s, u"task_deaf"_s, u"--no-check"_s}, LatestModern);
        QCOMPARE(wants.exitCode, 1);
        QVERIFY2(wants.err.contains("-32021") && wants.err.contains("; --task declares tasks"), wants.err.constData());
    }

    void oneTask_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QByteArray>("out");
        QTest::addColumn<QByteArray>("err");
        QTest::newRow("list") << QStringList{u"list"_s} << 0 << "task-1  completed"_ba
                              << ""_ba;
        QTest::newRow("by itself") << QStringList{} << 0 << "task-1  completed"_ba
                                   << ""_ba;
        QTest::newRow("state") << QStringList{u"get"_s, u"task-1"_s} << 0 << "task-1  completed"_ba
                               << ""_ba;
        QTest::newRow("result") << QStringList{u"result"_s, u"task-1"_s} << 0 << "The task is done\n"_ba
                                << "task completed"_ba;
        QTest::newRow("unknown") << QStringList{u"get"_s, u"nobody"_s} << 1 << ""_ba
                                 << "returned error"_ba;
        QTest::newRow("of whom") << QStringList{u"get"_s} << 2 << ""_ba
                                 << "the id of a task is missing"_ba;
        QTest::newRow("what") << QStringList{u"eat"_s} << 2 << ""_ba
                              << "not one of list, get, result and cancel"_ba;
    }
    void oneTask()
    {
        QFETCH(const QStringList, words);
        QFETCH(const QByteArray, out);
        QFETCH(const QByteArray, err);
        DemoHttp server;
        QCOMPARE(run(server, {u"call"_s, u"task_slow"_s, uR"({"ms":10})"_s, u"--task"_s}).exitCode, 0);
        const CliRun result = run(server, QStringList{u"tasks"_s} + words);
        QTEST(result.exitCode, "exitCode");
        QVERIFY2(result.out.contains(out), result.out.constData());
        QVERIFY2(result.err.contains(err), result.err.constData());
    }

    /// The task belongs to another run, which still waits for it.
    void cancelsATask_data()
    {
        QTest::addColumn<Revision>("revision");
        QTest::newRow("2025-11-25") << Revision::R2025_11_25;
        QTest::newRow("2026-07-28") << Revision::R2026_07_28;
    }
    void cancelsATask()
    {
        QFETCH(const Revision, revision);
        DemoHttp server;
        QProcess waiting;
        waiting.start(Peers::program(u"pullcord-cli"_s),
                      {u"call"_s, u"task_slow"_s, uR"({"ms":600000})"_s, u"--task"_s, u"--revision"_s, nameOf(revision),
                       u"--url"_s, server.url().toString()});
        QByteArray err;
        QVERIFY(QTest::qWaitFor([&] { return (err += waiting.readAllStandardError()).contains("task working"); },
                                CliRun::Limit));
        const QByteArray known = err.mid(err.indexOf("as the task ") + 12);
        const QString id = QString::fromUtf8(known.first(known.indexOf('\n')));
        const CliRun cancel = run(server, {u"tasks"_s, u"cancel"_s, id, u"--json"_s}, revision);
        QVERIFY2(cancel.exitCode == 0, cancel.err.constData());
        QCOMPARE(JsonValue(cancel.out).member("status").toUtf8(), "cancelled");
        QCOMPARE(CliRun::finish(waiting).exitCode, 4);
        QCOMPARE(run(server, {u"tasks"_s, u"result"_s, id}, revision).exitCode, 4);
    }

    /// The timeouts of a call apply to its task too, also while a question stays open by rule.
    void overdue_data()
    {
        QTest::addColumn<Revision>("revision");
        QTest::addColumn<QStringList>("call");
        for (const Revision revision : {Revision::R2025_11_25, Revision::R2026_07_28}) {
            const auto row = [revision](const char *name, const QStringList &call) {
                QTest::addRow("%s, %s", name, qPrintable(nameOf(revision))) << revision << call;
            };
            row("works", {u"task_slow"_s, uR"({"ms":600000})"_s, u"--timeout"_s, u"0.2s"_s});
            row("works, cap", {u"task_slow"_s, uR"({"ms":600000})"_s, u"--timeout-cap"_s, u"0.2s"_s});
            row("asks",
                {u"task_asks"_s, uR"({"ms":1})"_s, u"--never-answer"_s, u"elicitation"_s, u"--timeout"_s, u"0.2s"_s});
        }
    }
    void overdue()
    {
        QFETCH(const Revision, revision);
        QFETCH(const QStringList, call);
        DemoHttp server;
        const CliRun result = run(server, QStringList{u"call"_s, u"--task"_s} + call, revision);
        QCOMPARE(result.exitCode, 5);
        QVERIFY2(result.err.contains(" timed out after "), result.err.constData());
        const QByteArray known = result.err.mid(result.err.indexOf("as the task ") + 12);
        const QString id = QString::fromUtf8(known.first(known.indexOf('\n')));
        const CliRun state = run(server, {u"tasks"_s, u"get"_s, id, u"--json"_s}, revision);
        QCOMPARE(JsonValue(state.out).member("status").toUtf8(), "cancelled");
    }

    void notDeclared()
    {
        DemoHttp server;
        const CliRun modern = run(server, {u"list"_s, u"tasks"_s}, Revision::R2026_07_28);
        QCOMPARE(modern.exitCode, 0);
        QCOMPARE(modern.out, QByteArray());
        QVERIFY2(modern.err.contains("The server does not declare a list of tasks, so it was not asked"),
                 modern.err.constData());
    }
};

QTEST_GUILESS_MAIN(TestCliTasks)
#include "tst_clitasks.moc"
