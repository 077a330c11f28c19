// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "captureevents.h"
#include "exportfixture.h"

#include "core/capture/export/markdowntext.h"
#include "core/capture/export/redactionpreview.h"

#include <QBuffer>
#include <QElapsedTimer>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;
using namespace Pullcord::CaptureEvents;

/// What is left out of exports, by which rule, and how that is told.
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
    void everyFormat_data();
    void everyFormat();
    void nothingToLeaveOut();
    void aRedactedCaptureTellsIt();
    void textsOfRequests_data();
    void textsOfRequests();
    void whatIsOpenStaysOpen();
    void onlyWhatIsChosenCounts();
    void whatWasFoundToo();
    void veryManyMatches();
    void quotesOfFindings_data();
    void quotesOfFindings();
    void previewIsWhatHappens();
    void aHitShowsItsValue_data();
    void aHitShowsItsValue();

private:
    static Redaction of(const QStringList &rules)
    {
        auto redaction = Redaction::parse(rules);
        return redaction ? *redaction : Redaction();
    }
    static QByteArray exported(const ExportFixture &fixture, ExportFormat format, const Redaction &redaction,
                               LeftOut *leftOut = nullptr);
    static void addSecrets(ExportFixture &fixture);
};

QByteArray TestRedaction::exported(const ExportFixture &fixture, ExportFormat format, const Redaction &redaction,
                                   LeftOut *leftOut)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    const auto exporter = Exporter::create(format, *fixture.capture, *fixture.log,
                                           ExportSelection::everything(*fixture.capture), redaction);
    for (;;) {
        const Result<bool> more = exporter->step(buffer, 100); // many slices
        if (!more || exporter->done() > exporter->total())
            return {};
        if (!*more)
            break;
    }
    if (leftOut)
        *leftOut = exporter->leftOut();
    return exporter->done() == exporter->total() ? buffer.data() : QByteArray();
}

void TestRedaction::addSecrets(ExportFixture &fixture)
{
    constexpr qint64 Ms = ExportFixture::Ms;
    fixture.happen(message(R"({"jsonrpc":"2.0","id":8,"method":"tools/call","params":)"
                           R"({"name":"a","arguments":{"apiKey":"hunter2","to":"ghp_abcdefgh1234"}}})"),
                   2000 * Ms);
    fixture.happen(fromServer(R"({"jsonrpc":"2.0","id":8,"result":{"content":[{"type":"text",)"
                              R"("text":"{\"password\": \"hunter2\"}"}]}})"),
                   2001 * Ms);
    fixture.happen(ofKind(EventKind::Stderr, "API_TOKEN=hunter2 set"), 2002 * Ms);
}

