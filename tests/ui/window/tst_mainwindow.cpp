// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/windowfixture.h"

#include "ui/actions.h"
#include "ui/mainwindow/layoutkeeper.h"
#include "ui/models/catalog/catalogmodel.h"
#include "ui/models/requests/requestmodelroles.h"
#include "ui/panels/startpage.h"
#include "ui/views/tables/growingtableview.h"
#include "ui/views/widgets/messagebar.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSemaphore>
#include <QSplitter>
#include <QStatusBar>
#include <QStatusTipEvent>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <QThreadPool>
#include <QToolButton>

#include <csignal>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// The window around a conversation: start, end, failure, reconnection, and its messages.
class TestMainWindow : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_fixture.reset(); }
    void startsWithTheStartPage();
    void closesWhileTheStartPageReads();
    void connectsAndNamesTheServer();
    void missingProgramIsExplained();
    void serverThatEndsAtOnce();
    void serverThatEndsEarlyIsExplained();
    void toolTipsKeepTheServerInTheStatusBar();
    void openStartsInTheCaptureFolder();
    void searchShowsTheNumberOfMatches();
    void crashIsExplained();
    void reconnectContinuesTheCapture();
    void closingStopsTheServer();
    void keepsConversationsByDefault_data();
    void keepsConversationsByDefault();
    void busyPageIsNotReused();
    void layoutIsRemembered();
    void sizeIsRemembered();
    void hiddenPanelKeepsItsWidth();
    void detailsKeepTheirWidth();
    void invalidOutputIsShown();

private:
    [[nodiscard]] QString label(const QString &name) const { return m_fixture->find<QLabel>(name)->text(); }
    [[nodiscard]] bool isProcessAlive(qint64 pid) const { return ::kill(pid_t(pid), 0) == 0; }

    std::unique_ptr<WindowFixture> m_fixture;
};

void TestMainWindow::init()
{
    WindowFixture::failOnWarnings();
    m_fixture = std::make_unique<WindowFixture>();
}

void TestMainWindow::startsWithTheStartPage()
{
    QVERIFY(m_fixture->find<QWidget>(u"startPage"_s)->isVisible());
    const Actions &actions = m_fixture->window->actions();
    for (const QAction *action : {actions.exportAll, actions.closeTab, actions.disconnectServer, actions.cancel,
                                  actions.cancelAll, actions.callTool, actions.answer, actions.find})
        QVERIFY2(!action->isEnabled(), qPrintable(action->objectName()));
    for (const QAction *action : {actions.connectServer, actions.connectDemo, actions.openCapture, actions.preferences})
        QVERIFY2(action->isEnabled(), qPrintable(action->objectName()));
    QCOMPARE(m_fixture->window->windowTitle(), u"Pullcord"_s);
}

