// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/memoryserver.h"
#include "ui/tabsfixture.h"

#include "ui/actions.h"
#include "ui/dialogs/answerdialog.h"
#include "ui/models/requests/requestmodelroles.h"
#include "ui/views/tables/growingtableview.h"
#include "ui/views/tables/letterwidth.h"
#include "ui/views/widgets/messagebar.h"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QProcess>
#include <QSignalSpy>
#include <QSplitter>
#include <QTableView>
#include <QTest>
#include <QToolButton>

#include <functional>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// Several conversations in one window: each is independent, shows its state, and ends in good order.
class TestTabs : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_fixture.reset(); }
    void twoServersRunAtOnce();
    void shortcutsGoToTheVisiblePage();
    void keysCycleThroughTheTabs();
    void theMouseOpensAndCloses();
    void theMenuOfATab();
    void aQuestionMarksAHiddenTab();
    void aLossMarksAHiddenTab();
    void hiddenPageTakesNoFocus();
    void hiddenPageIsNotUpdated();
    void captureNextToALiveServer();
    void failedOpenLeavesNoTab();
    void aNewTabLooksLikeTheCurrentOne();
    void lastLayoutIsSaved();
    void namesAreNotMarkup();
    void tabsAreAccessible();
    void orderIsRestored();
    void theServerPanelRestarts();

private:
    static constexpr int Limit = TabsFixture::Limit;

    [[nodiscard]] MainWindow &window() const { return *m_fixture->window; }
    [[nodiscard]] TabBar &bar() const { return m_fixture->bar(); }
    [[nodiscard]] ConversationPage &page(int index) const { return m_fixture->page(index); }
    [[nodiscard]] int current() const { return m_fixture->current(); }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers) const { m_fixture->press(key, modifiers); }

    std::unique_ptr<TabsFixture> m_fixture;
};

void TestTabs::init()
{
    WindowFixture::failOnWarnings();
    m_fixture = std::make_unique<TabsFixture>();
    QVERIFY(m_fixture->activate());
}

