// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonvalue.h"

#include <QByteArrayView>

#include <optional>
#include <span>

namespace Pullcord {

class SchemaReader;
struct SchemaRule;
class SchemaValidator;

/// The drafts of JSON Schema, as bits.
namespace Draft {
enum : quint8 { D4 = 1, D6 = 2, D7 = 4, D2019 = 8, D2020 = 16 };
constexpr quint8 To7 = D4 | D6 | D7;
constexpr quint8 To2019 = To7 | D2019;
constexpr quint8 From6 = D6 | D7 | D2019 | D2020;
constexpr quint8 From7 = D7 | D2019 | D2020;
constexpr quint8 From2019 = D2019 | D2020;
constexpr quint8 All = To7 | From2019;
} // namespace Draft

/// Vocabularies of 2019-09 and later, as bits. Older drafts have all except FormatAssertion.
namespace Vocabulary {
enum : quint8 {
    Core = 1,
    Applicator = 2,
    Unevaluated = 4,
    Validation = 8,
    MetaData = 16,
    Content = 32,
    FormatAnnotation = 64,
    FormatAssertion = 128
};
constexpr quint8 Standard = Core | Applicator | Unevaluated | Validation | MetaData | Content | FormatAnnotation;
} // namespace Vocabulary

/// Dialect of a schema: its draft, and the vocabularies that a metaschema's `$vocabulary` selects.
struct SchemaDialect
{
    QByteArrayView uri; ///< URI of its metaschema, without a fragment
    quint8 draft = Draft::D2020;
    QByteArrayView idKeyword = "$id";
    bool refStandsAlone = false; ///< keywords beside a `$ref` are ignored
    quint8 vocabularies = Vocabulary::Standard;

    /// Dialect of the metaschema with that URI, with or without an empty fragment.
    static std::optional<SchemaDialect> named(QByteArrayView uri);
};

/// Bits of the vocabulary with that URI; none if it is unknown.
[[nodiscard]] std::optional<quint8> vocabularyBits(QByteArrayView uri);

/// Required shape of a keyword's value.
enum class SchemaShape : quint8 {
    Anything,
    Boolean,
    Number,
    PositiveNumber,
    Count, ///< a non-negative integer
    String,
    Pattern,
    Uri,
    UriReference,
    Id,          ///< a URI reference with no or an empty fragment
    Anchor,      ///< a name used as a fragment
    OlderAnchor, ///< the same in 2019-09
    Type,        ///< name of a type, or an array of such names
    Array,
    Names,
    NamesByName,    ///< an object of arrays of names
    BooleansByName, ///< `$vocabulary`
    // From here on the value contains schemas:
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

/// One row of the table of keywords, with everything known about the keyword. The order of the table is the order of
/// the checks.
struct SchemaKeyword
{
    /// Reads the keyword's value into the rule. Returns false if there is nothing to check; SchemaReader::fail() is for
    /// something that cannot be checked.
    using Read = bool (*)(SchemaReader &reader, SchemaRule &rule);
    /// Applies the rule to SchemaValidator::instance(). Reports the errors and returns false if it does not hold.
    using Check = bool (*)(SchemaValidator &validator, const SchemaRule &rule);

    QByteArrayView name;
    quint8 drafts = Draft::All;
    quint8 vocabulary = Vocabulary::Validation;
    SchemaShape shape = SchemaShape::Anything;
    quint8 instances = Instance::Any; ///< other types always conform
    /// Null for a keyword that another one reads (`then`), that names or holds schemas (`$id`, `$defs`), or that is an
    /// annotation (`title`).
    Read read = nullptr;
    Check check = nullptr;
    bool needsMarks = false; ///< depends on the children evaluated by earlier keywords

    static std::span<const SchemaKeyword> all();
    [[nodiscard]] bool isIn(const SchemaDialect &dialect) const
    {
        return (drafts & dialect.draft) != 0 && (vocabulary & dialect.vocabularies) != 0;
    }
    /// Keyword with that name in the dialect; null if there is none.
    static const SchemaKeyword *find(QByteArrayView name, const SchemaDialect &dialect);
    /// True if another dialect checks a keyword of that name.
    static bool isCheckedElsewhere(QByteArrayView name);
    /// `$ref`, which stands for an invalid or missing schema.
    static const SchemaKeyword &reference();

    /// True if the keyword may evaluate children, for unevaluatedItems and -Properties.
    [[nodiscard]] bool mayEvaluate() const { return holdsSchemas(shape) || shape == SchemaShape::UriReference; }
};

} // namespace Pullcord
