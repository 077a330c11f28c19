// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/windowfixture.h"

#include "core/config/wrapping/wrapstore.h"
#include "core/privatefolder.h"
#include "core/proxy/control/controlcall.h"
#include "core/proxy/control/runningproxies.h"
#include "core/proxy/rules/heldmessages.h"
#include "e2e/proxyfixture.h"
#include "ui/actions.h"
#include "ui/dialogs/helddialog.h"
#include "ui/models/messages/messagemodel.h"
#include "ui/models/requests/requestmodelroles.h"
#include "ui/panels/requestspanel.h"
#include "ui/panels/startpage.h"
#include "ui/program/tabstore.h"
#include "ui/program/windows.h"
#include "ui/reopenoffer.h"
#include "ui/views/messages/jsoneditor.h"
#include "ui/views/requests/requestdelegate.h"
#include "ui/views/widgets/messagebar.h"
#include "ui/views/widgets/peerlabel.h"

#include <QDialog>
#include <QFile>
#include <QLineEdit>
#include <QListWidget>
#include <QLocalServer>
#include <QLocalSocket>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPointer>
#include <QProcess>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStyle>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>

#include <array>
#include <vector>

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
    void keepsAnOpenMenu();
    void cannotOpenStandardOutput();
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
    void cancelsForOneOfTwoClients();
    void closingTheTabLeavesIt();
    void opensByItself_data();
    void opensByItself();
    void endsHolds_data();
    void endsHolds();
    void keepsTheSelectedMessage();
    void cutsLongMessages();
    void switchesRules();
    void endsWithHeldMessages();
    void needsRules();

