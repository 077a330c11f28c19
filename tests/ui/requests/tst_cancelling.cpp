// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/windowfixture.h"

#include "core/mcp/requests/logicalcall.h"
#include "ui/actions.h"
#include "ui/models/messages/messagemodelroles.h"
#include "ui/models/requests/requestmodelroles.h"
#include "ui/panels/details/detailspanel.h"
#include "ui/panels/requestspanel.h"
#include "ui/views/requests/requestdelegate.h"
#include "ui/views/widgets/messagebar.h"
#include "ui/views/widgets/peerlabel.h"

#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTest>
#include <QTimer>
#include <QWindow>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// The main use: cancelling a request in every way, and seeing the effect.
class TestCancelling : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_fixture.reset(); }
    void deleteKeyCancelsWithTheReason();
    void cancellationIsShownInTheNextTurn();
    void callByShortcutIsTheOnlySelection();
    void enterInTheReasonCancels();
    void longReasonIsShownFromItsBeginning();
    void buttonInTheRowCancels();
    void enterWithoutARequestReportsIt();
    void cancelAll();
    void lateResponseIsGreyedAndReadable();
    void lateProgressIsGreyed();
    void progressAfterTheResponseIsNotASecondResponse();
    void initializeIsRefused();
    void detailsShowDetachedRequests();
    void timeoutCancels();
    void endedRequestCannotBeCancelled();
    void disconnectingCancelsRequestsInFlight_data();
    void disconnectingCancelsRequestsInFlight();

private:
    [[nodiscard]] QTableView *table() const { return m_fixture->find<QTableView>(u"requestTable"_s); }
    [[nodiscard]] QVariant cell(qsizetype row, int column, int role = Qt::DisplayRole) const
    {
        return m_fixture->requests()->index(int(row), column).data(role);
    }

    std::unique_ptr<WindowFixture> m_fixture;
};

void TestCancelling::init()
{
    WindowFixture::failOnWarnings();
    m_fixture = std::make_unique<WindowFixture>();
}

void TestCancelling::deleteKeyCancelsWithTheReason()
{
    QVERIFY(m_fixture->connectToDemo());
    const qsizetype row = m_fixture->call(u"slow"_s, R"({"ms": 60000})");
    QVERIFY(row >= 0);
    QCOMPARE(cell(row, RequestTable::State).toString(), u"In flight"_s);
    QVERIFY(cell(row, RequestTable::Cancel, RequestTable::CancellableRole).toBool());
    QCOMPARE(table()->currentIndex().row(), int(row)); // a new call becomes the selection

    QTest::keyClicks(m_fixture->find<QLineEdit>(u"reasonEdit"_s), u"takes too \"long\""_s);
    table()->setFocus();
    QTest::keyClick(table(), Qt::Key_Delete);
    QCOMPARE(m_fixture->record(row).state, RequestState::Cancelled); // at once, whatever the server does
    QTRY_COMPARE_WITH_TIMEOUT(cell(row, RequestTable::State).toString(), u"Cancelled"_s, 10000);
    QCOMPARE(cell(row, RequestTable::Reason).toString(), u"takes too \"long\""_s);
    QVERIFY(cell(row, RequestTable::State, RequestTable::EndedEarlyRole).toBool());
    QVERIFY(!cell(row, RequestTable::Cancel, RequestTable::CancellableRole).toBool());

    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->sentWithMethod("notifications/cancelled").size(), 1, 5000);
    const QByteArray sent = m_fixture->sentWithMethod("notifications/cancelled").first();
    const JsonValue params = JsonValue(sent).member("params");
    QCOMPARE(params.member("requestId").raw().toByteArray(), m_fixture->record(row).id.toJson());
    QCOMPARE(params.member("reason").toString(), u"takes too \"long\""_s);
    QCOMPARE(m_fixture->settings.reasons(), QStringList{u"takes too \"long\""_s});
    QCOMPARE(m_fixture->find<QComboBox>(u"reason"_s)->itemText(0), u"takes too \"long\""_s);
}

/// The cancel does not wait for the next tick of the table.
void TestCancelling::cancellationIsShownInTheNextTurn()
{
    QVERIFY(m_fixture->connectToDemo());
    QVERIFY(m_fixture->call(u"slow"_s, R"({"ms": 60000})") >= 0);
    m_fixture->flush();
    const Actions &actions = m_fixture->window->actions();
    for (QAction *action : {actions.cancel, actions.cancelAll}) {
        const qsizetype row = m_fixture->call(u"deaf"_s, "{}");
        m_fixture->select(row);
        m_fixture->flush();
        QSignalSpy changes(m_fixture->requests(), &QAbstractItemModel::dataChanged);
        action->trigger();
        QCOMPARE(m_fixture->record(row).state, RequestState::Cancelled);
        QCoreApplication::processEvents();
        QVERIFY2(!changes.isEmpty(), qPrintable(action->text()));
    }
}

