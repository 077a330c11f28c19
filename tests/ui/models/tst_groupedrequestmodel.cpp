// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/logfixture.h"

#include "core/capture/describe.h"
#include "ui/models/languages.h"
#include "ui/models/requests/groupedrequestmodel.h"
#include "ui/models/requests/requestmodel.h"
#include "ui/models/texts.h"

#include <QAbstractItemModelTester>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;
using namespace Pullcord::RequestTable;

/// Related requests are grouped, and hidden rows are counted.
class TestGroupedRequestModel : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void smallGroupIsUnfolded();
    void largeGroupIsFolded();
    void foldsAndUnfolds();
    void currentGroupStaysUnfolded();
    void remembersTheChoice();
    void foldedHeadSummarizesTheGroup();
    void countsFailures();
    void unknownEndGivesALowerBound();
    void headDescribesItsCallWhenUnfolded();
    void pagesOfAListAreGrouped();
    void questionsBelongToTheirCall_data();
    void questionsBelongToTheirCall();
    void filterKeepsMatchingParts();
    void filterInsertsAndRemovesRows();
    void ungroupedRowsAreInOrder();
    void costIsLinear();
    void manyOpenGroupsReset();

private:
    /// Records a request of the client that continues `follows`.
    void leg(int id, int follows, const QByteArray &method = "tools/call")
    {
        Event event =
            Event::ofBytes(R"({"jsonrpc":"2.0","id":)" + QByteArray::number(id) + R"(,"method":")" + method + R"("})",
                           Direction::ClientToServer, m_checker);
        event.details.insert(u"follows"_s, QString::number(follows));
        m_log->feed(event);
    }
    /// Returns the log rows as shown, with parts of a group in brackets.
    [[nodiscard]] QString shown() const
    {
        QStringList rows;
        for (int row = 0; row < m_model->rowCount(); ++row) {
            const QString number = QString::number(m_model->sourceOf(row));
            const bool isPart = m_model->index(row, 0).data(PartRole).toBool();
            rows << (isPart ? u"(%1)"_s.arg(number) : number);
        }
        return rows.join(u' ');
    }
    [[nodiscard]] QString at(int row, int column) const { return m_model->index(row, column).data().toString(); }
    [[nodiscard]] Fold foldAt(int row) const { return Fold(m_model->index(row, 0).data(FoldRole).toInt()); }
    void filter(const QString &text)
    {
        m_requests->setFilter(FilterPredicate(std::get<Filter>(Filter::parse(text)), *m_log->capture, *m_log->log));
    }

    JsonChecker m_checker;
    std::unique_ptr<LogFixture> m_log;
    std::unique_ptr<RequestModel> m_requests;
    std::unique_ptr<GroupedRequestModel> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

void TestGroupedRequestModel::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    Languages::speak(u"en"_s);
    m_tester.reset();
    m_model.reset();
    m_requests = std::make_unique<RequestModel>();
    m_log = std::make_unique<LogFixture>();
    m_requests->setSource(m_log->log.get());
    m_model = std::make_unique<GroupedRequestModel>(*m_requests);
    m_tester = std::make_unique<QAbstractItemModelTester>(m_model.get(),
                                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
}

void TestGroupedRequestModel::smallGroupIsUnfolded()
{
    m_log->call(1);
    m_log->call(2);
    leg(3, 1);
    m_requests->flush();
    QCOMPARE(shown(), u"0 (2) 1"_s);
    QCOMPARE(at(0, Method), u"tools/call · 1 more leg"_s);
    leg(4, 1);
    m_log->call(5);
    leg(6, 2);
    m_requests->flush();
    QCOMPARE(shown(), u"0 (2) (3) 1 (5) 4"_s);
    QCOMPARE(m_model->rowOf(3), 2);
    QCOMPARE(m_model->sourceOf(4), 5);
    QVERIFY(foldAt(0) == Fold::Unfolded);
    QVERIFY(foldAt(1) == Fold::None);
    QVERIFY(foldAt(5) == Fold::None);
}