private:
    static constexpr int Limit = 30'000;

    [[nodiscard]] QString sockets() const { return m_fixture->file(u"run/pullcord/proxies"_s); }
    [[nodiscard]] QString capture() const { return m_fixture->file(u"between.pullcord"_s); }
    [[nodiscard]] MessageBar *bar() const { return m_fixture->window->page().findChild<MessageBar *>(u"messageBar"_s); }
    [[nodiscard]] Actions &actions() const { return m_fixture->window->actions(); }
    [[nodiscard]] QTableView *table() const { return m_fixture->find<QTableView>(u"requestTable"_s); }
    [[nodiscard]] QToolButton *waiting() const { return m_fixture->find<QToolButton>(u"waitingButton"_s); }
    /// Starts a proxy with the demo server, as a client does.
    void startProxy(const QString &name = u"demo"_s, const QStringList &options = {})
    {
        m_proxy.start(qEnvironmentVariable("PULLCORD_BIN_DIR") + u"/pullcord-cli"_s,
                      QStringList{u"proxy"_s, u"--quiet"_s, u"--name"_s, name} + options +
                          QStringList{capture(), u"--"_s, WindowFixture::demoServer().command.program});
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
    /// The same with rules: one holds the calls of the client, one is off.
    void openWithRules()
    {
        QFile file(m_fixture->file(u"rules.json"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"rules":[{"name":"stop","match":"dir:c2s method:tools/call","action":"hold"},)"
                   R"({"name":"off","match":"method:ping","action":"drop","enabled":false}]})");
        file.close();
        startProxy(u"demo"_s, {u"--rules"_s, file.fileName()});
        initialize();
        openTab();
        QTRY_COMPARE_WITH_TIMEOUT(banner()->text(), u"1 rule is active"_s, Limit);
    }
    [[nodiscard]] MessageBar *banner() const { return m_fixture->find<MessageBar>(u"rulesBanner"_s); }
    [[nodiscard]] QTreeWidget *held() const { return m_fixture->find<QTreeWidget>(u"heldMessages"_s); }
    [[nodiscard]] QTreeWidget *rules() const { return m_fixture->find<QTreeWidget>(u"proxyRules"_s); }
    [[nodiscard]] QPlainTextEdit *editor() const
    {
        return m_fixture->find<HeldDialog>(u"heldDialog"_s)->findChild<QPlainTextEdit *>(u"jsonEdit"_s);
    }
    [[nodiscard]] QPushButton *button(const QString &name) const { return m_fixture->find<QPushButton>(name); }
    [[nodiscard]] QString stateOfHeld() const { return m_fixture->find<PeerLabel>(u"heldState"_s)->text(); }
    /// The client calls echo; opens the dialog from the banner.
    void holdCall(const QByteArray &text = "one")
    {
        call("7", "echo", R"({"text":")" + text + R"("})");
        QTRY_COMPARE_WITH_TIMEOUT(banner()->text(), u"1 message is held, 1 rule is active"_s, Limit);
        QTest::mouseClick(m_fixture->find<QPushButton>(u"rulesBannerAction"_s), Qt::LeftButton);
        QVERIFY(held());
        QTRY_COMPARE_WITH_TIMEOUT(held()->topLevelItemCount(), 1, Limit);
        QTRY_VERIFY_WITH_TIMEOUT(editor()->toPlainText().contains(u"tools/call"_s), Limit);
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

/// The proxy ends while the user is about to choose it: its entry stays until the menu closes, and works.
void TestProxies::keepsAnOpenMenu()
{
    auto *menu = m_fixture->find<QMenu>(u"runningProxiesMenu"_s);
    startProxy();
    menu->popup(m_fixture->window->mapToGlobal(QPoint(10, 10)));
    QTRY_VERIFY_WITH_TIMEOUT(menu->isVisible(), Limit);
    const QPointer<QAction> entry = menu->actions().constFirst();
    QSignalSpy updated(m_running.get(), &RunningProxies::updated);
    m_proxy.closeWriteChannel();
    QTRY_COMPARE_WITH_TIMEOUT(m_running->all().size(), 0, Limit);
    QTRY_VERIFY_WITH_TIMEOUT(!updated.isEmpty(), Limit);
    QVERIFY(entry);
    menu->setActiveAction(entry);
    QTest::keyClick(menu, Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->window->controller().conversation(), Limit);
    QCOMPARE(m_fixture->conversation().capture().path(), capture());
    QTRY_VERIFY_WITH_TIMEOUT(!menu->isEnabled() && menu->actions().isEmpty(), Limit);
}

/// A proxy that writes its capture to standard output is listed, with the reason why it cannot be opened.
void TestProxies::cannotOpenStandardOutput()
{
    m_proxy.start(qEnvironmentVariable("PULLCORD_BIN_DIR") + u"/pullcord-cli"_s,
                  {u"proxy"_s, u"--quiet"_s, u"--name"_s, u"demo"_s, u"-"_s, u"--listen"_s, u"0"_s, u"--"_s,
                   WindowFixture::demoServer().command.program});
    const auto *list = m_fixture->find<QListWidget>(u"runningProxies"_s);
    QTRY_COMPARE_WITH_TIMEOUT(list->count(), 1, Limit);
    QVERIFY(!(list->item(0)->flags() & Qt::ItemIsEnabled));
    QVERIFY2(list->item(0)->toolTip().contains(u"standard output"_s), qPrintable(list->item(0)->toolTip()));
    const QMenu *menu = m_fixture->find<QMenu>(u"runningProxiesMenu"_s);
    QVERIFY(!menu->actions().constFirst()->isEnabled());
    QTest::keyClick(m_fixture->window.get(), Qt::Key_K, Qt::ControlModifier);
    QTest::keyClicks(m_fixture->find<QLineEdit>(u"paletteLine"_s), u"Open demo, since"_s);
    const QAbstractItemModel *found = m_fixture->find<QAbstractItemView>(u"paletteList"_s)->model();
    for (int row = 0; row < found->rowCount(); ++row)
        QVERIFY2(!found->index(row, 0).data().toString().startsWith(u"Open demo, since"_s),
                 qPrintable(found->index(row, 0).data().toString()));
    m_proxy.terminate();
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
    actions().watchHost->trigger();
    m_fixture->find<QDialog>(u"watchDialog"_s)->reject(); // the user has watched it there
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

    // The configurations are read when the page is shown, not whenever a proxy starts or ends.
    QVERIFY(file.remove());
    m_proxy.closeWriteChannel();
    QTRY_COMPARE_WITH_TIMEOUT(list->item(0)->text(), shown, Limit);
    auto *page = m_fixture->window->page().findChild<StartPage *>();
    page->hide();
    page->show();
    QTRY_COMPARE_WITH_TIMEOUT(list->count(), 0, Limit);
}

void TestProxies::cancels_data()
{
    QTest::addColumn<bool>("withError");
    QTest::addColumn<QString>("error"); ///< code and text that the user types; empty: the usual ones
    QTest::addColumn<QByteArray>("got");
    QTest::addColumn<QString>("waited");
    QTest::newRow("late response") << false << QString() << R"("result":)"_ba << u"the client got the late response"_s;
    QTest::newRow("error of the user") << true << u"-5 enough"_s << R"("error":{"code":-5,"message":"enough"})"_ba
                                       << u"the client got an error from the operator"_s;
    QTest::newRow("code of the user") << true << u"7"_s << R"("error":{"code":7,"message":"tired"})"_ba
                                      << u"the client got an error from the operator"_s;
    QTest::newRow("error") << true << QString() << R"("error":{"code":-32800,"message":"tired"})"_ba
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
    QFETCH(const QString, error);
    if (!error.isEmpty()) {
        actions().chooseError->trigger();
        auto *dialog = m_fixture->find<QDialog>(u"errorDialog"_s);
        QVERIFY(dialog && dialog->isVisible());
        QCOMPARE(dialog->findChild<QSpinBox *>(u"errorCode"_s)->value(), -32800);
        dialog->findChild<QSpinBox *>(u"errorCode"_s)->setValue(error.section(u' ', 0, 0).toInt());
        dialog->findChild<QLineEdit *>(u"errorText"_s)->setText(error.section(u' ', 1));
        dialog->accept();
    } else if (withError) {
        actions().answerWithError->trigger();
    }
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
    const auto *messages = m_fixture->find<QTableView>(u"messageTable"_s); // its kinds are not cut
    const QModelIndex first = messages->model()->index(0, MessageTable::Kind);
    QTRY_VERIFY_WITH_TIMEOUT(
        !messages->model()->match(first, Qt::DisplayRole, u"notification, injected"_s, 1, Qt::MatchExactly).isEmpty(),
        Limit);
    const int margin = messages->style()->pixelMetric(QStyle::PM_FocusFrameHMargin) + 1;
    QVERIFY(messages->fontMetrics().horizontalAdvance(u"notification, injected"_s) + 2 * margin <
            messages->columnWidth(MessageTable::Kind));
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

/// Clients over HTTP, each with a session of its own and the same id: the cancel reaches the chosen one alone.
void TestProxies::cancelsForOneOfTwoClients()
{
    m_proxy.start(qEnvironmentVariable("PULLCORD_BIN_DIR") + u"/pullcord-cli"_s,
                  {u"proxy"_s, u"--name"_s, u"demo"_s, capture(), u"--listen"_s, u"0"_s, u"--"_s,
                   WindowFixture::demoServer().command.program});
    QByteArray errors;
    static const QRegularExpression sign(u"listening on (\\S+)\n"_s);
    QTRY_VERIFY_WITH_TIMEOUT((errors += m_proxy.readAllStandardError(), errors.contains("listening on ")), Limit);
    const QUrl address(sign.match(QString::fromUtf8(errors)).captured(1));
    const QByteArray accept = "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n";
    const auto callOf = [](const QByteArray &id, const QByteArray &tool, const QByteArray &arguments) {
        return R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"tools/call","params":{"name":")" + tool +
               R"(","arguments":)" + arguments + "}}";
    };
    QByteArrayList sessions;
    std::vector<std::unique_ptr<RawClient>> calls;
    for (const QByteArray name : {"one", "two"}) {
        RawClient first(address, "POST",
                        R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",)"
                        R"("capabilities":{},"clientInfo":{"name":")" +
                            name + R"(","version":"1"}}})",
                        accept);
        QVERIFY2(first.gets("\"serverInfo\""), first.received().constData());
        static const QRegularExpression session(u"Mcp-Session-Id: (\\S+)"_s);
        sessions << accept +
                        "Mcp-Session-Id: " + session.match(QString::fromUtf8(first.received())).captured(1).toUtf8() +
                        "\r\n";
        RawClient then(address, "POST", R"({"jsonrpc":"2.0","method":"notifications/initialized"})",
                       sessions.constLast());
        QVERIFY2(then.gets("HTTP/1.1 202"), then.received().constData());
        calls.push_back(
            std::make_unique<RawClient>(address, "POST", callOf("7", "slow", R"({"ms":60000})"), sessions.constLast()));
    }
    openTab();
    std::array<qsizetype, 2> rows{-1, -1};
    for (quint32 connection = 0; connection < rows.size(); ++connection)
        QTRY_VERIFY_WITH_TIMEOUT(
            (m_fixture->flush(),
             rows.at(connection) = m_fixture->log().newestOf(connection, Direction::ClientToServer, RequestId(7)),
             rows.at(connection) >= 0),
            Limit);
    QVERIFY(canCancel(rows[0]) && canCancel(rows[1]));
    actions().answerWithError->trigger();
    pressDelete(rows[1]);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->record(rows[1]).state, RequestState::Cancelled, Limit);
    QVERIFY2(calls[1]->gets("-32800"), calls[1]->received().constData());
    QVERIFY(canCancel(rows[0]));
    QCOMPARE(m_fixture->record(rows[0]).state, RequestState::InFlight);
    QVERIFY2(!calls[0]->received().contains("-32800"), calls[0]->received().constData());
    actions().keepWaiting->trigger();
    pressButton(rows[0]);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->record(rows[0]).state, RequestState::Cancelled, Limit);
    RawClient end(address, "DELETE", {}, sessions[0]);
    QVERIFY(end.gets("HTTP/1.1 204"));
    QTRY_COMPARE_WITH_TIMEOUT(cell(rows[0], RequestTable::Cancel).toString(),
                              u"the connection closed while the client waited"_s, Limit);
    actions().closeTab->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!m_fixture->window->controller().conversation(), Limit);
    RawClient still(address, "POST", callOf("8", "echo", R"({"text":"still here"})"), sessions[1]);
    QVERIFY2(still.gets("still here"), still.received().constData());
    m_proxy.terminate();
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

