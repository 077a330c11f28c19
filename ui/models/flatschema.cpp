// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/flatschema.h"

#include "core/json/jsonchecker.h"
#include "core/json/jsontext.h"

#include <QCoreApplication>

namespace Pullcord {

namespace {

struct SchemaTexts
{
    Q_DECLARE_TR_FUNCTIONS(Pullcord::FlatSchema)
};

bool isOneNumber(const QByteArray &text)
{
    return !JsonChecker().check(text) && JsonValue(text).isNumber();
}

/// The one type that a schema names, "null" beside it left out; empty if there are several.
QByteArray typeName(const JsonValue &schema)
{
    const JsonValue type = schema.member("type");
    if (type.isString())
        return type.toUtf8();
    QByteArray only;
    for (const JsonMember &each : type) {
        const QByteArray name = each.value.toUtf8();
        if (name == "null")
            continue;
        if (!only.isEmpty())
            return {};
        only = name;
    }
    return only;
}

QList<SchemaField::Option> choicesOf(const JsonValue &schema)
{
    QList<SchemaField::Option> choices;
    const JsonValue names = schema.member("enumNames");
    qsizetype at = 0;
    for (const JsonMember &each : schema.member("enum")) {
        const JsonValue name = names.element(at++);
        QString label = name.isString()         ? name.toString()
                        : each.value.isString() ? each.value.toString()
                                                : QString::fromUtf8(each.value.raw());
        choices.append({std::move(label), each.value.raw().toByteArray()});
    }
    for (const JsonMember &each : schema.member("oneOf")) {
        const JsonValue constant = each.value.member("const");
        if (!constant.isValid())
            return {}; // alternatives of another sort
        const JsonValue title = each.value.member("title");
        QString label = title.isString() ? title.toString() : QString::fromUtf8(constant.raw());
        choices.append({std::move(label), constant.raw().toByteArray()});
    }
    return choices;
}

SchemaField::Kind kindOf(const JsonValue &schema, const SchemaField &field)
{
    if (!field.choices.isEmpty())
        return SchemaField::Kind::Choice;
    const QByteArray type = typeName(schema);
    if (type == "string")
        return SchemaField::Kind::Text;
    if (type == "integer")
        return SchemaField::Kind::Integer;
    if (type == "number")
        return SchemaField::Kind::Number;
    if (type == "boolean")
        return SchemaField::Kind::Boolean;
    return SchemaField::Kind::Json;
}

} // namespace

std::optional<QByteArray> SchemaField::toJson(const QString &text) const
{
    if (text.isEmpty() && !(kind == Kind::Text && required))
        return {};
    switch (kind) {
    case Kind::Text:
        return JsonText::quoted(text);
    case Kind::Choice:
        for (const Option &option : choices) {
            if (option.label == text)
                return option.raw;
        }
        return JsonText::quoted(text);
    case Kind::Integer:
    case Kind::Number:
        if (const QByteArray number = text.trimmed().toUtf8(); isOneNumber(number))
            return number;
        return JsonText::quoted(text);
    case Kind::Boolean:
        break;
    case Kind::Json:
        if (const QByteArray json = text.toUtf8(); JsonChecker().check(json))
            return JsonText::quoted(text);
        break;
    }
    return text.toUtf8();
}

QString SchemaField::toText(const JsonValue &value) const
{
    if (!value.isValid())
        return {};
    if (kind == Kind::Choice) {
        for (const Option &option : choices) {
            if (option.raw == value.raw())
                return option.label;
        }
    }
    if (value.isString() && kind != Kind::Json)
        return value.toString();
    return QString::fromUtf8(JsonText::compact(value.raw()));
}

bool SchemaField::accepts(const JsonValue &value) const
{
    switch (kind) {
    case Kind::Text:
        return value.isString();
    case Kind::Integer:
        return value.isNumber() && (value.toInteger() || !value.raw().contains('.'));
    case Kind::Number:
        return value.isNumber();
    case Kind::Boolean:
        return value.toBool().has_value();
    case Kind::Choice:
        return std::any_of(choices.begin(), choices.end(),
                           [&](const Option &option) { return option.raw == value.raw(); });
    case Kind::Json:
        break;
    }
    return true;
}

QByteArray SchemaField::plainest() const
{
    if (!defaultValue.isEmpty())
        return defaultValue;
    switch (kind) {
    case Kind::Text:
        return "\"\"";
    case Kind::Integer:
    case Kind::Number:
        return "0";
    case Kind::Boolean:
        return "false";
    case Kind::Choice:
        return choices.first().raw;
    case Kind::Json:
        break;
    }
    return "null";
}

FlatSchema::FlatSchema(const QByteArray &schema)
{
    const JsonValue root(schema);
    for (const JsonMember &property : root.member("properties")) {
        const JsonValue &value = property.value;
        SchemaField field;
        field.name = property.key();
        field.title = value.member("title").toString();
        if (field.title.isEmpty())
            field.title = field.name;
        field.description = value.member("description").toString();
        field.defaultValue = value.member("default").raw().toByteArray();
        field.choices = choicesOf(value);
        field.kind = kindOf(value, field);
        for (const JsonMember &required : root.member("required"))
            field.required = field.required || required.value.toString() == field.name;
        if (field.kind == SchemaField::Kind::Json && field.defaultValue.isEmpty() && field.required) {
            const QByteArray type = typeName(value);
            field.defaultValue = type == "array" ? "[]" : type == "object" ? "{}" : "null";
        }
        m_fields.append(std::move(field));
    }
}

QByteArray FlatSchema::initial() const
{
    QByteArray object = "{}";
    for (const SchemaField &field : m_fields) {
        if (field.required || !field.defaultValue.isEmpty())
            object = JsonText::withMember(object, field.name.toUtf8(), field.plainest());
    }
    return JsonText::indented(object);
}

QStringList FlatSchema::complaints(const QByteArray &arguments) const
{
    QStringList complaints;
    const JsonValue object(arguments);
    for (const SchemaField &field : m_fields) {
        const JsonValue value = object.member(field.name.toUtf8());
        if (!value.isValid()) {
            if (field.required)
                complaints << SchemaTexts::tr("%1 is required").arg(field.name);
        } else if (!field.accepts(value)) {
            complaints << SchemaTexts::tr("%1 has another type in the schema").arg(field.name);
        }
    }
    return complaints;
}

} // namespace Pullcord
