// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/logfixture.h"

#include "ui/models/messages/serverlogmodel.h"

#include <QAbstractItemModelTester>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

class TestServerLogModel : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void showsEachMessage_data();
    void showsEachMessage();
    void omitsOtherMessages();
    void filters_data();
    void filters();
    void includesEarlierMessages();
    void findsTheRowOfAnEvent();
    void doesNotReadHugeMessages();
    void aHundredThousandStaySmooth();

private:
    qsizetype log(const QByteArray &params)
    {
        Event event = Event::ofBytes(R"({"jsonrpc":"2.0","method":"notifications/message","params":)" + params + '}',
                                     Direction::ServerToClient, m_checker);
        const qsizetype index = m_events->feed(event);
        event.time = m_events->capture->relative(event.time);
        m_log->feed(event, index);
        return index;
    }
    [[nodiscard]] QString at(int row, int column) const { return m_model->index(row, column).data().toString(); }

    JsonChecker m_checker;
    std::unique_ptr<LogFixture> m_events;
    std::unique_ptr<ServerLog> m_log;
    std::unique_ptr<ServerLogModel> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

void TestServerLogModel::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    m_tester.reset();
    m_model = std::make_unique<ServerLogModel>();
    m_events = std::make_unique<LogFixture>();
    m_log = std::make_unique<ServerLog>(*m_events->capture);
    m_model->setSource(m_log.get(), m_events->capture.get());
    m_tester = std::make_unique<QAbstractItemModelTester>(m_model.get(),
                                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
}

void TestServerLogModel::showsEachMessage_data()
{
    QTest::addColumn<QByteArray>("params");
    QTest::addColumn<QString>("row"); // level, logger, data
    QTest::addColumn<int>("level");
    QTest::newRow("text") << QByteArray(R"({"level":"info","logger":"db","data":"con\tnected"})")
                          << u"info | db | con nected"_s << int(LogLevel::Info);
    QTest::newRow("object") << QByteArray(R"({"level":"error","data":{ "a" : [1, 2.50] , "a": 2 }})")
                            << uR"(error |  | {"a":[1,2.50],"a":2})"_s << int(LogLevel::Error);
    QTest::newRow("null") << QByteArray(R"({"level":"alert","data":null})") << u"alert |  | null"_s
                          << int(LogLevel::Alert);
    QTest::newRow("nothing") << QByteArray("{}") << u" |  | "_s << int(ServerLogModel::NoLevel);
    QTest::newRow("unknown level") << QByteArray(R"({"level":"Fatal","data":1})") << u"Fatal |  | 1"_s
                                   << int(ServerLogModel::NoLevel);
    QTest::newRow("level of another type")
        << QByteArray(R"({"level":3,"logger":{},"data":true})") << u" |  | true"_s << int(ServerLogModel::NoLevel);
}

void TestServerLogModel::showsEachMessage()
{
    QFETCH(QByteArray, params);
    const qsizetype event = log(params);
    QTRY_COMPARE_WITH_TIMEOUT(m_model->rowCount(), 1, 10000);
    QTEST(
        u"%1 | %2 | %3"_s.arg(at(0, ServerLogModel::Level), at(0, ServerLogModel::Logger), at(0, ServerLogModel::Data)),
        "row");
    QTEST(m_model->index(0, 0).data(ServerLogModel::LevelRole).toInt(), "level");
    QCOMPARE(m_model->index(0, 0).data(ServerLogModel::IndexRole).toLongLong(), event);
}

void TestServerLogModel::omitsOtherMessages()
{
    const qsizetype call = m_events->call(1);
    m_log->feed(m_events->capture->eventAt(call), call);
    log(R"({"level":"info","data":"x"})");
    m_model->flush();
    QCOMPARE(m_model->rowCount(), 1);
    QCOMPARE(m_model->total(), 1);
}

