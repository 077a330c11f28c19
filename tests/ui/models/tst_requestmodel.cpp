// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/logfixture.h"

#include "core/capture/describe.h"
#include "ui/models/requests/requestmodel.h"
#include "ui/models/texts.h"

#include <QAbstractItemModelTester>
#include <QJsonArray>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;
using namespace Pullcord::RequestTable;

class TestRequestModel : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void everythingNewIsOneInsert();
    void everythingChangedIsOneSignal();
    void aFloodCausesNoSignalPerEvent();
    void describesACancellation();
    void describesTheEndOfAStream_data();
    void describesTheEndOfAStream();
    void closedStreamOfAnOpenRequest();
    void describesDetachedRequests();
    void describesAFailure();
    void refusedProbeIsNotAFailure_data();
    void refusedProbeIsNotAFailure();
    void distinguishesServerRequests();
    void filtersAndFollowsChanges();
    void timeGrowsWhileOpen();
    void describesNeverSentRequests();
    void anotherSourceResets();

private:
    [[nodiscard]] QVariant at(int row, int column, int role = Qt::DisplayRole) const
    {
        return m_model->index(row, column).data(role);
    }

    std::unique_ptr<LogFixture> m_log;
    std::unique_ptr<RequestModel> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

void TestRequestModel::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    m_tester.reset();
    m_model = std::make_unique<RequestModel>();
    m_log = std::make_unique<LogFixture>();
    m_model->setSource(m_log->log.get());
    m_tester = std::make_unique<QAbstractItemModelTester>(m_model.get(),
                                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
}

void TestRequestModel::everythingNewIsOneInsert()
{
    QSignalSpy inserted(m_model.get(), &QAbstractItemModel::rowsInserted);
    for (int id = 0; id < 100; ++id)
        m_log->call(id);
    QCOMPARE(m_model->rowCount(), 0); // nothing before the tick
    QTRY_COMPARE_WITH_TIMEOUT(m_model->rowCount(), 100, 10000);
    QCOMPARE(inserted.count(), 1);
}

void TestRequestModel::everythingChangedIsOneSignal()
{
    for (int id = 0; id < 50; ++id)
        m_log->call(id);
    m_model->flush();
    QSignalSpy changed(m_model.get(), &QAbstractItemModel::dataChanged);
    for (int id = 10; id < 20; ++id)
        m_log->answer(id);
    QCOMPARE(changed.count(), 0);
    QTRY_COMPARE_WITH_TIMEOUT(changed.count(), 1, 10000);
    QCOMPARE(changed.at(0).at(0).toModelIndex().row(), 10);
    QCOMPARE(changed.at(0).at(1).toModelIndex().row(), 19);
    QCOMPARE(at(10, State).toString(), u"Succeeded"_s);
}

