// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/windowfixture.h"

#include "core/json/jsonvalue.h"
#include "ui/actions.h"
#include "ui/models/messages/messagemodel.h"
#include "ui/models/requests/requestmodelroles.h"
#include "ui/panels/details/detailspanel.h"
#include "ui/views/requests/pinnedview.h"
#include "ui/views/tables/growingtableview.h"
#include "ui/views/tables/tableheader.h"

#include <QApplication>
#include <QClipboard>
#include <QElapsedTimer>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLineEdit>
#include <QPaintEvent>
#include <QProxyStyle>
#include <QScopeGuard>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStyleOption>
#include <QTableView>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

namespace {

/// Collects the region of a widget that is painted from now on.
class PaintedRegion final : public QObject
{
public:
    explicit PaintedRegion(QWidget &widget) { widget.installEventFilter(this); }

    [[nodiscard]] const QRegion &region() const { return m_region; }

    bool eventFilter(QObject *, QEvent *event) override
    {
        if (event->type() == QEvent::Paint)
            m_region += static_cast<QPaintEvent *>(event)->region();
        return false;
    }

private:
    QRegion m_region;
};

} // namespace

/// The tables of requests and messages: following, sorting, and commands on rows.
class TestTables : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_fixture.reset(); }
    void rowLeadsToTheOtherTable();
    void homeAndEndGoToTheFirstAndLastRow();
    void focusSelectsNoRow();
    void keysStartAtTheVisibleRows_data();
    void keysStartAtTheVisibleRows();
    void paintsOnlyChanges_data();
    void paintsOnlyChanges();
    void floodStaysResponsive();
    void followsTheTailOnlyAtTheEnd();
    void staysAtTheEndWhenItsHeightChanges();
    void clickOnATitleSorts();
    void sortArrowDoesNotElideTheTitle();
    void sortsByKey();
    void sortedTableDoesNotFollowTheEnd();
    void filtersByText();
    void goesFromRequestToMessageAndBack();
    void copiesWhatIsSelected();

private:
    std::unique_ptr<WindowFixture> m_fixture;
};

void TestTables::init()
{
    WindowFixture::failOnWarnings();
    m_fixture = std::make_unique<WindowFixture>();
}

/// A double click or Enter goes to the other table, whatever the filters hide.
void TestTables::rowLeadsToTheOtherTable()
{
    QVERIFY(m_fixture->connectToDemo({u"--legacy-only"_s}));
    QVERIFY(m_fixture->waitForLists());
    const qsizetype row = m_fixture->call(u"echo"_s, R"({"text": "a"})");
    m_fixture->call(u"echo"_s, R"({"text": "b"})");
    m_fixture->flush();
    auto *requests = m_fixture->find<QTableView>(u"requestTable"_s);
    auto *messages = m_fixture->find<QTableView>(u"messageTable"_s);
    auto *filter = m_fixture->find<QLineEdit>(u"messageFilter"_s);
    const auto current = [messages] { return messages->currentIndex().data(MessageTable::IndexRole).toLongLong(); };
    filter->setText(u"kind:result"_s);
    QTest::keyClick(filter, Qt::Key_Return);
    m_fixture->select(row);
    const QPoint place = requests->visualRect(requests->currentIndex().siblingAtColumn(RequestTable::Method)).center();
    QTest::mouseClick(requests->viewport(), Qt::LeftButton, {}, place);
    QTest::mouseDClick(requests->viewport(), Qt::LeftButton, {}, place);
    QCOMPARE(current(), m_fixture->record(row).requestEvent);
    QCOMPARE(QApplication::focusWidget(), messages);

    m_fixture->select(row + 1);
    filter = m_fixture->find<QLineEdit>(u"requestFilter"_s);
    filter->setText(u"method:initialize"_s);
    QTest::keyClick(filter, Qt::Key_Return);
    m_fixture->flush();
    QTest::keyClick(messages, Qt::Key_Return);
    m_fixture->flush();
    QCOMPARE(m_fixture->selected(), row);
    QCOMPARE(QApplication::focusWidget(), requests);
    QTest::keyClick(requests, Qt::Key_Down);
    QTest::keyClick(requests, Qt::Key_Return);
    QCOMPARE(current(), m_fixture->record(row + 1).requestEvent);
    const QPoint back = messages->visualRect(messages->currentIndex().siblingAtColumn(MessageTable::Kind)).center();
    QTest::mouseDClick(messages->viewport(), Qt::LeftButton, {}, back);
    QCOMPARE(QApplication::focusWidget(), requests);
}

