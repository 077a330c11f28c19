// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/jsonstring.h"
#include "core/json/schema/jsoncanonical.h"
#include "core/json/schema/schemacompiler.h"
#include "core/json/schema/schemamessage.h"
#include "core/json/schema/schemareaders.h"

namespace Pullcord::SchemaRead {

using namespace Qt::StringLiterals;

namespace {

quint32 typeNamed(const QByteArray &name)
{
    for (const auto &[known, type] : SchemaType::Names) {
        if (known == name)
            return type;
    }
    return 0;
}

bool addValue(SchemaReader &reader, SchemaRule &rule, const JsonValue &value)
{
    SchemaBudget budget(reader.options().limits);
    rule.values.insert(canonicalJson(value, budget));
    return !budget.stopped() || reader.fail(budget.reason());
}

bool boundBySibling(SchemaReader &reader, SchemaRule &rule, QByteArrayView name)
{
    const JsonValue bound = reader.sibling(name);
    if (!reader.value().toBool().value_or(false) || !bound.isNumber())
        return false;
    rule.number = JsonNumber(bound.raw());
    rule.text = SchemaMessage::excerpt(bound);
    return true;
}

bool count(SchemaReader &reader, qint64 &to)
{
    const JsonNumber number(reader.value().raw());
    if (!reader.value().isNumber() || !number.isInteger() || number < JsonNumber())
        return reader.fail(
            TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "it must be an integer that is not negative")));
    to = number.toCount();
    return true;
}

} // namespace

bool type(SchemaReader &reader, SchemaRule &rule)
{
    const auto add = [&](const JsonValue &name) {
        const quint32 type = typeNamed(name.toUtf8());
        rule.types |= type;
        return type != 0 || reader.fail(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1 is not a type"),
                                                             SchemaMessage::excerpt(name)));
    };
    if (!reader.value().isArray())
        return add(reader.value());
    for (const JsonMember &name : reader.value()) {
        if (!add(name.value))
            return false;
    }
    return true;
}

bool enumeration(SchemaReader &reader, SchemaRule &rule)
{
    constexpr qsizetype MaxNamed = 20; // values in the message
    if (!reader.value().isArray())
        return reader.fail(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "it must be an array")));
    QStringList names;
    for (const JsonMember &value : reader.value()) {
        if (!addValue(reader, rule, value.value))
            return false;
        if (names.size() < MaxNamed)
            names.append(SchemaMessage::excerpt(value.value));
        else if (names.size() == MaxNamed)
            names.append(u"…"_s);
    }
    const QString listed = names.join(u","_s + u' ');
    rule.text = names.size() > 1
                    ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "must be one of %1"), listed)
                    : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "must be %1"), listed);
    return true;
}

bool constant(SchemaReader &reader, SchemaRule &rule)
{
    rule.text = TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "must be %1"),
                                     SchemaMessage::excerpt(reader.value()));
    return addValue(reader, rule, reader.value());
}

bool number(SchemaReader &reader, SchemaRule &rule)
{
    if (!reader.value().isNumber())
        return reader.fail(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "it must be a number")));
    rule.number = JsonNumber(reader.value().raw());
    rule.text = SchemaMessage::excerpt(reader.value());
    return true;
}

bool divisor(SchemaReader &reader, SchemaRule &rule)
{
    if (!number(reader, rule))
        return false;
    if (!rule.number.isPositive())
        return reader.fail(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "it must be greater than 0")));
    return rule.number.canDivide() ||
           reader.fail(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "it has more than %1 digits"),
                                            JsonNumber::MaxDivisorDigits));
}

bool exclusiveOfMaximum(SchemaReader &reader, SchemaRule &rule)
{
    return boundBySibling(reader, rule, "maximum");
}

bool exclusiveOfMinimum(SchemaReader &reader, SchemaRule &rule)
{
    return boundBySibling(reader, rule, "minimum");
}

bool lowerBound(SchemaReader &reader, SchemaRule &rule)
{
    return count(reader, rule.least);
}

bool upperBound(SchemaReader &reader, SchemaRule &rule)
{
    return count(reader, rule.most);
}

bool pattern(SchemaReader &reader, SchemaRule &rule)
{
    if (!reader.value().isString())
        return reader.fail(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "it must be a string")));
    Result<JsonPattern> pattern = JsonPattern::compile(reader.value().toString());
    if (!pattern)
        return reader.fail(pattern.error().detail);
    rule.schemaByPattern.append({*std::move(pattern), 0});
    return true;
}

bool format(SchemaReader &reader, SchemaRule &rule)
{
    const bool asserted =
        reader.options().assertFormats || (reader.dialect().vocabularies & Vocabulary::FormatAssertion) != 0;
    rule.text = reader.value().toString();
    return asserted && reader.value().isString();
}

bool uniqueItems(SchemaReader &reader, SchemaRule &)
{
    return reader.value().toBool().value_or(false);
}

bool required(SchemaReader &reader, SchemaRule &rule)
{
    if (!reader.value().isArray())
        return reader.fail(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "it must be an array of names")));
    for (const JsonMember &name : reader.value()) {
        if (name.value.isString())
            rule.names.append(JsonString::decodedUtf8(name.value.raw(), JsonString::LoneSurrogate::Keep));
        else
            reader.fail(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1 is not a name"),
                                             SchemaMessage::excerpt(name.value)));
    }
    return true;
}

} // namespace Pullcord::SchemaRead
