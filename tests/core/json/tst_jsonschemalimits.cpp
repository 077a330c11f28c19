// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/schemaproblems.h"

#include <QRegularExpression>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

namespace {} // namespace

class TestJsonSchemaLimits : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void comparesNumbersExactly_data();
    void comparesNumbersExactly();
    void readsPatternsOfEcma_data();
    void readsPatternsOfEcma();
    void checksFormatsIfAsked();
    void findsEqualItemsFast();
    void leavesAlternativesAtTheirFirstFault();
    void stopsInTime_data();
    void stopsInTime();
    void stopsAtTheErrorLimit();
    void acceptsAnyJsonAsSchema_data();
    void acceptsAnyJsonAsSchema();
};

void TestJsonSchemaLimits::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
}

void TestJsonSchemaLimits::comparesNumbersExactly_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QByteArray>("instance");
    QTest::addColumn<bool>("valid");
    const auto row = [](const QByteArray &schema, const QByteArray &instance, bool valid) {
        QTest::newRow((schema.left(60) + ' ' + instance.left(40)).constData()) << schema << instance << valid;
    };
    row(R"({"const":1})", "1.0", true);
    row(R"({"const":1})", "10e-1", true);
    row(R"({"const":0})", "-0.00e5", true);
    row(R"({"const":1e30})", "1000000000000000000000000000000", true);
    row(R"({"const":1e30})", "1000000000000000000000000000001", false);
    row(R"({"const":9007199254740993})", "9007199254740992", false);
    row(R"({"enum":[1e400]})", "10e399", true);
    row(R"({"type":"integer"})", "1e400", true);
    row(R"({"type":"integer"})", "1e-400", false);
    row(R"({"type":"integer"})", "123.4500e2", true);
    row(R"({"maximum":1e400})", "9.9e399", true);
    row(R"({"maximum":1e400})", "1.1e400", false);
    row(R"({"minimum":-1e400})", "-1e401", false);
    row(R"({"minimum":0})", "-1e-400", false);
    row(R"({"exclusiveMinimum":0})", "1e-400", true);
    row(R"({"exclusiveMaximum":0})", "-0.0", false);
    row(R"({"maximum":18446744073709551615})", "18446744073709551616", false);
    row(R"({"minimum":0.1})", "0.09999999999999999999999999", false);
    row(R"({"multipleOf":0.1})", "0.3", true);
    row(R"({"multipleOf":0.0001})", "0.00751", false);
    row(R"({"multipleOf":3})", "1e400", false);
    row(R"({"multipleOf":7})", "7e999999999999999999999", true);
    row(R"({"multipleOf":1e400})", "3e400", true);
    row(R"({"multipleOf":123456789012345678})", "246913578024691356", true);
    row(R"({"multipleOf":999999999999999989})", "999999999999999988000000000000000011e1", true);
    row(R"({"multipleOf":999999999999999989})", "999999999999999988000000000000000012e1", false);
    row(R"({"maximum":5})", "1e99999999999999999999999", false);
    row(R"({"maximum":5})", "-1e99999999999999999999999", true);
    row(R"({"maxLength":1e400})", R"("a")", true);
    row(R"({"minLength":2.0})", R"("ab")", true);
    row(R"({"const":)" + QByteArray(100000, '9') + '}', QByteArray(99999, '9') + "8", false);
}

void TestJsonSchemaLimits::comparesNumbersExactly()
{
    QFETCH(const QByteArray, schema);
    QFETCH(const QByteArray, instance);
    QFETCH(const bool, valid);
    const QStringList found = schemaProblems(schema, instance);
    QCOMPARE(found.isEmpty(), valid);
    QVERIFY(valid || found.front().startsWith(u" |  | "_s));
}

