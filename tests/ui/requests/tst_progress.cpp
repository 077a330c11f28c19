// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/windowfixture.h"

#include "core/config/servertarget.h"
#include "core/json/jsonvalue.h"
#include "ui/actions.h"
#include "ui/models/requests/progressmodel.h"
#include "ui/models/untrustedtext.h"
#include "ui/panels/requestspanel.h"
#include "ui/views/requests/timeoutbutton.h"
#include "ui/views/tables/growingtableview.h"
#include "ui/views/widgets/peerlabel.h"

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QRegularExpression>
#include <QSpinBox>
#include <QTabWidget>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// Progress, `_meta` and timeouts of a request in the window, with the demo server.
class TestProgress : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_fixture.reset(); }
    void historyBarAndRate();
    void lateStepsAreMarkedAndLinked();
    void traceAndOtherMetaAreShown_data();
    void traceAndOtherMetaAreShown();
    void processesAfterTheCancelAreShown();
    void timeoutIsChosenWithKeys();
    void capEndsRequestsWithProgress();
    void fixedTimeoutEndsRequestsWithProgress();
    void timeoutsOfAServerApply();

private:
    static constexpr int Limit = 10'000;

    template<typename T>
    [[nodiscard]] T *find(const QString &name) const
    {
        return m_fixture->find<T>(name);
    }
    [[nodiscard]] GrowingTableView *table() const { return find<GrowingTableView>(u"progressTable"_s); }
    [[nodiscard]] QString meta() const { return find<PeerLabel>(u"metaFacts"_s)->text().remove(Texts::BreakPlace); }
    void showFacts() const { find<QTabWidget>(u"detailsTabs"_s)->setCurrentWidget(find<QWidget>(u"factsTab"_s)); }
    void select(qsizetype row) const { m_fixture->window->findChild<RequestsPanel *>()->select(row); }

    std::unique_ptr<WindowFixture> m_fixture;
};

void TestProgress::init()
{
    WindowFixture::failOnWarnings();
    m_fixture = std::make_unique<WindowFixture>();
}

void TestProgress::historyBarAndRate()
{
    QVERIFY(m_fixture->connectToDemo());
    showFacts();
    QVERIFY(!table()->isVisible());
    const qsizetype slow = m_fixture->call(u"slow"_s, R"({"ms": 60000, "steps": 600})");
    select(slow);
    QTRY_VERIFY_WITH_TIMEOUT(table()->isVisible() && table()->model()->rowCount() >= 4, Limit);
    const auto *bar = find<QProgressBar>(u"progressBar"_s);
    QVERIFY(bar->isVisible() && bar->maximum() > 0 && bar->value() > 0 && bar->value() < bar->maximum());
    const auto *rate = find<QLabel>(u"progressRate"_s);
    QVERIFY2(rate->text().contains(u" of 600 · "_s) && rate->text().contains(u" per second · about "_s),
             qPrintable(rate->text()));
    QVERIFY(find<PeerLabel>(u"progressMessage"_s)->text().startsWith(u"Step "_s));
    select(m_fixture->call(u"slow"_s, R"({"ms": 200, "steps": 20})"));
    QTRY_COMPARE_WITH_TIMEOUT(table()->model()->rowCount(), 20, Limit);
    QCOMPARE(table()->model()->index(0, ProgressModel::Message).data().toString(), u"Step 1 of 20"_s);
    QCOMPARE(table()->model()->index(19, ProgressModel::Progress).data().toString(), u"20 of 20"_s);
    QTRY_VERIFY2_WITH_TIMEOUT(rate->text().contains(u" per second overall"_s), qPrintable(rate->text()), Limit);
    QCOMPARE(bar->value(), bar->maximum());
    for (int i = 0; i < 20; ++i)
        QVERIFY(!table()->model()->index(i, 0).data(ProgressModel::WrongRole).toBool());
}

