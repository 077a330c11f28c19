// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/logfixture.h"

#include "ui/models/messages/messagemodel.h"
#include "ui/models/requests/groupedrequestmodel.h"
#include "ui/models/requests/requestmodel.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// Noise is hidden and counted; failures, late messages and violations are never hidden.
class TestNoise : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void pingsProgressAndLog_data();
    void pingsProgressAndLog();
    void failuresAreShown();
    void failedPingReappears();
    void invalidProgressIsShown();
    void errorsInTheLogAreShown();
    void markedRowsAreShown();
    void requestedRowsAreShown();
    void onlyMatchingRowsAreCounted();
    void partsOfACallAreHiddenAndShown();
    void headsAreHiddenAndShown();

private:
    void hide(int kinds)
    {
        m_requests->setFilter({}, NoiseFilter(*m_log->capture, *m_log->log, kinds));
        m_messages->setFilter({}, NoiseFilter(*m_log->capture, *m_log->log, kinds));
        flush();
    }
    void flush()
    {
        m_requests->flush();
        m_messages->flush();
    }
    void ping(int id)
    {
        m_log->fromServer(R"({"jsonrpc":"2.0","id":)" + QByteArray::number(id) + R"(,"method":"ping"})");
    }
    void pong(int id) { m_log->toServer(R"({"jsonrpc":"2.0","id":)" + QByteArray::number(id) + R"(,"result":{}})"); }
    qsizetype log(const QByteArray &level)
    {
        return m_log->fromServer(R"({"jsonrpc":"2.0","method":"notifications/message","params":{"level":")" + level +
                                 R"(","data":"x"}})");
    }
    /// Records a request in the exchange of one of our requests.
    void ask(int id, const QByteArray &method, int exchange, Direction direction = Direction::ServerToClient)
    {
        Event event =
            Event::ofBytes(R"({"jsonrpc":"2.0","id":)" + QByteArray::number(id) + R"(,"method":")" + method + R"("})",
                           direction, m_checker);
        event.details.insert(u"exchange"_s, exchange);
        m_log->feed(event);
    }
    void mark(qsizetype row, const Mark &mark)
    {
        const Marks &marks = m_log->log->marks();
        m_log->feed(marks.eventFor(marks.placeOf(m_log->log->record(row)), mark));
        flush();
    }
    /// Returns the rows of the log as shown, with parts of a group in brackets.
    [[nodiscard]] QString requests() const
    {
        QStringList rows;
        for (int row = 0; row < m_grouped->rowCount(); ++row) {
            const bool isPart = m_grouped->index(row, 0).data(RequestTable::PartRole).toBool();
            rows << (isPart ? u"(%1)"_s : u"%1"_s).arg(m_grouped->sourceOf(row));
        }
        return rows.join(u' ');
    }
    [[nodiscard]] QString messages() const
    {
        QStringList rows;
        for (int row = 0; row < m_messages->rowCount(); ++row)
            rows << QString::number(m_messages->sourceOf(row));
        return rows.join(u' ');
    }

    JsonChecker m_checker;
    std::unique_ptr<LogFixture> m_log;
    std::unique_ptr<RequestModel> m_requests;
    std::unique_ptr<GroupedRequestModel> m_grouped;
    std::unique_ptr<MessageModel> m_messages;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
    std::unique_ptr<QAbstractItemModelTester> m_messageTester;
};

void TestNoise::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    m_tester.reset();
    m_messageTester.reset();
    m_grouped.reset();
    m_messages = std::make_unique<MessageModel>();
    m_requests = std::make_unique<RequestModel>();
    m_log = std::make_unique<LogFixture>();
    m_requests->setSource(m_log->log.get());
    m_messages->setSource(m_log->capture.get(), m_log->log.get());
    m_grouped = std::make_unique<GroupedRequestModel>(*m_requests);
    constexpr auto Fatal = QAbstractItemModelTester::FailureReportingMode::Fatal;
    m_tester = std::make_unique<QAbstractItemModelTester>(m_grouped.get(), Fatal);
    m_messageTester = std::make_unique<QAbstractItemModelTester>(m_messages.get(), Fatal);
}