void TestJsonSchemaLimits::readsPatternsOfEcma_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("result"); // yes, no, or error
    const auto row = [](const QString &pattern, const QString &text, const QString &result) {
        QTest::newRow(qPrintable(pattern + u' ' + text.toHtmlEscaped())) << pattern << text << result;
    };
    row(u"b"_s, u"abc"_s, u"yes"_s);
    row(u"^a$"_s, u"a\n"_s, u"no"_s);
    row(u"^\\d+$"_s, u"٣"_s, u"no"_s);
    row(u"^\\w$"_s, u"é"_s, u"no"_s);
    row(u"^\\s$"_s, u"\u00A0"_s, u"yes"_s);
    row(u"^\\S$"_s, u"\uFEFF"_s, u"no"_s);
    row(u"^[\\s]$"_s, u"\u2028"_s, u"yes"_s);
    row(u"^.$"_s, u"\u2028"_s, u"no"_s);
    row(u"^\\v$"_s, u"\n"_s, u"no"_s);
    row(u"^\\cA\\x41\\u0042\\u{43}\\0$"_s, QStringView(u"\u0001ABC\0", 5).toString(), u"yes"_s);
    row(u"^\\ud83d\\ude00$"_s, u"😀"_s, u"yes"_s);
    row(u"^[^]$"_s, u"\n"_s, u"yes"_s);
    row(u"[]"_s, u"a"_s, u"no"_s);
    row(u"^[[:alpha:]]$"_s, u"a]"_s, u"yes"_s);
    row(u"^\\p{Letter}\\p{Lu}\\P{Nd}\\p{Script=Greek}$"_s, u"éÉxα"_s, u"yes"_s);
    row(u"^(?<x>a)\\k<x>(?=b)(?!c)(?:b)$"_s, u"aab"_s, u"yes"_s);
    row(u"^[\\w.+-]+@[\\w-]+\\.[\\w.-]+$"_s, u"a.b@c.de"_s, u"yes"_s);
    row(u"^\\/\\_\\@\\-$"_s, u"/_@-"_s, u"yes"_s);
    row(u"^a{2,3}?b{,2}$"_s, u"aab{,2}"_s, u"yes"_s);
    row(u"^a{2}b{1,}$"_s, u"aabb"_s, u"yes"_s);
    for (const auto *literal :
         {u"a{}", u"a{,}", u"a{,2}", u"a{ 2 }", u"a{1, 2}", u"a{1,2,3}", u"a{1,,2}", u"a{2", u"a{2,"})
        row(u'^' + QString::fromUtf16(literal) + u'$', QString::fromUtf16(literal), u"yes"_s);
    for (const auto *bad : {u"a++", u"(?i)a", u"(?>a)", u"(*ACCEPT)", u"\\Z", u"\\Qa", u"\\a", u"\\", u"(", u"[a",
                            u"\\u12", u"\\x1", u"\\p", u"\\01", u"(?#a)", u"(?R)", u"a{2}+"})
        row(QString::fromUtf16(bad), u"a"_s, u"undecided"_s);
}

void TestJsonSchemaLimits::readsPatternsOfEcma()
{
    QFETCH(const QString, pattern);
    QFETCH(const QString, text);
    QFETCH(const QString, result);
    const auto json = [](QString string) {
        string.replace(u"\\"_s, u"\\\\"_s).replace(u"\n"_s, u"\\n"_s).replace(u"\u0001"_s, u"\\u0001"_s);
        return '"' + string.replace(QChar(), u"\\u0000"_s).toUtf8() + '"';
    };
    const QStringList found = schemaProblems(R"({"pattern":)" + json(pattern) + '}', json(text));
    const QString actual = found.isEmpty()                              ? u"yes"_s
                           : found.front().startsWith(u"undecided: "_s) ? u"undecided"_s
                                                                        : u"no"_s;
    QVERIFY2(actual == result, qPrintable(found.value(0)));
}

