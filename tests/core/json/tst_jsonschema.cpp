// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/schemaproblems.h"

#include <QRegularExpression>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

class TestJsonSchema : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void reportsErrors_data();
    void reportsErrors();
    void refusesSchemas_data();
    void refusesSchemas();
    void readsOlderDrafts_data();
    void readsOlderDrafts();
    void usesGivenDocumentsOnly();
    void includesMetaschemas_data();
    void includesMetaschemas();
    void extendsMetaschemas();
    void rejectsOtherMetaschemas();
    void outlivesItsText();
};

void TestJsonSchema::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
}

void TestJsonSchema::reportsErrors_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QByteArray>("instance");
    QTest::addColumn<QStringList>("expected");
    const auto row = [](const char *name, const QByteArray &schema, const QByteArray &instance,
                        const QStringList &expected) { QTest::newRow(name) << schema << instance << expected; };

    row("nothing", R"({"type":"object","required":["a"]})", R"({"a":1})", {});
    row("type", R"({"properties":{"a":{"type":"string"}}})", R"({"a":1})",
        {u"/a | /properties/a | type | must be a string, not a number"_s});
    row("types", R"({"type":["null","string","integer"]})", "true",
        {u" |  | type | must be a string, an integer or null, not true or false"_s});
    row("integer", R"({"type":"integer"})", "1.5", {u" |  | type | must be an integer, not 1.5"_s});
    row("required", R"({"properties":{"a/b":{"required":["c~d"]}}})", R"({"a/b":{}})",
        {u"/a~1b/c~0d | /properties/a~1b | required | is required"_s});
    row("enum", R"({"enum":["a","b",3]})", "4", {u" |  | enum | must be one of \"a\", \"b\", 3"_s});
    row("const", R"({"items":{"const":"a"}})", R"(["a","b"])", {u"/1 | /items | const | must be \"a\""_s});
    row("minimum", R"({"minimum":1})", "0.5", {u" |  | minimum | must be at least 1"_s});
    row("maximum", R"({"maximum":1})", "2", {u" |  | maximum | must be at most 1"_s});
    row("exclusiveMinimum", R"({"exclusiveMinimum":1})", "1", {u" |  | exclusiveMinimum | must be greater than 1"_s});
    row("exclusiveMaximum", R"({"exclusiveMaximum":1})", "1", {u" |  | exclusiveMaximum | must be less than 1"_s});
    row("multipleOf", R"({"multipleOf":0.01})", "0.001", {u" |  | multipleOf | must be a multiple of 0.01"_s});
    row("empty", R"({"minLength":1})", R"("")", {u" |  | minLength | must not be empty"_s});
    row("minLength", R"({"minLength":3})", R"("\ud83d\ude00é")",
        {u" |  | minLength | must have at least 3 characters, not 2"_s});
    row("maxLength", R"({"maxLength":1})", R"("ab")", {u" |  | maxLength | must have at most 1 character, not 2"_s});
    row("pattern", R"({"pattern":"^a+$"})", R"("b")", {u" |  | pattern | must match the pattern ^a+$"_s});
    row("minItems", R"({"minItems":2})", "[1]", {u" |  | minItems | must have at least 2 items, not 1"_s});
    row("maxProperties", R"({"maxProperties":0})", R"({"a":1})",
        {u" |  | maxProperties | must have at most 0 members, not 1"_s});
    row("uniqueItems", R"({"uniqueItems":true})", R"([1,{"a":[1],"b":2},{"b":2.0,"a":[1]}])",
        {u" |  | uniqueItems | must not have the same item twice: items 2 and 3 are equal"_s});
    row("contains", R"({"contains":{"type":"string"}})", "[1]",
        {u" |  | contains | must contain at least 1 item of the required kind, not 0"_s});
    row("additional", R"({"properties":{"a":true},"additionalProperties":false})", R"({"a":1,"b":2})",
        {u"/b | /additionalProperties | additionalProperties | is not allowed"_s});
    row("unevaluated", R"({"allOf":[{"properties":{"a":true}}],"unevaluatedProperties":false})", R"({"a":1,"b":2})",
        {u"/b | /unevaluatedProperties | unevaluatedProperties | is not allowed"_s});
    row("propertyNames", R"({"propertyNames":{"maxLength":1}})", R"({"ab":1})",
        {u"/ab | /propertyNames | maxLength | the name of this member must have at most 1 character, not 2"_s});
    row("dependentRequired", R"({"dependentRequired":{"a":["b"]}})", R"({"a":1})",
        {u"/b |  | dependentRequired | is required with \"a\""_s});
    row("not", R"({"not":{"type":"null"}})", "null", {u" |  | not | has a form that is not allowed"_s});
    row("then", R"({"if":{"type":"number"},"then":{"minimum":1}})", "0",
        {u" | /then | minimum | must be at least 1"_s});
    row("ref", R"({"$ref":"#/$defs/a","$defs":{"a":{"minimum":1}}})", "0",
        {u" | /$defs/a | minimum | must be at least 1"_s});
    row("false", "false", "0", {u" |  |  | is not allowed"_s});
    row("all of them", R"({"properties":{"a":{"type":"string"},"b":{"minimum":1}},"required":["c"]})",
        R"({"a":1,"b":0})",
        {u"/c |  | required | is required"_s, u"/a | /properties/a | type | must be a string, not a number"_s,
         u"/b | /properties/b | minimum | must be at least 1"_s});
    row("the last of duplicates", R"({"properties":{"a":{"type":"string"}}})", R"({"a":"x","b":0,"\u0061":1})",
        {u"/a | /properties/a | type | must be a string, not a number"_s});

    row("nullable", R"({"anyOf":[{"type":"string"},{"type":"null"}]})", "1",
        {u" |  | anyOf | must be a string or null, not a number"_s});
    row("nullable of the right type", R"({"anyOf":[{"type":"string","minLength":1},{"type":"null"}]})", R"("")",
        {u" | /anyOf/0 | minLength | must not be empty"_s});
    row("told apart by a member",
        R"({"oneOf":[{"properties":{"k":{"const":1},"v":{"type":"string"}}},
                     {"properties":{"k":{"const":2},"v":{"type":"number"}}}]})",
        R"({"k":2,"v":"x"})", {u"/v | /oneOf/1/properties/v | type | must be a number, not a string"_s});
    row("none", R"({"anyOf":[{"required":["a"]},{"minProperties":1}]})", "{}",
        {u" |  | anyOf | matches none of the 2 allowed forms: (1) /a is required; (2) must have a member"_s});
    row("none of five",
        R"({"oneOf":[{"required":["a"]},{"required":["b"]},{"required":["c"]},{"required":["d"]},{"required":["e"]}]})",
        "{}",
        {u" |  | oneOf | matches none of the 5 allowed forms: (1) /a is required; (2) /b is required; (3) /c is "
         "required; (4) /d is required; (5) /e is required"_s});
    row("none of ten",
        R"({"anyOf":[{"minimum":1},{"minimum":2},{"minimum":3},{"minimum":4},{"minimum":5},{"minimum":6},{"minimum":7},
                     {"minimum":8},{"minimum":9},{"minimum":10}]})",
        "0",
        {u" |  | anyOf | matches none of the 10 allowed forms: (1) must be at least 1; (2) must be at least 2; "
         "(3) must be at least 3; (4) must be at least 4; (5) must be at least 5; (6) must be at least 6; (7) "
         "must be at least 7; (8) must be at least 8; and 2 more"_s});
    row("too many", R"({"oneOf":[{"type":"number"},{"type":"string"},{"minimum":0}]})", "1",
        {u" |  | oneOf | must match exactly one of the 3 allowed forms, but matches 1 and 3"_s});
}

