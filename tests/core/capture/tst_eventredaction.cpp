// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "captureevents.h"
#include "redactionfixture.h"

#include "core/capture/export/redaction/eventredaction.h"
#include "core/transport/http/httpheaders.h"

#include <QJsonArray>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;
using namespace Pullcord::CaptureEvents;

/// Redactions that depend on several events.
class TestEventRedaction : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void copiesInHeaders_data();
    void copiesInHeaders();
    void aCopyWithoutItsMessage();
    void encodedHeaders_data();
    void encodedHeaders();
    void aMaskIsNoHit();
    void ofItsOwnConnection();
    void howItIsMadeIsMasked();
    void notesThatQuote_data();
    void notesThatQuote();
    void aNoteAfterTooMuch();
    void aNoteOfItsOwnConnection();

private:
    /// Records a call with `params`, in an exchange with those headers.
    static void call(RedactionFixture &fixture, const QByteArray &params, const QJsonObject &headers)
    {
        QJsonArray list;
        for (auto it = headers.begin(); it != headers.end(); ++it)
            list.append(QJsonObject{{u"name"_s, it.key()}, {u"value"_s, it.value()}});
        Event request =
            Event::ofKind(EventKind::Http, {{u"exchange"_s, 5}, {u"step"_s, u"request"_s}, {u"headers"_s, list}});
        request.direction = Direction::ClientToServer;
        fixture.happen(request, 2000 * RedactionFixture::Ms);
        fixture.happen(message(R"({"jsonrpc":"2.0","id":"a","method":"other"})"), 2000 * RedactionFixture::Ms);
        Event message =
            CaptureEvents::message(R"({"jsonrpc":"2.0","id":"b","method":"tools/call","params":)" + params + '}');
        message.details.insert("exchange"_L1, 5);
        fixture.happen(message, 2001 * RedactionFixture::Ms);
    }
    /// Returns the redacted headers, as "Mcp-Name: x, …".
    static QString headersIn(const RedactionFixture &fixture, const Redaction &redaction, QList<Redaction::Hit> &hits)
    {
        const EventRedaction events(*fixture.capture, redaction);
        QStringList shown;
        for (qsizetype index = 0; index < fixture.capture->count(); ++index) {
            if (fixture.capture->entry(index).kind != EventKind::Http)
                continue;
            const QJsonArray headers = events.at(index, hits).details.value("headers"_L1).toArray();
            for (const QJsonValue &header : headers)
                shown << header["name"_L1].toString() + u": "_s + header["value"_L1].toString();
        }
        return shown.join(u", "_s);
    }
};

void TestEventRedaction::copiesInHeaders_data()
{
    QTest::addColumn<QString>("rule");
    QTest::addColumn<QByteArray>("params");
    QTest::addColumn<QJsonObject>("headers");
    QTest::addColumn<QString>("left");
    const QByteArray params = R"({"name":"pay","arguments":{"who":{"id":4711},"to":"eu","key":"pay"}})";
    const QJsonObject name{{u"Accept"_s, u"pay"_s}, {u"Mcp-Name"_s, u"pay"_s}};
    const QJsonObject arguments{{u"mcp-param-Id"_s, u"4711"_s}, {u"Mcp-Param-To"_s, u"eu"_s}};
    QTest::newRow("name") << u"pointer:/params/name"_s << params << name << u"Accept: pay, Mcp-Name: ***"_s;
    QTest::newRow("argument") << u"pointer:/params/arguments/who"_s << params << arguments
                              << u"Mcp-Param-To: eu, mcp-param-Id: ***"_s;
    QTest::newRow("other argument") << u"pointer:/params/arguments/to"_s << params << arguments
                                    << u"Mcp-Param-To: ***, mcp-param-Id: 4711"_s;
    QTest::newRow("all of them") << u"pointer:/params/arguments"_s << params << arguments
                                 << u"Mcp-Param-To: ***, mcp-param-Id: ***"_s;
    QTest::newRow("nothing of them") << u"pointer:/params/arguments/none"_s << params << arguments
                                     << u"Mcp-Param-To: eu, mcp-param-Id: 4711"_s;
    QTest::newRow("a number of which a part")
        << u"pattern:^47"_s << params << arguments << u"Mcp-Param-To: eu, mcp-param-Id: ***"_s;
    QTest::newRow("encoded") << u"pointer:/params/name"_s << QByteArray(R"({"name":"p\u00e4y"})")
                             << QJsonObject{{u"Mcp-Name"_s, u"=?base64?cMOkeQ==?="_s}} << u"Mcp-Name: ***"_s;
    QTest::newRow("a secret by its name")
        << u"known"_s << QByteArray(R"({"name":"a","arguments":{"password":"hunter2"}})")
        << QJsonObject{{u"Mcp-Param-Login"_s, u"hunter2"_s}} << u"Mcp-Param-Login: ***"_s;
    QTest::newRow("not what it says") << u"pointer:/params/arguments/to"_s << params
                                      << QJsonObject{{u"Mcp-Param-To"_s, u"us"_s}} << u"Mcp-Param-To: ***"_s;
}

