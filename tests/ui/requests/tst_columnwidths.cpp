// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/windowfixture.h"

#include "support/exchanges.h"
#include "ui/models/requests/requestmodel.h"
#include "ui/models/requests/requestmodelroles.h"
#include "ui/models/texts.h"
#include "ui/views/tables/growingtableview.h"
#include "ui/views/tables/letterwidth.h"
#include "ui/views/tables/tableheader.h"

#include <QApplication>
#include <QFile>
#include <QMenu>
#include <QMouseEvent>
#include <QScopeGuard>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QStyledItemDelegate>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

namespace {

constexpr QSize Roomy(1200, 300);
const QString Long = u"a text that no column of this table has room for "_s.repeated(20);

/// Counts the cells that are measured.
class CountingDelegate : public QStyledItemDelegate
{
public:
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        ++measured;
        return QStyledItemDelegate::sizeHint(option, index);
    }
    mutable int measured = 0;
};

} // namespace

/// The scheme of all tables: minimum and preferred widths, one stretch column, a scroll bar, widths of the user.
class TestColumnWidths : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void wideTableStretchesOneColumn();
    void narrowTableGivesUpEqualShares();
    void tooNarrowTableScrolls();
    void noTitleIsCut();
    void rowsChangeNoWidth();
    void doubleClickFitsTheContents_data();
    void doubleClickFitsTheContents();
    void userWidthsStay();
    void borderOfTheStretchColumnMoves();
    void columnsCanBeHiddenAndReset();
    void savedStateIsRestored_data();
    void savedStateIsRestored();
    void widthsFollowTheFont();
    void numbersAreNeverCut();
    void usualTextsAreReadable_data();
    void usualTextsAreReadable();

private:
    enum Column { First, Stretch, Third, Hidden, Last };
    [[nodiscard]] TableHeader &header() const { return m_table->titles(); }
    [[nodiscard]] int width(int column) const { return m_table->columnWidth(column); }
    [[nodiscard]] int letters(int count) const;
    [[nodiscard]] int room() const { return m_table->viewport()->width(); }
    void resize(int width) const;
    [[nodiscard]] QPoint border(int column) const;
    void drag(int column, int by) const;

    std::unique_ptr<QStandardItemModel> m_model;
    std::unique_ptr<GrowingTableView> m_table;
    CountingDelegate m_delegate;
};

void TestColumnWidths::init()
{
    WindowFixture::failOnWarnings();
    m_model = std::make_unique<QStandardItemModel>(3, 5);
    m_model->setHorizontalHeaderLabels({u"A"_s, u"B"_s, u"C"_s, u"D"_s, u"E"_s});
    m_table = std::make_unique<GrowingTableView>();
    m_table->setItemDelegate(&m_delegate);
    m_table->setModel(m_model.get());
    m_table->setColumns({{20, 10}, {30, 12}, {16, 8}, {8, 8}, {14, 6}}, Stretch, {Hidden});
    m_table->resize(Roomy);
    m_table->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_table.get()));
    m_delegate.measured = 0;
}

void TestColumnWidths::cleanup()
{
    m_table.reset();
    m_model.reset();
}

int TestColumnWidths::letters(int count) const
{
    return int(count * QFontMetricsF(header().font()).horizontalAdvance(u'0'));
}

void TestColumnWidths::resize(int width) const
{
    m_table->resize(width, m_table->height());
    QCoreApplication::processEvents();
}

/// Returns the place where a column can be resized.
QPoint TestColumnWidths::border(int column) const
{
    return {header().sectionViewportPosition(column) + width(column) - 2, header().height() / 2};
}

void TestColumnWidths::drag(int column, int by) const
{
    const QPoint from = border(column);
    const auto send = [this](QEvent::Type type, const QPoint &at, Qt::MouseButtons buttons) {
        QWidget *viewport = header().viewport();
        QMouseEvent event(type, at, viewport->mapToGlobal(at), Qt::LeftButton, buttons, Qt::NoModifier);
        QApplication::sendEvent(viewport, &event);
    };
    send(QEvent::MouseButtonPress, from, Qt::LeftButton);
    send(QEvent::MouseMove, from + QPoint(by / 2, 0), Qt::LeftButton);
    send(QEvent::MouseMove, from + QPoint(by, 0), Qt::LeftButton);
    send(QEvent::MouseButtonRelease, from + QPoint(by, 0), Qt::NoButton);
}

