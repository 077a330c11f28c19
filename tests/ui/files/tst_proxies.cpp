// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/windowfixture.h"

#include "core/config/wrapping/wrapstore.h"
#include "core/privatefolder.h"
#include "core/proxy/control/runningproxies.h"
#include "ui/actions.h"
#include "ui/models/requests/requestmodelroles.h"
#include "ui/panels/requestspanel.h"
#include "ui/program/tabstore.h"
#include "ui/program/windows.h"
#include "ui/reopenoffer.h"
#include "ui/views/requests/requestdelegate.h"
#include "ui/views/widgets/messagebar.h"

#include <QDialog>
#include <QFile>
#include <QLineEdit>
#include <QListWidget>
#include <QLocalServer>
#include <QLocalSocket>
#include <QMenu>
#include <QProcess>
#include <QTableView>
#include <QTest>
#include <QToolButton>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// A running `pullcord-cli proxy` in the window: found, followed, and its requests cancelled.
class TestProxies : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void opensFromItsLists_data();
    void opensFromItsLists();
    void listsWatchedServers_data();
    void listsWatchedServers();
    void cancels_data();
    void cancels();
    void cancelsRequestsOfTheServer();
    void cancelsAll();
    void endsAWaitLater();
    void showsAWaitThatBeganBefore();
    void reportsARefusal_data();
    void reportsARefusal();
    void reportsTheEnd_data();
    void reportsTheEnd();
    void closingTheTabLeavesIt();
    void opensByItself_data();
    void opensByItself();

private:
    static constexpr int Limit = 30'000;

    [[nodiscard]] QString sockets() const { return m_fixture->file(u"run/pullcord/proxies"_s); }
    [[nodiscard]] QString capture() const { return m_fixture->file(u"between.pullcord"_s); }
    [[nodiscard]] MessageBar *bar() const { return m_fixture->window->page().findChild<MessageBar *>(); }
    [[nodiscard]] Actions &actions() const { return m_fixture->window->actions(); }
    [[nodiscard]] QTableView *table() const { return m_fixture->find<QTableView>(u"requestTable"_s); }
    [[nodiscard]] QToolButton *waiting() const { return m_fixture->find<QToolButton>(u"waitingButton"_s); }
    /// Starts a proxy with the demo server, as a client does.
    void startProxy(const QString &name = u"demo"_s)
    {
        m_proxy.start(qEnvironmentVariable("PULLCORD_BIN_DIR") + u"/pullcord-cli"_s,
                      {u"proxy"_s, u"--quiet"_s, u"--name"_s, name, capture(), u"--"_s,
                       WindowFixture::demoServer().command.program});
        QVERIFY(m_proxy.waitForStarted(Limit));
        QTRY_COMPARE_WITH_TIMEOUT(m_running->all().size(), 1, Limit);
    }
    /// The client calls a tool.
    void call(const QByteArray &id, const QByteArray &tool, const QByteArray &arguments)
    {
        m_proxy.write(R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"tools/call","params":{"name":")" + tool +
                      R"(","arguments":)" + arguments + "}}\n");
    }
    void initialize()
    {
        m_proxy.write(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",)"
                      R"("capabilities":{"sampling":{}},"clientInfo":{"name":"client","version":"1"}}})"
                      "\n"
                      R"({"jsonrpc":"2.0","method":"notifications/initialized"})"
                      "\n");
        QTRY_VERIFY_WITH_TIMEOUT(heard().contains("\"id\":0"), Limit);
    }
    void openTab()
    {
        m_fixture->window->openCapture(capture());
        QTRY_VERIFY_WITH_TIMEOUT(waiting()->isVisible(), Limit);
    }
    /// Starts the proxy, and the session with it; opens the tab.
    void open()
    {
        startProxy();
        initialize();
        openTab();
    }
    /// Returns the row of a request, once the window shows it.
    qsizetype rowOf(Direction direction, const RequestId &id)
    {
        qsizetype row = -1;
        [[maybe_unused]] const bool came = QTest::qWaitFor(
            [&] {
                row = m_fixture->log().newestOf(0, direction, id);
                m_fixture->flush();
                return row >= 0;
            },
            Limit);
        return row;
    }
    /// Calls a tool and returns its row.
    qsizetype rowOfCall(const QByteArray &tool, const QByteArray &arguments)
    {
        call("7", tool, arguments);
        return rowOf(Direction::ClientToServer, RequestId(7));
    }
    /// Returns what the client has received so far.
    QByteArray heard()
    {
        m_heard += m_proxy.readAllStandardOutput();
        return m_heard;
    }
    [[nodiscard]] QVariant cell(qsizetype row, int column, int role = Qt::DisplayRole) const
    {
        return m_fixture->find<RequestsPanel>(u"requestsPanel"_s)->model().dataOf(row, column, role);
    }
    [[nodiscard]] bool canCancel(qsizetype row) const
    {
        return cell(row, RequestTable::Cancel, RequestTable::CancellableRole).toBool();
    }
    void pressDelete(qsizetype row) const
    {
        m_fixture->select(row);
        QTRY_VERIFY_WITH_TIMEOUT(actions().cancel->isEnabled(), Limit);
        table()->setFocus();
        QTest::keyClick(table(), Qt::Key_Delete);
    }
    /// Presses the button in the row of the request.
    void pressButton(qsizetype row) const
    {
        m_fixture->select(row);
        const QModelIndex index = table()->currentIndex().siblingAtColumn(RequestTable::Cancel);
        QTRY_COMPARE_WITH_TIMEOUT(RequestDelegate::buttonOf(index), RequestDelegate::Button::Cancel, Limit);
        QTest::mouseClick(table()->viewport(), Qt::LeftButton, {},
                          table()->visualRect(index).topLeft() + QPoint(10, 8));
    }

    std::unique_ptr<WindowFixture> m_fixture;
    std::unique_ptr<RunningProxies> m_running;
    QProcess m_proxy;
    QByteArray m_heard;
};

