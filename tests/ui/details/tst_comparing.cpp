// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/windowfixture.h"

#include "support/exchanges.h"
#include "ui/actions.h"
#include "ui/dialogs/comparewindow.h"
#include "ui/views/messages/textview.h"
#include "ui/views/widgets/messagebar.h"

#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QListWidget>
#include <QTableView>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// Two requests, or two messages, side by side.
class TestComparing : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void twoSelectedRequests();
    void cancelledRequests();
    void rowsChosenOneAfterTheOther();
    void rowsOfTwoTabs();
    void choiceIsUndone();
    void pendingChoiceIsShownInEveryTab();
    void equalRequestsAreReported();
    void messagesWithoutRequests();
    void atMostTwo();

private:
    static constexpr int Limit = 10000;

    qsizetype echo(const QByteArray &text);
    [[nodiscard]] CompareWindow *compared() const { return m_fixture->find<CompareWindow>(u"compareWindow"_s); }
    template<typename T>
    [[nodiscard]] T *shown(const QString &name) const
    {
        return compared()->findChild<T *>(name);
    }
    [[nodiscard]] QString summary() const { return shown<QLabel>(u"compareSummary"_s)->text(); }
    [[nodiscard]] QStringList differences() const
    {
        QStringList all;
        const auto *list = shown<QListWidget>(u"differenceList"_s);
        for (int i = 0; i < list->count(); ++i)
            all << list->item(i)->text();
        return all;
    }
    [[nodiscard]] QTableView *table(const QString &name = u"requestTable"_s) const
    {
        return m_fixture->find<QTableView>(name);
    }
    void select(const QString &name, const QList<int> &rows) const
    {
        QItemSelectionModel *selection = table(name)->selectionModel();
        selection->clear();
        for (const int row : rows)
            selection->setCurrentIndex(table(name)->model()->index(row, 0),
                                       QItemSelectionModel::Select | QItemSelectionModel::Rows);
    }
    void pressCompare() const { QTest::keyClick(m_fixture->window.get(), Qt::Key_D, Qt::ControlModifier); }

    std::unique_ptr<WindowFixture> m_fixture;
};

void TestComparing::init()
{
    WindowFixture::failOnWarnings();
    m_fixture = std::make_unique<WindowFixture>();
    QVERIFY(m_fixture->connectToDemo());
}

void TestComparing::cleanup()
{
    m_fixture.reset();
}

qsizetype TestComparing::echo(const QByteArray &text)
{
    const qsizetype row = m_fixture->call(u"echo"_s, R"({"text":")" + text + R"("})");
    const bool came = QTest::qWaitFor([&] { return !m_fixture->record(row).isOpen(); }, Limit);
    m_fixture->flush();
    return came ? row : -1;
}

void TestComparing::twoSelectedRequests()
{
    const auto first = int(echo("one"));
    const auto second = int(echo("two"));
    select(u"requestTable"_s, {second, first});
    pressCompare();
    QVERIFY(compared());
    auto *part = shown<QComboBox>(u"leftPart"_s);
    QCOMPARE(part->currentText(), u"Request"_s);
    QTRY_VERIFY_WITH_TIMEOUT(differences().contains(u"Changed /params/arguments/text: \"one\" → \"two\""_s), Limit);
    part->setFocus();
    QTest::keyClick(part, Qt::Key_Down);
    QCOMPARE(shown<QComboBox>(u"rightPart"_s)->currentText(), u"Response"_s); // the same part on both sides
    QTRY_VERIFY_WITH_TIMEOUT(differences().contains(u"Changed /result/content/0/text: \"one\" → \"two\""_s), Limit);
    QCOMPARE(summary(), u"2 changed, 0 removed, 0 added"_s);
    auto *left = shown<TextView>(u"leftView"_s);
    auto *right = shown<TextView>(u"rightView"_s);
    QCOMPARE(left->extraSelections().size(), 2);
    QCOMPARE(left->extraSelections().last().cursor.selectedText(), u"\"one\""_s);
    QCOMPARE(right->extraSelections().last().cursor.selectedText(), u"\"two\""_s);
    auto *list = shown<QListWidget>(u"differenceList"_s);
    list->setFocus();
    QTest::keyClick(list, Qt::Key_Down);
    QCOMPARE(right->textCursor().position(), right->extraSelections().last().cursor.selectionStart());
    QTest::keyClick(compared(), Qt::Key_Escape);
    QTRY_VERIFY_WITH_TIMEOUT(!compared(), Limit);
}

/// The request first, then the response, then the rest.
void TestComparing::cancelledRequests()
{
    QList<int> rows;
    for (int i = 0; i < 2; ++i) {
        const qsizetype row = m_fixture->call(u"late"_s, R"({"ms": 10, "from_cancel": true})");
        m_fixture->select(row);
        QTRY_VERIFY_WITH_TIMEOUT(m_fixture->window->actions().cancel->isEnabled(), Limit);
        m_fixture->window->actions().cancel->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(m_fixture->record(row).late.answered(), Limit);
        rows << int(row);
    }
    m_fixture->flush();
    select(u"requestTable"_s, rows);
    pressCompare();
    QVERIFY(compared());
    for (const QString &side : {u"leftPart"_s, u"rightPart"_s}) {
        const auto *part = shown<QComboBox>(side);
        QStringList parts;
        for (int i = 0; i < part->count(); ++i)
            parts << part->itemText(i);
        QCOMPARE(parts, QStringList({u"Request"_s, u"Late response"_s, u"Cancel message"_s}));
        QCOMPARE(part->currentIndex(), 0);
    }
}

