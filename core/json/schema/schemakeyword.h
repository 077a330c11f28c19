// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonvalue.h"
#include "core/json/schema/schemadialect.h"

#include <span>

namespace Pullcord {

class SchemaReader;
class SchemaValidator;
struct SchemaRule;

/// What a keyword's value has to be.
enum class SchemaShape : quint8 {
    Anything,
    Boolean,
    Number,
    PositiveNumber,
    Count, ///< an integer that is not negative
    String,
    Pattern,
    Uri,
    UriReference,
    Id,          ///< a URI reference that has no fragment, or an empty one
    Anchor,      ///< a name for fragments
    OlderAnchor, ///< the same in 2019-09
    Type,        ///< a type's name, or an array of them
    Array,
    Names,
    NamesByName,    ///< an object of arrays of names
    BooleansByName, ///< `$vocabulary`
    // From here on with schemas in it:
    One,
    List,
    Map,
    MapByPattern,
    OneOrList, ///< `items` before 2020-12
    MapOrNames ///< `dependencies`: an object of schemas and arrays of names
};

constexpr bool holdsSchemas(SchemaShape shape)
{
    return shape >= SchemaShape::One;
}

/// Kinds of instances, as bits.
namespace Instance {
constexpr quint8 bit(JsonType type)
{
    return quint8(1 << int(type));
}
constexpr quint8 Number = bit(JsonType::Number);
constexpr quint8 String = bit(JsonType::String);
constexpr quint8 Array = bit(JsonType::Array);
constexpr quint8 Object = bit(JsonType::Object);
constexpr quint8 Any = 0xFF;
} // namespace Instance

/// One row of the table of keywords, which is in the order in which they are checked: all that is known of it.
struct SchemaKeyword
{
    /// Reads the keyword's value into the rule. False where there is nothing to check; SchemaReader::fail() says that
    /// there would be.
    using Read = bool (*)(SchemaReader &reader, SchemaRule &rule);
    /// Applies the rule to SchemaValidator::instance(). False, after the errors are reported, if it does not hold.
    using Check = bool (*)(SchemaValidator &validator, const SchemaRule &rule);

    QByteArrayView name;
    quint8 drafts = Draft::All;
    quint8 vocabulary = Vocabulary::Validation;
    SchemaShape shape = SchemaShape::Anything;
    quint8 instances = Instance::Any; ///< of other types it says nothing
    /// Null for one that others read (`then`), that names or holds schemas (`$id`, `$defs`), or that only tells (`title`).
    Read read = nullptr;
    Check check = nullptr;
    bool needsMarks = false; ///< goes by what the keywords before it evaluated

    static std::span<const SchemaKeyword> all();
    [[nodiscard]] bool isIn(const SchemaDialect &dialect) const
    {
        return (drafts & dialect.draft) != 0 && (vocabulary & dialect.vocabularies) != 0;
    }
    /// Null if the dialect has no such keyword.
    static const SchemaKeyword *find(QByteArrayView name, const SchemaDialect &dialect);
    /// Whether something is checked by that name in another dialect.
    static bool isCheckedElsewhere(QByteArrayView name);
    /// `$ref`: what a schema that is none, or not here, stands for.
    static const SchemaKeyword &reference();

    /// Whether it may evaluate children, for unevaluatedItems and -Properties.
    [[nodiscard]] bool mayEvaluate() const { return holdsSchemas(shape) || shape == SchemaShape::UriReference; }
};

} // namespace Pullcord
