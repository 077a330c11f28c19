// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

#include "core/secrets/secrets.h"

#include <QJsonArray>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// Masking of texts, and of the structured places that are masked before they are recorded.
class TestSecrets : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void texts_data();
    void texts();
    void promises_data();
    void promises();
    void values_data();
    void values();
    void kept_data();
    void kept();
    void privateKeys_data();
    void privateKeys();
    void queries();
    void cutCharacters();
    void arguments_data();
    void arguments();
    void descriptions_data();
    void descriptions();

private:
    static void row(const char *text, const char *masked)
    {
        QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(masked);
    }
    static void columns()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("masked");
    }
    /// Masking must be idempotent.
    static void check()
    {
        QFETCH(const QString, text);
        QFETCH(const QString, masked);
        QCOMPARE(Secrets::maskedProse(text), masked);
        QCOMPARE(Secrets::maskedProse(masked), masked);
    }
};

void TestSecrets::texts_data()
{
    columns();
    row("https://me:hunter2@host/path", "https://me:***@host/path");
    row("https://host/?api_key=hunter2&page=2&token=x", "https://host/?api_key=***&page=2&token=***");
    row("https://h/#access_token=x", "https://h/#access_token=***");
    row("https://u:ab@cd@host/x@y", "https://u:***@host/x@y");
    row("db://u:a,b@c@h1,h2/d db://u:p@h", "db://u:***@h1,h2/d db://u:***@h");
    row("https://me@corp:pw@h/", "https://***@corp:***@h/");
    row("https://a1b2:x-oauth-basic@h/x", "https://***:***@h/x");
    row("https://hooks.slack.com/services/T0/B0/XyZ now", "https://hooks.slack.com/services/*** now");
    row("(see https://h/?token=abc123) and [x](https://h/?token=abc123)",
        "(see https://h/?token=***) and [x](https://h/?token=***)");
    row("sk-abcdefghijkl,ghp_abcdefgh1234", "***,***");
    row("_ghp_AbCdEfGhIjKl_, %20ghp_AbCdEfGhIjKl", "_***, %20***");
    row("bearer abcdefghijklmnop", "bearer ***");
    row("Basic dXNlcjpwYXNz", "Basic ***");
    for (const char *text :
         {"", "plain text", "https://host/path?page=2", "ssh://git@host/a.git", "basic TypeScript", "task-skill",
          "aghp_AbCdEfGhIjKl x20ghp_AbCdEfGhIjKl", "https://h:80?mail=a@b", "say \"https://h:80\",\"a@b\""})
        row(text, text);
}

void TestSecrets::texts()
{
    QFETCH(const QString, text);
    QTEST(Secrets::maskedText(text), "masked");
    check();
}

/// The examples of the guide (captures.md).
void TestSecrets::promises_data()
{
    QTest::addColumn<QString>("text");
    for (const char *text : {"https://me:S3cret@host/",
                             "https://S3cret@host/",
                             "https://host/?token=S3cret&page=2",
                             "say {\\\"apiKey\\\":\\\"S3cret\\\"}",
                             "{\"apiKey\": \"S3cret\"}",
                             "Authorization: S3cret S3cret",
                             "X-Api-Key: S3cret",
                             "curl -H \"Cookie: S3cret\" host",
                             "DB_PASSWORD=S3cret",
                             "export TOKEN=\"S3cret\"",
                             "password = \"S3cret\"",
                             "Server=x;Password=S3cret;Port=1",
                             "apiKey := \"S3cret\"",
                             "password: S3cret",
                             "api_key: \"S3cret\"",
                             "{'password': 'S3cret'}",
                             "using password: S3cret, again",
                             "run --token S3cret",
                             "run --api-key=S3cret",
                             "run -password S3cret",
                             "sshpass -p S3cret ssh host",
                             "curl -u me:S3cret host",
                             "SESSION=S3cret",
                             "run --key S3cret"})
        QTest::newRow(text) << QString::fromLatin1(text);
}

