// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonschema.h"

#include <QStringList>

/// Validates a value: one line per error, "instance location | schema location | keyword | message". A check that was
/// given up reads "undecided: …". An unusable schema gives "error: …" alone.
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
