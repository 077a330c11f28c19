// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/everywindow.h"
#include "ui/windowfixture.h"

#include "ui/actions.h"
#include "ui/views/widgets/messagebar.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QDataStream>
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QPushButton>
#include <QScopeGuard>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabBar>
#include <QTabWidget>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

namespace {
constexpr int Limit = 15'000;
/// 1440×900 pixels at 200 %, without the title bar.
constexpr QSize Least(720, 428);
constexpr QSize Tiny(640, 400); ///< 1280×800 pixels at 200 %
} // namespace

/// The window on small screens, and parts that appear automatically.
class TestSmallScreen : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_fixture.reset(); }
    void fitsOnASmallScreen();
    void formsDoNotScrollSideways();
    void listAndFormTakeTurns();
    void tablesAndDetailsTakeTurns_data();
    void tablesAndDetailsTakeTurns();
    void choiceOfDetailsIsKept();
    void barMovesNothing();
    void sizeIsSavedSoon();
    void comesBackOnAnExistingScreen_data();
    void comesBackOnAnExistingScreen();
    void everyWindowFits_data();
    void everyWindowFits();

private:
    void callAndSelect();
    [[nodiscard]] MainWindow &window() const { return *m_fixture->window; }
    [[nodiscard]] MessageBar *bar() const { return m_fixture->find<MessageBar>(u"messageBar"_s); }
    [[nodiscard]] QWidgetList controls() const;
    [[nodiscard]] static QRect placeOf(const QWidget *widget)
    {
        return {widget->mapToGlobal(QPoint()), widget->size()};
    }

    std::unique_ptr<WindowFixture> m_fixture;
};

void TestSmallScreen::init()
{
    WindowFixture::failOnWarnings();
    m_fixture = std::make_unique<WindowFixture>();
}

void TestSmallScreen::callAndSelect()
{
    QVERIFY(m_fixture->connectToDemo());
    const qsizetype row = m_fixture->call(u"echo"_s, "{\"text\":\"something that is longer than a line of Details\"}");
    QVERIFY(row >= 0);
    QTRY_VERIFY_WITH_TIMEOUT(!m_fixture->record(row).isOpen(), Limit);
    m_fixture->flush();
    m_fixture->select(row);
}

/// Returns the buttons and input fields.
QWidgetList TestSmallScreen::controls() const
{
    QWidgetList all;
    const auto add = [&](const auto &found) {
        for (QWidget *each : found) {
            if (each->isVisible() && !bar()->isAncestorOf(each))
                all << each;
        }
    };
    add(window().findChildren<QAbstractButton *>());
    add(window().findChildren<QLineEdit *>());
    add(window().findChildren<QTabBar *>());
    return all;
}

/// The window fits with any of its tabs.
void TestSmallScreen::fitsOnASmallScreen()
{
    const auto isSmall = [this] {
        const QSize least = window().minimumSizeHint();
        return least.width() <= Least.width() && least.height() <= Least.height();
    };
    QVERIFY(isSmall()); // with the start page
    callAndSelect();
    const QList<QAction *> tabs = window().actions().lowerTabs + window().actions().detailsTabs;
    for (QAction *tab : tabs) {
        tab->trigger();
        QApplication::processEvents();
        QVERIFY2(isSmall(), qPrintable(tab->objectName()));
    }
}

void TestSmallScreen::formsDoNotScrollSideways()
{
    window().resize(Tiny);
    QVERIFY(m_fixture->connectToDemo());
    m_fixture->find<QTabBar>(u"itemTabs"_s)->setCurrentIndex(1);
    auto *tree = m_fixture->find<QAbstractItemView>(u"catalogTree"_s);
    const auto *area = m_fixture->find<QWidget>(u"argumentsForm"_s)->findChild<QScrollArea *>();
    const QModelIndex tools = m_fixture->section(CatalogList::Kind::Tools);
    for (int row = 0; row < tree->model()->rowCount(tools); ++row) {
        const QModelIndex tool = tree->model()->index(row, 0, tools);
        tree->setCurrentIndex(tool);
        QCoreApplication::processEvents();
        QVERIFY2(area->horizontalScrollBar()->maximum() == 0, qPrintable(tool.data().toString()));
    }
}