void TestCancelling::callByShortcutIsTheOnlySelection()
{
    QVERIFY(m_fixture->connectToDemo());
    const qsizetype first = m_fixture->call(u"slow"_s, R"({"ms": 60000})");
    QWindow *window = m_fixture->window->windowHandle();
    QTest::keyPress(window, Qt::Key_Control); // held down, the key must not extend the selection
    QTest::keyClick(window, Qt::Key_Return, Qt::ControlModifier);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->log().count(), first + 2, 5000);
    m_fixture->flush();
    QVERIFY(QGuiApplication::keyboardModifiers() & Qt::ControlModifier);
    QTRY_COMPARE_WITH_TIMEOUT(table()->currentIndex().row(), int(first) + 1, 10000);
    QCOMPARE(table()->selectionModel()->selectedRows().size(), 1);
    QTest::keyRelease(window, Qt::Key_Control);
    m_fixture->window->actions().cancel->trigger();
    QCOMPARE(m_fixture->record(first).state, RequestState::InFlight);
    QCOMPARE(m_fixture->record(first + 1).state, RequestState::Cancelled);
}

void TestCancelling::enterInTheReasonCancels()
{
    QVERIFY(m_fixture->connectToDemo());
    const qsizetype row = m_fixture->call(u"slow"_s, R"({"ms": 60000})");
    auto *reason = m_fixture->find<QLineEdit>(u"reasonEdit"_s);
    QTest::keyClicks(reason, u"enough"_s);
    QTest::keyClick(reason, Qt::Key_Return);
    QCOMPARE(m_fixture->record(row).state, RequestState::Cancelled);
    QCOMPARE(m_fixture->record(row).cancellation->reason, u"enough"_s);
}

void TestCancelling::longReasonIsShownFromItsBeginning()
{
    QVERIFY(m_fixture->connectToDemo());
    m_fixture->window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_fixture->window.get()));
    auto *box = m_fixture->find<QComboBox>(u"reason"_s);
    QLineEdit *edit = box->lineEdit();
    const QString text = u"the user went home before the answer was there "_s.repeated(10);
    edit->setFocus();
    QTest::keyClicks(edit, text);
    QCOMPARE(edit->cursorPosition(), text.size()); // typing continues at the end
    table()->setFocus();
    QCOMPARE(edit->cursorPosition(), 0);
    edit->setText(text + u"and so on"_s);
    QCOMPARE(edit->cursorPosition(), 0);
    const qsizetype row = m_fixture->call(u"slow"_s, R"({"ms": 60000})");
    m_fixture->select(row);
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->window->actions().cancel->isEnabled(), 5000);
    m_fixture->window->actions().cancel->trigger(); // adds it to the list
    QTRY_VERIFY_WITH_TIMEOUT(box->count() > 0, 5000);
    QCOMPARE(edit->cursorPosition(), 0);
    box->addItems({text, text + u"!"_s});
    box->setFocus();
    QTest::keyClick(box, Qt::Key_Down);
    QVERIFY(!edit->text().isEmpty());
    QCOMPARE(edit->cursorPosition(), 0);
}

void TestCancelling::buttonInTheRowCancels()
{
    QVERIFY(m_fixture->connectToDemo());
    const qsizetype first = m_fixture->call(u"slow"_s, R"({"ms": 60000})");
    const qsizetype second = m_fixture->call(u"slow"_s, R"({"ms": 60000})");
    QCOMPARE(table()->currentIndex().row(), int(second));
    const QModelIndex index = table()->model()->index(int(first), RequestTable::Cancel);
    QCOMPARE(RequestDelegate::buttonOf(index), RequestDelegate::Button::Cancel);
    const QPoint button = table()->visualRect(index).topLeft() + QPoint(10, 8);
    // Releasing the button elsewhere does nothing.
    QTest::mousePress(table()->viewport(), Qt::LeftButton, {}, button);
    QTest::mouseRelease(table()->viewport(), Qt::LeftButton, {}, button + QPoint(0, 300));
    QCOMPARE(m_fixture->record(first).state, RequestState::InFlight);
    QTest::mouseClick(table()->viewport(), Qt::LeftButton, {}, button);
    QCOMPARE(m_fixture->record(first).state, RequestState::Cancelled);
    QCOMPARE(m_fixture->record(second).state, RequestState::InFlight); // the selected one is another row
    QVERIFY(m_fixture->record(first).cancellation->reason.isNull());
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->sentWithMethod("notifications/cancelled").size(), 1, 5000);
    const QByteArray sent = m_fixture->sentWithMethod("notifications/cancelled").first();
    QVERIFY2(!JsonValue(sent).member("params").member("reason").isValid(), sent.constData());
}

