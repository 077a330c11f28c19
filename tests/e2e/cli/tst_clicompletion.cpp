// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "e2e/clirun.h"

#include <QFile>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// Output made from the table of commands: shell completion, man pages, and help.
class TestCliCompletion : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    [[nodiscard]] QString path(const QString &name) const { return m_folder.filePath(name); }
    static QStringList commands()
    {
        const QString help = QString::fromUtf8(CliRun::of({u"--help"_s}).out);
        static const QRegularExpression command(u"^  ([a-z]+)( |$)"_s, QRegularExpression::MultilineOption);
        QStringList names;
        auto match = command.globalMatch(help.section(u"Commands:"_s, 1).section(u"\n\n"_s, 0, 0));
        while (match.hasNext())
            names << match.next().captured(1);
        names.removeDuplicates();
        return names;
    }
    /// Returns the completions of bash for the last of `words`.
    QByteArrayList offered(const QStringList &words) const
    {
        QProcess bash;
        bash.setWorkingDirectory(m_folder.path());
        const QString script = u". ./completion.bash; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _pullcord_cli; "
                               "printf '%s\\n' \"${COMPREPLY[@]}\""_s;
        bash.start(u"bash"_s,
                   QStringList{u"--norc"_s, u"-c"_s, script, u"bash"_s, Peers::program(u"pullcord-cli"_s)} + words);
        return CliRun::lines(CliRun::finish(bash).out);
    }