void TestRequestModel::aFloodCausesNoSignalPerEvent()
{
    m_log->call(1);
    m_model->flush();
    QSignalSpy changed(m_model.get(), &QAbstractItemModel::dataChanged);
    QSignalSpy inserted(m_model.get(), &QAbstractItemModel::rowsInserted);
    for (int i = 1; i <= 50'000; ++i)
        m_log->progress(1, i, 50'000);
    for (int id = 2; id < 10'000; ++id)
        m_log->call(id);
    QCOMPARE(changed.count() + inserted.count(), 0);
    m_model->flush();
    QCOMPARE(changed.count(), 1);
    QCOMPARE(inserted.count(), 1);
    QCOMPARE(at(0, Progress).toString(), u"50000 of 50000"_s);
    QCOMPARE(at(0, Progress, FractionRole).toDouble(), 1.0);
}

void TestRequestModel::describesACancellation()
{
    m_log->call(7, "trigger");
    m_log->progress(7, 1, 4);
    m_model->flush();
    QCOMPARE(at(0, Id).toString(), u"7"_s);
    QCOMPARE(at(0, Method).toString(), u"tools/call"_s);
    QCOMPARE(at(0, Name).toString(), u"trigger"_s);
    QCOMPARE(at(0, State).toString(), u"In flight"_s);
    QCOMPARE(at(0, Progress, FractionRole).toDouble(), 0.25);
    QVERIFY(!at(0, State, EndedEarlyRole).toBool());

    m_log->cancel(7, "too slow");
    m_model->flush();
    QCOMPARE(at(0, State).toString(), u"Cancelled"_s);
    QCOMPARE(at(0, Reason).toString(), u"too slow"_s);
    QVERIFY(at(0, State, Qt::ToolTipRole).toString().contains(u"Cancelled by the client: too slow"_s));
    QVERIFY(at(0, State, EndedEarlyRole).toBool());
    QVERIFY(!at(0, State, LateRole).toBool());
    QCOMPARE(at(0, Cancel).toString(), QString());

    m_log->progress(7, 2, 4);
    m_model->flush();
    QVERIFY(!at(0, State, LateRole).toBool());
    QVERIFY2(at(0, Cancel).toString().startsWith(u"progress +"_s), qPrintable(at(0, Cancel).toString()));
    QVERIFY(at(0, Cancel, Qt::ToolTipRole).toString().contains(u" after cancel (progress)"_s));
    const QString late = at(0, Cancel).toString();
    QCOMPARE(at(0, Cancel, ShorterRole).toStringList(), QStringList({late, u"progress"_s}));

    m_log->answer(7);
    m_model->flush();
    QCOMPARE(at(0, State).toString(), u"Cancelled"_s);
    QVERIFY(at(0, State, LateRole).toBool());
    QVERIFY(at(0, Cancel).toString().startsWith(u'+'));
    QVERIFY(at(0, Cancel).toString().endsWith(u" after cancel"_s));
}

void TestRequestModel::describesTheEndOfAStream_data()
{
    QTest::addColumn<QString>("how");
    QTest::addColumn<QString>("word");
    QTest::newRow("by the server") << u"done"_s << u"ended"_s;
    QTest::newRow("in disorder") << u"broken"_s << u"broke off"_s;
    QTest::newRow("by us") << u"closed"_s << u"closed"_s;
}

/// In a narrow column the time is dropped first, because alone it would look like the delay of a response.
void TestRequestModel::describesTheEndOfAStream()
{
    QFETCH(QString, how);
    QFETCH(QString, word);
    m_log->call(7, "trigger");
    m_log->cancel(7, "too slow");
    m_log->feed(Event::ofKind(
        EventKind::Http,
        {{u"step"_s, u"end"_s}, {u"how"_s, how}, {u"ends"_s, u"lost"_s}, {u"requests"_s, QJsonArray{u"7"_s}}}));
    m_model->flush();
    const QString text = at(0, Cancel).toString();
    QVERIFY2(text.startsWith(word + u" +"_s), qPrintable(text));
    QCOMPARE(at(0, Cancel, ShorterRole).toStringList(), QStringList({text, word}));
    QVERIFY(at(0, Cancel, Qt::ToolTipRole).toString().contains(text));
}

/// A stream that was closed without a cancellation, such as to resume it, is no lateness.
void TestRequestModel::closedStreamOfAnOpenRequest()
{
    m_log->call(7);
    m_log->feed(Event::ofKind(EventKind::Http,
                              {{u"step"_s, u"end"_s}, {u"how"_s, u"closed"_s}, {u"requests"_s, QJsonArray{u"7"_s}}}));
    m_model->flush();
    QVERIFY(m_log->log->record(0).streamClosed != 0);
    QCOMPARE(at(0, State).toString(), u"In flight"_s);
    QCOMPARE(at(0, Cancel, Qt::ToolTipRole).toString(), QString());
}

void TestRequestModel::describesDetachedRequests()
{
    m_log->call(7, "trigger");
    Event detach =
        Event::ofKind(EventKind::Cancel, {{u"id"_s, u"7"_s}, {u"reason"_s, u"enough"_s}, {u"detached"_s, true}});
    detach.direction = Direction::ClientToServer;
    m_log->feed(detach);
    m_model->flush();
    QCOMPARE(at(0, State).toString(), u"Detached"_s);
    const QString untold = at(0, State, Qt::ToolTipRole).toString();
    QVERIFY2(untold.contains(u"was not notified"_s), qPrintable(untold));
    m_log->answer(7);
    m_model->flush();
    QVERIFY2(at(0, Cancel).toString().endsWith(u" after detach"_s), qPrintable(at(0, Cancel).toString()));

    m_log->cancel(7, "by hand");
    m_model->flush();
    const QString told = at(0, State, Qt::ToolTipRole).toString();
    QVERIFY2(told.contains(u"was notified later"_s), qPrintable(told));
}

void TestRequestModel::describesAFailure()
{
    m_log->call(1);
    m_log->fromServer(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"No such tool"}})");
    m_model->flush();
    QCOMPARE(at(0, Reason).toString(), u"No such tool (-32602)"_s);
}

void TestRequestModel::refusedProbeIsNotAFailure_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("state");
    QTest::newRow("of a legacy server") << "server/discover"_ba << -32601 << u"Not supported"_s;
    QTest::newRow("for its parameters") << "server/discover"_ba << -32602 << u"Not supported"_s;
    QTest::newRow("of a modern server") << "server/discover"_ba << -32022 << u"Failed"_s;
    QTest::newRow("something else") << "tools/list"_ba << -32601 << u"Failed"_s;
}