void TestEventRedaction::copiesInHeaders()
{
    QFETCH(const QString, rule);
    QFETCH(const QByteArray, params);
    QFETCH(const QJsonObject, headers);
    QFETCH(const QString, left);
    RedactionFixture fixture;
    call(fixture, params, headers);
    QList<Redaction::Hit> hits;
    QCOMPARE(headersIn(fixture, RedactionFixture::of({rule}), hits), left);
    QCOMPARE(hits.size(), left.count(u"***"_s));
    const QByteArray exported = fixture.without(RedactionFixture::of({rule}), ExportFormat::Capture);
    for (const QString &line : left.split(u", "_s))
        QVERIFY2(exported.contains(line.section(u": "_s, 1).toUtf8()), exported.constData());
}

void TestEventRedaction::aCopyWithoutItsMessage()
{
    RedactionFixture fixture;
    const Event request = Event::ofKind(
        EventKind::Http, {{u"exchange"_s, 5},
                          {u"step"_s, u"request"_s},
                          {u"headers"_s, QJsonArray{QJsonObject{{u"name"_s, u"Mcp-Name"_s}, {u"value"_s, u"pay"_s}}}}});
    fixture.happen(request, 2000 * RedactionFixture::Ms);
    QList<Redaction::Hit> hits;
    QCOMPARE(headersIn(fixture, RedactionFixture::of({u"known"_s}), hits), u"Mcp-Name: pay"_s);
    QCOMPARE(headersIn(fixture, RedactionFixture::of({u"known"_s, u"pointer:/params/name"_s}), hits),
             u"Mcp-Name: ***"_s);
}

/// The header was already masked when it was recorded.
void TestEventRedaction::aMaskIsNoHit()
{
    RedactionFixture fixture;
    call(fixture, R"({"name":"pay"})", {{u"Mcp-Name"_s, u"***"_s}});
    QList<Redaction::Hit> hits;
    QCOMPARE(headersIn(fixture, RedactionFixture::of({u"pointer:/params/name"_s}), hits), u"Mcp-Name: ***"_s);
    QCOMPARE(hits.size(), 0);
}

/// Numbers of exchanges start again in each connection.
void TestEventRedaction::ofItsOwnConnection()
{
    RedactionFixture fixture;
    Event request = Event::ofKind(
        EventKind::Http, {{u"exchange"_s, 5},
                          {u"step"_s, u"request"_s},
                          {u"headers"_s, QJsonArray{QJsonObject{{u"name"_s, u"Mcp-Name"_s}, {u"value"_s, u"pay"_s}}}}});
    request.direction = Direction::ClientToServer;
    fixture.happen(request, 2000 * RedactionFixture::Ms);
    Event other = message(R"({"jsonrpc":"2.0","id":"b","method":"tools/call","params":{"other":1}})");
    other.details.insert("exchange"_L1, 5);
    other.connection = 1;
    fixture.happen(other, 2001 * RedactionFixture::Ms);
    other = message(R"({"jsonrpc":"2.0","id":"b","method":"tools/call","params":{"name":"pay"}})");
    other.details.insert("exchange"_L1, 5);
    fixture.happen(other, 2002 * RedactionFixture::Ms);
    QList<Redaction::Hit> hits;
    QCOMPARE(headersIn(fixture, RedactionFixture::of({u"pointer:/params/name"_s}), hits), u"Mcp-Name: ***"_s);
}

/// Secret arguments are masked even without a rule.
void TestEventRedaction::howItIsMadeIsMasked()
{
    RedactionFixture fixture;
    fixture.happen(Event::ofKind(EventKind::Opening, {{u"arguments"_s, QJsonArray{u"--token"_s, u"hunter2"_s}}}),
                   2000 * RedactionFixture::Ms);
    QList<Redaction::Hit> hits;
    const EventRedaction events(*fixture.capture, {});
    QCOMPARE(events.at(fixture.capture->count() - 1, hits).details.value("arguments"_L1).toArray(),
             (QJsonArray{u"--token"_s, u"***"_s}));
    QCOMPARE(hits.size(), 0);
}

void TestEventRedaction::encodedHeaders_data()
{
    QTest::addColumn<QString>("rule");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("leaves");
    QTest::newRow("a token of a known kind") << u"known"_s << QByteArray("\xc3\xa4 ghp_abcdefgh1234") << false;
    QTest::newRow("a pattern") << u"pattern:cus_"_s << QByteArray("\xc3\xa4 cus_1") << false;
    QTest::newRow("nothing") << u"known"_s << QByteArray("\xc3\xa4 ghp") << true;
}

