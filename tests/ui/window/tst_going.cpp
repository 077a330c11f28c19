// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/actions.h"
#include "ui/mainwindow/conversationview.h"
#include "ui/mainwindow/layoutkeeper.h"
#include "ui/panels/details/detailspanel.h"
#include "ui/panels/timelinepanel.h"
#include "ui/views/tables/growingtableview.h"
#include "ui/views/tabs/tighttabs.h"
#include "ui/views/timeline/timelineview.h"
#include "ui/windowfixture.h"

#include <QApplication>
#include <QCheckBox>
#include <QHeaderView>
#include <QTabBar>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// Every part of the window is one key away from any other, and visible then.
class TestGoing : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_fixture.reset(); }
    void goesToEachPart_data();
    void goesToEachPart();
    void goesToAPanelThatIsNotShown();
    void showsEachTabOfDetails_data();
    void showsEachTabOfDetails();
    void unavailableTabIsDisabled();
    void zoomsTheTimeline();
    void everyTabShowsItsShortcut();
    void titlesInDetailsAreNeverElided();
    void tabsOfDetailsStayVisible();
    void columnsFitTheFont();
    void chosenWidthsGrowWithTheFont();

private:
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers)
    {
        QTest::keyClick(QApplication::focusWidget(), key, modifiers);
    }
    [[nodiscard]] QAction *action(const QString &name) const
    {
        return m_fixture->window->actions().findChild<QAction *>(name);
    }
    [[nodiscard]] ConversationView &bench() const { return *m_fixture->find<ConversationView>(u"columnSplitter"_s); }
    [[nodiscard]] TightTabs &details() const { return *bench().details()->tabs(); }

    std::unique_ptr<WindowFixture> m_fixture;
};

void TestGoing::init()
{
    WindowFixture::failOnWarnings();
    m_fixture = std::make_unique<WindowFixture>();
    m_fixture->window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_fixture->window.get()));
    QVERIFY(!action(u"goRequests"_s)->isEnabled()); // nothing there yet
    QVERIFY(m_fixture->connectToDemo());
}

void TestGoing::goesToEachPart_data()
{
    QTest::addColumn<Qt::Key>("key");
    QTest::addColumn<QString>("focus");
    QTest::newRow("requests") << Qt::Key_1 << u"requestTable"_s;
    QTest::newRow("messages") << Qt::Key_2 << u"messageTable"_s;
    QTest::newRow("server log") << Qt::Key_3 << u"serverLogTable"_s;
    QTest::newRow("server output") << Qt::Key_4 << u"stderrTable"_s;
    QTest::newRow("timeline") << Qt::Key_5 << u"timelineView"_s;
    QTest::newRow("statistics") << Qt::Key_6 << u"statisticsTable"_s;
    QTest::newRow("findings") << Qt::Key_7 << u"findingsTable"_s;
}

void TestGoing::goesToEachPart()
{
    QFETCH(Qt::Key, key);
    QFETCH(QString, focus);
    for (const QString &from : {u"requestFilter"_s, u"messageTable"_s, u"treeView"_s}) {
        bench().lower()->setCurrentIndex(0);
        details().setCurrentIndex(2);
        m_fixture->find<QWidget>(from)->setFocus();
        press(key, Qt::AltModifier);
        QCOMPARE(QApplication::focusWidget()->objectName(), focus);
    }
}

