// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "secretrows.h"

#include <QRegularExpression>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;
using namespace SecretRows;

/// Shapes of values in texts: each value is masked whole, or stays.
class TestSecretShapes : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void whole_data();
    void whole() { SecretRows::check(); }
    void signs_data();
    void signs() { SecretRows::check(); }
    void told_data();
    void told() { SecretRows::check(); }
    void languages_data();
    void languages() { SecretRows::check(); }
    void tokens_data();
    void tokens();
};

/// Nothing of a value remains, whatever characters it has.
void TestSecretShapes::whole_data()
{
    columns();
    row("https://u:ab@cd@host/x@y", "https://u:***@host/x@y");
    row("https://u:p@h?mail=a@b", "https://u:***@h?mail=a@b");
    row("db://u:a,b@c@h1,h2/d db://u:p@h", "db://u:***@h1,h2/d db://u:***@h");
    row("jdbc:x://h:1;user=me;password=My@Pass,word;a=b", "jdbc:x://h:1;user=me;password=***;a=b");
    row("https://u:a;b\"c@h", "https://u:***@h");
    row("https://me@corp:pw@h/", "https://***@corp:***@h/");
    row("https://me@corp.org@h/", "https://***@h/");
    row("a \"https://h/?token=x\", \"b\"", "a \"https://h/?token=***\", \"b\"");
    row("password=ab,cd;ef user=x", "password=*** user=x");
    row("use password=ab,cd;ef, and more", "use password=***, and more");
    row("Server=x;Password=ab;cd;User Id=7;Port=1", "Server=x;Password=***;User Id=7;Port=1");
    row("DB_PASSWORD=ab;cd; run", "DB_PASSWORD=***; run");
    row("{password:ab,cd,user:me}", "{password:***,user:me}");
    row("password=ab&cd", "password=***");
    row("password=ab&page=2&amp;token=x&amp;y=1", "password=***&page=2&amp;token=***&amp;y=1");
    row("DB_PASSWORD=a && run", "DB_PASSWORD=*** && run");
    row("use password=ab'cd\"ef x", "use password=*** x");
    row("'password=ab' x", "'password=***' x");
    row("password = \"a\\\"b c\" x", "password = *** x");
    row("password=\"a\"\"b\" x", "password=*** x");
    row("password='a''b' x", "password=*** x");
    row("password='a'\\''b' x", "password=*** x");
    row("password='a\\' x", "password=*** x");
    row("API_KEY=\"a\\\"b\" x", "API_KEY=*** x");
    row("--token \"a\\\"b\" x", "--token *** x");
    row("--token ab,cd x", "--token *** x");
    row("curl -u \"me:a\\\"b\" h", "curl -u \"me:***\" h");
    row("curl -u me:a'b h", "curl -u me:*** h");
    row("<add key='ApiKey' value=\"it's\"/>", "<add key='ApiKey' value=\"***\"/>");
    row("password=\"a\"b\" x", "password=*** x");
    row("password='it's' x", "password=*** x");
    row("password=\"a\"b x", "password=*** x");
    row("say {\"password\": \"a\"b\", c", "say {\"password\": \"***\", c");
    row("{'password': 'it's', 'b': 1}", "{'password': '***', 'b': 1}");
    row("say \"password\" => \"X\"", "say \"password\" => \"***\"");
    row("run -e \"DB_PASSWORD=a b\" -e 'API_KEY=c d' x", "run -e \"DB_PASSWORD=***\" -e 'API_KEY=***' x");
    row("the `password=a b` and \"password: c d\"", "the `password=***` and \"password: ***\"");
    row("Server=x; Password=a b; Port=1", "Server=x; Password=***; Port=1");
    row("**Password**: correct horse", "**Password**: ***");
    row("set **Password:** `correct horse` x", "set **Password:** `***` x");
    row("- name: API_KEY\n  value: one b\n- c", "- name: API_KEY\n  value: ***\n- c");
    row("f(u, auth=(\"me\", \"X\"))", "f(u, auth=***)");
    row("apiKey = `X y`, b", "apiKey = ***, b");
    row("$env:API_KEY = \"X\"", "$env:API_KEY = ***");
    row("{'password': \"X\", 'b': 1}", "{'password': \"***\", 'b': 1}");
    row("f(password='X')", "f(password=***)");
    row("{password:\"X\"==typeof b,c:1}", "{password:*** b,c:1}");
    row("password=\"X\"+'Y' z", "password=*** z");
    row("<c password=\"X\"/>", "<c password=***/>");
    row("password: correct horse battery", "password: ***");
    row("a: 1\n  - db_password: correct horse\nb: 2", "a: 1\n  - db_password: ***\nb: 2");
    row("* password: one b (x)\nprose", "* password: ***\nprose");
    row("\"password\": correct horse", "\"password\": ***");
    row("spring.password = one b\nspring.port = 1", "spring.password = ***\nspring.port = 1");
    row("  password: ab,\n  port: 1", "  password: ***,\n  port: 1");
    row("say {\"n\":1,\"password\":\"cut of", "say {\"n\":1,\"password\":\"***");
    row("password=\"cut off here\nnext", "password=***\nnext");
    row("Authorization: Digest username=\"u\", response=\"a\"\nB: c", "Authorization: ***\nB: c");
    row("> Authorization: Digest username=\"u\"", "> Authorization: ***");
    row("12:00 Authorization: Digest username=\"u\", qop=a", "12:00 Authorization: ***");
    row("-H \"Authorization: Digest a=\\\"u\\\", b=\\\"v\\\"\" x", "-H \"Authorization: ***\" x");
    row("-H 'Authorization: Digest a=\"u\", b=\"v\"' x", "-H 'Authorization: ***' x");
    row("{\\\"h\\\":\\\"Authorization: Digest a=\\\\\\\"u\\\\\\\", b\\\",\\\"n\\\":1}",
        "{\\\"h\\\":\\\"Authorization: ***\\\",\\\"n\\\":1}");
    row("< Set-Cookie: a=b; Path=/\n< B: c", "< Set-Cookie: ***\n< B: c");
    row("-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: x\n\nlQ\n=ab\n-----END PGP PRIVATE KEY BLOCK----- x", "*** x");
    row("---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nComment: x\nlQ\n---- END SSH2 ENCRYPTED PRIVATE KEY ---- x",
        "*** x");
    row("PuTTY-User-Key-File-3: ssh-rsa\nPublic-Lines: 1\nAA\nPrivate-Lines: 1\nAA\nPrivate-MAC: 0a1b\nx", "***\nx");
    row("-----BEGIN PRIVATE KEY-----MIIE-----END PRIVATE KEY----- x", "*** x");
    row("\"-----BEGIN EC PRIVATE KEY-----\\nMIIE\\n-----END EC PRIVATE KEY-----\\n\" x", "\"***\\n\" x");
}

