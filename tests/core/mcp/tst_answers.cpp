// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/jsonchecker.h"
#include "core/json/jsonschema.h"
#include "core/json/jsonvalue.h"
#include "core/mcp/requests/answers.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// Drafts for the user's answers to server requests.
class TestAnswers : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void answersAreJson();
    void drafts_data();
    void drafts();
};

void TestAnswers::answersAreJson()
{
    const QByteArray params = R"({"message":"?","requestedSchema":{"type":"object","properties":{
        "name":{"type":"string","default":"Ada"},"sure":{"type":"boolean"}},"required":["sure"]}})";
    for (const Answers::Invitation &asked : Answers::invitations()) {
        QVERIFY(!JsonChecker().check(Answers::suggestion(asked.method, params)));
        const auto refusal = Answers::refusal(asked.method);
        if (const auto *result = std::get_if<QByteArray>(&refusal))
            QVERIFY(!JsonChecker().check(*result));
    }
    const QByteArray elicited = Answers::suggestion("elicitation/create", params);
    QCOMPARE(JsonValue(elicited).pointer("/content/name").toString(), u"Ada"_s);
    QCOMPARE(JsonValue(elicited).pointer("/content/sure").toBool(), false);
    QCOMPARE(JsonValue(elicited).member("action").toString(), u"accept"_s);
}

void TestAnswers::drafts_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QByteArray>("params");
    QTest::addColumn<QByteArray>("filledIn");
    QTest::addColumn<QByteArray>("result");
    const QByteArray form = R"({"requestedSchema":{"type":"object","properties":{"a":{"type":"string"}}}})";
    QTest::newRow("form") << QByteArray("elicitation/create") << form << QByteArray(R"({"a":"x"})")
                          << QByteArray(R"({"action":"accept","content":{"a":"x"}})");
    QTest::newRow("page") << QByteArray("elicitation/create") << QByteArray(R"({"mode":"url","url":"https://x/"})")
                          << QByteArray() << QByteArray(R"({"action":"accept"})");
    QTest::newRow("roots") << QByteArray("roots/list") << QByteArray() << QByteArray(R"({"roots":[]})")
                           << QByteArray(R"({"roots":[]})");
    const QByteArray said = R"({"role":"assistant","content":[{"type":"text","text":"x"}],"model":"m"})";
    QTest::newRow("sampling") << QByteArray("sampling/createMessage") << QByteArray("{}") << said << said;
}

void TestAnswers::drafts()
{
    QFETCH(const QByteArray, method);
    QFETCH(const QByteArray, params);
    QFETCH(const QByteArray, filledIn);
    const Answers::Draft draft = Answers::draft(method, params);
    QTEST(draft.result(filledIn), "result");
    QCOMPARE(draft.isContent, method == "elicitation/create");
    if (draft.schema.isEmpty())
        return;
    const auto schema = JsonSchema::compile(draft.schema, {.assertFormats = true});
    QVERIFY2(schema, schema ? "" : qPrintable(schema.error().detail));
    QVERIFY(schema->validate(JsonValue(filledIn)).isEmpty());
    if (!draft.value.isEmpty())
        QVERIFY(schema->validate(JsonValue(draft.value)).isEmpty());
}

QTEST_GUILESS_MAIN(TestAnswers)
#include "tst_answers.moc"
