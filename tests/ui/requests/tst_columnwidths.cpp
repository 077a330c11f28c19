// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/tables/letterwidth.h"
#include "ui/windowfixture.h"

#include "support/exchanges.h"
#include "ui/actions.h"
#include "ui/models/messages/messagemodelroles.h"
#include "ui/models/requests/requestmodel.h"
#include "ui/models/requests/requestmodelroles.h"
#include "ui/models/texts.h"
#include "ui/views/tables/growingtableview.h"
#include "ui/views/tables/tableheader.h"

#include <QApplication>
#include <QFile>
#include <QHeaderView>
#include <QLineEdit>
#include <QScopeGuard>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QStandardItemModel>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <QTreeView>

#include <array>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// Widths of the columns of requests and messages: readable texts, and the order in which columns shrink.
class TestColumnWidths : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_fixture.reset(); }
    void showsAtLeast25Rows();
    void usualTextsAreNotCut_data();
    void usualTextsAreNotCut();
    void aFilterOfMessagesIsReadAtOnce();
    void emptyColumnsGiveWay_data();
    void emptyColumnsGiveWay();
    void roomGoesToWhatIsThere();
    void howLateSomethingCameIsNeverCut_data();
    void howLateSomethingCameIsNeverCut();
    void whatChangesIsMeasuredAmongMuchElse();
    void nothingIsCutBesideEmptyRoom_data();
    void nothingIsCutBesideEmptyRoom();
    void theTimeOfWhatCameLateIsCutLast_data();
    void theTimeOfWhatCameLateIsCutLast();
    void whatIsLongIsWholeBeforeTheUsualGetsMore();
    void whatSaysHowMuchGivesWayFirst_data();
    void whatSaysHowMuchGivesWayFirst();
    void usualNamesOfToolsAreNotCut_data();
    void usualNamesOfToolsAreNotCut();
    void whatIsLongSharesTheRoom();
    void theNumbersAreNeverCut();
    void lateTimesAreNeverCut();
    void nothingScrollsSideways_data();
    void nothingScrollsSideways();

private:
    /// Adds one row per common screen width.
    static void addScreens();
    [[nodiscard]] static QByteArray message(const char *time, const char *direction, const QByteArray &rest);
    [[nodiscard]] static QString wasted(const GrowingTableView &table);

    std::unique_ptr<WindowFixture> m_fixture;
};

/// Returns a line of a capture; `time` in ns.
QByteArray TestColumnWidths::message(const char *time, const char *direction, const QByteArray &rest)
{
    return R"({"t":)"_ba + time + R"(,"c":0,"d":")" + direction + R"(","k":"message","m":{"jsonrpc":"2.0",)" + rest +
           "}}\n";
}

/// Returns the columns that are wider than needed while others cut their text; empty if there are none.
QString TestColumnWidths::wasted(const GrowingTableView &table)
{
    QStringList cut;
    QStringList wide;
    for (const int column : {RequestTable::Method, RequestTable::Name, RequestTable::State, RequestTable::Progress,
                             RequestTable::Cancel, RequestTable::Reason}) { // id and time columns keep usual widths
        const QString title = table.model()->headerData(column, Qt::Horizontal).toString();
        int needed = table.titles().widthFor(title);
        for (int row = 0; row < table.model()->rowCount(); ++row)
            needed = qMax(needed, table.sizeHintForIndex(table.model()->index(row, column)).width());
        const int beyond = table.isColumnHidden(column) ? 0 : table.columnWidth(column) - needed;
        if (beyond != 0)
            (beyond < 0 ? cut : wide) << u"%1 %2"_s.arg(title).arg(beyond);
    }
    return cut.isEmpty() || wide.isEmpty() ? QString() : cut.join(u", "_s) + u" beside "_s + wide.join(u", "_s);
}

void TestColumnWidths::init()
{
    WindowFixture::failOnWarnings();
    m_fixture = std::make_unique<WindowFixture>();
}

void TestColumnWidths::showsAtLeast25Rows()
{
    QVERIFY(m_fixture->connectToDemo());
    const auto *table = m_fixture->find<QTableView>(u"requestTable"_s);
    const int rows = table->viewport()->height() / table->verticalHeader()->defaultSectionSize();
    QVERIFY2(rows >= 25, qPrintable(QString::number(rows)));
}

