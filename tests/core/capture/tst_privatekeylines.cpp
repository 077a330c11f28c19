// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "captureevents.h"
#include "redactionfixture.h"

#include "core/capture/export/redaction/eventredaction.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;
using namespace Pullcord::CaptureEvents;

/// Private keys with one event per line, and those inside JSON.
class TestPrivateKeyLines : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void privateKeys_data();
    void privateKeys();
    void aKeyOfMessages();
    void keysAtSeveralPlaces();
    void aKeyOfOneMessage();
    void keyInAnUnrequestedMessage();
    void aKeyOnBothConnections();
    void keysAsJson_data();
    void keysAsJson();
};

void TestPrivateKeyLines::privateKeys_data()
{
    QTest::addColumn<QByteArrayList>("lines");
    QTest::addColumn<QByteArrayList>("left");
    const QByteArray base64 = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC";
    QTest::newRow("whole") << QByteArrayList{"key:",
                                             "-----BEGIN RSA PRIVATE KEY-----",
                                             "Proc-Type: 4,ENCRYPTED",
                                             "DEK-Info: AES-256-CBC,1",
                                             "",
                                             base64,
                                             "ab==",
                                             "-----END RSA PRIVATE KEY-----",
                                             base64}
                           << QByteArrayList{"key:", "***", "***", "***", "***", "***", "***", "***", base64};
    QTest::newRow("without an end") << QByteArrayList{"-----BEGIN PRIVATE KEY-----", base64, "and on it goes", "no"}
                                    << QByteArrayList{"***", "***", "and on it goes", "no"};
    QTest::newRow("with others between") << QByteArrayList{"-----BEGIN PRIVATE KEY-----",
                                                           base64,
                                                           "GET /health 200",
                                                           base64,
                                                           "ab==",
                                                           "12:00 ",
                                                           "12:01 " + base64,
                                                           "up",
                                                           "-----END PRIVATE KEY-----",
                                                           base64}
                                         << QByteArrayList{
                                                "***", "***", "GET /health 200", "***", "***", "12:00 ", "***", "***",
                                                "***", base64};
    QTest::newRow("with too many between")
        << QByteArrayList{"-----BEGIN PRIVATE KEY-----"} + QByteArrayList(KeyReader::MostBetween + 1, "GET /a 200") +
               QByteArrayList{base64}
        << QByteArrayList{"***"} + QByteArrayList(KeyReader::MostBetween + 1, "GET /a 200") + QByteArrayList{base64};
    QTest::newRow("in colours") << QByteArrayList{"\x1b[31m-----BEGIN PRIVATE KEY-----\x1b[0m",
                                                  "\x1b[31m" + base64 + "\x1b[0m", "\x1b[1mGET /a\x1b[0m",
                                                  "\x1b[31m-----END PRIVATE KEY-----\x1b[0m"}
                                << QByteArrayList{"\x1b[31m***\x1b[0m", "***", "\x1b[1mGET /a\x1b[0m", "***"};
    QTest::newRow("behind the words of a log")
        << QByteArrayList{"12:00 -----BEGIN PRIVATE KEY-----", "12:01 " + base64, "12:02 -----END PRIVATE KEY-----"}
        << QByteArrayList{"12:00 ***", "***", "***"};
    QTest::newRow("on one line") << QByteArrayList{"-----BEGIN PRIVATE KEY----- x -----END PRIVATE KEY-----", base64}
                                 << QByteArrayList{"***", base64};
    QTest::newRow("of PGP")
        << QByteArrayList{"-----BEGIN PGP PRIVATE KEY BLOCK-----", "Version: x 1", "", base64, "=abcd",
                          "-----END PGP PRIVATE KEY BLOCK-----",   base64}
        << QByteArrayList{"***", "***", "***", "***", "***", "***", base64};
    QTest::newRow("of SSH2") << QByteArrayList{"---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----", "Comment: \"a b\"", base64,
                                               "---- END SSH2 ENCRYPTED PRIVATE KEY ----", base64}
                             << QByteArrayList{"***", "***", "***", "***", base64};
    QTest::newRow("of PuTTY") << QByteArrayList{"PuTTY-User-Key-File-2: ssh-rsa",
                                                "Encryption: none",
                                                "Comment: a b",
                                                "Public-Lines: 1",
                                                base64,
                                                "Private-Lines: 1",
                                                base64,
                                                "Private-MAC: 0a1b",
                                                base64}
                              << QByteArrayList{"***", "***", "***", "***", "***", "***", "***", "***", base64};
    const QByteArrayList longest =
        QByteArrayList{"-----BEGIN PRIVATE KEY-----"} + QByteArrayList(KeyReader::Most + 1, base64);
    QTest::newRow("longer than any") << longest << QByteArrayList(KeyReader::Most + 1, "***") + QByteArrayList{base64};
    QTest::newRow("a certificate") << QByteArrayList{"-----BEGIN CERTIFICATE-----", base64}
                                   << QByteArrayList{"-----BEGIN CERTIFICATE-----", base64};
}

