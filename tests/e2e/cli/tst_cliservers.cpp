// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "e2e/clirun.h"

#include "core/config/serverlist.h"
#include "core/json/jsonvalue.h"

#include <QDir>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// The command line uses the servers saved in the window.
class TestCliServers : public QObject
{
    Q_OBJECT

private:
    [[nodiscard]] QString settings() const { return m_folder.filePath(u"settings.ini"_s); }
    [[nodiscard]] CliRun run(const QStringList &arguments) const
    {
        return CliRun::of(arguments + QStringList{u"--settings"_s, settings()});
    }

    QTemporaryDir m_folder;

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void initTestCase();
    void listsServers();
    void connectsByName();
    void fillsInputsOfSavedServers();
    void refuses_data();
    void refuses();
    void takesValuesFromTheEnvironment();
    void listsLogsOfHosts();
    void takesServersFromConfigurations_data();
    void takesServersFromConfigurations();
    void keepsValuesOfTheEnvironmentOut();
    void namesStayOnTheirLines();
    void fillsInputs();
    void refusesOfConfigurations_data();
    void refusesOfConfigurations();
};

void TestCliServers::initTestCase()
{
    ServerTarget demo;
    demo.name = u"demo"_s;
    demo.group = u"work"_s;
    demo.command.program = Peers::program(u"pullcord-demo-server"_s);
    ServerTarget imported = demo;
    imported.name = u"imported"_s;
    imported.imported = true;
    imported.command.arguments = {u"--legacy-only"_s};
    ServerTarget confirmed = imported;
    confirmed.name = u"confirmed"_s;
    confirmed.command.arguments = {u"--modern-only"_s};
    ServerTarget secret = demo;
    secret.name = u"secret"_s;
    secret.command.setVariables = {{u"PULLCORD_TEST_TOKEN"_s, u"x"_s}};
    ServerTarget url;
    url.name = u"far"_s;
    url.http.url = QUrl(u"http://localhost:9/mcp?key=hunter2"_s);
    url.http.headers.add("Authorization", "x");
    ServerList list;
    ServerTarget asking = confirmed;
    asking.name = u"asking"_s;
    asking.command.setVariables = {{u"PULLCORD_TEST_KEY"_s, u"${input:key}"_s}};
    ServerTarget tenant;
    tenant.name = u"tenant"_s;
    tenant.group = demo.group;
    tenant.http.url = QUrl(u"http://127.0.0.1:9/mcp"_s);
    tenant.http.headers.add("X-Tenant", "${PULLCORD_TEST_TENANT}");
    for (const ServerTarget &each : {demo, imported, confirmed, secret, url, asking, tenant})
        list.put(each);
    QSettings store(settings(), QSettings::IniFormat);
    store.setValue(QString::fromLatin1(ServerList::Key), list.toSettings());
    store.setValue(
        QString::fromLatin1(ServerList::ConfirmedKey),
        QStringList{QString::fromLatin1(confirmed.fingerprint()), QString::fromLatin1(asking.fingerprint())});
}

