// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/jsonchecker.h"
#include "core/json/jsontext.h"
#include "ui/models/catalog/formschema.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;
using Kind = FormField::Kind;

/// The fields of a form, computed from the schema.
class TestFormSchema : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void kinds_data();
    void kinds();
    void options_data();
    void options();
    void hints_data();
    void hints();
    void initialValues_data();
    void initialValues();
    void textToJson_data();
    void textToJson();
    void membersAreMerged();
    void elements();
    void extraMembers();
    void conditionalMembers();
    void findsTheBranch_data();
    void findsTheBranch();
    void checkedOptions();
    void recursionIsOpenedOnDemand();
    void strangeSchemas_data();
    void strangeSchemas();
    void thousandsOfProperties();
    void problemsHavePositions();

private:
    [[nodiscard]] static QByteArray around(const QByteArray &property)
    {
        return R"({"type":"object","properties":{"p":)" + property +
               R"(},"$defs":{"word":{"type":"string","title":"Word"},"none":{"type":"null"},)"
               R"("node":{"type":"object","properties":{"next":{"$ref":"#/$defs/node"}}},)"
               R"("an/chor":{"$anchor":"there","type":"integer"}}})";
    }
};

void TestFormSchema::kinds_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<int>("kind");
    QTest::addColumn<bool>("nullable");
    const auto row = [](const char *name, const char *schema, Kind kind, bool nullable = false) {
        QTest::newRow(name) << QByteArray(schema) << int(kind) << nullable;
    };
    row("string", R"({"type":"string"})", Kind::Text);
    row("nullable string", R"({"type":["string","null"]})", Kind::Text, true);
    row("optional as a union", R"({"anyOf":[{"type":"string"},{"type":"null"}]})", Kind::Text, true);
    row("optional as a union of references", R"({"anyOf":[{"$ref":"#/$defs/none"},{"$ref":"#/$defs/word"}]})",
        Kind::Text, true);
    row("integer", R"({"type":"integer"})", Kind::Integer);
    row("number", R"({"type":"number"})", Kind::Number);
    row("number that must be whole", R"({"type":"number","allOf":[{"type":"integer"}]})", Kind::Integer);
    row("boolean", R"({"type":"boolean"})", Kind::Choice);
    row("null", R"({"type":"null"})", Kind::Choice);
    row("constant", R"({"const":{"a":1}})", Kind::Choice);
    row("enum", R"({"type":"string","enum":["a","b"]})", Kind::Choice);
    row("titled enum", R"({"oneOf":[{"const":"a","title":"A"},{"const":"b"}]})", Kind::Choice);
    row("titled enum in anyOf", R"({"type":"string","anyOf":[{"const":"a","title":"A"}]})", Kind::Choice);
    row("array of anything", R"({"type":"array"})", Kind::Json);
    row("array", R"({"type":"array","items":{"type":"string"}})", Kind::List);
    row("tuple", R"({"type":"array","prefixItems":[{"enum":["a"]}]})", Kind::List);
    row("check list", R"({"type":"array","items":{"enum":["a","b"]}})", Kind::CheckList);
    row("titled check list", R"({"type":"array","items":{"anyOf":[{"const":"a","title":"A"}]}})", Kind::CheckList);
    row("object", R"({"type":"object","properties":{"a":{}}})", Kind::Group);
    row("map", R"({"type":"object","additionalProperties":{"type":"string"}})", Kind::Group);
    row("object by its keywords", R"({"properties":{"a":{}}})", Kind::Group);
    row("text by its keywords", R"({"minLength":1})", Kind::Text);
    row("members by pattern", R"({"type":"object","patternProperties":{"^a":{}}})", Kind::Group);
    row("object with conditions only", R"({"type":"object","if":{},"then":{}})", Kind::Json);
    row("types", R"({"type":["string","number"]})", Kind::Branches);
    row("alternatives", R"({"oneOf":[{"type":"string"},{"type":"number"}]})", Kind::Branches);
    row("nullable alternatives", R"({"anyOf":[{"type":"string"},{"type":"number"},{"type":"null"}]})", Kind::Branches);
    row("alternatives that only ask for more",
        R"({"type":"object","properties":{"a":{},"b":{}},"anyOf":[{"required":["a"]},{"required":["b"]}]})",
        Kind::Group);
    row("anything", "true", Kind::Json);
    row("nothing said", "{}", Kind::Json);
    row("reference", R"({"$ref":"#/$defs/word"})", Kind::Text);
    row("reference to a name", R"({"$ref":"#there"})", Kind::Integer);
    row("reference with an escape", R"({"$ref":"#/$defs/an~1chor"})", Kind::Integer);
    row("reference to the whole", R"({"$ref":"#"})", Kind::Group);
    row("reference into the network", R"({"$ref":"https://example.org/schema.json"})", Kind::Json);
    row("reference to nothing", R"({"$ref":"#/$defs/missing","type":"string"})", Kind::Json);
    row("reference to itself", R"({"$ref":"#/properties/p"})", Kind::Json);
}

void TestFormSchema::kinds()
{
    QFETCH(QByteArray, schema);
    QFETCH(int, kind);
    QFETCH(bool, nullable);
    const FormSchema form(around(schema));
    const QList<FormField> fields = form.members(form.root());
    QCOMPARE(fields.size(), 1);
    QCOMPARE(int(fields.at(0).kind), kind);
    QCOMPARE(fields.at(0).nullable, nullable);
    QVERIFY(!JsonChecker().check(form.initial(fields.at(0))));
}

void TestFormSchema::options_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QString>("options");
    QTest::newRow("enum") << R"({"enum":["a", "", null, 1.0, {"x": 1}]})"_ba
                          << u"a=\"a\" \"\"=\"\" null=null 1.0=1.0 {\"x\":1}={\"x\":1}"_s;
    QTest::newRow("names") << R"({"enum":["a","b"],"enumNames":["Ah"]})"_ba << u"Ah=\"a\" b=\"b\""_s;
    QTest::newRow("titles") << R"({"oneOf":[{"const":1,"title":"One"},{"const":2}]})"_ba << u"One=1 2=2"_s;
    QTest::newRow("check list") << R"({"type":"array","items":{"anyOf":[{"const":"a","title":"A"}]}})"_ba
                                << u"A=\"a\""_s;
    QTest::newRow("boolean") << R"({"type":"boolean"})"_ba << u"true=true false=false"_s;
    QTest::newRow("constant before enum") << R"({"enum":["a","b"],"const":"b"})"_ba << u"b=\"b\""_s;
}

void TestFormSchema::options()
{
    QFETCH(QByteArray, schema);
    QFETCH(QString, options);
    const FormSchema form(around(schema));
    const FormField field = form.members(form.root()).first();
    QStringList found;
    for (const FormField::Option &option : field.options) {
        found << option.label + u'=' + QString::fromUtf8(option.raw);
        QCOMPARE(field.optionOf(JsonValue(option.raw)), found.size() - 1);
    }
    QCOMPARE(found.join(u' '), options);
    QCOMPARE(field.optionOf(JsonValue("\"none of them\"")), -1);
}

void TestFormSchema::hints_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QString>("hint");
    QTest::newRow("text") << R"({"type":"string","minLength":2})"_ba << u"text, at least 2 characters"_s;
    QTest::newRow("range") << R"({"type":"integer","minimum":1,"maximum":10})"_ba << u"whole number, 1 to 10"_s;
    QTest::newRow("example") << R"({"type":"number","examples":[1.50]})"_ba << u"number, e.g. 1.50"_s;
    QTest::newRow("e-mail") << R"({"type":"string","format":"email"})"_ba << u"e-mail address"_s;
    QTest::newRow("date") << R"({"type":"string","format":"date"})"_ba << u"date: YYYY-MM-DD"_s;
}

void TestFormSchema::hints()
{
    QFETCH(QByteArray, schema);
    const FormSchema form(around(schema));
    QTEST(form.members(form.root()).first().hint, "hint");
}

void TestFormSchema::initialValues_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QByteArray>("initial");
    const auto row = [](const char *name, const char *schema, const char *initial) {
        QTest::newRow(name) << QByteArray(schema) << QByteArray(initial);
    };
    row("required ones", R"({"properties":{"text":{"type":"string"},"mode":{"enum":["x","y"]},"list":{"type":"array"},
        "optional":{"type":"string"},"flag":{"type":"boolean"}},"required":["text","mode","list","flag"]})",
        R"({"text":"","mode":"x","list":[],"flag":false})");
    row("defaults as they stand", R"({"properties":{"n":{"default":12345678901234567890},"d":{"default":{"a":1.10}}}})",
        R"({"n":12345678901234567890,"d":{"a":1.10}})");
    row("inside required objects", R"({"required":["o"],"properties":{"o":{"type":"object","required":["a"],
        "properties":{"a":{"type":"integer","minimum":3},"b":{"type":"string"}}},"p":{"properties":{"c":{"default":1}}}}})",
        R"({"o":{"a":3}})");
    row("the first form",
        R"({"required":["u"],"properties":{"u":{"oneOf":[{"properties":{"kind":{"const":"a"}},"required":["kind"]},
        {"type":"string"}]}}})",
        R"({"u":{"kind":"a"}})");
    row("elements that must be", R"({"required":["l"],"properties":{"l":{"items":{"type":"string"},"minItems":2}}})",
        R"({"l":["",""]})");
    row("required recursion ends", R"({"properties":{"a":{"$ref":"#"},"b":{"$ref":"#"}},"required":["a","b"]})", "");
    row("no object", "[1]", "{}");
    row("no JSON", "{", "{}");
    row("nothing", "", "{}");
}