void TestGoing::goesToAPanelThatIsNotShown()
{
    m_fixture->window->actions().viewMessages->setChecked(false);
    m_fixture->window->actions().viewDetails->setChecked(false);
    press(Qt::Key_5, Qt::AltModifier);
    QCOMPARE(QApplication::focusWidget()->objectName(), u"timelineView"_s);
    press(Qt::Key_4, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(QApplication::focusWidget()->objectName(), u"rawView"_s);
}

void TestGoing::showsEachTabOfDetails_data()
{
    QTest::addColumn<Qt::Key>("key");
    QTest::addColumn<int>("tab");
    QTest::newRow("result") << Qt::Key_1 << 0;
    QTest::newRow("pretty") << Qt::Key_2 << 1;
    QTest::newRow("tree") << Qt::Key_3 << 2;
    QTest::newRow("raw") << Qt::Key_4 << 3;
    QTest::newRow("facts") << Qt::Key_5 << 4;
    QTest::newRow("schema") << Qt::Key_7 << 6;
}

void TestGoing::showsEachTabOfDetails()
{
    QFETCH(Qt::Key, key);
    QFETCH(int, tab);
    const qsizetype row = m_fixture->call(u"echo"_s, R"({"text": "hello"})");
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->record(row).state, RequestState::Succeeded, 10'000);
    m_fixture->flush();
    m_fixture->select(row);
    details().setCurrentIndex(tab == 1 ? 2 : 1);
    m_fixture->find<QWidget>(u"requestTable"_s)->setFocus();
    press(key, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(details().currentIndex(), tab);
    QVERIFY(details().isAncestorOf(QApplication::focusWidget()));
}

void TestGoing::unavailableTabIsDisabled()
{
    QVERIFY(!action(u"goResult"_s)->isEnabled()); // no selection
    QVERIFY(!action(u"goHttp"_s)->isEnabled());
    QVERIFY(action(u"goTree"_s)->isEnabled());
    const qsizetype row = m_fixture->call(u"echo"_s, R"({"text": "hello"})");
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->record(row).state, RequestState::Succeeded, 10'000);
    m_fixture->flush();
    m_fixture->select(row);
    QTRY_VERIFY_WITH_TIMEOUT(action(u"goResult"_s)->isEnabled(), 10'000);
}

void TestGoing::zoomsTheTimeline()
{
    TimelinePanel &timeline = *bench().timeline();
    QVERIFY(timeline.view()->isFitted());
    action(u"timelineCloser"_s)->trigger();
    QVERIFY(timeline.view()->hasFocus());
    QVERIFY(!timeline.view()->isFitted());
    action(u"timelineWhole"_s)->trigger();
    QVERIFY(timeline.view()->isFitted());
    action(u"foldIdle"_s)->trigger();
    QVERIFY(timeline.view()->foldsGaps());
    QVERIFY(timeline.fold()->isChecked());
    timeline.fold()->click();
    QVERIFY(!action(u"foldIdle"_s)->isChecked());
}

void TestGoing::everyTabShowsItsShortcut()
{
    for (int i = 0; i < bench().lower()->count(); ++i)
        QVERIFY(bench().lower()->tabBar()->tabToolTip(i).contains(u"Alt+%1"_s.arg(i + 2)));
    for (int i = 0; i < details().count(); ++i)
        QVERIFY(details().tabBar()->tabToolTip(i).contains(u"Ctrl+Shift+%1"_s.arg(i + 1)));
}

/// All titles fit into a window of the usual size. In a smaller one they keep their width, and arrows scroll them.
void TestGoing::titlesInDetailsAreNeverElided()
{
    const qsizetype row = m_fixture->call(u"echo"_s, R"({"text": "hello"})");
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->record(row).state, RequestState::Succeeded, 10'000);
    m_fixture->flush();
    m_fixture->select(row);
    m_fixture->window->resize(1440, 900);
    details().setTabVisible(5, true); // as over HTTP
    const QTabBar *bar = details().tabBar();
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->window->width(), 1440, 10'000);
    QTRY_VERIFY_WITH_TIMEOUT(bar->tabRect(6).right() <= bar->width(), 10'000);
    for (const int width : {bar->width(), 0}) {
        bench().details()->setMinimumWidth(0);
        bench().setSizes({400, 1000, width});
        for (int i = 0; i < bar->count(); ++i)
            QVERIFY2(bar->tabRect(i).width() > bar->fontMetrics().horizontalAdvance(bar->tabText(i)),
                     qPrintable(bar->tabText(i)));
    }
}

/// The other tabs scroll away and come back.
void TestGoing::tabsOfDetailsStayVisible()
{
    const qsizetype row = m_fixture->call(u"echo"_s, R"({"text": "hello"})");
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->record(row).state, RequestState::Succeeded, 10'000);
    m_fixture->flush();
    m_fixture->select(row);
    m_fixture->window->resize(1440, 900);
    bench().details()->setMinimumWidth(0);
    bench().setSizes({400, 1000, 0});
    const QTabBar *bar = details().tabBar();
    QTRY_VERIFY_WITH_TIMEOUT(bar->width() < bar->tabRect(bar->count() - 1).right(), 10'000);
    for (const Qt::Key key : {Qt::Key_5, Qt::Key_2, Qt::Key_7, Qt::Key_3}) {
        press(key, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(bar->tabRect(0).left() <= 0);
    }
    bench().setSizes({200, 400, 800});
    QTRY_VERIFY_WITH_TIMEOUT(bar->tabRect(bar->count() - 1).right() <= bar->width(), 10'000);
    QCOMPARE(bar->tabRect(0).left(), 0);
}

/// Widths that the user did not choose are measured again.
void TestGoing::columnsFitTheFont()
{
    m_fixture->window->resize(1440, 900);
    auto *table = m_fixture->find<GrowingTableView>(u"messageTable"_s);
    const int usual = table->columnWidth(1);
    QByteArray narrow;
    {
        GrowingTableView other;
        other.setModel(m_fixture->messages());
        for (int column = 0; column < other.horizontalHeader()->count(); ++column)
            other.setColumnWidth(column, 40);
        narrow = other.horizontalHeader()->saveState();
    }
    table->restoreColumns(narrow, {}, false, 1);
    QCOMPARE(table->columnWidth(1), usual);
    table->restoreColumns(narrow, "chosen", false, 1);
    QCOMPARE(table->columnWidth(1), 40);
}

void TestGoing::chosenWidthsGrowWithTheFont()
{
    auto *table = m_fixture->find<GrowingTableView>(u"messageTable"_s);
    table->setColumnWidth(1, 90); // as if dragged
    m_fixture->window->page().layoutKeeper().flush();
    const double one = m_fixture->settings.layout(u"characterWidth"_s).toDouble();
    QVERIFY(one > 0);
    m_fixture->settings.setLayout(u"characterWidth"_s, QByteArray::number(one / 2)); // saved with a half-size font
    bench().restoreLayout(m_fixture->settings);
    QCOMPARE(table->columnWidth(1), 180);
}

QTEST_MAIN(TestGoing)
#include "tst_going.moc"
