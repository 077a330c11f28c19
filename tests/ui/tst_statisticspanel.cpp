// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/statisticsmodel.h"
#include "ui/views/filterbar.h"
#include "ui/views/filterline.h"
#include "ui/windowfixture.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QTabWidget>
#include <QTableView>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

class TestStatisticsPanel : public QObject
{
    Q_OBJECT

private slots:
    void init() { WindowFixture::failOnWarnings(); }
    void modelGoesOnAndBeginsAnew();
    void countsWhileItIsSeen();
    void leadsToTheRequests();
    void countsOnlyWhatPasses();
};

namespace {

Statistics::Group group(const QByteArray &method, qint64 count)
{
    Statistics::Group group;
    group.method = method;
    group.count = count;
    return group;
}

/// The row of a tool, once it is there with so many requests.
int rowOf(const QTableView &table, const QString &tool, const QString &count)
{
    for (int row = 0; row < table.model()->rowCount(); ++row) {
        if (table.model()->index(row, StatisticsModel::Target).data().toString() == tool &&
            table.model()->index(row, StatisticsModel::Count).data().toString() == count)
            return row;
    }
    return -1;
}

QTableView *openStatistics(const WindowFixture &fixture)
{
    auto *tabs = fixture.find<QTabWidget>(u"lowerTabs"_s);
    tabs->setCurrentWidget(fixture.find<QWidget>(u"statisticsPanel"_s));
    return fixture.find<QTableView>(u"statisticsTable"_s);
}

} // namespace

void TestStatisticsPanel::modelGoesOnAndBeginsAnew()
{
    StatisticsModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setGroups({group("a", 1)});
    const QPersistentModelIndex first(model.index(0, StatisticsModel::Count));
    model.setGroups({group("a", 2), group("b", 1)});
    QVERIFY(first.isValid());
    QCOMPARE(first.data().toString(), u"2"_s);
    QCOMPARE(model.rowCount(), 2);
    model.setGroups({group("c", 1)});
    QVERIFY(!first.isValid());
    QCOMPARE(model.rowCount(), 1);
    model.setGroups({});
    QCOMPARE(model.rowCount(), 0);
}

void TestStatisticsPanel::countsWhileItIsSeen()
{
    WindowFixture fixture;
    QVERIFY(fixture.connectToDemo());
    const QTableView *table = openStatistics(fixture);
    fixture.call(u"echo"_s, R"({"text": "a"})");
    QTRY_VERIFY_WITH_TIMEOUT(rowOf(*table, u"echo"_s, u"1"_s) >= 0, 5000);
    fixture.call(u"echo"_s, R"({"text": "b"})");
    QTRY_VERIFY_WITH_TIMEOUT(rowOf(*table, u"echo"_s, u"2"_s) >= 0, 5000);
    const int row = rowOf(*table, u"echo"_s, u"2"_s);
    const auto text = [&](int column) { return table->model()->index(row, column).data().toString(); };
    QTRY_VERIFY_WITH_TIMEOUT(!text(StatisticsModel::Median).isEmpty(), 5000);
    QVERIFY(!text(StatisticsModel::Received).isEmpty());
    QVERIFY(text(StatisticsModel::Failed).isEmpty());
}

void TestStatisticsPanel::leadsToTheRequests()
{
    WindowFixture fixture;
    QVERIFY(fixture.connectToDemo());
    fixture.call(u"echo"_s, R"({"text": "a"})");
    QTableView *table = openStatistics(fixture);
    QTRY_VERIFY_WITH_TIMEOUT(rowOf(*table, u"echo"_s, u"1"_s) >= 0, 5000);
    table->selectRow(rowOf(*table, u"echo"_s, u"1"_s));
    table->setFocus();
    QTest::keyClick(table, Qt::Key_Return);
    QCOMPARE(fixture.find<FilterLine>(u"requestFilter"_s)->filter().text(),
             u"dir:out method=\"tools/call\" name=\"echo\""_s);
    QCOMPARE(fixture.requests()->rowCount(), 1);
}

void TestStatisticsPanel::countsOnlyWhatPasses()
{
    WindowFixture fixture;
    QVERIFY(fixture.connectToDemo());
    fixture.call(u"echo"_s, R"({"text": "a"})");
    const QTableView *table = openStatistics(fixture);
    QTRY_VERIFY_WITH_TIMEOUT(table->model()->rowCount() > 1, 5000);
    auto *filter = fixture.find<FilterLine>(u"requestFilter"_s);
    filter->setText(u"name:echo"_s);
    filter->apply();
    fixture.find<QCheckBox>(u"onlyFiltered"_s)->click();
    QCOMPARE(table->model()->rowCount(), 1);
    filter->setText(u"name:nothing"_s);
    filter->apply();
    QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 0, 5000);
}

QTEST_MAIN(TestStatisticsPanel)

#include "tst_statisticspanel.moc"