void TestRedaction::badRules_data()
{
    QTest::addColumn<QString>("says");
    QTest::newRow("what") << u"\"what\" is no rule"_s;
    QTest::newRow("header:") << u"\"header:\" is no rule"_s;
    QTest::newRow("pointer:params") << u"\"pointer:params\" is no rule"_s;
    QTest::newRow("pattern:a(b") << u"\"a(b\" is no regular expression: character "_s;
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
    row("bearer", "known", R"({"h":"Bearer 0123456789"})", R"({"h":"Bearer ***"})", "/params/h");
    row("name and value", "known", R"({"name":"X-Api-Key","value":"x"})", R"({"name":"X-Api-Key","value":"***"})",
        "/params/value");
    row("JSON in a text", "known", R"({"text":"{ \"token\":\"x\", \"n\":1.10}"})",
        R"({"text":"{ \"token\":\"***\", \"n\":1.10}"})", "/params/text/token");
    row("variable in a text", "known", R"({"text":"A=1\nAPI_KEY=x\n"})", R"({"text":"A=1\nAPI_KEY=***\n"})",
        "/params/text");
    row("header in a text", "known", R"({"text":"Accept: y\nX-Api-Key: x y"})",
        R"({"text":"Accept: y\nX-Api-Key: ***"})", "/params/text");
    row("harmless", "known", R"({"key":"x","maxTokens":100,"author":"me","tokenizer":"bpe"})",
        R"({"key":"x","maxTokens":100,"author":"me","tokenizer":"bpe"})", "");
    row("schema of a secret", "known", R"({"properties":{"password":{"type":"string"}}})",
        R"({"properties":{"password":{"type":"string"}}})", "");
    row("definition of a secret", "known",
        R"({"$defs":{"Credentials":{"type":"object"}},"dependentRequired":{"password":["a"]}})",
        R"({"$defs":{"Credentials":{"type":"object"}},"dependentRequired":{"password":["a"]}})", "");
    row("header", "header:x-team", R"({"headers":{"X-Team":"red","B":"x-team: red"}})",
        R"({"headers":{"X-Team":"***","B":"x-team: ***"}})", "/params/headers/X-Team");
    row("environment", "env:DB_URL", R"({"env":{"DB_URL":"x","DB_URLS":"x"},"t":"DB_URL=x y"})",
        R"({"env":{"DB_URL":"***","DB_URLS":"x"},"t":"DB_URL=*** y"})", "/params/env/DB_URL");
    row("pointer", "pointer:/params/*/b~1c", R"({"a":{"b/c":{"d":1}},"b/c":2})", R"({"a":{"b/c":"***"},"b/c":2})",
        "/params/a/b~1c");
    row("behind an option", "known", R"(["--token","x","--verbose","--token","--a"])",
        R"(["--token","***","--verbose","--token","--a"])", "/params/1");
    row("key and value", "known", R"({"key":"Authorization","value":"x"})", R"({"key":"Authorization","value":"***"})",
        "/params/value");
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
    row("header in quotes", "header:x-team",
        R"({"a":"-H 'X-Team: red hot' -H 'B: c'","b":"{'X-Team': 'red hot', 'B': 1}","c":["X-Team","red","B"]})",
        R"({"a":"-H 'X-Team: ***' -H 'B: c'","b":"{'X-Team': ***, 'B': 1}","c":["X-Team","***","B"]})", "/params/a");
    row("header of several values", "header:x-team", R"({"X-Team":["red",1]})", R"({"X-Team":["***","***"]})",
        "/params/X-Team/0");
    row("header in JSON amid text", "header:x-team", R"({"a":"got {\"X-Team\": \"red hot\"}"})",
        R"({"a":"got {\"X-Team\": \"***\"}"})", "/params/a/X-Team");
    row("environment in quotes", "env:TEAM",
        R"({"a":"TEAM=\"red hot\" x","b":"'TEAM=red hot' x","c":["-e","TEAM=red hot"],"d":"TEAM=\"red hot"})",
        R"({"a":"TEAM=*** x","b":"'TEAM=***' x","c":["-e","TEAM=***"],"d":"TEAM=*** hot"})", "/params/a");
    row("password that is a number", "known", R"({"password":1234,"maxTokens":5})",
        R"({"password":"***","maxTokens":5})", "/params/password");
    row("all of a secret", "known", R"({"secret":["x",{"v":"y","n":1}],"b":"z"})",
        R"({"secret":["***",{"v":"***","n":"***"}],"b":"z"})", "/params/secret/0");
    row("name that is a token", "known", R"({"arguments":{"ghp_abcdefgh1234":1}})", R"({"arguments":{"***":1}})",
        "/params/arguments");
    row("pattern in a number", "pattern:^4111", R"({"a":41111,"b":5})", R"({"a":"***","b":5})", "/params/a");
    row("pattern in a name", "pattern:acme", R"({"arguments":{"acme-id":{"acme":"x"}},"acme":1})",
        R"({"arguments":{"***-id":{"***":"x"}},"acme":1})", "/params/arguments");
    row("pattern in a schema", "pattern:acme",
        R"({"inputSchema":{"properties":{"acme_id":{"type":"string","acme":1}},"required":["acme_id"],"acme":1}})",
        R"({"inputSchema":{"properties":{"***_id":{"type":"string","acme":1}},"required":["***_id"],"acme":1}})",
        "/params/inputSchema/properties");
    row("pattern in what is tried out", "pattern:acme", R"({"capabilities":{"experimental":{"acme":{}},"acme":{}}})",
        R"({"capabilities":{"experimental":{"***":{}},"acme":{}}})", "/params/capabilities/experimental");
    row("names of the protocol", "pattern:proto",
        R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"1","proto":2}})",
        R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"1","***":2}})", "/params/_meta");
    row("header and its value in a list", "known",
        R"({"headers":["Accept","a","Authorization","hunter2"],"pair":[["X-Api-Key","a1"]],"allowed":["Authorization","Accept"]})",
        R"({"headers":["Accept","a","Authorization","***"],"pair":[["X-Api-Key","***"]],"allowed":["Authorization","Accept"]})",
        "/params/headers/3");
    row("header and value", "known", R"({"header":"Authorization","value":"x"})",
        R"({"header":"Authorization","value":"***"})", "/params/value");
    row("numbers of passwords", "known", R"({"passwords":[1234],"api_keys":[5]})",
        R"({"passwords":["***"],"api_keys":[5]})", "/params/passwords/0");
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
    const Event event = of({rule}).redacted(message(begin + params + '}'), hits);
    QCOMPARE(event.bytes, begin + left + '}'); // all else byte for byte
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
    coloured("coloured value", "apiKey: \x1b[32m'hunter2'\x1b[39m b", "apiKey: \x1b[32m***\x1b[39m b");
    coloured("coloured within", "ghp_abcd\x1b[0mefgh1234 b", "*** b");
    coloured("a link", "\x1b]8;;http://h\x07password=hunter2\x1b]8;;\x07",
             "\x1b]8;;http://h\x07password=***\x1b]8;;\x07");
    coloured("coloured header", "\x1b[1mX-Team:\x1b[0m red", "\x1b[1mX-Team:\x1b[0m ***", "header:x-team");
    QTest::newRow("no UTF-8") << u"known"_s << ofKind(EventKind::Malformed, "\xff ghp_abcdefgh1234 \xfe")
                              << ofKind(EventKind::Malformed, "\xff *** \xfe");
    QTest::newRow("header of an exchange")
        << u"header:x-team"_s << ofKind(EventKind::Http, {}, request) << ofKind(EventKind::Http, {}, masked);
    QTest::newRow("body") << u"known"_s << ofKind(EventKind::Http, R"({"error":1, "access_token":"x"})")
                          << ofKind(EventKind::Http, R"({"error":1, "access_token":"***"})");
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
    QVERIFY(same(of({rule}).redacted(event, hits), left));
    QCOMPARE(hits.size(), 1);
    QVERIFY(hits.constFirst().value != hits.constFirst().left);
}

