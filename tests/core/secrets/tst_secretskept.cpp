// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "secretrows.h"

#include <QRegularExpression>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;
using namespace SecretRows;

/// Texts that look like secrets but stay.
class TestSecretsKept : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void noValues_data();
    void noValues() { SecretRows::check(); }
    void kept_data();
    void kept() { SecretRows::check(); }
    void inItsPlace_data();
    void inItsPlace() { SecretRows::check(); }
};

/// Placeholders, text around values, and mentions of keys.
void TestSecretsKept::noValues_data()
{
    columns();
    for (const char *text :
         {"echo x | docker login --password-stdin -u me", "see `-----BEGIN OPENSSH PRIVATE KEY-----`. Then:\n\n1. step",
          "if (s.startsWith(\"-----BEGIN RSA PRIVATE KEY-----\")) {\n  return parse(s);\n}",
          "-----BEGIN PRIVATE KEY----- and\nno more", "Authorization: Bearer ${TOKEN}",
          "curl -H \"Authorization: Bearer $GITHUB_TOKEN\" h", "Authorization: Bearer <token>",
          "postgres://${USER}:${PASS}@localhost/db", "connect(host=host, password=password)",
          "password = config.get(\"password\")", "Usage: login [--token TOKEN] [--password PASSWORD]", "Secrets: 0",
          "secrets: read", "Credentials: valid", "KeyError: 'GITHUB_TOKEN'", "API_KEY: field required",
          "Set BRAVE_API_KEY=your-key", "export API_TOKEN=\"your_api_token_here\""})
        row(text, text);
    row("gh auth login --with-token <<< X", "gh auth login --with-token <<< ***");
    row("Authorization: Bearer x", "Authorization: ***");
    row("postgres://u:$pAss@h/db", "postgres://u:***@h/db");
    row("KeyError: 'X'; API_KEY=your-X", "KeyError: 'X'; API_KEY=***"); // a value that only starts like a placeholder
    row("f(password=hunter)", "f(password=***)");
    row("password = hash(\"X\")", "password = ***");
    row("Credentials: X", "Credentials: ***");
    row("(see https://h/?token=abc123) and [x](https://h/?token=abc123)",
        "(see https://h/?token=***) and [x](https://h/?token=***)");
    row("https://h/?token=a)b c", "https://h/?token=*** c");
    row("see -----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0B\nab==\nand prose", "see ***\nand prose");
    row("k = \"-----BEGIN RSA PRIVATE KEY-----\\n\" +\n  \"MIIE\" +\n  \"ab==\";\nx", "k = \"***\";\nx");
    row("-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nMIIE\nso it is", "***\nso it is");
    row("say -----BEGIN PRIVATE KEY----- or\n-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY----- x",
        "say -----BEGIN PRIVATE KEY----- or\n*** x");
    QTest::newRow("very long") << u"a -----BEGIN PRIVATE KEY-----%1-----END PRIVATE KEY----- z"_s.arg(
                                      u"\nab cd"_s.repeated(4'000'000))
                               << u"a *** z"_s;
}

/// Texts about secrets, their sources, and similar names.
void TestSecretsKept::kept_data()
{
    columns();
    for (const char *text : {"Wrong password: try again",
                             "Password: try again.",
                             "password: User's password for the login",
                             "api_key: API key to use",
                             "secretName: my-tls",
                             "API_KEY_HEADER=X-Api-Key",
                             "key-id: 7",
                             "AWS_ACCESS_KEY_ID=x",
                             "apiKey: process.env.API_KEY,",
                             "const apiKey = process.env.API_KEY;",
                             "password=$DB_PASSWORD",
                             "password: ${DB_PASSWORD}",
                             "password: \"{{ .Values.password }}\"",
                             "{\"password\": \"$DB_PASSWORD\",}",
                             "PASSWORD=%DB_PASSWORD%",
                             "TOKEN=$(cat /run/token)",
                             "TOKEN=<your token>",
                             "$db->password = $dbPassword;",
                             "password = this.password;",
                             "password = os.environ[\"DB_PASSWORD\"]",
                             "run --password $PW --verbose",
                             "sshpass -p $PW ssh h",
                             "x ? apiKey : other",
                             "key_file: /etc/keys/a.pem",
                             "ssl_key: /etc/keys/a.pem",
                             "private_key = certs/server.key",
                             "SSL_KEY=C:\\keys\\a.pem",
                             "private-key: ~/.ssh/id_rsa",
                             "| password | string | required |",
                             "| Password | Description |",
                             "| Name | X |",
                             "secrets:\n  - db_password",
                             "volumes:\n  - a\n  - b",
                             "passwords:\n  - name: a",
                             "Password:\n  required",
                             "if password:\n    stop()",
                             "<entry key=\"db.port\">1</entry>",
                             "<entry key=\"password\"/>x</a>",
                             "a PASSWORD 7",
                             "java -key X",
                             "non-password X",
                             "names = [\"a\"]",
                             "count: u32 = 5",
                             "f(password, 'x')",
                             "this.key = key;",
                             "a.password = function (b) {",
                             "password: await read(),",
                             "secret = require('c')",
                             "https://h:80/x@y",
                             "https://h?mail=a@b",
                             "https://h:80?mail=a@b",
                             "say \"https://h:80\",\"a@b\"",
                             "\"password=%s\" % b",
                             "f\"password: {password}\"",
                             "args:\n  - --password\n  - --verbose"})
        row(text, text);
}

/// Prompts, and placeholders in examples, usage texts and SQL.
void TestSecretsKept::inItsPlace_data()
{
    columns();
    for (const char *text :
         {"SELECT 1 FROM u WHERE password = ? AND a = ?", "WHERE password=? AND a", "f(password = ?)",
          "password = input(\"Password: \")", "password = getpass.getpass()", "pw = getpass.getpass('Password: ');",
          "API_KEY=xxx npm start", "API_KEY=XXXX", "usage: x [-h] --password PASSWORD --api-key API_KEY FILE",
          "mutation($password: Password!) { a }", "password: # of the database", "token = \"abc\" + \"def\"",
          "auth: \"Basic login\" \"x\""})
        row(text, text);
    row("password=???", "password=***");
    row("API_KEY=xx", "API_KEY=***");
    row("run --password SECRET", "run --password ***");
    row("password = inputs(\"X y\")", "password = ***");
    row("log in (password: x) now", "log in (password: ***) now");
    row("log in (password: x(y) now", "log in (password: *** now");
    row("password: #abc", "password: ***");
}

QTEST_GUILESS_MAIN(TestSecretsKept)
#include "tst_secretskept.moc"
