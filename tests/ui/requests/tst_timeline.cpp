// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/capture.h"
#include "core/capture/requestlog.h"
#include "support/exchanges.h"
#include "ui/models/requests/timelineextent.h"
#include "ui/models/requests/timelinescale.h"
#include "ui/views/filter/filterbar.h"
#include "ui/views/filter/filterline.h"
#include "ui/views/style/theme.h"
#include "ui/views/timeline/timelineview.h"
#include "ui/windowfixture.h"

#include <QAbstractButton>
#include <QRandomGenerator>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableView>
#include <QTest>

#include <map>

using namespace Qt::StringLiterals;
using namespace Pullcord;

namespace {

constexpr qint64 Second = 1'000'000'000;

} // namespace

class TestTimeline : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void foldsLongGapsOnly();
    void manyFoldsAreCheap();
    void placesAndTimesAreInverse_data();
    void placesAndTimesAreInverse();
    void extentGrows();
    void selectsLikeTheTable();
    void nestsWhatBelongsTogether();
    void foldedPartsAreStrokes();
    void aCallIsABarToItsEnd();
    void aCallThatWaitedIsABarToItsEnd();
    void resultsWithQuestionsAreNotTheEnd_data();
    void resultsWithQuestionsAreNotTheEnd();
    void zoomsPansAndFits();
    void foldsIdleTime_data();
    void foldsIdleTime();
    void foldShowsItsDuration();
    void subscriptionIsIdle();
    void subscriptionExtendsBeyondTheRange();
    void aDragFiltersBothTables();
    void selectedRequestIsScrolledIntoView();
    void marksCancellationAndLateResponse();
    void continuesWhileRequestsAreOpen();

private:
    TimelineView *openTimeline();
    /// Opens a capture of `count` requests of one second, which start a minute apart.
    void openMinutes(int count);
    /// Returns the ends of the bar of a request.
    [[nodiscard]] std::pair<double, double> bar(const TimelineView &view, qsizetype logRow) const;
    [[nodiscard]] bool isInSight(const TimelineView &view, qsizetype logRow) const;
    /// Returns the number of pixels of this color.
    [[nodiscard]] static int count(TimelineView &view, const QColor &color);

    std::unique_ptr<WindowFixture> m_fixture;
};

void TestTimeline::init()
{
    WindowFixture::failOnWarnings();
    m_fixture = std::make_unique<WindowFixture>();
}

void TestTimeline::cleanup()
{
    m_fixture.reset();
}

TimelineView *TestTimeline::openTimeline()
{
    m_fixture->find<QTabWidget>(u"lowerTabs"_s)->setCurrentWidget(m_fixture->find<QWidget>(u"timelinePanel"_s));
    return m_fixture->find<TimelineView>(u"timelineView"_s);
}

int TestTimeline::count(TimelineView &view, const QColor &color)
{
    const QImage image = view.grab().toImage();
    int found = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            found += image.pixelColor(x, y).rgb() == color.rgb() ? 1 : 0;
    }
    return found;
}

void TestTimeline::foldsLongGapsOnly()
{
    // Busy from 0 to 2 s (two spans overlap), then from 100 s; a gap of 10 ms stays.
    const TimelineScale scale = TimelineScale::folded({{100 * Second, 101 * Second},
                                                       {Second, 2 * Second},
                                                       {0, Second + Second / 2},
                                                       {2 * Second + 10'000'000, 3 * Second}},
                                                      101 * Second);
    QCOMPARE(scale.gaps().size(), size_t(1));
    QCOMPARE(scale.gaps().front().begin, 3 * Second);
    QCOMPARE(scale.gaps().front().end, 100 * Second);
    QVERIFY(scale.length() > 4 * Second);
    QVERIFY(scale.length() < 5 * Second);
    QCOMPARE(TimelineScale(101 * Second).length(), 101 * Second);
    QVERIFY(TimelineScale::folded({}, 0).gaps().empty());
}

