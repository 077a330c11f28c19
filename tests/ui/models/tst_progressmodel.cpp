// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/logfixture.h"

#include "core/json/jsonvalue.h"
#include "ui/models/messages/metafacts.h"
#include "ui/models/messages/resultcontent.h"
#include "ui/models/requests/progressmodel.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// Every progress notification of a request with its faults, and the contents of `_meta`.
class TestProgressModel : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void showsTheStepsOfOneRequest();
    void describesInvalidSteps_data();
    void describesInvalidSteps();
    void describesLateSteps();
    void showsUnknownTokensWhileOpen();
    void batches();
    void rates();
    void thousandsAreOneInsert();
    void metaBecomesFacts_data();
    void metaBecomesFacts();
    void metaIsFoundInAnyMessage();

private:
    void notify(const QByteArray &params)
    {
        m_log->fromServer(R"({"jsonrpc":"2.0","method":"notifications/progress","params":)" + params + '}');
    }
    void show(qsizetype row)
    {
        m_model->setSource(m_log->capture.get(), m_log->log.get(), row);
        m_model->flush();
    }
    [[nodiscard]] QStringList rows() const
    {
        m_model->flush();
        QStringList lines;
        for (int row = 0; row < m_model->rowCount(); ++row) {
            QStringList cells;
            for (const int column : {ProgressModel::Progress, ProgressModel::Message})
                cells << m_model->index(row, column).data().toString();
            const bool wrong = m_model->index(row, 0).data(ProgressModel::WrongRole).toBool();
            lines << cells.join(u'|') + (wrong ? u"!"_s : QString());
        }
        return lines;
    }

    std::unique_ptr<LogFixture> m_log;
    std::unique_ptr<ProgressModel> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

void TestProgressModel::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    m_tester.reset();
    m_model = std::make_unique<ProgressModel>();
    m_log = std::make_unique<LogFixture>();
    m_tester = std::make_unique<QAbstractItemModelTester>(m_model.get(),
                                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
}

void TestProgressModel::showsTheStepsOfOneRequest()
{
    m_log->call(1);
    m_log->call(2);
    m_log->progress(1, 1, 4);
    m_log->progress(2, 7, 9);
    notify(R"({"progressToken":1,"progress":2.50,"message":"half\nway"})");
    show(0);
    QCOMPARE(rows(), QStringList({u"1 of 4|"_s, u"2.50|half way"_s}));
    m_log->progress(1, 3, 4);
    QTRY_COMPARE_WITH_TIMEOUT(m_model->rowCount(), 3, 10000); // it is updated
    show(1);
    QCOMPARE(rows(), QStringList({u"7 of 9|"_s}));
    m_model->setSource(nullptr, nullptr, -1);
    QCOMPARE(m_model->rowCount(), 0);
}

void TestProgressModel::describesInvalidSteps_data()
{
    QTest::addColumn<QByteArrayList>("steps");
    QTest::addColumn<QString>("last");
    const QByteArray one = R"({"progressToken":1,"progress":1})";
    QTest::newRow("increases") << QByteArrayList{one, R"({"progressToken":1,"progress":1.001})"} << u"1.001|"_s;
    QTest::newRow("the same again") << QByteArrayList{one, one} << u"1|not increasing!"_s;
    QTest::newRow("falls") << QByteArrayList{one, R"({"progressToken":1,"progress":-1,"message":"back"})"}
                           << u"-1|not increasing · back!"_s;
    QTest::newRow("no number") << QByteArrayList{R"({"progressToken":1,"progress":"most"})"} << u"most|not a number!"_s;
    QTest::newRow("after one without a number")
        << QByteArrayList{one, R"({"progressToken":1})", R"({"progressToken":1,"progress":2})"} << u"2|"_s;
    QTest::newRow("token of another type")
        << QByteArrayList{one, R"({"progressToken":"1","progress":2})"} << u"2|unknown token \"1\"!"_s;
    QTest::newRow("no token") << QByteArrayList{R"({"progress":2})"} << u"2|without a token!"_s;
}

void TestProgressModel::describesInvalidSteps()
{
    QFETCH(QByteArrayList, steps);
    m_log->call(1);
    for (const QByteArray &step : steps)
        notify(step);
    show(0);
    QCOMPARE(m_model->rowCount(), int(steps.size()));
    QTEST(rows().constLast(), "last");
}

