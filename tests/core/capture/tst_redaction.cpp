// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "captureevents.h"
#include "redactionfixture.h"

#include <QElapsedTimer>
#include <QJsonArray>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;
using namespace Pullcord::CaptureEvents;

/// Redaction of one event by each rule.
class TestRedaction : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void badRules_data();
    void badRules();
    void messages_data();
    void messages();
    void bytesAndDetails_data();
    void bytesAndDetails();
    void whatTiesMessagesTogetherStays();
    void veryManyMatches();
    void aHitShowsItsValue_data();
    void aHitShowsItsValue();
};

void TestRedaction::badRules_data()
{
    QTest::addColumn<QString>("says");
    QTest::newRow("what") << u"\"what\" is not a rule"_s;
    QTest::newRow("header:") << u"\"header:\" is not a rule"_s;
    QTest::newRow("pointer:params") << u"\"pointer:params\" is not a rule"_s;
    QTest::newRow("pointer:/params/a~2") << u"\"pointer:/params/a~2\" is not a rule"_s;
    QTest::newRow("pointer:/a~") << u"\"pointer:/a~\" is not a rule"_s;
    QTest::newRow("pattern:a(b") << u"\"a(b\" is not a regular expression: character "_s;
}

void TestRedaction::badRules()
{
    QFETCH(const QString, says);
    const auto redaction = Redaction::parse({u"known"_s, QString::fromLatin1(QTest::currentDataTag())});
    QVERIFY(!redaction);
    QCOMPARE(redaction.error().kind, ErrorKind::Usage);
    QVERIFY2(redaction.error().detail.startsWith(says), qPrintable(redaction.error().detail));
}