void TestTimeline::manyFoldsAreCheap()
{
    std::vector<TimelineScale::Span> busy;
    for (qint64 i = 0; i < 20'000; ++i)
        busy.push_back({i * 3600 * Second, i * 3600 * Second + 1'000'000});
    const TimelineScale scale = TimelineScale::folded(std::move(busy), 20'000 * 3600 * Second);
    QCOMPARE(scale.gaps().size(), size_t(20'000));
    qint64 before = -1;
    for (qint64 i = 0; i < 200'000; ++i) { // linear search would take 4e9 steps
        const qint64 place = scale.toLine(i * 360 * Second);
        QVERIFY(place > before);
        before = place;
    }
    // The cost of painting does not depend on the length of a fold.
    QVERIFY(m_fixture->connectToDemo());
    TimelineView *view = openTimeline();
    view->setFoldsGaps(true);
    QVERIFY(view->grab().width() > 0);
}

void TestTimeline::placesAndTimesAreInverse_data()
{
    QTest::addColumn<qint64>("time");
    QTest::newRow("begin") << qint64(0);
    QTest::newRow("before the gap") << Second / 3;
    QTest::newRow("its begin") << Second;
    QTest::newRow("in it") << 40 * Second;
    QTest::newRow("its end") << 90 * Second;
    QTest::newRow("between") << 90 * Second + 5;
    QTest::newRow("in the second") << 500 * Second;
    QTest::newRow("behind the end") << 2000 * Second;
}

void TestTimeline::placesAndTimesAreInverse()
{
    QFETCH(qint64, time);
    const TimelineScale scale =
        TimelineScale::folded({{0, Second}, {90 * Second, 91 * Second}, {999 * Second, 1000 * Second}}, 1000 * Second);
    QCOMPARE(scale.gaps().size(), size_t(2));
    const qint64 error = scale.toTime(scale.toLine(time)) - time;
    QVERIFY2(qAbs(error) < 20'000, qPrintable(QString::number(error))); // limited by the resolution of a folded gap
}

/// The incremental extent equals that computed from all requests.
void TestTimeline::extentGrows()
{
    auto capture = Capture::createTemporary({});
    QVERIFY(capture);
    RequestLog log(**capture);
    TimelineExtent extent;
    extent.setLog(&log);
    JsonChecker checker;
    QRandomGenerator random(7);
    const auto feed = [&](qint64 time, int id, bool isAnswer) {
        const QByteArray number = QByteArray::number(id);
        Event event = isAnswer ? Event::ofBytes(R"({"jsonrpc":"2.0","result":{},"id":)" + number + '}',
                                                Direction::ServerToClient, checker)
                               : Event::ofBytes(R"({"jsonrpc":"2.0","method":"ping","id":)" + number + '}',
                                                Direction::ClientToServer, checker);
        event.time = time;
        log.feed(event, Capture::NotRecorded);
    };
    std::map<qint64, int> answers; // by time
    qint64 time = 0;
    for (int id = 1; id <= 400; ++id) {
        time += id % 20 == 0 ? 10 * Second : random.bounded(50) * Second / 1000;
        while (!answers.empty() && answers.begin()->first <= time) {
            feed(answers.begin()->first, answers.begin()->second, true);
            answers.erase(answers.begin());
        }
        feed(time, id, false);
        answers[time + 1 + random.bounded(3000) * Second / 1000] = id;
        if (id % 7 != 0)
            continue;
        std::vector<TimelineScale::Span> all;
        for (qsizetype row = 0; row < log.count(); ++row)
            all.push_back({log.record(row).start, log.record(row).isOpen() ? time : log.record(row).end});
        const TimelineScale whole = TimelineScale::folded(std::move(all), time);
        const TimelineScale grown = extent.scale(time, true);
        QCOMPARE(extent.scale(time, false).length(), time);
        QCOMPARE(grown.gaps().size(), whole.gaps().size());
        for (size_t i = 0; i < whole.gaps().size(); ++i) {
            QCOMPARE(grown.gaps()[i].begin, whole.gaps()[i].begin);
            QCOMPARE(grown.gaps()[i].end, whole.gaps()[i].end);
        }
    }
    extent.setLog(nullptr);
    QVERIFY(extent.scale(time, true).length() < Second);
}

void TestTimeline::nestsWhatBelongsTogether()
{
    QVERIFY(m_fixture->connectToDemo({u"--legacy-only"_s}));
    QVERIFY(m_fixture->waitForLists());
    TimelineView *view = openTimeline();
    const qsizetype call = m_fixture->call(u"ask_elicitation"_s, R"({"ms": 300})");
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->log().count(), call + 2, 5000); // it sends a question
    m_fixture->select(call + 1);
    QCOMPARE(view->currentLogRow(), call + 1);
    QVERIFY2(view->accessibleDescription().contains(u"belongs to the one above"_s),
             qPrintable(view->accessibleDescription()));
    view->setFocus();
    QTest::keyClick(view, Qt::Key_Up);
    QCOMPARE(view->currentLogRow(), call);
    QVERIFY(view->accessibleDescription().contains(u"unfolded"_s));
    // Folding here also folds in the table, and vice versa.
    auto *table = m_fixture->find<QTableView>(u"requestTable"_s);
    const int rows = table->model()->rowCount();
    QTest::keyClick(view, Qt::Key_Space);
    QCOMPARE(table->model()->rowCount(), rows - 1);
    QTest::keyClick(view, Qt::Key_Return);
    QCOMPARE(table->model()->rowCount(), rows);
    const QRect area = view->frame().area;
    const int head = area.top() + int(call) * view->frame().rowHeight - view->verticalScrollBar()->value();
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, {10, head + view->frame().rowHeight / 2});
    QCOMPARE(table->model()->rowCount(), rows - 1);
    table->setFocus();
    QTest::keyClick(table, Qt::Key_Right);
    QCOMPARE(table->model()->rowCount(), rows);
}

void TestTimeline::foldedPartsAreStrokes()
{
    constexpr int Polls = 30'000;
    QByteArray lines = headerLine();
    for (int id = 1; id <= Polls + 1; ++id) {
        const QByteArray number = QByteArray::number(id);
        lines += R"({"t":)" + number + R"(0000000,"d":"c2s","k":"message",)" +
                 (id > 1 ? QByteArray(R"("follows":"1",)") : QByteArray()) + R"("m":{"jsonrpc":"2.0","id":)" + number +
                 R"(,"method":")" + (id > 1 ? "tasks/get" : "tools/call") + "\"}}\n";
        lines += R"({"t":)" + number + R"(0000500,"d":"s2c","k":"message","m":{"jsonrpc":"2.0","id":)" + number +
                 ",\"result\":{}}}\n";
    }
    QFile file(m_fixture->file(u"polls.pullcord"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(lines), lines.size());
    file.close();
    m_fixture->window->openCapture(file.fileName());
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->log().count(), Polls + 1, 20'000);
    m_fixture->flush();
    QCOMPARE(m_fixture->find<QTableView>(u"requestTable"_s)->model()->rowCount(), 1);
    TimelineView *view = openTimeline();
    view->fit();
    const QColor done = lookOf(RequestState::Succeeded, false, Theme::of(view->palette())).color;
    QVERIFY(count(*view, done) > view->frame().area.width() / 2); // along the whole bar
}

/// The bar of a call continues between its legs, when nothing is on the wire.
void TestTimeline::aCallIsABarToItsEnd()
{
    QFile file(m_fixture->file(u"legs.pullcord"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(headerLine());
    const auto message = [&file](const QByteArray &time, const QByteArray &members, const QByteArray &body) {
        file.write("{\"t\":" + time + ",\"k\":\"message\"," + members + "\"m\":{\"jsonrpc\":\"2.0\"," + body + "}}\n");
    };
    message("1000000", "\"d\":\"c2s\",", "\"id\":1,\"method\":\"tools/call\"");
    message("1000500", "\"d\":\"s2c\",", "\"id\":1,\"result\":{}");
    message("999000000", "\"d\":\"c2s\",\"follows\":\"1\",", "\"id\":2,\"method\":\"tools/call\"");
    message("999000500", "\"d\":\"s2c\",", "\"id\":2,\"result\":{}");
    file.close();
    m_fixture->window->openCapture(file.fileName());
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->log().count(), 2, 5000);
    m_fixture->flush();
    TimelineView *view = openTimeline();
    view->fit();
    const QColor done = lookOf(RequestState::Succeeded, false, Theme::of(view->palette())).color;
    QVERIFY(count(*view, done) > view->frame().area.width()); // the lines above and below
}

/// The response had input requests, and the call was cancelled while waiting: the bar extends to the cancellation.
void TestTimeline::aCallThatWaitedIsABarToItsEnd()
{
    QFile file(m_fixture->file(u"waited.pullcord"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(headerLine() +
               R"({"t":1000000,"d":"c2s","k":"message","m":{"jsonrpc":"2.0","id":1,"method":"tools/call","params":)"
               R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}})"
               "\n"
               R"({"t":1000500,"d":"s2c","k":"message","m":{"jsonrpc":"2.0","id":1,"result":)"
               R"({"resultType":"input_required","requestState":"s"}}})"
               "\n"
               R"({"t":999000000,"d":"c2s","k":"cancel","id":"1","answered":true})"
               "\n");
    file.close();
    m_fixture->window->openCapture(file.fileName());
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->log().count(), 1, 5000);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->record(0).state, RequestState::Cancelled, 5000);
    m_fixture->flush();
    TimelineView *view = openTimeline();
    view->fit();
    const QColor cancelled = lookOf(RequestState::Cancelled, false, Theme::of(view->palette())).color;
    QVERIFY(count(*view, cancelled) > view->frame().area.width()); // the lines above and below
}

void TestTimeline::resultsWithQuestionsAreNotTheEnd_data()
{
    QTest::addColumn<QByteArray>("params");
    QTest::addColumn<QByteArray>("result");
    QTest::addColumn<bool>("isDone");
    QTest::newRow("done") << QByteArray("{}") << QByteArray("{}") << true;
    QTest::newRow("asked") << QByteArray("{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}}")
                           << QByteArray("{\"resultType\":\"input_required\",\"requestState\":\"s\"}") << false;
}

void TestTimeline::resultsWithQuestionsAreNotTheEnd()
{
    QFETCH(QByteArray, params);
    QFETCH(QByteArray, result);
    QFETCH(bool, isDone);
    QFile file(m_fixture->file(u"call.pullcord"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(headerLine() +
               R"({"t":1000,"d":"c2s","k":"message","m":{"jsonrpc":"2.0","id":1,"method":"tools/call","params":)" +
               params + "}}\n" + R"({"t":900000,"d":"s2c","k":"message","m":{"jsonrpc":"2.0","id":1,"result":)" +
               result + "}}\n");
    file.close();
    m_fixture->window->openCapture(file.fileName());
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->log().count(), 1, 5000);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->log().openCount(), 0, 5000);
    m_fixture->flush();
    TimelineView *view = openTimeline();
    view->fit();
    const QColor done = lookOf(RequestState::Succeeded, false, Theme::of(view->palette())).color;
    QCOMPARE(count(*view, done) > 0, isDone);
}

void TestTimeline::selectsLikeTheTable()
{
    QVERIFY(m_fixture->connectToDemo());
    const qsizetype row = m_fixture->call(u"echo"_s, R"({"text": "a"})");
    TimelineView *view = openTimeline();
    auto *table = m_fixture->find<QTableView>(u"requestTable"_s);
    m_fixture->flush();
    table->selectRow(int(row));
    QCOMPARE(view->currentLogRow(), row);
    view->setFocus();
    QTest::keyClick(view, Qt::Key_Up);
    QCOMPARE(view->currentLogRow(), row - 1);
    QCOMPARE(table->currentIndex().row(), int(row - 1));
    QTest::keyClick(view, Qt::Key_End);
    QCOMPARE(view->currentLogRow(), row);
    QTest::keyClick(view, Qt::Key_Home);
    QCOMPARE(table->currentIndex().row(), 0);
    QVERIFY(view->accessibleDescription().contains(QString::fromUtf8(m_fixture->record(0).method)));
    const QPoint second(4, view->frame().area.top() + view->frame().rowHeight + 3);
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, second);
    QCOMPARE(table->currentIndex().row(), 1);
}

