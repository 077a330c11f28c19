// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonvalue.h"
#include "core/json/schema/schemadialect.h"

namespace Pullcord {

class SchemaReader;
class SchemaValidator;
struct SchemaRule;

/// Where a keyword's value holds subschemas.
enum class SchemaShape : quint8 {
    None,
    One,       ///< it is one
    List,      ///< an array of them
    Map,       ///< an object whose members are schemas
    OneOrList, ///< `items` before 2020-12
    MapOrNames ///< `dependencies`: an object of schemas and arrays of names
};

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

/// One row of the table of keywords, which is in the order in which they are checked: all that the compiler and the validator know of it.
struct SchemaKeyword
{
    /// Reads the keyword's value into the rule. False where there is nothing to check, or after SchemaReader::fail().
    using Read = bool (*)(SchemaReader &reader, SchemaRule &rule);
    /// Applies the rule to SchemaValidator::instance(). False, after the errors are reported, if it does not hold.
    using Check = bool (*)(SchemaValidator &validator, const SchemaRule &rule);

    QByteArrayView name;
    quint8 drafts = Draft::All;
    quint8 vocabulary = Vocabulary::Validation;
    SchemaShape shape = SchemaShape::None;
    quint8 instances = Instance::Any; ///< of other types it says nothing
    Read read = nullptr;              ///< null for one that others read (`then`) or that only holds schemas (`$defs`)
    Check check = nullptr;
    bool needsMarks = false; ///< goes by what the keywords before it evaluated

    /// Null if the dialect has no such keyword.
    static const SchemaKeyword *find(QByteArrayView name, const SchemaDialect &dialect);
};

} // namespace Pullcord