void TestFormSchema::initialValues()
{
    QFETCH(QByteArray, schema);
    QFETCH(QByteArray, initial);
    const FormSchema form(schema);
    const QByteArray value = form.initial(form.root());
    QVERIFY(!JsonChecker().check(value));
    if (!initial.isEmpty())
        QCOMPARE(JsonText::compact(value), initial);
}

void TestFormSchema::textToJson_data()
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
    row("not a number", Kind::Integer, true, u"true"_s, R"("true")");
}

void TestFormSchema::textToJson()
{
    QFETCH(int, kind);
    QFETCH(bool, required);
    QFETCH(QString, text);
    QFETCH(QByteArray, json);
    FormField field;
    field.kind = Kind(kind);
    field.required = required;
    const std::optional<QByteArray> result = field.toJson(text);
    QCOMPARE(result.has_value(), !json.isEmpty());
    if (result)
        QCOMPARE(*result, json);
}

void TestFormSchema::membersAreMerged()
{
    const FormSchema form(R"({"allOf":[{"$ref":"#/$defs/base"},{"required":["a/b"]}],
        "properties":{"own":{"type":"string"},"a/b":{"title":"Both"}},
        "$defs":{"base":{"properties":{"a/b":{"type":"integer","description":"of the base"}}}}})");
    const QList<FormField> fields = form.members(form.root());
    QCOMPARE(fields.size(), 2);
    QCOMPARE(fields.at(0).title, u"own"_s);
    QCOMPARE(fields.at(1).pointer, "/a~1b"_ba);
    QCOMPARE(fields.at(1).title, u"Both"_s);
    QCOMPARE(fields.at(1).description, u"of the base"_s);
    QCOMPARE(int(fields.at(1).kind), int(Kind::Integer));
    QVERIFY(fields.at(1).required && !fields.at(0).required);
}

