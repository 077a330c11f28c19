// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/windowfixture.h"

#include "ui/actions.h"
#include "ui/models/messages/messagemodel.h"
#include "ui/models/requests/markroles.h"
#include "ui/models/requests/requestmodelroles.h"
#include "ui/panels/details/detailspanel.h"
#include "ui/panels/requestspanel.h"
#include "ui/views/messages/noteline.h"
#include "ui/views/requests/pinnedview.h"
#include "ui/views/style/theme.h"
#include "ui/views/widgets/messagebar.h"

#include <QFile>
#include <QHeaderView>
#include <QPalette>
#include <QTabWidget>
#include <QTableView>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// Marks on rows: set by keyboard, visible, readable by screen readers, searchable, and saved with the capture.
class TestMarking : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_fixture.reset(); }
    void everyColourIsShown();
    void pinnedRowStaysVisible();
    void manyArePinnedAtOnce();
    void pinnedRowIgnoresTheFilter();
    void colorsHaveNames();
    void marksAreInTheFirstVisibleColumn();
    void noteIsWrittenInDetails();
    void noteStaysWithItsRow();
    void aNoteIsKeptWhenItsTabCloses();
    void messagesCanBeMarked();
    void filtersFollowTheMarks();
    void marksAreRestoredFromTheFile();
    void readOnlyFilesAreReported();

private:
    [[nodiscard]] QVariant at(qsizetype logRow, int column, int role) const
    {
        return m_fixture->requests()->index(int(logRow), column).data(role);
    }
    [[nodiscard]] const Mark &markOf(qsizetype row) const
    {
        return m_fixture->log().marks().ofRequest(m_fixture->record(row));
    }
    [[nodiscard]] QTableView *table() const { return m_fixture->find<QTableView>(u"requestTable"_s); }
    [[nodiscard]] PinnedView *pinned() const { return m_fixture->find<PinnedView>(u"pinnedRequests"_s); }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers) const
    {
        table()->setFocus();
        QTest::keyClick(table(), key, modifiers);
        m_fixture->flush();
    }
    void write(const QString &text) const
    {
        press(Qt::Key_N, Qt::ControlModifier | Qt::ShiftModifier);
        auto *line = m_fixture->find<NoteLine>(u"note"_s);
        QTRY_VERIFY_WITH_TIMEOUT(line->hasFocus(), 10000);
        line->selectAll();
        QTest::keyClicks(line, text);
    }

    std::unique_ptr<WindowFixture> m_fixture;
};

void TestMarking::init()
{
    WindowFixture::failOnWarnings();
    m_fixture = std::make_unique<WindowFixture>();
    QVERIFY(m_fixture->connectToDemo());
    QVERIFY(m_fixture->waitForLists());
    m_fixture->flush();
}

void TestMarking::everyColourIsShown()
{
    const Actions &actions = m_fixture->window->page().actions();
    const QPalette palette = QGuiApplication::palette();
    const Theme &theme = Theme::of(palette);
    for (const QAction *action : actions.colors) {
        const auto color = MarkColor(action->data().toInt());
        const QImage swatch = action->icon().pixmap(16).toImage();
        QVERIFY2(!swatch.isNull(), qPrintable(action->text()));
        const QColor corner = swatch.pixelColor(swatch.width() / 2, 2); // beside the letter
        QVERIFY2(color == MarkColor::None || corner == theme.marks[size_t(color)], qPrintable(action->text()));
    }
}