void TestRedaction::messages_data()
{
    QTest::addColumn<QString>("rule");
    QTest::addColumn<QByteArray>("params");
    QTest::addColumn<QByteArray>("left");
    QTest::addColumn<QString>("place");
    const auto row = [](const char *name, const char *rule, const char *params, const char *left, const char *place) {
        QTest::newRow(name) << QString::fromLatin1(rule) << QByteArray(params) << QByteArray(left)
                            << QString::fromLatin1(place);
    };
    row("secret name", "known", R"({"a": {"apiKey":"x"}, "n": 1.10})", R"({"a": {"apiKey":"***"}, "n": 1.10})",
        "/params/a/apiKey");
    row("known token", "known", R"(["use ghp_abcdefgh1234 now"])", R"(["use *** now"])", "/params/0");
    row("name and value", "known", R"({"name":"X-Api-Key","value":"x"})", R"({"name":"X-Api-Key","value":"***"})",
        "/params/value");
    row("JSON in a text", "known", R"({"text":"{ \"token\":\"x\", \"n\":1.10}"})",
        R"({"text":"{ \"token\":\"***\", \"n\":1.10}"})", "/params/text/token");
    row("variable in a text", "known", R"({"text":"A=1\nAPI_KEY=x\n"})", R"({"text":"A=1\nAPI_KEY=***\n"})",
        "/params/text");
    row("harmless", "known", R"({"key":"x","maxTokens":100,"author":"me","tokenizer":"bpe"})",
        R"({"key":"x","maxTokens":100,"author":"me","tokenizer":"bpe"})", "");
    row("schema of a secret", "known", R"({"properties":{"password":{"type":"string"}}})",
        R"({"properties":{"password":{"type":"string"}}})", "");
    row("header", "header:x-team", R"({"headers":{"X-Team":"red","B":"x-team: red"}})",
        R"({"headers":{"X-Team":"***","B":"x-team: ***"}})", "/params/headers/X-Team");
    row("environment", "env:DB_URL", R"({"env":{"DB_URL":"x","DB_URLS":"x"},"t":"DB_URL=x y"})",
        R"({"env":{"DB_URL":"***","DB_URLS":"x"},"t":"DB_URL=*** y"})", "/params/env/DB_URL");
    row("pointer", "pointer:/params/*/b~1c", R"({"a":{"b/c":{"d":1}},"b/c":2})", R"({"a":{"b/c":"***"},"b/c":2})",
        "/params/a/b~1c");
    row("behind an option", "known", R"(["--token","x","--verbose","--token","--a"])",
        R"(["--token","***","--verbose","--token","--a"])", "/params/1");
    row("value of a kind", "known", R"({"name":"Authorization","value":{"text":"x"}})",
        R"({"name":"Authorization","value":{"text":"***"}})", "/params/value/text");
    row("an object of them", "known", R"({"api_keys":{"a":"x","n":1}})", R"({"api_keys":{"a":"***","n":1}})",
        "/params/api_keys/a");
    row("a list of tokens", "known", R"({"tokens":["a1b2c3d4","of","speech"]})", R"({"tokens":["***","of","speech"]})",
        "/params/tokens/0");
    row("lists of what is none", "known", R"({"key_features":["fast","safe"],"auth_methods":["basic"]})",
        R"({"key_features":["fast","safe"],"auth_methods":["basic"]})", "");
    row("JSON amid text", "known", R"({"text":"[a] with {\"pin\":[1],\"auth\":{\"password\":12}}, {b"})",
        R"({"text":"[a] with {\"pin\":[\"***\"],\"auth\":{\"password\":\"***\"}}, {b"})", "/params/text/pin/0");
    row("environment with blanks", "env:TEAM", R"({"a":"export TEAM = red\nTEAM: 'red hot'\nTEAMS = red"})",
        R"({"a":"export TEAM = ***\nTEAM: ***\nTEAMS = red"})", "/params/a");
    row("header in quotes", "header:x-team",
        R"({"a":"-H 'X-Team: red hot' -H 'B: c'","b":"{'X-Team': 'red hot', 'B': 1}","c":["X-Team","red","B"]})",
        R"({"a":"-H 'X-Team: ***' -H 'B: c'","b":"{'X-Team': ***, 'B': 1}","c":["X-Team","***","B"]})", "/params/a");
    row("header of several values", "header:x-team", R"({"X-Team":["red",1]})", R"({"X-Team":["***","***"]})",
        "/params/X-Team/0");
    row("password that is a number", "known", R"({"password":1234,"maxTokens":5})",
        R"({"password":"***","maxTokens":5})", "/params/password");
    row("name that is a token", "known", R"({"arguments":{"ghp_abcdefgh1234":1}})", R"({"arguments":{"***":1}})",
        "/params/arguments");
    row("pattern in a number", "pattern:^4111", R"({"a":41111,"b":5})", R"({"a":"***","b":5})", "/params/a");
    row("pattern in a name", "pattern:acme", R"({"arguments":{"acme-id":{"acme":"x"}},"acme":1})",
        R"({"arguments":{"***-id":{"***":"x"}},"acme":1})", "/params/arguments");
    row("names that become the same", "pattern:acme[0-9]+",
        R"({"data":{"acme1":{"acme1":1,"acme2":2},"acme2":2,"a":3}})",
        R"({"data":{"***":{"***":1,"*** 2":2},"*** 2":2,"a":3}})", "/params/data");
    row("pattern of digits", "pattern:[0-9]+", R"({"protocolVersion":"2025-06-18","a":{"protocolVersion":"2025"}})",
        R"({"protocolVersion":"2025-06-18","a":{"protocolVersion":"***"}})", "/params/a/protocolVersion");
    row("pattern in a schema", "pattern:acme",
        R"({"inputSchema":{"properties":{"acme_id":{"type":"string","acme":1}},"required":["acme_id"],"acme":1}})",
        R"({"inputSchema":{"properties":{"***_id":{"type":"string","acme":1}},"required":["***_id"],"acme":1}})",
        "/params/inputSchema/properties");
    row("names of the protocol", "pattern:proto",
        R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"1","proto":2}})",
        R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"1","***":2}})", "/params/_meta");
    row("header and its value in a list", "known",
        R"({"headers":["Accept","a","Authorization","hunter2"],"pair":[["X-Api-Key","a1"]],"allowed":["Authorization","Accept"]})",
        R"({"headers":["Accept","a","Authorization","***"],"pair":[["X-Api-Key","***"]],"allowed":["Authorization","Accept"]})",
        "/params/headers/3");
    row("pattern in an answer of a form within", "pattern:acme",
        R"({"inputResponses":{"acme":{"action":"accept","content":{"acme":"x"}}}})",
        R"({"inputResponses":{"acme":{"action":"accept","content":{"***":"x"}}}})",
        "/params/inputResponses/acme/content");
    row("masked already", "env:TEAM", R"(["TEAM=***",{"TEAM":"***"}])", R"(["TEAM=***",{"TEAM":"***"}])", "");
    row("pointer into a list", "pointer:/params/1", R"(["x","y"])", R"(["x","***"])", "/params/1");
    row("behind a list of tokens", "known", R"({"tokens":["a1b2c3d4"],"ids":["a1b2c3d4"]})",
        R"({"tokens":["***"],"ids":["a1b2c3d4"]})", "/params/tokens/0");
    row("settings", "known",
        R"({"max_tokens":"100","auth":"none","credentials":"include","token_count":5,"a":["--max-tokens","5","X-Max-Tokens","5"]})",
        R"({"max_tokens":"100","auth":"none","credentials":"include","token_count":5,"a":["--max-tokens","5","X-Max-Tokens","5"]})",
        "");
    row("like settings", "known", R"({"auth":"hunter2","pin":5,"token":"100","name":"MAX_TOKENS","value":"x"})",
        R"({"auth":"***","pin":"***","token":"***","name":"MAX_TOKENS","value":"***"})", "/params/auth");
    row("login of curl", "known",
        R"([["/bin/curl","-s","-u","me:hunter2","h:80"],["run","-u","me:me"],["curl","-u","me:"]])",
        R"([["/bin/curl","-s","-u","me:***","h:80"],["run","-u","me:me"],["curl","-u","me:"]])", "/params/0/3");
    row("login without the rule", "env:A", R"(["curl","-u","me:hunter2"])", R"(["curl","-u","me:hunter2"])", "");
    row("pattern that takes too long", "pattern:(a+)+$|SECRET",
        R"({"a":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa SECRET!"})", R"({"a":"***"})", "/params/a");
    row("pattern", "pattern:cus_[0-9]+", R"({"a":"of cus_12 and cus_34"})", R"({"a":"of *** and ***"})", "/params/a");
}

