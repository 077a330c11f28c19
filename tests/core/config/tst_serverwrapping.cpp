// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/config/serverimport.h"
#include "core/config/wrapping/linedifference.h"
#include "core/config/wrapping/serverwrapping.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace Pullcord;
using namespace Qt::StringLiterals;

namespace {

/// Returns the path of a program that exists, for /opt/pullcord-cli in the rows.
QString program()
{
    static const QTemporaryDir folder;
    const QString path = folder.filePath(u"pullcord-cli"_s);
    QFile file(path);
    return file.open(QIODevice::WriteOnly) ? path : QString();
}

ServerWrapping::Wrapper proxy()
{
    return {.program = program(), .folder = u"/captures"_s, .host = u"Host"_s};
}

/// Returns the text with the words of the proxy for `@NAME@` (JSON, TOML) and `%NAME%` (YAML).
QByteArray expanded(const QByteArray &text)
{
    static const QRegularExpression json(u"@(\\w+)@"_s);
    static const QRegularExpression yaml(u"%(\\w+)%"_s);
    QString whole = QString::fromLatin1(text); // keeps each byte
    whole.replace(json, uR"("proxy", "/captures/", "--name", "Host: \1", "--keep", "1024")"_s);
    whole.replace(yaml, uR"(proxy, /captures/, "--name", "Host: \1", "--keep", "1024")"_s);
    return whole.replace("/opt/pullcord-cli"_L1, program()).toLatin1();
}

std::optional<ImportedServer> serverIn(const QByteArray &text, const QString &name)
{
    const auto servers = ServerImport::fromConfiguration(text);
    if (!servers)
        return {};
    const auto found = std::ranges::find(*servers, name, [](const ImportedServer &each) { return each.target.name; });
    return found == servers->end() ? std::nullopt : std::optional(*found);
}

QByteArrayList headersOf(const ImportedServer &server)
{
    QByteArrayList lines;
    for (const HttpHeader &header : server.target.http.headers)
        lines << header.name + ": " + header.value;
    std::ranges::sort(lines);
    return lines;
}

} // namespace

/// Edits of configurations that put the proxy before a server.
class TestServerWrapping : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void wraps_data();
    void wraps();
    void refuses_data();
    void refuses();
    void restoresWhatTheHostWroteAnew_data();
    void restoresWhatTheHostWroteAnew();
    void comparesLines_data();
    void comparesLines();
};

