// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/catalog/formschema.h"

#include "core/json/jsonchecker.h"
#include "core/json/jsontext.h"
#include "core/json/schema/jsonpattern.h"
#include "ui/models/catalog/formtexts.h"
#include "ui/models/catalog/jsonedit.h"
#include "ui/models/texts.h"

#include <QSet>
#include <QUrl>

#include <algorithm>
#include <bit>

namespace Pullcord {

namespace {

constexpr int MostValues = 2000;       // limit of values in an initial value
constexpr qsizetype MostElements = 16; // limit of elements for a required array

QList<JsonValue> elementSchemas(const FormField &list, qsizetype index)
{
    QList<JsonValue> found;
    for (const JsonValue &schema : list.schemas) {
        const JsonValue tuple = schema.member("prefixItems").isValid() ? schema.member("prefixItems")
                                : schema.member("items").isArray()     ? schema.member("items")
                                                                       : JsonValue();
        if (const JsonValue own = tuple.element(index); own.isValid())
            found << own;
        else if (const JsonValue items = schema.member(tuple.isValid() && schema.member("items").isArray()
                                                           ? QByteArrayView("additionalItems")
                                                           : QByteArrayView("items"));
                 items.isValid() && !items.isArray())
            found << items;
    }
    return found;
}

struct NamedSchema
{
    QByteArray name;
    JsonValue schema; ///< Invalid if several schemas apply
};

/// Returns members that are named only in conditional schemas.
QList<NamedSchema> conditionalMembers(const FormField &group)
{
    QList<JsonValue> cases;
    for (const JsonValue &schema : group.schemas) {
        cases << schema.member("then") << schema.member("else");
        for (const JsonMember &each : schema.member("dependentSchemas"))
            cases << each.value;
    }
    QList<NamedSchema> members;
    QHash<QByteArray, qsizetype> places;
    for (const JsonValue &each : std::as_const(cases)) {
        for (const JsonMember &property : each.member("properties")) {
            const QByteArray name = JsonValue(property.rawKey).toUtf8();
            const auto known = places.constFind(name);
            if (known == places.cend()) {
                places.insert(name, members.size());
                members.append({name, property.value});
            } else {
                members[*known].schema = {};
            }
        }
    }
    return members;
}

/// Returns the schemas for an unnamed member: those of matching patterns, else those for additional members.
QList<JsonValue> extraSchemas(const FormField &group, const QString &name)
{
    QList<JsonValue> found;
    for (const JsonValue &schema : group.schemas) {
        bool isMatched = false;
        for (const JsonMember &each : schema.member("patternProperties")) {
            const auto pattern = JsonPattern::compile(each.key());
            if (!pattern || pattern->match(name) != JsonPattern::Match::Yes)
                continue;
            found << each.value;
            isMatched = true;
        }
        const JsonValue others = schema.member("additionalProperties");
        if (!isMatched && others.isObject())
            found << others;
    }
    return found;
}

constexpr qsizetype MostOpened = 64; // limit of schemas that apply to one place
constexpr int DeepestField = 12;
constexpr quint8 NumberBits = FormField::WholeNumber | FormField::OtherNumber;

quint8 typeNamed(const QByteArray &name)
{
    static const QHash<QByteArray, quint8> types{
        {"null", FormField::Null},     {"boolean", FormField::Boolean}, {"integer", FormField::WholeNumber},
        {"number", NumberBits},        {"string", FormField::String},   {"array", FormField::Array},
        {"object", FormField::Object},
    };
    return types.value(name, 0);
}

quint8 typesOf(const QList<JsonValue> &schemas)
{
    quint8 types = FormField::AnyType;
    for (const JsonValue &schema : schemas) {
        const JsonValue type = schema.member("type");
        quint8 own = typeNamed(type.toUtf8());
        if (type.isArray()) {
            for (const JsonMember &each : type)
                own |= typeNamed(each.value.toUtf8());
        }
        if (own != 0)
            types &= own;
    }
    return types;
}

/// Infers the types of a schema without `type` from its other keywords.
quint8 impliedTypes(const FormField &field)
{
    constexpr std::pair<QByteArrayView, quint8> Meanings[] = {
        {"properties", FormField::Object},
        {"required", FormField::Object},
        {"additionalProperties", FormField::Object},
        {"patternProperties", FormField::Object},
        {"items", FormField::Array},
        {"prefixItems", FormField::Array},
        {"format", FormField::String},
        {"pattern", FormField::String},
        {"minLength", FormField::String},
        {"maxLength", FormField::String},
        {"minimum", NumberBits},
        {"maximum", NumberBits},
        {"multipleOf", NumberBits},
    };
    for (const auto &[keyword, types] : Meanings) {
        if (field.keyword(keyword).isValid())
            return types;
    }
    return FormField::AnyType;
}

bool hasAny(const JsonValue &schema, std::initializer_list<QByteArrayView> keywords)
{
    return std::any_of(keywords.begin(), keywords.end(),
                       [&](QByteArrayView keyword) { return schema.member(keyword).isValid(); });
}

/// True if the conditional parts of a schema name members.
bool namesMembers(const JsonValue &schema)
{
    const JsonValue dependent = schema.member("dependentSchemas");
    return hasAny(schema.member("then"), {"properties"}) || hasAny(schema.member("else"), {"properties"}) ||
           std::any_of(dependent.begin(), dependent.end(),
                       [](const JsonMember &each) { return hasAny(each.value, {"properties"}); });
}

/// True unless the alternative only adds constraints, such as `{"required":["a"]}`. Those are left to validation.
bool isForm(const JsonValue &alternative)
{
    return alternative.toBool().value_or(false) ||
           hasAny(alternative, {"type", "properties", "items", "prefixItems", "enum", "const", "$ref", "oneOf", "anyOf",
                                "allOf", "title"});
}

/// Returns the first list of alternatives without a choice yet.
JsonValue alternativesOf(const FormField &field)
{
    for (const JsonValue &schema : field.schemas) {
        for (const char *keyword : {"oneOf", "anyOf"}) {
            const JsonValue list = schema.member(keyword);
            if (list.isArray() && !field.decided.contains(list.raw().data()) && list.begin() != list.end() &&
                std::any_of(list.begin(), list.end(), [](const JsonMember &each) { return isForm(each.value); }))
                return list;
        }
    }
    return {};
}

bool readConstants(FormField &field, const JsonValue &list)
{
    QList<FormField::Option> options;
    for (const JsonMember &each : list) {
        const JsonValue constant = each.value.member("const");
        if (!constant.isValid())
            return false;
        options << FormTexts::option(constant, each.value.member("title"));
    }
    field.options = options;
    return !options.isEmpty();
}

bool readOptions(FormField &field)
{
    if (const JsonValue constant = field.keyword("const"); constant.isValid()) {
        field.options = {FormTexts::option(constant, {})};
        return true;
    }
    for (const JsonValue &schema : std::as_const(field.schemas)) {
        const JsonValue names = schema.member("enumNames");
        JsonValue::Iterator name = names.isArray() ? names.begin() : names.end();
        for (const JsonMember &each : schema.member("enum")) {
            const bool isNamed = name != names.end();
            field.options << FormTexts::option(each.value, isNamed ? (*name).value : JsonValue());
            if (isNamed)
                ++name;
        }
        if (!field.options.isEmpty())
            return true;
    }
    if (field.types == FormField::Boolean)
        field.options = {{QStringLiteral("true"), "true"}, {QStringLiteral("false"), "false"}};
    else if (field.types == FormField::Null)
        field.options = {{QStringLiteral("null"), "null"}};
    return !field.options.isEmpty();
}

void takeNullOut(FormField &field)
{
    if ((field.types & FormField::Null) == 0 || field.types == FormField::Null || field.types == FormField::AnyType)
        return;
    field.types &= quint8(~FormField::Null);
    field.nullable = true;
}

} // namespace

FormField FormSchema::root() const
{
    FormField field;
    field.required = true;
    field.types = FormField::Object;
    return fieldFor(field, {JsonValue(m_text)});
}

QList<FormField> FormSchema::members(const FormField &group) const
{
    QByteArrayList names;
    QHash<QByteArray, QList<JsonValue>> schemas;
    QSet<QByteArray> required;
    for (const JsonValue &schema : group.schemas) {
        for (const JsonMember &property : schema.member("properties")) {
            QList<JsonValue> &own = schemas[JsonValue(property.rawKey).toUtf8()];
            if (own.isEmpty())
                names << JsonValue(property.rawKey).toUtf8();
            own << property.value;
        }
        for (const JsonMember &name : schema.member("required"))
            required.insert(name.value.toUtf8());
    }
    QList<FormField> members;
    members.reserve(names.size());
    for (const QByteArray &name : std::as_const(names)) {
        FormField field;
        field.pointer = JsonEdit::pointerTo(group.pointer, name);
        field.name = QString::fromUtf8(name);
        field.required = required.contains(name);
        field.depth = group.depth + 1;
        members << fieldFor(field, schemas.value(name));
    }
    const QList<NamedSchema> conditional = conditionalMembers(group);
    for (const NamedSchema &member : conditional) {
        if (schemas.contains(member.name))
            continue; // validation covers the conditional constraints
        FormField field;
        field.pointer = JsonEdit::pointerTo(group.pointer, member.name);
        field.name = QString::fromUtf8(member.name);
        field.isConditional = true;
        field.depth = group.depth + 1;
        members << fieldFor(field, member.schema.isValid() ? QList<JsonValue>{member.schema} : QList<JsonValue>());
    }
    return members;
}

FormField FormSchema::extraMember(const FormField &group, const QString &name) const
{
    FormField field;
    field.pointer = JsonEdit::pointerTo(group.pointer, name.toUtf8());
    field.name = name;
    field.isExtra = true;
    field.required = true; // it exists because the user has added it
    field.depth = group.depth + 1;
    return fieldFor(field, extraSchemas(group, name));
}

bool FormSchema::canAddMembers(const FormField &group)
{
    if (group.keyword("patternProperties").isValid())
        return true;
    const JsonValue additional = group.keyword("additionalProperties");
    if (additional.isValid())
        return additional.toBool().value_or(true);
    return group.depth > 0 && !group.keyword("properties").isValid();
}

FormField FormSchema::element(const FormField &list, qsizetype index) const
{
    FormField field;
    field.pointer = JsonEdit::pointerTo(list.pointer, QByteArray::number(index));
    field.required = true;
    field.depth = list.depth + 1;
    field = fieldFor(field, elementSchemas(list, index));
    const QString number = QString::number(index + 1);
    field.title = field.title.isEmpty() ? number : number + u' ' + field.title;
    return field;
}

QByteArray FormSchema::initial(const FormField &field) const
{
    int left = MostValues;
    return JsonText::indented(initial(field, left));
}

QByteArray FormSchema::initial(const FormField &field, int &left) const
{
    if (!field.defaultValue.isEmpty())
        return field.defaultValue;
    if (--left < 0)
        return "null";
    switch (field.kind) {
    case FormField::Kind::Text:
        return "\"\"";
    case FormField::Kind::Integer:
    case FormField::Kind::Number: {
        const JsonValue least = field.keyword("minimum");
        const bool isAboveZero = least.isNumber() && least.toDouble().value_or(0) > 0;
        return isAboveZero ? least.raw().toByteArray() : "0";
    }
    case FormField::Kind::Choice:
        return field.types == FormField::Boolean && field.options.size() == 2 ? "false" : field.options.first().raw;
    case FormField::Kind::Group:
        return initialMembers(field, left);
    case FormField::Kind::CheckList:
        return "[]";
    case FormField::Kind::List: {
        QByteArrayList elements;
        const qint64 least = qMin(field.keyword("minItems").toInteger().value_or(0), MostElements);
        while (elements.size() < least)
            elements << initial(element(field, elements.size()), left);
        return '[' + elements.join(',') + ']';
    }
    case FormField::Kind::Branches:
        return initial(branches(field).first(), left);
    case FormField::Kind::Json:
        break;
    }
    const bool isTyped = field.types != FormField::AnyType;
    return isTyped && (field.types & FormField::Object) != 0  ? "{}"
           : isTyped && (field.types & FormField::Array) != 0 ? "[]"
                                                              : "null";
}

QByteArray FormSchema::initialMembers(const FormField &group, int &left) const
{
    QByteArrayList written;
    const QList<FormField> fields = members(group);
    for (const FormField &field : fields) {
        if (!field.isConditional && (field.required || !field.defaultValue.isEmpty()))
            written << JsonText::quoted(field.name) + ':' + initial(field, left);
    }
    return '{' + written.join(',') + '}';
}

using namespace std::chrono_literals;

namespace {

constexpr QByteArrayView Here = "pullcord:form"; // base URI of the schema

JsonSchemaOptions checkOptions()
{
    JsonSchemaOptions options;
    options.assertFormats = true;   // only to inform the user; nothing is refused
    options.limits.maxTime = 150ms; // it runs while the user types
    return options;
}

/// Returns the errors that were decided.
QList<JsonSchemaError> violations(const JsonSchema &schema, const JsonValue &value)
{
    QList<JsonSchemaError> errors = schema.validate(value);
    errors.removeIf([](const JsonSchemaError &error) { return error.kind != JsonSchemaError::Kind::Violation; });
    return errors;
}

} // namespace

FormSchema::FormSchema(const QByteArray &schema)
    : m_text(JsonChecker().check(schema) || !JsonValue(schema).isObject() ? QByteArray("{}") : schema)
    , m_known(std::make_shared<Knowledge>())
{
    auto compiled = JsonSchema::compile(m_text, checkOptions());
    if (compiled)
        m_known->whole = *compiled;
    else
        m_known->whyNot = Texts::translated(compiled.error().detail);
}

QList<JsonSchemaError> FormSchema::check(const JsonValue &whole) const
{
    return m_known->whole ? violations(*m_known->whole, whole) : QList<JsonSchemaError>();
}

QString FormSchema::whyUnchecked() const
{
    return m_known->whyNot;
}

QStringList FormSchema::gaps() const
{
    return m_known->whole ? Texts::translated(m_known->whole->gaps()) : QStringList();
}

int FormSchema::branchOf(const QList<FormField> &branches, const JsonValue &value, int current) const
{
    if (!value.isValid())
        return -1;
    QList<int> order;
    if (current >= 0)
        order << current;
    for (int i = 0; i < int(branches.size()); ++i) {
        if (i != current)
            order << i;
    }
    for (const int i : std::as_const(order)) {
        if (fits(branches.at(i), value))
            return i;
    }
    // A value that does not fit yet may be incomplete: choose the branch that its distinctive members do not
    // contradict.
    for (const int i : std::as_const(order)) {
        if (branches.at(i).isOfType(value) && !contradicts(branches.at(i), value))
            return i;
    }
    const auto any = std::find_if(order.cbegin(), order.cend(), [&](int i) { return branches.at(i).isOfType(value); });
    return any == order.cend() ? -1 : *any;
}

bool FormSchema::fits(const FormField &branch, const JsonValue &value) const
{
    if (!branch.isOfType(value))
        return false;
    if (!branch.alternative.isValid())
        return true;
    const qsizetype place = branch.alternative.raw().data() - m_text.constData();
    auto found = m_known->alternatives.constFind(place);
    if (found == m_known->alternatives.constEnd()) {
        JsonSchemaOptions options = checkOptions();
        options.documents.insert(Here.toByteArray(), m_text);
        const QByteArray pointer = pointerTo(branch.alternative).toPercentEncoding("/~!$&'()*+,;=:@");
        const QByteArray reference = R"({"$ref":")" + Here.toByteArray() + '#' + pointer + R"("})";
        auto compiled = JsonSchema::compile(reference, options);
        found = m_known->alternatives.insert(place, compiled ? std::optional(*compiled) : std::nullopt);
    }
    return found->has_value() && violations(**found, value).isEmpty();
}

bool FormSchema::contradicts(const FormField &branch, const JsonValue &value) const
{
    if (branch.kind != FormField::Kind::Group)
        return false;
    const QList<FormField> fields = members(branch);
    return std::any_of(fields.cbegin(), fields.cend(), [&](const FormField &field) {
        const JsonValue member = value.member(field.name.toUtf8());
        return field.options.size() == 1 && member.isValid() && field.optionOf(member) < 0;
    });
}

QByteArray FormSchema::pointerTo(const JsonValue &schema) const
{
    QByteArray pointer;
    JsonValue at(m_text);
    const auto holds = [&](const JsonValue &value) {
        return value.raw().data() <= schema.raw().data() && schema.raw().end() <= value.raw().end();
    };
    while (at.raw().data() != schema.raw().data()) {
        qsizetype index = 0;
        JsonValue next;
        for (const JsonMember &child : at) {
            if (holds(child.value)) {
                const QByteArray name =
                    child.rawKey.isEmpty() ? QByteArray::number(index) : JsonValue(child.rawKey).toUtf8();
                pointer = JsonEdit::pointerTo(pointer, name);
                next = child.value;
                break;
            }
            ++index;
        }
        if (!next.isValid())
            return {};
        at = next;
    }
    return pointer;
}

FormField FormSchema::fieldFor(FormField field, const QList<JsonValue> &sources) const
{
    bool isReadable = true;
    for (const JsonValue &source : sources)
        isReadable = open(source, field.schemas) && isReadable;
    field.types &= typesOf(field.schemas);
    FormTexts::describe(field);
    if (isReadable && field.depth <= DeepestField)
        findKind(field);
    field.hint = FormTexts::hint(field);
    return field;
}

/// Resolves `$ref` and `allOf`. Returns false if a reference leads nowhere.
bool FormSchema::open(const JsonValue &schema, QList<JsonValue> &opened) const
{
    const auto isSame = [&](const JsonValue &known) { return known.raw().data() == schema.raw().data(); };
    if (!schema.isObject() || std::any_of(opened.cbegin(), opened.cend(), isSame))
        return schema.isValid();
    if (opened.size() >= MostOpened)
        return false;
    opened << schema;
    bool isWhole = true;
    if (const JsonValue reference = schema.member("$ref"); reference.isString())
        isWhole = open(target(reference.toUtf8()), opened);
    for (const JsonMember &each : schema.member("allOf"))
        isWhole = open(each.value, opened) && isWhole;
    return isWhole;
}

JsonValue FormSchema::target(const QByteArray &reference) const
{
    const JsonValue whole(m_text);
    const QByteArray id = memberOf(whole, "$id").toUtf8();
    if (!reference.startsWith('#') && (id.isEmpty() || !reference.startsWith(id + '#')))
        return {};
    const QByteArray fragment = QByteArray::fromPercentEncoding(reference.sliced(reference.indexOf('#') + 1));
    if (fragment.isEmpty())
        return whole;
    if (fragment.startsWith('/')) {
        JsonValue at = whole;
        const QByteArrayList tokens = fragment.sliced(1).split('/');
        for (const QByteArray &token : tokens)
            at = memberOf(at, QByteArray(token).replace("~1", "/").replace("~0", "~"));
        return at;
    }
    for (const char *definitions : {"$defs", "definitions"}) {
        for (const JsonMember &each : memberOf(whole, definitions)) {
            if (each.value.member("$anchor").toUtf8() == fragment)
                return each.value;
        }
    }
    return {};
}

/// Like JsonValue::member(), but cached: there may be many definitions, and many references to each.
JsonValue FormSchema::memberOf(const JsonValue &container, const QByteArray &name) const
{
    if (!container.isObject() && !container.isArray())
        return {};
    const qsizetype place = container.raw().data() - m_text.constData();
    auto members = m_known->members.constFind(place);
    if (members == m_known->members.constEnd()) {
        QHash<QByteArray, JsonValue> read;
        for (const JsonMember &child : container) {
            const bool isElement = child.rawKey.isEmpty();
            read.insert(isElement ? QByteArray::number(read.size()) : JsonValue(child.rawKey).toUtf8(), child.value);
        }
        members = m_known->members.insert(place, read);
    }
    return members->value(name);
}

void FormSchema::findKind(FormField &field) const
{
    using Kind = FormField::Kind;
    if (readOptions(field)) {
        field.kind = Kind::Choice;
        return;
    }
    if (findKindByAlternatives(field))
        return;
    if (field.types == FormField::AnyType)
        field.types = impliedTypes(field);
    takeNullOut(field);
    findKindByType(field);
}

bool FormSchema::findKindByAlternatives(FormField &field) const
{
    const JsonValue list = alternativesOf(field);
    if (!list.isValid())
        return false;
    if (readConstants(field, list)) {
        field.kind = FormField::Kind::Choice;
        return true;
    }
    QList<JsonValue> forms;
    bool hasNull = false;
    for (const JsonMember &each : list) {
        QList<JsonValue> opened;
        (void)open(each.value, opened); // broken references show when the branch is opened
        if (typesOf(opened) == FormField::Null)
            hasNull = true;
        else
            forms << each.value;
    }
    if (forms.size() != 1) {
        field.kind = FormField::Kind::Branches;
        return true;
    }
    // At most one form beside null: "optional" in many generators.
    field.decided << list.raw().data();
    const bool isReadable = open(forms.first(), field.schemas);
    field.types &= typesOf(field.schemas);
    FormTexts::describe(field);
    if (isReadable)
        findKind(field);
    field.nullable = field.nullable || hasNull;
    return true;
}

void FormSchema::findKindByType(FormField &field) const
{
    using Kind = FormField::Kind;
    const int kinds = std::popcount(quint8(field.types & ~NumberBits)) + ((field.types & NumberBits) != 0 ? 1 : 0);
    if (kinds > 1) {
        field.kind = field.types == FormField::AnyType ? Kind::Json : Kind::Branches;
    } else if ((field.types & NumberBits) != 0) {
        field.kind = (field.types & FormField::OtherNumber) != 0 ? Kind::Number : Kind::Integer;
    } else if (field.types == FormField::String) {
        field.kind = Kind::Text;
    } else if (field.types == FormField::Object) {
        const bool isBeyond = !field.keyword("properties").isValid() &&
                              std::any_of(field.schemas.cbegin(), field.schemas.cend(), [](const JsonValue &schema) {
                                  return hasAny(schema, {"if", "dependentSchemas", "not"}) && !namesMembers(schema);
                              });
        field.kind = isBeyond ? Kind::Json : Kind::Group;
    } else if (field.types == FormField::Array) {
        const bool hasItems = std::any_of(field.schemas.cbegin(), field.schemas.cend(), [](const JsonValue &schema) {
            return hasAny(schema, {"items", "prefixItems"});
        });
        field.kind = hasItems ? Kind::List : Kind::Json;
        const FormField item = hasItems ? element(field, 0) : FormField();
        if (item.kind == Kind::Choice && item.types != FormField::Boolean && !item.nullable &&
            !field.keyword("prefixItems").isValid() && !field.keyword("items").isArray()) {
            field.kind = Kind::CheckList;
            field.options = item.options;
        }
    }
}

QList<FormField> FormSchema::branches(const FormField &field) const
{
    QList<FormField> branches;
    FormField base;
    base.pointer = field.pointer;
    base.name = field.name;
    base.required = true; // while it is chosen
    base.isBranch = true;
    base.depth = field.depth;
    base.schemas = field.schemas;
    base.decided = field.decided;
    base.types = field.types;
    const JsonValue list = alternativesOf(field);
    if (list.isValid()) {
        base.decided << list.raw().data();
        for (const JsonMember &each : list) {
            base.alternative = each.value;
            branches << fieldFor(base, {each.value});
            FormTexts::nameBranch(branches.last(), branches.size());
        }
        return branches;
    }
    for (const quint8 type : {quint8(FormField::String), NumberBits, quint8(FormField::Boolean),
                              quint8(FormField::Array), quint8(FormField::Object), quint8(FormField::Null)}) {
        base.types = field.types & type;
        if (field.nullable && type == FormField::Null)
            base.types = FormField::Null;
        if (base.types == 0)
            continue;
        FormField branch = base;
        findKind(branch);
        FormTexts::nameBranch(branch, branches.size() + 1);
        branch.hint = FormTexts::hint(branch);
        branches << branch;
    }
    return branches;
}

} // namespace Pullcord
