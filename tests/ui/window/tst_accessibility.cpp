// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/everywindow.h"
#include "ui/windowfixture.h"

#include "ui/actions.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QApplication>
#include <QComboBox>
#include <QMenu>
#include <QSet>
#include <QTabBar>
#include <QTableView>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// Every focusable widget has a name, the keyboard reaches everything and leaves again, and every command has a text.
class TestAccessibility : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void everyFocusableWidgetHasAName_data();
    void everyFocusableWidgetHasAName();
    void tabFollowsTheReadingOrder_data();
    void tabFollowsTheReadingOrder();
    void tabCyclesThroughTheWindow();
    void everyActionHasTextAndToolTip();
    void everyActionIsInAMenu();
    void shortcutsAreUnique();
    void rowsDescribeTheirState();

private:
    std::unique_ptr<WindowFixture> m_fixture;
    std::unique_ptr<EveryWindow> m_windows;
};

namespace {

bool isSilent(const QWidget &widget)
{
    const QAccessibleInterface *accessible = QAccessible::queryAccessibleInterface(const_cast<QWidget *>(&widget));
    return !accessible || accessible->text(QAccessible::Name).trimmed().isEmpty();
}

QString describe(const QWidget &widget)
{
    return u"%1 \"%2\" in %3 \"%4\""_s.arg(QString::fromLatin1(widget.metaObject()->className()), widget.objectName(),
                                           QString::fromLatin1(widget.parent()->metaObject()->className()),
                                           widget.parent()->objectName());
}

} // namespace

void TestAccessibility::init()
{
    WindowFixture::failOnWarnings();
    m_fixture = std::make_unique<WindowFixture>();
    m_windows = std::make_unique<EveryWindow>(*m_fixture);
}

void TestAccessibility::cleanup()
{
    m_windows.reset();
    m_fixture.reset();
}

void TestAccessibility::everyFocusableWidgetHasAName_data()
{
    QTest::addColumn<QString>("what");
    for (const QString &what : EveryWindow::names())
        QTest::newRow(qPrintable(what)) << what;
}

void TestAccessibility::everyFocusableWidgetHasAName()
{
    QFETCH(QString, what);
    QWidget *window = m_windows->open(what);
    QVERIFY(window);
    constexpr qsizetype LongestName = 30;
    int seen = 0;
    QStringList silent;
    const QList<QWidget *> widgets = window->findChildren<QWidget *>();
    for (QWidget *widget : widgets) {
        QAccessibleInterface *said = QAccessible::queryAccessibleInterface(widget);
        if (said->text(QAccessible::Description).contains(u'<'))
            silent << u"markup: "_s + describe(*widget);
        if (widget->focusPolicy() == Qt::NoFocus || !widget->isVisibleTo(window))
            continue;
        if (qobject_cast<QComboBox *>(widget) && said->relations(QAccessible::Label).isEmpty())
            silent << u"no label: "_s + describe(*widget);
        ++seen;
        // A name is read aloud between others, so it is short. The tool tip becomes the description.
        if (qobject_cast<QAbstractButton *>(widget) && said->text(QAccessible::Name).size() > LongestName &&
            said->text(QAccessible::Name) == widget->toolTip())
            silent << u"a sentence for a name: "_s + describe(*widget);
        if (isSilent(*widget) && !widget->objectName().startsWith(u"qt_"_s))
            silent << describe(*widget);
    }
    QVERIFY(seen > 0);
    QVERIFY2(silent.isEmpty(), qPrintable(silent.join(u'\n')));
}

void TestAccessibility::tabFollowsTheReadingOrder_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("first"); // first widget of the form
    QTest::newRow("command") << u"connect"_s << u"commandLine"_s;
    QTest::newRow("url") << u"connect to a URL"_s << u"url"_s;
    QTest::newRow("network") << u"network"_s << u"caFile"_s;
}

