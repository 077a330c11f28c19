// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/config/configplaces.h"
#include "core/config/jsoncomments.h"
#include "core/config/placeholder.h"
#include "core/config/serverexport.h"
#include "core/config/serverimport.h"
#include "core/config/serverlist.h"
#include "core/json/jsonchecker.h"
#include "core/json/jsonvalue.h"

#include <QDir>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;
using Kind = ImportRemark::Kind;

namespace {

/// Returns an entry as one line: name, address, folder, variables, headers, "disabled"; the reason in brackets if
/// unusable.
QString lineOf(const ImportedServer &server)
{
    const ServerTarget &t = server.target;
    QStringList parts{t.name};
    if (server.isUsable())
        parts << t.address();
    else
        parts << u"(%1)"_s.arg(server.pointer);
    if (!t.command.workingDirectory.isEmpty())
        parts << u"in "_s + t.command.workingDirectory;
    QStringList names = t.command.setVariables.keys();
    names.sort();
    for (const QString &name : std::as_const(names))
        parts << name + u'=' + t.command.setVariables.value(name);
    for (const QString &name : t.command.unsetVariables)
        parts << u'-' + name;
    for (const HttpHeader &header : t.http.headers)
        parts << QString::fromUtf8(header.name + ": " + header.value);
    if (t.isHttp() && t.http.kind != HttpOptions::Kind::Automatic)
        parts << nameOf(t.http.kind);
    if (server.disabled)
        parts << u"disabled"_s;
    return parts.join(u" | "_s);
}

/// Returns "Kind pointer subject" for each remark.
QStringList remarksOf(const QList<ImportedServer> &servers)
{
    static const QHash<Kind, QString> names{
        {Kind::Placeholders, u"placeholders"_s}, {Kind::EnvFile, u"envfile"_s},
        {Kind::TakenAsText, u"text"_s},          {Kind::LeftOut, u"leftout"_s},
        {Kind::NotTaken, u"nottaken"_s},         {Kind::Blanks, u"blanks"_s},
        {Kind::NotAnObject, u"noobject"_s},      {Kind::Nothing, u"nothing"_s},
        {Kind::Unreadable, u"unreadable"_s},     {Kind::BadUrl, u"badurl"_s},
        {Kind::UnknownType, u"type"_s},          {Kind::ShellSyntax, u"shell"_s},
        {Kind::Assignment, u"assignment"_s},     {Kind::WindowsOnly, u"windows"_s},
        {Kind::RelativeFolder, u"relative"_s},   {Kind::Incomplete, u"incomplete"_s}};
    QStringList lines;
    for (const ImportedServer &server : servers) {
        for (const ImportRemark &remark : server.remarks)
            lines << QStringList{names.value(remark.kind), remark.pointer, remark.subject}.join(u' ').trimmed();
    }
    return lines;
}

} // namespace

/// Saved servers, and the configurations of other tools.
class TestServerConfig : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void blanksKeepPlaces_data();
    void blanksKeepPlaces();
    void findsServers_data();
    void findsServers();
    void remarks_data();
    void remarks();
    void reportsErrors_data();
    void reportsErrors();
    void truncatedConfigurationsAreSurvived();
    void truncatedTomlAndYamlAreSurvived_data();
    void truncatedTomlAndYamlAreSurvived();
    void addressesWithPlaceholdersAreKept();
    void placeholdersAreFilled();
    void inputsAreDeclared();
    void linesAndUrlsAreTyped();
    void exportIsReadAgain();
    void exportNamesSecretsAndKeepsTheRest();
    void exportKeepsSupportedMembers_data();
    void exportKeepsSupportedMembers();
    void exportWritesSecretsOnRequest();
    void exportForVsCodeAsksForSecrets();
    void exportNamesEachSecret_data();
    void exportNamesEachSecret();
    void namesInTheListDiffer();
    void listIsOrdered();
    void networkIsKeptWithoutSecrets();
    void damagedTimesAreBounded_data();
    void damagedTimesAreBounded();
    void damagedAddressesAreRejected_data();
    void damagedAddressesAreRejected();
    void damagedHeadersAreSkipped();
    void existingPlaces();

private:
    [[nodiscard]] static ServerTarget withSecrets();
};

void TestServerConfig::blanksKeepPlaces_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("blanked");
    QTest::newRow("line") << QByteArray("{ // x\n}") << QByteArray("{     \n}");
    QTest::newRow("block") << QByteArray("{/* a\n b */}") << QByteArray("{    \n     }");
    QTest::newRow("wide") << QByteArray("/*é€*/1") << QByteArray("      1");
    QTest::newRow("comma") << QByteArray("[1, /* x */ ]") << QByteArray("[1          ]");
    QTest::newRow("commas") << QByteArray("{\"a\":[1,\n],}") << QByteArray("{\"a\":[1 \n] }");
    QTest::newRow("in strings") << QByteArray(R"(["//", "/* ,]", "\",]"])") << QByteArray(R"(["//", "/* ,]", "\",]"])");
    QTest::newRow("mark") << QByteArray("\xEF\xBB\xBF{}") << QByteArray("{}");
    QTest::newRow("open") << QByteArray("{} /* x") << QByteArray("{} /* x");
    QTest::newRow("open string") << QByteArray("[\"a // x\n]") << QByteArray("[\"a // x\n]");
    QTest::newRow("slash") << QByteArray("/") << QByteArray("/");
    QTest::newRow("escape") << QByteArray("\"\\") << QByteArray("\"\\");
}

void TestServerConfig::blanksKeepPlaces()
{
    QFETCH(QByteArray, text);
    QTEST(JsonComments::blanked(text), "blanked");
}

