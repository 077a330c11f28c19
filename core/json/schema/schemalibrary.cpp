// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/schema/schemalibrary.h"

#include "core/json/jsonchecker.h"
#include "core/json/jsonstring.h"
#include "core/json/schema/schemakeyword.h"
#include "core/json/schema/schemaprogram.h"

#include <QByteArray>
#include <QUrl>

namespace Pullcord {

using namespace Qt::StringLiterals;

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

/// Metaschema of a draft or of one of its vocabularies, generated from the table of keywords; null for any other `uri`.
/// `uri` has no fragment. The metaschema can be extended as in the draft (`$dynamicAnchor`, `$recursiveAnchor`).
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

/// URI of a schema without one, as the base of relative references.
constexpr QByteArrayView RootUri = "schema:///schema";

struct Reference
{
    QByteArray uri;      ///< may be relative, may be empty
    QByteArray fragment; ///< decoded
};

Reference split(const QByteArray &text)
{
    const qsizetype hash = text.indexOf('#');
    if (hash < 0)
        return {text, {}};
    return {text.first(hash), QByteArray::fromPercentEncoding(text.sliced(hash + 1))};
}

QByteArray absolute(const QByteArray &base, const QByteArray &uri)
{
    if (uri.isEmpty())
        return base;
    return QUrl::fromEncoded(base).resolved(QUrl::fromEncoded(uri)).toEncoded(QUrl::RemoveFragment);
}

} // namespace

Error schemaError(const QByteArray &location, const TranslatableText &problem)
{
    if (location.isEmpty())
        return {ErrorKind::Protocol,
                TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "in the schema: %1"), problem)};
    const QString where = QString::fromUtf8(location);
    return {ErrorKind::Protocol,
            TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "in the schema at %1: %2"), where, problem)};
}

QByteArray pointerToken(QByteArrayView token)
{
    return '/' + token.toByteArray().replace('~', "~0").replace('/', "~1");
}

SchemaLibrary::SchemaLibrary(const JsonSchemaOptions &options)
    : m_options(options)
    , m_defaultDialect(SchemaDialect::named(options.defaultDialect).value_or(SchemaDialect()))
{}

Result<SchemaLibrary::Place> SchemaLibrary::open(const QByteArray &schema)
{
    return load(RootUri.toByteArray(), schema, {});
}

Result<SchemaLibrary::Place> SchemaLibrary::load(const QByteArray &uri, const QByteArray &text,
                                                 const QByteArray &location)
{
    const JsonSchemaLimits &limits = m_options.limits;
    if (const auto error = JsonChecker({limits.maxSchemaDepth, limits.maxSchemaSize}).check(text)) {
        const TranslatableText name = location.isEmpty()
                                          ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "the schema"))
                                          : TranslatableText(QString::fromUtf8(uri));
        return Error{
            ErrorKind::Json,
            TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1 is not valid JSON: %2 (line %3, column %4)"),
                                 name, error->reason, error->line, error->column)};
    }
    m_documents.push_back(text);
    const JsonValue schema(m_documents.back());
    if (const Outcome scanned = scan({schema, 0, location}, uri); !scanned)
        return scanned.error();
    return m_places.value(schema.raw().data());
}

/// Dialect according to `$schema`; an unknown metaschema has no effect.
Result<SchemaDialect> SchemaLibrary::dialectFor(const JsonValue &schema, const SchemaDialect &otherwise)
{
    const QByteArray uri = schema.member("$schema").toUtf8();
    if (const auto named = SchemaDialect::named(uri))
        return *named;
    const auto text = m_options.documents.constFind(uri);
    if (text == m_options.documents.cend())
        return otherwise;
    const JsonValue metaschema(*text);
    SchemaDialect dialect = SchemaDialect::named(metaschema.member("$schema").toUtf8()).value_or(otherwise);
    const JsonValue vocabularies = metaschema.member("$vocabulary");
    if (!vocabularies.isObject())
        return dialect;
    dialect.vocabularies = Vocabulary::Core;
    for (const JsonMember &vocabulary : vocabularies) {
        const auto bits = vocabularyBits(JsonString::decodedUtf8(vocabulary.rawKey));
        if (!bits && vocabulary.value.toBool().value_or(true)) {
            return Error{
                ErrorKind::Protocol,
                TranslatableText::of(
                    QT_TRANSLATE_NOOP("TranslatableText", "the schema needs the vocabulary %1, which is not supported"),
                    vocabulary.key())};
        }
        dialect.vocabularies |= bits.value_or(quint8(0));
    }
    return dialect;
}

