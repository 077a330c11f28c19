// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/windowfixture.h"

#include "ui/actions.h"
#include "ui/panels/details/detailspanel.h"
#include "ui/panels/details/rawtab.h"
#include "ui/views/filter/findbar.h"
#include "ui/views/messages/hextable.h"
#include "ui/views/messages/textview.h"
#include "ui/views/style/theme.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QLineEdit>
#include <QScrollBar>
#include <QTest>
#include <QToolButton>

using namespace Qt::StringLiterals;
using namespace Pullcord;

namespace {
constexpr int Limit = 15'000;
using Found = std::vector<HexModel::Found>;
} // namespace

/// The bytes of a message in hexadecimal.
class TestRawHex : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_fixture.reset(); }
    void rowsOfBytes();
    void bytesAreFound_data();
    void bytesAreFound();
    void largeMessagesAreReadInPlace();
    void fillsTheWidth();
    void shortcutShowsTheMessage();
    void searchFollows();
    void onlyMatchesAreMarked();
    void matchesAreHighlighted();
    void rowsAreCopied();
    void choiceIsRemembered();

private:
    void openEcho();
    [[nodiscard]] HexTable *hex() const { return m_fixture->find<HexTable>(u"rawHex"_s); }
    [[nodiscard]] static std::vector<qsizetype> hits(const QByteArray &bytes, const QString &wanted);

    std::unique_ptr<WindowFixture> m_fixture;
};

void TestRawHex::init()
{
    WindowFixture::failOnWarnings();
    m_fixture = std::make_unique<WindowFixture>();
}

void TestRawHex::openEcho()
{
    QVERIFY(m_fixture->connectToDemo());
    const qsizetype row = m_fixture->call(u"echo"_s, "{\"text\":\"abc\"}");
    QVERIFY(row >= 0);
    QTRY_VERIFY_WITH_TIMEOUT(!m_fixture->record(row).isOpen(), Limit);
    m_fixture->flush();
    m_fixture->select(row);
}

std::vector<qsizetype> TestRawHex::hits(const QByteArray &bytes, const QString &wanted)
{
    BytesFinder finder(bytes, wanted);
    while (!finder.advance()) {
    }
    return finder.hits();
}

void TestRawHex::rowsOfBytes()
{
    HexModel model;
    const QAbstractItemModelTester tester(&model);
    model.setBytes(QByteArray::fromHex("7b226ac3a900") + QByteArray(12, 'x'));
    const auto text = [&](int row, int column) { return model.index(row, column).data().toString(); };
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(text(0, HexModel::Offset), u"0000"_s);
    QCOMPARE(text(0, HexModel::Digits), u"7b 22 6a c3 a9 00 78 78  78 78 78 78 78 78 78 78"_s);
    QCOMPARE(text(0, HexModel::Characters), u"{\"j...xxxxxxxxxx"_s);
    QCOMPARE(text(1, HexModel::Offset), u"0010"_s);
    QCOMPARE(text(1, HexModel::Digits), u"78 78"_s);
    model.setPerRow(4);
    QCOMPARE(model.rowCount(), 5);
    QCOMPARE(model.line(1), u"0004  a9 00 78 78  ..xx"_s);
    model.setBytes({});
    QCOMPARE(model.rowCount(), 0);
}

void TestRawHex::bytesAreFound_data()
{
    using Hits = std::vector<qsizetype>;
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("wanted");
    QTest::addColumn<Hits>("found");
    const QByteArray some("one Two one");
    QTest::newRow("text") << some << u"one"_s << Hits{0, 8};
    QTest::newRow("in any case") << some << u"tWO"_s << Hits{4};
    QTest::newRow("digits") << some << u"6f 6E"_s << Hits{0, 8};
    QTest::newRow("one pair is text") << QByteArray("6f o") << u"6f"_s << Hits{0};
    QTest::newRow("beyond ASCII") << QByteArray("x\xc3\xa9") << u"é"_s << Hits{1};
    QTest::newRow("none") << some << u"three"_s << Hits{};
    QTest::newRow("longer than all") << some << u"one Two one and more"_s << Hits{};
    QTest::newRow("nothing") << some << QString() << Hits{};
    QTest::newRow("across two steps") << QByteArray((1 << 20) - 2, '.') + "over" << u"over"_s << Hits{(1 << 20) - 2};
}