void TestServerConfig::findsServers_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("servers");
    QTest::newRow("Claude Desktop")
        << uR"({
  "globalShortcut": "",
  "mcpServers": {
    "filesystem": {"command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem", "/home/me/My Files"]},
    "github": {"command": "docker", "args": ["run", "-i", "--rm"], "env": {"GITHUB_PERSONAL_ACCESS_TOKEN": "ghp_x"}}
  }
})"_s
        << QStringList({u"filesystem | npx -y @modelcontextprotocol/server-filesystem '/home/me/My Files'"_s,
                        u"github | docker run -i --rm | GITHUB_PERSONAL_ACCESS_TOKEN=ghp_x"_s});
    QTest::newRow("Claude Code project")
        << uR"({"mcpServers": {"api": {"type": "http", "url": "https://api.example.com/mcp",
            "headers": {"Authorization": "Bearer x"}}, "old": {"type": "sse", "url": "https://e.com/sse"},
            "here": {"type": "stdio", "command": "uvx", "args": [], "env": {}}}})"_s
        << QStringList({u"api | https://api.example.com/mcp | Authorization: Bearer x | streamable-http"_s,
                        u"old | https://e.com/sse | http+sse"_s, u"here | uvx"_s});
    QTest::newRow("Claude Code, whole") << uR"({"numStartups": 7, "mcpServers": {"a": {"command": "a"}}, "projects": {
            "/home/me/x": {"allowedTools": [], "mcpServers": {"b": {"command": "b"}, "c": {"command": "c", "cwd": "/c"}}},
            "/home/me/y": {"mcpServers": {}}, "/home/me/z": {}}})"_s
                                        << QStringList({u"a | a"_s, u"b | b | in /home/me/x"_s, u"c | c | in /c"_s});
    QTest::newRow("VS Code") << uR"({
  // comes along
  "inputs": [{"type": "promptString", "id": "key", "password": true},],
  "servers": {
    "perplexity": {"type": "stdio", "command": "npx", "args": ["-y", "p"], "env": {"KEY": "${input:key}", "NO": null}},
    "fetch": {"command": "uvx", "args": ["mcp-server-fetch"]}, /* no type */
    "far": {"url": "http://localhost:3000/mcp"},
  },
})"_s
                             << QStringList({u"perplexity | npx -y p | KEY=${input:key} | -NO"_s,
                                             u"fetch | uvx mcp-server-fetch"_s, u"far | http://localhost:3000/mcp"_s});
    QTest::newRow("VS Code settings")
        << uR"({"editor.fontSize": 12, "mcp": {"inputs": [], "servers": {"a": {"command": "a"}}}})"_s
        << QStringList(u"a | a"_s);
    QTest::newRow("devcontainer")
        << uR"({"image": "x", "customizations": {"vscode": {"mcp": {"servers": {"a": {"command": "a"}}}}}})"_s
        << QStringList(u"a | a"_s);
    QTest::newRow("Windsurf") << uR"({"mcpServers": {"r": {"serverUrl": "https://e.com/mcp", "disabled": true}}})"_s
                              << QStringList(u"r | https://e.com/mcp | disabled"_s);
    QTest::newRow("switched off") << uR"({"mcpServers": {"r": {"command": "r", "enabled": false}}})"_s
                                  << QStringList(u"r | r | disabled"_s);
    QTest::newRow("fragment") << u"\"everything\": {\n \"command\": \"npx\",\n \"args\": [\"-y\", \"e\"]\n},\n"_s
                              << QStringList(u"everything | npx -y e"_s);
    QTest::newRow("fragments") << uR"("a": {"command": "a"}, "b": {"url": "http://b/"})"_s
                               << QStringList({u"a | a"_s, u"b | http://b/"_s});
    QTest::newRow("fragment with its name") << uR"("mcpServers": {"a": {"command": "a"}})"_s << QStringList(u"a | a"_s);
    QTest::newRow("names alone") << uR"({"a": {"command": "a"}, "b": {"command": "b"}})"_s
                                 << QStringList({u"a | a"_s, u"b | b"_s});
    QTest::newRow("one") << uR"({"command": "node", "args": ["x.js"]})"_s << QStringList(u" | node x.js"_s);
    QTest::newRow("one with a name") << uR"({"name": "n", "url": "http://h/"})"_s << QStringList(u"n | http://h/"_s);
    QTest::newRow("line in a list") << uR"({"mcpServers": {"a": {"command": ["npx", "-y", "a"]}}})"_s
                                    << QStringList(u"a | npx -y a"_s);
    QTest::newRow("opencode") << uR"({
  // local
  "mcp": {"a": {"type": "local", "command": ["npx", "-y", "s", "--key", "{env:KEY}"], "enabled": true,
                "environment": {"A": "{env:A}"}},
          "b": {"type": "remote", "url": "https://e.com/mcp", "enabled": false,
                "headers": {"Authorization": "Bearer {env:KEY}"}},},
})"_s
                              << QStringList({u"a | npx -y s --key '${KEY}' | A=${A}"_s,
                                              u"b | https://e.com/mcp | Authorization: Bearer ${KEY} | disabled"_s});
    QTest::newRow("Codex")
        << uR"(model = "x"

[mcp_servers.local]
command = "npx"
args = ["-y", "s"] # as usual
cwd = "/w"
[mcp_servers.local.env]
API_KEY = "x"

[mcp_servers."with.dot"]
url = "https://e.com/mcp"
bearer_token_env_var = "TOKEN"
http_headers = { "X-A" = "b" }
env_http_headers = { "X-B" = "B_VAR" }
enabled = false

[mcp_servers.early]
command = "a")"_s
        << QStringList(
               {u"local | npx -y s | in /w | API_KEY=x"_s,
                u"with.dot | https://e.com/mcp | X-A: b | Authorization: Bearer ${TOKEN} | X-B: ${B_VAR} | disabled"_s,
                u"early | a"_s});
    QTest::newRow("Copilot CLI")
        << uR"({"mcpServers": {"a": {"type": "local", "command": "npx", "env": {"K": "COPILOT_MCP_KEY", "L": "OTHER"}},
            "b": {"type": "http", "url": "https://e.com/mcp", "headers": {"Authorization": "$COPILOT_MCP_TOKEN"}}}})"_s
        << QStringList({u"a | npx | K=${COPILOT_MCP_KEY} | L=OTHER"_s,
                        u"b | https://e.com/mcp | Authorization: ${COPILOT_MCP_TOKEN} | streamable-http"_s});
    QTest::newRow("Zed") << uR"({"context_servers": {"a": {"command": {"path": "x", "args": ["y"], "env": {"A": "1"}}},
            "b": {"source": "custom", "command": "z", "args": []}}})"_s
                         << QStringList({u"a | x y | A=1"_s, u"b | z"_s});
    QTest::newRow("Continue, YAML") << u"name: x\nmcpServers:\n  - name: a\n    command: npx\n    args: [-y, 's: t']\n"
                                       "    env:\n      PORT: 8080\n      V: \"1\"\n"_s
                                    << QStringList(u"a | npx -y 's: t' | PORT=8080 | V=1"_s);
    QTest::newRow("Continue, headers")
        << u"mcpServers:\n  - name: a\n    url: https://e.com/mcp\n    requestOptions:\n      timeout: 9\n"
           "      headers:\n        Authorization: Bearer ${{ secrets.KEY }}\n"_s
        << QStringList(u"a | https://e.com/mcp | Authorization: Bearer ${{ secrets.KEY }}"_s);
    QTest::newRow("goose, YAML")
        << u"# mine\nextensions:\n  git:\n    type: stdio\n    cmd: uvx\n    args: [g]\n    envs: {A: x}\n"
           "  far:\n    type: streamable_http\n    uri: https://e.com/mcp\n    enabled: false\n"_s
        << QStringList({u"git | uvx g | A=x"_s, u"far | https://e.com/mcp | streamable-http | disabled"_s});
    QTest::newRow("YAML with an alias")
        << u"a: &a {command: x}\nmcpServers:\n  one: *a\n  two:\n    <<: *a\n    command: y\n"_s
        << QStringList({u"one | x"_s, u"two | y"_s});
    QTest::newRow("addresses with placeholders")
        << uR"({"mcpServers": {"a": {"url": "${BASE:-https://e.com}/mcp"}, "b": {"url": "https://${input:e}.e.com/mcp"},
            "c": {"url": "http://h:${PORT}/"}, "d": {"url": "ftp://${X}/"}}})"_s
        << QStringList({u"a | ${BASE:-https://e.com}/mcp"_s, u"b | https://${input:e}.e.com/mcp"_s,
                        u"c | http://h:${PORT}/"_s, u"d | (/mcpServers/d)"_s});
    QTest::newRow("line with a variable") << u"A=1 npx x"_s << QStringList(u" | 'A=1' npx x"_s);
    QTest::newRow("command line") << u" npx -y 'my server' "_s << QStringList(u" | npx -y 'my server'"_s);
    QTest::newRow("quoted program") << u"\"/opt/my server\" --x"_s << QStringList(u" | '/opt/my server' --x"_s);
    QTest::newRow("URL") << u"https://example.com/mcp\n"_s << QStringList(u" | https://example.com/mcp"_s);
    QTest::newRow("bad ones between good ones")
        << uR"({"mcpServers": {"a": {"command": "a"}, "x": 5, "y": {"command": 7}, "z": {"url": "ftp://h/"},
            "w": {"type": "telepathy", "command": "w"}, "v": {}, "b": {"command": "b"}}})"_s
        << QStringList({u"a | a"_s, u"x | (/mcpServers/x)"_s, u"y | (/mcpServers/y)"_s, u"z | (/mcpServers/z)"_s,
                        u"w | (/mcpServers/w)"_s, u"v | (/mcpServers/v)"_s, u"b | b"_s});
}