void TestJsonSchema::reportsErrors()
{
    QFETCH(const QByteArray, schema);
    QFETCH(const QByteArray, instance);
    QFETCH(const QStringList, expected);
    QCOMPARE(schemaProblems(schema, instance), expected);
}

void TestJsonSchema::refusesSchemas_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QString>("error");
    QTest::newRow("not JSON") << R"({"type":})"_ba << u"error: the schema is not valid JSON: "_s;
    QTest::newRow("not a schema") << "[]"_ba << u"error: in the schema: a schema must be"_s;
    QTest::newRow("deep") << QByteArray(2000, '[') + QByteArray(2000, ']') << u"error: the schema is not valid JSON"_s;
}

void TestJsonSchema::refusesSchemas()
{
    QFETCH(const QByteArray, schema);
    QFETCH(const QString, error);
    const QStringList found = schemaProblems(schema, "1");
    QCOMPARE(found.size(), 1);
    QVERIFY2(found.front().startsWith(error), qPrintable(found.front()));
}

void TestJsonSchema::readsOlderDrafts_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QByteArray>("instance");
    QTest::addColumn<bool>("valid");
    const QByteArray d7 = R"({"$schema":"http://json-schema.org/draft-07/schema#",)";
    const QByteArray d4 = R"({"$schema":"http://json-schema.org/draft-04/schema#",)";
    const QByteArray d2019 = R"({"$schema":"https://json-schema.org/draft/2019-09/schema",)";
    const auto row = [](const char *name, const QByteArray &schema, const QByteArray &instance, bool valid) {
        QTest::newRow(name) << schema << instance << valid;
    };
    // As generated by zod v3.
    const QByteArray zod = d7 + R"("type":"object","properties":{"a":{"type":"number"},"b":{"$ref":"#/properties/a"}},
        "required":["a"],"additionalProperties":false})";
    row("zod", zod, R"({"a":1,"b":2})", true);
    row("zod, wrong", zod, R"({"a":1,"b":"2"})", false);
    row("definitions", d7 + R"("$ref":"#/definitions/P","definitions":{"P":{"type":"string"}}})", "1", false);
    row("tuple", d7 + R"("items":[{"type":"string"}],"additionalItems":false})", R"(["a"])", true);
    row("tuple, too long", d7 + R"("items":[{"type":"string"}],"additionalItems":false})", R"(["a",1])", false);
    row("dependencies", d7 + R"("dependencies":{"a":["b"]}})", R"({"a":1})", false);
    row("siblings of $ref", d7 + R"("properties":{"a":{"$ref":"#/definitions/n","minimum":5}},"definitions":{"n":{}}})",
        R"({"a":1})", true);
    row("siblings of $ref, now", R"({"properties":{"a":{"$ref":"#/$defs/n","minimum":5}},"$defs":{"n":{}}})",
        R"({"a":1})", false);
    row("a keyword that came later", d7 + R"("dependentRequired":{"a":["b"]}})", R"({"a":1})", true);
    row("boolean exclusiveMinimum", d4 + R"("minimum":1,"exclusiveMinimum":true})", "1", false);
    row("id", d4 + R"("id":"http://x.example/","definitions":{"a":{"id":"b","type":"null"}},"items":{"$ref":"b"}})",
        "[1]", false);
    row("recursion", d2019 + R"("$recursiveAnchor":true,"items":{"$recursiveRef":"#"},"type":"array"})", "[[1]]",
        false);
}

