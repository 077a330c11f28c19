// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/requests/tasklist.h"
#include "core/memoryclient.h"

using namespace Pullcord;
using namespace Qt::StringLiterals;

namespace {

const QByteArray Declared = R"({"tasks":{"list":{},"cancel":{}}})";

QByteArray task(const QByteArray &id, const QByteArray &status)
{
    return R"({"taskId":")" + id + R"(","status":")" + status +
           R"(","createdAt":"2026-01-01T00:00:00Z","lastUpdatedAt":"2026-01-01T00:00:01Z","ttl":60000})";
}

} // namespace

/// tasks/list with all pages, and updates of tasks meanwhile.
class TestTaskList : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<MemoryClient> m_server;
    std::unique_ptr<TaskList> m_list;

    [[nodiscard]] bool begin(Revision revision, const QByteArray &capabilities)
    {
        m_server = std::make_unique<MemoryClient>(revision);
        m_list = std::make_unique<TaskList>(*m_server->client);
        return m_server->connectToServer(capabilities);
    }
    [[nodiscard]] QStringList ids() const
    {
        QStringList ids;
        for (const TaskList::Item &item : m_list->items())
            ids.append(item.info.id + u' ' + item.info.statusText);
        return ids;
    }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void cleanup()
    {
        m_list.reset();
        m_server.reset();
    }

    void allPages()
    {
        QVERIFY(begin(Revision::R2025_11_25, Declared));
        QVERIFY(m_list->isDeclared() && m_list->canCancel());
        QSignalSpy changed(m_list.get(), &TaskList::changed);
        QSignalSpy loading(m_list.get(), &TaskList::loadingChanged);
        QVERIFY(m_list->refresh());
        QVERIFY(m_list->refresh()); // no second load
        QVERIFY(m_server->waitForSent(1));
        QCOMPARE(m_server->lastSent().member("method").toUtf8(), "tasks/list");
        QVERIFY(!m_server->lastSent().pointer("/params/cursor").isValid());
        m_server->answer(R"({"tasks":[)" + task("a", "working") + R"(,{"noId":1}],"nextCursor":""})");
        QVERIFY(m_server->waitForSent(2));
        QCOMPARE(m_server->sentMember("/params/cursor"), R"("")");
        QCOMPARE(changed.count(), 0);
        m_server->answer(R"({"tasks":[)" + task("b", "completed") + "]}");
        QCOMPARE(changed.count(), 1);
        QCOMPARE(loading.count(), 2);
        QCOMPARE(ids(), (QStringList{u"a working"_s, u"b completed"_s}));
        QCOMPARE(m_list->items().at(0).raw, task("a", "working"));
        QCOMPARE(m_list->items().at(0).info.ttl, 60'000);
    }

    void notificationOfOneTask()
    {
        QVERIFY(begin(Revision::R2025_11_25, Declared));
        QVERIFY(m_list->refresh());
        QVERIFY(m_server->waitForSent(1));
        m_server->answer(R"({"tasks":[)" + task("a", "working") + "]}");
        QSignalSpy changed(m_list.get(), &TaskList::changed);
        m_server->notify("notifications/tasks/status", task("a", "failed"));
        m_server->notify("notifications/tasks/status", task("a", "failed"));
        m_server->notify("notifications/tasks/status", task("of another", "failed"));
        m_server->notify("notifications/tasks/status", "{}");
        QTRY_COMPARE_WITH_TIMEOUT(changed.count(), 1, MemoryClient::Limit);
        QCOMPARE(ids(), QStringList{u"a failed"_s});
    }

    void notificationWhileReading()
    {
        QVERIFY(begin(Revision::R2025_11_25, Declared));
        QVERIFY(m_list->refresh());
        QVERIFY(m_server->waitForSent(1));
        m_server->answer(R"({"tasks":[)" + task("a", "working") + R"(],"nextCursor":"2"})");
        QVERIFY(m_server->waitForSent(2));
        m_server->notify("notifications/tasks/status", task("a", "completed"));
        m_server->answer(R"({"tasks":[)" + task("b", "working") + "]}");
        QCOMPARE(ids(), (QStringList{u"a completed"_s, u"b working"_s}));
    }

    /// An update is one look-up without a copy, and all updates are announced at once.
    void manyNotifications()
    {
        QVERIFY(begin(Revision::R2025_11_25, Declared));
        QVERIFY(m_list->refresh());
        QVERIFY(m_server->waitForSent(1));
        QByteArrayList tasks;
        for (int i = 0; i < 1000; ++i)
            tasks.append(task(QByteArray::number(i), "working"));
        m_server->answer(R"({"tasks":[)" + tasks.join(',') + "]}");
        QSignalSpy changed(m_list.get(), &TaskList::changed);
        for (int i = 0; i < 1000; ++i)
            m_server->notify("notifications/tasks/status", task(QByteArray::number(i), "completed"));
        QCOMPARE(changed.count(), 0);
        QTRY_COMPARE_WITH_TIMEOUT(changed.count(), 1, MemoryClient::Limit);
        QCOMPARE(m_list->items().constLast().info.status, TaskStatus::Completed);
    }

    void notDeclared_data()
    {
        QTest::addColumn<int>("revision");
        QTest::addColumn<QByteArray>("capabilities");
        QTest::newRow("no tasks") << int(Revision::R2025_11_25) << QByteArray("{}");
        QTest::newRow("no list") << int(Revision::R2025_11_25) << QByteArray(R"({"tasks":{"cancel":{}}})");
        QTest::newRow("older revision") << int(Revision::R2025_06_18) << Declared;
        QTest::newRow("newer revision") << int(Revision::R2026_07_28) << Declared;
    }
    void notDeclared()
    {
        QFETCH(const int, revision);
        QFETCH(const QByteArray, capabilities);
        QVERIFY(begin(Revision(revision), capabilities));
        QVERIFY(!m_list->isDeclared());
        QVERIFY(!m_list->refresh());
        QVERIFY(m_server->sent().isEmpty());
    }

    void refused()
    {
        QVERIFY(begin(Revision::R2025_11_25, Declared));
        QSignalSpy failed(m_list.get(), &TaskList::failed);
        QVERIFY(m_list->refresh());
        QVERIFY(m_server->waitForSent(1));
        m_server->answer(R"({"tasks":[)" + task("a", "working") + "]}");
        QVERIFY(m_list->refresh());
        QVERIFY(m_server->waitForSent(2));
        m_server->refuse(R"({"code":-32603,"message":"not now"})");
        QCOMPARE(failed.count(), 1);
        QCOMPARE(ids(), QStringList{u"a working"_s}); // the old list
        QVERIFY(m_list->refresh());
        QVERIFY(m_server->waitForSent(3));
        m_server->answer(R"({"tasks":7})");
        QCOMPARE(failed.count(), 2);
        QCOMPARE(failed.at(1).at(0).value<Error>().detail, u"The response to tasks/list has no array \"tasks\""_s);
        QVERIFY(!m_list->isLoading());
    }

    void endless()
    {
        QVERIFY(begin(Revision::R2025_11_25, Declared));
        QSignalSpy failed(m_list.get(), &TaskList::failed);
        QVERIFY(m_list->refresh());
        for (int page = 1; page <= 2; ++page) {
            QVERIFY(m_server->waitForSent(page));
            m_server->answer(R"({"tasks":[],"nextCursor":"again"})");
        }
        QCOMPARE(failed.count(), 1);
        QVERIFY(m_server->waitForSent(2));
    }
};

QTEST_GUILESS_MAIN(TestTaskList)
#include "tst_tasklist.moc"
