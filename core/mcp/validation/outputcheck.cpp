// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/validation/outputcheck.h"

namespace Pullcord {

namespace {

constexpr std::chrono::milliseconds OutputPatience{150}; // blocks the window
constexpr qsizetype MostPlaces = 20;

TranslatableText placeOf(const JsonSchemaError &error)
{
    const TranslatableText where = error.instanceLocation.isEmpty()
                                       ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "the whole"))
                                       : TranslatableText(error.instanceLocation);
    return error.kind == JsonSchemaError::Kind::Violation
               ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1 %2"), where, error.message)
               : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Not checked: %1, %2"), where,
                                      error.message);
}

OutputCheck judged(const QList<JsonSchemaError> &errors)
{
    OutputCheck check{.verdict = OutputCheck::Verdict::Matches, .sentence = {}, .places = {}, .unchecked = {}};
    qsizetype violations = 0;
    for (const JsonSchemaError &error : errors) {
        const bool isUndecided = error.kind == JsonSchemaError::Kind::Undecided;
        check.gaveUp = check.gaveUp || (isUndecided && error.keyword.isEmpty()); // not caused by a part of the schema
        if (isUndecided)
            check.unchecked << placeOf(error);
        else if (++violations <= MostPlaces)
            check.places << placeOf(error);
    }
    if (violations > MostPlaces)
        check.places << TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "and %1 more"),
                                             violations - MostPlaces);
    if (violations > 0) {
        check.verdict = OutputCheck::Verdict::Violated;
        check.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "The structured content violates the tool's output schema:"));
    } else if (!check.unchecked.isEmpty()) {
        check.verdict = OutputCheck::Verdict::Undecided;
        check.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText",
                              "As far as it can be checked, the structured content matches the tool's output schema."));
    } else {
        check.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "The structured content matches the tool's output schema."));
    }
    return check;
}

} // namespace

OutputCheck OutputCheck::of(const QByteArray &schema, const QByteArray &structured, bool isError)
{
    return schema.isEmpty() ? OutputCheck() : of(compile(schema), structured, isError);
}

Result<JsonSchema> OutputCheck::compile(const QByteArray &schema, qint64 mostSteps)
{
    JsonSchemaOptions options;
    options.limits.maxTime = OutputPatience;
    options.limits.maxSteps = mostSteps;
    return JsonSchema::compile(schema, options);
}

OutputCheck OutputCheck::of(const Result<JsonSchema> &schema, const QByteArray &structured, bool isError)
{
    if (isError && structured.isEmpty())
        return {};
    OutputCheck check;
    if (structured.isEmpty()) {
        check.verdict = Verdict::Violated;
        check.sentence = TranslatableText::of(QT_TRANSLATE_NOOP(
            "TranslatableText", "The tool has an output schema, but the result has no structured content."));
        return check;
    }
    if (schema)
        return judged(schema->validate(JsonValue(structured)));
    check.verdict = Verdict::Undecided;
    check.sentence = TranslatableText::of(
        QT_TRANSLATE_NOOP("TranslatableText", "The tool's output schema cannot be used: %1."), schema.error().detail);
    return check;
}

QList<TranslatableText> OutputCheck::lines() const
{
    QList<TranslatableText> lines = places + unchecked;
    if (!sentence.isEmpty())
        lines.prepend(sentence);
    return lines;
}

} // namespace Pullcord
