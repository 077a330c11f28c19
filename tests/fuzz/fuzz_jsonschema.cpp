// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
//
// Any schema and any value give a result in limited time. The input is a schema, a zero byte and a value.
#include "core/json/jsonchecker.h"
#include "core/json/jsonschema.h"
#include "fuzz/require.h"

using namespace Pullcord;

namespace {

constexpr JsonSchemaLimits Limits{.maxSchemaSize = 1 << 16,
                                  .maxSchemaDepth = 64,
                                  .maxDepth = 128,
                                  .maxSteps = 20'000,
                                  .maxTime = std::chrono::milliseconds(500),
                                  .maxErrors = 10};

void checkErrors(const QList<JsonSchemaError> &errors, const JsonValue &instance)
{
    qsizetype violations = 0;
    for (const JsonSchemaError &error : errors) {
        REQUIRE(!error.message.isEmpty());
        if (error.kind == JsonSchemaError::Kind::Violation)
            REQUIRE(&error == &errors[violations++]); // violations precede undecided errors
        REQUIRE(error.instanceLocation.isEmpty() || error.instanceLocation.startsWith(u'/'));
        // A place in the value, or beside it if a member is missing.
        const QByteArray location = error.instanceLocation.toUtf8();
        const QByteArray parent = location.left(location.lastIndexOf('/'));
        REQUIRE(location.contains("\xEF\xBF\xBD") || instance.pointer(location).isValid() ||
                instance.pointer(parent).isObject());
    }
    REQUIRE(violations <= Limits.maxErrors);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size)
{
    const QByteArrayView input(data, qsizetype(size));
    const qsizetype zero = input.indexOf('\0');
    const QByteArrayView text = zero < 0 ? QByteArrayView("{\"a\":[1,\"b\",{}],\"\":1e400}") : input.sliced(zero + 1);
    const QByteArray schemaText = (zero < 0 ? input : input.first(zero)).toByteArray();

    const Result<JsonSchema> schema = JsonSchema::compile(schemaText, {.limits = Limits, .assertFormats = true});
    if (!schema) {
        REQUIRE(!schema.error().detail.isEmpty());
        return 0;
    }
    REQUIRE(schema->gaps().size() <= Limits.maxErrors);
    const JsonValue instance(text);
    const QList<JsonSchemaError> errors = schema->validate(instance);
    if (!JsonChecker().check(text))
        checkErrors(errors, instance);
    return 0;
}
