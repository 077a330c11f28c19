// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "e2e/clirun.h"

#include "core/json/jsontext.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// `hosts`, `wrap` and `unwrap` in a home folder of their own, and the wrapped commands as a host starts them.
class TestCliWrap : public QObject
{
    Q_OBJECT

private:
    [[nodiscard]] QString path(const QString &name) const { return m_home->filePath(name); }
    [[nodiscard]] QByteArray text(const QString &name) const
    {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void write(const QString &name, const QByteArray &text) const
    {
        QVERIFY(QDir().mkpath(QFileInfo(path(name)).path()));
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    [[nodiscard]] QStringList captures() const
    {
        return QDir(path(u".local/share/pullcord/wrapped"_s)).entryList(QDir::Files, QDir::Name);
    }
    /// Runs with an environment as small as that of a host.
    [[nodiscard]] CliRun run(const QStringList &arguments, const QByteArray &input = {}) const
    {
        return runProgram(Peers::program(u"pullcord-cli"_s), arguments, input, {});
    }
    [[nodiscard]] CliRun runProgram(const QString &program, const QStringList &arguments, const QByteArray &input,
                                    const QHash<QString, QString> &variables) const
    {
        QProcessEnvironment environment;
        environment.insert(u"HOME"_s, m_home->path());
        environment.insert(u"PATH"_s, u"/usr/bin:/bin:/opt/of a host"_s);
        environment.insert(u"ASAN_OPTIONS"_s, qEnvironmentVariable("ASAN_OPTIONS"));
        for (auto variable = variables.cbegin(); variable != variables.cend(); ++variable)
            environment.insert(variable.key(), *variable);
        QProcess process;
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(m_home->path());
        process.start(program, arguments);
        process.write(input);
        process.closeWriteChannel();
        return CliRun::finish(process);
    }

    std::optional<QTemporaryDir> m_home;

private slots:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".?"_s));
        m_home.emplace();
    }
    void listsHosts();
    void wrapsAndRestores();
    void watchesAServer();
    void leavesTheEnvironmentAlone();
    void reportsAMissingServer();
    void keepsTheFolderSmall();
    void refuses_data();
    void refuses();
};

void TestCliWrap::listsHosts()
{
    CliRun none = run({u"hosts"_s});
    QCOMPARE(none.exitCode, 0);
    QVERIFY(none.err.contains("no configuration of a host was found"));
    write(u".codex/config.toml"_s, "[mcp_servers.a]\ncommand = \"npx\"\nargs = [\"--token\", \"abc\"]\n");
    write(u".config/goose/config.yaml"_s, "extensions:\n  g:\n    cmd: uvx\n    type: stdio\n");
    write(u".cursor/mcp.json"_s, "{ oops");
    QCOMPARE(run({u"wrap"_s, u"Codex"_s, u"a"_s, u"--yes"_s}).exitCode, 0);
    const CliRun listed = run({u"hosts"_s, u"--json"_s});
    QCOMPARE(listed.exitCode, 0);
    const QJsonArray hosts = QJsonDocument::fromJson(listed.out).array();
    QCOMPARE(hosts.size(), 3);
    QCOMPARE(hosts.at(0)["host"_L1], u"cursor"_s);
    QVERIFY(hosts.at(0)["problem"_L1].toString().contains("line 1"_L1));
    QCOMPARE(hosts.at(1)["file"_L1], path(u".codex/config.toml"_s));
    QCOMPARE(hosts.at(1)["servers"_L1][0]["wrapped"_L1], true);
    QCOMPARE(hosts.at(2)["servers"_L1][0]["wrapped"_L1], false);
    const CliRun shown = run({u"hosts"_s});
    QVERIFY2(shown.out.contains("  watched  a  npx --token '***'"), shown.out.constData());

    const QByteArray wrapped = text(u".codex/config.toml"_s);
    const QByteArray program = Peers::program(u"pullcord-cli"_s).toUtf8();
    write(u".codex/config.toml"_s, QByteArray(wrapped).replace(program, "/gone/pullcord-cli"));
    const CliRun moved = run({u"hosts"_s});
    QVERIFY2(moved.out.contains("(/gone/pullcord-cli is missing: wrap again)"), moved.out.constData());
    QCOMPARE(run({u"wrap"_s, u"codex"_s, u"--yes"_s}).exitCode, 0);
    QCOMPARE(text(u".codex/config.toml"_s), wrapped);
}

