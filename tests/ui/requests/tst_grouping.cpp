// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/windowfixture.h"

#include "support/exchanges.h"
#include "ui/actions.h"
#include "ui/models/requests/groupedrequestmodel.h"
#include "ui/models/requests/requestmodelroles.h"
#include "ui/panels/requestspanel.h"
#include "ui/views/filter/filterbar.h"
#include "ui/views/requests/requesttable.h"

#include <QCheckBox>
#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QHeaderView>
#include <QImage>
#include <QLineEdit>
#include <QMenu>
#include <QPaintEngine>
#include <QPainter>
#include <QScrollBar>
#include <QStyleOptionViewItem>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

namespace {

/// Collects the texts that are painted.
class WordsEngine final : public QPaintEngine
{
public:
    using QPaintEngine::QPaintEngine;
    bool begin(QPaintDevice *) override { return true; }
    bool end() override { return true; }
    void updateState(const QPaintEngineState &) override {}
    void drawPixmap(const QRectF &, const QPixmap &, const QRectF &) override {}
    void drawTextItem(const QPointF &, const QTextItem &item) override { m_text += item.text(); }
    [[nodiscard]] Type type() const override { return User; }

    QString m_text;
};

class PaintedWords final : public QImage
{
public:
    PaintedWords()
        : QImage(1, 1, Format_ARGB32)
    {}
    [[nodiscard]] QPaintEngine *paintEngine() const override { return &m_engine; }
    [[nodiscard]] QString text() const { return m_engine.m_text; }

private:
    mutable WordsEngine m_engine{QPaintEngine::AllFeatures};
};

} // namespace

/// Related requests under their first one, by keyboard and mouse.
class TestGrouping : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_fixture.reset(); }
    void aTaskIsOneRow();
    void leftAndRightFoldAndUnfold();
    void clickOnTheArrowUnfolds();
    void foldedRowsAreFound();
    void unfoldingKeepsTheScrollPosition();
    void unfoldingDoesNotFollowTheEnd();
    void foldedCallRepresentsItsLegs();
    void countIsNeverElided();
    void foldedGroupIsExportedWhole();
    void groupingIsRemembered();

private:
    static constexpr int Limit = 5000;
    static constexpr int Polls = 30;

    /// Opens a file with `before` calls, a call whose task was polled, and `behind` calls.
    void openFile(int before = 2, int behind = 2);
    [[nodiscard]] RequestsPanel &panel() const { return *m_fixture->find<RequestsPanel>(u"requestsPanel"_s); }
    [[nodiscard]] RequestTableView &table() const { return *panel().table(); }
    [[nodiscard]] int rows() const { return table().model()->rowCount(); }
    [[nodiscard]] QString text(int row, int column) const
    {
        return table().model()->index(row, column).data().toString();
    }
    [[nodiscard]] QPoint markOf(int row) const
    {
        const QRect cell = table().visualRect(table().model()->index(row, 0));
        return {cell.left() + RequestDelegate::indentStep(table().fontMetrics()) / 2, cell.center().y()};
    }

    std::unique_ptr<WindowFixture> m_fixture;
};

void TestGrouping::init()
{
    WindowFixture::failOnWarnings();
    m_fixture = std::make_unique<WindowFixture>();
}

void TestGrouping::openFile(int before, int behind)
{
    QByteArray lines = headerLine();
    int id = 0;
    const auto call = [&](const QByteArray &method, const QByteArray &details) {
        const QByteArray number = QByteArray::number(++id);
        lines += R"({"t":)" + number + R"(000,"d":"c2s","k":"message",)" + details + R"("m":{"jsonrpc":"2.0","id":)" +
                 number + R"(,"method":")" + method + "\"}}\n";
        lines += R"({"t":)" + number + R"(500,"d":"s2c","k":"message","m":{"jsonrpc":"2.0","id":)" + number +
                 R"(,"result":{}}})"
                 "\n";
    };
    for (int i = 0; i < before; ++i)
        call("tools/call", {});
    call("tools/call", {});
    const QByteArray follows = R"("follows":")" + QByteArray::number(id) + R"(",)";
    for (int i = 0; i < Polls; ++i)
        call("tasks/get", follows);
    for (int i = 0; i < behind; ++i)
        call("tools/call", {});
    const QString path = m_fixture->file(u"task.pullcord"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(lines), lines.size());
    file.close();
    m_fixture->window->openCapture(path);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->log().count(), before + 1 + Polls + behind, Limit);
    m_fixture->flush();
    QCOMPARE(rows(), before + 1 + behind);
}

