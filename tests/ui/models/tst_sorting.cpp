// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/logfixture.h"

#include "ui/models/languages.h"
#include "ui/models/messages/messagemodel.h"
#include "ui/models/requests/groupedrequestmodel.h"
#include "ui/models/requests/requestmodel.h"

#include <QAbstractItemModelTester>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <random>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// Tables sorted by the user, while rows come and change.
class TestSorting : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void numbersAreNumbers();
    void emptyValuesComeLast();
    void groupsStayTogether();
    void filteredRowsAreSortedSeparately();
    void changedRowsMove();
    void openRequestsMoveWithTime();
    void tasksMoveAfterTheResponse();
    void selectionsStayOnTheirRows();
    void orderOfArrivalIsRestored();
    void accessibleTitlesNameTheOrder();
    void messagesByEachColumn_data();
    void messagesByEachColumn();
    void matchingMessagesAreInserted();
    void manyTicksNeedNoResetAndNoFullSort();

private:
    void leg(int id, int follows)
    {
        Event event =
            Event::ofBytes(R"({"jsonrpc":"2.0","id":)" + QByteArray::number(id) + R"(,"method":"tools/call"})",
                           Direction::ClientToServer, m_checker);
        event.details.insert(u"follows"_s, QString::number(follows));
        m_log->feed(event);
    }
    void request(const QByteArray &id, const QByteArray &method)
    {
        m_log->toServer(R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":")" + method + R"("})");
    }
    [[nodiscard]] QString shown() const
    {
        QStringList rows;
        for (int row = 0; row < m_model->rowCount(); ++row)
            rows << QString::number(m_model->sourceOf(row));
        return rows.join(u' ');
    }
    [[nodiscard]] static FilterPredicate test(const QString &text, const LogFixture &log)
    {
        return FilterPredicate(std::get<Filter>(Filter::parse(text)), *log.capture, *log.log);
    }

    JsonChecker m_checker;
    std::unique_ptr<LogFixture> m_log;
    std::unique_ptr<RequestModel> m_requests;
    std::unique_ptr<GroupedRequestModel> m_model;
    std::unique_ptr<MessageModel> m_messages;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
    std::unique_ptr<QAbstractItemModelTester> m_messageTester;
};

void TestSorting::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    Languages::speak(u"en"_s);
    m_tester.reset();
    m_messageTester.reset();
    m_model.reset();
    m_messages = std::make_unique<MessageModel>();
    m_requests = std::make_unique<RequestModel>();
    m_log = std::make_unique<LogFixture>();
    m_requests->setSource(m_log->log.get());
    m_messages->setSource(m_log->capture.get(), m_log->log.get());
    m_model = std::make_unique<GroupedRequestModel>(*m_requests);
    constexpr auto Fatal = QAbstractItemModelTester::FailureReportingMode::Fatal;
    m_tester = std::make_unique<QAbstractItemModelTester>(m_model.get(), Fatal);
    m_messageTester = std::make_unique<QAbstractItemModelTester>(m_messages.get(), Fatal);
}

void TestSorting::numbersAreNumbers()
{
    for (const char *id : {"10", "9", R"("b")", R"("A")", "100"})
        request(id, "x");
    m_requests->flush();
    m_model->sort(RequestTable::Id);
    QCOMPARE(shown(), u"1 0 4 3 2"_s); // 9 10 100 "A" "b"
    m_model->sort(RequestTable::Id, Qt::DescendingOrder);
    QCOMPARE(shown(), u"2 3 4 0 1"_s);
    request("11", "x");
    m_requests->flush();
    QCOMPARE(shown(), u"2 3 4 5 0 1"_s);
}

void TestSorting::emptyValuesComeLast()
{
    m_log->call(1);
    m_log->call(2);
    m_log->call(3);
    m_log->cancel(2, "b");
    m_log->cancel(3, "a");
    m_requests->flush();
    m_model->sort(RequestTable::Reason);
    QCOMPARE(shown(), u"2 1 0"_s);
    m_model->sort(RequestTable::Reason, Qt::DescendingOrder);
    QCOMPARE(shown(), u"1 2 0"_s);
}

