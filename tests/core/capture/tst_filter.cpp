// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "captureevents.h"
#include "core/capture/capture.h"
#include "core/capture/filter/filteredrows.h"
#include "core/capture/filter/filterpredicate.h"
#include "core/capture/requestlog.h"
#include "core/capture/statistics.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;
using namespace Pullcord::CaptureEvents;

using Rows = FilteredRows::Rows;

namespace {

Filter parsed(const QString &text)
{
    const auto result = Filter::parse(text);
    if (const auto *problem = std::get_if<Filter::Problem>(&result))
        qFatal("%s", qPrintable(problem->message));
    return std::get<Filter>(result);
}

} // namespace

class TestFilter : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void matcher_data();
    void matcher();
    void events_data();
    void events();
    void requests_data();
    void requests();
    void refusedAndLost();
    void durationOfOpenRequestsGrows();
    void during_data();
    void during();
    void reasonsOfTasks();
    void testsOnlyNewRows();
    void sliceBySlice();
    void followsChanges();

private:
    void happen(Event event);

    std::unique_ptr<Capture> m_capture;
    std::unique_ptr<RequestLog> m_log;
};

void TestFilter::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    m_log.reset();
    m_capture = *Capture::createTemporary({});
    m_log = std::make_unique<RequestLog>(*m_capture);
    happen(message(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"Slow","x":"needle"}})"));
    happen(fromServer(R"({"jsonrpc":"2.0","id":7,"method":"roots/list"})"));
    happen(
        message(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"Tired"}})"));
    happen(fromServer(R"({"jsonrpc":"2.0","id":1,"result":{"late":"Grüße"}})"));
    happen(message(R"({"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"not here"}})"));
    happen(ofKind(EventKind::Stderr, "a line of text"));
    happen(Event::ofKind(EventKind::Opening, {{u"program"_s, u"Server"_s}}));
    happen(message("{\n\"jsonrpc\":\"2.0\",\"id\":\"open\",\"method\":\"ping\"}"));
}

void TestFilter::happen(Event event)
{
    const qsizetype index = m_capture->append(event);
    event.time = m_capture->relative(event.time);
    m_log->feed(event, index);
}

void TestFilter::matcher_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QByteArray>("in");
    QTest::addColumn<bool>("found");
    const auto row = [](const char *name, const QString &text, const QByteArray &in, bool found) {
        QTest::newRow(name) << text << in << found;
    };
    row("nothing in nothing", u""_s, "", true);
    row("nothing", u""_s, "abc", true);
    row("in nothing", u"a"_s, "", false);
    row("too long", u"abcd"_s, "abc", false);
    row("whole", u"abc"_s, "abc", true);
    row("begin", u"ab"_s, "abc", true);
    row("end", u"bc"_s, "abc", true);
    row("one byte", u"c"_s, "abC", true);
    row("case of the text", u"ABC"_s, "xabcx", true);
    row("case of the bytes", u"abc"_s, "xABCx", true);
    row("not only letters fold", u"[{@"_s, "{[`", false);
    row("overlap", u"aab"_s, "aaaaab", true);
    row("almost", u"abab"_s, "abaabaaba", false);
    row("umlaut", u"grÜSSE"_s, "Viele Grüsse", true);
    row("umlaut missing", u"ü"_s, "u \xc3", false);
    row("bytes that are no text", u"x"_s, QByteArray("\xff\0x", 3), true);
    row("punctuation", u"\"id\":1"_s, R"({"ID":1})", true);
    row("long", QString(300, u'A') + u'b', QByteArray(1000, 'a') + 'B', true);
}

void TestFilter::matcher()
{
    QFETCH(QString, text);
    QFETCH(QByteArray, in);
    QFETCH(bool, found);
    const TextMatcher matcher(text);
    QCOMPARE(matcher.isIn(QByteArrayView(in)), found);
    QCOMPARE(matcher.isIn(QString::fromUtf8(in)), found);
    // The position of the text makes no difference.
    for (int before = 0; before < 40; ++before)
        QCOMPARE(matcher.isIn(QByteArrayView(QByteArray(before, '~') + in + QByteArray(before, '~'))),
                 found || text.isEmpty());
}

