// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/tables/letterwidth.h"
#include "ui/windowfixture.h"

#include "ui/views/content/contentnote.h"
#include "ui/views/filter/findbar.h"
#include "ui/views/messages/jsontreeview.h"
#include "ui/views/messages/peerbanner.h"
#include "ui/views/messages/questionnote.h"
#include "ui/views/style/contrast.h"
#include "ui/views/style/noanimationstyle.h"
#include "ui/views/style/theme.h"
#include "ui/views/tables/growingtableview.h"
#include "ui/views/tabs/tighttabs.h"
#include "ui/views/widgets/callout.h"
#include "ui/views/widgets/elidedlabel.h"
#include "ui/views/widgets/fieldnote.h"
#include "ui/views/widgets/messagebar.h"

#include <QApplication>
#include <QCheckBox>
#include <QHeaderView>
#include <QLabel>
#include <QProxyStyle>
#include <QPushButton>
#include <QRadioButton>
#include <QStyleFactory>
#include <QStyleOptionTab>
#include <QTabBar>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// Font and style of the desktop, also when they change while the window is open.
class TestDesktopLooks : public QObject
{
    Q_OBJECT

private slots:
    void init() { WindowFixture::failOnWarnings(); }
    void cleanup();
    void widthsFollowLatinLetters();
    void columnsFollowTheFont_data();
    void columnsFollowTheFont();
    void chosenWidthsGrowWithTheFont();
    void otherColumnsGrowWithTheFont();
    void tabsAreReadableInAnotherStyle();
    void bannersAppearAndDisappear();
    void ownColoursFollowThePalette();
    void checkableItemsHaveAFrame_data();
    void checkableItemsHaveAFrame();
    void tourDoesNotCoverItsTarget_data();
    void tourDoesNotCoverItsTarget();

private:
    static QFont scaled(double factor);
    [[nodiscard]] static QList<int> widths(const GrowingTableView &table);

    QFont m_font = QApplication::font();
    QPalette m_palette = QApplication::palette();
};

void TestDesktopLooks::cleanup()
{
    QApplication::setFont(m_font);
    QApplication::setPalette(m_palette);
    QApplication::setStyle(QStyleFactory::create(u"Fusion"_s));
}

QFont TestDesktopLooks::scaled(double factor)
{
    QFont font = QApplication::font();
    font.setPointSizeF(font.pointSizeF() * factor);
    return font;
}

QList<int> TestDesktopLooks::widths(const GrowingTableView &table)
{
    QList<int> widths;
    for (int column = 0; column < table.horizontalHeader()->count(); ++column)
        widths << (table.isColumnHidden(column) ? 0 : table.columnWidth(column));
    return widths;
}

/// Fonts with Chinese report an average width twice that of Latin letters, which most texts use.
void TestDesktopLooks::widthsFollowLatinLetters()
{
    struct Metrics
    {
        int average;
        [[nodiscard]] int averageCharWidth() const { return average; }
        [[nodiscard]] int horizontalAdvance(QChar letter) const { return letter == u'x' ? 7 : 100; }
    };
    QCOMPARE(letterWidth(Metrics{12}), 7);
    QCOMPARE(letterWidth(Metrics{6}), 6);
}

void TestDesktopLooks::columnsFollowTheFont_data()
{
    QTest::addColumn<double>("factor");
    QTest::newRow("larger") << 2.0;
    QTest::newRow("smaller") << 0.7;
}

/// The widths equal those of a window started with that font.
void TestDesktopLooks::columnsFollowTheFont()
{
    QFETCH(const double, factor);
    WindowFixture fixture;
    fixture.window->resize(1440, 900);
    QVERIFY(fixture.connectToDemo());
    fixture.flush();
    auto *table = fixture.find<GrowingTableView>(u"requestTable"_s);
    const QList<int> before = widths(*table);
    QApplication::setFont(scaled(factor));
    QTRY_VERIFY_WITH_TIMEOUT(widths(*table) != before, 5000);
    QCoreApplication::processEvents();

    WindowFixture fresh;
    fresh.window->resize(1440, 900);
    QVERIFY(fresh.connectToDemo());
    fresh.flush();
    QCoreApplication::processEvents();
    for (const QString &name : {u"requestTable"_s, u"messageTable"_s, u"statisticsTable"_s}) {
        auto *there = fixture.find<GrowingTableView>(name);
        auto *wanted = fresh.find<GrowingTableView>(name);
        there->resize(wanted->size()); // the panels divide each window differently
        QCOMPARE(widths(*there), widths(*wanted));
        QCOMPARE(there->verticalHeader()->defaultSectionSize(), wanted->verticalHeader()->defaultSectionSize());
        QCOMPARE(there->horizontalHeader()->height(), wanted->horizontalHeader()->height());
    }
}

