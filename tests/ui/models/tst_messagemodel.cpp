// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/logfixture.h"

#include "ui/models/messages/httpexchanges.h"
#include "ui/models/messages/messagemodel.h"
#include "ui/models/messages/stderrmodel.h"

#include <QAbstractItemModelTester>
#include <QJsonArray>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;
using namespace Pullcord::MessageTable;

class TestMessageModel : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void showsWhatIsOnTheWire();
    void describesTheOpening();
    void omitsStderrAndQueuedMessages();
    void idOfAnotherTypeMatchesNoRequest();
    void greysLateMessages();
    void describesInvalidJson();
    void doesNotReadHugeMessages();
    void findsTheExchangeOfHugeEvents_data();
    void findsTheExchangeOfHugeEvents();
    void filtersText();
    void manyMessagesAreSentAtOnce();
    void aFloodIsOneInsert();
    void stderrLines();

private:
    [[nodiscard]] QVariant at(int row, int column, int role = Qt::DisplayRole) const
    {
        return m_model->index(row, column).data(role);
    }

    std::unique_ptr<LogFixture> m_log;
    std::unique_ptr<MessageModel> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

void TestMessageModel::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    m_tester.reset();
    m_model = std::make_unique<MessageModel>();
    m_log = std::make_unique<LogFixture>();
    m_model->setSource(m_log->capture.get(), m_log->log.get());
    m_tester = std::make_unique<QAbstractItemModelTester>(m_model.get(),
                                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
}

void TestMessageModel::showsWhatIsOnTheWire()
{
    m_log->call(4, "echo");
    m_log->answer(4);
    m_log->feed(Event::ofKind(EventKind::Note, {{u"text"_s, u"a remark"_s}}));
    QTRY_COMPARE_WITH_TIMEOUT(m_model->rowCount(), 3, 10000);
    QCOMPARE(at(0, MessageTable::Direction).toString(), u"to server"_s);
    QCOMPARE(at(0, Kind).toString(), u"request"_s);
    QCOMPARE(at(0, Id).toString(), u"4"_s);
    QCOMPARE(at(0, Method).toString(), u"tools/call"_s);
    QVERIFY(at(0, Content).toString().startsWith(uR"({"name":"echo")"_s));
    QCOMPARE(at(0, Number, LogRowRole).toInt(), 0);
    QCOMPARE(at(1, Kind).toString(), u"result"_s);
    QCOMPARE(at(1, Method).toString(), u"tools/call"_s); // method of its request
    QVERIFY(at(1, Method, BorrowedMethodRole).toBool());
    QVERIFY(!at(0, Method, BorrowedMethodRole).toBool());
    QCOMPARE(at(2, Kind).toString(), u"note"_s);
    QCOMPARE(at(2, Content).toString(), u"a remark"_s);
}

/// The log of a host names the server at most.
void TestMessageModel::describesTheOpening()
{
    m_log->feed(Event::ofKind(EventKind::Opening, {{u"program"_s, u"node"_s}, {u"arguments"_s, QJsonArray{u"a b"_s}}}));
    m_log->feed(Event::ofKind(EventKind::Opening, {{u"url"_s, u"http://localhost/mcp"_s}}));
    m_log->feed(Event::ofKind(EventKind::Opening, {{u"server"_s, u"weather"_s}}));
    m_log->feed(Event::ofKind(EventKind::Opening));
    m_model->flush();
    QCOMPARE(m_model->rowCount(), 4);
    QCOMPARE(at(0, Content).toString(), u"node 'a b'"_s);
    QCOMPARE(at(1, Content).toString(), u"http://localhost/mcp"_s);
    QCOMPARE(at(2, Content).toString(), u"weather"_s);
    QCOMPARE(at(3, Content).toString(), QString());
}

void TestMessageModel::omitsStderrAndQueuedMessages()
{
    m_log->stderrLine("noise");
    const qsizetype call = m_log->call(1);
    m_model->flush();
    QCOMPARE(m_model->rowCount(), 1);
    QCOMPARE(m_model->sourceOf(0), call);
    QCOMPARE(m_model->rowOf(0), -1);
}

void TestMessageModel::idOfAnotherTypeMatchesNoRequest()
{
    m_log->call(12);
    m_log->toServer("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"12\"}}");
    m_log->cancel(12, "really");
    QTRY_COMPARE_WITH_TIMEOUT(m_model->rowCount(), 3, 10000);
    QCOMPARE(at(0, Id).toString(), u"12"_s);
    QCOMPARE(at(1, Id).toString(), u"\"12\""_s);
    QCOMPARE(at(1, 0, LogRowRole).toInt(), -1);
    QCOMPARE(at(2, Id).toString(), u"12"_s);
    QCOMPARE(at(2, 0, LogRowRole).toInt(), 0);
}

void TestMessageModel::greysLateMessages()
{
    m_log->call(1);
    m_log->progress(1, 1, 3);
    m_log->cancel(1, "enough");
    m_log->progress(1, 2, 3);
    m_log->answer(1);
    m_model->flush();
    QCOMPARE(m_model->rowCount(), 5);
    for (int row = 0; row < 5; ++row)
        QCOMPARE(at(row, Kind, LateRole).toBool(), row >= 3);
    QCOMPARE(at(3, Kind).toString(), u"late notification"_s);
    QCOMPARE(at(4, Kind).toString(), u"late result"_s);
}

