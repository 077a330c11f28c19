// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/tabsfixture.h"

#include "ui/actions.h"

#include <QLabel>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// Closing of tabs and windows, and disconnecting, in good order and with a confirmation if data would be lost.
class TestClosing : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_fixture.reset(); }
    void closingEndsTheServer();
    void closingConfirmsRequestsInFlight();
    void ownRequestsNeedNoConfirmation_data();
    void ownRequestsNeedNoConfirmation();
    void closingConfirmsUnsavedConversations();
    void quittingConfirmsOnce();
    void restartContinuesTheCapture();

private:
    static constexpr int Limit = TabsFixture::Limit;

    [[nodiscard]] MainWindow &window() const { return *m_fixture->window; }
    [[nodiscard]] ConversationPage &page(int index) const { return m_fixture->page(index); }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers) const { m_fixture->press(key, modifiers); }

    std::unique_ptr<TabsFixture> m_fixture;
};

void TestClosing::init()
{
    WindowFixture::failOnWarnings();
    m_fixture = std::make_unique<TabsFixture>();
    QVERIFY(m_fixture->activate());
}

void TestClosing::closingEndsTheServer()
{
    QVERIFY(m_fixture->connectAnother());
    QVERIFY(m_fixture->waitForLists());
    const qint64 pid = WindowFixture::serverPid(m_fixture->conversation());
    const QString path = m_fixture->conversation().capture().path();
    QVERIFY(m_fixture->connectAnother());
    const qint64 other = WindowFixture::serverPid(m_fixture->conversation());
    page(0).actions().closeTab->trigger();
    QVERIFY(!m_fixture->closeAnyway()); // it is saved in a file
    QCOMPARE(window().pages().size(), 1);
    QTRY_VERIFY_WITH_TIMEOUT(!TabsFixture::isAlive(pid), Limit);
    QVERIFY(TabsFixture::isAlive(other));
    QVERIFY(window().controller().isConnected());
    const auto ending = [&path] {
        const auto file = Capture::open(path);
        QList<EventKind> kinds;
        for (qsizetype index = 0; file && index < (*file)->count(); ++index) {
            const EventKind kind = (*file)->entry(index).kind;
            if (kind == EventKind::Closing || kind == EventKind::Exited || kind == EventKind::Closed)
                kinds << kind;
        }
        return kinds;
    };
    const QList<EventKind> inGoodOrder{EventKind::Closing, EventKind::Exited, EventKind::Closed};
    QTRY_COMPARE_WITH_TIMEOUT(ending(), inGoodOrder, Limit);
}

void TestClosing::closingConfirmsRequestsInFlight()
{
    QVERIFY(m_fixture->connectAnother());
    m_fixture->call(u"slow"_s, R"({"ms": 60000})");
    press(Qt::Key_T, Qt::ControlModifier);
    press(Qt::Key_Tab, Qt::ControlModifier);
    press(Qt::Key_W, Qt::ControlModifier);
    QVERIFY(m_fixture->closeAnyway());
    auto *dialog = m_fixture->find<QWidget>(u"closeDialog"_s);
    QVERIFY(dialog->findChild<QLabel *>(u"closeLosses"_s)->text().contains(u"in flight"_s));
    QVERIFY(!m_fixture->find<QWidget>(u"exportFirst"_s));
    QTest::keyClick(dialog, Qt::Key_Return); // the safe button is the default
    QTRY_VERIFY_WITH_TIMEOUT(!m_fixture->closeAnyway(), Limit);
    QCOMPARE(window().pages().size(), 2);
    QVERIFY(page(0).controller().isConnected());
    QVERIFY(m_fixture->activate());
    press(Qt::Key_W, Qt::ControlModifier);
    QTest::mouseClick(m_fixture->closeAnyway(), Qt::LeftButton);
    QCOMPARE(window().pages().size(), 1);
    QVERIFY(!window().controller().conversation());
}

void TestClosing::ownRequestsNeedNoConfirmation_data()
{
    QTest::addColumn<QString>("responses"); // what the server responds to, by words of the message
    QTest::newRow("handshake") << u"nothing) ;;"_s;
    QTest::newRow("lists") << uR"(*discover*) respond '"error":{"code":-32601,"message":"unknown"}' ;;
        *initialize\"*) respond '"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},)"
                              R"("serverInfo":{"name":"s","version":"1"}}' ;;)"_s;
}