void TestMarking::pinnedRowStaysVisible()
{
    QVERIFY(pinned()->isHidden());
    m_fixture->select(1);
    press(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(markOf(1).pinned);
    QTRY_VERIFY_WITH_TIMEOUT(!pinned()->isHidden(), 10000);
    QVERIFY(m_fixture->window->page().actions().pin->isChecked());
    QTRY_COMPARE_WITH_TIMEOUT(pinned()->model()->rowCount(), 1, 10000);
    QCOMPARE(pinned()->model()->index(0, RequestTable::Method).data(), at(1, RequestTable::Method, Qt::DisplayRole));
    QVERIFY(at(1, RequestTable::Number, Qt::AccessibleTextRole).toString().contains(u"pinned"_s));
    for (const int column : {int(RequestTable::Method), int(RequestTable::State)}) // below the same titles
        QCOMPARE(pinned()->columnViewportPosition(column), table()->columnViewportPosition(column));
    // Between the titles and the rows, without covering either.
    const auto area = [](const QWidget *widget) { return QRect(widget->mapToGlobal(QPoint(0, 0)), widget->size()); };
    const QRect titles = area(table()->horizontalHeader());
    QVERIFY(area(pinned()).top() >= titles.top() + table()->fontMetrics().height());
    QVERIFY(titles.contains(area(pinned())));
    QVERIFY(area(table()->viewport()).top() > area(pinned()).bottom());
    m_fixture->select(2);
    press(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_COMPARE_WITH_TIMEOUT(pinned()->model()->rowCount(), 2, 10000);
    pinned()->setFocus();
    QTest::keyClick(pinned(), Qt::Key_Up); // from a pinned row to the row itself
    QCOMPARE(m_fixture->selected(), 1);
    QTest::keyClick(pinned(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_COMPARE_WITH_TIMEOUT(pinned()->model()->rowCount(), 1, 10000);
    QVERIFY(!markOf(1).pinned);
    QVERIFY(markOf(2).pinned);
}

void TestMarking::manyArePinnedAtOnce()
{
    m_fixture->select(2);
    press(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_COMPARE_WITH_TIMEOUT(pinned()->model()->rowCount(), 1, 10000);
    const int count = table()->model()->rowCount();
    QVERIFY(count > 3);
    table()->selectAll();
    press(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_COMPARE_WITH_TIMEOUT(pinned()->model()->rowCount(), count, 10000);
    for (int row = 1; row < count; ++row)
        QVERIFY(pinned()->model()->index(row - 1, 0).data(RequestTable::LogRowRole).toInt() <
                pinned()->model()->index(row, 0).data(RequestTable::LogRowRole).toInt());
    m_fixture->select(1);
    press(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_COMPARE_WITH_TIMEOUT(pinned()->model()->rowCount(), count - 1, 10000);
}

void TestMarking::pinnedRowIgnoresTheFilter()
{
    m_fixture->select(1);
    press(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    auto *line = m_fixture->find<QLineEdit>(u"requestFilter"_s);
    line->setText(u"method:nothing"_s);
    line->setFocus();
    QTest::keyClick(line, Qt::Key_Return);
    m_fixture->flush();
    QCOMPARE(table()->model()->rowCount(), 0);
    QTRY_COMPARE_WITH_TIMEOUT(pinned()->model()->rowCount(), 1, 10000);
    pinned()->setFocus();
    QTest::keyClick(pinned(), Qt::Key_Down);
    pinned()->setCurrentIndex(pinned()->model()->index(0, 1));
    QVERIFY(!m_fixture->find<DetailsPanel>(u"detailsPanel"_s)->bytes().isEmpty());
    QVERIFY(pinned()->hasFocus());
    QVERIFY(m_fixture->window->page().actions().pin->isEnabled());
    QTest::keyClick(pinned(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY_WITH_TIMEOUT(pinned()->isHidden(), 10000);
}

void TestMarking::colorsHaveNames()
{
    m_fixture->select(1);
    press(Qt::Key_1, Qt::ControlModifier | Qt::AltModifier);
    QVERIFY(markOf(1).color == MarkColor::Red);
    QVERIFY(at(1, RequestTable::Number, Qt::AccessibleTextRole).toString().contains(u"red"_s));
    QCOMPARE(at(1, 0, RowMarks::ColorRole).toInt(), int(MarkColor::Red));
    const Actions &actions = m_fixture->window->page().actions();
    QVERIFY(actions.colors.constFirst()->isChecked());
    press(Qt::Key_6, Qt::ControlModifier | Qt::AltModifier);
    QVERIFY(markOf(1).color == MarkColor::Purple);
    QVERIFY(!actions.colors.constFirst()->isChecked());
    press(Qt::Key_0, Qt::ControlModifier | Qt::AltModifier);
    QVERIFY(markOf(1).isEmpty());
    QVERIFY(!actions.removeMarks->isEnabled());
}

/// Marks come before the method; if that column is hidden, before the next one.
void TestMarking::marksAreInTheFirstVisibleColumn()
{
    table()->clearSelection();
    table()->setCurrentIndex({});
    const auto widths = [this] {
        QList<int> all;
        for (int column = 0; column < RequestTable::ColumnCount; ++column)
            all << table()->sizeHintForIndex(table()->model()->index(1, column)).width();
        return all;
    };
    const auto cell = [this](int column) {
        return table()->viewport()->grab(table()->visualRect(table()->model()->index(1, column))).toImage();
    };
    const QList<int> without = widths();
    QHash<int, QImage> before;
    using namespace RequestTable;
    const auto columns = {Method, Name, State};
    for (const int column : columns)
        before.insert(column, cell(column));
    m_fixture->conversation().mark(m_fixture->log().marks().placeOf(m_fixture->record(1)), {.note = u"look"_s});
    m_fixture->flush();
    for (const int marked : columns) {
        for (const int column : columns) {
            const bool isMarked = column == marked;
            QCOMPARE(widths().at(column) > without.at(column), isMarked);
            if (column >= marked)
                QCOMPARE(cell(column) != before.value(column), isMarked);
        }
        table()->setColumnHidden(marked, true);
        for (const int column : columns) // their widths may have changed
            table()->setColumnWidth(column, before.value(column).width());
    }
}

void TestMarking::noteIsWrittenInDetails()
{
    m_fixture->select(1);
    write(u"why?"_s);
    auto *line = m_fixture->find<NoteLine>(u"note"_s);
    QTest::keyClick(line, Qt::Key_Return);
    QCOMPARE(markOf(1).note, u"why?"_s);
    QTRY_VERIFY_WITH_TIMEOUT(table()->hasFocus(), 10000);
    m_fixture->flush();
    QVERIFY(at(1, RequestTable::Method, Qt::ToolTipRole).toString().contains(u"why?"_s));
    QVERIFY(at(1, RequestTable::Number, Qt::AccessibleTextRole).toString().contains(u"note: why?"_s));
    write(u"never mind"_s);
    QTest::keyClick(line, Qt::Key_Escape);
    QCOMPARE(line->text(), u"why?"_s);
    QCOMPARE(markOf(1).note, u"why?"_s);
    write(u" "_s);
    QTest::keyClick(line, Qt::Key_Return);
    QVERIFY(markOf(1).isEmpty());
}

void TestMarking::noteStaysWithItsRow()
{
    m_fixture->select(1);
    write(u"of the first"_s);
    m_fixture->select(2); // before editing was finished
    auto *line = m_fixture->find<NoteLine>(u"note"_s);
    QCOMPARE(line->text(), QString());
    QCOMPARE(markOf(1).note, u"of the first"_s);
    QVERIFY(markOf(2).isEmpty());
    m_fixture->select(1);
    QCOMPARE(line->text(), u"of the first"_s);
}

void TestMarking::aNoteIsKeptWhenItsTabCloses()
{
    const QString path = m_fixture->file(u"kept.pullcord"_s);
    m_fixture->conversation().capture().flush();
    QVERIFY(QFile::copy(m_fixture->conversation().capture().path(), path));
    m_fixture->window->controller().openFile(path);
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->log().count() > 2, 10000);
    m_fixture->flush();
    m_fixture->select(1);
    write(u"half writ"_s);
    m_fixture->window->page().actions().closeTab->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!m_fixture->window->controller().conversation(), 10000);
    m_fixture->window->controller().openFile(path);
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->log().count() > 2, 10000);
    QCOMPARE(markOf(1).note, u"half writ"_s);
}

void TestMarking::messagesCanBeMarked()
{
    auto *messages = m_fixture->find<QTableView>(u"messageTable"_s);
    messages->setFocus();
    QTest::keyClick(messages, Qt::Key_End);
    QTest::keyClick(messages, Qt::Key_Home);
    QTest::keyClick(messages, Qt::Key_2, Qt::ControlModifier | Qt::AltModifier);
    QTest::keyClick(messages, Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    m_fixture->flush();
    const QModelIndex first = messages->model()->index(0, MessageTable::Number);
    QCOMPARE(first.data(RowMarks::ColorRole).toInt(), int(MarkColor::Orange));
    QVERIFY(first.data(Qt::AccessibleTextRole).toString().contains(u"pinned, orange"_s));
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->find<PinnedView>(u"pinnedMessages"_s)->model()->rowCount(), 1, 10000);
    QVERIFY(pinned()->isHidden());
    for (int row = 0; row < messages->model()->rowCount(); ++row) // the Mark event is not listed
        QVERIFY(EventKind(messages->model()->index(row, 0).data(MessageTable::EventKindRole).toInt()) !=
                EventKind::Mark);
}

void TestMarking::filtersFollowTheMarks()
{
    auto *line = m_fixture->find<QLineEdit>(u"requestFilter"_s);
    m_fixture->select(1);
    press(Qt::Key_3, Qt::ControlModifier | Qt::AltModifier);
    line->setText(u"color:yellow"_s);
    line->setFocus();
    QTest::keyClick(line, Qt::Key_Return);
    m_fixture->flush();
    QCOMPARE(table()->model()->rowCount(), 1);
    m_fixture->select(1);
    press(Qt::Key_0, Qt::ControlModifier | Qt::AltModifier);
    QCOMPARE(table()->model()->rowCount(), 0);
}

void TestMarking::marksAreRestoredFromTheFile()
{
    m_fixture->select(1);
    press(Qt::Key_4, Qt::ControlModifier | Qt::AltModifier);
    m_fixture->conversation().capture().flush();
    const QString live = m_fixture->conversation().capture().path();
    const QString path = m_fixture->file(u"kept.pullcord"_s);
    QVERIFY(QFile::copy(live, path));
    m_fixture->window->controller().openFile(path);
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->log().count() > 2, 10000);
    QVERIFY(markOf(1).color == MarkColor::Green);
    m_fixture->flush();
    m_fixture->select(2);
    press(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    m_fixture->window->controller().close();
    m_fixture->window->controller().openFile(path);
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->log().count() > 2, 10000);
    QVERIFY(markOf(2).pinned);
    QTRY_VERIFY_WITH_TIMEOUT(!pinned()->isHidden(), 10000);
}

void TestMarking::readOnlyFilesAreReported()
{
    m_fixture->conversation().capture().flush();
    // While it is recorded elsewhere, the file belongs to another program.
    auto *bar = m_fixture->find<MessageBar>(u"messageBar"_s);
    const QString path = m_fixture->file(u"cut.pullcord"_s);
    QVERIFY(QFile::copy(m_fixture->conversation().capture().path(), path));
    QFile file(path);
    QVERIFY(file.open(QIODevice::Append));
    file.write("{\"t\":1");
    file.close();
    m_fixture->window->controller().openFile(path);
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->log().count() > 2, 10000);
    m_fixture->flush();
    m_fixture->select(1);
    press(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY_WITH_TIMEOUT(!pinned()->isHidden(), 10000); // shown again
    QVERIFY2(bar->text().contains(u"will not be saved"_s), qPrintable(bar->text()));
}

QTEST_MAIN(TestMarking)
#include "tst_marking.moc"