void TestRedaction::messages()
{
    QFETCH(const QString, rule);
    QFETCH(const QByteArray, params);
    QFETCH(const QByteArray, left);
    QFETCH(const QString, place);
    const QByteArray begin = R"({"jsonrpc":"2.0",  "id":1,"method":"m","params":)";
    QList<Redaction::Hit> hits;
    const Event event = RedactionFixture::of({rule}).redacted(message(begin + params + '}'), hits);
    QCOMPARE(event.bytes, begin + left + '}'); // the rest is unchanged byte for byte
    QCOMPARE(event.part(event.envelope.params), left);
    QCOMPARE(hits.isEmpty(), place.isEmpty());
    if (!hits.isEmpty())
        QCOMPARE(hits.constFirst().place, place);
}

void TestRedaction::bytesAndDetails_data()
{
    QTest::addColumn<QString>("rule");
    QTest::addColumn<Event>("event");
    QTest::addColumn<Event>("left");
    const QJsonObject request{
        {u"exchange"_s, 1}, {u"headers"_s, QJsonArray{QJsonObject{{u"name"_s, u"X-Team"_s}, {u"value"_s, u"red"_s}}}}};
    const QJsonObject masked{{u"exchange"_s, 1},
                             {u"headers"_s, QJsonArray{QJsonObject{{u"name"_s, u"X-Team"_s}, {u"value"_s, u"***"_s}}}}};
    QTest::newRow("stderr") << u"known"_s << ofKind(EventKind::Stderr, "key: API_KEY=x")
                            << ofKind(EventKind::Stderr, "key: API_KEY=***");
    Event streamed = message(R"({"jsonrpc":"2.0","method":"m"})");
    streamed.details.insert("id"_L1, u"acme-7"_s);
    Event withoutId = streamed;
    withoutId.details.insert("id"_L1, u"***-7"_s);
    QTest::newRow("id of a server-sent event") << u"pattern:acme"_s << streamed << withoutId;
    Event opening = Event::ofKind(EventKind::Opening, {{u"env"_s, QJsonObject{{u"ACME"_s, u"x"_s}}}});
    Event withoutName = Event::ofKind(EventKind::Opening, {{u"env"_s, QJsonObject{{u"***"_s, u"x"_s}}}});
    QTest::newRow("answer to a form") << u"pattern:acme"_s
                                      << message(R"({"jsonrpc":"2.0","id":1,"result":{"content":{"acme":1},"acme":2}})")
                                      << message(R"({"jsonrpc":"2.0","id":1,"result":{"content":{"***":1},"acme":2}})");
    QTest::newRow("name of a variable") << u"pattern:ACME"_s << opening << withoutName;
    const auto coloured = [](const char *name, const QByteArray &text, const QByteArray &left,
                             const char *rule = "known") {
        QTest::newRow(name) << QString::fromLatin1(rule) << ofKind(EventKind::Stderr, text)
                            << ofKind(EventKind::Stderr, left);
    };
    coloured("coloured token", "\x1b[33mghp_abcdefgh1234\x1b[0m", "\x1b[33m***\x1b[0m");
    coloured("coloured name", "a \x1b[1;36mpassword=\x1b[0mhunter2", "a \x1b[1;36mpassword=\x1b[0m***");
    coloured("coloured value", "apiKey: \x1b[32m'hunter2'\x1b[39m b", "apiKey: \x1b[32m'***'\x1b[39m b");
    coloured("coloured within", "ghp_abcd\x1b[0mefgh1234 b", "*** b");
    coloured("a link", "\x1b]8;;http://h\x07password=hunter2\x1b]8;;\x07",
             "\x1b]8;;http://h\x07password=***\x1b]8;;\x07");
    coloured("coloured name before a list", "\x1b[32mINFO\x1b[0m {\"password\":[\"hunter2\"]}",
             R"(INFO {"password":["***"]})");
    coloured("coloured header", "\x1b[1mX-Team:\x1b[0m red", "\x1b[1mX-Team:\x1b[0m ***", "header:x-team");
    QTest::newRow("no UTF-8") << u"known"_s << ofKind(EventKind::Malformed, "\xff ghp_abcdefgh1234 \xfe")
                              << ofKind(EventKind::Malformed, "\xff *** \xfe");
    QTest::newRow("header of an exchange")
        << u"header:x-team"_s << ofKind(EventKind::Http, {}, request) << ofKind(EventKind::Http, {}, masked);
    QTest::newRow("body") << u"known"_s << ofKind(EventKind::Http, R"({"error":1, "access_token":"x"})")
                          << ofKind(EventKind::Http, R"({"error":1, "access_token":"***"})");
    const auto withHeaders = [](const QString &version, const QString &team) {
        const QJsonObject first{{u"name"_s, u"MCP-Protocol-Version"_s}, {u"value"_s, version}};
        const QJsonObject second{{u"name"_s, u"X-Team"_s}, {u"value"_s, team}};
        return ofKind(EventKind::Http, {}, {{u"exchange"_s, 1}, {u"headers"_s, QJsonArray{first, second}}});
    };
    QTest::newRow("header of the revision") << u"pattern:[0-9-]+$"_s << withHeaders(u"2025-06-18"_s, u"red-7"_s)
                                            << withHeaders(u"2025-06-18"_s, u"red***"_s);
    Event queued = message(R"({"jsonrpc":"2.0","method":"m","params":{"token":"x","b":[]}})");
    queued.kind = EventKind::Queued;
    Event left = message(R"({"jsonrpc":"2.0","method":"m","params":{"token":"***","b":[]}})");
    left.kind = EventKind::Queued;
    QTest::newRow("queued") << u"known"_s << queued << left;
}

