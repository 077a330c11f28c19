// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/askingfixture.h"
#include "ui/memoryserver.h"
#include "ui/tabsfixture.h"

#include "core/json/jsonvalue.h"
#include "ui/mainwindow/conversationcontroller.h"
#include "ui/panels/catalogpanel.h"
#include "ui/views/widgets/messagebar.h"
#include "ui/views/widgets/peerlabel.h"

#include <QLabel>
#include <QProcess>
#include <QPushButton>
#include <QSignalSpy>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// Messages about a lost or returning server stay as long as they are true.
class TestReconnecting : public QObject
{
    Q_OBJECT

private slots:
    void init() { WindowFixture::failOnWarnings(); }
    void barClosesAfterReconnecting();
    void barAboutACertificateCloses();
    void serverIsRestarted();
    void silentHandshakeCanBeStopped();
    void lateHandshakeRemovesTheMessage();
    void otherIdsAreNamed();
    void otherIdsAreTheCauseOfAFailure();
    void unreachableServer();
    void subscriptionEnds_data();
    void subscriptionEnds();
    void noteAboutAWithdrawnQuestionCloses_data();
    void noteAboutAWithdrawnQuestionCloses();
    void tabsHaveRoomForTheirIcons();

private:
    static constexpr int Limit = 20'000;

    /// Sentence of the doctor about responses with other ids.
    QString otherIds()
    {
        return u"The server responds, but not with the ids of the requests: a response must repeat the id of its "
               u"request "
               "with the same type and spelling."_s;
    }

    /// Starts a demo server over HTTP at that port; 0: any.
    void serve(QProcess &server, quint16 port = 0)
    {
        QStringList arguments{u"--http"_s};
        if (port != 0)
            arguments << QString::number(port);
        server.start(WindowFixture::demoServer().command.program, arguments);
        m_said.clear();
        QTRY_VERIFY_WITH_TIMEOUT((m_said += server.readAllStandardOutput()).contains("/mcp"), Limit);
    }
    [[nodiscard]] QUrl url() const
    {
        return QUrl(QString::fromUtf8(m_said.mid(m_said.indexOf("http://")).split('\n').constFirst()).trimmed());
    }

    QByteArray m_said;
};

void TestReconnecting::barClosesAfterReconnecting()
{
    TabsFixture fixture;
    QVERIFY(fixture.connectToDemo());
    fixture.call(u"crash"_s, "{}");
    const auto *bar = fixture.find<MessageBar>(u"messageBar"_s);
    QTRY_VERIFY_WITH_TIMEOUT(bar->text().startsWith(u"The connection ended"_s), Limit);
    QTRY_VERIFY_WITH_TIMEOUT(fixture.window->actions().reconnect->isEnabled(), Limit);
    fixture.window->actions().reconnect->trigger(); // by the shortcut, not by the bar
    QTRY_COMPARE_WITH_TIMEOUT(bar->text(), QString(), Limit);
    QVERIFY(fixture.waitForTools());
    QCOMPARE(bar->text(), QString());
}

/// The offer to trust a certificate ends with the next connection, however it is made.
void TestReconnecting::barAboutACertificateCloses()
{
    TabsFixture fixture;
    QVERIFY(fixture.connectToDemo());
    auto &controller = fixture.window->controller();
    controller.disconnectFromServer();
    QTRY_VERIFY_WITH_TIMEOUT(!controller.isConnected(), Limit);
    const auto *bar = fixture.find<MessageBar>(u"messageBar"_s);
    emit controller.distrusted(u"made up"_s, "digest");
    QVERIFY2(bar->text().contains(u"made up"_s), qPrintable(bar->text()));
    QTRY_VERIFY_WITH_TIMEOUT(fixture.window->actions().reconnect->isEnabled(), Limit);
    fixture.window->actions().reconnect->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(controller.clientState(), Client::State::Ready, Limit);
    QCOMPARE(bar->text(), QString());
}