void TestGroupedRequestModel::largeGroupIsFolded()
{
    m_log->call(1);
    for (int i = 0; i < 3; ++i)
        leg(10 + i, 1, "tasks/get");
    m_log->call(2);
    m_requests->flush();
    QCOMPARE(shown(), u"0 (1) (2) (3) 4"_s);
    leg(20, 1, "tasks/get");
    m_requests->flush();
    QCOMPARE(shown(), u"0 4"_s);
    QCOMPARE(at(0, Method), u"tools/call · 4 polls"_s);
    QSignalSpy reset(m_model.get(), &QAbstractItemModel::modelReset);
    QSignalSpy inserted(m_model.get(), &QAbstractItemModel::rowsInserted);
    QSignalSpy changed(m_model.get(), &QAbstractItemModel::dataChanged);
    for (int i = 0; i < 161; ++i)
        leg(100 + i, 1, "tasks/get");
    m_requests->flush();
    QCOMPARE(at(0, Method), u"tools/call · 165 polls"_s);
    QCOMPARE(reset.count() + inserted.count(), 0);
    QVERIFY(changed.count() > 0); // the count must be painted
    QCOMPARE(changed.last().at(0).toModelIndex().row(), 0);
    QCOMPARE(m_model->rowOf(20), -1);
    QCOMPARE(m_model->rowShowing(20), 0);
    QCOMPARE(m_model->wholeOf(0).size(), 166);
    QCOMPARE(m_model->wholeOf(4), QList<qsizetype>{4});
}

void TestGroupedRequestModel::foldsAndUnfolds()
{
    m_log->call(1);
    for (int i = 0; i < 5; ++i)
        leg(10 + i, 1, "tasks/get");
    m_log->call(2);
    m_requests->flush();
    QCOMPARE(shown(), u"0 6"_s);
    m_model->setFolded(0, false);
    QCOMPARE(shown(), u"0 (1) (2) (3) (4) (5) 6"_s);
    leg(20, 1, "tasks/get");
    m_requests->flush();
    QCOMPARE(shown(), u"0 (1) (2) (3) (4) (5) (7) 6"_s);
    m_model->setFolded(0, true);
    QCOMPARE(shown(), u"0 6"_s);
    m_model->setFolded(1, true); // nothing to fold
    QCOMPARE(shown(), u"0 6"_s);
    m_model->reveal(7);
    QCOMPARE(shown(), u"0 (1) (2) (3) (4) (5) (7) 6"_s);
}

void TestGroupedRequestModel::currentGroupStaysUnfolded()
{
    m_log->call(1);
    leg(10, 1);
    m_requests->flush();
    m_model->setHeld(1);
    for (int i = 0; i < 5; ++i)
        leg(20 + i, 1);
    m_requests->flush();
    QCOMPARE(shown(), u"0 (1) (2) (3) (4) (5) (6)"_s);
}

void TestGroupedRequestModel::remembersTheChoice()
{
    m_log->call(1);
    leg(2, 1);
    m_requests->flush();
    m_model->setFolded(0, true);
    QCOMPARE(shown(), u"0"_s);
    leg(3, 1);
    m_requests->flush();
    QCOMPARE(shown(), u"0"_s);
    filter(u"tools/call"_s);
    QCOMPARE(shown(), u"0 (1) (2)"_s);
    m_requests->setFilter({});
    QCOMPARE(shown(), u"0"_s);
    m_requests->setSource(nullptr);
    m_requests->setSource(m_log->log.get()); // another conversation starts without groups
    QCOMPARE(shown(), u"0 (1) (2)"_s);
}

