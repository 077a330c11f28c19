// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/tables/letterwidth.h"
#include "ui/windowfixture.h"

#include "ui/actions.h"
#include "ui/dialogs/guidewindow.h"
#include "ui/models/guide.h"
#include "ui/models/languages.h"
#include "ui/views/widgets/messagebar.h"

#include <QApplication>
#include <QDesktopServices>
#include <QLineEdit>
#include <QListView>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QScopeGuard>
#include <QScrollBar>
#include <QTest>
#include <QTextBrowser>
#include <QTextFrame>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// The user guide is one key away and readable by keyboard.
class TestGuideWindow : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_fixture.reset(); }
    void openByKey_data();
    void openByKey();
    void openInDialog_data();
    void openInDialog();
    void openInMenu();
    void goesFromPageToPage();
    void showsEveryPage();
    void followsTheLanguage();
    void searches();
    void confirmsExternalLinks();
    void isBoundedInWidth();
    void takeUrl(const QUrl &url) { m_opened = url; }

private:
    /// Opens the guide by F1 and returns its window, with the focus inside.
    [[nodiscard]] GuideWindow *openGuide();
    [[nodiscard]] static GuideWindow *guideWindow();
    [[nodiscard]] static QString titleOf(const QString &page);

    std::unique_ptr<WindowFixture> m_fixture;
    QUrl m_opened;
};

void TestGuideWindow::init()
{
    WindowFixture::failOnWarnings();
    m_fixture = std::make_unique<WindowFixture>();
    m_fixture->window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_fixture->window.get()));
}

QString TestGuideWindow::titleOf(const QString &page)
{
    const Guide guide;
    const qsizetype index = guide.indexOf(page);
    return index < 0 ? QString() : guide.pages().at(index).title;
}

GuideWindow *TestGuideWindow::guideWindow()
{
    const QWidgetList windows = QApplication::topLevelWidgets();
    for (QWidget *window : windows) {
        if (auto *guide = qobject_cast<GuideWindow *>(window); guide && guide->isVisible())
            return guide;
    }
    return nullptr;
}

GuideWindow *TestGuideWindow::openGuide()
{
    QTest::keyClick(m_fixture->window.get(), Qt::Key_F1);
    GuideWindow *guide = guideWindow();
    return guide && QTest::qWaitForWindowActive(guide) ? guide : nullptr;
}

void TestGuideWindow::openByKey_data()
{
    QTest::addColumn<QString>("focus");
    QTest::addColumn<QString>("page");
    QTest::newRow("requests") << u"requestTable"_s << u"requests"_s;
    QTest::newRow("filter") << u"requestFilter"_s << u"filters"_s;
    QTest::newRow("reason") << u"reasonEdit"_s << u"cancelling"_s;
    QTest::newRow("messages") << u"messageTable"_s << u"messages"_s;
    QTest::newRow("server") << u"catalogTree"_s << u"calling"_s;
    QTest::newRow("details") << u"prettyView"_s << u"details"_s;
}

void TestGuideWindow::openByKey()
{
    QFETCH(QString, focus);
    QFETCH(QString, page);
    QVERIFY(m_fixture->connectToDemo());
    m_fixture->find<QWidget>(focus)->setFocus();
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_F1);
    GuideWindow *guide = guideWindow();
    QVERIFY(guide);
    QCOMPARE(guide->page(), page);
    QVERIFY(guide->findChild<QTextBrowser *>()->toPlainText().size() > 300);
    QCOMPARE(guide->findChild<QListWidget *>()->currentItem()->text(), titleOf(page));
}

void TestGuideWindow::openInDialog_data()
{
    QTest::addColumn<QString>("action");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("page");
    QTest::newRow("preferences") << u"preferences"_s << u"preferencesDialog"_s << u"settings"_s;
    QTest::newRow("follow command") << u"followCommand"_s << u"followDialog"_s << u"captures"_s;
}

void TestGuideWindow::openInDialog()
{
    QFETCH(QString, action);
    QFETCH(QString, name);
    QFETCH(QString, page);
    m_fixture->window->actions().findChild<QAction *>(action)->trigger();
    auto *dialog = m_fixture->find<QWidget>(name);
    dialog->activateWindow();
    QTRY_VERIFY_WITH_TIMEOUT(dialog->isAncestorOf(QApplication::focusWidget()), 5000);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_F1);
    GuideWindow *guide = guideWindow();
    QVERIFY(guide);
    QCOMPARE(guide->page(), page);
    QVERIFY(QTest::qWaitForWindowActive(guide)); // though a modal dialog is open
    QTest::keyClick(guide->findChild<QWidget *>(u"guideBrowser"_s), Qt::Key_Escape);
    QVERIFY(!guide->isVisible());
    QVERIFY(dialog->isVisible());
}

