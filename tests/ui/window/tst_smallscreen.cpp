// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/everywindow.h"
#include "ui/windowfixture.h"

#include "ui/actions.h"
#include "ui/mainwindow/conversationview.h"
#include "ui/panels/details/detailspanel.h"
#include "ui/views/tabs/tighttabs.h"
#include "ui/views/widgets/messagebar.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QDataStream>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
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
    void startPageFits();
    void conversationFits();
    void everythingIsThereInLittleRoom();
    void listAndFormTakeTurns();
    void tablesAndDetailsTakeTurns_data();
    void tablesAndDetailsTakeTurns();
    void fitsInLargeLetters_data();
    void fitsInLargeLetters();
    void nothingHoldsTheWindowInLargeLetters();
    void whatSomebodyWantsIsKept();
    void aFilterIsReadable();
    void nothingScrollsSideways_data();
    void nothingScrollsSideways();
    void aBarMovesNothing();
    void aBarCoversNothing();
    void aBarFromBeforeTakesNoTable();
    void sizeIsWrittenDownSoon();
    void comesBackOnTheScreenThatIsThere_data();
    void comesBackOnTheScreenThatIsThere();
    void everyWindowFits_data();
    void everyWindowFits();

private:
    void callAndSelect();
    [[nodiscard]] MainWindow &window() const { return *m_fixture->window; }
    [[nodiscard]] MessageBar *bar() const { return m_fixture->find<MessageBar>(u"messageBar"_s); }
    [[nodiscard]] QWidgetList controls() const;
    [[nodiscard]] QStringList tooLarge() const;
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

/// Returns the parts with a large minimum size, for the message of a failure.
QStringList TestSmallScreen::tooLarge() const
{
    QStringList parts;
    const QWidgetList all = window().findChildren<QWidget *>();
    for (const QWidget *each : all) {
        const QSize least = each->minimumSizeHint().expandedTo(each->minimumSize());
        if (each->isVisible() && (least.width() > Least.width() / 3 || least.height() > Least.height() / 2))
            parts << u"%1/%2 %3x%4"_s.arg(QString::fromLatin1(each->metaObject()->className()), each->objectName())
                         .arg(least.width())
                         .arg(least.height());
    }
    return parts;
}

void TestSmallScreen::startPageFits()
{
    const QSize least = window().minimumSizeHint();
    QVERIFY2(least.width() <= Least.width() && least.height() <= Least.height(),
             qPrintable(u"%1x%2: %3"_s.arg(least.width()).arg(least.height()).arg(tooLarge().join(u", "_s))));
}

void TestSmallScreen::conversationFits()
{
    callAndSelect();
    const QList<QAction *> tabs = window().actions().lowerTabs + window().actions().detailsTabs;
    for (QAction *tab : tabs) {
        tab->trigger();
        QApplication::processEvents();
        const QSize least = window().minimumSizeHint();
        QVERIFY2(least.width() <= Least.width() && least.height() <= Least.height(),
                 qPrintable(u"%1 %2x%3: %4"_s.arg(tab->objectName())
                                .arg(least.width())
                                .arg(least.height())
                                .arg(tooLarge().join(u", "_s))));
    }
}