void TestMessageModel::describesInvalidJson()
{
    m_log->fromServer("{\"a\" 1}");
    m_log->fromServer(QByteArray("tea \xff\x01 pot"));
    m_model->flush();
    QCOMPARE(at(0, Kind).toString(), u"not JSON"_s);
    QVERIFY2(at(0, Content).toString().startsWith(u"line 1, column "_s), qPrintable(at(0, Content).toString()));
    QVERIFY(at(0, Content).toString().contains(uR"({"a" 1})"_s));
    QVERIFY2(at(1, Content).toString().contains(u"tea \\xff\u2401 pot"_s), qPrintable(at(1, Content).toString()));
}

void TestMessageModel::doesNotReadHugeMessages()
{
    m_log->call(1);
    m_log->fromServer(R"({"jsonrpc":"2.0","id":1,"result":{"t":")" + QByteArray(2 << 20, 'x') + R"("}})");
    m_model->flush();
    QCOMPARE(at(1, Content).toString(), u"2.10 MB; select the row to read it"_s);
    QCOMPARE(at(1, Id).toString(), u"1"_s);
    QCOMPARE(at(1, Method).toString(), u"tools/call"_s);
}

void TestMessageModel::findsTheExchangeOfHugeEvents_data()
{
    QTest::addColumn<QByteArray>("bytes");
    const QByteArray text(2 << 20, 'x');
    QTest::newRow("a message") << R"({"jsonrpc":"2.0","method":")" + text + R"("})";
    QTest::newRow("text that is not JSON") << text + "\n";
    QTest::newRow("bytes that are not UTF-8") << text + "\xff";
}

/// The capture writes these three in different forms.
void TestMessageModel::findsTheExchangeOfHugeEvents()
{
    QFETCH(const QByteArray, bytes);
    JsonChecker checker;
    Event event = Event::ofBytes(bytes, Direction::ServerToClient, checker);
    event.details.insert(u"exchange"_s, 7);
    const qsizetype index = m_log->feed(event);
    QCOMPARE(HttpExchanges::exchangeOf(*m_log->capture, index), 7);
}

void TestMessageModel::filtersText()
{
    for (int id = 0; id < 20; ++id)
        m_log->call(id, id == 13 ? "needle" : "hay");
    m_model->setFilter(FilterPredicate(std::get<Filter>(Filter::parse(u"NEEDLE"_s)), *m_log->capture, *m_log->log));
    m_model->flush();
    QCOMPARE(m_model->rowCount(), 1);
    QCOMPARE(m_model->sourceOf(0), 13);
    m_log->call(20, "another needle");
    m_model->flush();
    QCOMPARE(m_model->rowCount(), 2);
    m_model->setFilter({});
    QCOMPARE(m_model->rowCount(), 21);
}

void TestMessageModel::manyMessagesAreSentAtOnce()
{
    m_log->call(1);
    for (int i = 0; i < 5000; ++i)
        m_log->fromServer(
            R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":)" +
            QByteArray::number(i) + "}}");
    m_log->call(2);
    m_model->setFilter(FilterPredicate(std::get<Filter>(Filter::parse(u"state:open"_s)), *m_log->capture, *m_log->log));
    m_model->flush();
    const int open = m_model->rowCount();
    QVERIFY(open >= 2);
    const QSignalSpy removals(m_model.get(), &QAbstractItemModel::rowsRemoved);
    const QSignalSpy refiltered(m_model.get(), &GrowingTableModel::refiltered);
    m_log->answer(1);
    QTRY_COMPARE_WITH_TIMEOUT(m_model->rowCount(), 1, 5000);
    QCOMPARE(m_model->sourceOf(0), 5001);
    QCOMPARE(refiltered.size(), open > 500 ? 1 : 0);
    QCOMPARE(removals.isEmpty(), open > 500);
}

void TestMessageModel::aFloodIsOneInsert()
{
    QSignalSpy inserted(m_model.get(), &QAbstractItemModel::rowsInserted);
    QSignalSpy changed(m_model.get(), &QAbstractItemModel::dataChanged);
    for (int i = 0; i < 100'000; ++i)
        m_log->fromServer(R"({"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}})");
    QCOMPARE(inserted.count(), 0);
    m_model->flush();
    QCOMPARE(inserted.count(), 1);
    QCOMPARE(changed.count(), 0);
    QCOMPARE(m_model->rowCount(), 100'000);
}

void TestMessageModel::stderrLines()
{
    StderrModel model;
    model.setSource(m_log->capture.get());
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    m_log->call(1);
    m_log->stderrLine("first");
    m_log->stderrLine("se\tcond");
    QTRY_COMPARE_WITH_TIMEOUT(model.rowCount(), 2, 10000);
    QCOMPARE(model.index(0, StderrModel::Text).data().toString(), u"first"_s);
    QCOMPARE(model.index(1, StderrModel::Text).data().toString(), u"se cond"_s);
    QCOMPARE(model.index(1, StderrModel::Text).data(StderrModel::IndexRole).toInt(), 2);
    model.setSource(nullptr);
    QCOMPARE(model.rowCount(), 0);
}

QTEST_GUILESS_MAIN(TestMessageModel)
#include "tst_messagemodel.moc"
