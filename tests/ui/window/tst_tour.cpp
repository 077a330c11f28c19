// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/windowfixture.h"

#include "ui/actions.h"
#include "ui/models/requests/requestmodelroles.h"
#include "ui/views/widgets/callout.h"

#include <QApplication>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// The tour shows new users how to cancel a request. It never returns after it was dismissed.
class TestTour : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_fixture.reset(); }
    void leadsThroughTheSteps_data();
    void leadsThroughTheSteps();
    void enterPressesOnTheStartPage();
    void followsTheUser();
    void takesTheFocusIfPossible();
    void lastStepClosesByItself();
    void lastStepClosesByKey();
    void isSkippedPermanently_data();
    void isSkippedPermanently();
    void restartsFromTheMenu();
    void hidesForOtherServers();
    void firstStepCoversNoText();
    void staysInTheWindow_data();
    void staysInTheWindow();

private:
    void begin(WindowFixture::Person person);
    [[nodiscard]] Callout *callout() const { return m_fixture->find<Callout>(u"tourCallout"_s); }
    [[nodiscard]] QString title() const { return m_fixture->find<QLabel>(u"calloutTitle"_s)->text(); }
    /// Presses the focused widget.
    void press() const { QTest::keyClick(QApplication::focusWidget(), m_key); }

    std::unique_ptr<WindowFixture> m_fixture;
    Qt::Key m_key = Qt::Key_Space; ///< presses a button
};

void TestTour::init()
{
    WindowFixture::failOnWarnings();
    m_key = Qt::Key_Space;
}

void TestTour::begin(WindowFixture::Person person)
{
    m_fixture = std::make_unique<WindowFixture>(person);
    m_fixture->window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_fixture->window.get()));
}

void TestTour::leadsThroughTheSteps_data()
{
    QTest::addColumn<Qt::Key>("key");
    QTest::newRow("blank") << Qt::Key_Space;
    QTest::newRow("Return") << Qt::Key_Return;
    QTest::newRow("Enter") << Qt::Key_Enter;
    QTest::newRow("Delete, as the last step says") << Qt::Key_Delete;
}

