// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/jsonvalue.h"
#include "e2e/clirun.h"
#include "e2e/demohttp.h"

#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// `list tasks`: of a server that keeps what an earlier run has begun.
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

    void keptFromAnotherRun()
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

    void notDeclared()
    {
        DemoHttp server;
        const CliRun modern = run(server, {u"list"_s, u"tasks"_s}, Revision::R2026_07_28);
        QCOMPARE(modern.exitCode, 0);
        QCOMPARE(modern.out, QByteArray());
        QVERIFY2(modern.err.contains("The server declares no list of tasks: it was not asked"), modern.err.constData());
    }
};

QTEST_GUILESS_MAIN(TestCliTasks)
#include "tst_clitasks.moc"