void TestTables::homeAndEndGoToTheFirstAndLastRow()
{
    QVERIFY(m_fixture->connectToDemo());
    auto *table = m_fixture->find<QTableView>(u"messageTable"_s);
    m_fixture->flush();
    const int last = table->model()->rowCount() - 1;
    QVERIFY(last > 2);
    table->setCurrentIndex(table->model()->index(1, 2));
    QTest::keyClick(table, Qt::Key_End);
    QCOMPARE(table->currentIndex().row(), last);
    QTest::keyClick(table, Qt::Key_Home);
    QCOMPARE(table->currentIndex().row(), 0);
}

void TestTables::focusSelectsNoRow()
{
    QVERIFY(m_fixture->connectToDemo());
    QVERIFY(m_fixture->waitForLists());
    m_fixture->flush();
    for (const QString &name : {u"requestTable"_s, u"messageTable"_s, u"serverLogTable"_s}) {
        auto *table = m_fixture->find<QTableView>(name);
        table->window()->activateWindow();
        m_fixture->find<QWidget>(u"requestFilter"_s)->setFocus();
        table->setFocus(Qt::ShortcutFocusReason);
        QTRY_VERIFY(table->hasFocus() || !table->isVisible());
        QVERIFY2(!table->currentIndex().isValid(), qPrintable(name));
        QVERIFY(table->selectionModel()->selectedRows().isEmpty());
    }
}

void TestTables::keysStartAtTheVisibleRows_data()
{
    QTest::addColumn<Qt::Key>("key");
    QTest::newRow("Home") << Qt::Key_Home;
    QTest::newRow("End") << Qt::Key_End;
    QTest::newRow("Up") << Qt::Key_Up;
    QTest::newRow("Down") << Qt::Key_Down;
    QTest::newRow("Page Up") << Qt::Key_PageUp;
    QTest::newRow("Page Down") << Qt::Key_PageDown;
}

/// Without a selection the keys start at the visible rows, also if a row is current.
void TestTables::keysStartAtTheVisibleRows()
{
    QFETCH(const Qt::Key, key);
    QVERIFY(m_fixture->connectToDemo());
    const qsizetype flood = m_fixture->call(u"flood"_s, R"({"count": 300})");
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->record(flood).state, RequestState::Succeeded, 10'000);
    m_fixture->flush();
    auto *table = m_fixture->find<QTableView>(u"messageTable"_s);
    table->scrollToBottom();
    const int top = table->rowAt(0);
    const int last = table->model()->rowCount() - 1;
    QVERIFY(top > 100);
    const int expected = key == Qt::Key_Home ? 0 : key == Qt::Key_Down || key == Qt::Key_PageDown ? top : last;
    table->setFocus(Qt::ShortcutFocusReason);
    const auto isChosen = [&] {
        const QModelIndexList rows = table->selectionModel()->selectedRows();
        return table->currentIndex().row() == expected && rows.size() == 1 && rows.first().row() == expected &&
               table->viewport()->rect().contains(table->visualRect(table->currentIndex()).center());
    };
    QTest::keyClick(table, key);
    QVERIFY2(isChosen(), qPrintable(QString::number(table->currentIndex().row())));
    if (key != Qt::Key_Home && key != Qt::Key_End)
        return;
    table->clearSelection();
    QTest::keyClick(table, key);
    QVERIFY(isChosen());
}

void TestTables::floodStaysResponsive()
{
    QVERIFY(m_fixture->connectToDemo());
    // Otherwise 2026-07-28 allows none of them. Each would extend a finding (P09), whose mark changes the rows.
    m_fixture->conversation().client()->setLogLevel(LogLevel::Debug);
    QAbstractItemModel *messages = m_fixture->messages();
    QSignalSpy inserts(messages, &QAbstractItemModel::rowsInserted);
    QSignalSpy changes(messages, &QAbstractItemModel::dataChanged);
    const int before = messages->rowCount();
    QElapsedTimer clock;
    clock.start();
    m_fixture->call(u"flood"_s, R"({"count": 100000})");
    QTRY_VERIFY_WITH_TIMEOUT(messages->rowCount() >= before + 100'000, 60'000);
    // At most one insert per tick, for any number of messages.
    QVERIFY2(inserts.count() <= 2 + clock.elapsed() / 45, qPrintable(QString::number(inserts.count())));
    QCOMPARE(changes.count(), 0);
}

void TestTables::paintsOnlyChanges_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("atEnd");
    QTest::newRow("requests, following") << u"requestTable"_s << true; // a call is selected, and scrolled to
    QTest::newRow("messages, following") << u"messageTable"_s << true;
    QTest::newRow("messages, at the top") << u"messageTable"_s << false;
}