/// Every shape with a value that contains each of these characters.
void TestSecretShapes::signs_data()
{
    columns();
    const QStringList shapes{u"password=V"_s,
                             u"run --password V x"_s,
                             u"x password=V, y=1"_s,
                             u"say password: V and"_s,
                             u"  db_password: V"_s,
                             u"DB_PASSWORD=V"_s,
                             u"Server=s;Password=V;Port=1"_s,
                             u"'password=V' x"_s,
                             u"run -H 'X-Api-Key: V' h"_s,
                             u"X-Api-Key: V"_s,
                             u"{'password': 'V'}"_s,
                             u"say {\"password\": \"V\", b"_s,
                             u"say {\\\"password\\\":\\\"V\\\"}"_s,
                             u"<add key=\"password\" value=\"V\"/>"_s,
                             u"password:\n  V\nb: 1"_s,
                             u"password: |\n  V\nb: 1"_s,
                             u"sshpass -p V h"_s,
                             u"curl -u me:V h"_s,
                             u"password：V"_s,
                             u"| Password | V |"_s};
    const QString signs = u"@&=:#!$%^*()[]{}/<>?~+-_."_s;
    const auto rowOf = [](const QString &shape, const QString &value) {
        QTest::newRow(qPrintable(QString(shape).replace(u'V', value)))
            << QString(shape).replace(u'V', value) << QString(shape).replace(u'V', u"***"_s);
    };
    for (const QString &shape : shapes) {
        for (const QChar sign : signs)
            rowOf(shape, u"Qx1aa%1Qx2bb"_s.arg(sign));
    }
    for (const QString &shape : shapes.mid(0, 8)) { // shapes whose value ends at a blank or a quote
        for (const QString &sign : {u","_s, u";"_s, u",,"_s, u"\\"_s})
            rowOf(shape, u"Qx1aa%1Qx2bb"_s.arg(sign));
    }
}

