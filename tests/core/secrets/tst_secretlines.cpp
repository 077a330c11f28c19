// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "secretrows.h"

#include <QRegularExpression>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;
using namespace SecretRows;

/// Values that are joined or span lines: each is masked whole, or stays.
class TestSecretLines : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void joined_data();
    void joined() { SecretRows::check(); }
    void lines_data();
    void lines() { SecretRows::check(); }
    void blocks_data();
    void blocks() { SecretRows::check(); }
};

/// A value includes the parts joined to it.
void TestSecretLines::joined_data()
{
    columns();
    row("f(u, auth=HTTPBasicAuth('me', 'X y'))", "f(u, auth=***)");
    row("f(u, auth=a.B(me, b(\"X\"), c='Y z'), d=1)", "f(u, auth=***, d=1)");
    row("h = {\"Authorization\": \"Bearer \" + \"X\", \"b\": \"c\"}", "h = {\"Authorization\": ***, \"b\": \"c\"}");
    row("{'password': 'A' 'B'}", "{'password': ***}");
    row("let token = \"Qqwkz8231RMF\" + \"Qkhjx\";", "let token = ***;");
    row("token = \"Qqwkz8231RMF\" \"Qkhjx\"", "token = ***");
    row("token = \"Qqwk\" + \"8231\"", "token = ***");
    row("auth: \"Qqwkz8231RMF\" \"Qkhjx\"", "auth: ***");
    row("cookie = \"Qqwkz8231RMF\" + \"; theme=x\"", "cookie = ***");
    row("token = \"not\" + \"one\"", "token = \"not\" + \"one\"");
    row("api_key = (\"A\"\n  \"B\")", "api_key = (***)");
    row("api_key = (\"A\" + b)", "api_key = ***");
    row("api_key = \"A\" \\\n  \"B\"", "api_key = ***");
    row("run --password \"A\" \\\n  \"b\"", "run --password *** \\\n  \"b\"");
    row("api_key = \"A\"\n  + \"B\"", "api_key = ***");
    row("+ api_key = \"A\"\n+ \"b\"", "+ api_key = ***\n+ \"b\"");
    row("String password = \"A\" + \"B\";", "String password = ***;");
    row("String password = \"A\" +\n    \"B\";", "String password = ***;");
    row("$password = 'A' . 'B' . \"C\";", "$password = ***;");
    row("$password = 'A'.'B';", "$password = ***;");
    row("password = \"A\" & \"B\"", "password = ***");
    row("char *password = \"A\" \"B\";", "char *password = ***;");
    row("password = \"A\" + b + \"c\"", "password = *** + b + \"c\"");
    row("Say password=\"A\". \"B\" is next", "Say password=*** \"B\" is next");
    row("run --password \"A\" \"b\"", "run --password *** \"b\"");
    row("curl -u me:'A B' h", "curl -u me:*** h");
    row("curl -u me:A\"B C\"'D E' h", "curl -u me:*** h");
    row("say \"curl -u me:A\" \"b\", c", "say \"curl -u me:***\" \"b\", c");
    row("curl -u 'me:it'\\''sX' h", "curl -u 'me:***' h");
    row("curl -H 'X-Api-Key: A'\\''B' h", "curl -H 'X-Api-Key: ***' h");
    row("x DB_PASSWORD=A&&B y", "x DB_PASSWORD=*** y");
    row("DB_PASSWORD=A&&b=c", "DB_PASSWORD=***&&b=c");
}

