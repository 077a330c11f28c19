// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "captureevents.h"
#include "redactionfixture.h"

#include "core/capture/export/protocolnames.h"
#include "core/json/jsonvalue.h"

#include <QDir>
#include <QFile>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;
using namespace Pullcord::CaptureEvents;

/// Texts that match a rule but must stay.
class TestRedactionStaying : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void matchesThatStayAreReported_data();
    void matchesThatStayAreReported();
    void namesOfTheProtocol();

private:
    /// Collects the names of members that a schema describes.
    static void gatherNames(const JsonValue &schema, QStringList &names)
    {
        for (const JsonMember &member : schema) {
            const bool isNamed = schema.isObject() && member.keyEquals("properties") && member.value.isObject();
            if (isNamed) {
                for (const JsonMember &property : member.value)
                    names << property.key();
            }
            if (member.value.isObject() || member.value.isArray())
                gatherNames(member.value, names);
        }
    }
};

void TestRedactionStaying::matchesThatStayAreReported_data()
{
    QTest::addColumn<QString>("rule");
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QStringList>("places");
    const auto row = [](const char *name, const char *rule, const char *json, const QStringList &places) {
        QTest::newRow(name) << QString::fromLatin1(rule) << QByteArray(json) << places;
    };
    row("id", "known", R"({"id":"ghp_abcdefgh1234","method":"m"})", {u"/id"_s});
    row("id that is no secret", "known", R"({"id":"1","method":"m"})", {});
    row("method", "pattern:acme", R"({"id":1,"method":"acme/call"})", {u"/method"_s});
    row("number", "pattern:^41", R"({"id":4111,"method":"m"})", {u"/id"_s});
    row("tokens", "pattern:acme", R"({"method":"m","params":{"requestId":"acme","_meta":{"progressToken":"acme-1"}}})",
        {u"/params/requestId"_s, u"/params/_meta/progressToken"_s});
    row("task", "pattern:acme", R"({"id":1,"result":{"task":{"taskId":"acme","status":"working"}}})",
        {u"/result/task/taskId"_s});
    row("place", "pointer:/id", R"({"id":1,"method":"m"})", {u"/id"_s});
    row("place of more than that", "pointer:/params", R"({"method":"m","params":{"progress":1,"a":2}})", {});
    row("not what goes", "pattern:acme", R"({"id":1,"result":{"text":"acme","id":"acme"}})", {});
    row("names of other methods", "pattern:acme",
        R"({"method":"acme2/do","params":{"acme":"x","n":{"acme":1}},"acme":1})",
        {u"/method"_s, u"/params/acme"_s, u"/params/n/acme"_s, u"/acme"_s});
    row("names in an error", "pattern:acme", R"({"id":1,"error":{"code":1,"message":"m","acme":1,"data":{"acme":1}}})",
        {u"/error/acme"_s});
    row("extensions", "pattern:acme",
        R"({"method":"m","params":{"capabilities":{"extensions":{"com.acme/x":{"acme":1}},"experimental":{"acme":1}}}})",
        {u"/params/capabilities/extensions/com.acme~1x"_s, u"/params/capabilities/extensions/com.acme~1x/acme"_s});
    row("what was asked for", "pattern:acme", R"({"id":1,"result":{"inputRequests":{"acme":{"method":"roots/list"}}}})",
        {u"/result/inputRequests/acme"_s});
    row("a token for a name", "known", R"({"method":"m","params":{"ghp_abcdefgh1234":1}})",
        {u"/params/ghp_abcdefgh1234"_s});
    row("names that go", "pattern:acme", R"({"method":"m","params":{"arguments":{"acme":1}}})", {});
    row("names of the protocol", "pattern:[a-z]+",
        R"({"method":"7","params":{"capabilities":{"extensions":{"io.modelcontextprotocol/ui":{}},"sampling":{}}}})",
        {});
    row("nor values that are not chosen", "pattern:.", R"({"jsonrpc":"2.0","result":{"isError":true}})", {});
}

void TestRedactionStaying::matchesThatStayAreReported()
{
    QFETCH(const QString, rule);
    QFETCH(const QByteArray, json);
    QFETCH(const QStringList, places);
    const Redaction redaction = RedactionFixture::of({rule});
    QList<Redaction::Hit> hits;
    QList<Redaction::Hit> staying;
    static_cast<void>(redaction.redacted(message(json), hits, &staying));
    QStringList found;
    for (const Redaction::Hit &hit : std::as_const(staying))
        found << hit.place;
    QCOMPARE(found, places);
    RedactionCounts leftOut(redaction);
    leftOut.add(hits);
    leftOut.addStaying(staying);
    QCOMPARE(leftOut.staying(), places.size());
    QCOMPARE(leftOut.idle().isEmpty(), !hits.isEmpty() || !places.isEmpty());
}

/// Names of every revision.
void TestRedactionStaying::namesOfTheProtocol()
{
    const QDir schemas(u":/pullcord/mcpschemas"_s);
    const QStringList files = schemas.entryList();
    QCOMPARE(files.size(), 5);
    for (const QString &name : files) {
        QFile file(schemas.filePath(name));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        QStringList names;
        gatherNames(JsonValue(text), names);
        QVERIFY(names.size() > 100);
        for (const QString &one : std::as_const(names))
            QVERIFY2(isProtocolName(one), qPrintable(name + u": "_s + one));
    }
    QVERIFY(!isProtocolName(u"acme"));
    QVERIFY(!isProtocolName(u"Params"));
}

QTEST_GUILESS_MAIN(TestRedactionStaying)
#include "tst_redactionstaying.moc"