void TestDesktopLooks::chosenWidthsGrowWithTheFont()
{
    WindowFixture fixture;
    QVERIFY(fixture.connectToDemo());
    auto *table = fixture.find<GrowingTableView>(u"requestTable"_s);
    table->setColumnWidth(1, 100); // as if dragged
    const double before = letterWidth(QFontMetricsF(table->font()));
    QApplication::setFont(scaled(2));
    const auto after = [table] { return letterWidth(QFontMetricsF(table->font())); };
    QTRY_VERIFY_WITH_TIMEOUT(after() > before, 5000);
    QCOMPARE(table->columnWidth(1), qRound(100 * after() / before));
}

/// Columns of a view that does not measure its texts grow with the font.
void TestDesktopLooks::otherColumnsGrowWithTheFont()
{
    JsonTreeView tree;
    tree.resize(1000, 300);
    tree.showJson(R"({"a key":{"another key":1}})");
    tree.show();
    const int before = tree.header()->sectionSize(0);
    const double letter = letterWidth(QFontMetricsF(tree.font()));
    QApplication::setFont(scaled(2));
    const auto wider = [&] { return letterWidth(QFontMetricsF(tree.font())) / letter; };
    QTRY_VERIFY_WITH_TIMEOUT(wider() > 1.5, 5000);
    QCOMPARE(tree.header()->sectionSize(0), qRound(before * wider()));
}

/// Tabs are readable with a proxy style, as qt6ct installs, in front of the style that paints.
void TestDesktopLooks::tabsAreReadableInAnotherStyle()
{
    QApplication::setStyle(new QProxyStyle(new QProxyStyle(QStyleFactory::create(u"Fusion"_s))));
    TightTabs tabs;
    for (const QString &title : {u"Result"_s, u"Pretty"_s, u"Tree"_s})
        tabs.addTab(new QWidget, title);
    tabs.show();
    const QTabBar *bar = tabs.tabBar();
    for (int tab = 0; tab < tabs.count(); ++tab) {
        QStyleOptionTab option;
        option.initFrom(bar);
        option.rect = bar->tabRect(tab);
        option.text = bar->tabText(tab);
        option.shape = bar->shape();
        // Use the style that paints.
        const QStyle *painting = bar->style();
        while (const auto *proxy = qobject_cast<const QProxyStyle *>(painting))
            painting = proxy->baseStyle();
        const QRect text = painting->subElementRect(QStyle::SE_TabBarTabText, &option, bar);
        QVERIFY2(text.width() >= bar->fontMetrics().horizontalAdvance(option.text), qPrintable(option.text));
    }
}

void TestDesktopLooks::bannersAppearAndDisappear()
{
    QWidget panel;
    PeerBanner banner(&panel);
    QVERIFY(banner.isHidden());
    banner.say(u"late"_s);
    QVERIFY(!banner.isHidden());
    banner.say({});
    QVERIFY(banner.isHidden());
}