void TestCliServers::listsServers()
{
    const CliRun table = run({u"list"_s, u"servers"_s});
    QCOMPARE(table.exitCode, 0);
    QVERIFY2(table.out.startsWith("far        http://localhost:9/mcp?key=***\n"), table.out.constData());
    QVERIFY2(table.out.contains("\ndemo       "), table.out.constData());
    QVERIFY(table.out.contains("(work)\n"));
    const CliRun json = run({u"list"_s, u"servers"_s, u"--json"_s});
    QCOMPARE(json.exitCode, 0);
    QCOMPARE(JsonValue(json.out).element(0).member("name").toString(), u"far"_s);
    QCOMPARE(JsonValue(json.out).element(1).member("group").toString(), u"work"_s);
    const CliRun none = CliRun::of({u"list"_s, u"servers"_s, u"--settings"_s, m_folder.filePath(u"none.ini"_s)});
    QCOMPARE(none.exitCode, 2);
    QVERIFY2(none.err.contains("--settings: cannot read ") && none.err.contains("none.ini: "), none.err.constData());
    QVERIFY(!QFile::exists(m_folder.filePath(u"none.ini"_s)));
    for (const QByteArray &garbage : {"[General\nwhat\n"_ba, "SQLite format 3\0\x10\0=\n"_ba}) {
        QFile file(m_folder.filePath(u"garbage.ini"_s));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(garbage) == garbage.size());
        file.close();
        const CliRun bad = CliRun::of({u"list"_s, u"servers"_s, u"--settings"_s, file.fileName()});
        QCOMPARE(bad.exitCode, 2);
        QVERIFY2(bad.err.contains("garbage.ini is not a settings file"), bad.err.constData());
    }
    QFile empty(m_folder.filePath(u"empty.ini"_s));
    QVERIFY(empty.open(QIODevice::WriteOnly) && empty.write("[General]\nx=1\n") > 0);
    empty.close();
    const CliRun nothing = CliRun::of({u"list"_s, u"servers"_s, u"--settings"_s, empty.fileName()});
    QCOMPARE(nothing.exitCode, 0);
    QVERIFY2(nothing.err.contains("there are no saved servers"), nothing.err.constData());
    const CliRun names = run({u"completion"_s, u"servers"_s}); // for shells
    QVERIFY2(names.out.startsWith("far\n") && names.out.contains("\ndemo\n"), names.out.constData());
}

void TestCliServers::connectsByName()
{
    for (const QString &name : {u"demo"_s, u"confirmed"_s}) {
        const CliRun tools = run({u"list"_s, u"tools"_s, u"--server"_s, name});
        QVERIFY2(tools.exitCode == 0, tools.err.constData());
        QVERIFY(tools.out.contains("echo "));
    }
}

/// Values come from --input or from the environment.
void TestCliServers::fillsInputsOfSavedServers()
{
    const QStringList tools{u"list"_s, u"tools"_s, u"--server"_s, u"asking"_s};
    QCOMPARE(run(tools + QStringList{u"--input"_s, u"key=x"_s}).exitCode, 0);
    qputenv("PULLCORD_TEST_KEY", "x");
    const CliRun byVariable = run(tools);
    qunsetenv("PULLCORD_TEST_KEY");
    QVERIFY2(byVariable.exitCode == 0, byVariable.err.constData());
    qputenv("PULLCORD_TEST_TENANT", "7");
    const CliRun filled = run({u"list"_s, u"tools"_s, u"--server"_s, u"tenant"_s});
    qunsetenv("PULLCORD_TEST_TENANT");
    QVERIFY2(filled.exitCode == 3, filled.err.constData()); // nothing listens there
}

void TestCliServers::refuses_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("why");
    const QStringList tools{u"list"_s, u"tools"_s, u"--server"_s};
    QTest::newRow("unknown") << tools + QStringList(u"nobody"_s) << QByteArray("is named \"nobody\"");
    QTest::newRow("never confirmed") << tools + QStringList(u"imported"_s) << QByteArray("has not been confirmed yet");
    QTest::newRow("variable") << tools + QStringList(u"secret"_s) << QByteArray("variable PULLCORD_TEST_TOKEN");
    QTest::newRow("header") << tools + QStringList(u"far"_s) << QByteArray("needs --header 'Authorization: …'");
    QTest::newRow("input") << tools + QStringList(u"asking"_s) << QByteArray("give it with --input key=VALUE");
    QTest::newRow("header without the value of its placeholder")
        << tools + QStringList(u"tenant"_s) << QByteArray("needs --header 'X-Tenant: …'");
    QTest::newRow("two") << tools + QStringList{u"demo"_s, u"--url"_s, u"http://h/"_s}
                         << QByteArray("another server, not both");
    QTest::newRow("header for a command")
        << tools + QStringList{u"demo"_s, u"--header"_s, u"A: b"_s} << QByteArray("requires a URL");
    QTest::newRow("none wanted") << QStringList{u"list"_s, u"servers"_s, u"--server"_s, u"demo"_s}
                                 << QByteArray("takes no server");
}

void TestCliServers::refuses()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const QByteArray, why);
    const CliRun run = this->run(arguments);
    QCOMPARE(run.exitCode, 2);
    QVERIFY2(run.err.contains(why), run.err.constData());
    QVERIFY(run.out.isEmpty());
}