void TestProgressModel::describesLateSteps()
{
    m_log->call(1);
    m_log->progress(1, 1, 3);
    m_log->cancel(1, "enough");
    m_log->progress(1, 2, 3);
    m_log->call(2);
    m_log->answer(2);
    m_log->progress(2, 1, 3);
    show(0);
    QStringList lines = rows();
    QCOMPARE(lines.size(), 2);
    QCOMPARE(lines.first(), u"1 of 3|"_s);
    QVERIFY2(lines.last().startsWith(u"2 of 3|late +"_s) && lines.last().endsWith(u'!'), qPrintable(lines.last()));
    show(1);
    lines = rows();
    QCOMPARE(lines.size(), 1);
    QVERIFY2(lines.first().startsWith(u"1 of 3|late +"_s), qPrintable(lines.first()));
}

void TestProgressModel::showsUnknownTokensWhileOpen()
{
    notify(R"({"progressToken":99,"progress":0})"); // before the call
    m_log->call(1);
    notify(R"({"progressToken":99,"progress":1})");
    m_log->answer(1);
    notify(R"({"progressToken":99,"progress":2})"); // after the call
    show(0);
    QCOMPARE(rows(), QStringList({u"1|unknown token 99!"_s}));
}

/// A batch may hold progress of several requests, and of none: each request shows its own.
void TestProgressModel::batches()
{
    const auto batch = [this](const QByteArrayList &tokens) {
        QByteArrayList items;
        for (const QByteArray &token : tokens)
            items << R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":)" + token +
                         R"(,"progress":)" + QByteArray::number(items.size() + 1) + "}}";
        m_log->fromServer('[' + items.join(',') + ']');
    };
    m_log->call(1);
    m_log->call(2);
    batch({"1", "2"});
    batch({"2", "1", "99"});
    batch({"98", "97"});
    show(0);
    QCOMPARE(rows(), QStringList({u"1|"_s, u"2|"_s, u"2|unknown token 97!"_s}));
    show(1);
    QCOMPARE(rows(), QStringList({u"2|"_s, u"1|not increasing!"_s, u"2|unknown token 97!"_s}));
}

void TestProgressModel::rates()
{
    m_log->call(1);
    show(0);
    QVERIFY(!m_model->rate());
    JsonChecker checker;
    for (int second = 0; second < 40; ++second) { // first 1 per second, then 10
        const int value = second < 10 ? second : second * 10;
        Event event = Event::ofBytes(R"({"jsonrpc":"2.0","method":"notifications/progress","params":)"
                                     R"({"progressToken":1,"progress":)" +
                                         QByteArray::number(value) + "}}",
                                     Direction::ServerToClient, checker);
        event.time += qint64(second + 1) * 1'000'000'000;
        m_log->feed(event);
    }
    m_model->flush();
    QVERIFY(m_model->rate());
    QVERIFY2(qAbs(*m_model->rate() - 10) < 0.1, qPrintable(QString::number(*m_model->rate()))); // recent rate
    notify(R"({"progressToken":"of nobody","progress":1000000})");
    m_model->flush();
    QVERIFY(m_model->rate());
    QVERIFY2(qAbs(*m_model->rate() - 10) < 0.1, qPrintable(QString::number(*m_model->rate()))); // unchanged
    m_log->answer(1);
    QVERIFY2(qAbs(*m_model->rate() - 10) < 0.1, qPrintable(QString::number(*m_model->rate()))); // 390 in 39 s
}