/// The server is always `db`, or `x`.
void TestServerWrapping::wraps_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    const auto row = [](const char *name, const QByteArray &before, const QByteArray &after) {
        QTest::addRow("%s", name) << before << expanded(after);
    };
    row("JSON, multi-line arguments",
        "{\n  \"mcpServers\": {\n    \"db\": {\n      \"command\": \"npx\",\n      \"args\": [\n        \"-y\",\n"
        "        \"s\"\n      ]\n    }\n  }\n}\n",
        "{\n  \"mcpServers\": {\n    \"db\": {\n      \"command\": \"/opt/pullcord-cli\",\n      \"args\": [\n"
        "        @db@, \"--\", \"npx\",\n        \"-y\",\n        \"s\"\n      ]\n    }\n  }\n}\n");
    row("JSON, arguments on one line, no newline at the end",
        R"({"mcpServers":{"a":{"command":"x"},"db":{"args":["-y"],"command":"npx","env":{"A":"1"}}}})",
        R"({"mcpServers":{"a":{"command":"x"},"db":{"args":[@db@, "--", "npx", "-y"],"command":"/opt/pullcord-cli","env":{"A":"1"}}}})");
    row("JSON, no arguments, BOM, CRLF, tabs",
        "\xEF\xBB\xBF{\r\n\t\"mcpServers\": {\r\n\t\t\"db\": {\r\n\t\t\t\"command\": \"/bin/s\"\r\n\t\t}\r\n\t}\r\n}",
        "\xEF\xBB\xBF{\r\n\t\"mcpServers\": {\r\n\t\t\"db\": {\r\n\t\t\t\"command\": \"/opt/pullcord-cli\",\r\n\t\t\t"
        "\"args\": [@db@, \"--\", \"/bin/s\"]\r\n\t\t}\r\n\t}\r\n}");
    row("JSON, empty and escaped arguments", R"({"mcpServers": {"db": {"command": "C:\\a \"b\".exe", "args": []}}})",
        R"({"mcpServers": {"db": {"command": "/opt/pullcord-cli", "args": [@db@, "--", "C:\\a \"b\".exe"]}}})");
    row("JSON, null arguments, a number, an escaped key",
        R"({"mcpServers": {"a": {"command": "n", "args": [1]}, "d\u0062": {"command": "n", "args": null}}})",
        R"({"mcpServers": {"a": {"command": "n", "args": [1]}, "d\u0062": {"command": "/opt/pullcord-cli", "args": [@db@, "--", "n"]}}})");
    row("JSON with comments inside the entry",
        "// \xC3\xA4 first\n{\n  \"servers\": { /* { \"db\" */\n    \"db\": {\n      // runs: \"command\": \"no\"\n"
        "      \"type\": \"stdio\", \"command\": \"npx\", // the runner\n      \"args\": [ // all of them\n"
        "        \"-y\", /* , */ \"s\",\n      ],\n    },\n  },\n}\n",
        "// \xC3\xA4 first\n{\n  \"servers\": { /* { \"db\" */\n    \"db\": {\n      // runs: \"command\": \"no\"\n"
        "      \"type\": \"stdio\", \"command\": \"/opt/pullcord-cli\", // the runner\n      \"args\": [ // all of "
        "them\n"
        "        @db@, \"--\", \"npx\",\n        \"-y\", /* , */ \"s\",\n      ],\n    },\n  },\n}\n");
    row("JSON, a list as the command (opencode)",
        R"({"mcp": {"db": {"type": "local", "command": ["npx", "-y"], "enabled": true}}})",
        R"({"mcp": {"db": {"type": "local", "command": ["/opt/pullcord-cli", @db@, "--", "npx", "-y"], "enabled": true}}})");
    row("JSON, an object as the command (Zed)",
        R"({"context_servers": {"db": {"command": {"path": "npx", "args": ["-y"], "env": {"A": "b"}}}}})",
        R"({"context_servers": {"db": {"command": {"path": "/opt/pullcord-cli", "args": [@db@, "--", "npx", "-y"], "env": {"A": "b"}}}}})");
    row("JSON, a project of Claude Code",
        R"({"projects": {"/a~b": {"mcpServers": {"db": {"command": "n", "args": ["1"]}}}}})",
        R"({"projects": {"/a~b": {"mcpServers": {"db": {"command": "/opt/pullcord-cli", "args": [@db@, "--", "n", "1"]}}}}})");
    row("JSON, a URL", R"({"mcpServers": {"db": {"type": "http", "url": "https://example.com/mcp", "tools": ["*"]}}})",
        R"({"mcpServers": {"db": {"type": "stdio", "command": "/opt/pullcord-cli", "args": [@db@, "--url", "https://example.com/mcp"], "tools": ["*"]}}})");
    row("JSON, a URL with headers, comments and old transport",
        "{\"mcpServers\": {\"db\": {\n  \"type\": \"sse\",\n  \"url\": \"https://example.com/sse\", // here\n"
        "  \"headers\": { // secret\n    \"Authorization\": \"Bearer ${KEY}\",\n    \"X-A\": \"b\", // plain\n  "
        "},\n}}}\n",
        "{\"mcpServers\": {\"db\": {\n  \"type\": \"stdio\",\n  \"command\": \"/opt/pullcord-cli\",\n  \"args\": "
        "[@db@, "
        "\"--transport\", \"http+sse\", \"--header\", \"Authorization: $PULLCORD_HEADER_1\", \"--header\", \"X-A: "
        "$PULLCORD_HEADER_2\", \"--url\", \"https://example.com/sse\"], // here\n"
        "  \"env\": { // secret\n    \"PULLCORD_HEADER_1\": \"Bearer ${KEY}\",\n    \"PULLCORD_HEADER_2\": \"b\", // "
        "plain\n"
        "  },\n}}}\n");
    row("JSON, a secret in the URL",
        R"({"mcpServers": {"db": {"url": "https://example.com/mcp?api_key=abcdefgh123"}}})",
        R"({"mcpServers": {"db": {"command": "/opt/pullcord-cli", "args": [@db@, "--url", "$PULLCORD_URL"], "env": {"PULLCORD_URL": "https://example.com/mcp?api_key=abcdefgh123"}}}})");
    row("JSON, a URL in opencode",
        R"({"mcp": {"db": {"type": "remote", "url": "https://{env:HOST}/mcp", "headers": {"A": "{env:KEY}"}}}})",
        R"({"mcp": {"db": {"type": "local", "command": ["/opt/pullcord-cli", @db@, "--header", "A: $PULLCORD_HEADER_1", "--url", "https://{env:HOST}/mcp"], "environment": {"PULLCORD_HEADER_1": "{env:KEY}"}}}})");
    row("TOML, tables",
        "model = \"m\" # first\n\n[mcp_servers.db] # the \"db\"\ncommand = 'npx' # = runner\nargs = [ \"-y\", # yes\n  "
        "'s',\n]\n"
        "[mcp_servers.db.env]\nA = \"1\"\n\n[other]\ncommand = \"no\"",
        "model = \"m\" # first\n\n[mcp_servers.db] # the \"db\"\ncommand = \"/opt/pullcord-cli\" # = runner\nargs = [ "
        "@db@, "
        "\"--\", \"npx\", \"-y\", # yes\n  's',\n]\n[mcp_servers.db.env]\nA = \"1\"\n\n[other]\ncommand = \"no\"");
    row("TOML, dotted keys, CRLF, no arguments",
        "mcp_servers.a.command = \"a\"\r\nmcp_servers . db.command = \"\"\"n[\r\n\"\"\" # x\r\nz = 1\r\n",
        "mcp_servers.a.command = \"a\"\r\nmcp_servers . db.command = \"/opt/pullcord-cli\" # x\r\n"
        "mcp_servers . db.args = [@db@, \"--\", \"n[\\n\"]\r\nz = 1\r\n");
    row("TOML, an inline table",
        "[mcp_servers]\ndb = { command = \"npx\", env = { A = \"1\" } }\n\"d.b\" = { command = \"x\" }\n",
        "[mcp_servers]\ndb = { command = \"/opt/pullcord-cli\", args = [@db@, \"--\", \"npx\"], env = { A = \"1\" } }\n"
        "\"d.b\" = { command = \"x\" }\n");
    row("TOML, no arguments, no newline at the end", "[mcp_servers.db]\n  command = \"npx\"",
        "[mcp_servers.db]\n  command = \"/opt/pullcord-cli\"\n  args = [@db@, \"--\", \"npx\"]");
    row("TOML, a URL with references (Codex)",
        "[mcp_servers.\"db\"]\nurl = \"https://example.com/mcp\"\nbearer_token_env_var = \"TOKEN\"\n"
        "http_headers = { \"X-A\" = \"b\" }\nenv_http_headers = { \"X-B\" = \"B_VAR\" }\nenabled = false\n",
        "[mcp_servers.\"db\"]\ncommand = \"/opt/pullcord-cli\"\nargs = [@db@, \"--header\", \"X-A: "
        "$PULLCORD_HEADER_1\", "
        "\"--header\", \"Authorization: Bearer $TOKEN\", \"--header\", \"X-B: $B_VAR\", \"--url\", "
        "\"https://example.com/mcp\"]\nenv_vars = [\"TOKEN\", \"B_VAR\"]\n"
        "env = { PULLCORD_HEADER_1 = \"b\" }\nenabled = false\n");
    row("TOML, headers in a table of their own",
        "[mcp_servers.db]\nurl = \"https://example.com/mcp\"\n\n# of the server\n[mcp_servers.db.http_headers]\nX-A = "
        "\"b\"\n",
        "[mcp_servers.db]\ncommand = \"/opt/pullcord-cli\"\nargs = [@db@, \"--header\", \"X-A: $PULLCORD_HEADER_1\", "
        "\"--url\", \"https://example.com/mcp\"]\n\n# of the server\n[mcp_servers.db.env]\nPULLCORD_HEADER_1 = "
        "\"b\"\n");
    row("YAML, block (goose)",
        "extensions:\n  a:\n    cmd: x\n  # the db\n  db:\n    args: # of uvx\n    - 'it''s'\n    - \"b\"\n    cmd: "
        "uvx # runner\n"
        "    enabled: true\n    envs: {}\n    type: stdio\nGOOSE_MODE: auto\n",
        "extensions:\n  a:\n    cmd: x\n  # the db\n  db:\n    args: # of uvx\n    - proxy\n    - /captures/\n"
        "    - \"--name\"\n    - \"Host: db\"\n    - \"--keep\"\n    - \"1024\"\n    - \"--\"\n    - uvx\n    - "
        "'it''s'\n"
        "    - \"b\"\n    cmd: /opt/pullcord-cli # runner\n"
        "    enabled: true\n    envs: {}\n    type: stdio\nGOOSE_MODE: auto\n");
    row("YAML, no arguments, CRLF, no newline at the end",
        "\xEF\xBB\xBF"
        "extensions:\r\n  db:\r\n    cmd: 'it''s' # runner\r\n    type: stdio",
        "\xEF\xBB\xBF"
        "extensions:\r\n  db:\r\n    cmd: /opt/pullcord-cli # runner\r\n    args: [%db%, \"--\", \"it's\"]\r\n"
        "    type: stdio");
    row("YAML, flow", "extensions: {a: {cmd: x}, db: {cmd: uvx, args: [a, 'b, c']}} # all\n",
        "extensions: {a: {cmd: x}, db: {cmd: /opt/pullcord-cli, args: [%db%, \"--\", uvx, a, 'b, c']}} # all\n");
    row("YAML, a list (Continue)",
        "name: c\nmcpServers:\n  - name: a\n    command: x\n  - command: npx\n    name: db\n    args:\n      - -y\n",
        "name: c\nmcpServers:\n  - name: a\n    command: x\n  - command: /opt/pullcord-cli\n    name: db\n    args:\n"
        "      - proxy\n      - /captures/\n      - \"--name\"\n      - \"Host: db\"\n      - \"--keep\"\n      - "
        "\"1024\"\n"
        "      - \"--\"\n      - npx\n      - -y\n");
    row("YAML, a list without arguments", "mcpServers:\n- command: npx\n  name: db\n\n# end\n",
        "mcpServers:\n- command: /opt/pullcord-cli\n  args: [%db%, \"--\", npx]\n  name: db\n\n# end\n");
    row("YAML, empty arguments", "extensions:\n  db:\n    args:\n    cmd: uvx\n",
        "extensions:\n  db:\n    args: [%db%, \"--\", uvx]\n    cmd: /opt/pullcord-cli\n");
    row("YAML, a URL (goose)",
        "extensions:\n  db:\n    type: streamable_http\n    uri: https://example.com/mcp\n    envs: {}\n    headers:\n"
        "      Authorization: Bearer abc\n    timeout: 300\n",
        "extensions:\n  db:\n    type: stdio\n    cmd: /opt/pullcord-cli\n    args: [%db%, \"--header\", "
        "\"Authorization: "
        "$PULLCORD_HEADER_1\", \"--url\", \"https://example.com/mcp\"]\n    envs:\n"
        "      PULLCORD_HEADER_1: Bearer abc\n    timeout: 300\n");
}

void TestServerWrapping::wraps()
{
    QFETCH(const QByteArray, before);
    QFETCH(const QByteArray, after);
    const auto server = serverIn(before, u"db"_s);
    QVERIFY(server);
    const auto wrapped = ServerWrapping::wrap(before, *server, proxy());
    QVERIFY2(wrapped, wrapped ? "" : qPrintable(wrapped.error().detail));
    QCOMPARE(*wrapped, after);
    const auto now = serverIn(*wrapped, u"db"_s);
    QVERIFY(now && ServerWrapping::isWrapped(now->target));
    QCOMPARE(ServerWrapping::inner(now->target).command.arguments, server->target.command.arguments);
    QVERIFY(!ServerWrapping::isBroken(now->target));
    QVERIFY(!ServerWrapping::wrap(*wrapped, *now, proxy())); // not twice

    ServerWrapping::Wrapper moved = proxy();
    moved.program = u"/gone/pullcord-cli"_s;
    const auto broken = ServerWrapping::wrap(before, *server, moved);
    QVERIFY(broken);
    const auto found = serverIn(*broken, u"db"_s);
    QVERIFY(found && ServerWrapping::isBroken(found->target));
    QCOMPARE(*ServerWrapping::wrap(*broken, *found, proxy()), after);

    const auto former = ServerWrapping::formerOf(before, *wrapped, server->pointer);
    QVERIFY(former);
    const auto restored = ServerWrapping::unwrap(*wrapped, *now, *former);
    QVERIFY2(restored, restored ? "" : qPrintable(restored.error().detail));
    QCOMPARE(*restored, before);

    const auto without = ServerWrapping::unwrap(*wrapped, *now); // from the entry alone
    QVERIFY2(without, without ? "" : qPrintable(without.error().detail));
    const auto back = serverIn(*without, u"db"_s);
    QVERIFY(back);
    QCOMPARE(back->target.address(), server->target.address());
    QCOMPARE(back->target.command.setVariables, server->target.command.setVariables);
    QCOMPARE(headersOf(*back), headersOf(*server));
}

void TestServerWrapping::refuses_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("why");
    QTest::addRow("a key twice")
        << QByteArray("{\"mcpServers\": {\n\"db\": {\"command\": \"a\"},\n\"db\": {\"command\": \"b\"}}}")
        << u"line 3: \"db\" occurs twice; remove one of them"_s;
    QTest::addRow("a member twice") << QByteArray(
                                           "{\"mcpServers\": {\"db\": {\"command\": \"a\",\n\"command\": \"b\"}}}")
                                    << u"line 2: \"command\" occurs twice; remove one of them"_s;
    QTest::addRow("a member twice in YAML") << QByteArray("extensions:\n  db:\n    cmd: a\n    cmd: b\n")
                                            << u"line 4: \"cmd\" occurs twice; remove one of them"_s;
    QTest::addRow("without the outer braces")
        << QByteArray("\"mcpServers\": {\"db\": {\"command\": \"a\"}}")
        << u"line 1, column 13: expected nothing more after the JSON value, found ':'"_s;
    QTest::addRow("an alias") << QByteArray("base: &base\n  cmd: a\n  type: stdio\nextensions:\n  db: *base\n")
                              << u"line 5: the entry is not an object"_s;
    QTest::addRow("an anchor elsewhere")
        << QByteArray("extensions:\n  db: &db\n    cmd: a\n  other: *db\n")
        << u"line 2: the entry is written in a form that cannot be edited safely; change it by hand"_s;
    QTest::addRow("an alias as a key")
        << QByteArray("key: &k note\nextensions:\n  db:\n    cmd: a\n    *k : b\n")
        << u"line 3: the entry is written in a form that cannot be edited safely; change it by hand"_s;
    QTest::addRow("headers behind an alias")
        << QByteArray("x: &h\n  A: b\nextensions:\n  db:\n    uri: https://example.com\n    headers: *h\n")
        << u"line 4: the entry is written in a form that cannot be edited safely; change it by hand"_s;
    QTest::addRow("a program for headers")
        << QByteArray("{\"mcpServers\": {\"db\": {\"url\": \"https://example.com\",\n\"headersHelper\": \"/x\"}}}")
        << u"line 2: a program makes the headers, which the proxy cannot run"_s;
    QTest::addRow("variables and headers")
        << QByteArray("{\"mcpServers\": {\"db\": {\"url\": \"https://example.com\", \"env\": {\"A\": \"b\"}, "
                      "\"headers\": {\"A\": \"b\"}}}}")
        << u"line 1: the entry has variables and headers, which cannot both be kept"_s;
    QTest::addRow("WebSocket") << QByteArray(
                                      "{\"mcpServers\": {\"db\": {\"type\": \"ws\", \"url\": \"wss://example.com\"}}}")
                               << u"/mcpServers/db/type: Cannot be imported: unknown type ws."_s;
}

void TestServerWrapping::refuses()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QString, why);
    const auto server = serverIn(text, u"db"_s);
    QVERIFY(server);
    const auto wrapped = ServerWrapping::wrap(text, *server, proxy());
    QVERIFY(!wrapped);
    QCOMPARE(QString(wrapped.error().detail), why);
}

