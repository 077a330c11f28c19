// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// Masking before recording, and texts that stay.

#include "core/secrets/secrets.h"

#include <QJsonArray>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

class TestSecrets : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void texts_data();
    void texts();
    void prose_data();
    void prose();
    void forms_data();
    void forms();
    void arguments_data();
    void arguments();
    void descriptions_data();
    void descriptions();
};

void TestSecrets::texts_data()
{
    QTest::addColumn<QString>("masked");
    const auto row = [](const char *text, const QString &masked) { QTest::newRow(text) << masked; };
    row("plain text", u"plain text"_s);
    row("https://host/path?page=2", u"https://host/path?page=2"_s);
    row("https://me:hunter2@host/path", u"https://me:***@host/path"_s);
    row("https://hunter2@host/path", u"https://***@host/path"_s);
    row("https://host/?api_key=hunter2&page=2&token=x", u"https://host/?api_key=***&page=2&token=***"_s);
    row("use sk-abcdefghijkl now", u"use *** now"_s);
    row("ghp_0123456789abcdef", u"***"_s);
    row("eyJhbGciOiJI.eyJzdWIiOiIx.abc", u"***"_s);
    row("Bearer 0123456789", u"Bearer ***"_s);
    row("https://h/blob?sig=hunter2", u"https://h/blob?sig=***"_s);
    row("sk_live_0123456789abcdef", u"***"_s);
    row("-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY----- end", u"*** end"_s);
    row("cut -----BEGIN PRIVATE KEY-----\nMIIE", u"cut ***"_s);
    for (const char *token :
         {"npm_abcdefghijkl0123456789", "glpat-abcdefgh1234", "xoxb-123456-abcdef", "xapp-1-A01234567890-abc",
          "hf_abcdefghijklmnopqrstuvwxyzABCDEFGH", "pypi-AgEIcHlwaS5vcmcabcd", "SG.abcdefgh12.abcdefgh",
          "dop_v1_0123456789abcdef0123", "shpat_0123456789abcdef0123", "ya29.a0AfB_byCabc", "GOCSPX-abcdefghijkl1234",
          "gsk_abcdefghijkl0123456789", "hvs.CAESIabcdefghijklmnop", "dapi0123456789abcdef0123456789abcdef",
          "eyJhbGciOiJI.eyJzdWIiOiIx.abc.def.ghi", "12345678:abcdefghijklmnopqrstuvwxyz_ABCDEFGH"})
        row(token, u"***"_s);
    row("https://hooks.slack.com/services/T0/B0/XyZ now", u"https://hooks.slack.com/services/*** now"_s);
    row("https://discord.com/api/webhooks/12/aB-c_d", u"https://discord.com/api/webhooks/***"_s);
    row("Basic dXNlcjpwYXNz", u"Basic ***"_s);
    row("bearer abcdefghijklmnop", u"bearer ***"_s);
    for (const char *harmless :
         {"Basic understanding of it", "Bearer authentication required", "basic TypeScript", "ssh://git@host/a.git",
          "git+ssh://git@host/a", "sk-learn-version-1.2", "npm-install-command", "npm_config_registry",
          "hf_transformers", "secret_santa_list", "skip-the-line-quickly"})
        row(harmless, QString::fromLatin1(harmless));
    row("task-skill", u"task-skill"_s);
    row("disk-abcdefghijkl", u"disk-abcdefghijkl"_s);
}

void TestSecrets::texts()
{
    QTEST(Secrets::maskedText(QString::fromLatin1(QTest::currentDataTag())), "masked");
}