void TestJsonSchemaLimits::checksFormatsIfAsked()
{
    const QByteArray schema = R"({"properties":{"a":{"format":"email"},"b":{"format":"made-up"}}})";
    const QByteArray instance = R"({"a":"nobody","b":"x"})";
    QVERIFY(schemaProblems(schema, instance).isEmpty());
    const JsonSchemaOptions asserting{.assertFormats = true};
    QCOMPARE(schemaProblems(schema, instance, asserting),
             QStringList{u"/a | /properties/a | format | must be an e-mail address like name@example.org"_s});
    QVERIFY(schemaProblems(schema, R"({"a":"some.body@example.org"})", asserting).isEmpty());
    QVERIFY(schemaProblems(schema, R"({"a":5})", asserting).isEmpty());
}

void TestJsonSchemaLimits::findsEqualItemsFast()
{
    QByteArray items = "[";
    for (int i = 0; i < 100'000; ++i)
        items += R"({"id":)" + QByteArray::number(i) + "},";
    // Comparing every pair would exceed the time limit and give "undecided".
    QVERIFY(schemaProblems(R"({"uniqueItems":true})", items + "0]", {.limits = {.maxTime = std::chrono::minutes(1)}})
                .isEmpty());
    QCOMPARE(schemaProblems(R"({"uniqueItems":true})", items + R"({"id":7.0}])",
                            {.limits = {.maxTime = std::chrono::minutes(1)}}),
             QStringList{u" |  | uniqueItems | must not have the same item twice: items 8 and 100001 are equal"_s});
}

/// Errors of an alternative are collected only if no alternative matches.
void TestJsonSchemaLimits::leavesAlternativesAtTheirFirstFault()
{
    QByteArray members;
    for (int i = 0; i < 100; ++i)
        members += ",\"" + QByteArray::number(i) + "\":0";
    const QByteArray item = '{' + members.sliced(1) + "},";
    const QByteArray texts = R"({"additionalProperties":{"type":"string"}})";
    const JsonSchemaOptions tight{.limits = {.maxSteps = 2000}}; // half the steps suffice to read the 1,000 members
    for (const QByteArray &keyword : {"anyOf"_ba, "oneOf"_ba}) {
        const QByteArray schema = R"({"items":{")" + keyword + R"(":[)" + texts + R"(,{"type":"object"}]}})";
        QCOMPARE(schemaProblems(schema, '[' + item.repeated(10) + "[]]", tight), QStringList());
    }
}

void TestJsonSchemaLimits::stopsInTime_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QByteArray>("instance");
    QTest::addColumn<QString>("reason");
    const QByteArray deep = QByteArray(1000, '[') + QByteArray(1000, ']');
    QTest::newRow("refers to itself") << R"({"$ref":"#"})"_ba
                                      << "1"_ba << u"refers to itself endlessly"_s;
    QTest::newRow("in a circle") << R"({"allOf":[{"$ref":"#/$defs/a"}],"$defs":{"a":{"anyOf":[{"$ref":"#"}]}}})"_ba
                                 << "1"_ba << u"refers to itself endlessly"_s;
    QTest::newRow("deep value") << R"({"items":{"$ref":"#"}})"_ba << deep << u"nested too deeply"_s;
    QTest::newRow("deep constant") << R"({"not":{"const":1}})"_ba << QByteArray(5000, '[') + QByteArray(5000, ']')
                                   << u"nested too deeply"_s;
    QTest::newRow("exponential")
        << R"({"$defs":{"a":{"items":{"allOf":[{"$ref":"#/$defs/a"},{"$ref":"#/$defs/a"}]}}},"$ref":"#/$defs/a"})"_ba
        << QByteArray(60, '[') + QByteArray(60, ']') << u"step limit|took too long"_s;
    QTest::newRow("exponential alternatives")
        << R"({"$defs":{"a":{"items":{"anyOf":[{"$ref":"#/$defs/a"},{"$ref":"#/$defs/a"}]}}},"$ref":"#/$defs/a"})"_ba
        << QByteArray(60, '[') + '1' + QByteArray(60, ']') << u"step limit|took too long"_s;
    QTest::newRow("evil pattern") << R"({"pattern":"^(a+)+$"})"_ba << '"' + QByteArray(5000, 'a') + "!\""
                                  << u"would take too long"_s;
    QTest::newRow("evil name") << R"({"patternProperties":{"^(([a-z])+.)+[A-Z]([a-z])+$":true}})"_ba
                               << R"({")" + QByteArray(5000, 'a') + R"(":1})" << u"would take too long"_s;
    QByteArray names = "{";
    for (int i = 0; i < 3000; ++i)
        names += '"' + QByteArray(3000, 'a') + QByteArray::number(i) + R"(":1,)";
    QTest::newRow("many slow names") << R"({"patternProperties":{"^(.*a){3}[bc]$":true}})"_ba << names + R"("b":1})"
                                     << u"took too long|would take too long"_s;
}