void TestServerConfig::findsServers()
{
    QFETCH(QString, text);
    const auto found = ServerImport::fromText(text);
    QVERIFY2(found, found ? "" : qPrintable(found.error().detail));
    QStringList lines;
    for (const ImportedServer &server : *found)
        lines << lineOf(server);
    QTEST(lines, "servers");
}

void TestServerConfig::remarks_data()
{
    QTest::addColumn<QString>("entry");
    QTest::addColumn<QStringList>("remarks");
    QTest::newRow("none") << uR"({"command": "a", "args": ["b"], "env": {"A": "b"}, "cwd": "/"})"_s << QStringList();
    QTest::newRow("placeholders")
        << uR"({"command": "${workspaceFolder}/a", "args": ["${env:X}", "$Y"], "env": {"K": "${V:-d}", "L": "${env:X}"}})"_s
        << QStringList({u"shell /mcpServers/a~1b $Y"_s,
                        u"placeholders /mcpServers/a~1b ${workspaceFolder}, ${env:X}, ${V:-d}"_s});
    QTest::newRow("placeholder for the host")
        << uR"({"url": "https://${input:x}.e.com/mcp"})"_s
        << QStringList({u"incomplete /mcpServers/a~1b https://${input:x}.e.com/mcp"_s,
                        u"placeholders /mcpServers/a~1b ${input:x}"_s});
    QTest::newRow("for a shell") << uR"({"command": "~/bin/x", "args": ["$HOME/y", "a$b", "~z"], "cwd": "~"})"_s
                                 << QStringList(u"shell /mcpServers/a~1b ~/bin/x, $HOME/y, a$b, ~"_s);
    QTest::newRow("assignment") << uR"({"command": "A=1", "args": ["npx"]})"_s
                                << QStringList(u"assignment /mcpServers/a~1b A=1"_s);
    QTest::newRow("of Windows") << uR"({"command": "cmd", "args": ["/c", "npx"]})"_s
                                << QStringList(u"windows /mcpServers/a~1b cmd"_s);
    QTest::newRow("relative folder") << uR"({"command": "a", "cwd": "./x"})"_s
                                     << QStringList(u"relative /mcpServers/a~1b/cwd ./x"_s);
    QTest::newRow("placeholder in a URL") << uR"({"url": "https://h/${input:x}", "headers": {"A": "Bearer ${T}"}})"_s
                                          << QStringList(u"placeholders /mcpServers/a~1b ${input:x}, ${T}"_s);
    QTest::newRow("env file") << uR"({"command": "a", "envFile": "${workspaceFolder}/.env"})"_s
                              << QStringList({u"envfile /mcpServers/a~1b/envFile ${workspaceFolder}/.env"_s,
                                              u"placeholders /mcpServers/a~1b ${workspaceFolder}"_s});
    QTest::newRow("numbers") << uR"({"command": "a", "args": [8080, true], "env": {"N": 1.50}})"_s
                             << QStringList({u"text /mcpServers/a~1b/args/0"_s, u"text /mcpServers/a~1b/args/1"_s,
                                             u"text /mcpServers/a~1b/env/N"_s});
    QTest::newRow("other types") << uR"({"command": "a", "env": {"A": [], "B=": "x"}, "cwd": 5})"_s
                                 << QStringList({u"leftout /mcpServers/a~1b/env/A a string"_s,
                                                 u"leftout /mcpServers/a~1b/env/B= a variable name"_s,
                                                 u"leftout /mcpServers/a~1b/cwd a string"_s});
    QTest::newRow("no object") << uR"({"command": "a", "env": ["A=b"]})"_s
                               << QStringList(u"leftout /mcpServers/a~1b/env an object"_s);
    QTest::newRow("arguments") << uR"({"command": "a", "args": ["x", null, {}]})"_s
                               << QStringList({u"unreadable /mcpServers/a~1b/args/1 a string"_s,
                                               u"unreadable /mcpServers/a~1b/args/2 a string"_s});
    QTest::newRow("arguments in a string") << uR"({"command": "a", "args": "x y"})"_s
                                           << QStringList(u"unreadable /mcpServers/a~1b/args an array of strings"_s);
    QTest::newRow("headers")
        << uR"({"url": "http://h/", "headers": {"A B": "x", "Host": "x", "C": "a\nb", "D": "d"}})"_s
        << QStringList({u"leftout /mcpServers/a~1b/headers/A B a header"_s,
                        u"leftout /mcpServers/a~1b/headers/Host a header"_s,
                        u"leftout /mcpServers/a~1b/headers/C a header"_s});
    QTest::newRow("secrets in a bad URL") << uR"({"url": "ftp://u:hunter2@h/?token=hunter2"})"_s
                                          << QStringList(u"badurl /mcpServers/a~1b/url ftp://u:***@h/?token=***"_s);
    QTest::newRow("not taken") << uR"({"command": "a", "url": "http://h/", "autoApprove": [], "timeout": 60})"_s
                               << QStringList(u"nottaken /mcpServers/a~1b url, autoApprove, timeout"_s);
    QTest::newRow("a line for a program")
        << uR"({"command": "npx -y server"})"_s << QStringList(u"blanks /mcpServers/a~1b/command"_s);
    QTest::newRow("empty program") << uR"({"command": ""})"_s
                                   << QStringList(u"unreadable /mcpServers/a~1b/command a string"_s);
    QTest::newRow("nothing") << uR"({"args": []})"_s << QStringList(u"nothing /mcpServers/a~1b"_s);
    QTest::newRow("type without its own")
        << uR"({"type": "http", "command": "a"})"_s << QStringList(u"nothing /mcpServers/a~1b"_s);
    QTest::newRow("type") << uR"({"type": "ws", "url": "http://h/"})"_s
                          << QStringList(u"type /mcpServers/a~1b/type ws"_s);
    QTest::newRow("array") << u"[]"_s << QStringList(u"noobject /mcpServers/a~1b"_s);
}