void TestSecrets::promises()
{
    QFETCH(const QString, text);
    const QString masked = QString(text).replace(u"S3cret"_s, u"***"_s).replace(u"*** ***"_s, u"***"_s);
    QCOMPARE(Secrets::maskedProse(text), masked);
    QCOMPARE(Secrets::maskedProse(masked), masked);
}

/// Names and values on one line, and the ends of the values.
void TestSecrets::values_data()
{
    columns();
    row("API_KEY=hunter2 PORT=1", "API_KEY=*** PORT=1");
    row("Server=x;Password=ab;cd;Port=1", "Server=x;Password=***;Port=1");
    row("use password=ab,cd;ef, and more", "use password=***, and more");
    row("a password=ab&page=2", "a password=***&page=2");
    row("password = hunter2", "password = ***");
    row("apiKey := \"hunter2\"", "apiKey := \"***\"");
    row("apiKey => hunter2", "apiKey => ***");
    row("use API_KEY=a\\ hunter2 b", "use API_KEY=*** b");
    row("Environment=API_KEY=hunter2", "Environment=API_KEY=***");
    row("spring.datasource.password=hunter2", "spring.datasource.password=***");
    row("x api.key=hunter2 api.port=1", "x api.key=*** api.port=1");
    row("os.environ[\"API_KEY\"]=\"hunter2\"", "os.environ[\"API_KEY\"]=\"***\"");
    row("token: a1b2c3d4", "token: ***");
    row("Login failed: password: hunter2", "Login failed: password: ***");
    row("(token: a1b2c3d4)", "(token: ***)");
    row("**Password**: `correct horse`", "**Password**: `***`");
    // In quotes.
    row("password=\"a\\\"b c\" x", "password=\"***\" x");
    row("password='a''b' x", "password='***' x");
    row("password='it's' x", "password='***' x");
    row("password=\"cut off here\nnext", "password=\"***\nnext");
    row("{\"apiKey\": \"hunter2\",}", "{\"apiKey\": \"***\",}");
    row("msg=\"{\\\"token\\\":\\\"hunter2\\\"}\"", "msg=\"{\\\"token\\\":\\\"***\\\"}\"");
    row("{\\\"apiKey\\\":\\\"a\\\\\\\"b\\\",\\\"c\\\":1}", "{\\\"apiKey\\\":\\\"***\\\",\\\"c\\\":1}");
    row("{'pin': 1234}", "{'pin': ***}");
    row("say {\"n\":1,\"password\":\"cut of", "say {\"n\":1,\"password\":\"***");
    // The rest of the line, or of the quoted text, that begins with the name.
    row("password: correct horse battery", "password: ***");
    row("passphrase=correct horse battery staple\nA=b", "passphrase=***\nA=b");
    row("A=b\nPASSWORD=x PORT=1", "A=b\nPASSWORD=*** PORT=1");
    row("  - db_password: correct horse\nb: 2", "  - db_password: ***\nb: 2");
    row("run -e \"DB_PASSWORD=a b\" -e 'API_KEY=c d' x", "run -e \"DB_PASSWORD=***\" -e 'API_KEY=***' x");
    row("A\nX-Api-Key: hunter2 x\r\nB", "A\nX-Api-Key: ***\r\nB");
    row("> Authorization: Digest username=\"u\", response=\"a\"", "> Authorization: ***");
    row("{\\\"h\\\":\\\"Authorization: Digest a=b, c\\\",\\\"n\\\":1}",
        "{\\\"h\\\":\\\"Authorization: ***\\\",\\\"n\\\":1}");
    row("-H X-Api-Key:hunter2 x", "-H X-Api-Key:*** x");
    // Command lines.
    row("run --password=hunter2 --token\thunter2 -v", "run --password=*** --token\t*** -v");
    row("run --token \"a\\\"b\" x", "run --token \"***\" x");
    row("run -password X -token a1b2c3d4 -v", "run -password *** -token *** -v");
    row("curl -sSu'me:hunter 2' h", "curl -sSu'me:***' h");
    row("curl --user=me:hunter2", "curl --user=me:***");
}

void TestSecrets::values()
{
    check();
}

