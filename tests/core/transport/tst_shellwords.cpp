// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// Words of a command line, compared with fixed lists and with a real shell.

#include "core/transport/shellwords.h"
#include "core/transport/stdiocommand.h"

#include <QProcess>
#include <QRandomGenerator>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

namespace {

constexpr int Limit = 20'000;

/// Splits `line` with sh(1).
QStringList wordsOfShell(const QString &line)
{
    QProcess shell;
    shell.start(u"/bin/sh"_s, {u"-c"_s, "printf '%s\\0' "_L1 + line});
    if (!shell.waitForFinished(Limit) || shell.exitCode() != 0)
        return {u"sh failed: "_s + QString::fromUtf8(shell.readAllStandardError())};
    QStringList words = QString::fromUtf8(shell.readAllStandardOutput()).split(QChar(u'\0'));
    words.removeLast(); // each word ends with a zero
    return words;
}

/// Returns pieces with every character that may be special.
QStringList pieces()
{
    return {u"a"_s,     u"Zz9"_s, u" "_s, u"  "_s, u"\t"_s, u"\n"_s,   u"'"_s,      u"\""_s,     u"\\"_s,    u"\\n"_s,
            u"$HOME"_s, u"$"_s,   u"`"_s, u"~"_s,  u"*"_s,  u"?"_s,    u"["_s,      u"]"_s,      u"{a,b}"_s, u"|"_s,
            u"&"_s,     u";"_s,   u">"_s, u"<"_s,  u"("_s,  u")"_s,    u"#"_s,      u"!"_s,      u"="_s,     u"-"_s,
            u"--"_s,    u"%s"_s,  u"^"_s, u"é"_s,  u"漢"_s, u"🙂"_s, u"\u00a0"_s, u"\u2028"_s, u"\r"_s,    u"\x01"_s,
            u"/"_s,     u":"_s,   u"@"_s, u","_s,  u"."_s,  u"+"_s};
}

} // namespace

class TestShellWords : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void splits_data();
    void splits();
    void refuses_data();
    void refuses();
    void quotesOnlyWhereNeeded_data();
    void quotesOnlyWhereNeeded();
    void joinIsTheInverseOfSplit();
    void commandsRoundTrip();
    void titles_data();
    void titles();
};