void TestPrivateKeyLines::privateKeys()
{
    QFETCH(const QByteArrayList, lines);
    QFETCH(const QByteArrayList, left);
    RedactionFixture fixture;
    const qsizetype first = fixture.capture->count();
    qsizetype masks = 0;
    for (qsizetype i = 0; i < lines.size(); ++i) {
        fixture.happen(ofKind(EventKind::Stderr, lines.at(i)), (2000 + i) * RedactionFixture::Ms);
        masks += lines.at(i) == left.at(i) ? 0 : 1;
    }
    const EventRedaction events(*fixture.capture, RedactionFixture::of({u"known"_s}));
    QByteArrayList found(lines.size());
    QList<Redaction::Hit> hits;
    for (qsizetype i = lines.size(); i-- > 0;) // in any order
        found[i] = events.at(first + i, hits).bytes;
    QCOMPARE(found, left);
    QCOMPARE(hits.size(), masks);
    QCOMPARE(EventRedaction(*fixture.capture, RedactionFixture::of({u"header:X"_s})).at(first + 1, hits).bytes,
             lines.at(1));
}

/// One log message per line of the key, with other messages in between.
void TestPrivateKeyLines::aKeyOfMessages()
{
    const QByteArray base64 = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC";
    const auto log = [](const QByteArray &text) {
        return R"({"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":{"a/b":")" + text +
               R"("}}})";
    };
    const QByteArray ping = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";
    RedactionFixture fixture;
    const qsizetype first = fixture.capture->count();
    const auto say = [&](const Event &event) { fixture.happen(event, 2000 * RedactionFixture::Ms); };
    for (const QByteArray &json : {log("a key:"), log("-----BEGIN PRIVATE KEY-----"), log(base64), ping, log("ab=="),
                                   log("-----END PRIVATE KEY-----"), log(base64)})
        say(fromServer(json));
    say(fromServer(log("-----BEGIN PRIVATE KEY-----")));
    say(message(log(base64))); // from the client
    say(fromServer(log("no key")));
    say(fromServer(log("MIIEvQ")));
    const QByteArrayList left{log("a key:"), log("***"), log("***"),  ping,          log("***"),   log("***"),
                              log(base64),   log("***"), log(base64), log("no key"), log("MIIEvQ")};
    const EventRedaction events(*fixture.capture, RedactionFixture::of({u"known"_s}));
    QList<Redaction::Hit> hits;
    for (qsizetype i = 0; i < left.size(); ++i)
        QCOMPARE(events.at(first + i, hits).bytes, left.at(i));
    QCOMPARE(hits.size(), 5);
    QCOMPARE(hits.at(1).place, u"/params/data/a~1b"_s);
    QCOMPARE(hits.at(1).gone, QString::fromLatin1(base64));
    const Event line = events.at(first + 2, hits);
    QCOMPARE(line.part(line.envelope.params), R"({"level":"info","data":{"a/b":"***"}})"_ba);
}