/// Texts that only look as if they held a secret.
void TestSecrets::kept_data()
{
    columns();
    for (const char *text : {"if key=value",
                             "map.key=value",
                             "event.key: Enter",
                             "a key-value: store",
                             "a token-based: way",
                             "Content-Type: text/plain",
                             "Unexpected token: x",
                             "the token: something",
                             "token: 12345678",
                             "if token == other",
                             "max_tokens: 100",
                             "maxTokens=5",
                             "token_count=5",
                             "usage: total_tokens: 12",
                             "password: string",
                             "password = None",
                             "Password: required",
                             "Password: please",
                             "auth=none",
                             "credentials: include",
                             "id-token: write # for the cloud",
                             "TOKEN_URL=https://h/token SECRET_PATH=/a",
                             "nextPageToken: abc",
                             "password: {",
                             "password: |",
                             "password: (hidden)",
                             "password=<your password>",
                             "token: ${{ secrets.X1 }}",
                             "password=$DB_PASSWORD",
                             "password: \"{{ .Values.password }}\"",
                             "PASSWORD=%DB_PASSWORD%",
                             "TOKEN=$(cat /run/token)",
                             "apiKey: process.env.API_KEY,",
                             "password = os.environ[\"DB_PASSWORD\"]",
                             "password = config.get(\"password\")",
                             "password = input(\"Password: \")",
                             "ssl_key: /etc/keys/a.pem",
                             "private-key: ~/.ssh/id_rsa",
                             "WHERE password = ? AND a = ?",
                             "API_KEY=xxxxxxxx",
                             "Set BRAVE_API_KEY=your-key",
                             "API_KEY_HEADER=X-Api-Key",
                             "secretName: my-tls",
                             "AWS_ACCESS_KEY_ID=x",
                             "KeyError: 'GITHUB_TOKEN'",
                             "Authorization: Bearer ${TOKEN}",
                             "Authorization: Bearer <token>",
                             "password: ********",
                             "--auth --verbose",
                             "the --api-key option",
                             "curl h\nid -u me:x",
                             "curl -u me:$P h",
                             "curl -u <me>:<pw> h",
                             "password=\"\" x"})
        row(text, text);
}

void TestSecrets::kept()
{
    check();
}