void TestCancelling::enterWithoutARequestReportsIt()
{
    QVERIFY(m_fixture->connectToDemo());
    const qsizetype row = m_fixture->call(u"echo"_s, R"({"text": "hi"})");
    QTRY_COMPARE_WITH_TIMEOUT(cell(row, RequestTable::State).toString(), u"Succeeded"_s, 5000);
    auto *reason = m_fixture->find<QLineEdit>(u"reasonEdit"_s);
    QTest::keyClicks(reason, u"why"_s);
    QTest::keyClick(reason, Qt::Key_Return);
    const QString ended = m_fixture->find<MessageBar>(u"messageBar"_s)->text();
    QVERIFY2(ended.contains(u"Nothing to cancel"_s), qPrintable(ended));
    QVERIFY(m_fixture->sentWithMethod("notifications/cancelled").isEmpty());
    QVERIFY(m_fixture->settings.reasons().isEmpty());
}

void TestCancelling::cancelAll()
{
    QVERIFY(m_fixture->connectToDemo());
    const Actions &actions = m_fixture->window->actions();
    QTRY_VERIFY_WITH_TIMEOUT(!actions.cancelAll->isEnabled(), 10000); // all other lists are loaded
    for (int i = 0; i < 3; ++i)
        QVERIFY(m_fixture->call(u"deaf"_s, "{}") >= 0);
    QTRY_VERIFY_WITH_TIMEOUT(actions.cancelAll->isEnabled(), 10000);
    QTest::keyClick(m_fixture->window.get(), Qt::Key_Delete, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(m_fixture->log().openCount(), 1); // the subscription to changes, made automatically
    QTRY_VERIFY_WITH_TIMEOUT(!actions.cancelAll->isEnabled(), 10000);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->sentWithMethod("notifications/cancelled").size(), 3, 5000);
}

void TestCancelling::lateResponseIsGreyedAndReadable()
{
    QVERIFY(m_fixture->connectToDemo());
    const qsizetype row = m_fixture->call(u"late"_s, R"({"ms": 50, "from_cancel": true})");
    m_fixture->window->actions().cancel->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(cell(row, RequestTable::State, RequestTable::LateRole).toBool(), 5000);
    QCOMPARE(cell(row, RequestTable::State).toString(), u"Cancelled"_s);
    const QString late = cell(row, RequestTable::Cancel).toString();
    QVERIFY2(late.startsWith(u'+') && late.endsWith(u" after cancel"_s), qPrintable(late));

    // The request is still selected, so the details show its late response, and mark it as late.
    auto *details = m_fixture->find<DetailsPanel>(u"detailsPanel"_s);
    QTRY_VERIFY_WITH_TIMEOUT(details->banner().contains(u"after the cancel"_s), 10000);
    QCOMPARE(JsonValue(details->bytes()).member("id").raw().toByteArray(), m_fixture->record(row).id.toJson());
    QVERIFY(JsonValue(details->bytes()).member("result").isValid());
    // The cancellation is one click away.
    QTest::mouseClick(details->findChild<QAbstractButton *>(u"part2"_s), Qt::LeftButton);
    QCOMPARE(JsonValue(details->bytes()).member("method").toString(), u"notifications/cancelled"_s);

    m_fixture->flush(); // each table has its own tick
    const QAbstractItemModel &messages = *m_fixture->messages();
    const QModelIndex answer = messages.index(messages.rowCount() - 1, MessageTable::Kind);
    QVERIFY(answer.data(MessageTable::LateRole).toBool());
    QCOMPARE(answer.data().toString(), u"late result"_s);
}

void TestCancelling::lateProgressIsGreyed()
{
    QVERIFY(m_fixture->connectToDemo());
    const qsizetype row = m_fixture->call(u"progress_after_cancel"_s, R"({"count": 3, "interval": 20})");
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->record(row).progress.count > 0, 5000); // no progress is on the way by then
    m_fixture->window->actions().cancel->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->record(row).late.progress, 3, 5000);
    QTRY_VERIFY_WITH_TIMEOUT(cell(row, RequestTable::Cancel).toString().startsWith(u"progress +"_s), 10000);
    QVERIFY(!cell(row, RequestTable::State, RequestTable::LateRole).toBool()); // no response came
}

