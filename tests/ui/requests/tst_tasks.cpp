// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/windowfixture.h"

#include "core/json/jsonvalue.h"
#include "ui/actions.h"
#include "ui/dialogs/tasksdialog.h"
#include "ui/memoryserver.h"
#include "ui/models/requests/requestmodelroles.h"
#include "ui/panels/details/resulttab.h"
#include "ui/views/widgets/peerlabel.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QTabWidget>
#include <QTest>
#include <QTreeView>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// Calls as tasks, and the tasks of a server.
class TestTasks : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_fixture.reset(); }
    void chosenForACall();
    void demandedByTheTool();
    void notOffered_data();
    void notOffered();
    void listed();
    void tasksOfOtherLists();
    void refused();
    void closesWithTheConversation();
    void completesThoughCancelled();
    void isLostWithItsServer_data();
    void isLostWithItsServer();
    void timesOut_data();
    void timesOut();
    void resultIsWithTheCall_data();
    void resultIsWithTheCall();

private:
    [[nodiscard]] bool connectTo(const QStringList &switches = {u"--legacy-only"_s});
    [[nodiscard]] TasksDialog *open();
    void showFacts() const;
    [[nodiscard]] QString state(qsizetype row) const
    {
        return m_fixture->requests()->index(int(row), RequestTable::State).data().toString();
    }
    [[nodiscard]] QByteArray taskParam(qsizetype row) const
    {
        const Event event = m_fixture->conversation().capture().eventAt(m_fixture->record(row).requestEvent);
        return JsonValue(event.bytes).pointer("/params/task").raw().toByteArray();
    }

    std::unique_ptr<WindowFixture> m_fixture;
};

void TestTasks::init()
{
    WindowFixture::failOnWarnings();
    m_fixture = std::make_unique<WindowFixture>();
}

bool TestTasks::connectTo(const QStringList &switches)
{
    return m_fixture->connectToDemo(switches);
}

/// Shows the Facts tab, which is updated only while visible.
void TestTasks::showFacts() const
{
    auto *tabs = m_fixture->find<QTabWidget>(u"detailsTabs"_s);
    for (int tab = 0; tab < tabs->count(); ++tab) {
        if (tabs->tabText(tab) == u"Facts"_s)
            tabs->setCurrentIndex(tab);
    }
}

TasksDialog *TestTasks::open()
{
    m_fixture->window->actions().tasks->trigger();
    return m_fixture->find<TasksDialog>(u"tasksDialog"_s);
}

void TestTasks::chosenForACall()
{
    QVERIFY(connectTo());
    const qsizetype ordinary = m_fixture->call(u"task_slow"_s, R"({"ms":10})");
    QCOMPARE(taskParam(ordinary), QByteArray());
    auto *asTask = m_fixture->find<QCheckBox>(u"callAsTask"_s);
    auto *ttl = m_fixture->find<QSpinBox>(u"taskTtl"_s);
    QVERIFY(asTask->isVisible() && asTask->isEnabled() && !asTask->isChecked());
    QVERIFY(!ttl->isEnabled());
    QTest::keyClick(asTask, Qt::Key_Space);
    const qsizetype plain = m_fixture->call(u"task_slow"_s, R"({"ms":60000})");
    QCOMPARE(taskParam(plain), "{}");
    QTRY_COMPARE_WITH_TIMEOUT(state(plain), u"Task: working"_s, 5000);
    ttl->selectAll();
    QTest::keyClicks(ttl, u"60"_s);
    const qsizetype kept = m_fixture->call(u"task_slow"_s, R"({"ms":10})");
    QCOMPARE(taskParam(kept), R"({"ttl":60000})");
    QTRY_COMPARE_WITH_TIMEOUT(state(kept), u"Task: completed"_s, 5000);
}

void TestTasks::demandedByTheTool()
{
    QVERIFY(connectTo());
    const qsizetype row = m_fixture->call(u"task_deaf"_s, R"({"ms":10})");
    const auto *asTask = m_fixture->find<QCheckBox>(u"callAsTask"_s);
    QVERIFY(asTask->isVisible() && !asTask->isEnabled() && asTask->isChecked());
    QCOMPARE(taskParam(row), "{}");
}

void TestTasks::notOffered_data()
{
    QTest::addColumn<QStringList>("switches");
    QTest::addColumn<QString>("tool");
    QTest::newRow("tool that is none") << QStringList{u"--legacy-only"_s} << u"echo"_s;
    QTest::newRow("2026-07-28") << QStringList() << u"task_slow"_s;
}

