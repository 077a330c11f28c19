// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/tabsfixture.h"

#include "ui/actions.h"
#include "ui/dialogs/confirmdialog.h"
#include "ui/program/tabstore.h"
#include "ui/program/windows.h"
#include "ui/reopenoffer.h"
#include "ui/views/widgets/messagebar.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QPointer>
#include <QProcess>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <csignal>

#include <sys/resource.h>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// Restoring a closed tab, and all tabs after a normal end or a crash, without starting anything.
class TestReopening : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void sessionsSurvive();
    void invalidDataIsIgnored();
    void storeIsPrivate();
    void lastExitIsReopened();
    void everyCrashCounts();
    void runningInstanceIsNotOffered();
    void closedTabIsReopened();
    void reopeningStartsNoServer();
    void captureIsReconnectedWithoutItsBar();
    void missingFilesAreSkipped();
    void sessionOfAKilledProgramIsOffered();
    void startPageOffersTheLastSession();
    void fullDiskKeepsTheSession();
    void offerInTheLastTabCanBeClosed();
    void reopensIfPreferred();
    void severalWindowsAreReopened();
    void laterStartOpensTabs();
    void dialogKeepsTheFocus();
    void anImportedServerIsConfirmed();

private:
    static constexpr int Limit = TabsFixture::Limit;

    [[nodiscard]] QString folder() const { return m_fixture->file(u"open"_s); }
    [[nodiscard]] QString settings() const { return m_fixture->store.fileName(); }
    [[nodiscard]] MainWindow &window() const { return *m_fixture->window; }
    [[nodiscard]] static QList<MainWindow *> windows();
    /// Makes the files of the folder older than later ones; true on success.
    [[nodiscard]] bool makeOlder() const;
    static OpenTabs openTabsOf(const QStringList &files);
    /// Returns the path of a capture with an open request.
    [[nodiscard]] QString capture(const QString &name) const;
    /// Closes the window of the fixture, so that only those of the program remain.
    void leave() { m_fixture->window.reset(); }
    [[nodiscard]] static MessageBar *barOf(MainWindow &window)
    {
        return window.page().findChild<MessageBar *>(u"messageBar"_s);
    }

    std::unique_ptr<TabsFixture> m_fixture;
    std::unique_ptr<ReopenOffer> m_offer;
};

void TestReopening::init()
{
    WindowFixture::failOnWarnings();
    m_fixture = std::make_unique<TabsFixture>();
    m_offer = std::make_unique<ReopenOffer>();
    m_fixture->services.offer = m_offer.get();
    QVERIFY(m_fixture->activate());
}

void TestReopening::cleanup()
{
    qDeleteAll(windows());
    m_fixture.reset();
    m_offer.reset();
}

QList<MainWindow *> TestReopening::windows()
{
    QList<MainWindow *> found;
    const QWidgetList all = QApplication::topLevelWidgets();
    for (QWidget *widget : all) {
        if (auto *window = qobject_cast<MainWindow *>(widget); window && window->testAttribute(Qt::WA_DeleteOnClose))
            found << window;
    }
    return found;
}

bool TestReopening::makeOlder() const
{
    const QFileInfoList files = QDir(folder()).entryInfoList({u"*.json"_s}, QDir::Files);
    return std::all_of(files.begin(), files.end(), [](const QFileInfo &info) {
        QFile file(info.filePath());
        return file.open(QIODevice::ReadWrite) &&
               file.setFileTime(info.lastModified().addSecs(-60), QFileDevice::FileModificationTime);
    });
}

OpenTabs TestReopening::openTabsOf(const QStringList &files)
{
    OpenTabs openTabs;
    openTabs.windows.append({{}, 0});
    for (const QString &file : files)
        openTabs.windows.last().tabs.append({.capture = file, .title = file.section(u'/', -1), .server = {}});
    return openTabs;
}

QString TestReopening::capture(const QString &name) const
{
    QFile file(m_fixture->file(name));
    if (!file.open(QIODevice::WriteOnly))
        return {};
    file.write(
        "{\"pullcord\":\"1.0\",\"started\":\"2026-07-28T12:34:56.789Z\",\"title\":\"x\"}\n"
        "{\"t\":1000,\"d\":\"c2s\",\"k\":\"message\",\"m\":{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}}\n");
    return file.fileName();
}