void TestJsonSchemaLimits::stopsInTime()
{
    QFETCH(const QByteArray, schema);
    QFETCH(const QByteArray, instance);
    QFETCH(const QString, reason);
    const QStringList found = schemaProblems(schema, instance); // an endless loop fails by the timeout of CTest
    QCOMPARE(found.size(), 1);
    QVERIFY2(found.front().startsWith(u"undecided: "_s), qPrintable(found.front()));
    QVERIFY2(found.front().contains(QRegularExpression(reason)), qPrintable(found.front()));
}

void TestJsonSchemaLimits::stopsAtTheErrorLimit()
{
    QByteArray items = "[0";
    for (int i = 0; i < 1000; ++i)
        items += ",0";
    QCOMPARE(schemaProblems(R"({"items":{"minimum":1}})", items + ']').size(), 100);
    QCOMPARE(schemaProblems(R"({"items":{"minimum":1}})", items + ']', {.limits = {.maxErrors = 3}}).size(), 3);
}

void TestJsonSchemaLimits::acceptsAnyJsonAsSchema_data()
{
    QTest::addColumn<QByteArray>("value");
    for (const QByteArray &value :
         {"null"_ba, "1"_ba, "-1.5"_ba, R"("x")"_ba, "[]"_ba, "[1]"_ba, "{}"_ba, "true"_ba, R"({"a":1})"_ba,
          R"({"a":[1]})"_ba, R"(["a",{}])"_ba, R"("#/a~2")"_ba, R"("http://[")"_ba})
        QTest::newRow(value.constData()) << value;
}

/// Every keyword with a value of every kind must give some result.
void TestJsonSchemaLimits::acceptsAnyJsonAsSchema()
{
    QFETCH(const QByteArray, value);
    for (const QByteArray &keyword :
         QByteArray(
             "$id $ref $schema $anchor $dynamicRef $dynamicAnchor $recursiveRef $recursiveAnchor $vocabulary $defs "
             "definitions type enum const multipleOf maximum exclusiveMaximum minimum maxLength pattern format "
             "maxItems uniqueItems minContains contains maxProperties required dependentRequired dependentSchemas "
             "dependencies allOf anyOf oneOf not if then else properties patternProperties additionalProperties "
             "propertyNames prefixItems items additionalItems unevaluatedItems unevaluatedProperties id")
             .split(' ')) {
        for (const char *dialect :
             {"https://json-schema.org/draft/2020-12/schema", "http://json-schema.org/draft-07/schema#",
              "https://json-schema.org/draft/2019-09/schema", "http://json-schema.org/draft-04/schema#"}) {
            const QByteArray schema = R"({"$schema":")" + QByteArray(dialect) + R"(",")" + keyword + R"(":)" + value +
                                      R"(,"items":{")" + keyword + R"(":)" + value + "}}";
            for (const char *instance : {"[1,{\"a\":\"x\"}]", "{\"a\":[]}", "\"x\""}) {
                const QStringList found = schemaProblems(schema, instance, {.assertFormats = true});
                QVERIFY(found.isEmpty() || !found.front().isEmpty());
            }
        }
    }
}

QTEST_GUILESS_MAIN(TestJsonSchemaLimits)
#include "tst_jsonschemalimits.moc"