/// In a full table only the new rows are painted, not those that moved or are elsewhere.
void TestTables::paintsOnlyChanges()
{
    QFETCH(QString, name);
    QFETCH(bool, atEnd);
    QVERIFY(m_fixture->connectToDemo({u"--legacy-only"_s}));
    QVERIFY(m_fixture->waitForLists());
    auto *table = m_fixture->find<QTableView>(name);
    const auto call = [this] {
        const qsizetype row = m_fixture->call(u"echo"_s, R"({"text":"x"})");
        return row >= 0 && QTest::qWaitFor([this, row] { return !m_fixture->record(row).isOpen(); }, 5000);
    };
    m_fixture->window->resize(1200, 700);
    while ((table->model()->rowCount() - 3) * table->rowHeight(0) < table->viewport()->height()) {
        QVERIFY(call());
        m_fixture->flush();
    }
    const auto settle = [this, table, atEnd] {
        m_fixture->flush();
        table->verticalScrollBar()->setValue(atEnd ? table->verticalScrollBar()->maximum() : 0);
        QCoreApplication::processEvents();
        QCoreApplication::processEvents();
    };
    settle();
    QVERIFY(call()); // the first row of a kind may widen columns
    settle();
    PaintedRegion painted(*table->viewport());
    QVERIFY(call());
    m_fixture->flush();
    QCoreApplication::processEvents();
    QCoreApplication::processEvents();
    int height = 0;
    for (const QRect &rect : painted.region())
        height = qMax(height, rect.height());
    QVERIFY2(height <= 4 * table->rowHeight(0), qPrintable(u"%1 of %2"_s.arg(height).arg(table->viewport()->height())));
    QVERIFY(table->viewport()->height() > 6 * table->rowHeight(0));
    if (atEnd)
        QVERIFY(!painted.region().isEmpty());
}

