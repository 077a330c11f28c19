// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
//
// Unsupported parts of a schema are reported, and everything else is validated.
#include "core/schemaproblems.h"

#include <QRegularExpression>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

class TestJsonSchemaGaps : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void reportsGaps_data();
    void reportsGaps();
    void checksTheRest_data();
    void checksTheRest();
    void boundsGaps();
};

void TestJsonSchemaGaps::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
}

void TestJsonSchemaGaps::reportsGaps_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QString>("gap"); // beginning of the text; empty: no gap
    const auto row = [](const char *name, const QByteArray &schema, const QString &gap) {
        QTest::newRow(name) << schema << gap;
    };
    row("none", R"({"$schema":"https://json-schema.org/draft/2020-12/schema","x-unit":1,"format":"x"})", {});
    row("subschema", R"({"properties":{"a":1}})", u"in the schema at /properties/a: a schema"_s);
    row("type", R"({"type":"strin"})", u"in the schema at /type: \"strin\" is not a type"_s);
    row("minimum", R"({"items":{"minimum":"1"}})", u"in the schema at /items/minimum: it must be a number"_s);
    row("maxLength", R"({"maxLength":-1})", u"in the schema at /maxLength: it must be an"_s);
    row("multipleOf", R"({"multipleOf":0})", u"in the schema at /multipleOf: it must be"_s);
    row("remote ref", R"({"$ref":"https://example.org/a.json#/b"})",
        u"in the schema at /$ref: $ref \"https://example.org/a.json#/b\" points to another document"_s);
    row("dangling ref", R"({"items":{"$ref":"#/$defs/x"}})",
        u"in the schema at /items/$ref: $ref \"#/$defs/x\" points nowhere"_s);
    row("no anchor", R"({"$ref":"#x"})", u"in the schema at /$ref: $ref \"#x\" points nowhere"_s);
    row("dynamic ref", R"({"$dynamicRef":"#x"})", u"in the schema at /$dynamicRef: $ref \"#x\" points nowhere"_s);
    row("ref is no string", R"({"$ref":1})", u"in the schema at /$ref: it must be a string"_s);
    row("pattern", R"({"pattern":"("})", u"in the schema at /pattern: the pattern ( is not"_s);
    row("huge pattern", R"-({"pattern":"((((a{1000}){1000}){1000}){1000})"})-",
        u"in the schema at /pattern: the pattern "_s);
    row("long pattern", R"({"pattern":")" + QByteArray(20000, 'a') + R"("})",
        u"in the schema at /pattern: the pattern is longer than"_s);
    row("unknown dialect", R"({"$schema":"https://example.org/mine"})",
        u"in the schema at /$schema: \"https://example.org/mine\" is not supported, so the schema is read as "
        "https://json-schema.org/draft/2020-12/schema"_s);
    row("of another draft", R"({"$schema":"http://json-schema.org/draft-07/schema#","prefixItems":[{"type":"null"}]})",
        u"in the schema at /prefixItems: it has no meaning in the draft"_s);
    row("a member of that name", R"({"$schema":"http://json-schema.org/draft-07/schema#",
        "properties":{"prefixItems":{"type":"null"}}})",
        {});
}

void TestJsonSchemaGaps::reportsGaps()
{
    QFETCH(const QByteArray, schema);
    QFETCH(const QString, gap);
    const auto compiled = JsonSchema::compile(schema);
    QVERIFY2(compiled, compiled ? "" : qPrintable(compiled.error().detail));
    const QList<TranslatableText> gaps = compiled->gaps();
    QCOMPARE(gaps.size(), gap.isEmpty() ? 0 : 1);
    QVERIFY2(gap.isEmpty() || gaps.first().startsWith(gap), qPrintable(gaps.value(0)));
}

void TestJsonSchemaGaps::checksTheRest_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QByteArray>("instance");
    QTest::addColumn<QStringList>("wrong");
    QTest::addColumn<int>("undecided");
    const auto row = [](const char *name, const QByteArray &schema, const QByteArray &instance,
                        const QStringList &wrong,
                        int undecided) { QTest::newRow(name) << schema << instance << wrong << undecided; };
    const QByteArray remote = R"({"$ref":"https://example.org/s"})";
    const QByteArray members = R"({"required":["b"],"properties":{"a":)" + remote + R"(,"b":{"type":"string"}}})";
    row("a member away, all well", members, R"({"a":1,"b":"x"})", {}, 1);
    row("a member away, not there", members, R"({"b":"x"})", {}, 0);
    row("a member away, another wrong", members, R"({"a":1,"b":2})",
        {u"/b | /properties/b | type | must be a string, not a number"_s}, 1);
    row("beside it", R"({"$ref":"https://example.org/s","minimum":5})", "1", {u" |  | minimum | must be at least 5"_s},
        1);
    row("elements", R"({"items":)" + remote + "}", "[1,2,3]", {}, 1);
    row("all of", R"({"allOf":[)" + remote + R"(,{"minimum":5}]})", "1",
        {u" | /allOf/1 | minimum | must be at least 5"_s}, 1);
    row("any of, one fits", R"({"anyOf":[)" + remote + R"(,{"type":"number"}]})", "1", {}, 0);
    row("any of, none fits", R"({"anyOf":[)" + remote + R"(,{"type":"number"}]})", "null", {}, 1);
    row("one of, one fits", R"({"oneOf":[)" + remote + R"(,{"type":"number"}]})", "1", {}, 1);
    row("one of, two fit", R"({"oneOf":[)" + remote + R"(,{"type":"number"},{"minimum":0}]})", "1",
        {u" |  | oneOf | must match exactly one of the 3 allowed forms, but matches 2 and 3"_s}, 0);
    row("one of, ruled out", R"({"oneOf":[{"$ref":"https://example.org/s","type":"string"},{"type":"number"}]})", "1",
        {}, 0);
    row("not", R"({"not":)" + remote + "}", "1", {}, 1);
    row("not, ruled out", R"({"not":{"$ref":"https://example.org/s","type":"string"}})", "1", {}, 0);
    row("if", R"({"if":)" + remote + R"(,"then":{"minimum":5},"else":{"minimum":6}})", "1", {}, 1);
    row("then", R"({"if":{"type":"number"},"then":)" + remote + R"(,"else":{"minimum":6}})", "1", {}, 1);
    row("contains enough", R"({"contains":{"anyOf":[{"type":"null"},{"$ref":"#/x","type":"string"}]}})",
        R"([null,"a"])", {}, 0);
    row("contains perhaps", R"({"contains":{"$ref":"#/x","type":"string"}})", R"([1,"a"])", {}, 1);
    row("contains too few", R"({"contains":{"$ref":"#/x","type":"string"},"minContains":2})", R"([1,"a"])",
        {u" |  | contains | must contain at least 2 items of the required kind, not 1"_s}, 0);
    row("contains too many", R"({"contains":{"anyOf":[{"type":"null"},{"$ref":"#/x"}]},"maxContains":1})",
        "[null,null,1]", {u" |  | contains | must contain at most 1 item of the required kind, not 2"_s}, 0);
    row("names", R"({"propertyNames":{"$ref":"#/x","maxLength":1}})", R"({"ab":1})",
        {u"/ab | /propertyNames | maxLength | the name of this member must have at most 1 character, not 2"_s}, 0);
    row("unevaluated", R"({"$ref":"https://example.org/s","unevaluatedProperties":false})", R"({"a":1})", {}, 1);
    row("unevaluated all the same", R"({"minimum":"1","properties":{"a":true},"unevaluatedProperties":false})",
        R"({"b":1})", {u"/b | /unevaluatedProperties | unevaluatedProperties | is not allowed"_s}, 0);
    row("pattern of a name", R"({"patternProperties":{"(":{"type":"null"},"^a":{"type":"string"}}})", R"({"a":1})",
        {u"/a | /patternProperties/^a | type | must be a string, not a number"_s}, 1);
    row("behind such a pattern", R"({"patternProperties":{"(":true},"additionalProperties":false,"required":["b"]})",
        R"({"a":1})", {u"/b |  | required | is required"_s}, 2);
    row("one of the names", R"({"required":["a",1]})", "{}", {u"/a |  | required | is required"_s}, 1);
    row("of another type", R"({"pattern":"(","minimum":5})", "1", {u" |  | minimum | must be at least 5"_s}, 0);
    row("unknown dialect", R"({"$schema":"https://example.org/mine","type":"string"})", "1",
        {u" |  | type | must be a string, not a number"_s}, 1);
}

void TestJsonSchemaGaps::checksTheRest()
{
    QFETCH(const QByteArray, schema);
    QFETCH(const QByteArray, instance);
    QFETCH(const QStringList, wrong);
    QFETCH(const int, undecided);
    const QStringList found = schemaProblems(schema, instance);
    QVERIFY2(found.first(qMin(found.size(), wrong.size())) == wrong, qPrintable(found.join(u'\n')));
    QVERIFY2(found.size() == wrong.size() + undecided, qPrintable(found.join(u'\n')));
    for (const QString &line : found.sliced(wrong.size()))
        QVERIFY2(line.startsWith(u"undecided: in the schema"), qPrintable(line));
}

void TestJsonSchemaGaps::boundsGaps()
{
    QByteArray properties;
    QByteArray members;
    for (int i = 0; i < 1000; ++i) {
        const QByteArray name = '"' + QByteArray::number(i) + '"';
        properties += (i > 0 ? "," : "") + name + R"(:{"$ref":"#/x)" + QByteArray::number(i) + R"("})";
        members += (i > 0 ? "," : "") + name + ":1";
    }
    const auto compiled = JsonSchema::compile(R"({"properties":{)" + properties + "}}");
    QVERIFY(compiled);
    QCOMPARE(compiled->gaps().size(), JsonSchemaLimits().maxErrors);
    const QByteArray instance = '{' + members + '}';
    const qsizetype told = compiled->validate(JsonValue(instance)).size();
    QVERIFY2(told > 0 && told <= JsonSchemaLimits().maxErrors, qPrintable(QString::number(told)));
}

QTEST_GUILESS_MAIN(TestJsonSchemaGaps)
#include "tst_jsonschemagaps.moc"
