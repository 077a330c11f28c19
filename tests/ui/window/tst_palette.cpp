// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/windowfixture.h"

#include "ui/actions.h"
#include "ui/dialogs/commandpalette.h"
#include "ui/dialogs/guidewindow.h"
#include "ui/models/guide.h"
#include "ui/models/texts.h"
#include "ui/panels/callpanel.h"

#include <QApplication>
#include <QLineEdit>
#include <QListView>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// The command palette finds every command with a few letters.
class TestPalette : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_fixture.reset(); }
    void opensFromAnywhere_data();
    void opensFromAnywhere();
    void closesAndGivesTheFocusBack();
    void runsACommand();
    void goesToATab();
    void disablesUnavailableCommands();
    void remembersUsedCommands();
    void goesToATool();
    void connectsToASavedServer();
    void opensAPageOfTheGuide();
    void containsEveryAction();
    void fitsANarrowWindow();
    void findsByNamesInBothLanguages();

private:
    /// Opens the palette by Ctrl+K.
    [[nodiscard]] CommandPalette *open();
    void type(const QString &text);
    [[nodiscard]] QModelIndex current() const { return list()->currentIndex(); }
    [[nodiscard]] QListView *list() const { return m_fixture->find<QListView>(u"paletteList"_s); }
    [[nodiscard]] QLineEdit *line() const { return m_fixture->find<QLineEdit>(u"paletteLine"_s); }
    void press(Qt::Key key) { QTest::keyClick(QApplication::focusWidget(), key); }

    std::unique_ptr<WindowFixture> m_fixture;
};

void TestPalette::init()
{
    WindowFixture::failOnWarnings();
    m_fixture = std::make_unique<WindowFixture>();
    m_fixture->window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_fixture->window.get()));
}

CommandPalette *TestPalette::open()
{
    QWidget *focus = QApplication::focusWidget();
    QTest::keyClick(focus ? focus : m_fixture->window.get(), Qt::Key_K, Qt::ControlModifier);
    auto *palette = m_fixture->find<CommandPalette>(u"commandPalette"_s);
    return palette->isVisible() && line()->hasFocus() ? palette : nullptr;
}

void TestPalette::type(const QString &text)
{
    line()->clear();
    QTest::keyClicks(line(), text);
}

void TestPalette::opensFromAnywhere_data()
{
    QTest::addColumn<QString>("focus");
    for (const char *focus : {"requestTable", "reasonEdit", "requestFilter", "catalogSearch", "prettyView", "jsonEdit"})
        QTest::newRow(focus) << QString::fromLatin1(focus);
}

void TestPalette::opensFromAnywhere()
{
    QFETCH(QString, focus);
    QVERIFY(m_fixture->connectToDemo());
    QWidget *widget = focus == u"jsonEdit"_s // there are several
                          ? m_fixture->window->findChild<CallPanel *>()->findChild<QWidget *>(focus)
                          : m_fixture->find<QWidget>(focus);
    QVERIFY(widget);
    widget->setFocus();
    QVERIFY(widget->hasFocus());
    QVERIFY(open());
    press(Qt::Key_Escape);
    QVERIFY(widget->hasFocus());
}

/// A command is found by its English name in any language, by each word of it and of its menu.
void TestPalette::findsByNamesInBothLanguages()
{
    QHash<QString, QString> english;
    QVERIFY(m_fixture->connectToDemo());
    for (const QAction *action : m_fixture->window->actions().all())
        english.insert(action->objectName(), Texts::plain(action->text()));
    m_fixture.reset();
    m_fixture = std::make_unique<WindowFixture>(WindowFixture::Person::Returns, u"zh_CN"_s);
    QVERIFY(m_fixture->connectToDemo());
    QVERIFY(open());
    const Actions &actions = m_fixture->window->actions();
    for (const QAction *action : actions.all()) {
        if (!action->isVisible() || action == actions.commandPalette)
            continue;
        const QString shown = Texts::plain(action->text());
        for (const QString &name : {english.value(action->objectName()), shown}) {
            line()->setText(name); // QTest cannot type Chinese
            QStringList found;
            for (int row = 0; row < list()->model()->rowCount(); ++row)
                found << list()->model()->index(row, 0).data().toString();
            QVERIFY2(found.contains(shown), qPrintable(name + u": "_s + shown));
        }
    }
    const QList<std::pair<QString, QAction *>> first{{u"zoom in"_s, actions.timelineCloser},
                                                     {u"color rules"_s, actions.colorRules},
                                                     {u"mark red"_s, actions.colors.constFirst()},
                                                     {u"Preferences"_s, actions.preferences}};
    for (const auto &[wanted, action] : first) {
        line()->setText(wanted);
        QCOMPARE(current().data().toString(), Texts::plain(action->text()));
    }
    const Guide guide;
    const Guide inEnglish(u"en"_s);
    for (const Guide::Page &page : inEnglish.pages()) {
        line()->setText(page.title + u" guide"_s);
        QCOMPARE(current().data().toString(), guide.pages().at(guide.indexOf(page.name)).title);
    }
}