/// The host has written the entry in another layout, or with other values.
void TestServerWrapping::restoresWhatTheHostWroteAnew_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("restored");
    const auto row = [](const char *name, const QByteArray &text, const QByteArray &restored) {
        QTest::addRow("%s", name) << expanded(text) << restored;
    };
    row("other path of the program, new argument and member",
        R"({"mcpServers": {"db": {"args": [@db@, "--", "npx", "-y", "new"], "command": "/moved/pullcord-cli", "off": true}}})",
        R"({"mcpServers": {"db": {"args": ["-y", "new"], "command": "npx", "off": true}}})");
    row("YAML",
        "extensions:\n  db:\n    cmd: /opt/pullcord-cli\n    args:\n    - proxy\n    - /captures/\n    - --\n    - "
        "uvx\n    - 'a'\n",
        "extensions:\n  db:\n    cmd: uvx\n    args:\n    - 'a'\n");
    row("TOML", "[mcp_servers.db]\nargs = [@db@, \"--\", \"npx\",\n  \"-y\"] # x\ncommand = '/opt/pullcord-cli'\n",
        "[mcp_servers.db]\nargs = [\"-y\"] # x\ncommand = \"npx\"\n");
    row("URL, with a member added",
        R"({"mcpServers": {"db": {"type": "stdio", "command": "/opt/pullcord-cli", "args": [@db@, "--header", "A: $PULLCORD_HEADER_1", "--url", "https://example.com/mcp"], "off": true, "env": {"PULLCORD_HEADER_1": "b"}}}})",
        R"({"mcpServers": {"db": {"type": "http", "url": "https://example.com/mcp", "off": true, "headers": {"A": "b"}}}})");
    row("a secret in the URL, no comma left behind",
        R"({"mcpServers": {"db": {"command": "/opt/pullcord-cli", "args": [@db@, "--url", "$PULLCORD_URL"], "env": {"PULLCORD_URL": "https://example.com/mcp?api_key=abcdefgh123"}}}})",
        R"({"mcpServers": {"db": {"url": "https://example.com/mcp?api_key=abcdefgh123" }}})");
    row("a secret in the URL, variables before arguments",
        "{\"mcpServers\": {\"db\": {\n  \"command\": \"/opt/pullcord-cli\",\n"
        "  \"env\": {\"PULLCORD_URL\": \"https://example.com/mcp?api_key=abcdefgh123\"},\n"
        "  \"args\": [@db@, \"--url\", \"$PULLCORD_URL\"]\n}}}\n",
        "{\"mcpServers\": {\"db\": {\n  \"url\": \"https://example.com/mcp?api_key=abcdefgh123\"\n}}}\n");
}

void TestServerWrapping::restoresWhatTheHostWroteAnew()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, restored);
    const auto server = serverIn(text, u"db"_s);
    QVERIFY(server);
    const auto unwrapped = ServerWrapping::unwrap(text, *server, {.text = "?", .wrapped = "another", .json = "{}"});
    QVERIFY2(unwrapped, unwrapped ? "" : qPrintable(unwrapped.error().detail));
    QCOMPARE(*unwrapped, restored);
}

