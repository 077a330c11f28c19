// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/schema/schemametaschema.h"

#include "core/json/schema/schemakeyword.h"
#include "core/json/schema/schemaprogram.h"

namespace Pullcord {

namespace {

QByteArray arrayOf(const QByteArray &items, const QByteArray &furtherKeywords)
{
    return R"({"type":"array","items":)" + items + furtherKeywords + '}';
}

QByteArray objectOf(const QByteArray &values, const QByteArray &furtherKeywords = {})
{
    return R"({"type":"object","additionalProperties":)" + values + furtherKeywords + '}';
}

QByteArray either(const QByteArray &one, const QByteArray &other)
{
    return R"({"anyOf":[)" + one + ',' + other + "]}";
}

QByteArray typeName()
{
    QByteArray names;
    for (const auto &[name, bit] : SchemaType::Names)
        names += (names.isEmpty() ? "\"" : ",\"") + name.toByteArray() + '"';
    return R"({"enum":[)" + names + "]}";
}

/// A schema for values of that shape, in terms that all drafts have. `schema` is the schema for schemas.
QByteArray schemaFor(SchemaShape shape, const QByteArray &schema)
{
    const QByteArray boolean = R"({"type":"boolean"})";
    const QByteArray names = arrayOf(R"({"type":"string"})", R"(,"uniqueItems":true)");
    // clang-format off
    switch (shape) {
    case SchemaShape::Anything: return "{}";
    case SchemaShape::Boolean: return boolean;
    case SchemaShape::Number: return R"({"type":"number"})";
    case SchemaShape::PositiveNumber: return R"({"type":"number","not":{"maximum":0}})";
    case SchemaShape::Count: return R"({"type":"integer","minimum":0})";
    case SchemaShape::String: return R"({"type":"string"})";
    case SchemaShape::Pattern: return R"({"type":"string","format":"regex"})";
    case SchemaShape::Uri: return R"({"type":"string","format":"uri"})";
    case SchemaShape::UriReference: return R"({"type":"string","format":"uri-reference"})";
    case SchemaShape::Id: return R"({"type":"string","format":"uri-reference","pattern":"^[^#]*#?$"})";
    case SchemaShape::Anchor: return R"({"type":"string","pattern":"^[A-Za-z_][\\w.-]*$"})";
    case SchemaShape::OlderAnchor: return R"({"type":"string","pattern":"^[A-Za-z][\\w.:-]*$"})";
    case SchemaShape::Type: return either(typeName(), arrayOf(typeName(), R"(,"minItems":1,"uniqueItems":true)"));
    case SchemaShape::Array: return R"({"type":"array"})";
    case SchemaShape::Names: return names;
    case SchemaShape::NamesByName: return objectOf(names);
    case SchemaShape::BooleansByName: return objectOf(boolean);
    case SchemaShape::One: return schema;
    case SchemaShape::List: return arrayOf(schema, R"(,"minItems":1)");
    case SchemaShape::Map: return objectOf(schema);
    case SchemaShape::MapByPattern: return objectOf(schema, R"(,"propertyNames":{"format":"regex"})");
    case SchemaShape::OneOrList: return either(schema, arrayOf(schema, R"(,"minItems":1)"));
    case SchemaShape::MapOrNames: return objectOf(either(schema, names));
    }
    // clang-format on
    return {};
}

/// Dialect with the vocabularies of the metaschema with that URI.
std::optional<SchemaDialect> dialectOfMetaschema(const QByteArray &uri)
{
    constexpr QByteArrayView Folder = "/meta/";
    const qsizetype end = uri.indexOf(Folder);
    if (end < 0)
        return SchemaDialect::named(uri);
    const QByteArray draft = uri.first(end);
    std::optional<SchemaDialect> dialect = SchemaDialect::named(draft + "/schema");
    const auto vocabularies = vocabularyBits(draft + "/vocab/" + uri.sliced(end + Folder.size()));
    if (!dialect || !vocabularies)
        return {};
    dialect->vocabularies = *vocabularies;
    return dialect;
}

} // namespace

QByteArray metaschemaText(const QByteArray &uri)
{
    const std::optional<SchemaDialect> dialect = dialectOfMetaschema(uri);
    if (!dialect)
        return {};
    QByteArray anchor;
    QByteArray schema = R"({"$ref":"#"})";
    if (dialect->draft == Draft::D2020) {
        anchor = R"("$dynamicAnchor":"meta",)";
        schema = R"({"$dynamicRef":"#meta"})";
    } else if (dialect->draft == Draft::D2019) {
        anchor = R"("$recursiveAnchor":true,)";
        schema = R"({"$recursiveRef":"#"})";
    }
    QByteArray properties;
    for (const SchemaKeyword &keyword : SchemaKeyword::all()) {
        if (keyword.isIn(*dialect)) {
            properties += properties.isEmpty() ? "\"" : ",\"";
            properties += keyword.name.toByteArray() + "\":" + schemaFor(keyword.shape, schema);
        }
    }
    return R"({"$schema":")" + dialect->uri.toByteArray() + R"(",")" + dialect->idKeyword.toByteArray() + R"(":")" +
           uri + R"(",)" + anchor + R"("type":["object","boolean"],"properties":{)" + properties + "}}";
}

} // namespace Pullcord