void TestJsonSchema::readsOlderDrafts()
{
    QFETCH(const QByteArray, schema);
    QFETCH(const QByteArray, instance);
    QFETCH(const bool, valid);
    const QStringList found = schemaProblems(schema, instance);
    QVERIFY2(found.isEmpty() == valid, qPrintable(found.join(u'\n')));
    QVERIFY(found.isEmpty() || !found.front().startsWith(u"error"_s));
}

void TestJsonSchema::usesGivenDocumentsOnly()
{
    const QByteArray schema = R"({"$id":"https://example.org/a.json","$ref":"b.json#/$defs/n"})";
    JsonSchemaOptions options;
    QCOMPARE(schemaProblems(schema, "1", options).size(), 1);
    options.documents.insert("https://example.org/b.json", R"({"$defs":{"n":{"type":"string"}}})");
    QCOMPARE(schemaProblems(schema, "1", options),
             QStringList{u" | https://example.org/b.json#/$defs/n | type | must be a string, not a number"_s});
    options.documents.insert("https://example.org/b.json", "{");
    const QString broken = schemaProblems(schema, "1", options).front();
    QVERIFY2(broken.startsWith(u"undecided: in the schema at /$ref: https://example.org/b.json is not valid JSON"_s),
             qPrintable(broken));
}