void TestTimeline::zoomsPansAndFits()
{
    QVERIFY(m_fixture->connectToDemo());
    TimelineView *view = openTimeline();
    view->setFocus();
    auto *whole = m_fixture->find<QAbstractButton>(u"timelineWhole"_s);
    QVERIFY(whole->isChecked());
    const double fitted = view->frame().nsPerPixel;
    QTest::keyClick(view, Qt::Key_Plus);
    QTest::keyClick(view, Qt::Key_Plus);
    QVERIFY(view->frame().nsPerPixel < fitted / 2);
    QVERIFY(!whole->isChecked());
    const double origin = view->frame().origin;
    QVERIFY(origin > 0); // the center stays
    QTest::keyClick(view, Qt::Key_Right);
    QVERIFY(view->frame().origin > origin);
    QTest::keyClick(view, Qt::Key_Left);
    QTest::keyClick(view, Qt::Key_Left);
    QVERIFY(view->frame().origin < origin);
    view->horizontalScrollBar()->setValue(view->horizontalScrollBar()->maximum());
    QVERIFY(view->frame().origin > origin);
    QTest::keyClick(view, Qt::Key_0);
    QVERIFY(whole->isChecked());
    QCOMPARE(view->frame().origin, 0.0);
    for (int i = 0; i < 100; ++i)
        QTest::keyClick(view, Qt::Key_Plus);
    QVERIFY(view->frame().nsPerPixel >= 1000); // the limit
    QVERIFY(view->grab().width() > 0);
    for (int i = 0; i < 100; ++i)
        QTest::keyClick(view, Qt::Key_Minus);
    QVERIFY(view->isFitted());
}