void TestCliWrap::wrapsAndRestores()
{
    const QByteArray original =
        "// mine\n{\"servers\": {\n\t\"a\": {\"command\": \"x\", \"env\": {\"KEY\": \"hidden-1\"}},\n"
        "\t\"b\": {\"url\": \"https://example.com/mcp\", \"headers\": {\"Authorization\": \"Bearer hidden-2\"}},"
        "\r\n\t\"c\": {\"type\": \"ws\", \"url\": \"ws://x\"}}}";
    write(u".config/Code/User/mcp.json"_s, original);
    const CliRun dry = run({u"wrap"_s, u"vs-code"_s, u"--dry-run"_s});
    QCOMPARE(dry.exitCode, 0);
    QVERIFY(dry.out.contains("+\t\"a\": {\"command\": \""));
    QVERIFY2(dry.err.contains("\"c\": "), dry.err.constData()); // cannot be wrapped
    QVERIFY(!(dry.out + dry.err).contains("hidden"));
    const CliRun unasked = run({u"wrap"_s, u"vs-code"_s});
    QCOMPARE(unasked.exitCode, 2);
    QVERIFY(unasked.err.contains("--yes"));
    QCOMPARE(text(u".config/Code/User/mcp.json"_s), original);

    QCOMPARE(run({u"wrap"_s, u"vs-code"_s, u"--yes"_s}).exitCode, 0);
    const QByteArray wrapped = text(u".config/Code/User/mcp.json"_s);
    QCOMPARE(wrapped.count("\"proxy\""), 2);
    QVERIFY(wrapped.contains("\"Authorization: $PULLCORD_HEADER_1\""));
    const CliRun again = run({u"wrap"_s, u"vs-code"_s, u"--yes"_s});
    QCOMPARE(again.exitCode, 0);
    QVERIFY(again.err.contains("nothing to do"));
    QCOMPARE(run({u"unwrap"_s, path(u".config/Code/User/mcp.json"_s), u"--yes"_s}).exitCode, 0);
    QCOMPARE(text(u".config/Code/User/mcp.json"_s), original);
    QVERIFY(QDir(path(u".local/share/pullcord/wrapping"_s)).isEmpty());

    // with rules, which must be valid, for both kinds of servers
    const QStringList ruled{u"wrap"_s, u"vs-code"_s, u"--yes"_s, u"--rules"_s, u"rules.json"_s};
    write(u"rules.json"_s, R"({"rules":[{"name":"x","action":"eat"}]})");
    const CliRun refused = run(ruled);
    QCOMPARE(refused.exitCode, 2);
    QVERIFY2(refused.err.contains("rules.json:1: /rules/0/action"), refused.err.constData());
    QCOMPARE(text(u".config/Code/User/mcp.json"_s), original);
    write(u"rules.json"_s, R"({"rules":[{"name":"x","action":"drop"}]})");
    QCOMPARE(run(ruled).exitCode, 0);
    QCOMPARE(text(u".config/Code/User/mcp.json"_s).count('"' + path(u"rules.json"_s).toUtf8() + '"'), 2);
    QCOMPARE(run({u"unwrap"_s, u"vs-code"_s, u"--yes"_s}).exitCode, 0);
    QCOMPARE(text(u".config/Code/User/mcp.json"_s), original);
}

/// Starts the entry as a host does.
void TestCliWrap::watchesAServer()
{
    const QByteArray demo = JsonText::quoted(Peers::program(u"pullcord-demo-server"_s));
    write(u".mcp.json"_s, "{\"mcpServers\": {\"demo\": {\"command\": " + demo + ", \"args\": [\"--legacy-only\"]}}}");
    QCOMPARE(run({u"wrap"_s, u".mcp.json"_s, u"--yes"_s}).exitCode, 0);
    const QJsonObject entry =
        QJsonDocument::fromJson(text(u".mcp.json"_s)).object()["mcpServers"_L1]["demo"_L1].toObject();
    QStringList arguments;
    for (const QJsonValue &word : entry.value("args"_L1).toArray())
        arguments << word.toString();
    const CliRun host = runProgram(
        entry.value("command"_L1).toString(), arguments,
        R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}})"
        "\n",
        {});
    QVERIFY2(host.out.contains("\"serverInfo\""), host.err.constData());
    QCOMPARE(host.exitCode, 0);
    QCOMPARE(captures().size(), 1);
    QVERIFY2(captures().constFirst().endsWith("_mcp-json-demo.pullcord"_L1), qPrintable(captures().constFirst()));
}