void TestServerConfig::remarks()
{
    QFETCH(QString, entry);
    const auto found = ServerImport::fromText(uR"({"mcpServers": {"a/b": %1}})"_s.arg(entry));
    QVERIFY(found);
    QTEST(remarksOf(*found), "remarks");
}

void TestServerConfig::reportsErrors_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("error");
    QTest::newRow("behind a comment") << u"{\n  // é\n  \"mcpServers\": {/* ü */ x}\n}"_s << u"line 3, column 26"_s;
    QTest::newRow("fragment") << u"\"a\": {\n  \"command\": x\n}"_s << u"line 2, column 14"_s;
    QTest::newRow("open comment") << u"{\n /* x }"_s << u"line 2, column 2"_s;
    QTest::newRow("cut") << u"{\"mcpServers\": {"_s << u"line 1, column 17"_s;
    QTest::newRow("nothing of ours") << u"{\"a\": 1}"_s << u"it contains no servers"_s;
    QTest::newRow("empty") << u"{\"mcpServers\": {}}"_s << u"it contains no servers"_s;
    QTest::newRow("array") << u"[{\"command\": \"a\"}]"_s << u"it contains no servers"_s;
    QTest::newRow("deep") << QString(5000, u'[') << u"line 1, column 10"_s;
    QTest::newRow("TOML") << u"[mcp_servers.a]\ncommand = x\n"_s << u"as TOML, line 2, column 11: "_s;
    QTest::newRow("TOML, open header") << u"[mcp_servers.a\ncommand = 1\n"_s << u"as TOML, line 1, column "_s;
    QTest::newRow("a word in an array") << u"[true\n"_s << u"line 2, column "_s;
    QTest::newRow("TOML, no name") << u"a = 1\n[=b]\nc = 2\n"_s << u"as TOML, line 2, column 1: the line"_s;
    QTest::newRow("TOML, letter outside strings")
        << u"[mcp_servers.a]\nenv = Ů\"x\"\n"_s << u"as TOML, line 2, column 7: "_s;
    const QString dots = QString(u".a"_s).repeated(20'000);
    QTest::newRow("TOML, deep key") << u"[b]\nc = 1\na"_s + dots + u" = \"x\"\n"_s
                                    << u"as TOML, line 3, column 1: it is too deep"_s;
    QTest::newRow("TOML, deep header") << u"[b]\n[a"_s + dots + u"]\n"_s
                                       << u"as TOML, line 2, column 1: it is too deep"_s;
    QTest::newRow("TOML, deep tables") << u"[b]\na = "_s + u"{ a.a.a.a.a.a = "_s.repeated(50) + u"1"_s +
                                              u" }"_s.repeated(50) + u"\n"_s
                                       << u"as TOML, line 2, column 1: it is too deep"_s;
    QTest::newRow("TOML, dots that are no steps")
        << u"a = '''"_s + dots + u"\n'''\nb = \"\\\""_s + dots + u"\" # "_s + dots + u"\nc = ["_s +
               u"1.5, "_s.repeated(1000) + u"]\n"_s + u"d.e = 1\n[x.y]\nf.g = {h.i = 1.5}\n"_s
        << u"it contains no servers"_s;
    QTest::newRow("TOML, twice") << u"[a]\nb = 1\nb = 2\n"_s << u"as TOML, line 3, column "_s;
    QTest::newRow("YAML") << u"mcpServers:\n  a: [x\n b"_s << u"as YAML, line 3, column "_s;
    QTest::newRow("YAML, tab") << u"mcpServers:\n\ta: b\n"_s << u"as YAML, line 2, column "_s;
    QTest::newRow("YAML that holds itself") << u"a: &a\n  b: *a\n"_s << u"as YAML: it is too deep or too large"_s;
    QTest::newRow("YAML that explodes")
        << u"a: &a [x, x, x, x, x, x, x, x, x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]\n"
           "c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]\nd: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]\n"
           "e: &e [*d, *d, *d, *d, *d, *d, *d, *d, *d, *d]\nf: &f [*e, *e, *e, *e, *e, *e, *e, *e, *e, *e]\n"
           "g: &g [*f, *f, *f, *f, *f, *f, *f, *f, *f, *f]\nh: &h [*g, *g, *g, *g, *g, *g, *g, *g, *g, *g]\n"_s
        << u"as YAML: it is too deep or too large"_s;
    QTest::newRow("YAML without servers") << u"a: 1\nb: 2\n"_s << u"it contains no servers"_s;
    QTest::newRow("TOML without servers") << u"[a]\nb = 2\n"_s << u"it contains no servers"_s;
    QTest::newRow("line") << u"npx 'x"_s << u"the quote ' at position 5 is not closed"_s;
    QTest::newRow("URL") << u"https://"_s << u"\"https://\" is not an http or https URL"_s;
    QTest::newRow("no text") << u"  "_s << u"no program was given"_s;
}

void TestServerConfig::reportsErrors()
{
    QFETCH(QString, text);
    QFETCH(QString, error);
    const auto found = ServerImport::fromText(text);
    QVERIFY(!found);
    QVERIFY2(found.error().detail.startsWith(error), qPrintable(found.error().detail));
}

void TestServerConfig::truncatedConfigurationsAreSurvived()
{
    const QByteArray whole =
        "{/* x */\"mcpServers\": {\"a\": {\"command\": \"b\\\"\", \"args\": [1, \"\xC3\xA9\",], // y\n"
        " \"env\": {\"K\": null}}, \"u\": {\"url\": \"http://h/${x}\"},},}";
    QVERIFY(ServerImport::fromConfiguration(whole));
    for (qsizetype length = 0; length < whole.size(); ++length)
        QVERIFY2(!ServerImport::fromConfiguration(whole.first(length)), qPrintable(QString::number(length)));
}

void TestServerConfig::truncatedTomlAndYamlAreSurvived_data()
{
    QTest::addColumn<QByteArray>("whole");
    QTest::newRow("TOML")
        << "[mcp_servers.a]\ncommand = \"b\\u00e9\"\nargs = ['c', 1.5, 2026-01-01]\n[mcp_servers.\"d.e\"]\n"
           "url = \"\"\"http://h/\"\"\"\nenv = { K = inf, L = 0x1f }\n"_ba;
    QTest::newRow("YAML") << "%YAML 1.2\n---\nmcpServers:\n  a: &x {command: b, args: [\"c\\n\", 'd', ~]}\n  b:\n    "
                             "command: |\n      e\n"
                             "    env: {<<: *x, ? [k] : v}\n  c: !!str x\n...\n"_ba;
}

