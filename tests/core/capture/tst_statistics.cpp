// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "captureevents.h"
#include "core/capture/capture.h"
#include "core/capture/requestlog.h"
#include "core/capture/statistics.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;
using namespace Pullcord::CaptureEvents;

class TestStatistics : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void percentiles_data();
    void percentiles();
    void histogramCoversEveryDuration();
    void groupsByMethodAndTool();
    void measuresCancelledRequests();
    void countsAcceptedRequests();

private:
    void happen(Event event, qint64 milliseconds);
    void call(int id, const QByteArray &tool, qint64 milliseconds);

    std::unique_ptr<Capture> m_capture;
    std::unique_ptr<RequestLog> m_log;
};

void TestStatistics::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    m_log.reset();
    m_capture = *Capture::createTemporary({});
    m_log = std::make_unique<RequestLog>(*m_capture);
}

/// Records the event with `milliseconds` as its time in the log only.
void TestStatistics::happen(Event event, qint64 milliseconds)
{
    const qsizetype index = m_capture->append(event);
    event.time = milliseconds * 1'000'000;
    m_log->feed(event, index);
}

void TestStatistics::call(int id, const QByteArray &tool, qint64 milliseconds)
{
    happen(message(R"({"jsonrpc":"2.0","id":)" + QByteArray::number(id) +
                   R"(,"method":"tools/call","params":{"name":")" + tool + R"("}})"),
           milliseconds);
}

void TestStatistics::percentiles_data()
{
    QTest::addColumn<int>("count");
    QTest::addColumn<qint64>("p50");
    QTest::addColumn<qint64>("p95");
    QTest::addColumn<qint64>("p99");
    QTest::newRow("one") << 1 << qint64(1) << qint64(1) << qint64(1);
    QTest::newRow("two") << 2 << qint64(1) << qint64(2) << qint64(2);
    QTest::newRow("twenty") << 20 << qint64(10) << qint64(19) << qint64(20);
    QTest::newRow("a hundred") << 100 << qint64(50) << qint64(95) << qint64(99);
    QTest::newRow("a thousand") << 1000 << qint64(500) << qint64(950) << qint64(990);
}

void TestStatistics::percentiles()
{
    QFETCH(int, count);
    std::vector<qint64> durations;
    for (int i = 0; i < count; ++i)
        durations.push_back((i * 7919LL) % count + 1); // 1 to count, shuffled
    const auto result = Statistics::Percentiles::of(durations);
    QVERIFY(result);
    QTEST(result->p50, "p50");
    QTEST(result->p95, "p95");
    QTEST(result->p99, "p99");
    std::vector<qint64> none;
    QVERIFY(!Statistics::Percentiles::of(none));
}

void TestStatistics::histogramCoversEveryDuration()
{
    Statistics::Histogram histogram;
    for (const qint64 duration :
         {0LL, 999'999LL, 1'000'000LL, 2'999'999LL, 29'999'999'999LL, 30'000'000'000LL, 9'000'000'000'000'000LL})
        histogram.add(duration);
    QCOMPARE(histogram.counts.front(), 2);
    QCOMPARE(histogram.counts[1], 2);
    QCOMPARE(histogram.counts[9], 1);
    QCOMPARE(histogram.counts.back(), 2);
    QCOMPARE(histogram.most(), 2);
}

void TestStatistics::groupsByMethodAndTool()
{
    call(1, "a", 0);
    call(2, "b", 0);
    call(3, "a", 0);
    call(4, "a", 0);
    call(5, "a", 0);
    happen(fromServer(R"({"jsonrpc":"2.0","id":1,"method":"ping"})"), 1);
    happen(fromServer(R"({"jsonrpc":"2.0","id":1,"result":{}})"), 10);
    happen(fromServer(R"({"jsonrpc":"2.0","id":3,"result":{"isError":true}})"), 30);
    happen(fromServer(R"({"jsonrpc":"2.0","id":4,"error":{"code":1,"message":"no"}})"), 20);
    const Statistics::Summary summary = Statistics::summary(*m_log);
    const QList<Statistics::Group> &groups = summary.groups;
    QCOMPARE(groups.size(), 3);
    const Statistics::Group &a = groups.at(0);
    QCOMPARE(a.target, u"a"_s);
    QCOMPARE(a.count, 4);
    QCOMPARE(a.open, 1);
    QCOMPARE(a.succeeded, 1);
    QCOMPARE(a.failed, 2);
    QCOMPARE(a.durations->p50, 20'000'000);
    QCOMPARE(a.durations->p99, 30'000'000);
    QCOMPARE(a.histogram.most(), 2); // 10 and 20 ms
    QVERIFY(a.bytesRequest > a.bytesResponse);
    QCOMPARE(groups.at(1).target, u"b"_s);
    QVERIFY(!groups.at(1).durations);
    QCOMPARE(groups.at(2).method, "ping"_ba);
    QVERIFY(groups.at(2).direction == Direction::ServerToClient);
    QVERIFY(summary.all.direction == Direction::None);
    QCOMPARE(summary.all.count, 6);
    QCOMPARE(summary.all.open, a.open + groups.at(1).open + groups.at(2).open);
    QCOMPARE(summary.all.failed, 2);
    QCOMPARE(summary.all.durations->p50, a.durations->p50);
    QCOMPARE(summary.all.histogram.most(), 2);
    const Statistics::Summary untimed = Statistics::summary(*m_log, {}, false);
    QCOMPARE(untimed.all.failed, 2);
    QVERIFY(!untimed.all.durations && untimed.all.histogram.most() == 0);
    QCOMPARE(summary.all.bytesRequest, a.bytesRequest + groups.at(1).bytesRequest + groups.at(2).bytesRequest);
}

void TestStatistics::measuresCancelledRequests()
{
    for (int id = 1; id <= 3; ++id) {
        call(id, "slow", 0);
        happen(message(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)" +
                       QByteArray::number(id) + "}}"),
               100);
    }
    happen(fromServer(R"({"jsonrpc":"2.0","id":1,"result":{}})"), 150);
    happen(fromServer(R"({"jsonrpc":"2.0","id":2,"result":{}})"), 400);
    const Statistics::Group group = Statistics::of(*m_log).value(0);
    QCOMPARE(group.cancelled, 3);
    QCOMPARE(group.late, 2);
    QCOMPARE(group.afterCancelMedian, std::optional<qint64>(50'000'000));
    QCOMPARE(group.afterCancelMost, std::optional<qint64>(300'000'000));
    QVERIFY(!group.durations); // no response came in time
    const Statistics::Group untimed = Statistics::of(*m_log, {}, false).value(0);
    QCOMPARE(untimed.late, 2);
    QVERIFY(!untimed.afterCancelMedian && !untimed.afterCancelMost);
}

void TestStatistics::countsAcceptedRequests()
{
    call(1, "a", 0);
    call(2, "b", 0);
    const auto groups = Statistics::of(*m_log, [](qsizetype row) { return row == 1; });
    QCOMPARE(groups.size(), 1);
    QCOMPARE(groups.at(0).target, u"b"_s);
}

QTEST_GUILESS_MAIN(TestStatistics)

#include "tst_statistics.moc"