void TestSmallScreen::everythingIsThereInLittleRoom()
{
    callAndSelect();
    window().resize(Least);
    QApplication::processEvents();
    QCOMPARE(window().size(), Least);
    const QRect whole = placeOf(&window());
    auto *tabs = m_fixture->find<QTabBar>(u"itemTabs"_s);
    QCOMPARE(tabs->tabText(tabs->currentIndex()), u"List"_s);
    for (const QString &name : {u"requestTable"_s, u"messageTable"_s, u"catalogTree"_s}) {
        const auto *view = m_fixture->find<QAbstractItemView>(name);
        QVERIFY2(whole.contains(placeOf(view)), qPrintable(name));
        QVERIFY2(view->viewport()->height() >= 2 * view->fontMetrics().height(), qPrintable(name));
    }
    const auto *search = m_fixture->find<QWidget>(u"catalogSearch"_s);
    QVERIFY(search->isVisible() && whole.contains(placeOf(search)));
    tabs->setCurrentIndex(1);
    for (const QString &name : {u"requestFilter"_s, u"callButton"_s, u"detailsTabs"_s}) {
        const auto *control = m_fixture->find<QWidget>(name);
        if (name == u"detailsTabs")
            m_fixture->find<QAbstractButton>(u"viewDetailsButton"_s)->click();
        QVERIFY2(control && control->isVisible(), qPrintable(name));
        QVERIFY2(whole.contains(placeOf(control)), qPrintable(name));
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

void TestSmallScreen::fitsInLargeLetters_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<int>("points");
    QTest::addColumn<int>("least");
    for (const auto &[points, least] : {std::pair(10, 640), {14, 640}, {20, 800}}) {
        for (const QString &language : {u"en"_s, u"zh_CN"_s})
            QTest::newRow(qPrintable(u"%1 points, %2"_s.arg(points).arg(language))) << language << points << least;
    }
}

/// From a wide window directly to a narrow one, with two tabs: all buttons above the table are visible, and no text is
/// cut.
void TestSmallScreen::fitsInLargeLetters()
{
    QFETCH(const QString, language);
    QFETCH(const int, points);
    QFETCH(const int, least);
    const QFont usual = QApplication::font();
    const auto restore = qScopeGuard([&usual] { QApplication::setFont(usual); });
    QFont font = usual;
    font.setPointSizeF(points);
    m_fixture.reset();
    QApplication::setFont(font);
    m_fixture = std::make_unique<WindowFixture>(WindowFixture::Person::Returns, language);
    window().actions().newTab->trigger();
    callAndSelect();
    for (const int width : {1440, least, 1280, 1024, 800, least}) {
        window().resize(width, 860);
        QTRY_COMPARE_WITH_TIMEOUT(window().width(), width, Limit);
        const QWidget *panel = m_fixture->find<QWidget>(u"requestsPanel"_s);
        const QList<QAbstractButton *> buttons = panel->findChildren<QAbstractButton *>();
        for (const QAbstractButton *button : buttons) {
            if (button->isVisible())
                QTRY_VERIFY2_WITH_TIMEOUT(placeOf(panel).contains(placeOf(button)), qPrintable(button->objectName()),
                                          Limit);
        }
        const auto *label = m_fixture->find<QLabel>(u"reasonLabel"_s);
        QVERIFY(!label->isVisible() || label->width() >= label->sizeHint().width());
        QVERIFY(placeOf(&window()).contains(placeOf(panel)));
    }
    QVERIFY(m_fixture->find<QAbstractButton>(u"viewDetailsButton"_s)->isVisible());
}

/// Rows of buttons wrap to two lines before they take space from the tables.
void TestSmallScreen::nothingHoldsTheWindowInLargeLetters()
{
    const QFont usual = QApplication::font();
    const auto restore = qScopeGuard([&usual] { QApplication::setFont(usual); });
    QFont font = usual;
    font.setPointSizeF(14);
    m_fixture.reset();
    QApplication::setFont(font);
    m_fixture = std::make_unique<WindowFixture>();
    callAndSelect();
    m_fixture->find<QWidget>(u"argumentsEditor"_s)->findChild<QPlainTextEdit *>(u"jsonEdit"_s)->setPlainText(u"{"_s);
    m_fixture->find<QTabWidget>(u"lowerTabs"_s)->setCurrentWidget(m_fixture->find<QWidget>(u"statisticsPanel"_s));
    window().resize(860, 700);
    QTRY_COMPARE_WITH_TIMEOUT(window().width(), 860, Limit);
    const auto *leftOut = m_fixture->find<QWidget>(u"leftOutColumns"_s);
    QTRY_VERIFY_WITH_TIMEOUT(leftOut->isVisible(), Limit);
    const auto least = [this](const QString &name) {
        return m_fixture->find<QWidget>(name)->minimumSizeHint().width();
    };
    const int server = m_fixture->find<QWidget>(u"serverPanel"_s)->minimumWidth();
    QVERIFY2(least(u"argumentsEditor"_s) < server, qPrintable(QString::number(least(u"argumentsEditor"_s))));
    const QWidget *onlyFiltered = m_fixture->find<QWidget>(u"onlyFiltered"_s);
    QVERIFY2(least(u"statisticsPanel"_s) < onlyFiltered->sizeHint().width() + leftOut->sizeHint().width(),
             qPrintable(QString::number(least(u"statisticsPanel"_s))));
    const auto *reset = m_fixture->find<QWidget>(u"resetValue"_s);
    QVERIFY(leftOut->width() >= leftOut->sizeHint().width() && reset->width() >= reset->sizeHint().width());
    const auto *table = m_fixture->find<QAbstractItemView>(u"requestTable"_s);
    QTRY_COMPARE_WITH_TIMEOUT(table->horizontalScrollBar()->maximum(), 0, Limit);
    for (int i = 0; i < 20; ++i) // until the vertical scroll bar appears
        QVERIFY(m_fixture->call(u"echo"_s, R"({"text":"x"})") >= 0);
    m_fixture->flush();
    QTRY_VERIFY_WITH_TIMEOUT(table->verticalScrollBar()->maximum() > 0, Limit);
    QTRY_COMPARE_WITH_TIMEOUT(table->horizontalScrollBar()->maximum(), 0, Limit);
    const auto *tabs = m_fixture->find<QTabBar>(u"itemTabs"_s);
    QVERIFY(tabs->isTabVisible(0)); // the list is a tab too
    QVERIFY2(tabs->tabRect(tabs->count() - 1).right() < tabs->width(), qPrintable(QString::number(tabs->width())));
    QVERIFY2(least(u"itemPanel"_s) <= tabs->width(), qPrintable(QString::number(least(u"itemPanel"_s))));
}

/// A filter is readable in a window of any width, and typing moves nothing.
void TestSmallScreen::aFilterIsReadable()
{
    callAndSelect();
    for (const int width : {1440, 1060, 1010, 960, 900, 800, 640}) {
        window().resize(width, 800);
        QTRY_COMPARE_WITH_TIMEOUT(window().width(), width, Limit);
        for (const QString &name : {u"requestFilter"_s, u"messageFilter"_s}) {
            auto *line = m_fixture->find<QLineEdit>(name);
            QVERIFY(line->isVisible());
            line->setFocus();
            QCoreApplication::processEvents();
            const int top = placeOf(line).top();
            line->clear();
            QTest::keyClicks(line, u"name:echo  ok"_s);
            QTest::keyClick(line, Qt::Key_Return);
            const auto *counts =
                m_fixture->find<QWidget>(name == u"requestFilter" ? u"requestCounts"_s : u"messageCounts"_s);
            QTRY_VERIFY_WITH_TIMEOUT(counts->isVisible(), Limit);
            QCoreApplication::processEvents();
            constexpr int Icons = 2 * 26;
            const int least = 12 * line->fontMetrics().averageCharWidth() + Icons;
            QVERIFY2(line->width() >= least, qPrintable(u"%1 at %2: %3"_s.arg(name).arg(width).arg(line->width())));
            QVERIFY(placeOf(&window()).contains(placeOf(line)));
            QCOMPARE(placeOf(line).top(), top);
            line->clear();
            QTest::keyClick(line, Qt::Key_Return);
        }
        const auto *panel = m_fixture->find<QWidget>(u"requestsPanel"_s);
        QVERIFY(placeOf(panel).contains(placeOf(m_fixture->find<QWidget>(u"reason"_s))));
    }
}

/// If the user hid Details and looked at them in a narrow window, they stay hidden in a wide one and after a restart.
void TestSmallScreen::whatSomebodyWantsIsKept()
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

void TestSmallScreen::nothingScrollsSideways_data()
{
    tablesAndDetailsTakeTurns_data();
}

/// The tables with every column filled, and the form of each tool; the name of the server is readable.
void TestSmallScreen::nothingScrollsSideways()
{
    QFETCH(const QString, language);
    m_fixture = std::make_unique<WindowFixture>(WindowFixture::Person::Returns, language);
    window().resize(Tiny);
    QVERIFY(m_fixture->connectToDemo({u"--legacy-only"_s}));
    QVERIFY(m_fixture->waitForLists());
    const qsizetype late = m_fixture->call(u"late"_s, R"({"ms": 10, "from_cancel": true})");
    const qsizetype slow = m_fixture->call(u"slow"_s, R"({"ms": 60000, "steps": 600})");
    m_fixture->select(late);
    window().actions().cancel->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->record(late).late.answered(), Limit);
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->record(slow).progress.count > 0, Limit);
    m_fixture->flush();
    for (const QString &name : {u"requestTable"_s, u"messageTable"_s}) {
        const auto *table = m_fixture->find<QAbstractItemView>(name);
        QTRY_VERIFY2_WITH_TIMEOUT(table->horizontalScrollBar()->maximum() == 0, qPrintable(name), Limit);
    }
    const auto *server = m_fixture->find<QLabel>(u"statusServer"_s);
    QVERIFY(server->fontMetrics().horizontalAdvance(u"pullcord-demo-server"_s) < server->contentsRect().width());
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