/// A value ends with its line, or with its quotes on a later line.
void TestSecretLines::lines_data()
{
    columns();
    row("password=\"A\nB\"\nuser=x", "password=***\nuser=x");
    row("password = 'A\nB\n\nC';\nuser = x", "password = ***;\nuser = x");
    row("password=\"A b\nuser=\"x\" c", "password=***\nuser=\"x\" c");
    QTest::newRow("too many lines") << u"password=\"A b\n%1 x\"\n"_s.arg(u"1\n"_s.repeated(30))
                                    << u"password=***\n%1 x\"\n"_s.arg(u"1\n"_s.repeated(30));
    row("password=\"A b\n1\n2\n3\n4\n5 x\"\n", "password=***\n");
    row("PASSWORD=\"A\nB\nC\" npm start", "PASSWORD=*** npm start");
    row("password=\"A\nsay \"hello\" b\" c", "password=***\nsay \"hello\" b\" c");
    row("password=\"A\nuser=\" b\" c", "password=***\nuser=\" b\" c");
    row("api_key = \"\nX\n\"", "api_key = ***");
    row("password: \"\n  X\n\"\nb: 1", "password: ***\nb: 1");
    row("password = \"\nsay \"hello\" b", "password = \"\nsay \"hello\" b");
    row("password = \"\"\"\nX\n\"\"\"\nb", "password = ***\nb");
    row("secret = \"\"\"X \"y\"\nZ\"\"\" b", "secret = *** b");
    row("secret = '''\nX\n'''", "secret = ***");
    row("token = \"\"\"\nnext\n\"\"\"", "token = \"\"\"\nnext\n\"\"\"");
    row("password = \"\"\"\nX\nand no end", "password = \"\"\"\nX\nand no end");
    row("export API_KEY=\\\nX", "export API_KEY=\\\n***");
    row("[db]\npassword=A B\nhost=x y", "[db]\npassword=***\nhost=x y");
    row("passphrase=correct horse battery staple", "passphrase=***");
    row("GMAIL_APP_PASSWORD=abcd efgh ijkl mnop\nB=c", "GMAIL_APP_PASSWORD=***\nB=c");
    row("password=A, B", "password=***");
    row("+db.password=A B", "+db.password=***");
    row("API_KEY=x npm start", "API_KEY=*** npm start");
    row("API_KEY=x ./run --fast", "API_KEY=*** ./run --fast");
    row("API_KEY=x serve a b --port 1", "API_KEY=*** serve a b --port 1");
    row("password=x npm start", "password=***");
    row("password=A; user b", "password=***; user b");
    row("password=A user=b c", "password=*** user=b c");
    row("password=A | tee b", "password=*** | tee b");
    row("  password: Quokka = Narwhal\n  b: 1", "  password: ***\n  b: 1");
    row("  password: Optional = Narwhal", "  password: Optional = ***");
    row("  password: string = get(b)", "  password: string = ***");
}

/// Values of several lines and in lists.
void TestSecretLines::blocks_data()
{
    columns();
    row("password:\n  hunter2\nb: 2", "password:\n  ***\nb: 2");
    row("password:\n  \"correct horse\"\nb: 2", "password:\n  ***\nb: 2");
    row("- password:\n    hunter2\n- x", "- password:\n    ***\n- x");
    row("api_keys:\n  - a\n  - b c\nb: 2", "api_keys:\n  ***\nb: 2");
    row("api_keys:\n- a\n- b\nb: 2", "api_keys:\n***\nb: 2");
    row("password: |\n  one two\n  three\nb: 2", "password: |\n  ***\nb: 2");
    row("a:\n  private_key: >-\n    one\n\n    two\n  b: 1", "a:\n  private_key: >-\n    ***\n  b: 1");
    row("env:\n  - DB_PASSWORD=correct horse\n  - B=c", "env:\n  - DB_PASSWORD=***\n  - B=c");
    row("args:\n  - --password\n  - one two\n  - x", "args:\n  - --password\n  - ***\n  - x");
    row("password: !vault |\n  one\n  two\nb: 1", "password: !vault |\n  ***\nb: 1");
    row("password: # of the database\n  X\nb: 1", "password: # of the database\n  ***\nb: 1");
    row("private_key: | # c\n  X\n  Y\nb: 1", "private_key: | # c\n  ***\nb: 1");
    row("password:\n\n  X\nb: 1", "password:\n\n  ***\nb: 1");
    row("- api_key: |\n    X\n    Y\n  b: 1\n- c", "- api_key: |\n    ***\n  b: 1\n- c");
    row("<name>s3.secret.key</name>\n<value>X y</value>", "<name>s3.secret.key</name>\n<value>***</value>");
    row("passwords = [\n  \"a\",\n  'b',\n]\nx = 1", "passwords = ***\nx = 1");
    row("say \"api_keys\": [\"a\", \"b\"], {", "say \"api_keys\": ***, {");
}

QTEST_GUILESS_MAIN(TestSecretLines)
#include "tst_secretlines.moc"
