// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/jsonstring.h"
#include "core/json/schema/jsoncanonical.h"
#include "core/json/schema/jsonformat.h"
#include "core/json/schema/schemachecks.h"
#include "core/json/schema/schemamessage.h"
#include "core/json/schema/schemavalidator.h"

#include <algorithm>

namespace Pullcord::SchemaCheck {

using namespace Qt::StringLiterals;

namespace {

quint32 typesOf(const JsonValue &value)
{
    switch (value.type()) {
    case JsonType::Null:
        return SchemaType::Null;
    case JsonType::Bool:
        return SchemaType::Boolean;
    case JsonType::Number:
        return SchemaType::Number |
               (value.isInteger() || JsonNumber(value.raw()).isInteger() ? SchemaType::Integer : 0U);
    case JsonType::String:
        return SchemaType::String;
    case JsonType::Array:
        return SchemaType::Array;
    case JsonType::Object:
        return SchemaType::Object;
    case JsonType::Invalid:
        break;
    }
    return 0;
}

qint64 codePoints(QByteArrayView utf8)
{
    return std::count_if(utf8.begin(), utf8.end(), [](char c) { return (quint8(c) & 0xC0) != 0x80; });
}

/// Checks that the count lies between the rule's bounds, of which it has one. `zero` is the message for a count of 0
/// with a lower bound of 1.
bool countOf(SchemaValidator &validator, const SchemaRule &rule, qint64 count, SchemaMessage::Noun noun,
             const TranslatableText &zero)
{
    if (count >= rule.least && count <= rule.most)
        return true;
    if (count == 0 && rule.least == 1)
        return validator.fail(rule, zero);
    if (count < rule.least) {
        return validator.fail(
            rule, TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "must have at least %1, not %2"),
                                       SchemaMessage::counted(rule.least, noun), count));
    }
    return validator.fail(rule,
                          TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "must have at most %1, not %2"),
                                               SchemaMessage::counted(rule.most, noun), count));
}

} // namespace

bool type(SchemaValidator &validator, const SchemaRule &rule)
{
    const JsonValue &value = validator.instance().value();
    if ((typesOf(value) & rule.types) != 0)
        return true;
    if (!validator.isCollecting())
        return false;
    const bool fraction = value.isNumber() && (rule.types & SchemaType::Integer) != 0;
    return validator.fail(rule, TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "must be %1, not %2"),
                                                     SchemaMessage::typeNames(rule.types),
                                                     fraction ? TranslatableText(SchemaMessage::excerpt(value))
                                                              : SchemaMessage::typeName(value.type())));
}

bool enumeration(SchemaValidator &validator, const SchemaRule &rule)
{
    if (rule.values.contains(canonicalJson(validator.instance().value(), validator.budget())))
        return true;
    return validator.fail(rule, rule.text);
}

bool multipleOf(SchemaValidator &validator, const SchemaRule &rule)
{
    const JsonNumber number(validator.instance().value().raw());
    return number.isMultipleOf(rule.number) ||
           validator.fail(rule, TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "must be a multiple of %1"),
                                                     rule.text));
}

bool maximum(SchemaValidator &validator, const SchemaRule &rule)
{
    const JsonNumber number(validator.instance().value().raw());
    return number <= rule.number ||
           validator.fail(rule,
                          TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "must be at most %1"), rule.text));
}

bool exclusiveMaximum(SchemaValidator &validator, const SchemaRule &rule)
{
    const JsonNumber number(validator.instance().value().raw());
    return number < rule.number ||
           validator.fail(
               rule, TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "must be less than %1"), rule.text));
}

bool minimum(SchemaValidator &validator, const SchemaRule &rule)
{
    const JsonNumber number(validator.instance().value().raw());
    return number >= rule.number ||
           validator.fail(
               rule, TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "must be at least %1"), rule.text));
}

bool exclusiveMinimum(SchemaValidator &validator, const SchemaRule &rule)
{
    const JsonNumber number(validator.instance().value().raw());
    return number > rule.number ||
           validator.fail(
               rule, TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "must be greater than %1"), rule.text));
}

bool length(SchemaValidator &validator, const SchemaRule &rule)
{
    const QByteArray utf8 =
        JsonString::decodedUtf8(validator.instance().value().raw(), JsonString::LoneSurrogate::Keep);
    return countOf(validator, rule, codePoints(utf8), SchemaMessage::Noun::Character,
                   TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "must not be empty")));
}

bool pattern(SchemaValidator &validator, const SchemaRule &rule)
{
    const JsonPattern &pattern = rule.schemaByPattern.front().first;
    return validator.matches(pattern, validator.instance().value().toString()) ||
           validator.fail(rule, TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "must match the pattern %1"),
                                                     pattern.text()));
}

bool format(SchemaValidator &validator, const SchemaRule &rule)
{
    const JsonFormat *format = JsonFormat::find(rule.text);
    if (!format || format->matches(validator.instance().value().toString()))
        return true;
    return validator.fail(rule, TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "must be %1"),
                                                     TranslatableText::of(format->description)));
}

bool itemCount(SchemaValidator &validator, const SchemaRule &rule)
{
    return countOf(validator, rule, qint64(validator.children().size()), SchemaMessage::Noun::Item,
                   TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "must have an item")));
}

bool propertyCount(SchemaValidator &validator, const SchemaRule &rule)
{
    return countOf(validator, rule, qint64(validator.children().size()), SchemaMessage::Noun::Member,
                   TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "must have a member")));
}

bool uniqueItems(SchemaValidator &validator, const SchemaRule &rule)
{
    QHash<QByteArray, qsizetype> seen;
    qsizetype index = 0;
    for (const SchemaInstance &item : validator.children()) {
        const QByteArray canonical = canonicalJson(item.value(), validator.budget());
        const auto earlier = seen.constFind(canonical);
        if (earlier != seen.cend()) {
            return validator.fail(
                rule,
                TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                       "must not have the same item twice: items %1 and %2 are equal"),
                                     *earlier + 1, index + 1));
        }
        seen.insert(canonical, index++);
    }
    return true;
}

bool required(SchemaValidator &validator, const SchemaRule &rule)
{
    bool holds = true;
    for (const QByteArray &name : rule.names) {
        if (validator.instance().member(name, validator.budget()))
            continue;
        holds = validator.fail(rule, TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "is required")), name);
        if (!validator.isCollecting())
            break;
    }
    return holds;
}

} // namespace Pullcord::SchemaCheck