void TestColumnWidths::addScreens()
{
    QTest::addColumn<int>("width");
    for (const int width : {1280, 1440, 1920})
        QTest::addRow("%d", width) << width;
}

void TestColumnWidths::usualTextsAreNotCut_data()
{
    addScreens();
}

/// Also with a text in every column.
void TestColumnWidths::usualTextsAreNotCut()
{
    QFETCH(const int, width);
    m_fixture->openAt(width);
    QVERIFY(m_fixture->connectToDemo());
    const qsizetype late = m_fixture->call(u"late"_s, R"({"ms": 10, "from_cancel": true})");
    const qsizetype slow = m_fixture->call(u"slow"_s, R"({"ms": 60000, "steps": 600})");
    m_fixture->find<QLineEdit>(u"reasonEdit"_s)->setText(u"too slow"_s);
    m_fixture->select(late);
    m_fixture->window->actions().cancel->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->record(late).late.answered(), 10000);
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->record(slow).progress.count > 0, 10000);
    m_fixture->flush();
    const auto *table = m_fixture->find<QTableView>(u"requestTable"_s);
    const auto fits = [table](int column, const QString &text) {
        return table->columnWidth(column) > table->fontMetrics().horizontalAdvance(text);
    };
    const bool isNarrow = width < 1440;
    QVERIFY(isNarrow || fits(RequestTable::Name, u"ask_sampling"_s));
    QVERIFY(fits(RequestTable::Method, isNarrow ? u"elicitation/create"_s : u"sampling/createMessage"_s));
    for (const auto &text : {u"+1.24 s after cancel"_s, u"+300 ms after timeout"_s, u"+12:34 after cancel"_s,
                             u"progress +24.3 ms"_s, u"2nd response +6.99 ms"_s})
        QVERIFY2(width < 1920 || fits(RequestTable::Cancel, u"x"_s + text),
                 qPrintable(text)); // x for the margin
    for (const auto &time : {u"12.3 ms"_s, u"59.9 s"_s, u"12:34"_s, u"1:23:45"_s})
        QVERIFY2(fits(RequestTable::Time, u"x"_s + time), qPrintable(time));
    const QStringList states = RequestModel::usualStates();
    for (const auto &state : {u"Task: cancelled"_s, u"Input required"_s, u"Not supported"_s, u"Needs input"_s})
        QVERIFY2(states.contains(state), qPrintable(state));
    for (const QString &state : states)
        QVERIFY2(fits(RequestTable::State, u"xxxx"_s + state), qPrintable(state));
    QCOMPARE(RequestModel::longStates(), (QStringList{u"Cancelled by server"_s, u"Succeeded · invalid"_s}));
    for (const QString &state : RequestModel::longStates())
        QVERIFY2(isNarrow || fits(RequestTable::State, u"xxxx"_s + state), qPrintable(state));
    QVERIFY(fits(RequestTable::Id, u"x1234"_s));
    QVERIFY(fits(RequestTable::Progress, u"10 of 12"_s));
    const int reason = table->columnViewportPosition(RequestTable::Reason);
    const int room = table->viewport()->width() - reason;
    const QString why = isNarrow ? u"too slow"_s : u"the user went home"_s;
    QVERIFY2(room > table->fontMetrics().horizontalAdvance(why), qPrintable(QString::number(room)));
    const auto *messages = m_fixture->find<QTableView>(u"messageTable"_s);
    const QString kind = isNarrow ? u"xnotification"_s : u"xnotification, by hand"_s;
    QVERIFY(messages->columnWidth(MessageTable::Kind) > messages->fontMetrics().horizontalAdvance(kind));
}

/// The filter line beside the tabs is wide enough.
void TestColumnWidths::aFilterOfMessagesIsReadAtOnce()
{
    m_fixture->openAt(1440);
    QVERIFY(m_fixture->connectToDemo());
    const auto *line = m_fixture->find<QLineEdit>(u"messageFilter"_s);
    const int icons = 3 * line->height(); // and the frame
    const int filter = line->fontMetrics().horizontalAdvance(u"kind:error and method:tools/call and name:echo"_s);
    QVERIFY2(line->width() - icons > filter, qPrintable(u"%1 for %2"_s.arg(line->width() - icons).arg(filter)));
}

