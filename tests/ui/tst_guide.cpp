// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "windowfixture.h"

#include "core/capture/filter/filterfield.h"
#include "ui/actions.h"
#include "ui/dialogs/guidewindow.h"
#include "ui/models/guide.h"
#include "ui/views/messagebar.h"

#include <QApplication>
#include <QDesktopServices>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QListWidget>
#include <QProcess>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTest>
#include <QTextBrowser>
#include <QTextFrame>
#include <QToolButton>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// The user guide tells the truth as far as a test can know it, and is a key away.
class TestGuide : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_fixture.reset(); }
    void everyLinkLeadsSomewhere();
    void everyActionIsOnTheKeyboardPage();
    void everyFilterFieldIsExplained();
    void everyOptionOfTheCommandLineIsExplained();
    void findsPages();
    void openByKey_data();
    void openByKey();
    void openInDialog();
    void goesFromPageToPage();
    void showsEveryPage();
    void searches();
    void asksBeforeItLeaves();
    void isBoundedInWidth();
    void takeUrl(const QUrl &url) { m_opened = url; }

private:
    /// The window of the guide with the focus in it, by F1.
    [[nodiscard]] GuideWindow *openGuide();
    [[nodiscard]] static QString textOf(const QString &page);
    [[nodiscard]] static GuideWindow *guideWindow();

    std::unique_ptr<WindowFixture> m_fixture;
    QUrl m_opened;
};

void TestGuide::init()
{
    WindowFixture::failOnWarnings();
    m_fixture = std::make_unique<WindowFixture>();
    m_fixture->window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_fixture->window.get()));
}

QString TestGuide::textOf(const QString &page)
{
    const Guide guide;
    const qsizetype index = guide.indexOf(page);
    return index < 0 ? QString() : guide.pages().at(index).text;
}

GuideWindow *TestGuide::guideWindow()
{
    const QWidgetList windows = QApplication::topLevelWidgets();
    for (QWidget *window : windows) {
        if (auto *guide = qobject_cast<GuideWindow *>(window); guide && guide->isVisible())
            return guide;
    }
    return nullptr;
}

GuideWindow *TestGuide::openGuide()
{
    QTest::keyClick(m_fixture->window.get(), Qt::Key_F1);
    GuideWindow *guide = guideWindow();
    return guide && QTest::qWaitForWindowActive(guide) ? guide : nullptr;
}

void TestGuide::everyLinkLeadsSomewhere()
{
    static const QRegularExpression link(u"!?\\[[^\\]]*\\]\\(([^)]*)\\)"_s);
    const Guide guide;
    QVERIFY(guide.pages().size() > 20);
    int seen = 0;
    for (const Guide::Page &page : guide.pages()) {
        QVERIFY2(!page.title.isEmpty(), qPrintable(page.name));
        for (auto match = link.globalMatch(page.text); match.hasNext(); ++seen) {
            const QString target = match.next().captured(1);
            if (target.startsWith(u"https://"_s))
                continue;
            const QString path = u"%1/%2"_s.arg(QLatin1StringView(Guide::Folder), target);
            QVERIFY2(QFile::exists(path), qPrintable(page.name + u": "_s + target));
            const bool isPage = target.endsWith(u".md"_s) && guide.indexOf(QString(target).chopped(3)) >= 0;
            const bool isPicture = QFile::exists(QString(path).replace(u".png"_s, u"-dark.png"_s));
            QVERIFY2(isPage || isPicture, qPrintable(target));
        }
    }
    QVERIFY(seen > 50);
    qint64 pictures = 0;
    const QFileInfoList files = QDir(u"%1/pictures"_s.arg(QLatin1StringView(Guide::Folder))).entryInfoList();
    for (const QFileInfo &file : files)
        pictures += QFile(file.filePath()).size();
    QVERIFY(pictures > 0);
    QVERIFY2(pictures < 1'500'000, "the pictures of the guide are part of the program");
}

/// Each in a row of its own: its text, then its shortcut.
void TestGuide::everyActionIsOnTheKeyboardPage()
{
    const QStringList rows = textOf(u"keyboard"_s).split(u'\n').filter(QRegularExpression(u"^\\|"_s));
    const QList<QAction *> actions = m_fixture->window->actions().all();
    QVERIFY(actions.size() > 40);
    for (const QAction *action : actions) {
        const QString text = QString(action->text()).remove(u'&');
        const QString shortcut = action->shortcut().toString(QKeySequence::PortableText);
        const bool isThere = std::any_of(rows.begin(), rows.end(), [&](const QString &row) {
            const QString command = row.section(u'|', 1, 1).trimmed();
            const QStringList keys = row.section(u'|', 2, 2).trimmed().split(u", "_s); // platforms differ in some
            const bool isIt = command == text || command.startsWith(text + u' ') || command.startsWith(text + u',') ||
                              command.endsWith(u" or "_s + text);
            return isIt && (shortcut.isEmpty() || keys.contains(shortcut));
        });
        QVERIFY2(isThere, qPrintable(u"resources/guide/keyboard.md has no row “%1 | %2”"_s.arg(text, shortcut)));
    }
}