void TestCancelling::progressAfterTheResponseIsNotASecondResponse()
{
    QVERIFY(m_fixture->connectToDemo());
    const qsizetype progress = m_fixture->call(u"bad_progress"_s, "{}");
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->record(progress).late.progress > 0, 5000);
    QCOMPARE(m_fixture->record(progress).late.results, 0);
    QTRY_VERIFY_WITH_TIMEOUT(cell(progress, RequestTable::Cancel).toString().startsWith(u"progress +"_s), 10000);
    const QString tip = cell(progress, RequestTable::Cancel, Qt::ToolTipRole).toString();
    QVERIFY2(tip.contains(u"Progress came +"_s), qPrintable(tip));
    const qsizetype twice = m_fixture->call(u"answers_twice"_s, "{}");
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->record(twice).late.results, 1, 5000);
    QTRY_VERIFY_WITH_TIMEOUT(cell(twice, RequestTable::Cancel).toString().startsWith(u"2nd response +"_s), 10000);
    const auto shorter = [this](qsizetype row) {
        return cell(row, RequestTable::Cancel, RequestTable::ShorterRole).toStringList();
    };
    QVERIFY2(shorter(twice).constFirst().startsWith(u"again +"_s), qPrintable(shorter(twice).constFirst()));
    QCOMPARE(shorter(twice).constLast(), u"again"_s); // a late response would have only a time
    QCOMPARE(shorter(progress).constLast(), u"progress"_s);
    const QString whole = cell(twice, RequestTable::Cancel, Qt::ToolTipRole).toString();
    QVERIFY2(whole.contains(u"Second response, +"_s), qPrintable(whole));
}

void TestCancelling::initializeIsRefused()
{
    ServerTarget target = WindowFixture::demoServer({u"--slow-start"_s, u"60000"_s});
    target.revision = Revision::R2025_11_25;
    m_fixture->window->connectTo(target);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->requests()->rowCount(), 1, 5000);
    QCOMPARE(cell(0, RequestTable::Method).toString(), u"initialize"_s);
    QCOMPARE(RequestDelegate::buttonOf(m_fixture->requests()->index(0, RequestTable::Cancel)),
             RequestDelegate::Button::None);
    table()->selectRow(0);
    const Actions &actions = m_fixture->window->actions();
    for (const QAction *action : {actions.cancel, actions.cancelAll}) {
        QVERIFY(!action->isEnabled());
        QVERIFY2(action->toolTip().contains(u"the protocol forbids it"_s), qPrintable(action->toolTip()));
    }
    QTest::keyClick(m_fixture->find<QLineEdit>(u"reasonEdit"_s), Qt::Key_Return); // Enter shows why it is disabled
    QCOMPARE(m_fixture->record(0).state, RequestState::InFlight);
    auto *bar = m_fixture->find<MessageBar>(u"messageBar"_s);
    QVERIFY2(bar->text().contains(u"initialize"_s), qPrintable(bar->text()));
    QVERIFY(m_fixture->sentWithMethod("notifications/cancelled").isEmpty());
    auto *button = m_fixture->find<QPushButton>(u"messageBarAction"_s);
    QCOMPARE(button->text(), u"Disconnect"_s);
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->record(0).state, RequestState::Lost, 15'000);
}

void TestCancelling::detailsShowDetachedRequests()
{
    QVERIFY(m_fixture->connectToDemo());
    QVERIFY(m_fixture->waitForLists());
    const qsizetype row = m_fixture->log().count();
    LogicalCall *call = m_fixture->conversation().callTool(u"slow"_s, R"({"ms": 300})");
    call->start();
    call->leg()->detach(); // before a response can arrive
    m_fixture->flush();
    m_fixture->window->findChild<RequestsPanel *>()->select(row);
    auto *details = m_fixture->find<DetailsPanel>(u"detailsPanel"_s);
    const auto *facts = m_fixture->find<PeerLabel>(u"detailsFacts"_s);
    QTRY_VERIFY2_WITH_TIMEOUT(facts->text().startsWith(u"Detached: the client stopped waiting."_s),
                              qPrintable(facts->text()), 2000);
    QVERIFY2(facts->text().contains(u"was not notified"_s), qPrintable(facts->text()));
    QTRY_VERIFY2_WITH_TIMEOUT(details->banner().contains(u"after the client had stopped waiting"_s),
                              qPrintable(details->banner()), 5000); // the server continued to work
    QVERIFY(m_fixture->sentWithMethod("notifications/cancelled").isEmpty());
}