void TestGrouping::aTaskIsOneRow()
{
    QVERIFY(m_fixture->connectToDemo({u"--legacy-only"_s}));
    QVERIFY(m_fixture->waitForLists());
    auto *asTask = m_fixture->find<QCheckBox>(u"callAsTask"_s);
    QVERIFY(m_fixture->call(u"task_slow"_s, R"({"ms":10})") >= 0);
    QTest::keyClick(asTask, Qt::Key_Space);
    const qsizetype task = m_fixture->call(u"task_slow"_s, R"({"ms":900})");
    const auto row = [&] { return panel().grouped().rowOf(task); };
    QTRY_COMPARE_WITH_TIMEOUT(text(row(), RequestTable::State), u"Task: completed"_s, Limit);
    m_fixture->flush();
    const QString method = text(row(), RequestTable::Method);
    QVERIFY2(method.startsWith(u"tools/call · "_s) && method.contains(u"poll"_s), qPrintable(method));
    QVERIFY(m_fixture->log().count() > task + 1);
    QCOMPARE(panel().grouped().rowShowing(task + 1) - row(),
             panel().grouped().rowOf(task + 1) < 0 ? 0 : 1); // under it or inside it
}

void TestGrouping::leftAndRightFoldAndUnfold()
{
    openFile();
    QCOMPARE(text(2, RequestTable::Method), u"tools/call · 30 polls"_s);
    table().setFocus();
    panel().select(2);
    QTest::keyClick(&table(), Qt::Key_Right);
    QCOMPARE(rows(), 5 + Polls);
    QCOMPARE(panel().currentRow(), 2);
    QCOMPARE(text(3, RequestTable::Method), u"tasks/get · 2/31"_s);
    for (int i = 0; i < 3; ++i)
        QTest::keyClick(&table(), Qt::Key_Down);
    QCOMPARE(panel().currentRow(), 5);
    QTest::keyClick(&table(), Qt::Key_Up, Qt::ControlModifier); // away and back
    panel().select(2);
    QTest::keyClick(&table(), Qt::Key_Left);
    QCOMPARE(rows(), 5);
    QCOMPARE(panel().currentRow(), 2);
    panel().select(0); // without a group the keys move between cells
    QTest::keyClick(&table(), Qt::Key_Right);
    QCOMPARE(table().currentIndex().column(), 1);
    QCOMPARE(rows(), 5);
}

void TestGrouping::clickOnTheArrowUnfolds()
{
    openFile();
    panel().select(0);
    QTest::mouseClick(table().viewport(), Qt::LeftButton, {}, markOf(2));
    QCOMPARE(rows(), 5 + Polls);
    QCOMPARE(panel().currentRow(), 0); // not a selection
    panel().select(10);
    QTest::mouseClick(table().viewport(), Qt::LeftButton, {}, markOf(2));
    QCOMPARE(rows(), 5);
    QCOMPARE(panel().currentRow(), 2);                                    // the selected part was folded into it
    QTest::mouseClick(table().viewport(), Qt::LeftButton, {}, markOf(1)); // a row without a mark
    QCOMPARE(panel().currentRow(), 1);
    QCOMPARE(rows(), 5);
}

void TestGrouping::foldedRowsAreFound()
{
    openFile();
    panel().select(7);
    QCOMPARE(panel().currentRow(), 7);
    QCOMPARE(rows(), 5 + Polls);
    panel().grouped().setFolded(2, true);
    panel().filterBar()->showOnly(u"method:tasks/get"_s);
    QTRY_COMPARE_WITH_TIMEOUT(rows(), Polls, Limit);
    panel().filterBar()->showOnly({});
    QTRY_COMPARE_WITH_TIMEOUT(rows(), 5, Limit);
}

void TestGrouping::unfoldingKeepsTheScrollPosition()
{
    openFile(2, 200);
    panel().select(100);
    table().scrollTo(table().currentIndex(), QAbstractItemView::PositionAtCenter);
    const int at = table().visualRect(table().currentIndex()).top();
    panel().grouped().setFolded(2, false);
    QCOMPARE(panel().currentRow(), 100);
    QCOMPARE(table().visualRect(table().currentIndex()).top(), at);
}