void TestGuide::everyFilterFieldIsExplained()
{
    const QString text = textOf(u"filters"_s);
    for (const FilterField &field : FilterField::all()) {
        QVERIFY2(text.contains(u"\n| `%1` |"_s.arg(field.name)), field.name.data());
        const QString row = text.section(u"\n| `%1` |"_s.arg(field.name), 1).section(u'\n', 0, 0);
        for (const QLatin1StringView choice : field.choices)
            QVERIFY2(row.contains(u"`%1`"_s.arg(choice)), choice.data());
    }
}

void TestGuide::everyOptionOfTheCommandLineIsExplained()
{
    QProcess cli;
    cli.start(qEnvironmentVariable("PULLCORD_BIN_DIR") + u"/pullcord-cli"_s, {u"--help"_s});
    QVERIFY(cli.waitForFinished(20'000));
    const QString help = QString::fromUtf8(cli.readAllStandardOutput());
    const QString text = textOf(u"cli"_s);
    static const QRegularExpression option(u"--[a-z][a-z-]+"_s);
    int seen = 0;
    for (auto match = option.globalMatch(help); match.hasNext(); ++seen) {
        const QString name = match.next().captured();
        QVERIFY2(QRegularExpression(u"`%1[ `]"_s.arg(name)).match(text).hasMatch(), qPrintable(name));
    }
    QVERIFY(seen > 20);
    static const QRegularExpression command(u"^  ([a-z]+)( |$)"_s, QRegularExpression::MultilineOption);
    const QString commands = help.section(u"Commands:"_s, 1).section(u"\n\n"_s, 0, 0);
    for (auto match = command.globalMatch(commands); match.hasNext(); ++seen) {
        const QString name = match.next().captured(1);
        QVERIFY2(QRegularExpression(u"\\| `%1[ `]"_s.arg(name)).match(text).hasMatch(), qPrintable(name));
    }
    QVERIFY(seen > 30);
    static const QRegularExpression exitCode(u"(?:^|· |: |  )([0-9]+) [a-z]"_s, QRegularExpression::MultilineOption);
    const QString codes = help.section(u"Exit codes"_s, 1);
    seen = 0;
    for (auto match = exitCode.globalMatch(codes); match.hasNext(); ++seen) {
        const QString code = match.next().captured(1);
        QVERIFY2(text.contains(u"\n| %1 |"_s.arg(code)), qPrintable(code));
    }
    QVERIFY(seen >= 9);
}

void TestGuide::findsPages()
{
    const Guide guide;
    QVERIFY(guide.find(u"  "_s).isEmpty());
    QVERIFY(guide.find(u"xyzzy"_s).isEmpty());
    QVERIFY(guide.find(u"cancel xyzzy"_s).isEmpty());
    const QList<Guide::Hit> hits = guide.find(u"TIMELINE"_s);
    QVERIFY(hits.size() > 1);
    QCOMPARE(guide.pages().at(hits.constFirst().page).name, u"timeline"_s); // it is in the title
    QVERIFY(hits.constFirst().count > 1);
    QCOMPARE(guide.indexOf(u"nothing"), -1);
}

void TestGuide::openByKey_data()
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

void TestGuide::openByKey()
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
    QCOMPARE(guide->findChild<QListWidget *>()->currentItem()->text().section(u'\n', 0, 0),
             textOf(page).section(u'\n', 0, 0).mid(2));
}

void TestGuide::openInDialog()
{
    m_fixture->window->actions().preferences->trigger();
    auto *dialog = m_fixture->find<QWidget>(u"preferencesDialog"_s);
    dialog->activateWindow();
    QTRY_VERIFY_WITH_TIMEOUT(dialog->isAncestorOf(QApplication::focusWidget()), 5000);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_F1);
    GuideWindow *guide = guideWindow();
    QVERIFY(guide);
    QCOMPARE(guide->page(), u"settings"_s);
    QVERIFY(QTest::qWaitForWindowActive(guide)); // although the dialog blocks its window
    QTest::keyClick(guide->findChild<QWidget *>(u"guideBrowser"_s), Qt::Key_Escape);
    QVERIFY(!guide->isVisible());
    QVERIFY(dialog->isVisible());
}

void TestGuide::goesFromPageToPage()
{
    GuideWindow *guide = openGuide();
    QVERIFY(guide);
    auto *browser = guide->findChild<QTextBrowser *>();
    QCOMPARE(guide->page(), u"first-minute"_s);
    QVERIFY(browser->hasFocus());
    // Tab goes from link to link; Enter follows.
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
    QCOMPARE(guide->page(), u"first-minute"_s); // past the heading
}

void TestGuide::showsEveryPage()
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

void TestGuide::searches()
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
}

void TestGuide::asksBeforeItLeaves()
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

void TestGuide::isBoundedInWidth()
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
    QTRY_VERIFY_WITH_TIMEOUT(column() < 120 * browser->fontMetrics().averageCharWidth(), 5000);
    guide->resize(600, 500);
    QTRY_VERIFY_WITH_TIMEOUT(browser->viewport()->width() < 600, 5000);
    QTRY_VERIFY_WITH_TIMEOUT(column() > 0.7 * browser->viewport()->width(), 5000);
    QTRY_VERIFY_WITH_TIMEOUT(!browser->horizontalScrollBar()->isVisible(), 5000); // pictures and all
}

QTEST_MAIN(TestGuide)
#include "tst_guide.moc"