void TestSorting::groupsStayTogether()
{
    request("1", "b");
    request("2", "a");
    leg(3, 1);
    m_requests->flush();
    m_model->sort(RequestTable::Method);
    QCOMPARE(shown(), u"1 0 2"_s);
    leg(4, 2);
    request("5", "ab");
    m_requests->flush();
    QCOMPARE(shown(), u"1 3 4 0 2"_s);
    QVERIFY(m_model->index(1, 0).data(RequestTable::PartRole).toBool());
    m_model->sort(RequestTable::Number, Qt::DescendingOrder);
    QCOMPARE(shown(), u"4 1 3 0 2"_s);
    for (int id = 10; id < 20; ++id)
        leg(id, 1);
    m_requests->flush();
    QCOMPARE(shown(), u"4 1 3 0"_s); // folded now
    m_model->setFolded(3, false);
    QCOMPARE(m_model->rowCount(), 15);
    QCOMPARE(m_model->rowOf(2), 4);
}

void TestSorting::filteredRowsAreSortedSeparately()
{
    request("1", "b");
    request("2", "a");
    leg(3, 1);
    m_requests->flush();
    m_model->sort(RequestTable::Method);
    m_requests->setFilter(test(u"state:inflight"_s, *m_log));
    QCOMPARE(shown(), u"1 0 2"_s);
    m_model->sort(RequestTable::Method, Qt::DescendingOrder);
    QCOMPARE(shown(), u"2 0 1"_s);
    QVERIFY(!m_model->index(0, 0).data(RequestTable::PartRole).toBool());
    m_log->answer(1);
    m_requests->flush();
    QCOMPARE(shown(), u"2 1"_s);
    m_requests->setFilter({});
    QCOMPARE(shown(), u"0 2 1"_s);
}

void TestSorting::changedRowsMove()
{
    m_log->call(1);
    m_log->call(2);
    m_log->call(3);
    m_requests->flush();
    m_model->sort(RequestTable::State);
    QSignalSpy reset(m_model.get(), &QAbstractItemModel::modelReset);
    m_log->answer(1);
    m_requests->flush();
    QCOMPARE(shown(), u"1 2 0"_s);
    m_log->cancel(2, "no");
    m_requests->flush();
    QCOMPARE(shown(), u"2 0 1"_s);
    QCOMPARE(reset.count(), 0);
}

void TestSorting::openRequestsMoveWithTime()
{
    qint64 now = 1;
    m_requests->setSource(m_log->log.get(), {.now = [&now] { return now; }});
    m_log->call(1);
    m_log->answer(1);
    m_log->call(2);
    m_requests->flush();
    const RequestRecord open = m_log->log->record(1);
    now = open.start;
    m_model->sort(RequestTable::Time, Qt::DescendingOrder);
    QCOMPARE(shown(), u"0 1"_s);
    now = open.start + 3'600'000'000'000;
    QTRY_COMPARE_WITH_TIMEOUT(shown(), u"1 0"_s, 10000);
}

/// A call that waits for a task or a question is not open in the log.
void TestSorting::tasksMoveAfterTheResponse()
{
    qint64 now = 1;
    m_log->call(1);
    m_log->answer(1);
    m_log->call(2);
    m_log->answer(2);
    const RequestRecord task = m_log->log->record(1);
    m_requests->setSource(m_log->log.get(), {.now = [&now] { return now; },
                                             .isContinuing = [](qsizetype row) { return row == 1; },
                                             .continuingRows = [] { return QList<qsizetype>{1}; }});
    now = task.start;
    m_model->sort(RequestTable::Time, Qt::DescendingOrder);
    QCOMPARE(shown(), u"0 1"_s);
    now = task.start + 3'600'000'000'000;
    QTRY_COMPARE_WITH_TIMEOUT(shown(), u"1 0"_s, 10000);
}