void TestJsonSchema::includesMetaschemas_data()
{
    QTest::addColumn<QByteArray>("uri");
    QTest::addColumn<QByteArray>("good");
    QTest::addColumn<QByteArray>("bad");
    QTest::addColumn<QString>("pointer"); // pointer to the violated keyword
    const QByteArray d2020 = "https://json-schema.org/draft/2020-12/";
    const QByteArray d2019 = "https://json-schema.org/draft/2019-09/";
    const auto row = [](const QByteArray &uri, const QByteArray &good, const QByteArray &bad, const QString &pointer) {
        QTest::addRow("%s %s", uri.constData(), bad.constData()) << uri << good << bad << pointer;
    };
    row(d2020 + "schema", R"({"properties":{"a":{"type":["string","null"]}}})", R"({"properties":{"a":{"type":"x"}}})",
        u"/properties/type"_s);
    row(d2020 + "schema#", R"({"items":{"multipleOf":0.5}})", R"({"items":{"multipleOf":0}})",
        u"/properties/multipleOf"_s);
    row(d2020 + "schema", R"({"$id":"a#","allOf":[true]})", R"({"$id":"a#b"})", u"/properties/$id"_s);
    row(d2020 + "schema", R"({"$anchor":"_a-1"})", R"({"$anchor":"1"})", u"/properties/$anchor"_s);
    row(d2020 + "schema", R"({"minContains":0})", R"({"minContains":-1})", u"/properties/minContains"_s);
    row(d2020 + "schema", R"({"default":[],"deprecated":true})", R"({"deprecated":1})", u"/properties/deprecated"_s);
    row(d2020 + "schema", R"({"required":["a","b"]})", R"({"required":["a","a"]})", u"/properties/required"_s);
    row(d2020 + "meta/core", R"({"type":1})", R"({"$defs":[]})", u"/properties/$defs"_s);
    row(d2020 + "meta/validation", R"({"title":1})", R"({"maxLength":1.5})", u"/properties/maxLength"_s);
    row(d2020 + "meta/meta-data", R"({"format":1})", R"({"title":1})", u"/properties/title"_s);
    row(d2020 + "meta/format-assertion", R"({"title":1})", R"({"format":1})", u"/properties/format"_s);
    row(d2020 + "meta/content", R"({"title":1})", R"({"contentSchema":1})", u""_s);
    row(d2019 + "schema", R"({"$anchor":"a:b","items":[{}]})", R"({"items":{"unevaluatedItems":1}})", u""_s);
    row(d2019 + "meta/applicator", R"({"type":1})", R"({"unevaluatedItems":1})", u""_s);
    const QByteArray d7 = "http://json-schema.org/draft-07/schema";
    row(d7, R"({"items":[{"const":1}]})", R"({"definitions":{"a":{"minLength":-1}}})", u"/properties/minLength"_s);
    row(d7 + '#', R"({"dependencies":{"a":["b"],"c":{}}})", R"({"if":1})", u""_s);
    row("http://json-schema.org/draft-06/schema#", R"({"if":1})", R"({"not":1})", u""_s);
    row("http://json-schema.org/draft-04/schema#", R"({"minimum":1,"exclusiveMinimum":true})",
        R"({"exclusiveMinimum":1})", u"/properties/exclusiveMinimum"_s);
}

void TestJsonSchema::includesMetaschemas()
{
    QFETCH(const QByteArray, uri);
    QFETCH(const QByteArray, good);
    QFETCH(const QByteArray, bad);
    QFETCH(const QString, pointer);
    const QByteArray schema = R"({"$ref":")" + uri + R"("})";
    const QStringList unexpected = schemaProblems(schema, good);
    QVERIFY2(unexpected.isEmpty(), qPrintable(unexpected.join(u'\n')));
    const QStringList found = schemaProblems(schema, bad);
    QVERIFY(!found.isEmpty());
    const QString document = QString::fromUtf8(uri).remove(u'#');
    QVERIFY2(found.front().contains(document + u'#' + pointer + u" | "_s), qPrintable(found.front()));
}

/// An extension of the metaschema also applies to the schemas inside, as the drafts define.
void TestJsonSchema::extendsMetaschemas()
{
    for (const QByteArray &schema :
         {QByteArray(R"({"$id":"http://x.example/","$dynamicAnchor":"meta","properties":{"x-unit":{"type":"string"}},
            "$ref":"https://json-schema.org/draft/2020-12/schema","unevaluatedProperties":false})"),
          QByteArray(R"({"$schema":"https://json-schema.org/draft/2019-09/schema","$id":"http://x.example/",
            "$recursiveAnchor":true,"properties":{"x-unit":{"type":"string"}},
            "$ref":"https://json-schema.org/draft/2019-09/schema","unevaluatedProperties":false})")}) {
        QCOMPARE(schemaProblems(schema, R"({"items":{"default":1,"title":"a","x-unit":"m"}})"), QStringList());
        QVERIFY(!schemaProblems(schema, R"({"items":{"x-unit":1}})").isEmpty());
        QVERIFY(!schemaProblems(schema, R"({"items":{"x-other":1}})").isEmpty());
    }
}

void TestJsonSchema::rejectsOtherMetaschemas()
{
    for (const char *uri :
         {"https://json-schema.org/draft/2020-12/meta/format", "http://json-schema.org/draft-03/schema",
          "http://json-schema.org/draft-07/meta/core", "https://json-schema.org/meta/"}) {
        const QStringList found = schemaProblems(R"({"$ref":")" + QByteArray(uri) + R"("})", "1");
        QCOMPARE(found.size(), 1);
        QVERIFY2(found.front().contains(u"points to another document"_s), qPrintable(found.front()));
    }
}

void TestJsonSchema::outlivesItsText()
{
    QByteArray text = R"({"properties":{"a":{"enum":["x"],"pattern":"x","maxLength":1}},"required":["b"]})";
    const JsonSchema schema = *JsonSchema::compile(text);
    text.fill('#');
    const JsonSchema copy = schema;
    QCOMPARE(copy.validate(JsonValue(R"({"a":"yy"})")).size(), 4);
    QVERIFY(copy.validate(JsonValue(R"({"a":"x","b":1})")).isEmpty());
    QVERIFY(!copy.validate(JsonValue()).isEmpty());
}

QTEST_GUILESS_MAIN(TestJsonSchema)
#include "tst_jsonschema.moc"