void TestColumnWidths::emptyColumnsGiveWay_data()
{
    usualTextsAreNotCut_data();
}

/// An empty column shrinks to its title; sizes return when there is room.
void TestColumnWidths::emptyColumnsGiveWay()
{
    QFETCH(const int, width);
    m_fixture->openAt(width);
    QVERIFY(m_fixture->connectToDemo());
    auto *table = m_fixture->find<QTableView>(u"requestTable"_s);
    const auto fits = [table](int column, const QString &text) {
        return table->columnWidth(column) > table->fontMetrics().horizontalAdvance(text);
    };
    const bool isNarrow = width < 1440;
    QVERIFY(fits(RequestTable::Method, isNarrow ? u"elicitation/create"_s : u"sampling/createMessage"_s));
    QVERIFY(fits(RequestTable::Name, isNarrow ? u"task_slow"_s : u"ask_sampling"_s));
    for (int column = 0; column < RequestTable::ColumnCount; ++column) {
        const QString title = table->model()->headerData(column, Qt::Horizontal).toString();
        QVERIFY2(table->isColumnHidden(column) || fits(column, title), qPrintable(title));
    }
    QCOMPARE(table->horizontalScrollBar()->maximum(), 0);
    QCOMPARE(table->isColumnHidden(RequestTable::RequestSize), width < 1920);
    QCOMPARE(table->isColumnHidden(RequestTable::ResponseSize), width < 1920);
    for (const int column : {RequestTable::Progress, RequestTable::Cancel})
        QVERIFY(!fits(column, u"+300 ms after timeout"_s));
    const int room = table->viewport()->width() - table->columnViewportPosition(RequestTable::Reason);
    const QString why = isNarrow ? u"too slow"_s : u"the user closed the window"_s;
    QVERIFY2(room > table->fontMetrics().horizontalAdvance(why), qPrintable(QString::number(room)));
    const int narrow = table->columnWidth(RequestTable::Cancel);
    m_fixture->window->resize(1920, 800);
    QTRY_VERIFY_WITH_TIMEOUT(!table->isColumnHidden(RequestTable::RequestSize), 10000);
    QVERIFY(table->columnWidth(RequestTable::Cancel) >= narrow);
}

/// With a large font even the smallest widths do not fit: columns with content stay readable, and empty ones lose their
/// titles.
void TestColumnWidths::roomGoesToWhatIsThere()
{
    const QFont usual = QApplication::font();
    const auto restore = qScopeGuard([&usual] { QApplication::setFont(usual); });
    QFont large = usual;
    large.setPointSizeF(14);
    QApplication::setFont(large);
    m_fixture->openAt(1440);
    QVERIFY(m_fixture->connectToDemo({u"--legacy-only"_s}));
    QVERIFY(m_fixture->waitForLists());
    m_fixture->flush();
    const auto *table = m_fixture->find<QTableView>(u"requestTable"_s);
    const auto hint = [table](int row, int column) {
        return table->sizeHintForIndex(table->model()->index(row, column)).width();
    };
    const auto fits = [table, hint](int row, int column) { return table->columnWidth(column) >= hint(row, column); };
    // The lists follow server/discover, which such servers do not support, and initialize.
    QCOMPARE(table->model()->index(3, RequestTable::Method).data().toString(), u"prompts/list"_s);
    QVERIFY(hint(3, RequestTable::State) > table->fontMetrics().horizontalAdvance(u"xxSucceeded"_s)); // with its icon
    for (int row = 1; row <= 3; ++row) {
        QVERIFY2(fits(row, RequestTable::State), qPrintable(QString::number(row)));
        QVERIFY2(fits(row, RequestTable::Method), qPrintable(QString::number(row)));
    }
    QVERIFY(m_fixture->call(u"slow"_s, R"({"ms": 60000})") >= 0); // has a name and a cancel button
    m_fixture->flush();
    const int last = table->model()->rowCount() - 1;
    QCOMPARE(table->model()->index(last, RequestTable::Name).data().toString(), u"slow"_s);
    for (const int column : {RequestTable::Name, RequestTable::Cancel, RequestTable::State})
        QTRY_VERIFY_WITH_TIMEOUT(fits(last, column), 10000);
}