void TestTimeline::foldsIdleTime_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<qsizetype>("open"); // requests that stay open
    QTest::newRow("legacy") << QStringList{u"--legacy-only"_s} << qsizetype(0);
    QTest::newRow("modern") << QStringList{} << qsizetype(1);
}

void TestTimeline::foldsIdleTime()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const qsizetype, open);
    QVERIFY(m_fixture->connectToDemo(arguments));
    QVERIFY(m_fixture->waitForLists());
    TimelineView *view = openTimeline();
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->log().openCount(), open, 5000);
    QElapsedTimer idle;
    idle.start();
    QTRY_VERIFY_WITH_TIMEOUT(idle.elapsed() > 1500, 5000);
    const qsizetype row = m_fixture->call(u"echo"_s, R"({"text": "a"})");
    QTRY_VERIFY_WITH_TIMEOUT(!m_fixture->record(row).isOpen(), 5000);
    view->fit();
    const qint64 length = view->frame().scale.length();
    QTest::keyClick(m_fixture->find<QAbstractButton>(u"timelineFold"_s), Qt::Key_Space);
    QVERIFY(view->foldsGaps());
    QVERIFY(!view->frame().scale.gaps().empty());
    QVERIFY(view->frame().scale.length() < length - Second);
}

/// The fold is shown while the request is open and after its end. Only the middle is folded, because there is
/// activity at its start and end.
void TestTimeline::foldShowsItsDuration()
{
    openMinutes(3);
    TimelineView *view = openTimeline();
    view->setFoldsGaps(true);
    view->fit();
    const TimelineFrame &frame = view->frame();
    QVERIFY(frame.scale.gaps().size() >= 2);
    const TimelineScale::Span gap = frame.scale.gaps().back();
    const QRect fold(QPoint(qCeil(frame.x(gap.begin)), frame.area.top()),
                     QPoint(qFloor(frame.x(gap.end)), frame.area.bottom() - 1));
    const QImage image = view->viewport()->grab(fold).toImage();
    const QRgb letters = Theme::of(view->palette()).dim.rgb();
    int found = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            found += image.pixel(x, y) == letters ? 1 : 0;
    }
    QVERIFY2(found > 0, qPrintable(u"%1x%2"_s.arg(fold.width()).arg(fold.height())));
}

