// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findingtable.h"

using namespace Pullcord;
using namespace Pullcord::FindingTable;
using namespace Qt::StringLiterals;

/// Findings on tasks: the response to their cancellation, their state afterwards, and their progress.
class TestFindingsTasks : public QObject
{
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }

    void finds_data();
    void finds() { compareRow(); }
};

namespace {

/// Progress of a request that became a task continues until the task ends.
void addTaskProgressRows()
{
    const QByteArrayList task{R"(10 > request 1 tools/call {"name":"a","task":{}})",
                              R"(20 < result 1 {"task":{"taskId":"t","status":"working"}})", "30 < progress 1 1"};
    const auto asked = [](const QByteArray &id, const QByteArray &status) {
        const QByteArray state = R"({"taskId":")" + id + R"(","status":")" + status + R"("})";
        return QByteArrayList{R"(40 > request 2 tasks/get {"taskId":")" + id + R"("})", "50 < result 2 " + state};
    };
    const QByteArrayList after{"60 < progress 1 2", "70 < progress 1 3"};
    for (const QByteArray status : {"completed", "failed", "cancelled"})
        QTest::addRow("P07 of a task, %s", status.constData())
            << Legacy << task + asked("t", status) + after << "P07:warning*2"_ba;
    for (const QByteArray status : {"working", "input_required", "strange"})
        QTest::addRow("P07 of a task, %s", status.constData()) << Legacy << task + asked("t", status) + after << ""_ba;
    QTest::newRow("P07 of another task") << Legacy << task + asked("u", "completed") + after << ""_ba;
    QTest::newRow("P07 of a task, before its end") << Legacy << task + asked("t", "completed") << ""_ba;
    QTest::newRow("P07 of a task, not increasing")
        << Legacy << QByteArrayList{task[0], "15 < progress 1 1", task[1], "30 < progress 1 1"} << "P07:warning"_ba;
    const QByteArrayList told{R"(50 < notify notifications/tasks/status {"taskId":"t","status":"completed"})"};
    QTest::newRow("P07 of a task, told") << Legacy << task + told + after << "P07:warning*2"_ba;
    const QByteArrayList says{R"(50 > notify notifications/tasks/status {"taskId":"t","status":"completed"})"};
    QTest::newRow("P07 of a task, told by the other side") << Legacy << task + says + after << ""_ba;
    const QByteArrayList cancelled{R"(40 > request 2 tasks/cancel {"taskId":"t"})",
                                   R"(50 < result 2 {"taskId":"t","status":"cancelled"})"};
    QTest::newRow("P07 of a task, cancelled by us") << Legacy << task + cancelled + after << "P07:warning*2"_ba;
    QTest::newRow("P07 of a task that was done at once")
        << Legacy << QByteArrayList{task[0], R"(20 < result 1 {"task":{"taskId":"t","status":"completed"}})"} + after
        << "P07:warning*2"_ba;
    const QByteArray wanted = R"(40 > request 2 tasks/result {"taskId":"t"})";
    const QByteArrayList outcome{wanted, R"(50 < result 2 {"content":[]})"};
    QTest::newRow("P07 of a task, its result there") << Legacy << task + outcome + after << "P07:warning*2"_ba;
    QTest::newRow("P07 of a task, its result refused")
        << Legacy << task + QByteArrayList{wanted, "50 < error 2 -32602 no"} + after << ""_ba;
    const QByteArrayList failed{wanted, "50 < error 2 -32603 The tool has failed"};
    QTest::newRow("P07 of a task, its result an error") << Legacy << task + failed + after << ""_ba;
    QTest::newRow("P07 of a task, its result an error, and its end told")
        << Legacy
        << task + failed +
               QByteArrayList{R"(52 > request 3 tasks/get {"taskId":"t"})",
                              R"(54 < result 3 {"taskId":"t","status":"failed"})"} +
               after
        << "P07:warning*2"_ba;
    const auto listed = [](const QByteArray &id, const QByteArray &status) {
        return QByteArrayList{"40 > request 2 tasks/list",
                              R"(50 < result 2 {"tasks":[{"taskId":"x","status":"failed"},{"taskId":")" + id +
                                  R"(","status":")" + status + R"("}]})"};
    };
    QTest::newRow("P07 of a task, listed") << Legacy << task + listed("t", "completed") + after << "P07:warning*2"_ba;
    QTest::newRow("P07 of a task, listed as open") << Legacy << task + listed("t", "working") + after << ""_ba;
    QTest::newRow("P07 of a task, another listed") << Legacy << task + listed("u", "completed") + after << ""_ba;
    const QByteArrayList soon{"51 < progress 1 2"};
    QTest::newRow("P07 of a task, right behind") << Legacy << task + told + soon << "P07:warning"_ba;
    QTest::newRow("P07 of a task, on another stream") << "2025-11-25 http"_ba << task + told + soon << ""_ba;
    QTest::newRow("P07 of a task, over HTTP") << "2025-11-25 http"_ba << task + told + after << "P07:warning*2"_ba;
}