void TestPalette::closesAndGivesTheFocusBack()
{
    QVERIFY(m_fixture->connectToDemo());
    auto *table = m_fixture->find<QTableView>(u"requestTable"_s);
    table->setFocus();
    CommandPalette *palette = open();
    QVERIFY(palette);
    press(Qt::Key_Escape);
    QVERIFY(!palette->isVisible());
    QVERIFY(table->hasFocus());
    // The same key closes it, and so does a click elsewhere.
    QVERIFY(open());
    QTest::keyClick(line(), Qt::Key_K, Qt::ControlModifier);
    QVERIFY(!palette->isVisible());
    QVERIFY(table->hasFocus());
    QVERIFY(open());
    QTest::mouseClick(m_fixture->find<QTableView>(u"messageTable"_s)->viewport(), Qt::LeftButton);
    QVERIFY(!palette->isVisible());
    QVERIFY(m_fixture->find<QTableView>(u"messageTable"_s)->hasFocus());
}

void TestPalette::goesToATab()
{
    QVERIFY(m_fixture->connectToDemo());
    m_fixture->window->actions().newTab->trigger();
    QCOMPARE(m_fixture->window->pages().size(), 2);
    QVERIFY(open());
    type(u"go to tab demo"_s);
    press(Qt::Key_Return);
    QCOMPARE(&m_fixture->window->page(), m_fixture->window->pages().constFirst());
}

void TestPalette::runsACommand()
{
    QVERIFY(m_fixture->connectToDemo());
    QVERIFY(open());
    type(u"dtls"_s);
    QCOMPARE(current().data().toString(), u"Details"_s);
    QCOMPARE(current().data(PaletteModel::WhereRole).toString(), u"View"_s);
    QCOMPARE(current().data(PaletteModel::ShortcutRole).toString(), u"Ctrl+3"_s);
    QVERIFY(line()->accessibleDescription().startsWith(u"Details, View, Ctrl+3"_s));
    auto *details = m_fixture->find<QWidget>(u"detailsPanel"_s);
    QVERIFY(details->isVisible());
    press(Qt::Key_Return);
    QVERIFY(!details->isVisible());
    QVERIFY(!line()->isVisible());
    // Up and Down move the selection.
    QVERIFY(open());
    type(u"copy"_s);
    QCOMPARE(current().row(), 0);
    press(Qt::Key_Up);
    QCOMPARE(current().row(), 0);
    press(Qt::Key_Down);
    press(Qt::Key_Down);
    QCOMPARE(current().row(), 2);
    press(Qt::Key_PageDown);
    QCOMPARE(current().row(), list()->model()->rowCount() - 1);
}

void TestPalette::disablesUnavailableCommands()
{
    QVERIFY(open());
    type(u"cancel all"_s);
    QCOMPARE(current().data().toString(), u"Cancel All"_s);
    QVERIFY(!current().data(PaletteModel::EnabledRole).toBool());
    QCOMPARE(current().data(PaletteModel::WhyNotRole).toString(), u"no conversation is open"_s);
    const QRect row = list()->visualRect(current());
    const int name = list()->fontMetrics().horizontalAdvance(u"Cancel All"_s); // after its icon
    const QImage image = list()->viewport()->grab({row.topLeft(), QSize(name, row.height())}).toImage();
    const QRgb bright = list()->palette().color(QPalette::Active, QPalette::HighlightedText).rgb();
    for (int x = 0; x < image.width(); ++x) { // also in the selected row
        for (int y = 0; y < image.height(); ++y)
            QVERIFY(image.pixel(x, y) != bright);
    }
    press(Qt::Key_Return);
    QVERIFY(line()->hasFocus()); // no effect
    type(u"no such thing whatever"_s);
    QCOMPARE(list()->model()->rowCount(), 0);
    press(Qt::Key_Return);
    QVERIFY(line()->hasFocus());
}