void TestTimeline::subscriptionIsIdle()
{
    auto capture = Capture::createTemporary({});
    QVERIFY(capture);
    RequestLog log(**capture);
    TimelineExtent extent;
    extent.setLog(&log);
    JsonChecker checker;
    const auto feed = [&](qint64 time, const QByteArray &json, Direction direction) {
        Event event = Event::ofBytes(json, direction, checker);
        event.time = time;
        log.feed(event, Capture::NotRecorded);
    };
    const auto starts = [&] {
        QList<qint64> found;
        const TimelineScale scale = extent.scale(200 * Second, true);
        for (const TimelineScale::Span &gap : scale.gaps())
            found << gap.begin / Second;
        return found;
    };
    feed(Second, R"({"jsonrpc":"2.0","method":"subscriptions/listen","id":1})", Direction::ClientToServer);
    feed(100 * Second, R"({"jsonrpc":"2.0","method":"tools/call","id":2})", Direction::ClientToServer);
    feed(101 * Second, R"({"jsonrpc":"2.0","result":{},"id":2})", Direction::ServerToClient);
    QCOMPARE(starts(), QList<qint64>({0, 1, 101}));
    QCOMPARE(extent.scale(200 * Second, false).length(), 200 * Second);
    QCOMPARE(extent.endOfWork(200 * Second), 101 * Second);
    feed(150 * Second, R"({"jsonrpc":"2.0","result":{},"id":1})", Direction::ServerToClient);
    QCOMPARE(starts(), QList<qint64>({0, 1, 101}));
    QCOMPARE(extent.scale(200 * Second, false).length(), 150 * Second);
    QCOMPARE(extent.endOfWork(200 * Second), 101 * Second);
    feed(160 * Second, R"({"jsonrpc":"2.0","method":"tools/call","id":3})", Direction::ClientToServer);
    QCOMPARE(extent.scale(200 * Second, false).length(), 200 * Second);
    QCOMPARE(extent.endOfWork(200 * Second), 200 * Second);
}