void TestRequestModel::refusedProbeIsNotAFailure()
{
    QFETCH(const QByteArray, method);
    QFETCH(const int, code);
    QFETCH(const QString, state);
    JsonChecker checker;
    m_log->feed(
        Event::ofBytes(R"({"jsonrpc":"2.0","id":1,"method":")" + method + R"("})", Direction::ClientToServer, checker));
    m_log->fromServer(R"({"jsonrpc":"2.0","id":1,"error":{"message":"no","code":)" + QByteArray::number(code) + "}}");
    m_model->flush();
    QCOMPARE(at(0, State).toString(), state);
    QCOMPARE(at(0, State, NotSupportedRole).toBool(), state == u"Not supported"_s);
    QCOMPARE(RequestState(at(0, State, StateRole).toInt()), RequestState::Failed);
}

void TestRequestModel::distinguishesServerRequests()
{
    m_model->setSource(m_log->log.get(),
                       {.now = {}, .canCancel = {}, .isWaiting = [](qsizetype row) { return row == 0; }});
    m_log->fromServer(R"({"jsonrpc":"2.0","id":0,"method":"roots/list"})");
    m_log->call(0);
    m_model->flush();
    QCOMPARE(at(0, Number, DirectionRole).toInt(), int(Direction::ServerToClient));
    QCOMPARE(at(1, Number, DirectionRole).toInt(), int(Direction::ClientToServer));
    QCOMPARE(at(0, Number, Qt::AccessibleTextRole).toString(), u"1, from server"_s);
    QVERIFY(at(0, Number, WaitingRole).toBool());
    QCOMPARE(at(0, State).toString(), u"Asks you"_s);
    QCOMPARE(at(1, State).toString(), u"In flight"_s);
}

void TestRequestModel::filtersAndFollowsChanges()
{
    for (int id = 0; id < 10; ++id)
        m_log->call(id, id % 2 == 0 ? "even" : "odd");
    m_model->flush();
    m_model->setFilter(FilterPredicate(std::get<Filter>(Filter::parse(u"odd"_s)), *m_log->capture, *m_log->log));
    QCOMPARE(m_model->rowCount(), 5);
    QCOMPARE(m_model->sourceOf(0), 1);
    QCOMPARE(m_model->rowOf(3), 1);
    QCOMPARE(m_model->rowOf(4), -1);

    m_model->setFilter(
        FilterPredicate(std::get<Filter>(Filter::parse(u"state:inflight"_s)), *m_log->capture, *m_log->log));
    QCOMPARE(m_model->rowCount(), 10);
    m_log->answer(3);
    m_log->answer(8);
    m_log->call(10);
    m_model->flush();
    QCOMPARE(m_model->rowCount(), 9); // two removed, one added
    QCOMPARE(m_model->rowOf(3), -1);
    QCOMPARE(m_model->rowOf(10), 8);

    m_model->setFilter({});
    QCOMPARE(m_model->rowCount(), 11);
}

void TestRequestModel::timeGrowsWhileOpen()
{
    qint64 now = 0;
    m_model->setSource(m_log->log.get(), {.now = [&now] { return now; }, .canCancel = {}, .isWaiting = {}});
    m_log->call(1);
    m_model->flush();
    const qint64 start = m_log->log->record(0).start;
    now = start + 1'500'000'000;
    QCOMPARE(at(0, Time).toString(), u"1.50 s"_s);
    now = start + 125'000'000'000;
    QCOMPARE(at(0, Time).toString(), u"2:05"_s);
    QCOMPARE(at(0, Time, SortRole).toLongLong(), 125'000'000'000);
}

void TestRequestModel::describesNeverSentRequests()
{
    JsonChecker checker;
    Event event =
        Event::ofBytes(R"({"jsonrpc":"2.0","id":1,"method":"server/discover"})", Direction::ClientToServer, checker);
    event.kind = EventKind::Unsent;
    event.details.insert(u"reason"_s, u"Connection refused"_s);
    m_log->feed(event);
    m_model->flush();
    QCOMPARE(at(0, State).toString(), u"Never sent"_s);
    QCOMPARE(at(0, Time).toString(), QString());
    QCOMPARE(at(0, Reason).toString(), u"Connection refused"_s);
    QCOMPARE(Texts::translated(Describe::outcome(m_log->log->record(0))), u"Never sent: Connection refused"_s);
}

void TestRequestModel::anotherSourceResets()
{
    m_log->call(1);
    m_log->call(2);
    m_model->setSource(nullptr);
    QCOMPARE(m_model->rowCount(), 0);
    LogFixture other;
    other.call(5);
    m_model->setSource(other.log.get());
    QCOMPARE(m_model->rowCount(), 1);
    m_log->call(3); // the old one is disconnected
    m_model->flush();
    QCOMPARE(m_model->rowCount(), 1);
    m_model->setSource(nullptr);
}

QTEST_GUILESS_MAIN(TestRequestModel)
#include "tst_requestmodel.moc"
