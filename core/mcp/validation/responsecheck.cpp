// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/validation/responsecheck.h"

#include "core/json/jsonschema.h"

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

constexpr std::chrono::milliseconds AnswerPatience{150}; // blocks the event loop

} // namespace

ResponseCheck ResponseCheck::of(const QByteArray &method, const QByteArray &params, const QByteArray &result)
{
    const JsonValue question(params);
    const JsonValue answer(result);
    const QByteArray asked = question.member("requestedSchema").raw().toByteArray();
    const bool isForm = method == "elicitation/create" && question.member("mode").toUtf8() != "url";
    if (!isForm || asked.isEmpty() || answer.member("action").toUtf8() != "accept")
        return {};
    JsonSchemaOptions options;
    options.assertFormats = true; // a form uses them for that
    options.limits.maxTime = AnswerPatience;
    const Result<JsonSchema> schema = JsonSchema::compile(asked, options);
    if (!schema)
        return {.problems = {}, .unchecked = {schema.error().detail}};
    ResponseCheck check;
    const QByteArray filledIn =
        answer.member("content").isValid() ? answer.member("content").raw().toByteArray() : "{}"_ba;
    const QList<JsonSchemaError> errors = schema->validate(JsonValue(filledIn));
    for (const JsonSchemaError &error : errors) {
        auto &kind = error.kind == JsonSchemaError::Kind::Violation ? check.problems : check.unchecked;
        kind << TranslatableText::of("%1 %2", u"/content"_s + error.instanceLocation, error.message);
    }
    return check;
}

} // namespace Pullcord