void TestCliServers::listsLogsOfHosts()
{
    const QByteArray before = qgetenv("XDG_CONFIG_HOME");
    qputenv("XDG_CONFIG_HOME", m_folder.path().toUtf8());
    const QString folder = m_folder.filePath(u"Claude/logs"_s);
    QVERIFY(QDir().mkpath(folder));
    QFile file(folder + u"/mcp-server-pullcordtest.log"_s);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("x");
    file.close();
    const CliRun table = CliRun::of({u"list"_s, u"logs"_s});
    const CliRun one = CliRun::of({u"list"_s, u"logs"_s, u"pullcordtest"_s, u"--json"_s});
    const CliRun none = CliRun::of({u"list"_s, u"logs"_s, u"unknown server"_s});
    qputenv("XDG_CONFIG_HOME", before);
    if (before.isNull())
        qunsetenv("XDG_CONFIG_HOME");
    QCOMPARE(table.exitCode, 0);
    QVERIFY2(table.out.contains("Claude Desktop  pullcordtest"), table.out.constData());
    QCOMPARE(JsonValue(one.out).element(0).member("path").toString(), file.fileName());
    QVERIFY(!JsonValue(one.out).element(1).isValid());
    QCOMPARE(none.exitCode, 0);
    QVERIFY2(none.err.contains("no host on this machine keeps a log of \"unknown server\""), none.err.constData());
}

void TestCliServers::takesServersFromConfigurations_data()
{
    QTest::addColumn<QByteArray>("text"); // DEMO stands for the demo server
    QTest::newRow("JSON") << R"({"mcpServers": {"a": {"command": "DEMO"}}})"_ba;
    QTest::newRow("JSONC") << "// mine\n{\"mcp\": {\"a\": {\"type\": \"local\", \"command\": [\"DEMO\",]},},}"_ba;
    QTest::newRow("TOML") << "[mcp_servers.a]\ncommand = \"DEMO\"\n"_ba;
    QTest::newRow("YAML") << "mcpServers:\n  - name: a\n    command: DEMO\n"_ba;
    QTest::newRow("placeholders") << R"({"mcpServers": {"a": {"command": "${PULLCORD_TEST_NONE:-DEMO}",
        "env": {"X": "${env:HOME}"}, "cwd": "${workspaceFolder}"}}})"_ba;
}

void TestCliServers::takesServersFromConfigurations()
{
    QFETCH(QByteArray, text);
    QFile file(m_folder.filePath(u"config"_s)); // a name without a meaning
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    file.write(text.replace("DEMO", Peers::program(u"pullcord-demo-server"_s).toUtf8()));
    file.close();
    const CliRun listed = CliRun::of({u"list"_s, u"servers"_s, u"--config"_s, file.fileName()});
    QCOMPARE(listed.exitCode, 0);
    QVERIFY2(listed.out.startsWith("a  ") && listed.out.contains("pullcord-demo-server"), listed.out.constData());
    const CliRun tools = CliRun::of({u"list"_s, u"tools"_s, u"--config"_s, file.fileName(), u"--server"_s, u"a"_s});
    QVERIFY2(tools.exitCode == 0, tools.err.constData());
    QVERIFY(tools.out.contains("echo "));
}