void TestRedaction::whatTiesMessagesTogetherStays()
{
    const Redaction all = of({u"pattern:.+"_s});
    QList<Redaction::Hit> hits;
    const QByteArray request =
        R"({"jsonrpc":"2.0","id":"r","method":"m","params":{"_meta":{"progressToken":"p"},"id":"x"}})";
    QCOMPARE(all.redacted(message(request), hits).bytes, QByteArray(request).replace("\"x\"", "\"***\""));
    const QByteArray batch = R"([{"jsonrpc":"2.0","method":"c","params":{"requestId":"r","reason":"x"}}])";
    QCOMPARE(all.redacted(message(batch), hits).bytes, QByteArray(batch).replace("\"x\"", "\"***\""));
    const Event cancel = Event::ofKind(EventKind::Cancel, {{u"id"_s, u"\"r\""_s}, {u"reason"_s, u"x"_s}});
    QCOMPARE(all.redacted(cancel, hits).details, QJsonObject({{u"id"_s, u"\"r\""_s}, {u"reason"_s, u"***"_s}}));
    QCOMPARE(hits.size(), 3);
}

void TestRedaction::everyFormat_data()
{
    QTest::addColumn<ExportFormat>("format");
    for (const ExportFormat format : ExportFormats::all())
        QTest::newRow(ExportFormats::nameOf(format).data()) << format;
}