void TestServerLogModel::filters_data()
{
    QTest::addColumn<int>("least");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("rows");
    QTest::newRow("everything") << int(LogLevel::Debug) << u""_s << u"a b2 c odd"_s;
    QTest::newRow("level") << int(LogLevel::Warning) << u""_s
                           << u"c odd"_s; // messages of unknown level are never hidden
    QTest::newRow("data") << int(LogLevel::Debug) << u"B2"_s << u"b2"_s;
    QTest::newRow("logger") << int(LogLevel::Debug) << u"DATABASE"_s << u"a"_s;
    QTest::newRow("level as text") << int(LogLevel::Debug) << u"warn"_s << u"c"_s;
    QTest::newRow("both") << int(LogLevel::Info) << u"database"_s << u""_s;
    QTest::newRow("not what is around it") << int(LogLevel::Debug) << u"jsonrpc"_s << u""_s;
}

void TestServerLogModel::filters()
{
    log(R"({"level":"debug","logger":"database","data":"a"})");
    log(R"({"level":"info","data":"b2"})");
    m_model->flush();
    QFETCH(int, least);
    QFETCH(QString, text);
    m_model->setFilter(LogLevel(least), text);
    log(R"({"level":"warning","data":"c"})");
    log(R"({"level":"odd","data":"odd"})");
    m_model->flush();
    QStringList shown;
    for (int row = 0; row < m_model->rowCount(); ++row)
        shown << at(row, ServerLogModel::Data);
    QTEST(shown.join(u' '), "rows");
    QCOMPARE(m_model->total(), 4);
}

void TestServerLogModel::includesEarlierMessages()
{
    log(R"({"level":"info","data":"before"})");
    const ServerLog again(*m_events->capture);
    m_model->setSource(&again, m_events->capture.get());
    QCOMPARE(m_model->rowCount(), 1);
    QCOMPARE(at(0, ServerLogModel::Data), u"before"_s);
    m_model->setSource(nullptr, nullptr);
    QCOMPARE(m_model->rowCount(), 0);
}

void TestServerLogModel::findsTheRowOfAnEvent()
{
    std::vector<qsizetype> events;
    for (int i = 0; i < 9; ++i) {
        m_events->call(i);
        events.push_back(log(i % 2 == 0 ? R"({"level":"info","data":1})" : R"({"level":"debug","data":1})"));
    }
    m_model->setFilter(LogLevel::Info, {});
    m_model->flush();
    QCOMPARE(m_model->rowCount(), 5);
    for (int i = 0; i < 9; ++i)
        QCOMPARE(m_model->rowOfEvent(events[size_t(i)]), i % 2 == 0 ? i / 2 : -1);
    QCOMPARE(m_model->rowOfEvent(events.back() + 5), -1);
}

void TestServerLogModel::doesNotReadHugeMessages()
{
    log(R"({"level":"error","data":")" + QByteArray(2 << 20, 'x') + R"("})");
    m_model->flush();
    QCOMPARE(at(0, ServerLogModel::Data), u"2.10 MB; select the row to read it"_s);
    QCOMPARE(at(0, ServerLogModel::Level), u"error"_s);
}

void TestServerLogModel::aHundredThousandStaySmooth()
{
    QSignalSpy inserted(m_model.get(), &QAbstractItemModel::rowsInserted);
    for (int i = 0; i < 100'000; ++i)
        log(i % 1000 == 0 ? R"({"level":"info","data":"needle"})" : R"({"level":"debug","data":{"hay":1}})");
    QCOMPARE(inserted.count(), 0);
    m_model->flush();
    QCOMPARE(inserted.count(), 1);
    QCOMPARE(m_model->rowCount(), 100'000);
    // The search runs in slices and returns at once.
    m_model->setFilter(LogLevel::Debug, u"needle"_s);
    QVERIFY(m_model->isSearching());
    QTRY_VERIFY_WITH_TIMEOUT(!m_model->isSearching(), 30'000);
    QCOMPARE(m_model->rowCount(), 100);
}

QTEST_GUILESS_MAIN(TestServerLogModel)
#include "tst_serverlogmodel.moc"