void TestGuideWindow::openInMenu()
{
    auto *menu = m_fixture->find<QMenu>(u"hostLogMenu"_s);
    menu->addAction(u"a log"_s);
    menu->popup({});
    QCOMPARE(QApplication::activePopupWidget(), menu);
    QTest::keyClick(menu, Qt::Key_F1);
    QVERIFY(guideWindow());
    QCOMPARE(guideWindow()->page(), u"logs"_s);
    QVERIFY(!QApplication::activePopupWidget());
}

void TestGuideWindow::goesFromPageToPage()
{
    GuideWindow *guide = openGuide();
    QVERIFY(guide);
    auto *browser = guide->findChild<QTextBrowser *>();
    QCOMPARE(guide->page(), u"first-minute"_s);
    QVERIFY(browser->hasFocus());
    // Tab moves between links; Enter follows one.
    QTest::keyClick(browser, Qt::Key_Tab);
    const QString link = browser->textCursor().charFormat().anchorHref();
    QVERIFY(link.endsWith(u".md"_s));
    QTest::keyClick(browser, Qt::Key_Return);
    QCOMPARE(guide->page() + u".md"_s, link);
    QTest::keyClick(guide, Qt::Key_Left, Qt::AltModifier);
    QCOMPARE(guide->page(), u"first-minute"_s);
    QTest::keyClick(guide, Qt::Key_Right, Qt::AltModifier);
    QCOMPARE(guide->page() + u".md"_s, link);
    QTest::keyClick(guide, Qt::Key_Home, Qt::AltModifier);
    QCOMPARE(guide->page(), u"index"_s);
    auto *list = guide->findChild<QListWidget *>();
    list->setFocus();
    QTest::keyClick(list, Qt::Key_Down);
    QCOMPARE(guide->page(), u"first-minute"_s); // below the heading
}

void TestGuideWindow::showsEveryPage()
{
    GuideWindow *guide = openGuide();
    QVERIFY(guide);
    auto *browser = guide->findChild<QTextBrowser *>();
    const Guide all;
    for (const Guide::Page &page : all.pages()) {
        guide->open(page.name);
        QCOMPARE(guide->page(), page.name);
        QVERIFY(browser->toPlainText().startsWith(page.title));
    }
}

void TestGuideWindow::followsTheLanguage()
{
    const QString english = titleOf(u"requests"_s);
    m_fixture.reset();
    m_fixture = std::make_unique<WindowFixture>(WindowFixture::Person::Returns, u"zh_CN"_s);
    const auto speakEnglishAgain = qScopeGuard([] { Languages::speak(u"en"_s); });
    m_fixture->window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_fixture->window.get()));
    QVERIFY(m_fixture->connectToDemo());
    m_fixture->find<QWidget>(u"requestTable"_s)->setFocus();
    GuideWindow *guide = openGuide();
    QVERIFY(guide);
    QCOMPARE(guide->page(), u"requests"_s);
    auto *browser = guide->findChild<QTextBrowser *>();
    auto *list = guide->findChild<QListWidget *>();
    QVERIFY(titleOf(u"requests"_s) != english);
    QCOMPARE(list->currentItem()->text(), titleOf(u"requests"_s));
    const Guide chinese(u"zh_CN"_s);
    for (const Guide::Page &page : chinese.pages()) {
        guide->open(page.name);
        QCOMPARE(guide->page(), page.name);
        QVERIFY2(browser->toPlainText().startsWith(page.title), qPrintable(page.name));
    }
    // Links lead to pages in the same language.
    guide->open(u"first-minute"_s);
    browser->setFocus();
    QTest::keyClick(browser, Qt::Key_Tab);
    QTest::keyClick(browser, Qt::Key_Return);
    QVERIFY(guide->page() != u"first-minute"_s);
    QVERIFY(browser->toPlainText().startsWith(titleOf(guide->page())));
    auto *search = guide->findChild<QLineEdit *>(u"guideSearch"_s);
    search->setText(u"直方图"_s);
    QCOMPARE(list->count(), 1);
    QTest::keyClick(search, Qt::Key_Return);
    QCOMPARE(guide->page(), u"statistics"_s);
    QCOMPARE(browser->extraSelections().size(), 1);
    // The command palette finds pages too.
    m_fixture->window->actions().commandPalette->trigger();
    m_fixture->find<QLineEdit>(u"paletteLine"_s)->setText(titleOf(u"filters"_s));
    const auto *found = m_fixture->find<QListView>(u"paletteList"_s)->model();
    QCOMPARE(found->index(0, 0).data().toString(), titleOf(u"filters"_s));
}