/// Each beginning is tried with each byte corrupted.
void TestServerConfig::truncatedTomlAndYamlAreSurvived()
{
    QFETCH(const QByteArray, whole);
    QVERIFY2(ServerImport::fromConfiguration(whole), whole.constData());
    for (qsizetype length = 0; length < whole.size(); ++length) {
        for (const char spoilt : {'\0', '\xff', '{', ':', '\n'}) {
            QByteArray other = whole;
            other[length] = spoilt;
            for (const QByteArray &text : {whole.first(length), other}) {
                if (const auto found = ServerImport::fromConfiguration(text); !found)
                    QVERIFY(!found.error().detail.isEmpty());
            }
        }
    }
    for (const char *deep : {"a = ", "a: "})
        QVERIFY(!ServerImport::fromConfiguration(deep + QByteArray(100'000, '[')));
}

/// A placeholder that makes an address an invalid URL is kept in the settings and in an export.
void TestServerConfig::addressesWithPlaceholdersAreKept()
{
    const QString address = u"https://${input:e}.e.com/mcp"_s;
    const auto found =
        ServerImport::fromText(uR"({"mcpServers": {"a": {"url": "%1", "headers": {"X": "y"}}}})"_s.arg(address));
    QVERIFY(found);
    const ServerTarget target = found->constFirst().target;
    QVERIFY(target.isHttp() && target.isIncomplete() && target.http.url.isEmpty());
    const auto kept = ServerTarget::fromSetting(target.toSetting());
    QVERIFY(kept);
    QCOMPARE(kept->address(), address);
    QVERIFY(kept->isSameLaunch(target));
    ServerTarget other = target;
    other.urlTemplate = u"https://${input:f}.e.com/mcp"_s;
    QVERIFY(!other.isSameLaunch(target));
    QVERIFY(ServerExport::of({target}, ServerExport::Format::VsCode).json.contains(".e.com/mcp"));
    QCOMPARE(Placeholder::withDefaults(u"${A:-https://h}/${B}"_s), u"https://h/${B}"_s);
    const Placeholder ofContinue = Placeholder::in(u"x${{ secrets.KEY }}y"_s).value(0);
    QCOMPARE(ofContinue.text, u"${{ secrets.KEY }}"_s);
    QCOMPARE(ofContinue.name, u"KEY"_s);
    QVERIFY(ofContinue.isVariable());
    QVERIFY(Placeholder::isOnlyReferences(u"Bearer ${{ secrets.KEY }}"_s));
    QVERIFY(!Placeholder::isOnlyReferences(u"Bearer abc${{ secrets.KEY }}"_s));
    QCOMPARE(Placeholder::in(u"${{x}"_s).value(0).name, u"{x"_s);
}

/// Placeholders are replaced in everything that is started or sent; the record keeps those of arguments.
void TestServerConfig::placeholdersAreFilled()
{
    ServerTarget target;
    target.imported = true;
    target.command = {.program = u"${A}/run"_s,
                      .arguments = {u"--key"_s, u"${input:k}"_s, u"${A}${open}"_s},
                      .workingDirectory = u"${workspaceFolder}"_s,
                      .setVariables = {{u"V"_s, u"x${B:-b}"_s}}};
    QStringList names;
    for (const Placeholder &placeholder : target.placeholders())
        names << placeholder.text;
    const QStringList expected{u"${A}"_s, u"${input:k}"_s, u"${open}"_s, u"${B:-b}"_s, u"${workspaceFolder}"_s};
    QCOMPARE(names, expected);
    target.values = {
        {u"${A}"_s, u"/a"_s}, {u"${input:k}"_s, u"s3"_s}, {u"${B:-b}"_s, {}}, {u"${workspaceFolder}"_s, u"/w"_s}};
    const StdioCommand command = target.filled().command;
    QCOMPARE(command.program, u"/a/run"_s);
    const QStringList arguments{u"--key"_s, u"s3"_s, u"/a${open}"_s};
    QCOMPARE(command.arguments, arguments);
    QCOMPARE(command.workingDirectory, u"/w"_s);
    QCOMPARE(command.setVariables.value(u"V"_s), u"x"_s);
    const QString recorded = QString::fromUtf8(QJsonDocument(command.describe()).toJson());
    QVERIFY2(recorded.contains(u"${A}${open}"_s) && !recorded.contains(u"s3"_s), qPrintable(recorded));
    QVERIFY(!target.toSetting().contains(u"s3"_s));
    target.imported = false; // typed: its words may be meant for a shell
    QVERIFY(target.placeholders().isEmpty());

    ServerTarget http;
    http.http.url = QUrl(u"https://h/${T}/mcp?k=${input:k}"_s);
    http.http.headers.add("X", "Bearer ${T}");
    QCOMPARE(http.placeholders().size(), 2);
    http.values = {{u"${T}"_s, u"t"_s}, {u"${input:k}"_s, u"a b"_s}};
    QCOMPARE(http.filled().http.url, QUrl(u"https://h/t/mcp?k=a%20b"_s));
    QCOMPARE(http.filled().http.headers.begin()->value, "Bearer t"_ba);
    QVERIFY(!http.filled().shownAddress().contains(u"/t/"_s));
    QVERIFY(http.filled().unsendableHeader().isEmpty());
    http.values.insert(u"${T}"_s, u"t\r\nX-Y: z"_s);
    QCOMPARE(http.filled().unsendableHeader(), u"X"_s);
}

/// Inputs keep their declarations from the configuration.
void TestServerConfig::inputsAreDeclared()
{
    const auto servers = ServerImport::fromConfiguration(R"({
        "inputs": [{"type": "promptString", "id": "key", "description": "API key", "password": true},
                   {"type": "promptString", "id": "mode", "default": "fast"},
                   {"type": "promptString", "id": "pin", "default": "4711", "password": true},
                   {"type": "promptString", "id": "unused"}],
        "servers": {"a": {"command": "a", "args": ["${input:mode}"],
                          "env": {"KEY": "${input:key}", "P": "${input:pin}", "WORD": "open", "X_TOKEN": "${T:-abc}"}}}})");
    QVERIFY(servers);
    const ServerTarget target = servers->constFirst().target;
    QCOMPARE(target.inputs.size(), 3);
    QCOMPARE(target.inputs.value(u"input:key"_s).description, u"API key"_s);
    const auto isSecret = [&target](const QString &text) {
        return target.isSecret(Placeholder::in(text).constFirst());
    };
    QVERIFY(isSecret(u"${input:key}"_s) && !isSecret(u"${input:mode:-fast}"_s));
    QVERIFY(isSecret(u"${A_TOKEN:-x}"_s) && !isSecret(u"${A_HOST:-x}"_s));
    QVERIFY(isSecret(u"${input:undeclared}"_s) && isSecret(u"${HOME}"_s) && !isSecret(u"${workspaceFolder}"_s));

    // The settings keep values that are placeholders alone, without a secret default.
    const QString setting = target.toSetting();
    QVERIFY2(!setting.contains(u"open"_s) && !setting.contains(u"abc"_s) && !setting.contains(u"4711"_s),
             qPrintable(setting));
    const auto read = ServerTarget::fromSetting(setting);
    QVERIFY(read);
    QCOMPARE(read->command.setVariables.value(u"KEY"_s), u"${input:key}"_s);
    QCOMPARE(QSet<QString>(read->forgotten.begin(), read->forgotten.end()),
             (QSet<QString>{u"P"_s, u"WORD"_s, u"X_TOKEN"_s}));
    QCOMPARE(read->inputs.value(u"input:key"_s).isPassword, true);
    QCOMPARE(read->fingerprint(), target.fingerprint());

    ServerTarget http;
    http.http.url = QUrl(u"https://h/mcp"_s);
    http.http.headers.add("Authorization", "Bearer ${input:key}");
    http.http.headers.add("X-Team", "seven");
    const auto again = ServerTarget::fromSetting(http.toSetting());
    QVERIFY(again);
    QCOMPARE(again->http.headers.value("Authorization"), "Bearer ${input:key}"_ba);
    QCOMPARE(again->forgottenValues(), QStringList{u"X-Team"_s});
}

void TestServerConfig::linesAndUrlsAreTyped()
{
    QVERIFY(!ServerImport::fromText(u"npx x"_s)->first().target.imported);
    QVERIFY(!ServerImport::fromText(u"http://h/"_s)->first().target.imported);
    QVERIFY(ServerImport::fromText(u"{\"command\": \"npx\"}"_s)->first().target.imported);
}

void TestServerConfig::exportIsReadAgain()
{
    const QString text =
        uR"({"mcpServers": {"b \" c": {"command": "b", "args": ["", "x y"], "env": {"A": "1", "Z": "2"}, "cwd": "/w"},
        "a": {"type": "sse", "url": "http://h/${T}?x=a%20b&y=${input:y}", "headers": {"X-Key": "k"}}}})"_s;
    QList<ServerTarget> servers;
    const auto found = ServerImport::fromText(text);
    for (const ImportedServer &server : *found)
        servers << server.target;
    servers << servers.last(); // its name is taken
    const QByteArray json = ServerExport::of(servers).json;
    QVERIFY2(!JsonChecker().check(json), json.constData());
    QCOMPARE(ServerExport::of(servers).json, json);
    const auto again = ServerImport::fromConfiguration(json);
    QVERIFY(again);
    QStringList lines;
    for (const ImportedServer &server : *again)
        lines << lineOf(server);
    QCOMPARE(lines, QStringList({u"b \" c | b '' 'x y' | in /w | A=1 | Z=2"_s,
                                 u"a | http://h/${T}?x=a%20b&y=${Y} | X-Key: ${X_KEY} | http+sse"_s,
                                 u"a (2) | http://h/${T}?x=a%20b&y=${Y} | X-Key: ${X_KEY} | http+sse"_s}));
}

