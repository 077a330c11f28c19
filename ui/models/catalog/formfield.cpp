// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/catalog/formfield.h"

#include "core/json/jsonchecker.h"
#include "core/json/jsontext.h"

namespace Pullcord {

JsonValue FormField::keyword(QByteArrayView word) const
{
    for (const JsonValue &schema : schemas) {
        if (const JsonValue value = schema.member(word); value.isValid())
            return value;
    }
    return {};
}

std::optional<QByteArray> FormField::toJson(const QString &text) const
{
    if (text.isEmpty() && !(kind == Kind::Text && required))
        return {};
    if (isNumber()) {
        const QByteArray number = text.trimmed().toUtf8();
        if (!JsonChecker().check(number) && JsonValue(number).isNumber())
            return number;
    }
    return JsonText::quoted(text);
}

QString FormField::toText(const JsonValue &value)
{
    if (!value.isValid())
        return {};
    return value.isString() ? value.toString() : QString::fromUtf8(JsonText::compact(value.raw()));
}

bool FormField::isOfType(const JsonValue &value) const
{
    switch (value.type()) {
    case JsonType::Null:
        return nullable || (types & Null) != 0;
    case JsonType::Bool:
        return (types & Boolean) != 0;
    case JsonType::Number:
        return (types & (value.isInteger() ? WholeNumber : OtherNumber)) != 0;
    case JsonType::String:
        return (types & String) != 0;
    case JsonType::Array:
        return (types & Array) != 0;
    case JsonType::Object:
        return (types & Object) != 0;
    case JsonType::Invalid:
        break;
    }
    return false;
}

int FormField::optionOf(const JsonValue &value) const
{
    if (!value.isValid())
        return -1;
    const QByteArray raw = JsonText::compact(value.raw());
    for (int i = 0; i < int(options.size()); ++i) {
        const JsonValue option(options.at(i).raw);
        if (option.isString() ? value.isString() && option.toUtf8() == value.toUtf8() : options.at(i).raw == raw)
            return i;
    }
    return -1;
}

QByteArray FormField::checked(const JsonValue &current, const QList<bool> &chosen) const
{
    QList<bool> missing = chosen;
    QByteArrayList elements;
    if (current.isArray()) {
        for (const JsonMember &element : current) {
            const int option = optionOf(element.value);
            if (option >= 0 && !chosen.at(option))
                continue;
            if (option >= 0)
                missing[option] = false;
            elements << element.value.raw().toByteArray();
        }
    }
    for (qsizetype i = 0; i < missing.size(); ++i) {
        if (missing.at(i))
            elements << options.at(i).raw;
    }
    return '[' + elements.join(", ") + ']';
}

} // namespace Pullcord