void TestNoise::pingsProgressAndLog_data()
{
    QTest::addColumn<int>("kinds");
    QTest::addColumn<QString>("shown"); // call, progress, log message, ping, response to it, response to the call
    QTest::addColumn<int>("requests");
    QTest::newRow("nothing") << 0 << u"0 1 2 3 4 5"_s << 2;
    QTest::newRow("pings") << int(NoiseFilter::Ping) << u"0 1 2 5"_s << 1;
    QTest::newRow("progress") << int(NoiseFilter::Progress) << u"0 2 3 4 5"_s << 2;
    QTest::newRow("log") << int(NoiseFilter::Log) << u"0 1 3 4 5"_s << 2;
    QTest::newRow("all") << NoiseFilter::AllKinds << u"0 5"_s << 1;
}

void TestNoise::pingsProgressAndLog()
{
    QFETCH(const int, kinds);
    QFETCH(const QString, shown);
    QFETCH(const int, requests);
    for (const bool live : {true, false}) {
        if (live)
            hide(kinds);
        m_log->call(1);
        m_log->progress(1, 1, 3);
        log("info");
        ping(7);
        pong(7);
        m_log->answer(1);
        if (!live)
            hide(kinds);
        flush();
        QTRY_COMPARE_WITH_TIMEOUT(messages(), shown, 10000);
        QCOMPARE(m_grouped->rowCount(), requests);
        QCOMPARE(m_requests->hidden().count(), 2 - requests);
        QCOMPARE(m_messages->hidden().count(), 6 - m_messages->rowCount());
        if (live)
            init();
    }
}

void TestNoise::failuresAreShown()
{
    m_log->call(1);
    m_log->cancel(1, "enough");
    m_log->progress(1, 1, 3); // late
    ping(7);
    m_log->toServer(R"({"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"what?"}})");
    m_log->fromServer(
        R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":99,"progress":1}})");
    hide(NoiseFilter::AllKinds);
    QCOMPARE(messages(), u"0 1 2 3 4 5"_s);
    QCOMPARE(m_grouped->rowCount(), 2);
    QCOMPARE(m_messages->hidden().count(), 0);
}

void TestNoise::failedPingReappears()
{
    hide(NoiseFilter::AllKinds);
    m_log->call(1);
    ping(7);
    m_log->call(2);
    flush();
    QCOMPARE(m_grouped->rowCount(), 2);
    QCOMPARE(messages(), u"0 2"_s);
    m_log->toServer(R"({"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"what?"}})");
    flush();
    QCOMPARE(m_grouped->rowCount(), 3);
    QCOMPARE(m_grouped->sourceOf(1), 1);
    QTRY_COMPARE_WITH_TIMEOUT((flush(), messages()), u"0 1 2 3"_s, 10000);
    QCOMPARE(m_requests->hidden().count() + m_messages->hidden().count(), 0);
}

void TestNoise::invalidProgressIsShown()
{
    m_log->call(1);
    for (const int value : {1, 2, 2, 1, 5})
        m_log->progress(1, value, 9);
    m_log->fromServer(
        R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":"x"}})");
    hide(NoiseFilter::Progress);
    QCOMPARE(messages(), u"0 3 4 6"_s);
    QCOMPARE(m_messages->hidden().count(), 3);
}

void TestNoise::errorsInTheLogAreShown()
{
    for (const char *level : {"debug", "warning", "error", "emergency", "unheard-of"})
        log(level);
    hide(NoiseFilter::Log);
    QCOMPARE(messages(), u"2 3 4"_s);
}

void TestNoise::markedRowsAreShown()
{
    ping(7);
    pong(7);
    hide(NoiseFilter::Ping);
    QCOMPARE(m_grouped->rowCount(), 0);
    mark(0, {.pinned = true});
    QCOMPARE(m_grouped->rowCount(), 1);
}