ServerTarget TestServerConfig::withSecrets()
{
    ServerTarget target;
    target.name = u"my server"_s;
    target.command = {
        .program = u"a"_s,
        .arguments = {u"--api-key"_s, u"hunter1"_s, u"--token=hunter2"_s, u"-v"_s, u"postgres://me:hunter3@db/x"_s},
        .setVariables = {{u"MY_TOKEN"_s, u"hunter4"_s},
                         {u"MODE"_s, u"test"_s},
                         {u"SOMETHING"_s, u"ghp_0123456789abcdefghijklmnopqrstuvwxyz"_s},
                         {u"API_KEY"_s, u"${input:key}"_s},
                         {u"LATER"_s, {}},
                         {u"EMPTY"_s, {}}}};
    target.forgotten = {u"LATER"_s};
    return target;
}

void TestServerConfig::exportNamesSecretsAndKeepsTheRest()
{
    const ServerExport::Configuration written = ServerExport::of({withSecrets()});
    QVERIFY2(!written.json.contains("hunter") && !written.json.contains("ghp_"), written.json.constData());
    const JsonValue server = JsonValue(written.json).pointer("/mcpServers/my server");
    QCOMPARE(server.member("args").raw().toByteArray().simplified(),
             "[ \"--api-key\", \"${API_KEY}\", \"--token=${TOKEN}\", \"-v\", \"postgres://me:${SECRET}@db/x\" ]");
    const JsonValue variables = server.member("env");
    QCOMPARE(variables.member("MY_TOKEN").toString(), u"${MY_TOKEN}"_s);
    QCOMPARE(variables.member("MODE").toString(), u"test"_s);
    QCOMPARE(variables.member("SOMETHING").toString(), u"${SOMETHING}"_s);
    QCOMPARE(variables.member("API_KEY").toString(), u"${KEY}"_s); // only VS Code supports ${input:key}
    QCOMPARE(written.renamed, QStringList{u"${input:key} → ${KEY}"_s});
    QCOMPARE(variables.member("LATER").toString(), u"${LATER}"_s);
    QCOMPARE(variables.member("EMPTY").toString(), QString());
    QVERIFY(written.secrets.contains(u"MY_TOKEN"_s) && written.secrets.contains(u"SOMETHING"_s));
    QCOMPARE(written.unknown, QStringList{u"LATER"_s});
    QCOMPARE(ServerExport::of({}).json, "{\n  \"mcpServers\": {}\n}\n");
}

void TestServerConfig::exportKeepsSupportedMembers_data()
{
    using Format = ServerExport::Format;
    QTest::addColumn<Format>("format");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("written");
    QTest::addColumn<QStringList>("renamed");
    QTest::newRow("variable") << Format::McpServers << u"Bearer ${TOKEN}"_s << u"Bearer ${TOKEN}"_s << QStringList();
    QTest::newRow("with a default") << Format::McpServers << u"Bearer ${TOKEN:-x}"_s << u"Bearer ${TOKEN:-x}"_s
                                    << QStringList();
    QTest::newRow("input") << Format::McpServers << u"Bearer ${input:my-token}"_s << u"Bearer ${MY_TOKEN}"_s
                           << QStringList{u"${input:my-token} → ${MY_TOKEN}"_s};
    QTest::newRow("input, VS Code") << Format::VsCode << u"Bearer ${input:my-token}"_s
                                    << u"Bearer ${input:a-my-token}"_s << QStringList();
    QTest::newRow("variable, VS Code") << Format::VsCode << u"Bearer ${TOKEN}"_s << u"Bearer ${input:a-token}"_s
                                       << QStringList{u"${TOKEN} → ${input:a-token}"_s};
    QTest::newRow("its own, VS Code") << Format::VsCode << u"${env:TOKEN}"_s << u"${env:TOKEN}"_s << QStringList();
    QTest::newRow("more than a name") << Format::McpServers << u"Bearer hunter2-${TOKEN}"_s << u"${AUTHORIZATION}"_s
                                      << QStringList();
}