void TestPalette::remembersUsedCommands()
{
    QVERIFY(open());
    type(u"about"_s);
    QCOMPARE(current().data().toString(), u"About Pullcord"_s);
    press(Qt::Key_Return);
    auto *about = m_fixture->find<QWidget>(u"aboutDialog"_s);
    QVERIFY(about);
    about->close();
    m_fixture->window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_fixture->window.get()));
    QCOMPARE(m_fixture->settings.usedCommands(), QStringList{u"command/about"_s});
    QVERIFY(open());
    QCOMPARE(current().data().toString(), u"About Pullcord"_s); // for an empty text
}

void TestPalette::goesToATool()
{
    QVERIFY(m_fixture->connectToDemo({u"--tools"_s, u"3000"_s}));
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->offered(CatalogList::Kind::Tools, u"tool_3000"_s).isValid(), 10'000);
    QVERIFY(open());
    type(u"call progafc"_s);
    QCOMPARE(current().data().toString(), u"Call progress_after_cancel…"_s);
    press(Qt::Key_Return);
    auto *call = m_fixture->window->findChild<CallPanel *>();
    QCOMPARE(call->toolName(), u"progress_after_cancel"_s);
    QVERIFY(call->isAncestorOf(QApplication::focusWidget())); // in its first field
    QVERIFY(open());
    type(u"tool_2345"_s);
    QCOMPARE(current().data().toString(), u"Call tool_2345…"_s);
    press(Qt::Key_Return);
    QCOMPARE(call->toolName(), u"tool_2345"_s);
}

void TestPalette::connectsToASavedServer()
{
    ServerList saved;
    ServerTarget server = WindowFixture::demoServer();
    server.name = u"Elephant"_s;
    saved.put(server);
    m_fixture->settings.setSavedServers(saved);
    QVERIFY(open());
    type(u"elephant"_s);
    QCOMPARE(current().data().toString(), u"Connect to Elephant"_s);
    press(Qt::Key_Return);
    QVERIFY(m_fixture->waitForTools());
}

void TestPalette::opensAPageOfTheGuide()
{
    QVERIFY(open());
    type(u"filter language"_s);
    QCOMPARE(current().data().toString(), u"The filter language"_s);
    press(Qt::Key_Return);
    GuideWindow *guide = nullptr;
    const QWidgetList windows = QApplication::topLevelWidgets();
    for (QWidget *window : windows)
        guide = guide ? guide : qobject_cast<GuideWindow *>(window);
    QVERIFY(guide && guide->isVisible());
    QCOMPARE(guide->page(), u"filters"_s);
}

void TestPalette::containsEveryAction()
{
    QVERIFY(m_fixture->connectToDemo());
    QVERIFY(open());
    const QAbstractItemModel *model = list()->model();
    const QList<QAction *> actions = m_fixture->window->actions().all();
    for (const QAction *action : actions) {
        if (!action->isVisible() || action->objectName() == u"commandPalette"_s)
            continue;
        const QString text = QString(action->text()).remove(u'&');
        line()->setText(text);
        bool found = false;
        for (int row = 0; row < model->rowCount() && !found; ++row)
            found = model->index(row, 0).data().toString() == text;
        QVERIFY2(found, qPrintable(text));
    }
}

void TestPalette::fitsANarrowWindow()
{
    CommandPalette *palette = open();
    QVERIFY(palette);
    m_fixture->window->resize(600, 400);
    QTRY_VERIFY_WITH_TIMEOUT(palette->width() <= palette->parentWidget()->width(), 5000);
    QVERIFY(palette->geometry().left() >= 0);
    QVERIFY(palette->geometry().bottom() <= palette->parentWidget()->height());
}

QTEST_MAIN(TestPalette)
#include "tst_palette.moc"