void TestRedaction::everyFormat()
{
    QFETCH(const ExportFormat, format);
    ExportFixture fixture;
    addSecrets(fixture);
    LeftOut leftOut;
    const QByteArray plain = exported(fixture, format, {});
    const QByteArray left = exported(fixture, format, of({u"known"_s}), &leftOut);
    QVERIFY(!plain.isEmpty() && !left.isEmpty());
    QVERIFY2(!left.contains("hunter2") && !left.contains("ghp_"), left.constData());
    if (format == ExportFormat::JsonLines || format == ExportFormat::Capture)
        QVERIFY(plain.contains("hunter2") && plain.contains("ghp_"));
    const int messages = 3; // and a line of the server's output
    const int count = format == ExportFormat::JsonLines ? messages : messages + 1;
    QCOMPARE(leftOut.total(), count);
    QCOMPARE(leftOut.byRule(), u"known: %1"_s.arg(count));
    if (format == ExportFormat::Markdown || format == ExportFormat::Html)
        QVERIFY(left.contains("Values left out, by rule") && !plain.contains("Values left out"));
}

void TestRedaction::nothingToLeaveOut()
{
    const ExportFixture fixture;
    LeftOut leftOut;
    QCOMPARE(exported(fixture, ExportFormat::Capture, of({u"known"_s}), &leftOut),
             exported(fixture, ExportFormat::Capture, {}));
    QCOMPARE(leftOut.total(), 0);
    QCOMPARE(leftOut.byRule(), QString());
}

void TestRedaction::aRedactedCaptureTellsIt()
{
    ExportFixture fixture;
    addSecrets(fixture);
    QTemporaryDir folder;
    QFile file(folder.filePath(u"left.pullcord"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QVERIFY(file.write(
                exported(fixture, ExportFormat::Capture, of({u"known"_s, u"pattern:cord"_s, u"pattern:demo"_s}))) > 0);
    file.close();
    const auto capture = Capture::open(file.fileName());
    QVERIFY(capture);
    QCOMPARE((*capture)->count(), fixture.capture->count());
    QCOMPARE(LeftOut::notedIn((*capture)->header()),
             u"known: 4, pattern: 2"_s); // the title, and the server's name
    QCOMPARE((*capture)->header().title, u"***"_s);
    QCOMPARE((*capture)->header().program, fixture.capture->header().program);
}

void TestRedaction::textsOfRequests_data()
{
    QTest::addColumn<QString>("rule");
    QTest::addColumn<QByteArray>("gone");
    QTest::addColumn<QByteArray>("stays"); // which stood at another place
    QTest::newRow("reason") << u"pointer:/params/reason"_s << QByteArray("why-it-went") << QByteArray("the-tool");
    QTest::newRow("tool") << u"pointer:/params/name"_s << QByteArray("the-tool") << QByteArray("file:///the-uri");
    QTest::newRow("uri") << u"pointer:/params/uri"_s << QByteArray("file:///the-uri") << QByteArray("the-tool");
    QTest::newRow("uri of a batch") << u"pointer:/0/params/uri"_s << QByteArray("file:///in-batch")
                                    << QByteArray("file:///the-uri");
    QTest::newRow("uri in every batch") << u"pointer:/params/uri"_s << QByteArray("file:///in-batch")
                                        << QByteArray("the-tool");
    QTest::newRow("reason before it was sent")
        << u"pointer:/params/reason"_s << QByteArray("said-first") << QByteArray("the-tool");
    QTest::newRow("reference") << u"pointer:/params/ref"_s << QByteArray("the-prompt") << QByteArray("the-tool");
    QTest::newRow("error") << u"pointer:/error/message"_s << QByteArray("what-went-wrong") << QByteArray("why-it-went");
    QTest::newRow("never left") << u"pattern:the-[a-z]*"_s << QByteArray("the-queued") << QByteArray("why-it-went");
    QTest::newRow("lost") << u"pattern:no pow[e]r"_s << QByteArray("no power") << QByteArray("the-tool");
}

/// A table of requests has no message in it, and yet what messages say.
void TestRedaction::textsOfRequests()
{
    QFETCH(const QString, rule);
    QFETCH(const QByteArray, gone);
    QFETCH(const QByteArray, stays);
    constexpr qint64 Ms = ExportFixture::Ms;
    ExportFixture fixture;
    const auto onNext = [&fixture](Event event, qint64 time) {
        event.connection = 1;
        fixture.happen(std::move(event), time * Ms);
    };
    onNext(message(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"the-tool"}})"), 3000);
    onNext(
        message(
            R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"why-it-went"}})"),
        3010);
    onNext(message(R"({"jsonrpc":"2.0","id":2,"method":"resources/read","params":{"uri":"file:///the-uri"}})"), 3020);
    onNext(fromServer(R"({"jsonrpc":"2.0","id":2,"error":{"code":-32002,"message":"what-went-wrong"}})"), 3030);
    onNext(message(R"([{"jsonrpc":"2.0","id":3,"method":"resources/read","params":{"uri":"file:///in-batch"}}])"),
           3040);
    onNext(message(R"({"jsonrpc":"2.0","id":4,"method":"completion/complete",)"
                   R"("params":{"ref":{"type":"ref/prompt","name":"the-prompt"}}})"),
           3050);
    Event queued = message(R"({"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"the-queued"}})");
    queued.kind = EventKind::Queued;
    onNext(queued, 3060);
    onNext(message(R"({"jsonrpc":"2.0","id":6,"method":"tools/list"})"), 3062);
    Event cancel = Event::ofKind(EventKind::Cancel, {{u"id"_s, u"6"_s}, {u"reason"_s, u"said-first"_s}});
    cancel.direction = Direction::ClientToServer;
    onNext(cancel, 3064);
    onNext(ofKind(EventKind::Closed, {}, {{u"reason"_s, u"no power"_s}}), 3070);

    for (const ExportFormat format :
         {ExportFormat::Csv, ExportFormat::Html, ExportFormat::Markdown, ExportFormat::Otlp}) {
        const QByteArray plain = exported(fixture, format, {});
        const QByteArray left = exported(fixture, format, of({rule}));
        const QByteArray name = ExportFormats::nameOf(format).data();
        QVERIFY2(plain.contains(gone) && plain.contains(stays), (name + plain).constData());
        QVERIFY2(!left.contains(gone), (name + left.mid(left.indexOf(gone) - 200, 400)).constData());
        QVERIFY2(left.contains(stays), (name + left).constData());
    }
}