void TestTimeline::subscriptionExtendsBeyondTheRange()
{
    QVERIFY(m_fixture->connectToDemo());
    QVERIFY(m_fixture->waitForLists());
    const TimelineView *view = openTimeline();
    const auto seen = [view] { return view->frame().nsPerPixel * view->frame().area.width(); };
    QTRY_VERIFY_WITH_TIMEOUT(double(view->frame().scale.length()) > 2 * seen(), 20'000);
    QVERIFY(view->isFitted());
    QVERIFY(view->horizontalScrollBar()->maximum() > 0);
}

void TestTimeline::aDragFiltersBothTables()
{
    QVERIFY(m_fixture->connectToDemo());
    const qsizetype slow = m_fixture->call(u"slow"_s, R"({"ms": 600000})");
    TimelineView *view = openTimeline();
    QTRY_VERIFY_WITH_TIMEOUT(view->frame().scale.length() > m_fixture->record(slow).start + Second / 2, 5000);
    view->fit();
    const int y = view->frame().area.center().y();
    const QPoint from(view->frame().area.left() + 20, y);
    const QPoint to(view->frame().area.left() + 120, y);
    const QSignalSpy chosen(view, &TimelineView::rangeChosen);
    const auto drag = [&](const QPoint &a, const QPoint &b) {
        QTest::mousePress(view->viewport(), Qt::LeftButton, {}, a);
        QTest::mouseMove(view->viewport(), (a + b) / 2);
        QMouseEvent move(QEvent::MouseMove, b, view->viewport()->mapToGlobal(b), Qt::NoButton, Qt::LeftButton, {});
        QCoreApplication::sendEvent(view->viewport(), &move);
        QTest::mouseRelease(view->viewport(), Qt::LeftButton, {}, b);
    };
    drag(to, from); // backwards
    QCOMPARE(chosen.size(), 1);
    QVERIFY(chosen.at(0).at(0).toLongLong() < chosen.at(0).at(1).toLongLong());
    QVERIFY(view->range()); // visible as long as the filter has it
    for (const QString &name : {u"requestFilter"_s, u"messageFilter"_s}) {
        const auto *line = m_fixture->find<FilterLine>(name);
        QVERIFY2(line->problem().isEmpty(), qPrintable(line->problem()));
        QVERIFY2(line->filter().text().startsWith(u"during>="_s), qPrintable(line->filter().text()));
    }
    const QString first = m_fixture->find<FilterLine>(u"requestFilter"_s)->text();
    drag(from + QPoint(30, 0), to);
    auto *requests = m_fixture->find<FilterLine>(u"requestFilter"_s);
    auto *messages = m_fixture->find<FilterLine>(u"messageFilter"_s);
    const QString second = requests->text();
    QVERIFY(first != second);
    QCOMPARE(view->range()->first, chosen.at(1).at(0).toLongLong());
    QCOMPARE(view->range()->second, chosen.at(1).at(1).toLongLong());
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, from); // clears it
    QCOMPARE(chosen.size(), 2);
    QVERIFY(view->range());
    QCOMPARE(second.count(u"during>="_s), 1); // replaces the first
    // Requests in flight at that time match, even if they began before; requests that had ended do not.
    const QPoint end(int(view->frame().x(m_fixture->record(slow).start + Second / 2)), y);
    drag(end - QPoint(20, 0), end);
    m_fixture->flush();
    m_fixture->select(slow);
    QCOMPARE(m_fixture->selected(), slow);
    QVERIFY(chosen.at(2).at(0).toLongLong() > m_fixture->record(slow).start);
    QVERIFY(m_fixture->requests()->rowCount() < m_fixture->log().count());

    // Removing it from one filter removes it from the other, and nothing else.
    messages->setText(u"dir:out "_s + messages->text());
    messages->apply();
    requests->setText({}); // as by its clear button
    requests->apply();
    QCOMPARE(messages->text(), u"dir:out"_s);
    QCOMPARE(messages->filter().text(), u"dir:out"_s);
    QVERIFY(!view->range());
    drag(to, from);
    QVERIFY(view->range());
    QVERIFY(requests->text() == second || !requests->text().isEmpty());
    messages->setText(u"dir:out"_s);
    messages->apply();
    QCOMPARE(requests->text(), QString());
}