void TestServerConfig::exportKeepsSupportedMembers()
{
    QFETCH(const ServerExport::Format, format);
    QFETCH(const QString, text);
    ServerTarget remote;
    remote.name = u"a"_s;
    remote.http.url = QUrl(u"https://h/mcp"_s);
    remote.http.headers.add("Authorization", text.toUtf8());
    const ServerExport::Configuration configuration = ServerExport::of({remote}, format);
    const JsonValue root(configuration.json);
    const JsonValue servers = root.member(format == ServerExport::Format::VsCode ? "servers" : "mcpServers");
    QTEST(servers.pointer("/a/headers/Authorization").toString(), "written");
    QTEST(configuration.renamed, "renamed");
    const bool asks = root.member("inputs").isValid();
    QCOMPARE(asks, configuration.json.contains("${input:"));
}

void TestServerConfig::exportWritesSecretsOnRequest()
{
    const QByteArray json =
        ServerExport::of({withSecrets()}, ServerExport::Format::McpServers, ServerExport::Secret::Written).json;
    const auto again = ServerImport::fromConfiguration(json);
    QVERIFY(again);
    const StdioCommand command = again->constFirst().target.command;
    QCOMPARE(command.arguments, withSecrets().command.arguments);
    QCOMPARE(command.setVariables.value(u"MY_TOKEN"_s), u"hunter4"_s);
    QCOMPARE(command.setVariables.value(u"LATER"_s), u"${LATER}"_s); // unknown everywhere
}

void TestServerConfig::exportForVsCodeAsksForSecrets()
{
    ServerTarget remote;
    remote.name = u"remote"_s;
    remote.http.url = QUrl(u"https://h/mcp"_s);
    remote.http.headers.add("Authorization", "Bearer hunter5");
    remote.http.headers.add("X-Mode", "test");
    const QByteArray json = ServerExport::of({withSecrets(), remote}, ServerExport::Format::VsCode).json;
    QVERIFY2(!json.contains("hunter"), json.constData());
    const JsonValue root(json);
    const JsonValue server = root.pointer("/servers/my server");
    QCOMPARE(server.member("type").toString(), u"stdio"_s);
    QCOMPARE(server.pointer("/env/MY_TOKEN").toString(), u"${input:my-server-my-token}"_s);
    QCOMPARE(server.pointer("/env/MODE").toString(), u"test"_s);
    QCOMPARE(root.pointer("/servers/remote/type").toString(), u"http"_s);
    QCOMPARE(root.pointer("/servers/remote/headers/Authorization").toString(), u"${input:remote-authorization}"_s);
    QCOMPARE(root.pointer("/servers/remote/headers/X-Mode").toString(), u"test"_s);
    QStringList ids;
    const JsonValue inputs = root.member("inputs");
    for (const JsonMember &input : inputs) {
        QCOMPARE(input.value.member("type").toString(), u"promptString"_s);
        ids << input.value.member("id").toString();
    }
    QVERIFY(ids.contains(u"my-server-my-token"_s) && ids.contains(u"remote-authorization"_s));
    QCOMPARE(QSet<QString>(ids.begin(), ids.end()).size(), ids.size());
    QVERIFY(!ServerExport::of({remote}, ServerExport::Format::VsCode, ServerExport::Secret::Written)
                 .json.contains("inputs"));
}

void TestServerConfig::exportNamesEachSecret_data()
{
    QTest::addColumn<ServerExport::Format>("format");
    QTest::addColumn<QString>("url");
    QTest::addColumn<QString>("header");
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("VS Code") << ServerExport::Format::VsCode
                             << u"https://h/mcp?api_key=${input:a-api-key}&x=1&token=${input:a-token}"_s
                             << u"${input:a-token-2}"_s
                             << QStringList{u"--token"_s, u"${input:b-token}"_s, u"--token"_s, u"${input:b-token-2}"_s,
                                            u"--token"_s, u"${input:b-token}"_s};
    QTest::newRow("others") << ServerExport::Format::McpServers
                            << u"https://h/mcp?api_key=${API_KEY}&x=1&token=${TOKEN}"_s << u"${TOKEN_2}"_s
                            << QStringList{u"--token"_s,    u"${TOKEN}"_s, u"--token"_s,
                                           u"${TOKEN_2}"_s, u"--token"_s,  u"${TOKEN}"_s};
}

/// A placeholder has one value, so two values need two placeholders.
void TestServerConfig::exportNamesEachSecret()
{
    QFETCH(const ServerExport::Format, format);
    ServerTarget remote;
    remote.name = u"a"_s;
    remote.http.url = QUrl(u"https://h/mcp?api_key=hunter1&x=1&token=hunter2"_s);
    remote.http.headers.add("Token", "hunter3");
    ServerTarget local;
    local.name = u"b"_s;
    local.command.program = u"b"_s;
    local.command.arguments = {u"--token"_s, u"hunter4"_s, u"--token"_s, u"hunter5"_s, u"--token"_s, u"hunter4"_s};
    const QByteArray json = ServerExport::of({remote, local}, format).json;
    QVERIFY2(!json.contains("hunter"), json.constData());
    const auto again = ServerImport::fromConfiguration(json);
    QVERIFY(again);
    const JsonValue root(json);
    const JsonValue servers = root.member(format == ServerExport::Format::VsCode ? "servers" : "mcpServers");
    QTEST(servers.member("a").member("url").toString(), "url");
    QTEST(QString::fromUtf8(again->constFirst().target.http.headers.value("Token").value_or("")), "header");
    QTEST(again->constLast().target.command.arguments, "arguments");
    QSet<QString> ids;
    qsizetype inputs = 0;
    for (const JsonMember &input : root.member("inputs")) {
        ids.insert(input.value.member("id").toString());
        ++inputs;
    }
    QCOMPARE(ids.size(), inputs);
    QCOMPARE(inputs, format == ServerExport::Format::VsCode ? 5 : 0);
}

void TestServerConfig::namesInTheListDiffer()
{
    ServerList list;
    ServerTarget target;
    target.command.program = u"/bin/server"_s;
    QCOMPARE(list.put(target), u"server"_s); // a natural default
    QCOMPARE(list.put(target), u"server (2)"_s);
    target.name = u" my \n server "_s;
    QCOMPARE(list.put(target), u"my server"_s);
    QCOMPARE(list.put(*list.find(u"my server"_s), u"my server"_s), u"my server"_s); // keeps its own place
    QCOMPARE(list.put(target, u"server (2)"_s), u"my server (2)"_s);
    QCOMPARE(list.servers().size(), 3);
    QVERIFY(!list.find(u"server (2)"_s));
    QVERIFY(list.findSame(target));
    for (const ServerTarget &each : list.servers())
        QCOMPARE(list.findSame(each)->name, each.name); // of several equal servers, the one with that name
    target.command.arguments << u"x"_s;
    QVERIFY(!list.findSame(target));
    list.remove(u"my server"_s);
    QCOMPARE(list.servers().size(), 2);
}