void TestTables::followsTheTailOnlyAtTheEnd()
{
    QVERIFY(m_fixture->connectToDemo());
    auto *table = m_fixture->find<QTableView>(u"messageTable"_s);
    m_fixture->call(u"flood"_s, R"({"count": 500})");
    QTRY_VERIFY_WITH_TIMEOUT(table->model()->rowCount() > 500, 10'000);
    const QScrollBar *bar = table->verticalScrollBar();
    QTRY_COMPARE_WITH_TIMEOUT(bar->value(), bar->maximum(), 10000);
    table->scrollToTop();
    const int rows = table->model()->rowCount();
    m_fixture->call(u"flood"_s, R"({"count": 500})");
    QTRY_VERIFY_WITH_TIMEOUT(table->model()->rowCount() > rows + 500, 10'000);
    QCOMPARE(bar->value(), 0);
}

void TestTables::staysAtTheEndWhenItsHeightChanges()
{
    QVERIFY(m_fixture->connectToDemo());
    auto *table = m_fixture->find<QTableView>(u"messageTable"_s);
    m_fixture->call(u"flood"_s, R"({"count": 500})");
    QTRY_VERIFY_WITH_TIMEOUT(table->model()->rowCount() > 500, 10'000);
    const QScrollBar *bar = table->verticalScrollBar();
    QTRY_COMPARE_WITH_TIMEOUT(bar->value(), bar->maximum(), 10000);
    for (const int height : {600, 900, 700}) {
        const int most = bar->maximum();
        m_fixture->window->resize(1440, height);
        QTRY_VERIFY_WITH_TIMEOUT(bar->maximum() != most, 10000);
        QCOMPARE(bar->value(), bar->maximum());
    }
    table->scrollToTop();
    m_fixture->window->resize(1440, 900);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->window->height(), 900, 10000);
    QCOMPARE(bar->value(), 0);
}

/// Clicks on a title sort ascending, then descending, then by arrival. The order is not saved.
void TestTables::clickOnATitleSorts()
{
    QVERIFY(m_fixture->connectToDemo());
    QVERIFY(m_fixture->waitForLists());
    m_fixture->flush();
    const auto *table = m_fixture->find<QTableView>(u"requestTable"_s);
    QHeaderView *header = table->horizontalHeader();
    const auto numbers = [table] {
        QList<int> rows;
        for (int row = 0; row < table->model()->rowCount(); ++row)
            rows << table->model()->index(row, RequestTable::Number).data(RequestTable::LogRowRole).toInt();
        return rows;
    };
    const auto click = [header] {
        const int x = header->sectionViewportPosition(RequestTable::Method) + 20;
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, {x, header->height() / 2});
    };
    const QList<int> arrived = numbers();
    QVERIFY(arrived.size() > 3);
    m_fixture->select(2);
    click();
    QVERIFY(header->isSortIndicatorShown());
    QCOMPARE(header->sortIndicatorSection(), int(RequestTable::Method));
    const QList<int> ascending = numbers();
    QVERIFY(ascending != arrived);
    QCOMPARE(m_fixture->selected(), 2);
    click();
    QCOMPARE(header->sortIndicatorOrder(), Qt::DescendingOrder);
    QVERIFY(numbers() != ascending);
    QCOMPARE(m_fixture->selected(), 2);
    m_fixture->window.reset(); // as when the window is closed
    m_fixture->window = std::make_unique<MainWindow>(m_fixture->services);
    header = m_fixture->find<QTableView>(u"requestTable"_s)->horizontalHeader();
    QCOMPARE(header->sortIndicatorSection(), -1);
    QVERIFY(header->isSortIndicatorClearable());
}

/// The title of the sorted column fits, including the space for the arrow.
void TestTables::sortArrowDoesNotElideTheTitle()
{
    class TitleStyle final : public QProxyStyle
    {
    public:
        void drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
                         const QWidget *widget) const override
        {
            const auto *title = qstyleoption_cast<const QStyleOptionHeader *>(option);
            if (element == CE_HeaderLabel && title && title->sortIndicator != QStyleOptionHeader::None)
                m_painted.append(
                    {title->text, title->rect.width() - title->fontMetrics.horizontalAdvance(title->text)});
            QProxyStyle::drawControl(element, option, painter, widget);
        }
        mutable QList<std::pair<QString, int>> m_painted; ///< title and the space beside it
    };
    m_fixture->openAt(1440);
    QVERIFY(m_fixture->connectToDemo());
    auto *table = m_fixture->find<GrowingTableView>(u"requestTable"_s);
    TitleStyle style;
    table->titles().setStyle(&style);
    const auto restore = qScopeGuard([&] { table->titles().setStyle(QApplication::style()); });
    m_fixture->flush();
    m_fixture->select(0);
    for (const int width : {1440, 1100, 1020, 1440}) { // narrow ones shrink others too; the last has a pinned row
        m_fixture->window->resize(width, 800);
        if (width == 1020) {
            QTRY_VERIFY_WITH_TIMEOUT(m_fixture->window->page().actions().pin->isEnabled(), 10000);
            m_fixture->window->page().actions().pin->trigger();
            QTRY_VERIFY_WITH_TIMEOUT(!m_fixture->find<PinnedView>(u"pinnedRequests"_s)->isHidden(), 10000);
        }
        for (const int column : {RequestTable::Id, RequestTable::Method, RequestTable::Time, RequestTable::State}) {
            table->sortOnBy(column);
            table->scrollTo(table->model()->index(0, column));
            style.m_painted.clear();
            table->titles().grab();
            QVERIFY2(style.m_painted.size() == 1, qPrintable(u"column %1, width %2"_s.arg(column).arg(width)));
            const auto [text, room] = style.m_painted.constFirst();
            const QString title = table->model()->headerData(column, Qt::Horizontal).toString();
            QVERIFY2(room >= 0, qPrintable(text + u": "_s + QString::number(room)));
            QCOMPARE(text.trimmed(), title);
        }
    }
}

void TestTables::sortsByKey()
{
    QVERIFY(m_fixture->connectToDemo());
    QVERIFY(m_fixture->waitForLists());
    m_fixture->flush();
    const Actions &actions = m_fixture->window->page().actions();
    for (const QString &name : {u"requestTable"_s, u"messageTable"_s}) {
        auto *table = m_fixture->find<QTableView>(name);
        table->setFocus();
        QTest::keyClick(table, Qt::Key_End);
        QTest::keyClick(table, Qt::Key_Right);
        const QHeaderView *header = table->horizontalHeader();
        const int column = table->currentIndex().column();
        const QString current = table->currentIndex().siblingAtColumn(0).data().toString();
        for (const int expected : {column, column, -1}) {
            QVERIFY(actions.sortByColumn->isEnabled());
            QTest::keyClick(table, Qt::Key_O, Qt::ControlModifier | Qt::ShiftModifier);
            QCOMPARE(header->sortIndicatorSection(), expected);
            QCOMPARE(table->currentIndex().siblingAtColumn(0).data().toString(), current);
            QCOMPARE(actions.arrivalOrder->isEnabled(), expected >= 0);
        }
    }
}

