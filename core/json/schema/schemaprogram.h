// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonschema.h"
#include "core/json/schema/jsonnumber.h"
#include "core/json/schema/jsonpattern.h"
#include "core/json/schema/schemakeyword.h"

#include <QHash>
#include <QList>
#include <QSet>

#include <limits>
#include <vector>

namespace Pullcord {

/// A keyword with its parsed value. Each keyword uses the members it needs; schemas are indices of nodes.
struct SchemaRule
{
    const SchemaKeyword *keyword = nullptr;
    SchemaKeyword::Check check = nullptr; ///< the keyword's, unless its reader selected another; null for none
    QList<int> schemas;
    QHash<QByteArray, int> schemaByName;
    QList<std::pair<JsonPattern, int>> schemaByPattern;
    QList<QByteArray> names;
    QHash<QByteArray, QList<QByteArray>> namesByName;
    QSet<QByteArray> values; ///< canonical values, or names
    JsonNumber number;
    qint64 least = 0;
    qint64 most = std::numeric_limits<qint64>::max();
    quint32 types = 0;     ///< SchemaType bits
    TranslatableText text; ///< used in the message
    TranslatableText gap;  ///< why it is not checked, or not completely; empty if it is
};

/// Names for `type`, as bits of SchemaRule::types.
namespace SchemaType {
enum : quint32 { Null = 1, Boolean = 2, Object = 4, Array = 8, Number = 16, Integer = 32, String = 64 };

inline constexpr std::pair<QByteArrayView, quint32> Names[] = {
    {"null", Null},     {"boolean", Boolean}, {"object", Object}, {"array", Array},
    {"number", Number}, {"integer", Integer}, {"string", String},
};
} // namespace SchemaType

/// A compiled schema.
struct SchemaNode
{
    enum class Kind : quint8 { Rules, Always, Never };

    Kind kind = Kind::Rules;
    bool needsMarks = false; ///< has an unevaluated… keyword
    int resource = 0;
    QString location; ///< as JsonSchemaError::schemaLocation
    std::vector<SchemaRule> rules;
};

/// Everything that a JsonSchema can reach, compiled.
struct SchemaProgram
{
    JsonSchemaOptions options;
    std::vector<SchemaNode> nodes;
    int root = 0;
    QList<TranslatableText> gaps; ///< as JsonSchema::gaps()
    /// Nodes by name of the `$dynamicAnchor`, then by resource.
    QHash<QByteArray, QHash<int, int>> dynamicAnchors;
};

} // namespace Pullcord
