// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/windowfixture.h"

#include "core/capture/describe.h"
#include "core/capture/filter/filterfield.h"
#include "ui/actions.h"
#include "ui/dialogs/preferencesdialog.h"
#include "ui/models/findings/findingtexts.h"
#include "ui/models/guide.h"
#include "ui/models/languages.h"
#include "ui/models/messages/messagemodel.h"
#include "ui/models/requests/requestmodel.h"
#include "ui/models/statisticsmodel.h"
#include "ui/models/texts.h"

#include <QCheckBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QMetaEnum>
#include <QProcess>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// The user guide is correct and complete as far as a test can check, in each language.
class TestGuide : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data();
    void init();
    void cleanup() { m_fixture.reset(); }
    void cleanupTestCase() { Languages::speak(u"en"_s); }
    void everyLinkLeadsSomewhere();
    void everyActionIsOnTheKeyboardPage();
    void everyRowOfTheKeyboardPageIsAnAction();
    void everyStateAndColumnIsExplained();
    void everySettingIsExplained();
    void everyFilterFieldIsExplained();
    void everyOptionOfTheCommandLineIsExplained();
    void everyFindingIsExplained();
    void findsPages();

private:
    [[nodiscard]] static QString textOf(const QString &page);

    std::unique_ptr<WindowFixture> m_fixture;
};

void TestGuide::initTestCase_data()
{
    QTest::addColumn<QString>("language");
    const QList<Languages::Language> languages = Languages::all();
    for (const Languages::Language &language : languages)
        QTest::newRow(qPrintable(language.code)) << language.code;
}

void TestGuide::init()
{
    WindowFixture::failOnWarnings();
    QFETCH_GLOBAL(QString, language);
    m_fixture = std::make_unique<WindowFixture>(WindowFixture::Person::Returns, language);
}

QString TestGuide::textOf(const QString &page)
{
    const Guide guide;
    const qsizetype index = guide.indexOf(page);
    return index < 0 ? QString() : guide.pages().at(index).text;
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
            QVERIFY2(QFile::exists(Guide::fileOf(target)), qPrintable(page.name + u": "_s + target));
            const bool isPage = target.endsWith(u".md"_s) && guide.indexOf(QString(target).chopped(3)) >= 0;
            const bool isPicture = QFile::exists(Guide::fileOf(QString(target).replace(u".png"_s, u"-dark.png"_s)));
            QVERIFY2(isPage || isPicture, qPrintable(target));
        }
    }
    QVERIFY(seen > 50);
    qint64 pictures = 0;
    const QFileInfoList files = QFileInfo(Guide::fileOf(u"pictures/requests.png"_s)).dir().entryInfoList();
    for (const QFileInfo &file : files)
        pictures += QFile(file.filePath()).size();
    QVERIFY(pictures > 0);
    QVERIFY2(pictures < 1'500'000, "the pictures of the guide are part of the program");
}

namespace {

/// True if a row of the keyboard page starts with this text, possibly with a remark, or as one of two.
bool isRowOf(const QString &row, const QString &text)
{
    const QString command = row.section(u'|', 1, 1).trimmed();
    static const QRegularExpression isFollowed(u"^( |,|，|（|$)"_s);
    const bool isFirst = command.startsWith(text) && isFollowed.match(command.mid(text.size())).hasMatch();
    return isFirst || command.endsWith(u" or "_s + text) || command.endsWith(u"或"_s + text);
}

} // namespace

/// Each action has a row with its text and shortcut.
void TestGuide::everyActionIsOnTheKeyboardPage()
{
    const QStringList rows = textOf(u"keyboard"_s).split(u'\n').filter(QRegularExpression(u"^\\|"_s));
    const QList<QAction *> actions = m_fixture->window->actions().all();
    QVERIFY(actions.size() > 40);
    for (const QAction *action : actions) {
        const QString text = Texts::plain(action->text());
        const QString shortcut = action->shortcut().toString(QKeySequence::PortableText);
        const bool isThere = std::any_of(rows.begin(), rows.end(), [&](const QString &row) {
            const QStringList keys = row.section(u'|', 2, 2).trimmed().split(u", "_s); // shortcuts differ by platform
            return isRowOf(row, text) && (shortcut.isEmpty() || keys.contains(shortcut));
        });
        QVERIFY2(isThere,
                 qPrintable(u"%1 has no row “%2 | %3”"_s.arg(Guide::fileOf(u"keyboard.md"_s), text, shortcut)));
    }
}