void TestRedaction::bytesAndDetails()
{
    QFETCH(const QString, rule);
    QFETCH(const Event, event);
    QFETCH(const Event, left);
    QList<Redaction::Hit> hits;
    QVERIFY(same(RedactionFixture::of({rule}).redacted(event, hits), left));
    QCOMPARE(hits.size(), 1);
    QVERIFY(hits.constFirst().value != hits.constFirst().left);
}

void TestRedaction::whatTiesMessagesTogetherStays()
{
    const Redaction all = RedactionFixture::of({u"pattern:.+"_s});
    QList<Redaction::Hit> hits;
    const QByteArray request =
        R"({"jsonrpc":"2.0","id":"r","method":"m","params":{"_meta":{"progressToken":"p"},"id":"x"}})";
    QCOMPARE(all.redacted(message(request), hits).bytes, QByteArray(request).replace("\"x\"", "\"***\""));
    const QByteArray batch = R"([{"jsonrpc":"2.0","method":"c","params":{"requestId":"r","reason":"x"}}])";
    QCOMPARE(all.redacted(message(batch), hits).bytes, QByteArray(batch).replace("\"x\"", "\"***\""));
    const Event cancel = Event::ofKind(EventKind::Cancel, {{u"id"_s, u"\"r\""_s}, {u"reason"_s, u"x"_s}});
    QCOMPARE(all.redacted(cancel, hits).details, QJsonObject({{u"id"_s, u"\"r\""_s}, {u"reason"_s, u"***"_s}}));
    const QByteArray task =
        R"({"jsonrpc":"2.0","id":"r","result":{"task":{"taskId":"t","status":"s"},"a":{"status":"x"}}})";
    QCOMPARE(all.redacted(message(task), hits).bytes, QByteArray(task).replace("\"x\"", "\"***\""));
    const QByteArray choice = R"({"jsonrpc":"2.0","id":"r","result":{"action":"accept"}})";
    QCOMPARE(all.redacted(message(choice), hits).bytes, choice);
    const QByteArray action = R"({"jsonrpc":"2.0","id":"r","result":{"action":"x"}})";
    QCOMPARE(all.redacted(message(action), hits).bytes, QByteArray(action).replace("\"x\"", "\"***\""));
    const Event opening = Event::ofKind(EventKind::Opening, {{u"env"_s, QJsonObject{{u"step"_s, u"x"_s}}}});
    QCOMPARE(RedactionFixture::of({u"pattern:x"_s}).redacted(opening, hits).details,
             QJsonObject({{u"env"_s, QJsonObject{{u"step"_s, u"***"_s}}}}));
    QCOMPARE(hits.size(), 6);
}