/// Colors outside the palette change when the desktop turns dark, and back.
void TestDesktopLooks::ownColoursFollowThePalette()
{
    QWidget panel;
    PeerBanner banner(&panel);
    FieldNote field(&panel);
    field.say(u"wrong"_s);
    ContentNote content(ContentNote::Kind::Warning, u"odd"_s, &panel);
    MessageBar bar(&panel);
    bar.show(MessageBar::Kind::Failure, u"failed"_s);
    QuestionNote question(panel, &panel);
    question.say(u"The server asks"_s);
    FindBar search(&panel);
    search.setStatus(u"none"_s, true);
    const auto *status = search.findChild<ElidedLabel *>();
    QVERIFY(status);
    for (const bool isDark : {true, false, true}) {
        QPalette palette = m_palette;
        for (const auto role : {QPalette::Window, QPalette::Base, QPalette::AlternateBase, QPalette::Button})
            palette.setColor(role, isDark ? Qt::black : Qt::white);
        for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
            palette.setColor(role, isDark ? Qt::white : Qt::black);
        QApplication::setPalette(palette);
        const Theme &theme = Theme::of(palette);
        QTRY_COMPARE(banner.palette().color(QPalette::Window), theme.warningBack);
        QTRY_COMPARE(field.palette().color(QPalette::WindowText), theme.failure);
        QTRY_COMPARE(content.palette().color(QPalette::Window), theme.warningBack);
        QTRY_COMPARE(bar.palette().color(QPalette::Window), theme.failureBack);
        QTRY_COMPARE(question.palette().color(QPalette::Button), theme.warningBack);
        QTRY_COMPARE(status->palette().color(QPalette::WindowText), theme.failure);
    }
}

void TestDesktopLooks::checkableItemsHaveAFrame_data()
{
    QTest::addColumn<bool>("isRadio");
    QTest::newRow("check box") << false;
    QTest::newRow("radio button") << true;
}

/// In a dark palette too, the indicator has a visible edge at mid height.
void TestDesktopLooks::checkableItemsHaveAFrame()
{
    QFETCH(const bool, isRadio);
    QApplication::setPalette(QPalette(QColor(0x35, 0x35, 0x35), QColor(0x2b, 0x2b, 0x2b)));
    QApplication::setStyle(new NoAnimationStyle(u"Fusion"_s));
    const std::unique_ptr<QAbstractButton> box(isRadio ? static_cast<QAbstractButton *>(new QRadioButton)
                                                       : new QCheckBox);
    box->resize(60, 24);
    const QImage picture = box->grab().toImage();
    const QColor window = box->palette().color(QPalette::Window);
    QVERIFY(window.lightness() < 128);
    double best = 1;
    for (int x = 0; x < 12; ++x) // its left edge
        best = qMax(best, Contrast::ratio(picture.pixelColor(x, 12), window));
    QVERIFY2(best >= 2.9, qPrintable(QString::number(best)));
}

void TestDesktopLooks::tourDoesNotCoverItsTarget_data()
{
    QTest::addColumn<QSize>("room");
    QTest::addColumn<QRect>("at");
    QTest::newRow("wide, above") << QSize(1200, 800) << QRect(500, 10, 200, 30);
    QTest::newRow("wide, below") << QSize(1200, 800) << QRect(500, 760, 200, 30);
    QTest::newRow("low, in the middle") << QSize(640, 300) << QRect(250, 140, 80, 30);
    QTest::newRow("low, a long line in the middle") << QSize(640, 330) << QRect(10, 150, 620, 30);
    QTest::newRow("low, at the right") << QSize(640, 200) << QRect(520, 90, 100, 30);
}

void TestDesktopLooks::tourDoesNotCoverItsTarget()
{
    QFETCH(const QSize, room);
    QFETCH(const QRect, at);
    QWidget window;
    window.resize(room);
    QPushButton button(&window);
    button.setGeometry(at);
    Callout callout(&window);
    window.show();
    callout.point(
        &button,
        {u"3 of 3: Cancel it"_s,
         u"Its row is in flight. Type a reason if you like, and cancel it: here, with Delete in the table, or "
         "with the button in its row."_s,
         u"Cancel It"_s, u"Skip the Tour"_s},
        false);
    const auto *text = callout.findChild<QLabel *>(u"calloutText"_s);
    QVERIFY(window.rect().contains(callout.geometry()));
    QVERIFY(!callout.geometry().intersects(at));
    QVERIFY(text->height() >= text->heightForWidth(text->width()));
}

QTEST_MAIN(TestDesktopLooks)
#include "tst_desktoplooks.moc"