void TestCancelling::timeoutCancels()
{
    QVERIFY(m_fixture->connectToDemo());
    m_fixture->find<QSpinBox>(u"callTimeout"_s)->setValue(1);
    const qsizetype row = m_fixture->call(u"deaf"_s, "{}");
    QTRY_COMPARE_WITH_TIMEOUT(cell(row, RequestTable::State).toString(), u"Timed out"_s, 5000);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->sentWithMethod("notifications/cancelled").size(), 1, 5000);
}

void TestCancelling::endedRequestCannotBeCancelled()
{
    QVERIFY(m_fixture->connectToDemo());
    const qsizetype row = m_fixture->call(u"echo"_s, R"({"text": "hi"})");
    QTRY_COMPARE_WITH_TIMEOUT(cell(row, RequestTable::State).toString(), u"Succeeded"_s, 5000);
    QTRY_VERIFY_WITH_TIMEOUT(!m_fixture->window->actions().cancel->isEnabled(), 10000);
    table()->setFocus();
    QTest::keyClick(table(), Qt::Key_Delete);
    QVERIFY(m_fixture->sentWithMethod("notifications/cancelled").isEmpty());
    QCOMPARE(m_fixture->find<MessageBar>(u"messageBar"_s)->text(), QString());
    auto *details = m_fixture->find<DetailsPanel>(u"detailsPanel"_s);
    QTRY_VERIFY_WITH_TIMEOUT(JsonValue(details->bytes()).member("result").isValid(), 10000);
}

void TestCancelling::disconnectingCancelsRequestsInFlight_data()
{
    QTest::addColumn<bool>("byKey");
    QTest::newRow("Ctrl+Q") << true;
    QTest::newRow("the window is closed") << false;
}

void TestCancelling::disconnectingCancelsRequestsInFlight()
{
    QFETCH(bool, byKey);
    const QString heard = m_fixture->file(u"heard.jsonl"_s); // input of the server, until it was closed
    ServerTarget target = WindowFixture::demoServer();
    target.command.arguments = {u"-c"_s, u"tee \"$1\" | \"$2\""_s, u"sh"_s, heard, target.command.program};
    target.command.program = u"/bin/sh"_s;
    m_fixture->window->connectTo(target);
    QVERIFY(m_fixture->waitForTools());
    for (const QString &tool : {u"slow"_s, u"deaf"_s})
        QVERIFY(m_fixture->call(tool, R"({"ms": 60000})") >= 0);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->log().openCount(), 3, 5000); // with the subscription
    QByteArrayList ids;
    for (qsizetype row = 0; row < m_fixture->log().count(); ++row) {
        if (m_fixture->record(row).isOpen())
            ids << m_fixture->record(row).id.toJson();
    }
    const QString path = m_fixture->conversation().capture().path();

    QTimer::singleShot(0, this, [&] {
        if (byKey)
            QTest::keyClick(m_fixture->window.get(), Qt::Key_Q, Qt::ControlModifier);
        else
            m_fixture->window->close();
        QVERIFY(m_fixture->window->isVisible()); // a confirmation is shown
        QTest::mouseClick(m_fixture->find<QPushButton>(u"closeAnyway"_s), Qt::LeftButton);
    });
    QApplication::exec(); // as in the program; later events are never handled
    const auto file = Capture::open(path);
    QVERIFY(file);
    QByteArrayList told;
    QList<EventKind> end;
    for (qsizetype index = 0; index < (*file)->count(); ++index) {
        const Event event = (*file)->eventAt(index);
        const JsonValue params = JsonValue(event.bytes).member("params");
        if (event.isMessage() && event.method() == "notifications/cancelled") {
            QVERIFY(!end.contains(EventKind::Exited));
            told << params.member("requestId").raw().toByteArray();
            QCOMPARE(params.member("reason").toString(), u"The client is disconnecting"_s);
        }
        if (event.kind == EventKind::Closing || event.kind == EventKind::Exited || event.kind == EventKind::Closed)
            end << event.kind;
        QVERIFY(!event.details.contains(u"signal"_s)); // no process had to be killed
    }
    QCOMPARE(told, ids);
    QCOMPARE(end, QList({EventKind::Closing, EventKind::Exited, EventKind::Closed}));
    QFile tee(heard);
    QVERIFY(tee.open(QIODevice::ReadOnly));
    QCOMPARE(tee.readAll().count("\"notifications/cancelled\""), ids.size());
}

QTEST_MAIN(TestCancelling)
#include "tst_cancelling.moc"
