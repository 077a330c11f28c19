// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "e2e/clirun.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcessEnvironment>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// `pullcord-cli doctor` on servers that start, do not start, or misbehave.
class TestCliDoctor : public QObject
{
    Q_OBJECT

private:
    /// A server of 2024-11-05 that rejects everything else, and ends with its input.
    static constexpr auto OldServer = R"(
while read -r line; do
    id=$(printf '%s' "$line" | sed -n 's/.*"id":\([0-9]*\).*/\1/p')
    case $line in
    *'"initialize"'*) printf '{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2024-11-05","capabilities":{},"serverInfo":{"name":"old","version":"1"}}}\n' "$id" ;;
    *'"ping"'*) printf '{"jsonrpc":"2.0","id":%s,"result":{}}\n' "$id" ;;
    *'"id"'*) printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no"}}\n' "$id" ;;
    esac
done)"_L1;

    QTemporaryDir m_folder;

    [[nodiscard]] QString path(const QString &name) const { return m_folder.filePath(name); }

    void write(const QString &name, const QByteArray &content, QFile::Permissions more = {}) const
    {
        QDir().mkpath(QFileInfo(path(name)).path());
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | more);
    }

    /// Runs with its own HOME and shell, so that the start-up files of the machine do not matter.
    [[nodiscard]] CliRun run(const QStringList &arguments, const QString &shell = u"/bin/sh"_s) const
    {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"HOME"_s, m_folder.path());
        environment.insert(u"SHELL"_s, shell);
        environment.remove(u"XDG_CONFIG_HOME"_s);
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(m_folder.path());
        process.start(Peers::program(u"pullcord-cli"_s), arguments);
        return CliRun::finish(process);
    }

    static QStringList onDemo(const QStringList &switches, const QStringList &options = {})
    {
        const StdioCommand demo = Peers::demoServer(switches);
        return QStringList{u"doctor"_s} << options << u"--"_s << demo.program << demo.arguments;
    }