void TestFilter::events_data()
{
    QTest::addColumn<QString>("filter");
    QTest::addColumn<Rows>("rows");
    QTest::newRow("empty") << u""_s << Rows{0, 1, 2, 3, 4, 5, 6, 7};
    QTest::newRow("text") << u"\"NEEDLE\""_s << Rows{0};
    QTest::newRow("member of the file's line") << u"\"c2s\""_s << Rows{};
    QTest::newRow("umlaut") << u"\"grüSSe\""_s << Rows{};
    QTest::newRow("umlaut, there") << u"\"GRÜß\""_s << Rows{3};
    QTest::newRow("stderr") << u"\"LINE of\""_s << Rows{5};
    QTest::newRow("details") << u"\"server\""_s << Rows{6};
    QTest::newRow("two lines") << u"\"open\""_s << Rows{7};
    QTest::newRow("direction") << u"dir:in"_s << Rows{1, 3};
    QTest::newRow("late") << u"late"_s << Rows{3};
    QTest::newRow("all") << u"\"result\" dir:in late"_s << Rows{3};
    QTest::newRow("method of the answer too") << u"method:tools/*"_s << Rows{0, 3};
    QTest::newRow("a method of its own") << u"method:notifications/*"_s << Rows{2};
    QTest::newRow("method, exactly") << u"method=Tools/call"_s << Rows{};
    QTest::newRow("method, a pattern") << u"method~^ROOTS"_s << Rows{1, 4};
    QTest::newRow("another method") << u"kind:request method!=tools/call"_s << Rows{1, 7};
    QTest::newRow("id") << u"id:1"_s << Rows{0, 2, 3};
    QTest::newRow("id, a string") << u"id:open"_s << Rows{7};
    QTest::newRow("state of its request") << u"state:cancelled"_s << Rows{0, 2, 3};
    QTest::newRow("kinds") << u"kind:notification or kind:error or kind:stderr"_s << Rows{2, 4, 5};
    QTest::newRow("events") << u"kind:event"_s << Rows{5, 6};
    QTest::newRow("pointer") << u"/params/name = \"Slow\""_s << Rows{0};
    QTest::newRow("pointer, another value") << u"/params/name = slow"_s << Rows{};
    QTest::newRow("pointer, in whichever case") << u"/params/name:s*w"_s << Rows{0};
    QTest::newRow("pointer that is there") << u"/params"_s << Rows{0, 2};
    QTest::newRow("pointer to a number") << u"/error/code < -32600"_s << Rows{4};
    QTest::newRow("pointer to an id that is no string") << u"/id = \"1\""_s << Rows{};
    QTest::newRow("pointer to an id") << u"/id = 1"_s << Rows{0, 3};
    QTest::newRow("size") << u"size>75"_s << Rows{0, 2};
    QTest::newRow("not") << u"not (dir:in or dir:out)"_s << Rows{5, 6};
    QTest::newRow("precedence") << u"kind:stderr or dir:in late"_s << Rows{3, 5};
    QTest::newRow("none") << u"\"result\" dir:out"_s << Rows{};
}

void TestFilter::events()
{
    QFETCH(QString, filter);
    QFETCH(Rows, rows);
    const FilterPredicate test(parsed(filter), *m_capture, *m_log);
    FilteredRows filtered([&](qsizetype index) { return test.passesEvent(index); });
    QVERIFY(!filtered.advance(m_capture->count()));
    QCOMPARE(filtered.rows(), rows);
    QCOMPARE(parsed(filter).isEmpty(), rows.size() == 8);
}

void TestFilter::requests_data()
{
    QTest::addColumn<QString>("filter");
    QTest::addColumn<Rows>("rows");
    QTest::newRow("empty") << u""_s << Rows{0, 1, 2};
    QTest::newRow("method") << u"\"ROOTS\""_s << Rows{1};
    QTest::newRow("name") << u"\"slow\""_s << Rows{0};
    QTest::newRow("id") << u"\"\\\"open\\\"\""_s << Rows{2};
    QTest::newRow("reason") << u"\"tired\""_s << Rows{0};
    QTest::newRow("error") << u"\"not here\""_s << Rows{1};
    QTest::newRow("bytes of the request") << u"\"needle\""_s << Rows{0};
    QTest::newRow("bytes of the late answer") << u"\"grü\""_s << Rows{0};
    QTest::newRow("bytes of the answer") << u"\"-32601\""_s << Rows{1};
    QTest::newRow("of no request") << u"\"a line\""_s << Rows{};
    QTest::newRow("direction") << u"dir:in"_s << Rows{1};
    QTest::newRow("its id") << u"id=1"_s << Rows{0};
    QTest::newRow("its id, not as a string") << u"id=\"1\""_s << Rows{};
    QTest::newRow("a string for an id") << u"id=\"open\""_s << Rows{2};
    QTest::newRow("reason, a pattern") << u"reason~\"^tir\""_s << Rows{0};
    QTest::newRow("another reason, or none") << u"reason!=Tired"_s << Rows{1, 2};
    QTest::newRow("error, whole") << u"error:\"not here\""_s << Rows{1};
    QTest::newRow("code") << u"code:-32601"_s << Rows{1};
    QTest::newRow("cancelled, whatever came") << u"cancelled"_s << Rows{0};
    QTest::newRow("open and ended") << u"state:open or state:ended"_s << Rows{0, 1, 2};
    QTest::newRow("pointer into the answer") << u"/error/message:not*"_s << Rows{1};
    QTest::newRow("pointer into no message") << u"not /params"_s << Rows{1, 2};
    QTest::newRow("connection") << u"connection:1"_s << Rows{};
    QTest::newRow("kinds of its messages") << u"kind:result or kind:error"_s << Rows{0, 1};
    QTest::newRow("states") << u"(state:failed or state:inflight)"_s << Rows{1, 2};
    QTest::newRow("late") << u"late"_s << Rows{0};
}