void TestGroupedRequestModel::foldedHeadSummarizesTheGroup()
{
    qsizetype waiting = -1;
    qsizetype cancellable = 1;
    m_requests->setSource(m_log->log.get(), {.now = {},
                                             .canCancel = [&](qsizetype row) { return row == cancellable; },
                                             .isWaiting = [&](qsizetype row) { return row == waiting; },
                                             .task = {}});
    m_log->call(1);
    m_log->answer(1);
    leg(2, 1);
    m_requests->flush();
    QCOMPARE(at(0, State), u"In flight"_s); // state of the call, folded or not
    QCOMPARE(m_model->cancellableIn(0), 1);
    m_model->setFolded(0, true);
    QCOMPARE(at(0, State), u"In flight"_s);
    QVERIFY(m_model->index(0, 0).data(OpenRole).toBool());
    QVERIFY(m_model->index(0, 0).data(CancellableRole).toBool());
    QCOMPARE(m_model->cancellableIn(0), 1);
    QCOMPARE(m_model->waitingIn(0), 0);
    m_log->fromServer(R"({"jsonrpc":"2.0","id":7,"method":"sampling/createMessage"})");
    waiting = 2;
    m_requests->flush();
    QCOMPARE(shown(), u"0"_s);
    QCOMPARE(at(0, State), u"Asks you"_s);
    QVERIFY(m_model->index(0, 0).data(WaitingRole).toBool());
    QCOMPARE(m_model->waitingIn(0), 2);
    QCOMPARE(at(0, Method), u"tools/call · 1 more leg, asked once"_s);
    waiting = -1;
    m_log->toServer(R"({"jsonrpc":"2.0","id":7,"result":{}})");
    m_log->answer(2);
    m_requests->flush();
    QCOMPARE(at(0, State), u"Succeeded"_s);
    QVERIFY(!m_model->index(0, 0).data(OpenRole).toBool());
    const auto time = [this](int row) { return m_model->index(row, Time).data(SortRole).toLongLong(); };
    const qint64 whole = time(0);
    m_model->setFolded(0, false);
    QCOMPARE(time(0), whole);
    QVERIFY(whole > time(1));
}

/// If the end of a part or of its task was not recorded, the duration is a lower bound.
void TestGroupedRequestModel::unknownEndGivesALowerBound()
{
    TaskLog::Entry task;
    task.info.status = TaskStatus::Working;
    bool hasTask = true;
    m_requests->setSource(m_log->log.get(),
                          {.task = [&](qsizetype row) { return hasTask && row == 0 ? &task : nullptr; }});
    m_log->call(1);
    m_log->answer(1);
    leg(2, 1, "tasks/get");
    m_log->answer(2);
    m_requests->flush();
    QVERIFY2(at(0, Time).startsWith(u"≥ "_s), qPrintable(at(0, Time)));
    QVERIFY2(!at(1, Time).startsWith(u"≥"_s), qPrintable(at(1, Time)));
    QVERIFY(m_requests->index(0, Time).data().toString().startsWith(u"≥ "_s)); // also in the order of the log
    task.info.status = TaskStatus::Completed;
    QVERIFY2(!at(0, Time).startsWith(u"≥"_s), qPrintable(at(0, Time)));
    hasTask = false;
    leg(3, 1, "tasks/get");
    m_log->feed(Event::ofKind(EventKind::Closed, {{u"unrecorded"_s, true}}));
    m_requests->flush();
    QVERIFY(m_log->log->record(2).endUnknown);
    QCOMPARE(Texts::translated(Describe::reason(m_log->log->record(2))), u"the recording ended"_s);
    QVERIFY2(at(0, Time).startsWith(u"≥ "_s), qPrintable(at(0, Time)));
    // If only the request of a question was recorded, its time is still shown.
    m_log->fromServer(R"({"jsonrpc":"2.0","id":"q","method":"roots/list"})");
    Event end = Event::ofKind(EventKind::Closed, {{u"unrecorded"_s, true}});
    end.time = m_log->log->record(m_log->log->count() - 1).start;
    m_log->feed(end);
    m_requests->flush();
    const int question = m_requests->rowCount() - 1;
    QCOMPARE(m_requests->index(question, Time).data().toString(), u"≥ 0 s"_s);
    const QString tip = m_requests->index(question, Time).data(Qt::ToolTipRole).toString();
    QVERIFY2(tip.contains(u"It started at"_s), qPrintable(tip));
}