void TestRedaction::whatIsOpenStaysOpen()
{
    ExportFixture fixture;
    fixture.happen(message(R"({"jsonrpc":"2.0","id":9,"method":"tools/list"})", Direction::ClientToServer, 1),
                   3000 * ExportFixture::Ms);
    QCOMPARE(fixture.log->openCount(), 1);
    QVERIFY(exported(fixture, ExportFormat::Csv, of({u"known"_s})).contains("in flight"));
    fixture.log->endRecording(3001 * ExportFixture::Ms);
    QVERIFY(!exported(fixture, ExportFormat::Csv, of({u"known"_s})).contains("in flight"));
}

void TestRedaction::onlyWhatIsChosenCounts()
{
    ExportFixture fixture;
    addSecrets(fixture);
    const auto chosen = ExportSelection::ofEvents({fixture.capture->count() - 1});
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    const auto exporter =
        Exporter::create(ExportFormat::Capture, *fixture.capture, *fixture.log, chosen, of({u"known"_s}));
    for (Result<bool> more = true; more && *more;)
        more = exporter->step(buffer, 1'000'000);
    QCOMPARE(exporter->leftOut().total(), 1);
    QCOMPARE(buffer.data().count('\n'), 2);
    QVERIFY(buffer.data().contains("API_TOKEN=*** set"));
}

void TestRedaction::whatWasFoundToo()
{
    const ExportFixture fixture;
    const ReportFinding finding{.code = u"C05"_s, .sentence = u"it said ghp_abcdefgh1234"_s, .events = {1}};
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    const auto exporter =
        Exporter::create(ExportFormat::Html, *fixture.capture, *fixture.log,
                         ExportSelection::everything(*fixture.capture).withFindings({finding}), of({u"known"_s}));
    Result<bool> more = true;
    while (more && *more)
        more = exporter->step(buffer, 1000);
    QVERIFY(more);
    QVERIFY(buffer.data().contains("C05") && buffer.data().contains("it said"));
    QVERIFY2(!buffer.data().contains("ghp_"), buffer.data().constData());
}

