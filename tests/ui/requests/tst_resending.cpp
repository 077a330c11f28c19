// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/windowfixture.h"

#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"
#include "ui/actions.h"
#include "ui/dialogs/answerdialog.h"
#include "ui/dialogs/senddialog.h"
#include "ui/models/requests/requestmodelroles.h"
#include "ui/panels/callpanel.h"
#include "ui/panels/messagespanel.h"
#include "ui/panels/requestspanel.h"
#include "ui/views/messages/jsoneditor.h"
#include "ui/views/widgets/messagebar.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableView>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// Requests are sent again, unchanged or edited, and the requests of one call are shown as one.
class TestResending : public QObject
{
    Q_OBJECT

private slots:
    void init() { WindowFixture::failOnWarnings(); }
    void cleanup() { m_fixture.reset(); }
    void again_data();
    void again();
    void againWithItsOwnTimeout();
    void againFromTheMessages();
    void editedInTheForm();
    void editedByHand();
    void notFromAFile();
    void notWithoutAConnection();
    void legsOfOneCall();
    void legsOfATask();

private:
    void connectTo(const QStringList &switches = {});
    void select(qsizetype row) { m_fixture->find<RequestsPanel>(u"requestsPanel"_s)->select(row); }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers)
    {
        QTest::keyClick(m_fixture->window.get(), key, modifiers);
    }
    [[nodiscard]] QString bar() const { return m_fixture->find<MessageBar>(u"messageBar"_s)->text(); }
    [[nodiscard]] QString cell(qsizetype row, int column) const
    {
        return m_fixture->requests()->index(int(row), column).data().toString();
    }
    [[nodiscard]] QString legs() const { return m_fixture->find<QLabel>(u"detailsLegs"_s)->text(); }
    [[nodiscard]] bool hasEnded(qsizetype row)
    {
        return QTest::qWaitFor([&] { return m_fixture->log().count() > row && !m_fixture->record(row).isOpen(); },
                               10'000);
    }
    void reopen();

    std::unique_ptr<WindowFixture> m_fixture;
};

void TestResending::connectTo(const QStringList &switches)
{
    m_fixture = std::make_unique<WindowFixture>();
    QVERIFY(m_fixture->connectToDemo(switches));
    QVERIFY(m_fixture->waitForLists());
}

void TestResending::reopen()
{
    m_fixture->dialogs.path = m_fixture->file(u"again.pullcord"_s);
    m_fixture->window->actions().disconnectServer->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!m_fixture->window->controller().isConnected(), 15'000);
    m_fixture->window->actions().exportAll->trigger();
    m_fixture->agreeToExport();
    QTRY_VERIFY_WITH_TIMEOUT(bar().startsWith(u"Exported to "_s), 10'000);
    m_fixture->window->openCapture(m_fixture->dialogs.path);
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->log().count() > 0, 5000);
    m_fixture->flush();
}

void TestResending::again_data()
{
    QTest::addColumn<QStringList>("switches");
    QTest::newRow("legacy") << QStringList{u"--legacy-only"_s};
    QTest::newRow("modern") << QStringList{};
}

void TestResending::again()
{
    QFETCH(const QStringList, switches);
    connectTo(switches);
    const qsizetype first = m_fixture->call(u"slow"_s, R"({"ms": 60000})");
    select(first);
    press(Qt::Key_A, Qt::ControlModifier | Qt::ShiftModifier);
    const qsizetype second = first + 1;
    QVERIFY2(QTest::qWaitFor([&] { return m_fixture->log().count() == second + 1; }, 5000), qPrintable(bar()));
    const RequestRecord again = m_fixture->record(second);
    QVERIFY(again.id != m_fixture->record(first).id);
    QCOMPARE(again.progressToken, again.id);
    QVERIFY(!again.byHand);
    const auto params = [&](qsizetype row) {
        QByteArray text = m_fixture->sentWithMethod("tools/call").at(row - first);
        text = JsonValue(text).member("params").raw().toByteArray();
        return text.replace("\"progressToken\":" + m_fixture->record(row).progressToken.toJson(),
                            "\"progressToken\":0");
    };
    QCOMPARE(JsonValue(params(second)).member("arguments").raw().toByteArray(), R"({"ms":60000})");
    QCOMPARE(JsonValue(params(second)).member("_meta").member("progressToken").raw().toByteArray(), "0");
    QCOMPARE(JsonValue(params(second)).pointer("/_meta/io.modelcontextprotocol~1protocolVersion").isValid(),
             switches.isEmpty());
    // A normal request: selected, and can be cancelled.
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->selected(), second, 10000);
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->window->actions().cancel->isEnabled(), 10000);
    m_fixture->window->actions().cancel->trigger();
    QCOMPARE(m_fixture->record(second).state, RequestState::Cancelled);
    QVERIFY(m_fixture->record(first).isOpen());
}