void TestShellWords::titles_data()
{
    QTest::addColumn<QString>("title");
    for (const auto &[line, title] : {
             std::pair(u"/opt/my-server --port 1"_s, u"my-server"_s),
             std::pair(u"env -u X python3 y.py"_s, u"y.py"_s),
             std::pair(u"env -i --unset X -C /tmp A=1 /opt/srv --x"_s, u"srv"_s),
             std::pair(u"node --inspect /srv/dist/index.js stdio"_s, u"index.js"_s),
             std::pair(u"npx -y @modelcontextprotocol/server-everything"_s, u"server-everything"_s),
             std::pair(u"/usr/bin/python3.11 -m mcp_server_time"_s, u"mcp_server_time"_s),
             std::pair(u"uv run server.py"_s, u"server.py"_s),
             std::pair(u"uvx --token hunter2 mcp-server-git"_s, u"mcp-server-git"_s),
             std::pair(u"uvx --from git+https://x/y mysrv"_s, u"mysrv"_s),
             std::pair(u"uvx git+https://x/y"_s, u"y"_s),
             std::pair(u"nice -n 5 x"_s, u"x"_s),
             std::pair(u"nice -5 nohup npx -y @scope/name"_s, u"name"_s),
             std::pair(u"timeout -k 2 60 /opt/srv --x"_s, u"srv"_s),
             std::pair(u"stdbuf -oL python3 server.py"_s, u"server.py"_s),
             std::pair(u"nice"_s, u"nice"_s),
             std::pair(u"python3 -c 'import server'"_s, u"python3"_s),
             std::pair(u"node"_s, u"node"_s),
             std::pair(u"uv --directory /srv/weather run server.py"_s, u"server.py"_s),
             std::pair(u"uv run --with mcp[cli] mcp run server.py"_s, u"mcp"_s),
             std::pair(u"node --require ./hook.js dist/index.js"_s, u"index.js"_s),
             std::pair(u"npm --prefix"_s, u"npm"_s),
             std::pair(u"env"_s, u"env"_s),
             std::pair(u"env -i KEY=hunter2 node dist/index.js"_s, u"index.js"_s),
             std::pair(u"/usr/bin/env env bash -x run.sh"_s, u"run.sh"_s),
             std::pair(u"sh"_s, u"sh"_s),
             std::pair(u"bash -o pipefail /srv/run.sh --port 1"_s, u"run.sh"_s),
             std::pair(u"sh -c 'a b'"_s, u"a"_s),
             std::pair(u"sh -c 'exec npx -y @scope/name 2>> log'"_s, u"name"_s),
             std::pair(u"bash -lc 'cd /srv && KEY=hunter2 node dist/index.js'"_s, u"index.js"_s),
             std::pair(u"sh -c 'echo hello; exec cat'"_s, u"cat"_s),
             std::pair(u"sh -c \"sh -c 'uvx mcp-server-git'\""_s, u"mcp-server-git"_s),
             std::pair(u"sh -c 'while :; do echo; done'"_s, u"sh"_s),
             std::pair(u"sh -c 'cd /srv'"_s, u"sh"_s),
             std::pair(u"sh -c '$SERVER --port 1'"_s, u"sh"_s),
             std::pair(u"sh -c 'it'\\''s not closed'"_s, u"sh"_s),
             std::pair(u"sh -c 'KEY=hunter2'"_s, u"sh"_s),
             std::pair(u"sh -c ''"_s, u"sh"_s),
             std::pair(u"sh -c"_s, u"sh"_s),
             // Servers elsewhere: the name is that of the image, or of the program inside.
             std::pair(u"docker run -i --rm mcp/time"_s, u"time"_s),
             std::pair(u"docker run --rm -i -e GITHUB_TOKEN ghcr.io/github/github-mcp-server:0.5@sha256:ab"_s,
                       u"github-mcp-server"_s),
             std::pair(u"docker run -i --rm --mount type=bind,src=/srv,dst=/p localhost:5000/mcp/filesystem /p"_s,
                       u"filesystem"_s),
             std::pair(u"docker run -ie KEY=hunter2 --name x mcp/time --utc"_s, u"time"_s),
             std::pair(u"docker --context far container run --init -i node:20 npx -y @scope/name"_s, u"name"_s),
             std::pair(u"docker run -i -v/srv:/srv python:3.12-slim python /srv/server.py"_s, u"server.py"_s),
             std::pair(u"docker run -i --entrypoint node my/app:dev dist/index.js"_s, u"index.js"_s),
             std::pair(u"docker run -i node:20"_s, u"node"_s),
             std::pair(u"docker run -i"_s, u"docker"_s),
             std::pair(u"docker mcp gateway run"_s, u"docker"_s),
             std::pair(u"docker"_s, u"docker"_s),
             std::pair(u"podman exec -iu me box sh -c 'exec uvx mcp-server-git'"_s, u"mcp-server-git"_s),
             std::pair(u"docker exec -i box"_s, u"box"_s),
             std::pair(u"docker compose -f dev.yml run --rm -T web node server.js"_s, u"server.js"_s),
             std::pair(u"docker compose run -T web"_s, u"web"_s),
             std::pair(u"kubectl -n tools exec -i pod/mcp -c main -- my-server --stdio"_s, u"my-server"_s),
             std::pair(u"devcontainer exec --workspace-folder . npx -y @scope/name"_s, u"name"_s),
             std::pair(u"distrobox enter dev -- my-server"_s, u"my-server"_s),
             std::pair(u"toolbox run -c dev my-server"_s, u"my-server"_s),
             std::pair(u"ssh -T -p 2222 me@host 'cd /srv && exec node dist/index.js'"_s, u"index.js"_s),
             std::pair(u"ssh me@host -o BatchMode=yes uvx mcp-server-git --repository /srv"_s, u"mcp-server-git"_s),
             std::pair(u"ssh -- host"_s, u"host"_s),
             std::pair(u"ssh me@host"_s, u"host"_s),
             std::pair(u"ssh"_s, u"ssh"_s),
             std::pair(u"wsl.exe -d Debian --cd /srv -- node server.js"_s, u"server.js"_s),
             std::pair(u"wsl -e my-server"_s, u"my-server"_s),
             std::pair(u"wsl -d Debian uvx mcp-server-git"_s, u"mcp-server-git"_s),
             std::pair(u"wsl -d Debian"_s, u"Debian"_s),
         })
        QTest::newRow(qPrintable(line)) << title;
}