/// The start page reads in a thread of the pool, and may be gone when that ends.
void TestMainWindow::closesWhileTheStartPageReads()
{
    QThreadPool &pool = *QThreadPool::globalInstance();
    QVERIFY(pool.waitForDone(10'000));
    const int threads = pool.maxThreadCount();
    pool.setMaxThreadCount(1);
    QSemaphore closed;
    pool.start([&closed] { closed.acquire(); });
    m_fixture->find<StartPage>(u"startPage"_s)->updateWatched();
    m_fixture.reset();
    closed.release();
    QVERIFY(pool.waitForDone(10'000));
    pool.setMaxThreadCount(threads);
}

void TestMainWindow::connectsAndNamesTheServer()
{
    m_fixture->window->actions().connectDemo->trigger();
    QVERIFY(m_fixture->waitForTools());
    QTRY_COMPARE_WITH_TIMEOUT(label(u"statusRevision"_s), u"MCP 2026-07-28 · stdio"_s, 10000);
    QVERIFY2(label(u"statusServer"_s).startsWith(u"pullcord-demo-server "_s), qPrintable(label(u"statusServer"_s)));
    QVERIFY(label(u"statusServer"_s).endsWith(u"connected"_s));
    QVERIFY(label(u"statusRecording"_s).startsWith(u"Recording: "_s));
    QTRY_COMPARE_WITH_TIMEOUT(label(u"statusInFlight"_s), u"0 in flight, 1 subscription"_s, 10000);
    QCOMPARE(m_fixture->window->windowTitle(), u"pullcord-demo-server — Pullcord"_s);
    QVERIFY(m_fixture->settings.recentServers().isEmpty()); // the demo server is offered anyway
    m_fixture->call(u"deaf"_s, "{}");
    QTRY_COMPARE_WITH_TIMEOUT(label(u"statusInFlight"_s), u"1 in flight, 1 subscription"_s, 10000);

    m_fixture->window->actions().disconnectServer->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(label(u"statusServer"_s).endsWith(u" disconnected"_s), 10'000);
    QCOMPARE(m_fixture->requests()->rowCount(), int(m_fixture->log().count())); // the log stays
    QVERIFY(m_fixture->window->actions().exportAll->isEnabled());
}

void TestMainWindow::missingProgramIsExplained()
{
    ServerTarget target;
    target.command.program = u"no-such-program-anywhere"_s;
    m_fixture->window->connectTo(target);
    auto *bar = m_fixture->find<MessageBar>(u"messageBar"_s);
    QTRY_VERIFY2_WITH_TIMEOUT(bar->text().contains(u"no-such-program-anywhere"_s), qPrintable(bar->text()), 5000);
    QVERIFY(label(u"statusServer"_s).endsWith(u" disconnected"_s));
    QVERIFY(m_fixture->window->controller().isReplaceable());
    QCOMPARE(m_fixture->find<QPushButton>(u"messageBarAction"_s)->text(), u"Change Command…"_s);
}

/// The message offers to edit the command, because its arguments may be wrong.
void TestMainWindow::serverThatEndsAtOnce()
{
    ServerTarget target;
    target.command = {.program = u"sh"_s, .arguments = {u"-c"_s, u"echo no such option >&2; exit 2"_s}};
    m_fixture->window->connectTo(target);
    const auto *bar = m_fixture->find<MessageBar>(u"messageBar"_s);
    QTRY_VERIFY2_WITH_TIMEOUT(bar->text().contains(u"no such option"_s), qPrintable(bar->text()), 10'000);
    QCOMPARE(m_fixture->find<QPushButton>(u"messageBarAction"_s)->text(), u"Change Command…"_s);
    QCOMPARE(m_fixture->find<QPushButton>(u"messageBarSecondAction"_s)->text(), u"Check Connection…"_s);
}

void TestMainWindow::crashIsExplained()
{
    QVERIFY(m_fixture->connectToDemo());
    m_fixture->call(u"crash"_s, "{}");
    auto *bar = m_fixture->find<MessageBar>(u"messageBar"_s);
    QTRY_VERIFY2_WITH_TIMEOUT(bar->text().contains(u"SIGABRT"_s), qPrintable(bar->text()), 10'000);
    QTRY_VERIFY_WITH_TIMEOUT(label(u"statusRecording"_s).startsWith(u"Recorded: "_s), 10000);
    auto *button = m_fixture->find<QPushButton>(u"messageBarAction"_s);
    QCOMPARE(button->text(), u"Reconnect"_s);
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(label(u"statusServer"_s).endsWith(u" connected"_s), 10'000);
    QCOMPARE(bar->text(), QString());
    QVERIFY(label(u"statusRecording"_s).startsWith(u"Recording: "_s));
    // An intended end shows no message.
    m_fixture->window->actions().disconnectServer->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(label(u"statusServer"_s).endsWith(u" disconnected"_s), 10'000);
    QCOMPARE(bar->text(), QString());
}

void TestMainWindow::toolTipsKeepTheServerInTheStatusBar()
{
    QStatusTipEvent tip(u"Do this or that"_s);
    QCoreApplication::sendEvent(m_fixture->window.get(), &tip);
    QCOMPARE(m_fixture->find<QStatusBar>(u"statusBar"_s)->currentMessage(), QString());
}

void TestMainWindow::openStartsInTheCaptureFolder()
{
    m_fixture->window->actions().openCapture->trigger();
    QCOMPARE(m_fixture->dialogs.startFolder, m_fixture->services.sessionsFolder);
    m_fixture->settings.addRecentCapture(m_fixture->file(u"some.pullcord"_s));
    m_fixture->window->actions().openCapture->trigger();
    QCOMPARE(m_fixture->dialogs.startFolder, QString());
}

void TestMainWindow::searchShowsTheNumberOfMatches()
{
    QVERIFY(m_fixture->connectToDemo());
    const QModelIndex tools = m_fixture->section(CatalogList::Kind::Tools);
    const auto count = [&] { return tools.data(CatalogModel::DetailRole).toString(); };
    const int all = tools.model()->rowCount(tools);
    QTRY_COMPARE_WITH_TIMEOUT(count(), QString::number(all), 10000);
    auto *search = m_fixture->find<QLineEdit>(u"catalogSearch"_s);
    search->setText(u"die_on_cancel"_s);
    QCOMPARE(count(), u"1 of %1"_s.arg(all));
    search->setText(u"no such tool at all"_s);
    QCOMPARE(count(), u"0 of %1"_s.arg(all));
    QVERIFY(!m_fixture->find<QWidget>(u"argumentsForm"_s)->isVisible()); // no tool to describe
}

void TestMainWindow::serverThatEndsEarlyIsExplained()
{
    ServerTarget target;
    target.command = {.program = u"/bin/sh"_s, .arguments = {u"-c"_s, u"echo the reason >&2; exit 7"_s}};
    m_fixture->window->connectTo(target);
    auto *bar = m_fixture->find<MessageBar>(u"messageBar"_s);
    QTRY_VERIFY2_WITH_TIMEOUT(bar->text().contains(u"the reason"_s), qPrintable(bar->text()), 5000);
    QVERIFY2(bar->text().contains(u"7"_s), qPrintable(bar->text()));
    const auto *lower = m_fixture->find<QTabWidget>(u"lowerTabs"_s);
    QTRY_COMPARE_WITH_TIMEOUT(lower->tabText(2), u"Server Output (1)"_s, 10000);
}

void TestMainWindow::reconnectContinuesTheCapture()
{
    QVERIFY(m_fixture->connectToDemo());
    const Actions &actions = m_fixture->window->actions();
    m_fixture->call(u"deaf"_s, "{}");
    const qsizetype before = m_fixture->log().count();
    QVERIFY(!actions.reconnect->isEnabled());
    actions.disconnectServer->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(actions.reconnect->isEnabled(), 10'000);
    QCOMPARE(m_fixture->record(before - 1).state, RequestState::Cancelled); // a good client cancels before leaving
    const Conversation *same = &m_fixture->conversation();
    actions.reconnect->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(actions.callTool->isEnabled(), 10'000);
    QCOMPARE(&m_fixture->conversation(), same);
    QVERIFY(m_fixture->log().count() > before);
    QCOMPARE(m_fixture->record(before).connection, 1U);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->requests()->rowCount(), int(m_fixture->log().count()), 10000);
}

void TestMainWindow::closingStopsTheServer()
{
    QVERIFY(m_fixture->connectToDemo());
    const qint64 pid = WindowFixture::serverPid(m_fixture->conversation());
    QVERIFY(pid > 0 && isProcessAlive(pid));
    m_fixture->window->close();
    QVERIFY(!m_fixture->window->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(!isProcessAlive(pid), 10'000);
}

void TestMainWindow::keepsConversationsByDefault_data()
{
    QTest::addColumn<bool>("keep");
    QTest::newRow("kept") << true;
    QTest::newRow("not kept") << false;
}

void TestMainWindow::keepsConversationsByDefault()
{
    QFETCH(bool, keep);
    m_fixture->settings.set(Settings::KeepSessions, keep);
    QVERIFY(m_fixture->connectToDemo());
    const QStringList files = QDir(m_fixture->services.sessionsFolder).entryList({u"*.pullcord"_s});
    QCOMPARE(files.size(), keep ? 1 : 0);
    QCOMPARE(m_fixture->conversation().capture().path().isEmpty(), !keep);
    if (!keep)
        QCOMPARE(label(u"statusRecording"_s), u"Recording, not kept"_s);
}

void TestMainWindow::busyPageIsNotReused()
{
    QVERIFY(m_fixture->connectToDemo());
    ConversationPage &page = m_fixture->window->page();
    const Conversation *same = &m_fixture->conversation();
    m_fixture->window->actions().connectDemo->trigger();
    QCOMPARE(m_fixture->window->pages().size(), 2);
    QVERIFY(m_fixture->waitForTools());
    m_fixture->window->openCapture(same->capture().path());
    QCOMPARE(m_fixture->window->pages().size(), 3);
    QVERIFY(!m_fixture->conversation().isLive());
    QCOMPARE(page.controller().conversation(), same);
}

void TestMainWindow::layoutIsRemembered()
{
    auto *splitter = m_fixture->find<QSplitter>(u"columnSplitter"_s);
    auto *table = m_fixture->find<GrowingTableView>(u"requestTable"_s);
    QVERIFY(m_fixture->connectToDemo());
    splitter->setSizes({300, 700, 420});
    const QList<int> sizes = splitter->sizes();
    table->setColumnWidth(RequestTable::Method, 222); // as if dragged
    table->showColumn(RequestTable::Progress, false);
    emit splitter->splitterMoved(300, 1);
    m_fixture->window->close();

    MainWindow again(m_fixture->services);
    QCOMPARE(again.findChild<QSplitter *>(u"columnSplitter"_s)->saveState(), splitter->saveState());
    const auto *other = again.findChild<QTableView *>(u"requestTable"_s);
    QCOMPARE(other->columnWidth(RequestTable::Method), 222);
    QVERIFY(other->isColumnHidden(RequestTable::Progress));
}

/// The size must fit on the screen, because Qt shrinks larger ones on restore.
void TestMainWindow::sizeIsRemembered()
{
    const QSize size(760, 700);
    m_fixture->window->resize(size);
    QCOMPARE(m_fixture->window->size(), size);
    m_fixture->window->close();

    const MainWindow again(m_fixture->services);
    QCOMPARE(again.size(), size);
}

/// The tab of a file has no server panel; dragging there keeps the width of that panel.
void TestMainWindow::hiddenPanelKeepsItsWidth()
{
    QVERIFY(m_fixture->connectToDemo());
    m_fixture->window->resize(1440, 900);
    auto *splitter = m_fixture->find<QSplitter>(u"columnSplitter"_s);
    splitter->setSizes({333, 707, 400});
    emit splitter->splitterMoved(333, 1);
    const int before = splitter->sizes().constFirst();
    m_fixture->window->page().layoutKeeper().flush();
    m_fixture->window->openCapture(m_fixture->conversation().capture().path());
    QVERIFY(!m_fixture->conversation().isLive());
    splitter = m_fixture->find<QSplitter>(u"columnSplitter"_s);
    QTRY_COMPARE(splitter->sizes().constFirst(), 0);
    splitter->setSizes({0, 900, 540});
    emit splitter->splitterMoved(900, 2);
    m_fixture->window->page().layoutKeeper().flush();

    m_fixture->window->actions().newTab->trigger();
    QVERIFY(m_fixture->connectToDemo());
    splitter = m_fixture->find<QSplitter>(u"columnSplitter"_s);
    QTRY_VERIFY_WITH_TIMEOUT(qAbs(splitter->sizes().constFirst() - before) <= 1, 10'000);
    QVERIFY(qAbs(splitter->sizes().constLast() - 540) <= 1);
}

/// The width does not depend on the content.
void TestMainWindow::detailsKeepTheirWidth()
{
    QVERIFY(m_fixture->connectToDemo());
    auto *splitter = m_fixture->find<QSplitter>(u"columnSplitter"_s);
    splitter->setSizes({300, 1200, 10});
    const QList<int> sizes = splitter->sizes();
    const qsizetype row = m_fixture->call(u"late"_s, R"({"ms": 100, "from_cancel": true})");
    m_fixture->select(row);
    m_fixture->window->actions().cancel->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->record(row).late.answered(), 10000);
    m_fixture->select(0);
    m_fixture->select(row);
    QCoreApplication::processEvents();
    QCOMPARE(splitter->sizes(), sizes);
    const QList<QToolButton *> parts = m_fixture->find<QWidget>(u"partBar"_s)->findChildren<QToolButton *>();
    int shown = 0;
    for (const QToolButton *part : parts) {
        shown += part->isVisible() ? 1 : 0;
        QVERIFY2(!part->isVisible() || part->width() >= part->sizeHint().width(), qPrintable(part->text()));
        QVERIFY2(!part->isVisible() || part->geometry().right() < part->parentWidget()->width(),
                 qPrintable(part->text()));
    }
    QVERIFY(shown >= 3);
}

void TestMainWindow::invalidOutputIsShown()
{
    QVERIFY(m_fixture->connectToDemo());
    m_fixture->call(u"garbage"_s, "{}");
    const QAbstractItemModel &messages = *m_fixture->messages();
    const auto lines = [&] { return WindowFixture::textOf(messages).filter(u"| not JSON |"_s); };
    QTRY_VERIFY_WITH_TIMEOUT(lines().size() >= 4, 5000);
    QVERIFY2(lines().first().contains(u"line 1, column 1: "_s), qPrintable(lines().first()));
}

QTEST_MAIN(TestMainWindow)
#include "tst_mainwindow.moc"