void TestProgress::lateStepsAreMarkedAndLinked()
{
    QVERIFY(m_fixture->connectToDemo());
    showFacts();
    const qsizetype row = m_fixture->call(u"progress_after_cancel"_s, R"({"ms": 20000, "count": 3, "interval": 20})");
    select(row);
    QTRY_COMPARE_WITH_TIMEOUT(table()->model()->rowCount(), 1, Limit);
    m_fixture->window->actions().cancel->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(table()->model()->rowCount(), 4, Limit);
    const QModelIndex last = table()->model()->index(3, ProgressModel::Message);
    QVERIFY2(last.data().toString().startsWith(u"late +"_s) && last.data().toString().endsWith(u" · Still working"_s),
             qPrintable(last.data().toString()));
    QVERIFY(last.data(ProgressModel::WrongRole).toBool());
    const qlonglong event = last.data(ProgressModel::IndexRole).toLongLong();
    table()->setFocus();
    table()->selectOnly(3);
    QTest::keyClick(table(), Qt::Key_Return);
    const auto *messages = find<GrowingTableView>(u"messageTable"_s);
    QTRY_COMPARE_WITH_TIMEOUT(messages->currentIndex().siblingAtColumn(0).data().toLongLong(), event + 1, Limit);
}

void TestProgress::processesAfterTheCancelAreShown()
{
    QVERIFY(m_fixture->connectToDemo());
    showFacts();
    const auto *graph = find<QWidget>(u"loadGraph"_s);
    const auto *text = find<PeerLabel>(u"loadText"_s);
    const qsizetype row = m_fixture->call(u"burn"_s, R"({"ms": 20000})");
    select(row);
    QTRY_VERIFY_WITH_TIMEOUT(text->isVisible() && text->text().contains(u"this request was not cancelled"_s), Limit);
    QVERIFY(!graph->isVisible());
    m_fixture->window->actions().cancel->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(graph->isVisible() && text->text().contains(u" of a core in the "_s), Limit);
    QVERIFY2(text->text().contains(u"processes at the end: 1, threads: "_s), qPrintable(text->text()));
    QVERIFY2(text->text().contains(u" · read "_s), qPrintable(text->text()));
    QTRY_VERIFY2_WITH_TIMEOUT(graph->accessibleDescription().count(u" after it: "_s) >= 4,
                              qPrintable(graph->accessibleDescription()), Limit);
    const auto secondsSeen = [&] {
        static const QRegularExpression seen(u"% of a core in the ([0-9.]+) s "_s);
        return seen.match(text->text()).captured(1).toDouble();
    };
    QTRY_VERIFY2_WITH_TIMEOUT(secondsSeen() >= 3, qPrintable(text->text()), Limit); // updated until then
    QVERIFY(!text->text().contains(u"<br>0"_s));                                    // it works
    // Not in the messages, and not for other requests.
    m_fixture->flush();
    QVERIFY(!WindowFixture::textOf(*m_fixture->messages()).join(u'\n').contains(u"processes"_s));
    select(m_fixture->call(u"echo"_s, R"({"text": "x"})"));
    QTRY_VERIFY_WITH_TIMEOUT(text->text().contains(u"this request was not cancelled"_s), Limit);
    QVERIFY(!graph->isVisible());
}

void TestProgress::traceAndOtherMetaAreShown_data()
{
    QTest::addColumn<QByteArray>("meta");
    QTest::addColumn<QStringList>("shown");
    QTest::newRow("trace") << QByteArray(R"({"traceparent":"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",)"
                                         R"("tracestate":"vendor=x"})")
                           << QStringList{u"trace 4bf92f3577b34da6a3ce929d0e0e4736, parent span 00f067aa0ba902b7, "
                                          "sampled"_s,
                                          u"tracestate: vendor=x"_s, u"protocolVersion: 2026-07-28"_s,
                                          u"clientInfo: pullcord 1"_s};
    QTest::newRow("malformed") << QByteArray(R"({"traceparent":"<b>00</b>"})")
                               << QStringList{u"<i>traceparent: malformed, it has 9 characters instead of 55: "
                                              "&quot;&lt;b&gt;00&lt;/b&gt;&quot;</i>"_s};
}

void TestProgress::traceAndOtherMetaAreShown()
{
    QFETCH(QByteArray, meta);
    QFETCH(QStringList, shown);
    QVERIFY(m_fixture->connectToDemo());
    showFacts();
    const qsizetype row = m_fixture->log().count();
    m_fixture->conversation()
        .call("tools/call", R"({"name":"echo","arguments":{"text":"hi"},"_meta":)" + meta + '}')
        ->start();
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->log().count() > row, Limit);
    m_fixture->flush();
    select(row);
    for (const QString &text : shown)
        QTRY_VERIFY2_WITH_TIMEOUT(this->meta().contains(text), qPrintable(this->meta()), Limit);
    QVERIFY(!table()->isVisible());
}