void TestSecrets::prose_data()
{
    QTest::addColumn<QString>("masked");
    const auto row = [](const char *text, const QString &masked) { QTest::newRow(text) << masked; };
    row("use ghp_0123456789abcdef", u"use ***"_s);
    row("API_KEY=hunter2 PORT=1", u"API_KEY=*** PORT=1"_s);
    row("export DB_PASSWORD=\"a b\"; run", u"export DB_PASSWORD=***; run"_s);
    row("if key=value", u"if key=value"_s);
    row("A\nX-Api-Key: hunter2 x\r\nB", u"A\nX-Api-Key: ***\r\nB"_s);
    row("curl -H 'X-Auth-Token: hunter2' x", u"curl -H 'X-Auth-Token: ***' x"_s);
    row("see X-Api-Key: it is asked for", u"see X-Api-Key: it is asked for"_s);
    row("Content-Type: text/plain", u"Content-Type: text/plain"_s);
    row("Server=x;Password=hunter2;Port=1", u"Server=x;Password=***;Port=1"_s);
    row("using password: hunter2, and token=abc", u"using password: ***, and token=***"_s);
    row("api_key: hunter2", u"api_key: ***"_s);
    row("Unexpected token: x", u"Unexpected token: x"_s);
    for (const char *harmless : {"max_tokens: 100", "maxTokens=5", "password: string", "api_key: str", "password: null",
                                 "Password: required", "usage: total_tokens: 12"})
        row(harmless, QString::fromLatin1(harmless));
    row("TOKEN_URL=https://h/token SECRET_PATH=/a", u"TOKEN_URL=https://h/token SECRET_PATH=/a"_s);
    row("{'password': 'hunter2', 'n': 1}", u"{'password': '***', 'n': 1}"_s);
    row("{:a=>1, \"api_key\"=>\"hunter2\"}", u"{:a=>1, \"api_key\"=>\"***\"}"_s);
    row("{'pin': 1234}", u"{'pin': ***}"_s);
    row("password = hunter2", u"password = ***"_s);
    row("token = a1b2c3d4", u"token = ***"_s);
    row("token: a1b2c3d4", u"token: ***"_s);
    row("token: \"a1b2c3d4\"", u"token: ***"_s);
    row("run [\"--token\", \"hunter2\"]", u"run [\"--token\", ***]"_s);
    for (const char *harmless : {"if token == other", "token = next", "the token: something", "token: 12345678",
                                 "password = None", "key: a1b2c3d4"})
        row(harmless, QString::fromLatin1(harmless));
    row("run --token hunter2 --verbose", u"run --token *** --verbose"_s);
    row("run --password=hunter2", u"run --password=***"_s);
    row("config {\"token\":\"hunter\\\"2\",\"n\":1}", u"config {\"token\":\"***\",\"n\":1}"_s);
    row("{\"apiKey\": \"hunter2\",}", u"{\"apiKey\": \"***\",}"_s);
    row("at https://h/#access_token=hunter2", u"at https://h/#access_token=***"_s);
    row("ConnectionString=hunter2", u"ConnectionString=***"_s);
    // The value is masked completely or not at all.
    row("apiKey => hunter2", u"apiKey => ***"_s);
    row("password: >-\n  hunter2", u"password: >-\n  ***"_s);
    row("<b>password:</b> hunter2", u"<b>password:</b> ***"_s);
    row("**password**: hunter2", u"**password**: ***"_s);
    row("`API_KEY`: hunter2", u"`API_KEY`: ***"_s);
    row("use API_KEY=a\\ hunter2 b", u"use API_KEY=*** b"_s);
    row("spring.datasource.password=hunter2", u"spring.datasource.password=***"_s);
    row("self.password = 'hunter2'", u"self.password = ***"_s);
    row("$password = \"hunter2\"", u"$password = ***"_s);
    row("//h/:_authToken=hunter2", u"//h/:_authToken=***"_s);
    row("os.environ[\"API_KEY\"]=\"hunter2\"", u"os.environ[\"API_KEY\"]=***"_s);
    row("machine h login u password hunter2", u"machine h login u password ***"_s);
    row("msg=\"{\\\"token\\\":\\\"hunter2\\\"}\"", u"msg=\"{\\\"token\\\":\\\"***\\\"}\""_s);
    row("glpat-abcdefghij0123456789abcdef.01.0w1abcdef", u"***"_s);
    row("https://a1b2:x-oauth-basic@h/x", u"https://***:***@h/x"_s);
    row("set password: the-one to use", u"set password: *** to use"_s);
    for (const char *harmless :
         {"password: the user's password", "Invalid password: too short", "use --token to pass one",
          "the --api-key option", "Password: please", "secrets: inherit", "password_min_length: 8", "sort_key=name",
          "nextPageToken: abc", "password: {", "password => {", "password: |", "password=<your password>",
          "token: ${{ secrets.X1 }}", "this.token==null", "password: (hidden)"})
        row(harmless, QString::fromLatin1(harmless));
}