/// A text may mention keys, or end inside one. Two keys may come at the same time at different places, with several
/// lines at once.
void TestPrivateKeyLines::keysAtSeveralPlaces()
{
    const QByteArray base64 = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC";
    const auto at = [](const QByteArray &name, const QByteArray &text) {
        return R"({"jsonrpc":"2.0","method":"n","params":{")" + name + R"(":")" + text + R"("}})";
    };
    const QByteArray begin = "-----BEGIN PRIVATE KEY-----";
    const QByteArray end = "-----END PRIVATE KEY-----";
    const QByteArrayList told{at("description", "Wants what begins with " + begin),
                              at("a", begin),
                              at("b", begin),
                              at("a", base64),
                              at("b", base64 + "\\n" + base64),
                              at("description", "Wants nothing"),
                              at("a", end),
                              at("b", base64),
                              at("a", base64),
                              at("b", end)};
    const QByteArrayList left{at("description", "Wants what begins with ***"),
                              at("a", "***"),
                              at("b", "***"),
                              at("a", "***"),
                              at("b", "***"),
                              at("description", "Wants nothing"),
                              at("a", "***"),
                              at("b", "***"),
                              at("a", base64),
                              at("b", "***")};
    RedactionFixture fixture;
    const qsizetype first = fixture.capture->count();
    for (const QByteArray &json : told)
        fixture.happen(fromServer(json), 2000 * RedactionFixture::Ms);
    const EventRedaction events(*fixture.capture, RedactionFixture::of({u"known"_s}));
    QList<Redaction::Hit> hits;
    for (qsizetype i = 0; i < left.size(); ++i)
        QCOMPARE(events.at(first + i, hits).bytes, left.at(i));
}

/// Text after a message that holds the whole key is not part of it.
void TestPrivateKeyLines::aKeyOfOneMessage()
{
    const auto lines = [](const QByteArray &first, const QByteArray &second) {
        return R"({"jsonrpc":"2.0","method":"n","params":{"a":[")" + first + R"(",")" + second + R"("]}})";
    };
    RedactionFixture fixture;
    const qsizetype first = fixture.capture->count();
    const QByteArray next = lines("MIIEvQIBADANBgkqhkiG", "b");
    fixture.happen(fromServer(lines("-----BEGIN PRIVATE KEY-----", "-----END PRIVATE KEY-----")),
                   2000 * RedactionFixture::Ms);
    fixture.happen(fromServer(next), 2000 * RedactionFixture::Ms);
    const EventRedaction events(*fixture.capture, RedactionFixture::of({u"known"_s}));
    QList<Redaction::Hit> hits;
    QCOMPARE(events.at(first, hits).bytes, lines("***", "***"));
    QCOMPARE(events.at(first + 1, hits).bytes, next);
}

/// Far after the last access, only neighboring events are read.
void TestPrivateKeyLines::keyInAnUnrequestedMessage()
{
    RedactionFixture fixture;
    const qsizetype first = fixture.capture->count();
    const auto say = [&](const QByteArray &line) {
        fixture.happen(ofKind(EventKind::Stderr, line), 2000 * RedactionFixture::Ms);
    };
    const auto sayKey = [&] {
        say("-----BEGIN PRIVATE KEY-----");
        say("MIIEvQIBADANBgkqhkiG");
    };
    sayKey();
    for (qsizetype i = 0; i < 2 * PrivateKeyLines::Window; ++i)
        say("nothing of it");
    sayKey();
    const EventRedaction events(*fixture.capture, RedactionFixture::of({u"known"_s}));
    QList<Redaction::Hit> hits;
    const qsizetype last = fixture.capture->count() - 1;
    QCOMPARE(events.at(last, hits).bytes, "***"_ba);
    QCOMPARE(events.at(first + 1, hits).bytes, "***"_ba);
    QCOMPARE(events.at(first + 2, hits).bytes, "nothing of it"_ba);
    QCOMPARE(events.at(last, hits).bytes, "***"_ba);
    QCOMPARE(hits.size(), 3);
}

void TestPrivateKeyLines::aKeyOnBothConnections()
{
    RedactionFixture fixture;
    const qsizetype first = fixture.capture->count();
    for (const quint32 connection : {0U, 1U}) {
        Event begin = ofKind(EventKind::Stderr, "-----BEGIN PRIVATE KEY-----");
        begin.connection = connection;
        fixture.happen(begin, 2000 * RedactionFixture::Ms);
    }
    Event line = ofKind(EventKind::Stderr, "MIIEvQIBADANBgkqhkiG");
    fixture.happen(line, 2001 * RedactionFixture::Ms);
    line.connection = 2;
    fixture.happen(line, 2001 * RedactionFixture::Ms);
    const EventRedaction events(*fixture.capture, RedactionFixture::of({u"known"_s}));
    QList<Redaction::Hit> hits;
    QCOMPARE(events.at(first + 2, hits).bytes, "***"_ba);
    QCOMPARE(events.at(first + 3, hits).bytes, "MIIEvQIBADANBgkqhkiG"_ba);
}