/// Values of environment variables are neither recorded nor printed, wherever a configuration uses them.
void TestCliServers::keepsValuesOfTheEnvironmentOut()
{
    const QString config = m_folder.filePath(u"config"_s);
    const auto write = [&config](const QByteArray &text) {
        QFile file(config);
        return file.open(QIODevice::WriteOnly | QIODevice::Truncate) && file.write(text) == text.size();
    };
    qputenv("PULLCORD_TEST_CRED", "blue-horse");
    const QByteArray demo = Peers::program(u"pullcord-demo-server"_s).toUtf8();
    QByteArray text = R"({"mcpServers": {
        "a": {"command": "sh", "args": ["-c", "exec DEMO", "--cred", "${env:PULLCORD_TEST_CRED}"]},
        "gone": {"command": "/no/${PULLCORD_TEST_CRED}/x", "args": ["${PULLCORD_TEST_CRED}"]},
        "nowhere": {"command": "sh", "cwd": "/${PULLCORD_TEST_CRED}"},
        "far": {"url": "http://127.0.0.1:9/${PULLCORD_TEST_CRED}/mcp?x=${PULLCORD_TEST_CRED}"},
        "template": {"url": "${PULLCORD_TEST_URL}"}}})"_ba;
    QVERIFY(write(text.replace("DEMO", demo)));
    qputenv("PULLCORD_TEST_URL", "http://127.0.0.1:9/blue-horse/mcp");
    const QString capture = m_folder.filePath(u"cred.pullcord"_s);
    const QStringList recording{u"list"_s, u"tools"_s, u"--capture"_s, capture, u"--config"_s, config, u"--server"_s};
    const QStringList examining{u"doctor"_s, u"--json"_s, u"--config"_s, config, u"--server"_s};
    for (const QString &name : {u"a"_s, u"gone"_s, u"nowhere"_s, u"far"_s, u"template"_s}) {
        QFile::remove(capture);
        for (const QStringList &arguments : {recording, examining}) {
            const CliRun run = CliRun::of(arguments + QStringList{name});
            QVERIFY2(!(run.out + run.err).contains("blue-horse"), (run.out + run.err).constData());
            QCOMPARE(run.exitCode, name == u"a"_s ? 0 : 3);
        }
        QFile file(capture);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray recorded = file.readAll();
        QVERIFY2(!recorded.contains("blue-horse"), recorded.constData());
        QVERIFY2(name != u"a"_s || recorded.contains("${env:PULLCORD_TEST_CRED}") ||
                     recorded.contains("${PULLCORD_TEST_CRED}"),
                 recorded.constData());
    }
    qunsetenv("PULLCORD_TEST_CRED");
    qunsetenv("PULLCORD_TEST_URL");
}

/// A line break in a name cannot imitate another server.
void TestCliServers::namesStayOnTheirLines()
{
    QFile file(m_folder.filePath(u"config"_s));
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    file.write(R"({"mcpServers": {"a\nb  /bin/true": {"command": "c", "disabled": true}}})");
    file.close();
    const CliRun listed = CliRun::of({u"list"_s, u"servers"_s, u"--config"_s, file.fileName()});
    QCOMPARE(listed.exitCode, 0);
    QCOMPARE(listed.out, "a⟨U+000A⟩b  /bin/true  c\n");
}

/// Inputs of VS Code: the default or the given value; the latter also from the environment.
void TestCliServers::fillsInputs()
{
    const QByteArray text = R"({"inputs": [{"type": "pickString", "id": "mode", "options": ["a"], "default": "DEMO"},
        {"type": "promptString", "id": "key", "password": true}],
        "servers": {"a": {"command": "${input:mode}", "env": {"KEY": "${input:key}"}},
                    "off": {"command": "DEMO", "disabled": true}}})"_ba;
    QFile file(m_folder.filePath(u"inputs.json"_s));
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    const QByteArray demo = Peers::program(u"pullcord-demo-server"_s).toUtf8();
    file.write(QByteArray(text).replace("DEMO", demo));
    file.close();
    const QStringList tools{u"list"_s, u"tools"_s, u"--config"_s, file.fileName(), u"--server"_s};
    qputenv("PULLCORD_TEST_KEY", "x");
    const CliRun usual = CliRun::of(tools + QStringList{u"a"_s, u"--input"_s, u"key=$PULLCORD_TEST_KEY"_s});
    const CliRun other =
        CliRun::of(tools + QStringList{u"a"_s, u"--input"_s, u"key="_s, u"--input"_s, u"mode=/pullcord/none"_s});
    const CliRun off = CliRun::of(tools + QStringList{u"off"_s});
    qunsetenv("PULLCORD_TEST_KEY");
    QVERIFY2(usual.exitCode == 0, usual.err.constData());
    QVERIFY2(other.exitCode == 3 && other.err.contains("${input:mode:-"), other.err.constData());
    QVERIFY2(other.err.contains("pullcord-cli doctor --config ") && other.err.contains(" --server a"),
             other.err.constData());
    QCOMPARE(off.exitCode, 0);
    QVERIFY2(off.err.contains("\"off\" is disabled in "), off.err.constData());
}