/// If list and form do not fit above each other, they become tabs, and form and JSON alternate.
void TestSmallScreen::listAndFormTakeTurns()
{
    callAndSelect();
    auto *tabs = m_fixture->find<QTabBar>(u"itemTabs"_s);
    auto *tree = m_fixture->find<QAbstractItemView>(u"catalogTree"_s);
    auto *form = m_fixture->find<QWidget>(u"argumentsForm"_s);
    auto *json = m_fixture->find<QWidget>(u"jsonEdit"_s);
    auto *call = m_fixture->find<QWidget>(u"callButton"_s);
    const auto lines = [](const QWidget *one) {
        return one->isVisible() ? one->height() / one->fontMetrics().lineSpacing() : 0;
    };
    tree->setCurrentIndex(m_fixture->offered(CatalogList::Kind::Tools, u"ask_elicitation"_s)); // has a long description
    window().resize(1440, 900);
    QTRY_VERIFY_WITH_TIMEOUT(tree->isVisible() && form->isVisible() && json->isVisible(), Limit);
    QVERIFY(!tabs->isTabVisible(0));
    const int before = tree->height();
    tree->setFocus();
    window().resize(Tiny);
    QTRY_COMPARE_WITH_TIMEOUT(tabs->currentIndex(), 0, Limit);
    QVERIFY(tree->hasFocus());
    QVERIFY2(lines(tree) >= 10, qPrintable(QString::number(lines(tree))));
    QVERIFY(!call->isVisible());
    QTest::keyClick(tree, Qt::Key_Return); // shows the arguments before the call
    QTRY_VERIFY_WITH_TIMEOUT(call->isVisible() && !tree->isVisible(), Limit);
    QVERIFY(form->isAncestorOf(QApplication::focusWidget()));
    QTRY_VERIFY_WITH_TIMEOUT(!json->isVisible(), Limit);
    QTRY_VERIFY_WITH_TIMEOUT(lines(form) >= 5, Limit);
    m_fixture->find<QAbstractButton>(u"showJson"_s)->click();
    QTRY_VERIFY_WITH_TIMEOUT(lines(json) >= 5 && !form->isVisible(), Limit);
    window().actions().searchCatalog->trigger();
    QVERIFY(m_fixture->find<QWidget>(u"catalogSearch"_s)->hasFocus());
    window().resize(1440, 900);
    QTRY_VERIFY_WITH_TIMEOUT(tree->isVisible() && form->isVisible() && json->isVisible(), Limit);
    QVERIFY(m_fixture->find<QWidget>(u"catalogSearch"_s)->hasFocus());
    QVERIFY(!tabs->isTabVisible(0));
    QCOMPARE(tabs->currentIndex(), 1);
    QCOMPARE(tree->height(), before);
}

void TestSmallScreen::tablesAndDetailsTakeTurns_data()
{
    QTest::addColumn<QString>("language");
    QTest::newRow("English") << u"en"_s;
    QTest::newRow("Chinese") << u"zh_CN"_s;
}

/// If not everything fits, the requests are shown, and the details of the selection are one click away.
void TestSmallScreen::tablesAndDetailsTakeTurns()
{
    QFETCH(const QString, language);
    m_fixture = std::make_unique<WindowFixture>(WindowFixture::Person::Returns, language);
    callAndSelect();
    auto *table = m_fixture->find<QWidget>(u"requestTable"_s);
    auto *details = m_fixture->find<QWidget>(u"detailsPanel"_s);
    auto *there = m_fixture->find<QAbstractButton>(u"viewDetailsButton"_s);
    auto *back = m_fixture->find<QAbstractButton>(u"toTables"_s);
    window().resize(1440, 900);
    QTRY_VERIFY_WITH_TIMEOUT(details->isVisible() && table->isVisible(), Limit);
    QVERIFY(!there->isVisible() && !back->isVisible());
    const int width = details->width();
    window().resize(Tiny);
    QTRY_VERIFY_WITH_TIMEOUT(!details->isVisible() && table->isVisible(), Limit);
    QTRY_VERIFY_WITH_TIMEOUT(placeOf(&window()).contains(placeOf(there)), Limit);
    there->click();
    QVERIFY(details->isVisible() && !table->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(details->width() > Tiny.width() / 2, Limit);
    QVERIFY(m_fixture->find<QWidget>(u"catalogTree"_s)->isVisible());
    back->click();
    QVERIFY(!details->isVisible() && table->isVisible());
    QVERIFY(table->hasFocus());
    window().actions().viewDetails->trigger(); // as by the shortcut
    QVERIFY(details->isVisible() && !table->isVisible());
    window().actions().goRequests->trigger();
    QVERIFY(!details->isVisible() && table->hasFocus());
    window().actions().detailsTabs.at(2)->trigger();
    QVERIFY(details->isVisible() && !table->isVisible());
    window().actions().lowerTabs.at(1)->trigger();
    QVERIFY(!details->isVisible() && table->isVisible());
    for (const int wider : {800, 1000, 1200, 1440}) { // as when dragging the edge
        window().resize(wider, 900);
        QCoreApplication::processEvents();
    }
    QTRY_VERIFY_WITH_TIMEOUT(details->isVisible() && table->isVisible(), Limit);
    QCOMPARE(details->width(), width);
}

/// If the user hid Details and looked at them in a narrow window, they stay hidden in a wide one and after a restart.
void TestSmallScreen::choiceOfDetailsIsKept()
{
    callAndSelect();
    const auto *details = m_fixture->find<QWidget>(u"detailsPanel"_s);
    QAction *view = window().actions().viewDetails;
    window().resize(1440, 900);
    view->trigger();
    QVERIFY(!details->isVisible());
    window().resize(Tiny);
    view->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(details->isVisible(), Limit);
    window().resize(1440, 900);
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->find<QWidget>(u"requestTable"_s)->isVisible(), Limit);
    QVERIFY(!details->isVisible() && !view->isChecked());
    view->trigger();
    window().resize(Tiny);
    QTRY_VERIFY_WITH_TIMEOUT(!details->isVisible(), Limit);
    m_fixture->window.reset(); // saves its layout
    m_fixture->window = std::make_unique<MainWindow>(m_fixture->services);
    QVERIFY(window().actions().viewDetails->isChecked());
}

