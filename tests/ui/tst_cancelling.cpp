// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "windowfixture.h"

#include "ui/actions.h"
#include "ui/models/messagemodelroles.h"
#include "ui/models/requestmodelroles.h"
#include "ui/panels/detailspanel.h"
#include "ui/views/messagebar.h"
#include "ui/views/requestdelegate.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// The main job: a person cancels a request, in each way that there is, and sees what comes of it.
class TestCancelling : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_fixture.reset(); }
    void deleteKeyCancelsWithTheReason();
    void enterInTheReasonCancels();
    void buttonInTheRowCancels();
    void enterWithNothingToCancelSaysSo();
    void cancelAll();
    void lateAnswerIsGreyedAndReadable();
    void lateProgressIsGreyed();
    void initializeIsRefused();
    void detailsSayWhatWasOnlyDetached();
    void timeoutCancels();
    void anEndedRequestOffersNothing();

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
    QCOMPARE(table()->currentIndex().row(), int(row)); // a new call is selected

    QTest::keyClicks(m_fixture->find<QLineEdit>(u"reasonEdit"_s), u"takes too \"long\""_s);
    table()->setFocus();
    QTest::keyClick(table(), Qt::Key_Delete);
    QCOMPARE(m_fixture->record(row).state, RequestState::Cancelled); // at once, whatever the server does
    QTRY_COMPARE_WITH_TIMEOUT(cell(row, RequestTable::State).toString(), u"Cancelled"_s, 2000);
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

void TestCancelling::buttonInTheRowCancels()
{
    QVERIFY(m_fixture->connectToDemo());
    const qsizetype first = m_fixture->call(u"slow"_s, R"({"ms": 60000})");
    const qsizetype second = m_fixture->call(u"slow"_s, R"({"ms": 60000})");
    QCOMPARE(table()->currentIndex().row(), int(second));
    const QModelIndex index = m_fixture->requests()->index(int(first), RequestTable::Cancel);
    QCOMPARE(RequestDelegate::buttonOf(index), RequestDelegate::Button::Cancel);
    const QPoint button = table()->visualRect(index).topLeft() + QPoint(10, 8);
    // Pressed there and let go elsewhere: nothing happens.
    QTest::mousePress(table()->viewport(), Qt::LeftButton, {}, button);
    QTest::mouseRelease(table()->viewport(), Qt::LeftButton, {}, button + QPoint(0, 300));
    QCOMPARE(m_fixture->record(first).state, RequestState::InFlight);
    QTest::mouseClick(table()->viewport(), Qt::LeftButton, {}, button);
    QCOMPARE(m_fixture->record(first).state, RequestState::Cancelled);
    QCOMPARE(m_fixture->record(second).state, RequestState::InFlight); // the selected one is another
    QVERIFY(m_fixture->record(first).cancellation->reason.isNull());
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->sentWithMethod("notifications/cancelled").size(), 1, 5000);
    const QByteArray sent = m_fixture->sentWithMethod("notifications/cancelled").first();
    QVERIFY2(!JsonValue(sent).member("params").member("reason").isValid(), sent.constData());
}

void TestCancelling::enterWithNothingToCancelSaysSo()
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
    QVERIFY(!actions.cancelAll->isEnabled());
    for (int i = 0; i < 3; ++i)
        QVERIFY(m_fixture->call(u"deaf"_s, "{}") >= 0);
    QTRY_VERIFY_WITH_TIMEOUT(actions.cancelAll->isEnabled(), 2000);
    QTest::keyClick(m_fixture->window.get(), Qt::Key_Delete, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(m_fixture->log().openCount(), 0);
    QTRY_VERIFY_WITH_TIMEOUT(!actions.cancelAll->isEnabled(), 2000);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->sentWithMethod("notifications/cancelled").size(), 3, 5000);
}

