// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonschema.h"

#include <QStringList>

/// What a schema says of a value, an error a line: "where | in which schema | by which keyword | what"; "undecided: …" for
/// a check that was given up; "error: …" alone for a schema that cannot be used.
inline QStringList schemaProblems(const QByteArray &schema, const QByteArray &instance,
                                  const Pullcord::JsonSchemaOptions &options = {})
{
    using namespace Pullcord;
    using namespace Qt::StringLiterals;
    const Result<JsonSchema> compiled = JsonSchema::compile(schema, options);
    if (!compiled)
        return {u"error: "_s + compiled.error().detail};
    QStringList lines;
    for (const JsonSchemaError &error : compiled->validate(JsonValue(instance))) {
        if (error.kind == JsonSchemaError::Kind::Undecided)
            lines.append(u"undecided: "_s + error.message);
        else
            lines.append(
                u"%1 | %2 | %3 | %4"_s.arg(error.instanceLocation, error.schemaLocation, error.keyword, error.message));
    }
    return lines;
}