/// The handshake and the lists that the window requests by itself are no reason to keep a tab open.
void TestClosing::ownRequestsNeedNoConfirmation()
{
    QFETCH(QString, responses);
    const QString script = u"respond() { id=${line#*'\"id\":'}; id=${id%%[,\\}]*}; "
                           "echo \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":$id,$1}\"; }\n"
                           "while read -r line; do case $line in %1 esac; done"_s.arg(responses);
    window().connectTo(ServerTarget{.command = {u"sh"_s, {u"-c"_s, script}}});
    const bool isHandshake = QByteArray(QTest::currentDataTag()) == "handshake";
    const auto isWaiting = [&] {
        const RequestLog &log = m_fixture->log();
        const qsizetype count = log.count();
        return count > 0 && log.record(count - 1).isOpen() &&
               isHandshake == (log.record(count - 1).method != "tools/list");
    };
    QTRY_VERIFY_WITH_TIMEOUT(window().controller().conversation() && isWaiting(), Limit);
    QVERIFY(window().controller().inFlight() > 0);
    press(Qt::Key_W, Qt::ControlModifier);
    QVERIFY(!m_fixture->closeAnyway());
    QVERIFY(!window().controller().conversation());
}

void TestClosing::closingConfirmsUnsavedConversations()
{
    m_fixture->settings.set(Settings::KeepSessions, false);
    QVERIFY(m_fixture->connectAnother());
    QVERIFY(m_fixture->waitForLists());
    press(Qt::Key_W, Qt::ControlModifier);
    QVERIFY(m_fixture->closeAnyway());
    m_fixture->dialogs.path = m_fixture->file(u"kept.pullcord"_s);
    QTest::mouseClick(m_fixture->find<QAbstractButton>(u"exportFirst"_s), Qt::LeftButton);
    m_fixture->agreeToExport();
    QTRY_VERIFY_WITH_TIMEOUT(!window().controller().isUnkept(), Limit);
    QVERIFY(QFile::exists(m_fixture->dialogs.path));
    QTRY_VERIFY_WITH_TIMEOUT(!m_fixture->closeAnyway(), Limit);
    QVERIFY(m_fixture->activate());
    press(Qt::Key_W, Qt::ControlModifier);
    QVERIFY(!m_fixture->closeAnyway());
    QVERIFY(!window().controller().conversation());
}

void TestClosing::quittingConfirmsOnce()
{
    for (int i = 0; i < 2; ++i) {
        QVERIFY(m_fixture->connectAnother());
        m_fixture->call(u"slow"_s, R"({"ms": 60000})");
    }
    MainWindow second(m_fixture->services);
    second.show();
    QVERIFY(m_fixture->activate());
    press(Qt::Key_Q, Qt::ControlModifier);
    QVERIFY(m_fixture->closeAnyway());
    const QString losses = m_fixture->find<QLabel>(u"closeLosses"_s)->text();
    QCOMPARE(losses.count(u"in flight"_s), 2);
    QVERIFY2(losses.contains(u"pullcord-demo-server (2)"_s), qPrintable(losses));
    QTest::mouseClick(m_fixture->closeAnyway(), Qt::LeftButton);
    QVERIFY(!window().isVisible());
    QVERIFY(!second.isVisible());
}

void TestClosing::restartContinuesTheCapture()
{
    QVERIFY(m_fixture->connectAnother());
    QVERIFY(m_fixture->waitForLists());
    const Actions &actions = window().actions();
    const qsizetype row = m_fixture->call(u"slow"_s, R"({"ms": 60000})");
    const Conversation *same = &m_fixture->conversation();
    const qint64 pid = WindowFixture::serverPid(*same);
    press(Qt::Key_F5, Qt::ControlModifier | Qt::ShiftModifier);
    const auto isAnother = [&] {
        return WindowFixture::serverPid(*same) != pid && window().controller().clientState() == Client::State::Ready;
    };
    QTRY_VERIFY_WITH_TIMEOUT(isAnother(), Limit);
    QCOMPARE(&m_fixture->conversation(), same);
    QVERIFY(!TabsFixture::isAlive(pid));
    QCOMPARE(m_fixture->record(row).state, RequestState::Cancelled); // a good client cancels before it disconnects
    QCOMPARE(m_fixture->record(row + 1).connection, 1U);
    // Disconnecting meanwhile cancels the restart.
    actions.restart->trigger();
    actions.disconnectServer->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!window().controller().isConnected(), Limit);
    QCoreApplication::processEvents(); // the restart is queued when the connection ends
    QVERIFY(!window().controller().isConnected());
    QVERIFY(!actions.restart->isEnabled());
}

QTEST_MAIN(TestClosing)
#include "tst_closing.moc"