void TestProxies::endsHolds_data()
{
    QTest::addColumn<QString>("pressed");
    QTest::addColumn<QByteArray>("got"); ///< text of the response; empty: the request did not pass
    QTest::newRow("release") << u"releaseMessage"_s << "one"_ba;
    QTest::newRow("edit and release") << u"releaseChanged"_s << "two"_ba;
    QTest::newRow("drop") << u"dropMessage"_s << ""_ba;
    QTest::newRow("release all") << u"releaseAll"_s << "one"_ba;
}

void TestProxies::endsHolds()
{
    QFETCH(const QString, pressed);
    QFETCH(const QByteArray, got);
    openWithRules();
    QVERIFY(actions().heldMessages->isEnabled());
    QVERIFY(m_fixture->find<QToolButton>(u"rulesBannerClose"_s)->isHidden());
    holdCall();
    const QTreeWidgetItem &row = *held()->topLevelItem(0);
    QCOMPARE(row.text(0), u"1"_s);
    QCOMPARE(row.text(1), u"tools/call"_s);
    QCOMPARE(row.text(2), u"7"_s);
    QCOMPARE(row.text(3), u"to server"_s);
    QVERIFY(!row.text(4).isEmpty() && !row.text(5).isEmpty());
    QCOMPARE(row.text(6), u"stop (hold)"_s);
    QCOMPARE(stateOfHeld(), u"1 message is held."_s);
    QPushButton *change = button(u"releaseChanged"_s);
    QVERIFY(!change->isEnabled() && !editor()->isReadOnly());
    const QString text = editor()->toPlainText();
    QVERIFY2(text.contains(u"\n  \"id\": 7,"_s), qPrintable(text));
    for (const QString &bad : {text + u'{', u"5"_s, QString(), text + u'\n'}) {
        editor()->setPlainText(bad);
        QVERIFY2(!change->isEnabled(), qPrintable(bad));
    }
    if (pressed == "releaseChanged"_L1) {
        editor()->setPlainText(QString(text).replace(u"\"params\""_s, u"\"parms\""_s));
        QVERIFY(!m_fixture->find<HeldDialog>(u"heldDialog"_s)->findChild<JsonEditor *>()->remark().isEmpty());
        editor()->setPlainText(QString(text).replace(u"\"one\""_s, u"\"two\""_s));
        QVERIFY(change->isEnabled());
        QTest::keyClick(editor(), Qt::Key_Return, Qt::ControlModifier);
    } else {
        QTest::mouseClick(button(pressed), Qt::LeftButton);
    }
    QTRY_COMPARE_WITH_TIMEOUT(held()->topLevelItemCount(), 0, Limit);
    QTRY_COMPARE_WITH_TIMEOUT(stateOfHeld(), u"No message is held."_s, Limit);
    QVERIFY(editor()->toPlainText().isEmpty() && editor()->isReadOnly());
    for (const QString &name : {u"releaseMessage"_s, u"releaseChanged"_s, u"dropMessage"_s, u"releaseAll"_s})
        QVERIFY(!button(name)->isEnabled());
    QTRY_COMPARE_WITH_TIMEOUT(banner()->text(), u"1 rule is active"_s, Limit);
    if (!got.isEmpty())
        QTRY_VERIFY_WITH_TIMEOUT(heard().contains(got), Limit);
    QCOMPARE(heard().contains(R"("id":7)"), !got.isEmpty());
}