void TestProgressModel::thousandsAreOneInsert()
{
    m_log->call(1);
    show(0);
    QSignalSpy inserted(m_model.get(), &QAbstractItemModel::rowsInserted);
    for (int i = 1; i <= 20'000; ++i)
        m_log->progress(1, i, 20'000);
    QCOMPARE(inserted.count(), 0);
    m_model->flush();
    QCOMPARE(inserted.count(), 1);
    QCOMPARE(m_model->rowCount(), 20'000);
    QCOMPARE(m_model->index(19'999, ProgressModel::Progress).data().toString(), u"20000 of 20000"_s);
}

void TestProgressModel::metaBecomesFacts_data()
{
    QTest::addColumn<QByteArray>("meta");
    QTest::addColumn<QString>("facts"); // one per line; ! if malformed
    const QString parent = u"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7"_s;
    QTest::newRow("none") << QByteArray("{}") << u""_s;
    QTest::newRow("token") << QByteArray(R"({"progressToken":"4"})") << u"progressToken: \"4\""_s;
    QTest::newRow("fractional token") << QByteArray(R"({"progressToken":1.5})")
                                      << u"progressToken: malformed, it is neither a string nor an integer: 1.5!"_s;
    QTest::newRow("trace") << (uR"({"traceparent":"%1-01"})"_s.arg(parent)).toUtf8()
                           << u"traceparent: trace 4bf92f3577b34da6a3ce929d0e0e4736, parent span 00f067aa0ba902b7, "
                              "sampled"_s;
    QTest::newRow("unsampled") << (uR"({"traceparent":"%1-00"})"_s.arg(parent)).toUtf8()
                               << u"traceparent: trace 4bf92f3577b34da6a3ce929d0e0e4736, parent span "
                                  "00f067aa0ba902b7, not sampled"_s;
    QTest::newRow("malformed trace") << QByteArray(R"({"traceparent":"00-1-2-01"})")
                                     << u"traceparent: malformed, it has 9 characters instead of 55: \"00-1-2-01\"!"_s;
    QTest::newRow("trace of another type")
        << QByteArray(R"({"traceparent":[1]})") << u"traceparent: malformed, it is not a string: [1]!"_s;
    QTest::newRow("state, baggage") << QByteArray(R"({"tracestate":"a=1,b=2","baggage":"user=J%20D;p"})")
                                    << u"tracestate: a=1, b=2\nbaggage: user=J D"_s;
    QTest::newRow("modern") << QByteArray(R"({"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
                                          R"("io.modelcontextprotocol/clientInfo":{"name":"p","version":"1"},)"
                                          R"("io.modelcontextprotocol/clientCapabilities":{"roots" : {}},)"
                                          R"("io.modelcontextprotocol/logLevel":"loud"})")
                            << u"protocolVersion: 2026-07-28\nclientInfo: p 1\nclientCapabilities: {\"roots\":{}}\n"
                               "logLevel: malformed, there is no such level: \"loud\"!"_s;
    QTest::newRow("task, own key")
        << QByteArray(R"({"io.modelcontextprotocol/related-task":{"taskId":"t1"},"com.x/y":[1, 2]})")
        << u"related-task: t1\ncom.x/y: [1,2]"_s;
    QTest::newRow("long") << R"({"baggage":")" + QByteArray("k=v,").repeated(1000) + "\"}"
                          << u"baggage: "_s + u"k=v, "_s.repeated(400) + u"…"_s;
    QTest::newRow("too much of it") << R"({"baggage":")" + QByteArray("k=v,").repeated(3000) + "\"}"
                                    << u"baggage: malformed, it has 12000 bytes, but at most 8192 are read: \""_s +
                                           u"k=v,"_s.repeated(74) + u"k=v…!"_s;
    QTest::newRow("no object") << QByteArray("7") << u"_meta: malformed, it is not an object: 7!"_s;
}

void TestProgressModel::metaBecomesFacts()
{
    QFETCH(QByteArray, meta);
    QStringList lines;
    const QList<MetaFact> facts = metaFacts(JsonValue(meta));
    for (const MetaFact &fact : facts)
        lines << u"%1: %2%3"_s.arg(fact.name, fact.text, fact.isMalformed ? u"!"_s : QString());
    QTEST(lines.join(u'\n'), "facts");
}

void TestProgressModel::metaIsFoundInAnyMessage()
{
    JsonChecker checker;
    RequestRecord record;
    record.direction = Direction::ClientToServer;
    record.id = RequestId::fromJson("2");
    const auto found = [&](const QByteArray &bytes) {
        const Event event = Event::ofBytes(bytes, Direction::ServerToClient, checker);
        return metaOf(event, messageOf(record, event)).raw().toByteArray();
    };
    QCOMPARE(found(R"({"jsonrpc":"2.0","id":1,"method":"m","params":{"_meta":{"a":1}}})"), R"({"a":1})");
    QCOMPARE(found(R"({"jsonrpc":"2.0","id":1,"result":{"_meta":{"a":2}}})"), R"({"a":2})");
    QCOMPARE(found(R"({"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"","data":{"_meta":{"a":3}}}})"),
             R"({"a":3})");
    QCOMPARE(found(R"({"jsonrpc":"2.0","id":1,"method":"m"})"), "");
    QCOMPARE(found("[1]"), "");
    QCOMPARE(found(R"([{"jsonrpc":"2.0","id":1,"result":{"_meta":1}},{"jsonrpc":"2.0","id":2,"method":"its own"},)"
                   R"({"jsonrpc":"2.0","id":2,"result":{"_meta":2}}])"),
             "2");
}

QTEST_GUILESS_MAIN(TestProgressModel)
#include "tst_progressmodel.moc"
