// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonvalue.h"
#include "core/result.h"
#include "core/words.h"

#include <QHash>
#include <QList>

#include <chrono>
#include <memory>

namespace Pullcord {

struct SchemaProgram;

/// Bounds on what a schema and a check may cost. Schemas and instances come from strangers.
struct JsonSchemaLimits
{
    qsizetype maxSchemaSize = qsizetype(8) << 20; ///< bytes of one document
    int maxSchemaDepth = 256;                     ///< nested arrays and objects in a schema
    int maxDepth = 512;                           ///< schemas inside each other while one value is checked
    qint64 maxSteps = 20'000'000;                 ///< about one a keyword applied, or a kilobyte read
    std::chrono::milliseconds maxTime{2000};      ///< of one validate()
    qsizetype maxErrors = 100;                    ///< more are not looked for
};

struct JsonSchemaOptions
{
    JsonSchemaLimits limits = {};
    /// Check `format` too; the standard has it say nothing by itself. Unknown formats hold.
    bool assertFormats = false;
    /// What a schema without `$schema` is written in.
    QByteArray defaultDialect = "https://json-schema.org/draft/2020-12/schema";
    /// Other documents that a `$ref` may lead to, by their absolute URI. Nothing is ever fetched.
    QHash<QByteArray, QByteArray> documents = {};
};

/// One thing that is wrong with a value.
struct JsonSchemaError
{
    enum class Kind : quint8 {
        Violation, ///< the value is not what the schema asks for
        Undecided, ///< a part of the schema is not checked, or the check was given up: see `message`
    };

    Kind kind = Kind::Violation;
    QString instanceLocation; ///< JSON Pointer to the value; for a missing member, to where it should be
    QString schemaLocation;   ///< JSON Pointer to the schema that holds the keyword; with its URI and `#` in front if
                              ///< that is not in the schema's own text
    QString keyword;          ///< e.g. "minimum"
    /// Of a Violation it reads after the value's name: "must be at least 1", "is required"; of an Undecided one it
    /// stands alone. Without a full stop.
    Words message;
};

/// A compiled JSON Schema: draft 2020-12, and what is in use of 2019-09, draft-07, -06 and -04 (`$schema` decides).
/// A value that shares its immutable content; may be used in any thread.
///
/// It reads JSON as it stands in the text: numbers of any size compare by value; of members with one name the last
/// counts. core/json/README.md says what is not covered.
class JsonSchema
{
public:
    /// An Error for text that is not JSON, and for JSON that is no schema.
    static Result<JsonSchema> compile(const QByteArray &schema, const JsonSchemaOptions &options = {});

    /// What of the schema is not checked: a `$ref` that leads nowhere or to a document that is not here, a keyword whose
    /// value makes no sense or that its draft does not know, an unknown `$schema`. A sentence each, with the place and
    /// the reason; JsonSchemaLimits::maxErrors at most. All else is checked.
    [[nodiscard]] const QList<Words> &gaps() const;

    /// Empty for a valid instance. Behind the violations stands an Undecided error for each gap that the answer hangs on
    /// (a `oneOf` hangs on one only where what is checked does not decide it), and for a check that was given up.
    /// The instance should have passed JsonChecker.
    [[nodiscard]] QList<JsonSchemaError> validate(const JsonValue &instance) const;

private:
    explicit JsonSchema(std::shared_ptr<const SchemaProgram> program);

    std::shared_ptr<const SchemaProgram> m_program;
};

} // namespace Pullcord
