// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/jsonstring.h"
#include "core/json/schema/schemachecks.h"
#include "core/json/schema/schemacompiler.h"
#include "core/json/schema/schemamessage.h"
#include "core/json/schema/schemareaders.h"

namespace Pullcord::SchemaRead {

using namespace Qt::StringLiterals;

namespace {

QByteArray nameOf(const JsonMember &member)
{
    return JsonString::decodedUtf8(member.rawKey, JsonString::LoneSurrogate::Keep);
}

int memberNode(SchemaReader &reader, const JsonMember &member)
{
    return reader.node(member.value, pointerToken(JsonString::decodedUtf8(member.rawKey)));
}

bool addNames(SchemaReader &reader, SchemaRule &rule, const JsonMember &member)
{
    QList<QByteArray> names;
    for (const JsonMember &name : member.value) {
        if (!name.value.isString())
            return reader.fail(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "it must contain names")));
        names.append(JsonString::decodedUtf8(name.value.raw(), JsonString::LoneSurrogate::Keep));
    }
    rule.namesByName.insert(nameOf(member), names);
    return true;
}

bool addPattern(SchemaReader &reader, SchemaRule &rule, const QString &text, int node)
{
    Result<JsonPattern> pattern = JsonPattern::compile(text);
    if (!pattern)
        return reader.fail(pattern.error().detail);
    rule.schemaByPattern.append({*std::move(pattern), node});
    return true;
}

qint64 elementCount(const JsonValue &array)
{
    return array.isArray() ? std::distance(array.begin(), array.end()) : 0;
}

/// Reads a count from another keyword, if the dialect has that keyword.
void siblingCount(const SchemaReader &reader, QByteArrayView name, qint64 &to)
{
    const JsonValue count = reader.sibling(name);
    if (reader.hasKeyword(name) && count.isNumber())
        to = JsonNumber(count.raw()).toCount();
}

} // namespace

bool dialect(SchemaReader &reader, SchemaRule &)
{
    const QByteArray uri = reader.value().toUtf8();
    return !reader.knowsDialect(uri) &&
           reader.fail(TranslatableText::of(
               QT_TRANSLATE_NOOP("TranslatableText", "%1 is not supported, so the schema is read as %2"),
               SchemaMessage::excerpt(reader.value()), QString::fromUtf8(reader.dialect().uri)));
}

bool reference(SchemaReader &reader, SchemaRule &rule)
{
    if (!reader.value().isString())
        return reader.fail(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "it must be a string")));
    const std::optional<int> node = reader.referencedNode();
    if (node)
        rule.schemas.append(*node);
    return node.has_value();
}

bool dynamicReference(SchemaReader &reader, SchemaRule &rule)
{
    if (!reference(reader, rule))
        return false;
    const QByteArray anchor = reader.dynamicAnchor();
    if (anchor.isNull())
        rule.check = SchemaCheck::reference;
    rule.names.append(anchor);
    return true;
}

bool schema(SchemaReader &reader, SchemaRule &rule)
{
    rule.schemas.append(reader.node(reader.value()));
    return true;
}

bool schemaList(SchemaReader &reader, SchemaRule &rule)
{
    if (!reader.value().isArray())
        return reader.fail(
            TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "it must be an array of schemas")));
    for (const JsonMember &element : reader.value())
        rule.schemas.append(reader.node(element.value, pointerToken(QByteArray::number(rule.schemas.size()))));
    return true;
}

bool schemaMap(SchemaReader &reader, SchemaRule &rule)
{
    if (!reader.value().isObject())
        return reader.fail(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "it must be an object whose members are schemas")));
    for (const JsonMember &member : reader.value())
        rule.schemaByName.insert(nameOf(member), memberNode(reader, member));
    return true;
}

/// dependentRequired, dependentSchemas and their predecessor.
bool dependencies(SchemaReader &reader, SchemaRule &rule)
{
    if (!reader.value().isObject())
        return reader.fail(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "it must be an object")));
    for (const JsonMember &member : reader.value()) {
        if (!member.value.isArray())
            rule.schemaByName.insert(nameOf(member), memberNode(reader, member));
        else
            addNames(reader, rule, member);
    }
    return true;
}

bool condition(SchemaReader &reader, SchemaRule &rule)
{
    rule.schemas.append(reader.node(reader.value()));
    for (const QByteArrayView branch : {"then", "else"}) {
        if (reader.sibling(branch).isValid())
            rule.schemaByName.insert(branch.toByteArray(), reader.siblingNode(branch));
    }
    return true;
}

bool patternProperties(SchemaReader &reader, SchemaRule &rule)
{
    if (!reader.value().isObject())
        return reader.fail(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "it must be an object whose members are schemas")));
    for (const JsonMember &member : reader.value())
        addPattern(reader, rule, member.key(), memberNode(reader, member));
    return true;
}

bool additionalProperties(SchemaReader &reader, SchemaRule &rule)
{
    rule.schemas.append(reader.node(reader.value()));
    for (const JsonMember &member : reader.sibling("properties"))
        rule.values.insert(nameOf(member));
    for (const JsonMember &member : reader.sibling("patternProperties")) {
        if (!addPattern(reader, rule, member.key(), 0))
            return false;
    }
    return true;
}

bool items(SchemaReader &reader, SchemaRule &rule)
{
    rule.schemas.append(reader.node(reader.value()));
    rule.least = elementCount(reader.sibling("prefixItems"));
    return true;
}

bool itemsOrTuple(SchemaReader &reader, SchemaRule &rule)
{
    if (reader.value().isArray()) {
        rule.check = SchemaCheck::prefixItems;
        return schemaList(reader, rule);
    }
    return schema(reader, rule);
}

bool additionalItems(SchemaReader &reader, SchemaRule &rule)
{
    if (!reader.sibling("items").isArray())
        return false;
    rule.least = elementCount(reader.sibling("items"));
    return schema(reader, rule);
}

bool contains(SchemaReader &reader, SchemaRule &rule)
{
    rule.least = 1;
    siblingCount(reader, "minContains", rule.least);
    siblingCount(reader, "maxContains", rule.most);
    return schema(reader, rule);
}

} // namespace Pullcord::SchemaRead