/// Places of a name, and ends of a value.
void TestSecretShapes::told_data()
{
    columns();
    row("INFO: password = \"X\"", "INFO: password = ***");
    row("12:00 WARN: note: password = \"X\" y", "12:00 WARN: note: password = *** y");
    row("INFO: count = \"X\"", "INFO: count = \"X\"");
    row("password='X", "password=***");
    row("use password='X y\nz", "use password=***\nz");
    row("{'user':'x','password':'X and mo", "{'user':'x','password':'***");
    row("{'user':'x','count':'X and mo", "{'user':'x','count':'X and mo");
    row("token: \"17|Qw8ErTy2UiOp4AsDf6GhJk\"", "token: ***");
    row("token = \"Zephyr4uGn!Walrus5ooK2\"", "token = ***");
    row("token = \"https://Host1/x\"", "token = \"https://Host1/x\"");
    row("token = \"Unexpected(1) end\"", "token = \"Unexpected(1) end\"");
    row("const password =\n    \"X y\";", "const password =\n    ***;");
    row("password = (\n  \"A\"\n  \"B\"\n)", "password = (\n  ***\n)");
    row("const token =\n    \"next\";", "const token =\n    \"next\";");
    row("#define API_KEY \"X\"", "#define API_KEY ***");
    row("#define TOKEN \"x\"", "#define TOKEN \"x\"");
    row("headers.set('Authorization', 'X')", "headers.set('Authorization', ***)");
    row("req.Header.Add(\"X-Api-Key\", \"X\")", "req.Header.Add(\"X-Api-Key\", ***)");
    row("h.Header.Add(\"Accept\", \"X\")", "h.Header.Add(\"Accept\", \"X\")");
    row("m.set('token', 'next')", "m.set('token', 'next')");
    row("h.get('X-Api-Key', 'x')", "h.get('X-Api-Key', 'x')");
    row("credentials:\n  db: A b\n  x: 'Y' # z\nn: 1", "credentials:\n  db: ***\n  x: *** # z\nn: 1");
    row("a:\n  api_keys:\n    one: X\n    two: ${Y}\n  b: 1", "a:\n  api_keys:\n    one: ***\n    two: ${Y}\n  b: 1");
    row("credentials:\n  type: object\n  x: Y", "credentials:\n  type: object\n  x: Y");
    row("secrets:\n  a: b", "secrets:\n  a: b");
    row("apiKeys: [X, 'Y z']", "apiKeys: ***");
    row("tokens: [x, y]", "tokens: [x, y]");
}

/// Forms used by programs, tables and command lines.
void TestSecretShapes::languages_data()
{
    columns();
    row("<entry key=\"db.password\">X</entry>", "<entry key=\"db.password\">***</entry>");
    row("<string id='1' name='api_key'> X </string>", "<string id='1' name='api_key'> *** </string>");
    row("ALTER USER u WITH PASSWORD 'X y';", "ALTER USER u WITH PASSWORD ***;");
    row("create user u with password 'X';", "create user u with password ***;");
    row("CREATE USER u IDENTIFIED BY 'a''b';", "CREATE USER u IDENTIFIED BY ***;");
    row("CREATE USER u IDENTIFIED WITH p BY \"X\";", "CREATE USER u IDENTIFIED WITH p BY ***;");
    row("SET PASSWORD FOR u = PASSWORD('X')", "SET PASSWORD FOR u = PASSWORD(***)");
    row("db_password = b\"correct horse\"", "db_password = ***");
    row("x, password = sha(\"correct horse\")", "x, password = ***");
    row("apiKey := \"X\"", "apiKey := ***");
    row("let api_key: &str = \"X\";", "let api_key: &str = ***;");
    row("let api_key: &'static str = \"X\";", "let api_key: &'static str = ***;");
    row("val password: String = \"X y\"", "val password: String = ***");
    row("private apiKey: string | null = \"X\";", "private apiKey: string | null = ***;");
    row("$password: \"X\"", "$password: ***");
    row("$password: X;", "$password: ***;");
    row("{\"password\" = \"X\", \"b\" = \"y\"}", "{\"password\" = ***, \"b\" = \"y\"}");
    row("log {\\\"kty\\\":\\\"oct\\\",\\\"k\\\":\\\"KLkHXO7O9aflWool\\\"}",
        "log {\\\"kty\\\":\\\"oct\\\",\\\"k\\\":\\\"***\\\"}");
    row("{'kty':'EC','d':'KLkHXO7O9aflWool','x':'KLkHXO7O9aflWool'}", "{'kty':'EC','d':'***','x':'KLkHXO7O9aflWool'}");
    row("{'type':'EC','d':'KLkHXO7O9aflWool'}", "{'type':'EC','d':'KLkHXO7O9aflWool'}");
    row("https://discord.com/api/v10/webhooks/1/aB", "https://discord.com/api/v10/webhooks/***");
    row("https://discord.com/api/v10/users/1/aB", "https://discord.com/api/v10/users/1/aB");
    row("_ghp_AbCdEfGhIjKl_, %20ghp_AbCdEfGhIjKl", "_***, %20***");
    row("aghp_AbCdEfGhIjKl x20ghp_AbCdEfGhIjKl", "aghp_AbCdEfGhIjKl x20ghp_AbCdEfGhIjKl");
    row("| Password | X |", "| Password | *** |");
    row("| **API Key** | `a1b2c3d4` |", "| **API Key** | `***` |");
    row("| `db_password` | a*b |", "| `db_password` | *** |");
    row("sshpass -p X ssh h", "sshpass -p *** ssh h");
    row("sshpass -p 'X y' ssh h", "sshpass -p *** ssh h");
    row("run -password X -v", "run -password *** -v");
    row("plink -pw X h", "plink -pw *** h");
    row("run -token a1b2c3d4 -v", "run -token *** -v");
    row("export TOKEN = v", "export TOKEN = ***");
    row("password：hunter2，x", "password：***，x");
    row("say \\\\\\\"apiKey\\\\\\\":\\\\\\\"X\\\\\\\"", "say \\\\\\\"apiKey\\\\\\\":\\\\\\\"***\\\\\\\"");
    row("say {\\\"apiKey\\\":\\\"a\\\\\\\"b\\\",\\\"c\\\":1}", "say {\\\"apiKey\\\":\\\"***\\\",\\\"c\\\":1}");
}

