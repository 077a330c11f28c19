// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/doctor/commandsearch.h"
#include "core/doctor/connectionstages.h"
#include "core/doctor/loginshell.h"
#include "core/doctor/networkstages.h"
#include "core/transport/http/challenge.h"
#include "support/elfprogram.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int Limit = 20'000;
using Verdict = DoctorStage::Verdict;
using Kind = DoctorEnvironment::Kind;
using Facts = TrialConnection::Facts;

QString textOf(const DoctorStage &stage)
{
    QStringList lines;
    for (const TranslatableText &fact : stage.seen)
        lines << fact;
    for (const DoctorStage::Step &step : stage.advice)
        lines << u"-> "_s + step.on(DoctorStage::Surface::CommandLine);
    return lines.join(u'\n');
}

/// Facts of a process that started at 1 s.
Facts started()
{
    Facts facts;
    facts.opening = 1'000'000'000;
    facts.opened = facts.opening + 1'000'000;
    facts.starts = 1;
    facts.pid = 42;
    return facts;
}

Facts exitedWith(int code, const QStringList &words)
{
    Facts facts = started();
    facts.exited = facts.opened + 5'000'000;
    facts.exit = {{u"exitCode"_s, code}};
    facts.lastWords = words;
    facts.errorLines = words.size();
    return facts;
}

Facts ready()
{
    Facts facts = started();
    facts.ready = facts.opened + 20'000'000;
    facts.closing = facts.ready + 1'000'000;
    facts.exited = facts.closing + 3'000'000;
    facts.exit = {{u"exitCode"_s, 0}};
    return facts;
}

} // namespace

/// The verdicts of the Connection Doctor and their evidence.
class TestDoctor : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_home;

    QString make(const QString &path, const QByteArray &content = "#!/bin/sh\n", bool isExecutable = true)
    {
        const QString file = m_home.filePath(path);
        QDir().mkpath(QFileInfo(file).path());
        QFile out(file);
        if (!out.open(QIODevice::WriteOnly) || out.write(content) != content.size())
            qFatal("cannot write");
        out.setPermissions(QFile::ReadOwner | QFile::WriteOwner |
                           (isExecutable ? QFile::ExeOwner : QFile::Permissions()));
        return file;
    }

    [[nodiscard]] DoctorEnvironment environment(Kind kind, const QStringList &folders) const
    {
        DoctorEnvironment environment{kind};
        environment.variables.insert(u"HOME"_s, m_home.path());
        QStringList path;
        for (const QString &folder : folders)
            path << m_home.filePath(folder);
        environment.variables.insert(u"PATH"_s, path.join(u':'));
        return environment;
    }

    /// The environment is passed in, because that of the test differs between machines.
    [[nodiscard]] DoctorStage examine(const StdioCommand &command, Kind chosen) const
    {
        return CommandSearch::examine(command,
                                      {environment(Kind::LoginShell, {u"system"_s, u".nvm/versions/node/v20/bin"_s}),
                                       environment(Kind::DesktopHost, {u"system"_s})},
                                      chosen);
    }