/// Registers the schema and its subschemas. `documentUri` is set for the root of a document.
Outcome SchemaLibrary::scan(Place place, const QByteArray &documentUri)
{
    if (const Outcome added = addIdentity(place, documentUri); !added)
        return added;
    m_places.insert(place.schema.raw().data(), place);
    if (!place.schema.isObject())
        return std::monostate();
    addAnchors(place);
    return scanChildren(place);
}

/// Makes a resource of a schema with a URI of its own.
Outcome SchemaLibrary::addIdentity(Place &place, const QByteArray &documentUri)
{
    const bool isDocument = !documentUri.isEmpty();
    const SchemaDialect outer = isDocument ? m_defaultDialect : dialect(place);
    const Result<SchemaDialect> own = dialectFor(place.schema, outer);
    if (!own)
        return schemaError(place.location, own.error().detail);
    QByteArray id = split(place.schema.member((isDocument ? *own : outer).idKeyword).toUtf8()).uri;
    if (own->refStandsAlone && place.schema.member("$ref").isString())
        id.clear();
    if (!isDocument && id.isEmpty())
        return std::monostate();
    Resource resource;
    resource.uri = absolute(isDocument ? documentUri : this->resource(place.resource).uri, id);
    resource.dialect = *own;
    place.resource = resourceCount();
    resource.root = place;
    if (isDocument)
        m_byUri.insert(documentUri, place.resource);
    if (!m_byUri.contains(resource.uri))
        m_byUri.insert(resource.uri, place.resource);
    if (place.location.isEmpty() && isDocument) // referenced documents without `$schema` use the root's dialect
        m_defaultDialect = *own;
    m_resources.push_back(std::move(resource));
    return std::monostate();
}

void SchemaLibrary::addAnchors(const Place &place)
{
    Resource &resource = m_resources[size_t(place.resource)];
    const quint8 draft = resource.dialect.draft;
    if ((draft & Draft::To7) != 0) {
        const QByteArray anchor = split(place.schema.member(resource.dialect.idKeyword).toUtf8()).fragment;
        if (!anchor.isEmpty())
            resource.anchors.insert(anchor, place);
        return;
    }
    if (const JsonValue anchor = place.schema.member("$anchor"); anchor.isString())
        resource.anchors.insert(anchor.toUtf8(), place);
    if (const JsonValue anchor = place.schema.member("$dynamicAnchor"); anchor.isString()) {
        resource.anchors.insert(anchor.toUtf8(), place);
        resource.dynamicAnchors.insert(anchor.toUtf8(), place);
    }
    if (draft == Draft::D2019 && place.schema.member("$recursiveAnchor").toBool().value_or(false))
        resource.dynamicAnchors.insert(QByteArray(), place);
}

Outcome SchemaLibrary::scanChildren(const Place &place)
{
    for (const JsonMember &member : place.schema) {
        const QByteArray name = JsonString::decodedUtf8(member.rawKey);
        const SchemaKeyword *keyword = SchemaKeyword::find(name, dialect(place));
        if (!keyword || !holdsSchemas(keyword->shape))
            continue;
        const QByteArray location = place.location + pointerToken(name);
        const SchemaShape shape = keyword->shape;
        if (shape == SchemaShape::One || (shape == SchemaShape::OneOrList && !member.value.isArray())) {
            if (const Outcome scanned = scan({member.value, place.resource, location}); !scanned)
                return scanned;
            continue;
        }
        const bool inArray = shape == SchemaShape::List || shape == SchemaShape::OneOrList;
        if (member.value.isArray() != inArray)
            continue; // the compiler reports it, if it is ever used
        qsizetype index = 0;
        for (const JsonMember &child : member.value) {
            const QByteArray token = inArray ? QByteArray::number(index++) : JsonString::decodedUtf8(child.rawKey);
            if (shape == SchemaShape::MapOrNames && child.value.isArray())
                continue;
            const Place childPlace{child.value, place.resource, location + pointerToken(token)};
            if (const Outcome scanned = scan(childPlace); !scanned)
                return scanned;
        }
    }
    return std::monostate();
}