void TestFormSchema::elements()
{
    const FormSchema form(around(
        R"({"type":"array","prefixItems":[{"type":"string"},{"type":"integer","title":"Count"}],"items":{"type":"boolean"}})"));
    const FormField list = form.members(form.root()).first();
    QCOMPARE(int(form.element(list, 0).kind), int(Kind::Text));
    QCOMPARE(form.element(list, 1).title, u"2 Count"_s);
    QCOMPARE(form.element(list, 1).pointer, "/p/1"_ba);
    QCOMPARE(int(form.element(list, 2).kind), int(Kind::Choice));
    QVERIFY(form.element(list, 2).required);
}

void TestFormSchema::extraMembers()
{
    const FormSchema map(around(R"({"type":"object","additionalProperties":{"type":"integer"}})"));
    const FormField group = map.members(map.root()).first();
    QVERIFY(FormSchema::canAddMembers(group));
    const FormField extra = map.extraMember(group, u"x~y"_s);
    QCOMPARE(extra.pointer, "/p/x~0y"_ba);
    QCOMPARE(int(extra.kind), int(Kind::Integer));
    const FormSchema closed(R"({"properties":{"a":{}},"additionalProperties":false})");
    QVERIFY(!FormSchema::canAddMembers(closed.root()));
    QCOMPARE(int(closed.extraMember(closed.root(), u"z"_s).kind), int(Kind::Json));
    const FormSchema byName(R"({"properties":{"a":{}},"additionalProperties":{"type":"boolean"},
        "patternProperties":{"^n_":{"type":"integer"},"_t$":{"maxLength":5},"(":{"type":"array"}}})");
    QVERIFY(FormSchema::canAddMembers(byName.root()));
    QCOMPARE(int(byName.extraMember(byName.root(), u"n_x"_s).kind), int(Kind::Integer));
    QCOMPARE(int(byName.extraMember(byName.root(), u"x_t"_s).kind), int(Kind::Text));
    QCOMPARE(byName.extraMember(byName.root(), u"n_t"_s).schemas.size(), 2);
    QCOMPARE(int(byName.extraMember(byName.root(), u"other"_s).kind), int(Kind::Choice));
    const FormSchema nothingElse(R"({"additionalProperties":false,"patternProperties":{"^n_":{}}})");
    QVERIFY(FormSchema::canAddMembers(nothingElse.root()));
    QVERIFY(!FormSchema::canAddMembers(FormSchema("{}").root())); // a tool without arguments
}