void TestColumnWidths::howLateSomethingCameIsNeverCut_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("points");
    QTest::newRow("little room") << u"en"_s << 640 << 9;
    QTest::newRow("little room, Chinese") << u"zh_CN"_s << 640 << 9;
    QTest::newRow("large letters") << u"en"_s << 900 << 14;
    QTest::newRow("large letters, Chinese") << u"zh_CN"_s << 900 << 14;
    QTest::newRow("very large letters") << u"en"_s << 1280 << 20;
}

/// The delay has priority over a long method name, and no text is cut while another column has spare room.
void TestColumnWidths::howLateSomethingCameIsNeverCut()
{
    QFETCH(const QString, language);
    QFETCH(const int, width);
    QFETCH(const int, points);
    const QFont usual = QApplication::font();
    const auto restore = qScopeGuard([&usual] { QApplication::setFont(usual); });
    QFont font = usual;
    font.setPointSizeF(points);
    QApplication::setFont(font);
    m_fixture = std::make_unique<WindowFixture>(WindowFixture::Person::Returns, language);
    m_fixture->window->actions().viewServer->setChecked(false);
    m_fixture->window->actions().viewDetails->setChecked(false);
    m_fixture->window->resize(width, 800);
    QFile file(m_fixture->file(u"late.pullcord"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(headerLine() + message("1000000", "c2s", R"("id":1,"method":"resources/templates/list")") +
               message("2000000", "s2c", R"("id":1,"result":{"resourceTemplates":[]})") +
               message("2100000", "s2c", R"("id":1,"method":"sampling/createMessage","params":{})") +
               message("2200000", "s2c", R"("method":"notifications/cancelled","params":{"requestId":1})") +
               message("3000000", "c2s", R"("id":2,"method":"tools/call","params":{"name":"slow"})") +
               message("750000000", "c2s",
                       R"("method":"notifications/cancelled","params":{"requestId":2,"reason":"the user went home"})"));
    file.flush();
    m_fixture->window->openCapture(file.fileName());
    const auto *table = m_fixture->find<GrowingTableView>(u"requestTable"_s);
    QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 3, 10000);
    file.write(message("1974100000", "s2c", R"("id":2,"result":{"content":[]})")); // while the table is shown
    file.flush();
    const QModelIndex late = table->model()->index(2, RequestTable::Cancel);
    const auto times = [late] { return late.data(RequestTable::ShorterRole).toStringList(); };
    QTRY_COMPARE_WITH_TIMEOUT(times().value(1), u"+1.22 s"_s, 10000);
    m_fixture->flush();
    QVERIFY(table->columnWidth(RequestTable::Cancel) >=
            table->fontMetrics().horizontalAdvance(times().constLast()) + letterWidth(table->fontMetrics()) + 2);
    QVERIFY2(wasted(*table).isEmpty(), qPrintable(wasted(*table)));
}

/// As in a flood of changes.
void TestColumnWidths::whatChangesIsMeasuredAmongMuchElse()
{
    QStandardItemModel model(60, 3);
    QWidget window; // may be wider than the table
    GrowingTableView table(&window);
    table.setModel(&model);
    table.setColumnWidths({u"00"_s, u"+300 ms after timeout"_s, u"the user went home"_s});
    table.resize(table.columnWidth(0) + table.columnWidth(1) + table.columnWidth(2) / 2, 300);
    table.setGrowingColumns({{1, u"+0"_s}, {2, u"too"_s}});
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    {
        const QSignalBlocker together(model);
        model.setItem(5, 1, new QStandardItem(u"progress +901 ms"_s));
        for (int row = 0; row < model.rowCount(); ++row)
            model.setItem(row, 2, new QStandardItem(u"another answer was quicker"_s));
    }
    emit model.dataChanged(model.index(0, 0), model.index(59, 2));
    QVERIFY(table.columnWidth(1) >= table.sizeHintForIndex(model.index(5, 1)).width());
}

void TestColumnWidths::nothingIsCutBesideEmptyRoom_data()
{
    QTest::addColumn<int>("points");
    QTest::addColumn<QByteArray>("reason");
    for (const int points : {9, 10, 14, 20}) {
        QTest::addRow("%d points", points) << points << QByteArray();
        QTest::addRow("%d points, with a reason", points) << points << R"(,"reason":"because I can")"_ba;
    }
}

/// Late progress, whose delay matters most, and a long name, with and without a text in Reason.
void TestColumnWidths::nothingIsCutBesideEmptyRoom()
{
    QFETCH(const int, points);
    QFETCH(const QByteArray, reason);
    const QFont usual = QApplication::font();
    const auto restore = qScopeGuard([&usual] { QApplication::setFont(usual); });
    QFont font = usual;
    font.setPointSizeF(points);
    QApplication::setFont(font);
    m_fixture->openAt(1440);
    m_fixture->window->actions().viewServer->setChecked(false);
    m_fixture->window->actions().viewDetails->setChecked(false);
    QFile file(m_fixture->file(u"late.pullcord"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(
        headerLine() + message("1000000", "c2s", R"("id":1,"method":"tools/list")") +
        message("2000000", "s2c", R"("id":1,"result":{"tools":[]})") +
        message("3000000", "c2s",
                R"("id":2,"method":"tools/call","params":{"name":"progress_after_cancel",)"
                R"("_meta":{"progressToken":2}})") +
        message("750000000", "c2s", R"("method":"notifications/cancelled","params":{"requestId":2)" + reason + "}") +
        message("1552000000", "s2c", R"("method":"notifications/progress","params":{"progressToken":2,"progress":1})"));
    file.close();
    m_fixture->window->openCapture(file.fileName());
    const auto *table = m_fixture->find<GrowingTableView>(u"requestTable"_s);
    QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 2, 10000);
    QCOMPARE(table->model()->index(1, RequestTable::Cancel).data().toString(), u"progress +802 ms"_s);
    for (int width = 1440; width >= m_fixture->window->minimumSizeHint().width(); width -= 40) {
        m_fixture->window->resize(width, 800);
        QTRY_COMPARE_WITH_TIMEOUT(m_fixture->window->width(), width, 10000);
        QTRY_VERIFY2_WITH_TIMEOUT(wasted(*table).isEmpty(), qPrintable(u"%1: %2"_s.arg(width).arg(wasted(*table))),
                                  3000);
    }
}

void TestColumnWidths::theTimeOfWhatCameLateIsCutLast_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<int>("width");
    for (const QString &language : {u"en"_s, u"zh_CN"_s}) {
        for (const int width : {640, 760, 1180, 1440})
            QTest::newRow(qPrintable(u"%1, %2"_s.arg(language).arg(width))) << language << width;
    }
}

/// With both side panels, or in a small window, with a long text in every column.
void TestColumnWidths::theTimeOfWhatCameLateIsCutLast()
{
    QFETCH(const QString, language);
    QFETCH(const int, width);
    m_fixture = std::make_unique<WindowFixture>(WindowFixture::Person::Returns, language);
    const bool isBeside = width > 1000;
    m_fixture->window->actions().viewServer->setChecked(isBeside);
    m_fixture->window->actions().viewDetails->setChecked(isBeside);
    m_fixture->window->resize(width, 800);
    QFile file(m_fixture->file(u"late.pullcord"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const QByteArray cancel = R"("method":"notifications/cancelled","params":{"reason":"the user went home",)";
    const QByteArray progress = R"("method":"notifications/progress","params":{"progress":1,)";
    file.write(headerLine() +
               message("3000000", "c2s",
                       R"("id":1,"method":"tools/call","params":{"name":"progress_after_cancel",)"
                       R"("_meta":{"progressToken":1}})") +
               message("4000000", "s2c", progress + R"("total":40,"progressToken":1})") +
               message("5000000", "s2c", R"("id":"s","method":"sampling/createMessage","params":{})") +
               message("6000000", "s2c", cancel + R"("requestId":"s"})") +
               message("7000000", "c2s", R"("id":2,"method":"tools/call","params":{"name":"answer_twice"})") +
               message("8000000", "s2c", R"("id":2,"result":{"content":[]})") +
               message("16100000", "s2c", R"("id":2,"result":{"content":[]})") +
               message("750000000", "c2s", cancel + R"("requestId":1})") +
               message("1552000000", "s2c", progress + R"("total":40,"progressToken":1})"));
    file.close();
    m_fixture->window->openCapture(file.fileName());
    const auto *table = m_fixture->find<GrowingTableView>(u"requestTable"_s);
    QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 3, 10000);
    const auto longest = [table](int row) {
        const QModelIndex cell = table->model()->index(row, RequestTable::Cancel);
        return cell.data(RequestTable::ShorterRole).toStringList().value(0);
    };
    QVERIFY2(longest(0).endsWith(u" +802 ms"_s), qPrintable(longest(0)));
    QVERIFY2(longest(2).endsWith(u" +8.10 ms"_s), qPrintable(longest(2)));
    for (const int row : {0, 2}) {
        const int needed = table->fontMetrics().horizontalAdvance(longest(row)) + letterWidth(table->fontMetrics());
        QTRY_VERIFY_WITH_TIMEOUT(table->columnWidth(RequestTable::Cancel) > needed, 3000);
    }
    QCOMPARE(table->horizontalScrollBar()->maximum(), 0);
}

/// A long name and late progress, while State is wider than any of these states.
void TestColumnWidths::whatIsLongIsWholeBeforeTheUsualGetsMore()
{
    m_fixture->openAt(1440);
    QVERIFY(m_fixture->connectToDemo());
    const qsizetype row = m_fixture->call(u"progress_after_cancel"_s, R"({"ms": 60000})");
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->record(row).progress.count > 0, 10000);
    m_fixture->select(row);
    m_fixture->window->actions().cancel->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->record(row).late.progress > 0, 10000);
    m_fixture->flush();
    const auto *table = m_fixture->find<QTableView>(u"requestTable"_s);
    for (const int column : {RequestTable::Method, RequestTable::Name, RequestTable::State, RequestTable::Cancel}) {
        const QModelIndex cell = table->model()->index(int(row), column);
        QTRY_VERIFY_WITH_TIMEOUT(table->columnWidth(column) >= table->sizeHintForIndex(cell).width(), 10000);
    }
    QCOMPARE(table->horizontalScrollBar()->maximum(), 0);
}

