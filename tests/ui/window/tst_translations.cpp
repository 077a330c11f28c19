// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/everywindow.h"
#include "ui/translationfile.h"
#include "ui/windowfixture.h"

#include "ui/models/languages.h"
#include "ui/views/widgets/peerlabel.h"

#include <QAbstractButton>
#include <QDir>
#include <QFile>
#include <QGroupBox>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QMenuBar>
#include <QProcess>
#include <QRegularExpression>
#include <QTabBar>
#include <QTest>
#include <QToolButton>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// Translations: complete, with the same placeholders as in English, and a window in each language.
class TestTranslations : public QObject
{
    Q_OBJECT

private slots:
    void init() { WindowFixture::failOnWarnings(); }
    void cleanupTestCase() { Languages::speak(u"en"_s); }
    void filesAreComplete_data();
    void filesAreComplete();
    void translationsMatchTheirSources_data();
    void translationsMatchTheirSources();
    void picksALanguage_data();
    void picksALanguage();
    void pluralFormsFollowTheNumber();
    void windowIsTranslated();
    void everyWindowIsTranslated_data();
    void everyWindowIsTranslated();
    void menusHaveNoMnemonicTwice_data();
    void menusHaveNoMnemonicTwice();
    void windowsHaveNoMnemonicTwice_data();
    void windowsHaveNoMnemonicTwice();
    void programFollowsTheSystemLanguage();
};

namespace {

QString folder()
{
    return qEnvironmentVariable("PULLCORD_TRANSLATIONS_DIR");
}

void addLanguages()
{
    QTest::addColumn<QString>("code");
    for (const Languages::Language &language : Languages::all())
        QTest::newRow(qPrintable(language.code)) << language.code;
}

/// Returns the placeholders %1, %L1, %n, %Ln, each once, in order.
QStringList places(const QString &text)
{
    static const QRegularExpression place(u"%L?(?:n|[1-9][0-9]?)"_s);
    QStringList found;
    for (const QRegularExpressionMatch &match : place.globalMatch(text))
        found << match.captured();
    found.removeDuplicates();
    found.sort();
    return found;
}

/// Returns the underlined letter after the &; empty if none.
QString mnemonic(const QString &text)
{
    static const QRegularExpression marked(u"(?<!&)(?:&&)*&([^&\\s])"_s);
    return marked.match(text).captured(1).toUpper();
}

/// Returns the ending that marks a dialog command or a label.
QString ending(const QString &text)
{
    static const QRegularExpression end(u"(…|[:：])(?:\\(&\\w\\))?\\s*$"_s);
    const QString found = end.match(text).captured(1);
    return found == u"："_s ? u":"_s : found;
}

/// Returns the fault of a translation; empty if there is none.
QString wrong(const TranslationFile::Text &text, const QString &form)
{
    if (form.isEmpty())
        return u"empty"_s;
    QStringList wanted = places(text.source);
    QStringList given = places(form);
    if (text.isCounted) { // "asked once" has no placeholder for the number
        wanted.removeIf([&](const QString &place) { return place.endsWith(u'n') && !given.contains(place); });
    }
    if (given != wanted)
        return u"other places"_s;
    if (mnemonic(form).isEmpty() != mnemonic(text.source).isEmpty())
        return u"other mnemonics"_s;
    if (ending(form) != ending(text.source))
        return u"another ending"_s;
    return {};
}

/// Returns the texts of the program in this window, without texts of peers and of the user.
QStringList textsIn(const QWidget &window)
{
    QStringList texts;
    for (const QAction *action : window.findChildren<QAction *>())
        texts << action->text() << action->toolTip();
    for (const QWidget *widget : window.findChildren<QWidget *>()) {
        const bool isPeers = widget->toolTip().startsWith(u'<'); // these are escaped against markup
        texts << widget->toolTip() << widget->accessibleName() << widget->windowTitle()
              << (isPeers ? QString() : widget->accessibleDescription());
        for (const char *property : {"placeholderText", "title", "prefix", "suffix", "specialValueText"})
            texts << widget->property(property).toString();
        if (const auto *button = qobject_cast<const QAbstractButton *>(widget))
            texts << button->text();
        if (const auto *label = qobject_cast<const QLabel *>(widget); label && !qobject_cast<const PeerLabel *>(widget))
            texts << label->text();
        if (const auto *tabs = qobject_cast<const QTabBar *>(widget)) {
            for (int i = 0; i < tabs->count(); ++i)
                texts << tabs->tabText(i) << tabs->tabToolTip(i);
        }
        if (const auto *header = qobject_cast<const QHeaderView *>(widget); header && header->model()) {
            for (int i = 0; i < header->count(); ++i) {
                for (const auto role : {Qt::DisplayRole, Qt::ToolTipRole})
                    texts << header->model()->headerData(i, header->orientation(), role).toString();
            }
        }
    }
    return texts;
}

/// True for texts that are not translated: the same in every language, or from the demo server or the import.
bool isNobodysToTranslate(QString text)
{
    static const QRegularExpression elsewhere(u"^<p style|/"_s); // texts of a peer in tool tips; paths, commands, URLs
    static const QRegularExpression name(
        u"\\b(Pullcord|MCP|JSON|HTTP|URL|Schema|stdio|null|pullcord-demo-server|text|bad)\\b|Text to return|Your name|Are you sure"_s);
    return elsewhere.match(text).hasMatch() || !text.remove(name).contains(QRegularExpression(u"[A-Za-z]{3,}"_s));
}

bool isEnglish(const QString &text)
{
    static const QRegularExpression chinese(u"\\p{Han}"_s);
    return !chinese.match(text).hasMatch() && !isNobodysToTranslate(text);
}

} // namespace