/// The time must be linear in the text, not quadratic.
void TestRedaction::veryManyMatches()
{
    const Redaction redaction = RedactionFixture::of({u"pattern:[0-9]+"_s});
    const auto timeOf = [&](const QByteArray &json, qsizetype count) {
        const Event event = message(json);
        qint64 best = std::numeric_limits<qint64>::max();
        for (int round = 0; round < 3; ++round) {
            QElapsedTimer timer;
            timer.start();
            QList<Redaction::Hit> hits;
            static_cast<void>(redaction.redacted(event, hits));
            if (hits.size() == count)
                best = std::min(best, timer.nsecsElapsed());
        }
        return best;
    };
    const auto inOneText = [](int count) { return "{\"a\":\"" + QByteArray("12345678 ,").repeated(count) + "\"}"; };
    const auto inManyTexts = [](int count) { return "{\"a\":[0" + QByteArray(",\"123456\"").repeated(count) + "]}"; };
    constexpr int Few = 4000;
    constexpr int Factor = 8;
    const qint64 few = timeOf(inOneText(Few), Few);
    QCOMPARE_LT(timeOf(inOneText(Few * Factor), Few * Factor), 4 * Factor * few);
    const qint64 fewTexts = timeOf(inManyTexts(Few), Few + 1);
    QCOMPARE_LT(timeOf(inManyTexts(Few * Factor), Few * Factor + 1), 4 * Factor * fewTexts);
}