void TestTabs::twoServersRunAtOnce()
{
    QProcess process;
    process.start(WindowFixture::demoServer().command.program, {u"--http"_s, u"0"_s});
    process.setProcessChannelMode(QProcess::MergedChannels);
    QByteArray said;
    QVERIFY(QTest::qWaitFor([&] { return (said += process.readAll()).contains("/mcp\n"); }, 20'000));
    ServerTarget http;
    const qsizetype begin = said.indexOf("http://");
    http.http.url = QUrl::fromEncoded(said.mid(begin, said.indexOf('\n', begin) - begin));

    QVERIFY(m_fixture->connectAnother());
    QVERIFY(m_fixture->waitForLists());
    QVERIFY(!bar().isVisible()); // only one tab
    window().connectTo(http);    // a connected page keeps its server
    QCOMPARE(window().pages().size(), 2);
    QVERIFY(bar().isVisible());
    QVERIFY(m_fixture->waitForTools());
    QVERIFY(m_fixture->waitForLists());
    const qsizetype there = m_fixture->call(u"slow"_s, R"({"ms": 60000, "steps": 600})");
    press(Qt::Key_PageUp, Qt::ControlModifier);
    QCOMPARE(current(), 0);
    const qsizetype here = m_fixture->call(u"slow"_s, R"({"ms": 60000})");
    QVERIFY(here >= 0 && there >= 0);
    RequestLog &hidden = page(1).controller().conversation()->log();
    const qsizetype progress = hidden.record(there).progress.count;
    auto *table = m_fixture->find<QTableView>(u"requestTable"_s);
    QCOMPARE(table->currentIndex().row(), int(here)); // a new call becomes the selection
    table->setFocus();
    QTRY_VERIFY_WITH_TIMEOUT(window().actions().cancel->isEnabled(), Limit);
    QTest::keyClick(table, Qt::Key_Delete);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->record(here).state, RequestState::Cancelled, Limit);
    QTRY_VERIFY_WITH_TIMEOUT(hidden.record(there).progress.count > progress, Limit);
    QCOMPARE(hidden.record(there).state, RequestState::InFlight);
    QCOMPARE(page(1).controller().clientState(), Client::State::Ready);
    process.kill();
    process.waitForFinished();
}

void TestTabs::shortcutsGoToTheVisiblePage()
{
    QVERIFY(m_fixture->connectAnother());
    QVERIFY(m_fixture->connectAnother());
    press(Qt::Key_X, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY_WITH_TIMEOUT(!page(1).controller().isConnected(), Limit);
    QVERIFY(page(0).controller().isConnected());
    QVERIFY(page(1).actions().viewDetails->isChecked());
    press(Qt::Key_3, Qt::ControlModifier);
    QVERIFY(!page(1).actions().viewDetails->isChecked());
    QVERIFY(page(0).actions().viewDetails->isChecked());
    const QList<QAction *> menus = window().menuBar()->actions();
    QCOMPARE(menus.size(), page(1).menus().size());
    for (qsizetype i = 0; i < menus.size(); ++i)
        QCOMPARE(menus.at(i)->menu(), page(1).menus().at(i));
    press(Qt::Key_Tab, Qt::ControlModifier);
    QCOMPARE(window().menuBar()->actions().first()->menu(), page(0).menus().first());
}

void TestTabs::keysCycleThroughTheTabs()
{
    QVERIFY(!page(0).actions().closeTab->isEnabled());
    press(Qt::Key_T, Qt::ControlModifier);
    press(Qt::Key_T, Qt::ControlModifier);
    QCOMPARE(window().pages().size(), 3);
    QCOMPARE(current(), 2);
    QVERIFY(page(2).isAncestorOf(QApplication::focusWidget()));
    const QList<ConversationPage *> pages = window().pages();
    press(Qt::Key_Tab, Qt::ControlModifier);
    QCOMPARE(current(), 0);
    press(Qt::Key_Backtab, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(current(), 2);
    press(Qt::Key_PageUp, Qt::ControlModifier);
    QCOMPARE(current(), 1);
    press(Qt::Key_PageDown, Qt::ControlModifier);
    QCOMPARE(current(), 2);
    QVERIFY(!pages.at(2)->actions().moveTabRight->isEnabled());
    press(Qt::Key_PageUp, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(current(), 1);
    QCOMPARE(window().pages(), (QList<ConversationPage *>{pages.at(0), pages.at(2), pages.at(1)}));
    QCOMPARE(&window().page(), pages.at(2));
    press(Qt::Key_W, Qt::ControlModifier);
    QCOMPARE(window().pages(), (QList<ConversationPage *>{pages.at(0), pages.at(1)}));
    // The bar itself takes keys.
    bar().setFocus();
    QTest::keyClick(&bar(), Qt::Key_Left);
    QCOMPARE(&window().page(), pages.at(0));
    press(Qt::Key_W, Qt::ControlModifier);
    QCOMPARE(window().pages().size(), 1);
    QVERIFY(!bar().isVisible());
    press(Qt::Key_W, Qt::ControlModifier); // the last one stays
    QCOMPARE(window().pages().size(), 1);
    QVERIFY(window().isVisible());
}

void TestTabs::theMouseOpensAndCloses()
{
    press(Qt::Key_T, Qt::ControlModifier);
    QTest::mouseClick(m_fixture->find<QToolButton>(u"newTabButton"_s), Qt::LeftButton);
    QCOMPARE(window().pages().size(), 3);
    auto *strip = m_fixture->find<QWidget>(u"tabStrip"_s);
    QTest::mouseDClick(strip, Qt::LeftButton, {}, {strip->width() - 5, strip->height() / 2});
    QCOMPARE(window().pages().size(), 4);
    const QList<ConversationPage *> pages = window().pages();
    QTest::mouseClick(&bar(), Qt::MiddleButton, {}, bar().tabRect(1).center());
    QCOMPARE(window().pages(), (QList<ConversationPage *>{pages.at(0), pages.at(2), pages.at(3)}));
    QTest::mouseClick(bar().tabButton(0, QTabBar::RightSide), Qt::LeftButton);
    QCOMPARE(window().pages(), (QList<ConversationPage *>{pages.at(2), pages.at(3)}));
    QTest::mouseClick(&bar(), Qt::LeftButton, {}, bar().tabRect(0).center());
    QCOMPARE(&window().page(), pages.at(2));
}

void TestTabs::theMenuOfATab()
{
    QVERIFY(m_fixture->connectAnother());
    press(Qt::Key_T, Qt::ControlModifier);
    press(Qt::Key_T, Qt::ControlModifier);
    QContextMenuEvent event(QContextMenuEvent::Mouse, bar().tabRect(0).center(), QPoint(100, 100));
    QCoreApplication::sendEvent(&bar(), &event);
    auto *menu = window().findChild<QMenu *>(u"tabMenu"_s);
    QVERIFY(menu && menu->isVisible());
    const Actions &actions = page(0).actions();
    for (QAction *action : {actions.duplicateTab, actions.copyCommand, actions.restart, actions.closeOtherTabs})
        QVERIFY2(menu->actions().contains(action) && action->isEnabled(), qPrintable(action->objectName()));
    menu->close();
    actions.copyCommand->trigger();
    QCOMPARE(QApplication::clipboard()->text(), WindowFixture::demoServer().shownAddress());
    actions.closeOtherTabs->trigger();
    QCOMPARE(window().pages().size(), 1);
    QVERIFY(page(0).controller().isConnected());

    actions.duplicateTab->trigger();
    QCOMPARE(window().pages().size(), 2);
    QCOMPARE(current(), 1);
    QVERIFY(m_fixture->waitForTools());
    QVERIFY(WindowFixture::serverPid(*page(0).controller().conversation()) !=
            WindowFixture::serverPid(*page(1).controller().conversation()));
    QTRY_COMPARE_WITH_TIMEOUT(bar().tabText(1), u"pullcord-demo-server (2)"_s, Limit);
    QCOMPARE(window().windowTitle(), u"pullcord-demo-server (2) — Pullcord"_s);
}

void TestTabs::aQuestionMarksAHiddenTab()
{
    QVERIFY(m_fixture->connectAnother({u"--legacy-only"_s}));
    QTRY_VERIFY_WITH_TIMEOUT(bar().accessibleTabName(0).endsWith(u"connected"_s), Limit);
    const QImage quiet = bar().tabIcon(0).pixmap(16).toImage();
    m_fixture->call(u"ask_elicitation"_s, R"({"ms": 300})");
    press(Qt::Key_T, Qt::ControlModifier);
    QTRY_VERIFY2_WITH_TIMEOUT(bar().accessibleTabName(0).contains(u"question"_s),
                              qPrintable(bar().accessibleTabName(0)), Limit);
    QVERIFY(bar().tabTextColor(0).isValid());
    QVERIFY(bar().tabIcon(0).pixmap(16).toImage() != quiet);
    QVERIFY(bar().tabToolTip(0).contains(u"question"_s));
    QCOMPARE(current(), 1);
    // Showing the page clears the mark, and the dialog belongs to the page.
    press(Qt::Key_Tab, Qt::ControlModifier);
    QVERIFY(!bar().tabTextColor(0).isValid());
    QTest::mouseClick(m_fixture->find<QAbstractButton>(u"questionNote"_s), Qt::LeftButton);
    const QPointer<AnswerDialog> dialog = page(0).findChild<AnswerDialog *>(u"answerDialog"_s);
    QVERIFY(dialog);
    // The dialog is hidden with its tab, and shown again unchanged.
    QVERIFY(dialog->isVisible());
    page(1).actions().nextTab->trigger();
    page(0).actions().nextTab->trigger();
    QCOMPARE(current(), 1);
    QVERIFY(dialog && !dialog->isVisible());
    page(1).actions().nextTab->trigger();
    QVERIFY(dialog->isVisible());
    page(0).actions().closeTab->trigger();
    QVERIFY(m_fixture->closeAnyway()); // a request of the server is in flight
    m_fixture->closeAnyway()->click();
    QTRY_VERIFY_WITH_TIMEOUT(!dialog, Limit);
}

void TestTabs::aLossMarksAHiddenTab()
{
    QVERIFY(m_fixture->connectAnother());
    const qsizetype row = m_fixture->call(u"slow"_s, R"({"ms": 60000})");
    const qint64 pid = WindowFixture::serverPid(m_fixture->conversation());
    press(Qt::Key_T, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(bar().accessibleTabName(0).contains(u"1 in flight"_s), Limit);
    QVERIFY(!bar().tabTextColor(0).isValid());
    QVERIFY(::kill(pid_t(pid), SIGKILL) == 0);
    QTRY_VERIFY2_WITH_TIMEOUT(bar().accessibleTabName(0).contains(u"connection lost"_s),
                              qPrintable(bar().accessibleTabName(0)), Limit);
    QVERIFY(bar().tabTextColor(0).isValid());
    QCOMPARE(current(), 1);
    press(Qt::Key_Tab, Qt::ControlModifier);
    QVERIFY(!bar().tabTextColor(0).isValid());
    QCOMPARE(m_fixture->record(row).state, RequestState::Lost);
    m_fixture->flush();
    QCOMPARE(m_fixture->requests()->index(int(row), RequestTable::State).data().toString(), u"Lost"_s);
    press(Qt::Key_Tab, Qt::ControlModifier);
    QVERIFY(!bar().tabTextColor(0).isValid()); // cleared when the tab is shown
}

void TestTabs::hiddenPageTakesNoFocus()
{
    MemoryServer server("{}");
    window().controller().connectTo(server.transport(), u"memory"_s);
    QTRY_COMPARE_WITH_TIMEOUT(window().controller().clientState(), Client::State::Ready, Limit);
    press(Qt::Key_T, Qt::ControlModifier);
    const QWidget *focused = QApplication::focusWidget();
    QVERIFY(focused && page(1).isAncestorOf(focused));
    emit page(0).controller().distrusted(u"made up"_s, "digest"); // its first button normally takes the focus
    emit page(0).controller().lost(u"made up"_s);
    server.ask(7, "roots/list", "{}");
    QTRY_VERIFY2_WITH_TIMEOUT(bar().accessibleTabName(0).contains(u"1 question to answer"_s),
                              qPrintable(bar().accessibleTabName(0)), Limit);
    QCOMPARE(QApplication::focusWidget(), focused);
    QCOMPARE(current(), 1);
    QVERIFY(!QApplication::activeModalWidget());
}

void TestTabs::hiddenPageIsNotUpdated()
{
    QVERIFY(m_fixture->connectAnother());
    QVERIFY(m_fixture->waitForLists());
    const qsizetype row = m_fixture->call(u"slow"_s, R"({"ms": 60000, "steps": 1200})");
    const auto *label = page(0).findChild<QLabel *>(u"statusMessages"_s);
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->record(row).progress.count > 1, Limit);
    const RequestLog &log = page(0).controller().conversation()->log();
    press(Qt::Key_T, Qt::ControlModifier);
    const QString before = label->text();
    const qsizetype progress = log.record(row).progress.count;
    QTRY_VERIFY_WITH_TIMEOUT(log.record(row).progress.count > progress + 5, Limit);
    QCOMPARE(label->text(), before);
    press(Qt::Key_Tab, Qt::ControlModifier);
    QVERIFY(label->text() != before); // at once
}

void TestTabs::captureNextToALiveServer()
{
    QVERIFY(m_fixture->connectAnother());
    QVERIFY(m_fixture->waitForLists());
    m_fixture->flush(); // the capture announces at the end of a turn
    const QString path = m_fixture->file(u"copy.pullcord"_s);
    QVERIFY(QFile::copy(m_fixture->conversation().capture().path(), path));
    const qsizetype rows = m_fixture->log().count();
    window().openCapture(path);
    QCOMPARE(window().pages().size(), 2);
    QCOMPARE(current(), 1);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->requests()->rowCount(), int(rows), Limit);
    QVERIFY(bar().accessibleTabName(1).startsWith(u"copy.pullcord, recorded"_s));
    QVERIFY(page(0).controller().isConnected());
    press(Qt::Key_Tab, Qt::ControlModifier);
    window().openCapture(path); // open already
    QCOMPARE(window().pages().size(), 2);
    QCOMPARE(current(), 1);
    press(Qt::Key_W, Qt::ControlModifier);
    QCOMPARE(window().pages().size(), 1);
    QVERIFY(page(0).controller().isConnected());
}

/// The live server keeps its tab, however the file is opened, and the current page shows the reason.
void TestTabs::failedOpenLeavesNoTab()
{
    QVERIFY(m_fixture->connectAnother());
    const QString path = m_fixture->file(u"note.txt"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("Milk, bread\n");
    file.close();
    auto *message = window().page().findChild<MessageBar *>(u"messageBar"_s);
    const QList<std::function<void()>> ways{[&] { window().openCapture(path); }, // the menu, or a drop
                                            [&] { window().openCaptures({path}); },
                                            [&] { window().openBehind(path); },   // a drop of several files
                                            [&] { window().openApart({path}); }}; // another start of the program
    for (const auto &open : ways) {
        message->clear();
        open();
        QCOMPARE(window().pages().size(), 1);
        QVERIFY2(message->text().startsWith(u"Cannot open note.txt: "_s), qPrintable(message->text()));
    }
    QVERIFY(page(0).controller().isConnected());
    QVERIFY(!window().actions().reopenTab->isEnabled());
}

void TestTabs::aNewTabLooksLikeTheCurrentOne()
{
    QVERIFY(m_fixture->connectAnother());
    auto *table = m_fixture->find<GrowingTableView>(u"requestTable"_s);
    table->showColumn(RequestTable::Progress, false);
    table->setColumnWidth(RequestTable::Method, 222); // as if dragged
    auto *splitter = m_fixture->find<QSplitter>(u"columnSplitter"_s);
    splitter->setSizes({300, 700, 420});
    emit splitter->splitterMoved(300, 1);
    press(Qt::Key_2, Qt::ControlModifier);
    QVERIFY(m_fixture->connectAnother());
    const auto *other = m_fixture->find<QTableView>(u"requestTable"_s);
    QVERIFY(other != table);
    QVERIFY(other->isColumnHidden(RequestTable::Progress));
    QCOMPARE(other->columnWidth(RequestTable::Method), 222);
    QVERIFY(!window().actions().viewMessages->isChecked());
    QCOMPARE(m_fixture->find<QSplitter>(u"columnSplitter"_s)->sizes(),
             page(0).findChild<QSplitter *>(u"columnSplitter"_s)->sizes());
    // The next window starts like the tab that was last shown.
    press(Qt::Key_2, Qt::ControlModifier);
    window().close();
    MainWindow again(m_fixture->services);
    QVERIFY(again.actions().viewMessages->isChecked());
    QVERIFY(again.findChild<QTableView *>(u"requestTable"_s)->isColumnHidden(RequestTable::Progress));
}

/// The layout of each part, changed in any tab, is saved soon after the change.
void TestTabs::lastLayoutIsSaved()
{
    QVERIFY(m_fixture->connectAnother());
    const auto header = [this] { return m_fixture->find<QTableView>(u"requestTable"_s)->horizontalHeader(); };
    QVERIFY(m_fixture->connectAnother());
    press(Qt::Key_Tab, Qt::ControlModifier);
    QCOMPARE(current(), 0);
    header()->moveSection(header()->visualIndex(RequestTable::Reason), 1);
    const auto written = [this] { return m_fixture->settings.layout(u"requestTable"_s); };
    QTRY_VERIFY_WITH_TIMEOUT(!written().isEmpty(), Limit); // before the program can crash
    const QByteArray moved = written();
    // Another change in another tab, which looks as before.
    press(Qt::Key_Tab, Qt::ControlModifier);
    QCOMPARE(header()->visualIndex(RequestTable::Id), 1);
    auto *splitter = m_fixture->find<QSplitter>(u"columnSplitter"_s);
    splitter->setSizes({300, 700, 420});
    emit splitter->splitterMoved(300, 1);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->settings.layout(u"columnSplitter"_s), splitter->saveState(), Limit);
    QCOMPARE(written(), moved);
    // A new tab has the latest layout at once, though the changed tab was closed.
    header()->moveSection(header()->visualIndex(RequestTable::State), 1);
    press(Qt::Key_W, Qt::ControlModifier);
    press(Qt::Key_T, Qt::ControlModifier);
    QCOMPARE(header()->visualIndex(RequestTable::State), 1);
    press(Qt::Key_W, Qt::ControlModifier);
    QCOMPARE(header()->visualIndex(RequestTable::Reason), 1);
    window().close();
    MainWindow again(m_fixture->services);
    QCOMPARE(again.findChild<QTableView *>(u"requestTable"_s)->horizontalHeader()->visualIndex(RequestTable::State), 1);
}

void TestTabs::namesAreNotMarkup()
{
    ServerTarget target = WindowFixture::demoServer({u"--none-such"_s});
    target.name = u"<b>R&D</b> \u202e"_s + QString(500, u'o');
    window().connectTo(target);
    press(Qt::Key_T, Qt::ControlModifier);
    QVERIFY2(bar().tabText(0).startsWith(u"<b>R&&D</b> ⟨U+202E⟩ooo"_s), qPrintable(bar().tabText(0)));
    QVERIFY(bar().tabText(0).size() < 300);
    QVERIFY(bar().tabToolTip(0).contains(u"&lt;b&gt;R&amp;D"_s));
    QVERIFY(bar().tabToolTip(0).contains(u"none-such"_s));
    QVERIFY(bar().tabRect(0).width() < 60 * letterWidth(bar().fontMetrics()));
    const int width = window().minimumSizeHint().width();
    for (int i = 0; i < 12; ++i)
        press(Qt::Key_T, Qt::ControlModifier);
    QCOMPARE(window().minimumSizeHint().width(), width); // many tabs scroll
    QTRY_VERIFY_WITH_TIMEOUT(!page(0).controller().isConnected(), Limit);
}

void TestTabs::tabsAreAccessible()
{
    QVERIFY(m_fixture->connectAnother());
    press(Qt::Key_T, Qt::ControlModifier);
    QAccessibleInterface *accessible = QAccessible::queryAccessibleInterface(&bar());
    QVERIFY(accessible);
    QTRY_COMPARE_WITH_TIMEOUT(accessible->child(0)->text(QAccessible::Name), u"pullcord-demo-server, connected"_s,
                              Limit);
    QCOMPARE(accessible->child(1)->text(QAccessible::Name), u"New Tab"_s);
    QVERIFY(!bar().tabButton(0, QTabBar::RightSide)->accessibleName().isEmpty());
}

void TestTabs::orderIsRestored()
{
    QStringList files;
    for (const QString &name : {u"a"_s, u"b"_s, u"c"_s}) {
        QFile file(m_fixture->file(name + u".pullcord"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"pullcord\":\"1.0\",\"started\":\"2026-07-28T12:34:56.789Z\",\"title\":\"x\"}\n");
        files << file.fileName();
    }
    window().openApart(files);
    const QSignalSpy changed(&window(), &MainWindow::tabsChanged);
    QTest::mousePress(&bar(), Qt::LeftButton, {}, bar().tabRect(0).center());
    for (int x = bar().tabRect(0).center().x(); x < bar().tabRect(2).center().x() + 20; x += 10) {
        QMouseEvent move(QEvent::MouseMove, QPointF(x, 10), bar().mapToGlobal(QPointF(x, 10)), Qt::LeftButton,
                         Qt::LeftButton, {});
        QCoreApplication::sendEvent(&bar(), &move);
    }
    QTest::mouseRelease(&bar(), Qt::LeftButton, {}, bar().tabRect(2).center());
    QVERIFY(!changed.isEmpty());
    const OpenWindow open = window().opened();
    QCOMPARE(open.tabs.size(), 3);
    QCOMPARE(open.tabs.at(2).capture, files.at(0));
    QCOMPARE(open.tabs.at(0).capture, files.at(1));
    QCOMPARE(open.current, 2);
}

void TestTabs::theServerPanelRestarts()
{
    QVERIFY(m_fixture->connectAnother());
    const qint64 pid = WindowFixture::serverPid(m_fixture->conversation());
    auto *restart = m_fixture->find<QToolButton>(u"restartButton"_s);
    QVERIFY(restart->isVisible() && restart->isEnabled());
    restart->setFocus();
    QTest::keyClick(restart, Qt::Key_Space);
    QTRY_VERIFY_WITH_TIMEOUT(WindowFixture::serverPid(m_fixture->conversation()) != pid, Limit);
    QTRY_VERIFY_WITH_TIMEOUT(window().controller().clientState() == Client::State::Ready, Limit);
}

QTEST_MAIN(TestTabs)
#include "tst_tabs.moc"
