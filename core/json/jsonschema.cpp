// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/jsonschema.h"

#include "core/json/schema/schemacompiler.h"
#include "core/json/schema/schemavalidator.h"

namespace Pullcord {

Result<JsonSchema> JsonSchema::compile(const QByteArray &schema, const JsonSchemaOptions &options)
{
    const auto program = SchemaCompiler(options).compile(schema);
    if (!program)
        return program.error();
    return JsonSchema(*program);
}

JsonSchema::JsonSchema(std::shared_ptr<const SchemaProgram> program)
    : m_program(std::move(program))
{}

const QList<TranslatableText> &JsonSchema::gaps() const
{
    return m_program->gaps;
}

QList<JsonSchemaError> JsonSchema::validate(const JsonValue &instance) const
{
    return SchemaValidator(*m_program, instance).validate();
}

} // namespace Pullcord