void TestProxies::init()
{
    WindowFixture::failOnWarnings();
    m_heard.clear();
    m_fixture = std::make_unique<WindowFixture>();
    qputenv("HOME", m_fixture->folder.path().toUtf8());
    for (const char *place : {"XDG_CONFIG_HOME", "XDG_DATA_HOME"}) // of the user who runs the test
        qunsetenv(place);
    QVERIFY(PrivateFolder::create(sockets()));
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"XDG_RUNTIME_DIR"_s, m_fixture->file(u"run"_s));
    m_proxy.setProcessEnvironment(environment);
    m_running = std::make_unique<RunningProxies>(sockets());
    m_running->start();
    m_fixture->services.proxies = m_running.get();
    m_fixture->window = std::make_unique<MainWindow>(m_fixture->services);
    m_fixture->window->resize(1440, 900);
    m_fixture->window->show();
}

void TestProxies::cleanup()
{
    m_proxy.closeWriteChannel();
    if (m_proxy.state() != QProcess::NotRunning && !m_proxy.waitForFinished(Limit))
        m_proxy.kill();
    m_fixture.reset();
    m_running.reset();
}

void TestProxies::opensFromItsLists_data()
{
    QTest::addColumn<bool>("fromMenu");
    QTest::newRow("start page") << false;
    QTest::newRow("menu") << true;
}

void TestProxies::opensFromItsLists()
{
    QFETCH(const bool, fromMenu);
    auto *list = m_fixture->find<QListWidget>(u"runningProxies"_s);
    auto *menu = m_fixture->find<QMenu>(u"runningProxiesMenu"_s);
    QVERIFY(list && list->isHidden() && menu && !menu->isEnabled());
    startProxy();
    QTRY_COMPARE_WITH_TIMEOUT(list->count(), 1, Limit);
    QVERIFY(list->isVisible());
    QVERIFY2(list->item(0)->text().startsWith(u"demo, since "_s), qPrintable(list->item(0)->text()));
    QCOMPARE(menu->actions().size(), 1);
    QCOMPARE(menu->actions().constFirst()->text(), list->item(0)->text());
    if (fromMenu) {
        menu->actions().constFirst()->trigger();
    } else {
        list->setFocus();
        list->setCurrentRow(0);
        QTest::keyClick(list, Qt::Key_Return);
    }
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->window->controller().conversation(), Limit);
    QCOMPARE(m_fixture->conversation().capture().path(), capture());
    QTRY_VERIFY_WITH_TIMEOUT(waiting()->isVisible(), Limit);
    m_proxy.closeWriteChannel();
    QTRY_VERIFY_WITH_TIMEOUT(!menu->isEnabled(), Limit);
}

void TestProxies::listsWatchedServers_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("shown");
    QTest::newRow("not running") << qEnvironmentVariable("PULLCORD_BIN_DIR") + u"/pullcord-cli"_s
                                 << u"Cursor: files, not running"_s;
    QTest::newRow("missing program") << u"/missing/pullcord-cli"_s << u"Cursor: files, cannot start"_s;
}