/// A server that exits on server/discover is started again, without a message about a failure.
void TestReconnecting::serverIsRestarted()
{
    TabsFixture fixture;
    ServerTarget target;
    target.command.program = u"sh"_s;
    target.command.arguments = {
        u"-c"_s,
        uR"sh(read -r line; case $line in *'"initialize"'*) { echo "$line"; exec cat; } | "$0";; *) exit 1;; esac)sh"_s,
        WindowFixture::demoServer().command.program};
    const ConversationController &controller = fixture.window->controller();
    const QSignalSpy failed(&controller, &ConversationController::failed);
    const QSignalSpy connectionFailed(&controller, &ConversationController::connectionFailed);
    const QSignalSpy lost(&controller, &ConversationController::lost);
    fixture.window->connectTo(target);
    QVERIFY(fixture.waitForTools());
    QCOMPARE(fixture.conversation().rpc()->connection(), 1u);
    QCOMPARE(failed.count() + connectionFailed.count() + lost.count(), 0);
    QCOMPARE(fixture.find<MessageBar>(u"messageBar"_s)->text(), QString());
    QVERIFY(fixture.find<QLabel>(u"statusServer"_s)->text().endsWith(u" connected"_s));
}

/// A server that never responds is waited for, with a way out; no revision is shown.
void TestReconnecting::silentHandshakeCanBeStopped()
{
    TabsFixture fixture;
    ServerTarget target;
    target.command.program = u"sh"_s;
    target.command.arguments = {u"-c"_s, u"exec cat >/dev/null"_s};
    fixture.settings.set(Settings::ProbeMilliseconds, 1);
    fixture.window->connectTo(target);
    const auto *bar = fixture.find<MessageBar>(u"messageBar"_s);
    const auto &controller = fixture.window->controller();
    QTRY_COMPARE_WITH_TIMEOUT(controller.clientState(), Client::State::Handshaking, Limit);
    QVERIFY(fixture.find<QLabel>(u"statusRevision"_s)->isHidden());
    auto *patience = fixture.window->page().findChild<QTimer *>(u"handshakePatience"_s);
    QVERIFY(patience && patience->isActive() && patience->interval() == 10'000);
    patience->start(0);
    QTRY_COMPARE_WITH_TIMEOUT(bar->text(),
                              u"The server has not responded to initialize for 10 s. It may still be starting, or not "
                              "be an MCP server."_s,
                              Limit);
    auto *stop = fixture.find<QPushButton>(u"messageBarAction"_s);
    QCOMPARE(stop->text(), u"Stop"_s);
    QCOMPARE(fixture.find<QPushButton>(u"messageBarSecondAction"_s)->text(), u"Check Connection…"_s);
    stop->click();
    QCOMPARE(bar->text(), QString());
    QTRY_VERIFY_WITH_TIMEOUT(!controller.isConnected(), Limit);
    QCOMPARE(bar->text(), QString());
    QVERIFY(!patience->isActive());
}

void TestReconnecting::lateHandshakeRemovesTheMessage()
{
    TabsFixture fixture;
    MemoryServer server("{}");
    const QByteArray response = server.answers.value("initialize");
    server.answers["initialize"].clear();
    fixture.window->controller().connectTo(server.transport(), u"slow"_s);
    QTRY_COMPARE_WITH_TIMEOUT(server.count("initialize"), 1, Limit);
    fixture.window->page().findChild<QTimer *>(u"handshakePatience"_s)->start(0);
    const auto *bar = fixture.find<MessageBar>(u"messageBar"_s);
    QTRY_VERIFY_WITH_TIMEOUT(bar->text().startsWith(u"The server has not responded to initialize"_s), Limit);
    const QByteArray id = JsonValue(server.last("initialize")).member("id").raw().toByteArray();
    server.send(R"({"jsonrpc":"2.0","id":)" + id + ',' + response + '}');
    QTRY_COMPARE_WITH_TIMEOUT(fixture.window->controller().clientState(), Client::State::Ready, Limit);
    QCOMPARE(bar->text(), QString());
    QTRY_COMPARE_WITH_TIMEOUT(fixture.find<QLabel>(u"statusRevision"_s)->text(), u"MCP 2025-11-25 · memory"_s, Limit);
}

/// The bar names the cause that the doctor names.
void TestReconnecting::otherIdsAreNamed()
{
    TabsFixture fixture;
    MemoryServer server("{}");
    const QByteArray response = server.answers.value("initialize");
    server.answers["initialize"].clear();
    fixture.window->controller().connectTo(server.transport(), u"ids"_s);
    QTRY_COMPARE_WITH_TIMEOUT(server.count("initialize"), 1, Limit);
    const QByteArray id = JsonValue(server.last("initialize")).member("id").raw().toByteArray();
    server.send(R"({"jsonrpc":"2.0","id":")" + id + "\"," + response + '}');
    fixture.window->page().findChild<QTimer *>(u"handshakePatience"_s)->start(0);
    const auto *bar = fixture.find<MessageBar>(u"messageBar"_s);
    QTRY_COMPARE_WITH_TIMEOUT(bar->text(), u"No valid response to the handshake has arrived for 10 s. "_s + otherIds(),
                              Limit);
}