void TestTasks::notOffered()
{
    QFETCH(const QStringList, switches);
    QFETCH(const QString, tool);
    QVERIFY(connectTo(switches));
    const qsizetype row = m_fixture->call(tool, R"({"ms":10,"text":"x"})");
    QVERIFY(!m_fixture->find<QCheckBox>(u"callAsTask"_s)->isVisible());
    QCOMPARE(taskParam(row), QByteArray());
    QCOMPARE(m_fixture->window->actions().tasks->isEnabled(), !switches.isEmpty());
}

void TestTasks::listed()
{
    QVERIFY(connectTo());
    TasksDialog *dialog = open();
    QVERIFY(dialog && !dialog->isModal());
    auto *table = dialog->findChild<QTreeView *>(u"taskTable"_s);
    QAbstractItemModel *tasks = table->model();
    const QAbstractItemModelTester tester(tasks, QAbstractItemModelTester::FailureReportingMode::Fatal);
    const auto *said = dialog->findChild<PeerLabel *>(u"tasksState"_s);
    auto *result = dialog->findChild<QPushButton *>(u"taskResult"_s);
    auto *cancel = dialog->findChild<QPushButton *>(u"cancelTask"_s);
    QTRY_VERIFY_WITH_TIMEOUT(said->text().startsWith(u"The server keeps no tasks."_s), 5000);
    QVERIFY(!result->isEnabled() && !cancel->isEnabled());

    QVERIFY(m_fixture->call(u"task_fails"_s, "{}") >= 0);
    const qsizetype slow = m_fixture->call(u"task_deaf"_s, R"({"ms":60000})");
    QTRY_COMPARE_WITH_TIMEOUT(state(slow), u"Task: working"_s, 5000);
    QVERIFY(m_fixture->call(u"task_deaf"_s, R"({"ms":10})") >= 0);
    QTest::keyClick(dialog->findChild<QPushButton *>(u"refreshTasks"_s), Qt::Key_Space);
    QTRY_COMPARE_WITH_TIMEOUT(tasks->rowCount(), 3, 5000);
    QCOMPARE(tasks->index(1, TaskModel::Id).data().toString(), u"task-2"_s);
    QCOMPARE(tasks->index(1, TaskModel::State).data().toString(), u"working"_s);
    QCOMPARE(tasks->index(1, TaskModel::Kept).data().toString(), u"without limit"_s);
    QTRY_COMPARE_WITH_TIMEOUT(tasks->index(0, TaskModel::State).data().toString(), u"failed"_s, 5000);
    QVERIFY(result->isEnabled() && !cancel->isEnabled()); // the first task has ended
    QTest::keyClick(table, Qt::Key_Down);
    QVERIFY(result->isEnabled() && cancel->isEnabled());

    QTest::keyClick(cancel, Qt::Key_Space);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->sentWithMethod("tasks/cancel").size(), 1, 5000);
    QTRY_COMPARE_WITH_TIMEOUT(tasks->index(2, TaskModel::State).data().toString(), u"completed"_s, 5000);
    QCOMPARE(tasks->index(1, TaskModel::State).data().toString(), u"working"_s); // ignores the cancellation
    QCOMPARE(table->currentIndex().row(), 1);
    QTest::keyClick(table, Qt::Key_Down);
    const qsizetype before = m_fixture->log().count();
    QTest::keyClick(result, Qt::Key_Space);
    const auto asked = [&] { // other requests come in between
        qsizetype row = m_fixture->log().count() - 1;
        while (row >= before && m_fixture->record(row).method != "tasks/result")
            --row;
        return row;
    };
    QTRY_VERIFY_WITH_TIMEOUT(asked() >= before, 10000);
    const qsizetype row = asked();
    QCOMPARE(m_fixture->record(row).target, u"task-3"_s);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->record(row).state, RequestState::Succeeded, 5000);
}