void TestComparing::rowsChosenOneAfterTheOther()
{
    const auto first = int(echo("one"));
    const auto second = int(echo("two"));
    const QAction *action = m_fixture->window->actions().compare;
    select(u"requestTable"_s, {second});
    QCOMPARE(action->text(), u"Com&pare With…"_s);
    pressCompare();
    QVERIFY(!compared());
    QVERIFY(m_fixture->find<MessageBar>(u"messageBar"_s)->text().contains(u"echo"_s));
    select(u"requestTable"_s, {first});
    QVERIFY(action->text() != u"Com&pare With…"_s);
    pressCompare();
    QVERIFY(compared());
    QTRY_COMPARE_WITH_TIMEOUT(summary(), u"3 changed, 0 removed, 0 added"_s, Limit);
    QVERIFY(differences().contains(u"Changed /params/arguments/text: \"two\" → \"one\""_s));
    QVERIFY(m_fixture->find<MessageBar>(u"messageBar"_s)->isHidden());
    QCOMPARE(action->text(), u"Com&pare With…"_s);
}

void TestComparing::rowsOfTwoTabs()
{
    const auto bar = [this] { return m_fixture->find<MessageBar>(u"messageBar"_s); };
    select(u"requestTable"_s, {int(echo("here"))});
    pressCompare();
    QVERIFY(bar()->isVisible());
    QTest::keyClick(m_fixture->window.get(), Qt::Key_T, Qt::ControlModifier);
    QVERIFY(m_fixture->connectToDemo());
    select(u"requestTable"_s, {int(echo("there"))});
    pressCompare();
    QVERIFY(compared());
    QTRY_VERIFY_WITH_TIMEOUT(differences().contains(u"Changed /params/arguments/text: \"here\" → \"there\""_s), Limit);
    compared()->close();
    QTest::keyClick(m_fixture->window.get(), Qt::Key_Tab, Qt::ControlModifier);
    QVERIFY(bar()->isHidden()); // the first one is no longer remembered
    QCOMPARE(m_fixture->window->actions().compare->text(), u"Com&pare With…"_s);
}

void TestComparing::choiceIsUndone()
{
    const auto bar = [this] { return m_fixture->find<MessageBar>(u"messageBar"_s); };
    const QAction *action = m_fixture->window->actions().compare;
    select(u"requestTable"_s, {int(echo("one"))});
    pressCompare();
    pressCompare(); // the same again
    QVERIFY(!compared());
    QVERIFY(bar()->isHidden());
    QCOMPARE(action->text(), u"Com&pare With…"_s);
    pressCompare();
    QVERIFY(bar()->isVisible());
    QTest::keyClick(table(), Qt::Key_Escape);
    QVERIFY(bar()->isHidden());
    QCOMPARE(action->text(), u"Com&pare With…"_s);
    QVERIFY(!m_fixture->window->actions().stop->isEnabled());
}

void TestComparing::pendingChoiceIsShownInEveryTab()
{
    const auto bar = [this] { return m_fixture->find<MessageBar>(u"messageBar"_s); };
    select(u"requestTable"_s, {int(echo("here"))});
    pressCompare();
    const QString said = bar()->text();
    QVERIFY(!said.isEmpty());
    QTest::keyClick(m_fixture->window.get(), Qt::Key_T, Qt::ControlModifier);
    QCOMPARE(bar()->text(), said);
    QVERIFY(m_fixture->connectToDemo());
    QCOMPARE(bar()->text(), said);
    QTest::keyClick(m_fixture->window.get(), Qt::Key_Escape);
    QCOMPARE(bar()->text(), QString());
    QTest::keyClick(m_fixture->window.get(), Qt::Key_Tab, Qt::ControlModifier);
    QCOMPARE(bar()->text(), QString());
    QCOMPARE(m_fixture->window->actions().compare->text(), u"Com&pare With…"_s);
}

void TestComparing::equalRequestsAreReported()
{
    QFile file(m_fixture->file(u"same.pullcord"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(headerLine() +
               QByteArray("{\"t\":1,\"d\":\"s2c\",\"k\":\"message\",\"m\":{\"jsonrpc\":\"2.0\",\"method\":\"x\"}}\n"
                          "{\"t\":2,\"d\":\"s2c\",\"k\":\"message\",\"m\":{\"jsonrpc\":\"2.0\",\"method\":\"x\"}}\n"));
    file.close();
    m_fixture->window->openCapture(file.fileName());
    m_fixture->flush();
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->messages()->rowCount(), 2, Limit);
    select(u"messageTable"_s, {0, 1});
    pressCompare();
    QVERIFY(compared());
    QTRY_COMPARE_WITH_TIMEOUT(summary(), u"No differences."_s, Limit);
    QVERIFY(differences().isEmpty());
}

void TestComparing::messagesWithoutRequests()
{
    echo("one");
    echo("two");
    const int last = m_fixture->messages()->rowCount() - 1;
    select(u"messageTable"_s, {last, last - 2});
    pressCompare();
    QVERIFY(compared());
    QTRY_VERIFY_WITH_TIMEOUT(differences().contains(u"Changed /result/content/0/text: \"one\" → \"two\""_s), Limit);
    QVERIFY(!shown<QComboBox>(u"leftPart"_s)->isVisible());
}

void TestComparing::atMostTwo()
{
    const auto row = int(echo("one"));
    select(u"requestTable"_s, {row, row - 1, row - 2});
    QVERIFY(!m_fixture->window->actions().compare->isEnabled());
    pressCompare();
    QVERIFY(!compared());
}

QTEST_MAIN(TestComparing)
#include "tst_comparing.moc"