void TestShellWords::titles()
{
    QFETCH(const QString, title);
    const auto command = StdioCommand::fromLine(QString::fromUtf8(QTest::currentDataTag()));
    QVERIFY(command);
    QCOMPARE(command->title(), title);
}

void TestShellWords::splits_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<bool>("asShell"); // no character that a shell would expand
    const auto row = [](const char *name, const QString &line, const QStringList &words, bool asShell = true) {
        QTest::newRow(name) << line << words << asShell;
    };
    row("plain", u"npx -y server"_s, {u"npx"_s, u"-y"_s, u"server"_s});
    row("blanks", u"  a\t b  "_s, {u"a"_s, u"b"_s});
    row("newline", u"a\nb"_s, {u"a"_s, u"b"_s}, false); // two commands in a shell
    row("single quotes", u"sh -c 'a b'"_s, {u"sh"_s, u"-c"_s, u"a b"_s});
    row("double quotes", u"\"/my dir/run\" \"a b\""_s, {u"/my dir/run"_s, u"a b"_s});
    row("in the middle", u"a'b c'd\"e f\"g"_s, {u"ab cde fg"_s});
    row("empty words", u"a '' \"\" b"_s, {u"a"_s, u""_s, u""_s, u"b"_s});
    row("quotes in quotes", u"\"it's\" '\"'"_s, {u"it's"_s, u"\""_s});
    row("backslash", u"a\\ b \\'c\\\" \\\\ \\n"_s, {u"a b"_s, u"'c\""_s, u"\\"_s, u"n"_s});
    row("backslash in single quotes", u"'a\\b\\'"_s, {u"a\\b\\"_s});
    row("backslash in double quotes", u"\"\\\" \\\\ \\$ \\` \\n \\' \\ \""_s, {u"\" \\ $ ` \\n \\' \\ "_s});
    row("joined lines", u"a\\\nb \"c\\\nd\" \\\n e"_s, {u"ab"_s, u"cd"_s, u"e"_s});
    row("newline in quotes", u"'a\nb' \"c\nd\""_s, {u"a\nb"_s, u"c\nd"_s});
    row("nothing is expanded", u"$HOME ~ * a|b >c; #d"_s, {u"$HOME"_s, u"~"_s, u"*"_s, u"a|b"_s, u">c;"_s, u"#d"_s},
        false);
    row("unicode", u"é\u00a0漢 '🙂 x'"_s, {u"é\u00a0漢"_s, u"🙂 x"_s});
    row("JSON", u"--config '{\"a\":[1, \"b\"]}'"_s, {u"--config"_s, u"{\"a\":[1, \"b\"]}"_s});
    row("nothing", u" "_s, {}, false);
}

void TestShellWords::splits()
{
    QFETCH(QString, line);
    QFETCH(QStringList, words);
    QFETCH(bool, asShell);
    const Result<QStringList> result = ShellWords::split(line);
    QVERIFY(result);
    QCOMPARE(*result, words);
    if (asShell)
        QCOMPARE(wordsOfShell(line), words);
}

void TestShellWords::refuses_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("detail");
    QTest::newRow("single quote") << u"sh -c 'a b"_s << u"the quote ' at position 7 is not closed"_s;
    QTest::newRow("double quote") << u"a \"b\" c\" d'"_s << u"the quote \" at position 8 is not closed"_s;
    QTest::newRow("escaped end") << u"\"a\\\""_s << u"the quote \" at position 1 is not closed"_s;
    QTest::newRow("backslash in quotes") << u"\"a\\"_s << u"the quote \" at position 1 is not closed"_s;
    QTest::newRow("backslash") << u"a b\\"_s << u"nothing follows the backslash at position 4"_s;
}