/// The scroll position stays, whatever rows come before and after it.
void TestTables::sortedTableDoesNotFollowTheEnd()
{
    QVERIFY(m_fixture->connectToDemo());
    auto *table = m_fixture->find<QTableView>(u"messageTable"_s);
    for (int i = 0; i < 3; ++i)
        QVERIFY(m_fixture->call(u"echo"_s, R"({"text":"x"})") >= 0);
    m_fixture->flush();
    table->sortByColumn(MessageTable::Number, Qt::DescendingOrder);
    table->verticalScrollBar()->setValue(3 * table->rowHeight(0) + 5);
    const auto top = [table] {
        return std::pair(table->model()->index(table->rowAt(0), 0).data().toString(),
                         table->rowViewportPosition(table->rowAt(0)));
    };
    const auto before = top();
    const int rows = table->model()->rowCount();
    QVERIFY(m_fixture->call(u"echo"_s, R"({"text":"y"})") >= 0);
    QTRY_VERIFY_WITH_TIMEOUT((m_fixture->flush(), table->model()->rowCount() > rows), 10000);
    QCOMPARE(top(), before);
    table->verticalScrollBar()->setValue(0); // at the top, new rows there become visible
    const QString newest = top().first;
    QVERIFY(m_fixture->call(u"echo"_s, R"({"text":"z"})") >= 0);
    QTRY_VERIFY_WITH_TIMEOUT((m_fixture->flush(), top().first != newest), 10000);
}

void TestTables::filtersByText()
{
    QVERIFY(m_fixture->connectToDemo());
    m_fixture->call(u"echo"_s, R"({"text": "needle"})");
    m_fixture->call(u"echo"_s, R"({"text": "hay"})");
    const QAbstractItemModel &requests = *m_fixture->requests();
    const int all = requests.rowCount();
    QTest::keyClick(m_fixture->window.get(), Qt::Key_F, Qt::ControlModifier);
    auto *filter = m_fixture->find<QLineEdit>(u"requestFilter"_s);
    QTest::keyClicks(filter, u"NEEDLE"_s);
    QTRY_COMPARE_WITH_TIMEOUT(requests.rowCount(), 1, 10000);
    m_fixture->call(u"echo"_s, R"({"text": "another needle"})");
    QTRY_COMPARE_WITH_TIMEOUT(requests.rowCount(), 2, 10000);
    filter->clear();
    QTRY_COMPARE_WITH_TIMEOUT(requests.rowCount(), all + 1, 10000);
}

void TestTables::goesFromRequestToMessageAndBack()
{
    QVERIFY(m_fixture->connectToDemo());
    const qsizetype row = m_fixture->call(u"echo"_s, R"({"text": "hi"})");
    QTRY_VERIFY_WITH_TIMEOUT(!m_fixture->record(row).isOpen(), 5000);
    auto *requests = m_fixture->find<QTableView>(u"requestTable"_s);
    auto *messages = m_fixture->find<QTableView>(u"messageTable"_s);
    QTest::keyClick(m_fixture->window.get(), Qt::Key_M, Qt::ControlModifier);
    const qint64 shown = messages->currentIndex().data(MessageTable::IndexRole).toLongLong();
    QCOMPARE(shown, m_fixture->record(row).requestEvent);
    messages->setCurrentIndex(messages->model()->index(messages->currentIndex().row() + 1, 0)); // its response
    auto *details = m_fixture->find<DetailsPanel>(u"detailsPanel"_s);
    QVERIFY(JsonValue(details->bytes()).member("result").isValid());
    requests->selectRow(0);
    QTest::keyClick(m_fixture->window.get(), Qt::Key_R, Qt::ControlModifier);
    QCOMPARE(requests->currentIndex().row(), int(row));
}

void TestTables::copiesWhatIsSelected()
{
    QVERIFY(m_fixture->connectToDemo());
    const qsizetype row = m_fixture->call(u"echo"_s, R"({"text": "hi"})");
    const Actions &actions = m_fixture->window->actions();
    const QClipboard *clipboard = QGuiApplication::clipboard();
    actions.copyId->trigger();
    QCOMPARE(clipboard->text(), m_fixture->record(row).id.display());
    actions.copyJson->trigger();
    const QByteArray copied = clipboard->text().toUtf8();
    QCOMPARE(JsonValue(copied).pointer("/params/arguments/text").toString(), u"hi"_s);
    actions.copyRows->trigger();
    QVERIFY2(clipboard->text().contains(u"\ttools/call\techo\t"_s), qPrintable(clipboard->text()));
    auto *messages = m_fixture->find<QTableView>(u"messageTable"_s);
    messages->selectRow(0);
    actions.copyRows->trigger();
    QVERIFY2(clipboard->text().contains(u"\tconnecting\t"_s), qPrintable(clipboard->text()));
}

QTEST_MAIN(TestTables)
#include "tst_tables.moc"