/// A watched server of a host is listed before its proxy runs.
void TestProxies::listsWatchedServers()
{
    QFETCH(const QString, program);
    QFETCH(const QString, shown);
    auto *list = m_fixture->find<QListWidget>(u"runningProxies"_s);
    QFile file(m_fixture->file(u"mcp.json"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"mcpServers": {"files": {"command": "files"}, "other": {"command": "other"}}})");
    file.close();
    const auto read = WrapStore::read({u"Cursor"_s, file.fileName()});
    QVERIFY(read);
    const WrapStore store = WrapStore::ofUser();
    QVERIFY(store.write(store.change(*read, {read->servers.constFirst().pointer}, {},
                                     {.program = program, .folder = m_fixture->file(u"kept"_s), .host = u"Cursor"_s})));
    m_running->look();
    QTRY_COMPARE_WITH_TIMEOUT(list->count(), 1, Limit);
    QVERIFY(list->isVisible());
    QCOMPARE(list->item(0)->text(), shown);
    list->setFocus();
    list->setCurrentRow(0);
    QTest::keyClick(list, Qt::Key_Return);
    auto *dialog = m_fixture->find<QDialog>(u"watchDialog"_s);
    QVERIFY(dialog && dialog->isVisible());
    dialog->reject();
    startProxy(u"Cursor: files"_s);
    QTRY_VERIFY_WITH_TIMEOUT(list->item(0)->text().startsWith(u"Cursor: files, since "_s), Limit);
    QCOMPARE(list->count(), 1);
}

void TestProxies::cancels_data()
{
    QTest::addColumn<bool>("withError");
    QTest::addColumn<QByteArray>("got");
    QTest::addColumn<QString>("waited");
    QTest::newRow("late response") << false << R"("result":)"_ba << u"the client got the late response"_s;
    QTest::newRow("error") << true << R"("error":{"code":-32800,"message":"tired"})"_ba
                           << u"the client got an error from the operator"_s;
}

/// By Del, or with the button of the row.
void TestProxies::cancels()
{
    QFETCH(const bool, withError);
    QFETCH(const QByteArray, got);
    QFETCH(const QString, waited);
    open();
    QCOMPARE(waiting()->text(), u"Sender Keeps Waiting"_s);
    if (withError)
        actions().answerWithError->trigger();
    QCOMPARE(waiting()->text(), withError ? u"Sender Gets an Error"_s : u"Sender Keeps Waiting"_s);
    const qsizetype row = rowOfCall("late", R"({"ms":500,"from_cancel":true})");
    QVERIFY(row >= 0);
    QTest::keyClicks(m_fixture->find<QLineEdit>(u"reasonEdit"_s), u"tired"_s);
    if (withError)
        pressButton(row);
    else
        pressDelete(row);
    QVERIFY(!canCancel(row)); // a second click has no effect, although the file does not show the first one yet
    QTRY_COMPARE_WITH_TIMEOUT(cell(row, RequestTable::State).toString(), u"Cancelled by operator"_s, Limit);
    QVERIFY(!canCancel(row));
    QVERIFY(m_fixture->record(row).cancellation->byOperator);
    QTRY_VERIFY_WITH_TIMEOUT(heard().contains(R"("id":7)"), Limit);
    QVERIFY2(heard().contains(got), heard().constData());
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->record(row).late.answered(), Limit);
    QCOMPARE(m_fixture->record(row).cancellation->reason, u"tired"_s);
    QCOMPARE(m_fixture->record(row).late.withheld, withError);
    QCOMPARE(heard().count(R"("id":7)"), 1);
    const QString shown = cell(row, RequestTable::State, Qt::ToolTipRole).toString();
    QVERIFY2(shown.contains(waited), qPrintable(shown));
    const QString beside = cell(row, RequestTable::Cancel).toString();
    QVERIFY2(withError ? beside == waited : beside.endsWith(u" after cancel"_s), qPrintable(beside));
    QVERIFY(bar()->text().isEmpty());
    QCOMPARE(m_fixture->settings.reasons(), QStringList{u"tired"_s});
}