void TestServerWrapping::comparesLines_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::addColumn<QString>("difference");
    QTest::addRow("equal") << u"a\n"_s << u"a\n"_s << QString();
    QTest::addRow("changed, added") << u"1\n2\n3\n4\n5\n6\n7\n8\n9\n"_s << u"1\n2\n3\n4\nX\nY\n6\n7\n8\n9\n"_s
                                    << u"--- a\n+++ b\n@@ -2,7 +2,8 @@\n 2\n 3\n 4\n-5\n+X\n+Y\n 6\n 7\n 8\n"_s;
    QTest::addRow("two places")
        << u"a\n1\n2\n3\n4\n5\n6\n7\nb\n"_s << u"A\n1\n2\n3\n4\n5\n6\n7\nB"_s
        << u"--- a\n+++ b\n@@ -1,4 +1,4 @@\n-a\n+A\n 1\n 2\n 3\n@@ -6,4 +6,4 @@\n 5\n 6\n 7\n-b\n+B\n"
           "\\ No newline at end of file\n"_s;
    QTest::addRow("from nothing") << QString() << u"a\r\n"_s << u"--- a\n+++ b\n@@ -0,0 +1,1 @@\n+a\n"_s;
}

void TestServerWrapping::comparesLines()
{
    QFETCH(const QString, before);
    QFETCH(const QString, after);
    QFETCH(const QString, difference);
    QCOMPARE(LineDifference::unified(before, after, u"a"_s, u"b"_s), difference);
}

QTEST_GUILESS_MAIN(TestServerWrapping)
#include "tst_serverwrapping.moc"