/// The selection stays when tasks come and go.
void TestTasks::tasksOfOtherLists()
{
    MemoryServer server(R"({"tasks":{"list":{}}})");
    const auto task = [](const QByteArray &id) { return R"({"taskId":")" + id + R"(","status":"odd"})"; };
    server.setResult("tasks/list", R"({"tasks":[)" + task("a") + ',' + task("b") + "]}");
    m_fixture->window->controller().connectTo(server.transport(), u"memory"_s);
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->window->actions().tasks->isEnabled(), 5000);
    TasksDialog *dialog = open();
    auto *table = dialog->findChild<QTreeView *>(u"taskTable"_s);
    QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 2, 5000);
    QCOMPARE(table->model()->index(0, TaskModel::State).data().toString(), u"odd"_s);
    QTest::keyClick(table, Qt::Key_Down);
    server.setResult("tasks/list", R"({"tasks":[)" + task("b") + ',' + task("c") + ',' + task("d") + "]}");
    QTest::keyClick(dialog->findChild<QPushButton *>(u"refreshTasks"_s), Qt::Key_Space);
    QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 3, 5000);
    // A notification updates a task without a request.
    server.notify("notifications/tasks/status", R"({"taskId":"c","status":"completed"})");
    QTRY_COMPARE_WITH_TIMEOUT(table->model()->index(1, TaskModel::State).data().toString(), u"completed"_s, 5000);
    QCOMPARE(table->currentIndex().siblingAtColumn(TaskModel::Id).data().toString(), u"b"_s);
    QVERIFY(!dialog->findChild<QPushButton *>(u"cancelTask"_s)->isEnabled()); // not declared
}

void TestTasks::refused()
{
    MemoryServer server(R"({"tasks":{"list":{}}})");
    m_fixture->window->controller().connectTo(server.transport(), u"memory"_s);
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->window->actions().tasks->isEnabled(), 5000);
    const auto *said = open()->findChild<PeerLabel *>(u"tasksState"_s);
    QTRY_VERIFY_WITH_TIMEOUT(said->text().startsWith(u"The list is incomplete."_s), 5000);
    QVERIFY2(said->text().contains(u"Method not found"_s), qPrintable(said->text()));
}

void TestTasks::closesWithTheConversation()
{
    QVERIFY(connectTo());
    const QPointer<TasksDialog> dialog = open();
    m_fixture->window->actions().closeTab->trigger();
    QVERIFY(!dialog);
    QVERIFY(!m_fixture->window->actions().tasks->isEnabled());
}

void TestTasks::completesThoughCancelled()
{
    QVERIFY(connectTo());
    const qsizetype row = m_fixture->call(u"task_deaf"_s, R"({"ms":10,"from_cancel":true})");
    QTRY_COMPARE_WITH_TIMEOUT(state(row), u"Task: working"_s, 5000);
    m_fixture->conversation().cancel(row, u"too slow"_s);
    QTRY_COMPARE_WITH_TIMEOUT(state(row), u"Task: completed"_s, 5000);
    const auto cell = [&](int column) { return m_fixture->requests()->index(int(row), column).data().toString(); };
    QVERIFY2(cell(RequestTable::Cancel).startsWith(u"tasks/cancel sent +"_s), qPrintable(cell(RequestTable::Cancel)));
    QVERIFY(cell(RequestTable::Cancel).endsWith(u"completed anyway"_s));
    QCOMPARE(cell(RequestTable::Reason), u"too slow"_s);
}

void TestTasks::isLostWithItsServer_data()
{
    QTest::addColumn<QStringList>("switches");
    QTest::addColumn<QString>("tool");
    QTest::addColumn<QByteArray>("arguments");
    QTest::addColumn<QString>("before");
    const QByteArray goesOn = R"({"ms":60000})";
    QTest::newRow("2025-11-25") << QStringList{u"--legacy-only"_s} << u"task_deaf"_s << goesOn << u"Task: working"_s;
    QTest::newRow("the extension") << QStringList() << u"task_deaf"_s << goesOn << u"Task: working"_s;
    QTest::newRow("at a question") << QStringList{u"--legacy-only"_s} << u"task_asks"_s << R"({"ms":10})"_ba
                                   << u"Task: asks"_s;
}