void TestShellWords::refuses()
{
    QFETCH(QString, line);
    const Result<QStringList> result = ShellWords::split(line);
    QVERIFY(!result);
    QCOMPARE(result.error().kind, ErrorKind::Usage);
    QTEST(QString(result.error().detail), "detail");
    const Result<StdioCommand> command = StdioCommand::fromLine(line);
    QVERIFY(!command);
    QTEST(QString(command.error().detail), "detail");
}

void TestShellWords::quotesOnlyWhereNeeded_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("line");
    QTest::newRow("plain") << QStringList{u"/usr/bin/npx"_s, u"-y"_s, u"@scope/server@1.0"_s, u"--a=b,c"_s, u"é"_s}
                           << u"/usr/bin/npx -y @scope/server@1.0 --a=b,c é"_s;
    QTest::newRow("blank") << QStringList{u"my server"_s, u""_s} << u"'my server' ''"_s;
    QTest::newRow("quote") << QStringList{u"it's"_s, u"\"so\""_s} << u"'it'\\''s' '\"so\"'"_s;
    QTest::newRow("assignment") << QStringList{u"A=b"_s, u"A=b"_s} << u"'A=b' A=b"_s;
    QTest::newRow("expansion") << QStringList{u"a"_s, u"$b"_s, u"~"_s, u"*"_s} << u"a '$b' '~' '*'"_s;
}

void TestShellWords::quotesOnlyWhereNeeded()
{
    QFETCH(QStringList, words);
    QTEST(ShellWords::join(words), "line");
}

// Words of random pieces: both split() and a shell read back the same words.
void TestShellWords::joinIsTheInverseOfSplit()
{
    QRandomGenerator random(20260731);
    const QStringList alphabet = pieces();
    for (int round = 0; round < 40; ++round) {
        QStringList words;
        for (int i = 0; i < 50; ++i) {
            QString word;
            for (int length = random.bounded(6); length > 0; --length)
                word += alphabet.at(random.bounded(int(alphabet.size())));
            words.append(word);
        }
        const QString line = ShellWords::join(words);
        const Result<QStringList> again = ShellWords::split(line);
        QVERIFY2(again, qPrintable(line));
        QCOMPARE(*again, words);
        QCOMPARE(wordsOfShell(line), words);
    }
    for (const QString &piece : alphabet) {
        QCOMPARE(wordsOfShell(ShellWords::join({piece})), QStringList{piece});
        QCOMPARE(wordsOfShell(ShellWords::quoted(piece)), QStringList{piece});
        QCOMPARE(QString::fromUtf8(ShellWords::quoted(piece.toUtf8())), ShellWords::quoted(piece));
    }
}

void TestShellWords::commandsRoundTrip()
{
    const StdioCommand command{.program = u"my server"_s, .arguments = {u""_s, u"it's"_s, u"a\nb"_s, u"\\"_s, u"$x"_s}};
    const Result<StdioCommand> again = StdioCommand::fromLine(command.toLine());
    QVERIFY(again);
    QCOMPARE(again->program, command.program);
    QCOMPARE(again->arguments, command.arguments);
    QCOMPARE(StdioCommand::lineOf(command.describe()), command.toLine());
    const StdioCommand secret{.program = u"server"_s, .arguments = {u"--token"_s, u"hunter2"_s, u"a b"_s}};
    QCOMPARE(StdioCommand::lineOf(secret.describe()), u"server --token '***' 'a b'"_s);
    const Result<StdioCommand> nothing = StdioCommand::fromLine(u" "_s);
    QVERIFY(nothing && nothing->program.isEmpty() && nothing->arguments.isEmpty());
}

QTEST_GUILESS_MAIN(TestShellWords)
#include "tst_shellwords.moc"