void TestResending::againWithItsOwnTimeout()
{
    connectTo({u"--legacy-only"_s});
    auto *panel = m_fixture->window->findChild<CallPanel *>();
    panel->setTimeouts({.limit = std::chrono::seconds(1), .progressExtends = false, .cap = {}});
    const qsizetype first = m_fixture->call(u"deaf"_s, "{}");
    panel->setTimeouts({});
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->record(first).state, RequestState::TimedOut, 10'000);
    select(first);
    press(Qt::Key_A, Qt::ControlModifier | Qt::ShiftModifier);
    const qsizetype second = first + 1;
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->log().count(), second + 1, 5000);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->record(second).state, RequestState::TimedOut, 10'000);
    const qsizetype third = m_fixture->call(u"deaf"_s, "{}"); // has no limit
    select(third);
    press(Qt::Key_A, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->log().count(), third + 2, 5000);
    select(first); // the limit expires again, for a later request
    press(Qt::Key_A, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->log().count(), third + 3, 5000);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->record(third + 2).state, RequestState::TimedOut, 10'000);
    QVERIFY(m_fixture->record(third + 1).isOpen());
}

void TestResending::againFromTheMessages()
{
    connectTo({u"--legacy-only"_s});
    const qsizetype first = m_fixture->call(u"echo"_s, R"({"text": "twice"})");
    QVERIFY(hasEnded(first));
    select(first);
    press(Qt::Key_M, Qt::ControlModifier); // shows its message
    auto *messages = m_fixture->find<QTableView>(u"messageTable"_s);
    const int place = messages->currentIndex().row();
    QVERIFY(place >= 0);
    press(Qt::Key_A, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(hasEnded(first + 1));
    QCOMPARE(m_fixture->record(first + 1).target, u"echo"_s);
    // Not possible for messages of the server.
    m_fixture->flush();
    m_fixture->find<MessagesPanel>(u"messagesPanel"_s)->select(m_fixture->record(first).responseEvent);
    QVERIFY(!m_fixture->window->actions().resend->isEnabled());
    QVERIFY(!m_fixture->window->actions().editAndResend->isEnabled());
}

void TestResending::editedInTheForm()
{
    connectTo({u"--legacy-only"_s});
    const qsizetype first = m_fixture->call(u"echo"_s, R"({"text": "once"})");
    QVERIFY(hasEnded(first));
    QVERIFY(hasEnded(m_fixture->call(u"slow"_s, R"({"ms": 1})")));
    select(first);
    press(Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
    auto *call = m_fixture->find<CallPanel>(u"callPanel"_s);
    QCOMPARE(call->toolName(), u"echo"_s);
    QCOMPARE(call->arguments(), R"({"text":"once"})");
    QVERIFY(!m_fixture->find<SendDialog>(u"sendDialog"_s));
    const qsizetype next = m_fixture->log().count();
    press(Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(hasEnded(next));
    QCOMPARE(m_fixture->record(next).target, u"echo"_s);
}

void TestResending::editedByHand()
{
    connectTo();
    qsizetype list = -1;
    for (qsizetype row = 0; row < m_fixture->log().count(); ++row) {
        if (m_fixture->record(row).method == "tools/list")
            list = row;
    }
    QVERIFY(list >= 0);
    m_fixture->flush();
    select(list);
    press(Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
    auto *dialog = m_fixture->find<SendDialog>(u"sendDialog"_s);
    QTRY_COMPARE_WITH_TIMEOUT(QApplication::activeWindow(), dialog, 5000); // else the keys go to the window behind it
    const QByteArray text = dialog->editor()->text();
    const RequestId id = RequestId::fromJson(JsonValue(text).member("id").raw());
    for (qsizetype row = 0; row < m_fixture->log().count(); ++row)
        QVERIFY(m_fixture->record(row).id != id);
    QCOMPARE(JsonValue(text).member("method").toString(), u"tools/list"_s);
    QCOMPARE(dialog->editor()->remark(), QString());
    const qsizetype next = m_fixture->log().count();
    QTest::keyClick(dialog->editor()->edit(), Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(hasEnded(next));
    QCOMPARE(m_fixture->record(next).state, RequestState::Succeeded);
    QCOMPARE(m_fixture->record(next).id, id);
    QVERIFY(m_fixture->record(next).byHand);
}

void TestResending::notFromAFile()
{
    connectTo({u"--legacy-only"_s});
    const qsizetype row = m_fixture->call(u"echo"_s, R"({"text": "kept"})");
    QVERIFY(hasEnded(row));
    reopen();
    select(row);
    press(Qt::Key_A, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY2(bar().startsWith(u"This is a recorded conversation"_s), qPrintable(bar()));
    QVERIFY(!m_fixture->window->actions().sendMessage->isEnabled());
}

void TestResending::notWithoutAConnection()
{
    connectTo({u"--legacy-only"_s});
    const qsizetype row = m_fixture->call(u"echo"_s, R"({"text": "kept"})");
    QVERIFY(hasEnded(row));
    m_fixture->window->actions().disconnectServer->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!m_fixture->window->controller().isConnected(), 15'000);
    select(row);
    const qsizetype count = m_fixture->log().count();
    press(Qt::Key_A, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY2(bar().startsWith(u"Cannot send: there is no connection"_s), qPrintable(bar()));
    QCOMPARE(m_fixture->log().count(), count);
}

void TestResending::legsOfOneCall()
{
    connectTo(); // where a question comes in the response to a request
    const qsizetype first = m_fixture->call(u"ask_elicitation"_s, "{}");
    QTRY_VERIFY_WITH_TIMEOUT(!m_fixture->conversation().questions()->open().isEmpty(), 5000);
    QCOMPARE(cell(first, RequestTable::Method), u"tools/call"_s);
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->window->actions().answer->isEnabled(), 10000);
    m_fixture->window->actions().answer->trigger();
    QTest::mouseClick(m_fixture->find<QPushButton>(u"sendAnswer"_s), Qt::LeftButton);
    QVERIFY(hasEnded(first + 1));
    m_fixture->flush();
    const auto check = [&] {
        QCOMPARE(cell(first, RequestTable::Method), u"tools/call · 1/2"_s);
        QCOMPARE(cell(first + 1, RequestTable::Method), u"tools/call · 2/2"_s);
        select(first + 1);
        QVERIFY2(legs().contains(u"<a href=\"%1\">#%2 tools/call</a>"_s.arg(first).arg(first + 1)), qPrintable(legs()));
        emit m_fixture->find<QLabel>(u"detailsLegs"_s)->linkActivated(QString::number(first));
        QCOMPARE(m_fixture->selected(), first);
        QVERIFY2(legs().contains(u"<a href=\"%1\">"_s.arg(first + 1)), qPrintable(legs()));
        select(0);
        QVERIFY(legs().isEmpty());
    };
    check();
    if (QTest::currentTestFailed())
        return;
    reopen();
    check();
}

void TestResending::legsOfATask()
{
    connectTo();
    const qsizetype first = m_fixture->call(u"task_slow"_s, R"({"ms": 1500})");
    QVERIFY(first >= 0);
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->log().legs(first).size() > 1, 10'000);
    m_fixture->flush();
    const qsizetype poll = m_fixture->log().legs(first).at(1);
    QCOMPARE(m_fixture->record(poll).method, "tasks/get");
    QVERIFY2(cell(poll, RequestTable::Method).startsWith(u"tasks/get · 2/"_s),
             qPrintable(cell(poll, RequestTable::Method)));
}

QTEST_MAIN(TestResending)
#include "tst_resending.moc"