/// The client gets the cancel, the server keeps waiting.
void TestProxies::cancelsRequestsOfTheServer()
{
    open();
    QVERIFY(rowOfCall("ask_sampling", "{}") >= 0);
    QTRY_VERIFY_WITH_TIMEOUT(heard().contains("sampling/createMessage"), Limit);
    qsizetype row = -1;
    QTRY_VERIFY_WITH_TIMEOUT((m_fixture->flush(), row = m_fixture->log().count() - 1,
                              m_fixture->record(row).method == "sampling/createMessage"),
                             Limit);
    QVERIFY(canCancel(row));
    pressDelete(row);
    QTRY_VERIFY_WITH_TIMEOUT(heard().contains("notifications/cancelled"), Limit);
    QTRY_VERIFY_WITH_TIMEOUT(cell(row, RequestTable::Cancel).toString().startsWith(u"the server still waits ("_s),
                             Limit);
}

void TestProxies::cancelsAll()
{
    open();
    const qsizetype row = rowOfCall("slow", R"({"ms":60000})");
    QVERIFY(row >= 0);
    QTRY_VERIFY_WITH_TIMEOUT(actions().cancelAll->isEnabled(), Limit);
    QTest::keyClick(m_fixture->window.get(), Qt::Key_Delete, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->record(row).state, RequestState::Cancelled, Limit);
    QTRY_VERIFY_WITH_TIMEOUT(!actions().cancelAll->isEnabled(), Limit);
}

/// A request that was cancelled without an error can be ended with one.
void TestProxies::endsAWaitLater()
{
    open();
    const qsizetype row = rowOfCall("slow", R"({"ms":60000})");
    QVERIFY(row >= 0);
    pressDelete(row);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->record(row).state, RequestState::Cancelled, Limit);
    QVERIFY(!canCancel(row));
    QVERIFY(cell(row, RequestTable::Cancel, RequestTable::AwaitedRole).toBool());
    const QString waits = cell(row, RequestTable::Cancel).toString();
    QVERIFY2(waits.startsWith(u"the client still waits ("_s), qPrintable(waits));
    actions().answerWithError->trigger();
    QVERIFY(canCancel(row));
    pressButton(row);
    QTRY_VERIFY_WITH_TIMEOUT(heard().contains("-32800"), Limit);
    QTRY_COMPARE_WITH_TIMEOUT(cell(row, RequestTable::Cancel).toString(),
                              u"the client got an error from the operator"_s, Limit);
    QVERIFY(!cell(row, RequestTable::Cancel, RequestTable::AwaitedRole).toBool());
}

/// The tab opens after the cancel; when the proxy ends, the wait ends with it.
void TestProxies::showsAWaitThatBeganBefore()
{
    open();
    qsizetype row = rowOfCall("slow", R"({"ms":60000})");
    QVERIFY(row >= 0);
    pressDelete(row);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->record(row).state, RequestState::Cancelled, Limit);
    actions().closeTab->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!m_fixture->window->controller().conversation(), Limit);
    openTab();
    row = rowOf(Direction::ClientToServer, RequestId(7));
    QVERIFY(row >= 0);
    QTRY_VERIFY_WITH_TIMEOUT(cell(row, RequestTable::Cancel, RequestTable::AwaitedRole).toBool(), Limit);
    m_proxy.closeWriteChannel();
    QTRY_COMPARE_WITH_TIMEOUT(cell(row, RequestTable::Cancel).toString(),
                              u"the connection closed while the client waited"_s, Limit);
    QVERIFY(!cell(row, RequestTable::Cancel, RequestTable::AwaitedRole).toBool());
}

void TestProxies::reportsARefusal_data()
{
    QTest::addColumn<QByteArray>("response"); ///< null: the connection is closed
    QTest::addColumn<QString>("shown");
    const auto error = [](int code) {
        return R"({"jsonrpc":"2.0","id":1,"error":{"code":)" + QByteArray::number(code) + R"(,"message":"no"}})" + '\n';
    };
    QTest::newRow("unknown") << error(OperatorCancel::NoSuchRequest)
                             << u"Cannot cancel: the proxy does not know this request."_s;
    QTest::newRow("ended") << error(OperatorCancel::HasEnded)
                           << u"Cannot cancel: the request has ended, or was cancelled already."_s;
    QTest::newRow("forbidden") << error(OperatorCancel::NotCancellable) << u"Cannot cancel: the protocol forbids it."_s;
    QTest::newRow("not possible") << error(OperatorCancel::NotPossible)
                                  << u"Cannot cancel: this kind of proxy cannot do it, or it is closing."_s;
    QTest::newRow("no error")
        << error(OperatorCancel::NoErrorSent)
        << u"The request is cancelled, but its sender gets no error: it has a part of the response "
           "already, or no stream is open that could carry the error."_s;
    QTest::newRow("other code") << error(-1) << u"Cannot cancel: no."_s;
    QTest::newRow("not JSON") << "no\n"_ba << u"Cannot cancel: the proxy sent a response that cannot be read."_s;
}