void TestRawHex::bytesAreFound()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, wanted);
    QTEST(hits(bytes, wanted), "found");
}

void TestRawHex::largeMessagesAreReadInPlace()
{
    HexTable table;
    table.resize(900, 300);
    table.show();
    const QByteArray many = QByteArray(50'000'000, 'a') + "needle";
    table.showBytes(many);
    QCOMPARE(table.hex().perRow(), 16);
    table.markFound(u"needle"_s, hits(many, u"needle"_s));
    table.goToFound(50'000'000);
    QCOMPARE(table.findFrom(), 50'000'000);
    QCOMPARE(table.hex().foundIn(table.currentIndex().row()), Found({{0, 6, true}}));
    QCOMPARE(table.hex().foundIn(0), Found());
    table.resize(300, 300);
    QVERIFY(table.hex().perRow() < 16);
    QCOMPARE(table.findFrom(), 50'000'000);
}

/// The width of the scroll bar is reserved, and nothing scrolls sideways.
void TestRawHex::fillsTheWidth()
{
    HexTable table;
    table.resize(900, 300);
    table.show();
    table.showBytes(QByteArray(64, 'a'));
    const auto leastFor = [&table](int perRow) {
        int width = 900;
        for (; width > 0; --width) {
            table.resize(width, 300);
            if (table.hex().perRow() < perRow)
                break;
        }
        table.resize(width + 1, 300);
        return width + 1;
    };
    QCOMPARE(table.hex().perRow(), 16);
    const int few = leastFor(16);
    QTRY_COMPARE_WITH_TIMEOUT(table.horizontalScrollBar()->maximum(), 0, Limit);
    table.resize(few - 1, 300);
    QCOMPARE(table.hex().perRow(), 12);
    QTRY_COMPARE_WITH_TIMEOUT(table.horizontalScrollBar()->maximum(), 0, Limit);
    table.resize(900, 300);
    table.showBytes(QByteArray(60'000, 'a')); // the offsets have the same number of digits
    QVERIFY(leastFor(16) > few);
}

void TestRawHex::shortcutShowsTheMessage()
{
    openEcho();
    QVERIFY(!hex()->isVisible());
    QTest::keyClick(m_fixture->window.get(), Qt::Key_H, Qt::ControlModifier | Qt::AltModifier);
    QTRY_VERIFY_WITH_TIMEOUT(hex()->isVisible(), Limit);
    QVERIFY(hex()->hasFocus());
    QVERIFY(!m_fixture->find<TextView>(u"rawView"_s)->isVisible());
    QCOMPARE(hex()->hex().bytes(), m_fixture->find<DetailsPanel>(u"detailsPanel"_s)->bytes());
    auto *button = m_fixture->find<QToolButton>(u"rawAsHexButton"_s);
    QVERIFY(button->isChecked());
    QCOMPARE(button->text(), u"Hex"_s);
    button->click();
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->find<TextView>(u"rawView"_s)->isVisible(), Limit);
    QVERIFY(m_fixture->find<TextView>(u"rawView"_s)->toPlainText().contains(u"abc"_s));
}

void TestRawHex::searchFollows()
{
    openEcho();
    m_fixture->window->actions().detailsTabs.at(3)->trigger();
    m_fixture->window->actions().findInDetails->trigger();
    m_fixture->find<QLineEdit>(u"findText"_s)->setText(u"abc"_s);
    auto *status = m_fixture->find<QWidget>(u"findStatus"_s);
    QVERIFY(status);
    const QByteArray bytes = m_fixture->find<DetailsPanel>(u"detailsPanel"_s)->bytes();
    const qsizetype place = bytes.indexOf("abc");
    QVERIFY(place > 0);
    m_fixture->window->actions().rawAsHex->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(hex()->currentIndex().row(), int(place / hex()->hex().perRow()), Limit);
    const int first = int(place % hex()->hex().perRow());
    QCOMPARE(hex()->hex().foundIn(hex()->currentIndex().row()).front().begin, first);
}

void TestRawHex::onlyMatchesAreMarked()
{
    HexModel model;
    model.setBytes(QByteArray(14, '.') + "four" + QByteArray(3, '.') + "four" + QByteArray(10, '.'));
    model.setFound({14, 21}, 4);
    QCOMPARE(model.foundIn(0), Found({{14, 16, false}}));
    QCOMPARE(model.foundIn(1), Found({{0, 2, false}, {5, 9, false}}));
    QCOMPARE(model.foundIn(2), Found());
    model.setCurrentFound(14);
    QCOMPARE(model.foundIn(0), Found({{14, 16, true}}));
    QCOMPARE(model.foundIn(1), Found({{0, 2, true}, {5, 9, false}}));
    model.setPerRow(8);
    QCOMPARE(model.foundIn(1), Found({{6, 8, true}}));
    for (const int byte : {0, 7, 8, 15}) { // the letters are where letterOf() states
        model.setPerRow(16);
        model.setBytes(QByteArray(byte, 'a') + '!' + QByteArray(15 - byte, 'a'));
        for (const auto &[column, letters] : {std::pair(HexModel::Digits, u"21"_s), {HexModel::Characters, u"!"_s}}) {
            const QModelIndex cell = model.index(0, column);
            QCOMPARE(model.letterOf(byte, cell), cell.data().toString().indexOf(letters));
        }
    }
}

/// Reads the background behind the middle of a byte.
void TestRawHex::matchesAreHighlighted()
{
    HexTable table;
    table.resize(900, 300);
    table.show();
    const QByteArray bytes = QByteArray(9, '.') + "one" + QByteArray(15, '.') + "one" + QByteArray(100, '.');
    table.showBytes(bytes);
    table.selectRow(1); // marks are visible in a selected row too
    table.markFound(u"one"_s, hits(bytes, u"one"_s));
    table.goToFound(27);
    QCOMPARE(table.selectionModel()->selectedRows().value(0).row(), 1); // the selection stays
    const QImage picture = table.viewport()->grab().toImage();
    const QModelIndex digits = table.model()->index(0, HexModel::Digits);
    QVERIFY(table.columnWidth(HexModel::Digits) >
            QFontMetricsF(table.font()).horizontalAdvance(digits.data().toString()));
    const Theme &theme = Theme::of(table.palette());
    const QColor base = table.palette().color(QPalette::Base);
    const QColor chosen = table.palette().color(QPalette::Highlight);
    const auto behind = [&](int row, int column, int byte) {
        const QModelIndex cell = table.model()->index(row, column);
        const QRect place = table.visualRect(cell);
        const double letter = QFontMetricsF(table.font()).horizontalAdvance(QString(100, u'0')) / 100;
        const int margin = table.style()->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, &table) + 1;
        const int x = int(place.left() + margin + (table.hex().letterOf(byte, cell) + 0.5) * letter);
        return picture.pixelColor(x, place.top()); // above the letters
    };
    for (const int column : {HexModel::Digits, HexModel::Characters}) {
        QCOMPARE(behind(0, column, 8), base);
        QCOMPARE(behind(0, column, 9), theme.foundBack);
        QCOMPARE(behind(0, column, 11), theme.foundBack);
        QCOMPARE(behind(0, column, 12), base);
        QCOMPARE(behind(1, column, 10), chosen);
        QCOMPARE(behind(1, column, 11), theme.currentBack);
        QCOMPARE(behind(1, column, 13), theme.currentBack);
        QCOMPARE(behind(1, column, 14), chosen);
    }
    table.markFound(u"ones"_s, {}); // another letter, and no match
    QCOMPARE(table.hex().currentFound(), -1);
    QCOMPARE(table.hex().foundIn(1), Found());
}

void TestRawHex::rowsAreCopied()
{
    openEcho();
    m_fixture->window->actions().rawAsHex->trigger();
    QTest::keyClick(hex(), Qt::Key_C, Qt::ControlModifier); // without a selection, the current row is copied
    QCOMPARE(QApplication::clipboard()->text(), hex()->hex().line(0) + u'\n');
    QApplication::clipboard()->clear();
    hex()->selectRow(0);
    QTest::keyClick(hex(), Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QApplication::clipboard()->text(), hex()->hex().line(0) + u'\n');
    QVERIFY(QApplication::clipboard()->text().startsWith(u"0000  7b "_s));
}

void TestRawHex::choiceIsRemembered()
{
    openEcho();
    m_fixture->window->actions().rawAsHex->trigger();
    m_fixture->window->actions().newTab->trigger();
    QVERIFY(m_fixture->window->actions().rawAsHex->isChecked());
}

QTEST_MAIN(TestRawHex)

#include "tst_rawhex.moc"
