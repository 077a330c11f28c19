// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonvalue.h"
#include "core/result.h"
#include "core/translatabletext.h"

#include <QHash>
#include <QList>

#include <chrono>
#include <memory>

namespace Pullcord {

struct SchemaProgram;

/// Limits for the cost of a schema and a check, since both schemas and instances are untrusted.
struct JsonSchemaLimits
{
    qsizetype maxSchemaSize = qsizetype(8) << 20; ///< bytes of one document
    int maxSchemaDepth = 256;                     ///< nested arrays and objects in a schema
    int maxDepth = 512;                           ///< nested schemas applied at once
    qint64 maxSteps = 20'000'000;                 ///< about one per keyword applied, or per kilobyte read
    std::chrono::milliseconds maxTime{2000};      ///< limit of one validate()
    qsizetype maxErrors = 100;                    ///< the check stops after this number
};

/// Options of a schema. A value.
struct JsonSchemaOptions
{
    JsonSchemaLimits limits = {};
    /// Checks `format` too; by the standard it is only an annotation. Unknown formats pass.
    bool assertFormats = false;
    /// Dialect of a schema without `$schema`.
    QByteArray defaultDialect = "https://json-schema.org/draft/2020-12/schema";
    /// Other documents for `$ref`, by their absolute URI. Nothing is ever fetched.
    QHash<QByteArray, QByteArray> documents = {};
};

/// One fault of a value.
struct JsonSchemaError
{
    enum class Kind : quint8 {
        Violation, ///< the value does not conform to the schema
        Undecided, ///< a part of the schema is not checked, or the check was stopped: see `message`
    };

    Kind kind = Kind::Violation;
    QString instanceLocation; ///< JSON Pointer to the value; for a missing member, to its place
    /// JSON Pointer to the schema with the keyword. Preceded by its URI and `#` if it is not in the schema's own text.
    QString schemaLocation;
    QString keyword; ///< e.g. "minimum"
    /// Text without a full stop. For a Violation it follows the value's name: "must be at least 1", "is required". For
    /// Undecided it stands alone.
    TranslatableText message;
};

/// A compiled JSON Schema: draft 2020-12, and the parts in use of 2019-09, draft-07, -06 and -04 (`$schema` decides). A
/// value with shared immutable content; usable in any thread.
///
/// It reads JSON as written: numbers of any size compare by value, and the last of several members with one name
/// counts. core/json/README.md lists what is not covered.
class JsonSchema
{
public:
    /// Compiles a schema. The error reports text that is not JSON, or JSON that is not a schema.
    static Result<JsonSchema> compile(const QByteArray &schema, const JsonSchemaOptions &options = {});

    /// Parts of the schema that are not checked:
    /// - a `$ref` that leads nowhere or to an unknown document
    /// - a keyword with an invalid value, or unknown to its draft
    /// - an unknown `$schema`
    ///
    /// One sentence each, with place and reason; at most JsonSchemaLimits::maxErrors. Everything else is checked.
    [[nodiscard]] const QList<TranslatableText> &gaps() const;

    /// Checks an instance, which should have passed JsonChecker. Empty if it is valid. After the violations comes an
    /// Undecided error for each gap that the result depends on, and for a check that was stopped. (A `oneOf` depends on
    /// a gap only if its checked parts do not decide it.)
    [[nodiscard]] QList<JsonSchemaError> validate(const JsonValue &instance) const;

private:
    explicit JsonSchema(std::shared_ptr<const SchemaProgram> program);

    std::shared_ptr<const SchemaProgram> m_program;
};

} // namespace Pullcord
