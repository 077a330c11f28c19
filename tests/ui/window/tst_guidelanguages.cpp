// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/translationfile.h"

#include "ui/models/guide.h"
#include "ui/models/languages.h"
#include "ui/models/texts.h"

#include <QDir>
#include <QFile>
#include <QHash>
#include <QRegularExpression>
#include <QTest>
#include <QTextDocument>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace Pullcord;

namespace {

/// A paragraph, list item, table row, heading, picture or line of code.
struct Block
{
    QString kind;
    QString text;
};

/// Returns the marker of a block; empty for plain text.
QString kindOf(const QString &line)
{
    static const QRegularExpression begins(u"^(#+ |- |[0-9]+\\. |!\\[|    )"_s);
    if (line.startsWith(u'|'))
        return u"| of %1"_s.arg(line.count(u'|') - 1);
    return begins.match(line).captured(1);
}

QList<Block> blocksOf(const QString &markdown)
{
    QList<Block> blocks;
    bool goesOn = false; // true if a line of plain text continues the one before
    const QStringList lines = markdown.split(u'\n');
    for (const QString &line : lines) {
        const QString kind = kindOf(line);
        if (goesOn && kind.isEmpty() && !line.isEmpty())
            blocks.last().text += u'\n' + line;
        else if (!line.isEmpty())
            blocks.append({kind, line});
        goesOn = !line.isEmpty();
    }
    return blocks;
}

/// Returns the parts of a block that no translation changes: links, code spans, keys, numbers, the bold marks, and code
/// blocks.
QStringList constantsOf(const Block &block)
{
    if (block.kind == u"    "_s)
        return {block.text};
    static const QRegularExpression constant(
        u"\\]\\([^)]*\\)|`[^`]*`|\\*\\*|(Ctrl|Shift|Alt)\\+[A-Za-z0-9+]+|\\bF[0-9]+|[0-9]+"_s);
    QStringList all;
    for (auto match = constant.globalMatch(block.text); match.hasNext();)
        all << match.next().captured();
    all.sort(); // the word order may differ
    return all;
}

/// Returns a command, label or title without its mnemonic and colon.
QString nameOf(const QString &text)
{
    return Texts::plain(text).remove(QRegularExpression(u"[:：]$"_s));
}

/// Returns the bold texts of a block; each part of "File > Export…" separately.
QStringList namesIn(const Block &block)
{
    static const QRegularExpression bold(u"\\*\\*(.+?)\\*\\*"_s, QRegularExpression::DotMatchesEverythingOption);
    QStringList names;
    for (auto match = bold.globalMatch(block.text); match.hasNext();)
        names << match.next().captured(1).replace(u'\n', u' ').split(u" > "_s);
    return names;
}

} // namespace

/// The user guide is the same in each language.
class TestGuideLanguages : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data();
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void cleanupTestCase() { Languages::speak(u"en"_s); }
    void hasEveryPage();
    void hasEveryPicture();
    void hasTheSameStructure();
    void usesTheNamesOfTheWindow();
    void isReadable();
    void followsTheLanguage();
    void fallsBackToEnglish();
};

void TestGuideLanguages::initTestCase_data()
{
    QTest::addColumn<QString>("language");
    const QList<Languages::Language> languages = Languages::all();
    for (const Languages::Language &language : languages.mid(1)) // the first is the reference
        QTest::newRow(qPrintable(language.code)) << language.code;
}

void TestGuideLanguages::hasEveryPage()
{
    QFETCH_GLOBAL(QString, language);
    const Guide english(u"en"_s);
    const Guide other(language);
    QVERIFY(english.pages().size() > 20);
    QCOMPARE(other.pages().size(), english.pages().size());
    for (qsizetype i = 0; i < english.pages().size(); ++i) {
        const Guide::Page &page = other.pages().at(i);
        QCOMPARE(page.name, english.pages().at(i).name);
        QVERIFY2(Guide::fileOf(page.name + u".md"_s, language).contains(language), qPrintable(page.name));
        QVERIFY2(page.section.isEmpty() == english.pages().at(i).section.isEmpty(), qPrintable(page.name));
        const bool isNamed = other.pages().constFirst().text.contains(u"- [%1](%2.md)"_s.arg(page.title, page.name));
        QVERIFY2(i == 0 || isNamed, qPrintable(page.name)); // the title of the page
    }
}

void TestGuideLanguages::hasEveryPicture()
{
    QFETCH_GLOBAL(QString, language);
    const auto pictures = [](const QString &folder) {
        return QDir(u"%1/%2/pictures"_s.arg(QLatin1StringView(Guide::Folder), folder)).entryList();
    };
    QVERIFY(pictures({}).size() > 5);
    QCOMPARE(pictures(language), pictures({}));
}