void TestColumnWidths::whatSaysHowMuchGivesWayFirst_data()
{
    usualTextsAreNotCut_data();
}

/// Details of a late response, the cancellation of a task, and progress shrink before the columns that identify a
/// request or give its reason.
void TestColumnWidths::whatSaysHowMuchGivesWayFirst()
{
    QFETCH(const int, width);
    m_fixture->openAt(width);
    QVERIFY(m_fixture->connectToDemo());
    const qsizetype late = m_fixture->call(u"late"_s, R"({"ms": 10, "from_cancel": true})");
    const qsizetype slow = m_fixture->call(u"slow"_s, R"({"ms": 60000, "steps": 600})");
    const qsizetype task = m_fixture->call(u"task_slow"_s, R"({"ms": 60000})");
    m_fixture->find<QLineEdit>(u"reasonEdit"_s)->setText(u"too slow"_s);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->requests()->index(int(task), RequestTable::State).data().toString(),
                              u"Task: working"_s, 10000);
    for (const qsizetype row : {late, task}) {
        m_fixture->select(row);
        m_fixture->window->actions().cancel->trigger();
    }
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->record(late).late.answered(), 10000);
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->record(slow).progress.count > 0, 10000);
    m_fixture->flush();
    const auto *table = m_fixture->find<QTableView>(u"requestTable"_s);
    const auto fits = [table](int column, const QString &text) {
        return table->columnWidth(column) > table->fontMetrics().horizontalAdvance(text);
    };
    QVERIFY(fits(RequestTable::Method, u"x"_s + u"subscriptions/listen"_s));
    QVERIFY(fits(RequestTable::Method, u"x"_s + u"elicitation/create"_s));
    QVERIFY(fits(RequestTable::Name, u"x"_s + u"task_slow"_s));
    for (const QString &state : RequestModel::usualStates())
        QVERIFY2(fits(RequestTable::State, u"xxxx"_s + state), qPrintable(state));
    const int reason = table->viewport()->width() - table->columnViewportPosition(RequestTable::Reason);
    QVERIFY2(reason > table->fontMetrics().horizontalAdvance(u"xtoo slow"_s), qPrintable(QString::number(reason)));
    QCOMPARE(table->horizontalScrollBar()->maximum(), 0);
    const auto shorter = [this](qsizetype row, int column) {
        const QModelIndex cell = m_fixture->requests()->index(int(row), column);
        return cell.data(RequestTable::ShorterRole).toStringList();
    };
    QVERIFY(shorter(slow, RequestTable::Progress).value(1).endsWith(u" %"_s));
    const QString howLate = Texts::shortLateness(m_fixture->record(late)).section(u" after"_s, 0, 0);
    QCOMPARE(shorter(late, RequestTable::Cancel), QStringList({howLate + u" late"_s, howLate}));
    QVERIFY(shorter(task, RequestTable::Cancel).value(0).startsWith(u"sent +"_s)); // and not as if late
    for (const auto &time : {howLate + u" late"_s, u"+300 ms late"_s, u"+24.3 ms late"_s, u"+12:34"_s})
        QVERIFY2(fits(RequestTable::Cancel, u"x"_s + time), qPrintable(time)); // x for the margin
}

