// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/jsonchecker.h"
#include "core/mcp/answers.h"
#include "ui/models/flatschema.h"
#include "ui/models/jsonedit.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;
using Kind = SchemaField::Kind;

class TestFlatSchema : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void kinds_data();
    void kinds();
    void initialArguments();
    void complaints();
    void textToJson_data();
    void textToJson();
    void editsMembers_data();
    void editsMembers();
    void answersAreJson();
};

void TestFlatSchema::kinds_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<int>("kind");
    const auto row = [](const char *name, const char *schema, Kind kind) {
        QTest::newRow(name) << QByteArray(schema) << int(kind);
    };
    row("string", R"({"type":"string"})", Kind::Text);
    row("nullable string", R"({"type":["string","null"]})", Kind::Text);
    row("integer", R"({"type":"integer"})", Kind::Integer);
    row("number", R"({"type":"number"})", Kind::Number);
    row("boolean", R"({"type":"boolean"})", Kind::Boolean);
    row("enum", R"({"type":"string","enum":["a","b"]})", Kind::Choice);
    row("titled enum", R"({"oneOf":[{"const":"a","title":"A"}]})", Kind::Choice);
    row("array", R"({"type":"array"})", Kind::Json);
    row("union", R"({"type":["string","number"]})", Kind::Json);
    row("alternatives", R"({"oneOf":[{"type":"string"},{"type":"number"}]})", Kind::Json);
    row("anything", "true", Kind::Json);
}

void TestFlatSchema::kinds()
{
    QFETCH(QByteArray, schema);
    QFETCH(int, kind);
    const FlatSchema flat(R"({"type":"object","properties":{"p":)" + schema + "}}");
    QCOMPARE(flat.fields().size(), 1);
    QCOMPARE(int(flat.fields().at(0).kind), kind);
    QVERIFY(!JsonChecker().check(flat.initial()));
}

void TestFlatSchema::initialArguments()
{
    const FlatSchema schema(R"({"properties":{
        "text":{"type":"string"}, "count":{"type":"integer","default":12345678901234567890},
        "mode":{"enum":["x","y"]}, "list":{"type":"array"}, "optional":{"type":"string"}, "flag":{"type":"boolean"}},
        "required":["text","mode","list","flag"]})");
    QCOMPARE(schema.initial(),
             "{\n  \"text\": \"\",\n  \"count\": 12345678901234567890,\n  \"mode\": \"x\",\n  \"list\": [],\n"
             "  \"flag\": false\n}");
    QCOMPARE(FlatSchema("[1]").initial(), "{}");
    QVERIFY(FlatSchema(QByteArray()).fields().isEmpty());
}

void TestFlatSchema::complaints()
{
    const FlatSchema schema(R"({"properties":{"n":{"type":"integer"},"s":{"type":"string"}},"required":["s"]})");
    QCOMPARE(schema.complaints("{}"), QStringList{u"s is required"_s});
    QCOMPARE(schema.complaints(R"({"s":"","n":1})"), QStringList());
    QCOMPARE(schema.complaints(R"({"s":"","n":1e2})"), QStringList());
    QCOMPARE(schema.complaints(R"({"s":1,"n":1.5})").size(), 2);
}

void TestFlatSchema::textToJson_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<bool>("required");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QByteArray>("json"); // empty: left out
    const auto row = [](const char *name, Kind kind, bool required, const QString &text, const char *json) {
        QTest::newRow(name) << int(kind) << required << text << QByteArray(json);
    };
    row("text", Kind::Text, false, u"say \"hi\""_s, R"("say \"hi\"")");
    row("no text", Kind::Text, false, u""_s, "");
    row("empty text that is required", Kind::Text, true, u""_s, R"("")");
    row("number keeps its digits", Kind::Number, false, u" 1.10 "_s, "1.10");
    row("huge integer", Kind::Integer, false, u"123456789012345678901234567890"_s, "123456789012345678901234567890");
    row("no number yet", Kind::Number, false, u"1."_s, R"("1.")");
    row("boolean", Kind::Boolean, false, u"true"_s, "true");
    row("json", Kind::Json, false, u"[1, 2]"_s, "[1, 2]");
    row("broken json", Kind::Json, false, u"[1,"_s, R"("[1,")");
}

void TestFlatSchema::textToJson()
{
    QFETCH(int, kind);
    QFETCH(bool, required);
    QFETCH(QString, text);
    QFETCH(QByteArray, json);
    SchemaField field;
    field.kind = Kind(kind);
    field.required = required;
    const std::optional<QByteArray> result = field.toJson(text);
    QCOMPARE(result.has_value(), !json.isEmpty());
    if (result)
        QCOMPARE(*result, json);
}

void TestFlatSchema::editsMembers_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("value"); // empty: remove
    QTest::addColumn<QByteArray>("after");
    const auto row = [](const char *name, const char *before, const char *value, const char *after) {
        QTest::newRow(name) << QByteArray(before) << QByteArray(value) << QByteArray(after);
    };
    row("replace", R"({"a" : 1, "x":  [ 2 ] ,"b":3})", "true", R"({"a" : 1, "x":  true ,"b":3})");
    row("replace the last of two", R"({"x":1,"x":2})", "3", R"({"x":1,"x":3})");
    row("escaped name", R"({"\u0078":1})", "2", R"({"\u0078":2})");
    row("add to nothing", "{}", "1", "{\n  \"x\": 1\n}");
    row("add on the line", R"({"a":1, "b":2})", "3", R"({"a":1, "b":2, "x": 3})");
    row("add on a new line", "{\n    \"a\": 1\n}", "2", "{\n    \"a\": 1,\n    \"x\": 2\n}");
    row("remove the first", R"({"x":1, "b":2})", "", R"({"b":2})");
    row("remove the last", R"({"a":1, "x":2})", "", R"({"a":1})");
    row("remove one in the middle", "{\n \"a\":1,\n \"x\":2,\n \"b\":3\n}", "", "{\n \"a\":1,\n \"b\":3\n}");
    row("remove the only one", R"({ "x" : 1 })", "", "{}");
    row("remove every one", R"({"x":1,"a":2,"x":3})", "", R"({"a":2})");
    row("remove what is not there", R"({"a":1})", "", R"({"a":1})");
}

void TestFlatSchema::editsMembers()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, value);
    QFETCH(QByteArray, after);
    const auto wanted = value.isEmpty() ? std::nullopt : std::optional(value);
    const QByteArray result = JsonEdit::withMember(before, "x", wanted);
    QCOMPARE(result, after);
    QVERIFY(!JsonChecker().check(result));
}

void TestFlatSchema::answersAreJson()
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

QTEST_GUILESS_MAIN(TestFlatSchema)
#include "tst_flatschema.moc"