void TestCliServers::refusesOfConfigurations_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("why");
    const QStringList tools{u"list"_s, u"tools"_s, u"--server"_s, u"a"_s};
    const QStringList servers{u"list"_s, u"servers"_s};
    QTest::newRow("broken") << "[a]\nb\n"_ba << servers << "config: as TOML, line 2, column 2: "_ba;
    QTest::newRow("no servers") << "{}"_ba << servers << "config: it contains no servers"_ba;
    QTest::newRow("another name") << R"({"mcpServers": {"b": {"command": "b"}}})"_ba << tools << "is named \"a\""_ba;
    QTest::newRow("not usable") << R"({"mcpServers": {"a": {"type": "ws", "url": "ws://h/"}}})"_ba << tools
                                << "unknown type ws"_ba;
    QTest::newRow("not usable, with more to say")
        << R"({"mcpServers": {"a": {"command": "", "alwaysAllow": ["x"]}}})"_ba << tools
        << "\"a\": /mcpServers/a/command: Cannot be imported, because it is not a string."_ba;
    QTest::newRow("arguments") << R"({"mcpServers": {"a": {"command": "b", "args": "c"}}})"_ba << tools
                               << "Cannot be imported, because it is not an array of strings."_ba;
    QTest::newRow("no value") << R"({"mcpServers": {"a": {"command": "b", "args": ["${PULLCORD_TEST_NONE}"]}}})"_ba
                              << tools << "set the environment variable PULLCORD_TEST_NONE"_ba;
    QTest::newRow("input") << R"({"servers": {"a": {"url": "https://${input:x}.e.com/"}}})"_ba << tools
                           << "--input x=VALUE, or with --input 'x=$NAME'"_ba;
    QTest::newRow("input without a name") << R"({"servers": {"a": {"command": "b"}}})"_ba
                                          << tools + QStringList{u"--input"_s, u"hunter2"_s} << "expects NAME=VALUE"_ba;
    QTest::newRow("unset variable") << R"({"servers": {"a": {"command": "b", "args": ["${input:x}"]}}})"_ba
                                    << tools + QStringList{u"--input"_s, u"x=$PULLCORD_TEST_NONE"_s}
                                    << "variable PULLCORD_TEST_NONE is not set"_ba;
    QTest::newRow("input unknown") << R"({"servers": {"a": {"command": "b", "args": ["${input:mode:-x}"]}}})"_ba
                                   << tools + QStringList{u"--input"_s, u"mod=x"_s}
                                   << "does not contain ${input:mod}. Did you mean mode?"_ba;
    QTest::newRow("which") << R"({"mcpServers": {"a": {"command": "a"}}})"_ba << QStringList{u"list"_s, u"tools"_s}
                           << "--config: choose a server"_ba;
}

void TestCliServers::refusesOfConfigurations()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QStringList, arguments);
    QFETCH(const QByteArray, why);
    QFile file(m_folder.filePath(u"config"_s));
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    file.write(text);
    file.close();
    const CliRun run = CliRun::of(arguments + QStringList{u"--config"_s, file.fileName()});
    QCOMPARE(run.exitCode, 2);
    QVERIFY2(run.err.contains(why), run.err.constData());
    QVERIFY(run.out.isEmpty());
}

void TestCliServers::takesValuesFromTheEnvironment()
{
    qputenv("PULLCORD_TEST_TOKEN", "y");
    const CliRun tools = run({u"list"_s, u"tools"_s, u"--server"_s, u"secret"_s});
    qunsetenv("PULLCORD_TEST_TOKEN");
    QVERIFY2(tools.exitCode == 0, tools.err.constData());
    const CliRun far =
        run({u"list"_s, u"tools"_s, u"--server"_s, u"far"_s, u"--header"_s, u"Authorization: Bearer x"_s});
    QCOMPARE(far.exitCode, 3); // no server there
}

QTEST_GUILESS_MAIN(TestCliServers)
#include "tst_cliservers.moc"