void TestFilter::requests()
{
    QFETCH(QString, filter);
    QFETCH(Rows, rows);
    const FilterPredicate test(parsed(filter), *m_capture, *m_log);
    FilteredRows filtered([&](qsizetype row) { return test.passesRequest(row); });
    QVERIFY(!filtered.advance(m_log->count()));
    QCOMPARE(filtered.rows(), rows);
}

/// A declined question is neither success nor failure. A lost request has the reason of the connection.
void TestFilter::refusedAndLost()
{
    happen(fromServer(R"({"jsonrpc":"2.0","id":8,"method":"sampling/createMessage"})"));
    happen(message(R"({"jsonrpc":"2.0","id":8,"error":{"code":-1,"message":"no"}})"));
    happen(fromServer(R"({"jsonrpc":"2.0","id":9,"method":"elicitation/create"})"));
    happen(message(R"({"jsonrpc":"2.0","id":9,"result":{"action":"cancel"}})"));
    happen(Event::ofKind(EventKind::Closed, {{u"reason"_s, u"crashed"_s}}));
    const auto rows = [this](const QString &filter) {
        const FilterPredicate test(parsed(filter), *m_capture, *m_log);
        FilteredRows filtered([&](qsizetype row) { return test.passesRequest(row); });
        filtered.advance(m_log->count());
        return filtered.rows();
    };
    QCOMPARE(rows(u"state:declined"_s), (Rows{3, 4}));
    QCOMPARE(rows(u"state:failed"_s), Rows{1});
    QCOMPARE(rows(u"state:succeeded"_s), Rows{});
    QCOMPARE(rows(u"state:lost reason:crash*"_s), Rows{2});
    const QList<Statistics::Group> groups = Statistics::of(*m_log, [](qsizetype row) { return row > 2; });
    QCOMPARE(groups.size(), 2);
    for (const Statistics::Group &group : groups)
        QCOMPARE(group.cancelled + 10 * group.failed + 100 * group.succeeded, 1);
}

void TestFilter::durationOfOpenRequestsGrows()
{
    qint64 now = 0;
    const FilterPredicate test(parsed(u"time>2s"_s), *m_capture, *m_log, [&now] { return now; });
    QVERIFY(test.changesWithTime());
    QVERIFY(!FilterPredicate(parsed(u"late"_s), *m_capture, *m_log).changesWithTime());
    now = m_log->record(2).start + 2'000'000'000;
    QVERIFY(!test.passesRequest(2));
    ++now;
    QVERIFY(test.passesRequest(2));
    QVERIFY(!test.passesRequest(0)); // it ended at once
}

void TestFilter::during_data()
{
    QTest::addColumn<QString>("filter");
    // 0: 1 s to 3 s; 1: 2 s to 6 s, cancelled at 4 s; 2: from 5 s; 3 and 4: a call, at 7 s and 9 s
    QTest::addColumn<Rows>("rows");
    QTest::newRow("before all") << u"during<1s"_s << Rows{};
    QTest::newRow("the first moment") << u"during<=1s"_s << Rows{0};
    QTest::newRow("began before, ended after") << u"during>=2500ms during<=2600ms"_s << Rows{0, 1};
    QTest::newRow("what came late is of it") << u"during>=5500ms during<=5600ms"_s << Rows{1, 2};
    QTest::newRow("the last moment") << u"during>=3s during<=4s"_s << Rows{0, 1};
    QTest::newRow("after its end") << u"during>3s during<=4s"_s << Rows{1};
    QTest::newRow("a moment") << u"during:2s"_s << Rows{0, 1};
    QTest::newRow("not then") << u"during!=2s"_s << Rows{2, 3, 4};
    QTest::newRow("between the legs of a call") << u"during>=8s during<=8500ms"_s << Rows{2, 3};
    QTest::newRow("the present") << u"during>=11s"_s << Rows{2};
    QTest::newRow("the future") << u"during>12s"_s << Rows{};
}