/// Other combinations of names and values: secrets are masked, prose stays.
void TestSecrets::forms_data()
{
    QTest::addColumn<QString>("masked");
    const auto row = [](const char *text, const QString &masked) { QTest::newRow(text) << masked; };
    row("token_count=5 apiToken=hunter2", u"token_count=5 apiToken=***"_s);
    row("export MAX_TOKENS=100 AUTH=none", u"export MAX_TOKENS=100 AUTH=none"_s);
    row("max-tokens: 100", u"max-tokens: 100"_s);
    row("run --max-tokens 100 --auth=none --token 100", u"run --max-tokens 100 --auth=none --token ***"_s);
    row("permissions:\n  id-token: write\n", u"permissions:\n  id-token: write\n"_s);
    row("id-token: write # for the cloud", u"id-token: write # for the cloud"_s);
    row("fetch(u, {credentials: 'include'})", u"fetch(u, {credentials: 'include'})"_s);
    row("credentials: include", u"credentials: include"_s);
    row("auth=none; auth=hunter2", u"auth=none; auth=***"_s);
    row("https://h/?max_tokens=5&key=5", u"https://h/?max_tokens=5&key=***"_s);
    // A name inside the value of another.
    row("Environment=API_KEY=hunter2", u"Environment=API_KEY=***"_s);
    row("Login failed: password: hunter2", u"Login failed: password: ***"_s);
    row("<a><apiKey>hunter2</apiKey><n>2</n></a>", u"<a><apiKey>***</apiKey><n>2</n></a>"_s);
    row("<c:password a='b'>\n x y \n</c:password>", u"<c:password a='b'>\n *** \n</c:password>"_s);
    row("<token><![CDATA[x]y<]]></token>", u"<token>***</token>"_s);
    row("<add key=\"ApiKey\" value=\"hunter2\"/>", u"<add key=\"ApiKey\" value=\"***\"/>"_s);
    row("<meta name='csrf-token' content='hunter2'>", u"<meta name='csrf-token' content='***'>"_s);
    row("<token>\"</token>", u"<token>***</token>"_s);
    row("<key>ApiKey</key>\n<string>hunter2</string>", u"<key>ApiKey</key>\n<string>***</string>"_s);
    for (const char *harmless :
         {"<key>Name</key><string>x</string>", "<author>me</author>", "<tokenCount>5</tokenCount>", "<token/>x</a>",
          "<token />x</a>", "<password>${env.PW}</password>", "<add key=\"Port\" value=\"80\"/>", "<token>"})
        row(harmless, QString::fromLatin1(harmless));
    row("curl -u me:hunter2 https://h", u"curl -u me:*** https://h"_s);
    row("curl -sSu'me:hunter 2' h", u"curl -sSu'me:***' h"_s);
    row("curl -H a \\\n  --proxy-user \"me:hunter2\" h", u"curl -H a \\\n  --proxy-user \"me:***\" h"_s);
    row("curl -u me:hunter2 -U you:hunter3 h; curl -u me:hunter4", u"curl -u me:*** -U you:*** h; curl -u me:***"_s);
    row("curl --user=me:hunter2", u"curl --user=me:***"_s);
    row("curl https://h -u abcdefgh: x", u"curl https://h -u ***: x"_s);
    for (const char *harmless : {"docker run -u 1000:1000 x", "curl h\nid -u me:x", "curl -u me h:80", "curl -d a:b",
                                 "curl -u \"$U:$P\" h", "curl -u me:$P h", "curl -u <me>:<pw> h", "curl -u me: h"})
        row(harmless, QString::fromLatin1(harmless));
    row("FROM x\nENV API_KEY hunter2\nRUN y", u"FROM x\nENV API_KEY ***\nRUN y"_s);
    row("ARG API_KEY=hunter2", u"ARG API_KEY=***"_s);
    row("Step 3/8 : ENV API_KEY x y", u"Step 3/8 : ENV API_KEY ***"_s);
    row("#5 [2/4] ENV DB_PASSWORD hunter2", u"#5 [2/4] ENV DB_PASSWORD ***"_s);
    row("setx API_KEY hunter2", u"setx API_KEY ***"_s);
    row("set -gx API_KEY hunter2", u"set -gx API_KEY ***"_s);
    for (const char *harmless : {"ENV PORT 80", "ENV API_KEY is not set", "the ENV API_KEY variable",
                                 "ENV TOKEN_COUNT 5", "env API_KEY x", "set API_KEY x"})
        row(harmless, QString::fromLatin1(harmless));
    row("app.api-key: hunter2", u"app.api-key: ***"_s);
    row("  api-key: hunter2", u"  api-key: ***"_s);
    row("-H X-Api-Key:hunter2", u"-H X-Api-Key:***"_s);
    for (const char *harmless :
         {"a key-value: store", "a token-based: way", "my cache-key: linux", "the api-key: string"})
        row(harmless, QString::fromLatin1(harmless));
    row("**Token:** `a1b2c3d4`", u"**Token:** `***`"_s);
    row("**Token:** `hunter2`", u"**Token:** `***`"_s);
    row("**API Key**: `hunter2`", u"**API Key**: `***`"_s);
    row("*Token*: __a1b2c3d4 x", u"*Token*: *** x"_s);
    row("__Token:__ `a1b2c3d4`", u"__Token:__ `***`"_s);
    row("api.key=hunter2 api.port=1", u"api.key=*** api.port=1"_s);
    row("Secret.Key: hunter2", u"Secret.Key: ***"_s);
    row("- name: API_KEY\n  value: hunter2\n- name: A\n  value: b",
        u"- name: API_KEY\n  value: ***\n- name: A\n  value: b"_s);
    row("- **API key**: a1b2c3d4", u"- **API key**: ***"_s);
    row("**Access Token:** **a1b2c3d4**", u"**Access Token:** *****"_s);
    row("pin=1 pin=22 pin=4444 pin=x", u"pin=*** pin=*** pin=*** pin=***"_s); // longer and shorter than the mask
    row("pin=4444 pin=22 pin=1 y", u"pin=*** pin=*** pin=*** y"_s);
    row("password: ********", u"password: ********"_s);
    row("(token: a1b2c3d4)", u"(token: ***)"_s);
    row("`API_KEY=hunter2` is it", u"`API_KEY=***` is it"_s);
    row("API_KEY=hun`ter2", u"API_KEY=***"_s);
    row("api-key: \"hunter2\"", u"api-key: ***"_s);
    row("a: 1\nclient-secret: 'hunter 2'\nb: 2", u"a: 1\nclient-secret: ***\nb: 2"_s);
    row("api-key:\t\"hunter2\"", u"api-key:\t***"_s);
    row("cookie: sid=\"hunter2\"", u"cookie: ***"_s);
    row("-H \"X-Api-Key: 'hunter2'\" x", u"-H \"X-Api-Key: ***\" x"_s);
    row("db-password: |\n  hunter2\nb: 2", u"db-password: |\n  ***\nb: 2"_s);
    row("db-password: >-\n  hunter2", u"db-password: >-\n  ***"_s);
    row("password : hunter2", u"password : ***"_s);
    row("API_KEY\t: hunter2", u"API_KEY\t: ***"_s);
    row("api-key : \"hunter2\"", u"api-key : ***"_s);
    row("Access Token : a1b2c3d4", u"Access Token : ***"_s);
    row("-DB_PASSWORD=hunter2\n+DB_PASSWORD=hunter3", u"-DB_PASSWORD=***\n+DB_PASSWORD=***"_s);
    row("x -token=hunter2 -DDB_PASSWORD=hunter2", u"x -token=*** -DDB_PASSWORD=***"_s);
    row("-password: hunter2", u"-password: ***"_s);
    row("-api-key: hunter2", u"-api-key: ***"_s);
    row("srv --no-auth --token hunter2", u"srv --no-auth --token ***"_s);
    row("--password-stdin --api-key hunter2", u"--password-stdin --api-key ***"_s);
    row("--api-key \\\n  hunter2", u"--api-key \\\n  ***"_s);
    row("--token\thunter2 --token=--x", u"--token\t*** --token=***"_s);
    for (const char *harmless :
         {"db-password: |", "'X-Api-Key: ' + key", "token : next", "password : string", "--auth --verbose"})
        row(harmless, QString::fromLatin1(harmless));
    for (const char *harmless :
         {"**Token:** `string`", "API key: see below", "**Token:** a `count`", "**Signature:** `get(int)`",
          "**Name:** `x1`", "map.key=value", "event.key: Enter", "a name: API_KEY value: x"})
        row(harmless, QString::fromLatin1(harmless));
}

void TestSecrets::forms()
{
    const QString text = QString::fromLatin1(QTest::currentDataTag());
    QTEST(Secrets::maskedProse(text), "masked");
    QTEST(Secrets::maskedProse(Secrets::maskedProse(text)), "masked");
}

void TestSecrets::prose()
{
    QTEST(Secrets::maskedProse(QString::fromLatin1(QTest::currentDataTag())), "masked");
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