/// The time grows with the text, not with its square.
void TestRedaction::veryManyMatches()
{
    const Redaction redaction = of({u"pattern:[0-9]+"_s});
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

void TestRedaction::quotesOfFindings_data()
{
    QTest::addColumn<QString>("rule");
    QTest::addColumn<QByteArray>("message");
    QTest::addColumn<QString>("quoted");
    QTest::addColumn<QString>("left");
    const auto row = [](const char *name, const char *rule, const char *message, const QString &quoted,
                        const QString &left) {
        QTest::newRow(name) << QString::fromLatin1(rule) << QByteArray(message) << quoted << left;
    };
    constexpr auto Error = R"({"jsonrpc":"2.0","id":7,"error":{"code":-5,"message":"no acct 4711","data":"acct"}})";
    row("all of it", "pointer:/error/message", Error, u"no acct 4711"_s, u"***"_s);
    row("the whole that it stood in", "pointer:/error", Error, u"no acct 4711"_s, u"***"_s);
    row("a part of what is quoted", "pattern:[0-9]{4}", Error, u"no acct 4711"_s, u"no acct ***"_s);
    row("another place", "pointer:/error/data", Error, u"no money 4711"_s, u"no money 4711"_s);
    row("among others", "pointer:/error/data", Error, u"no acct 4711"_s, u"no *** 4711"_s);
    row("a number", "pointer:/result/n", R"({"jsonrpc":"2.0","id":7,"result":{"n":4711,"m":4712}})", u"4711"_s,
        u"***"_s);
    row("a name in a path", "pointer:/result/n", R"({"jsonrpc":"2.0","id":7,"result":{"n":{"alice":1}}})",
        u"/result/n/alice"_s, u"/result/n/***"_s);
    row("cut in the middle", "pointer:/error/data",
        R"({"jsonrpc":"2.0","id":7,"error":{"code":-5,"message":"m","data":"a long word of mine"}})",
        u"and the data there are a long wo"_s, u"and the data there are ***"_s);
    row("with what is not seen", "pointer:/error/message",
        R"({"jsonrpc":"2.0","id":7,"error":{"code":-5,"message":"no\u202e acct"}})", u"no⟨U+202E⟩ acct"_s, u"***"_s);
    row("as JSON writes it", "pointer:/error/data",
        R"({"jsonrpc":"2.0","id":7,"error":{"code":-5,"message":"m","data":"say \"hello\""}})",
        uR"(its "data":"say \"hello\"")"_s, u"its \"data\":\"***\""_s);
}

/// Whichever rule has made it of what: our own words stay.
void TestRedaction::quotesOfFindings()
{
    QFETCH(const QString, rule);
    QFETCH(const QByteArray, message);
    QFETCH(const QString, quoted);
    QFETCH(const QString, left);
    ExportFixture fixture;
    fixture.happen(fromServer(message), 2000 * ExportFixture::Ms);
    const ReportFinding finding{.code = u"C05"_s,
                                .sentence = Words::of("acct 4711: %1 came", quoted),
                                .events = {1, fixture.capture->count() - 1}};
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    const auto exporter = Exporter::create(
        ExportFormat::Markdown, *fixture.capture, *fixture.log,
        ExportSelection::ofEvents({0, fixture.capture->count() - 1}).withFindings({finding}), of({u"known"_s, rule}));
    Result<bool> more = true;
    while (more && *more)
        more = exporter->step(buffer, 100);
    const QByteArray text = MarkdownText::cell(u"acct 4711: %1 came"_s.arg(left));
    QVERIFY2(buffer.data().contains("| " + text + " |"), (text + '\n' + buffer.data()).constData());
}