/// The server gets the variables of the host, in the same order and no other.
void TestCliWrap::leavesTheEnvironmentAlone()
{
    const QHash<QString, QString> variables{{u"ODD"_s, u"a=b\n c"_s}, {u"EMPTY"_s, QString()}};
    const CliRun bare = runProgram(u"/usr/bin/env"_s, {u"-0"_s}, {}, variables);
    const CliRun proxied =
        runProgram(Peers::program(u"pullcord-cli"_s),
                   {u"proxy"_s, path(u"captures/"_s), u"--"_s, u"/usr/bin/env"_s, u"-0"_s}, {}, variables);
    QByteArrayList before = bare.out.split('\0');
    QByteArrayList after = proxied.out.split('\0');
    std::ranges::sort(before);
    std::ranges::sort(after);
    QCOMPARE(after, before);
}

void TestCliWrap::reportsAMissingServer()
{
    const CliRun gone = run({u"proxy"_s, path(u"captures/"_s), u"--name"_s, u"Host: db"_s, u"--"_s, u"/gone/server"_s});
    QCOMPARE(gone.exitCode, 3);
    QVERIFY2(gone.err.contains("pullcord-cli: "), gone.err.constData());
    QVERIFY2(gone.err.contains("/gone/server"), gone.err.constData());
}

void TestCliWrap::keepsTheFolderSmall()
{
    const QString folder = path(u"captures/"_s);
    const QByteArray padding(1 << 20, ' ');
    for (const QString &name :
         {u"2020-01-01_00-00-00_a.pullcord"_s, u"2020-01-02_00-00-00_b.pullcord"_s, u"mine.pullcord"_s})
        write(u"captures/"_s + name, padding);
    const CliRun run = this->run({u"proxy"_s, folder, u"--keep"_s, u"1"_s, u"--"_s, u"cat"_s}, "{}\n");
    QCOMPARE(run.exitCode, 0);
    const QStringList left = QDir(folder).entryList(QDir::Files, QDir::Name);
    QCOMPARE(left.size(), 3);
    QCOMPARE(left.first(1), QStringList{u"2020-01-02_00-00-00_b.pullcord"_s});
    QVERIFY(left.contains(u"mine.pullcord"_s));
}

void TestCliWrap::refuses_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QByteArray>("why");
    QTest::addRow("no host") << QStringList{u"wrap"_s} << 2 << QByteArray("name a host");
    QTest::addRow("unknown host") << QStringList{u"wrap"_s, u"curser"_s} << 2 << QByteArray("Did you mean cursor?");
    QTest::addRow("without a file") << QStringList{u"wrap"_s, u"cursor"_s} << 2 << QByteArray("there is no ");
    QTest::addRow("unknown server") << QStringList{u"wrap"_s, u"gemini-cli"_s, u"bd"_s} << 2
                                    << QByteArray("has no server \"bd\", but db, ws. Did you mean db?");
    QTest::addRow("a server that cannot")
        << QStringList{u"wrap"_s, u"gemini-cli"_s, u"ws"_s, u"--yes"_s} << 2 << QByteArray("settings.json: \"ws\": ");
    QTest::addRow("a folder") << QStringList{u"unwrap"_s, u"."_s} << 6 << QByteArray("it is not a file");
    QTest::addRow("--keep") << QStringList{u"proxy"_s, u"x/"_s, u"--keep"_s, u"0"_s, u"--"_s, u"cat"_s} << 2
                            << QByteArray("--keep expects a size in MiB");
    QTest::addRow("a URL from nowhere") << QStringList{u"list"_s, u"tools"_s, u"--url"_s, u"$NOT_SET"_s} << 2
                                        << QByteArray("--url: the environment variable NOT_SET is not set");
}

void TestCliWrap::refuses()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const int, exitCode);
    QFETCH(const QByteArray, why);
    write(u".gemini/settings.json"_s,
          R"({"mcpServers": {"db": {"command": "x"}, "ws": {"type": "ws", "url": "ws://x"}}})");
    write(u"gemini-cli/notes"_s, {}); // a folder that has the name of a host
    const QByteArray before = text(u".gemini/settings.json"_s);
    const CliRun refused = run(arguments);
    QCOMPARE(refused.exitCode, exitCode);
    QVERIFY2(refused.err.contains(why), refused.err.constData());
    QCOMPARE(text(u".gemini/settings.json"_s), before);
}

QTEST_GUILESS_MAIN(TestCliWrap)
#include "tst_cliwrap.moc"