void TestProgress::timeoutIsChosenWithKeys()
{
    QVERIFY(m_fixture->connectToDemo());
    auto *button = find<TimeoutButton>(u"callTimeoutButton"_s);
    QCOMPARE(button->accessibleName(), u"Timeout: none"_s);
    button->setFocus();
    QTest::keyClick(button, Qt::Key_Space);
    auto *limit = find<QSpinBox>(u"callTimeout"_s);
    QTRY_VERIFY_WITH_TIMEOUT(limit->isVisible() && limit->hasFocus(), Limit);
    QTest::keyClicks(limit, u"30"_s);
    QTest::keyClick(limit, Qt::Key_Tab);
    QVERIFY(limit->toolTip().contains(u"In seconds"_s));
    for (const auto &[typed, seconds] :
         {std::pair(u"1500ms"_s, 2), std::pair(u"3min"_s, 180), std::pair(u"7s"_s, 7), std::pair(u"30"_s, 30)}) {
        limit->selectAll();
        QTest::keyClicks(limit, typed);
        QCOMPARE(limit->value(), seconds);
    }
    auto *extends = find<QCheckBox>(u"callTimeoutExtends"_s);
    QVERIFY(extends->hasFocus());
    QCOMPARE(button->accessibleName(), u"Timeout: 30 s"_s);
    QTest::keyClick(extends, Qt::Key_Space);
    QCOMPARE(button->accessibleName(), u"Timeout: 30 s, fixed"_s);
    QTest::keyClick(extends, Qt::Key_Tab);
    auto *cap = find<QSpinBox>(u"callTimeoutCap"_s);
    QVERIFY(cap->hasFocus());
    QTest::keyClicks(cap, u"90"_s);
    QTest::keyClick(cap, Qt::Key_Escape);
    QTRY_VERIFY_WITH_TIMEOUT(!cap->isVisible(), Limit);
    QCOMPARE(button->accessibleName(), u"Timeout: 30 s, fixed, ≤ 90 s"_s);
    QCOMPARE(button->timeouts(),
             (Timeouts{.limit = std::chrono::seconds(30), .progressExtends = false, .cap = std::chrono::seconds(90)}));
}

void TestProgress::capEndsRequestsWithProgress()
{
    QVERIFY(m_fixture->connectToDemo());
    find<TimeoutButton>(u"callTimeoutButton"_s)->setTimeouts({.cap = std::chrono::seconds(1)});
    const qsizetype row = m_fixture->call(u"slow"_s, R"({"ms": 60000, "steps": 600})");
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->record(row).state, RequestState::TimedOut, Limit);
    QVERIFY(m_fixture->record(row).progress.count > 0);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->sentWithMethod("notifications/cancelled").size(), 1, Limit);
}

void TestProgress::fixedTimeoutEndsRequestsWithProgress()
{
    QVERIFY(m_fixture->connectToDemo());
    auto *button = find<TimeoutButton>(u"callTimeoutButton"_s);
    button->setTimeouts({.limit = std::chrono::seconds(2)});
    const qsizetype moved = m_fixture->call(u"slow"_s, R"({"ms": 60000, "steps": 600})");
    button->setTimeouts({.limit = std::chrono::seconds(2), .progressExtends = false});
    const qsizetype fixed = m_fixture->call(u"slow"_s, R"({"ms": 60000, "steps": 600})");
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->record(fixed).state, RequestState::TimedOut, Limit);
    QVERIFY(m_fixture->record(fixed).progress.count > 0);
    QCOMPARE(m_fixture->record(moved).state, RequestState::InFlight); // began before, and is still in flight
}

void TestProgress::timeoutsOfAServerApply()
{
    ServerTarget target = WindowFixture::demoServer();
    target.timeouts = {.limit = std::chrono::seconds(1), .progressExtends = false, .cap = std::chrono::seconds(60)};
    const auto stored = ServerTarget::fromSetting(target.toSetting());
    QVERIFY(stored && stored->timeouts == target.timeouts);
    QVERIFY(target.isSameAs(WindowFixture::demoServer()));
    m_fixture->window->connectTo(target);
    QVERIFY(m_fixture->waitForTools());
    QCOMPARE(find<TimeoutButton>(u"callTimeoutButton"_s)->timeouts(), target.timeouts);
    // A call outside the panel has the same timeouts.
    const qsizetype row = m_fixture->log().count();
    m_fixture->conversation().callTool(u"slow"_s, R"({"ms": 3000, "steps": 30})")->start();
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->log().count() > row, Limit);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->record(row).state, RequestState::TimedOut, Limit);
}

QTEST_MAIN(TestProgress)
#include "tst_progress.moc"
