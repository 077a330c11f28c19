// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/statisticsmodel.h"
#include "ui/panels/statisticspanel.h"
#include "ui/views/filter/filterbar.h"
#include "ui/views/filter/filterline.h"
#include "ui/views/tables/growingtableview.h"
#include "ui/views/tables/tableheader.h"
#include "ui/windowfixture.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QScrollBar>
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
    void modelContinuesAndResets();
    void countsWhileVisible();
    void leadsToTheRequests();
    void countsMatchingRequestsOnly();
    void totalStaysOnTop_data();
    void totalStaysOnTop();
    void countsAreShownInTheBars_data();
    void countsAreShownInTheBars();
    void scaleIsInTheTitle();
    void endGoesToTheLastRowAlone();
    void columnsFitBesideDetails();
};

namespace {

Statistics::Group group(const QByteArray &method, qint64 count)
{
    Statistics::Group group;
    group.method = method;
    group.count = count;
    return group;
}

Statistics::Summary summary(const QList<Statistics::Group> &groups)
{
    Statistics::Summary summary{groups, {}};
    for (const Statistics::Group &each : groups)
        summary.all.count += each.count;
    return summary;
}

/// Returns the row of a tool, once it has that number of requests.
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

void TestStatisticsPanel::modelContinuesAndResets()
{
    StatisticsModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setSummary(summary({group("a", 1)}));
    const QPersistentModelIndex first(model.index(0, StatisticsModel::Count));
    model.setSummary(summary({group("a", 2), group("b", 1)}));
    QVERIFY(first.isValid());
    QCOMPARE(first.data().toString(), u"2"_s);
    QCOMPARE(model.rowCount(), 3); // one is both together
    QVERIFY(model.index(0, 0).data(StatisticsModel::IsTotalRole).toBool());
    QCOMPARE(model.index(0, StatisticsModel::Count).data().toString(), u"3"_s);
    QCOMPARE(first.row(), 1);
    model.setSummary(summary({group("c", 1)}));
    QVERIFY(!first.isValid());
    QCOMPARE(model.rowCount(), 1);
    model.setSummary(summary({}));
    QCOMPARE(model.rowCount(), 0);
}

void TestStatisticsPanel::countsWhileVisible()
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

void TestStatisticsPanel::countsMatchingRequestsOnly()
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

void TestStatisticsPanel::totalStaysOnTop_data()
{
    QTest::addColumn<int>("column");
    QTest::addColumn<Qt::SortOrder>("order");
    for (const int column : {int(StatisticsModel::Method), int(StatisticsModel::Count)}) {
        QTest::addRow("%d, up", column) << column << Qt::AscendingOrder;
        QTest::addRow("%d, down", column) << column << Qt::DescendingOrder;
    }
}

void TestStatisticsPanel::totalStaysOnTop()
{
    QFETCH(int, column);
    QFETCH(Qt::SortOrder, order);
    StatisticsModel model;
    StatisticsOrder sorted;
    sorted.setSourceModel(&model);
    sorted.sort(column, order);
    model.setSummary(summary({group("b", 1), group("a", 2), group("c", 3)}));
    const auto method = [&](int row) { return sorted.index(row, StatisticsModel::Method).data().toString(); };
    QCOMPARE(method(0), u"Total"_s);
    const bool isUp = order == Qt::AscendingOrder;
    QCOMPARE(method(column == StatisticsModel::Count ? (isUp ? 1 : 3) : 2), u"b"_s);
    QCOMPARE(sorted.index(0, StatisticsModel::Count).data().toString(), u"6"_s);
    QVERIFY(sorted.index(0, 0).data(StatisticsModel::FilterRole).toString().isEmpty());
}

void TestStatisticsPanel::countsAreShownInTheBars_data()
{
    QTest::addColumn<qint64>("count");
    QTest::addColumn<QString>("like"); ///< the same width
    QTest::addColumn<QString>("text");
    QTest::newRow("whole") << qint64(1234) << u"0,000"_s << u"1,234"_s;
    QTest::newRow("thousands") << qint64(56'789) << u"00k"_s << u"56k"_s;
    QTest::newRow("millions") << qint64(7'800'000) << u"0M"_s << u"7M"_s;
    QTest::newRow("no room") << qint64(100) << u"0"_s << QString();
    QTest::newRow("none") << qint64(0) << u"000"_s << QString();
}

void TestStatisticsPanel::countsAreShownInTheBars()
{
    QFETCH(qint64, count);
    QFETCH(QString, like);
    const QFontMetrics metrics((QFont()));
    QTEST(HistogramDelegate::countText(count, metrics.horizontalAdvance(like), metrics), "text");
}

void TestStatisticsPanel::scaleIsInTheTitle()
{
    WindowFixture fixture;
    QVERIFY(fixture.connectToDemo());
    fixture.window->resize(1920, 900);
    openStatistics(fixture);
    const TableHeader &titles = fixture.find<GrowingTableView>(u"statisticsTable"_s)->titles();
    const int width = titles.sectionSize(StatisticsModel::Latency);
    const QRect place(0, 0, width, titles.height());
    const auto labels = titles.labels(StatisticsModel::Latency, place);
    QStringList texts;
    for (const auto &[where, text] : labels) {
        texts << text;
        QVERIFY(place.contains(where));
    }
    QCOMPARE(texts, (QStringList{u"10 ms"_s, u"100 ms"_s, u"1 s"_s, u"10 s"_s})); // the title covers 1 ms
    // Each label is at the end of its class: three of eleven are below 10 ms.
    QVERIFY(qAbs(labels.constFirst().first.center().x() - width * 3 / 11) <= 3);
    QVERIFY(titles.labels(StatisticsModel::Median, place).isEmpty());
}

/// Beside Details on usual screens, the table does not scroll. The histogram shows the values of the hidden columns.
void TestStatisticsPanel::columnsFitBesideDetails()
{
    WindowFixture fixture;
    QVERIFY(fixture.connectToDemo());
    const QTableView *table = openStatistics(fixture);
    for (const int width : {1440, 1920}) {
        fixture.window->resize(width, 900);
        QTRY_COMPARE_WITH_TIMEOUT(fixture.window->width(), width, 10000);
        QTRY_COMPARE_WITH_TIMEOUT(table->horizontalScrollBar()->maximum(), 0, 10000);
        QVERIFY(!table->isColumnHidden(StatisticsModel::AfterCancel) && table->isColumnHidden(StatisticsModel::P95));
    }
}

void TestStatisticsPanel::endGoesToTheLastRowAlone()
{
    WindowFixture fixture;
    QVERIFY(fixture.connectToDemo());
    QTableView *table = openStatistics(fixture);
    QTRY_VERIFY_WITH_TIMEOUT(table->model()->rowCount() > 2, 5000);
    table->setFocus();
    table->setCurrentIndex(table->model()->index(1, 0));
    QTest::keyClick(table, Qt::Key_End);
    QCOMPARE(table->currentIndex(), table->model()->index(table->model()->rowCount() - 1, 0));
    QTest::keyClick(table, Qt::Key_Home);
    QCOMPARE(table->currentIndex(), table->model()->index(0, 0));
}

QTEST_MAIN(TestStatisticsPanel)

#include "tst_statisticspanel.moc"
