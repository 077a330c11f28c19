// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// Choice of the kind of field for a schema.

#include "core/json/jsontext.h"
#include "ui/models/formschema.h"
#include "ui/models/formtexts.h"

#include <QUrl>

#include <algorithm>
#include <bit>

namespace Pullcord {

namespace {

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
quint8 typesMeantBy(const FormField &field)
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
        field.types = typesMeantBy(field);
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