void TestReopening::sessionsSurvive()
{
    OpenTabs openTabs = openTabsOf({u"/a.pullcord"_s, u"/b \u4e2d.pullcord"_s});
    openTabs.windows.last().current = 1;
    ServerTarget server = WindowFixture::demoServer({u"--legacy-only"_s});
    server.command.setVariables.insert(u"TOKEN"_s, u"secret"_s);
    openTabs.windows.append({{{.capture = {}, .title = u"demo"_s, .server = server}}, 0});
    const QByteArray json = openTabs.toJson();
    QVERIFY(!json.contains("secret"));
    const OpenTabs read = OpenTabs::fromJson(json);
    QVERIFY(!read.hasEnded);
    QCOMPARE(read.windows.size(), 2);
    QVERIFY(read.windows.at(0) == openTabs.windows.at(0));
    QVERIFY(read.windows.at(1).tabs.at(0).server->isSameAs(server));
    QCOMPARE(read.windows.at(1).tabs.at(0).server->forgottenValues(), QStringList{u"TOKEN"_s});
    QCOMPARE(read.titles(), (QStringList{u"a.pullcord"_s, u"b \u4e2d.pullcord"_s, u"demo"_s}));
}

void TestReopening::invalidDataIsIgnored()
{
    for (const QByteArray &json : {QByteArray(), QByteArray("{"), QByteArray("[]"), QByteArray("{\"windows\":7}"),
                                   QByteArray("{\"windows\":[{\"tabs\":[{}, 3, {\"server\":\"{}\"}]}, {}]}")})
        QVERIFY2(OpenTabs::fromJson(json).isEmpty(), json.constData());
    const OpenTabs some = OpenTabs::fromJson("{\"windows\":[{\"current\":9,\"tabs\":[{}, {\"capture\":\"/a\"}]}]}");
    QCOMPARE(some.windows.size(), 1);
    QCOMPARE(some.windows.at(0).current, 0);
}

void TestReopening::storeIsPrivate()
{
    TabStore store(folder(), settings());
    QVERIFY(store.write(openTabsOf({u"/a.pullcord"_s})));
    const QFileInfoList files = QDir(folder()).entryInfoList({u"*.json"_s}, QDir::Files);
    QCOMPARE(files.size(), 1);
    const QFile::Permissions others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
    QVERIFY(!(files.at(0).permissions() & others));
    QVERIFY(!(QFileInfo(folder()).permissions() & others));
    const QDateTime before = files.at(0).lastModified();
    QVERIFY(store.write(openTabsOf({u"/a.pullcord"_s}))); // no change to write
    QCOMPARE(QFileInfo(files.at(0).filePath()).lastModified(), before);
    QVERIFY(store.write({})); // no open tab
    QVERIFY(QDir(folder()).isEmpty());
}

void TestReopening::lastExitIsReopened()
{
    for (const QString &file : {u"/a.pullcord"_s, u"/b.pullcord"_s}) {
        TabStore store(folder(), settings());
        if (file == u"/b.pullcord"_s)
            QCOMPARE(store.left().titles(), QStringList{u"a.pullcord"_s});
        OpenTabs openTabs = openTabsOf({file});
        openTabs.hasEnded = true;
        QVERIFY(store.write(openTabs));
        if (file == u"/a.pullcord"_s)
            QVERIFY(makeOlder());
    }
    {
        TabStore other(folder(), u"/other.ini"_s);
        QVERIFY(other.left().isEmpty()); // belongs to other settings
    }
    {
        TabStore nothingOpened(folder(), settings());
    }
    TabStore store(folder(), settings());
    const OpenTabs left = store.left();
    QVERIFY(left.hasEnded);
    QCOMPARE(left.titles(), QStringList{u"b.pullcord"_s});
    store.forgetLeft();
    TabStore next(folder(), settings());
    QVERIFY(next.left().isEmpty());
}

void TestReopening::everyCrashCounts()
{
    for (const QString &file : {u"/a.pullcord"_s, u"/b.pullcord"_s}) {
        TabStore store(folder(), settings());
        QVERIFY(store.write(openTabsOf({file})));
    }
    {
        TabStore store(folder(), settings());
        OpenTabs ended = openTabsOf({u"/c.pullcord"_s});
        ended.hasEnded = true;
        QVERIFY(store.write(ended));
    }
    TabStore store(folder(), settings());
    const OpenTabs left = store.left();
    QVERIFY(!left.hasEnded);
    QStringList titles = left.titles();
    titles.sort();
    QCOMPARE(titles, (QStringList{u"a.pullcord"_s, u"b.pullcord"_s}));
}

