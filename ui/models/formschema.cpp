// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/formschema.h"

#include "core/json/jsonchecker.h"
#include "core/json/jsontext.h"
#include "core/json/schema/jsonpattern.h"
#include "ui/models/formtexts.h"
#include "ui/models/jsonedit.h"

#include <QSet>

#include <algorithm>

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
    const bool isSaid = field.types != FormField::AnyType;
    return isSaid && (field.types & FormField::Object) != 0  ? "{}"
           : isSaid && (field.types & FormField::Array) != 0 ? "[]"
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

} // namespace Pullcord