void TestEventRedaction::encodedHeaders()
{
    QFETCH(const QString, rule);
    QFETCH(const QByteArray, text);
    QFETCH(const bool, leaves);
    const QString value = QString::fromLatin1("=?base64?" + text.toBase64() + "?=");
    RedactionFixture fixture;
    call(fixture, "{}", {{u"Mcp-Param-A"_s, value}});
    QList<Redaction::Hit> hits;
    QCOMPARE(headersIn(fixture, RedactionFixture::of({rule}), hits), u"Mcp-Param-A: "_s + (leaves ? value : u"***"_s));
    if (rule == "known"_L1) { // known secrets are not recorded either
        const HttpHeaders headers{{"Mcp-Param-A"_ba, value.toLatin1()}};
        QCOMPARE(headers.describe().first()["value"_L1].toString(), leaves ? value : u"***"_s);
    }
}

void TestEventRedaction::notesThatQuote_data()
{
    QTest::addColumn<QString>("rule");
    QTest::addColumn<QString>("left");
    QTest::newRow("its name") << u"pointer:/result/tools/*/name"_s
                              << u"The tool \"***\" is left out: at /text: \"t\""_s;
    QTest::newRow("its schema") << u"pointer:/result/tools/*/inputSchema"_s
                                << u"The tool \"mirrored\" is left out: at /***: \"***\""_s;
    QTest::newRow("all") << u"pointer:/result"_s << u"The tool \"***\" is left out: at /***: \"***\""_s;
    QTest::newRow("another place") << u"pointer:/params"_s << u"The tool \"mirrored\" is left out: at /text: \"t\""_s;
    QTest::newRow("known") << u"known"_s << u"The tool \"mirrored\" is left out: at /text: \"t\""_s;
}

void TestEventRedaction::notesThatQuote()
{
    QFETCH(const QString, rule);
    QFETCH(const QString, left);
    RedactionFixture fixture;
    fixture.happen(message(R"({"jsonrpc":"2.0","id":"l","method":"tools/list"})"), 2000 * RedactionFixture::Ms);
    fixture.happen(fromServer(R"({"jsonrpc":"2.0","id":"l","result":{"tools":[{"name":"mirrored","inputSchema":)"
                              R"({"properties":{"text":{"x-mcp-header":"t"}}}}]}})"),
                   2001 * RedactionFixture::Ms);
    const QString text = u"The tool \"mirrored\" is left out: at /text: \"t\""_s;
    fixture.happen(Event::ofKind(EventKind::Note, {{u"text"_s, text}}), 2002 * RedactionFixture::Ms);
    const EventRedaction events(*fixture.capture, RedactionFixture::of({u"known"_s, rule}));
    QList<Redaction::Hit> hits;
    const Event note = events.at(fixture.capture->count() - 1, hits);
    QCOMPARE(note.details.value("text"_L1).toString(), left);
    QCOMPARE(hits.size(), left == text ? 0 : 1);
}

/// Beyond that size the note's text is not searched for.
void TestEventRedaction::aNoteAfterTooMuch()
{
    RedactionFixture fixture;
    fixture.happen(
        fromServer(R"({"jsonrpc":"2.0","method":"n","params":{"a":"it","b":")" + QByteArray(8'000'001, 'x') + "\"}}"),
        2000 * RedactionFixture::Ms);
    fixture.happen(Event::ofKind(EventKind::Note, {{u"text"_s, u"nothing of it"_s}}), 2001 * RedactionFixture::Ms);
    const EventRedaction events(*fixture.capture, RedactionFixture::of({u"pointer:/params/a"_s}));
    QList<Redaction::Hit> hits;
    QCOMPARE(events.at(fixture.capture->count() - 1, hits).details["text"_L1].toString(), u"***"_s);
}

void TestEventRedaction::aNoteOfItsOwnConnection()
{
    RedactionFixture fixture;
    Event said = fromServer(R"({"jsonrpc":"2.0","method":"n","params":{"a":"mirrored"}})");
    said.connection = 1;
    fixture.happen(said, 2000 * RedactionFixture::Ms);
    Event note = Event::ofKind(EventKind::Note, {{u"text"_s, u"mirrored is left out"_s}});
    fixture.happen(note, 2001 * RedactionFixture::Ms);
    note.connection = 1;
    fixture.happen(note, 2001 * RedactionFixture::Ms);
    const EventRedaction events(*fixture.capture, RedactionFixture::of({u"pointer:/params/a"_s}));
    QList<Redaction::Hit> hits;
    const qsizetype last = fixture.capture->count() - 1;
    QCOMPARE(events.at(last - 1, hits).details["text"_L1].toString(), u"mirrored is left out"_s);
    QCOMPARE(events.at(last, hits).details["text"_L1].toString(), u"*** is left out"_s);
}

QTEST_GUILESS_MAIN(TestEventRedaction)
#include "tst_eventredaction.moc"