void TestFilter::during()
{
    QFETCH(QString, filter);
    QFETCH(Rows, rows);
    const auto capture = *Capture::createTemporary({});
    RequestLog log(*capture);
    const auto at = [&log](int second, Event event) {
        event.time = second * 1'000'000'000LL;
        log.feed(event, Capture::NotRecorded);
    };
    const auto call = [](const char *id) {
        return message(QByteArray(R"({"jsonrpc":"2.0","method":"tools/call","id":)") + id + '}');
    };
    const auto answer = [](const char *id) {
        return fromServer(QByteArray(R"({"jsonrpc":"2.0","result":{},"id":)") + id + '}');
    };
    at(1, call("1"));
    at(2, call("2"));
    at(3, answer("1"));
    at(4, message(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}})"));
    at(5, call("3"));
    at(6, answer("2"));
    at(7, call("4"));
    at(7, answer("4"));
    Event leg = call("5");
    leg.details.insert(u"follows"_s, u"4"_s);
    at(9, leg);
    at(10, answer("5"));
    const FilterPredicate test(parsed(filter), *m_capture, log, [] { return 12'000'000'000LL; });
    QVERIFY(test.changesWithTime());
    FilteredRows filtered([&](qsizetype row) { return test.passesRequest(row); });
    filtered.advance(log.count());
    QCOMPARE(filtered.rows(), rows);
}

/// The end of a task is not in the request log, so the filter asks for it.
void TestFilter::reasonsOfTasks()
{
    const auto passing = [this](const QString &filter) {
        const FilterPredicate test(parsed(filter), *m_capture, *m_log, {},
                                   [](qsizetype row) { return row == 2 ? u"Out of paper"_s : QString(); });
        FilteredRows filtered([&](qsizetype row) { return test.passesRequest(row); });
        filtered.advance(m_log->count());
        return filtered.rows();
    };
    using Found = FilteredRows::Rows;
    QCOMPARE(passing(u"reason~paper"_s), Found{2});
    QCOMPARE(passing(u"reason~\"^out\""_s), Found{2});
    QCOMPARE(passing(u"\"out of paper\""_s), Found{2});
    QCOMPARE(passing(u"reason:tired"_s), Found{0});
    QCOMPARE(passing(u"reason~\".*\""_s), (Found{0, 2})); // rows with a reason
}

void TestFilter::testsOnlyNewRows()
{
    Rows asked;
    FilteredRows filtered([&](qsizetype row) {
        asked.push_back(row);
        return row % 2 == 0;
    });
    QVERIFY(!filtered.advance(0));
    QVERIFY(!filtered.advance(3));
    QVERIFY(!filtered.advance(3));
    QVERIFY(!filtered.advance(5));
    QCOMPARE(asked, (Rows{0, 1, 2, 3, 4}));
    QCOMPARE(filtered.rows(), (Rows{0, 2, 4}));
    QCOMPARE(filtered.tested(), 5);
}

void TestFilter::sliceBySlice()
{
    FilteredRows filtered([](qsizetype row) { return row % 3 == 0; });
    QVERIFY(filtered.advance(10, 4));
    QCOMPARE(filtered.rows(), (Rows{0, 3}));
    QVERIFY(filtered.advance(10, 4));
    QVERIFY(!filtered.advance(10, 4));
    QCOMPARE(filtered.rows(), (Rows{0, 3, 6, 9}));
}

void TestFilter::followsChanges()
{
    using Kind = FilteredRows::Change::Kind;
    std::vector<bool> passes{true, false, true, false};
    FilteredRows filtered([&](qsizetype row) { return passes[size_t(row)]; });
    filtered.advance(3);
    QCOMPARE(filtered.rows(), (Rows{0, 2}));
    const auto again = [&](qsizetype row) {
        const FilteredRows::Change change = filtered.changeOf(row);
        filtered.apply(change);
        return change;
    };
    QCOMPARE(again(0).kind, Kind::None);
    QCOMPARE(again(1).kind, Kind::None);
    passes[1] = true;
    const FilteredRows::Change insertion = again(1);
    QCOMPARE(insertion.kind, Kind::Insertion);
    QCOMPARE(insertion.position, 1);
    QCOMPARE(filtered.rows(), (Rows{0, 1, 2}));
    passes[2] = false;
    const FilteredRows::Change removal = again(2);
    QCOMPARE(removal.kind, Kind::Removal);
    QCOMPARE(removal.position, 2);
    QCOMPARE(filtered.rows(), (Rows{0, 1}));
    passes[3] = true;
    QCOMPARE(again(3).kind, Kind::None); // not its turn yet
    filtered.advance(4);
    QCOMPARE(filtered.rows(), (Rows{0, 1, 3}));
}

QTEST_GUILESS_MAIN(TestFilter)

#include "tst_filter.moc"