void TestSmallScreen::barMovesNothing()
{
    callAndSelect();
    window().actions().findInDetails->trigger();
    m_fixture->find<QTabWidget>(u"lowerTabs"_s)->setCurrentWidget(m_fixture->find<QWidget>(u"statisticsPanel"_s));
    QApplication::processEvents();
    for (const QString &name : {u"findText"_s, u"onlyFiltered"_s})
        QVERIFY2(m_fixture->find<QWidget>(name)->isVisible(), qPrintable(name));
    QHash<QWidget *, QRect> before;
    const QWidgetList all = controls();
    for (QWidget *each : all)
        before.insert(each, placeOf(each));
    const auto isSame = [&] {
        for (auto each = before.cbegin(); each != before.cend(); ++each) {
            if (placeOf(each.key()).topLeft() != each->topLeft())
                return each.key()->objectName() + u' ' + QString::fromLatin1(each.key()->metaObject()->className());
        }
        return QString();
    };
    for (const QString &text : {u"Nothing to cancel."_s, u"A long story "_s.repeated(40)}) {
        bar()->show(MessageBar::Kind::Info, text, u"Do it"_s, this, [] {});
        QTRY_VERIFY_WITH_TIMEOUT(bar()->isVisible(), Limit);
        QApplication::processEvents();
        QCOMPARE(isSame(), QString());
    }
    bar()->dismiss();
    QApplication::processEvents();
    QCOMPARE(isSame(), QString());
}

void TestSmallScreen::sizeIsSavedSoon()
{
    const QByteArray before = m_fixture->settings.layout(u"mainWindow"_s);
    window().resize(711, 577); // it fits on the screen: Qt 6.8 shrinks others when it restores them
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->settings.layout(u"mainWindow"_s) != before, Limit);
    MainWindow next(m_fixture->services); // without a normal end
    QCOMPARE(next.size(), QSize(711, 577));
}

void TestSmallScreen::comesBackOnAnExistingScreen_data()
{
    QTest::addColumn<QRect>("place");
    QTest::addColumn<int>("screen");
    QTest::addColumn<int>("screenWidth");
    QTest::addColumn<bool>("maximized");
    const QRect right(2200, 100, 1440, 860);
    QTest::newRow("a monitor at the right that is gone") << right << 1 << 1920 << false;
    QTest::newRow("one at the left") << QRect(-1500, 100, 1440, 860) << 1 << 1920 << false;
    QTest::newRow("one above, of our width") << QRect(10, -900, 700, 700) << 1 << 800 << false;
    QTest::newRow("half of it outside") << QRect(500, 500, 700, 700) << 0 << 800 << false;
    QTest::newRow("its title above") << QRect(50, -200, 700, 700) << 0 << 800 << false;
    QTest::newRow("a larger screen") << QRect(100, 100, 2400, 1300) << 0 << 2560 << false;
    QTest::newRow("a little larger") << QRect(0, 0, 1000, 900) << 0 << 1000 << false;
    QTest::newRow("maximized there") << right << 1 << 1920 << true;
    QTest::newRow("maximized on a little larger one") << QRect(20, 20, 960, 900) << 0 << 1000 << true;
}

