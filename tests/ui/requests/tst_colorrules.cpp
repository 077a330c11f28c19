// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/windowfixture.h"

#include "ui/actions.h"
#include "ui/dialogs/lists/colorruleswindow.h"
#include "ui/models/messages/messagemodel.h"
#include "ui/models/requests/markroles.h"
#include "ui/models/requests/requestmodelroles.h"
#include "ui/views/filter/filterline.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QTest>
#include <QToolButton>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// Rows colored by filters: at once, by the first rule that matches, and never over a color of the user.
class TestColorRules : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_fixture.reset(); }
    void ruleIsWrittenByKeyboard();
    void invalidRuleIsReportedAndIgnored();
    void firstMatchingRuleApplies();
    void manualColorHasPriority();
    void colorsFollowTheState();
    void rulesAreRemembered();
    void allPagesHaveOneWindow();
    void removalCanBeUndone();

private:
    [[nodiscard]] MarkColor colorOf(qsizetype row) const
    {
        return MarkColor(m_fixture->requests()->index(int(row), 0).data(RowMarks::ColorRole).toInt());
    }
    [[nodiscard]] QList<ColorRuleRow *> rows() const { return m_rules->findChildren<ColorRuleRow *>(); }

    std::unique_ptr<WindowFixture> m_fixture;
    QPointer<ColorRulesWindow> m_rules;
};

void TestColorRules::init()
{
    WindowFixture::failOnWarnings();
    m_fixture = std::make_unique<WindowFixture>();
    QVERIFY(m_fixture->connectToDemo());
    QVERIFY(m_fixture->waitForLists());
    m_fixture->flush();
    m_fixture->window->page().actions().colorRules->trigger();
    m_rules = m_fixture->find<ColorRulesWindow>(u"colorRules"_s);
    QVERIFY(m_rules);
}

void TestColorRules::ruleIsWrittenByKeyboard()
{
    QVERIFY(!m_rules->isModal());
    auto *add = m_rules->findChild<QPushButton *>(u"addRule"_s);
    add->setFocus();
    QTest::keyClick(add, Qt::Key_Space);
    QCOMPARE(rows().size(), 1);
    auto *filter = m_rules->findChild<FilterLine *>(u"ruleFilter"_s);
    filter->setText(u"method:tools/list"_s);
    QTest::keyClick(filter, Qt::Key_Return);
    QVERIFY(m_rules->isVisible());
    qsizetype list = -1;
    for (qsizetype row = 0; row < m_fixture->log().count(); ++row) {
        const bool isList = m_fixture->record(row).method == "tools/list";
        list = isList ? row : list;
        QCOMPARE(colorOf(row), isList ? MarkColor::Yellow : MarkColor::None);
    }
    QVERIFY(list >= 0);
    auto *color = m_rules->findChild<QComboBox *>(u"ruleColor"_s);
    color->setFocus();
    QTest::keyClick(color, Qt::Key_Down);
    QCOMPARE(colorOf(list), MarkColor::Green);
    const QModelIndex row = m_fixture->requests()->index(int(list), RequestTable::Number);
    QVERIFY(row.data(Qt::AccessibleTextRole).toString().contains(u"green by the rule “method:tools/list”"_s));
    QTest::keyClick(m_rules->findChild<QCheckBox *>(u"ruleOn"_s), Qt::Key_Space);
    QCOMPARE(colorOf(list), MarkColor::None);
    auto *messages = m_fixture->find<QTableView>(u"messageTable"_s)->model();
    QTest::keyClick(m_rules->findChild<QCheckBox *>(u"ruleOn"_s), Qt::Key_Space);
    int colored = 0;
    for (int message = 0; message < messages->rowCount(); ++message)
        colored += messages->index(message, 0).data(RowMarks::ColorRole).toInt() == int(MarkColor::Green);
    QCOMPARE(colored, 2); // the request and its response
    QTest::mouseClick(m_rules->findChild<QToolButton *>(u"ruleRemove"_s), Qt::LeftButton);
    QCOMPARE(colorOf(list), MarkColor::None);
    QVERIFY(m_fixture->settings.colorRules().isEmpty());
}

void TestColorRules::invalidRuleIsReportedAndIgnored()
{
    QTest::mouseClick(m_rules->findChild<QPushButton *>(u"addRule"_s), Qt::LeftButton);
    auto *filter = m_rules->findChild<FilterLine *>(u"ruleFilter"_s);
    filter->setText(u"state:succeeded"_s);
    QTest::keyClick(filter, Qt::Key_Return);
    QCOMPARE(colorOf(0), MarkColor::Yellow);
    filter->setText(u"state:succeeded or ("_s);
    QTest::keyClick(filter, Qt::Key_Return);
    QVERIFY(!filter->problem().isEmpty());
    QCOMPARE(colorOf(0), MarkColor::Yellow);
    QCOMPARE(m_fixture->settings.colorRules().constFirst().filter, u"state:succeeded"_s);
}