/// Files and the proxy are saved with the server, but neither the passphrase nor the password of the proxy.
void TestServerConfig::networkIsKeptWithoutSecrets()
{
    ServerTarget target;
    target.http.url = QUrl(u"https://h.example/mcp"_s);
    QVERIFY(!target.toSetting().contains(u"network"_s) && !target.toSetting().contains(u"followRedirects"_s));
    target.http.followRedirects = true;
    target.http.network = {.caFile = u"/ca.pem"_s,
                           .certificateFile = u"/me.pem"_s,
                           .keyFile = u"/me.key"_s,
                           .passphrase = u"sesame"_s,
                           .proxy = u"http://me:hunter2@p.example:3128"_s};
    const QString setting = target.toSetting();
    QVERIFY2(!setting.contains(u"sesame"_s) && !setting.contains(u"hunter2"_s), qPrintable(setting));
    const auto kept = ServerTarget::fromSetting(setting);
    QVERIFY(kept);
    QVERIFY(kept->http.followRedirects);
    QCOMPARE(kept->http.network, (HttpNetwork{.caFile = u"/ca.pem"_s,
                                              .certificateFile = u"/me.pem"_s,
                                              .keyFile = u"/me.key"_s,
                                              .proxy = u"http://me@p.example:3128"_s}));
    QVERIFY(target.isSameLaunch(*kept));
    ServerTarget other = *kept;
    other.http.network.proxy = u"none"_s;
    QVERIFY(!target.isSameLaunch(other));
    other.http.network.proxy = u"http://m%20e%40h:x@p.example:3128"_s;
    QCOMPARE(ServerTarget::fromSetting(other.toSetting())->http.network.proxy, u"http://m%20e%40h@p.example:3128"_s);
}

void TestServerConfig::damagedTimesAreBounded_data()
{
    QTest::addColumn<QByteArray>("time");
    QTest::addColumn<qint64>("limit"); // s
    QTest::addColumn<qint64>("grace"); // ms
    constexpr qint64 Longest = std::numeric_limits<int>::max();
    const qint64 usual = HttpOptions().cancelGrace.count();
    QTest::newRow("usual") << "30"_ba << qint64(30) << qint64(30);
    QTest::newRow("none") << "0"_ba << qint64(0) << qint64(0);
    QTest::newRow("negative") << "-1"_ba << qint64(0) << usual;
    QTest::newRow("largest integer") << "9223372036854775807"_ba << Longest / 1000 << Longest;
    QTest::newRow("a day more than a timer takes") << "2233883647"_ba << Longest / 1000 << Longest;
    QTest::newRow("beyond integers") << "1e300"_ba << qint64(0) << usual;
    QTest::newRow("a text") << "\"30\""_ba << qint64(0) << usual;
}

/// Times in a damaged setting stay within the range of a timer. Larger ones would overflow and expire never or at once.
void TestServerConfig::damagedTimesAreBounded()
{
    QFETCH(QByteArray, time);
    QFETCH(qint64, limit);
    QFETCH(qint64, grace);
    const QString setting =
        uR"({"url":"http://h/","cancelGrace":%1,"timeouts":{"limit":%1,"cap":%1}})"_s.arg(QString::fromUtf8(time));
    const auto target = ServerTarget::fromSetting(setting);
    QVERIFY(target);
    QCOMPARE(target->timeouts.limit.count(), limit);
    QCOMPARE(target->timeouts.cap.count(), limit);
    QCOMPARE(target->http.cancelGrace.count(), grace);
}

void TestServerConfig::damagedAddressesAreRejected_data()
{
    QTest::addColumn<QString>("address");
    QTest::newRow("empty") << QString();
    QTest::newRow("no URL") << u"http://[::1]FFFF/"_s;
    QTest::newRow("no host") << u"http:///mcp"_s;
    QTest::newRow("file") << u"file:///etc/passwd"_s;
    QTest::newRow("line break") << u"http://h/\\nmcp"_s;
}

/// A setting without a usable address is rejected.
void TestServerConfig::damagedAddressesAreRejected()
{
    QFETCH(QString, address);
    const QString alone = uR"({"url":"%1"})"_s.arg(address);
    const QString withTemplate = uR"({"url":"%1","urlTemplate":"https://${h}/"})"_s.arg(address);
    QVERIFY(!ServerTarget::fromSetting(alone));
    QVERIFY(ServerTarget::fromSetting(withTemplate));
}

/// Header names come from the file; a line break in one would change the request.
void TestServerConfig::damagedHeadersAreSkipped()
{
    const auto target = ServerTarget::fromSetting(
        uR"({"url":"http://h/","headers":["X-A","","a b","X\r\nY: z","Content-Length","Ä",7,"X-B"]})"_s);
    QVERIFY(target);
    QCOMPARE(target->forgottenValues(), QStringList({u"X-A"_s, u"X-B"_s}));
}

void TestServerConfig::listIsOrdered()
{
    ServerList list;
    for (const auto &[group, name] : {std::pair(u"b"_s, u"x"_s), std::pair(u""_s, u"z"_s), std::pair(u"A"_s, u"y"_s),
                                      std::pair(u"A"_s, u"B"_s), std::pair(u"b"_s, u"a"_s)}) {
        ServerTarget target;
        target.name = name;
        target.group = group;
        target.http.url = QUrl(u"http://h/"_s);
        list.put(target);
    }
    QStringList names;
    for (const ServerTarget &server : list.servers())
        names << server.group + u'/' + server.name;
    QCOMPARE(names, QStringList({u"/z"_s, u"A/B"_s, u"A/y"_s, u"b/a"_s, u"b/x"_s}));
    QCOMPARE(list.groups(), QStringList({u"A"_s, u"b"_s}));
    QStringList texts = list.toSettings();
    texts << u"nonsense"_s << u"{}"_s;
    QCOMPARE(ServerList::fromSettings(texts).toSettings(), list.toSettings());
}

void TestServerConfig::existingPlaces()
{
    const QTemporaryDir home;
    QVERIFY(ConfigPlace::existing(home.path(), home.path()).isEmpty());
    QVERIFY(QDir(home.path()).mkpath(u".cursor"_s));
    for (const QString &name : {u".claude.json"_s, u".cursor/mcp.json"_s}) {
        QFile file(home.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
    }
    QStringList tools;
    const QList<ConfigPlace> places = ConfigPlace::existing(home.path(), home.path());
    for (const ConfigPlace &place : places) {
        QVERIFY(QFileInfo(place.path).isAbsolute());
        tools << place.tool;
    }
    QCOMPARE(tools, QStringList({u"Claude Code"_s, u"Cursor"_s}));
    const QTemporaryDir config;
    QVERIFY(QDir(config.path()).mkpath(u"Code/User"_s));
    QFile file(config.filePath(u"Code/User/mcp.json"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const QList<ConfigPlace> there = ConfigPlace::existing(home.path(), home.path(), config.path());
    QCOMPARE(there.size(), 3);
    QCOMPARE(there.constLast().path, file.fileName());
    QCOMPARE(ConfigPlace::existing(home.path(), home.path(), u"relative"_s).size(), 2);
}

QTEST_GUILESS_MAIN(TestServerConfig)
#include "tst_serverconfig.moc"