void TestReopening::runningInstanceIsNotOffered()
{
    TabStore running(folder(), settings());
    QVERIFY(running.write(openTabsOf({u"/a.pullcord"_s})));
    TabStore other(folder(), settings());
    QVERIFY(other.left().isEmpty());
    QVERIFY(running.write(openTabsOf({u"/b.pullcord"_s})));
}

void TestReopening::closedTabIsReopened()
{
    window().openApart({capture(u"a.pullcord"_s), capture(u"b.pullcord"_s), capture(u"c.pullcord"_s)});
    QCOMPARE(window().pages().size(), 3);
    QVERIFY(!window().actions().reopenTab->isEnabled());
    m_fixture->press(Qt::Key_Tab, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(m_fixture->current(), 1);
    m_fixture->press(Qt::Key_W, Qt::ControlModifier);
    m_fixture->press(Qt::Key_W, Qt::ControlModifier);
    QCOMPARE(window().pages().size(), 1);
    m_fixture->press(Qt::Key_W, Qt::ControlModifier); // the last tab stays, empty
    QVERIFY(window().page().isEmpty());
    for (const QString &name : {u"a.pullcord"_s, u"c.pullcord"_s, u"b.pullcord"_s}) {
        QVERIFY(window().actions().reopenTab->isEnabled());
        m_fixture->press(Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(window().controller().title(), name);
    }
    QCOMPARE(m_fixture->current(), 1); // at its old position
    QCOMPARE(window().pages().size(), 3);
    QVERIFY(!window().actions().reopenTab->isEnabled());
}

void TestReopening::reopeningStartsNoServer()
{
    QVERIFY(m_fixture->connectAnother());
    QVERIFY(m_fixture->waitForLists());
    m_fixture->call(u"slow"_s, "{\"ms\": 60000}");
    const qint64 pid = WindowFixture::serverPid(m_fixture->conversation());
    const qsizetype rows = m_fixture->log().count();
    m_fixture->press(Qt::Key_T, Qt::ControlModifier);
    m_fixture->press(Qt::Key_Tab, Qt::ControlModifier);
    m_fixture->press(Qt::Key_W, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->closeAnyway(), Limit);
    m_fixture->closeAnyway()->click();
    QTRY_VERIFY_WITH_TIMEOUT(!TabsFixture::isAlive(pid), Limit);
    QVERIFY(m_fixture->activate()); // the confirmation had the focus
    m_fixture->press(Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY2(window().controller().conversation(), qPrintable(barOf(window())->text()));
    QVERIFY(!m_fixture->conversation().isLive());
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->log().count() >= rows, Limit);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->log().openCount(), 0, Limit);
    QVERIFY(barOf(window())->text().contains(u"not connected"_s));
    // It starts only on a click.
    auto *again = m_fixture->find<QPushButton>(u"messageBarAction"_s);
    QCOMPARE(again->text(), u"Connect Again"_s);
    again->click();
    QVERIFY(m_fixture->waitForTools());
    QVERIFY(m_fixture->conversation().isLive());
}

void TestReopening::captureIsReconnectedWithoutItsBar()
{
    const OpenTab tab{.capture = capture(u"a.pullcord"_s), .title = u"demo"_s, .server = WindowFixture::demoServer()};
    window().reopen({{tab}, 0});
    const Actions &actions = window().actions();
    QVERIFY(actions.reconnect->isVisible());
    QVERIFY(!actions.disconnectServer->isVisible());
    m_fixture->find<QToolButton>(u"messageBarClose"_s)->click();
    QVERIFY(barOf(window())->isHidden());
    actions.copyCommand->trigger();
    QVERIFY(QApplication::clipboard()->text().contains(u"pullcord-demo-server"_s));
    m_fixture->press(Qt::Key_R, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(m_fixture->waitForTools());
    QVERIFY(!actions.reconnect->isEnabled());
    QVERIFY(actions.reconnect->toolTip().startsWith(u"Connect to the server again"_s));
    // A tab of a file has no server to connect to.
    window().openApart({capture(u"b.pullcord"_s)});
    QCOMPARE(window().controller().title(), u"b.pullcord"_s);
    QVERIFY(!window().actions().reconnect->isEnabled());
    QVERIFY(window().actions().reconnect->isVisible());
    QVERIFY(!window().actions().disconnectServer->isVisible());
    QCOMPARE(window().actions().reconnect->toolTip(),
             u"The file does not contain the command or URL of its server: use Connect."_s);
    QVERIFY(!window().actions().copyCommand->isEnabled());
}

void TestReopening::missingFilesAreSkipped()
{
    const QString gone = capture(u"gone.pullcord"_s);
    window().openApart({capture(u"a.pullcord"_s), capture(u"b.pullcord"_s), gone});
    m_fixture->press(Qt::Key_Tab, Qt::ControlModifier | Qt::ShiftModifier);
    m_fixture->press(Qt::Key_W, Qt::ControlModifier); // tab b
    m_fixture->press(Qt::Key_W, Qt::ControlModifier); // the missing file, now at that position
    QCOMPARE(window().controller().title(), u"a.pullcord"_s);
    QVERIFY(QFile::remove(gone));
    m_fixture->press(Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(window().controller().title(), u"b.pullcord"_s);
}

void TestReopening::sessionOfAKilledProgramIsOffered()
{
    leave();
    // A real process, which cannot handle its end.
    QProcess killed;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const QString &name : {u"HOME"_s, u"XDG_DATA_HOME"_s, u"XDG_CONFIG_HOME"_s, u"XDG_RUNTIME_DIR"_s})
        environment.insert(name, m_fixture->folder.path());
    killed.setProcessEnvironment(environment);
    const QString other = capture(u"other.pullcord"_s);
    killed.start(qEnvironmentVariable("PULLCORD_BIN_DIR") + u"/pullcord"_s,
                 {u"--settings"_s, settings(), u"--demo"_s, other});
    const QString written = m_fixture->file(u"pullcord/open"_s);
    const auto contentOf = [](const QString &place, const QString &ending) {
        const QFileInfoList files = QDir(place).entryInfoList({u'*' + ending}, QDir::Files);
        QFile file(files.isEmpty() ? place + u"/none"_s : files.constFirst().filePath());
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    const auto hasWritten = [&] {
        const QByteArray all = contentOf(written, u".json"_s);
        return all.contains("pullcord-demo-server") && all.contains("other.pullcord");
    };
    QVERIFY(QTest::qWaitFor(hasWritten, 20'000));
    const auto hasAsked = [&] {
        return contentOf(m_fixture->file(u"pullcord/sessions"_s), u".pullcord"_s).contains("subscriptions/listen");
    };
    QVERIFY(QTest::qWaitFor(hasAsked, 20'000)); // this request stays open until the server ends
    killed.kill();
    QVERIFY(killed.waitForFinished(Limit));

    TabStore store(written, settings());
    Windows program(m_fixture->services, store);
    program.begin({});
    MainWindow *window = program.current();
    QVERIFY2(barOf(*window)->text().contains(u"ended unexpectedly while 2 tabs"_s), qPrintable(barOf(*window)->text()));
    QVERIFY(window->page().isEmpty()); // nothing is restored automatically
    window->page().findChild<QPushButton *>(u"messageBarAction"_s)->click();
    QCOMPARE(window->pages().size(), 2);
    const Conversation *demo = window->pages().at(1)->controller().conversation();
    QVERIFY(demo && !demo->isLive());
    QTRY_VERIFY_WITH_TIMEOUT(demo->log().count() > 0 && demo->log().openCount() == 0, Limit);
    qsizetype lost = 0;
    for (qsizetype row = 0; row < demo->log().count(); ++row)
        lost += demo->log().record(row).state == RequestState::Lost;
    QVERIFY(lost > 0);
    QVERIFY(!window->actions().reopenSession->isEnabled());
    TabStore next(written, settings());
    QVERIFY(next.left().isEmpty()); // this program owns it now
}

void TestReopening::startPageOffersTheLastSession()
{
    leave();
    const QString path = capture(u"a.pullcord"_s);
    {
        TabStore store(folder(), settings());
        OpenTabs openTabs = openTabsOf({path, u"/gone.pullcord"_s});
        openTabs.hasEnded = true;
        QVERIFY(store.write(openTabs));
    }
    TabStore store(folder(), settings());
    Windows program(m_fixture->services, store);
    program.begin({});
    MainWindow *window = program.current();
    QVERIFY(barOf(*window)->isHidden()); // there was no error
    auto *button = window->page().findChild<QToolButton *>(u"start_reopenSession"_s);
    QVERIFY(button->isVisible());
    QVERIFY(window->page().findChild<QWidget *>(u"wasOpen"_s)->isVisible());
    button->setFocus();
    QTest::keyClick(button, Qt::Key_Space);
    QCOMPARE(window->pages().size(), 2);
    QCOMPARE(window->pages().at(0)->controller().title(), u"a.pullcord"_s);
    QVERIFY(window->pages()
                .at(1)
                ->findChild<MessageBar *>(u"messageBar"_s)
                ->text()
                .contains(u"Cannot open gone.pullcord"_s));
    QVERIFY(!window->actions().reopenSession->isEnabled());
}

void TestReopening::fullDiskKeepsTheSession()
{
    leave();
    {
        TabStore store(folder(), settings());
        QVERIFY(store.write(openTabsOf({capture(u"a.pullcord"_s)})));
    }
    const auto kept = [this] { return QDir(folder()).entryList({u"*.json"_s}, QDir::Files); };
    const QStringList left = kept();
    QCOMPARE(left.size(), 1);
    TabStore store(folder(), settings());
    Windows program(m_fixture->services, store);
    program.begin({});
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit before = {};
    ::getrlimit(RLIMIT_FSIZE, &before);
    rlimit full = before;
    full.rlim_cur = 0;
    ::setrlimit(RLIMIT_FSIZE, &full);
    m_offer->accept();
    const QString title = program.current()->controller().title();
    const QStringList afterReopening = kept();
    program.finish();
    ::setrlimit(RLIMIT_FSIZE, &before);
    QCOMPARE(title, u"a.pullcord"_s);
    QCOMPARE(afterReopening, left);
    QCOMPARE(kept(), left);
}

void TestReopening::offerInTheLastTabCanBeClosed()
{
    OpenTab tab;
    tab.title = u"demo"_s;
    tab.server = WindowFixture::demoServer();
    window().reopen({{tab}, 0});
    QVERIFY(!window().controller().conversation());
    QVERIFY(barOf(window())->isVisible());
    QVERIFY(window().actions().closeTab->isEnabled());
    m_fixture->press(Qt::Key_W, Qt::ControlModifier);
    QVERIFY(window().opened().tabs.isEmpty());
    QVERIFY(barOf(window())->isHidden());
    QVERIFY(!window().actions().closeTab->isEnabled());
    m_fixture->press(Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(window().opened().tabs.at(0).server.has_value());
    QVERIFY(window().actions().closeTab->isEnabled());
}

void TestReopening::reopensIfPreferred()
{
    leave();
    const QString path = capture(u"a.pullcord"_s);
    m_fixture->settings.set(Settings::AtStartIs, int(Settings::AtStart::Reopen));
    {
        TabStore store(folder(), settings());
        Windows program(m_fixture->services, store);
        Opening opening;
        opening.files = QStringList{path};
        program.begin(opening);
        program.current()->close();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        program.finish();
    }
    for (const auto choice : {Settings::AtStart::Nothing, Settings::AtStart::Reopen}) {
        m_fixture->settings.set(Settings::AtStartIs, int(choice));
        TabStore store(folder(), settings());
        Windows program(m_fixture->services, store);
        program.begin({});
        QCOMPARE(program.current()->controller().title(),
                 choice == Settings::AtStart::Reopen ? u"a.pullcord"_s : QString());
        QVERIFY(!program.current()->actions().reopenSession->isEnabled());
        qDeleteAll(windows());
    }
}

void TestReopening::severalWindowsAreReopened()
{
    leave();
    OpenTabs openTabs = openTabsOf({capture(u"a.pullcord"_s), capture(u"b.pullcord"_s)});
    openTabs.windows.last().current = 0;
    openTabs.windows += openTabsOf({capture(u"c.pullcord"_s)}).windows;
    {
        TabStore store(folder(), settings());
        QVERIFY(store.write(openTabs));
    }
    TabStore store(folder(), settings());
    Windows program(m_fixture->services, store);
    program.begin({});
    m_offer->accept();
    QCOMPARE(windows().size(), 2);
    QStringList shown;
    for (const MainWindow *window : windows())
        shown << window->controller().title();
    shown.sort();
    QCOMPARE(shown, (QStringList{u"a.pullcord"_s, u"c.pullcord"_s}));
}

void TestReopening::laterStartOpensTabs()
{
    leave();
    TabStore store(folder(), settings());
    Windows program(m_fixture->services, store);
    program.begin({});
    MainWindow *window = program.current();
    Opening opening;
    opening.files = QStringList{capture(u"a.pullcord"_s), capture(u"b.pullcord"_s)};
    QTest::ignoreMessage(QtWarningMsg, "This plugin does not support raise()");
    program.take(opening);
    QCOMPARE(window->pages().size(), 2); // the empty tab was reused
    QCOMPARE(window->controller().title(), u"b.pullcord"_s);
    opening.files.removeLast();
    QTest::ignoreMessage(QtWarningMsg, "This plugin does not support raise()");
    program.take(opening); // open already
    QCOMPARE(window->pages().size(), 2);
    QCOMPARE(window->controller().title(), u"a.pullcord"_s);
    opening.newWindow = true;
    QTest::ignoreMessage(QtWarningMsg, "This plugin does not support raise()");
    program.take(opening);
    QCOMPARE(windows().size(), 2);
    opening = {};
    opening.demo = true;
    QTest::ignoreMessage(QtWarningMsg, "This plugin does not support raise()");
    program.take(opening);
    QTRY_VERIFY_WITH_TIMEOUT(program.current()->controller().clientState() == Client::State::Ready, Limit);
}

/// A hand-over opens in the window, but a dialog with the keyboard focus keeps it.
void TestReopening::dialogKeepsTheFocus()
{
    leave();
    TabStore store(folder(), settings());
    Windows program(m_fixture->services, store);
    program.begin({});
    MainWindow *window = program.current();
    window->activateWindow();
    QTRY_VERIFY_WITH_TIMEOUT(window->isActiveWindow(), Limit);
    window->actions().preferences->trigger();
    const QPointer<QWidget> dialog = QApplication::activeModalWidget();
    QVERIFY(dialog);
    QTRY_VERIFY_WITH_TIMEOUT(dialog->isActiveWindow(), Limit);
    Opening opening;
    opening.files = QStringList{capture(u"a.pullcord"_s)};
    QTest::ignoreMessage(QtWarningMsg, "This plugin does not support raise()"); // for the window
    QTest::ignoreMessage(QtWarningMsg, "This plugin does not support raise()"); // for the dialog above it
    program.take(opening);
    QCOMPARE(window->controller().title(), u"a.pullcord"_s);
    QCoreApplication::processEvents();
    QVERIFY(dialog->isActiveWindow());
    QTest::keyClick(QApplication::focusWindow(), Qt::Key_Escape);
    QVERIFY(!dialog || !dialog->isVisible()); // deletes itself
}

void TestReopening::anImportedServerIsConfirmed()
{
    leave();
    ServerTarget target = WindowFixture::demoServer();
    target.name = u"mine"_s;
    target.imported = true;
    ServerList saved;
    saved.put(target);
    m_fixture->settings.setSavedServers(saved);
    TabStore store(folder(), settings());
    Windows program(m_fixture->services, store);
    program.begin({});
    MainWindow *window = program.current();
    Opening opening;
    opening.saved = u"mine"_s;
    QTest::ignoreMessage(QtWarningMsg, "This plugin does not support raise()");
    program.take(opening);
    auto *dialog = window->page().findChild<ConfirmDialog *>();
    QVERIFY(dialog && dialog->isVisible());
    QVERIFY(!window->controller().conversation());
    dialog->accept();
    QTRY_VERIFY_WITH_TIMEOUT(window->controller().clientState() == Client::State::Ready, Limit);
    opening.saved = u"nobody"_s;
    QTest::ignoreMessage(QtWarningMsg, "This plugin does not support raise()");
    program.take(opening);
    QVERIFY(barOf(*window)->text().contains(u"nobody"_s));
}

QTEST_MAIN(TestReopening)
#include "tst_reopening.moc"