/// Tab moves from row to row, and from left to right.
void TestAccessibility::tabFollowsTheReadingOrder()
{
    QFETCH(QString, what);
    QFETCH(QString, first);
    QWidget *window = m_windows->open(what);
    QVERIFY(window);
    auto *begin = window->findChild<QWidget *>(first);
    QVERIFY(begin);
    const auto placeOf = [window](const QWidget *widget) {
        return QRect(widget->mapTo(window, QPoint()), widget->size());
    };
    int seen = 0;
    QRect before = placeOf(begin);
    for (QWidget *next = begin->nextInFocusChain(); next != window; next = next->nextInFocusChain()) {
        const bool isInForm = next->isVisibleTo(window) && !next->focusProxy() &&
                              (next->focusPolicy() & Qt::TabFocus) != 0 && !next->objectName().startsWith(u"qt_"_s) &&
                              qobject_cast<QTabBar *>(next) == nullptr;
        if (!isInForm)
            continue;
        const QRect place = placeOf(next);
        ++seen;
        const bool isBeside = place.top() <= before.bottom() && place.bottom() >= before.top();
        QVERIFY2(isBeside ? place.left() > before.left() : place.top() > before.bottom(), qPrintable(describe(*next)));
        before = place;
    }
    QVERIFY(seen > 5);
}

void TestAccessibility::tabCyclesThroughTheWindow()
{
    m_fixture->window->actions().newTab->trigger();
    QVERIFY(m_fixture->connectToDemo());
    m_fixture->window->activateWindow();
    m_fixture->find<QWidget>(u"catalogSearch"_s)->setFocus();
    QSet<QString> visited;
    for (int i = 0; i < 80; ++i) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        visited.insert(QApplication::focusWidget()->objectName());
    }
    for (const QString &name :
         {u"catalogSearch"_s, u"catalogTree"_s, u"callButton"_s, u"conversationTabs"_s, u"newTabButton"_s,
          u"requestTable"_s, u"reason"_s, u"messageTable"_s, u"prettyView"_s, u"requestFilter"_s})
        QVERIFY2(visited.contains(name), qPrintable(name));
}

void TestAccessibility::everyActionHasTextAndToolTip()
{
    const QList<QAction *> actions = m_fixture->window->actions().all();
    QVERIFY(actions.size() > 20);
    for (const QAction *action : actions) {
        QVERIFY(!action->objectName().isEmpty());
        QVERIFY2(!action->text().isEmpty() && !action->toolTip().isEmpty(), qPrintable(action->objectName()));
    }
}

void TestAccessibility::everyActionIsInAMenu()
{
    const QList<QAction *> actions = m_fixture->window->actions().all();
    const QList<QMenu *> menus = m_fixture->window->findChildren<QMenu *>();
    for (QAction *action : actions) {
        const bool listed = std::any_of(menus.begin(), menus.end(),
                                        [action](const QMenu *menu) { return menu->actions().contains(action); });
        QVERIFY2(listed, qPrintable(action->objectName()));
    }
}

void TestAccessibility::shortcutsAreUnique()
{
    QSet<QKeySequence> seen;
    const QList<QAction *> actions = m_fixture->window->actions().all();
    for (const QAction *action : actions) {
        if (action->shortcut().isEmpty())
            continue;
        QVERIFY2(!seen.contains(action->shortcut()), qPrintable(action->objectName()));
        seen.insert(action->shortcut());
    }
}

void TestAccessibility::rowsDescribeTheirState()
{
    QVERIFY(m_fixture->connectToDemo());
    const qsizetype row = m_fixture->call(u"deaf"_s, "{}");
    auto *table = m_fixture->find<QTableView>(u"requestTable"_s);
    QAccessibleInterface *accessible = QAccessible::queryAccessibleInterface(table);
    QVERIFY(accessible && accessible->tableInterface());
    const auto text = [&](int column) {
        return accessible->tableInterface()->cellAt(int(row), column)->text(QAccessible::Name);
    };
    QCOMPARE(text(0), u"%1, to server"_s.arg(row + 1));
    QCOMPARE(text(4), u"In flight"_s);
}

QTEST_MAIN(TestAccessibility)
#include "tst_accessibility.moc"