/// Each block has the same links, keys, numbers and code in all languages.
void TestGuideLanguages::hasTheSameStructure()
{
    QFETCH_GLOBAL(QString, language);
    const Guide english(u"en"_s);
    const Guide other(language);
    for (const Guide::Page &page : english.pages()) {
        const QString file = Guide::fileOf(page.name + u".md"_s, language);
        const QList<Block> wanted = blocksOf(page.text);
        const QList<Block> found = blocksOf(other.pages().at(other.indexOf(page.name)).text);
        for (qsizetype i = 0; i < qMin(wanted.size(), found.size()); ++i) {
            const Block &there = found.at(i);
            const Block &here = wanted.at(i);
            const auto message = [&](const QString &what) {
                return u"%1: other %2:\n%3\nin English:\n%4"_s.arg(file, what, there.text, here.text);
            };
            QVERIFY2(there.kind == here.kind, qPrintable(message(u"kind of paragraph"_s)));
            const QStringList constants = constantsOf(there);
            const QStringList due = constantsOf(here);
            const QString both = u"[%1], wanted [%2]"_s.arg(constants.join(u' '), due.join(u' '));
            QVERIFY2(constants == due, qPrintable(message(both)));
        }
        QVERIFY2(found.size() == wanted.size(), qPrintable(file));
    }
}

/// A bold name of the window must be the translation that the window uses.
void TestGuideLanguages::usesTheNamesOfTheWindow()
{
    QFETCH_GLOBAL(QString, language);
    QHash<QString, QStringList> names;
    for (const TranslationFile::Text &text : TranslationFile::read(TranslationFile::path(language)))
        names[nameOf(text.source)] << nameOf(text.forms.value(0));
    const Guide english(u"en"_s);
    const Guide other(language);
    int seen = 0;
    for (const Guide::Page &page : english.pages()) {
        const QList<Block> blocks = blocksOf(page.text);
        const QList<Block> others = blocksOf(other.pages().at(other.indexOf(page.name)).text);
        for (qsizetype i = 0; i < qMin(blocks.size(), others.size()); ++i) {
            const QStringList there = namesIn(others.at(i));
            for (const QString &name : namesIn(blocks.at(i))) {
                const QStringList due = names.value(name); // several translations if used in several places
                const bool isThere =
                    std::any_of(due.begin(), due.end(), [&](const auto &n) { return there.contains(n); });
                QVERIFY2(due.isEmpty() || isThere, qPrintable(u"%1: “%2” is “%3” in the window:\n%4"_s.arg(
                                                       Guide::fileOf(page.name + u".md"_s, language), name,
                                                       due.join(u"”, “"_s), others.at(i).text)));
                seen += isThere;
            }
        }
    }
    QVERIFY(seen > 80);
}

/// Bold marks need white space or punctuation around them, which other scripts lack. An unrecognized mark would be
/// shown.
void TestGuideLanguages::isReadable()
{
    QFETCH_GLOBAL(QString, language);
    const Guide english(u"en"_s);
    const Guide other(language);
    const auto shown = [](const QString &text) {
        QTextDocument document;
        document.setMarkdown(text);
        return document.toPlainText();
    };
    for (const Guide::Page &page : other.pages()) {
        const QString text = shown(page.text);
        const QString due = shown(english.pages().at(english.indexOf(page.name)).text);
        QVERIFY(text.startsWith(page.title));
        for (const QString &mark : {u"*"_s, u"]("_s, u"`"_s})
            QVERIFY2(text.count(mark) == due.count(mark), qPrintable(page.name + u": "_s + mark));
    }
}

void TestGuideLanguages::followsTheLanguage()
{
    QFETCH_GLOBAL(QString, language);
    const QString title = Guide(language).pages().constFirst().title;
    QVERIFY(title != Guide(u"en"_s).pages().constFirst().title);
    Languages::speak(language);
    QCOMPARE(Languages::spoken(), language);
    QCOMPARE(Guide().pages().constFirst().title, title);
    Languages::speak(u"en"_s);
    QVERIFY(Guide().pages().constFirst().title != title);
}

void TestGuideLanguages::fallsBackToEnglish()
{
    const Guide none(u"xx"_s);
    QCOMPARE(none.pages().size(), Guide(u"en"_s).pages().size());
    QCOMPARE(none.pages().constFirst().title, Guide(u"en"_s).pages().constFirst().title);
    QVERIFY(QFile::exists(Guide::fileOf(u"filters.md"_s, u"xx"_s)));
}

QTEST_MAIN(TestGuideLanguages)
#include "tst_guidelanguages.moc"