/// A task whose server is gone has an unknown state, live and in the opened file.
void TestTasks::isLostWithItsServer()
{
    QFETCH(const QStringList, switches);
    QFETCH(const QString, tool);
    QFETCH(const QByteArray, arguments);
    QFETCH(const QString, before);
    QVERIFY(connectTo(switches));
    const qsizetype done = m_fixture->call(u"task_slow"_s, R"({"ms":10})");
    const bool hasEnded = switches.isEmpty(); // else it does not become a task
    if (hasEnded)
        QTRY_COMPARE_WITH_TIMEOUT(state(done), u"Task: completed"_s, 10'000);
    const qsizetype row = m_fixture->call(tool, arguments);
    QTRY_COMPARE_WITH_TIMEOUT(state(row), before, 10'000);
    m_fixture->call(u"crash"_s, "{}");
    QTRY_COMPARE_WITH_TIMEOUT(state(row), u"Task: lost"_s, 10'000);
    m_fixture->flush();
    const auto cell = [&](int column) { return m_fixture->requests()->index(int(row), column).data().toString(); };
    const QString why = cell(RequestTable::Reason);
    QVERIFY(!why.isEmpty());
    if (hasEnded)
        QCOMPARE(state(done), u"Task: completed"_s);
    m_fixture->select(row);
    showFacts();
    const QString facts = m_fixture->find<PeerLabel>(u"taskFacts"_s)->text();
    QVERIFY2(facts.contains(u"lost; last known: "_s), qPrintable(facts));
    const QString file = m_fixture->conversation().capture().path();
    m_fixture->window->openCapture(file);
    QTRY_COMPARE_WITH_TIMEOUT(state(row), u"Task: lost"_s, 10'000);
    QCOMPARE(cell(RequestTable::Reason), why);
}

void TestTasks::timesOut_data()
{
    QTest::addColumn<QStringList>("switches");
    QTest::newRow("2025-11-25") << QStringList{u"--legacy-only"_s};
    QTest::newRow("the extension") << QStringList();
}

/// The timeouts of the call apply to its task.
void TestTasks::timesOut()
{
    QFETCH(const QStringList, switches);
    QVERIFY(connectTo(switches));
    m_fixture->find<QSpinBox>(u"callTimeout"_s)->setValue(1);
    const qsizetype row = m_fixture->call(u"task_deaf"_s, R"({"ms":60000})");
    QTRY_COMPARE_WITH_TIMEOUT(state(row), u"Task: working"_s, 5000);
    const auto cell = [&](int column) { return m_fixture->requests()->index(int(row), column).data().toString(); };
    QTRY_COMPARE_WITH_TIMEOUT(cell(RequestTable::Reason), u"Timed out after 1000 ms"_s, 20'000);
    QTRY_VERIFY2_WITH_TIMEOUT(cell(RequestTable::Cancel).startsWith(u"tasks/cancel sent +"_s),
                              qPrintable(cell(RequestTable::Cancel)), 20'000);
    QCOMPARE(m_fixture->sentWithMethod("tasks/cancel").size(), 1);
    QTRY_VERIFY_WITH_TIMEOUT(!m_fixture->conversation().isContinuing(row), 20'000); // no longer awaited
}

void TestTasks::resultIsWithTheCall_data()
{
    QTest::addColumn<QStringList>("switches");
    QTest::newRow("2025-11-25") << QStringList{u"--legacy-only"_s};
    QTest::newRow("the extension") << QStringList();
}

/// The result of the task is shown with its call, and so is the state of the task.
void TestTasks::resultIsWithTheCall()
{
    QFETCH(const QStringList, switches);
    QVERIFY(connectTo(switches));
    QVERIFY(m_fixture->waitForLists());
    auto *tabs = m_fixture->find<QTabWidget>(u"detailsTabs"_s);
    const auto *result = m_fixture->find<ResultTab>(u"resultTab"_s);
    const auto *facts = m_fixture->find<PeerLabel>(u"taskFacts"_s);
    const qsizetype row = m_fixture->call(u"task_deaf"_s, R"({"ms":10,"from_cancel":true})"); // not before cancel
    QVERIFY(row >= 0);
    m_fixture->select(row);
    QTRY_COMPARE_WITH_TIMEOUT(state(row), u"Task: working"_s, 5000);
    QVERIFY(!result->hasContent());            // the response only names the task
    m_fixture->conversation().cancel(row, {}); // the tool waits for it
    QTRY_COMPARE_WITH_TIMEOUT(state(row), u"Task: completed"_s, 10000);
    QTRY_VERIFY_WITH_TIMEOUT(result->hasContent(), 10000);
    QCOMPARE(m_fixture->selected(), row);
    QVERIFY(m_fixture->find<QAbstractButton>(u"part5"_s)->isChecked());
    QCOMPARE(tabs->tabText(tabs->currentIndex()), u"Result"_s);

    showFacts();
    for (const QString &wanted : {u"The request"_s, u"Succeeded after "_s, u"completed"_s, u"task-1"_s, u"Created"_s,
                                  u"Kept for"_s, u"Poll interval"_s})
        QVERIFY2(facts->isVisible() && facts->text().contains(wanted), qPrintable(facts->text()));
    m_fixture->find<QAbstractButton>(u"part1"_s)->click(); // the response itself
    QVERIFY(!result->hasContent());
}

QTEST_MAIN(TestTasks)
#include "tst_tasks.moc"