void TestSmallScreen::aBarMovesNothing()
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

void TestSmallScreen::aBarCoversNothing()
{
    callAndSelect();
    for (const QSize &size : {QSize(1440, 900), Least}) {
        window().resize(size);
        bar()->show(MessageBar::Kind::Warning, u"A long story "_s.repeated(40), u"Do it"_s, this, [] {});
        QApplication::processEvents();
        const QRect whole = placeOf(bar());
        QVERIFY(placeOf(&window()).contains(whole));
        QVERIFY(whole.contains(placeOf(m_fixture->find<QWidget>(u"messageBarAction"_s))));
        const QWidgetList all = controls();
        for (const QWidget *each : all)
            QVERIFY2(!whole.intersects(placeOf(each)), qPrintable(each->objectName()));
        for (const QString &name : {u"requestTable"_s, u"messageTable"_s, u"detailsPanel"_s}) {
            const auto *view = m_fixture->find<QWidget>(name);
            const QRect place = placeOf(view).adjusted(0, 0, 0, -view->contentsMargins().bottom());
            QVERIFY2(name == u"detailsPanel"_s || !whole.intersects(place), qPrintable(name));
        }
        bar()->dismiss();
    }
}

/// A bar shown over the start page stays when the conversation starts.
void TestSmallScreen::aBarFromBeforeTakesNoTable()
{
    const auto heights = [this] {
        return std::pair(m_fixture->find<QWidget>(u"requestTable"_s)->height(),
                         m_fixture->find<QWidget>(u"messageTable"_s)->height());
    };
    window().resize(1440, 900);
    QApplication::processEvents();
    bar()->show(MessageBar::Kind::Info, u"Pullcord ended unexpectedly."_s, u"Reopen"_s, this, [] {});
    QVERIFY(m_fixture->connectToDemo());
    QApplication::processEvents();
    const auto [requests, messages] = heights();
    const int foot = bar()->isVisible() ? bar()->height() : 0;
    bar()->dismiss();
    QApplication::processEvents();
    QVERIFY2(requests > 100, qPrintable(QString::number(requests)));
    QVERIFY2(messages > 100, qPrintable(QString::number(messages)));
    QCOMPARE(heights(), std::pair(requests, messages + foot));
}

void TestSmallScreen::sizeIsWrittenDownSoon()
{
    const QByteArray before = m_fixture->settings.layout(u"mainWindow"_s);
    window().resize(711, 577); // it fits on the screen: Qt 6.8 shrinks others when it restores them
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->settings.layout(u"mainWindow"_s) != before, Limit);
    MainWindow next(m_fixture->services); // without a normal end
    QCOMPARE(next.size(), QSize(711, 577));
}

void TestSmallScreen::comesBackOnTheScreenThatIsThere_data()
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
void TestSmallScreen::comesBackOnTheScreenThatIsThere()
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
