// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/requests/taskinfo.h"

#include <QRegularExpression>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class TestTaskInfo : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void infoIsRead()
    {
        const auto legacy = TaskInfo::fromJson(JsonValue(
            R"({"taskId":"a","status":"input_required","statusMessage":"who?","createdAt":"c","lastUpdatedAt":"u","ttl":5,"pollInterval":7})"));
        QVERIFY(legacy);
        QCOMPARE(legacy->id, u"a"_s);
        QCOMPARE(legacy->status, TaskStatus::InputRequired);
        QCOMPARE(legacy->message, u"who?"_s);
        QCOMPARE(legacy->created, u"c"_s);
        QCOMPARE(legacy->updated, u"u"_s);
        QCOMPARE(legacy->ttl, 5);
        QCOMPARE(legacy->pollInterval->count(), 7);
        const auto modern =
            TaskInfo::fromJson(JsonValue(R"({"taskId":"a","status":"odd","ttlMs":null,"pollIntervalMs":9})"));
        QCOMPARE(modern->status, TaskStatus::Unknown);
        QCOMPARE(modern->statusText, u"odd"_s);
        QVERIFY(!modern->ttl);
        QCOMPARE(modern->pollInterval->count(), 9);
        QVERIFY(!TaskInfo::fromJson(JsonValue(R"({"taskId":7})")));
    }

    void timesAreBounded_data()
    {
        QTest::addColumn<QByteArray>("given");
        QTest::addColumn<std::chrono::milliseconds>("ttl");
        QTest::addColumn<std::chrono::milliseconds>("poll");
        QTest::newRow("most") << "9223372036854775807"_ba << TaskInfo::LongestTtl << TaskInfo::LongestPoll;
        QTest::newRow("least") << "-9223372036854775808"_ba << 0ms << 0ms;
    }
    /// Times are ns elsewhere, and timers take an int.
    void timesAreBounded()
    {
        QFETCH(const QByteArray, given);
        const auto info = TaskInfo::fromJson(
            JsonValue(R"({"taskId":"a","status":"working","ttl":)" + given + R"(,"pollInterval":)" + given + '}'));
        QVERIFY(info && info->ttl && info->pollInterval);
        QTEST(std::chrono::milliseconds(*info->ttl), "ttl");
        QTEST(*info->pollInterval, "poll");
    }

    void taskSupport_data()
    {
        QTest::addColumn<QByteArray>("tool");
        QTest::addColumn<int>("support");
        QTest::newRow("absent") << "{}"_ba << int(TaskSupport::Forbidden);
        QTest::newRow("forbidden") << R"({"execution":{"taskSupport":"forbidden"}})"_ba << int(TaskSupport::Forbidden);
        QTest::newRow("optional") << R"({"execution":{"taskSupport":"optional"}})"_ba << int(TaskSupport::Optional);
        QTest::newRow("required") << R"({"execution":{"taskSupport":"required"}})"_ba << int(TaskSupport::Required);
    }
    void taskSupport()
    {
        QFETCH(const QByteArray, tool);
        QTEST(int(taskSupportOf(JsonValue(tool))), "support");
    }
};

QTEST_GUILESS_MAIN(TestTaskInfo)
#include "tst_taskinfo.moc"