void TestTranslations::filesAreComplete_data()
{
    addLanguages();
}

void TestTranslations::filesAreComplete()
{
    QFETCH(QString, code);
    const QString lupdate = qEnvironmentVariable("PULLCORD_LUPDATE");
    if (!QFile::exists(lupdate))
        QSKIP("lupdate is not installed");
    const QTemporaryDir copies;
    const QString copy = copies.filePath(u"pullcord_%1.ts"_s.arg(code));
    QVERIFY(QFile::copy(TranslationFile::path(code), copy));
    QStringList arguments = qEnvironmentVariable("PULLCORD_LUPDATE_ARGUMENTS").split(u' ');
    if (code == u"en"_s)
        arguments << u"-pluralonly"_s;
    QProcess process;
    process.setWorkingDirectory(folder() + u"/../.."_s);
    process.start(lupdate, arguments << u"-ts"_s << copy);
    QVERIFY(process.waitForFinished(60'000));
    QCOMPARE(process.exitCode(), 0);
    const QByteArray said = process.readAllStandardError();
    QVERIFY2(said.isEmpty(), said.constData()); // lupdate skips code that it does not understand

    const QList<TranslationFile::Text> texts = TranslationFile::read(copy);
    QVERIFY(!texts.isEmpty());
    QStringList missing;
    for (const TranslationFile::Text &text : texts) {
        if (!text.type.isEmpty())
            missing << u"%1: %2: %3"_s.arg(text.type, text.context, text.source);
    }
    QVERIFY2(missing.isEmpty(), qPrintable(u"build update-translations and translate:\n"_s + missing.join(u'\n')));
}

void TestTranslations::translationsMatchTheirSources_data()
{
    addLanguages();
}

void TestTranslations::translationsMatchTheirSources()
{
    QFETCH(QString, code);
    QStringList bad;
    const QList<TranslationFile::Text> texts = TranslationFile::read(TranslationFile::path(code));
    QVERIFY(!texts.isEmpty());
    for (const TranslationFile::Text &text : texts) {
        for (const QString &form : text.forms) {
            if (const QString why = wrong(text, form); !why.isEmpty())
                bad << u"%1: %2: %3 → %4"_s.arg(why, text.context, text.source, form);
        }
    }
    QVERIFY2(bad.isEmpty(), qPrintable(bad.join(u'\n')));
}

void TestTranslations::picksALanguage_data()
{
    QTest::addColumn<QString>("wanted");
    QTest::addColumn<QStringList>("system");
    QTest::addColumn<QString>("picked");
    QTest::newRow("the system's") << u""_s << QStringList{u"zh-Hans-CN"_s, u"zh-CN"_s, u"zh"_s} << u"zh_CN"_s;
    QTest::newRow("the person's") << u"en"_s << QStringList{u"zh-CN"_s} << u"en"_s;
    QTest::newRow("the person's, elsewhere") << u"zh_CN"_s << QStringList{u"de-DE"_s} << u"zh_CN"_s;
    QTest::newRow("another country") << u""_s << QStringList{u"zh-SG"_s} << u"zh_CN"_s;
    QTest::newRow("another script") << u""_s << QStringList{u"zh-TW"_s} << u"en"_s;
    QTest::newRow("the second choice") << u""_s << QStringList{u"fr-FR"_s, u"zh-CN"_s, u"en"_s} << u"zh_CN"_s;
    QTest::newRow("English before it") << u""_s << QStringList{u"en-GB"_s, u"zh-CN"_s} << u"en"_s;
    QTest::newRow("none that there is") << u""_s << QStringList{u"fr-FR"_s} << u"en"_s;
    QTest::newRow("none at all") << u""_s << QStringList{} << u"en"_s;
    QTest::newRow("no such language") << u"tlh"_s << QStringList{} << u"en"_s;
}

void TestTranslations::picksALanguage()
{
    QFETCH(QString, wanted);
    QFETCH(QStringList, system);
    QFETCH(QString, picked);
    QCOMPARE(Languages::pick(wanted, system), picked);
}

void TestTranslations::pluralFormsFollowTheNumber()
{
    const auto tasks = [](int count) {
        return QCoreApplication::translate("Pullcord::TasksDialog", "%Ln tasks", nullptr, count);
    };
    Languages::speak(u"en"_s);
    QCOMPARE(tasks(1), u"1 task"_s);
    QCOMPARE(tasks(2), u"2 tasks"_s);
    Languages::speak(u"zh_CN"_s);
    QCOMPARE(tasks(1), u"1 个任务"_s);
    QCOMPARE(tasks(2), u"2 个任务"_s);
    QCOMPARE(QLocale().language(), QLocale::Chinese);
    Languages::speak(u"en"_s);
    QCOMPARE(tasks(1), u"1 task"_s);
}

void TestTranslations::windowIsTranslated()
{
    const QTemporaryDir home;
    QSettings store(home.filePath(u"settings.ini"_s), QSettings::IniFormat);
    Settings settings(store);
    settings.setLanguage(u"zh_CN"_s);
    const WindowFixture fixture(WindowFixture::Person::Returns, Languages::pick(settings.language()));
    const QList<QAction *> menus = fixture.window->menuBar()->actions();
    QCOMPARE(menus.first()->text(), u"文件(&F)"_s);
}

void TestTranslations::everyWindowIsTranslated_data()
{
    QTest::addColumn<QString>("what");
    for (const QString &what : EveryWindow::names())
        QTest::newRow(qPrintable(what)) << what;
}

void TestTranslations::everyWindowIsTranslated()
{
    QFETCH(QString, what);
    WindowFixture fixture(WindowFixture::Person::Returns, u"zh_CN"_s);
    EveryWindow windows(fixture);
    const QWidget *window = windows.open(what);
    QVERIFY(window);
    QStringList english;
    for (const QString &text : textsIn(*window)) {
        if (isEnglish(text))
            english << text;
    }
    english.removeDuplicates();
    QVERIFY2(english.isEmpty(), qPrintable(english.join(u'\n')));
}

void TestTranslations::menusHaveNoMnemonicTwice_data()
{
    addLanguages();
}

void TestTranslations::menusHaveNoMnemonicTwice()
{
    QFETCH(QString, code);
    const WindowFixture fixture(WindowFixture::Person::Returns, code);
    QStringList twice;
    const auto check = [&twice](const QWidget &menu, const QString &name) {
        QStringList seen;
        for (const QAction *action : menu.actions()) {
            const QString letter = mnemonic(action->text());
            if (letter.isEmpty())
                continue;
            if (seen.contains(letter))
                twice << u"%1 in %2: %3"_s.arg(letter, name, action->text());
            seen << letter;
        }
    };
    check(*fixture.window->menuBar(), u"the menu bar"_s);
    const QList<QMenu *> menus = fixture.window->findChildren<QMenu *>();
    QVERIFY(!menus.isEmpty());
    for (const QMenu *menu : menus)
        check(*menu, menu->title());
    QVERIFY2(twice.isEmpty(), qPrintable(twice.join(u'\n')));
}

void TestTranslations::windowsHaveNoMnemonicTwice_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("code");
    for (const Languages::Language &language : Languages::all()) {
        for (const QString &what : EveryWindow::names())
            QTest::addRow("%s, %s", qPrintable(what), qPrintable(language.code)) << what << language.code;
    }
}

/// Mnemonics are unique among everything visible at once, including the menu bar. Each tab of a dialog counts alone.
void TestTranslations::windowsHaveNoMnemonicTwice()
{
    QFETCH(const QString, what);
    QFETCH(const QString, code);
    WindowFixture fixture(WindowFixture::Person::Returns, code);
    EveryWindow windows(fixture);
    QWidget *one = windows.open(what);
    QVERIFY(one);
    QApplication::processEvents();
    QMap<QString, QStringList> holders;
    const auto add = [&holders](const QString &text) {
        if (const QString letter = mnemonic(text); !letter.isEmpty())
            holders[letter] << text;
    };
    const auto isSeen = [one](const QWidget *widget) { return widget->isVisible() && widget->window() == one; };
    for (const QAbstractButton *button : one->findChildren<QAbstractButton *>()) {
        const auto *tool = qobject_cast<const QToolButton *>(button);
        if (isSeen(button) && !(tool && tool->defaultAction())) // has the letter of its menu
            add(button->text());
    }
    for (const QLabel *label : one->findChildren<QLabel *>()) {
        if (isSeen(label) && label->buddy())
            add(label->text());
    }
    for (const QGroupBox *box : one->findChildren<QGroupBox *>())
        add(isSeen(box) ? box->title() : QString());
    for (const QTabBar *bar : one->findChildren<QTabBar *>()) {
        for (int tab = 0; isSeen(bar) && tab < bar->count(); ++tab)
            add(bar->isTabVisible(tab) ? bar->tabText(tab) : QString());
    }
    for (const QMenuBar *bar : one->findChildren<QMenuBar *>()) {
        for (const QAction *action : bar->actions())
            add(isSeen(bar) && action->isVisible() ? action->text() : QString());
    }
    QStringList twice;
    for (auto each = holders.cbegin(); each != holders.cend(); ++each) {
        if (each->size() > 1)
            twice << each.key() + u": "_s + each->join(u", "_s);
    }
    QVERIFY2(twice.isEmpty(), qPrintable(twice.join(u"; "_s)));
}

void TestTranslations::programFollowsTheSystemLanguage()
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"LC_ALL"_s, u"zh_CN.UTF-8"_s);
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(qEnvironmentVariable("PULLCORD_BIN_DIR") + u"/pullcord"_s, {u"--help"_s});
    QVERIFY(process.waitForFinished(20'000));
    const QString said = QString::fromUtf8(process.readAllStandardOutput());
    QVERIFY2(said.contains(u"连接到演示服务器"_s), qPrintable(said));
}

QTEST_MAIN(TestTranslations)
#include "tst_translations.moc"