/// One key is enough for all steps, except where the text names the cancel key.
void TestTour::leadsThroughTheSteps()
{
    QFETCH(const Qt::Key, key);
    const bool isToCancel = key == Qt::Key_Delete;
    m_key = isToCancel ? Qt::Key_Space : key;
    begin(WindowFixture::Person::IsNew);
    QTRY_VERIFY_WITH_TIMEOUT(callout()->isVisible(), 5000);
    QVERIFY(title().startsWith(u"1 of 3"_s));
    QCOMPARE(QApplication::focusWidget()->objectName(), u"calloutAction"_s);
    QVERIFY(QApplication::focusWidget()->accessibleDescription().contains(callout()->text()));
    press();
    QTRY_VERIFY_WITH_TIMEOUT(title().startsWith(u"2 of 3"_s) && callout()->isVisible(), 20'000);
    QCOMPARE(QApplication::focusWidget()->objectName(), u"calloutAction"_s);
    press();
    QTRY_VERIFY_WITH_TIMEOUT(title().startsWith(u"3 of 3"_s), 10'000);
    const qsizetype row = m_fixture->log().count() - 1;
    QCOMPARE(m_fixture->record(row).target, u"late"_s);
    QCOMPARE(m_fixture->record(row).state, RequestState::InFlight);
    QCOMPARE(QApplication::focusWidget()->objectName(), u"calloutAction"_s);
    QTest::keyClick(QApplication::focusWidget(), isToCancel ? key : m_key);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->record(row).state, RequestState::Cancelled, 5000);
    QTRY_COMPARE_WITH_TIMEOUT(title(), u"3 of 3: Cancelled"_s, 5000);
    QTRY_VERIFY_WITH_TIMEOUT(callout()->text().contains(u"after cancel"_s), 10'000);
    QVERIFY(m_fixture->record(row).late.answered());
    // The callout points at its row.
    auto *table = m_fixture->find<QTableView>(u"requestTable"_s);
    const QModelIndex called = table->model()->index(table->model()->rowCount() - 1, RequestTable::Name);
    QCOMPARE(called.data().toString(), u"late"_s);
    const QPoint begin(0, table->visualRect(called).top());
    const QRect place(table->viewport()->mapTo(callout()->parentWidget(), begin),
                      QSize(table->viewport()->width(), table->rowHeight(called.row())));
    QVERIFY(!callout()->geometry().intersects(place));
    QCOMPARE(QApplication::focusWidget()->objectName(), u"calloutSkip"_s);
    press();
    QVERIFY(!callout()->isVisible());
    QVERIFY(m_fixture->find<QWidget>(u"requestTable"_s)->hasFocus());
}

/// Steps done elsewhere count too, and the focus stays there.
void TestTour::followsTheUser()
{
    begin(WindowFixture::Person::IsNew);
    QTRY_VERIFY_WITH_TIMEOUT(callout()->isVisible(), 5000);
    m_fixture->find<QWidget>(u"start_openCapture"_s)->setFocus();
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_D, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY_WITH_TIMEOUT(title().startsWith(u"2 of 3"_s), 20'000);
    QVERIFY(callout()->isVisible());
    auto *table = m_fixture->find<QTableView>(u"requestTable"_s);
    table->setFocus();
    QTest::keyClick(table, Qt::Key_Return, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(title().startsWith(u"3 of 3"_s), 10'000);
    QVERIFY(table->hasFocus());
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->window->actions().cancel->isEnabled(), 5000);
    QTest::keyClick(table, Qt::Key_Delete);
    QTRY_VERIFY_WITH_TIMEOUT(callout()->text().contains(u"after cancel"_s), 10'000);
    QVERIFY(table->hasFocus());
}

/// A tour that starts before the server is connected takes the focus after the connection.
void TestTour::takesTheFocusIfPossible()
{
    begin(WindowFixture::Person::Returns);
    m_fixture->window->connectTo(WindowFixture::demoServer());
    m_fixture->window->actions().startTour->trigger();
    QVERIFY(!callout()->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(callout()->isVisible(), 20'000);
    QVERIFY(title().startsWith(u"2 of 3"_s));
    QCOMPARE(QApplication::focusWidget()->objectName(), u"calloutAction"_s);
}

void TestTour::lastStepClosesByItself()
{
    begin(WindowFixture::Person::IsNew);
    for (int step = 1; step <= 3; ++step) {
        QTRY_VERIFY_WITH_TIMEOUT(callout()->isVisible() && title().startsWith(QString::number(step)), 20'000);
        press();
    }
    auto *table = m_fixture->find<QTableView>(u"requestTable"_s);
    QTest::mouseClick(table->viewport(), Qt::LeftButton); // before the last text is shown, nothing closes it
    QVERIFY(callout()->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(callout()->text().contains(u"after cancel"_s), 10'000);
    QTest::mouseClick(callout(), Qt::LeftButton);
    QVERIFY(callout()->isVisible());
    QTest::mouseClick(table->viewport(), Qt::LeftButton);
    QVERIFY(!callout()->isVisible());
}

/// A key pressed outside the last text closes the tour. Keys before the text is shown do not.
void TestTour::lastStepClosesByKey()
{
    begin(WindowFixture::Person::IsNew);
    for (int step = 1; step <= 3; ++step) {
        QTRY_VERIFY_WITH_TIMEOUT(callout()->isVisible() && title().startsWith(QString::number(step)), 20'000);
        press();
    }
    auto *table = m_fixture->find<QTableView>(u"requestTable"_s);
    table->setFocus();
    QTest::keyClick(table, Qt::Key_Down); // before the last text is shown, nothing closes it
    QVERIFY(callout()->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(callout()->text().contains(u"after cancel"_s), 10'000);
    auto *done = m_fixture->find<QPushButton>(u"calloutSkip"_s);
    QCOMPARE(done->text(), u"Done"_s);
    QTest::keyClick(table, Qt::Key_Tab);
    QTest::keyPress(table, Qt::Key_Control);
    QTest::keyClick(done, Qt::Key_Down);
    QVERIFY(callout()->isVisible());
    table->setFocus();
    QTest::keyClick(table, Qt::Key_Up);
    QVERIFY(!callout()->isVisible());
    QVERIFY(table->hasFocus());
}

void TestTour::isSkippedPermanently_data()
{
    QTest::addColumn<int>("step");
    QTest::addColumn<bool>("byEscape");
    QTest::newRow("first, by its button") << 1 << false;
    QTest::newRow("first, by Escape") << 1 << true;
    QTest::newRow("second, by its button") << 2 << false;
    QTest::newRow("third, by Escape") << 3 << true;
}

void TestTour::isSkippedPermanently()
{
    QFETCH(int, step);
    QFETCH(bool, byEscape);
    begin(WindowFixture::Person::IsNew);
    for (int at = 1; at <= step; ++at) {
        QTRY_VERIFY_WITH_TIMEOUT(callout()->isVisible() && title().startsWith(QString::number(at)), 20'000);
        if (at < step)
            press();
    }
    if (byEscape) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    } else {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QCOMPARE(QApplication::focusWidget()->objectName(), u"calloutSkip"_s);
        press();
    }
    QVERIFY(!callout()->isVisible());
    QVERIFY(QApplication::focusWidget());
    QCOMPARE(QApplication::focusWidget()->objectName(), step == 1 ? u"start_connectDemo"_s : u"requestTable"_s);
    QVERIFY(m_fixture->settings.value(Settings::TourSeen));
    MainWindow second(m_fixture->services);
    second.show();
    QCoreApplication::processEvents();
    QVERIFY(!second.findChild<Callout *>()->isVisible());
}

void TestTour::restartsFromTheMenu()
{
    begin(WindowFixture::Person::Returns);
    QCoreApplication::processEvents();
    QVERIFY(!callout()->isVisible());
    m_fixture->window->actions().startTour->trigger();
    QVERIFY(callout()->isVisible());
    QVERIFY(title().startsWith(u"1 of 3"_s));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    // Already connected to the demo server: the tour starts with the next step.
    QVERIFY(m_fixture->connectToDemo());
    m_fixture->window->actions().startTour->trigger();
    QVERIFY(title().startsWith(u"2 of 3"_s));
    QVERIFY(callout()->isVisible());
}

void TestTour::hidesForOtherServers()
{
    begin(WindowFixture::Person::IsNew);
    QTRY_VERIFY_WITH_TIMEOUT(callout()->isVisible(), 5000);
    ServerTarget other = WindowFixture::demoServer();
    other.command.program.replace(u"/bin/"_s, u"/bin/../bin/"_s);
    m_fixture->window->connectTo(other);
    QVERIFY(m_fixture->waitForTools());
    QVERIFY(!callout()->isVisible());
    QVERIFY(!m_fixture->window->actions().startTour->isEnabled());
    QVERIFY(m_fixture->window->actions().startTour->toolTip().contains(u"close"_s));
}

void TestTour::firstStepCoversNoText()
{
    begin(WindowFixture::Person::IsNew);
    QTRY_VERIFY_WITH_TIMEOUT(callout()->isVisible(), 5000);
    const auto *words = m_fixture->find<QWidget>(u"dropWords"_s);
    const auto placeOf = [](const QWidget *widget) { return QRect(widget->mapToGlobal(QPoint()), widget->size()); };
    for (const QSize &size : {QSize(1440, 900), QSize(1024, 600), QSize(720, 428)}) {
        m_fixture->window->resize(size);
        QCoreApplication::processEvents();
        QVERIFY2(!placeOf(callout()).intersects(placeOf(words)), qPrintable(QString::number(size.height())));
    }
}

void TestTour::staysInTheWindow_data()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("wide") << QSize(1800, 900);
    QTest::newRow("narrow") << QSize(500, 400);
}

void TestTour::staysInTheWindow()
{
    QFETCH(QSize, size);
    begin(WindowFixture::Person::IsNew);
    QTRY_VERIFY_WITH_TIMEOUT(callout()->isVisible(), 5000);
    for (int at = 1; at <= 3; ++at) {
        QTRY_VERIFY_WITH_TIMEOUT(callout()->isVisible() && title().startsWith(QString::number(at)), 20'000);
        m_fixture->window->resize(size);
        QCoreApplication::processEvents();
        QVERIFY(callout()->parentWidget()->rect().contains(callout()->geometry()));
        press();
    }
}

void TestTour::enterPressesOnTheStartPage()
{
    begin(WindowFixture::Person::Returns);
    auto *button = m_fixture->find<QWidget>(u"start_connectDemo"_s);
    button->setFocus();
    QTest::keyClick(button, Qt::Key_Return, Qt::ControlModifier); // another key
    QVERIFY(!m_fixture->window->controller().conversation());
    QTest::keyClick(button, Qt::Key_Return);
    QVERIFY(m_fixture->waitForTools());
}

QTEST_MAIN(TestTour)
#include "tst_tour.moc"