void TestSorting::selectionsStayOnTheirRows()
{
    for (const char *method : {"d", "c", "b"})
        request("1", method);
    m_requests->flush();
    const QPersistentModelIndex c = m_model->index(1, RequestTable::Name);
    const QPersistentModelIndex d = m_model->index(0, 0);
    m_model->sort(RequestTable::Method);
    QCOMPARE(c.row(), 1);
    QCOMPARE(c.column(), int(RequestTable::Name));
    QCOMPARE(d.row(), 2);
    for (const char *method : {"cc", "a", "e"})
        request("1", method);
    m_requests->flush();
    QCOMPARE(shown(), u"4 2 1 3 0 5"_s);
    QCOMPARE(c.row(), 2);
    QCOMPARE(d.row(), 4);
}

void TestSorting::orderOfArrivalIsRestored()
{
    for (const char *method : {"d", "c", "b"})
        request("1", method);
    m_requests->flush();
    m_messages->flush();
    m_model->sort(RequestTable::Method);
    m_messages->sort(MessageTable::Method);
    QCOMPARE(m_messages->sourceOf(0), 2);
    QCOMPARE(m_messages->newestRow(), 0);
    QCOMPARE(m_model->newestRow(), 0);
    m_model->sort(-1);
    m_messages->sort(-1);
    QCOMPARE(shown(), u"0 1 2"_s);
    QCOMPARE(m_messages->sourceOf(0), 0);
    QVERIFY(!m_model->isSorted());
}

void TestSorting::accessibleTitlesNameTheOrder()
{
    const auto title = [this] {
        return m_model->headerData(RequestTable::Time, Qt::Horizontal, Qt::AccessibleTextRole).toString();
    };
    QCOMPARE(title(), u"Time"_s);
    QSignalSpy told(m_model.get(), &QAbstractItemModel::headerDataChanged);
    m_model->sort(RequestTable::Time, Qt::DescendingOrder);
    QCOMPARE(title(), u"Time, sorted descending"_s);
    QCOMPARE(told.count(), 1);
}

void TestSorting::messagesByEachColumn_data()
{
    QTest::addColumn<int>("column");
    QTest::addColumn<QString>("order"); // of the response, an error, the requests 12 and 2, and a note
    QTest::newRow("number") << int(MessageTable::Number) << u"0 1 2 3 4"_s;
    QTest::newRow("time") << int(MessageTable::Time) << u"0 1 2 3 4"_s;
    QTest::newRow("direction") << int(MessageTable::Direction) << u"0 1 2 3 4"_s;
    QTest::newRow("kind") << int(MessageTable::Kind) << u"3 4 0 1 2"_s;
    QTest::newRow("id") << int(MessageTable::Id) << u"1 3 0 2 4"_s;
    QTest::newRow("method") << int(MessageTable::Method) << u"0 2 1 3 4"_s;
    QTest::newRow("size") << int(MessageTable::Size) << u"1 0 2 3 4"_s;
}

void TestSorting::messagesByEachColumn()
{
    QFETCH(const int, column);
    QFETCH(const QString, order);
    request("12", "aa");
    request("2", "b");
    m_log->fromServer(R"({"jsonrpc":"2.0","id":12,"result":{"x":"0123456789"}})");
    m_log->fromServer(R"({"jsonrpc":"2.0","id":2,"error":{"code":1,"message":"it has failed, and here is why"}})");
    m_log->feed(Event::ofKind(EventKind::Note, {{u"text"_s, u"a remark"_s}}));
    const auto rows = [this] {
        QStringList sources;
        for (int row = 0; row < m_messages->rowCount(); ++row)
            sources << QString::number(m_messages->sourceOf(row));
        return sources.join(u' ');
    };
    m_messages->sort(column); // all rows arrive in a sorted table
    m_messages->flush();
    QCOMPARE(rows(), order);
    m_messages->sort(-1);
    m_messages->sort(column); // and sorted after they arrived
    QCOMPARE(rows(), order);
    for (int source = 0; source < 5; ++source)
        QCOMPARE(m_messages->sourceOf(m_messages->rowOf(source)), source);
}