void TestPrivateKeyLines::keysAsJson_data()
{
    QTest::addColumn<QByteArray>("params");
    QTest::addColumn<QByteArray>("left");
    const auto row = [](const char *name, const char *params, const char *left) {
        QTest::newRow(name) << QByteArray(params) << QByteArray(left);
    };
    row("of two parts", R"({"jwks":[{"kty":"RSA","n":"a","e":"b","d":"c","p":"d","qi":"e","oth":[1]}]})",
        R"({"jwks":[{"kty":"RSA","n":"a","e":"b","d":"***","p":"***","qi":"***","oth":"***"}]})");
    row("symmetric, in a text", R"({"text":"it: {\"k\":\"a\",\"kty\":\"oct\"}"})",
        R"({"text":"it: {\"k\":\"***\",\"kty\":\"oct\"}"})");
    row("public", R"({"kty":"EC","x":"a","y":"b"})", R"({"kty":"EC","x":"a","y":"b"})");
    row("no key", R"({"d":"a","p":"b","k":"c","kty":1})", R"({"d":"a","p":"b","k":"c","kty":1})");
    row("nothing", R"({"password":"","token":"a"})", R"({"password":"","token":"***"})");
    row("nothing, in a text", R"({"text":"say {'password': '', \"token\": \"\"} {"})",
        R"({"text":"say {'password': '', \"token\": \"\"} {"})");
    row("a line each of a list",
        R"({"a":["x","-----BEGIN PRIVATE KEY-----","MIIEvQIBADANBgkqhkiG","","ab==","-----END PRIVATE KEY-----","ab=="]})",
        R"({"a":["x","***","***","","***","***","ab=="]})");
    row("a text each",
        R"({"content":[{"type":"text","text":"-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG"},)"
        R"({"type":"text","text":"MIIEvQIBADANBgkqhkiG\nab=="},{"type":"text","text":"-----END PRIVATE KEY-----\n"},)"
        R"({"type":"text","text":"done"}]})",
        R"({"content":[{"type":"text","text":"***"},{"type":"text","text":"***"},{"type":"text","text":"***"},)"
        R"({"type":"text","text":"done"}]})");
    row("with a header, in a list",
        R"({"a":["-----BEGIN PGP PRIVATE KEY BLOCK-----","Hash: SHA1","","MIIEvQIBADANBgkqhkiG"]})",
        R"({"a":["***","***","","***"]})");
    row("in colours, in a list",
        R"({"a":["\u001b[31m-----BEGIN PRIVATE KEY-----\u001b[0m","\u001b[31mMIIEvQIBADANBgkqhkiG\u001b[0m","no key"]})",
        R"({"a":["\u001b[31m***\u001b[0m","***","no key"]})");
    row("a begin alone", R"({"a":["-----BEGIN PRIVATE KEY-----","done","MIIEvQIBADANBgkqhkiG"]})",
        R"({"a":["***","done","MIIEvQIBADANBgkqhkiG"]})");
    row("a begin, and others elsewhere",
        R"({"a":["-----BEGIN PRIVATE KEY-----"],"b":["x","MIIEvQIBADANBgkqhkiG"],"c":"MIIEvQIBADANBgkqhkiG"})",
        R"({"a":["***"],"b":["x","MIIEvQIBADANBgkqhkiG"],"c":"MIIEvQIBADANBgkqhkiG"})");
}

void TestPrivateKeyLines::keysAsJson()
{
    QFETCH(const QByteArray, params);
    QFETCH(const QByteArray, left);
    const Redaction known = RedactionFixture::of({u"known"_s});
    const QByteArray begin = R"({"jsonrpc":"2.0","id":1,"method":"m","params":)";
    QList<Redaction::Hit> hits;
    QCOMPARE(known.redacted(message(begin + params + '}'), hits).bytes, begin + left + '}');
    const qsizetype before = hits.size();
    QCOMPARE(known.redacted(message(begin + left + '}'), hits).bytes, begin + left + '}');
    QCOMPARE(hits.size(), before);
    QCOMPARE(RedactionFixture::of({u"env:A"_s}).redacted(message(begin + params + '}'), hits).bytes,
             begin + params + '}');
}

QTEST_GUILESS_MAIN(TestPrivateKeyLines)
#include "tst_privatekeylines.moc"