/// Other messages come and go; what the user has typed stays.
void TestProxies::keepsTheSelectedMessage()
{
    openWithRules();
    holdCall();
    call("8", "echo", R"({"text":"other"})");
    call("9", "echo", R"({"text":"last"})");
    QTRY_COMPARE_WITH_TIMEOUT(held()->topLevelItemCount(), 3, Limit);
    held()->setCurrentItem(held()->topLevelItem(1));
    QTRY_VERIFY_WITH_TIMEOUT(editor()->toPlainText().contains(u"other"_s), Limit);
    QVERIFY(!editor()->document()->isUndoAvailable()); // undo would bring another message
    editor()->appendPlainText(u"typed"_s);
    new ControlCall(m_running->socketOf(m_running->all().constFirst()), "release", R"({"number":1})", m_running.get());
    QTRY_COMPARE_WITH_TIMEOUT(held()->topLevelItemCount(), 2, Limit);
    QCOMPARE(held()->currentItem()->text(2), u"8"_s);
    QVERIFY(editor()->toPlainText().endsWith(u"typed"_s));
    QTest::mouseClick(button(u"dropMessage"_s), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(editor()->toPlainText().contains(u"last"_s), Limit); // the next one
}

void TestProxies::cutsLongMessages()
{
    openWithRules();
    holdCall(QByteArray(HeldMessage::LongestText, 'x'));
    QVERIFY(editor()->isReadOnly());
    const QString remark = m_fixture->find<HeldDialog>(u"heldDialog"_s)->findChild<JsonEditor *>()->remark();
    QVERIFY2(remark.startsWith(u"Too long to change"_s), qPrintable(remark));
    QVERIFY(!button(u"releaseChanged"_s)->isEnabled());
    QTest::mouseClick(button(u"releaseMessage"_s), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(heard().size() > HeldMessage::LongestText, Limit);
}

/// With the check boxes; changes made elsewhere are shown, too.
void TestProxies::switchesRules()
{
    openWithRules();
    QTest::keyClick(m_fixture->window.get(), Qt::Key_B, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(held());
    QTRY_COMPARE_WITH_TIMEOUT(rules()->topLevelItemCount(), 2, Limit);
    QCOMPARE(rules()->topLevelItem(0)->text(0), u"stop"_s);
    QCOMPARE(rules()->topLevelItem(0)->text(1), u"hold"_s);
    QCOMPARE(rules()->topLevelItem(0)->text(3), u"0"_s);
    QCOMPARE(rules()->topLevelItem(1)->checkState(0), Qt::Unchecked);
    rules()->setFocus();
    rules()->setCurrentItem(rules()->topLevelItem(0));
    QTest::keyClick(rules(), Qt::Key_Space);
    QCOMPARE(rules()->topLevelItem(0)->checkState(0), Qt::Unchecked);
    QTRY_VERIFY_WITH_TIMEOUT(banner()->isHidden(), Limit);
    call("8", "echo", R"({"text":"passes"})");
    QTRY_VERIFY_WITH_TIMEOUT(heard().contains("passes"), Limit);
    new ControlCall(m_running->socketOf(m_running->all().constFirst()), "setRule",
                    R"({"name":"off","enabled":true,"next":3})", m_running.get());
    QTRY_COMPARE_WITH_TIMEOUT(rules()->topLevelItem(1)->checkState(0), Qt::Checked, Limit);
    QCOMPARE(rules()->topLevelItem(1)->text(4), u"3"_s);
    QTRY_COMPARE_WITH_TIMEOUT(banner()->text(), u"1 rule is active"_s, Limit);
    QTest::keyClick(rules(), Qt::Key_Space);
    QTRY_COMPARE_WITH_TIMEOUT(banner()->text(), u"2 rules are active"_s, Limit);
}

void TestProxies::endsWithHeldMessages()
{
    openWithRules();
    holdCall();
    m_proxy.closeWriteChannel();
    QTRY_COMPARE_WITH_TIMEOUT(stateOfHeld(), u"The proxy has ended. Messages that were held did not pass."_s, Limit);
    QVERIFY(banner()->isHidden());
    QCOMPARE(held()->topLevelItemCount(), 0);
    QVERIFY(!rules()->isEnabled() && !button(u"releaseAll"_s)->isEnabled() && !button(u"dropMessage"_s)->isEnabled());
    QTRY_VERIFY_WITH_TIMEOUT(!actions().heldMessages->isEnabled(), Limit);
    QTest::keyClick(held(), Qt::Key_Escape);
    QTRY_VERIFY_WITH_TIMEOUT(!m_fixture->find<HeldDialog>(u"heldDialog"_s), Limit);
}

/// A proxy without rules has nothing to show.
void TestProxies::needsRules()
{
    open();
    QVERIFY(banner()->isHidden());
    QVERIFY(!actions().heldMessages->isEnabled());
}

QTEST_MAIN(TestProxies)
#include "tst_proxies.moc"