void TestSorting::matchingMessagesAreInserted()
{
    m_log->call(1);
    m_log->call(2);
    m_log->answer(2);
    m_messages->sort(MessageTable::Number, Qt::DescendingOrder);
    m_messages->setFilter(test(u"state:succeeded"_s, *m_log));
    m_messages->flush();
    QCOMPARE(m_messages->rowCount(), 2);
    QCOMPARE(m_messages->sourceOf(0), 2);
    m_log->answer(1);
    QTRY_COMPARE_WITH_TIMEOUT(m_messages->rowCount(), 4, 10000);
    QCOMPARE(m_messages->sourceOf(0), 3);
    QCOMPARE(m_messages->sourceOf(3), 0);
    QCOMPARE(m_messages->rowOf(1), 2);
}

/// A hundred thousand requests in two thousand ticks, unordered.
void TestSorting::manyTicksNeedNoResetAndNoFullSort()
{
    m_tester.reset(); // they read everything at every signal
    m_messageTester.reset();
    constexpr int Ticks = 2'000;
    constexpr int PerTick = 50;
    std::mt19937 random(7); // NOLINT(cert-msc51-cpp): the same each time
    m_model->sort(RequestTable::Id, Qt::DescendingOrder);
    m_messages->sort(MessageTable::Id);
    QSignalSpy reset(m_model.get(), &QAbstractItemModel::modelReset);
    QSignalSpy messagesReset(m_messages.get(), &QAbstractItemModel::modelReset);
    QSignalSpy inserted(m_model.get(), &QAbstractItemModel::rowsInserted);
    QSignalSpy rearranged(m_model.get(), &QAbstractItemModel::layoutChanged);
    qint64 longest = 0;
    qint64 all = 0;
    for (int tick = 0; tick < Ticks; ++tick) {
        for (int i = 0; i < PerTick; ++i)
            request(QByteArray::number(random()), "x");
        QElapsedTimer clock;
        clock.start();
        m_requests->flush();
        m_messages->flush();
        longest = qMax(longest, clock.nsecsElapsed());
        all += clock.nsecsElapsed();
    }
    qInfo("sorted: %d ticks of %d rows in two tables took %.2f ms each, the longest %.2f ms", Ticks, PerTick,
          double(all) / Ticks / 1e6, double(longest) / 1e6);
    QCOMPARE(m_model->rowCount(), Ticks * PerTick);
    QCOMPARE(m_messages->rowCount(), Ticks * PerTick);
    QCOMPARE(reset.count() + messagesReset.count(), 0);
    QCOMPARE(inserted.count(), Ticks); // one per tick, for any number of places
    QVERIFY(rearranged.count() <= Ticks);
    const auto isSorted = [](const QAbstractItemModel &model, int column, auto inOrder) {
        for (int row = 1; row < model.rowCount(); ++row) {
            if (!inOrder(model.index(row - 1, column).data().toString().toLongLong(),
                         model.index(row, column).data().toString().toLongLong()))
                return false;
        }
        return true;
    };
    QVERIFY(isSorted(*m_model, RequestTable::Id, [](qint64 a, qint64 b) { return a >= b; }));
    QVERIFY(isSorted(*m_messages, MessageTable::Id, [](qint64 a, qint64 b) { return a <= b; }));
    QElapsedTimer clock;
    clock.start();
    m_model->sort(RequestTable::Time);
    qInfo("another order of %d requests: %lld ms", Ticks * PerTick, clock.elapsed());
    QCOMPARE(reset.count(), 0);
}

QTEST_GUILESS_MAIN(TestSorting)
#include "tst_sorting.moc"