void TestReconnecting::otherIdsAreTheCauseOfAFailure()
{
    TabsFixture fixture;
    ServerTarget target;
    target.command.program = u"sh"_s;
    target.command.arguments = {
        u"-c"_s,
        u"while read -r l; do case $l in *initialize*) id=${l#*\\\"id\\\":}; echo "
        "\"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":\\\"${id%%,*}\\\",\\\"result\\\":{}}\"; exit;; esac; done"_s};
    fixture.settings.set(Settings::ProbeMilliseconds, 1);
    fixture.window->connectTo(target);
    const auto *bar = fixture.find<MessageBar>(u"messageBar"_s);
    QTRY_VERIFY2_WITH_TIMEOUT(bar->text().endsWith(u". "_s + otherIds()), qPrintable(bar->text()), Limit);
}

/// Over HTTP, only a missing response shows that a server is gone.
void TestReconnecting::unreachableServer()
{
    TabsFixture fixture;
    QProcess server;
    serve(server);
    ServerTarget target;
    target.http.url = url();
    fixture.window->connectTo(target);
    QVERIFY(fixture.waitForTools());
    QVERIFY(fixture.waitForLists());
    const auto *status = fixture.find<QLabel>(u"statusServer"_s);
    const auto *bar = fixture.find<MessageBar>(u"messageBar"_s);
    QTRY_VERIFY_WITH_TIMEOUT(status->text().endsWith(u" connected"_s), Limit);
    server.kill();
    QVERIFY(server.waitForFinished(Limit));
    QTRY_VERIFY2_WITH_TIMEOUT(status->text().contains(u" unreachable since "_s), qPrintable(status->text()), Limit);
    QTRY_VERIFY_WITH_TIMEOUT(bar->text().startsWith(u"The server has been unreachable since "_s), Limit);
    QVERIFY2(bar->text().endsWith(u" Pullcord retries automatically."_s), qPrintable(bar->text()));
    QVERIFY(bar->text().contains(fixture.window->controller().absence()->reason));
    QVERIFY(fixture.window->page().look().state.startsWith(u"unreachable since "_s));
    QCOMPARE(fixture.window->page().look().icon, "unplug");

    QProcess again;
    serve(again, quint16(target.http.url.port()));
    QTRY_VERIFY2_WITH_TIMEOUT(status->text().endsWith(u" connected"_s), qPrintable(status->text()), Limit);
    QTRY_COMPARE_WITH_TIMEOUT(bar->text(), QString(), Limit);
    QTRY_VERIFY_WITH_TIMEOUT(fixture.window->controller().isSubscribed(), Limit);
    again.kill();
    QVERIFY(again.waitForFinished(Limit));
}

void TestReconnecting::subscriptionEnds_data()
{
    QTest::addColumn<bool>("byTheBar");
    QTest::newRow("listen again by the bar") << true;
    QTest::newRow("by Refresh") << false;
}

