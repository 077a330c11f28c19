// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/schema/schemakeyword.h"

#include "core/json/schema/schemachecks.h"
#include "core/json/schema/schemareaders.h"

#include <algorithm>

namespace Pullcord {

namespace {

constexpr SchemaDialect Dialects[] = {
    {"https://json-schema.org/draft/2020-12/schema", Draft::D2020},
    {"https://json-schema.org/draft/2019-09/schema", Draft::D2019},
    {"http://json-schema.org/draft-07/schema", Draft::D7, "$id", true},
    {"http://json-schema.org/draft-06/schema", Draft::D6, "$id", true},
    {"http://json-schema.org/draft-04/schema", Draft::D4, "id", true},
};

struct NamedVocabulary
{
    QByteArrayView name; ///< end of its URI
    quint8 bits;
};

constexpr NamedVocabulary Vocabularies[] = {
    {"2020-12/vocab/core", Vocabulary::Core},
    {"2020-12/vocab/applicator", Vocabulary::Applicator},
    {"2020-12/vocab/unevaluated", Vocabulary::Unevaluated},
    {"2020-12/vocab/validation", Vocabulary::Validation},
    {"2020-12/vocab/meta-data", Vocabulary::MetaData},
    {"2020-12/vocab/format-annotation", Vocabulary::FormatAnnotation},
    {"2020-12/vocab/format-assertion", Vocabulary::FormatAssertion},
    {"2020-12/vocab/content", Vocabulary::Content},
    {"2019-09/vocab/core", Vocabulary::Core},
    {"2019-09/vocab/applicator", Vocabulary::Applicator | Vocabulary::Unevaluated},
    {"2019-09/vocab/validation", Vocabulary::Validation},
    {"2019-09/vocab/meta-data", Vocabulary::MetaData},
    {"2019-09/vocab/format", Vocabulary::FormatAnnotation},
    {"2019-09/vocab/content", Vocabulary::Content},
};

} // namespace

std::optional<SchemaDialect> SchemaDialect::named(QByteArrayView uri)
{
    if (uri.endsWith('#'))
        uri.chop(1);
    for (const SchemaDialect &dialect : Dialects) {
        if (dialect.uri == uri)
            return dialect;
    }
    return {};
}

std::optional<quint8> vocabularyBits(QByteArrayView uri)
{
    constexpr QByteArrayView Base = "https://json-schema.org/draft/";
    if (!uri.startsWith(Base))
        return {};
    for (const NamedVocabulary &vocabulary : Vocabularies) {
        if (vocabulary.name == uri.sliced(Base.size()))
            return vocabulary.bits;
    }
    return {};
}

namespace {

namespace Read = SchemaRead;
namespace Check = SchemaCheck;
using Shape = SchemaShape;

constexpr quint8 Core = Vocabulary::Core;
constexpr quint8 Applicator = Vocabulary::Applicator;
constexpr quint8 Validation = Vocabulary::Validation;
constexpr quint8 Unevaluated = Vocabulary::Unevaluated;
constexpr quint8 MetaData = Vocabulary::MetaData;
constexpr quint8 Content = Vocabulary::Content;
constexpr quint8 Format = Vocabulary::FormatAnnotation | Vocabulary::FormatAssertion;

// clang-format off
constexpr SchemaKeyword Keywords[] = {
    {"$schema", Draft::All, Core, Shape::Uri, Instance::Any, Read::dialect},
    {"$vocabulary", Draft::From2019, Core, Shape::BooleansByName},
    {"id", Draft::D4, Core, Shape::UriReference},
    {"$id", Draft::D6 | Draft::D7, Core, Shape::UriReference},
    {"$id", Draft::From2019, Core, Shape::Id},
    {"$anchor", Draft::D2019, Core, Shape::OlderAnchor},
    {"$anchor", Draft::D2020, Core, Shape::Anchor},
    {"$dynamicAnchor", Draft::D2020, Core, Shape::Anchor},
    {"$recursiveAnchor", Draft::D2019, Core, Shape::Boolean},
    {"$comment", Draft::From7, Core, Shape::String},
    {"$ref", Draft::All, Core, Shape::UriReference, Instance::Any, Read::reference, Check::reference},
    {"$dynamicRef", Draft::D2020, Core, Shape::UriReference, Instance::Any, Read::dynamicReference, Check::dynamicReference},
    {"$recursiveRef", Draft::D2019, Core, Shape::UriReference, Instance::Any, Read::dynamicReference, Check::dynamicReference},
    {"$defs", Draft::From2019, Core, Shape::Map},
    {"definitions", Draft::All, Core, Shape::Map},

    {"title", Draft::All, MetaData, Shape::String},
    {"description", Draft::All, MetaData, Shape::String},
    {"default", Draft::All, MetaData},
    {"examples", Draft::From6, MetaData, Shape::Array},
    {"readOnly", Draft::From7, MetaData, Shape::Boolean},
    {"writeOnly", Draft::From7, MetaData, Shape::Boolean},
    {"deprecated", Draft::From2019, MetaData, Shape::Boolean},
    {"contentEncoding", Draft::From7, Content, Shape::String},
    {"contentMediaType", Draft::From7, Content, Shape::String},
    {"contentSchema", Draft::From2019, Content, Shape::One},

    {"type", Draft::All, Validation, Shape::Type, Instance::Any, Read::type, Check::type},
    {"enum", Draft::All, Validation, Shape::Array, Instance::Any, Read::enumeration, Check::enumeration},
    {"const", Draft::From6, Validation, Shape::Anything, Instance::Any, Read::constant, Check::enumeration},
    {"multipleOf", Draft::All, Validation, Shape::PositiveNumber, Instance::Number, Read::divisor, Check::multipleOf},
    {"maximum", Draft::All, Validation, Shape::Number, Instance::Number, Read::number, Check::maximum},
    {"exclusiveMaximum", Draft::D4, Validation, Shape::Boolean, Instance::Number, Read::exclusiveOfMaximum, Check::exclusiveMaximum},
    {"exclusiveMaximum", Draft::From6, Validation, Shape::Number, Instance::Number, Read::number, Check::exclusiveMaximum},
    {"minimum", Draft::All, Validation, Shape::Number, Instance::Number, Read::number, Check::minimum},
    {"exclusiveMinimum", Draft::D4, Validation, Shape::Boolean, Instance::Number, Read::exclusiveOfMinimum, Check::exclusiveMinimum},
    {"exclusiveMinimum", Draft::From6, Validation, Shape::Number, Instance::Number, Read::number, Check::exclusiveMinimum},
    {"maxLength", Draft::All, Validation, Shape::Count, Instance::String, Read::upperBound, Check::length},
    {"minLength", Draft::All, Validation, Shape::Count, Instance::String, Read::lowerBound, Check::length},
    {"pattern", Draft::All, Validation, Shape::Pattern, Instance::String, Read::pattern, Check::pattern},
    {"format", Draft::All, Format, Shape::String, Instance::String, Read::format, Check::format},
    {"maxItems", Draft::All, Validation, Shape::Count, Instance::Array, Read::upperBound, Check::itemCount},
    {"minItems", Draft::All, Validation, Shape::Count, Instance::Array, Read::lowerBound, Check::itemCount},
    {"uniqueItems", Draft::All, Validation, Shape::Boolean, Instance::Array, Read::uniqueItems, Check::uniqueItems},
    {"minContains", Draft::From2019, Validation, Shape::Count}, // read by contains
    {"maxContains", Draft::From2019, Validation, Shape::Count},
    {"maxProperties", Draft::All, Validation, Shape::Count, Instance::Object, Read::upperBound, Check::propertyCount},
    {"minProperties", Draft::All, Validation, Shape::Count, Instance::Object, Read::lowerBound, Check::propertyCount},
    {"required", Draft::All, Validation, Shape::Names, Instance::Object, Read::required, Check::required},
    {"dependentRequired", Draft::From2019, Validation, Shape::NamesByName, Instance::Object, Read::dependencies, Check::dependencies},

    {"dependentSchemas", Draft::From2019, Applicator, Shape::Map, Instance::Object, Read::schemaMap, Check::dependencies},
    {"dependencies", Draft::All, Applicator, Shape::MapOrNames, Instance::Object, Read::dependencies, Check::dependencies},
    {"allOf", Draft::All, Applicator, Shape::List, Instance::Any, Read::schemaList, Check::allOf},
    {"anyOf", Draft::All, Applicator, Shape::List, Instance::Any, Read::schemaList, Check::anyOf},
    {"oneOf", Draft::All, Applicator, Shape::List, Instance::Any, Read::schemaList, Check::oneOf},
    {"not", Draft::All, Applicator, Shape::One, Instance::Any, Read::schema, Check::negation},
    {"if", Draft::From7, Applicator, Shape::One, Instance::Any, Read::condition, Check::condition},
    {"then", Draft::From7, Applicator, Shape::One}, // read by if
    {"else", Draft::From7, Applicator, Shape::One},
    {"properties", Draft::All, Applicator, Shape::Map, Instance::Object, Read::schemaMap, Check::properties},
    {"patternProperties", Draft::All, Applicator, Shape::MapByPattern, Instance::Object, Read::patternProperties, Check::patternProperties},
    {"additionalProperties", Draft::All, Applicator, Shape::One, Instance::Object, Read::additionalProperties, Check::additionalProperties},
    {"propertyNames", Draft::From6, Applicator, Shape::One, Instance::Object, Read::schema, Check::propertyNames},
    {"prefixItems", Draft::D2020, Applicator, Shape::List, Instance::Array, Read::schemaList, Check::prefixItems},
    {"items", Draft::D2020, Applicator, Shape::One, Instance::Array, Read::items, Check::items},
    {"items", Draft::To2019, Applicator, Shape::OneOrList, Instance::Array, Read::itemsOrTuple, Check::items},
    {"additionalItems", Draft::To2019, Applicator, Shape::One, Instance::Array, Read::additionalItems, Check::items},
    {"contains", Draft::From6, Applicator, Shape::One, Instance::Array, Read::contains, Check::contains},

    {"unevaluatedItems", Draft::From2019, Unevaluated, Shape::One, Instance::Array, Read::schema, Check::unevaluated, true},
    {"unevaluatedProperties", Draft::From2019, Unevaluated, Shape::One, Instance::Object, Read::schema, Check::unevaluated, true},
};
// clang-format on

} // namespace

std::span<const SchemaKeyword> SchemaKeyword::all()
{
    return Keywords;
}

const SchemaKeyword *SchemaKeyword::find(QByteArrayView name, const SchemaDialect &dialect)
{
    for (const SchemaKeyword &keyword : Keywords) {
        if (keyword.name == name && keyword.isIn(dialect))
            return &keyword;
    }
    return nullptr;
}

bool SchemaKeyword::isCheckedElsewhere(QByteArrayView name)
{
    return std::any_of(std::begin(Keywords), std::end(Keywords),
                       [name](const SchemaKeyword &each) { return each.check && each.name == name; });
}

const SchemaKeyword &SchemaKeyword::reference()
{
    static const SchemaKeyword &reference = *std::find_if(
        std::begin(Keywords), std::end(Keywords), [](const SchemaKeyword &each) { return each.name == "$ref"; });
    return reference;
}

} // namespace Pullcord