void TestTimeline::openMinutes(int count)
{
    QByteArray lines = headerLine();
    for (int id = 1; id <= count; ++id) {
        const QByteArray number = QByteArray::number(id);
        const auto at = [&](qint64 time) { return "{\"t\":" + QByteArray::number(id * 60 * Second + time); };
        lines += at(0) + ",\"d\":\"c2s\",\"k\":\"message\",\"m\":{\"jsonrpc\":\"2.0\",\"id\":" + number +
                 ",\"method\":\"ping\"}}\n";
        lines += at(Second) + ",\"d\":\"s2c\",\"k\":\"message\",\"m\":{\"jsonrpc\":\"2.0\",\"id\":" + number +
                 ",\"result\":{}}}\n";
    }
    QFile file(m_fixture->file(u"minutes.pullcord"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(lines), lines.size());
    file.close();
    m_fixture->window->openCapture(file.fileName());
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->log().count(), count, 5000);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->log().openCount(), 0, 5000);
    m_fixture->flush();
}

std::pair<double, double> TestTimeline::bar(const TimelineView &view, qsizetype logRow) const
{
    const RequestRecord record = m_fixture->record(logRow);
    return {view.frame().x(record.start), view.frame().x(record.end)};
}

bool TestTimeline::isInSight(const TimelineView &view, qsizetype logRow) const
{
    const auto [left, right] = bar(view, logRow);
    return right >= view.frame().area.left() && left <= view.frame().area.right();
}