void TestRedaction::previewIsWhatHappens()
{
    ExportFixture fixture;
    addSecrets(fixture);
    const Redaction redaction = of({u"known"_s, u"pattern:demo"_s});
    RedactionPreview preview(*fixture.capture, redaction, ExportSelection::everything(*fixture.capture));
    QStringList found;
    while (!preview.isDone()) {
        for (const auto &[event, time, what, hit] : preview.next(3))
            found << u"%1 %2 %3 %4 %5"_s.arg(what, hit.place, hit.value, hit.left, redaction.rules().at(hit.rule));
    }
    QCOMPARE(found, QStringList({u" title demo *** pattern:demo"_s,
                                 u"result /result/serverInfo/name demo|server ***|server pattern:demo"_s,
                                 u"tools/call /params/arguments/apiKey hunter2 *** known"_s,
                                 u"tools/call /params/arguments/to ghp_abcdefgh1234 *** known"_s,
                                 u"result /result/content/0/text/password hunter2 *** known"_s,
                                 u"stderr stderr API_TOKEN=hunter2 set API_TOKEN=*** set known"_s}));
    LeftOut leftOut;
    QVERIFY(!exported(fixture, ExportFormat::Capture, redaction, &leftOut).isEmpty());
    QCOMPARE(preview.leftOut().byRule(), leftOut.byRule());
    QCOMPARE(preview.done(), preview.total());
}

void TestRedaction::aHitShowsItsValue_data()
{
    QTest::addColumn<QStringList>("rules");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("hits");
    QTest::newRow("two rules in one text")
        << QStringList{u"known"_s, u"pattern:customer [0-9]+"_s}
        << u"Authorization: Bearer abcdefghijklmnop1234 and customer 4711"_s
        << QStringList{u"…nop1234 and customer 4711 | …nop1234 and ***"_s,
                       u"…horization: Bearer abcdefghijklmnop1234 and *** | …horization: ***"_s};
    QTest::newRow("a pattern twice") << QStringList{u"pattern:cus_[0-9]+"_s}
                                     << u"from the customer cus_12 and the other one cus_34, who has gone"_s
                                     << QStringList{
                                            u"…he customer cus_12 and the oth… | …he customer *** and the oth…"_s,
                                            u"…e other one cus_34, who has go… | …e other one ***, who has go…"_s};
    QTest::newRow("known ones, and a mask that was there")
        << QStringList{u"known"_s} << u"*** use ghp_abcdefgh1234 or API_KEY=hunter2, not both"_s
        << QStringList{u"*** use ghp_abcdefgh1234 or API_KEY=… | *** use *** or API_KEY=…"_s,
                       u"… or API_KEY=hunter2, not both | … or API_KEY=*** not both"_s};
    QTest::newRow("space before it") << QStringList{u"known"_s} << u"the Bearer\tabcdefghijklmnop now"_s
                                     << QStringList{u"the Bearer\tabcdefghijklmnop now | the Bearer\t*** now"_s};
    QTest::newRow("a name stays") << QStringList{u"header:x-team"_s, u"env:DB"_s} << u"X-Team: red\nDB=x y"_s
                                  << QStringList{u"X-Team: red\nDB=x y | X-Team: ***\nDB=x y"_s,
                                                 u"…eam: ***\nDB=x y | …eam: ***\nDB=*** y"_s};
    QTest::newRow("nothing is no value") << QStringList{u"pattern:x*"_s} << u"a\U0001f600bc"_s << QStringList{};
    QTest::newRow("very long") << QStringList{u"pattern:x+"_s} << u"<%1>"_s.arg(QString(5000, u'x'))
                               << QStringList{u"<%1…> | <***>"_s.arg(QString(1000, u'x'))};
}

void TestRedaction::aHitShowsItsValue()
{
    QFETCH(const QStringList, rules);
    QFETCH(const QString, text);
    QFETCH(const QStringList, hits);
    QList<Redaction::Hit> found;
    const QString left = of(rules).redactedText(text, found);
    QCOMPARE(left == text, hits.isEmpty());
    QStringList shown;
    for (const Redaction::Hit &hit : found)
        shown << hit.value + u" | "_s + hit.left;
    QCOMPARE(shown, hits);
}

QTEST_GUILESS_MAIN(TestRedaction)
#include "tst_redaction.moc"