Result<SchemaLibrary::Place> SchemaLibrary::resolve(const QByteArray &reference, int fromResource)
{
    const Reference target = split(reference);
    const QByteArray uri = absolute(resource(fromResource).uri, target.uri);
    auto known = m_byUri.constFind(uri);
    if (known == m_byUri.cend()) {
        const QByteArray text = m_options.documents.value(uri, metaschemaText(uri));
        if (text.isNull()) {
            return Error{
                ErrorKind::Protocol,
                TranslatableText::of(
                    QT_TRANSLATE_NOOP("TranslatableText",
                                      "$ref \"%1\" points to another document, and documents are never fetched"),
                    QString::fromUtf8(reference))};
        }
        if (const Result<Place> loaded = load(uri, text, uri + '#'); !loaded)
            return loaded.error();
        known = m_byUri.constFind(uri);
    }
    Result<Place> place = find(*known, target.fragment);
    if (!place) {
        return Error{ErrorKind::Protocol,
                     TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "$ref \"%1\" points nowhere: %2"),
                                          QString::fromUtf8(reference), place.error().detail)};
    }
    return place;
}

Result<SchemaLibrary::Place> SchemaLibrary::find(int resource, const QByteArray &fragment)
{
    const Resource &in = this->resource(resource);
    if (fragment.isEmpty())
        return in.root;
    if (fragment.startsWith('/'))
        return follow(resource, fragment);
    const auto anchor = in.anchors.constFind(fragment);
    if (anchor == in.anchors.cend())
        return Error{ErrorKind::Protocol,
                     TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "there is no such anchor"))};
    return *anchor;
}

/// Follows a pointer, which may pass through schemas with a URI of their own, and end where no keyword has a schema.
Result<SchemaLibrary::Place> SchemaLibrary::follow(int resource, QByteArrayView pointer)
{
    Place place = this->resource(resource).root;
    JsonValue value = place.schema;
    QByteArray beyond; // path from the place to the value
    while (!pointer.isEmpty()) {
        const qsizetype slash = pointer.indexOf('/', 1);
        const QByteArrayView token = slash < 0 ? pointer : pointer.first(slash);
        pointer = pointer.sliced(token.size());
        value = child(value, token);
        if (!value.isValid())
            return Error{ErrorKind::Protocol,
                         TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "the schema has nothing there"))};
        beyond += token;
        if (const auto known = m_places.constFind(value.raw().data()); known != m_places.cend()) {
            place = *known;
            beyond.clear();
        }
    }
    if (beyond.isEmpty())
        return place;
    if (const Outcome scanned = scan({value, place.resource, place.location + beyond}); !scanned)
        return scanned.error();
    return m_places.value(value.raw().data());
}

/// Returns a child, and caches the members of objects on the way: a schema may have thousands of definitions, each
/// referenced.
JsonValue SchemaLibrary::child(const JsonValue &container, QByteArrayView token)
{
    if (!container.isObject())
        return container.pointer(token);
    auto known = m_children.constFind(container.raw().data());
    if (known == m_children.cend()) {
        QHash<QByteArray, JsonValue> children;
        for (const JsonMember &member : container)
            children.insert(pointerToken(JsonValue(member.rawKey).toUtf8()), member.value);
        known = m_children.insert(container.raw().data(), children);
    }
    return known->value(token.toByteArray());
}

SchemaLibrary::Place SchemaLibrary::placeOf(const JsonValue &schema, const Place &within,
                                            const QByteArray &pointer) const
{
    return m_places.value(schema.raw().data(), {schema, within.resource, within.location + pointer});
}

} // namespace Pullcord