/// Another program listens in place of the proxy, and refuses.
void TestProxies::reportsARefusal()
{
    QFETCH(const QByteArray, response);
    QFETCH(const QString, shown);
    startProxy();
    initialize();
    QVERIFY(QFile::remove(m_running->socketOf(m_running->all().constFirst())));
    QLocalServer other;
    connect(&other, &QLocalServer::newConnection, this, [this, &other, &response] {
        QLocalSocket *peer = other.nextPendingConnection();
        connect(peer, &QLocalSocket::readyRead, peer, [this, peer, &response] {
            const QByteArray described =
                R"({"jsonrpc":"2.0","id":1,"result":{"name":"other","capture":")" + capture().toUtf8() + "\"}}\n";
            peer->write(peer->readAll().contains("describe") ? described : response);
            peer->flush();
        });
    });
    other.setSocketOptions(QLocalServer::UserAccessOption);
    QVERIFY(other.listen(sockets() + u"/other.sock"_s));
    QTRY_COMPARE_WITH_TIMEOUT(m_running->all().value(0).name, u"other"_s, Limit);
    openTab();
    const qsizetype row = rowOfCall("slow", R"({"ms":60000})");
    QVERIFY(row >= 0);
    pressDelete(row);
    QTRY_COMPARE_WITH_TIMEOUT(bar()->text(), shown, Limit);
    QCOMPARE(m_fixture->record(row).state, RequestState::InFlight);
    QVERIFY(canCancel(row));
}

void TestProxies::reportsTheEnd_data()
{
    QTest::addColumn<bool>("isKilled");
    QTest::newRow("in good order") << false;
    QTest::newRow("killed") << true;
}

void TestProxies::reportsTheEnd()
{
    QFETCH(const bool, isKilled);
    open();
    const qsizetype row = rowOfCall("slow", R"({"ms":60000})");
    QVERIFY(row >= 0 && canCancel(row));
    if (isKilled)
        m_proxy.kill();
    else
        m_proxy.closeWriteChannel();
    QTRY_COMPARE_WITH_TIMEOUT(bar()->text(), u"The proxy has ended. Its requests can no longer be cancelled."_s, Limit);
    QVERIFY(!canCancel(row));
    QVERIFY(waiting()->isHidden());
    QVERIFY(!actions().answerWithError->isEnabled());
    QTRY_VERIFY_WITH_TIMEOUT(!actions().cancelAll->isEnabled(), Limit);
    QCOMPARE(m_running->all().size(), 0);
}

void TestProxies::closingTheTabLeavesIt()
{
    open();
    actions().closeTab->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!m_fixture->window->controller().conversation(), Limit);
    call("8", "echo", R"({"text":"still here"})");
    QTRY_VERIFY_WITH_TIMEOUT(heard().contains("still here"), Limit);
    QCOMPARE(m_running->all().size(), 1);
}

void TestProxies::opensByItself_data()
{
    QTest::addColumn<bool>("wanted");
    QTest::newRow("by default") << false;
    QTest::newRow("if wanted") << true;
}

void TestProxies::opensByItself()
{
    QFETCH(const bool, wanted);
    QVERIFY(!m_fixture->settings.value(Settings::OpenProxies));
    m_fixture->settings.set(Settings::OpenProxies, wanted);
    ReopenOffer offer;
    m_fixture->services.offer = &offer;
    {
        TabStore store(m_fixture->file(u"open"_s), m_fixture->settings.fileName());
        Windows windows(m_fixture->services, store);
        const MainWindow *window = windows.open();
        startProxy();
        if (wanted) {
            QTRY_COMPARE_WITH_TIMEOUT(window->pages().size(), 2, Limit);
            QVERIFY(window->pages().constLast()->shows(capture()));
            QCOMPARE(&window->page(), window->pages().constFirst()); // in the background
        } else {
            QTRY_COMPARE_WITH_TIMEOUT(m_fixture->find<QListWidget>(u"runningProxies"_s)->count(), 1, Limit);
            QCOMPARE(window->pages().size(), 1);
        }
        windows.end();
    }
    m_fixture->services.offer = nullptr;
}

QTEST_MAIN(TestProxies)
#include "tst_proxies.moc"