/// Conditional members are offered without a value.
void TestFormSchema::conditionalMembers()
{
    const FormSchema form(R"({"properties":{"kind":{"enum":["a","b"]},"own":{"type":"string"}},
        "if":{"properties":{"kind":{"const":"a"}}},
        "then":{"properties":{"only":{"type":"integer","default":3},"both":{"type":"string"},"own":{"minLength":1}}},
        "else":{"properties":{"both":{"type":"integer"}},"required":["both"]},
        "dependentSchemas":{"own":{"properties":{"more":{"type":"boolean"}}}}})");
    const QList<FormField> members = form.members(form.root());
    QStringList kinds;
    for (const FormField &member : members)
        kinds << member.name + u' ' + QString::number(int(member.kind)) + (member.isConditional ? u" ?"_s : QString());
    const auto kind = [](Kind k) { return QString::number(int(k)); };
    QCOMPARE(kinds, (QStringList{u"kind "_s + kind(Kind::Choice), u"own "_s + kind(Kind::Text),
                                 u"only "_s + kind(Kind::Integer) + u" ?"_s, u"both "_s + kind(Kind::Json) + u" ?"_s,
                                 u"more "_s + kind(Kind::Choice) + u" ?"_s}));
    QCOMPARE(form.initial(form.root()), "{}");
    const FormSchema nothingElse(around(R"({"type":"object","if":{},"then":{"properties":{"a":{}}}})"));
    QCOMPARE(int(nothingElse.members(nothingElse.root()).first().kind), int(Kind::Group));
}

void TestFormSchema::findsTheBranch_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<int>("current");
    QTest::addColumn<int>("branch");
    const QByteArray types = R"({"type":["string","number","null"]})";
    const QByteArray shapes = R"({"oneOf":[
        {"title":"Circle","type":"object","properties":{"kind":{"const":"circle"},"r":{"type":"number"}},"required":["kind"]},
        {"type":"object","properties":{"kind":{"const":"box"},"w":{"type":"number"}},"required":["kind"]},
        {"$ref":"#/$defs/word"}]})";
    QTest::newRow("text") << types << "\"a\""_ba << -1 << 0;
    QTest::newRow("number") << types << "1.5"_ba << 0 << 1;
    QTest::newRow("null") << types << "null"_ba << -1 << 2;
    QTest::newRow("no value") << types << ""_ba << 1 << -1;
    QTest::newRow("of no such type") << types << "[]"_ba << 1 << -1;
    QTest::newRow("circle") << shapes << R"({"kind":"circle"})"_ba << -1 << 0;
    QTest::newRow("box") << shapes << R"({"kind":"box"})"_ba << 0 << 1;
    QTest::newRow("box that is not right yet") << shapes << R"({"kind":"box","w":"x"})"_ba << 0 << 1;
    QTest::newRow("the one at hand where none is nearer") << shapes << "{}"_ba << 1 << 1;
    QTest::newRow("reference") << shapes << "\"w\""_ba << -1 << 2;
}

void TestFormSchema::findsTheBranch()
{
    QFETCH(QByteArray, schema);
    QFETCH(QByteArray, value);
    QFETCH(int, current);
    const FormSchema form(around(schema));
    const QList<FormField> branches = form.branches(form.members(form.root()).first());
    QCOMPARE(branches.size(), 3);
    QTEST(form.branchOf(branches, JsonValue(value), current), "branch");
    const QStringList titles{branches.at(0).title, branches.at(1).title, branches.at(2).title};
    QCOMPARE(titles.join(u", "_s), schema.contains("Circle") ? u"Circle, box, Word"_s : u"Text, Number, null"_s);
    for (const FormField &branch : branches)
        QCOMPARE(branch.pointer, "/p"_ba);
}

void TestFormSchema::checkedOptions()
{
    FormField field;
    field.options = {{u"a"_s, "\"a\""}, {u"b"_s, "\"b\""}, {u"c"_s, "\"c\""}};
    QCOMPARE(field.checked(JsonValue(R"(["c", 7, "a"])"), {true, true, false}), R"([7, "a", "b"])");
    QCOMPARE(field.checked({}, {false, false, true}), R"(["c"])");
}