void TestReconnecting::subscriptionEnds()
{
    QFETCH(const bool, byTheBar);
    TabsFixture fixture;
    QVERIFY(fixture.connectToDemo());
    QVERIFY(fixture.waitForLists());
    const auto *tree = fixture.find<QTreeView>(u"catalogTree"_s);
    const auto *status = fixture.find<QLabel>(u"statusInFlight"_s);
    const auto *bar = fixture.find<MessageBar>(u"messageBar"_s);
    QTRY_COMPARE_WITH_TIMEOUT(status->text(), u"0 in flight, 1 subscription"_s, Limit);
    fixture.call(u"end_subscriptions"_s, "{}");
    QTRY_VERIFY_WITH_TIMEOUT(bar->text().startsWith(u"The server has ended the subscription"_s), Limit);
    QTRY_COMPARE_WITH_TIMEOUT(status->text(), u"0 in flight"_s, Limit);
    tree->selectionModel()->setCurrentIndex(fixture.section(CatalogList::Kind::Tools),
                                            QItemSelectionModel::ClearAndSelect);
    const auto *facts = fixture.find<PeerLabel>(u"factsText"_s);
    QVERIFY(facts);
    QTRY_VERIFY2_WITH_TIMEOUT(
        facts->text().contains(
            u"The subscription ended, so the server no longer reports changes. Refresh subscribes again."_s),
        qPrintable(facts->text()), Limit);
    if (byTheBar)
        QTest::mouseClick(fixture.find<QPushButton>(u"messageBarAction"_s), Qt::LeftButton);
    else
        fixture.window->actions().refreshCatalog->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(status->text(), u"0 in flight, 1 subscription"_s, Limit);
    QTRY_COMPARE_WITH_TIMEOUT(bar->text(), QString(), Limit);
    QTRY_VERIFY_WITH_TIMEOUT(facts->text().contains(u"The server reports changes."_s), Limit);
}

void TestReconnecting::noteAboutAWithdrawnQuestionCloses_data()
{
    QTest::addColumn<bool>("byTime");
    QTest::newRow("with the next call") << false;
    QTest::newRow("with time") << true;
}

void TestReconnecting::noteAboutAWithdrawnQuestionCloses()
{
    QFETCH(const bool, byTime);
    AskingFixture fixture;
    QVERIFY(fixture.connectToDemo({u"--legacy-only"_s}));
    const qsizetype row = fixture.letAsk(u"ask_and_cancel"_s, R"({"at_next": true})");
    QVERIFY(row >= 0);
    const QPointer<AnswerDialog> dialog = fixture.open(row);
    QVERIFY(dialog);
    fixture.call(u"echo"_s, R"({"text":"take it back"})");
    QTRY_VERIFY_WITH_TIMEOUT(fixture.bar().startsWith(u"An answer is no longer needed."_s), Limit);
    auto *passing = fixture.find<QTimer>(u"passingNote"_s);
    QVERIFY(passing && passing->isActive() && passing->interval() >= 5000);
    if (byTime)
        passing->start(0);
    else
        fixture.call(u"echo"_s, R"({"text":"x"})");
    QTRY_COMPARE_WITH_TIMEOUT(fixture.bar(), QString(), 3000);
    QVERIFY(!fixture.find<QLabel>(u"statusServer"_s)->isHidden());
}

/// A new icon in a background tab makes it wider, and there is enough space.
void TestReconnecting::tabsHaveRoomForTheirIcons()
{
    TabsFixture fixture;
    fixture.window->resize(1280, 800);
    fixture.window->show();
    QVERIFY(fixture.activate());
    MemoryServer server("{}");
    server.setResult(
        "initialize",
        R"({"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"short","version":"1"}})");
    fixture.window->controller().connectTo(server.transport(), u"short"_s);
    QTRY_COMPARE_WITH_TIMEOUT(fixture.window->controller().clientState(), Client::State::Ready, Limit);
    fixture.press(Qt::Key_T, Qt::ControlModifier);
    QTRY_COMPARE_WITH_TIMEOUT(fixture.current(), 1, Limit);
    fixture.press(Qt::Key_Tab, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_COMPARE_WITH_TIMEOUT(fixture.current(), 0, Limit);
    const auto fits = [&fixture] {
        const TabBar &bar = fixture.bar();
        const auto buttons = bar.findChildren<QToolButton *>(Qt::FindDirectChildrenOnly);
        const bool hasArrows = std::any_of(buttons.begin(), buttons.end(), [](const QToolButton *button) {
            return button->arrowType() != Qt::NoArrow && button->isVisible();
        });
        return !hasArrows && bar.width() >= bar.sizeHint().width();
    };
    QTRY_VERIFY_WITH_TIMEOUT(fits(), 3000);
    QCOMPARE(fixture.bar().tabRect(0).left(), 0);
}

QTEST_MAIN(TestReconnecting)

#include "tst_reconnecting.moc"