private slots:
    void initTestCase()
    {
        make(u"system/both"_s);
        make(u"system/old"_s);
        make(u"system/script"_s, "#!/usr/bin/env -S node --flag\n");
        make(u"system/windows"_s, "#!/bin/sh\r\n");
        make(u"system/broken"_s, "#!/no/such/interpreter\n");
        make(u"system/python3"_s);
        make(u".nvm/versions/node/v20/bin/node"_s, "\x7f"
                                                   "ELF");
        make(u".nvm/versions/node/v20/bin/npx"_s, "#!/usr/bin/env node\n");
        make(u".volta/bin/voltaic"_s);
        make(u".local/bin/uvx"_s);
        make(u"plain.txt"_s, "text", false);
        make(u"plain.sh"_s, "#!/bin/sh\n", false);
        make(u"server.py"_s, "import mcp\n", false);
        make(u"system/bare"_s, "echo hi\n");
        make(u"system/loaderless"_s, elfProgram("/no/such/ld.so"));
        // Offsets and sizes beyond the file.
        make(u"system/odd"_s, elfProgram("/x").first(64) + QByteArray(56, '\xff'));
        make(u"system/binary"_s, QByteArray("MZ\0\0", 4));
    }

    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void command_data()
    {
        QTest::addColumn<QString>("program");
        QTest::addColumn<bool>("onDesktop");
        QTest::addColumn<Verdict>("verdict");
        QTest::addColumn<QStringList>("says"); // HOME stands for the folder
        const auto row = [](const char *tag, const QString &program, bool onDesktop, Verdict verdict,
                            const QStringList &says) { QTest::newRow(tag) << program << onDesktop << verdict << says; };
        row("everywhere", u"both"_s, false, Verdict::Ok, {u"Login shell: HOME/system/both\n"_s});
        row("nowhere", u"no-such"_s, false, Verdict::Failed,
            {u"Login shell: the program \"no-such\" was not found"_s, u"-> Check the name"_s});
        row("nowhere, but known", u"docker"_s, false, Verdict::Failed, {u"-> Install Docker, which provides docker"_s});
        row("python", u"python"_s, false, Verdict::Failed, {u"-> Use python3 as the command"_s});
        row("nvm, in the login shell only", u"node"_s, true, Verdict::Failed,
            {u"Login shell: HOME/.nvm/versions/node/v20/bin/node (from nvm)"_s,
             u"-> Found by the login shell in HOME/.nvm/versions/node/v20/bin, where nvm puts programs; the PATH of a "
             "desktop host lacks that folder"_s,
             u"-> Use the full path as the command: HOME/.nvm/versions/node/v20/bin/node"_s});
        row("a script of nvm's needs its folder too", u"npx"_s, true, Verdict::Failed,
            {u"-> npx is a script for node: set the variable PATH for the server too"_s});
        row("nvm, tried in the login shell", u"npx"_s, false, Verdict::Warning,
            {u"-> A host that was started from the desktop does not find it: its PATH lacks "
             "HOME/.nvm/versions/node/v20/bin, where nvm puts programs"_s});
        row("in no PATH: Volta", u"voltaic"_s, false, Verdict::Failed,
            {u"-> It is in HOME/.volta/bin, where Volta puts programs; no PATH has that folder"_s,
             u"-> Use the full path as the command: HOME/.volta/bin/voltaic"_s});
        row("in no PATH: uv", u"uvx"_s, false, Verdict::Failed, {u"where uv or pipx puts programs"_s});
        row("interpreter in the login shell only", u"script"_s, true, Verdict::Failed,
            {u"it is a script for node, which was not found"_s,
             u"-> node is found by the login shell as HOME/.nvm/versions/node/v20/bin/node (from nvm): set the "
             u"variable "
             "PATH"_s});
        row("no interpreter", u"broken"_s, false, Verdict::Failed,
            {u"-> Install /no/such/interpreter, or correct the first line of HOME/system/broken"_s});
        row("no loader", u"loaderless"_s, false, Verdict::Failed,
            {u"HOME/system/loaderless, but its loader /no/such/ld.so does not exist"_s,
             u"-> Install the package that provides /no/such/ld.so"_s});
        row("an odd program", u"odd"_s, false, Verdict::Ok, {u"HOME/system/odd"_s});
        row("line ends of Windows", u"windows"_s, false, Verdict::Failed,
            {u"its lines end with CR LF"_s, u"-> Save HOME/system/windows with LF line ends"_s});
        row("a folder", u"HOME/system"_s, false, Verdict::Failed, {u"it is a folder"_s, u"-> Specify the program"_s});
        row("a file that is not there", u"HOME/nothing"_s, false, Verdict::Failed, {u"-> Check the path"_s});
        row("not executable", u"HOME/plain.sh"_s, false, Verdict::Failed,
            {u"-> Make it executable: chmod +x HOME/plain.sh"_s});
        row("not a program", u"HOME/plain.txt"_s, false, Verdict::Failed,
            {u"-> If it is a script, start it with its interpreter (python3 HOME/plain.txt"_s});
        row("a script of Python", u"HOME/server.py"_s, false, Verdict::Failed,
            {u"-> Start it with its interpreter: python3 HOME/server.py"_s});
        row("no interpreter named", u"bare"_s, false, Verdict::Failed,
            {u"it is a text without a #! line"_s, u"-> If it is a script"_s});
        row("another kind of program", u"binary"_s, false, Verdict::Ok, {u"HOME/system/binary"_s});
        row("cd", u"cd"_s, false, Verdict::Failed, {u"-> Only a shell knows cd: use sh as the command"_s});
        row("npx.cmd", u"npx.cmd"_s, false, Verdict::Failed, {u"-> npx.cmd is written as on Windows"_s});
        row("a drive", u"C:\\node\\node"_s, false, Verdict::Failed, {u"is written as on Windows"_s});
        row("quotes", u"\"both\""_s, false, Verdict::Failed, {u"-> The quotes are part of the name"_s});
        row("cdx is a name", u"cdx"_s, false, Verdict::Failed, {u"-> Check the name"_s});
        row("a tilde", u"~/system/both"_s, false, Verdict::Failed,
            {u"-> No shell expands ~ here: write HOME/system/both"_s});
        row("a variable", u"$HOME/system/both"_s, false, Verdict::Failed, {u"-> No shell expands variables here"_s});
        row("a line as one word", u"both --flag"_s, false, Verdict::Failed, {u"give both alone as the command"_s});
        row("an assignment", u"DEBUG=1"_s, false, Verdict::Failed,
            {u"Login shell: the program \"DEBUG=1\" was not found in PATH (PATH: "_s,
             u"-> DEBUG=1 sets a variable and is not a program"_s});
        row("of Windows", u"cmd.exe"_s, false, Verdict::Failed, {u"-> cmd.exe exists only on Windows"_s});
        row("nothing", u" "_s, false, Verdict::Failed, {u"-> Specify the program to start"_s});
    }

    void command()
    {
        QFETCH(QString, program);
        QFETCH(const bool, onDesktop);
        QFETCH(const Verdict, verdict);
        QFETCH(const QStringList, says);
        if (program.startsWith(u"HOME"_s))
            program.replace(u"HOME"_s, m_home.path());
        const DoctorStage stage = examine({.program = program}, onDesktop ? Kind::DesktopHost : Kind::LoginShell);
        const QString text = textOf(stage).replace(m_home.path(), u"HOME"_s);
        for (const QString &part : says)
            QVERIFY2(text.contains(part), qPrintable(text));
        QVERIFY2(stage.verdict == verdict, qPrintable(text));
    }

    void commandInItsFolder()
    {
        const DoctorStage stage =
            examine({.program = u"both"_s, .workingDirectory = m_home.filePath(u"nowhere"_s)}, Kind::LoginShell);
        QCOMPARE(stage.verdict, Verdict::Failed);
        QVERIFY2(textOf(stage).contains(u"-> Correct the working folder"_s), qPrintable(textOf(stage)));
    }

    /// The command's own variables are set, and its unset variables are absent.
    void appliedEnvironment()
    {
        DoctorEnvironment host = environment(Kind::DesktopHost, {u"system"_s});
        host.variables.insert(u"GONE"_s, u"x"_s);
        const StdioCommand applied =
            host.applied({.program = u"p"_s, .setVariables = {{u"KEY"_s, u"v"_s}}, .unsetVariables = {u"GONE"_s}});
        QCOMPARE(applied.environment().value(u"KEY"_s), u"v"_s);
        QVERIFY(!applied.environment().contains(u"GONE"_s));
        QCOMPARE(applied.environment().value(u"PATH"_s), m_home.filePath(u"system"_s));
        const StdioCommand own{.program = u"p"_s, .inheritEnvironment = false, .setVariables = {{u"A"_s, u"b"_s}}};
        QCOMPARE(host.applied(own).environment().keys(), QStringList{u"A"_s});
    }

    void managers()
    {
        QCOMPARE(CommandSearch::managerOf(u"/home/u/.nvm/versions/node/v22.1.0/bin"_s), u"nvm"_s);
        QCOMPARE(CommandSearch::managerOf(u"/home/u/.asdf/shims"_s), u"asdf"_s);
        QCOMPARE(CommandSearch::managerOf(u"/home/u/.volta/bin"_s), u"Volta"_s);
        QCOMPARE(CommandSearch::managerOf(u"/home/u/.pyenv/shims"_s), u"pyenv"_s);
        QCOMPARE(CommandSearch::managerOf(u"/home/u/.local/bin"_s), u"uv or pipx"_s);
        QCOMPARE(CommandSearch::managerOf(u"/home/linuxbrew/.linuxbrew/bin"_s), u"Homebrew"_s);
        QCOMPARE(CommandSearch::managerOf(u"/snap/bin"_s), u"Snap"_s);
        QCOMPARE(CommandSearch::managerOf(u"/usr/bin"_s), QString());
    }

    // ---- the login shell

    void loginShell_data()
    {
        QTest::addColumn<QByteArray>("shell");
        QTest::addColumn<QString>("problem");
        QTest::newRow("as it should be") << QByteArray(
                                                "#!/bin/sh\nFROM_PROFILE=1; export FROM_PROFILE\n"
                                                "echo Welcome; [ \"$1\" = -l ] && [ \"$3\" = -c ] && eval \"$4\"\n")
                                         << QString();
        QTest::newRow("ends at once") << QByteArray("#!/bin/sh\nexit 3\n")
                                      << u"ended before it printed its variables"_s;
        QTest::newRow("hangs") << QByteArray("#!/bin/sh\nsleep 1000\n")
                               << u"did not finish its start-up files within 500 ms"_s;
    }

    void loginShell()
    {
        QFETCH(const QByteArray, shell);
        QFETCH(const QString, problem);
        const QString file = make(u"shell"_s, shell);
        qputenv("SHELL", QFile::encodeName(file));
        QCOMPARE(LoginShell::program(), file);
        LoginShell asked;
        DoctorEnvironment answer;
        connect(&asked, &LoginShell::answered, this, [&](const DoctorEnvironment &given) { answer = given; });
        QSignalSpy answered(&asked, &LoginShell::answered);
        asked.ask(problem.contains(u"within"_s) ? 500ms : 30'000ms);
        QTRY_COMPARE_WITH_TIMEOUT(answered.count(), 1, Limit);
        QVERIFY2(answer.problem.contains(problem), qPrintable(answer.problem));
        QCOMPARE(answer.variables.value(u"FROM_PROFILE"_s), problem.isEmpty() ? u"1"_s : QString());
        QVERIFY(!answer.problem.isEmpty() || answer.variables.contains(u"PATH"_s));
        qunsetenv("SHELL");
    }

    // ---- verdicts on a connection

    void lastOutput_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("advice");
        const auto row = [](const char *line, const char *advice) {
            QTest::newRow(line) << QString::fromLatin1(line) << QString::fromLatin1(advice);
        };
        row("ModuleNotFoundError: No module named 'mcp'", "A Python module is missing");
        row("Error: Cannot find module '/srv/index.js'", "A Node.js module or script is missing");
        row("npm error code E404", "The package registry has no such package");
        row("npm error errno ENOTFOUND", "could not be resolved");
        row("Error: self-signed certificate in certificate chain", "NODE_EXTRA_CA_CERTS");
        row("npm warn EBADENGINE Unsupported engine", "version of Node.js");
        row("env: 'node': No such file or directory", "which is not in its PATH");
        row("sh: 1: npx: not found", "which is not in its PATH");
        row("python3: can't open file '/srv/x.py': [Errno 2]", "A file is missing");
        row("Error: listen EADDRINUSE: address already in use :::3000", "A port is in use");
        row("Cannot connect to the Docker daemon at unix:///var/run/docker.sock.", "Docker is not running");
        row("Error: GITHUB_TOKEN environment variable is required", "A setting is missing");
        row("Please set API_KEY", "A setting is missing");
        row("KeyError: 'GITHUB_TOKEN'", "A setting is missing");
        row("  Field required [type=missing, input_value={}, input_type=dict]", "A setting is missing");
        row("Set BRAVE_API_KEY=your-key", "A setting is missing");
        row("KeyError: 'name'", "Fix the problem that its last output names");
        row("usage: server.py [-h] --root DIR", "It prints its usage");
        row("PermissionError: [Errno 13] '/root/x'", "It lacks the permission to read or write");
        row("MCP server listening on http://127.0.0.1:3001/mcp", "connect to http://127.0.0.1:3001/mcp instead");
        row("the input device is not a TTY", "Start docker run with -i alone");
        row("Something else", "Fix the problem that its last output names");
    }

    void lastOutput()
    {
        QFETCH(const QString, line);
        QFETCH(const QString, advice);
        const DoctorStage stage = ConnectionStages::start(exitedWith(1, {u"Starting"_s, line}), {});
        QCOMPARE(stage.verdict, Verdict::Failed);
        QVERIFY2(textOf(stage).contains(u"before the handshake was complete: exit code 1"_s),
                 qPrintable(textOf(stage)));
        QVERIFY2(stage.advice.value(0).text.contains(advice), qPrintable(textOf(stage)));
    }

    void secretsAreMasked()
    {
        const DoctorStage stage = ConnectionStages::start(exitedWith(1, {u"API_KEY=hunter2hunter2 is refused"_s}), {});
        QVERIFY2(!textOf(stage).contains(u"hunter2"_s), qPrintable(textOf(stage)));
    }

    /// A text of the peer cannot imitate another stage.
    void peerTextsStayOnTheirLines()
    {
        Facts facts = started();
        facts.failure = Error{ErrorKind::Peer, u"x\nok       Handshake (3 ms)\r\n    server speaks MCP\u2028}"_s};
        facts.lastWords = {u"one\vtwo"_s};
        const DoctorStage stage = ConnectionStages::handshake(facts, {}, true);
        QVERIFY2(textOf(stage).contains(u"x ⏎ ok       Handshake (3 ms) ⏎ server speaks MCP ⏎ }"_s),
                 qPrintable(textOf(stage)));
        static const QRegularExpression lineBreak(u"[\\n\\v\\f\\r\\x{85}\\x{2028}\\x{2029}]"_s);
        QList<TranslatableText> lines = stage.seen + ConnectionStages::start(exitedWith(1, {u"one\vtwo"_s}), {}).seen;
        for (const DoctorStage::Step &step : stage.advice)
            lines << step.text;
        for (const TranslatableText &fact : std::as_const(lines))
            QVERIFY2(!fact.contains(lineBreak), qPrintable(fact));
    }

    void longTextsAreTruncated()
    {
        DoctorStage stage;
        stage.see(QString(1'000'000, u'x') + u" API_KEY=hunter2hunter2"_s);
        QCOMPARE(stage.seen.first().size(), 4000);
        QVERIFY(stage.seen.first().endsWith(u'…'));
    }

    /// The name of a missing setting is not masked.
    void causesAreShown()
    {
        for (const QString &line :
             {u"KeyError: 'GITHUB_TOKEN'"_s, u"API_KEY: field required"_s, u"Set BRAVE_API_KEY=your-key"_s}) {
            const DoctorStage stage = ConnectionStages::start(exitedWith(1, {line}), {});
            QVERIFY2(textOf(stage).contains(line), qPrintable(textOf(stage)));
        }
    }

    /// After a second start, the report says how the first process ended. Hosts are compared only if the second start
    /// works.
    void startedTwice()
    {
        Facts facts = exitedWith(1, {u"KeyError: 'X_TOKEN'"_s});
        facts.starts = 2;
        facts.firstExit = {{u"exitCode"_s, 7}};
        const DoctorStage failed = ConnectionStages::start(facts, {});
        QVERIFY2(textOf(failed).contains(u"It exited (exit code 7) after server/discover"_s),
                 qPrintable(textOf(failed)));
        QCOMPARE(failed.advice.size(), 1);
        QVERIFY2(failed.advice.first().text.contains(u"A setting is missing"_s), qPrintable(textOf(failed)));
        facts = ready();
        facts.starts = 2;
        const DoctorStage worked = ConnectionStages::start(facts, {});
        QVERIFY2(textOf(worked).contains(u"It did not respond to server/discover"_s), qPrintable(textOf(worked)));
        QVERIFY2(worked.advice.value(0).text.contains(u"-32601"_s), qPrintable(textOf(worked)));
    }

    void endings_data()
    {
        QTest::addColumn<QJsonObject>("exit");
        QTest::addColumn<int>("lastedMs");
        QTest::addColumn<Verdict>("verdict");
        QTest::addColumn<QString>("says");
        QTest::newRow("in good order") << QJsonObject{{u"exitCode"_s, 0}} << 5 << Verdict::Ok
                                       << u"It left no processes running"_s;
        QTest::newRow("slow, in good order") << QJsonObject{{u"exitCode"_s, 0}} << 1500 << Verdict::Ok << u"1.50 s"_s;
        QTest::newRow("exit code") << QJsonObject{{u"exitCode"_s, 1}} << 5 << Verdict::Warning << u"exit code 0"_s;
        QTest::newRow("crash") << QJsonObject{{u"signal"_s, u"SIGSEGV"_s}} << 5 << Verdict::Warning << u"SIGSEGV"_s;
        QTest::newRow("just before it would be ended")
            << QJsonObject{{u"exitCode"_s, 0}} << 1990 << Verdict::Ok << u"It ended 1.99 s after"_s;
        QTest::newRow("stays") << QJsonObject{{u"signal"_s, u"SIGTERM"_s}, {u"afterInput"_s, 2'000'000'000}} << 2000
                               << Verdict::Warning << u"should end when its standard input ends"_s;
        QTest::newRow("stays, and ends well on SIGTERM")
            << QJsonObject{{u"exitCode"_s, 0}, {u"afterInput"_s, 2'010'000'000}} << 2010 << Verdict::Warning
            << u"should end when its standard input ends"_s;
        QTest::newRow("killed by something else")
            << QJsonObject{{u"signal"_s, u"SIGKILL"_s}} << 5 << Verdict::Warning << u"It ended 5.00 ms after"_s;
        QTest::newRow("leaves something")
            << QJsonObject{{u"exitCode"_s, 0}, {u"leftBehind"_s, 2}} << 5 << Verdict::Warning << u"left running: 2"_s;
    }

    void endings()
    {
        QFETCH(const QJsonObject, exit);
        QFETCH(const int, lastedMs);
        QFETCH(const Verdict, verdict);
        QFETCH(const QString, says);
        Facts facts = ready();
        facts.exit = exit;
        facts.exited = facts.closing + qint64(lastedMs) * 1'000'000;
        const DoctorStage stage = ConnectionStages::end(facts, true);
        QVERIFY2(textOf(stage).contains(says), qPrintable(textOf(stage)));
        QCOMPARE(stage.verdict, verdict);
        const QString elsewhere = textOf(ConnectionStages::end(facts, true, u"docker"_s));
        QVERIFY2(!elsewhere.contains(u"It left no processes"_s), qPrintable(elsewhere));
    }

    void containerThatMayKeepRunning()
    {
        Facts facts = ready();
        QCOMPARE(ConnectionStages::end(facts, true, u"docker"_s).verdict, Verdict::Ok);
        facts.closingNotes = {u"docker is killed, but its container may keep running"_s};
        const DoctorStage stage = ConnectionStages::end(facts, true, u"docker"_s);
        QCOMPARE(stage.verdict, Verdict::Warning);
        QVERIFY2(textOf(stage).contains(u"its container may keep running\nProcesses that run through docker"_s),
                 qPrintable(textOf(stage)));
    }

    void noise_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("advice");
        QTest::newRow("banner") << u"Server ready"_s << u"Logs belong on standard error"_s;
        QTest::newRow("framing") << u"Content-Length: 120"_s << u"-> Messages are framed by Content-Length headers"_s;
        QTest::newRow("pretty") << u"{"_s << u"-> A message seems to span several lines"_s;
        QTest::newRow("a question that is ended") << u"Listening on:"_s << u"Logs belong on standard error"_s;
        QTest::newRow("URL") << u"Listening on http://localhost:3000"_s
                             << u"connect to http://localhost:3000 instead"_s;
        QTest::newRow("mark") << QString(QChar(QChar::ByteOrderMark)) << u"    ⟨U+FEFF⟩\n-> It writes a byte order"_s;
        QTest::newRow("blank") << QString() << u"    (a blank line)\n"_s;
        const QString message = uR"({"jsonrpc":"2.0","id":1,"result":{}})"_s;
        QTest::newRow("together") << message + message << u"-> Several messages share one line"_s;
        QTest::newRow("events") << u"data: "_s + message << u"-> Messages are framed as server-sent events"_s;
        QTest::newRow("prefix") << u"INFO: "_s + message << u"found \"INFO: \". The server should write"_s;
        QTest::newRow("UTF-16") << u"{\0\"\0a\0"_s << u"PowerShell"_s;
        QTest::newRow("braces in a log line") << u"INFO: {a}"_s << u"Logs belong on standard error"_s;
        QTest::newRow("npm") << u"> server@1.0.0 start"_s << u"npm --silent run"_s;
    }

    void noise()
    {
        QFETCH(const QString, line);
        QFETCH(const QString, advice);
        Facts facts = ready();
        facts.before = {{line}, 1, FramingFault::of(line.toUtf8())};
        const DoctorStage warned = ConnectionStages::output(facts);
        QCOMPARE(warned.verdict, Verdict::Warning);
        QVERIFY2(textOf(warned).contains(advice), qPrintable(textOf(warned)));
        facts.ready = 0;
        QCOMPARE(ConnectionStages::output(facts).verdict, Verdict::Failed);
    }

    void silentServer()
    {
        Facts facts = started();
        facts.closing = facts.opened + 4'000'000'000;
        facts.failure = Error{ErrorKind::Timeout, u"x: no response to initialize within 1 s"_s};
        facts.lastWords = {u"Listening on http://localhost:8080"_s};
        const DoctorStage stage = ConnectionStages::handshake(
            facts,
            {{"server/discover", RequestState::TimedOut, 3'000'000'000}, {"initialize", RequestState::TimedOut, 1}},
            true);
        QCOMPARE(stage.verdict, Verdict::Failed);
        QVERIFY2(stage.advice.value(0).text.contains(u"connect to http://localhost:8080 instead"_s),
                 qPrintable(textOf(stage)));
        QVERIFY2(textOf(stage).contains(u"It runs but does not respond"_s), qPrintable(textOf(stage)));
    }

    void lists()
    {
        Facts facts = ready();
        facts.lists = {{.kind = CatalogList::Kind::Tools, .isDeclared = true, .count = 200, .bytes = 400'000},
                       {.kind = CatalogList::Kind::Prompts},
                       {.kind = CatalogList::Kind::Resources, .isDeclared = true, .count = 1},
                       {.kind = CatalogList::Kind::ResourceTemplates,
                        .isDeclared = true,
                        .error = Error{ErrorKind::Peer, u"Method not found"_s, -32601}}};
        const DoctorStage stage = ConnectionStages::lists(facts);
        QCOMPARE(stage.verdict, Verdict::Warning);
        const QString text = textOf(stage);
        QVERIFY2(text.contains(u"tools: 200 in "_s) && text.contains(u"400 kB"_s), qPrintable(text));
        QVERIFY2(text.contains(u"prompts: not offered"_s) && text.contains(u"resources/templates: not offered"_s),
                 qPrintable(text));
        QVERIFY2(text.contains(u"at most 128 tools"_s) && text.contains(u"about 100000 tokens"_s), qPrintable(text));
        facts.lists[2].error = Error{ErrorKind::Peer, u"Out of order"_s, -32000};
        facts.lists[0].problems = QStringList(7, u"x: it has no name"_s);
        const DoctorStage failed = ConnectionStages::lists(facts);
        QCOMPARE(failed.verdict, Verdict::Failed);
        QVERIFY2(textOf(failed).contains(u"    and 2 more\n"_s), qPrintable(textOf(failed)));
        facts.closing = 0;
        facts.lists[2].error = Error{ErrorKind::Transport, u"it exited"_s};
        const QString ended = textOf(ConnectionStages::lists(facts));
        QVERIFY2(ended.contains(u"see the stage End"_s) && !ended.contains(u"Report the response to res"_s),
                 qPrintable(ended));
    }

    // ---- a URL

    void http_data()
    {
        QTest::addColumn<TrialConnection::HttpResponse>("response");
        QTest::addColumn<Verdict>("verdict");
        QTest::addColumn<QString>("says");
        using Response = TrialConnection::HttpResponse;
        const auto response = [](int status, const QString &type, const QByteArray &body = {}) {
            return Response{
                .method = u"POST"_s, .url = u"http://h/mcp"_s, .status = status, .contentType = type, .body = body};
        };
        QTest::newRow("404") << response(404, u"text/plain"_s, "nothing here") << Verdict::Failed
                             << u"There is no MCP server at this path"_s;
        Response plainPath = response(404, u"text/html"_s, "<html><title>Not found</title>");
        QTest::newRow("404 at /mcp") << plainPath << Verdict::Failed
                                     << u"\n-> There is no MCP server at this path: check the host"_s;
        plainPath.url = u"http://h/"_s;
        QTest::newRow("404 elsewhere") << plainPath << Verdict::Failed << u"Most servers use /mcp"_s;
        QTest::newRow("a page of a gateway") << response(502, u"text/html"_s, "<html><title>Bad gateway</title>")
                                             << Verdict::Failed << u"\"Bad gateway\"\n-> A gateway responds"_s;
        Response site = response(200, u"text/html"_s, "<html><title>Hi</title>");
        site.url = u"http://h/"_s;
        QTest::newRow("a site") << site << Verdict::Failed << u"often /mcp"_s;
        QTest::newRow("405") << response(405, {}) << Verdict::Failed << u"--transport http+sse"_s;
        QTest::newRow("a page") << response(200, u"text/html; charset=utf-8"_s, "<html><title>Log in</title>")
                                << Verdict::Failed << u"\"Log in\"\n-> The response is a web page, not MCP"_s;
        QTest::newRow("429") << response(429, {}) << Verdict::Failed << u"too many requests"_s;
        QTest::newRow("500") << response(500, {}) << Verdict::Failed << u"check its log"_s;
        QTest::newRow("502") << response(502, {}) << Verdict::Failed << u"A gateway responds"_s;
        QTest::newRow("407 without a proxy") << response(407, {}) << Verdict::Failed << u"no proxy is used here"_s;
        QTest::newRow("a field in upper case") << response(200, u"text/event-stream"_s, "Data: {\"jsonrpc\":\"2.0\"}")
                                               << Verdict::Failed << u"ignore Data:: the server must write data:"_s;
        QTest::newRow("a stream without a message")
            << response(200, u"text/event-stream"_s) << Verdict::Failed << u"with a message in it"_s;
        Response event = response(200, u"text/event-stream"_s);
        event.misplaced.emplace();
        QTest::newRow("no blank line after the event")
            << event << Verdict::Failed << u"-> The response lacks the blank"_s;
        event.misplaced = u"result"_s;
        QTest::newRow("an event of another name") << event << Verdict::Failed << u"is in an event named result"_s;
        Response packed = response(200, u"application/json"_s, "\x1f\x8b");
        packed.coding = u"gzip"_s;
        QTest::newRow("compressed") << packed << Verdict::Failed << u"is compressed (gzip)"_s;
        QTest::newRow("JSON as an event stream") << response(200, u"text/event-stream"_s, "{\"jsonrpc\":\"2.0\"}")
                                                 << Verdict::Failed << u"-> The content type does not match the body"_s;
        QTest::newRow("406") << response(406, {}) << Verdict::Failed << u"-> The server refuses the headers Accept"_s;
        QTest::newRow("401 is of another stage") << response(401, {}) << Verdict::Ok << u"got HTTP 401"_s;
        QTest::newRow("nothing") << response(0, {}) << Verdict::Failed << u"if it expects TLS, try https://h/mcp"_s;
        QTest::newRow("403") << response(403, {}) << Verdict::Failed << u"-> The server forbids the request"_s;
        QTest::newRow("plain HTTP on a port for TLS")
            << response(400, u"text/html"_s, "<center>The plain HTTP request was sent to HTTPS port</center>")
            << Verdict::Failed << u"-> The port expects TLS: try https://h/mcp"_s;
        Response alert = response(0, {});
        alert.failure = TransportFailure::Kind::TlsExpected;
        alert.reason = u"x"_s;
        QTest::newRow("an alert of TLS") << alert << Verdict::Failed << u"-> The port expects TLS: try https://h/mcp"_s;
        Response stranger = response(0, {});
        stranger.url = u"https://h/mcp"_s;
        stranger.failure = TransportFailure::Kind::ClientCertificate;
        stranger.reason = u"x"_s;
        QTest::newRow("a client certificate is missing")
            << stranger << Verdict::Failed << u"-> Give a client certificate (--cert, --key)"_s;
        Response login = response(302, {});
        login.location = u"/login"_s;
        QTest::newRow("redirect to a login page") << login << Verdict::Failed << u"it requires a login"_s;
        Response slash = response(301, {});
        slash.location = u"/mcp/"_s;
        QTest::newRow("redirect to the path with a slash")
            << slash << Verdict::Failed << u"-> Use the target of the redirect in the configuration: http://h/mcp/"_s;
        slash.location = u"https://h:8443/mcp"_s;
        QTest::newRow("redirect to TLS") << slash << Verdict::Failed << u"the configuration: https://h:8443/mcp;"_s;
        slash.location = u"http://other/mcp"_s;
        QTest::newRow("redirect to another host") << slash << Verdict::Failed << u"it requires a login"_s;
        Response redirect = response(308, {});
        redirect.location = u"https://h/mcp"_s;
        QTest::newRow("redirect that was not followed")
            << redirect << Verdict::Failed << u"https://h/mcp; many hosts"_s;
        Response loop = redirect;
        loop.location = u"/mcp"_s;
        QTest::newRow("redirects in a loop") << loop << Verdict::Failed << u"-> The server redirects in a loop"_s;
        Response plain = redirect;
        plain.url = u"https://h/mcp"_s;
        plain.location = u"http://h/mcp/"_s;
        QTest::newRow("redirect that gives up TLS")
            << plain << Verdict::Failed << u"X-Forwarded-Proto), or try https://h/mcp/"_s;
    }

    void http()
    {
        QFETCH(const TrialConnection::HttpResponse, response);
        QFETCH(const Verdict, verdict);
        QFETCH(const QString, says);
        Facts facts;
        facts.responses = {response};
        facts.failure = Error{ErrorKind::Transport, u"no message came"_s};
        const DoctorStage stage = NetworkStages::http(facts, {});
        QVERIFY2(textOf(stage).contains(says), qPrintable(textOf(stage)));
        QCOMPARE(stage.verdict, verdict);
    }

    /// The advice names the place where the user set the proxy or the CA file.
    void ownProxyAndFiles()
    {
        NetworkProbe::Facts network;
        network.proxy = QNetworkProxy(QNetworkProxy::HttpProxy, u"proxy"_s, 3128);
        network.proxyTrouble = NetworkProbe::ProxyTrouble::Unreachable;
        Facts facts;
        facts.responses = {{.method = u"POST"_s, .url = u"http://h/mcp"_s, .status = 407}};
        facts.failure = Error{ErrorKind::Transport, u"no message came"_s};
        QVERIFY(textOf(NetworkStages::tcp(network)).contains(u"no_proxy"_s));
        NetworkProbe::Facts socks = network;
        socks.proxyTrouble = NetworkProbe::ProxyTrouble::Protocol;
        QVERIFY(textOf(NetworkStages::tcp(socks)).contains(u"use http:// for an HTTP proxy"_s));
        QVERIFY(textOf(NetworkStages::http(facts, network)).contains(u"into the proxy variable"_s));
        Facts silent = facts;
        silent.responses.first().status = 0;
        silent.responses.first().reason = u"x"_s;
        const QString silence = textOf(NetworkStages::http(silent, network));
        QVERIFY2(silence.contains(u"-> The proxy proxy:3128 accepted"_s) && silence.contains(u"(--proxy none)"_s),
                 qPrintable(silence));
        network.isOwnProxy = true;
        QVERIFY(textOf(NetworkStages::proxy(network)).contains(u"proxy:3128, which is set for this server"_s));
        QVERIFY(textOf(NetworkStages::tcp(network))
                    .contains(u"-> The proxy proxy:3128 cannot be reached: connect "
                              "without it if the host needs no proxy, or check the proxy that is set for this server "
                              "(--proxy)"_s));
        QVERIFY(
            textOf(NetworkStages::http(facts, network)).contains(u"give the user name and the password (--proxy"_s));
        network.proxyFault = u"\"x\" is not a proxy"_s;
        QCOMPARE(NetworkStages::proxy(network).verdict, Verdict::Failed);
        QVERIFY(textOf(NetworkStages::proxy(network)).startsWith(u"\"x\" is not a proxy\n-> Correct the proxy"_s));
        network.chain = {QSslCertificate()};
        network.problems = {QSslError(QSslError::SelfSignedCertificateInChain)};
        network.caFile = u"/ca.pem"_s;
        const QString tls = textOf(NetworkStages::tls(network));
        QVERIFY2(tls.contains(u"Also trusted for this server: those in /ca.pem"_s) && tls.contains(u"(--ca)"_s),
                 qPrintable(tls));
    }

    /// The authorities of the system are read, which takes long, only if their number matters.
    void authoritiesAreCountedOnlyIfOneIsUnknown()
    {
        NetworkProbe::Facts network;
        network.chain = {QSslCertificate()};
        const QString counted = u"Certification authorities that this system trusts: "_s;
        for (const QSslError::SslError problem :
             {QSslError::CertificateExpired, QSslError::HostNameMismatch, QSslError::SelfSignedCertificate}) {
            network.problems = {QSslError(problem)};
            QVERIFY(!textOf(NetworkStages::tls(network)).contains(counted));
        }
        network.problems = {QSslError(QSslError::UnableToGetLocalIssuerCertificate)};
        QVERIFY(textOf(NetworkStages::tls(network)).contains(counted));
    }

    void httpOfASilentServer()
    {
        Facts facts;
        const TrialConnection::HttpResponse given{
            .method = u"POST"_s, .url = u"http://h/mcp"_s, .reason = u"the connection is closing"_s};
        facts.responses = {given, given, given};
        facts.failure = Error{ErrorKind::Timeout, u"h: no response to initialize within 3 s"_s};
        const QString text = textOf(NetworkStages::http(facts));
        QVERIFY2(text.contains(u"POST http://h/mcp got no response in time (3 times)"_s), qPrintable(text));
        QVERIFY2(text.contains(u"-> The server accepted the request but did not respond in time"_s), qPrintable(text));
        QVERIFY2(!text.contains(u"is closing"_s), qPrintable(text));
    }

    void forbiddenByAProxy()
    {
        Facts facts;
        facts.responses = {{.method = u"POST"_s, .url = u"http://h/mcp"_s, .status = 403}};
        facts.failure = Error{ErrorKind::Transport, u"HTTP 403 Forbidden"_s};
        NetworkProbe::Facts network;
        network.proxy = QNetworkProxy(QNetworkProxy::HttpProxy, u"proxy.example"_s, 3128);
        const QString text = textOf(NetworkStages::http(facts, network));
        QVERIFY2(text.contains(u"-> The server or the proxy proxy.example:3128 forbids the request"_s),
                 qPrintable(text));
        QVERIFY2(!text.contains(u"token"_s), qPrintable(text));
        QCOMPARE(NetworkStages::authorization(facts, {}, false).verdict, Verdict::Skipped);
        facts.failure = Error{ErrorKind::Protocol, u"another version"_s};
        QCOMPARE(NetworkStages::authorization(facts, {}, false).verdict, Verdict::Ok);
    }

    void wrongKey()
    {
        NetworkProbe::Facts facts;
        facts.tcp = 1;
        facts.isEncrypted = facts.isKeyRefused = true;
        facts.tlsError = u"key values mismatch"_s;
        const DoctorStage stage = NetworkStages::tls(facts);
        QCOMPARE(stage.advice.size(), 1);
        const DoctorStage::Step step = stage.advice.first();
        QCOMPARE(step.on(DoctorStage::Surface::CommandLine),
                 u"The key does not belong to the certificate: check both (--cert, --key)"_s);
        QCOMPARE(step.on(DoctorStage::Surface::Window),
                 u"The key does not belong to the certificate: check both (Connect "
                 "dialog: Network, client certificate and key)"_s);
    }

    /// No advice names an option, except on the command line.
    void settingsHaveNamesOnEachSurface()
    {
        for (int i = 1; i <= int(DoctorStage::Setting::Timeout); ++i) {
            const DoctorStage::Step step{u"Change it"_s, DoctorStage::Setting(i)};
            QVERIFY2(step.on(DoctorStage::Surface::CommandLine).contains(u"(--"_s), qPrintable(QString::number(i)));
            QVERIFY2(!step.on(DoctorStage::Surface::Window).contains(u"--"_s), qPrintable(QString::number(i)));
            QVERIFY(step.on(DoctorStage::Surface::Window) != step.text);
        }
        QCOMPARE(DoctorStage::Step{u"Change it"_s}.on(DoctorStage::Surface::Window), u"Change it"_s);
    }

    void challenge()
    {
        const QString challenge =
            u"Bearer realm=\"mcp \\\"x\\\"\", error=invalid_token, resource_metadata=\"https://h/.well-known/x\""_s;
        QCOMPARE(Challenge::scheme(challenge), u"Bearer"_s);
        QCOMPARE(Challenge::parameter(challenge, u"error"_s), u"invalid_token"_s);
        QCOMPARE(Challenge::parameter(challenge, u"resource_metadata"_s), u"https://h/.well-known/x"_s);
        QCOMPARE(Challenge::parameter(challenge, u"scope"_s), QString());
        Facts facts;
        facts.responses = {{.method = u"POST"_s, .url = u"https://h/mcp"_s, .status = 401, .challenge = challenge}};
        const DoctorStage stage = NetworkStages::authorization(
            facts, {u"https://h/.well-known/x"_s, {u"https://login.example"_s}, {}}, false);
        QCOMPARE(stage.verdict, Verdict::Failed);
        QVERIFY2(textOf(stage).contains(u"a Bearer token is required"_s), qPrintable(textOf(stage)));
        QVERIFY2(textOf(stage).contains(u"-> Log in at https://login.example"_s), qPrintable(textOf(stage)));
    }
};

QTEST_GUILESS_MAIN(TestDoctor)
#include "tst_doctor.moc"