void TestColumnWidths::wideTableStretchesOneColumn()
{
    const QList<int> preferred{width(First), width(Third), width(Last)};
    QVERIFY(width(First) >= letters(20) && width(First) < letters(24));
    QCOMPARE(header().length(), room());
    const int before = width(Stretch);
    resize(Roomy.width() + 200);
    QCOMPARE(width(Stretch), before + 200);
    QCOMPARE((QList<int>{width(First), width(Third), width(Last)}), preferred);
}

void TestColumnWidths::narrowTableGivesUpEqualShares()
{
    const int before = width(First);
    resize(letters(60));
    QCOMPARE(header().length(), room());
    QCOMPARE(m_table->horizontalScrollBar()->maximum(), 0);
    const int less = before - width(First);
    QVERIFY(less > 0 && width(First) > letters(10));
    QVERIFY2(qAbs(less - (letters(17) - width(Third)) * 10 / 8) < letters(2), qPrintable(QString::number(less)));
}

void TestColumnWidths::tooNarrowTableScrolls()
{
    resize(letters(20));
    QVERIFY(m_table->horizontalScrollBar()->maximum() > 0);
    const std::pair<int, int> least[] = {{First, 10}, {Stretch, 12}, {Third, 8}, {Last, 6}};
    for (const auto &[column, minimum] : least)
        QVERIFY(width(column) >= letters(minimum) && width(column) < letters(minimum + 3));
}

void TestColumnWidths::noTitleIsCut()
{
    m_model->setHorizontalHeaderItem(Last, new QStandardItem(u"A long title of a column"_s));
    resize(letters(20));
    QVERIFY(width(Last) >= header().widthFor(u"A long title of a column"_s));
}

/// A live window measures no text.
void TestColumnWidths::rowsChangeNoWidth()
{
    const QList<int> before{width(First), width(Third), width(Last)};
    for (int row = 0; row < 200; ++row) {
        QList<QStandardItem *> cells;
        for (int column = 0; column < m_model->columnCount(); ++column)
            cells << new QStandardItem(Long);
        m_model->appendRow(cells);
    }
    m_model->setItem(0, First, new QStandardItem(Long));
    QCoreApplication::processEvents();
    QCOMPARE(m_delegate.measured, 0);
    QCOMPARE((QList<int>{width(First), width(Third), width(Last)}), before);
    QCOMPARE(header().length(), room()); // also beside the scroll bar
}

void TestColumnWidths::doubleClickFitsTheContents_data()
{
    QTest::addColumn<int>("column");
    QTest::addColumn<QString>("text");
    QTest::newRow("a longer text") << int(First) << u"a text of more than twenty letters"_s;
    QTest::newRow("a short text") << int(Third) << u"xy"_s;
    QTest::newRow("the stretch column") << int(Stretch) << u"a text that is longer than the preferred width"_s;
    QTest::newRow("an endless text") << int(Last) << Long;
}