void TestCancelling::lateAnswerIsGreyedAndReadable()
{
    QVERIFY(m_fixture->connectToDemo());
    const qsizetype row = m_fixture->call(u"late"_s, R"({"ms": 50, "from_cancel": true})");
    m_fixture->window->actions().cancel->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(cell(row, RequestTable::State, RequestTable::LateRole).toBool(), 5000);
    QCOMPARE(cell(row, RequestTable::State).toString(), u"Cancelled"_s);
    const QString late = cell(row, RequestTable::Cancel).toString();
    QVERIFY2(late.startsWith(u'+') && late.endsWith(u" after cancel"_s), qPrintable(late));

    // The request is still selected: its late answer is what the details show by now, and say so.
    auto *details = m_fixture->find<DetailsPanel>(u"detailsPanel"_s);
    QTRY_VERIFY_WITH_TIMEOUT(details->banner().contains(u"after the cancel"_s), 2000);
    QCOMPARE(JsonValue(details->bytes()).member("id").raw().toByteArray(), m_fixture->record(row).id.toJson());
    QVERIFY(JsonValue(details->bytes()).member("result").isValid());
    // The cancel is one click away.
    QTest::mouseClick(details->findChild<QAbstractButton *>(u"part2"_s), Qt::LeftButton);
    QCOMPARE(JsonValue(details->bytes()).member("method").toString(), u"notifications/cancelled"_s);

    m_fixture->flush(); // the two tables tick each for themselves
    const QAbstractItemModel &messages = *m_fixture->messages();
    const QModelIndex answer = messages.index(messages.rowCount() - 1, MessageTable::Kind);
    QVERIFY(answer.data(MessageTable::LateRole).toBool());
    QCOMPARE(answer.data().toString(), u"late result"_s);
}

void TestCancelling::lateProgressIsGreyed()
{
    QVERIFY(m_fixture->connectToDemo());
    const qsizetype row = m_fixture->call(u"progress_after_cancel"_s, R"({"count": 3, "interval": 20})");
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->record(row).progress.count > 0, 5000); // none is on the way by then
    m_fixture->window->actions().cancel->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->record(row).late.progress, 3, 5000);
    QTRY_VERIFY_WITH_TIMEOUT(cell(row, RequestTable::Cancel).toString().endsWith(u" after cancel (progress)"_s), 2000);
    QVERIFY(!cell(row, RequestTable::State, RequestTable::LateRole).toBool()); // no answer came
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
    table()->setFocus();
    QTest::keyClick(table(), Qt::Key_Delete);
    QCOMPARE(m_fixture->record(0).state, RequestState::InFlight);
    auto *bar = m_fixture->find<MessageBar>(u"messageBar"_s);
    QVERIFY2(bar->text().contains(u"initialize"_s), qPrintable(bar->text()));
    QVERIFY(m_fixture->sentWithMethod("notifications/cancelled").isEmpty());
    auto *button = m_fixture->find<QPushButton>(u"messageBarAction"_s);
    QCOMPARE(button->text(), u"Disconnect"_s);
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->record(0).state, RequestState::Lost, 15'000);
}

void TestCancelling::detailsSayWhatWasOnlyDetached()
{
    QVERIFY(m_fixture->connectToDemo());
    const qsizetype row = m_fixture->call(u"slow"_s, R"({"ms": 300})");
    m_fixture->conversation().session()->outgoing(m_fixture->record(row).serial)->detach();
    auto *details = m_fixture->find<DetailsPanel>(u"detailsPanel"_s);
    const auto *facts = m_fixture->find<QLabel>(u"detailsFacts"_s);
    QTRY_VERIFY2_WITH_TIMEOUT(facts->text().startsWith(u"Detached: we stopped waiting."_s), qPrintable(facts->text()),
                              2000);
    QVERIFY2(facts->text().contains(u"was not told"_s), qPrintable(facts->text()));
    QTRY_VERIFY2_WITH_TIMEOUT(details->banner().contains(u"after we had stopped waiting"_s),
                              qPrintable(details->banner()), 5000); // the server has worked on
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

void TestCancelling::anEndedRequestOffersNothing()
{
    QVERIFY(m_fixture->connectToDemo());
    const qsizetype row = m_fixture->call(u"echo"_s, R"({"text": "hi"})");
    QTRY_COMPARE_WITH_TIMEOUT(cell(row, RequestTable::State).toString(), u"Succeeded"_s, 5000);
    QTRY_VERIFY_WITH_TIMEOUT(!m_fixture->window->actions().cancel->isEnabled(), 2000);
    table()->setFocus();
    QTest::keyClick(table(), Qt::Key_Delete);
    QVERIFY(m_fixture->sentWithMethod("notifications/cancelled").isEmpty());
    QCOMPARE(m_fixture->find<MessageBar>(u"messageBar"_s)->text(), QString());
    auto *details = m_fixture->find<DetailsPanel>(u"detailsPanel"_s);
    QTRY_VERIFY_WITH_TIMEOUT(JsonValue(details->bytes()).member("result").isValid(), 2000);
}

QTEST_MAIN(TestCancelling)
#include "tst_cancelling.moc"