void TestSecretShapes::tokens_data()
{
    columns();
    for (const char *token : {"gldt-AbCdEf12345678901234",
                              "glrt-AbCdEf1234567890_x-34",
                              "xoxp-1-2-3-abcdef0123456789",
                              "xoxd-abc%2Bdef%2F0123",
                              "xapp-1-A0B1C2-123-abcdef",
                              "rk_live_4eC39HqLyjWDarjtT1zdp7dc",
                              "whsec_ab+cd/efghij==",
                              "AIzaSyA1B2C3D4E5F6G7H8I9J0K1L2M3N4O5P6Q",
                              "ya29.c.b0Aaekm1K-abcdefghijk.lm",
                              "1//0gAbCdEf1234567890-_xyz",
                              "dckr_pat_AbC-dEf_12345678901234567",
                              "sq0atp-AbCdEf1234567890-_abcd",
                              "123456:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw",
                              "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs",
                              "SK0123456789abcdef0123456789abcdef",
                              "key-0123456789abcdef0123456789abcdef",
                              "ATATT3xFfGF0AbCdEf1234567890-_=1A2B3C4D",
                              "lin_api_AbCdEf1234567890AbCdEf1234567890AbCd",
                              "secret_AbCdEf1234567890AbCdEf1234567890AbCdEf12345",
                              "ntn_1234567890AbCdEf1234567890AbCdEf1234567890",
                              "figd_AbC-dEf_12345678901234567890",
                              "sk-proj-AbCdEf1234567890_AbC-dEf1234567890",
                              "sk-ant-api03-AbCdEf1234567890_AbC-dEf",
                              "pplx-AbCdEf1234567890AbCdEf1234567890",
                              "dapi0123456789abcdef0123456789abcdef-2",
                              "AGE-SECRET-KEY-1QQPQZ0123456789ABCDEFGHJKLMNPQRSTUVWXYZ",
                              "hvb.AbCdEf1234567890AbCdEf12",
                              "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0",
                              "eyJhbGciOiJkaXIifQ..ivivivivi.ctctct.tagtag"})
        row(token, "***");
}

void TestSecretShapes::tokens()
{
    SecretRows::check();
    QFETCH(const QString, text);
    QCOMPARE(Secrets::maskedText(u"(use %1, it says.)"_s.arg(text)), u"(use ***, it says.)"_s);
    QCOMPARE(Secrets::maskedText(u"https://h/bot%1/x"_s.arg(text)),
             text.startsWith(u"123456:") ? u"https://h/bot***/x"_s : u"https://h/bot%1/x"_s.arg(text));
}

QTEST_GUILESS_MAIN(TestSecretShapes)
#include "tst_secretshapes.moc"