void TestNoise::requestedRowsAreShown()
{
    m_log->call(1);
    m_log->progress(1, 1, 3);
    m_log->progress(1, 2, 3);
    hide(NoiseFilter::Progress);
    QCOMPARE(messages(), u"0"_s);
    m_messages->showAnyway(2);
    QCOMPARE(messages(), u"0 2"_s);
    QCOMPARE(m_messages->hidden().count(), 1);
}

void TestNoise::onlyMatchingRowsAreCounted()
{
    m_log->call(1);
    m_log->progress(1, 1, 3);
    log("info");
    const FilterPredicate test(std::get<Filter>(Filter::parse(u"progress"_s)), *m_log->capture, *m_log->log);
    m_messages->setFilter(test, NoiseFilter(*m_log->capture, *m_log->log, NoiseFilter::AllKinds));
    m_messages->flush();
    QCOMPARE(m_messages->rowCount(), 0);
    QCOMPARE(m_messages->hidden().count(), 1);
}

void TestNoise::partsOfACallAreHiddenAndShown()
{
    for (const bool sorted : {false, true}) {
        if (sorted)
            m_grouped->sort(RequestTable::Number, Qt::AscendingOrder);
        hide(NoiseFilter::Ping);
        ask(1, "tools/call", 5, Direction::ClientToServer); // 0
        ask(2, "tools/call", 6, Direction::ClientToServer); // 1
        ask(11, "ping", 5);                                 // 2
        ask(12, "roots/list", 5);                           // 3
        ask(13, "ping", 5);                                 // 4
        ask(14, "roots/list", 6);                           // 5
        flush();
        QCOMPARE(requests(), u"0 (3) 1 (5)"_s);
        m_log->toServer(R"({"jsonrpc":"2.0","id":11,"error":{"code":-32601,"message":"what?"}})");
        flush();
        QCOMPARE(requests(), u"0 (2) (3) 1 (5)"_s);
        QCOMPARE(m_grouped->index(0, 0).data(RequestTable::PartCountRole).toInt(), 2);
        mark(4, {.pinned = true});
        QCOMPARE(requests(), u"0 (2) (3) (4) 1 (5)"_s);
        mark(4, {});
        QCOMPARE(requests(), u"0 (2) (3) 1 (5)"_s);
        m_grouped->setFolded(0, true);
        QCOMPARE(requests(), u"0 1 (5)"_s);
        mark(4, {.pinned = true});
        QCOMPARE(m_grouped->index(0, 0).data(RequestTable::PartCountRole).toInt(), 3);
        mark(4, {});
        QCOMPARE(m_grouped->index(0, 0).data(RequestTable::PartCountRole).toInt(), 2);
        m_grouped->setFolded(0, false);
        QCOMPARE(requests(), u"0 (2) (3) 1 (5)"_s);
        for (int id = 20; id < 23; ++id) // 6 to 8
            ask(id, "roots/list", 6);
        mark(4, {.pinned = true});
        QCOMPARE(requests(), u"0 (2) (3) (4) 1"_s);
        m_requests->showAnyway(2);
        mark(4, {});
        init();
    }
}

void TestNoise::headsAreHiddenAndShown()
{
    hide(NoiseFilter::Ping);
    ask(1, "ping", 5, Direction::ClientToServer);
    for (int id = 10; id < 15; ++id)
        ask(id, "roots/list", 5);
    flush();
    QCOMPARE(requests(), u"1 2 3 4 5"_s);
    mark(0, {.pinned = true});
    QCOMPARE(requests(), u"0"_s);
    m_grouped->setFolded(0, false);
    QCOMPARE(requests(), u"0 (1) (2) (3) (4) (5)"_s);
    mark(0, {});
    QCOMPARE(requests(), u"1 2 3 4 5"_s);
}

QTEST_GUILESS_MAIN(TestNoise)
#include "tst_noisefilter.moc"