void TestFormSchema::recursionIsOpenedOnDemand()
{
    const FormSchema form(around(R"({"$ref":"#/$defs/node"})"));
    FormField field = form.members(form.root()).first();
    int opened = 0;
    while (field.kind == Kind::Group) {
        field = form.members(field).first();
        ++opened;
    }
    QCOMPARE(int(field.kind), int(Kind::Json)); // too deep for a form
    QVERIFY(opened >= 8 && opened <= 20);
    QCOMPARE(form.initial(form.root()), "{}");
}

void TestFormSchema::strangeSchemas_data()
{
    QTest::addColumn<QByteArray>("schema");
    for (const char *schema :
         {R"({"properties":3})", R"({"properties":{"a":null}})", R"({"properties":{"a":[1]}})", R"({"required":"a"})",
          R"({"properties":{"a":{"type":"nonsense"}}})", R"({"properties":{"a":{"type":[]}}})", R"({"type":"array"})",
          R"({"properties":{"a":{"enum":[]}}})", R"({"properties":{"a":{"oneOf":[]}}})",
          R"({"properties":{"a":{"oneOf":[{"oneOf":[{"oneOf":[{"$ref":"#/properties/a"}]}]}]}}})",
          R"({"properties":{"a":{"oneOf":[{"type":"null"}]}}})",
          R"({"properties":{"a":{"items":[{"type":"string"}]}}})",
          R"({"properties":{"a":{"anyOf":[{"$ref":"#/properties/a"},{"type":"null"}]}}})",
          R"({"properties":{"a":{"type":"string","allOf":[{"type":"integer"}]}}})",
          R"({"oneOf":[{"properties":{"a":{}}},{"properties":{"b":{}}}]})",
          R"({"allOf":[{"$ref":"#"},{"$ref":"#"}],"properties":{"a":{"enumNames":{},"enum":[1]}}})"})
        QTest::newRow(schema) << QByteArray(schema);
}

/// Any schema gives an editable field, without a crash or an endless recursion.
void TestFormSchema::strangeSchemas()
{
    QFETCH(QByteArray, schema);
    const FormSchema form(schema);
    const FormField root = form.root();
    QList<FormField> fields = form.members(root);
    for (const FormField &field : QList<FormField>(fields)) {
        if (field.kind == Kind::Branches)
            fields << form.branches(field);
        if (field.kind == Kind::List)
            fields << form.element(field, 0);
    }
    for (const FormField &field : std::as_const(fields)) {
        QVERIFY(field.kind != Kind::Choice || !field.options.isEmpty());
        QVERIFY(!JsonChecker().check(form.initial(field)));
    }
    QVERIFY(!JsonChecker().check(form.initial(root)));
}

void TestFormSchema::thousandsOfProperties()
{
    QByteArray properties;
    for (int i = 0; i < 10'000; ++i)
        properties += (i > 0 ? ",\"p" : "\"p") + QByteArray::number(i) + R"(":{"$ref":"#/$defs/w","description":"d"})";
    const FormSchema form(R"({"$defs":{"w":{"type":"string","default":"x"}},"properties":{)" + properties + "}}");
    QCOMPARE(form.members(form.root()).size(), 10'000);
    QVERIFY(form.initial(form.root()).contains("p1999"));
}

void TestFormSchema::problemsHavePositions()
{
    const FormSchema form(R"({"properties":{"a":{"type":"integer"},"m":{"format":"email"}},"required":["a"]})");
    QVERIFY(form.check(JsonValue(R"({"a":1e2,"m":"x@example.org"})")).isEmpty());
    QCOMPARE(form.check(JsonValue(R"({"m":"x@example.org"})")).first().instanceLocation, u"/a"_s);
    QCOMPARE(form.check(JsonValue(R"({"a":1,"m":"x"})")).first().instanceLocation, u"/m"_s);
    QVERIFY(form.whyUnchecked().isEmpty());
    QVERIFY(form.gaps().isEmpty());
    const FormSchema remote(R"({"properties":{"a":{"$ref":"https://example.org/s"},"b":{"type":"string"}}})");
    QVERIFY(remote.whyUnchecked().isEmpty());
    QCOMPARE(remote.gaps().size(), 1);
    QVERIFY(remote.check(JsonValue(R"({"a":1})")).isEmpty());
    QCOMPARE(remote.check(JsonValue(R"({"a":1,"b":2})")).first().instanceLocation, u"/b"_s);
}

QTEST_GUILESS_MAIN(TestFormSchema)
#include "tst_formschema.moc"