/// The whole window is visible, wherever it was closed, also after it is unmaximized.
void TestSmallScreen::comesBackOnAnExistingScreen()
{
    QFETCH(const QRect, place);
    QFETCH(const int, screen);
    QFETCH(const int, screenWidth);
    QFETCH(const bool, maximized);
    QByteArray left; // as saveGeometry() writes it
    QDataStream stream(&left, QIODevice::WriteOnly);
    stream.setVersion(QDataStream::Qt_4_0);
    stream << quint32(0x1D9D0CB) << quint16(3) << quint16(0) << place << place << qint32(screen) << quint8(maximized)
           << quint8(0) << qint32(screenWidth) << place;
    if (maximized) { // as it is saved then
        window().showMaximized();
        const auto fills = [this] { return m_fixture->settings.layout(u"mainWindowFillsScreen"_s); };
        QTRY_COMPARE_WITH_TIMEOUT(fills(), "maximized"_ba, Limit);
    }
    m_fixture->settings.setLayout(u"mainWindow"_s, left);
    MainWindow next(m_fixture->services);
    next.show();
    next.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&next));
    QCOMPARE(next.isMaximized(), maximized);
    const QRect available = next.screen()->availableGeometry();
    const auto isInSight = [&] { return available.contains(next.frameGeometry()); };
    const auto where = [&next] {
        const QRect frame = next.frameGeometry();
        return u"%1x%2 at %3, %4"_s.arg(frame.width()).arg(frame.height()).arg(frame.x()).arg(frame.y());
    };
    QTRY_VERIFY2_WITH_TIMEOUT(isInSight(), qPrintable(where()), Limit);
    next.showNormal();
    QTRY_VERIFY2_WITH_TIMEOUT(isInSight() && !next.isMaximized(), qPrintable(where()), Limit);
}

void TestSmallScreen::everyWindowFits_data()
{
    QTest::addColumn<QString>("what");
    for (const QString &what : EveryWindow::names())
        QTest::newRow(qPrintable(what)) << what;
}

/// A window is not larger than the screen at first. At its minimum size all buttons at its end are visible, and others
/// are cut only inside a scroll area. Dialogs also with a font of 10 points.
void TestSmallScreen::everyWindowFits()
{
    QFETCH(const QString, what);
    const QFont usual = QApplication::font();
    const auto restore = qScopeGuard([&usual] { QApplication::setFont(usual); });
    EveryWindow windows(*m_fixture);
    QWidget *one = windows.open(what);
    QVERIFY(one);
    if (one != &window()) {
        QFont font = usual;
        font.setPointSizeF(10);
        QApplication::setFont(font);
    }
    QApplication::processEvents();
    const QSize room = one->screen()->availableSize();
    if (one != &window()) // sized by the fixture
        QVERIFY2(one->width() <= room.width() && one->height() <= room.height(),
                 qPrintable(u"%1x%2"_s.arg(one->width()).arg(one->height())));
    one->resize(Tiny);
    QApplication::processEvents();
    QVERIFY2(one->width() <= Tiny.width() && one->height() <= Tiny.height(),
             qPrintable(u"%1x%2"_s.arg(one->width()).arg(one->height())));
    const QList<QDialogButtonBox *> boxes = one->findChildren<QDialogButtonBox *>();
    for (const QDialogButtonBox *box : boxes) {
        const QList<QAbstractButton *> buttons = box->buttons();
        for (const QAbstractButton *button : buttons)
            QVERIFY2(!box->isVisible() || placeOf(one).contains(placeOf(button)), qPrintable(button->text()));
    }
    const auto scrolls = [one](const QWidget *widget) {
        while (widget != one && !qobject_cast<const QAbstractScrollArea *>(widget))
            widget = widget->parentWidget();
        return widget != one;
    };
    const QList<QPushButton *> buttons = one->findChildren<QPushButton *>();
    for (const QPushButton *button : buttons) {
        if (button->isVisible() && button->window() == one && !scrolls(button))
            QVERIFY2(button->visibleRegion().boundingRect() == button->rect(), qPrintable(button->objectName()));
    }
}

QTEST_MAIN(TestSmallScreen)

#include "tst_smallscreen.moc"