void TestSecrets::privateKeys_data()
{
    columns();
    row("cut -----BEGIN PRIVATE KEY-----\nMIIE", "cut ***");
    row("-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: x\n\nlQ\n=ab\n-----END PGP PRIVATE KEY BLOCK----- x", "*** x");
    row("---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nComment: x\nlQ\n---- END SSH2 ENCRYPTED PRIVATE KEY ---- x",
        "*** x");
    row("\"-----BEGIN EC PRIVATE KEY-----\\nMIIE\\n-----END EC PRIVATE KEY-----\\n\" x", "\"***\\n\" x");
    row("private_key: \"-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\"",
        "private_key: \"***\"");
    row("see -----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0B\nab==\nand prose", "see ***\nand prose");
    row("k = \"-----BEGIN RSA PRIVATE KEY-----\\n\" +\n  \"MIIE\" +\n  \"ab==\";\nx", "k = \"***\";\nx");
    row("say -----BEGIN PRIVATE KEY----- or\n-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY----- x",
        "say -----BEGIN PRIVATE KEY----- or\n*** x");
    for (const char *text : {"see `-----BEGIN OPENSSH PRIVATE KEY-----`. Then:\n\n1. step",
                             "if (s.startsWith(\"-----BEGIN RSA PRIVATE KEY-----\")) {\n  return parse(s);\n}",
                             "-----BEGIN PRIVATE KEY----- and\nno more"})
        row(text, text);
    QTest::newRow("very long") << u"a -----BEGIN PRIVATE KEY-----%1-----END PRIVATE KEY----- z"_s.arg(
                                      u"\nab cd"_s.repeated(400'000))
                               << u"a *** z"_s;
}

void TestSecrets::privateKeys()
{
    check();
}

void TestSecrets::queries()
{
    QCOMPARE(Secrets::maskedQuery(u"https://u:p@h/a?b=c&d#e"_s), u"https://u:***@h/a?b=***&***"_s);
    QCOMPARE(Secrets::maskedQuery(u"https://h/a"_s), u"https://h/a"_s);
}

/// A text may have been cut within a character, which is invalid UTF-16.
void TestSecrets::cutCharacters()
{
    const QString cut = u"ghp_abcdefgh1234 \U0001f600"_s.chopped(1);
    QCOMPARE(Secrets::maskedProse(cut), u"***"_s + cut.sliced(16));
}

void TestSecrets::arguments_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QStringList>("masked");
    const auto row = [](const char *name, const QStringList &arguments, const QStringList &masked) {
        QTest::newRow(name) << arguments << masked;
    };
    row("none", {}, {});
    row("plain", {u"-y"_s, u"server"_s, u"/home"_s}, {u"-y"_s, u"server"_s, u"/home"_s});
    row("with =", {u"--api-key=hunter2"_s}, {u"--api-key=***"_s});
    row("empty value", {u"--api-key="_s}, {u"--api-key=***"_s});
    row("next word", {u"--token"_s, u"hunter2"_s, u"x"_s}, {u"--token"_s, u"***"_s, u"x"_s});
    row("value with a dash", {u"--token"_s, u"-x"_s, u"y"_s}, {u"--token"_s, u"***"_s, u"y"_s});
    row("two names", {u"--token"_s, u"--api-key"_s, u"hunter2"_s}, {u"--token"_s, u"***"_s, u"***"_s});
    row("variable in an option", {u"--env=API_KEY=hunter2"_s, u"--env=A=b"_s},
        {u"--env=API_KEY=***"_s, u"--env=A=b"_s});
    row("header in an option", {u"--header=X-Api-Key:hunter2"_s, u"--header=Cookie: a=b"_s},
        {u"--header=X-Api-Key:***"_s, u"--header=Cookie: ***"_s});
    row("JSON in an option", {u"--config={\"apiKey\":\"hunter2\",\"n\":[1]}"_s},
        {u"--config={\"apiKey\":\"***\",\"n\":[1]}"_s});
    row("JSON alone", {u"--config"_s, u"[{\"env\":{\"A_TOKEN\":\"hunter2\"}},[\"-e\",\"PW=hunter2\"]]"_s},
        {u"--config"_s, u"[{\"env\":{\"A_TOKEN\":\"***\"}},[\"-e\",\"PW=***\"]]"_s});
    row("JSON as it was", {u"--config={ \"a\" : 1.10 }"_s}, {u"--config={ \"a\" : 1.10 }"_s});
    row("cut JSON", {u"--config={\"a\":"_s}, {u"--config={\"a\":"_s});
    row("many names", {QString(u"a="_s).repeated(50000) + u"key=hunter2"_s},
        {QString(u"a="_s).repeated(50000) + u"key=***"_s});
    row("many that begin like a token", {QString(u"sk-"_s).repeated(300000)}, {QString(u"sk-"_s).repeated(300000)});
    row("variable", {u"-e"_s, u"API_KEY=hunter2"_s, u"-e"_s, u"A=b"_s}, {u"-e"_s, u"API_KEY=***"_s, u"-e"_s, u"A=b"_s});
    row("header", {u"-H"_s, u"Authorization: Basic hunter2"_s}, {u"-H"_s, u"Authorization: ***"_s});
    row("other header", {u"-H"_s, u"Accept: text/html"_s}, {u"-H"_s, u"Accept: text/html"_s});
    row("url", {u"--url=https://h/?key=hunter2"_s}, {u"--url=https://h/?key=***"_s});
    row("known kind", {u"--note"_s, u"sk-abcdefghijkl"_s}, {u"--note"_s, u"***"_s});
    row("last word", {u"--token"_s}, {u"--token"_s});
    row("a setting", {u"--max-tokens"_s, u"100"_s, u"--auth"_s, u"none"_s, u"--token-count=5"_s},
        {u"--max-tokens"_s, u"100"_s, u"--auth"_s, u"none"_s, u"--token-count=5"_s});
    row("a number", {u"--token"_s, u"100"_s}, {u"--token"_s, u"***"_s});
    row("a dash", {u"--password"_s, u"-"_s}, {u"--password"_s, u"***"_s});
}

void TestSecrets::arguments()
{
    QFETCH(QStringList, arguments);
    QTEST(Secrets::maskedArguments(arguments), "masked");
}

void TestSecrets::descriptions_data()
{
    QTest::addColumn<QJsonObject>("plain");
    QTest::addColumn<QJsonObject>("masked");
    const auto row = [](const char *name, const QJsonObject &plain, const QJsonObject &masked) {
        QTest::newRow(name) << plain << masked;
    };
    const QJsonObject harmless{{u"program"_s, u"npx"_s},
                               {u"arguments"_s, QJsonArray{u"-y"_s, u"server"_s}},
                               {u"pid"_s, 12},
                               {u"inherit"_s, true}};
    row("nothing to mask", harmless, harmless);
    row("environment", {{u"environment"_s, QJsonObject{{u"API_KEY"_s, u"s3"_s}, {u"HOME"_s, u"/h"_s}}}},
        {{u"environment"_s, QJsonObject{{u"API_KEY"_s, u"***"_s}, {u"HOME"_s, u"/h"_s}}}});
    row("headers", {{u"headers"_s, QJsonObject{{u"Cookie"_s, u"a=b"_s}, {u"Accept"_s, u"*/*"_s}}}},
        {{u"headers"_s, QJsonObject{{u"Cookie"_s, u"***"_s}, {u"Accept"_s, u"*/*"_s}}}});
    row("headers in a list",
        {{u"headers"_s, QJsonArray{QJsonObject{{u"name"_s, u"X-Api-Key"_s}, {u"value"_s, u"s3"_s}},
                                   QJsonObject{{u"name"_s, u"Accept"_s}, {u"value"_s, u"*/*"_s}}}}},
        {{u"headers"_s, QJsonArray{QJsonObject{{u"name"_s, u"X-Api-Key"_s}, {u"value"_s, u"***"_s}},
                                   QJsonObject{{u"name"_s, u"Accept"_s}, {u"value"_s, u"*/*"_s}}}}});
    row("everything below", {{u"credentials"_s, QJsonObject{{u"user"_s, u"u"_s}, {u"pins"_s, QJsonArray{1, u"2"_s}}}}},
        {{u"credentials"_s, QJsonObject{{u"user"_s, u"***"_s}, {u"pins"_s, QJsonArray{u"***"_s, u"***"_s}}}}});
    row("settings",
        {{u"env"_s, QJsonObject{{u"MAX_TOKENS"_s, u"100"_s}, {u"AUTH"_s, u"none"_s}, {u"TOKEN"_s, u"100"_s}}},
         {u"token_count"_s, 5},
         {u"token"_s, 5}},
        {{u"env"_s, QJsonObject{{u"MAX_TOKENS"_s, u"100"_s}, {u"AUTH"_s, u"none"_s}, {u"TOKEN"_s, u"***"_s}}},
         {u"token_count"_s, 5},
         {u"token"_s, u"***"_s}});
    row("setting in a list", {{u"a"_s, QJsonArray{QJsonObject{{u"name"_s, u"X-Max-Tokens"_s}, {u"value"_s, u"5"_s}}}}},
        {{u"a"_s, QJsonArray{QJsonObject{{u"name"_s, u"X-Max-Tokens"_s}, {u"value"_s, u"5"_s}}}}});
    row("arguments", {{u"arguments"_s, QJsonArray{u"--token"_s, u"s3"_s, u"--api-key=s3"_s}}},
        {{u"arguments"_s, QJsonArray{u"--token"_s, u"***"_s, u"--api-key=***"_s}}});
    row("url", {{u"url"_s, u"https://u:p@host/?token=s3&x=1"_s}}, {{u"url"_s, u"https://u:***@host/?token=***&x=1"_s}});
}

void TestSecrets::descriptions()
{
    QFETCH(QJsonObject, plain);
    QFETCH(QJsonObject, masked);
    QCOMPARE(Secrets::masked(plain), masked);
    QCOMPARE(Secrets::masked(masked), masked);
}

QTEST_GUILESS_MAIN(TestSecrets)
#include "tst_secrets.moc"