/// `works` begins a task and cancels it.
void addTaskRows(const QByteArrayList &works)
{
    const auto row = [&works](const char *name, const QByteArray &found, const QByteArrayList &rest,
                              const QByteArray &kind = Legacy) { addRow(name, kind, works + rest, found); };
    const auto told = [](const QByteArray &start, const QByteArray &status) {
        return start + R"( {"taskId":"t","status":")" + status + R"("})";
    };
    const QByteArray cancelled = told("40 < result 2", "cancelled");
    const QByteArray asks = R"(50 > request 3 tasks/get {"taskId":"t"})";
    row("C38 at work", "C38:error", {told("40 < result 2", "working")});
    row("C38 done meanwhile", "C38:error", {told("40 < result 2", "completed")});
    row("C38 not cancelled", "", {"40 < error 2 -32602 it has ended"});
    row("C38 modern", "", {told("40 < result 2", "working")}, Modern);
    row("C38 done afterwards", "C38:error", {cancelled, asks, told("60 < result 3", "completed")});
    row("C38 still cancelled", "", {cancelled, asks, told("60 < result 3", "cancelled")});
    row("C38 asked before", "",
        {R"(35 > request 3 tasks/get {"taskId":"t"})", cancelled, told("60 < result 3", "working")});
    row("C38 told", "C38:error*2",
        {cancelled, told("60 < notify notifications/tasks/status", "working"),
         told("70 < notify notifications/tasks/status", "completed")});
    row("C38 told on the way", "", {cancelled, told("41 < notify notifications/tasks/status", "working")});
    row("C38 listed", "C38:error",
        {cancelled, "50 > request 3 tasks/list",
         R"(60 < result 3 {"tasks":[{"taskId":"u","status":"working"},{"taskId":"t","status":"working"}]})"});
    row("C38 modern, done afterwards", "",
        {told("40 < result 2", "cancelled"), asks, told("60 < result 3", "completed")}, Modern);
}

void addCancelRows()
{
    const QByteArrayList get{R"(10 > request 1 tasks/get {"taskId":"t"})"};
    const QByteArrayList done = get + QByteArrayList{R"(20 < result 1 {"taskId":"t","status":"completed"})",
                                                     R"(30 > request 2 tasks/cancel {"taskId":"t"})"};
    const QByteArrayList works = get + QByteArrayList{R"(20 < result 1 {"taskId":"t","status":"working"})",
                                                      R"(30 > request 2 tasks/cancel {"taskId":"t"})"};
    QTest::newRow("C34") << Legacy << done + QByteArrayList{"40 < result 2 {\"taskId\":\"t\"}"} << "C34:warning"_ba;
    QTest::newRow("C34 refused") << Legacy << done + QByteArrayList{"40 < error 2 -32602 ended"} << ""_ba;
    QTest::newRow("C34 refused otherwise")
        << Legacy << done + QByteArrayList{"40 < error 2 -32603 ended"} << "C34:warning"_ba;
    QTest::newRow("C34 at work") << Legacy
                                 << works + QByteArrayList{R"(40 < result 2 {"taskId":"t","status":"cancelled"})"}
                                 << ""_ba;
    QTest::newRow("C34 modern") << Modern << done + QByteArrayList{"40 < error 2 -32602 ended"} << "C34:warning"_ba;
    QTest::newRow("C34 modern, acknowledged") << Modern << done + QByteArrayList{"40 < result 2"} << ""_ba;
    addTaskRows(works);
}

} // namespace

void TestFindingsTasks::finds_data()
{
    addColumns();
    addTaskProgressRows();
    addCancelRows();
}

QTEST_GUILESS_MAIN(TestFindingsTasks)
#include "tst_findingstasks.moc"