void TestTimeline::selectedRequestIsScrolledIntoView()
{
    openMinutes(50);
    TimelineView *view = openTimeline();
    view->fit();
    view->setFocus();
    QTest::keyClick(view, Qt::Key_Home);
    for (int i = 0; i < 8; ++i) {
        QTest::keyClick(view, Qt::Key_Plus);
        QVERIFY(isInSight(*view, 0)); // zooming in shows the current row
    }
    QVERIFY(!isInSight(*view, 1));
    QTest::keyClick(view, Qt::Key_Down);
    QVERIFY(isInSight(*view, 1));
    QTest::keyClick(view, Qt::Key_End);
    QVERIFY(isInSight(*view, 49));
    const double origin = view->frame().origin;
    QTest::keyClick(view, Qt::Key_Plus);
    QTest::keyClick(view, Qt::Key_Minus);
    QVERIFY(qAbs(view->frame().origin - origin) < view->frame().nsPerPixel);
    QTest::keyClick(view, Qt::Key_Left);
    QVERIFY(view->frame().origin < origin); // scrolling away is possible
    view->verticalScrollBar()->setValue(0);
    const QPoint first(view->frame().area.left() - 8, view->frame().area.top() + 3);
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, first); // its name
    QVERIFY(isInSight(*view, 0));
    m_fixture->select(30); // in the table
    QVERIFY(isInSight(*view, 30));
    // A press on the picture moves nothing, because it may start a drag.
    view->verticalScrollBar()->setValue(0);
    const double held = view->frame().origin;
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, first + QPoint(20, 0));
    QCOMPARE(view->currentLogRow(), 0);
    QVERIFY(!isInSight(*view, 0));
    QCOMPARE(view->frame().origin, held);
}

void TestTimeline::marksCancellationAndLateResponse()
{
    QVERIFY(m_fixture->connectToDemo());
    TimelineView *view = openTimeline();
    const QColor mark = Theme::of(view->palette()).warning;
    QCOMPARE(count(*view, mark), 0);
    const qsizetype row = m_fixture->call(u"late"_s, R"({"ms": 50, "from_cancel": true})");
    m_fixture->conversation().cancel(row, u"enough"_s);
    view->fit();
    const int cancelled = count(*view, mark);
    QVERIFY(cancelled > 0);
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->record(row).late.answered(), 5000);
    view->fit();
    QVERIFY(count(*view, mark) > cancelled); // the tail
}

void TestTimeline::continuesWhileRequestsAreOpen()
{
    QVERIFY(m_fixture->connectToDemo());
    TimelineView *view = openTimeline();
    m_fixture->call(u"slow"_s, R"({"ms": 60000})");
    const qint64 length = view->frame().scale.length();
    QTRY_VERIFY_WITH_TIMEOUT(view->frame().scale.length() > length + Second / 5, 5000);
}

QTEST_MAIN(TestTimeline)

#include "tst_timeline.moc"