void TestRedaction::aHitShowsItsValue_data()
{
    QTest::addColumn<QStringList>("rules");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("hits");
    QTest::newRow("two rules in one text")
        << QStringList{u"known"_s, u"pattern:customer [0-9]+"_s}
        << u"Authorization: Bearer abcdefghijklmnop1234 and customer 4711"_s
        << QStringList{u"…horization: Bearer abcdefghijklmnop1234 and customer 4711 | …horization: ***"_s};
    QTest::newRow("a pattern within a token")
        << QStringList{u"pattern:abcd"_s, u"known"_s} << u"use ghp_abcdefgh1234 now"_s
        << QStringList{u"use ghp_abcdefgh1234 now | use *** now"_s};
    QTest::newRow("a pattern in a name") << QStringList{u"pattern:pass"_s, u"known"_s} << u"password: hunter2"_s
                                         << QStringList{u"password: hunter… | ***word: ***"_s,
                                                        u"password: hunter2 | ***word: ***"_s};
    QTest::newRow("patterns that overlap")
        << QStringList{u"pattern:abcd"_s, u"pattern:b"_s, u"pattern:cdef"_s} << u"1 abcdef 2"_s
        << QStringList{u"1 abcdef 2 | 1 *** 2"_s, u"1 abcdef 2 | 1 *** 2"_s};
    QTest::newRow("patterns side by side") << QStringList{u"pattern:a+"_s, u"pattern:b+"_s} << u"1 aabb 2"_s
                                           << QStringList{u"1 aabb 2 | 1 ****** 2"_s, u"1 aabb 2 | 1 ****** 2"_s};
    QTest::newRow("a pattern twice") << QStringList{u"pattern:cus_[0-9]+"_s}
                                     << u"from the customer cus_12 and the other one cus_34, who has gone"_s
                                     << QStringList{
                                            u"…he customer cus_12 and the oth… | …he customer *** and the oth…"_s,
                                            u"…e other one cus_34, who has go… | …e other one ***, who has go…"_s};
    QTest::newRow("known ones, and a mask that was there")
        << QStringList{u"known"_s} << u"*** use ghp_abcdefgh1234 or API_KEY=hunter2, not both"_s
        << QStringList{u"*** use ghp_abcdefgh1234 or API_KEY=… | *** use *** or API_KEY=…"_s,
                       u"… or API_KEY=hunter2, not both | … or API_KEY=***, not both"_s};
    QTest::newRow("space before it") << QStringList{u"known"_s} << u"the Bearer\tabcdefghijklmnop now"_s
                                     << QStringList{u"the Bearer\tabcdefghijklmnop now | the Bearer\t*** now"_s};
    QTest::newRow("a name stays") << QStringList{u"header:x-team"_s, u"env:DB"_s} << u"X-Team: red\nDB=x y"_s
                                  << QStringList{u"X-Team: red\nDB=x y | X-Team: ***\nDB=*** y"_s,
                                                 u"…eam: red\nDB=x y | …eam: ***\nDB=*** y"_s};
    QTest::newRow("nothing is no value") << QStringList{u"pattern:x*"_s} << u"a\U0001f600bc"_s << QStringList{};
    QTest::newRow("very long, alone") << QStringList{u"pattern:x+"_s} << QString(5000, u'x')
                                      << QStringList{u"%1… | ***"_s.arg(QString(1000, u'x'))};
    QTest::newRow("very long") << QStringList{u"pattern:x+"_s} << u"<%1>"_s.arg(QString(5000, u'x'))
                               << QStringList{u"<%1…> | <***>"_s.arg(QString(1000, u'x'))};
}

void TestRedaction::aHitShowsItsValue()
{
    QFETCH(const QStringList, rules);
    QFETCH(const QString, text);
    QFETCH(const QStringList, hits);
    QList<Redaction::Hit> found;
    const QString left = RedactionFixture::of(rules).redactedText(text, found);
    QCOMPARE(left == text, hits.isEmpty());
    QStringList shown;
    for (const Redaction::Hit &hit : found)
        shown << hit.value + u" | "_s + hit.left;
    QCOMPARE(shown, hits);
}

QTEST_GUILESS_MAIN(TestRedaction)
#include "tst_redaction.moc"