private slots:
    void initTestCase()
    {
        QFile script(path(u"completion.bash"_s));
        QVERIFY(script.open(QIODevice::WriteOnly));
        script.write(CliRun::of({u"completion"_s, u"bash"_s}).out);
        QFile capture(path(u"talk.pullcord"_s));
        QVERIFY(capture.open(QIODevice::WriteOnly));
    }
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    /// Each installed shell checks the syntax.
    void isValid_data()
    {
        QTest::addColumn<QString>("shell");
        for (const QString &shell : {u"bash"_s, u"zsh"_s, u"fish"_s})
            QTest::newRow(qPrintable(shell)) << shell;
    }
    void isValid()
    {
        QFETCH(const QString, shell);
        const CliRun made = CliRun::of({u"completion"_s, shell});
        QCOMPARE(made.exitCode, 0);
        const QStringList names = commands();
        QVERIFY(names.size() > 12);
        for (const QString &name : names)
            QVERIFY2(made.out.contains(name.toUtf8()), qPrintable(name));
        if (QStandardPaths::findExecutable(shell).isEmpty())
            QSKIP("that shell is not here");
        QFile script(path(u"completion."_s + shell));
        QVERIFY(script.open(QIODevice::WriteOnly));
        script.write(made.out);
        script.close();
        QProcess check;
        check.start(shell, {u"-n"_s, script.fileName()});
        const CliRun checked = CliRun::finish(check);
        QVERIFY2(checked.exitCode == 0 && checked.err.isEmpty(), checked.err.constData());
    }

    void completes_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QByteArrayList>("offers");
        const auto row = [](const char *tag, const QStringList &words, const QByteArrayList &offers) {
            QTest::newRow(tag) << words << offers;
        };
        row("a command", {u"ca"_s}, {"call", "capture"});
        row("what to list", {u"list"_s, u"t"_s}, {"tools", "templates", "tasks"});
        row("what to list behind an option", {u"list"_s, u"--timeout"_s, u"5"_s, u"pro"_s}, {"prompts"});
        row("an option", {u"call"_s, u"echo"_s, u"--timeout"_s}, {"--timeout", "--timeout-fixed", "--timeout-cap"});
        row("an option of that command alone", {u"filter"_s, u"talk.pullcord"_s, u"--m"_s}, {"--messages"});
        row("none of another", {u"stats"_s, u"talk.pullcord"_s, u"--m"_s}, {});
        row("a choice", {u"export"_s, u"talk.pullcord"_s, u"--format"_s, u"ma"_s}, {"markdown"});
        row("a choice behind =", {u"export"_s, u"talk.pullcord"_s, u"--format"_s, u"="_s, u"ma"_s}, {"markdown"});
        row("what follows such an option", {u"export"_s, u"--format"_s, u"="_s, u"har"_s, u"tal"_s}, {"talk.pullcord"});
        row("a command with a page", {u"manual"_s, u"sta"_s}, {"stats"});
        row("a file", {u"stats"_s, u"tal"_s}, {"talk.pullcord"});
        row("the second file", {u"diff"_s, u"talk.pullcord"_s, u"ta"_s}, {"talk.pullcord"});
        row("the alias", {u"subscribe"_s, u"--too"_s}, {"--tools"});
        row("the server's own", {u"list"_s, u"tools"_s, u"--"_s, u"true"_s, u"tal"_s}, {"talk.pullcord"});
    }
    void completes()
    {
        QFETCH(const QStringList, words);
        QTEST(offered(words), "offers");
    }

    void namesOfSavedServers()
    {
        const QString settings = path(u"settings.ini"_s);
        const CliRun none = CliRun::of({u"completion"_s, u"servers"_s, u"--settings"_s, settings});
        QCOMPARE(none.exitCode, 0);
        QCOMPARE(none.out, QByteArray());
        QCOMPARE(CliRun::of({u"completion"_s, u"tcsh"_s}).exitCode, 2);
    }

    void everyCommandHasAManPageAndHelp()
    {
        const QStringList names = commands();
        for (const QString &name : names) {
            const CliRun page = CliRun::of({u"manual"_s, name});
            QCOMPARE(page.exitCode, 0);
            QVERIFY2(page.out.startsWith(".TH PULLCORD\\-CLI\\-" + name.toUpper().toUtf8() + " 1 "),
                     page.out.constData());
            const CliRun help = CliRun::of({name, u"--help"_s});
            QCOMPARE(help.exitCode, 0);
            QVERIFY2(help.out.startsWith("Usage: pullcord-cli " + name.toUtf8()), help.out.constData());
            QVERIFY(!help.out.contains("  --cancel-after") || name == u"call"_s || name == u"read"_s ||
                    name == u"prompt"_s || name == u"complete"_s || name == u"check"_s);
        }
        QCOMPARE(CliRun::of({u"manual"_s, u"dance"_s}).exitCode, 2);
    }

    /// The page of pullcord-cli lists every command and option that --help lists.
    void manPageListsEverything()
    {
        const QByteArray page = CliRun::of({u"manual"_s}).out.replace("\\-", "-");
        QVERIFY2(page.startsWith(".SH COMMANDS\n") && page.contains("\n.SH \"EXIT STATUS\"\n"), page.constData());
        const QStringList names = commands();
        for (const QString &name : names)
            QVERIFY2(page.contains("\n\\fB" + name.toUtf8()), qPrintable(name));
        qsizetype count = 0;
        auto options = QRegularExpression(u"^  (?:-\\w, )?(--[a-z-]+)"_s, QRegularExpression::MultilineOption)
                           .globalMatch(QString::fromUtf8(CliRun::of({u"--help"_s}).out));
        for (; options.hasNext(); ++count) {
            const QByteArray option = options.next().captured(1).toUtf8();
            QVERIFY2(page.contains("\\fB" + option + "\\fR"), option.constData());
        }
        QVERIFY(count > 50);
    }

    /// proxy exits with the code of the server, unlike other commands.
    void proxyHasItsOwnExitCodes()
    {
        const QByteArray help = CliRun::of({u"proxy"_s, u"--help"_s}).out.simplified();
        const QByteArray page = CliRun::of({u"manual"_s, u"proxy"_s}).out.simplified();
        for (const QByteArray &text : {help, page}) {
            QVERIFY2(text.contains("the exit code of the server"), text.constData());
            QVERIFY2(text.contains("the file to record in could not be created"), text.constData());
            QVERIFY2(!text.contains("takes precedence over the others"), text.constData());
            QVERIFY2(!text.contains("timed out"), text.constData());
        }
        QVERIFY(CliRun::of({u"call"_s, u"--help"_s}).out.contains("takes precedence over the others"));
    }

    void optionsOfOtherCommandsAreRefused()
    {
        const CliRun run = CliRun::of({u"list"_s, u"tools"_s, u"--cancel-after"_s, u"5"_s, u"--"_s, u"true"_s});
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(run.err.contains("--cancel-after cannot be used with list"), run.err.constData());
    }
};

QTEST_GUILESS_MAIN(TestCliCompletion)
#include "tst_clicompletion.moc"