void TestColumnWidths::usualNamesOfToolsAreNotCut_data()
{
    addScreens();
}

/// Applies to the first window of a new user, on any screen.
void TestColumnWidths::usualNamesOfToolsAreNotCut()
{
    QFETCH(const int, width);
    m_fixture->openAt(width);
    QVERIFY(m_fixture->connectToDemo());
    const auto *tree = m_fixture->find<QTreeView>(u"catalogTree"_s);
    const QModelIndex tool = m_fixture->offered(CatalogList::Kind::Tools, u"progress_after_cancel"_s);
    const int left = tree->visualRect(tool).left();
    const int needed = tree->fontMetrics().horizontalAdvance(u"get_current_weather_conditions"_s);
    QVERIFY2(tree->viewport()->width() - left >= needed,
             qPrintable(QString::number(tree->viewport()->width() - left - needed)));
    const auto *table = m_fixture->find<QTableView>(u"requestTable"_s);
    QVERIFY2(table->viewport()->width() > width / 2, qPrintable(QString::number(table->viewport()->width())));
}

void TestColumnWidths::whatIsLongSharesTheRoom()
{
    QVERIFY(m_fixture->connectToDemo());
    auto *table = m_fixture->find<QTableView>(u"requestTable"_s);
    const auto widths = [table] {
        return std::array{table->columnWidth(RequestTable::Method), table->columnWidth(RequestTable::Name),
                          table->columnWidth(RequestTable::Cancel), table->columnWidth(RequestTable::Reason)};
    };
    m_fixture->window->resize(1680, 900); // wide enough for every column
    QTRY_VERIFY_WITH_TIMEOUT(table->viewport()->width() > 1000, 10000);
    const auto narrow = widths();
    const int time = table->columnWidth(RequestTable::Time);
    m_fixture->window->resize(1980, 900);
    QTRY_VERIFY_WITH_TIMEOUT(widths().back() > narrow.back(), 10000);
    // The third column is empty, so the last one gets its share.
    constexpr std::array Shares{1, 1, 0, 2};
    for (size_t i = 0; i < narrow.size(); ++i) {
        const int more = widths()[i] - narrow[i];
        QVERIFY2(more >= 65 * Shares[i] && more <= 85 * Shares[i], qPrintable(QString::number(i)));
    }
    QCOMPARE(table->columnWidth(RequestTable::Time), time);
    m_fixture->window->resize(1680, 900);
    QTRY_VERIFY_WITH_TIMEOUT(widths() == narrow, 10000);
}

