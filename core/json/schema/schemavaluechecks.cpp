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

/// Whether the count lies between the rule's bounds, of which it has one. `zero` is said of a lower bound of one.
bool countOf(SchemaValidator &validator, const SchemaRule &rule, qint64 count, QLatin1StringView noun,
             const QString &zero)
{
    if (count >= rule.least && count <= rule.most)
        return true;
    if (count == 0 && rule.least == 1)
        return validator.fail(rule, zero);
    const QString bound = count < rule.least ? u"at least "_s + SchemaMessage::counted(rule.least, noun)
                                             : u"at most "_s + SchemaMessage::counted(rule.most, noun);
    return validator.fail(rule, u"must have %1, not %2"_s.arg(bound).arg(count));
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
    return validator.fail(rule, u"must be %1, not %2"_s.arg(SchemaMessage::typeNames(rule.types),
                                                            fraction ? SchemaMessage::excerpt(value)
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
    return number.isMultipleOf(rule.number) || validator.fail(rule, u"must be a multiple of "_s + rule.text);
}

bool maximum(SchemaValidator &validator, const SchemaRule &rule)
{
    const JsonNumber number(validator.instance().value().raw());
    return number <= rule.number || validator.fail(rule, u"must be at most "_s + rule.text);
}

bool exclusiveMaximum(SchemaValidator &validator, const SchemaRule &rule)
{
    const JsonNumber number(validator.instance().value().raw());
    return number < rule.number || validator.fail(rule, u"must be less than "_s + rule.text);
}

bool minimum(SchemaValidator &validator, const SchemaRule &rule)
{
    const JsonNumber number(validator.instance().value().raw());
    return number >= rule.number || validator.fail(rule, u"must be at least "_s + rule.text);
}

bool exclusiveMinimum(SchemaValidator &validator, const SchemaRule &rule)
{
    const JsonNumber number(validator.instance().value().raw());
    return number > rule.number || validator.fail(rule, u"must be greater than "_s + rule.text);
}

bool length(SchemaValidator &validator, const SchemaRule &rule)
{
    const QByteArray utf8 =
        JsonString::decodedUtf8(validator.instance().value().raw(), JsonString::LoneSurrogate::Keep);
    return countOf(validator, rule, codePoints(utf8), "character"_L1, u"must not be empty"_s);
}

bool pattern(SchemaValidator &validator, const SchemaRule &rule)
{
    const JsonPattern &pattern = rule.schemaByPattern.front().first;
    return validator.matches(pattern, validator.instance().value().toString()) ||
           validator.fail(rule, u"must match the pattern "_s + pattern.text());
}

bool format(SchemaValidator &validator, const SchemaRule &rule)
{
    const JsonFormat *format = JsonFormat::find(rule.text);
    if (!format || format->matches(validator.instance().value().toString()))
        return true;
    return validator.fail(rule, u"must be %1"_s.arg(format->description));
}

bool itemCount(SchemaValidator &validator, const SchemaRule &rule)
{
    return countOf(validator, rule, qint64(validator.children().size()), "item"_L1, u"must have an item"_s);
}

bool propertyCount(SchemaValidator &validator, const SchemaRule &rule)
{
    return countOf(validator, rule, qint64(validator.children().size()), "member"_L1, u"must have a member"_s);
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
                u"must not have the same item twice: items %1 and %2 are equal"_s.arg(*earlier + 1).arg(index + 1));
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
        holds = validator.fail(rule, u"is required"_s, name);
        if (!validator.isCollecting())
            break;
    }
    return holds;
}

} // namespace Pullcord::SchemaCheck