void TestGuideWindow::searches()
{
    GuideWindow *guide = openGuide();
    QVERIFY(guide);
    auto *search = guide->findChild<QLineEdit *>(u"guideSearch"_s);
    auto *list = guide->findChild<QListWidget *>();
    const int all = list->count();
    QTest::keyClick(guide, Qt::Key_F, Qt::ControlModifier);
    QVERIFY(search->hasFocus());
    QTest::keyClicks(search, u"histogram"_s);
    QCOMPARE(list->count(), 1);
    QTest::keyClick(search, Qt::Key_Return);
    QCOMPARE(guide->page(), u"statistics"_s);
    auto *browser = guide->findChild<QTextBrowser *>();
    QVERIFY(browser->hasFocus());
    QCOMPARE(browser->extraSelections().size(), 1);
    QCOMPARE(browser->extraSelections().constFirst().cursor.selectedText().toLower(), u"histogram"_s);
    search->setFocus();
    QTest::keyClick(search, Qt::Key_Escape);
    QCOMPARE(list->count(), all);
    QVERIFY(guide->isVisible());
    QVERIFY(browser->extraSelections().isEmpty());
    // Opening a page clears the search.
    QTest::keyClicks(search, u"flood"_s);
    guide->open(u"statistics"_s);
    QCOMPARE(search->text(), QString());
    QCOMPARE(list->count(), all);
    QCOMPARE(guide->page(), u"statistics"_s);
}

void TestGuideWindow::confirmsExternalLinks()
{
    GuideWindow *guide = openGuide();
    QVERIFY(guide);
    QDesktopServices::setUrlHandler(u"https"_s, this, "takeUrl");
    auto *browser = guide->findChild<QTextBrowser *>();
    emit browser->anchorClicked(QUrl(u"https://example.com/a"_s));
    auto *bar = guide->findChild<MessageBar *>();
    QVERIFY(bar->isVisible());
    QVERIFY(bar->text().contains(u"https://example.com/a"_s));
    QVERIFY(m_opened.isEmpty());
    QCOMPARE(guide->page(), u"first-minute"_s);
    const QList<QPushButton *> buttons = bar->findChildren<QPushButton *>();
    const auto visible = std::find_if(buttons.begin(), buttons.end(), [](const auto *b) { return b->isVisible(); });
    QVERIFY(visible != buttons.end());
    (*visible)->setFocus();
    QTest::keyClick(*visible, Qt::Key_Space);
    QDesktopServices::unsetUrlHandler(u"https"_s);
    QCOMPARE(m_opened, QUrl(u"https://example.com/a"_s));
}

void TestGuideWindow::isBoundedInWidth()
{
    GuideWindow *guide = openGuide();
    QVERIFY(guide);
    auto *browser = guide->findChild<QTextBrowser *>();
    guide->resize(2400, 900);
    const auto column = [browser] {
        const QTextFrameFormat format = browser->document()->rootFrame()->frameFormat();
        return browser->viewport()->width() - format.leftMargin() - format.rightMargin();
    };
    QTRY_VERIFY_WITH_TIMEOUT(browser->viewport()->width() > 1500, 5000);
    QTRY_VERIFY_WITH_TIMEOUT(column() < 120 * letterWidth(browser->fontMetrics()), 5000);
    guide->resize(600, 500);
    QTRY_VERIFY_WITH_TIMEOUT(browser->viewport()->width() < 600, 5000);
    QTRY_VERIFY_WITH_TIMEOUT(column() > 0.7 * browser->viewport()->width(), 5000);
    QTRY_VERIFY_WITH_TIMEOUT(!browser->horizontalScrollBar()->isVisible(), 5000); // includes the pictures
}

QTEST_MAIN(TestGuideWindow)
#include "tst_guidewindow.moc"