void TestColumnWidths::theNumbersAreNeverCut()
{
    QFile file(m_fixture->file(u"many.pullcord"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(headerLine() + exchanges(0, 10));
    file.flush();
    m_fixture->window->openCapture(file.fileName());
    const auto *table = m_fixture->find<QTableView>(u"requestTable"_s);
    const int narrow = table->columnWidth(RequestTable::Number);
    file.write(exchanges(10, 10'000));
    file.close();
    QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 10'010, 10'000);
    const int icon = table->fontMetrics().height();
    const int wide = table->columnWidth(RequestTable::Number);
    QVERIFY2(wide > narrow && wide > icon + table->fontMetrics().horizontalAdvance(u"10010"_s),
             qPrintable(QString::number(wide)));
    // A width chosen by the user stays while the numbers fit.
    m_fixture->find<QTableView>(u"requestTable"_s)->setColumnWidth(RequestTable::Number, 3 * wide);
    m_fixture->window->openCapture(file.fileName());
    QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 10'010, 10'000);
    QCOMPARE(table->columnWidth(RequestTable::Number), 3 * wide);
}

void TestColumnWidths::lateTimesAreNeverCut()
{
    QFile file(m_fixture->file(u"late.pullcord"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(headerLine() + R"({"t":99999999000000,"d":"c2s","k":"message","m":{"jsonrpc":"2.0","method":"x"}})" +
               '\n');
    file.close();
    const auto *table = m_fixture->find<QTableView>(u"messageTable"_s);
    const int narrow = table->columnWidth(MessageTable::Time);
    m_fixture->window->openCapture(file.fileName());
    QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 1, 10'000);
    const QString time = table->model()->index(0, MessageTable::Time).data().toString();
    QCOMPARE(time, u"99,999.999"_s);
    QVERIFY(table->columnWidth(MessageTable::Time) > narrow);
    QVERIFY(table->columnWidth(MessageTable::Time) > table->fontMetrics().horizontalAdvance(time));
}

void TestColumnWidths::nothingScrollsSideways_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<QString>("language");
    for (const char *language : {"en", "zh_CN"}) {
        for (const QSize &size : {QSize(1280, 800), QSize(1440, 900), QSize(1920, 1080)})
            QTest::addRow("%s, %d", language, size.width()) << size << QString::fromLatin1(language);
    }
}

/// In common window sizes: requests beside a result, the tabs of Details, and long ids.
void TestColumnWidths::nothingScrollsSideways()
{
    QFETCH(const QSize, size);
    QFETCH(const QString, language);
    m_fixture = std::make_unique<WindowFixture>(WindowFixture::Person::Returns, language);
    m_fixture->window->resize(size);
    QVERIFY(m_fixture->connectToDemo({u"--legacy-only"_s}));
    const qsizetype row = m_fixture->call(u"content"_s, "{}");
    QTRY_VERIFY_WITH_TIMEOUT(!m_fixture->record(row).isOpen(), 10000);
    m_fixture->flush();
    m_fixture->select(row);
    QCoreApplication::processEvents();
    const auto *table = m_fixture->find<QTableView>(u"requestTable"_s);
    QCOMPARE(table->horizontalScrollBar()->maximum(), 0);
    const auto *tabs = m_fixture->find<QTabWidget>(u"detailsTabs"_s)->tabBar();
    for (int tab = 0; tab < tabs->count(); ++tab) {
        const int text = tabs->fontMetrics().horizontalAdvance(tabs->tabText(tab));
        const int needed = text + letterWidth(tabs->fontMetrics()); // margins of the tab
        QVERIFY2(!tabs->isTabVisible(tab) || tabs->tabRect(tab).width() >= needed, qPrintable(tabs->tabText(tab)));
    }
    QVERIFY(tabs->tabRect(tabs->count() - 1).right() <= tabs->width());
    const qsizetype asked = m_fixture->call(u"ask_elicitation"_s, "{}") + 1;
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->log().count() > asked, 10000);
    m_fixture->flush();
    const QString id = m_fixture->record(asked).id.display();
    QVERIFY2(table->columnWidth(RequestTable::Id) > table->fontMetrics().horizontalAdvance(id), qPrintable(id));
    QCOMPARE(table->horizontalScrollBar()->maximum(), 0);
}

QTEST_MAIN(TestColumnWidths)
#include "tst_columnwidths.moc"