/// Removed or renamed actions are not documented.
void TestGuide::everyRowOfTheKeyboardPageIsAnAction()
{
    const QString menus = textOf(u"keyboard"_s).section(u"\n## "_s, 0, -2); // the last section is about places
    QStringList rows = menus.split(u'\n').filter(QRegularExpression(u"^\\| "_s));
    rows.removeIf([title = rows.constFirst()](const QString &row) { return row == title; });
    QVERIFY(rows.size() > 40);
    const QList<QAction *> actions = m_fixture->window->actions().all();
    for (const QString &row : std::as_const(rows)) {
        const bool isAction = std::any_of(actions.begin(), actions.end(), [&](const QAction *action) {
            return isRowOf(row, Texts::plain(action->text()));
        });
        QVERIFY2(isAction, qPrintable(row));
    }
}

void TestGuide::everyStateAndColumnIsExplained()
{
    const QString requests = textOf(u"requests"_s);
    const auto isState = [&](const RequestRecord &record) {
        return requests.contains(u"\n| %1 |"_s.arg(Texts::translated(Describe::state(record))));
    };
    for (const RequestState state :
         {RequestState::Queued, RequestState::InFlight, RequestState::Cancelling, RequestState::Succeeded,
          RequestState::Failed, RequestState::Cancelled, RequestState::TimedOut, RequestState::Lost})
        QVERIFY2(isState({.state = state}), QMetaEnum::fromType<RequestState>().valueToKey(int(state)));
    QVERIFY(isState({.state = RequestState::Succeeded, .toolError = true}));
    QVERIFY(isState({.state = RequestState::Lost, .neverSent = true}));
    QVERIFY(isState({.direction = Direction::ServerToClient,
                     .state = RequestState::Cancelled,
                     .cancellation = RequestRecord::Cancellation()}));
    QVERIFY(isState({.state = RequestState::Cancelled, .cancellation = RequestRecord::Cancellation{.detached = true}}));
    const auto explains = [](const QString &page, const QAbstractItemModel &model) {
        for (int column = 0; column < model.columnCount(); ++column) {
            const QString title = model.headerData(column, Qt::Horizontal).toString();
            const QRegularExpression row(
                u"\n\\| ([^|]*(, |、))?%1([,、][^|]*)? \\|"_s.arg(QRegularExpression::escape(title)));
            if (!title.isEmpty() && !row.match(textOf(page)).hasMatch())
                return title;
        }
        return QString();
    };
    QCOMPARE(explains(u"requests"_s, RequestModel()), QString());
    QCOMPARE(explains(u"messages"_s, MessageModel()), QString());
    QCOMPARE(explains(u"statistics"_s, StatisticsModel()), QString());
}

void TestGuide::everySettingIsExplained()
{
    const PreferencesDialog dialog(m_fixture->settings, u"/nowhere"_s);
    QStringList names;
    for (const QLabel *label : dialog.findChildren<QLabel *>()) {
        if (label->buddy())
            names << label->text();
    }
    for (const QCheckBox *box : dialog.findChildren<QCheckBox *>())
        names << box->text();
    QVERIFY(names.size() >= 6);
    for (const QString &name : std::as_const(names)) {
        const QString plain = Texts::plain(name).remove(QRegularExpression(u"[:：]$"_s));
        QVERIFY2(textOf(u"settings"_s).contains(u"\n| %1 |"_s.arg(plain)), qPrintable(plain));
    }
}

/// Each finding has a heading with its title and a line with its rule; there are no other headings.
void TestGuide::everyFindingIsExplained()
{
    QStringList blocks = textOf(u"finding-codes"_s).split(u"\n### "_s);
    blocks.removeFirst();
    QCOMPARE(blocks.size(), FindingKind::all().size());
    for (const FindingKind &kind : FindingKind::all()) {
        const QStringList block = blocks.filter(QRegularExpression(u'^' + QString(kind.name))).value(0).split(u'\n');
        QVERIFY2(block.size() >= 5, kind.name.data());
        QCOMPARE(block.at(0), Texts::codeAndTitle(kind));
        QVERIFY2(QString(block.at(2)).remove(u'\\').startsWith(u"> "_s + kind.rule), qPrintable(block.at(2)));
        QVERIFY2(block.at(2).contains(kind.modernSection), qPrintable(block.at(2)));
        static const QRegularExpression advice(u"[.。] ?(To do: .{8}|怎么做：.{4})"_s);
        QVERIFY2(block.at(4).contains(advice), qPrintable(block.at(4)));
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
    QFETCH_GLOBAL(QString, language);
    const QList<Guide::Hit> hits = guide.find(language == u"zh_CN"_s ? u"时间线"_s : u"TIMELINE"_s);
    QVERIFY(hits.size() > 1);
    QCOMPARE(guide.pages().at(hits.constFirst().page).name, u"timeline"_s); // a match in the title
    QVERIFY(hits.constFirst().count > 1);
    QCOMPARE(guide.indexOf(u"nothing"), -1);
}

QTEST_MAIN(TestGuide)
#include "tst_guide.moc"