void TestGrouping::unfoldingDoesNotFollowTheEnd()
{
    openFile(200, 0);
    table().setFocus();
    panel().select(200);
    table().scrollToBottom();
    const int at = table().visualRect(table().currentIndex()).top();
    QTest::keyClick(&table(), Qt::Key_Right);
    QCOMPARE(rows(), 201 + Polls);
    QCOMPARE(table().visualRect(table().currentIndex()).top(), at);
    QTest::keyClick(&table(), Qt::Key_Left);
    QTRY_COMPARE_WITH_TIMEOUT(table().verticalScrollBar()->value(), table().verticalScrollBar()->maximum(), Limit);
}

void TestGrouping::foldedCallRepresentsItsLegs()
{
    QVERIFY(m_fixture->connectToDemo());
    QVERIFY(m_fixture->waitForLists());
    const qsizetype first = m_fixture->call(u"ask_elicitation"_s, "{}");
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->conversation().question(first), Limit);
    m_fixture->conversation().question(first)->refuse(); // an answer, and so another leg
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->log().count() > first + 1, Limit);
    m_fixture->flush();
    QCOMPARE(panel().grouped().rowOf(first + 1), panel().grouped().rowOf(first) + 1);
    panel().grouped().setFolded(panel().grouped().rowOf(first), true);
    panel().select(first);
    QCOMPARE(panel().selectedRows(), QList<qsizetype>{first});
    QCOMPARE(panel().selectedWholes(), (QList<qsizetype>{first, first + 1}));
}

/// The count stays, however narrow the column and whatever comes before the method.
void TestGrouping::countIsNeverElided()
{
    openFile();
    const QModelIndex whole = table().model()->index(2, RequestTable::Method);
    const auto written = [&](int width) {
        PaintedWords words;
        QPainter painter(&words);
        QStyleOptionViewItem cell;
        cell.initFrom(&table());
        cell.widget = &table();
        cell.rect = QRect(0, 0, width, table().rowHeight(2));
        table().itemDelegate()->paint(&painter, cell, whole);
        return words.text();
    };
    for (const bool isPinned : {false, true}) {
        panel().select(2);
        if (isPinned)
            m_fixture->window->actions().pin->trigger();
        m_fixture->flush();
        const int usual = table().sizeHintForIndex(whole).width();
        const QString text = u"tools/call · 30 polls"_s;
        QCOMPARE(written(usual), text);
        QVERIFY(written(usual * 3 / 4).endsWith(u" +30"_s));
        for (int width = usual; width > usual / 3; --width)
            QVERIFY2(written(width) == text || written(width).endsWith(u" +30"_s), qPrintable(written(width)));
        QVERIFY2(written(usual / 2).endsWith(u"… +30"_s), qPrintable(written(usual / 2)));
    }
}

void TestGrouping::foldedGroupIsExportedWhole()
{
    openFile();
    panel().select(2);
    m_fixture->dialogs.path = m_fixture->file(u"part.pullcord"_s);
    m_fixture->window->actions().exportSelection->trigger();
    m_fixture->agreeToExport();
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(m_fixture->dialogs.path), Limit);
    const auto polls = [&] {
        QFile file(m_fixture->dialogs.path);
        return file.open(QIODevice::ReadOnly) ? file.readAll().count("tasks/get") : 0;
    };
    QTRY_COMPARE_WITH_TIMEOUT(polls(), Polls, Limit);
}

void TestGrouping::groupingIsRemembered()
{
    openFile();
    QAction *group = m_fixture->window->actions().groupRequests;
    QVERIFY(group->isChecked());
    QVERIFY(table().horizontalHeader()->actions().contains(group));
    panel().select(2);
    group->trigger();
    QCOMPARE(rows(), 5 + Polls);
    QCOMPARE(panel().currentRow(), 2);
    m_fixture->window->close();
    QVERIFY(!m_fixture->settings.value(Settings::GroupRequests));
    m_fixture->window = std::make_unique<MainWindow>(m_fixture->services);
    QVERIFY(!m_fixture->window->actions().groupRequests->isChecked());
    QVERIFY(!panel().grouped().isGrouping());
}

QTEST_MAIN(TestGrouping)
#include "tst_grouping.moc"