/// The first leg got input requests, and the call continues.
void TestGroupedRequestModel::headDescribesItsCallWhenUnfolded()
{
    qsizetype going = 0;
    m_requests->setSource(m_log->log.get(), {.now = [] { return qint64(60'000'000'000); },
                                             .isContinuing = [&](qsizetype row) { return row == going; }});
    m_log->feed(Event::ofKind(EventKind::Dialect, {{u"name"_s, u"mcp-modern-stdio"_s}}));
    m_log->call(1);
    m_log->fromServer(
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"resultType\":\"input_required\",\"requestState\":\"s\"}}");
    m_requests->flush();
    QCOMPARE(at(0, State), u"Needs input"_s);
    QVERIFY(m_model->index(0, State).data(OpenRole).toBool());
    QVERIFY2(at(0, Time).endsWith(u" s"_s) || at(0, Time).contains(u':'), qPrintable(at(0, Time)));
    going = -1;
    leg(2, 1);
    m_requests->flush();
    QCOMPARE(shown(), u"0 (1)"_s);
    QCOMPARE(at(0, State), u"In flight"_s);
    QCOMPARE(m_requests->index(0, State).data().toString(), u"Input required"_s);
    QCOMPARE(Sign(m_requests->index(0, State).data(SignRole).toInt()), Sign::Asked);
    m_log->answer(2);
    m_requests->flush();
    QCOMPARE(at(0, State), u"Succeeded"_s);
    QVERIFY(m_model->index(0, Time).data(SortRole).toLongLong() >=
            m_log->log->record(1).end - m_log->log->record(0).start);
}

void TestGroupedRequestModel::pagesOfAListAreGrouped()
{
    leg(1, 0, "tools/list");
    for (int page = 2; page <= 1000; ++page)
        leg(page, page - 1, "tools/list");
    m_requests->flush();
    QCOMPARE(shown(), u"0"_s);
    QCOMPARE(at(0, Method), u"tools/list · 999 more pages"_s);
}

void TestGroupedRequestModel::countsFailures()
{
    m_log->call(1);
    for (int i = 0; i < 4; ++i)
        leg(10 + i, 1, "tasks/get");
    leg(20, 1, "tasks/result");
    m_log->answer(10);
    m_log->fromServer(R"({"jsonrpc":"2.0","id":11,"error":{"code":-32603,"message":"no"}})");
    m_requests->flush();
    QCOMPARE(at(0, Method), u"tools/call · 1 not successful, 4 polls, 1 more"_s);
}

void TestGroupedRequestModel::questionsBelongToTheirCall_data()
{
    QTest::addColumn<QByteArrayList>("ours");
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QString>("rows");
    QTest::newRow("the only call") << QByteArrayList{"tools/call"} << "sampling/createMessage"_ba << u"0 (1)"_s;
    QTest::newRow("beside a list") << QByteArrayList{"tools/call", "tools/list"} << "elicitation/create"_ba
                                   << u"0 (2) 1"_s;
    QTest::newRow("one of two calls") << QByteArrayList{"tools/call", "prompts/get"} << "elicitation/create"_ba
                                      << u"0 1 2"_s;
    QTest::newRow("at any time") << QByteArrayList{"tools/call"} << "roots/list"_ba << u"0 1"_s;
    QTest::newRow("a ping") << QByteArrayList{"tools/call"} << "ping"_ba << u"0 1"_s;
    QTest::newRow("nothing open") << QByteArrayList{} << "elicitation/create"_ba << u"0"_s;
}

void TestGroupedRequestModel::questionsBelongToTheirCall()
{
    QFETCH(const QByteArrayList, ours);
    QFETCH(const QByteArray, method);
    QFETCH(const QString, rows);
    for (qsizetype i = 0; i < ours.size(); ++i)
        m_log->toServer(R"({"jsonrpc":"2.0","id":)" + QByteArray::number(i) + R"(,"method":")" + ours.at(i) + R"("})");
    m_log->fromServer(R"({"jsonrpc":"2.0","id":1,"method":")" + method + R"("})");
    m_requests->flush();
    QCOMPARE(shown(), rows);
}

void TestGroupedRequestModel::filterKeepsMatchingParts()
{
    m_log->call(1);
    for (int i = 0; i < 10; ++i)
        leg(10 + i, 1, "tasks/get");
    m_log->call(2);
    m_requests->flush();
    QCOMPARE(shown(), u"0 11"_s);
    filter(u"method:tasks/get"_s);
    QCOMPARE(shown(), u"1 2 3 4 5 6 7 8 9 10"_s); // the head does not match, so the parts stand alone
    QVERIFY(foldAt(0) == Fold::None);
    filter(u"state:inflight"_s);
    QCOMPARE(m_model->rowCount(), 12);
    QVERIFY(shown().startsWith(u"0 (1) (2)"_s));
    QVERIFY(foldAt(0) == Fold::None);
    m_requests->setFilter({});
    QCOMPARE(shown(), u"0 11"_s);
}

void TestGroupedRequestModel::filterInsertsAndRemovesRows()
{
    m_log->call(1);
    m_log->call(2);
    leg(3, 1);
    leg(4, 2);
    m_requests->flush();
    filter(u"state:inflight"_s);
    QCOMPARE(shown(), u"0 (2) 1 (3)"_s);
    m_log->answer(1);
    m_log->answer(4);
    leg(5, 1);
    m_log->call(6);
    m_requests->flush();
    QCOMPARE(shown(), u"2 4 1 5"_s);
    filter(u"state:succeeded"_s);
    QCOMPARE(shown(), u"0 3"_s);
    m_log->answer(2);
    m_log->answer(3);
    m_requests->flush();
    QCOMPARE(shown(), u"0 (2) 1 (3)"_s);
}

void TestGroupedRequestModel::ungroupedRowsAreInOrder()
{
    m_log->call(1);
    m_log->call(2);
    for (int i = 0; i < 5; ++i)
        leg(10 + i, 1, "tasks/get");
    m_requests->flush();
    QCOMPARE(shown(), u"0 1"_s);
    m_model->setGrouping(false);
    QCOMPARE(shown(), u"0 1 2 3 4 5 6"_s);
    QVERIFY(foldAt(0) == Fold::None);
    leg(20, 1, "tasks/get");
    m_requests->flush();
    QCOMPARE(m_model->rowCount(), 8);
    m_model->setGrouping(true);
    QCOMPARE(shown(), u"0 1"_s);
}

/// A hundred thousand requests, one tenth of them polls of one task, in a few thousand ticks.
void TestGroupedRequestModel::costIsLinear()
{
    m_tester.reset(); // it reads everything at every signal
    QSignalSpy inserted(m_model.get(), &QAbstractItemModel::rowsInserted);
    QSignalSpy reset(m_model.get(), &QAbstractItemModel::modelReset);
    m_log->call(0);
    constexpr int Rounds = 2'000;
    constexpr int PerRound = 50;
    for (int round = 0; round < Rounds; ++round) {
        for (int i = 1; i <= PerRound; ++i) {
            const int id = round * PerRound + i;
            if (i % 10 == 0)
                leg(id, 0, "tasks/get");
            else
                m_log->call(id);
        }
        m_requests->flush();
    }
    QCOMPARE(m_model->rowCount(), 1 + Rounds * PerRound * 9 / 10);
    QCOMPARE(reset.count(), 0);
    QVERIFY2(inserted.count() <= Rounds + 1, qPrintable(QString::number(inserted.count()))); // once per tick
    QCOMPARE(at(0, Method), u"tools/call · 10,000 polls"_s);
    m_model->setFolded(0, false);
    QCOMPARE(m_model->rowCount(), 1 + Rounds * PerRound);
    QCOMPARE(m_model->rowOf(100'000), 10'000); // the last poll
}

void TestGroupedRequestModel::manyOpenGroupsReset()
{
    m_tester.reset();
    constexpr int Calls = 1'000;
    for (int id = 0; id < Calls; ++id)
        m_log->call(id);
    m_requests->flush();
    QSignalSpy inserted(m_model.get(), &QAbstractItemModel::rowsInserted);
    QSignalSpy before(m_model.get(), &GroupedRequestModel::aboutToRefilter);
    QSignalSpy after(m_model.get(), &GroupedRequestModel::refiltered);
    for (int id = 0; id < Calls; ++id)
        leg(Calls + id, id);
    m_requests->flush();
    QCOMPARE(m_model->rowCount(), 2 * Calls);
    QCOMPARE(before.count(), 1);
    QCOMPARE(after.count(), 1);
    QCOMPARE(inserted.count(), 0);
    QCOMPARE(m_model->sourceOf(3), Calls + 1);
}

QTEST_GUILESS_MAIN(TestGroupedRequestModel)
#include "tst_groupedrequestmodel.moc"