void TestColorRules::firstMatchingRuleApplies()
{
    delete m_rules;
    m_fixture->settings.setColorRules({{.name = u"a"_s, .filter = u"state:succeeded"_s, .color = MarkColor::Red},
                                       {.name = u"b"_s, .filter = u"state:ended"_s, .color = MarkColor::Blue}});
    QCOMPARE(colorOf(0), MarkColor::Red);
    m_fixture->window->page().actions().colorRules->trigger();
    m_rules = m_fixture->find<ColorRulesWindow>(u"colorRules"_s);
    QCOMPARE(rows().size(), 2);
    const QList<QToolButton *> down = m_rules->findChildren<QToolButton *>(u"ruleDown"_s);
    QVERIFY(!down.constLast()->isEnabled());
    QTest::mouseClick(down.constFirst(), Qt::LeftButton);
    QCOMPARE(m_fixture->settings.colorRules().constFirst().name, u"b"_s);
    QCOMPARE(colorOf(0), MarkColor::Blue);
}

void TestColorRules::manualColorHasPriority()
{
    m_fixture->settings.setColorRules({{.name = u"a"_s, .filter = u"state:succeeded"_s, .color = MarkColor::Red}});
    const RequestLog &log = m_fixture->log();
    QVERIFY(!m_fixture->conversation().mark(log.marks().placeOf(log.record(0)), {.color = MarkColor::Purple}));
    QCOMPARE(colorOf(0), MarkColor::Purple);
}

void TestColorRules::colorsFollowTheState()
{
    m_fixture->settings.setColorRules({{.name = u"a"_s, .filter = u"state:open"_s, .color = MarkColor::Red},
                                       {.name = u"b"_s, .filter = u"cancelled"_s, .color = MarkColor::Blue}});
    const qsizetype row = m_fixture->call(u"deaf"_s, "{}");
    QVERIFY(row >= 0);
    m_fixture->flush();
    QCOMPARE(colorOf(row), MarkColor::Red);
    m_fixture->conversation().cancel(row, u"enough"_s);
    QTRY_COMPARE_WITH_TIMEOUT(colorOf(row), MarkColor::Blue, 10000);
    const QAbstractItemModel *messages = m_fixture->find<QTableView>(u"messageTable"_s)->model();
    const auto colorOfMessage = [&] {
        for (int message = 0; message < messages->rowCount(); ++message) {
            if (messages->index(message, 0).data(MessageTable::LogRowRole).toLongLong() == row)
                return messages->index(message, 0).data(RowMarks::ColorRole).toInt();
        }
        return -1;
    };
    QTRY_COMPARE_WITH_TIMEOUT(colorOfMessage(), int(MarkColor::Blue), 10000);
}

void TestColorRules::rulesAreRemembered()
{
    const QList<ColorRule> rules{{.name = u"a"_s, .filter = u"late"_s, .color = MarkColor::Red, .isOn = false},
                                 {.name = u"“b”"_s, .filter = u"text:\"x\\\"y\""_s, .color = MarkColor::Green}};
    m_fixture->settings.setColorRules(rules);
    QVERIFY(m_fixture->settings.colorRules() == rules);
    m_fixture->store.setValue(u"colors/rules"_s, QStringList{u"{}"_s, u"nonsense"_s, rules.constFirst().toSetting(),
                                                             u"{\"color\":\"none\",\"filter\":\"late\"}"_s});
    QVERIFY(m_fixture->settings.colorRules() == rules.first(1));
}

void TestColorRules::removalCanBeUndone()
{
    delete m_rules;
    const QList<ColorRule> both{{.name = u"a"_s, .filter = u"late"_s, .color = MarkColor::Red},
                                {.name = u"b"_s, .filter = u"state:ended"_s, .color = MarkColor::Blue}};
    m_fixture->settings.setColorRules(both);
    m_fixture->window->page().actions().colorRules->trigger();
    m_rules = m_fixture->find<ColorRulesWindow>(u"colorRules"_s);
    QTest::keyClick(rows().constFirst()->findChild<QToolButton *>(u"ruleRemove"_s), Qt::Key_Space);
    QCOMPARE(m_fixture->settings.colorRules().size(), 1);
    auto *undo = m_rules->findChild<QPushButton *>(u"messageBarAction"_s);
    QTRY_VERIFY_WITH_TIMEOUT(undo->isVisible(), 5000);
    undo->click();
    QVERIFY(m_fixture->settings.colorRules() == both);
}

void TestColorRules::allPagesHaveOneWindow()
{
    QTest::mouseClick(m_rules->findChild<QPushButton *>(u"addRule"_s), Qt::LeftButton);
    m_fixture->window->page().actions().newTab->trigger();
    QVERIFY(m_fixture->connectToDemo());
    m_fixture->window->page().actions().colorRules->trigger();
    QCOMPARE(m_fixture->window->findChildren<ColorRulesWindow *>().size(), 1);
    QVERIFY(m_rules);
    QVERIFY(m_rules->isVisible());
    QCOMPARE(rows().size(), 1); // the rule being edited
    QTest::mouseClick(m_rules->findChild<QPushButton *>(u"addRule"_s), Qt::LeftButton);
    QCOMPARE(rows().size(), 2);
    QCOMPARE(rows().constFirst()->rule().color, MarkColor::Yellow);
    QVERIFY(rows().constLast()->rule().color != MarkColor::Yellow); // two rules get different colors
}

QTEST_MAIN(TestColorRules)
#include "tst_colorrules.moc"