void TestColumnWidths::doubleClickFitsTheContents()
{
    QFETCH(const int, column);
    QFETCH(const QString, text);
    m_model->insertRows(0, 100'000);
    m_model->setItem(1, column, new QStandardItem(text));
    m_table->scrollToTop();
    resize(letters(90));
    m_delegate.measured = 0;
    const QSignalSpy chosen(m_table.get(), &GrowingTableView::columnsChosen);
    QTest::mouseDClick(header().viewport(), Qt::LeftButton, {}, border(column));
    QVERIFY2(m_delegate.measured > 0 && m_delegate.measured < 500, qPrintable(QString::number(m_delegate.measured)));
    const int needed = m_table->sizeHintForIndex(m_model->index(1, column)).width();
    const int wanted = qMin(room(), needed);
    QVERIFY(column == Stretch ? width(column) >= wanted : qAbs(width(column) - wanted) <= letters(3));
    QVERIFY(column != Last || width(column) <= room());
    QVERIFY(m_table->hasChosenWidths() && !chosen.isEmpty());
}

void TestColumnWidths::userWidthsStay()
{
    const QSignalSpy chosen(m_table.get(), &GrowingTableView::columnsChosen);
    const int before = width(Third);
    drag(Third, 60);
    QCOMPARE(width(Third), before + 60);
    QVERIFY(m_table->hasChosenWidths() && !chosen.isEmpty());
    QCOMPARE(header().length(), room());
    const int first = width(First);
    resize(letters(50));
    QCOMPARE(width(Third), before + 60);
    QCOMPARE(width(First), first);
    QVERIFY(m_table->horizontalScrollBar()->maximum() > 0);
    resize(Roomy.width());
    QCOMPARE(header().length(), room());
}

/// Dragging the border of the stretch column resizes that column and the next one.
void TestColumnWidths::borderOfTheStretchColumnMoves()
{
    const int before = width(Stretch);
    const int next = width(Third);
    drag(Stretch, -40);
    QCOMPARE(width(Stretch), before - 40);
    QCOMPARE(width(Third), next + 40);
    drag(Stretch, 30);
    QCOMPARE(width(Stretch), before - 10);
    QCOMPARE(header().length(), room());
    drag(Stretch, 400); // farther than the next column can give way
    QCOMPARE(width(Stretch), before + 390);
    QVERIFY(header().length() > room()); // it scrolls
}

void TestColumnWidths::columnsCanBeHiddenAndReset()
{
    const QList<int> initial{width(First), width(Stretch), width(Third), width(Hidden), width(Last)};
    QCOMPARE(width(Hidden), 0);
    emit header().customContextMenuRequested(QPoint(5, 5));
    auto *menu = m_table->findChild<QMenu *>();
    QVERIFY(menu);
    const QList<QAction *> entries = menu->actions();
    QVERIFY(!entries.at(First)->isEnabled() && !entries.at(Hidden)->isChecked());
    entries.at(Hidden)->trigger();
    QVERIFY(!m_table->isColumnHidden(Hidden) && m_table->hasChosenColumns());
    QCOMPARE(header().length(), room());
    QVERIFY(width(Hidden) >= letters(8));
    m_table->showColumn(Third, false);
    header().moveSection(0, 2);
    drag(Last, -20);
    QCOMPARE(header().length(), room());
    const auto reset = std::find_if(entries.begin(), entries.end(),
                                    [](const QAction *entry) { return entry->text() == u"Reset Columns"; });
    QVERIFY(reset != entries.end());
    (*reset)->trigger();
    QVERIFY(!m_table->hasChosenColumns() && !m_table->hasChosenWidths());
    QCOMPARE((QList<int>{width(First), width(Stretch), width(Third), width(Hidden), width(Last)}), initial);
    QCOMPARE(header().visualIndex(First), 0);
}

void TestColumnWidths::savedStateIsRestored_data()
{
    QTest::addColumn<bool>("widths");
    QTest::addColumn<bool>("columns");
    QTest::newRow("nothing chosen") << false << false;
    QTest::newRow("widths") << true << false;
    QTest::newRow("columns") << false << true;
    QTest::newRow("both") << true << true;
}

/// States saved by older versions, with a stretched last column or hidden columns, are restored. Nonsense is ignored.
void TestColumnWidths::savedStateIsRestored()
{
    QFETCH(const bool, widths);
    QFETCH(const bool, columns);
    QByteArray saved;
    {
        QTableView older;
        older.setModel(m_model.get());
        older.horizontalHeader()->setStretchLastSection(true);
        older.horizontalHeader()->setSectionsMovable(true);
        for (int column = 0; column < m_model->columnCount(); ++column)
            older.setColumnWidth(column, 90 + 10 * column);
        older.hideColumn(Third);
        older.horizontalHeader()->moveSection(0, 1);
        saved = older.horizontalHeader()->saveState();
    }
    const int automatic = width(First);
    const QByteArray chosen = widths ? "chosen"_ba : QByteArray(); // as older versions wrote it
    m_table->restoreColumns(saved, chosen, columns, 2);
    QCOMPARE(header().visualIndex(First), 1);
    QCOMPARE(m_table->isColumnHidden(Third), columns);
    QCOMPARE(m_table->isColumnHidden(Hidden), !columns);
    QCOMPARE(width(First), widths ? 180 : automatic);
    QCOMPARE(header().length(), room());
    QCOMPARE(m_table->hasChosenWidths(), widths);
    drag(Stretch, room()); // beyond the view, which scrolls then
    const int wide = width(Stretch);
    QVERIFY(wide > room() - width(First));
    const QByteArray now = header().saveState();
    m_table->restoreColumns(now, m_table->chosenWidths(), columns, 1);
    QCOMPARE(width(Stretch), wide);
    for (const QByteArray &damaged : {QByteArray(), "nonsense"_ba, saved.first(saved.size() / 2)}) {
        m_table->restoreColumns(damaged, chosen, columns, 1);
        QVERIFY(!m_table->hasChosenWidths());
        QCOMPARE(width(First), automatic);
    }
}

void TestColumnWidths::widthsFollowTheFont()
{
    const auto letter = [this] { return QFontMetricsF(header().font()).horizontalAdvance(u'0'); };
    const double before = letter();
    resize(2 * Roomy.width()); // for the larger font
    const int automatic = width(First);
    QFont large = m_table->font();
    large.setPointSizeF(2 * large.pointSizeF());
    const auto wider = [&] { return letter() / before; };
    m_table->setFont(large);
    QCoreApplication::processEvents();
    QVERIFY(wider() > 1.5);
    QVERIFY(qAbs(width(First) - qRound(automatic * wider())) < 10);
    m_table->setFont(QFont());
    drag(Third, 30);
    const int chosen = width(Third);
    m_table->setFont(large);
    QCoreApplication::processEvents();
    QCOMPARE(width(Third), qRound(chosen * wider()));
}

void TestColumnWidths::numbersAreNeverCut()
{
    WindowFixture fixture;
    QFile file(fixture.file(u"many.pullcord"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(headerLine() + exchanges(0, 10'010));
    file.close();
    fixture.window->openCapture(file.fileName());
    for (const QString &name : {u"requestTable"_s, u"messageTable"_s}) {
        const auto *table = fixture.find<GrowingTableView>(name);
        QTRY_VERIFY_WITH_TIMEOUT(table->model()->rowCount() >= 10'010, 10'000);
        const QModelIndex last = table->model()->index(table->model()->rowCount() - 1, 0);
        QVERIFY2(table->columnWidth(0) >= table->sizeHintForIndex(last).width(), qPrintable(name));
    }
}

void TestColumnWidths::usualTextsAreReadable_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QSize>("size");
    for (const QString &language : {u"en"_s, u"zh_CN"_s}) {
        for (const QSize &size : {QSize(640, 400), QSize(1280, 800), QSize(1920, 1080)})
            QTest::newRow(qPrintable(u"%1, %2"_s.arg(language).arg(size.width()))) << language << size;
    }
}

/// Method, tool, outcome and delay of a late response. On a small screen, the delay may need scrolling.
void TestColumnWidths::usualTextsAreReadable()
{
    QFETCH(const QString, language);
    QFETCH(const QSize, size);
    WindowFixture fixture(WindowFixture::Person::Returns, language);
    fixture.window->resize(size);
    QFile file(fixture.file(u"late.pullcord"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const auto message = [](const char *time, const char *direction, const QByteArray &rest) -> QByteArray {
        return R"({"t":)"_ba + time + R"(,"c":0,"d":")" + direction + R"(","k":"message","m":{"jsonrpc":"2.0",)" +
               rest + "}}\n";
    };
    file.write(headerLine() +
               message("3000000", "c2s", R"("id":2,"method":"tools/call","params":{"name":"slow_tool"})") +
               message("750000000", "c2s", R"("method":"notifications/cancelled","params":{"requestId":2})") +
               message("774300000", "s2c", R"("id":2,"result":{"content":[]})"));
    file.close();
    fixture.window->openCapture(file.fileName());
    const auto *table = fixture.find<GrowingTableView>(u"requestTable"_s);
    QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 1, 10'000);
    QCoreApplication::processEvents();
    const bool isSmall = size.width() < 1000;
    QVERIFY(isSmall || table->horizontalScrollBar()->maximum() == 0);
    using namespace RequestTable;
    for (const int column : {Method, Name, State}) {
        const QModelIndex cell = table->model()->index(0, column);
        QVERIFY2(table->columnWidth(column) >= table->sizeHintForIndex(cell).width(),
                 qPrintable(cell.data().toString()));
        QVERIFY(table->visualRect(cell).right() <= table->viewport()->width());
    }
    const QStringList late = table->model()->index(0, Cancel).data(ShorterRole).toStringList();
    QCOMPARE(late.constLast(), u"+24.3 ms"_s);
    const QFontMetrics metrics = table->fontMetrics();
    QVERIFY(table->columnWidth(Cancel) > metrics.horizontalAdvance(late.at(isSmall ? 1 : 0)) + letterWidth(metrics));
}

QTEST_MAIN(TestColumnWidths)
#include "tst_columnwidths.moc"