private slots:
    void initTestCase()
    {
        write(u".profile"_s, "PATH=$PATH:" + path(u".nvm/versions/node/v20/bin"_s).toUtf8() + "\necho Welcome\n");
        const QByteArray demo = Peers::demoServer({}).program.toUtf8();
        write(u".nvm/versions/node/v20/bin/only-in-login"_s, "#!/bin/sh\nexec " + demo + "\n", QFile::ExeOwner);
        write(u".bashrc"_s, "PATH=$PATH:" + path(u"tools"_s).toUtf8() + "\n");
        write(u"tools/only-in-bashrc"_s, "#!/bin/sh\nexec " + demo + "\n", QFile::ExeOwner);
        write(u"noted"_s, "#!/bin/sh\nexit 1\n", QFile::ExeOwner);
        write(u".config/Claude/logs/mcp-server-noted.log"_s, "2026-01-01T00:00:00.000Z [noted] [error] x\n");
    }

    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void verdicts_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QByteArrayList>("says"); // part of standard output
        const auto row = [](const char *tag, const QStringList &arguments, int code, const QByteArrayList &says) {
            QTest::newRow(tag) << arguments << code << says;
        };
        const auto shell = [](const QString &script, const QStringList &options = {}) {
            return QStringList{u"doctor"_s} << options << u"--"_s << u"sh"_s << u"-c"_s << script;
        };
        row("all is well", onDemo({}), 0, {"8 ok, 0 with a warning, 0 failed, 0 skipped", "uses MCP 2026-07-28"});
        row("legacy", onDemo({u"--legacy-only"_s}), 0, {"ping: response after", "8 ok"});
        row("a missing command", {u"doctor"_s, u"--"_s, u"no-such-program-here"_s}, 3,
            {"failed   Command", "Desktop host: the program \"no-such-program-here\" was not found in PATH (PATH: ",
             "→ Check the name of the command", "skipped  Start"});
        row("only in the login shell", {u"doctor"_s, u"--"_s, u"only-in-login"_s}, 1,
            {"failed   Command", "Login shell: ", "only-in-login (from nvm)",
             "where nvm puts programs; the PATH of this program lacks that folder",
             "→ Use the full path as the command", "Started in the environment of the login shell",
             "7 ok, 0 with a warning, 1 failed"});
        row("tried in the login shell",
            {u"doctor"_s, u"--environment"_s, u"login-shell"_s, u"--"_s, u"only-in-login"_s}, 0,
            {"warning  Command", "→ A host that was started from the desktop does not find it",
             "7 ok, 1 with a warning"});
        row("banner", onDemo({u"--banner"_s}), 0,
            {"warning  Standard output", "before the handshake was done: 1", "→ Logs belong on standard error"});
        row("traceback", shell(u"echo \"ModuleNotFoundError: No module named 'mcp'\" >&2; exit 1"_s), 3,
            {"failed   Start", "before the handshake was complete: exit code 1", "→ A Python module is missing",
             "failed   Handshake", "skipped  Capabilities and lists"});
        row("a host keeps a log of it", {u"doctor"_s, u"--"_s, path(u"noted"_s)}, 3,
            {"→ Compare with a host log that may belong to this server: ", "mcp-server-noted.log (Claude Desktop)"});
        row("hangs", shell(u"exec sleep 1000"_s, {u"--timeout"_s, u"300"_s}), 3,
            {"failed   Handshake", "initialize: no response within", "→ It runs but does not respond", "warning  End"});
        row("answers only 2024-11-05", shell(OldServer), 0,
            {"old 1 uses MCP 2024-11-05", "server/discover: refused after", "initialize: response after",
             "→ It declares no tools"});
        row("ends on server/discover",
            shell(QString(OldServer).replace(u"case $line in"_s, u"case $line in *server/discover*) exit 1 ;;"_s)), 0,
            {"warning  Start", "It exited (exit code 1) after server/discover", "old 1 uses MCP 2024-11-05"});
        row("no server at all", {u"doctor"_s, u"--"_s, u"echo"_s, u"Usage: echo"_s}, 3, {"failed   Standard output"});
        row("serves HTTP instead",
            shell(u"echo listening on http://127.0.0.1:3000/mcp; exec sleep 1000"_s, {u"--timeout"_s, u"300"_s}), 3,
            {"→ It writes lines that are not messages", "connect to http://127.0.0.1:3000/mcp instead"});
        row("frames as the Language Server Protocol does",
            shell(
                u"printf 'Content-Length: 38\\r\\n\\r\\n{\"jsonrpc\":\"2.0\",\"id\":99,\"result\":{}}'; exec sleep 1000"_s,
                {u"--timeout"_s, u"300"_s}),
            3,
            {"hosts cannot read these; its output began: Content-Length: 38",
             "→ Messages are framed by Content-Length headers"});
        row("a message over several lines",
            shell(u"printf '{\\n\"jsonrpc\": \"2.0\"\\n}\\n'; exec sleep 1000"_s, {u"--timeout"_s, u"300"_s}), 3,
            {". A message seems to span several lines", "→ A message seems to span several lines"});
        row("asks for input", shell(u"printf 'Enter API key: '; exec sleep 1000"_s, {u"--timeout"_s, u"300"_s}), 3,
            {". It asks for input, as in a terminal", "→ It asks for input"});
        row("ids of another type",
            shell(QString(OldServer).replace(u"\"id\":%s"_s, u"\"id\":\"%s\""_s), {u"--timeout"_s, u"300"_s}), 3,
            {"→ The server responds, but not with the ids of the requests"});
        row("a byte order mark", shell(u"printf '\\357\\273\\277'"_s + OldServer), 0,
            {"    ⟨U+FEFF⟩\n", "→ It writes a byte order mark"});
        row("a log of the messages on standard output",
            shell(QString(OldServer).replace(u"read -r line; do"_s, u"read -r line; do printf '<- %s\\n' \"$line\""_s)),
            0,
            {"→ Standard output repeats messages after other text", "found \"<- \". The server should write its log"});
        row("many lines on standard error", shell(u"seq -f 'line %g' 42 >&2; exit 1"_s), 3,
            {"Lines on standard error: 42\n        line 1\n", "    … (26 more)\n        line 31\n"});
        row("stays after the end of its input", onDemo({u"--ignore-eof"_s}), 0,
            {"warning  End", "after its standard input was closed, and had to be terminated: SIGTERM"});
        row("leaves a process behind",
            shell(u"sleep 1000 >/dev/null 2>&1 </dev/null & exec "_s + Peers::demoServer({}).program), 0,
            {"warning  End", "left running: 1"});
        row("crashes in the middle", onDemo({u"--exit-after"_s, u"2"_s}), 1,
            {"failed   Capabilities and lists", "see the stage End", "skipped  Round trip", "failed   End",
             "It ended by itself while"});
        row("JSON and Markdown on one output", {u"doctor"_s, u"--json"_s, u"--markdown"_s, u"-"_s, u"--"_s, u"true"_s},
            2, {});
        row("unknown environment", {u"doctor"_s, u"--environment"_s, u"moon"_s, u"--"_s, u"sh"_s}, 2, {});
        row("no server", {u"doctor"_s}, 2, {});
    }

    void verdicts()
    {
        QFETCH(const QStringList, arguments);
        QFETCH(const int, exitCode);
        QFETCH(const QByteArrayList, says);
        const CliRun run = this->run(arguments);
        for (const QByteArray &part : says)
            QVERIFY2(run.out.contains(part), ("missing: " + part + "\n" + run.out + run.err).constData());
        QVERIFY2(run.exitCode == exitCode, (QByteArray::number(run.exitCode) + '\n' + run.out + run.err).constData());
    }

    /// A terminal reads ~/.bashrc, which a login shell may not do.
    void readsStartUpFilesOfTerminals()
    {
        const QStringList arguments{u"doctor"_s, u"--environment"_s, u"login-shell"_s, u"--"_s, u"only-in-bashrc"_s};
        const CliRun run = this->run(arguments, u"/bin/bash"_s);
        QVERIFY2(run.exitCode == 0 && run.out.contains("warning  Command"), (run.out + run.err).constData());
        QCOMPARE(this->run(arguments).exitCode, 3); // another shell
    }

    void json()
    {
        const CliRun run = this->run(onDemo({}, {u"--json"_s}));
        QCOMPARE(run.exitCode, 0);
        const QJsonObject report = QJsonDocument::fromJson(run.out).object();
        QVERIFY2(report["connected"_L1].toBool() && report["verdict"_L1] == "ok"_L1, run.out.constData());
        QCOMPARE(report["environment"_L1].toString(), u"this"_s);
        QStringList names;
        const QJsonArray stages = report["stages"_L1].toArray();
        for (const QJsonValue &stage : stages) {
            names << stage["stage"_L1].toString();
            QVERIFY2(!stage["seen"_L1].toArray().isEmpty(), run.out.constData());
        }
        QCOMPARE(names.join(u' '), u"command start handshake lists round-trip output end second-start"_s);
    }

    /// Text of the peer cannot imitate lines of the report.
    void peerTexts()
    {
        const QString refusal =
            u"case $line in *'\"initialize\"'*) printf '{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":-32000,"
            "\"message\":\"x\\\\nok       Handshake (3 ms)\\\\n}\"}}\\n' \"$id\" ;;"_s;
        const QString forger = QString(OldServer).replace(u"case $line in"_s, refusal);
        const QStringList command{u"--"_s, u"sh"_s, u"-c"_s, forger};
        const CliRun text = this->run(QStringList{u"doctor"_s} + command);
        QVERIFY2(text.out.contains("    x ⏎ ok       Handshake (3 ms) ⏎ }\n"), text.out.constData());
        QVERIFY2(!text.out.contains("\nok       Handshake"), text.out.constData());
        const CliRun markdown = this->run(QStringList{u"doctor"_s, u"--markdown"_s, u"-"_s} + command);
        QCOMPARE(markdown.exitCode, 3);
        QVERIFY2(markdown.out.contains("\nx ⏎ ok       Handshake (3 ms) ⏎ }\n"), markdown.out.constData());
    }

    void markdown()
    {
        const QStringList secret{u"doctor"_s,
                                 u"--markdown"_s,
                                 u"-"_s,
                                 u"--"_s,
                                 u"sh"_s,
                                 u"-c"_s,
                                 u"echo API_KEY=hunter2hunter2 >&2; exit 1"_s};
        const CliRun run = this->run(secret);
        QCOMPARE(run.exitCode, 3);
        QVERIFY2(run.out.startsWith("# Connection Doctor\n") && run.out.contains("\n## Start: failed"),
                 run.out.constData());
        QVERIFY2(!run.out.contains("hunter2"), run.out.constData());
        QCOMPARE(this->run(onDemo({}, {u"--markdown"_s, u"report.md"_s})).exitCode, 0);
        QVERIFY(QFile::exists(path(u"report.md"_s)));
    }
};

QTEST_GUILESS_MAIN(TestCliDoctor)
#include "tst_clidoctor.moc"
